package account

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// MaxPrograms is the maximum number of programs that one account can answer for.
const MaxPrograms = 50

// ProgramItem is the kind of the items that record when accounts changed between person and
// program, keyed by account.
const ProgramItem = "program"

// ProgramToldItem is the kind of the items that hold the times of the last e-mails about the faults
// of programs, keyed by account.
const ProgramToldItem = "program-told"

// toldEvery is the minimum time between two e-mails about a program's requests.
const toldEvery = 24 * time.Hour

// ProgramSwitch records that an account became a program's, or a person's again.
type ProgramSwitch struct {
	At      time.Time `json:"at"`
	Program bool      `json:"program"`
	Owner   string    `json:"owner,omitempty"` // the account that answers for it from then on
	By      string    `json:"by,omitempty"`    // the account that requested the change; empty for an operator
}

// programWords are the suffixes that mark programs in all languages. No person's name may end
// with one.
var programWords = []string{"(program)", "(programma)", "(programa)", "(programm)"}

// marked reports whether a name looks like a program's.
func marked(name string) bool {
	name = Fold(name)
	for _, w := range programWords {
		if strings.HasSuffix(name, w) {
			return true
		}
	}
	return false
}

// unmarked returns the name of a program as its owner has typed it, without the suffix.
func unmarked(name string) string {
	name = strings.Join(strings.Fields(name), " ")
	return strings.TrimSpace(strings.TrimSuffix(name, programWords[0]))
}

// setProgram turns an account into a program's, for which the account with the ID owner answers
// (empty means the operator), or back into a person's. by is the account that asks for it; empty
// for an operator. The error code is "conflict" for an account that takes part in an unfinished
// game, and for one that cannot be a program or answer for one.
func (s *Service) setProgram(ctx context.Context, tx *game.Tx, id string, program bool, owner, by string) (*game.Account, error) {
	if program && owner != "" {
		if err := s.answers(tx, owner, id); err != nil {
			return nil, err
		}
	}
	var out *game.Account
	out, err := s.Change(tx, id, func(a *game.Account) error {
		switch {
		case !program && !a.Program:
			return game.Refuse(game.Conflict, message.New("This is not the account of a program."))
		case !program && by != "" && by != a.Owner, program && a.Program && by != "" && a.Owner != by:
			return game.Refuse(game.Forbidden, message.New("Someone else answers for this program. Only they or an operator can change that."))
		case program && a.Operator:
			return game.Refuse(game.Conflict, message.New("An operator cannot be a program."))
		case program && !a.Verified:
			return ErrUnverified
		}
		if program != a.Program {
			if err := idle(tx, id); err != nil {
				return err
			}
		}
		own, err := tx.Accounts.Programs(id)
		if err != nil {
			return err
		}
		if program && len(own) > 0 {
			return game.Refuse(game.Conflict, message.New("This account is responsible for programs, so it cannot be a program itself."))
		}
		if a.Program == program && a.Owner == owner {
			return nil
		}
		before, name := a.Owner, a.Name
		a.Program, a.Owner = program, owner
		if program {
			a.Name = game.ProgramName(name)
		} else {
			a.Owner = ""
			plain, _ := game.PlainName(name)
			if a.Name, err = s.unused(tx, plain, id); err != nil {
				return err
			}
		}
		return s.recordSwitch(ctx, tx, a, before, by)
	})
	return out, err
}

// answers returns an error if an account cannot answer for a program.
func (s *Service) answers(tx *game.Tx, owner, program string) error {
	if owner == program {
		return game.Refuse(game.Conflict, message.New("An account cannot answer for itself. Use the key of the program's own account."))
	}
	if err := tx.Accounts.LockAccount(owner); errors.Is(err, game.ErrNoRecord) {
		return ErrNoAccount
	} else if err != nil {
		return err
	}
	a, err := s.Able(tx, owner)
	if err != nil {
		return err
	}
	if a.Program {
		return game.Refuse(game.Conflict, message.New("A program cannot answer for another program: a person must."))
	}
	own, err := tx.Accounts.Programs(owner)
	if err == nil && len(own) >= MaxPrograms {
		err = game.Refuse(game.Conflict, message.New("You answer for {n} programs, and cannot answer for more.", message.Number(MaxPrograms)))
	}
	return err
}

// idle returns an error if an account takes part in an unfinished game.
func idle(tx *game.Tx, id string) error {
	parts, err := tx.Members.MembersOf(id)
	if err != nil {
		return err
	}
	for i := range parts {
		if !parts[i].Present() {
			continue
		}
		g, err := tx.Games.Game(parts[i].Game)
		if err != nil {
			return err
		}
		if g.Status != game.Over && g.Status != game.Terminated {
			return game.Refuse(game.Conflict, message.New("The account takes part in {game}, which is not over. It can be switched between person and program only when it is in no running game.", message.Name(g.Name)))
		}
	}
	return nil
}

// recordSwitch records a switch. It informs the program's addresses, the person who answers for
// it now, and the one who answered for it before.
func (s *Service) recordSwitch(ctx context.Context, tx *game.Tx, a *game.Account, before, by string) error {
	list, err := s.programSwitches(tx, a.ID)
	if err != nil {
		return err
	}
	text, err := json.Marshal(append(list, ProgramSwitch{s.now(), a.Program, a.Owner, by}))
	if err != nil {
		return err
	}
	if err := tx.Items.Put("", ProgramItem, a.ID, text); err != nil {
		return err
	}
	what := message.New("This account is marked as that of a person again.")
	if a.Program {
		what = message.New("This account is now marked as that of a program.")
	}
	to, err := OwnersOf(tx, a.ID)
	if err != nil {
		return err
	}
	if err := s.tellOwner(ctx, tx, a, to, what); err != nil {
		return err
	}
	if before != "" && before != a.Owner {
		was := *a
		was.Owner = before
		if err := s.tellProgramOwner(tx, &was, message.New("You no longer answer for it.")); err != nil {
			return err
		}
	}
	if a.Owner == "" {
		return nil
	}
	return s.tellProgramOwner(tx, a, message.New("You now answer for it: e-mail about what it does wrong goes to you."))
}

// programSwitches lists the switches of an account between person and program,
// the earliest first.
func (s *Service) programSwitches(tx *game.Tx, id string) ([]ProgramSwitch, error) {
	text, err := tx.Items.Get("", ProgramItem, id)
	if errors.Is(err, game.ErrNoRecord) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []ProgramSwitch
	return list, json.Unmarshal(text, &list)
}

// tellProgramOwner sends the person who answers for a program an e-mail about it. If the
// operator answers for it, it only writes to the log.
func (s *Service) tellProgramOwner(tx *game.Tx, program *game.Account, what message.Message) error {
	s.set.Log.Info("program", "account", program.ID, "owner", program.Owner, "what", what.String())
	if program.Owner == "" {
		return nil
	}
	owner, err := tx.Accounts.Account(program.Owner)
	if errors.Is(err, game.ErrNoRecord) {
		return nil
	}
	if err != nil {
		return err
	}
	to, err := OwnersOf(tx, owner.ID)
	f := s.owners.Load()
	if err != nil || f == nil || len(to) == 0 {
		return err
	}
	return (*f)(tx, OwnerNews{Account: owner.ID, Name: owner.Name, At: s.now(), What: what, To: to, Program: program.Name})
}

// TellFault sends e-mail to the people who answer for the programs among some accounts.
func (s *Service) TellFault(tx *game.Tx, accounts []string, what message.Message) error {
	all, err := tx.Accounts.AccountsByID(accounts)
	for i := range all {
		if err == nil && all[i].Program {
			err = s.tellProgramOwner(tx, &all[i], what)
		}
	}
	return err
}

// TooFast records that a program keeps sending requests although they are refused. The person
// who answers for it gets at most one e-mail a day about it.
func (s *Service) TooFast(ctx context.Context, id string) error {
	return s.store.Write(ctx, func(tx *game.Tx) error {
		text, err := tx.Items.Get("", ProgramToldItem, id)
		if err != nil && !errors.Is(err, game.ErrNoRecord) {
			return err
		}
		if last, bad := time.Parse(time.RFC3339, string(text)); err == nil && bad == nil && s.now().Sub(last) < toldEvery {
			return nil
		}
		if err := tx.Items.Put("", ProgramToldItem, id, []byte(s.now().UTC().Format(time.RFC3339))); err != nil {
			return err
		}
		return s.TellFault(tx, []string{id}, message.New("The program sends more requests than programs may, and goes on although the answers tell it to wait. They are refused. Make it wait as long as the header {header} says.", message.Order("Retry-After")))
	})
}

// AdoptProgram marks an account as a program's, for which the account with the ID owner answers.
// secret is a key of the program's account: its holder controls the account. The error is
// "forbidden" for a secret that is not such a key, and "conflict" for an account that takes part in
// a game, or that cannot be a program.
func (s *Service) AdoptProgram(ctx context.Context, owner, secret string) (*game.Account, error) {
	if err := s.countStranger(ctx, "program "); err != nil {
		return nil, err
	}
	var out *game.Account
	err := s.store.Write(ctx, func(tx *game.Tx) error {
		t, err := s.Live(tx, secret)
		switch {
		case game.ErrorCode(err) == game.Forbidden, err == nil && (t.Kind != game.APIToken || t.Game != ""):
			return game.Refuse(game.Forbidden, message.New("This is not a key of an account. Sign in to the program's account, make a key for all its games, and enter it here."))
		case err != nil:
			return err
		}
		out, err = s.setProgram(ctx, tx, t.Account, true, owner, owner)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.undoStranger(ctx)
	return out, nil
}

// ReleaseProgram turns a program's account back into a person's. Only the account that answers for
// it may do that; the program itself may not.
func (s *Service) ReleaseProgram(ctx context.Context, owner, program string) error {
	return s.store.Write(ctx, func(tx *game.Tx) error {
		_, err := s.setProgram(ctx, tx, program, false, "", owner)
		return err
	})
}

// SetProgram is for the person who runs the judge. It turns an account into a program's, for which
// the account with the ID owner answers (empty means the operator), or back into a person's.
func (s *Service) SetProgram(ctx context.Context, id string, program bool, owner string) error {
	return s.store.Write(ctx, func(tx *game.Tx) error {
		_, err := s.setProgram(ctx, tx, id, program, owner, "")
		return err
	})
}

// Programs lists the programs for which an account answers, sorted by name.
func (s *Service) Programs(ctx context.Context, owner string) ([]game.Account, error) {
	return reading(ctx, s, func(tx *game.Tx) ([]game.Account, error) { return tx.Accounts.Programs(owner) })
}

// ProgramSwitches lists when an account changed between person and program, the earliest first.
func (s *Service) ProgramSwitches(ctx context.Context, id string) ([]ProgramSwitch, error) {
	return reading(ctx, s, func(tx *game.Tx) ([]ProgramSwitch, error) { return s.programSwitches(tx, id) })
}

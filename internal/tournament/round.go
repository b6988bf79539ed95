package tournament

import (
	"context"
	"slices"
	"time"

	"podesta/internal/account"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// Limits of rounds.
const (
	maxAhead = 366 * 24 * time.Hour // maximum time from now to the end of a round
	maxTries = 3                    // how many names are tried for a game
	// maxSuffix is the maximum length of the part after the tournament's name in the name of a
	// game, such as " R20 B125 (3)".
	maxSuffix = 13
)

// RoundPlan describes when a round takes place, and for whom.
type RoundPlan struct {
	Top       bool      // whether only the best players play, at one table
	All       bool      // whether players do not have to confirm
	ConfirmBy time.Time // zero means at the start
	Starts    time.Time // zero means at once
	Ends      time.Time // when running games are scored by their position; zero means never
}

// CallRound announces the next round, and returns its number. Players can confirm that they will
// play until the time for that has passed; then the judge forms the tables.
func (t *Tournaments) CallRound(ctx context.Context, id, accountID string, p RoundPlan) (int, error) {
	number := 0
	err := t.organise(ctx, id, accountID, func(x *loaded) error {
		if err := x.running(); err != nil {
			return err
		}
		if c := x.current(); c != nil {
			return game.Refuse(game.Conflict, message.New("Round {n} is not over. End it first.", message.Number(c.Number)))
		}
		switch n := len(x.rounds); {
		case n >= maxRounds:
			return game.Refuse(game.Conflict, message.New("A tournament has {n} rounds at most.", message.Number(maxRounds)))
		case n > 0 && x.rounds[n-1].Top:
			return game.Refuse(game.Conflict, message.New("The top board is the last round of a tournament. End the tournament."))
		case n == 0 && p.Top:
			return game.Refuse(game.Conflict, message.New("The best players are known only after a round: the first round has no top board."))
		}
		r := game.Round{Tournament: id, Number: len(x.rounds) + 1, Status: game.RoundCalled, RoundData: game.RoundData{
			Top: p.Top, All: p.All, Called: x.at, ConfirmBy: p.ConfirmBy.UTC().Truncate(time.Second), Starts: p.Starts.UTC().Truncate(time.Second), Ends: p.Ends.UTC().Truncate(time.Second),
		}}
		if r.Starts.Before(x.at) && (p.Starts.IsZero() || x.at.Sub(r.Starts) < time.Minute) {
			r.Starts = x.at
		}
		if p.ConfirmBy.IsZero() {
			r.ConfirmBy = r.Starts
		}
		if p.Ends.IsZero() {
			r.Ends = time.Time{}
		}
		switch {
		case r.Starts.Before(x.at):
			return game.Refuse(game.Invalid, message.New("The start of the round is in the past."))
		case r.ConfirmBy.Before(x.at):
			return game.Refuse(game.Invalid, message.New("The time until which players confirm is in the past."))
		case r.Starts.Before(r.ConfirmBy):
			return game.Refuse(game.Invalid, message.New("Players confirm until a time that is after the start of the round. It must be before it."))
		case !r.Ends.IsZero() && !r.Starts.Before(r.Ends):
			return game.Refuse(game.Invalid, message.New("The end of the round must be after its start."))
		case r.Starts.Sub(x.at) > maxAhead || r.Ends.Sub(x.at) > maxAhead:
			return game.Refuse(game.Invalid, message.New("A round must start and end within a year."))
		case !p.All && !x.at.Before(r.ConfirmBy):
			return game.Refuse(game.Invalid, message.New("Give players time to confirm, or say that they need not confirm."))
		}
		number = r.Number
		x.rounds = append(x.rounds, r)
		if err := x.tx.Tournaments.SaveRound(r); err != nil {
			return err
		}
		if x.at.Before(r.ConfirmBy) {
			if err := x.tellCalled(x.current()); err != nil {
				return err
			}
		}
		return x.proceed()
	})
	return number, err
}

// SeedRound forms the tables of the round at once, or forms them again.
func (t *Tournaments) SeedRound(ctx context.Context, id, accountID string) error {
	return t.organise(ctx, id, accountID, func(x *loaded) error {
		r := x.current()
		switch {
		case r == nil:
			return errNoRound
		case r.Status == game.RoundPlaying:
			return errBegun
		}
		r.ConfirmBy = clock.Earlier(r.ConfirmBy, x.at)
		if err := x.seed(r); err != nil {
			return err
		}
		return x.proceed()
	})
}

// StartRound begins the games of the round at once. If necessary, it forms the tables first.
func (t *Tournaments) StartRound(ctx context.Context, id, accountID string) error {
	return t.organise(ctx, id, accountID, func(x *loaded) error {
		r := x.current()
		switch {
		case r == nil:
			return errNoRound
		case r.Status == game.RoundPlaying:
			return errBegun
		}
		if r.Status == game.RoundCalled {
			if err := x.seed(r); err != nil {
				return err
			}
		}
		r.ConfirmBy, r.Starts = clock.Earlier(r.ConfirmBy, x.at), x.at
		return x.proceed()
	})
}

// EndRound ends a running round: games that are still running are scored by their current
// position.
func (t *Tournaments) EndRound(ctx context.Context, id, accountID string) error {
	return t.organise(ctx, id, accountID, func(x *loaded) error {
		r := x.current()
		switch {
		case r == nil:
			return errNoRound
		case r.Status != game.RoundPlaying:
			return game.Refuse(game.Conflict, message.New("The games of the round have not begun. You can cancel the round."))
		}
		r.Ends = x.at
		return x.proceed()
	})
}

// TableTime is the effect of an extended round on a table.
type TableTime struct {
	Table    int             `json:"number" doc:"Of the table"`
	Game     string          `json:"game,omitempty" doc:"Its ID"`
	Became   clock.Extension `json:"became" enum:"extended,over,unbegun,paused,untimed,complete" doc:"Over: the game is. Unbegun: it has not begun. Paused: it gets a new deadline when it is resumed. Untimed: the phase has no deadline. Complete: the phase waits for nobody"`
	Deadline time.Time       `json:"deadline,omitzero" doc:"The new one"`
}

// maxLater is the maximum time by which a round can be extended at once.
const maxLater = 7 * 24 * time.Hour

// ExtendRound gives more time for the current phase to all tables of the round that wait for
// someone, and returns the effect on each.
func (t *Tournaments) ExtendRound(ctx context.Context, id, accountID string, by time.Duration) ([]TableTime, error) {
	var out []TableTime
	err := t.organise(ctx, id, accountID, func(x *loaded) error {
		out = nil
		r := x.current()
		switch {
		case r == nil:
			return errNoRound
		case r.Status != game.RoundPlaying:
			return game.Refuse(game.Conflict, message.New("The games of the round have not begun: there is no deadline to extend."))
		case by < time.Minute || by > maxLater:
			return game.Refuse(game.Invalid, message.New("A round can be extended by 1 minute to 7 days at once."))
		}
		for i := range r.Tables {
			tab := &r.Tables[i]
			if len(tab.Seats) == 0 { // too few players were left for a game
				continue
			}
			one := TableTime{Table: i + 1, Game: tab.Game}
			var err error
			switch {
			case tab.Over:
				one.Became = clock.OverNow
			case tab.Game == "":
				one.Became = clock.Unbegun
			default:
				one.Became, one.Deadline, err = t.clock.Extend(x.tx, tab.Game, by)
				one.Deadline = one.Deadline.UTC()
			}
			if err != nil {
				return err
			}
			out = append(out, one)
		}
		return nil
	})
	return out, err
}

// LaterBy returns the default time by which a round is extended: little in live games, and more
// in games with phases of hours or days.
func (v *View) LaterBy() time.Duration {
	switch next := v.Hosting.Timing[schedule.Moves].Next; {
	case next == 0:
		return 0
	case next < time.Hour:
		return 5 * time.Minute
	case next < 12*time.Hour:
		return time.Hour
	}
	return 24 * time.Hour
}

// CancelRound cancels a round whose games have not begun.
func (t *Tournaments) CancelRound(ctx context.Context, id, accountID string) error {
	return t.organise(ctx, id, accountID, func(x *loaded) error {
		r := x.current()
		switch {
		case r == nil:
			return errNoRound
		case r.Status == game.RoundPlaying:
			return errBegun
		}
		if err := x.tx.Tournaments.DropRound(id, r.Number); err != nil {
			return err
		}
		return x.tellAll(message.New("{tournament}: round {n} cancelled", x.name(), message.Number(r.Number)), func(*game.Entrant) []message.Message {
			return []message.Message{message.New("round {n} of the tournament {tournament} does not take place as announced. You will be notified when its organisers announce another one.", message.Number(r.Number), x.name())}
		})
	})
}

// ReplaceInRound gives the seat of the player with the given name in the round to another player
// of the tournament. Before the games begin, the tables change. In a running game, the new player
// takes over the seat; if the game has no master, the seat must be vacant.
func (t *Tournaments) ReplaceInRound(ctx context.Context, id, accountID, name, by string) error {
	return t.organise(ctx, id, accountID, func(x *loaded) error {
		r := x.current()
		if r == nil || r.Status == game.RoundCalled {
			return game.Refuse(game.Conflict, message.New("The tables of the round have not been formed yet."))
		}
		table, seat, err := x.inRound(r, name)
		if err != nil {
			return err
		}
		e, err := x.named(by)
		if err != nil {
			return err
		}
		if playing, err := x.playing(r, e.Account, table); err != nil {
			return err
		} else if playing {
			return game.Refuse(game.Conflict, message.New("{name} has a seat in this round already.", message.Name(by)))
		}
		if r.Status == game.RoundPlaying {
			tab := &r.Tables[table]
			if tab.Game == "" || tab.Over {
				return game.Refuse(game.Conflict, message.New("The game at this table has not begun, or is over."))
			}
			return x.substitute(r, tab.Game, seat+1, e.Account)
		}
		old := r.Tables[table].Seats[seat].Account
		company, err := x.company(append(accountsAt(&r.Tables[table], seat), e.Account))
		if err != nil {
			return err
		}
		if !company.able(e.Account) || slices.ContainsFunc(accountsAt(&r.Tables[table], seat), func(id string) bool { return company.blocks(id, e.Account) || company.blocks(e.Account, id) }) {
			return game.Refuse(game.Conflict, message.New("{who} cannot play at this table. Choose another player.", message.Name(by)))
		}
		in := func(id string) bool { return id == e.Account }
		r.Tables[table].Seats[seat].Account = e.Account
		r.Byes, r.Missed, r.Absent = slices.DeleteFunc(r.Byes, in), slices.DeleteFunc(r.Missed, in), slices.DeleteFunc(r.Absent, in)
		r.Confirmed = append(slices.DeleteFunc(r.Confirmed, in), e.Account)
		r.Missed, r.Absent = append(r.Missed, old), append(r.Absent, old)
		if err := x.tx.Tournaments.SaveRound(*r); err != nil {
			return err
		}
		return x.tellReplaced(r, table, seat, old)
	})
}

// substitute gives a seat of a running game to another player, and notifies the one who loses it.
func (x *loaded) substitute(r *game.Round, gameID string, seat int, by string) error {
	all, err := x.tx.Members.Members(gameID)
	if err != nil {
		return err
	}
	if err := x.t.lobby.Substitute(x.tx, gameID, seat, by, x.master() != ""); err != nil {
		return err
	}
	called, err := names(x.tx, []string{by})
	for i := range all {
		if m := &all[i]; m.Kind == game.Player && m.Seat == seat && m.Present() && err == nil {
			err = x.tellOut(r, m.Account, called[by])
		}
	}
	return err
}

// playing reports whether an account has a seat in a round: one that was dealt to it or taken
// over, in a game that has not ended, or any seat at the given table.
func (x *loaded) playing(r *game.Round, id string, at int) (bool, error) {
	for i := range r.Tables {
		t := &r.Tables[i]
		if (t.Game == "" || i == at) && slices.Contains(accountsAt(t, -1), id) {
			return true, nil
		}
		if t.Game == "" || t.Over {
			continue
		}
		all, err := x.tx.Members.Members(t.Game)
		if err != nil {
			return false, err
		}
		if m := gamestate.FindMember(all, id, game.Player); m != nil && m.Present() {
			g, err := x.t.base.Load(x.tx, t.Game)
			if err != nil {
				return false, err
			}
			if m.Seat > 0 && !abandoned(g, m.Seat) {
				return true, nil
			}
		}
	}
	return false, nil
}

// inRound returns the seat in a round of the player with the given name: the seat that they hold,
// or else the seat that was dealt to them.
func (x *loaded) inRound(r *game.Round, name string) (table, seat int, err error) {
	table = -1
	for i := range r.Tables {
		t := r.Tables[i]
		t.Seats = slices.Clone(t.Seats)
		if err := x.present(&t); err != nil {
			return 0, 0, err
		}
		for k, s := range t.Seats {
			called, err := names(x.tx, []string{s.Account, s.Holder})
			switch {
			case err != nil:
				return 0, 0, err
			case s.Holder != "" && sameName(called[s.Holder], name) && !t.Over:
				return i, k, nil
			case table < 0 && sameName(called[s.Account], name) && (s.Holder == "" || s.Holder == s.Account):
				table, seat = i, k
			}
		}
	}
	if table < 0 {
		err = game.Refuse(game.NotFound, message.New("Nobody with the name {name} has a seat in this round. Names are written as on the page of the tournament.", message.Name(name)))
	}
	return table, seat, err
}

// accountsAt returns the players of a table, except the player at the seat whose index is but.
func accountsAt(t *game.RoundTable, but int) []string {
	var out []string
	for i, s := range t.Seats {
		if i != but {
			out = append(out, s.Account)
		}
	}
	return out
}

// sameName reports whether an account has the given name. The suffix of a program's name may be
// omitted.
func sameName(of, name string) bool {
	plain, _ := game.PlainName(of)
	return account.Fold(of) == account.Fold(name) || account.Fold(plain) == account.Fold(name)
}

// find returns the table and seat of an account in a round.
func find(r *game.Round, accountID string) (table, seat int, ok bool) {
	for i := range r.Tables {
		for k, s := range r.Tables[i].Seats {
			if s.Account == accountID {
				return i, k, true
			}
		}
	}
	return 0, 0, false
}

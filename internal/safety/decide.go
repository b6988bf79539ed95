package safety

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/lobby"
	"podesta/machiavelli/message"
)

// Decision is what an operator decides on a report.
type Decision struct {
	Verdict string // game.Dismissed, Warned, Suspended, Renamed or, for a reopened report, Upheld
	Days    int    // duration of a suspension
	Why     string // explanation for the reported person
}

// maxSuspension is the maximum duration of a suspension, in days.
const maxSuspension = 365

// check returns an error for a decision that a report does not allow.
func (d *Decision) check(r *game.Report) error {
	verdicts := []string{game.Dismissed, game.Warned, game.Suspended, game.Renamed}
	if len(r.Rulings) > 0 {
		verdicts = append(verdicts, game.Upheld)
	}
	var words []message.Order
	for _, v := range verdicts {
		words = append(words, message.Order(v))
	}
	switch {
	case !slices.Contains(verdicts, d.Verdict):
		return game.Refuse(game.Invalid, message.New("A report is decided by one of these: {verdicts}.", message.ListOf(message.Or, words)))
	case d.Verdict == game.Suspended && (d.Days < 1 || d.Days > maxSuspension):
		return game.Refuse(game.Invalid, message.New("A suspension lasts from 1 to {n} days.", message.Number(maxSuspension)))
	case r.About == "" && (d.Verdict == game.Warned || d.Verdict == game.Suspended || d.Verdict == game.Renamed && r.Kind != game.GameReport):
		return game.Refuse(game.Conflict, message.New("The judge does not know who has written this, so the report can only be dismissed."))
	}
	return nil
}

// sentence returns an operator's text for a person, or an error if it cannot be used.
func sentence(why string) (string, error) {
	why = strings.TrimSpace(strings.ReplaceAll(why, "\r\n", "\n"))
	if utf8.RuneCountInString(why) > maxNote || !game.Printable(why, true) {
		return "", game.Refuse(game.Invalid, message.New("Your explanation must be readable text of at most {n} characters.", message.Number(maxNote)))
	}
	return why, nil
}

// judged reads a report for an operator who can decide it, and locks it: if two operators
// decide a report at the same time, one waits.
func (s *Safety) judged(tx *game.Tx, operator, id string) (*game.Report, error) {
	if _, err := s.operator(tx, operator); err != nil {
		return nil, err
	}
	r, err := report(tx, id)
	if err != nil {
		return nil, err
	}
	for _, a := range []string{r.Reporter, r.About} {
		if a == "" {
			continue
		}
		if err := tx.Accounts.LockAccount(a); err != nil {
			return nil, err
		}
	}
	if r, err = report(tx, id); err != nil {
		return nil, err
	}
	g, err := s.gameOf(tx, r)
	if err != nil {
		return nil, err
	}
	why, err := s.withheld(tx, operator, r, g)
	if err == nil && !why.IsZero() {
		err = game.Refuse(game.Forbidden, why)
	}
	return r, err
}

// Decide decides a report, and notifies the reporter and the reported person of the outcome. Only
// operators may call it. The error code is "conflict" for a report that was already decided. The
// decision on a reopened report replaces the earlier one, unless it upholds it.
func (s *Safety) Decide(ctx context.Context, operator, id string, d Decision) error {
	var games []string
	var old, name string
	var about *game.Account
	err := s.base.Write(ctx, func(tx *game.Tx) error {
		games = nil
		r, err := s.decidable(tx, operator, id, &d)
		if err != nil {
			return err
		}
		told := *r
		r.Decided, r.Verdict, r.Why, r.Operator = s.base.Now(), d.Verdict, d.Why, operator
		if d.Verdict == game.Suspended {
			r.Until = r.Decided.AddDate(0, 0, d.Days)
		}
		if r.About != "" {
			if about, err = s.base.Accounts.AccountIn(tx, r.About); err != nil {
				return err
			}
		}
		if err := s.settle(tx, r, &d); err != nil {
			return err
		}
		if d.Verdict == game.Renamed && r.Kind == game.GameReport {
			if err := s.renameGame(tx, r.Game); err != nil {
				return err
			}
		} else if d.Verdict == game.Renamed {
			old = about.Name
			if games, name, err = s.rename(tx, about); err != nil {
				return err
			}
			r.Shown = old
		}
		if d.Verdict != game.Dismissed && d.Verdict != game.Upheld && r.About != "" {
			x := game.Sanction{ID: game.EncodeID(game.RandomBytes(10)), Account: r.About, Kind: d.Verdict, Report: r.ID, Made: r.Decided, Until: r.Until, Why: d.Why}
			if err := tx.Safety.SaveSanction(x); err != nil {
				return err
			}
		}
		if d.Verdict == game.Upheld {
			last := r.Rulings[len(r.Rulings)-1]
			r.Verdict, r.Until, r.Why = last.Verdict, last.Until, last.Why
		}
		if err := tx.Safety.SaveReport(*r); err != nil {
			return err
		}
		if err := tx.Safety.AddLook(game.Look{At: r.Decided, Operator: operator, What: d.Verdict, Report: r.ID, Account: r.About, Game: r.Game}); err != nil {
			return err
		}
		told.Until = r.Until
		return s.tell(tx, &told, &d)
	})
	for _, g := range games {
		if err == nil {
			err = s.base.Write(ctx, func(tx *game.Tx) error { return s.users.Unname(tx, g, about.ID, old, name) })
		}
	}
	return err
}

// decidable returns a report, or an error if an operator may not make this decision about it.
func (s *Safety) decidable(tx *game.Tx, operator, id string, d *Decision) (*game.Report, error) {
	r, err := s.judged(tx, operator, id)
	if err != nil {
		return nil, err
	}
	if !r.Decided.IsZero() {
		return nil, game.Refuse(game.Conflict, message.New("This report has been decided already."))
	}
	if d.Why, err = sentence(d.Why); err != nil {
		return nil, err
	}
	return r, d.check(r)
}

// Preview returns the paragraphs that a decision would send to the reported person,
// or an error if the decision is not possible. It changes nothing.
func (s *Safety) Preview(ctx context.Context, operator, id string, d Decision) (said []message.Message, err error) {
	err = s.base.Read(ctx, func(tx *game.Tx) error {
		r, err := s.decidable(tx, operator, id, &d)
		if err != nil {
			return err
		}
		if d.Verdict == game.Suspended {
			r.Until = s.base.Now().AddDate(0, 0, d.Days)
		}
		said, err = s.saysTo(tx, r, &d)
		return err
	})
	return said, err
}

// settle ends the sanctions from earlier decisions on a report, unless the new one upholds them,
// and answers open appeals.
func (s *Safety) settle(tx *game.Tx, r *game.Report, d *Decision) error {
	if r.About == "" || len(r.Rulings) == 0 {
		return nil
	}
	all, err := tx.Safety.Sanctions(r.About)
	if err != nil {
		return err
	}
	for _, x := range all {
		if x.Report != r.ID {
			continue
		}
		if !x.Appealed.IsZero() && x.Answered.IsZero() {
			x.Answered, x.Answer = r.Decided, d.Why
		}
		if d.Verdict != game.Upheld && x.Lifted.IsZero() {
			x.Lifted, x.LiftedBy, x.LiftWhy = r.Decided, r.Operator, d.Why
		}
		if err := tx.Safety.SaveSanction(x); err != nil {
			return err
		}
	}
	return nil
}

// maxAppeal is the maximum length of an appeal, in characters.
const maxAppeal = 2000

// rename gives an account a neutral name, and returns the games that contain the old one.
func (s *Safety) rename(tx *game.Tx, a *game.Account) (games []string, name string, err error) {
	if a.Name == account.FormerPlayer {
		return nil, "", game.Refuse(game.Conflict, message.New("This account was erased, and its name with it."))
	}
	for name == "" {
		try := fmt.Sprintf("Player %d", 10000+rand.IntN(90000))
		taken, err := tx.Accounts.AccountsNamed(try)
		if err != nil {
			return nil, "", err
		}
		if len(taken) == 0 {
			name = try
		}
	}
	if a.Program {
		name = game.ProgramName(name)
	}
	if err := s.base.Accounts.Mark(tx, a.ID, func(a *game.Account) { a.Name = name }); err != nil {
		return nil, "", err
	}
	parts, err := tx.Members.MembersOf(a.ID)
	for _, m := range parts {
		games = append(games, m.Game)
	}
	slices.Sort(games)
	return slices.Compact(games), name, err
}

// renameGame replaces a game's name with a neutral one, removes the game's description and house
// rules, and notifies everyone.
func (s *Safety) renameGame(tx *game.Tx, id string) error {
	g, err := s.base.Load(tx, id)
	if err != nil {
		return err
	}
	return lobby.Neutralise(tx, g, journal.Notice{Topic: journal.TopicParameters, Said: message.New("An operator of the judge has given the game another name.")})
}

// tell notifies the reporter and the reported person of a decision. If it changes nothing, the
// reporter gets no e-mail.
func (s *Safety) tell(tx *game.Tx, r *game.Report, d *Decision) error {
	again := len(r.Rulings) > 0
	if !again || d.Verdict != game.Upheld && d.Verdict != r.Rulings[len(r.Rulings)-1].Verdict {
		about := message.New("You have sent a report to the operators of the judge.")
		if again {
			about = message.New("The operators of the judge have decided again about a report of yours.")
		}
		if err := s.tellOne(tx, r.Reporter, about, sayOutcome(d.Verdict)); err != nil {
			return err
		}
	}
	if r.About == "" {
		return nil
	}
	said, err := s.saysTo(tx, r, d)
	if err != nil {
		return err
	}
	return s.tellOne(tx, r.About, said...)
}

// maxQuote is the maximum length of a quotation in an e-mail, in characters.
const maxQuote = 1000

// saysTo returns the paragraphs for the reported person: what was reported, the decision, the
// operator's explanation, and how to appeal.
func (s *Safety) saysTo(tx *game.Tx, r *game.Report, d *Decision) ([]message.Message, error) {
	what, err := s.what(tx, r)
	if err != nil {
		return nil, err
	}
	about := map[game.ReportKind]message.Message{
		game.LetterReport:  message.New("Another player has reported a message of yours."),
		game.CommentReport: message.New("Another player has reported a comment of yours."),
		game.NameReport:    message.New("Another player has reported your name."),
		game.GameReport:    message.New("Another player has reported a game of yours."),
		game.PlayerReport:  message.New("Another player has reported how you play."),
	}[r.Kind]
	appeal := false
	if n := len(r.Rulings); n > 0 {
		if about = message.New("The operators of the judge have decided again about a report."); r.Rulings[n-1].Appeal {
			about = message.New("The operators of the judge have decided about your appeal.")
		}
		appeal = slices.ContainsFunc(r.Rulings, func(x game.Ruling) bool { return x.Appeal })
	}
	out := []message.Message{about, message.New("The report is about {what}.", what)}
	if r.Quote != "" {
		quote := []rune(r.Quote)
		if len(quote) > maxQuote {
			quote = append(quote[:maxQuote], '…')
		}
		out = append(out, message.New("“{text}”", message.Name(string(quote))))
	}
	if d.Verdict == game.Upheld {
		out = append(out, message.New("An operator has looked at it again, and the decision stands."))
	} else {
		out = append(out, SaySanction(d.Verdict, r.Until))
	}
	if d.Why != "" {
		out = append(out, said(d.Why))
	}
	if d.Verdict != game.Dismissed && d.Verdict != game.Upheld && !appeal {
		out = append(out, message.New("If this is wrong, you can appeal once. Another operator decides then, if there is one. Write why on the page about your safety, or answer this e-mail with the line {command}, your reasons below it, and the line {end}.", message.Order("APPEAL"), message.Order("ENDPRESS")))
	}
	return out, nil
}

func said(why string) message.Message {
	return message.New("They add: {text}", message.Name(why))
}

// SaySanction returns the sentence that tells a person what an operator has decided.
func SaySanction(verdict string, until time.Time) message.Message {
	switch verdict {
	case game.Warned:
		return message.New("An operator has warned you. Acknowledge the warning on your account's page, or send the line {command} by e-mail. Until then you can neither join or host games nor write to other players. Your orders are taken as always.", message.Order("ACKNOWLEDGE"))
	case game.Suspended:
		return message.New("An operator has suspended your account until {when}; then the suspension ends by itself. Until then you can neither join or host games nor write to other players. Your running games go on: your orders are taken as always, and you can write to the masters.", message.Moment(until.Unix()))
	case game.Renamed:
		return message.New("An operator has removed the name and put a neutral one in its place. You can choose another one.")
	}
	return message.New("An operator has looked at it and found nothing against the rules of this judge. There is nothing to do.")
}

func (s *Safety) tellOne(tx *game.Tx, id string, said ...message.Message) error {
	a, err := s.base.Accounts.AccountIn(tx, id)
	if err != nil || a.Blocked || a.Email == "" {
		return err
	}
	return s.base.Accounts.TellOperators(tx, a, said)
}

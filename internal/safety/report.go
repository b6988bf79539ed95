package safety

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli/message"
)

// Limits on reports.
const (
	maxReportsDay = 10   // of an account in 24 hours
	maxNote       = 2000 // characters of a note
)

// NewReport is a report of a message, a name or a game.
type NewReport struct {
	Kind   game.ReportKind
	Game   string // of a message or a game
	Letter int64  // of a message: its number in the log
	// Comment is the number of a comment on a phase.
	Comment int64
	Name    string // of a person
	Reason  game.ReportReason
	Note    string
}

// Report sends a report to the operators. Messages can be reported by everyone who
// can read them. The error code is "invalid", "not_found", "conflict" for what the
// account has reported already, and "too_many".
func (s *Safety) Report(ctx context.Context, accountID string, n NewReport) error {
	n.Note = strings.TrimSpace(strings.ReplaceAll(n.Note, "\r\n", "\n"))
	switch {
	case !slices.Contains(game.ReportReasons, n.Reason):
		return game.Refuse(game.Invalid, message.New("Choose why you report this: {reasons}.", message.ListOf(message.Or, reasonWords())))
	case utf8.RuneCountInString(n.Note) > maxNote:
		return game.Refuse(game.Invalid, message.New("Your note is longer than {n} characters. Shorten it.", message.Number(maxNote)))
	case !game.Printable(n.Note, true):
		return game.Refuse(game.Invalid, message.New("Your note contains characters that are invisible or change the direction of the text. Type it again without them."))
	}
	return s.Write(ctx, func(tx game.Tx) error {
		a, err := s.Accounts.Able(tx, accountID)
		if err != nil {
			return err
		}
		r := game.Report{
			ID: game.EncodeID(game.RandomBytes(10)), Kind: n.Kind, Reporter: a.ID, Made: s.Now(),
			ReportData: game.ReportData{Reason: n.Reason, Note: n.Note},
		}
		switch n.Kind {
		case game.LetterReport:
			err = s.reportLetter(tx, a, &r, n)
		case game.CommentReport:
			err = s.reportComment(tx, a, &r, n)
		case game.NameReport:
			err = reportName(tx, &r, n.Name)
		case game.GameReport:
			err = s.reportGame(tx, &r, n.Game)
		default:
			err = game.Refuse(game.Invalid, message.New("Only a message, a comment, a name or a game can be reported."))
		}
		if err != nil {
			return err
		}
		if r.About == a.ID {
			return game.Refuse(game.Invalid, message.New("You cannot report yourself."))
		}
		if err := tx.LockAccount(a.ID); err != nil {
			return err
		}
		if err := s.mayReport(tx, &r); err != nil {
			return err
		}
		return tx.SaveReport(r)
	})
}

// reasonWords returns the reasons as people type them.
func reasonWords() []message.Order {
	var out []message.Order
	for _, r := range game.ReportReasons {
		out = append(out, message.Order(r))
	}
	return out
}

func (s *Safety) reportLetter(tx game.Tx, a *game.Account, r *game.Report, n NewReport) error {
	g, err := s.Load(tx, n.Game)
	if err != nil {
		return err
	}
	role, err := s.RoleIn(tx, g, a)
	if err != nil {
		return err
	}
	e, err := s.press.ReadEvidence(tx, g, role, n.Letter)
	if err != nil {
		return err
	}
	r.Game, r.Seq, r.About = g.ID, n.Letter, e.Writer
	if e.Letter.Own {
		r.About = a.ID
	}
	return nil
}

// reportComment reports a comment on a phase, with the text that it has now: its
// writer can change it later.
func (s *Safety) reportComment(tx game.Tx, a *game.Account, r *game.Report, n NewReport) error {
	g, err := s.Load(tx, n.Game)
	if err != nil {
		return err
	}
	role, err := s.RoleIn(tx, g, a)
	if err != nil {
		return err
	}
	c, writer, err := s.press.ReadComment(tx, g, role, n.Comment)
	if err != nil {
		return err
	}
	r.Game, r.Seq, r.About, r.Quote = g.ID, n.Comment, writer, c.Text
	return nil
}

func reportName(tx game.Tx, r *game.Report, name string) error {
	other, err := account.Named(tx, name)
	if err != nil || other.Blocked {
		return errNobody(name)
	}
	r.About, r.Shown = other.ID, other.Name
	return nil
}

// reportGame reports a game: the one who has opened it answers for its name.
func (s *Safety) reportGame(tx game.Tx, r *game.Report, id string) error {
	g, err := s.Load(tx, id)
	if err != nil {
		return err
	}
	r.Game, r.Shown = g.ID, g.Name
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	for _, kind := range []game.MemberKind{game.Master, game.Player} {
		if all := gamestate.OfKind(parts, kind); len(all) > 0 {
			r.About = all[0].Account
			break
		}
	}
	return nil
}

// mayReport returns an error if an account has reported the same already, or too
// much.
func (s *Safety) mayReport(tx game.Tx, r *game.Report) error {
	before, err := tx.ReportsBy(r.Reporter, time.Unix(0, 0))
	if err != nil {
		return err
	}
	lately := 0
	for _, x := range before {
		if r.Made.Sub(x.Made) < 24*time.Hour {
			lately++
		}
		if x.Decided.IsZero() && x.Kind == r.Kind && x.Game == r.Game && x.Seq == r.Seq && x.About == r.About {
			return game.Refuse(game.Conflict, message.New("You have reported this already. The operators will look at it, and you will learn what they decide."))
		}
	}
	if lately >= maxReportsDay {
		return game.Refuse(game.TooMany, message.New("You have sent {n} reports within a day, and no more are taken. Mute or block who disturbs you; tomorrow you can report again.", message.Number(lately)))
	}
	return nil
}

// Outcome is a report that an account has made, as it may see it.
type Outcome struct {
	ID      string
	Kind    game.ReportKind
	Game    string // its ID, of a message or a game
	Shown   string // the name that was reported, or that of the game
	Reason  game.ReportReason
	Note    string
	Made    time.Time
	Decided time.Time
	Verdict string
}

// Say returns what was decided, for the person who has made the report.
func (o *Outcome) Say() message.Message { return sayOutcome(o.Verdict) }

func sayOutcome(verdict string) message.Message {
	switch verdict {
	case game.Dismissed:
		return message.New("An operator has looked at it and found nothing against the rules of this judge.")
	case game.Warned:
		return message.New("An operator has warned the person.")
	case game.Suspended:
		return message.New("An operator has suspended the person for some time.")
	case game.Renamed:
		return message.New("An operator has removed the name.")
	}
	return message.New("The operators have not decided yet.")
}

// MyReports returns the reports that an account has made, the latest first.
func (s *Safety) MyReports(ctx context.Context, accountID string) ([]Outcome, error) {
	var out []Outcome
	err := s.Read(ctx, func(tx game.Tx) (err error) {
		out, err = outcomes(tx, accountID)
		return err
	})
	return out, err
}

func outcomes(tx game.Tx, accountID string) ([]Outcome, error) {
	list, err := tx.ReportsBy(accountID, time.Unix(0, 0))
	if err != nil {
		return nil, err
	}
	var out []Outcome
	for _, r := range slices.Backward(list) {
		o := Outcome{r.ID, r.Kind, r.Game, r.Shown, r.Reason, r.Note, r.Made, r.Decided, r.Verdict}
		if o.Shown == "" && r.Game != "" {
			if o.Shown, err = title(tx, r.Game); err != nil {
				return nil, err
			}
		}
		out = append(out, o)
	}
	return out, nil
}

// Sanctions returns what operators have imposed on an account, oldest first, and
// how it stands now.
func (s *Safety) Sanctions(ctx context.Context, accountID string) (all []game.Sanction, now account.Standing, err error) {
	err = s.Read(ctx, func(tx game.Tx) error {
		if all, err = tx.Sanctions(accountID); err != nil {
			return err
		}
		now, err = account.StandingOf(tx, accountID, s.Now())
		return err
	})
	return all, now, err
}

// Acknowledge records that the owner of an account has read its warnings, and
// returns how many there were.
func (s *Safety) Acknowledge(ctx context.Context, accountID string) (int, error) {
	n := 0
	err := s.Write(ctx, func(tx game.Tx) error {
		n = 0
		if err := tx.LockAccount(accountID); err != nil {
			return err
		}
		all, err := tx.Sanctions(accountID)
		if err != nil {
			return err
		}
		for _, x := range all {
			if !x.Seen.IsZero() {
				continue
			}
			x.Seen = s.Now()
			if err := tx.SaveSanction(x); err != nil {
				return err
			}
			n++
		}
		return nil
	})
	if errors.Is(err, game.ErrNoRecord) {
		err = account.ErrNoAccount
	}
	return n, err
}

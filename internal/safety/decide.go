package safety

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/internal/lobby"
	"podesta/internal/press"
	"podesta/machiavelli/message"
)

// Filed is a report as operators see it in lists.
type Filed struct {
	game.Report
	ReporterName string
	AboutName    string // empty: nobody is known to answer for it
	Title        string // the name of the game
	OperatorName string
}

// Reports returns the open reports, oldest first, and those that were decided
// lately. It is for operators.
func (s *Safety) Reports(ctx context.Context, operator string) (open, decided []Filed, err error) {
	const many = 100
	err = s.Read(ctx, func(tx game.Tx) error {
		open, decided = nil, nil
		if _, err := s.operator(tx, operator); err != nil {
			return err
		}
		for _, part := range []struct {
			read func(int) ([]game.Report, error)
			into *[]Filed
		}{{tx.OpenReports, &open}, {tx.DecidedReports, &decided}} {
			list, err := part.read(many)
			if err != nil {
				return err
			}
			for i := range list {
				f, err := file(tx, &list[i])
				if err != nil {
					return err
				}
				*part.into = append(*part.into, f)
			}
		}
		return nil
	})
	return open, decided, err
}

// OpenReports returns the number of open reports, up to 100, for an operator.
func (s *Safety) OpenReports(ctx context.Context, operator string) (int, error) {
	open, _, err := s.Reports(ctx, operator)
	return len(open), err
}

func file(tx game.Tx, r *game.Report) (f Filed, err error) {
	f.Report = *r
	for _, x := range []struct {
		of   string
		into *string
	}{{r.Reporter, &f.ReporterName}, {r.About, &f.AboutName}, {r.Operator, &f.OperatorName}} {
		if *x.into, err = nameOf(tx, x.of); err != nil {
			return f, err
		}
	}
	if r.Game != "" {
		f.Title, err = title(tx, r.Game)
	}
	return f, err
}

// Case is a report with everything that an operator needs to decide it.
type Case struct {
	Filed
	Evidence *press.Evidence // of a message; nil: there is none, or Withheld
	Game     *game.Game      // of a message or a game; nil: it no longer exists
	Role     game.Role       // of the reporter, as whom the evidence is read
	Comment  string          // of the game that is reported: its description
	Withheld message.Message // why the operator neither sees the evidence nor decides; zero: no reason
	Others   []Filed         // other reports about the person, the latest first
	Back     []Filed         // reports of the person about the reporter
	Past     []game.Sanction // of the person
}

// ReadReport returns a report with its evidence: the message, those before it in
// its conversation, as the reporter can read them, and what operators have decided
// about the person before. Each call is recorded in the audit log. Operators do not
// see the evidence of games in which they play, nor decide reports by or about
// themselves.
func (s *Safety) ReadReport(ctx context.Context, operator, id string) (*Case, error) {
	var c *Case
	err := s.Write(ctx, func(tx game.Tx) (err error) {
		if _, err = s.operator(tx, operator); err != nil {
			return err
		}
		r, err := report(tx, id)
		if err != nil {
			return err
		}
		if c, err = s.caseOf(tx, operator, r); err != nil {
			return err
		}
		if !c.Withheld.IsZero() {
			return nil
		}
		return tx.AddLook(game.Look{At: s.Now(), Operator: operator, What: "evidence", Report: r.ID, Account: r.About, Game: r.Game})
	})
	return c, err
}

func report(tx game.Tx, id string) (*game.Report, error) {
	r, err := tx.Report(id)
	if errors.Is(err, game.ErrNoRecord) {
		err = game.Refuse(game.NotFound, message.New("There is no such report."))
	}
	return &r, err
}

func (s *Safety) caseOf(tx game.Tx, operator string, r *game.Report) (*Case, error) {
	f, err := file(tx, r)
	if err != nil {
		return nil, err
	}
	c := &Case{Filed: f}
	var g *gamestate.State
	if r.Game != "" {
		if g, err = s.Load(tx, r.Game); err != nil && !errors.Is(err, game.ErrNoGame) {
			return nil, err
		}
	}
	if c.Withheld, err = s.withheld(tx, operator, r, g); err != nil || !c.Withheld.IsZero() {
		return c, err
	}
	if g != nil {
		if c.Game = g.Game; r.Kind == game.GameReport {
			c.Comment = g.Hosting.Comment
		}
		if r.Kind == game.LetterReport {
			if err := s.evidence(tx, g, c); err != nil {
				return nil, err
			}
		}
	}
	if r.About == "" {
		return c, nil
	}
	others, err := tx.ReportsAbout(r.About)
	if err != nil {
		return nil, err
	}
	back, err := tx.ReportsAbout(r.Reporter)
	if err != nil {
		return nil, err
	}
	back = slices.DeleteFunc(back, func(x game.Report) bool { return x.Reporter != r.About })
	others = slices.DeleteFunc(others, func(x game.Report) bool { return x.ID == r.ID })
	for _, part := range []struct {
		list []game.Report
		into *[]Filed
	}{{others, &c.Others}, {back, &c.Back}} {
		for _, x := range slices.Backward(part.list) {
			f, err := file(tx, &x)
			if err != nil {
				return nil, err
			}
			*part.into = append(*part.into, f)
		}
	}
	c.Past, err = tx.Sanctions(r.About)
	return c, err
}

// evidence reads the message of a report as its reporter can read it. An erased
// reporter, or one who has left, can no longer read it: then there is none.
func (s *Safety) evidence(tx game.Tx, g *gamestate.State, c *Case) error {
	a, err := s.Accounts.Account(tx, c.Reporter)
	if err != nil {
		return err
	}
	if c.Role, err = s.RoleIn(tx, g, a); err != nil {
		return err
	}
	c.Evidence, err = s.press.ReadEvidence(tx, g, c.Role, c.Seq)
	if errors.Is(err, press.ErrNoEntry) {
		c.Evidence, err = nil, nil
	}
	return err
}

// withheld returns why an operator must leave a report to another, or the zero
// message.
func (s *Safety) withheld(tx game.Tx, operator string, r *game.Report, g *gamestate.State) (why message.Message, err error) {
	switch {
	case r.Reporter == operator:
		return message.New("You have made this report yourself: another operator decides it."), nil
	case r.About == operator:
		return message.New("This report is about you: another operator decides it."), nil
	case g == nil || g.Ended():
		return why, nil
	}
	parts, err := g.Members(tx)
	if err == nil && gamestate.FindMember(parts, operator, game.Player) != nil {
		why = message.New("You play in this game and must not read what others write in it: another operator decides this report.")
	}
	return why, err
}

// Decision is what an operator decides on a report.
type Decision struct {
	Verdict string // game.Dismissed, Warned, Suspended or Renamed
	Days    int    // of a suspension
	Why     string // a sentence for the person who is reported
}

// maxSuspension is the longest suspension, in days.
const maxSuspension = 365

// check returns an error for a decision that a report does not allow.
func (d *Decision) check(r *game.Report) error {
	d.Why = strings.TrimSpace(d.Why)
	switch {
	case !slices.Contains([]string{game.Dismissed, game.Warned, game.Suspended, game.Renamed}, d.Verdict):
		return game.Refuse(game.Invalid, message.New("A report is decided by one of these: {verdicts}.", message.ListOf(message.Or, []message.Order{game.Dismissed, game.Warned, game.Suspended, game.Renamed})))
	case d.Verdict == game.Suspended && (d.Days < 1 || d.Days > maxSuspension):
		return game.Refuse(game.Invalid, message.New("A suspension lasts from 1 to {n} days.", message.Number(maxSuspension)))
	case utf8.RuneCountInString(d.Why) > maxNote || !game.Printable(d.Why, true):
		return game.Refuse(game.Invalid, message.New("Your explanation must be readable text of at most {n} characters.", message.Number(maxNote)))
	case r.About == "" && (d.Verdict == game.Warned || d.Verdict == game.Suspended || d.Verdict == game.Renamed && r.Kind != game.GameReport):
		return game.Refuse(game.Conflict, message.New("The judge does not know who has written this, so the report can only be dismissed."))
	}
	return nil
}

// Decide decides a report. Reporter and reported are told the outcome. It is for
// operators; the error code is "conflict" for a report that was decided already.
func (s *Safety) Decide(ctx context.Context, operator, id string, d Decision) error {
	var games []string
	var old, name string
	var about *game.Account
	err := s.Write(ctx, func(tx game.Tx) error {
		games = nil
		if _, err := s.operator(tx, operator); err != nil {
			return err
		}
		r, err := report(tx, id)
		if err != nil {
			return err
		}
		if err := s.lockReport(tx, r); err != nil {
			return err
		}
		c, err := s.caseOf(tx, operator, r)
		switch {
		case err != nil:
			return err
		case !r.Decided.IsZero():
			return game.Refuse(game.Conflict, message.New("This report has been decided already."))
		case !c.Withheld.IsZero():
			return game.Refuse(game.Forbidden, c.Withheld)
		}
		if err := d.check(r); err != nil {
			return err
		}
		r.Decided, r.Verdict, r.Why, r.Operator = s.Now(), d.Verdict, d.Why, operator
		if d.Verdict == game.Suspended {
			r.Until = r.Decided.AddDate(0, 0, d.Days)
		}
		if r.About != "" {
			if about, err = s.Accounts.Account(tx, r.About); err != nil {
				return err
			}
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
		if d.Verdict != game.Dismissed && r.About != "" {
			x := game.Sanction{ID: game.EncodeID(game.RandomBytes(10)), Account: r.About, Kind: d.Verdict, Report: r.ID, Made: r.Decided, Until: r.Until, Why: d.Why}
			if err := tx.SaveSanction(x); err != nil {
				return err
			}
		}
		if err := tx.SaveReport(*r); err != nil {
			return err
		}
		if err := tx.AddLook(game.Look{At: r.Decided, Operator: operator, What: d.Verdict, Report: r.ID, Account: r.About, Game: r.Game}); err != nil {
			return err
		}
		return s.tell(tx, r)
	})
	for _, g := range games {
		if err == nil {
			err = s.Write(ctx, func(tx game.Tx) error { return s.users.Unname(tx, g, about.ID, old, name) })
		}
	}
	return err
}

// lockReport makes two operators who decide a report at once stand in line, and
// reads the report again.
func (s *Safety) lockReport(tx game.Tx, r *game.Report) error {
	if err := tx.LockAccount(r.Reporter); err != nil {
		return err
	}
	now, err := report(tx, r.ID)
	if err == nil {
		*r = *now
	}
	return err
}

// rename gives an account a neutral name, and returns the games in which the old
// one stands.
func (s *Safety) rename(tx game.Tx, a *game.Account) (games []string, name string, err error) {
	if a.Name == account.FormerPlayer {
		return nil, "", game.Refuse(game.Conflict, message.New("This account was erased, and its name with it."))
	}
	for name == "" {
		try := fmt.Sprintf("Player %d", 10000+rand.IntN(90000))
		taken, err := tx.AccountsNamed(try)
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
	if err := s.Accounts.Mark(tx, a.ID, func(a *game.Account) { a.Name = name }); err != nil {
		return nil, "", err
	}
	parts, err := tx.MembersOf(a.ID)
	for _, m := range parts {
		games = append(games, m.Game)
	}
	slices.Sort(games)
	return slices.Compact(games), name, err
}

// renameGame gives a game a neutral name and removes its description.
func (s *Safety) renameGame(tx game.Tx, id string) error {
	g, err := s.Load(tx, id)
	if err != nil {
		return err
	}
	return lobby.Neutralise(tx, g, journal.Notice{Topic: journal.TopicParameters, Said: message.New("An operator of the judge has given the game another name.")})
}

// tell tells reporter and reported what was decided.
func (s *Safety) tell(tx game.Tx, r *game.Report) error {
	if err := s.tellOne(tx, r.Reporter, message.New("You have sent a report to the operators of the judge."), sayOutcome(r.Verdict), message.Message{}); err != nil || r.About == "" {
		return err
	}
	why := message.Message{}
	if r.Why != "" {
		why = message.New("They add: {text}", message.Name(r.Why))
	}
	about := map[game.ReportKind]message.Message{
		game.LetterReport: message.New("Another player has reported a message of yours."),

		game.CommentReport: message.New("Another player has reported a comment of yours."),
		game.NameReport:    message.New("Another player has reported your name."),
		game.GameReport:    message.New("Another player has reported a game of yours."),
	}[r.Kind]
	return s.tellOne(tx, r.About, about, SaySanction(r.Verdict, r.Until), why)
}

// SaySanction tells a person what an operator has decided about them.
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

func (s *Safety) tellOne(tx game.Tx, id string, about, what, why message.Message) error {
	a, err := s.Accounts.Account(tx, id)
	if err != nil || a.Blocked || a.Email == "" {
		return err
	}
	said := []message.Message{about, what}
	if !why.IsZero() {
		said = append(said, why)
	}
	return s.Accounts.TellOperators(tx, a, said)
}

// Looked is an entry of the audit log with names.
type Looked struct {
	game.Look
	OperatorName, AccountName, Title string
}

// Audit returns entries of the audit log before an entry (0: the latest), the
// latest first. It is for operators.
func (s *Safety) Audit(ctx context.Context, operator string, before int64, limit int) ([]Looked, error) {
	var out []Looked
	err := s.Read(ctx, func(tx game.Tx) error {
		out = nil
		if _, err := s.operator(tx, operator); err != nil {
			return err
		}
		list, err := tx.Looks(before, limit)
		if err != nil {
			return err
		}
		for _, l := range list {
			x := Looked{Look: l}
			if x.OperatorName, err = nameOf(tx, l.Operator); err != nil {
				return err
			}
			if x.AccountName, err = nameOf(tx, l.Account); err != nil {
				return err
			}
			if l.Game != "" {
				if x.Title, err = title(tx, l.Game); err != nil {
					return err
				}
			}
			out = append(out, x)
		}
		return nil
	})
	return out, err
}

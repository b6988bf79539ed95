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
	What         message.Message // what is reported
	ReporterName string
	AboutName    string // empty: nobody is known to answer for it
	Title        string // the name of the game
	OperatorName string
	Withheld     message.Message // why the operator neither sees the evidence nor decides; zero: no reason
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
				f, _, err := s.file(tx, operator, &list[i])
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

// OpenReports returns the number of open reports, up to 100, that an operator can
// decide.
func (s *Safety) OpenReports(ctx context.Context, operator string) (int, error) {
	n := 0
	err := s.Read(ctx, func(tx game.Tx) error {
		n = 0
		if _, err := s.operator(tx, operator); err != nil {
			return err
		}
		list, err := tx.OpenReports(100)
		if err != nil {
			return err
		}
		for i := range list {
			g, err := s.gameOf(tx, &list[i])
			if err != nil {
				return err
			}
			why, err := s.withheld(tx, operator, &list[i], g)
			if err != nil {
				return err
			}
			if why.IsZero() {
				n++
			}
		}
		return nil
	})
	return n, err
}

// gameOf returns the game of a report, or nil if it has none, or no longer.
func (s *Safety) gameOf(tx game.Tx, r *game.Report) (*gamestate.State, error) {
	if r.Game == "" {
		return nil, nil
	}
	g, err := s.Load(tx, r.Game)
	if errors.Is(err, game.ErrNoGame) {
		return nil, nil
	}
	return g, err
}

// file adds to a report what operators see of it in lists, and returns its game.
// Those who must leave it to another learn neither who has reported it nor, in a game
// in which they play, about whom it is.
func (s *Safety) file(tx game.Tx, operator string, r *game.Report) (f Filed, g *gamestate.State, err error) {
	f.Report = *r
	if g, err = s.gameOf(tx, r); err != nil {
		return f, nil, err
	}
	if f.Withheld, err = s.withheld(tx, operator, r, g); err != nil {
		return f, nil, err
	}
	if !f.Withheld.IsZero() && r.Reporter != operator {
		f.Reporter, f.Note, f.Quote = "", "", ""
		if r.About != operator {
			f.About = ""
		}
	}
	for _, x := range []struct {
		of   string
		into *string
	}{{f.Reporter, &f.ReporterName}, {f.About, &f.AboutName}, {r.Operator, &f.OperatorName}} {
		if *x.into, err = nameOf(tx, x.of); err != nil {
			return f, nil, err
		}
	}
	if g != nil {
		f.Title = g.Name
	}
	f.What, err = s.what(tx, r)
	return f, g, err
}

// Case is a report with everything that an operator needs to decide it.
type Case struct {
	Filed
	Evidence *press.Evidence   // of a message; nil: there is none, or it is withheld
	Names    map[string]string // of the writers in the evidence, by account
	Game     *game.Game        // nil: there is none, or it no longer exists
	Comment  string            // of the game that is reported: its description
	With     []Filed           // the reports that were made together with it
	Others   []Filed           // other reports about the person, the latest first
	Back     []Filed           // reports of the person about the reporter
	Past     []game.Sanction   // of the person
	Again    []Again           // earlier decisions on this report
}

// Again is an earlier decision on a report with names.
type Again struct {
	game.Ruling
	OperatorName, ByName string
}

// Lifts reports whether a sanction that was decided on this report stands.
func (c *Case) Lifts() bool {
	return slices.ContainsFunc(c.Past, func(x game.Sanction) bool { return x.Report == c.ID && x.Lifted.IsZero() })
}

// Appeal returns what the person says against the decision on this report, or "".
func (c *Case) Appeal() string {
	for _, x := range slices.Backward(c.Past) {
		if x.Report == c.ID && x.Appeal != "" {
			return x.Appeal
		}
	}
	return ""
}

// ReadReport returns a report with its evidence: the message in its conversation, as
// the reporter can read it, and what operators have decided about the person before.
// Each call is recorded in the audit log. Operators do not see the evidence of games
// in which they play, nor decide reports by or about themselves, or appeals against
// their own decisions if another operator can decide them.
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
		return tx.AddLook(game.Look{At: s.Now(), Operator: operator, What: game.LookedEvidence, Report: r.ID, Account: r.About, Game: r.Game})
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
	f, g, err := s.file(tx, operator, r)
	c := &Case{Filed: f}
	if err != nil || !c.Withheld.IsZero() {
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
	for _, x := range r.Rulings {
		a := Again{Ruling: x}
		if a.OperatorName, err = nameOf(tx, x.Operator); err != nil {
			return nil, err
		}
		if a.ByName, err = nameOf(tx, x.By); err != nil {
			return nil, err
		}
		c.Again = append(c.Again, a)
	}
	var with []game.Report
	for _, id := range r.With {
		x, err := report(tx, id)
		if err != nil {
			return nil, err
		}
		with = append(with, *x)
	}
	var others, back []game.Report
	if r.About != "" {
		if others, err = tx.ReportsAbout(r.About); err != nil {
			return nil, err
		}
		if back, err = tx.ReportsAbout(r.Reporter); err != nil {
			return nil, err
		}
		if c.Past, err = tx.Sanctions(r.About); err != nil {
			return nil, err
		}
	}
	back = slices.DeleteFunc(back, func(x game.Report) bool { return x.Reporter != r.About })
	others = slices.DeleteFunc(others, func(x game.Report) bool { return x.ID == r.ID })
	for _, part := range []struct {
		list []game.Report
		into *[]Filed
	}{{with, &c.With}, {others, &c.Others}, {back, &c.Back}} {
		for _, x := range slices.Backward(part.list) {
			f, _, err := s.file(tx, operator, &x)
			if err != nil {
				return nil, err
			}
			*part.into = append(*part.into, f)
		}
	}
	return c, nil
}

// evidence reads the message of a report as its reporter can read it. An erased
// reporter, or one who has left, can no longer read it: then there is only what the
// report quotes.
func (s *Safety) evidence(tx game.Tx, g *gamestate.State, c *Case) error {
	a, err := s.Accounts.Account(tx, c.Reporter)
	if err != nil {
		return err
	}
	role, err := s.RoleIn(tx, g, a)
	if err != nil {
		return err
	}
	c.Evidence, err = s.press.ReadEvidence(tx, g, role, c.Seq)
	if errors.Is(err, press.ErrNoEntry) {
		c.Evidence = nil
		return nil
	}
	if err != nil {
		return err
	}
	c.Names = map[string]string{}
	for i := range c.Evidence.Talk {
		id := c.Evidence.Talk[i].Writer
		if c.Names[id], err = nameOf(tx, id); err != nil {
			return err
		}
	}
	return nil
}

// withheld returns why an operator must leave a report to another, or the zero
// message. An appeal against a decision is for another operator, if there is one who
// can decide it.
func (s *Safety) withheld(tx game.Tx, operator string, r *game.Report, g *gamestate.State) (why message.Message, err error) {
	if why, err = s.partial(tx, operator, r, g); err != nil || !why.IsZero() || !r.Appealed() || r.Rulings[len(r.Rulings)-1].Operator != operator {
		return why, err
	}
	able, err := s.able(tx, r, g)
	if slices.ContainsFunc(able, func(a game.Account) bool { return a.ID != operator }) {
		why = message.New("The appeal is against a decision of yours: another operator decides it.")
	}
	return why, err
}

// partial returns why an operator cannot judge a report, or the zero message.
func (s *Safety) partial(tx game.Tx, operator string, r *game.Report, g *gamestate.State) (why message.Message, err error) {
	if r.Reporter == operator {
		return message.New("You have made this report yourself: another operator decides it."), nil
	}
	about := r.About == operator
	for _, id := range r.With {
		x, err := tx.Report(id)
		if err != nil {
			return why, err
		}
		about = about || x.About == operator
	}
	if about {
		return message.New("This report is about you: another operator decides it."), nil
	}
	plays, err := playsIn(tx, operator, g)
	if plays {
		why = message.New("You play in this game and must not read what others write in it: another operator decides this report.")
	}
	return why, err
}

// playsIn reports whether an account plays in a game that is not over.
func playsIn(tx game.Tx, account string, g *gamestate.State) (bool, error) {
	if g == nil || g.Ended() {
		return false, nil
	}
	parts, err := g.Members(tx)
	return err == nil && gamestate.FindMember(parts, account, game.Player) != nil, err
}

// able returns the operators who can judge a report.
func (s *Safety) able(tx game.Tx, r *game.Report, g *gamestate.State) (out []game.Account, err error) {
	all, err := tx.Operators()
	for i := range all {
		a := &all[i]
		if _, err := s.operator(tx, a.ID); game.ErrorCode(err) == game.Forbidden {
			continue
		} else if err != nil {
			return nil, err
		}
		why, err := s.partial(tx, a.ID, r, g)
		if err != nil {
			return nil, err
		}
		if why.IsZero() {
			out = append(out, *a)
		}
	}
	return out, err
}

// Decision is what an operator decides on a report.
type Decision struct {
	Verdict string // game.Dismissed, Warned, Suspended, Renamed or, of a report that was opened again, Upheld
	Days    int    // of a suspension
	Why     string // a sentence for the person who is reported
}

// maxSuspension is the longest suspension, in days.
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

// sentence returns what an operator writes to a person, or an error if it cannot be
// read.
func sentence(why string) (string, error) {
	why = strings.TrimSpace(strings.ReplaceAll(why, "\r\n", "\n"))
	if utf8.RuneCountInString(why) > maxNote || !game.Printable(why, true) {
		return "", game.Refuse(game.Invalid, message.New("Your explanation must be readable text of at most {n} characters.", message.Number(maxNote)))
	}
	return why, nil
}

// judged reads a report for an operator who can decide it, and keeps others off it:
// two operators who decide a report at once stand in line.
func (s *Safety) judged(tx game.Tx, operator, id string) (*game.Report, error) {
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
		if err := tx.LockAccount(a); err != nil {
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

// Decide decides a report. Reporter and reported are told the outcome. It is for
// operators; the error code is "conflict" for a report that was decided already. The
// decision on a report that was opened again replaces the earlier one, unless it
// upholds it.
func (s *Safety) Decide(ctx context.Context, operator, id string, d Decision) error {
	var games []string
	var old, name string
	var about *game.Account
	err := s.Write(ctx, func(tx game.Tx) error {
		games = nil
		r, err := s.decidable(tx, operator, id, &d)
		if err != nil {
			return err
		}
		told := *r
		r.Decided, r.Verdict, r.Why, r.Operator = s.Now(), d.Verdict, d.Why, operator
		if d.Verdict == game.Suspended {
			r.Until = r.Decided.AddDate(0, 0, d.Days)
		}
		if r.About != "" {
			if about, err = s.Accounts.Account(tx, r.About); err != nil {
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
			if err := tx.SaveSanction(x); err != nil {
				return err
			}
		}
		if d.Verdict == game.Upheld {
			last := r.Rulings[len(r.Rulings)-1]
			r.Verdict, r.Until, r.Why = last.Verdict, last.Until, last.Why
		}
		if err := tx.SaveReport(*r); err != nil {
			return err
		}
		if err := tx.AddLook(game.Look{At: r.Decided, Operator: operator, What: d.Verdict, Report: r.ID, Account: r.About, Game: r.Game}); err != nil {
			return err
		}
		told.Until = r.Until
		return s.tell(tx, &told, &d)
	})
	for _, g := range games {
		if err == nil {
			err = s.Write(ctx, func(tx game.Tx) error { return s.users.Unname(tx, g, about.ID, old, name) })
		}
	}
	return err
}

// decidable returns a report that an operator can decide in this way.
func (s *Safety) decidable(tx game.Tx, operator, id string, d *Decision) (*game.Report, error) {
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

// Preview returns what a decision would tell the person who is reported, in
// paragraphs, or an error if it is not possible. Nothing changes.
func (s *Safety) Preview(ctx context.Context, operator, id string, d Decision) (said []message.Message, err error) {
	err = s.Read(ctx, func(tx game.Tx) error {
		r, err := s.decidable(tx, operator, id, &d)
		if err != nil {
			return err
		}
		if d.Verdict == game.Suspended {
			r.Until = s.Now().AddDate(0, 0, d.Days)
		}
		said, err = s.saysTo(tx, r, &d)
		return err
	})
	return said, err
}

// settle ends what earlier decisions on a report have imposed, unless the new one
// upholds them, and answers an appeal.
func (s *Safety) settle(tx game.Tx, r *game.Report, d *Decision) error {
	if r.About == "" || len(r.Rulings) == 0 {
		return nil
	}
	all, err := tx.Sanctions(r.About)
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
		if err := tx.SaveSanction(x); err != nil {
			return err
		}
	}
	return nil
}

// ReopenReport opens a report again that was decided. What the decision has imposed stays
// until the next one, or until it is lifted.
func (s *Safety) ReopenReport(ctx context.Context, operator, id, why string) error {
	return s.Write(ctx, func(tx game.Tx) error {
		r, err := s.judged(tx, operator, id)
		if err != nil {
			return err
		}
		if r.Decided.IsZero() {
			return game.Refuse(game.Conflict, message.New("This report is open."))
		}
		if why, err = sentence(why); err != nil {
			return err
		}
		again(r, game.Ruling{Opened: s.Now(), By: operator, Again: why})
		if err := tx.SaveReport(*r); err != nil {
			return err
		}
		return tx.AddLook(game.Look{At: s.Now(), Operator: operator, What: game.ReopenedReport, Report: r.ID, Account: r.About, Game: r.Game})
	})
}

// again opens a report again. x says by whom.
func again(r *game.Report, x game.Ruling) {
	x.Verdict, x.Why, x.Operator, x.Decided, x.Until = r.Verdict, r.Why, r.Operator, r.Decided, r.Until
	r.Rulings = append(r.Rulings, x)
	r.Verdict, r.Why, r.Operator, r.Decided, r.Until = "", "", "", time.Time{}, time.Time{}
}

// Lift ends what the decision on a report has imposed, with a sentence for the person.
// It is for operators.
func (s *Safety) Lift(ctx context.Context, operator, id, why string) error {
	return s.Write(ctx, func(tx game.Tx) error {
		r, err := s.judged(tx, operator, id)
		if err != nil {
			return err
		}
		if r.Appealed() {
			return game.Refuse(game.Conflict, message.New("The person has appealed: decide the appeal."))
		}
		n, err := s.lift(tx, operator, r.About, why, func(x *game.Sanction) bool { return x.Report == r.ID })
		if err == nil && n == 0 {
			err = game.Refuse(game.Conflict, message.New("There is nothing to lift."))
		}
		return err
	})
}

// LiftAll ends everything that operators have imposed on an account, with a sentence
// for its owner, and returns how many sanctions there were. It is for the command
// line.
func (s *Safety) LiftAll(ctx context.Context, accountID, why string) (n int, err error) {
	err = s.Write(ctx, func(tx game.Tx) error {
		now := s.Now()
		n, err = s.lift(tx, "", accountID, why, func(x *game.Sanction) bool { return x.InForce(now) })
		return err
	})
	return n, err
}

func (s *Safety) lift(tx game.Tx, operator, accountID, why string, which func(*game.Sanction) bool) (n int, err error) {
	if why, err = sentence(why); err != nil {
		return 0, err
	}
	if why == "" {
		return 0, game.Refuse(game.Invalid, message.New("Say why you lift it: the person reads it."))
	}
	if accountID == "" {
		return 0, nil
	}
	if err := tx.LockAccount(accountID); err != nil {
		return 0, err
	}
	all, err := tx.Sanctions(accountID)
	if err != nil {
		return 0, err
	}
	for _, x := range all {
		if !x.Lifted.IsZero() || !which(&x) {
			continue
		}
		n++
		x.Lifted, x.LiftedBy, x.LiftWhy = s.Now(), operator, why
		if err := tx.SaveSanction(x); err != nil {
			return 0, err
		}
		if err := tx.AddLook(game.Look{At: x.Lifted, Operator: operator, What: game.LiftedSanction, Report: x.Report, Account: accountID}); err != nil {
			return 0, err
		}
		if err := s.tellOne(tx, accountID, SayLifted(x.Kind), said(why)); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// maxAppeal is the maximum number of characters of an appeal.
const maxAppeal = 2000

// Appeal asks the operators to look again at a sanction of an account or, without its
// ID, at the latest one against which there was no appeal yet. The report is opened
// again; until it is decided, the sanction stays. There is one appeal for each report.
func (s *Safety) Appeal(ctx context.Context, accountID, id, text string) error {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	switch {
	case text == "":
		return game.Refuse(game.Invalid, message.New("Write why the decision is wrong: the operators read it."))
	case utf8.RuneCountInString(text) > maxAppeal || !game.Printable(text, true):
		return game.Refuse(game.Invalid, message.New("Your appeal must be readable text of at most {n} characters.", message.Number(maxAppeal)))
	}
	return s.Write(ctx, func(tx game.Tx) error {
		if err := tx.LockAccount(accountID); err != nil {
			return err
		}
		if _, err := s.Accounts.Able(tx, accountID); err != nil {
			return err
		}
		all, err := tx.Sanctions(accountID)
		if err != nil {
			return err
		}
		err = game.Refuse(game.Conflict, message.New("There is no decision against which you can appeal. You can appeal once against each."))
		for _, x := range slices.Backward(all) {
			r, e := report(tx, x.Report)
			if e != nil {
				return e
			}
			if id != "" && x.ID != id || !mayAppeal(&x, r) {
				continue
			}
			if r.Decided.IsZero() { // an operator has opened it again
				r.Rulings[len(r.Rulings)-1].Appeal = true
			} else {
				again(r, game.Ruling{Opened: s.Now(), By: accountID, Appeal: true})
			}
			x.Appealed, x.Appeal = s.Now(), text
			if err := tx.SaveSanction(x); err != nil {
				return err
			}
			if err := tx.SaveReport(*r); err != nil {
				return err
			}
			return s.alert(tx, r)
		}
		return err
	})
}

// mayAppeal reports whether the owner of a sanction that was decided on a report can
// appeal against it.
func mayAppeal(x *game.Sanction, r *game.Report) bool {
	return x.Lifted.IsZero() && x.Appealed.IsZero() && !slices.ContainsFunc(r.Rulings, func(x game.Ruling) bool { return x.Appeal })
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

// tell tells reporter and reported what was decided. The reporter is not told of a
// decision that changes nothing.
func (s *Safety) tell(tx game.Tx, r *game.Report, d *Decision) error {
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

// maxQuote is the maximum number of characters that a letter quotes.
const maxQuote = 1000

// saysTo returns what a decision says to the person who is reported: what it is
// about, the decision, the operator's sentence, and how they appeal.
func (s *Safety) saysTo(tx game.Tx, r *game.Report, d *Decision) ([]message.Message, error) {
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
	out := []message.Message{about, message.New("It is about {what}.", what)}
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

// SayLifted tells a person that an operator has lifted a sanction.
func SayLifted(kind string) message.Message {
	switch kind {
	case game.Warned:
		return message.New("An operator has withdrawn a warning that you had.")
	case game.Suspended:
		return message.New("An operator has lifted the suspension of your account.")
	}
	return message.New("An operator has withdrawn the decision about a name of yours. You can use it again, if nobody else has it.")
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

func (s *Safety) tellOne(tx game.Tx, id string, said ...message.Message) error {
	a, err := s.Accounts.Account(tx, id)
	if err != nil || a.Blocked || a.Email == "" {
		return err
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
			g, err := s.gameOf(tx, &game.Report{Game: l.Game})
			if err != nil {
				return err
			}
			if hidden, err := playsIn(tx, operator, g); err != nil {
				return err
			} else if hidden { // it would say who plays there
				x.Account = ""
			}
			if x.AccountName, err = nameOf(tx, x.Account); err != nil {
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

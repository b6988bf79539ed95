package safety

import (
	"context"
	"errors"
	"slices"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/press"
	"podesta/machiavelli/message"
)

// Filed is a report as operators see it in lists.
type Filed struct {
	game.Report
	What         message.Message // what was reported
	ReporterName string
	AboutName    string // empty if the responsible person is not known
	Title        string // the name of the game
	OperatorName string
	Withheld     message.Message // why this operator may not decide; zero if they may
}

// Reports returns the open reports, the oldest first, and the recently decided ones. Only
// operators may call it.
func (s *Safety) Reports(ctx context.Context, operator string) (open, decided []Filed, err error) {
	const many = 100
	err = s.base.Read(ctx, func(tx *game.Tx) error {
		open, decided = nil, nil
		if _, err := s.operator(tx, operator); err != nil {
			return err
		}
		for _, part := range []struct {
			read func(int) ([]game.Report, error)
			into *[]Filed
		}{{tx.Safety.OpenReports, &open}, {tx.Safety.DecidedReports, &decided}} {
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
	err := s.base.Read(ctx, func(tx *game.Tx) error {
		n = 0
		if _, err := s.operator(tx, operator); err != nil {
			return err
		}
		list, err := tx.Safety.OpenReports(100)
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

// gameOf returns the game of a report, or nil if there is none, or it no longer exists.
func (s *Safety) gameOf(tx *game.Tx, r *game.Report) (*gamestate.State, error) {
	if r.Game == "" {
		return nil, nil
	}
	g, err := s.base.Load(tx, r.Game)
	if errors.Is(err, game.ErrNoGame) {
		return nil, nil
	}
	return g, err
}

// file adds to a report the details that operators see in lists, and returns its game. Operators
// who must not decide the report see who made it only if they did so themselves, and see whom it is
// about only if it is about them.
func (s *Safety) file(tx *game.Tx, operator string, r *game.Report) (f Filed, g *gamestate.State, err error) {
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

// Case is a report with everything that an operator needs for a decision.
type Case struct {
	Filed
	Evidence *press.Evidence   // evidence about a message; nil if there is none, or it is withheld
	Names    map[string]string // names of the writers in the evidence, keyed by account
	Game     *game.Game        // nil if there is none, or it no longer exists
	Comment  string            // description of the reported game
	With     []Filed           // reports that were made together with this one
	Others   []Filed           // other reports about the person, the latest first
	Back     []Filed           // reports by the person about the reporter
	Past     []game.Sanction   // earlier sanctions against the person
	Again    []Again           // earlier decisions on this report
}

// Again is an earlier decision on a report, with the names of those involved.
type Again struct {
	game.Ruling
	OperatorName, ByName string
}

// Lifts reports whether a sanction that was imposed for this report is still in force.
func (c *Case) Lifts() bool {
	return slices.ContainsFunc(c.Past, func(x game.Sanction) bool { return x.Report == c.ID && x.Lifted.IsZero() })
}

// Appeal returns the person's appeal against the decision on this report, or "".
func (c *Case) Appeal() string {
	for _, x := range slices.Backward(c.Past) {
		if x.Report == c.ID && x.Appeal != "" {
			return x.Appeal
		}
	}
	return ""
}

// ReadReport returns a report with its evidence: the message within its conversation, as far as
// the reporter can read it, and earlier decisions about the person. Each call is recorded in the
// audit log. Operators neither see evidence from games in which they play, nor decide reports by
// or about themselves. Nor do they decide appeals against their own decisions if another operator
// can.
func (s *Safety) ReadReport(ctx context.Context, operator, id string) (*Case, error) {
	var c *Case
	err := s.base.Write(ctx, func(tx *game.Tx) (err error) {
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
		return tx.Safety.AddLook(game.Look{At: s.base.Now(), Operator: operator, What: game.LookedEvidence, Report: r.ID, Account: r.About, Game: r.Game})
	})
	return c, err
}

func report(tx *game.Tx, id string) (*game.Report, error) {
	r, err := tx.Safety.Report(id)
	if errors.Is(err, game.ErrNoRecord) {
		err = game.Refuse(game.NotFound, message.New("There is no such report."))
	}
	return &r, err
}

func (s *Safety) caseOf(tx *game.Tx, operator string, r *game.Report) (*Case, error) {
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
		if others, err = tx.Safety.ReportsAbout(r.About); err != nil {
			return nil, err
		}
		if back, err = tx.Safety.ReportsAbout(r.Reporter); err != nil {
			return nil, err
		}
		if c.Past, err = tx.Safety.Sanctions(r.About); err != nil {
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

// evidence reads the reported message as its reporter can read it. If the reporter has left or
// was erased and can no longer read it, only the text quoted in the report is available.
func (s *Safety) evidence(tx *game.Tx, g *gamestate.State, c *Case) error {
	a, err := s.base.Accounts.AccountIn(tx, c.Reporter)
	if err != nil {
		return err
	}
	role, err := s.base.RoleIn(tx, g, a)
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

// withheld returns the reason why an operator must leave a report to another, or a zero message.
// An appeal must be decided by an operator who has not made the decision, if there is one.
func (s *Safety) withheld(tx *game.Tx, operator string, r *game.Report, g *gamestate.State) (why message.Message, err error) {
	if why, err = s.partial(tx, operator, r, g); err != nil || !why.IsZero() || !r.Appealed() || r.Rulings[len(r.Rulings)-1].Operator != operator {
		return why, err
	}
	able, err := s.able(tx, r, g)
	if slices.ContainsFunc(able, func(a game.Account) bool { return a.ID != operator }) {
		why = message.New("The appeal is against a decision of yours: another operator decides it.")
	}
	return why, err
}

// partial returns the reason why an operator is not impartial about a report, or a zero message.
func (s *Safety) partial(tx *game.Tx, operator string, r *game.Report, g *gamestate.State) (why message.Message, err error) {
	if r.Reporter == operator {
		return message.New("You have made this report yourself: another operator decides it."), nil
	}
	about := r.About == operator
	for _, id := range r.With {
		x, err := tx.Safety.Report(id)
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
func playsIn(tx *game.Tx, account string, g *gamestate.State) (bool, error) {
	if g == nil || g.Ended() {
		return false, nil
	}
	parts, err := g.Members(tx)
	return err == nil && gamestate.FindMember(parts, account, game.Player) != nil, err
}

// able returns the operators who can judge a report.
func (s *Safety) able(tx *game.Tx, r *game.Report, g *gamestate.State) (out []game.Account, err error) {
	all, err := tx.Accounts.Operators()
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

// Looked is an entry of the audit log, with the names of those involved.
type Looked struct {
	game.Look
	OperatorName, AccountName, Title string
}

// Audit returns entries of the audit log before a given entry (0 means the end of the log), the
// latest first. Only operators may call it.
func (s *Safety) Audit(ctx context.Context, operator string, before int64, limit int) ([]Looked, error) {
	var out []Looked
	err := s.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		if _, err := s.operator(tx, operator); err != nil {
			return err
		}
		list, err := tx.Safety.Looks(before, limit)
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
			} else if hidden { // the names would reveal who plays there
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

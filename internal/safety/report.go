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
	maxReportsDay = 10   // reports by an account in 24 hours
	maxNote       = 2000 // characters of a note
)

// NewReport is a report of a message, a comment, a name, a game or players.
type NewReport struct {
	Kind   game.ReportKind
	Game   string // game of the message or the players, or the reported game
	Letter int64  // for a message, its number in the log
	// Comment is the number of a comment on a phase.
	Comment int64
	Seats   []int  // for players, the reported seats
	Name    string // the reported name of a person
	Reason  game.ReportReason
	Note    string
}

// Report sends a report to the operators. Messages can be reported by everyone who can read
// them. The error code is "invalid", "not_found", "conflict" for something that the account has
// already reported, and "too_many".
//
// If several players are reported, either all reports are made or, if one is refused, none.
func (s *Safety) Report(ctx context.Context, accountID string, reports ...NewReport) error {
	for i := range reports {
		if err := reports[i].check(); err != nil {
			return err
		}
	}
	return s.base.Write(ctx, func(tx *game.Tx) error {
		for _, n := range reports {
			if err := s.report(tx, accountID, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// check returns an error for an invalid reason or note of a report.
func (n *NewReport) check() error {
	n.Note = strings.TrimSpace(strings.ReplaceAll(n.Note, "\r\n", "\n"))
	switch {
	case !slices.Contains(game.ReportReasons, n.Reason):
		return game.Refuse(game.Invalid, message.New("Choose why you report this: {reasons}.", message.ListOf(message.Or, reasonWords())))
	case utf8.RuneCountInString(n.Note) > maxNote:
		return game.Refuse(game.Invalid, message.New("Your note is longer than {n} characters. Shorten it.", message.Number(maxNote)))
	case !game.Printable(n.Note, true):
		return game.Refuse(game.Invalid, message.New("Your note contains characters that are invisible or change the direction of the text. Type it again without them."))
	}
	return nil
}

func (s *Safety) report(tx *game.Tx, accountID string, n NewReport) error {
	a, err := s.base.Accounts.Able(tx, accountID)
	if err != nil {
		return err
	}
	if err := tx.Accounts.LockAccount(a.ID); err != nil {
		return err
	}
	made, err := s.reportsOf(tx, a, n)
	if err != nil {
		return err
	}
	for i := range made {
		r := &made[i]
		if r.About == a.ID {
			return game.Refuse(game.Invalid, message.New("You cannot report yourself."))
		}
		if err := s.mayReport(tx, r); err != nil {
			return err
		}
		if err := tx.Safety.SaveReport(*r); err != nil {
			return err
		}
	}
	return s.alert(tx, &made[0])
}

// Disturbers returns the people who can be muted after reports about a game, as seats and as
// names, as far as the role may know who they are.
func (s *Safety) Disturbers(ctx context.Context, gameID string, role game.Role, reports []NewReport) (seats []int, people []string, err error) {
	err = s.base.Read(ctx, func(tx *game.Tx) error {
		seats, people = nil, nil
		g, role, err := s.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		parts, err := g.Members(tx)
		if err != nil {
			return err
		}
		var who []string // account IDs
		for _, n := range reports {
			switch n.Kind {
			case game.LetterReport:
				e, err := s.press.ReadEvidence(tx, g, role, n.Letter)
				if err != nil {
					return err
				}
				l := e.Reported()
				if l.From > 0 {
					seats = append(seats, l.From)
				}
				if l.From > 0 || !l.Press.Grey {
					who = append(who, l.Writer)
				}
			case game.CommentReport:
				_, writer, err := s.press.ReadComment(tx, g, role, n.Comment)
				if err != nil {
					return err
				}
				who = append(who, writer)
			case game.PlayerReport:
				seats = append(seats, n.Seats...)
				for _, m := range gamestate.OfKind(parts, game.Player) {
					if slices.Contains(n.Seats, m.Seat) {
						who = append(who, m.Account)
					}
				}
			}
		}
		for _, m := range parts { // the names of former players may be secret, too
			if !slices.Contains(who, m.Account) || m.Kind != game.Master && !g.View(role).SeesPlayers() {
				continue
			}
			name, err := nameOf(tx, m.Account)
			if err != nil {
				return err
			}
			if m.Account != role.Account && !slices.Contains(people, name) {
				people = append(people, name)
			}
		}
		return nil
	})
	return seats, people, err
}

// reportsOf returns the report of a message, a comment, a name or a game, or one report for each
// reported player, because a decision that is right for one player may be wrong for another.
func (s *Safety) reportsOf(tx *game.Tx, a *game.Account, n NewReport) (made []game.Report, err error) {
	add := func() *game.Report {
		made = append(made, game.Report{
			ID: game.EncodeID(game.RandomBytes(10)), Kind: n.Kind, Reporter: a.ID, Made: s.base.Now(),
			ReportData: game.ReportData{Reason: n.Reason, Note: n.Note},
		})
		return &made[len(made)-1]
	}
	switch n.Kind {
	case game.LetterReport:
		err = s.reportLetter(tx, a, add(), n)
	case game.CommentReport:
		err = s.reportComment(tx, a, add(), n)
	case game.NameReport:
		err = reportName(tx, add(), n.Name)
	case game.GameReport:
		err = s.reportGame(tx, add(), n)
	case game.PlayerReport:
		err = s.reportPlayers(tx, n, add)
		for i := range made {
			for j := range made {
				if i != j {
					made[i].With = append(made[i].With, made[j].ID)
				}
			}
		}
	default:
		err = game.Refuse(game.Invalid, message.New("Only a message, a comment, a name, a game or a player can be reported."))
	}
	return made, err
}

// reportPlayers reports the players of seats in a game that has begun.
func (s *Safety) reportPlayers(tx *game.Tx, n NewReport, add func() *game.Report) error {
	g, err := s.base.Load(tx, n.Game)
	if err != nil {
		return err
	}
	members, err := tx.Members.Members(g.ID)
	if err != nil {
		return err
	}
	seats := slices.Compact(slices.Sorted(slices.Values(n.Seats)))
	if len(seats) == 0 {
		return game.Refuse(game.Invalid, message.New("Say which players you report."))
	}
	for _, seat := range seats {
		if seat < 1 || seat > len(g.Seats) || g.Number == 0 {
			return game.ErrNoSeat
		}
		r := add()
		r.Game, r.Seq = g.ID, int64(seat)
		var last game.Member
		for _, m := range members { // vacant seats are not refused, because that would reveal that nobody plays them
			if m.Kind == game.Player && m.Seat == seat && (r.About == "" || !last.Left.IsZero() && (m.Left.IsZero() || m.Left.After(last.Left))) {
				r.About, last = m.Account, m
			}
		}
	}
	return nil
}

// reasonWords returns the reasons as people type them.
func reasonWords() []message.Order {
	var out []message.Order
	for _, r := range game.ReportReasons {
		out = append(out, message.Order(r))
	}
	return out
}

func (s *Safety) reportLetter(tx *game.Tx, a *game.Account, r *game.Report, n NewReport) error {
	g, err := s.base.Load(tx, n.Game)
	if err != nil {
		return err
	}
	role, err := s.base.RoleIn(tx, g, a)
	if err != nil {
		return err
	}
	e, err := s.press.ReadEvidence(tx, g, role, n.Letter)
	if err != nil {
		return err
	}
	l := e.Reported()
	r.Game, r.Seq, r.About, r.Quote = g.ID, n.Letter, l.Writer, l.Press.Text
	if l.Own {
		r.About = a.ID
	}
	return nil
}

// reportComment reports a comment on a phase, together with its current text, because its writer
// can change it later.
func (s *Safety) reportComment(tx *game.Tx, a *game.Account, r *game.Report, n NewReport) error {
	g, err := s.base.Load(tx, n.Game)
	if err != nil {
		return err
	}
	role, err := s.base.RoleIn(tx, g, a)
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

func reportName(tx *game.Tx, r *game.Report, name string) error {
	other, err := account.Named(tx, name)
	if err != nil || other.Blocked {
		return errNobody(name)
	}
	r.About, r.Shown = other.ID, other.Name
	return nil
}

// reportGame reports a game. The person who has created it is responsible for its name and
// description, but not for the behaviour of its players.
func (s *Safety) reportGame(tx *game.Tx, r *game.Report, n NewReport) error {
	g, err := s.base.Load(tx, n.Game)
	if err != nil {
		return err
	}
	if n.Reason == game.Cheating {
		return game.Refuse(game.Invalid, message.New("A report of a game is about its name and its description, and its host answers for it. Report the players who cheat instead."))
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

// mayReport returns an error if an account has already reported the same thing, or makes too
// many reports.
func (s *Safety) mayReport(tx *game.Tx, r *game.Report) error {
	before, err := tx.Safety.ReportsBy(r.Reporter, time.Unix(0, 0))
	if err != nil {
		return err
	}
	lately := 0
	for _, x := range before {
		if r.Made.Sub(x.Made) < 24*time.Hour {
			lately++
		}
		if x.Decided.IsZero() && x.Kind == r.Kind && x.Game == r.Game && x.Seq == r.Seq && (x.About == r.About || r.Kind == game.PlayerReport) {
			return game.Refuse(game.Conflict, message.New("You have reported this already. The operators will look at it, and you will learn what they decide."))
		}
	}
	if lately >= maxReportsDay {
		return game.Refuse(game.TooMany, message.New("You have sent {n} reports within a day, and no more are taken. Mute or block who disturbs you; tomorrow you can report again.", message.Number(lately)))
	}
	return nil
}

// Outcome is a report by an account, as its reporter may see it.
type Outcome struct {
	ID      string
	Kind    game.ReportKind
	Game    string // ID of the game of a message or a player, or of the reported game
	Seat    int    // seat of a player
	Shown   string // the reported name, or the name of the game
	What    message.Message
	Reason  game.ReportReason
	Note    string
	Made    time.Time
	Decided time.Time
	Verdict string
}

// Say describes the decision to the reporter.
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

// what returns a description of the reported thing.
func (s *Safety) what(tx *game.Tx, r *game.Report) (message.Message, error) {
	if r.Game == "" {
		return message.New("the name {name}", message.Name(r.Shown)), nil
	}
	g, err := s.base.Load(tx, r.Game)
	if err != nil && !errors.Is(err, game.ErrNoGame) {
		return message.Message{}, err
	}
	name := r.Shown
	if g != nil && r.Kind != game.GameReport {
		name = g.Name
	}
	switch r.Kind {
	case game.LetterReport:
		return message.New("a message in {game}", message.Name(name)), nil
	case game.CommentReport:
		return message.New("a comment in {game}", message.Name(name)), nil
	case game.PlayerReport:
		if g == nil {
			break
		}
		return message.New("the player of {powers:name} in {game}", g.Called(int(r.Seq)), message.Name(name)), nil
	}
	return message.New("the game {game}", message.Name(name)), nil
}

// SayReason returns the reason for a report as a clause.
func SayReason(r game.ReportReason) message.Message {
	switch r {
	case game.Harassment:
		return message.New("It insults, threatens or pursues someone")
	case game.Hatred:
		return message.New("It is hateful, or obscene")
	case game.Cheating:
		return message.New("Someone cheats: one person in two seats, or a deal outside the game")
	case game.Spam:
		return message.New("It advertises something")
	}
	return message.New("Something else")
}

// alert notifies the operators who can decide a report that it is waiting. The message neither
// names people nor quotes anything, because each look at the evidence must be recorded.
func (s *Safety) alert(tx *game.Tx, r *game.Report) error {
	g, err := s.gameOf(tx, r)
	if err != nil {
		return err
	}
	what, err := s.what(tx, r)
	if err != nil {
		return err
	}
	n := account.PersonNews{
		Subject: message.New("a report waits for your decision"),
		Said: []message.Message{
			message.New("Someone has reported {what} to the operators.", what),
			message.New("The reason: {reason}.", SayReason(r.Reason)),
		},
		Answer: message.New("Please look at it soon: the person who has reported it waits for your decision."),
		Page:   "/operator/reports/" + r.ID,
	}
	if r.Appealed() {
		n.Subject = message.New("an appeal waits for your decision")
		n.Said = []message.Message{message.New("Someone has appealed against the decision about {what}.", what)}
		n.Answer = message.New("Until it is decided, the sanction stays.")
	}
	if len(r.With) > 0 {
		n.Said[0] = message.Plural(len(r.With)+1, "Someone has reported {n} player in {game} to the operators.", "Someone has reported {n} players in {game} to the operators.", message.Name(g.Name))
		n.Page = "/operator/reports"
	}
	able, err := s.able(tx, r, g)
	if err != nil {
		return err
	}
	for i := range able {
		if err := s.base.Accounts.TellDuty(tx, &able[i], n); err != nil {
			return err
		}
	}
	return nil
}

// MyReports returns the reports that an account has made, the latest first.
func (s *Safety) MyReports(ctx context.Context, accountID string) ([]Outcome, error) {
	var out []Outcome
	err := s.base.Read(ctx, func(tx *game.Tx) (err error) {
		out, err = s.outcomes(tx, accountID)
		return err
	})
	return out, err
}

func (s *Safety) outcomes(tx *game.Tx, accountID string) ([]Outcome, error) {
	list, err := tx.Safety.ReportsBy(accountID, time.Unix(0, 0))
	if err != nil {
		return nil, err
	}
	var out []Outcome
	for _, r := range slices.Backward(list) {
		o := Outcome{ID: r.ID, Kind: r.Kind, Game: r.Game, Shown: r.Shown, Reason: r.Reason, Note: r.Note, Made: r.Made, Decided: r.Decided, Verdict: r.Verdict}
		if r.Kind == game.PlayerReport {
			o.Seat = int(r.Seq)
		}
		// the name that was shown belongs to a person whom the reporter may not know
		if r.Game != "" && (o.Shown == "" || r.Kind != game.GameReport) {
			if o.Shown, err = title(tx, r.Game); err != nil {
				return nil, err
			}
		}
		if n := len(r.Rulings); n > 0 && r.Decided.IsZero() { // until it is decided again
			o.Decided, o.Verdict = r.Rulings[n-1].Decided, r.Rulings[n-1].Verdict
		}
		if o.What, err = s.what(tx, &r); err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	return out, nil
}

// Imposed is a sanction as its owner sees it.
type Imposed struct {
	game.Sanction
	What      message.Message // what the sanction is about
	Quote     string          // the message or the comment
	MayAppeal bool
}

// Sanctions returns what operators have imposed on an account, the oldest first, with its
// current state.
func (s *Safety) Sanctions(ctx context.Context, accountID string) (all []Imposed, now account.Standing, err error) {
	err = s.base.Read(ctx, func(tx *game.Tx) error {
		all = nil
		list, err := tx.Safety.Sanctions(accountID)
		if err != nil {
			return err
		}
		for _, x := range list {
			r, err := report(tx, x.Report)
			if err != nil {
				return err
			}
			what, err := s.what(tx, r)
			if err != nil {
				return err
			}
			all = append(all, Imposed{x, what, r.Quote, mayAppeal(&x, r)})
		}
		now, err = account.StandingOf(tx, accountID, s.base.Now())
		return err
	})
	return all, now, err
}

// Acknowledge records that the owner of an account has read its warnings, and
// returns how many there were.
func (s *Safety) Acknowledge(ctx context.Context, accountID string) (int, error) {
	n := 0
	err := s.base.Write(ctx, func(tx *game.Tx) error {
		n = 0
		if err := tx.Accounts.LockAccount(accountID); err != nil {
			return err
		}
		all, err := tx.Safety.Sanctions(accountID)
		if err != nil {
			return err
		}
		for _, x := range all {
			if !x.Seen.IsZero() {
				continue
			}
			x.Seen = s.base.Now()
			if err := tx.Safety.SaveSanction(x); err != nil {
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

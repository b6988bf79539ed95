// Package safety contains the pages on which people mute, block and report each other, the pages on
// which operators decide reports, and the page with the judge's terms.
package safety

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/safety"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// Pages serves the pages about safety.
type Pages struct {
	*page.Responder
	judge page.Rooms
	terms []Block
}

// New returns the pages about safety. The parameter terms is the text of the operator's terms; it
// is empty if there are none.
func New(r *page.Responder, j page.Rooms, terms string) *Pages {
	return &Pages{Responder: r, judge: j, terms: readTerms(terms)}
}

// Routes registers the handlers of the pages.
func (s *Pages) Routes(mux page.Router) {
	mux.HandleFunc("GET /me/safety", s.mine)
	mux.HandleFunc("POST /me/safety", s.change)
	mux.HandleFunc("GET /me/data.json", s.ownData)
	mux.HandleFunc("GET /report", s.reportForm)
	mux.HandleFunc("POST /report", s.report)
	mux.HandleFunc("GET /operator/reports", s.reports)
	mux.HandleFunc("GET /operator/reports/{report}", s.caseOf)
	mux.HandleFunc("POST /operator/reports/{report}", s.decide)
	mux.HandleFunc("GET /operator/audit", s.audit)
	mux.HandleFunc("GET /operator/games/{id}", s.signs)
	mux.HandleFunc("GET /terms", s.showTerms)
}

// minePage shows a person their mutes, reports and declarations, and the operators' decisions about
// them.
type minePage struct {
	Warnings  []sanctionRow // warnings that are not acknowledged
	Sanctions []sanctionRow // all other sanctions
	People    []mutedRow
	Seats     []mutedRow
	Related   []relatedRow
	Reports   []outcomeRow
	Notice    string
	Error     string
	Name      string // the name as typed, if it was refused
}

type sanctionRow struct {
	ID    string
	What  message.Message // the decision
	About message.Message // the subject of the decision
	Quote string
	Why   string
	Made  page.Due

	Lifted    message.Message // when it was lifted; zero if it was not
	LiftWhy   string
	Text      string // text of an appeal that was refused
	Appeal    string // the person's appeal; empty if there is none
	Pending   bool   // whether the appeal is undecided
	Answer    string
	MayAppeal bool
}

type mutedRow struct {
	safety.Muted
	Since page.Due
	Seat  message.Message // seat in a game
}

type relatedRow struct {
	safety.Related
	Made page.Due
}

type outcomeRow struct {
	What   message.Message
	Note   string
	Made   page.Due
	Result message.Message
}

// notices holds the messages that confirm the results of forms.
//
//lang:words
var notices = map[string]string{
	"mute":        "Muted. Nobody is notified.",
	"block":       "Blocked. Nobody is notified.",
	"unmute":      "You read this person again.",
	"declare":     "Declared. Only operators see it.",
	"undeclare":   "Removed.",
	"acknowledge": "You have acknowledged the warning.",
	"appeal":      "Your appeal was sent. You will learn what is decided.",
}

func (s *Pages) mine(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	pg, err := s.newMine(r, a)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	pg.Notice = notices[r.URL.Query().Get("done")]
	s.Page(w, r, http.StatusOK, "safety", page.Frame{Title: "Safety", Body: pg})
}

func (s *Pages) newMine(r *http.Request, a *game.Account) (*minePage, error) {
	ctx, loc, pg := r.Context(), account.Zone(a), &minePage{}
	sanctions, _, err := s.judge.Safety.Sanctions(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	for _, x := range sanctions {
		row := sanctionRow{
			ID: x.ID, What: safety.SaySanction(x.Kind, x.Until), About: x.What, Quote: x.Quote, Why: x.Why, Made: page.DueIn(x.Made, loc),
			LiftWhy: x.LiftWhy, Appeal: x.Appeal, Pending: x.Answered.IsZero(), Answer: x.Answer, MayAppeal: x.MayAppeal,
		}
		if !x.Lifted.IsZero() {
			row.Lifted, row.What = safety.SayLifted(x.Kind), sayPast(x.Kind, x.Until)
			pg.Sanctions = append(pg.Sanctions, row)
			continue
		}
		if x.Seen.IsZero() && x.Kind == game.Warned {
			pg.Warnings = append(pg.Warnings, row)
			continue
		}
		if x.Kind == game.Warned {
			row.What = message.New("An operator has warned you, and you have acknowledged it.")
		}
		pg.Sanctions = append(pg.Sanctions, row)
	}
	muted, err := s.judge.Safety.Muted(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	for _, m := range muted {
		row := mutedRow{Muted: m, Since: page.DueIn(m.Since, loc)}
		if m.Game == "" {
			pg.People = append(pg.People, row)
			continue
		}
		if row.Seat, err = s.seat(r, m); err != nil {
			return nil, err
		}
		pg.Seats = append(pg.Seats, row)
	}
	related, err := s.judge.Safety.Relations(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	for _, x := range related {
		pg.Related = append(pg.Related, relatedRow{x, page.DueIn(x.Made, loc)})
	}
	reports, err := s.judge.Safety.MyReports(ctx, a.ID)
	for i := range reports {
		o := &reports[i]
		pg.Reports = append(pg.Reports, outcomeRow{o.What, o.Note, page.DueIn(o.Made, loc), o.Say()})
	}
	return pg, err
}

// seat returns the name of a muted seat.
func (s *Pages) seat(r *http.Request, m safety.Muted) (message.Message, error) {
	g, err := s.judge.Base.Game(r.Context(), m.Game)
	if err != nil {
		return message.Message{}, err
	}
	return page.SeatName(g, m.Seat), nil
}

func (s *Pages) change(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	ctx, form := r.Context(), r.PostForm
	name, do := page.Clean(form.Get("name")), form.Get("do")
	var err error
	switch do {
	case "mute", "block":
		err = s.judge.Safety.MutePerson(ctx, a.ID, name, do == "block")
	case "unmute":
		if id := form.Get("game"); id != "" {
			err = s.unmuteSeat(r, a, id)
		} else {
			err = s.judge.Safety.UnmutePerson(ctx, a.ID, name)
		}
	case "declare":
		err = s.judge.Safety.DeclareRelation(ctx, a.ID, name, form.Get("shares") != "")
	case "undeclare":
		err = s.judge.Safety.DropRelation(ctx, a.ID, name)
	case "acknowledge":
		_, err = s.judge.Safety.Acknowledge(ctx, a.ID)
	case "appeal":
		err = s.judge.Safety.Appeal(ctx, a.ID, form.Get("sanction"), page.Clean(form.Get("text")))
	default:
		err = game.Refuse(game.Invalid, message.New("This form does nothing: press one of its buttons."))
	}
	if err != nil {
		pg, e := s.newMine(r, a)
		if e != nil {
			s.Refuse(w, r, err, nil)
			return
		}
		pg.Error, pg.Name = s.Explain(r, err), name
		for _, list := range [][]sanctionRow{pg.Warnings, pg.Sanctions} {
			for i := range list {
				if list[i].ID == form.Get("sanction") {
					list[i].Text = page.Clean(form.Get("text"))
				}
			}
		}
		s.Again(w, r, err, "safety", "Safety", pg)
		return
	}
	s.ForgetUnread(a.ID)
	http.Redirect(w, r, page.Local(form.Get("back"), "/me/safety?done="+url.QueryEscape(do)), http.StatusSeeOther)
}

// unmuteSeat ends the muting of a seat in a game.
func (s *Pages) unmuteSeat(r *http.Request, a *game.Account, id string) error {
	role, err := s.judge.Base.RoleOf(r.Context(), id, a.ID)
	if err != nil {
		return err
	}
	seat, err := strconv.Atoi(r.PostForm.Get("seat"))
	if err != nil {
		return game.ErrNoSeat
	}
	return s.judge.Press.MuteSeat(r.Context(), id, role, seat, false)
}

// ownData sends a file with everything that is stored about the visitor.
func (s *Pages) ownData(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	text, err := s.judge.Safety.WriteOwnData(r.Context(), a.ID)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Content-Disposition", `attachment; filename="podesta-`+a.ID+`.json"`)
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(text)
}

// reportPage is the page with the form for a report.
type reportPage struct {
	Game, Letter, Comment, Name string // what the report is about

	What    message.Message
	Reasons []page.Choice
	Whom    []page.Choice // if the report is about a game: the game and its players
	Note    string
	Error   string
}

// newReportPage returns the form for a report about what the parameters of an address, or the
// fields of a refused form, name.
func (s *Pages) newReportPage(r *http.Request, a *game.Account, form url.Values) (*reportPage, error) {
	pg := &reportPage{Game: page.Clean(form.Get("game")), Letter: page.Clean(form.Get("letter")), Comment: page.Clean(form.Get("comment")), Name: page.Clean(form.Get("name")), Note: page.Clean(form.Get("note"))}
	c := s.Catalogue(r)
	for _, x := range game.ReportReasons {
		pg.Reasons = append(pg.Reasons, page.Choice{Value: string(x), Label: c.M(safety.SayReason(x)), Chosen: form.Get("reason") == string(x)})
	}
	if pg.Game == "" {
		pg.What = message.New("the name {name}", message.Name(pg.Name))
		return pg, nil
	}
	g, err := s.judge.Base.Game(r.Context(), pg.Game)
	if err != nil {
		return nil, err
	}
	name := message.Name(g.Name)
	switch {
	case pg.Letter != "":
		pg.What = message.New("a message in {game}", name)
		return pg, nil
	case pg.Comment != "":
		pg.What = message.New("a comment in {game}", name)
		return pg, nil
	}
	pg.What = message.New("something in {game}", name)
	role, err := s.judge.Base.RoleOf(r.Context(), g.ID, a.ID)
	if err != nil {
		return nil, err
	}
	people, err := s.names(r, g, role)
	if err != nil {
		return nil, err
	}
	pg.Whom = []page.Choice{{Value: "game", Label: c.M(message.New("The name or the description of the game")), Chosen: slices.Contains(form["whom"], "game")}}
	for seat := 1; seat <= len(g.Setting.Seats) && g.Number > 0; seat++ {
		if seat == role.Seat {
			continue
		}
		label, value := c.M(page.SeatName(g, seat)), strconv.Itoa(seat)
		if n := people[seat]; n != "" {
			label += " (" + n + ")"
		}
		pg.Whom = append(pg.Whom, page.Choice{Value: value, Label: label, Chosen: slices.Contains(form["whom"], value)})
	}
	if len(pg.Whom) == 1 {
		pg.Whom[0].Chosen = true
	}
	return pg, nil
}

// names returns the names of a game's players, keyed by seat, if a role may know them.
func (s *Pages) names(r *http.Request, g *game.Game, role game.Role) (map[int]string, error) {
	out := map[int]string{}
	roster, err := s.judge.Lobby.Roster(r.Context(), g.ID, role)
	for i := range roster {
		if p := &roster[i]; p.Kind == game.Player && p.Seat > 0 && !p.Former {
			out[p.Seat] = p.Name
		}
	}
	return out, err
}

func (s *Pages) reportForm(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	pg, err := s.newReportPage(r, a, r.URL.Query())
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "report", page.Frame{Title: "Report to the operators", Body: pg})
}

// readReports parses the reports in a form. If the form names no game, there is one report about a
// name. Otherwise there is one about a message or a comment, or else one about the game, one about
// all the chosen players, or both.
func (s *Pages) readReports(form url.Values) ([]safety.NewReport, error) {
	n := safety.NewReport{
		Kind: game.NameReport, Game: page.Clean(form.Get("game")), Name: page.Clean(form.Get("name")),
		Reason: game.ReportReason(form.Get("reason")), Note: page.Clean(form.Get("note")),
	}
	var err error
	switch letter, comment := form.Get("letter"), form.Get("comment"); {
	case n.Game == "":
	case letter != "":
		n.Kind = game.LetterReport
		n.Letter, err = strconv.ParseInt(letter, 10, 64)
		n.Letter = s.judge.Press.EntrySeq(n.Game, n.Letter)
	case comment != "":
		n.Kind = game.CommentReport
		n.Comment, err = strconv.ParseInt(comment, 10, 64)
	default:
		return readWhom(form["whom"], n)
	}
	if err != nil {
		err = game.Refuse(game.NotFound, message.New("There is no such message."))
	}
	return []safety.NewReport{n}, err
}

func readWhom(whom []string, n safety.NewReport) (out []safety.NewReport, err error) {
	players := n
	for _, x := range whom {
		if x == "game" {
			n.Kind = game.GameReport
			out = append(out, n)
			continue
		}
		seat, err := strconv.Atoi(x)
		if err != nil {
			return nil, game.ErrNoSeat
		}
		players.Seats = append(players.Seats, seat)
	}
	if len(players.Seats) > 0 {
		players.Kind = game.PlayerReport
		out = append(out, players)
	}
	if len(out) == 0 {
		err = game.Refuse(game.Invalid, message.New("Choose whom or what you report."))
	}
	return out, err
}

func (s *Pages) report(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	form := r.PostForm
	list, err := s.readReports(form)
	if err == nil {
		err = s.judge.Safety.Report(r.Context(), a.ID, list...)
	}
	if err != nil {
		pg, e := s.newReportPage(r, a, form)
		if e != nil {
			s.Refuse(w, r, err, page.Lost(form))
			return
		}
		pg.Error = s.Explain(r, err)
		s.Again(w, r, err, "report", "Report to the operators", pg)
		return
	}
	pg, err := s.newReported(r, a, list)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	s.Page(w, r, http.StatusOK, "reported", page.Frame{Title: "Reported", Body: pg})
}

// reportedPage confirms a report, and offers to mute or block the people that it is about.
type reportedPage struct {
	Back   string
	Game   string    // ID of the game
	For    string    // the role that the page is for (see page.Mine)
	Seats  []seatRow // seats that can be muted in the game
	People []string  // people who can be muted and blocked
}

type seatRow struct {
	Seat int
	Name message.Message
}

// newReported finds out who can be muted after a report: seats of the game, and
// people whose names the visitor knows.
func (s *Pages) newReported(r *http.Request, a *game.Account, list []safety.NewReport) (*reportedPage, error) {
	ctx, pg := r.Context(), &reportedPage{Back: "/"}
	if list[0].Game == "" {
		pg.People = []string{list[0].Name}
		return pg, nil
	}
	g, err := s.judge.Base.Game(ctx, list[0].Game)
	if err != nil {
		return nil, err
	}
	pg.Game, pg.Back = g.ID, "/g/"+url.PathEscape(g.ID)
	role, err := s.judge.Base.RoleOf(ctx, g.ID, a.ID)
	if err != nil {
		return nil, err
	}
	pg.For = page.Mine(role)
	seats, people, err := s.judge.Safety.Disturbers(ctx, g.ID, role, list)
	if err != nil {
		return nil, err
	}
	for _, seat := range seats {
		if role.Takes() && !role.Master {
			pg.Seats = append(pg.Seats, seatRow{seat, page.SeatName(g, seat)})
		}
	}
	pg.People = people
	return pg, nil
}

// showTerms shows the terms of the judge.
func (s *Pages) showTerms(w http.ResponseWriter, r *http.Request) {
	if len(s.terms) == 0 {
		s.Fail(w, r, http.StatusNotFound, "No terms", "The operator of this judge has not written any terms.", nil)
		return
	}
	s.Page(w, r, http.StatusOK, "terms", page.Frame{Title: "Terms", Body: s.terms})
}

// Package safety contains the pages on which people mute, block and report each
// other, those on which operators decide reports, and the terms of the judge.
package safety

import (
	"net/http"
	"net/url"
	"strconv"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/safety"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// Pages are the pages about safety.
type Pages struct {
	*page.Responder
	judge *judge.Judge
	terms []Block
}

// New returns the pages about safety. terms is the text of the operator's terms;
// if it is empty, there are none.
func New(r *page.Responder, j *judge.Judge, terms string) *Pages {
	return &Pages{Responder: r, judge: j, terms: readTerms(terms)}
}

// Routes adds the addresses of the pages.
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

// minePage shows whom a person has muted, what they have reported and declared,
// and what was decided about them.
type minePage struct {
	Warnings  []sanctionRow // not acknowledged
	Sanctions []sanctionRow // the others
	People    []mutedRow
	Seats     []mutedRow
	Related   []relatedRow
	Reports   []outcomeRow
	Notice    string
	Error     string
	Name      string // as typed, if it was refused
}

type sanctionRow struct {
	What message.Message
	Why  string
	Made page.Due
}

type mutedRow struct {
	safety.Muted
	Since page.Due
	Seat  message.Message // of one game
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

// notices confirm the result of a form.
//
//lang:words
var notices = map[string]string{
	"mute":        "Muted. Nobody is notified.",
	"block":       "Blocked. Nobody is notified.",
	"unmute":      "You read this person again.",
	"declare":     "Declared. Only operators see it.",
	"undeclare":   "Removed.",
	"acknowledge": "You have acknowledged the warning.",
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
	sanctions, _, err := s.judge.Sanctions(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	for _, x := range sanctions {
		row := sanctionRow{safety.SaySanction(x.Kind, x.Until), x.Why, page.DueIn(x.Made, loc)}
		if x.Seen.IsZero() && x.Kind == game.Warned {
			pg.Warnings = append(pg.Warnings, row)
			continue
		}
		if x.Kind == game.Warned {
			row.What = message.New("An operator has warned you, and you have acknowledged it.")
		}
		pg.Sanctions = append(pg.Sanctions, row)
	}
	muted, err := s.judge.Muted(ctx, a.ID)
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
	related, err := s.judge.Relations(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	for _, x := range related {
		pg.Related = append(pg.Related, relatedRow{x, page.DueIn(x.Made, loc)})
	}
	reports, err := s.judge.MyReports(ctx, a.ID)
	for i := range reports {
		o := &reports[i]
		pg.Reports = append(pg.Reports, outcomeRow{reported(o.Kind, o.Shown), o.Note, page.DueIn(o.Made, loc), o.Say()})
	}
	return pg, err
}

// seat names a muted seat of a game.
func (s *Pages) seat(r *http.Request, m safety.Muted) (message.Message, error) {
	g, err := s.judge.Game(r.Context(), m.Game)
	if err != nil {
		return message.Message{}, err
	}
	return page.SeatName(g, m.Seat), nil
}

// reported says what was reported.
func reported(kind game.ReportKind, shown string) message.Message {
	switch kind {
	case game.LetterReport:
		return message.New("a message in {game}", message.Name(shown))
	case game.CommentReport:
		return message.New("a comment in {game}", message.Name(shown))
	case game.GameReport:
		return message.New("the game {game}", message.Name(shown))
	}
	return message.New("the name {name}", message.Name(shown))
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
		err = s.judge.MutePerson(ctx, a.ID, name, do == "block")
	case "unmute":
		if id := form.Get("game"); id != "" {
			err = s.unmuteSeat(r, a, id)
		} else {
			err = s.judge.UnmutePerson(ctx, a.ID, name)
		}
	case "declare":
		err = s.judge.DeclareRelation(ctx, a.ID, name, form.Get("shares") != "")
	case "undeclare":
		err = s.judge.DropRelation(ctx, a.ID, name)
	case "acknowledge":
		_, err = s.judge.Acknowledge(ctx, a.ID)
	default:
		err = game.Refuse(game.Invalid, message.New("This form does nothing: press one of its buttons."))
	}
	if err != nil {
		pg, e := s.newMine(r, a)
		if e != nil {
			s.Refuse(w, r, err, nil)
			return
		}
		pg.Error, pg.Name = page.Explain(s.Catalogue(r), err), name
		s.Again(w, r, err, "safety", "Safety", pg)
		return
	}
	s.ForgetUnread(a.ID)
	http.Redirect(w, r, page.Local(form.Get("back"), "/me/safety?done="+url.QueryEscape(do)), http.StatusSeeOther)
}

// unmuteSeat ends the mute of a seat of a game.
func (s *Pages) unmuteSeat(r *http.Request, a *game.Account, id string) error {
	role, err := s.judge.RoleOf(r.Context(), id, a.ID)
	if err != nil {
		return err
	}
	seat, err := strconv.Atoi(r.PostForm.Get("seat"))
	if err != nil {
		return game.ErrNoSeat
	}
	return s.judge.MuteSeat(r.Context(), id, role, seat, false)
}

// ownData sends the file of everything that is stored about the visitor.
func (s *Pages) ownData(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	text, err := s.judge.WriteOwnData(r.Context(), a.ID)
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

// reportPage is the form of a report.
type reportPage struct {
	Game, Letter, Comment, Name string // what is reported

	What    message.Message
	Reasons []page.Choice
	Note    string
	Error   string
}

// reasonTitles are the reasons of reports in words.
//
//lang:words
var reasonTitles = map[game.ReportReason]string{
	game.Harassment: "It insults, threatens or pursues someone",
	game.Hatred:     "It is hateful, or obscene",
	game.Cheating:   "Someone cheats: one person in two seats, or a deal outside the game",
	game.Spam:       "It advertises something",
	game.OtherWrong: "Something else",
}

// newReportPage returns the form for what the values of an address or a form name.
func (s *Pages) newReportPage(r *http.Request, form url.Values) (*reportPage, error) {
	pg := &reportPage{Game: page.Clean(form.Get("game")), Letter: page.Clean(form.Get("letter")), Comment: page.Clean(form.Get("comment")), Name: page.Clean(form.Get("name")), Note: page.Clean(form.Get("note"))}
	for _, x := range game.ReportReasons {
		pg.Reasons = append(pg.Reasons, page.Choice{Value: string(x), Label: reasonTitles[x], Chosen: form.Get("reason") == string(x)})
	}
	if pg.Game == "" {
		pg.What = reported(game.NameReport, pg.Name)
		return pg, nil
	}
	g, err := s.judge.Game(r.Context(), pg.Game)
	if err != nil {
		return nil, err
	}
	kind := game.GameReport
	switch {
	case pg.Letter != "":
		kind = game.LetterReport
	case pg.Comment != "":
		kind = game.CommentReport
	}
	pg.What = reported(kind, g.Name)
	return pg, nil
}

func (s *Pages) reportForm(w http.ResponseWriter, r *http.Request) {
	if _, ok := s.Member(w, r); !ok {
		return
	}
	pg, err := s.newReportPage(r, r.URL.Query())
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "report", page.Frame{Title: "Report to the operators", Body: pg})
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
	n := safety.NewReport{
		Kind: game.NameReport, Game: page.Clean(form.Get("game")), Name: page.Clean(form.Get("name")),
		Reason: game.ReportReason(form.Get("reason")), Note: page.Clean(form.Get("note")),
	}
	back := "/"
	if n.Game != "" {
		n.Kind, back = game.GameReport, "/g/"+url.PathEscape(n.Game)
	}
	var err error
	if letter := form.Get("letter"); letter != "" {
		n.Kind = game.LetterReport
		n.Letter, err = strconv.ParseInt(letter, 10, 64)
		n.Letter = s.judge.EntrySeq(n.Game, n.Letter)
	}
	if comment := form.Get("comment"); comment != "" {
		n.Kind = game.CommentReport
		n.Comment, err = strconv.ParseInt(comment, 10, 64)
	}
	if err == nil {
		err = s.judge.Report(r.Context(), a.ID, n)
	} else {
		err = game.Refuse(game.NotFound, message.New("There is no such message."))
	}
	if err != nil {
		pg, e := s.newReportPage(r, form)
		if e != nil {
			s.Refuse(w, r, err, page.Lost(form))
			return
		}
		pg.Error = page.Explain(s.Catalogue(r), err)
		s.Again(w, r, err, "report", "Report to the operators", pg)
		return
	}
	s.Tell(w, r, "Reported", "The operators of this judge will look at it, and you will learn what they decide. Until then you can mute or block the person.", back, "Go on")
}

// showTerms shows the terms of the judge.
func (s *Pages) showTerms(w http.ResponseWriter, r *http.Request) {
	if len(s.terms) == 0 {
		s.Fail(w, r, http.StatusNotFound, "No terms", "The operator of this judge has not written any terms.", nil)
		return
	}
	s.Page(w, r, http.StatusOK, "terms", page.Frame{Title: "Terms", Body: s.terms})
}

package print

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"podesta/atlas"
	"podesta/internal/game"
	"podesta/internal/pdf"
	"podesta/internal/replay"
	"podesta/internal/tableview"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/history"
	"podesta/internal/web/page"
	"podesta/internal/web/rulebook"
	"podesta/internal/web/table"
	"podesta/internal/words"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// printPage holds what is printed of a phase: the map, the results, and order sheets. The page
// for the browser and the PDF have the same content.
type printPage struct {
	Game    *game.Game
	Number  int           // number of the phase; the number after the last one means the final position
	Title   string        // title of the phase
	Result  report.Result // result of a game in its final position
	Setting string
	Edition string
	Needed  message.Message
	Due     page.Due // the deadline of the current phase
	due     string   // Due in words
	Now     bool
	Parts   []printPart
	Paper   pdf.Size
	Papers  []pdf.Size
	Filled  bool // whether the sheets show the orders so far
	CanFill bool // whether there are orders that the visitor may see
	Only    string
	Seats   []page.Choice // seats whose sheets are available
	Phases  []page.Choice
	Map     string // address of the drawing
	Results bool   // whether the map shows the results of the orders
	Caption string // describes what the map shows
	Powers  []table.PowerRow
	Money   bool
	Trouble []boardpage.Chapter // famine, rebellions, sieges
	Told    *printedReport
	Sheets  []orderSheet

	tongue *words.Catalogue // the language of what is printed

	draw atlas.Options // options of the map
	at   *position.Position
}

// printPart is a part of what can be printed.
type printPart struct {
	Name, Title string
	On          bool
	PDF         string // address of this part alone as PDF
}

// printedReport is a resolved phase in words.
type printedReport struct {
	Title    string
	Headline page.Phrase
	Steps    []history.StoryStep
	Orders   []history.PowerOrders
}

// Pages serves the pages and documents for print.
type Pages struct {
	*gamepage.Base
}

// New returns the pages for print. They share parts of the pages of games.
func New(b *gamepage.Base) *Pages { return &Pages{b} }

// Routes registers the handlers of what can be printed.
func (s *Pages) Routes(mux page.Router) {
	mux.HandleFunc("GET /g/{id}/print", s.printed)
	mux.HandleFunc("GET /g/{id}/print.pdf", s.printedPDF)
}

// printed writes the page to be printed, with a form for its content.
func (s *Pages) printed(w http.ResponseWriter, r *http.Request) {
	pg, role, ok := s.printing(w, r)
	if !ok {
		return
	}
	if !page.OnlyWatches(role) {
		w.Header().Set("Cache-Control", "no-store")
	}
	s.Page(w, r, http.StatusOK, "print", page.Frame{Title: "Print · " + pg.Game.Name, Game: pg.Game.ID, Body: pg})
}

// printedPDF writes the same content as a PDF.
func (s *Pages) printedPDF(w http.ResponseWriter, r *http.Request) {
	pg, role, ok := s.printing(w, r)
	if !ok {
		return
	}
	done, ok := s.Slow(w, r)
	if !ok {
		return
	}
	defer done()
	body, err := pg.document()
	if err != nil {
		s.Log.Error("cannot create PDF", "game", pg.Game.ID, "phase", pg.Number, "error", err)
		s.Fail(w, r, http.StatusInternalServerError, "The PDF could not be made", "This is an error in the judge, and it has been logged. Print the page with your browser instead.", nil)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Disposition", `inline; filename="podesta-`+pg.Game.ID+"-"+strconv.Itoa(pg.Number)+`.pdf"`)
	h.Set("Cache-Control", "no-cache")
	if !page.OnlyWatches(role) {
		h.Set("Cache-Control", "no-store")
	}
	_, _ = w.Write(body)
}

// printing collects what an address asks to print. If it does not exist, it writes the answer
// and returns false.
func (s *Pages) printing(w http.ResponseWriter, r *http.Request) (*printPage, game.Role, bool) {
	g, role, ok := s.Visited(w, r)
	if !ok {
		return nil, role, false
	}
	q := r.URL.Query()
	n := history.Frames(g)
	if text := q.Get("phase"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil || n < 1 || n > history.Frames(g) {
			s.Fail(w, r, http.StatusNotFound, "There is no such phase", "The game has "+page.Count(g.Number, "phase")+" so far.", nil)
			return nil, role, false
		}
	}
	pg, err := s.newPrintPage(r, g, role, n, q)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return nil, role, false
	}
	return pg, role, true
}

func (s *Pages) newPrintPage(r *http.Request, g *game.Game, role game.Role, n int, q url.Values) (*printPage, error) {
	ctx := r.Context()
	ph, err := s.Judge.Base.Phase(ctx, g.ID, min(n, g.Number))
	if err != nil {
		return nil, err
	}
	seats, err := s.Judge.Base.Seats(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	pg := &printPage{
		Game: g, Number: n, tongue: s.Catalogue(r), Setting: s.Catalogue(r).T(g.Setting.Title), Edition: s.Catalogue(r).T(gamepage.Edition(g.Rules.Preset)),
		Now: n == g.Number && !g.Finished, Paper: pdf.A4, Papers: pdf.Sizes(), Money: g.Rules.Money,
		Only: q.Get("power"), at: ph.Before, draw: atlas.Options{Theme: "print", Legend: true, Language: page.MapLanguage(s.Catalogue(r))},
	}
	if size, ok := pdf.Named(q.Get("paper")); ok {
		pg.Paper = size
	}
	told := n
	pg.Title = pg.say(message.New("{phase}", message.Phase(ph.Phase)))
	switch {
	case n > g.Number:
		pg.Title, pg.at, told = pg.say(theEnd), ph.After, g.Number
		pg.Result = report.New(g.Setting).EndOf(ph.After, ph.Events).Result
	case pg.Now:
		told = n - 1
	default:
		pg.Results, pg.draw.Results = true, g.View(role).Events(ph.Events)
	}
	if pg.Now {
		if err = s.deadline(r, pg); err != nil {
			return nil, err
		}
		pg.CanFill = len(g.Writes(role)) > 0
		pg.Filled = pg.CanFill && q.Get("filled") == "1"
	}
	pg.Needed = tableview.Needed(pg.at, &g.Rules)
	powers := pg.sheetPowers(role, seats)
	pg.choose(q, told > 0, len(powers) > 0)
	if pg.has("map") {
		pg.Powers, pg.Trouble = table.PowerRows(g, pg.at, pg.Now || n > g.Number, seats, role, nil), boardpage.Troubles(pg.at)
		if pg.Filled {
			if pg.draw.Orders, err = s.OwnOrders(r, g, role); err != nil {
				return nil, err
			}
		}
	}
	if told > 0 && pg.has("report") {
		if pg.Told, err = s.printedReport(ctx, pg, role, told); err != nil {
			return nil, err
		}
	}
	if pg.has("sheets") {
		if err := s.sheets(ctx, pg, role, seats, powers); err != nil {
			return nil, err
		}
	}
	pg.addresses(q)
	return pg, pg.phases(ctx, s)
}

// theEnd is the title of the position at the end of a game.
var theEnd = message.New("The end")

// say returns a message in the language of what is printed.
func (pg *printPage) say(m message.Message) string { return pg.tongue.M(m) }

// deadline sets the deadline of a game's current phase.
func (s *Pages) deadline(r *http.Request, pg *printPage) error {
	if pg.Game.Status != game.Active {
		return nil
	}
	plan, err := s.Judge.Clock.Plan(r.Context(), pg.Game.ID)
	zone := s.ZoneAt(r, pg.Game)
	pg.Due, pg.due = page.DueIn(plan.Deadline, zone), pg.tongue.Moment(plan.Deadline.In(zone))
	return err
}

// choose sets the parts to print. If the address names none, all available parts are printed.
func (pg *printPage) choose(q url.Values, report, sheets bool) {
	add := func(name string, title message.Message) {
		pg.Parts = append(pg.Parts, printPart{Name: name, Title: pg.say(title), On: len(q["part"]) == 0 || slices.Contains(q["part"], name)})
	}
	add("map", message.New("Map"))
	if report {
		add("report", message.New("Report"))
	}
	if sheets {
		add("sheets", message.New("Order sheets"))
	}
}

// has reports whether a part is printed.
func (pg *printPage) has(name string) bool {
	return slices.ContainsFunc(pg.Parts, func(x printPart) bool { return x.Name == name && x.On })
}

// Has exports has to templates.
func (pg *printPage) Has(name string) bool { return pg.has(name) }

// addresses sets the addresses of the map and the PDFs.
func (pg *printPage) addresses(q url.Values) {
	base := "/g/" + pg.Game.ID
	pg.Map = boardpage.MapAddress(pg.tongue, pg.Game, pg.Number, "theme=print")
	switch {
	case pg.Results:
		pg.Map += "&orders=1"
		pg.Caption = pg.say(message.New("The position before the phase, with the orders and their results: solid arrows succeeded, broken ones failed."))
	case pg.Filled:
		pg.Map += "&mine=1"
		pg.Caption = pg.say(message.New("The position, with your orders so far."))
	}
	to := url.Values{"phase": {strconv.Itoa(pg.Number)}, "paper": {pg.Paper.Name}}
	for _, name := range []string{"filled", "power"} {
		if q.Get(name) != "" {
			to.Set(name, q.Get(name))
		}
	}
	for i := range pg.Parts {
		to.Set("part", pg.Parts[i].Name)
		pg.Parts[i].PDF = base + "/print.pdf?" + to.Encode()
	}
}

// phases lists the phases to choose from, the latest first.
func (pg *printPage) phases(ctx context.Context, s *Pages) error {
	all, err := s.Judge.Base.Phases(ctx, pg.Game.ID)
	if err != nil {
		return err
	}
	if pg.Game.Finished {
		n := strconv.Itoa(history.Frames(pg.Game))
		pg.Phases = append(pg.Phases, page.Choice{Value: n, Label: pg.say(theEnd), Chosen: pg.Number > pg.Game.Number})
	}
	for i := len(all) - 1; i >= 0; i-- {
		x := all[i]
		pg.Phases = append(pg.Phases, page.Choice{Value: strconv.Itoa(x.Number), Label: pg.say(message.New("{phase}", message.Phase(x.Phase))), Chosen: x.Number == pg.Number})
	}
	return nil
}

// printedReport describes a resolved phase as far as a visitor may know it.
func (s *Pages) printedReport(ctx context.Context, pg *printPage, role game.Role, n int) (*printedReport, error) {
	g := pg.Game
	ph, err := s.Judge.Base.Phase(ctx, g.ID, n)
	if err != nil {
		return nil, err
	}
	if ph.After == nil {
		return nil, game.ErrNoPhase
	}
	seen := g.View(role).Events(ph.Events)
	t := report.New(g.Setting)
	return &printedReport{
		Title: pg.say(message.New("{phase}", message.Phase(ph.Phase))), Headline: page.Say(t.Headline(seen)),
		Steps:  history.StorySteps(rulebook.GameRules(g.ID), replay.Steps(ph.Before, ph.After, seen, &g.Rules)),
		Orders: history.OrdersByPower(g, t, seen, rulebook.GameRules(g.ID)),
	}, nil
}

// powerName returns the name of a power.
func (pg *printPage) powerName(p machiavelli.Power) string {
	return pg.say(message.New("{power:name}", message.PowerOf(pg.Game.Setting.Powers, p)))
}

// sheetPowers returns the powers whose order sheets a visitor may print, without eliminated powers.
// Masters may print the sheets of all powers, and players those of their own.
func (pg *printPage) sheetPowers(role game.Role, seats []game.Seat) []machiavelli.Power {
	if pg.Number > pg.Game.Number {
		return nil
	}
	var out []machiavelli.Power
	for _, seat := range seats {
		if !role.Master && (role.Seat == 0 || seat.Number != role.Seat) {
			continue
		}
		for _, p := range seat.Powers {
			if !pg.at.Eliminated.Has(p) {
				out = append(out, p)
			}
		}
	}
	slices.Sort(out)
	for _, p := range out {
		info := pg.Game.Setting.Powers[p]
		pg.Seats = append(pg.Seats, page.Choice{Value: info.ID, Label: pg.powerName(p), Chosen: strings.EqualFold(info.ID, pg.Only)})
	}
	return out
}

package web

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/judge"
)

// lettersView is the page of a game's letters.
type lettersView struct {
	Head   *tableHead
	Rows   []entryRow // the newest first
	Older  string
	Newest string
	With   string // whose letters alone are shown
	Form   *letterForm
	Copies bool // an observer may ask for copies of all letters
	Told   []string
}

// letterForm is the form of a letter.
type letterForm struct {
	To       []addressee
	Text     string
	Colours  []choice // of which the sender can choose
	GreyOnly bool
	Header   bool   // the header may lie
	HeaderAs string // what it is to say
	Truth    bool   // the header lies unless the sender wants the truth
	TruthOn  bool
	Example  string
}

// addressee is somebody to whom a letter can go.
type addressee struct {
	Value, Label string
	Chosen       bool
}

// lettersPage shows the letters that the visitor may read, and lets him write.
func (s *Server) lettersPage(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.at(w, r)
	if !ok {
		return
	}
	pg, err := s.newLettersView(r, g, role, url.Values{"to": r.URL.Query()["to"]})
	if err != nil {
		s.refuse(w, r, err, nil)
		return
	}
	s.page(w, r, http.StatusOK, "letters", frame{Title: "Letters · " + g.Name, Game: g.ID, Body: pg})
}

// lettersAgain shows the page again after a letter was refused, with its text.
func (s *Server) lettersAgain(w http.ResponseWriter, f *tableForm, problem error) {
	if code := judge.ErrorCode(problem); code == judge.Internal || code == judge.Unavailable {
		s.refuse(w, f.r, problem, lost(f.r.PostForm))
		return
	}
	pg, err := s.newLettersView(f.r, f.g, f.role, f.r.PostForm)
	if err != nil {
		s.refuse(w, f.r, problem, lost(f.r.PostForm))
		return
	}
	pg.Head.Error = message(problem)
	s.again(w, f.r, problem, "letters", "Letters · "+f.g.Name, pg)
}

func (s *Server) newLettersView(r *http.Request, g *judge.Game, role judge.Role, form url.Values) (*lettersView, error) {
	pg := &lettersView{Told: pressWords(&g.Hosting.Press), Copies: role.Observer && g.Hosting.Press.WatchAll}
	var err error
	if pg.Head, err = s.head(r, g, role, "/letters"); err != nil {
		return nil, err
	}
	q := r.URL.Query()
	before, _ := strconv.ParseInt(q.Get("before"), 10, 64)
	with, _ := strconv.Atoi(q.Get("with"))
	part, err := s.lastEntries(r.Context(), g, role, before, logWindow)
	if err != nil {
		return nil, err
	}
	for _, e := range slices.Backward(part.list) {
		if e.Kind != judge.PressEntry || with > 0 && e.From != with && !slices.Contains(e.Audience.Seats, with) {
			continue
		}
		x, err := row(g, role, &e, pg.Head.Loc)
		if err != nil {
			return nil, err
		}
		pg.Rows = append(pg.Rows, x)
	}
	more := url.Values{}
	if with > 0 {
		pg.With = seatNames(g, with)
		more.Set("with", strconv.Itoa(with))
	}
	if before > 0 {
		pg.Newest = pg.Head.Base() + "/letters?" + more.Encode()
	}
	if part.older > 0 {
		more.Set("before", strconv.FormatInt(part.older, 10))
		pg.Older = pg.Head.Base() + "/letters?" + more.Encode()
	}
	if role.Takes() {
		pg.Form = newLetterForm(g, role, form)
	}
	return pg, nil
}

// newLetterForm makes the form of a letter with what was chosen so far; of what
// the game's rules do not have there are no choices.
func newLetterForm(g *judge.Game, role judge.Role, form url.Values) *letterForm {
	p := &g.Hosting.Press
	f := &letterForm{Text: clean(form.Get("text")), HeaderAs: clean(form.Get("header")), TruthOn: form.Get("truth") != "", Example: "all"}
	to := form["to"]
	add := func(value, label string) {
		f.To = append(f.To, addressee{value, label, slices.Contains(to, value)})
	}
	master := role.Master
	begun := g.Number > 0
	if master || begun && !p.None && (!role.Observer || p.Observers != "none") {
		add("all", "Everybody")
	}
	if begun && (master || !p.None && p.Partial && (!role.Observer || p.Observers == "any")) {
		for i := range g.Setting.Seats {
			if n := i + 1; n != role.Seat {
				add(strconv.Itoa(n), seatNames(g, n))
			}
		}
		add("observers", "The observers")
	}
	if !master {
		add("master", "The master alone")
	}
	if begun && p.Postal && !g.Finished {
		add("post", "Everybody, by post")
	}
	switch {
	case master || p.None || !begun:
	case p.White && p.Grey:
		grey := p.GreyFirst
		if form.Has("colour") {
			grey = form.Get("colour") == "grey"
		}
		f.Colours = []choice{{Value: "white", Label: "by your power", Chosen: !grey}, {Value: "grey", Label: "grey: nobody is told who wrote it", Chosen: grey}}
	case p.Grey:
		f.GreyOnly = true
	}
	if !master && begun && p.Partial && !p.None {
		f.Header, f.Truth = p.Fakes == "may", p.Fakes == "default"
	}
	if n := len(g.Setting.Seats); n > 1 && begun {
		f.Example = powerLetters(g, 1) + powerLetters(g, 2)
	}
	return f
}

// powerLetters are the letters of the powers of a seat.
func powerLetters(g *judge.Game, seat int) string {
	word := ""
	for _, p := range g.Setting.Seats[seat-1] {
		word += string(rune(g.Setting.Powers[p].Letter))
	}
	return word
}

// pressWords tells what the rules of letters are, in sentences.
func pressWords(p *judge.PressRules) []string {
	if p.None {
		return []string{"This game has no letters among players; everybody can write to the master."}
	}
	out := []string{label(pressChoices, pressValue(p)) + "."}
	add := func(on bool, text string) {
		if on {
			out = append(out, text)
		}
	}
	add(!p.Partial, "Everything goes to all.")
	add(p.Fakes != "", "The line that tells to whom a letter goes "+label(fakeChoices, p.Fakes)+".")
	add(p.Observers != "any", "Observers "+label(observerChoices, p.Observers)+".")
	add(p.Touch, "Letters go to neighbours only, and one letter to all in a phase.")
	add(p.MustOrder, "Only those write whose orders are complete.")
	add(p.NoLate, "Who is late does not write.")
	add(p.NoGrace, "Nobody writes while anybody is late.")
	add(p.NoMinor, "There are no letters in retreats and adjustments.")
	add(p.WatchAll, "Observers may have copies of all letters.")
	return out
}

// label is the label of a value.
func label(all []choice, value string) string {
	for _, c := range all {
		if c.Value == value {
			return c.Label
		}
	}
	return value
}

// say sends a letter.
func (s *Server) say(f *tableForm) (string, error) {
	p := &f.g.Hosting.Press
	m := judge.Message{Text: f.get("text"), NoFake: f.get("truth") != ""}
	m.Grey = p.Grey && !f.role.Master && f.g.Number > 0 && (!p.White || f.get("colour") == "grey" || f.get("colour") == "" && p.GreyFirst)
	to := "/letters?done=said"
	for _, x := range f.r.PostForm["to"] {
		switch x {
		case "all":
			m.To.All = true
		case "observers":
			m.To.Observers = true
		case "master":
			m.ToMaster = true
		case "post":
			m.Postal = true
			to = "/letters?done=postal"
		default:
			n, err := strconv.Atoi(x)
			if err != nil {
				return "", invalid("The form names somebody whom this game does not have.")
			}
			m.To.Seats = append(m.To.Seats, n)
		}
	}
	if header := strings.Join(strings.Fields(f.get("header")), ""); header != "" {
		m.FakeTo = strings.ToUpper(header)
		if strings.EqualFold(header, "all") {
			m.FakeTo = "all"
		}
	}
	return to, s.table.Say(f.r.Context(), f.g.ID, f.role, f.role.Seat, m)
}

// setCopies says whether an observer gets copies of all letters.
func (s *Server) setCopies(f *tableForm) (string, error) {
	on := f.get("on") != ""
	to := "/letters?done=nocopies"
	if on {
		to = "/letters?done=copies"
	}
	return to, s.table.SetCopies(f.r.Context(), f.g.ID, f.role, on)
}

package press

import (
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/press"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// letterForm is the form for a message.
type letterForm struct {
	Title    string
	Talk     string   // key of the conversation of the message
	Fixed    []string // the recipients in a conversation
	Choose   bool     // whether the sender chooses the recipients
	To       []addressee
	Text     string
	Colours  []page.Choice // the kinds of press from which the sender can choose
	GreyOnly bool
	Header   bool   // whether the header may be faked
	HeaderAs string // what the header says
	Truth    bool   // whether the header is faked unless the sender chooses the true one
	TruthOn  bool
	Example  string
}

// addressee is a possible recipient of a message.
type addressee struct {
	Value, Label string
	Badge        template.HTML
	Chosen       bool
	Alone        bool // whether it cannot be combined with others
}

// addressees holds the labels of the possible recipients of a message, except players.
//
//lang:words
var addressees = map[string]string{
	"all": "Everyone", "observers": "The observers", "master": "Only the master", "post": "Everyone, by postal press",
}

// newLetterForm returns the form for a message, with the choices made so far. It offers only what
// the game's rules allow.
func newLetterForm(l message.Language, g *game.Game, role game.Role, form url.Values, masterless bool) *letterForm {
	p := &g.Hosting.Press
	f := &letterForm{Text: page.Clean(form.Get("text")), HeaderAs: page.Clean(form.Get("header")), TruthOn: form.Get("truth") != "", Example: "all"}
	to := form["to"]
	add := func(value string) {
		x := addressee{
			Value: value, Label: addressees[value], Chosen: slices.Contains(to, value), Alone: value != "observers",
		}
		if n, err := strconv.Atoi(value); err == nil {
			x.Label, x.Badge, x.Alone = gamepage.SeatNames(l, g, n), seatBadge(g, n), false
		}
		f.To = append(f.To, x)
	}
	master := role.Master
	begun := g.Number > 0
	if master || begun && !p.None && (!role.Observer || p.Observers != "none") {
		add("all")
	}
	if begun && (master || !p.None && p.Partial && (!role.Observer || p.Observers == "any")) {
		for i := range g.Setting.Seats {
			if n := i + 1; n != role.Seat {
				add(strconv.Itoa(n))
			}
		}
		add("observers")
	}
	if !master && !masterless {
		add("master")
	}
	if begun && p.Postal && !g.Finished {
		add("post")
	}
	switch {
	case master || p.None || !begun:
	case p.White && p.Grey:
		grey := p.GreyFirst
		if form.Has("colour") {
			grey = form.Get("colour") == "grey"
		}
		f.Colours = []page.Choice{{Value: "white", Label: "by your power", Chosen: !grey}, {Value: "grey", Label: "grey: nobody is told who wrote it", Chosen: grey}}
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

// powerLetters returns the letters of the powers of a seat.
func powerLetters(g *game.Game, seat int) string {
	word := ""
	for _, p := range g.Setting.Seats[seat-1] {
		word += string(rune(g.Setting.Powers[p].Letter))
	}
	return word
}

// say sends a message.
func (s *Pages) say(f *gamepage.Form) (string, error) {
	p := &f.Game.Hosting.Press
	m := press.NewMessage{Text: f.Get("text"), NoFake: f.Get("truth") != ""}
	m.Grey = p.Grey && !f.Role.Master && f.Game.Number > 0 && (!p.White || f.Get("colour") == "grey" || f.Get("colour") == "" && p.GreyFirst)
	done := "said"
	for _, x := range f.Request.PostForm["to"] {
		switch x {
		case "all":
			m.To.All = true
		case "observers":
			m.To.Observers = true
		case "master":
			m.ToMaster = true
		case "post":
			m.Postal = true
			done = "postal"
		default:
			if account, ok := strings.CutPrefix(x, "@"); ok {
				m.To.Account = account
				continue
			}
			n, err := strconv.Atoi(x)
			if err != nil {
				return "", game.Refuse(game.Invalid, message.New("The form names a recipient who is not in this game."))
			}
			m.To.Seats = append(m.To.Seats, n)
		}
	}
	if header := strings.Join(strings.Fields(f.Get("header")), ""); header != "" {
		m.FakeTo = strings.ToUpper(header)
		if strings.EqualFold(header, "all") {
			m.FakeTo = "all"
		}
	}
	if err := s.Judge.Press.Say(f.Request.Context(), f.Game.ID, f.Role, f.Role.Seat, m); err != nil {
		return "", err
	}
	s.ClearUnread()
	return "/letters?" + url.Values{"c": {talkOf(f.Role, &m).Key()}, "done": {done}}.Encode() + "#end", nil
}

// talkOf returns the conversation of a message from its sender's point of view.
func talkOf(role game.Role, m *press.NewMessage) press.Talk {
	t := press.Talk{Seats: slices.Clone(m.To.Seats), Observers: m.To.Observers, Account: m.To.Account}
	switch {
	case m.To.All || m.Postal:
		return press.Talk{All: true}
	case role.Seat > 0 && !slices.Contains(t.Seats, role.Seat):
		t.Seats = append(t.Seats, role.Seat)
	case role.Master && (t.Account != "" || len(t.Seats) == 0 || len(t.Seats) == 1 && !t.Observers):
		t.Master = true
	case !role.Master && role.Seat == 0 && m.ToMaster:
		t.Account = role.Account
	case !role.Master && role.Seat == 0:
		t.Observers = true
	}
	t.Master = t.Master || m.ToMaster
	slices.Sort(t.Seats)
	return t
}

// openLetters records whether a player agrees to publish the messages of the game.
func (s *Pages) openLetters(f *gamepage.Form) (string, error) {
	agree := f.Get("agree") != ""
	to := "/letters?done=noopen"
	if agree {
		to = "/letters?done=open"
	}
	return to, s.Judge.Press.OpenLetters(f.Request.Context(), f.Game.ID, f.Role, agree)
}

// setCopies records whether an observer receives copies of all messages.
func (s *Pages) setCopies(f *gamepage.Form) (string, error) {
	on := f.Get("on") != ""
	to := "/letters?done=nocopies"
	if on {
		to = "/letters?done=copies"
	}
	return to, s.Judge.Press.SetCopies(f.Request.Context(), f.Game.ID, f.Role, on)
}

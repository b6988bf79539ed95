package press

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/press"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/pact"
)

// offerRow is the state of a proposal below its message.
type offerRow struct {
	Base    string // beginning of the addresses of the game
	For     string // the role that the page is for (see page.Mine)
	Talk    string // key of the conversation
	Number  int
	State   message.Message
	Broken  bool
	Answers bool // whether the visitor can accept or refuse it
	Takes   bool // whether the visitor can withdraw it
}

// agreementRow is an agreement of the visitor's seat.
type agreementRow struct {
	What   message.Message
	With   message.Message
	State  message.Message
	Broken bool
	Href   string
}

// proposalForm is the form for a proposal to a seat.
type proposalForm struct {
	To       int
	Talk     string
	Kinds    []option
	Againsts []option // powers against which an alliance can be directed, and nobody
	Targets  []option // enemies in a joint attack
	Wheres   []option // options for the place of a joint attack, including anywhere
	Places   []option // places that can be without units
	Whose    []option
	Unit     string
	Ducats   string
	Money    bool
	Services []option
	Untils   []option
	Note     string
	Open     bool // whether anything was entered
}

// option is a choice whose label is a message, such as the name of a place.
type option struct {
	Value  string
	Label  message.Message
	Chosen bool
}

// newProposalForm returns the form for a proposal to the other seat of a conversation, with the
// choices made so far, or nil if no proposal is possible. It offers nothing about eliminated
// powers.
func newProposalForm(g *game.Game, role game.Role, talk press.Talk, others []int, form url.Values, gone machiavelli.PowerSet) *proposalForm {
	p := &g.Hosting.Press
	if role.Seat == 0 || g.Number == 0 || g.Finished || len(others) != 1 || talk.All || talk.Observers || talk.Master || talk.Hidden ||
		!slices.Contains(talk.Seats, role.Seat) || p.None || !p.White || !p.Partial || p.Fakes == "broadcast" {
		return nil
	}
	for _, seat := range [...]int{role.Seat, others[0]} {
		if proposedTo(g, seat, gone) == machiavelli.Nobody {
			return nil
		}
	}
	get := func(name string) string { return page.Clean(form.Get(name)) }
	f := &proposalForm{To: others[0], Talk: talk.Key(), Unit: get("unit"), Ducats: get("ducats"), Note: get("note"), Open: form.Has("kind"), Money: g.Rules.Money}
	pick := func(name string, list []option) []option {
		for i := range list {
			list[i].Chosen = list[i].Value == get(name)
		}
		return list
	}
	var targets []option
	for x, info := range g.Setting.Powers {
		power := machiavelli.Power(x)
		if x == 0 || g.Setting.Absent.Has(power) || gone.Has(power) || slices.Contains(g.Setting.Seats[role.Seat-1], power) || slices.Contains(g.Setting.Seats[f.To-1], power) {
			continue
		}
		targets = append(targets, option{Value: info.Name, Label: message.New("{Power:name}", message.PowerOf(g.Setting.Powers, power))})
	}
	f.Againsts = pick("against", append([]option{{Label: message.New("nobody")}}, targets...))
	f.Targets = pick("target", targets)
	var places []option
	land := g.Setting.Board.Land
	for at := land.Next(0); at != 0; at = land.Next(at) {
		if name := g.Setting.Board.Areas[at].Name; !g.Setting.OffBoard.Has(at) {
			places = append(places, option{Value: name, Label: message.New("{Place:name}", message.Place{Name: name})})
		}
	}
	slices.SortFunc(places, func(a, b option) int { return cmp.Compare(a.Value, b.Value) })
	f.Wheres = pick("where", append([]option{{Label: message.New("anywhere")}}, places...))
	f.Places = pick("place", places)
	kinds := []option{
		{Value: "peace", Label: message.New("peace")},
		{Value: "alliance", Label: message.New("an alliance")},
		{Value: "demilitarisation", Label: message.New("a province without units")},
	}
	services := []option{
		{Label: message.New("nothing in return")},
		{Value: "forpeace", Label: message.New("peace")},
	}
	if len(targets) > 0 {
		kinds = append(kinds, option{Value: "attack", Label: message.New("a joint attack")})
		services = append(services, option{Value: "forattack", Label: message.New("a joint attack")})
	}
	kinds = append(kinds, option{Value: "support", Label: message.New("a support")})
	services = append(services, option{Value: "forsupport", Label: message.New("a support of my unit")})
	if f.Money {
		kinds = append(kinds, option{Value: "payment", Label: message.New("a payment by you")})
	}
	f.Kinds = pick("kind", kinds)
	f.Services = pick("for", services)
	f.Whose = pick("whose", []option{{Value: "MY", Label: message.New("my unit")}, {Value: "YOUR", Label: message.New("their unit")}})
	f.Untils = pick("until", untils(g))
	return f
}

// proposedTo returns the power of a seat to which a proposal goes: the first one still in the
// game, or Nobody.
func proposedTo(g *game.Game, seat int, gone machiavelli.PowerSet) machiavelli.Power {
	for _, x := range g.Setting.Seats[seat-1] {
		if !gone.Has(x) {
			return x
		}
	}
	return machiavelli.Nobody
}

// untils returns the options for how long an agreement holds: as usual, or until the end of one of
// the coming campaigns.
func untils(g *game.Game) []option {
	list := []option{{Label: message.New("as usual")}}
	c := pact.Next(g.Phase)
	for year := c.Year; year <= c.Year+2; year++ {
		for s := machiavelli.Spring; s <= machiavelli.Fall; s++ {
			x := message.Campaign{Season: s, Year: year}
			if s == machiavelli.Summer && g.Rules.SeasonsPerYear == 2 || pact.Before(x, c) {
				continue
			}
			list = append(list, option{Value: s.String() + " " + strconv.Itoa(year), Label: message.New("until the end of {campaign}", x)})
		}
	}
	return list
}

// proposalLine returns the line of a proposal that was made with the form.
func proposalLine(g *game.Game, f *gamepage.Form, gone machiavelli.PowerSet) (string, error) {
	seat := f.Number("to")
	if seat < 1 || seat > len(g.Setting.Seats) {
		return "", game.ErrNoSeat
	}
	power := proposedTo(g, seat, gone)
	if power == machiavelli.Nobody {
		return "", game.Refuse(game.Conflict, message.New("{Powers:name} {powers?pl:are|is} out of the game.", message.List{How: message.And, Of: gamepage.ArgsOfSeats(g, seat)}))
	}
	whom := g.Setting.Powers[power].Name
	attack := "ATTACK ON " + f.Get("target")
	if where := f.Get("where"); where != "" {
		attack += " IN " + where
	}
	line := ""
	switch kind := f.Get("kind"); kind {
	case "peace":
		line = "PEACE"
	case "alliance":
		if line = "ALLIANCE"; f.Get("against") != "" {
			line += " AGAINST " + f.Get("against")
		}
	case "demilitarisation":
		line = "DEMILITARISATION OF " + f.Get("place")
	case "attack":
		line = attack
	case "support":
		line = "SUPPORT OF " + f.Get("whose") + " " + f.Get("unit")
	case "payment":
		line = "PAYMENT OF " + f.Get("ducats") + " DUCATS TO " + whom
		switch f.Get("for") {
		case "forpeace":
			line += " FOR PEACE"
		case "forattack":
			line += " FOR " + attack
		case "forsupport":
			line += " FOR SUPPORT OF MY " + f.Get("unit")
		}
	default:
		return "", game.Refuse(game.Invalid, message.New("Choose what you propose."))
	}
	switch f.Get("kind") {
	case "attack", "payment":
		if strings.Contains(line, "ATTACK ON ") && f.Get("target") == "" {
			return "", game.Refuse(game.Invalid, message.New("Choose whom to attack."))
		}
	case "demilitarisation":
		if f.Get("place") == "" {
			return "", game.Refuse(game.Invalid, message.New("Choose a province."))
		}
	}
	if f.Get("kind") != "payment" {
		line += " TO " + whom
	}
	if until := f.Get("until"); until != "" {
		line += " UNTIL " + until
	}
	return line, nil
}

// propose sends a proposal.
func (s *Pages) propose(f *gamepage.Form) (string, error) {
	reach, err := s.Judge.Press.Reachable(f.Request.Context(), f.Game.ID, f.Role)
	if err != nil {
		return "", err
	}
	line, err := proposalLine(f.Game, f, reach.Gone)
	if err != nil {
		return "", err
	}
	if _, err := s.Judge.Press.Propose(f.Request.Context(), f.Game.ID, f.Role, f.Role.Seat, press.NewProposal{Line: line, Note: f.Get("note")}); err != nil {
		return "", err
	}
	return s.afterProposal(f, "proposed"), nil
}

// answerProposal accepts, refuses or withdraws a proposal.
func (s *Pages) answerProposal(f *gamepage.Form) (string, error) {
	act := f.Get("act")
	if err := s.Judge.Press.Answer(f.Request.Context(), f.Game.ID, f.Role, f.Role.Seat, f.Number("number"), act, ""); err != nil {
		return "", err
	}
	done := map[string]string{journal.ActAccept: "accepted", journal.ActRefuse: "refused", journal.ActWithdraw: "withdrawn"}[act]
	return s.afterProposal(f, done), nil
}

// afterProposal returns the address to which a form about a proposal redirects.
func (s *Pages) afterProposal(f *gamepage.Form, done string) string {
	s.ClearUnread()
	return "/letters?" + url.Values{"c": {f.Get("c")}, "done": {done}}.Encode() + "#end"
}

// addProposals returns the proposals that the visitor may see, keyed by number, and lists the
// agreements of their seat.
func (pg *lettersView) addProposals(g *game.Game, role game.Role, list []press.Proposal, names *namer) map[int]*offerRow {
	rows := map[int]*offerRow{}
	for i := range list {
		p := &list[i]
		rows[p.Number] = &offerRow{Base: pg.Head.Base(), For: pg.Head.For, Number: p.Number, State: p.Say(g.Setting), Broken: p.State == pact.WasBroken, Answers: p.Answers, Takes: p.Takes}
		if role.Seat == 0 || role.Master || p.State != pact.StillHolds && (p.State != pact.WasBroken || p.In.Year < g.Phase.Year) {
			continue
		}
		other := p.From
		if other == role.Seat {
			other = p.To
		}
		talk := names.row(pg.Head.Base(), talkOf(role, &press.NewMessage{To: journal.OnlySeats(other)}))
		pg.Agreements = append(pg.Agreements, agreementRow{
			What: p.Terms.What(g.Setting), With: talk.Title, State: p.Say(g.Setting), Broken: p.State == pact.WasBroken, Href: talk.Href,
		})
	}
	return rows
}

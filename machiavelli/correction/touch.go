package correction

import (
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
)

// Tool is the effect of a click on the map while a position is being edited.
type Tool struct {
	Kind    string // unit, erase, own, province, city, siege, rebellion, famine, plague
	Owner   string // id of a power, or "nobody"
	Type    string // letter of a unit's type
	Quality string // quality of a unit; empty means ordinary
	Unit    string // the unit that was clicked, such as "A:pav" or "DG:pav", or empty
}

// Tools lists the kinds of tools.
var Tools = []string{"unit", "erase", "own", "province", "city", "siege", "rebellion", "famine", "plague"}

// Touch returns the statements for using a tool on an area in the position that
// results from the statements in before. The area is given by its code or its
// name. A second click with the same tool undoes the first. If the tool cannot
// be used, the error says why.
func Touch(p *position.Position, r *rules.Set, before []string, tool Tool, area string) ([]string, error) {
	p, err := soFar(p, r, before)
	if err != nil {
		return nil, err
	}
	match, ok := p.Setting.Board.Find(area)
	if !ok {
		return nil, sentence(message.New("There is no place {name}.", quoted(clip(area))))
	}
	x := toucher{p, p.Setting.Board, match.ID, tool}
	more, err := x.statements()
	if err != nil {
		return nil, err
	}
	var problems []Problem
	if tool.Kind == "unit" {
		more, problems = mended(p, r, more)
	} else {
		_, problems = Apply(p, r, more)
	}
	if len(problems) > 0 {
		return nil, sentence(Tell(problems))
	}
	return more, nil
}

// soFar returns the position that results from the statements in before.
func soFar(p *position.Position, r *rules.Set, before []string) (*position.Position, error) {
	res, problems := Apply(p, r, before)
	if len(problems) > 0 {
		return nil, sentence(message.New("First correct what is wrong so far: {problems}", Tell(problems)))
	}
	return res.Position, nil
}

// mended returns the given statements and further ones that solve their problems. One of these
// may, for example, make the owner of a unit also own its province. It also returns the problems
// that remain.
func mended(p *position.Position, r *rules.Set, statements []string) ([]string, []Problem) {
	for {
		_, problems := Apply(p, r, statements)
		more := false
		for _, x := range problems {
			if x.Mend != "" && !slices.Contains(statements, x.Mend) {
				statements, more = append(statements, x.Mend), true
			}
		}
		if !more {
			return statements, problems
		}
	}
}

// Tell returns a message with a sentence for each problem.
func Tell(problems []Problem) message.Message {
	out := make([]message.Message, len(problems))
	for i, p := range problems {
		out[i] = p.Say()
	}
	return message.New("{problems}", message.ListOf(message.Sentences, out))
}

// clip shortens a text to 40 characters.
func clip(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// toucher executes one click.
type toucher struct {
	p    *position.Position
	b    *board.Board
	at   board.ID
	tool Tool
}

func (x *toucher) name() string { return x.b.Areas[x.at].Name }

// where returns the area as an argument of messages.
func (x *toucher) where() message.Place { return report.New(x.p.Setting).AreaOf(x.at) }

// id returns the word for a power in statements.
func (x *toucher) id(p machiavelli.Power) string {
	if p == machiavelli.Nobody {
		return "nobody"
	}
	return x.p.Setting.Powers[p].ID
}

// unit returns the name of a unit in statements.
func (x *toucher) unit(u position.Unit) string {
	text := x.id(u.Owner) + " " + u.Type.Letter() + " " + x.b.Areas[u.At].Name
	if u.Coast != machiavelli.NoCoast {
		text += "/" + u.Coast.Code()
	}
	return text
}

// owner returns the power of the tool.
func (x *toucher) owner() (machiavelli.Power, error) {
	if x.tool.Owner == "" || x.tool.Owner == "nobody" {
		return machiavelli.Nobody, nil
	}
	p, ok := x.p.Setting.Powers.Find(x.tool.Owner)
	if !ok {
		return 0, sentence(message.New("There is no power {name}.", quoted(clip(x.tool.Owner))))
	}
	return p, nil
}

func (x *toucher) statements() ([]string, error) {
	who, err := x.owner()
	if err != nil {
		return nil, err
	}
	land, city := x.b.Land.Has(x.at), x.b.Cities.Has(x.at)
	if !land && !slices.Contains([]string{"unit", "erase"}, x.tool.Kind) {
		return nil, sentence(message.New("{Place} is a sea: nobody owns it.", x.where()))
	}
	yes := func(on bool) string {
		if on {
			return " no"
		}
		return ""
	}
	switch x.tool.Kind {
	case "unit":
		return x.place(who)
	case "erase":
		return x.erase()
	case "own":
		what := "province "
		switch {
		case x.at == x.p.Setting.SeaCity:
			what = "city "
		case city && x.p.Garrison(x.at) < 0:
			what = "both "
		}
		return []string{"control " + what + x.name() + " " + x.id(who)}, nil
	case "province":
		return []string{"control province " + x.name() + " " + x.id(who)}, nil
	case "city":
		if !city {
			return nil, sentence(message.New("{Place} has no city that counts.", x.where()))
		}
		return []string{"control city " + x.name() + " " + x.id(who)}, nil
	case "siege":
		return []string{"siege " + x.name() + yes(x.p.Sieges.Has(x.at))}, nil
	case "famine":
		return []string{"famine " + x.name() + yes(x.p.Famine.Has(x.at))}, nil
	case "plague":
		return []string{"plague " + x.name() + yes(x.p.Plague.Has(x.at))}, nil
	case "rebellion":
		return x.rebel()
	}
	return nil, sentence(message.New("There is no tool {name}: there are {tools}.", quoted(clip(x.tool.Kind)), listed(Tools)))
}

// place puts the tool's unit on the board, where it replaces the unit that is there. If the two
// units are the same, place moves a fleet to the next coast, or removes the unit.
func (x *toucher) place(who machiavelli.Power) ([]string, error) {
	u := position.Unit{Owner: who, At: x.at}
	for t := machiavelli.Army; t <= machiavelli.ArmouredCavalry; t++ {
		if strings.EqualFold(t.Letter(), x.tool.Type) {
			u.Type = t
		}
	}
	if u.Type == machiavelli.NoType {
		return nil, sentence(message.New("{word} is not a type of unit; expected {types}.", quoted(clip(x.tool.Type)), message.ListOf(message.And, []message.Order{"A", "F", "G"})))
	}
	for q := machiavelli.Militia; q <= machiavelli.Professional; q++ {
		if q.String() == x.tool.Quality {
			u.Quality = q
		}
	}
	coasts := []machiavelli.Coast{machiavelli.NoCoast}
	if u.Type == machiavelli.Fleet {
		if own := x.b.Areas[x.at].Coasts; len(own) > 1 {
			coasts = own
		}
	}
	u.Coast = coasts[0]
	var out []string
	same := false
	for _, old := range x.p.Units {
		if old.At != x.at || old.InCity() != u.InCity() && x.at != x.b.Venice {
			continue
		}
		out = append(out, "unit remove "+x.unit(old))
		i := slices.Index(coasts, old.Coast)
		if old.Owner != u.Owner || old.Type != u.Type || old.Quality != u.Quality || i < 0 {
			continue
		}
		if same = i+1 == len(coasts); !same {
			u.Coast = coasts[i+1]
		}
	}
	if same {
		return out, nil
	}
	add := "unit add " + x.unit(u)
	if u.Quality != machiavelli.Ordinary {
		add += " " + u.Quality.String()
	}
	out = append(out, add)
	if !u.InCity() && x.b.Cities.Has(x.at) && x.p.Garrison(x.at) < 0 && x.p.City[x.at] != who {
		out = append(out, "control city "+x.name()+" "+x.id(who))
	}
	return out, nil
}

// erase removes the unit that was clicked, or else a unit in the area. If the
// area has no unit, it removes a rebellion, famine or plague.
func (x *toucher) erase() ([]string, error) {
	for _, d := range x.p.Dislodged {
		if d.Unit.At == x.at && strings.HasPrefix(x.tool.Unit, "D") {
			return []string{"dislodged remove " + x.unit(d.Unit)}, nil
		}
	}
	i := x.p.Field(x.at)
	if g := x.p.Garrison(x.at); i < 0 || g >= 0 && strings.HasPrefix(x.tool.Unit, machiavelli.Garrison.Letter()+":") {
		i = g
	}
	if i >= 0 {
		return []string{"unit remove " + x.unit(x.p.Units[i])}, nil
	}
	switch {
	case x.p.RebelLand.Has(x.at) || x.p.RebelCity.Has(x.at):
		return []string{"rebellion " + x.name() + " none"}, nil
	case x.p.Famine.Has(x.at):
		return []string{"famine " + x.name() + " no"}, nil
	case x.p.Plague.Has(x.at):
		return []string{"plague " + x.name() + " no"}, nil
	}
	return nil, sentence(message.New("There is nothing to take away in {place}.", x.where()))
}

// rebel changes the rebellion to the next state in the cycle of no rebellion,
// one in the province, one in the city, and one in both.
func (x *toucher) rebel() ([]string, error) {
	next := "province"
	if x.at == x.p.Setting.SeaCity { // the sea around the city does not rebel
		next = "city"
	}
	switch land, city := x.p.RebelLand.Has(x.at), x.p.RebelCity.Has(x.at); {
	case land && city, land && !x.b.Fortified.Has(x.at):
		next = "none"
	case land:
		next = "city"
	case city && x.at == x.p.Setting.SeaCity:
		next = "none"
	case city:
		next = "both"
	}
	if next == "province" && x.p.Province[x.at] == machiavelli.Nobody {
		return nil, sentence(message.New("Nobody controls {place}, so nobody can be rebelled against there.", x.where()))
	}
	return []string{"rebellion " + x.name() + " " + next}, nil
}

// Bare returns the statements that remove all units, sieges, rebellions and
// famine markers from the board.
func Bare(p *position.Position, r *rules.Set, before []string) ([]string, error) {
	p, err := soFar(p, r, before)
	if err != nil {
		return nil, err
	}
	x := toucher{p: p, b: p.Setting.Board}
	var out []string
	for _, at := range x.p.RebelLand.Union(x.p.RebelCity).IDs() {
		out = append(out, "rebellion "+x.b.Areas[at].Name+" none")
	}
	for _, at := range x.p.Famine.IDs() {
		out = append(out, "famine "+x.b.Areas[at].Name+" no")
	}
	for _, d := range x.p.Dislodged {
		out = append(out, "dislodged remove "+x.unit(d.Unit))
	}
	for _, u := range x.p.Units {
		out = append(out, "unit remove "+x.unit(u))
	}
	return out, nil
}

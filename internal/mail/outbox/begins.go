package outbox

import (
	"context"
	"slices"

	"podesta/internal/game"
	"podesta/internal/mail/phrase"
	"podesta/internal/tableview"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// tellStart describes the beginning of a game with phase number. Players learn their power, what
// they need to win and what to consider first. Everyone learns the position and how to write to the
// judge.
func (r *reader) tellStart(ctx context.Context, t *told, number int) error {
	ph, err := r.o.judge.Base.Phase(ctx, r.g.ID, number)
	switch {
	case game.ErrorCode(err) == game.NotFound:
		return nil
	case err != nil:
		return err
	}
	p := ph.Before
	t.begins, t.number = true, number
	if len(r.owners()) > 0 {
		t.lead = r.say(message.New("You play {powers}.", phrase.Powers(r.g, r.role.Seat)))
		t.after = append(t.after, r.goal(p), r.firstSteps(p))
	}
	t.after = append(t.after, r.opening(p), r.howToWrite())
	return nil
}

// goal says what is needed to win, and what the reader has of it.
func (r *reader) goal(p *position.Position) Block {
	x := Block{Title: r.say(message.New("How to win"))}
	x.Paras = append(x.Paras, r.say(message.New("{text}.", tableview.Needed(p, &r.g.Rules))))
	for _, power := range r.owners() {
		n := turn.Cities(p, &r.g.Rules, power)
		x.Paras = append(x.Paras, r.say(message.Plural(n, "{Power} {power?pl:have|has} {n} city now.", "{Power} {power?pl:have|has} {n} cities now.", r.powerOf(power))))
	}
	return x
}

// firstSteps says what the reader's powers must order in the first phase, which cities without an
// owner are next to their units, who their neighbours are, and how much money they can spend.
func (r *reader) firstSteps(p *position.Position) Block {
	g := r.g
	x := Block{Title: r.say(message.New("What to consider first"))}
	add := func(m message.Message) { x.Items = append(x.Items, r.say(m)) }
	var owed turn.Owed
	var free board.Set
	for _, power := range r.owners() {
		o := turn.Owes(p, &g.Rules, power, nil)
		owed.Units, owed.Builds = append(owed.Units, o.Units...), owed.Builds+o.Builds
		free = free.Union(freeCities(p, power))
	}
	if parts := phrase.Owed(&owed); len(parts) > 0 {
		all := message.ListOf(message.And, parts)
		add(message.New("Send {what}. Until the deadline you can change them as often as you like.", all))
	}
	if !free.Empty() {
		add(message.New("No player holds these cities next to your units: {places:name}.", placesOf(g.Setting.Board, free)))
	}
	near := r.neighbours(p)
	switch {
	case len(near.Of) == 0:
	case g.Hosting.Press.None:
		add(message.New("Your neighbours: {powers}.", near))
	default:
		add(message.New("Your neighbours: {powers}. Write to them before you move: {help} says how.", near, message.Order("HELP PRESS")))
	}
	for _, power := range r.owners() {
		if has := p.Treasury[power]; g.Rules.Money && has > 0 {
			add(message.New("{Power} can spend {sum} in this phase.", r.powerOf(power), message.Ducats(has)))
		}
	}
	return x
}

// freeCities returns the cities without an owner that a power's units can reach in one move.
func freeCities(p *position.Position, power machiavelli.Power) board.Set {
	b := p.Setting.Board
	var out board.Set
	for _, u := range p.Units {
		switch {
		case u.Owner != power:
		case u.Type == machiavelli.Fleet:
			out = out.Union(b.FleetEdges[u.At][u.Coast])
		default:
			out = out.Union(b.ArmyEdges[u.At])
		}
	}
	out = out.Intersect(b.Cities).Minus(p.Setting.OffBoard)
	for _, at := range out.IDs() {
		if p.City[at] != machiavelli.Nobody {
			out.Remove(at)
		}
	}
	return out
}

// placesOf returns the names of areas.
func placesOf(b *board.Board, of board.Set) message.List {
	var all []message.Place
	for _, at := range of.IDs() {
		all = append(all, message.Place{Name: b.Areas[at].Name})
	}
	return message.ListOf(message.Commas, all)
}

// neighbours returns the other players' powers next to the reader's.
func (r *reader) neighbours(p *position.Position) message.List {
	var out []message.Power
	for i := range r.g.Setting.Powers {
		other := machiavelli.Power(i)
		if other == machiavelli.Nobody || r.g.SeatOf(other) == r.role.Seat {
			continue
		}
		if slices.ContainsFunc(r.owners(), func(own machiavelli.Power) bool { return touches(p, own, other) }) {
			out = append(out, r.powerOf(other))
		}
	}
	return message.ListOf(message.And, out)
}

// touches reports whether a province that one power owns is next to a province or a unit that the
// other power owns.
func touches(p *position.Position, one, other machiavelli.Power) bool {
	b := p.Setting.Board
	has := func(at board.ID) bool {
		if p.Province[at] == other {
			return true
		}
		f := p.Field(at)
		return f >= 0 && p.Units[f].Owner == other
	}
	for i := range b.Areas {
		if p.Province[i] != one {
			continue
		}
		for _, at := range b.ArmyEdges[i].IDs() {
			if has(at) {
				return true
			}
		}
	}
	return false
}

// opening lists the position at the beginning: the units, cities and home provinces of each power,
// the reader's own first, and its treasury if the reader may see it.
func (r *reader) opening(p *position.Position) Block {
	g, v := r.g, r.g.View(r.role)
	x := Block{Title: r.say(message.New("The position")), Map: true}
	var all []machiavelli.Power
	for i := range g.Setting.Powers {
		power := machiavelli.Power(i)
		if power != machiavelli.Nobody && !g.Setting.Absent.Has(power) && !slices.Contains(r.owners(), power) {
			all = append(all, power)
		}
	}
	for _, power := range slices.Concat(r.owners(), all) {
		units := unitsOf(p, power)
		list := message.List{How: message.Commas, Of: units}
		said := []message.Message{message.New("{power:name}: {units:title}.", r.powerOf(power), list)}
		if len(units) == 0 {
			said[0] = message.New("{power:name}: no units.", r.powerOf(power))
		}
		if of := citiesOf(p, power); len(of) > 0 {
			said = append(said, message.New("Cities ({n}): {cities:name}.", message.Number(len(of)), message.ListOf(message.Commas, of)))
		}
		if homes := p.Homes(power); !homes.Empty() {
			said = append(said, message.New("Home: {provinces:name}.", placesOf(g.Setting.Board, homes)))
		}
		if g.Rules.Money && v.SeesTreasury(power, true) {
			said = append(said, message.New("Treasury: {sum}.", message.Ducats(p.Treasury[power])))
		}
		x.Items = append(x.Items, r.say(phrase.Sentences(said...)))
	}
	var garrisons board.Set
	for _, u := range p.Units {
		if u.Owner == machiavelli.Nobody {
			garrisons.Add(u.At)
		}
	}
	if !garrisons.Empty() {
		x.Items = append(x.Items, r.say(message.New("Independent garrisons: {places:name}.", placesOf(g.Setting.Board, garrisons))))
	}
	return x
}

// howToWrite explains how to sign on in other e-mail, and where help is.
func (r *reader) howToWrite() Block {
	help := message.New("{help} explains how to write orders.", message.Order("HELP ORDERS"))
	own := r.owners()
	if len(own) == 0 {
		return r.paragraph(help)
	}
	letter := string(r.g.Setting.Powers[own[0]].Letter)
	x := r.paragraph(phrase.Sentences(message.New("A new e-mail to the judge begins with {signon} and your password.", message.Order("SIGNON "+letter+phrase.Typed(r.g.Name))), help))
	x.Muted = true
	return x
}

package tableview

import (
	"podesta/atlas"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
	"podesta/view"
)

// Reader describes who reads a table, and for which powers they write orders.
type Reader struct {
	view.View                     // after the end of the game, nothing can be ordered
	Writes    []machiavelli.Power // the powers for which the reader writes orders
}

// Of returns the table of a position for a reader, in the reader's language. It contains only
// what the reader may know. The caller fills in Game, Revision and Number. Of returns an error
// for a board that cannot be drawn.
func Of(l message.Language, p *position.Position, r *rules.Set, who Reader) (*Table, error) {
	p = who.Position(p, true) // from here on, the position contains no secrets
	t := &Table{Step: p.Phase.Step.String(), Phase: message.New("{phase}", message.Phase(p.Phase)).In(l), Money: r.Money, Taking: Taking{r.Garrisons, r.ControlTiming == rules.ControlFall}, Hands: []PowerOrders{}, Units: units(l, p)}
	var err error
	if t.Areas, err = areas(l, p, r); err != nil {
		return nil, err
	}
	t.Powers = powers(l, p, r, &who)
	if who.Over || p.Victors != 0 {
		t.Step = "over"
		return t, nil
	}
	for _, power := range who.Writes {
		if !p.Eliminated.Has(power) {
			t.Hands = append(t.Hands, powerOrders(l, p, r, power))
		}
	}
	return t, nil
}

// areas lists the areas of the board with their content, except for units.
func areas(l message.Language, p *position.Position, r *rules.Set) ([]Area, error) {
	b := p.Setting.Board
	anchors, err := atlas.Anchors(b)
	if err != nil {
		return nil, err
	}
	name := func(power machiavelli.Power) string {
		if power == machiavelli.Nobody {
			return ""
		}
		return p.Setting.Powers[power].ID
	}
	homes := map[board.ID]machiavelli.Power{}
	for _, c := range p.Setting.Countries {
		for at := c.Provinces.Next(board.None); at != board.None; at = c.Provinces.Next(at) {
			homes[at] = c.Native
		}
	}
	t := report.New(p.Setting)
	out := make([]Area, 0, len(b.Areas)-1)
	for id := board.ID(1); int(id) < len(b.Areas); id++ {
		src, at := &b.Areas[id], anchors[id-1]
		a := Area{
			Code: src.Code, Name: message.New("{place:name}", t.AreaOf(id)).In(l),
			In: message.New("in {place}", t.AreaOf(id)).In(l), To: message.New("to {place}", t.AreaOf(id)).In(l), Sea: src.Sea, Off: p.Setting.OffBoard.Has(id), At: at.Unit, Box: at.Box,
			Owner: name(p.Province[id]), Home: name(homes[id]),
			Famine: p.Famine.Has(id), Plague: p.Plague.Has(id), Near: []string{},
		}
		if r.Money {
			a.Income = 1
			if r.ProvinceIncome {
				a.Income = int(src.Pays)
			}
		}
		switch land, city := p.RebelLand.Has(id), p.RebelCity.Has(id); {
		case land && city:
			a.Rebellion = "both"
		case land:
			a.Rebellion = "province"
		case city:
			a.Rebellion = "city"
		}
		for x := b.Borders[id].Next(board.None); x != board.None; x = b.Borders[id].Next(x) {
			a.Near = append(a.Near, b.Areas[x].Code)
		}
		fort := b.Fortresses.Has(id) && p.Setting.Fortress
		if b.Cities.Has(id) || fort {
			a.City = &City{
				Name: a.Name, At: at.City, Value: int(src.CityPays), Port: src.Port, Fortress: fort, Walls: fort || b.Fortified.Has(id),
				Owner: name(p.City[id]), Besieged: p.Besieged(id),
			}
			if fort {
				a.City.Value = r.FortressIncome
			}
		}
		out = append(out, a)
	}
	return out, nil
}

// powers lists the powers of a game with what the reader may know of each.
func powers(l message.Language, p *position.Position, r *rules.Set, who *Reader) []Power {
	out := []Power{}
	for i := 1; i < len(p.Setting.Powers); i++ {
		power := machiavelli.Power(i)
		info := p.Setting.Powers[i]
		x := Power{ID: info.ID, Name: message.New("{power:name}", message.PowerOf(p.Setting.Powers, power)).In(l), Text: info.Name, Cities: turn.Cities(p, r, power), Out: p.Eliminated.Has(power)}
		if info.Letter != 0 {
			x.Letter = string(rune(info.Letter))
		}
		x.Colour, x.Night = atlas.Colours(p.Setting.Powers, power)
		land := p.Setting.Provinces()
		for at := land.Next(board.None); at != board.None; at = land.Next(at) {
			if p.Province[at] == power {
				x.Provinces++
			}
		}
		for _, u := range p.Units {
			if u.Owner == power {
				x.Units++
			}
		}
		if p.Setting.Absent.Has(power) && x.Units+x.Provinces+x.Cities == 0 {
			continue
		}
		if r.Money && !x.Out && who.SeesTreasury(power, true) {
			have := int(p.Treasury[power])
			lent, interest := legal.Owed(p, power)
			owed := int(lent + interest)
			x.Ducats, x.Debts = &have, &owed
		}
		out = append(out, x)
	}
	return out
}

// units lists the units on the board, including those that must retreat.
func units(l message.Language, p *position.Position) []Unit {
	out := make([]Unit, 0, len(p.Units)+len(p.Dislodged))
	for i := range p.Units {
		u := unitOf(l, p, &p.Units[i])
		u.Besieges = !u.City && p.Besieged(p.Units[i].At)
		out = append(out, u)
	}
	for i := range p.Dislodged {
		u := unitOf(l, p, &p.Dislodged[i].Unit)
		u.Key, u.Dislodged = "D"+u.Key, true
		out = append(out, u)
	}
	return out
}

func unitOf(l message.Language, p *position.Position, u *position.Unit) Unit {
	b := p.Setting.Board
	out := Unit{
		Key: unitKey(b, u), Power: powerID(p.Setting, u.Owner), Type: u.Type.String(), At: b.Areas[u.At].Code, City: u.InCity(),
		Name: unitName(p.Setting, u).In(l), Whose: whose(p.Setting, u).In(l), Text: unitText(p.Setting, u),
	}
	if u.Quality != machiavelli.Ordinary {
		out.Quality = u.Quality.String()
	}
	return out
}

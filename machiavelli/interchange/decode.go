package interchange

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// maxDucats is the maximum of a treasury, a loan or a debt.
const maxDucats = 1_000_000_000

// DecodePosition reads a position in the interchange format. What data leaves out is taken from
// start, which also supplies the setting and the phase and is not changed. The result is a
// possible state of the board (BOARD-17). An error names the member and the problem.
func DecodePosition(data []byte, start *position.Position, r *rules.Set) (*position.Position, error) {
	p := start.Clone()
	d := decoder{cursor: cursor{s: string(data)}, p: p, r: r}
	d.position()
	d.end()
	return p, d.err
}

// decoder reads a position into p, which holds the defaults.
type decoder struct {
	cursor
	p *position.Position
	r *rules.Set

	has       given                                  // members that the case contains
	owned     [machiavelli.MaxPowers][]position.Unit // the units of each owner, in the order of the text
	hasUnits  bool
	serials   string // text of the member serials, which is read after the units
	dislodged bool
	unknownTo []int // indices of dislodged units for which the case lists no retreats
}

// positionMembers lists the names of a position's members.
var positionMembers = []string{
	"units", "provinces", "cities", "countries", "treasuries", "loans", "bankrupt", "chits", "sieges", "rebellions", "famine",
	"scorched", "plague", "infected", "guarded", "spared", "taxed", "taxed-before", "last-alone", "opening", "dislodged", "contested", "transfers", "serials", "allies", "eliminated", "victors", "cities-needed",
}

// position reads the object and assembles the position.
func (d *decoder) position() {
	p := d.p
	for name := range d.members() {
		d.has.add(name)
		switch name {
		case "units":
			d.units()
		case "provinces":
			p.Province = [board.Max]machiavelli.Power{}
			d.owners(&p.Province, p.Setting.Board.Land)
		case "cities":
			p.City = [board.Max]machiavelli.Power{}
			d.owners(&p.City, p.Setting.Board.Cities)
		case "last-alone":
			p.AloneBy = [board.Max]machiavelli.Power{}
			p.Divided = d.owners(&p.AloneBy, p.Setting.Board.Land)
		case "countries":
			d.countries()
		case "treasuries":
			p.Treasury = [machiavelli.MaxPowers]machiavelli.Ducats{}
			for id := range d.members() {
				p.Treasury[d.power(id, false)] = d.ducats()
			}
		case "loans":
			d.loans()
		case "bankrupt":
			p.Bankrupt = d.powers()
		case "chits":
			d.chits()
		case "sieges":
			p.Sieges = d.areas(walls(p.Setting.Board), "has no city that could be besieged")
		case "rebellions":
			d.rebellions()
		case "famine":
			p.Famine = d.areas(p.Setting.Board.Land, "is not a land province")
		case "scorched":
			p.Scorched = d.areas(p.Setting.Board.Land, "is not a land province")
		case "plague":
			p.Plague = d.areas(p.Setting.Board.Land, "is not a land province")
		case "infected":
			p.Infected = d.areas(p.Setting.Board.Land, "is not a land province")
		case "guarded":
			p.Guarded = d.areas(p.Setting.Board.Land, "is not a land province")
		case "spared":
			p.Spared = d.areas(p.Setting.Board.Land, "is not a land province")
		case "taxed":
			p.Taxed = d.areas(p.Setting.Board.Land, "is not a land province")
		case "taxed-before":
			p.TaxedBefore = d.areas(p.Setting.Board.Land, "is not a land province")
		case "opening":
			p.Opening = d.truth()
		case "dislodged":
			d.dislodgedUnits()
		case "contested":
			p.Contested = d.areas(p.Setting.Board.Land.Union(p.Setting.Board.Seas), "")
		case "transfers":
			d.transfers()
		case "serials":
			d.serials = d.raw()
		case "allies":
			p.Allies = [machiavelli.MaxPowers]machiavelli.PowerSet{}
			for id := range d.members() {
				p.Allies[d.power(id, false)] = d.powers()
			}
		case "eliminated":
			p.Eliminated = d.powers()
		case "victors":
			p.Victors = d.powers()
		case "cities-needed":
			p.RaisedTo = d.whole(0, board.Max)
		default:
			d.unknown(name, positionMembers...)
		}
	}
	d.assemble()
}

// assemble completes what depends on several members, which is the list of
// units, the serials, and the retreats that the case leaves out, and checks the
// units.
func (d *decoder) assemble() {
	if d.err != nil {
		return
	}
	p := d.p
	if d.hasUnits {
		p.Units = p.Units[:0]
		for power := machiavelli.Power(1); power < machiavelli.MaxPowers; power++ {
			p.Units = append(p.Units, d.owned[power]...)
		}
		p.Units = append(p.Units, d.owned[machiavelli.Nobody]...)
		numberUnits(p)
	} else if d.dislodged {
		numberUnits(p)
	}
	p.AlignSeaCity()
	if d.serials != "" {
		d.readSerials()
	}
	d.checkUnits()
	if d.err != nil {
		return
	}
	if len(p.Dislodged) > 0 && p.Phase.Step != machiavelli.Retreats {
		d.fail("dislodged: units can be dislodged in a retreat phase only; this is %s", p.Phase)
		return
	}
	for _, i := range d.unknownTo {
		legal.FindRetreats(p, d.r, &p.Dislodged[i])
	}
}

// power finds a power by its id.
func (d *decoder) power(id string, nobody bool) machiavelli.Power {
	p, err := readPower(d.p.Setting, id, nobody)
	if err != nil {
		d.fail("%w", err)
	}
	return p
}

// powers reads a list of powers.
func (d *decoder) powers() machiavelli.PowerSet {
	var s machiavelli.PowerSet
	for range d.elements() {
		s = s.With(d.power(d.text(), false))
	}
	return s
}

func (d *decoder) ducats() machiavelli.Ducats { return machiavelli.Ducats(d.whole(0, maxDucats)) }

// place reads a place in the game.
func (d *decoder) place() board.Place {
	text := d.text()
	if d.err != nil {
		return board.Place{}
	}
	p, err := readPlace(d.p.Setting.Board, text)
	if err != nil {
		d.fail("%w", err)
	}
	return p
}

// area reads the name of an area, which must be in a set. The parameter why
// explains what is wrong with other areas.
func (d *decoder) area(among board.Set, why string) board.ID {
	p := d.place()
	if d.err != nil {
		return board.None
	}
	if !among.Has(p.At) {
		d.fail("%s %s", d.p.Setting.Board.Areas[p.At].Name, why)
	}
	return p.At
}

// areas reads a list of areas.
func (d *decoder) areas(among board.Set, why string) board.Set {
	var s board.Set
	for range d.elements() {
		s.Add(d.area(among, why))
	}
	return s
}

// units reads the units of each power.
func (d *decoder) units() {
	d.hasUnits = true
	d.owned = [machiavelli.MaxPowers][]position.Unit{}
	for id := range d.members() {
		power := d.power(id, true)
		for range d.elements() {
			if u := d.unit(power); d.err == nil {
				d.owned[power] = append(d.owned[power], u)
			}
		}
	}
}

// unit reads a unit of power.
func (d *decoder) unit(power machiavelli.Power) position.Unit {
	text := d.text()
	if d.err != nil {
		return position.Unit{}
	}
	u, err := readUnit(d.p.Setting.Board, text)
	if err != nil {
		d.fail("%w", err)
	}
	u.Owner = power
	return u
}

// owners reads the owners of provinces or cities. It ignores those outside the
// set that the parameter among gives.
func (d *decoder) owners(of *[board.Max]machiavelli.Power, among board.Set) (taken board.Set) {
	for id := range d.members() {
		power := d.power(id, true)
		for range d.elements() {
			at := d.area(d.p.Setting.Board.Land, "is not a land province")
			if d.err != nil {
				return taken
			}
			if !among.Has(at) {
				continue // a city that is not in use belongs to nobody
			}
			if taken.Has(at) {
				d.fail("%s is listed twice", d.p.Setting.Board.Areas[at].Name)
			}
			taken.Add(at)
			of[at] = power
		}
	}
	return taken
}

// countries reads the holders of home countries.
func (d *decoder) countries() {
	d.p.Holder = [position.MaxCountries]machiavelli.Power{}
	var taken [position.MaxCountries]bool
	for id := range d.members() {
		power := d.power(id, true)
		for range d.elements() {
			c := d.country(d.text())
			if d.err != nil {
				return
			}
			if taken[c] {
				d.fail("%s is listed twice", d.p.Setting.Countries[c].ID)
			}
			taken[c], d.p.Holder[c] = true, power
		}
	}
}

// country returns the number of the home country with that id.
func (d *decoder) country(id string) int {
	ids := make([]string, 0, position.MaxCountries)
	for i, c := range d.p.Setting.Countries {
		if c.ID == id {
			return i
		}
		ids = append(ids, c.ID)
	}
	d.fail("there is no home country %q here%s", id, didYouMean(id, ids))
	return 0
}

func (d *decoder) loans() {
	d.p.Loans = nil
	for range d.elements() {
		var l position.Loan
		for name := range d.members() {
			switch name {
			case "power":
				l.Power = d.power(d.text(), false)
			case "principal":
				l.Principal = d.ducats()
			case "interest":
				l.Interest = d.ducats()
			case "due":
				var err error
				if l.Season, l.Year, err = readCampaign(d.text()); err != nil {
					d.fail("%w", err)
				}
			default:
				d.unknown(name, "power", "principal", "interest", "due")
			}
		}
		if l.Power == machiavelli.Nobody || l.Season == 0 {
			d.fail("a loan needs power and due")
		}
		d.p.Loans = append(d.p.Loans, l)
	}
}

func (d *decoder) chits() {
	d.p.Chits = [machiavelli.MaxPowers][machiavelli.MaxPowers]uint8{}
	for id := range d.members() {
		holder := d.power(id, false)
		for range d.elements() {
			n := &d.p.Chits[holder][d.power(d.text(), false)]
			if *n == 255 {
				d.fail("too many chits")
				return
			}
			*n++
		}
	}
}

func (d *decoder) rebellions() {
	p := d.p
	p.RebelLand, p.RebelCity, p.RebelAgainst = board.Set{}, board.Set{}, [board.Max]machiavelli.Power{}
	for range d.elements() {
		at, against, land, city := board.None, machiavelli.Nobody, false, false
		for name := range d.members() {
			switch name {
			case "province":
				at = d.area(p.Setting.Board.Land, "is not a land province")
			case "in":
				for range d.elements() {
					switch where := d.text(); where {
					case "province":
						land = true
					case "city":
						city = true
					default:
						d.fail("a rebellion is in the province or in the city, not in %q", where)
					}
				}
			case "against":
				if !d.isNull() {
					against = d.power(d.text(), true)
				}
			default:
				d.unknown(name, "province", "in", "against")
			}
		}
		switch {
		case d.err != nil:
			return
		case at == board.None || !land && !city:
			d.fail("a rebellion needs province and in")
			return
		case p.RebelLand.Has(at) || p.RebelCity.Has(at):
			d.fail("%s is listed twice", p.Setting.Board.Areas[at].Name)
			return
		}
		if land {
			p.RebelLand.Add(at)
		}
		if city {
			p.RebelCity.Add(at)
		}
		p.RebelAgainst[at] = against
	}
}

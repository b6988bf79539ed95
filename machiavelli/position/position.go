// Package position defines the complete state of a game at one moment, as a value.
package position

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
)

// MaxUnits is the maximum number of units in a position. It suffices for a unit
// in each area and each city of a large board.
const MaxUnits = 192

// MaxCountries is the maximum number of home countries in a setting.
const MaxCountries = 16

// Country is a home country, which is a block of provinces that a power gains
// or loses as a whole (HOME-01).
type Country struct {
	ID        string            // "milan"
	Name      string            // "Milan"
	Native    machiavelli.Power // the power whose original home it is, or Nobody
	Provinces board.Set
}

// Die is a source of variable income (INC-04). It has a row of ducats, indexed by die face, and
// belongs to a country (INC-05) or a city (INC-06).
type Die struct {
	Row     string // name of the row, such as "milan"
	Ducats  [6]machiavelli.Ducats
	Dice    int
	Country int                // index into Countries, or -1
	City    board.ID           // city that the die belongs to, or None
	Initial machiavelli.Ducats // fixed opening income of the 1995 edition
}

// Setting holds what does not change during a game. This is the board and what
// follows from the scenario, its variant and the rules. All positions of a game
// share it, and it must not be modified.
type Setting struct {
	Scenario  string // "B"
	Variant   string // "B-8"
	Title     string // "The Balance of Power"
	Board     *board.Board
	Powers    machiavelli.Roster
	Countries []Country
	Seats     [][]machiavelli.Power // the powers of each player; empty if players choose
	// powers that nobody plays, because they only name a home country that another power holds from
	// the start
	Absent machiavelli.PowerSet
	// First maps each power that counts as one with others of its player to the first of these
	// (several-powers: one-power), and all others to Nobody. In a game that began this way the
	// others are Absent, and the first owns everything; in a position from elsewhere the others
	// may still own things.
	First      [machiavelli.MaxPowers]machiavelli.Power
	Dice       []Die
	OffBoard   board.Set                       // provinces out of play (BOARD-15)
	Fortress   bool                            // whether fortresses are in use (BOARD-06)
	Forts      board.Set                       // provinces with a city space, where a garrison may stand
	SeaCity    board.ID                        // a city in a sea of its own, which no army enters (VENICE-13), or None
	UnitLimits map[machiavelli.Power][3]string // limits in the 1995 edition, by army, fleet, garrison
}

// Provinces returns the provinces that have owners. This is all land except the sea around a city
// with its own space.
func (s *Setting) Provinces() board.Set {
	land := s.Board.Land
	land.Remove(s.SeaCity)
	return land
}

// Unit is one unit. A garrison stands in the city of the province At.
type Unit struct {
	Owner   machiavelli.Power
	Type    machiavelli.UnitType
	Quality machiavelli.Quality
	Serial  uint8 // number among the power's units of that type in the 1978 notation (DIST-04)
	At      board.ID
	Coast   machiavelli.Coast
}

// InCity reports whether the unit stands in the city.
func (u Unit) InCity() bool { return u.Type == machiavelli.Garrison }

// Strength returns the unit's base strength (SPEC-01).
func (u Unit) Strength() int {
	if u.Type == machiavelli.ArmouredCavalry {
		return 2
	}
	return u.Quality.Strength()
}

// Place returns the unit's place.
func (u Unit) Place() board.Place { return board.Place{At: u.At, Coast: u.Coast} }

// Dislodged is a unit that must retreat or disband.
type Dislodged struct {
	Unit     Unit
	From     board.ID      // the area that the attacker came from
	Sortie   bool          // whether the attacker was a garrison leaving the city (RETR-05)
	Retreats []board.Place // possible retreats
	IntoCity bool          // whether it may convert into the city of its province
	// its place among the remaining units in order of age, counted from 1; 0 means after all
	// others
	Rank uint8
}

// Loan is money owed to the bank.
type Loan struct {
	Power     machiavelli.Power
	Principal machiavelli.Ducats
	Interest  machiavelli.Ducats
	Season    machiavelli.Season // when it is due
	Year      int
}

// Transfer is a strategic movement of the field unit in From to the place To, which takes place
// after the retreats (OPT-15).
type Transfer struct {
	From board.ID
	To   board.Place
}

// Position is the state of a game at the start of a phase. A zero field means
// that there is nothing of its kind. Copy a Position with Clone.
type Position struct {
	Setting *Setting
	Phase   machiavelli.Phase

	Units []Unit // in order of creation; a unit that changes hands moves to the end
	// owner of each province (CTRL-01); in Setting.SeaCity, the owner of the city
	Province [board.Max]machiavelli.Power
	City     [board.Max]machiavelli.Power    // owner of each city that counts
	Holder   [MaxCountries]machiavelli.Power // holder of each home country, or Nobody (HOME-02)

	// provinces with units of two powers where another power than the garrison's was the last
	// to have the only units (CTRL-21)
	Divided board.Set
	AloneBy [board.Max]machiavelli.Power // that power for provinces in Divided; else Nobody

	Sieges       board.Set // cities that the unit outside began to besiege in the last campaign
	RebelLand    board.Set // provinces with a rebellion in the province
	RebelCity    board.Set // provinces with a rebellion in the city
	RebelAgainst [board.Max]machiavelli.Power
	Famine       board.Set

	Scorched    board.Set // famine markers caused by money (OPT-08); a subset of Famine
	Plague      board.Set // provinces with the plague, if plague-model keeps it there (OPT-10)
	Infected    board.Set // provinces that money infects at the end of this campaign (OPT-09)
	Guarded     board.Set // provinces that money protects until the end of this campaign (OPT-09)
	Spared      board.Set // provinces that the plague has already left (plague-model: expands)
	Taxed       board.Set // provinces taxed by force this year (OPT-07)
	TaxedBefore board.Set // provinces taxed by force last year (forced-taxation: lasting)
	// whether it is the winter before the first spring, when units are paid for and nothing is
	// built (BUILD-20, BUILD-21)
	Opening bool

	Treasury [machiavelli.MaxPowers]machiavelli.Ducats
	Loans    []Loan
	Bankrupt machiavelli.PowerSet
	Chits    [machiavelli.MaxPowers][machiavelli.MaxPowers]uint8 // number of chits, indexed by holder and victim

	// in a retreat phase, the dislodged units
	Dislodged []Dislodged
	// in a retreat phase, the places left empty by a stand-off (MOVE-13)
	Contested board.Set
	// in a retreat phase, the powers that each power let through its straits
	Allies [machiavelli.MaxPowers]machiavelli.PowerSet

	// in a retreat phase, the pending strategic movements in the order given
	Transfers []Transfer

	Eliminated machiavelli.PowerSet
	Victors    machiavelli.PowerSet // the winners; empty while the game continues
	RaisedTo   int                  // number of cities needed after a tied victory (WIN-08), or 0
}

// Clone copies the position. The copy shares only the Setting with it.
func (p *Position) Clone() *Position {
	q := *p
	q.Units = append([]Unit(nil), p.Units...)
	q.Loans = append([]Loan(nil), p.Loans...)
	q.Transfers = append([]Transfer(nil), p.Transfers...)
	q.Dislodged = append([]Dislodged(nil), p.Dislodged...)
	for i := range q.Dislodged {
		q.Dislodged[i].Retreats = append([]board.Place(nil), q.Dislodged[i].Retreats...)
	}
	return &q
}

// AlignSeaCity makes the owner of the city in Setting.SeaCity the owner of the province too,
// and keeps a rebellion there only in the city.
func (p *Position) AlignSeaCity() {
	at := p.Setting.SeaCity
	if at == board.None {
		return
	}
	p.Province[at] = p.City[at]
	if p.RebelLand.Has(at) {
		p.RebelLand.Remove(at)
		if !p.RebelCity.Has(at) {
			p.RebelAgainst[at] = machiavelli.Nobody
		}
	}
}

// LastAlone returns the power that was the last to have the only units in a province that now
// has units of two powers. If nothing else is known, it is the garrison's power, because the
// other unit came later (CTRL-21).
func (p *Position) LastAlone(at board.ID) machiavelli.Power {
	if p.Divided.Has(at) {
		return p.AloneBy[at]
	}
	if g := p.Garrison(at); g >= 0 {
		return p.Units[g].Owner
	}
	return machiavelli.Nobody
}

// Field returns the index of the army, fleet or cavalry in the area at, or -1.
func (p *Position) Field(at board.ID) int {
	for i := range p.Units {
		if p.Units[i].At == at && !p.Units[i].InCity() {
			return i
		}
	}
	return -1
}

// Garrison returns the index of the garrison in the city of the province at, or
// -1.
func (p *Position) Garrison(at board.ID) int {
	for i := range p.Units {
		if p.Units[i].At == at && p.Units[i].InCity() {
			return i
		}
	}
	return -1
}

// Homes returns the provinces of the home countries that a power holds.
func (p *Position) Homes(power machiavelli.Power) board.Set {
	var s board.Set
	if power == machiavelli.Nobody {
		return s
	}
	for i, c := range p.Setting.Countries {
		if p.Setting.Same(p.Holder[i], power) {
			s = s.Union(c.Provinces)
		}
	}
	return s
}

// Package board represents the map as a graph. It has provinces and seas with their coasts,
// borders, straits, cities and names. Boards are read once from embedded data and compiled to
// small integers and bit sets. A Board is immutable and may be shared freely.
package board

import (
	"math/bits"

	"podesta/machiavelli"
)

// Max is the limit of area numbers on a board. A set of areas fits into two words of 64 bits.
const Max = 128

// ID is the number of an area (a land province or a sea) on its board. The city
// of a province has the number of its province. The type of a unit determines
// whether it stands in the city or outside (GARR-01).
type ID uint8

// None stands for the absence of an area.
const None ID = 0

// Set is a set of areas.
type Set [2]uint64

// SetOf returns the set of the given areas.
func SetOf(ids ...ID) Set {
	var s Set
	for _, id := range ids {
		s.Add(id)
	}
	return s
}

// Has reports whether id is in the set.
func (s Set) Has(id ID) bool { return s[id>>6]&(1<<(id&63)) != 0 }

// Add adds id to the set.
func (s *Set) Add(id ID) { s[id>>6] |= 1 << (id & 63) }

// Remove removes id from the set.
func (s *Set) Remove(id ID) { s[id>>6] &^= 1 << (id & 63) }

// Empty reports whether the set has no members.
func (s Set) Empty() bool { return s[0]|s[1] == 0 }

// Len returns the number of members.
func (s Set) Len() int { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// Union returns the members of s or t.
func (s Set) Union(t Set) Set { return Set{s[0] | t[0], s[1] | t[1]} }

// Intersect returns the members that s and t have in common.
func (s Set) Intersect(t Set) Set { return Set{s[0] & t[0], s[1] & t[1]} }

// Minus returns the members of s that are not in t.
func (s Set) Minus(t Set) Set { return Set{s[0] &^ t[0], s[1] &^ t[1]} }

// Contains reports whether every member of t is in s.
func (s Set) Contains(t Set) bool { return t.Minus(s).Empty() }

// Next returns the smallest member greater than id, or None. Start with None,
// as in for p := s.Next(board.None); p != board.None; p = s.Next(p) { … }.
func (s Set) Next(id ID) ID {
	n := uint(id) + 1
	if n < 64 {
		if w := s[0] >> n; w != 0 {
			return ID(n + uint(bits.TrailingZeros64(w)))
		}
		n = 64
	}
	if n < 128 {
		if w := s[1] >> (n - 64); w != 0 {
			return ID(n + uint(bits.TrailingZeros64(w)))
		}
	}
	return None
}

// IDs returns the members in ascending order.
func (s Set) IDs() []ID {
	out := make([]ID, 0, s.Len())
	for p := s.Next(None); p != None; p = s.Next(p) {
		out = append(out, p)
	}
	return out
}

// Place is an area. If a fleet is in an area that has several coasts, the place
// includes its coast.
type Place struct {
	At    ID
	Coast machiavelli.Coast
}

// CoastSet is a set of coasts, which may include NoCoast.
type CoastSet uint8

// Has reports whether c is in the set.
func (s CoastSet) Has(c machiavelli.Coast) bool { return s&(1<<c) != 0 }

// One returns the only coast of a set with one member. The result ok is false
// if the set has no member or several.
func (s CoastSet) One() (c machiavelli.Coast, ok bool) {
	if bits.OnesCount8(uint8(s)) != 1 {
		return machiavelli.NoCoast, false
	}
	return machiavelli.Coast(bits.TrailingZeros8(uint8(s))), true
}

// CityKind is the kind of city in a province (BOARD-03).
type CityKind uint8

// The kinds of city. A fortress pays nothing and counts only if fortresses are
// in use (BOARD-06, BOARD-07).
const (
	NoCity CityKind = iota
	Unfortified
	Fortified
	Fortress
)

// Cell is a cell of a disaster table, given by the sums of two dice for its row
// and its column. The zero Cell means that there is no cell.
type Cell struct{ Row, Column int }

// Area holds the data of one province or sea.
type Area struct {
	Code     string              // lower-case code, unique on the board, such as "mil"
	Name     string              // the board's spelling, such as "Milan"
	Abbr     string              // the 1978 rulebook's abbreviation, such as "Milan" or "UA"
	Modern   string              // modern name if it differs from Name, else empty
	Aliases  []string            // further accepted spellings
	Legacy   []string            // abbreviations accepted with a note
	Sea      bool                // whether it is a sea rather than a land province
	City     CityKind            // the kind of city in the province
	Port     bool                // whether the city has a port (BOARD-04)
	CityPays machiavelli.Ducats  // income of the city
	Pays     machiavelli.Ducats  // income of the province, or of a sea for a fleet in it (INC-01)
	Coasts   []machiavelli.Coast // the coasts if there are two or more, else nil
	Anchors  []machiavelli.Coast // for a port with several coasts, the coasts with its anchor (OPT-16); nil if unknown
	Famine   Cell
	Plague   Cell
	Storm    Cell

	FamineCompleted Cell // cell that the completed tables add (disaster-tables: completed)
	PlagueCompleted Cell

	Grid [2]int // column and row on a plain map, from 1; zero if unknown
}

// Strait is a fleet edge that a fleet in the controlling province can close
// (STRAIT-01).
type Strait struct{ A, B, Control ID }

// Board is one compiled map.
type Board struct {
	Slug   string // "italy-1978", "italy-1995", "diplomacy", "dipmach"
	Title  string
	Tables []string // values of the option disaster-tables that the board has cells for
	Areas  []Area   // each area at its ID; Areas[None] is empty
	Venice ID       // the single space of lagoon and city (VENICE-01), or None

	Land       Set // land provinces
	Seas       Set
	Coastal    Set // land provinces with a shore
	TwoCoast   Set // provinces of two or more coasts
	Cities     Set // provinces whose city pays: unfortified and fortified cities
	Fortified  Set // provinces with a fortified city
	Fortresses Set // provinces with a fortress
	Ports      Set // provinces whose city or fortress is a port
	Major      Set // provinces whose city pays two or more (BOARD-05)

	Straits    []Strait
	LandBridge [2]ID // the army edge that istria-dalmatia-land-bridge governs; part of ArmyEdges

	RollOrder       []ID // provinces in the order of assassination rolls (ASSN-11)
	ReportProvinces []ID // provinces in the order of ownership reports
	ReportCities    []ID // cities in the order of ownership reports

	ArmyEdges  [Max]Set                        // where an army may go from an area
	FleetEdges [Max][machiavelli.NumCoasts]Set // where a fleet may go from an area's coast
	// Shores holds the coasts at which a fleet arrives. Shores[from][c][d] is
	// the set of areas whose coast d a fleet on coast c of the area from can
	// reach, where a single shore is coast NoCoast. FleetEdges is the union of
	// Shores over d.
	Shores  [Max][machiavelli.NumCoasts][machiavelli.NumCoasts]Set
	Borders [Max]Set // all neighbours by edges of any kind, which count as adjacent for expenses (EXP-20)

	names *names // every accepted name
	text  string // the board as a board file
}

// Landing returns the coasts of the area to that a fleet on coast c of the area from can reach.
// The set contains only NoCoast if to has a single shore. It is empty if there is no edge.
func (b *Board) Landing(from ID, c machiavelli.Coast, to ID) CoastSet {
	if !b.FleetEdges[from][c].Has(to) {
		return 0
	}
	if !b.TwoCoast.Has(to) {
		return 1 << machiavelli.NoCoast
	}
	var s CoastSet
	for d := machiavelli.NorthCoast; d < machiavelli.NumCoasts; d++ {
		if b.Shores[from][c][d].Has(to) {
			s |= 1 << d
		}
	}
	return s
}

// StraitBetween returns the province that controls the fleet edge between x and
// y, or None.
func (b *Board) StraitBetween(x, y ID) ID {
	for _, s := range b.Straits {
		if s.A == x && s.B == y || s.A == y && s.B == x {
			return s.Control
		}
	}
	return None
}

// Name returns the area's name, followed by the coast if the place has one, as
// in "Provence/sc".
func (b *Board) Name(p Place) string {
	n := b.Areas[p.At].Name
	if p.Coast != machiavelli.NoCoast {
		n += "/" + p.Coast.Code()
	}
	return n
}

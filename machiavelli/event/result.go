package event

import "podesta/machiavelli/position"

// Verdict is the outcome of an order as one word of the interchange format.
type Verdict uint8

// The verdicts.
const (
	NoVerdict Verdict = iota
	Succeeded
	Bounced   // an advance or conversion that met equal or greater strength
	Cut       // a support that was cut
	Disrupted // a convoy whose fleet was dislodged, or the army that it should carry
	Void      // the order cannot be carried out, or does not match another order
	Disbanded // the unit was ordered to leave the board
	Wasted    // an expense without effect
)

var verdictNames = [...]string{"", "succeeded", "bounced", "cut", "disrupted", "void", "disbanded", "wasted"}

// String returns the verdict's word in the interchange format.
func (v Verdict) String() string { return verdictNames[v] }

// Reason says why an order has its verdict.
type Reason uint8

// The reasons. Each comment says which units are the culprits.
const (
	NoReason   Reason = iota
	StoodOff          // an equal or stronger unit moved to the same place (culprits: those units)
	HeldOff           // the unit there was as strong (culprit: that unit)
	HeadToHead        // the unit coming the other way was as strong (culprit: that unit)
	OwnUnit           // the unit that stays there belongs to the same power (culprit: that unit)
	// it would win only with supports of the defender's own power (culprits: the supporting
	// units)
	OwnSupport
	ConvoyBroken   // a convoying fleet was dislodged (culprits: the fleets)
	NoConvoy       // fleets on the route had no order to convoy the army (culprits: those fleets)
	ConvoyParadox  // the convoy depends on its own outcome (culprits: the fleets)
	StraitClosed   // hostile fleets close the strait (culprits: those fleets)
	SiegeLock      // a siege in progress: the unit may only besiege or lift (SIEGE-07)
	Besieged       // a besieged garrison cannot convert (CONV-06; culprit: the besieger)
	CityHeld       // the city has a garrison (culprit: the garrison)
	CityRebels     // the city is in rebellion
	VeniceClosed   // a move into Venice, or a garrison in it, prevents it (VENICE-01)
	VeniceRebels   // Venice rebels against this power (VENICE-09)
	NothingToSiege // no enemy garrison and no rebels in the city (SIEGE-01)
	SupportCut     // the supporter was attacked (culprits: the attackers)
	SupporterLost  // the supporter was dislodged (culprit: the attacker)
	NoMatch        // the named unit had other orders (culprit: that unit)
	Ambiguous      // several units of the power go there (SUPP-04; culprits: those units)
	Starved        // the siege was completed and the garrison eliminated (culprit: the besieger)
	NotNeeded      // a convoy order that no army used
	Assassinated   // the ruler is dead, so the unit held (ASSN-07)
)

// UnitSet is a set of units, by their indices in the position.
type UnitSet [position.MaxUnits / 64]uint64

// Has reports whether unit i is in the set.
func (s *UnitSet) Has(i int) bool { return s[i>>6]&(1<<(i&63)) != 0 }

// Add puts unit i into the set.
func (s *UnitSet) Add(i int) { s[i>>6] |= 1 << (i & 63) }

// Result is the result of one unit's order. Strength and Against are the two
// numbers that were compared, if any were. Strength leaves out supports that
// did not count in that comparison (MOVE-08). The culprits of a successful move
// are the strongest of those that it overcame.
type Result struct {
	Verdict     Verdict
	Reason      Reason
	Culprits    UnitSet
	Strength    int8  // attack strength of an advance or conversion, points given by a support
	Against     int8  // the greatest strength that it had to exceed, or exceeded
	Rebels      bool  // whether the rebels' support is part of Strength (REB-13)
	Divided     bool  // whether rebels are there, but another unit claimed their support too (REB-14)
	Dislodged   bool  // whether the unit was dislodged, or is a garrison that a completed siege eliminated
	DislodgedBy int16 // index of the unit that dislodged it, or -1
	// whether the unit left the board without a retreat: a starved garrison, a unit ordered to
	// disband, or a unit dislodged in Venice while converting
	Eliminated bool
}

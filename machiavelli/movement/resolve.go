package movement

import (
	"slices"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// role is a unit's role after the fixed part of adjudication
// (docs/adjudication.md, section 1).
type role uint8

const (
	stays    role = iota // stays; may be supported if it was ordered to hold
	moves                // tries to enter dest
	turnedIn             // a field unit turning into a garrison: leaves the province
	// a field unit that becomes a garrison in Venice or in place; meanwhile the province counts as
	// held
	turnsHere
	gone // disbanded before movement
)

// unit is the resolver's working record of one unit.
type unit struct {
	owner    machiavelli.Power // the side of its owner: powers that count as one do not fight each other
	role     role
	at       board.ID
	dest     board.ID // moves: the area entered; supports: the area supported into
	coast    machiavelli.Coast
	base     int8
	fleet    bool // moves as a fleet, or arrives as one
	city     bool // a garrison, which stands in the city at the start
	convoyed bool
	implicit bool     // convoyed without a listed route
	weak     bool     // advanced without success, so that it holds with its base strength
	ready    bool     // under convert-in-place: whether it already stands outside (CONV-09)
	rides    bool     // cavalry that rides through a province and always leaves its own (OPT-01)
	supports bool     // has a matched support
	attacks  bool     // the support is for an advance or a conversion of a garrison
	strait   board.ID // province controlling the fleet edge crossed by an advance or a support, or None
	// Linked lists of unit indices that end with nobody.
	nextMover   int16 // next mover into the same area
	supporters  int16 // first support of this unit's action
	nextSupport int16
	holders     int16 // first support of this unit where it stands
	nextHolder  int16
}

// nobody is the index that stands for no unit.
const nobody = -1

// blank is a unit of which nothing is known yet.
var blank = unit{nextMover: nobody, supporters: nobody, nextSupport: nobody, holders: nobody, nextHolder: nobody}

// nowhere is a board without units. Nothing ever stands in None, so its strait
// is open to everyone.
var nowhere = func() (none [board.Max]int16) {
	for i := range none {
		none[i] = nobody
	}
	return none
}()

// The nodes of the decision (docs/adjudication.md, section 4). Each unit has
// one node of each kind. The node of a unit's success has the unit's index.
const (
	kSuccess = 0
	kPath    = position.MaxUnits
	kGiven   = 2 * position.MaxUnits
	kRebels  = 3 * position.MaxUnits
	numNodes = 4 * position.MaxUnits
)

// Resolver resolves movements. It reuses its memory, so a warm Resolver
// allocates nothing. It is not safe for concurrent use. The zero value is ready
// to use.
type Resolver struct {
	p      *position.Position
	r      *rules.Set
	b      *board.Board
	orders Orders
	allies [machiavelli.MaxPowers]machiavelli.PowerSet // the powers that each side lets through its straits
	out    *Outcome

	u       []unit
	field   [board.Max]int16 // field unit at the start, except disbanded ones
	garr    [board.Max]int16
	movers  [board.Max]int16                 // first mover into the area
	convoys []int                            // fleets ordered to convoy
	riders  []int16                          // cavalry that rides
	home    board.Set                        // areas to which riders have returned
	links   [position.MaxUnits]event.UnitSet // the fleets of each convoyed army's convoy

	besieged  board.Set // cities whose siege from last campaign stands
	venice    board.ID  // single-space Venice, or None
	straits   []board.Strait
	straitFor *board.Board
	straitSet rules.StraitSet

	lo, hi  [numNodes]int8 // what is known of each node's value
	open    []int16        // undecided nodes
	trail   []change
	trails  bool
	scc     tarjan
	scratch paradoxScratch
	reach   []int16
	places  []board.Place
	crossed []crossing
}

// change records a node's interval before it was narrowed.
type change struct {
	node   int16
	lo, hi int8
}

// Resolve decides the movement of position p. The parameter orders has one
// legal order for each unit of p by index, which is a Hold if none was given;
// allies[c] holds the powers that c lets through its straits in this campaign.
// Resolve stores the result in out and reuses its memory, so the result is
// valid until the next call with the same out.
func (rv *Resolver) Resolve(p *position.Position, orders Orders, allies *[machiavelli.MaxPowers]machiavelli.PowerSet, r *rules.Set, out *Outcome) {
	rv.p, rv.r, rv.b, rv.orders, rv.out = p, r, p.Setting.Board, orders, out
	rv.ally(allies)
	rv.setup()
	rv.settle()
	rv.finish()
	rv.p, rv.orders, rv.out = nil, nil, nil
}

// ally records the powers that each side lets through its straits.
func (rv *Resolver) ally(allies *[machiavelli.MaxPowers]machiavelli.PowerSet) {
	rv.allies = [machiavelli.MaxPowers]machiavelli.PowerSet{}
	set := rv.p.Setting
	for c, through := range allies {
		for x := machiavelli.Power(0); through != 0; x++ {
			if through.Has(x) {
				through = through.Without(x)
				side := &rv.allies[set.Side(machiavelli.Power(c))]
				*side = side.With(set.Side(x))
			}
		}
	}
}

// rebelsAgainst returns the side against which the rebels of a place rise.
func (rv *Resolver) rebelsAgainst(at board.ID) machiavelli.Power {
	return rv.p.Setting.Side(rv.p.RebelAgainst[at])
}

// setup determines everything that does not depend on which units succeed.
func (rv *Resolver) setup() {
	p, r, b, out := rv.p, rv.r, rv.b, rv.out
	n := len(p.Units)
	rv.u = slices.Grow(rv.u[:0], n)[:n]
	out.Results = slices.Grow(out.Results[:0], n)[:n]
	out.After = append(out.After[:0], p.Units...)
	out.Dislodged = out.Dislodged[:0]
	out.Contested, out.Sieges, out.Taken, out.Entered = board.Set{}, board.Set{}, board.Set{}, board.Set{}
	out.Stats = Stats{}
	rv.open, rv.convoys = rv.open[:0], rv.convoys[:0]
	rv.riders, rv.home = rv.riders[:0], board.Set{}
	rv.trail = rv.trail[:0]
	rv.scratch.blocked, rv.scratch.paradox = event.UnitSet{}, event.UnitSet{}
	rv.places = rv.places[:0]
	rv.chooseStraits()
	rv.venice = board.None
	if r.VeniceModel == rules.VeniceSingleSpace {
		rv.venice = b.Venice
	}
	rv.field, rv.garr, rv.movers = nowhere, nowhere, nowhere
	for i := range p.Units {
		x, u := &p.Units[i], &rv.u[i]
		*u = blank
		u.owner, u.at, u.coast, u.base = p.Setting.Side(x.Owner), x.At, x.Coast, int8(x.Strength())
		u.fleet, u.city = x.Type == machiavelli.Fleet, x.Type == machiavelli.Garrison
		out.Results[i] = event.Result{Verdict: event.Succeeded, DislodgedBy: nobody}
		if rv.orders[i].Kind == order.Disband { // ORD-06
			u.role = gone
			res := &out.Results[i]
			res.Verdict, res.Eliminated = event.Disbanded, true
			continue
		}
		if u.city {
			rv.garr[x.At] = int16(i)
		} else {
			rv.field[x.At] = int16(i)
		}
		if rv.orders[i].Kind == order.Convoy {
			rv.convoys = append(rv.convoys, i)
		}
	}
	rv.standSieges()
	for at := rv.besieged.Next(board.None); at != board.None; at = rv.besieged.Next(at) {
		if f := rv.field[at]; f >= 0 {
			rv.lock(int(f))
		}
	}
	for i := range rv.u {
		rv.assignRole(i)
	}
	for i := range rv.u {
		rv.matchSupport(i)
	}
	rv.openNodes()
}

func (rv *Resolver) chooseStraits() {
	if rv.straitFor == rv.b && rv.straitSet == rv.r.Straits {
		return
	}
	rv.straitFor, rv.straitSet = rv.b, rv.r.Straits
	rv.straits = rv.straits[:0]
	if rv.r.Straits == rules.NoStraits {
		return
	}
	for _, s := range rv.b.Straits {
		if rv.r.Straits == rules.PiombinoAndMessina || rv.b.Areas[s.Control].Code == "mes" {
			rv.straits = append(rv.straits, s)
		}
	}
}

// straitAt returns the province that controls the fleet edge between two areas.
func (rv *Resolver) straitAt(x, y board.ID) board.ID {
	for i := range rv.straits {
		if s := &rv.straits[i]; s.A == x && s.B == y || s.A == y && s.B == x {
			return s.Control
		}
	}
	return board.None
}

func (rv *Resolver) void(i int, why event.Reason, culprit int16) {
	res := &rv.out.Results[i]
	res.Verdict, res.Reason = event.Void, why
	if culprit >= 0 {
		res.Culprits.Add(int(culprit))
	}
}

// standSieges determines which sieges of last campaign still stand (SIEGE-09,
// SIEGE-10). The siege of a besieger that disbands stands for this campaign.
func (rv *Resolver) standSieges() {
	rv.besieged = board.Set{}
	for at := rv.p.Sieges.Next(board.None); at != board.None; at = rv.p.Sieges.Next(at) {
		f := int(rv.field[at])
		if f < 0 {
			f = rv.disbandedAt(at)
		}
		if f >= 0 && rv.canBesiege(f) {
			rv.besieged.Add(at)
		}
	}
}

// hasTarget reports whether a unit of the given power that stands outside the
// city of the province at has anything to besiege there (SIEGE-01).
func (rv *Resolver) hasTarget(at board.ID, power machiavelli.Power) bool {
	if g := rv.garr[at]; g >= 0 {
		return rv.u[g].owner != power
	}
	return rv.p.RebelCity.Has(at) && rv.rebelsAgainst(at) == power
}

// lock makes the besieger i hold if it has any order except to besiege or lift
// (SIEGE-07).
func (rv *Resolver) lock(i int) {
	u, o := &rv.u[i], &rv.orders[i]
	if o.Kind != order.Besiege && o.Kind != order.Lift && rv.r.SiegeLocksBesieger {
		u.weak = o.Kind == order.Advance
		rv.void(i, event.SiegeLock, rv.garr[u.at])
	}
}

// canBesiege reports whether the field unit i has something to besiege in its
// place (SIEGE-01).
func (rv *Resolver) canBesiege(i int) bool {
	u := &rv.u[i]
	return u.at != rv.venice && rv.hasTarget(u.at, u.owner) && (!u.fleet || rv.b.Ports.Has(u.at))
}

// disbandedAt returns the field unit in that place that was ordered to disband,
// or nobody.
func (rv *Resolver) disbandedAt(at board.ID) int {
	for i := range rv.u {
		if u := &rv.u[i]; u.role == gone && u.at == at && !u.city {
			return i
		}
	}
	return nobody
}

// assignRole turns unit i's order into its role.
func (rv *Resolver) assignRole(i int) {
	u, o := &rv.u[i], &rv.orders[i]
	if u.role == gone || rv.locked(i) {
		return
	}
	switch o.Kind {
	case order.Advance:
		rv.advance(i)
	case order.Convert:
		if u.city {
			rv.comeOut(i)
		} else {
			rv.turnIn(i)
		}
	case order.Besiege:
		if !rv.canBesiege(i) {
			rv.void(i, event.NothingToSiege, nobody)
		}
	}
}

// locked reports whether a siege in progress prevents unit i from carrying out
// its order.
func (rv *Resolver) locked(i int) bool { return rv.out.Results[i].Reason == event.SiegeLock }

func (rv *Resolver) addMover(i int, dest board.ID) {
	u := &rv.u[i]
	u.role, u.dest = moves, dest
	u.nextMover, rv.movers[dest] = rv.movers[dest], int16(i)
}

// advance makes unit i a mover, unless it needs a convoy that was not ordered.
func (rv *Resolver) advance(i int) {
	u, o := &rv.u[i], &rv.orders[i]
	switch {
	case o.Rides(rv.b):
		u.rides = true
		rv.riders = append(rv.riders, int16(i))
	case o.NVia > 0:
		u.convoyed = true
	case u.fleet:
		u.strait = rv.straitAt(u.at, o.To.At)
	case !rv.b.ArmyEdges[u.at].Has(o.To.At) || o.ViaConvoy || rv.r.ConvoyRoute == rules.RouteImplicit && rv.ownConvoy(i):
		u.convoyed, u.implicit = true, true
	}
	if u.convoyed && !rv.convoyOrdered(i) {
		u.weak = true
		return
	}
	rv.addMover(i, o.To.At)
}

// turnIn converts the field unit i into a garrison (CONV-04, MOVE-06).
func (rv *Resolver) turnIn(i int) {
	u := &rv.u[i]
	switch {
	case rv.garr[u.at] >= 0:
		rv.void(i, event.CityHeld, rv.garr[u.at])
	case rv.p.RebelCity.Has(u.at):
		rv.void(i, event.CityRebels, nobody)
	case u.at == rv.venice || rv.r.ConversionModel == rules.ConvertInPlace:
		u.role = turnsHere
	default:
		u.role = turnedIn
	}
}

// comeOut makes the garrison i a mover into its province (CONV-05, CONV-06).
func (rv *Resolver) comeOut(i int) {
	u, o := &rv.u[i], &rv.orders[i]
	if rv.besieged.Has(u.at) && rv.r.BesiegedConversion == rules.BesiegedNever {
		rv.void(i, event.Besieged, rv.field[u.at])
		return
	}
	if u.at == rv.venice { // VENICE-05
		for j := range rv.orders {
			if rv.orders[j].Kind == order.Advance && rv.orders[j].To.At == u.at && rv.u[j].role != gone {
				res := &rv.out.Results[i]
				res.Verdict, res.Reason = event.Bounced, event.VeniceClosed
				res.Culprits.Add(j)
			}
		}
		if rv.out.Results[i].Verdict == event.Bounced {
			return
		}
	}
	u.fleet = o.ConvertTo == machiavelli.Fleet
	u.ready = rv.r.ConversionModel == rules.ConvertInPlace && rv.field[u.at] < 0
	rv.addMover(i, u.at)
}

// matchSupport matches the support order of unit i with the written order of
// the supported unit (SUPP-03, SUPP-04).
func (rv *Resolver) matchSupport(i int) {
	o := &rv.orders[i]
	switch {
	case o.Kind != order.Support || rv.locked(i):
	case o.Action == order.PowerThere:
		rv.matchPower(i)
	default:
		rv.matchUnit(i)
	}
}

// matchUnit matches a support that names a unit (SUPP-03).
func (rv *Resolver) matchUnit(i int) {
	u, o := &rv.u[i], &rv.orders[i]
	t := rv.field[o.Target.At]
	if o.Target.Type == machiavelli.Garrison {
		t = rv.garr[o.Target.At]
	}
	if t < 0 {
		if o.Action != order.ToHold {
			rv.void(i, event.NoMatch, nobody)
			return
		}
		// The unit disbands (ORD-06), or money removed it before it could act
		// differently from what is supported (BRIBE-09): the support is given
		// without effect.
		rv.backInto(u, o.Target.At)
		return
	}
	w := &rv.orders[t]
	u.dest = o.To.At
	var ok bool
	switch o.Action {
	case order.ToAdvance:
		ok = w.Kind == order.Advance && w.To.At == o.To.At &&
			(o.To.Coast == machiavelli.NoCoast || w.To.Coast == machiavelli.NoCoast || w.To.Coast == o.To.Coast)
	case order.ToConvert:
		ok = w.Kind == order.Convert && rv.u[t].city
		u.dest = rv.u[t].at
	case order.ToHold:
		// A garrison named without a verb is supported in leaving the city,
		// because it needs no support inside.
		ok = w.Kind != order.Advance && w.Kind != order.Convert || w.Kind == order.Convert && rv.u[t].city
		u.dest = rv.u[t].at
	}
	if !ok || !rv.reachesCoast(i, rv.coastOf(int(t))) {
		rv.void(i, event.NoMatch, t)
		return
	}
	rv.backInto(u, u.dest)
	if w.Kind == order.Advance || w.Kind == order.Convert {
		rv.backAction(i, t)
	} else {
		rv.backPlace(i, t)
	}
}

// backAction records that support i is for the advance of unit t, or for the
// conversion by which it leaves the city.
func (rv *Resolver) backAction(i int, t int16) {
	u, x := &rv.u[i], &rv.u[t]
	u.attacks = true
	u.nextSupport, x.supporters = x.supporters, int16(i)
}

// backPlace records that support i is for unit t where it stands.
func (rv *Resolver) backPlace(i int, t int16) {
	u, x := &rv.u[i], &rv.u[t]
	u.nextHolder, x.holders = x.holders, int16(i)
}

// coastOf returns the coast of a province with two coasts at which unit t, by
// its order, arrives, leaves the city or stays as a fleet, or NoCoast.
func (rv *Resolver) coastOf(t int) machiavelli.Coast {
	switch o := &rv.orders[t]; o.Kind {
	case order.Advance, order.Convert:
		return o.To.Coast
	}
	return rv.p.Units[t].Coast
}

// reachesCoast reports whether unit i may support at a coast, or at NoCoast. If
// support-coast requires it, a fleet supports only at coasts that it could
// reach itself (SUPP-14). The area is the dest field of the unit's record.
func (rv *Resolver) reachesCoast(i int, coast machiavelli.Coast) bool {
	x := &rv.p.Units[i]
	if rv.r.SupportCoast != rules.SupportSameCoast || x.Type != machiavelli.Fleet {
		return true
	}
	return coast == machiavelli.NoCoast || rv.b.Landing(x.At, x.Coast, rv.u[i].dest).Has(coast)
}

// backInto records that u supports an action in the given area.
func (rv *Resolver) backInto(u *unit, at board.ID) {
	u.supports, u.dest = true, at
	if u.fleet {
		u.strait = rv.straitAt(u.at, at)
	}
}

// matchPower matches a support of 1978, which names a place and a power. It is
// for the power's unit that goes there and for the power's unit that is there,
// whatever that unit's order, as long as it stays (SUPP-04). If no unit is
// there and several go there, the support is void.
func (rv *Resolver) matchPower(i int) {
	u, o := &rv.u[i], &rv.orders[i]
	u.dest = o.To.At
	side := rv.p.Setting.Side(o.Power)
	inside, entering := int16(nobody), int16(nobody)
	if f := rv.field[u.dest]; f >= 0 && int(f) != i && rv.u[f].owner == side && rv.reachesCoast(i, rv.p.Units[f].Coast) {
		inside = f
	}
	var all event.UnitSet
	count := 0
	for j := range rv.u {
		w := &rv.orders[j]
		if j == i || rv.u[j].owner != side || rv.u[j].role == gone {
			continue
		}
		into := w.Kind == order.Advance && w.To.At == u.dest || w.Kind == order.Convert && rv.u[j].city && rv.u[j].at == u.dest
		if into && rv.reachesCoast(i, rv.coastOf(j)) {
			entering = int16(j)
			all.Add(j)
			count++
		}
	}
	switch {
	case inside < 0 && count == 0:
		rv.void(i, event.NoMatch, nobody)
		return
	case inside < 0 && count > 1:
		rv.void(i, event.Ambiguous, nobody)
		rv.out.Results[i].Culprits = all
		return
	}
	rv.backInto(u, u.dest)
	if inside >= 0 {
		rv.backPlace(i, inside)
	}
	if count == 1 {
		rv.backAction(i, entering)
	}
}

// openNodes sets the initial interval of every node and lists the undecided
// ones, beginning with those that decide most others.
func (rv *Resolver) openNodes() {
	rebel := rv.p.RebelLand.Union(rv.p.RebelCity)
	for i := range rv.u {
		u := &rv.u[i]
		if u.role != moves {
			continue
		}
		if u.convoyed || u.strait != board.None {
			rv.start(kPath+i, 1)
		} else {
			rv.fix(kPath+i, 1)
		}
	}
	for i := range rv.u {
		if u := &rv.u[i]; u.supports {
			if !u.city && (rv.movers[u.at] >= 0 || u.strait != board.None) {
				rv.start(kGiven+i, u.base)
			} else {
				rv.fix(kGiven+i, u.base)
			}
		}
	}
	for i := range rv.u {
		u := &rv.u[i]
		if u.role != moves {
			continue
		}
		if u.dest != rv.venice && rebel.Has(u.dest) && rv.rebelsAgainst(u.dest) != u.owner {
			rv.start(kRebels+i, 1)
		} else {
			rv.fix(kRebels+i, 0)
		}
		switch {
		case u.ready:
			rv.fix(kSuccess+i, 1)
		case u.dest == rv.venice && !rv.veniceAdmits(u):
			rv.fix(kSuccess+i, 0)
		default:
			rv.start(kSuccess+i, 1)
		}
	}
}

// veniceAdmits reports whether the unit may enter single-space Venice at all
// (VENICE-06, VENICE-09).
func (rv *Resolver) veniceAdmits(u *unit) bool {
	if u.city {
		return true
	}
	if rv.garr[rv.venice] >= 0 {
		return false
	}
	return !rv.shut(rv.venice) || rv.rebelsAgainst(rv.venice) != u.owner
}

// start opens a node with the given maximum value.
func (rv *Resolver) start(node int, most int8) {
	rv.lo[node], rv.hi[node] = 0, most
	rv.open = append(rv.open, int16(node))
}

func (rv *Resolver) fix(node int, v int8) {
	rv.lo[node], rv.hi[node] = v, v
}

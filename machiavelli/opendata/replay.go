package opendata

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/turn"
)

// Replay plays a saved game again from its first position with its orders. It returns the game
// in the format of this package, and every difference between the saved positions and the
// computed ones. After a difference it continues with the saved position, which the game then
// contains as a correction. The error says what is impossible in the saved game.
func (g *SavedGame) Replay() (*Game, []Difference, error) {
	_, r, err := savedStart()
	if err != nil {
		return nil, nil, err
	}
	out := &Game{Source: Imported, ID: g.ID, Engine: turn.EngineVersion, Scenario: savedScenario}
	if out.Rules, err = encode(r); err != nil {
		return nil, nil, err
	}
	ground, err := out.ground()
	if err != nil {
		return nil, nil, err
	}
	v := &replayer{dialect: newDialect(ground.start.Setting), game: g, out: out, ground: ground, rules: r}
	for _, x := range v.powers() {
		out.Seats = append(out.Seats, Seat{Powers: []string{v.setting.Powers[x].ID}})
	}
	out.Variant = v.setting.Variant
	if err := v.play(); err != nil {
		return nil, nil, err
	}
	if err := out.Conclude(); err != nil {
		return nil, nil, err
	}
	return out, v.found, nil
}

// replayer plays a saved game again.
type replayer struct {
	*dialect
	game   *SavedGame
	out    *Game
	ground *ground
	rules  rules.Set
	found  []Difference
}

// play adds the opening and the phases.
func (v *replayer) play() error {
	first := &v.game.Phases[0]
	d := dice.New(nil, dice.Scope(v.game.ID, openingScope, ""), nil)
	opened, err := turn.Open(v.ground.start, &v.rules, d)
	if err != nil {
		return err
	}
	p := opened.Next
	if first.Name != savedPhase(p.Phase) || len(v.differences(first, p)) > 0 {
		if p, err = v.position(p, first); err != nil {
			return err
		}
		v.out.Opening.Typed = true
		opened.Events = nil
	}
	opened.Next = p
	events, after, err := written(v.ground.codec, opened)
	if err != nil {
		return err
	}
	if v.out.Opening.Position = after; !v.out.Opening.Typed {
		v.out.Opening.Events = events
	}
	for i := range v.game.Phases {
		if p, err = v.phase(i, p); err != nil {
			return fmt.Errorf("%s: %w", v.game.Phases[i].Name, err)
		}
	}
	return nil
}

// phase compares a phase with the computed position, and plays it unless it is the last. It
// returns the position after it.
func (v *replayer) phase(i int, p *position.Position) (*position.Position, error) {
	saved := &v.game.Phases[i]
	for name := range saved.State.Units {
		if _, err := v.findPower(name); err != nil {
			return nil, err
		}
	}
	if v.skipped(saved, p) {
		return p, nil
	}
	ph := Phase{}
	found := v.differences(saved, p)
	if v.found = append(v.found, found...); len(found) > 0 && saved.Name != completed {
		var err error
		if p, err = v.position(p, saved); err != nil {
			return nil, err
		}
		b, err := v.ground.codec.Position(p)
		if err != nil {
			return nil, err
		}
		if ph.Corrected, err = Compact(b); err != nil {
			return nil, err
		}
	}
	if i == len(v.game.Phases)-1 {
		return p, nil
	}
	ph.Phase = p.Phase.String()
	lines, given, err := v.lines(saved, p)
	if err != nil {
		return nil, err
	}
	d := dice.New(nil, dice.Scope(v.game.ID, p.Phase.Campaign(), ""), nil)
	res, err := turn.Process(p, lines, &v.rules, d)
	if err != nil {
		return nil, err
	}
	if next := &v.game.Phases[i+1]; next.Name == completed && res.Next.Victors == 0 {
		if ended, ok := v.agreed(next, p); ok {
			res, lines, given = ended, nil, nil
		}
	}
	v.refused(saved, res.Events, given)
	ph.Orders = LinesOf(v.setting, lines)
	if ph.Events, ph.After, err = written(v.ground.codec, res); err != nil {
		return nil, err
	}
	v.out.Phases = append(v.out.Phases, ph)
	return res.Next, nil
}

// skipped reports whether a phase of the saved game is one in which nobody had
// anything to do, and which podesta leaves out.
func (v *replayer) skipped(saved *SavedPhase, p *position.Position) bool {
	if !slices.Contains(v.game.Rules, "DONT_SKIP_PHASES") || saved.Name == completed || saved.Name == savedPhase(p.Phase) {
		return false
	}
	for _, list := range saved.Orders {
		if len(list) > 0 {
			return false
		}
	}
	for _, list := range saved.State.Units {
		if slices.ContainsFunc(list, func(u string) bool { return strings.HasPrefix(u, "*") }) {
			return false
		}
	}
	return !strings.HasSuffix(saved.Name, "M")
}

// agreed returns the end of a game that the players ended by agreement before a phase was played.
// ok is false if the note in the last phase names no winners, or if its units differ from those
// in p.
func (v *replayer) agreed(last *SavedPhase, p *position.Position) (res turn.Result, ok bool) {
	winners := v.winners(last.State.Note)
	if winners == 0 {
		return res, false
	}
	units := map[machiavelli.Power][]string{}
	for i := range p.Units {
		u := &p.Units[i]
		units[u.Owner] = append(units[u.Owner], v.unit(u.Type, u.Place()))
	}
	for _, x := range v.powers() {
		if join(last.State.Units[v.power(x)]) != join(units[x]) {
			return res, false
		}
	}
	how := event.ByDraw
	if winners&(winners-1) == 0 {
		how = event.ByConcession
	}
	res.Next = p.Clone()
	res.Next.Victors = winners
	res.Events = []event.Event{event.Victory{Powers: winners, How: how}}
	return res, true
}

// winners returns the powers that a note such as "Victory by: FRA, RUS" names.
func (v *replayer) winners(note string) machiavelli.PowerSet {
	var out machiavelli.PowerSet
	rest, ok := strings.CutPrefix(note, victoryNote)
	if !ok {
		return 0
	}
	for name := range strings.SplitSeq(rest, ", ") {
		for _, x := range v.powers() {
			if v.power(x)[:3] == name {
				out = out.With(x)
			}
		}
	}
	return out
}

// differences lists what differs between the state of a phase and a position.
func (v *replayer) differences(saved *SavedPhase, p *position.Position) []Difference {
	var out []Difference
	differ := func(what, has, want string) {
		if has != want {
			out = append(out, Difference{saved.Name, what, fmt.Sprintf("differ: the game has %q, the engine makes %q", has, want)})
		}
	}
	st := &saved.State
	now := savedPhase(p.Phase)
	if p.Victors != 0 {
		now = completed
		if names := v.winners(st.Note); saved.Name == completed && names != 0 && names != p.Victors {
			out = append(out, Difference{"the end", "winners", fmt.Sprintf("differ: the game has %q, the engine makes %q", v.list(names), v.list(p.Victors))})
		}
	}
	if saved.Name != now {
		out = append(out, Difference{saved.Name, "phase", fmt.Sprintf("differs: the engine makes %s", now)})
	}
	units, retreats := map[machiavelli.Power][]string{}, map[machiavelli.Power][]string{}
	for i := range p.Units {
		u := &p.Units[i]
		units[u.Owner] = append(units[u.Owner], v.unit(u.Type, u.Place()))
	}
	for i := range p.Dislodged {
		if d := &p.Dislodged[i]; now != completed {
			name := v.unit(d.Unit.Type, d.Unit.Place())
			units[d.Unit.Owner] = append(units[d.Unit.Owner], "*"+name)
			retreats[d.Unit.Owner] = append(retreats[d.Unit.Owner], name+": "+strings.Join(sorted(v.places(d.Retreats)), " "))
		}
	}
	for _, x := range v.powers() {
		name := v.power(x)
		differ("units of "+name, join(st.Units[name]), join(units[x]))
		var places []string
		for unit, list := range st.Retreats[name] {
			places = append(places, unit+": "+strings.Join(sorted(list), " "))
		}
		differ("retreats of "+name, join(places), join(retreats[x]))
		differ("centres of "+name, join(st.Centers[name]), join(v.names(v.centers(p, x))))
		if st.Homes != nil {
			differ("home centres of "+name, join(st.Homes[name]), join(v.names(v.homes(p, x))))
		}
		if b, ok := st.Builds[name]; ok {
			want := v.builds(p, x)
			differ("builds of "+name, fmt.Sprintf("%d %s", b.Count, join(b.Homes)), fmt.Sprintf("%d %s", want.Count, join(want.Homes)))
		}
	}
	return out
}

// list returns the names of powers, separated by commas.
func (v *replayer) list(set machiavelli.PowerSet) string {
	var out []string
	for _, x := range v.powers() {
		if set.Has(x) {
			out = append(out, v.power(x))
		}
	}
	return strings.Join(out, ", ")
}

// join sorts a list, and joins it with commas.
func join(list []string) string { return strings.Join(sorted(list), ", ") }

// position returns the position at the beginning of a phase of the saved game. What its state
// leaves out is taken from base.
func (v *replayer) position(base *position.Position, saved *SavedPhase) (*position.Position, error) {
	p, st := base.Clone(), &saved.State
	var err error
	if p.Phase, err = parseSavedPhase(saved.Name); err != nil {
		return nil, err
	}
	p.Victors, p.Units, p.Dislodged, p.Contested = 0, nil, nil, board.Set{}
	var taken, out, owned board.Set
	for _, name := range slices.Sorted(maps.Keys(st.Units)) {
		x, err := v.findPower(name)
		if err != nil {
			return nil, err
		}
		for _, text := range st.Units[name] {
			text, dislodged := strings.CutPrefix(text, "*")
			u, err := v.findUnit(text)
			if err != nil {
				return nil, err
			}
			unit := position.Unit{Owner: x, Type: u.Type, At: u.At, Coast: u.Coast}
			space := &taken
			if dislodged {
				space = &out
			}
			if space.Has(u.At) {
				return nil, fmt.Errorf("there are two units in %s", v.area(u.At))
			}
			space.Add(u.At)
			if !dislodged {
				p.Units = append(p.Units, unit)
				continue
			}
			retreats, err := v.retreats(st.Retreats[name][text])
			if err != nil {
				return nil, err
			}
			p.Dislodged = append(p.Dislodged, position.Dislodged{Unit: unit, From: pusher(base, &unit), Retreats: retreats})
		}
	}
	for _, at := range v.setting.Board.Cities.IDs() {
		p.City[at], p.Province[at] = machiavelli.Nobody, machiavelli.Nobody
	}
	for _, name := range slices.Sorted(maps.Keys(st.Centers)) {
		x, err := v.findPower(name)
		if err != nil {
			return nil, err
		}
		for _, code := range st.Centers[name] {
			at := v.areas[code]
			switch {
			case !v.setting.Board.Cities.Has(at):
				return nil, fmt.Errorf("%q is no centre", code)
			case owned.Has(at):
				return nil, fmt.Errorf("the centre %s has two owners", code)
			}
			owned.Add(at)
			p.City[at], p.Province[at] = x, x
		}
	}
	for _, x := range v.powers() {
		name := v.power(x)
		if len(st.Units[name]) > 0 || len(st.Centers[name]) > 0 {
			p.Eliminated &^= machiavelli.PowerSet(0).With(x)
		}
	}
	return p, nil
}

// retreats reads the places to which a dislodged unit may retreat.
func (d *dialect) retreats(list []string) ([]board.Place, error) {
	var out []board.Place
	for _, text := range list {
		p, err := d.findPlace(text)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// pusher returns the area from which a dislodged unit was attacked, if p contains it.
func pusher(p *position.Position, u *position.Unit) board.ID {
	for i := range p.Dislodged {
		if d := &p.Dislodged[i]; d.Unit.At == u.At {
			return d.From
		}
	}
	return board.None
}

// lines returns the orders of a phase as the engine's input, and for each the
// text in the saved game. An order that cannot be read is a difference.
func (v *replayer) lines(saved *SavedPhase, p *position.Position) ([]turn.Line, map[string]string, error) {
	for name := range saved.Orders {
		if _, err := v.findPower(name); err != nil {
			return nil, nil, err
		}
	}
	var out []turn.Line
	given := map[string]string{}
	for _, x := range v.powers() {
		for _, text := range saved.Orders[v.power(x)] {
			o, err := v.readOrder(text, p.Phase.Step)
			if err != nil {
				v.found = append(v.found, Difference{saved.Name, fmt.Sprintf("order %q of %s", text, v.power(x)), fmt.Sprintf("cannot be read: %v", err)})
				continue
			}
			l := turn.Line{Power: x, Order: o, Text: order.Format(o, v.setting.Board, v.setting.Powers)}
			given[l.Text] = text
			out = append(out, l)
		}
	}
	return out, given, nil
}

// refused reports the orders that the engine refused or adjusted, except adjusted orders that
// succeeded and orders that are void in the saved game too.
func (v *replayer) refused(saved *SavedPhase, events []event.Event, given map[string]string) {
	for _, e := range events {
		var text, why string
		var x machiavelli.Power
		switch e := e.(type) {
		case event.Refused:
			x, text, why = e.Power, given[e.Given], e.Error.String()
		case event.Adjusted:
			if e.Verdict == event.Succeeded {
				continue
			}
			x, text, why = e.Power, given[e.Given], e.Error.String()
		default:
			continue
		}
		if f := strings.Fields(text); len(f) > 1 && slices.ContainsFunc(saved.Results[f[0]+" "+f[1]], isVoid) {
			continue
		}
		v.found = append(v.found, Difference{saved.Name, fmt.Sprintf("order %q of %s", text, v.power(x)), "is refused: " + why})
	}
}

// isVoid reports whether a result is "void", or "10003:void" as some versions
// of the package write it.
func isVoid(result string) bool {
	_, word, ok := strings.Cut(result, ":")
	return word == "void" || !ok && result == "void"
}

// errOrder is returned for an order in an unknown form.
var errOrder = errors.New(`expected an order such as "A PAR - BUR", "F BRE S A PAR - PIC" or "A PAR H"`)

// readOrder reads an order of the package.
func (d *dialect) readOrder(text string, step machiavelli.Step) (order.Order, error) {
	if text == waive {
		return order.Order{Kind: order.Waive}, nil
	}
	f := strings.Fields(text)
	if len(f) < 3 {
		return order.Order{}, errOrder
	}
	u, err := d.findUnit(f[0] + " " + f[1])
	if err != nil {
		return order.Order{}, err
	}
	o := order.Order{Unit: u}
	f = f[2:]
	verb := f[0]
	switch {
	case step == machiavelli.Adjustments && len(f) == 1 && verb == "B":
		o.Kind = order.Build
	case step == machiavelli.Adjustments && len(f) == 1 && verb == "D":
		o.Kind = order.Remove
	case step == machiavelli.Retreats && len(f) == 1 && verb == "D":
		o.Kind = order.Disband
	case step == machiavelli.Retreats && len(f) == 2 && (verb == "R" || verb == "-"):
		o.Kind = order.Retreat
		o.To, err = d.findPlace(f[1])
	case step == machiavelli.Orders && len(f) == 1 && verb == "H":
		o.Kind, o.Explicit = order.Hold, true
	case step == machiavelli.Orders && verb == "-" && (len(f) == 2 || len(f) == 3 && f[2] == "VIA"):
		o.Kind, o.ViaConvoy = order.Advance, len(f) == 3
		o.To, err = d.findPlace(f[1])
	case step == machiavelli.Orders && (verb == "S" || verb == "C") && len(f) >= 3:
		err = d.help(&o, f)
	default:
		err = errOrder
	}
	return o, err
}

// help reads what a unit supports or convoys: "S A PAR", "S A PAR - BUR" or
// "C A LON - BEL".
func (d *dialect) help(o *order.Order, f []string) error {
	switch f[1] {
	case "A":
		o.Target.Type = machiavelli.Army
	case "F":
		o.Target.Type = machiavelli.Fleet
	default:
		return errOrder
	}
	at, err := d.findPlace(f[2])
	if err != nil {
		return err
	}
	o.Target.At, o.Target.Coast = at.At, at.Coast
	o.Kind = order.Support
	if f[0] == "C" {
		o.Kind = order.Convoy
	}
	switch {
	case o.Kind == order.Support && (len(f) == 3 || len(f) == 4 && f[3] == "H"):
		o.Action = order.ToHold
		return nil
	case len(f) == 5 && f[3] == "-":
		if o.Kind == order.Support {
			o.Action = order.ToAdvance
		}
		o.To, err = d.findPlace(f[4])
		return err
	}
	return errOrder
}

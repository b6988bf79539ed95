package report_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/order"
)

// proof is a reason that is neither a comparison of strengths nor a statement about single units,
// with a function that decides from the position, the orders and the outcome whether it is true.
// The parameter units holds those that the reason names.
type proof struct {
	text string
	true func(j *jury, units []int) bool
}

// ground returns the order of the unit that the reason is about, and its result.
func (j *jury) ground() (o order.Order, r event.Result) {
	return j.s.Orders[j.of], j.out.Results[j.of]
}

// every reports whether a condition holds for all units, of which there is at least one.
func every(units []int, holds func(u int) bool) bool {
	return len(units) > 0 && !slices.ContainsFunc(units, func(u int) bool { return !holds(u) })
}

// driven reports whether all given units dislodged the unit being explained, and whether that
// unit's order has one of the kinds.
func driven(kinds ...order.Kind) func(j *jury, units []int) bool {
	return func(j *jury, units []int) bool {
		return slices.Contains(kinds, j.s.Orders[j.of].Kind) && every(units, func(u int) bool { return j.drove(u, j.of) })
	}
}

// lost reports whether the first unit had an order of that kind and was dislodged by the
// others.
func lost(kind order.Kind) func(j *jury, units []int) bool {
	return func(j *jury, units []int) bool {
		h := units[0]
		return h == j.of && j.s.Orders[h].Kind == kind && every(units[1:], func(u int) bool { return j.drove(u, h) })
	}
}

// asked reports whether unit u was ordered to do what order o helps with.
func (j *jury) asked(o order.Order, u int) bool {
	x, kind := j.s.Orders[u], j.s.Orders[u].Kind
	switch {
	case o.Kind == order.Convoy:
		if kind != order.Advance || x.To.At != o.To.At || x.Rides(j.s.Position.Setting.Board) {
			return false
		}
		return x.NVia == 0 || slices.Contains(x.Route(), j.s.Position.Units[j.of].At)
	case o.Action == order.ToAdvance:
		return kind == order.Advance && x.To.At == o.To.At && (o.To.Coast == 0 || x.To.Coast == 0 || o.To.Coast == x.To.Coast)
	case o.Action == order.ToConvert:
		return kind == order.Convert
	}
	return kind != order.Advance && kind != order.Convert && kind != order.Disband
}

// acting reports whether a unit other than the one being explained tried to come to the place
// that a support names, or stood there.
func (j *jury) acting(o order.Order, u int) bool {
	if u == j.of || j.s.Position.Units[u].Owner != o.Power || j.s.Orders[u].Kind == order.Disband {
		return false
	}
	x, at := j.s.Orders[u], j.s.Position.Units[u]
	if at.InCity() {
		return x.Kind == order.Convert && at.At == o.To.At
	}
	return at.At == o.To.At || x.Kind == order.Advance && x.To.At == o.To.At
}

// locked reports whether the unit could only besiege or lift its siege, had
// another order, and stayed.
func (j *jury) locked() bool {
	o, u := j.s.Orders[j.of], j.s.Position.Units[j.of]
	return j.s.Position.Sieges.Has(u.At) && !u.InCity() && o.Kind != order.Besiege && o.Kind != order.Lift && j.kept(j.of)
}

// kept reports whether a unit was dislodged or is still where it was.
func (j *jury) kept(u int) bool {
	return j.out.Results[u].Dislodged || j.out.After[u].At == j.s.Position.Units[u].At
}

// here reports whether unit u is in the city of the place where the explained unit is.
func (j *jury) here(u int) bool {
	x := j.s.Position.Units[u]
	return x.InCity() && x.At == j.s.Position.Units[j.of].At
}

// equal reports whether all units have the same strength when the rebels' help
// is left out.
func (j *jury) equal(units []int) bool {
	n := func(u int) int {
		p := j.power(u, -1)
		if j.out.Results[u].Rebels {
			p--
		}
		return p
	}
	return every(units, func(u int) bool { return n(u) == n(units[0]) })
}

var proofs = []proof{
	{`the support adds \d+$`, func(j *jury, _ []int) bool {
		o, r := j.ground()
		return o.Kind == order.Support && j.helped(j.of) >= 0 && r.Strength > 0
	}},
	{`^unopposed`, func(j *jury, _ []int) bool { _, r := j.ground(); return r.Verdict == event.Succeeded && r.Against == 0 }},
	{`no army used this convoy`, func(j *jury, _ []int) bool {
		o, _ := j.ground()
		army := j.field(o.Target.At)
		return army < 0 || !j.asked(o, army) || j.s.Orders[army].NVia == 0 ||
			slices.Contains([]event.Reason{event.NoConvoy, event.SiegeLock}, j.out.Results[army].Reason)
	}},
	{`does not count: .* is of the same power`, func(j *jury, units []int) bool {
		o, _ := j.ground()
		return o.Kind == order.Support && every(units, func(u int) bool { return j.s.Position.Units[u].Owner == j.s.Position.Units[j.of].Owner })
	}},
	{`the support of #\d+# was lost: `, lost(order.Support)},
	{`the convoy of #\d+# was lost: `, lost(order.Convoy)},
	{`the support was lost: .* dislodged the unit`, driven(order.Support)},
	{`the convoy was broken: .* dislodged the fleet`, driven(order.Convoy)},
	{`dislodged it from .* before it could convert`, driven(order.Convert)},
	{`starved out by `, func(j *jury, units []int) bool {
		_, r := j.ground()
		return r.Eliminated && every(units, func(u int) bool { return j.drove(u, j.of) && j.s.Orders[u].Kind == order.Besiege })
	}},
	{`^starved out$`, func(j *jury, _ []int) bool { _, r := j.ground(); return r.Eliminated }},
	{`^dislodged from `, func(j *jury, _ []int) bool { _, r := j.ground(); return r.Dislodged }},
	{`the support was not needed: .* left `, func(j *jury, units []int) bool {
		o, _ := j.ground()
		return o.Action == order.PowerThere && every(units, func(u int) bool {
			return j.acting(o, u) && j.s.Position.Units[u].At == o.To.At && j.out.After[u].At != o.To.At
		})
	}},
	{`^no .* unit stood in .* or went there`, func(j *jury, _ []int) bool {
		o, _ := j.ground()
		for u := range j.all {
			if j.acting(o, u) {
				return false
			}
		}
		return o.Action == order.PowerThere
	}},
	{`it is not clear which unit is meant: .* all act there`, func(j *jury, units []int) bool {
		o, _ := j.ground()
		return len(units) > 1 && every(units, func(u int) bool { return j.acting(o, u) })
	}},
	{`^it besieged .*: it held, and the siege is over`, func(j *jury, units []int) bool { return j.locked() && every(units, j.here) }},
	{`^it was in a siege`, func(j *jury, _ []int) bool { return j.locked() }},
	{`a besieged garrison cannot come out: .* besieges it`, func(j *jury, units []int) bool {
		u := j.s.Position.Units[j.of]
		return u.InCity() && every(units, func(x int) bool { return j.field(u.At) == x && j.s.Position.Sieges.Has(u.At) })
	}},
	{`neither an enemy garrison nor a rebellion against .* to besiege`, func(j *jury, _ []int) bool {
		o, _ := j.ground()
		at := j.s.Position.Units[j.of].At
		for u := range j.all {
			if x := j.s.Position.Units[u]; j.here(u) && x.Owner != j.s.Position.Units[j.of].Owner && !j.s.Allies[j.s.Position.Units[j.of].Owner].Has(x.Owner) && j.s.Orders[u].Kind != order.Disband {
				return false
			}
		}
		return o.Kind == order.Besiege && (!j.s.Position.RebelCity.Has(at) || j.s.Position.RebelAgainst[at] != j.s.Position.Units[j.of].Owner)
	}},
	{`there is no garrison to besiege`, func(j *jury, _ []int) bool {
		for u := range j.all {
			if j.here(u) && j.s.Position.Units[u].Owner != machiavelli.Nobody && j.s.Orders[u].Kind != order.Disband {
				return false
			}
		}
		return j.s.Position.Units[j.of].Owner == machiavelli.Nobody
	}},
	{`the city is held by `, func(j *jury, units []int) bool { return every(units, j.here) }},
	{`the city is in the hands of rebels`, func(j *jury, _ []int) bool { return j.s.Position.RebelCity.Has(j.s.Position.Units[j.of].At) }},
	{`no convoy: no fleet was ordered to carry it`, func(j *jury, _ []int) bool {
		o, _ := j.ground()
		for u := range j.all {
			if x := j.s.Orders[u]; x.Kind == order.Convoy && x.Target.At == j.s.Position.Units[j.of].At && x.To.At == o.To.At && o.NVia > 0 && o.Route()[0] == j.s.Position.Units[u].At && j.out.Results[u].Reason != event.SiegeLock {
				return false
			}
		}
		return o.Kind == order.Advance
	}},
	{`the rebels in .* help nobody: .* are equally strong`, func(j *jury, units []int) bool {
		return len(units) > 1 && j.equal(units) && every(units, func(u int) bool { return !j.out.Results[u].Rebels })
	}},
	{`the rebels in .* help only one unit of a power, the strongest: `, func(j *jury, units []int) bool {
		owner := j.s.Position.Units[j.e].Owner
		return every(units, func(u int) bool {
			return j.s.Position.Units[u].Owner == owner && u != j.e && j.power(u, -1) >= j.power(j.e, -1)
		})
	}},
	{`the convoy by .* depended on its own outcome`, func(j *jury, units []int) bool {
		return every(units, func(u int) bool {
			return j.s.Orders[u].Kind == order.Convoy && j.s.Orders[u].Target.At == j.s.Position.Units[j.of].At
		})
	}},
	{`nobody enters Venice while a garrison stands there`, func(j *jury, units []int) bool {
		o, _ := j.ground()
		return every(units, func(u int) bool { x := j.s.Position.Units[u]; return x.InCity() && x.At == o.To.At })
	}},
	{` had no valid order, and held`, func(j *jury, units []int) bool {
		return every(units, func(u int) bool { return j.all[u].Given == "" && j.s.Orders[u].Kind == order.Hold })
	}},
	{` ordered otherwise`, func(j *jury, units []int) bool {
		o, _ := j.ground()
		return every(units, func(u int) bool { return (j.all[u].Given != "" || j.s.Orders[u].Kind != order.Hold) && !j.asked(o, u) })
	}},
}

// grounds returns the reasons that random positions must show.
func grounds() (texts []string) {
	for _, p := range proofs {
		texts = append(texts, p.text)
	}
	return texts
}

// proved fails the test for a part of a reason that nothing checks, or that is not
// true. A new reason therefore needs a proof.
func (j *jury) proved(m message.Message) {
	said := j.words.Replace(m.String())
	if comes.MatchString(said) { // the parts of such a sentence are checked instead
		return
	}
	inner := false
	var look func(a message.Arg)
	look = func(a message.Arg) {
		switch a := a.(type) {
		case message.Message:
			inner = true
			j.proved(a)
		case message.List:
			for _, x := range a.Of {
				look(x)
			}
		}
	}
	for _, a := range m.Args {
		look(a)
	}
	if m.IsZero() || inner {
		return
	}
	checked := versus.MatchString(said) || cutBy.MatchString(said) || force.MatchString(said) || said == "bounced" ||
		strings.HasPrefix(said, "the support of #") && strings.HasSuffix(said, "# had no effect") || said == "the support had no effect" ||
		strings.HasPrefix(said, "the convoy of #") && strings.HasSuffix(said, "# had no effect") || said == "the convoy had no effect"
	for _, s := range speaking {
		re := sayings[s.text]
		if re == nil {
			re = regexp.MustCompile(s.text)
			sayings[s.text] = re
		}
		checked = checked || re.MatchString(said)
	}
	for i, p := range proofs {
		if !patterns[i].MatchString(said) {
			continue
		}
		checked = true
		j.seen[p.text]++
		var units []int
		for _, u := range anyUnit.FindAllStringSubmatch(said, -1) {
			n, _ := strconv.Atoi(u[1])
			units = append(units, n)
		}
		if !p.true(j, units) {
			j.fail("%q is not true", m)
		}
	}
	if !checked {
		j.fail("nothing proves %q", m)
	}
}

var patterns = func() (all []*regexp.Regexp) {
	for _, p := range proofs {
		all = append(all, regexp.MustCompile(p.text))
	}
	return all
}()

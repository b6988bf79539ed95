package turn

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

// telling lists what happened, and the resulting position, in lines that an
// expectation can name.
type telling struct {
	p     *position.Position
	lines []string
}

// tell returns the facts of a result.
func tell(res Result) []string {
	t := &telling{p: res.Next}
	for _, e := range res.Events {
		t.event(e)
	}
	t.position()
	return t.lines
}

func (t *telling) say(format string, args ...any) {
	t.lines = append(t.lines, fmt.Sprintf(format, args...))
}

func (t *telling) power(p machiavelli.Power) string {
	if p == machiavelli.Nobody {
		return "nobody"
	}
	return t.p.Setting.Powers[p].Name
}

func (t *telling) powers(set machiavelli.PowerSet) string {
	var names []string
	for p := machiavelli.Power(1); p < machiavelli.MaxPowers; p++ {
		if set.Has(p) {
			names = append(names, t.power(p))
		}
	}
	if names == nil {
		return "nobody"
	}
	return strings.Join(names, ", ")
}

func (t *telling) area(at board.ID) string { return t.p.Setting.Board.Areas[at].Name }

func (t *telling) areas(set board.Set) string {
	var names []string
	for _, at := range set.IDs() {
		names = append(names, t.area(at))
	}
	if names == nil {
		return "nothing"
	}
	return strings.Join(names, ", ")
}

func (t *telling) unit(u position.Unit) string {
	s := u.Type.Letter() + " " + t.p.Setting.Board.Name(u.Place())
	if u.Quality != machiavelli.Ordinary {
		s += " " + u.Quality.String()
	}
	return s
}

func (t *telling) owned(u position.Unit) string { return t.power(u.Owner) + " " + t.unit(u) }

func spaces(land, city bool) string {
	switch {
	case land && city:
		return "province and city"
	case city:
		return "city"
	}
	return "province"
}

func (t *telling) event(e event.Event) {
	switch e := e.(type) {
	case event.Ordered:
		t.say("%s %s", t.owned(e.Unit), e.Result.Verdict)
	case event.Refused:
		t.say("%s refused %q", t.power(e.Power), e.Given)
	case event.Noted:
		t.say("%s noted %q %s", t.power(e.Power), e.Given, e.Code)
	case event.UnitDislodged:
		t.say("%s dislodged by %s", t.owned(e.Dislodged.Unit), t.owned(e.By))
	case event.Removed:
		t.say("%s gone: %s", t.owned(e.Unit), e.Reason)
	case event.SiegeBegun:
		t.say("%s begins a siege", t.owned(e.By))
	case event.SiegeCompleted:
		t.say("%s completes the siege", t.owned(e.By))
	case event.SiegeLifted:
		t.say("siege of %s lifted", t.area(e.Province))
	case event.RebellionEnded:
		t.say("rebellion of %s %s %s", t.area(e.Province), spaces(e.InLand, e.InCity), e.How)
	case event.Conquest:
		t.say("%s conquers %s", t.power(e.By), t.p.Setting.Countries[e.Country].ID)
	case event.Loss:
		t.say("%s loses %s", t.power(e.By), t.p.Setting.Countries[e.Country].ID)
	case event.Elimination:
		t.say("%s eliminated", t.power(e.Power))
	case event.Victory:
		t.say("%s wins with %d", t.powers(e.Powers), e.Cities)
	case event.VictoryTied:
		t.say("%s tied with %d, raised to %d", t.powers(e.Powers), e.Cities, e.RaisedTo)
	case event.Allowance:
		t.say("%s may have %d, has %d", t.power(e.Power), e.Cities, e.Units)
	case event.Adjusted:
		t.say("%s %q %s", t.power(e.Power), e.Given, e.Verdict)
		if e.Cost != 0 {
			t.say("%s pays %d for %s", t.power(e.Power), e.Cost, t.unit(e.Unit))
		}
	case event.Income:
		t.say("%s earns %d: seas %d, provinces %d, cities %d, variable %d", t.power(e.Power), e.Total, e.Seas, e.Provinces, e.Cities, e.Variable)
	case event.Disaster:
		t.say("%s %d, row %d, column %d: %s", e.What, e.Severity, e.Row, e.Column, t.areas(e.Struck))
	case event.Retreated:
		t.say("%s retreat %s", t.owned(e.Unit), e.Verdict)
		if e.IntoCity {
			t.say("%s goes into the city of %s", t.owned(e.Unit), t.area(e.To.At))
		} else if e.To.At != board.None {
			t.say("%s goes back to %s", t.owned(e.Unit), t.p.Setting.Board.Name(e.To))
		}
		var met []string
		for _, u := range e.With {
			met = append(met, t.owned(u))
		}
		if met != nil {
			t.say("%s meets %s", t.owned(e.Unit), strings.Join(met, ", "))
		}
	case event.Attrition:
		t.say("famine kills in %s", t.area(e.Province))
	case event.Expense:
		if e.Failure != event.NoFailure {
			t.say("%s expense %d %s: %s", t.power(e.Power), e.Slot, e.Verdict, e.Failure)
		} else {
			t.say("%s expense %d %s", t.power(e.Power), e.Slot, e.Verdict)
		}
	case event.Payment:
		to := "the bank"
		if !e.Bank {
			to = t.power(e.To)
		}
		t.say("%s pays %s %d of %d%s", t.power(e.Power), to, e.Paid, e.Asked, because(e.Failure))
	case event.Borrowed:
		t.say("%s borrows %d of %d%s", t.power(e.Power), e.Lent, e.Asked, because(e.Failure))
	case event.Collected:
		t.say("%s settles %d", t.power(e.Power), e.Ducats)
	case event.Defaulted:
		t.say("%s defaults on %d, %d seized", t.power(e.Power), e.Due, e.Seized)
	case event.Exchanged:
		t.say("exchange %s, %s %s%s", t.power(e.Power), t.power(e.With), e.Verdict, because(e.Failure))
	case event.ChitGiven:
		t.say("%s gives %s a chit against %s%s", t.power(e.Power), t.power(e.To), t.power(e.Victim), because(e.Failure))
	case event.Relieved:
		t.say("relief of %s by %s", t.area(e.Province), t.powers(e.By))
	case event.Taxed:
		t.say("%s taxes %s for %d%s", t.power(e.Power), t.area(e.Province), e.Ducats, because(e.Failure))
	case event.ProvinceGiven:
		t.say("%s gives %s the province of %s%s", t.power(e.Power), t.power(e.To), t.area(e.Province), because(e.Failure))
	case event.Bribed:
		t.say("%s bribed by %s", t.owned(e.Unit), t.power(e.By))
	case event.RebellionBegun:
		t.say("%s %s rises against %s, %s by %s", t.area(e.Province), spaces(e.InLand, e.InCity), t.power(e.Against), e.Cause, t.powers(e.By))
	case event.Attempted:
		what := "misses"
		if e.Hit {
			what = "hits"
		}
		t.say("%s %s %s with %d of %d", t.power(e.Power), what, t.power(e.Victim), e.Roll, e.Faces)
	case event.Paralysed:
		t.say("%s paralysed", t.power(e.Power))
	case event.Revolt:
		what := "quiet"
		if e.Rose {
			what = "rises"
		}
		t.say("revolt %s: %d of %d, %s", t.area(e.Province), e.Roll, e.Limit, what)
	case event.FellBack:
		t.say("%s falls back to %s", t.owned(e.Unit), t.area(e.To))
	case event.Transferred:
		if e.Failure != event.NoFailure {
			t.say("%s stays: %s", t.owned(e.Unit), e.Failure)
		} else {
			t.say("%s travels to %s", t.owned(e.Unit), t.p.Setting.Board.Name(e.To))
		}
	case event.Excommunicated:
		t.say("%s excommunicates %s: %s is silent, against %s", t.power(e.Pope), t.power(e.Victim), t.power(e.Silenced), t.powers(e.Against))
	case event.Control:
		what := "province"
		if e.City {
			what = "city"
		}
		t.say("%s %s passes from %s to %s", t.area(e.Province), what, t.power(e.From), t.power(e.To))
	}
}

// because returns the reason of a failure, if there is one.
func because(f event.Failure) string {
	if f == event.NoFailure {
		return ""
	}
	return ": " + string(f)
}

// position lists the facts of the position at the start of the next phase.
func (t *telling) position() {
	p, b := t.p, t.p.Setting.Board
	t.say("next %s", p.Phase)
	units := map[machiavelli.Power][]string{}
	for _, u := range p.Units {
		units[u.Owner] = append(units[u.Owner], t.unit(u))
	}
	for _, power := range slices.Sorted(maps.Keys(units)) {
		name := t.power(power)
		if power == machiavelli.Nobody {
			name = "autonomous"
		}
		t.say("%s: %s", name, strings.Join(units[power], ", "))
	}
	for _, d := range p.Dislodged {
		var to []string
		for _, pl := range d.Retreats {
			to = append(to, b.Name(pl))
		}
		if d.IntoCity {
			to = append(to, "city")
		}
		t.say("%s may go to %s", t.owned(d.Unit), strings.Join(to, ", "))
	}
	for at := b.Land.Next(board.None); at != board.None; at = b.Land.Next(at) {
		t.say("province %s: %s", t.area(at), t.power(p.Province[at]))
		if b.Cities.Has(at) {
			t.say("city %s: %s", t.area(at), t.power(p.City[at]))
		}
		if land, city := p.RebelLand.Has(at), p.RebelCity.Has(at); land || city {
			t.say("%s %s rebels against %s", t.area(at), spaces(land, city), t.power(p.RebelAgainst[at]))
		}
		if p.Sieges.Has(at) {
			t.say("%s is besieged", t.area(at))
		}
		if p.Famine.Has(at) {
			t.say("famine in %s", t.area(at))
		}
	}
	for i, c := range p.Setting.Countries {
		t.say("country %s: %s", c.ID, t.power(p.Holder[i]))
	}
	for power := machiavelli.Power(1); int(power) < len(p.Setting.Powers); power++ {
		t.say("treasury %s: %d", t.power(power), p.Treasury[power])
		var chits []string
		for victim, n := range p.Chits[power] {
			for range n {
				chits = append(chits, t.power(machiavelli.Power(victim)))
			}
		}
		if chits == nil {
			chits = []string{"none"}
		}
		t.say("chits %s: %s", t.power(power), strings.Join(chits, ", "))
	}
	for _, l := range p.Loans {
		t.say("%s owes %d + %d in %s %d", t.power(l.Power), l.Principal, l.Interest, l.Season, l.Year)
	}
	t.say("bankrupt: %s", t.powers(p.Bankrupt))
	t.say("out: %s", t.powers(p.Eliminated))
	t.say("won: %s", t.powers(p.Victors))
}

// expect compares facts with expectations, one on each line; "never …" must not
// match the beginning of any fact.
func expect(t *testing.T, facts []string, want string) {
	t.Helper()
	bad := false
	for line := range strings.SplitSeq(want, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if not, ok := strings.CutPrefix(line, "never "); ok {
			for _, f := range facts {
				if strings.HasPrefix(f, not) {
					t.Errorf("unexpected: %s", f)
					bad = true
				}
			}
			continue
		}
		if !slices.Contains(facts, line) {
			t.Errorf("missing: %s", line)
			bad = true
		}
	}
	if bad {
		var some []string
		for _, f := range facts {
			first, _, _ := strings.Cut(f, " ")
			if !slices.Contains([]string{"province", "city", "country", "treasury", "chits"}, first) {
				some = append(some, f)
			}
		}
		t.Logf("facts:\n  %s", strings.Join(some, "\n  "))
	}
}

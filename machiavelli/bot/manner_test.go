package bot

import (
	"slices"
	"strconv"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// TestManners plays some campaigns between players of several kinds and checks
// that a principe that recalls them knows which player each power has, and that a principe without
// memory does not know it.
func TestManners(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		scenario, preset string
		phases           int
	}{{"diplomacy", "diplomacy", 10}, {"B", "njudge-classic", 7}} {
		r, err := rules.Make(c.preset, nil)
		if err != nil {
			t.Fatal(err)
		}
		start, err := scenario.New(c.scenario, "", &r)
		if err != nil {
			t.Fatal(err)
		}
		opened, err := turn.Open(start, &r, dice.New([]byte("manners"), "opening", nil))
		if err != nil {
			t.Fatal(err)
		}
		p := opened.Next
		const me = 1
		players := map[machiavelli.Power]Player{me: new(Greedy), 2: new(Condottiere), 3: new(DumbBot), 4: new(Greedy), 5: new(Condottiere), 6: new(DumbBot), 7: new(Greedy), 8: new(DumbBot)}
		kinds := map[string]manner{"hard": planning, "dumbbot": valuing, "greedy": grabbing}
		var past []Past
		for range c.phases {
			var lines []turn.Line
			for x := machiavelli.Power(1); int(x) < len(p.Setting.Powers); x++ {
				lines = append(lines, players[x].Decide(Look(p, &r, Alone(p, x), strconv.Itoa(int(x))), x)...)
			}
			res, err := turn.Process(p, lines, &r, dice.New([]byte("manners"), dice.Scope("m", p.Phase.Campaign(), ""), nil))
			if err != nil {
				t.Fatal(err)
			}
			past = append(past, Past{Look(p, &r, Alone(p, me), "me"), report.Seen(res.Events, report.Viewer{Powers: Alone(p, me)}, &r)})
			p = res.Next
		}
		v := Look(p, &r, Alone(p, me), "me")
		none, some := new(Principe).recall(v), new(Principe).recall(v.Recalling(past))
		for x := machiavelli.Power(2); int(x) < len(p.Setting.Powers); x++ {
			want := kinds[players[x].Name()]
			if none[x] != (likelihood{}) {
				t.Errorf("%s: before anything is known, %s is %v", c.scenario, p.Setting.Powers[x].ID, none[x].shares())
			}
			if s := some[x].shares(); s[want] < 0.9 && !p.Eliminated.Has(x) {
				t.Errorf("%s: %s is a %s player, but seems to be %.2f", c.scenario, p.Setting.Powers[x].ID, players[x].Name(), s)
			}
		}
	}
}

// TestRecallAgain checks that a principe that has seen the same campaigns
// before decides like a new one, and recalls no more than the last ones.
func TestRecallAgain(t *testing.T) {
	t.Parallel()
	r, err := rules.Make("diplomacy", nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("diplomacy", "", &r)
	if err != nil {
		t.Fatal(err)
	}
	var past []Past
	used := new(Principe)
	for n := range Memory + 4 {
		var lines []turn.Line
		for x := machiavelli.Power(2); int(x) < len(p.Setting.Powers); x++ {
			lines = append(lines, new(DumbBot).Decide(Look(p, &r, Alone(p, x), strconv.Itoa(int(x))), x)...)
		}
		res, err := turn.Process(p, lines, &r, nil)
		if err != nil {
			t.Fatal(err)
		}
		past = append(past, Past{Look(p, &r, Alone(p, 1), "me"), res.Events})
		p = res.Next
		v := Look(p, &r, Alone(p, 1), "me")
		if got, want := used.recall(v.Recalling(past)), new(Principe).recall(v.Recalling(past[max(0, n+1-Memory):])); got != want {
			t.Fatalf("%s: %v, want %v", p.Phase, got, want)
		}
	}

	// The same campaigns are recognised when they are read again. Different campaigns of the same
	// phases, after a rollback, are not recognised.
	known := len(used.recalled)
	again, other := slices.Clone(past), slices.Clone(past)
	for i := range past {
		again[i].View.pos = past[i].View.pos.Clone()
		other[i].Events = past[i].Events[:len(past[i].Events)/2]
	}
	v := Look(p, &r, Alone(p, 1), "me")
	want := used.recall(v.Recalling(past))
	if got := used.recall(v.Recalling(again)); got != want || len(used.recalled) != known {
		t.Errorf("%d campaigns are recalled instead of %d: %v, want %v", len(used.recalled), known, got, want)
	}
	if got, want := used.recall(v.Recalling(other)), new(Principe).recall(v.Recalling(other)); got != want || len(used.recalled) == known {
		t.Errorf("after a rollback: %v, want %v", got, want)
	}
	for n := range mostRecalled {
		past[0].View.seed = strconv.Itoa(n)
		used.recall(v.Recalling(past[:1]))
	}
	if len(used.recalled) != mostRecalled {
		t.Errorf("%d campaigns are kept, not %d", len(used.recalled), mostRecalled)
	}
}

package turn_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/internal/atrandom"
	"podesta/machiavelli/internal/golden"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// recordedGames says how many games of TestRecorded begin from the start, and
// how many from random positions.
var recordedGames = []struct {
	scenario, preset string
	begun, scattered int
}{
	{"B", "njudge-classic", 8, 20},
	{"A", "njudge-classic", 4, 10},
	{"D", "njudge-classic", 2, 4},
	{"C1", "battleline-1978-optional", 4, 12},
	{"B", "battleline-1978-advanced", 4, 10},
	{"A", "battleline-1978-basic", 4, 6},
	{"balance-of-power-1995", "machiavelli-1995", 4, 6},
	{"diplomacy", "diplomacy", 5, 0},
}

// TestRecorded plays random games, most of them with some random options, and
// compares the result of each phase, and what the package reports about the
// position, with testdata/recorded.txt.
func TestRecorded(t *testing.T) {
	file := golden.Open(t, "testdata/recorded.txt")
	for _, g := range recordedGames {
		for n := range uint64(g.begun + g.scattered) {
			name := fmt.Sprintf("%s %s %d", g.scenario, g.preset, n+1)
			file.Case(t, name, func(t *testing.T) []string {
				rng := rand.New(rand.NewPCG(n, uint64(len(g.preset))))
				r := atrandom.Rules(g.preset, nil)
				if n%4 > 0 {
					r = atrandom.Mixed(g.preset, rng)
				}
				var parts []string
				see := func(p *position.Position, lines []turn.Line, res turn.Result) {
					parts = append(parts, recorded(t, p, lines, res, r, rng))
				}
				var err error
				if n < uint64(g.begun) {
					err = atrandom.Game(g.scenario, r, 12, n, see)
				} else {
					err = scattered(g.scenario, r, n, see)
				}
				if err != nil {
					t.Fatal(err)
				}
				return parts
			})
		}
	}
}

// scattered plays a phase full of conflicts, and the phases after it. Of four such games, one
// begins in winter, and one with retreats.
func scattered(id string, r *rules.Set, n uint64, see func(*position.Position, []turn.Line, turn.Result)) error {
	start, err := scenario.New(id, "", r)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(n, 7))
	p := turn.Scattered(start, rng)
	switch n % 4 {
	case 1:
		p.Phase.Season, p.Phase.Step = machiavelli.Winter, machiavelli.Adjustments
	case 2:
		drivenOut(p, r, rng)
	}
	for k := range 3 {
		lines := turn.RandomLines(p, rng)
		if k > 0 || p.Phase.Step != machiavelli.Orders {
			lines = append(lines, atrandom.Lines(p, r, rng)...)
		}
		if p.Phase.Step == machiavelli.Orders && r.Money {
			lines = append(lines, turn.RandomMoney(p, rng)...)
		}
		res, err := turn.Process(p, lines, r, dice.New([]byte("seed"), dice.Scope("game", p.Phase.Campaign(), ""), nil))
		if err != nil {
			return err
		}
		see(p, lines, res)
		if p = res.Next; p.Victors != 0 {
			break
		}
	}
	return nil
}

// drivenOut dislodges random units.
func drivenOut(p *position.Position, r *rules.Set, rng *rand.Rand) {
	p.Phase.Step = machiavelli.Retreats
	powers := len(p.Setting.Powers)
	rank := 0
	for i := range p.Units {
		u := &p.Units[i]
		rank++
		if u.InCity() || rng.IntN(2) == 0 {
			continue
		}
		d := position.Dislodged{Unit: *u, Rank: uint8(rank)}
		borders := p.Setting.Board.Borders[u.At].IDs()
		d.From = borders[rng.IntN(len(borders))]
		u.Owner, u.Serial = machiavelli.Power(1+rng.IntN(powers-1)), 0
		if legal.FindRetreats(p, r, &d); len(d.Retreats) > 0 || d.IntoCity {
			p.Dislodged = append(p.Dislodged, d)
			rank++
		}
	}
}

// inEnglish returns an event with the English text of its messages. It omits
// the codes of failed winter orders, because their text is included.
func inEnglish(e event.Event) any {
	v := reflect.ValueOf(e)
	var fields []reflect.StructField
	var values []reflect.Value
	for i := range v.NumField() {
		f, x := v.Type().Field(i), v.Field(i)
		if m, ok := x.Interface().(message.Message); ok {
			x = reflect.ValueOf(m.String())
		}
		if _, ok := e.(event.Adjusted); ok && f.Name == "Failure" {
			continue
		}
		fields, values = append(fields, reflect.StructField{Name: f.Name, Type: x.Type()}), append(values, x)
	}
	out := reflect.New(reflect.StructOf(fields)).Elem()
	for i, x := range values {
		out.Field(i).Set(x)
	}
	return out.Interface()
}

// recorded formats a phase.
func recorded(t *testing.T, p *position.Position, lines []turn.Line, res turn.Result, r *rules.Set, rng *rand.Rand) string {
	t.Helper()
	var b strings.Builder
	say := func(what string, x any) {
		data, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s\n", what, data)
	}
	bare := func(p *position.Position) position.Position {
		q := *p
		q.Setting = nil
		return q
	}
	for _, e := range res.Events {
		say(fmt.Sprintf("%T", e), inEnglish(e))
	}
	q := res.Next
	say("next", bare(q))
	say("needed", turn.CitiesNeeded(q, r))
	say("rolls", turn.Rolls(p, r))
	powers := len(p.Setting.Powers)
	for power := machiavelli.Power(1); int(power) < powers; power++ {
		var own []turn.Line
		for _, l := range lines {
			if l.Power == power && rng.IntN(2) == 0 {
				own = append(own, l)
			}
		}
		say("owes", turn.Owes(p, r, power, own))
		if int(power)%3 == p.Phase.Year%3 {
			for _, d := range turn.Dangers(p, r, power, own) {
				say("danger", d)
				say("told", []any{d.Say(p.Setting).String(), d.Grave(p)})
			}
		}
		if int(power)%4 == q.Phase.Year%4 {
			say("cities", []int{turn.Cities(q, r, power), int(turn.Upkeep(q, power))})
			say("earnings", turn.EarningsOf(q, r, power))
			say("means", turn.Means(q, r, power))
			say("allowance", turn.Allow(q, power))
		}
	}
	if q.Victors == 0 && rng.IntN(3) == 0 {
		gone, err := turn.Quit(q, r, machiavelli.Power(1+rng.IntN(powers-1)))
		say("quit", gone.Events)
		if err == nil {
			say("after", bare(gone.Next))
		}
	}
	end := turn.Proposal{To: machiavelli.Power(rng.IntN(powers))}
	if rng.IntN(2) == 0 {
		some, others := rng.Uint32(), rng.Uint32()
		end = turn.Proposal{Draw: true, Among: machiavelli.PowerSet(some & others)}
	}
	voters := turn.Voters(q, end)
	for _, favour := range [...]machiavelli.PowerSet{voters, machiavelli.PowerSet(rng.Uint32())} {
		agreed, ok := turn.Agree(q, end, favour)
		say("agreed", []any{voters, ok, agreed.Events})
	}
	var touch []machiavelli.PowerSet
	touch = append(touch, turn.InTouch(q, machiavelli.PowerSet(0).With(machiavelli.Power(1+rng.IntN(powers-1)))))
	say("touch", touch)
	return b.String()
}

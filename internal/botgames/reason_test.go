package botgames

import (
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/order"
	"podesta/machiavelli/turn"
)

// TestReasons checks that each unit's order in a hint has a reason, and that the reasons are
// true: a place called free is free, a unit said to be attacked is there, and a supported move
// is ordered.
func TestReasons(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, level := range []string{"hard", "random"} {
		r, p := firstSet(t)
		player, err := bot.New(level)
		if err != nil {
			t.Fatal(err)
		}
		for range 14 {
			var all []turn.Line
			for i := 1; i < len(p.Setting.Powers); i++ {
				power := machiavelli.Power(i)
				lines := player.Decide(bot.Look(p, r, bot.Alone(p, power), level), power)
				all = append(all, lines...)
				for k := range lines {
					why, o := Reason(p, lines, k), &lines[k].Order
					seen[why.ID] = true
					free := p.Field(o.To.At) < 0
					mine := func(x machiavelli.Power) bool { return x == power }
					switch {
					case why.IsZero() && o.Kind != order.Maintain && o.Kind != order.Waive && o.Kind != order.Disband:
						t.Errorf("%s: no reason for %s", p.Phase, lines[k].Text)
					case strings.HasPrefix(why.ID, "Takes the city") && (!free || mine(p.City[o.To.At]) || p.Garrison(o.To.At) >= 0):
						t.Errorf("%s: %s: %s", p.Phase, lines[k].Text, why)
					case strings.HasPrefix(why.ID, "Takes the land") && (!free || mine(p.Province[o.To.At]) && p.Garrison(o.To.At) < 0):
						t.Errorf("%s: %s: %s", p.Phase, lines[k].Text, why)
					case strings.HasPrefix(why.ID, "Attacks") && (free || mine(p.Units[p.Field(o.To.At)].Owner)):
						t.Errorf("%s: %s: %s", p.Phase, lines[k].Text, why)
					case strings.HasPrefix(why.ID, "Supports {unit}") && !ordered(lines, o):
						t.Errorf("%s: %s: %s", p.Phase, lines[k].Text, why)
					}
				}
			}
			res, err := turn.Process(p, all, r, dice.New([]byte(level), p.Phase.String(), nil))
			if err != nil {
				t.Fatal(err)
			}
			if p = res.Next; p.Victors != 0 {
				break
			}
		}
	}
	if len(seen) < 8 {
		t.Errorf("only %d kinds of reasons: %v", len(seen), seen)
	}
}

// ordered reports whether one of the lines makes the move that a support is for.
func ordered(lines []turn.Line, s *order.Order) bool {
	for i := range lines {
		if o := &lines[i].Order; o.Kind == order.Advance && o.To.At == s.To.At {
			return true
		}
	}
	return false
}

package replay_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"podesta/atlas"
	"podesta/internal/replay"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// game lets computer players play phases of a game, and passes each phase to look.
func game(t testing.TB, preset, kind string, phases int, look func(before, after *position.Position, events []event.Event, r *rules.Set)) {
	t.Helper()
	set, err := rules.Preset(preset)
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New("B", "", &set)
	if err != nil {
		t.Fatal(err)
	}
	player, err := bot.New(kind)
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < phases && p.Victors == 0; n++ {
		var lines []turn.Line
		for i := 1; i < len(p.Setting.Powers); i++ {
			power := machiavelli.Power(i)
			seed := fmt.Sprint(kind, preset, i)
			lines = append(lines, player.Decide(bot.Look(p, &set, bot.Alone(p, power), seed), power)...)
		}
		res, err := turn.Process(p, lines, &set, dice.New([]byte(preset), fmt.Sprint(n), nil))
		if err != nil {
			t.Fatal(err)
		}
		look(p, res.Next, res.Events, &set)
		p = res.Next
	}
}

// shown returns the parts of a position that a map shows.
func shown(p *position.Position) []string {
	code := func(id board.ID) string { return p.Setting.Board.Areas[id].Code }
	var out []string
	unit := func(what string, u position.Unit) {
		out = append(out, fmt.Sprintf("%s %d %s %s %s %s", what, u.Owner, u.Quality, u.Type, code(u.At), u.Coast.Code()))
	}
	for _, u := range p.Units {
		unit("unit", u)
	}
	for _, d := range p.Dislodged {
		unit("dislodged", d.Unit)
	}
	for i := 1; i < len(p.Setting.Board.Areas); i++ {
		id := board.ID(i)
		if p.Province[id] != machiavelli.Nobody || p.City[id] != machiavelli.Nobody {
			out = append(out, fmt.Sprintf("owner %s %d %d", code(id), p.Province[id], p.City[id]))
		}
		for name, set := range map[string]board.Set{"siege": p.BesiegedCities(), "rebels": p.RebelLand, "city rebels": p.RebelCity} {
			if set.Has(id) {
				out = append(out, name+" "+code(id))
			}
		}
	}
	slices.Sort(out)
	return out
}

// TestStepsComeToTheEnd checks, in games of every kind, that the steps of a
// phase together lead to its result, and that every step has a text.
func TestStepsComeToTheEnd(t *testing.T) {
	phases, steps := 0, 0
	kinds := map[replay.Kind]int{}
	for _, c := range []struct{ preset, kind string }{
		{"njudge-classic", "condottiere"}, {"njudge-classic", "random"}, {"battleline-1978-basic", "random"}, {"battleline-1978-advanced", "random"}, {"battleline-1978-optional", "random"},
	} {
		game(t, c.preset, c.kind, 16, func(before, after *position.Position, events []event.Event, r *rules.Set) {
			name := c.preset + ", " + c.kind + ", " + before.Phase.Title()
			was := strings.Join(shown(before), "\n")
			list := replay.Steps(before, after, events, r)
			if strings.Join(shown(before), "\n") != was {
				t.Errorf("%s: the position before was changed", name)
			}
			phases++
			steps += len(list)
			for i, s := range list {
				kinds[s.Kind]++
				if s.Title.IsZero() || s.Text.IsZero() && len(s.Lines) == 0 || s.Position == nil {
					t.Errorf("%s: step %d (%s) says nothing: %+v", name, i+1, s.Kind, s)
				}
				for _, l := range append(s.Lines, replay.Line{Text: s.Text}) {
					if text := l.Text.String(); strings.Contains(text, "  ") || strings.Contains(text, "CONVERT TO") || text != "" && !strings.HasSuffix(text, ".") {
						t.Errorf("%s: %q", name, l.Text)
					}
				}
			}
			if list[len(list)-1].Position != after || list[len(list)-1].Kind != replay.Now {
				t.Errorf("%s: the last step is not the final position", name)
			}
			if len(list) < 2 {
				return
			}
			got, want := shown(list[len(list)-2].Position), shown(after)
			for _, x := range got {
				if !slices.Contains(want, x) {
					t.Errorf("%s: the steps lead to %q, which is wrong", name, x)
				}
			}
			for _, x := range want {
				if !slices.Contains(got, x) {
					t.Errorf("%s: the steps do not lead to %q", name, x)
				}
			}
		})
	}
	for _, k := range []replay.Kind{replay.Money, replay.Murder, replay.Rebellion, replay.Orders, replay.Moves, replay.Fight, replay.Vain, replay.Siege, replay.Retreat, replay.Control, replay.Disaster, replay.Income, replay.Winter} {
		if kinds[k] == 0 {
			t.Errorf("no step of the kind %s in %d phases", k, phases)
		}
	}
	t.Logf("%d phases in %d steps: %v", phases, steps, kinds)
}

// TestFilms checks that a film ends with the map of the resulting position, and
// that no film is too large.
func TestFilms(t *testing.T) {
	look := replay.Style{Theme: "safe", Size: atlas.Screen} // this one has the most elements: a shield on every province
	most, name := 0, ""
	game(t, "njudge-classic", "condottiere", 12, func(before, after *position.Position, events []event.Event, r *rules.Set) {
		film, err := replay.Shoot(before, events, replay.Steps(before, after, events, r), look)
		if err != nil {
			t.Fatal(err)
		}
		end, err := replay.First(after, nil, look)
		if err != nil {
			t.Fatal(err)
		}
		if got := replay.Play(t, film); got != string(end) {
			t.Errorf("%s: the film does not end with the map of the next position", before.Phase.Title())
		}
		size := 0
		for _, f := range film.Frames {
			for _, c := range f.Changes {
				size += len(c.Put)
			}
		}
		if size > most {
			most, name = size, before.Phase.Title()
		}
	})
	t.Logf("the largest film has changes of %d bytes: %s", most, name)
	if most > 1<<20 {
		t.Errorf("the film of %s has changes of %d bytes", name, most)
	}
}

// BenchmarkShoot draws the film of a campaign.
func BenchmarkShoot(b *testing.B) {
	var before, after *position.Position
	var events []event.Event
	var set *rules.Set
	game(b, "njudge-classic", "condottiere", 5, func(x, y *position.Position, e []event.Event, r *rules.Set) {
		before, after, events, set = x, y, e, r
	})
	for b.Loop() {
		if _, err := replay.Shoot(before, events, replay.Steps(before, after, events, set), replay.Style{Size: atlas.Screen}); err != nil {
			b.Fatal(err)
		}
	}
}

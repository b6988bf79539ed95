package bots_test

import (
	"slices"
	"testing"
	"time"

	"podesta/internal/botgames"
	"podesta/internal/game"
	"podesta/machiavelli"
)

// BenchmarkTable measures how long seven computer players think about a campaign at a table with a
// visitor, in a game with money. It counts from the visitor's Ready until all of them are ready for
// the next phase. They already think while the visitor does, one after the other or, with several
// processors, several at a time.
func BenchmarkTable(b *testing.B) {
	for _, level := range []string{"principe", "hard", "even"} {
		b.Run(level, func(b *testing.B) {
			n := newInn(b)
			g, role := n.play(botgames.NewPlay{Preset: "njudge-classic", Power: "milan", Bot: level})
			n.work()
			var times []time.Duration
			for b.Loop() {
				if n.At(g.ID).Finished || !n.state(g.ID).Playing {
					g, role = n.play(botgames.NewPlay{Preset: "njudge-classic", Power: "milan", Bot: level})
					n.work()
				}
				begin := time.Now()
				n.ready(g.ID, role, "")
				n.work()
				if n.At(g.ID).Phase.Step == machiavelli.Orders {
					times = append(times, time.Since(begin))
				}
			}
			if len(times) > 0 {
				slices.Sort(times)
				b.ReportMetric(float64(times[len(times)/2].Milliseconds()), "median-ms")
				b.ReportMetric(float64(times[len(times)-1].Milliseconds()), "max-ms")
			}
		})
	}
}

// BenchmarkHint measures how long a hint takes at a table like that of BenchmarkTable, in the
// campaigns of the first years.
func BenchmarkHint(b *testing.B) {
	for _, level := range []string{"principe", "hard"} {
		b.Run(level, func(b *testing.B) {
			n := newInn(b)
			begin := func() (*game.Game, game.Role) {
				g, role := n.play(botgames.NewPlay{Preset: "njudge-classic", Power: "milan", Bot: level})
				n.work()
				return g, role
			}
			g, role := begin()
			var times []time.Duration
			for b.Loop() {
				b.StopTimer()
				for now := n.At(g.ID); now.Finished || now.Phase.Step != machiavelli.Orders || now.Phase.Year > 1456 || !n.state(g.ID).Playing; now = n.At(g.ID) {
					if now.Finished || now.Phase.Year > 1456 || !n.state(g.ID).Playing {
						g, role = begin()
						continue
					}
					n.ready(g.ID, role, "")
					n.work()
				}
				b.StartTimer()
				start := time.Now()
				h, err := n.BotGames.Hint(b.Context(), g.ID, role)
				times = append(times, time.Since(start))
				b.StopTimer()
				if err != nil {
					b.Fatal(err)
				}
				n.ready(g.ID, role, h.Powers[0].Text())
				n.work()
				b.StartTimer()
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2].Milliseconds()), "median-ms")
			b.ReportMetric(float64(times[len(times)-1].Milliseconds()), "max-ms")
		})
	}
}

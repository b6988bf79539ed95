package bots_test

import (
	"slices"
	"testing"
	"time"

	"podesta/internal/botgames"
	"podesta/machiavelli"
)

// BenchmarkTable measures how long seven computer players think about a campaign at
// a table with a visitor, in a game with money: from the visitor's Ready until all
// of them are ready for the next phase. They think while the visitor does, one
// after the other or, with several processors, several at a time.
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

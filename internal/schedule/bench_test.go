package schedule

import "testing"

func BenchmarkNewPhase(b *testing.B) {
	o := Opening{
		Now: at(b, "Thu Nov 26 2026 23:31"), Timing: DefaultTiming(Moves), Zone: place(b, "Europe/Rome"), Settings: Settings{Press: true},
		Absences: []Absence{{Seat: 1, Start: at(b, "Sat Nov 28 2026 00:00"), End: at(b, "Tue Dec 1 2026 23:59")}},
	}
	for b.Loop() {
		NewPhase(o)
	}
}

func BenchmarkNext(b *testing.B) {
	s := State{Now: at(b, "Sat Nov 28 2026 12:00"), Timing: DefaultTiming(Moves)}
	s.Plan, _ = NewPhase(Opening{Now: at(b, "Mon Nov 23 2026 23:31"), Timing: s.Timing})
	for id := range 8 {
		s.Seats = append(s.Seats, Seat{ID: id + 1, Owes: true, Complete: id%2 == 0})
	}
	for b.Loop() {
		Next(s)
	}
}

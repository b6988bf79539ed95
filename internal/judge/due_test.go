//go:build unix

package judge_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/seed"
	"podesta/internal/store"
)

// BenchmarkDue resolves phases of eight-player games that are all due in the same minute: 10,000
// games, or the number in PODESTA_GAMES. They are in the middle of play, with orders, expenses and
// messages, and each result queues its e-mails. In addition to the elapsed time it reports the CPU
// time of all cores.
func BenchmarkDue(b *testing.B) {
	games := 10000
	if n, err := strconv.Atoi(os.Getenv("PODESTA_GAMES")); err == nil {
		games = n
	} else if testing.Short() {
		games = 20
	}
	for b.Loop() {
		b.StopTimer()
		due := time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
		db, err := store.Open(b.TempDir())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := seed.Make(ctx, db, []byte("secret"), seed.Plan{Games: games, Due: due}); err != nil {
			b.Fatal(err)
		}
		j := judge.New(db, judgetest.NewClock(due), []byte("secret"))
		runtime.GC()
		b.StartTimer()
		begin, work := time.Now(), worked(b)
		n, err := j.Clock.Work(ctx)
		if err != nil || n != games {
			b.Fatalf("%d of %d games, %v", n, games, err)
		}
		b.ReportMetric(time.Since(begin).Seconds(), "s/burst")
		b.ReportMetric((worked(b)-work).Seconds()*1000/float64(games), "cpu-ms/phase")
		b.ReportMetric(float64(games)/time.Since(begin).Seconds(), "phases/s")
		b.StopTimer()
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// worked returns the CPU time that this process has used on all cores.
func worked(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkReceipt measures the receipt of an e-mail with orders for all units
// of a power of a hosted game, from reading it to the verdict on each line,
// including the game's clock.
func BenchmarkReceipt(b *testing.B) {
	j := judgetest.Open(b, time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC))
	g, _, err := j.Lobby.Create(context.Background(), lobby.NewGame{Name: "Receipts", Scenario: "B", Variant: "B-8", Preset: "njudge-classic"})
	if err != nil {
		b.Fatal(err)
	}
	if err := j.HostNow(context.Background(), g.ID, judgetest.StoryTiming()); err != nil {
		b.Fatal(err)
	}
	now, err := j.Base.Current(context.Background(), g.ID)
	if err != nil {
		b.Fatal(err)
	}
	var text string
	for _, u := range now.Before.Units {
		if u.Owner == g.Setting.Seats[0][0] {
			text += fmt.Sprintf("%s %s hold\n", u.Type.Letter(), g.Setting.Board.Name(u.Place()))
		}
	}
	text += "expense 1: pacify rebellion Milan 12\nborrow 5 for 1 year\n"
	for b.Loop() {
		if _, err := j.Submit(context.Background(), g.ID, game.Role{Seat: 1}, 1, g.Revision, text); err != nil {
			b.Fatal(err)
		}
	}
}

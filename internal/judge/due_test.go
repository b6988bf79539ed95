package judge_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"podesta/internal/judge"
	"podesta/internal/store"
)

// BenchmarkDue processes games of eight players that are all due at the same
// minute: 10,000 of them, or as many as PODESTA_GAMES says. They have orders for
// every unit, and each result queues its mail.
func BenchmarkDue(b *testing.B) {
	games := 10000
	if n, err := strconv.Atoi(os.Getenv("PODESTA_GAMES")); err == nil {
		games = n
	}
	for b.Loop() {
		b.StopTimer()
		h := crowd(b, games)
		b.StartTimer()
		begin := time.Now()
		n, err := h.Work(context.Background())
		if err != nil || n != games {
			b.Fatalf("%d of %d games, %v", n, games, err)
		}
		b.ReportMetric(time.Since(begin).Seconds(), "s/burst")
		b.ReportMetric(float64(games)/time.Since(begin).Seconds(), "phases/s")
	}
}

// crowd is a judge with many games that are due: copies of one.
func crowd(b *testing.B, games int) *judge.Judge {
	folder := b.TempDir()
	db, err := store.Open(folder)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	c := &clock{now: time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)}
	j := judge.New(db, c, []byte("secret"))
	g, _, err := j.Create(context.Background(), judge.NewGame{Name: "One of many", Scenario: "B", Variant: "B-8"})
	if err != nil {
		b.Fatal(err)
	}
	hosting := theTiming()
	if err := j.HostNow(context.Background(), g.ID, hosting); err != nil {
		b.Fatal(err)
	}
	now, err := j.Current(context.Background(), g.ID)
	if err != nil {
		b.Fatal(err)
	}
	for i := range g.Setting.Seats {
		var text string
		for _, u := range now.Before.Units {
			if u.Owner == g.Setting.Seats[i][0] {
				text += fmt.Sprintf("%s %s hold\n", u.Type.Letter(), g.Setting.Board.Name(u.Place()))
			}
		}
		if _, err := j.Submit(context.Background(), g.ID, judge.Role{Seat: i + 1}, i+1, g.Revision, text); err != nil {
			b.Fatal(err)
		}
	}
	if err := multiply(db, g.ID, games-1); err != nil {
		b.Fatal(err)
	}
	c.advance(100 * time.Hour)
	if err := j.TrustClock(context.Background()); err != nil {
		b.Fatal(err)
	}
	return j
}

// multiply copies a game in its first phase so many times.
func multiply(db judge.Store, id string, times int) error {
	return db.Write(context.Background(), func(tx judge.Tx) error {
		h := tx.(judge.HostTx)
		g, err := tx.Game(id)
		if err != nil {
			return err
		}
		seats, err := tx.Seats(id)
		if err != nil {
			return err
		}
		first, err := tx.Phase(id, 1)
		if err != nil {
			return err
		}
		orders, err := tx.Orders(id, 1)
		if err != nil {
			return err
		}
		var plan struct {
			Plan struct{ Process time.Time }
		}
		if err := json.Unmarshal(g.Plan, &plan); err != nil {
			return err
		}
		for n := range times {
			g.ID = fmt.Sprintf("copy%05d", n)
			first.Game = g.ID
			if err := tx.AddGame(g, seats, first); err != nil {
				return err
			}
			for seat, text := range orders {
				if err := tx.SaveOrders(g.ID, g.Revision, 1, seat, text); err != nil {
					return err
				}
			}
			if err := h.Enqueue(judge.Job{Kind: "clock", Key: g.ID, Game: g.ID, Due: plan.Plan.Process}); err != nil {
				return err
			}
		}
		return nil
	})
}

// BenchmarkReceipt takes a message with orders for all units of a power of a
// hosted game, from reading it to the verdict on each line, and the game's clock
// with it.
func BenchmarkReceipt(b *testing.B) {
	folder := b.TempDir()
	db, err := store.Open(folder)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { db.Close() })
	c := &clock{now: time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)}
	j := judge.New(db, c, []byte("secret"))
	g, _, err := j.Create(context.Background(), judge.NewGame{Name: "Receipts", Scenario: "B", Variant: "B-8", Preset: "njudge-classic"})
	if err != nil {
		b.Fatal(err)
	}
	if err := j.HostNow(context.Background(), g.ID, theTiming()); err != nil {
		b.Fatal(err)
	}
	now, err := j.Current(context.Background(), g.ID)
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
		if _, err := j.Submit(context.Background(), g.ID, judge.Role{Seat: 1}, 1, g.Revision, text); err != nil {
			b.Fatal(err)
		}
	}
}

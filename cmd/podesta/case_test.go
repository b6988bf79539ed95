package main

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/lobby"
	"podesta/internal/ordertext"
	"podesta/machiavelli/interchange"
)

// TestCase writes the phases of a game as cases, for which adjudicate computes
// the same results, including dice.
func TestCase(t *testing.T) {
	folder := t.TempDir()
	j := atFolder(t, folder)
	ctx := t.Context()
	g, _, err := j.Lobby.Create(ctx, lobby.NewGame{Name: "Cosimo", Scenario: "B", Variant: "B-2-2", Options: map[string]string{"plague": "on"}})
	if err != nil {
		t.Fatal(err)
	}
	master := game.Role{Master: true}
	orders := map[int]string{
		1: "Venice:\nA Padua - Ferrara\nF Dalmatia H\nA Verona - Nowhere\nVenice:\nborrow 10 for 1 year\nPapacy:\nA Rome H; A Perugia - Urbino",
		2: "Milan:\nA Milan - Como\nA Milan - Turin\nE1: assassinate venice 2\nE2: 3 famine relief Pavia",
	}
	for n := 1; n <= 5; n++ {
		for seat, text := range orders {
			if _, err := j.Clock.SaveOrders(ctx, g.ID, game.Role{Seat: seat, Player: true}, clock.NewOrders{Revision: g.Revision, Sections: []ordertext.Section{{Seat: seat, Text: text}}}); err != nil {
				t.Fatal(n, seat, err)
			}
		}
		if _, err := j.Clock.Process(ctx, g.ID, master, g.Revision); err != nil {
			t.Fatal(n, err)
		}
		if g, err = j.Base.Game(ctx, g.ID); err != nil {
			t.Fatal(err)
		}
	}
	thrown := 0
	for n := 1; n <= 5; n++ {
		ph, err := j.Base.Phase(ctx, g.ID, n)
		if err != nil {
			t.Fatal(err)
		}
		thrown += len(ph.Throws)
		status, text, bad := podesta("", "case", g.ID, strconv.Itoa(n), "-data", folder)
		if status != 0 {
			t.Fatal(n, status, bad)
		}
		status, result, bad := podesta(text, "adjudicate")
		if status != 0 {
			t.Fatal(n, status, bad, result)
		}
		var got struct {
			Rolls map[string]int
		}
		if err := json.Unmarshal([]byte(result), &got); err != nil {
			t.Fatal(err, result)
		}
		want := string(interchange.AppendPosition(nil, ph.After))
		if !strings.Contains(result, want) {
			t.Errorf("phase %d, %s: the position is not\n%s\nin\n%.3000s", n, ph.Phase, want, result)
		}
		for _, x := range ph.Throws {
			if got.Rolls[x.Name] != x.Value {
				t.Errorf("phase %d: %s showed %d, and is %d", n, x.Name, x.Value, got.Rolls[x.Name])
			}
		}
	}
	if thrown < 6 {
		t.Errorf("%d dice", thrown)
	}
	file := filepath.Join(folder, "case.json")
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"case -data " + folder + " " + g.ID + " 6", 1, "has not been resolved yet"},
		{"case -data " + folder + " " + g.ID + " 60", 1, "phase 60"},
		{"case -data " + folder + " Nogame 1", 1, "no such game"},
		{"case -data " + folder + " " + g.ID + " one", 2, "usage: podesta case"},
		{"case " + g.ID + " 1 -o " + file + " -data " + folder, 0, "Spring 1454"},
		{"case " + g.ID + " 1 -o " + file + " -data " + folder, 1, "exists"},
		{"adjudicate " + file, 0, ""},
	} {
		status, out, bad := podesta("", strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out+bad, c.says) {
			t.Errorf("%s: status %d, want %d\n%s%s", c.args, status, c.status, out, bad)
		}
	}
}

// TestCaseOfChosenPowers checks that a case of a game in which players chose
// their powers contains the seats, because players win with all their powers
// together.
func TestCaseOfChosenPowers(t *testing.T) {
	folder := t.TempDir()
	j := atFolder(t, folder)
	g, _, err := j.Lobby.Create(t.Context(), lobby.NewGame{Name: "Cosimo", Scenario: "B", Variant: "B-4"})
	if err != nil {
		t.Fatal(err)
	}
	var seats [][]string
	for _, seat := range g.Setting.Seats {
		var ids []string
		for _, p := range seat {
			ids = append(ids, g.Setting.Powers[p].ID)
		}
		seats = append(seats, ids)
	}
	if len(seats) != 4 || len(seats[0]) != 2 {
		t.Fatalf("the seats are %v", seats)
	}
	if _, err := j.Clock.Process(t.Context(), g.ID, game.Role{Master: true}, g.Revision); err != nil {
		t.Fatal(err)
	}
	status, text, bad := podesta("", "case", g.ID, "1", "-data", folder)
	var c struct{ Seats [][]string }
	if err := json.Unmarshal([]byte(text), &c); err != nil || status != 0 || !reflect.DeepEqual(c.Seats, seats) {
		t.Errorf("%d, %v, %s: %v", status, err, bad, c.Seats)
	}
	if status, out, bad := podesta(text, "adjudicate"); status != 0 {
		t.Errorf("%d: %s%s", status, out, bad)
	}
}

// TestCaseOfSolitaire checks that in a solitaire game each power is separate, even if the
// variant gives one player several.
func TestCaseOfSolitaire(t *testing.T) {
	folder := t.TempDir()
	j := atFolder(t, folder)
	g, _, err := j.Lobby.Create(t.Context(), lobby.NewGame{Name: "Alone", Scenario: "B", Variant: "B-2-2", Solitaire: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Clock.Process(t.Context(), g.ID, game.Role{Master: true}, g.Revision); err != nil {
		t.Fatal(err)
	}
	status, text, bad := podesta("", "case", g.ID, "1", "-data", folder)
	c, err := interchange.New().Read([]byte(text))
	if err != nil || status != 0 {
		t.Fatalf("%d, %v, %s\n%s", status, err, bad, text)
	}
	if is, was := c.Position.Setting.Seats, g.Setting.Seats; len(was) != 5 || !reflect.DeepEqual(is, was) {
		t.Errorf("the seats were %v and are %v", was, is)
	}
}

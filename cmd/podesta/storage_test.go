package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/lobby"
	"podesta/internal/ordertext"
)

// TestPhaseAndStorage prints stored phases in plain text, and the space that they need.
func TestPhaseAndStorage(t *testing.T) {
	ctx := context.Background()
	folder := filepath.Join(t.TempDir(), "data")
	j := atFolder(t, folder)
	g, _, err := j.Lobby.Create(ctx, lobby.NewGame{Name: "Cosimo", Scenario: "B", Variant: "B-2-2", Players: []string{"Anna"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Clock.SaveOrders(ctx, g.ID, game.Role{Master: true}, clock.NewOrders{Revision: 1, Sections: []ordertext.Section{{Seat: 1, Text: "A Milan H"}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Clock.Process(ctx, g.ID, game.Role{Master: true}, 1); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   string
		status int
		out    string
	}{
		{"phase -data " + folder + " " + g.ID, 0, "   1  spring 1454 orders\n   2  summer 1454 orders\n"},
		{"phase -data " + folder + " " + g.ID + " 2", 0, `"phase": "summer 1454 orders"`},
		{"phase -data " + folder + " " + g.ID + " 3", 1, ", phase 3: "},
		{"phase -data " + folder + " " + g.ID + " x", 2, "usage: podesta phase"},
		{"phase -data " + folder + " nogame 1", 1, "no such game"},
		{"storage -data " + folder, 0, "2 phases, "},
		{"storage -vacuum -data " + folder, 0, "KB, of which 0 KB are unused"},
		{"storage -data " + folder + " x", 2, ""},
		{"storage -data " + folder + "/none", 1, "no database yet"},
	} {
		status, out, bad := podesta("", strings.Fields(c.args)...)
		if status != c.status || !strings.Contains(out+bad, c.out) {
			t.Errorf("%s: status %d, want %d\n%s%s", c.args, status, c.status, out, bad)
		}
	}
	status, out, bad := podesta("", "phase", "-data", folder, g.ID, "1")
	var p struct {
		Number          int
		Position, After struct{ Phase string }
		Orders          map[string]string
		Events          []json.RawMessage
	}
	if err := json.Unmarshal([]byte(out), &p); err != nil || status != 0 {
		t.Fatalf("status %d: %v\n%s", status, err, bad)
	}
	if p.Number != 1 || p.Position.Phase != "spring 1454 orders" || p.After.Phase != "summer 1454 orders" || p.Orders["1"] != "A Milan H" || len(p.Events) == 0 {
		t.Errorf("%+v", p)
	}
}

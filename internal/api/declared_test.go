package api_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/act"
	"podesta/internal/registry"
)

// rows reads the table of who may call what: the statuses by operation and caller.
func rows(t *testing.T) map[string]map[string]int {
	t.Helper()
	data, err := os.ReadFile(accessFile)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]int{}
	var columns []string
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
		case columns == nil:
			columns = words[1:]
		default:
			row := map[string]int{}
			for i, name := range columns {
				if n, err := strconv.Atoi(words[i+1]); err == nil {
					row[name] = n
				}
			}
			out[words[0]] = row
		}
	}
	return out
}

// TestDeclaredAccess compares the table of who may call what with what commands declare: a
// command without a row fails, and so does one that people can use for whom it is not meant.
func TestDeclaredAccess(t *testing.T) {
	t.Parallel()
	table := rows(t)
	for _, c := range (registry.Rooms{}).All() {
		if c.API == "" {
			continue
		}
		row := table[c.ID()]
		if row == nil {
			t.Errorf("%s has no row in %s", c.ID(), accessFile)
			continue
		}
		for caller, status := range row {
			if status < 400 && !meantFor(&c, caller) {
				t.Errorf("%s is for %s, but the answer to %s is %d", c.ID(), c.Who, caller, status)
			}
		}
	}
}

// meantFor reports whether a command is meant for a caller of the table, as it declares.
func meantFor(c *act.Command, caller string) bool {
	if c.Needs > act.Nothing {
		return caller == "session"
	}
	who := map[string]act.Who{
		"stranger": 0, "outsider": act.Account, "observer": act.Account | act.Observer, "player": act.Account | act.Player, "rival": act.Account | act.Player, "former": act.Account,
		"ejected": act.Account, "master": act.Account | act.Master, "ex-master": act.Account, "operator": act.Account | act.Master | act.Operator, "session": act.Account | act.Player,
		"seat-token": act.Player, "game-token": act.Account | act.Player, "elsewhere": 0, "program": act.Account, "seat-key": act.Player, "master-key": act.Master,
	}
	is, known := who[caller]
	if !known {
		return false
	}
	if strings.Contains(requests[c.ID()], "{mustered}") && (caller == "outsider" || caller == "former") {
		is |= act.Player // they have seats in that game
	}
	if c.Scope == act.Seat && is&act.Master != 0 {
		is |= act.Player // masters name the seat
	}
	if c.Who&act.Anyone != 0 {
		return true
	}
	if c.Scope == act.Judge && slices.Contains([]string{"seat-token", "game-token", "seat-key", "master-key"}, caller) {
		return false // these are for one game
	}
	return c.Who&is != 0
}

package api_test

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/act"
	"podesta/internal/judge/judgetest"
	"podesta/internal/registry"
)

// rows reads the access table: the status of each operation for each caller.
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

// TestDeclaredAccess compares the access table with the callers for whom commands declare that they
// are meant. It fails if a command has no row, accepts other callers, or refuses the declared ones.
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
			if (status == 401 || status == 403) && slices.Contains(people, caller) && meantFor(&c, caller) && !slices.Contains(narrower[c.ID()], caller) {
				t.Errorf("%s is for %s, but %s is refused: %d", c.ID(), c.Who, caller, status)
			}
		}
	}
}

// people are callers whose keys allow everything that the person may do.
var people = []string{"outsider", "observer", "player", "master", "session"}

// narrower lists the callers to whom a command is refused although it is meant for people like
// them, because of the state of the game or account in the request.
var narrower = map[string][]string{
	"addDiary": {"master"}, "dropDiary": {"master"}, // only for the seat's player
	// the game has a master, and no SET INVITES
	"addLink": inGame, "dropLink": inGame, "getInvites": inGame, "invite": inGame, "uninvite": inGame,
	"resume": inGame, "startGame": inGame, // the game has a master
	"nameSeat":     inGame,       // the game is not played by links
	"dropDeadline": {"master"},   // the game is not played by links
	"setWait":      {"observer"}, // the game has SET STRICT WAIT
}

// inGame lists the callers who play in the game that most requests are about.
var inGame = []string{"player", "session"}

// meantFor reports whether a command declares that it is meant for a caller of the table.
func meantFor(c *act.Command, caller string) bool {
	if c.Needs > act.Nothing {
		return caller == "session"
	}
	who := map[string]act.Who{
		"stranger": 0, "outsider": act.Account, "observer": act.Account | act.Observer, "player": act.Account | act.Player | act.Entrant, "rival": act.Account | act.Player | act.Entrant, "former": act.Account,
		"ejected": act.Account, "master": act.Account | act.Master | act.Organiser, "ex-master": act.Account, "operator": act.Account | act.Master | act.Operator, "session": act.Account | act.Player | act.Entrant,
		"seat-token": act.Player, "game-token": act.Account | act.Player, "elsewhere": 0, "program": act.Account, "seat-key": act.Player, "master-key": act.Master,
	}
	is, known := who[caller]
	if !known {
		return false
	}
	if strings.Contains(requests[c.ID()], "{mustered}") && (caller == "outsider" || caller == "former") {
		is |= act.Player // they also have seats in that game
	}
	if c.Scope == act.Judge && slices.Contains([]string{"seat-token", "game-token", "seat-key", "master-key"}, caller) {
		is = 0 // their keys are limited to one game
	}
	return judgetest.Can(c, is)
}

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
// command without a row fails, and so does one that people can use for whom it is not
// meant, or that is refused to those for whom it is.
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

// people are callers whose keys are good for all that they can do.
var people = []string{"outsider", "observer", "player", "master", "session"}

// narrower are callers to whom a command is refused that is meant for people like them:
// the state of the game of the request, or of the account, decides.
var narrower = map[string][]string{
	"addDiary": {"master"}, "dropDiary": {"master"}, // of the seat's player alone
	"addLink": inGame, "dropLink": inGame, "getInvites": inGame, "invite": inGame, "uninvite": inGame, // it has a master, and no SET INVITES
	"resume": inGame, "startGame": inGame, // it has a master
	"nameSeat":     inGame,       // it is not played by links
	"dropDeadline": {"master"},   // it is not played by links
	"setWait":      {"observer"}, // it has SET STRICT WAIT
}

// inGame are the callers who play in the game of most requests.
var inGame = []string{"player", "session"}

// meantFor reports whether a command is meant for a caller of the table, as it declares.
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
		is |= act.Player // they have seats in that game
	}
	if c.Scope == act.Judge && slices.Contains([]string{"seat-token", "game-token", "seat-key", "master-key"}, caller) {
		is = 0 // these are for one game
	}
	return judgetest.Can(c, is)
}

package archive_test

import (
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"podesta/internal/archive"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/message"
)

// TestImportedDice checks that a person who imports a forming game with a
// chosen seed does not know its dice, and that everyone sees that they are new.
func TestImportedDice(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lord := h.Person("Lorenzo")
	g := h.HostGame(lord, lobby.NewGame{Scenario: "A", Variant: "A-4", Preset: "njudge-classic"}, nil)
	chosen := make([]byte, dice.SeedBytes) // all zero, so that the importer knows every roll
	data := forge(t, pack(h, g), func(_, game map[string]any) {
		game["seed"], game["commitment"] = hex.EncodeToString(chosen), dice.Commit(g.ID, chosen)
	})
	for _, keeper := range []bool{false, true} {
		other := elsewhere(h)
		a := other.Person("Lorenzo")
		if err := other.Users.SetOperator(ctx, a.ID, keeper); err != nil {
			t.Fatal(err)
		}
		moved, err := other.Archive.Import(ctx, a.ID, data)
		if err != nil {
			t.Fatal(err)
		}
		if moved.Status != game.Forming || moved.Commitment == dice.Commit(g.ID, chosen) {
			t.Errorf("keeper %v: %s with the commitment of the file", keeper, moved.Status)
		}
		if says := lastNotice(t, other, moved); !strings.Contains(says, "new seed for its dice") {
			t.Errorf("notice: %q", says)
		}
		players := other.People(4)
		other.JoinAll(moved, players)
		if err := other.Archive.Replay(ctx, moved.ID); err != nil {
			t.Error(err)
		}
		if book, err := other.Archive.DiceBook(ctx, moved.ID); err != nil || book.Commitment != other.Reload(moved).Commitment {
			t.Errorf("%+v, %v", book, err)
		}
	}
}

// running returns a game for four that has begun.
func running(t *testing.T) (*judgetest.House, *game.Game) {
	t.Helper()
	h := judgetest.New(t)
	g := h.HostGame(h.Person("Lorenzo"), lobby.NewGame{Scenario: "A", Variant: "A-4", Preset: "njudge-classic"}, nil)
	h.JoinAll(g, h.People(4))
	return h, h.Reload(g)
}

// TestImportedDiceOfRunningGame checks that future campaigns have a salt that the file does not
// contain, and that the current campaign has one, too, if it has not rolled any dice.
func TestImportedDiceOfRunningGame(t *testing.T) {
	t.Parallel()
	h, g := running(t)
	data := pack(h, g)
	var salts []string
	for range 2 {
		other := elsewhere(h)
		a := other.Person("Lorenzo")
		moved, err := other.Archive.UnpackFor(ctx, a.ID, data, archive.Running)
		if err != nil {
			t.Fatal(err)
		}
		if moved.Commitment != g.Commitment {
			t.Error("what was thrown can no longer be checked")
		}
		if says := lastNotice(t, other, moved); !strings.Contains(says, "From this campaign on, the dice have a salt") {
			t.Errorf("notice: %q", says)
		}
		role := other.RoleFor(moved, a)
		first := moved.Phase
		for other.Reload(moved).Phase.Campaign() == first.Campaign() {
			if _, err := other.Judge.Clock.Process(ctx, moved.ID, role, other.Reload(moved).Revision); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := other.Judge.Clock.Process(ctx, moved.ID, role, other.Reload(moved).Revision); err != nil {
			t.Fatal(err)
		}
		for n := 1; n < other.Reload(moved).Number; n++ {
			p, err := other.Base.Phase(ctx, moved.ID, n)
			if err != nil || p.Salt == "" {
				t.Errorf("phase %d: salt %q, %v", n, p.Salt, err)
			}
			salts = append(salts, p.Phase.Campaign()+" "+p.Salt)
		}
		if err := other.Archive.Replay(ctx, moved.ID); err != nil {
			t.Error(err)
		}
	}
	seen := map[string]int{}
	for _, s := range salts[:len(salts)/2] {
		seen[s]++
	}
	for _, s := range salts[len(salts)/2:] {
		if seen[s] > 0 {
			t.Errorf("two judges have drawn the same salt: %s", s)
		}
	}
}

// TestImportIsPaused checks that an imported running game is paused unless the importer
// requests otherwise, that a paused game stays paused, and that the notice says which of these
// has happened.
func TestImportIsPaused(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lord := h.Person("Lorenzo")
	g := h.HostGame(lord, lobby.NewGame{Scenario: "A", Variant: "A-4", Preset: "njudge-classic"}, nil)
	h.JoinAll(g, h.People(4))
	running := pack(h, h.Reload(g))
	if err := h.Judge.Clock.Pause(ctx, g.ID, h.RoleFor(g, lord)); err != nil {
		t.Fatal(err)
	}
	paused := pack(h, h.Reload(g))
	for _, c := range []struct {
		what   string
		data   []byte
		how    []archive.ImportOption
		status game.Status
		says   string
	}{
		{"running", running, nil, game.Paused, "The game is paused, so that everyone can find their seat"},
		{"running on", running, []archive.ImportOption{archive.Running}, game.Active, ""},
		{"paused", paused, nil, game.Paused, "The game is paused, as it was before"},
		{"paused, to run on", paused, []archive.ImportOption{archive.Running}, game.Paused, "The game is paused, as it was before"},
	} {
		other := elsewhere(h)
		a := other.Person("Lorenzo")
		moved, err := other.Archive.Import(ctx, a.ID, c.data, c.how...)
		if err != nil {
			t.Fatal(err)
		}
		moved = other.Reload(moved)
		says := lastNotice(t, other, moved)
		if moved.Status != c.status || !strings.Contains(says, c.says) || strings.Contains(says, "paused") != (c.status == game.Paused) {
			t.Errorf("%s: %s, notice %q", c.what, moved.Status, says)
		}
		number := moved.Number
		other.Clock.Advance(60 * 24 * 3600e9)
		if _, err := other.Judge.Clock.Work(ctx); err != nil {
			t.Fatal(err)
		}
		if c.status == game.Paused {
			if other.Reload(moved).Number != number {
				t.Errorf("%s: it has gone on", c.what)
			}
			if err := other.Judge.Clock.Resume(ctx, moved.ID, other.RoleFor(moved, a)); err != nil {
				t.Errorf("%s: %v", c.what, err)
			}
			plan, err := other.Judge.Clock.Plan(ctx, moved.ID)
			if err != nil || !plan.Deadline.After(other.Clock.Now()) {
				t.Errorf("%s: due %v, now %v, %v", c.what, plan.Deadline, other.Clock.Now(), err)
			}
		}
	}
}

// TestDamagedImport checks that a file that was truncated, changed or tampered with in its
// items is refused with a message that says so, and that nothing of it is stored.
func TestDamagedImport(t *testing.T) {
	t.Parallel()
	h, g := running(t)
	data := pack(h, g)
	item := func(kind, key, text string) []byte {
		return forge(t, data, func(_, game map[string]any) {
			list, _ := game["items"].([]any)
			game["items"] = append(list, map[string]any{"kind": kind, "key": key, "text": text})
		})
	}
	for what, c := range map[string]struct {
		data []byte
		says string
	}{
		"cut off":             {data[:len(data)/2], "cut off"},
		"empty":               {nil, "cut off"},
		"a changed byte":      {[]byte(strings.Replace(string(data), "Lorenzo", "Lorenza", 1)), "checksum"},
		"another text":        {[]byte(`{"format":"something"}`), "not the file of a game"},
		"acts that are none":  {item("act", "1", "{"), "damaged"},
		"undone that is none": {item("undone", "1", "["), "damaged"},
		"dice that are none":  {item("dice", g.Phase.Campaign(), "salt"), "damaged"},
		"reply addresses":     {item("reply", "x", "y"), "accounts of another judge"},
	} {
		other := elsewhere(h)
		a := other.Person("Lorenzo")
		_, err := other.Archive.Import(ctx, a.ID, c.data)
		if game.ErrorCode(err) != game.Invalid || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", what, err)
		}
		if all, err := other.Base.Games(ctx); err != nil || len(all) != 0 {
			t.Errorf("%s: %d games are stored, %v", what, len(all), err)
		}
	}
}

// lastNotice returns the text of the last notice of a game.
func lastNotice(t *testing.T, h *judgetest.House, g *game.Game) string {
	t.Helper()
	list, err := h.Press.Log(ctx, g.ID, game.Role{Master: true}, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	out := ""
	for _, e := range list {
		if e.Kind != game.NoticeEntry {
			continue
		}
		var n journal.Notice
		if err := json.Unmarshal(e.Data, &n); err != nil {
			t.Fatal(err)
		}
		if n.Topic == journal.TopicMoved {
			out = n.In(message.English)
		}
	}
	return out
}

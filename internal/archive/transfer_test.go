package archive_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/archive"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
)

var (
	ctx    = context.Background()
	master = game.Role{Master: true}
)

// eventful returns a game with everything that a file can contain: rolls that were set,
// corrections, and rollbacks, one of them with fresh dice.
func eventful(h *judgetest.House) *game.Game {
	h.T.Helper()
	g := h.Until(h.ClassicGame(), "fall 1454 orders")
	must := func(err error) {
		h.T.Helper()
		if err != nil {
			h.T.Fatal(err)
		}
	}
	must(h.Admin.SetRollFor(ctx, g.ID, master, g.Revision, "famine severity", 4, "as it fell at the table"))
	h.Order(g, "milan", "A Pavia - Turin # <to> the \"west\" & beyond")
	g = h.Until(g, "spring 1455 orders")
	must(h.Correct(g, "treasury venice +5", "a gift was <lost> & found"))
	h.Until(g, "fall 1455 orders")
	must(h.Admin.RollbackFor(ctx, g.ID, master, g.Number, false, "A convoy was read wrongly"))
	h.Until(g, "spring 1456 orders")
	must(h.Admin.Rollback(ctx, g.ID, master, h.Reload(g).Number-1, true))
	h.Until(g, "spring 1456 orders")
	h.Order(g, "venice", "A Padua H")
	return h.Reload(g)
}

// pack returns the transfer file of a game, including its seed.
func pack(h *judgetest.House, g *game.Game) []byte {
	h.T.Helper()
	data, err := h.Archive.Pack(ctx, g.ID, archive.PackOptions{Seed: true})
	if err != nil {
		h.T.Fatal(err)
	}
	return data
}

// elsewhere returns another judge whose clock shows the same time.
func elsewhere(h *judgetest.House) *judgetest.House {
	other := judgetest.New(h.T)
	other.Clock.Set(h.Clock.Now())
	return other
}

// past returns the resolved phases in a game's file. Moving the game to another
// judge does not change them.
func past(t *testing.T, data []byte) string {
	t.Helper()
	var file struct {
		Game struct {
			ID, Name, Seed, Commitment     string
			Rules, Opening, Hosting, Seats json.RawMessage
			Phases                         []json.RawMessage
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	if n := len(file.Game.Phases); n > 0 {
		file.Game.Phases = file.Game.Phases[:n-1]
	}
	out, err := json.MarshalIndent(file.Game, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestMove checks that a moved game is the same game, and continues.
func TestMove(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g := eventful(h)
	data := pack(h, g)
	other := elsewhere(h)
	moved, err := other.Archive.Unpack(ctx, data, archive.Running)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := past(t, data), past(t, pack(other, moved)); a != b {
		t.Errorf("written again it differs:\n%s", difference([]byte(a), []byte(b)))
	}
	if err := other.Archive.Replay(ctx, g.ID); err != nil {
		t.Error(err)
	}
	equal := func(what string, f func(h *judgetest.House) (any, error)) {
		t.Helper()
		here, err := f(h)
		there, err2 := f(other)
		if err != nil || err2 != nil || !reflect.DeepEqual(here, there) {
			t.Errorf("%s: %v, %v\n%+v\n%+v", what, err, err2, here, there)
		}
	}
	compare := func() {
		t.Helper()
		equal("the dice book", func(h *judgetest.House) (any, error) { return h.Archive.DiceBook(ctx, g.ID) })
		equal("the acts", func(h *judgetest.House) (any, error) { return h.Admin.Acts(ctx, g.ID, master) })
		equal("the phases taken back", func(h *judgetest.House) (any, error) { return h.Admin.Undone(ctx, g.ID) })
		equal("the seats", func(h *judgetest.House) (any, error) { return h.Base.Seats(ctx, g.ID) })
		equal("the commitment", func(h *judgetest.House) (any, error) { return h.Reload(g).Commitment, nil })
		equal("the orders", func(h *judgetest.House) (any, error) { return h.Orders(ctx, g.ID, master, h.SeatOf(g, "venice")) })
		for n := 1; n <= h.Reload(g).Number; n++ {
			equal("a phase", func(h *judgetest.House) (any, error) {
				p, err := h.Base.Phase(ctx, g.ID, n)
				if err != nil {
					return nil, err
				}
				p.Before.Setting = nil
				if p.After != nil {
					p.After.Setting = nil
				}
				return p, nil
			})
		}
	}
	compare()
	for _, x := range []*judgetest.House{h, other} {
		x.Order(g, "milan", "A Milan - Como")
		x.Until(g, "spring 1457 orders")
		if err := x.Archive.Replay(ctx, g.ID); err != nil {
			t.Error(err)
		}
	}
	if k1, k2 := judgetest.KeysOf(h, g), judgetest.KeysOf(other, g); k1.Master == "" || len(k1.Seats) != len(k2.Seats) {
		t.Errorf("keys %v, %v", k1, k2)
	}
}

// difference returns the first line in which two files differ.
func difference(a, b []byte) string {
	x, y := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range x {
		if i >= len(y) || x[i] != y[i] {
			return x[i] + "\n" + strings.Join(y[min(i, len(y)):min(i+1, len(y))], "")
		}
	}
	return "the second one is longer"
}

// TestMoveFinished moves a finished game, and one with a custom start position and a deadline.
func TestMoveFinished(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	over := h.Finish(h.ShortGame())
	typed, _ := h.MakeGame(lobby.NewGame{
		Scenario: "B", Variant: "B-8", Preset: "njudge-classic", Phase: "fall 1456 orders", Pace: 36 * time.Hour, Players: []string{"Anna", "Bö"},
		Position: `{"units": {"milan": ["A Pavia"]}, "provinces": {"milan": ["Pavia"]}, "cities": {"milan": ["Pavia"]}}`,
	})
	if err := h.Judge.Clock.Ready(ctx, typed.ID, game.Role{Seat: 1}, 1, 1, true); err != nil {
		t.Fatal(err)
	}
	other := elsewhere(h)
	for _, g := range []*game.Game{over, typed} {
		data, err := h.Archive.Pack(ctx, g.ID, archive.PackOptions{Seed: !g.Finished})
		if err != nil {
			t.Fatal(err)
		}
		moved, err := other.Archive.Unpack(ctx, data, archive.Running)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := past(t, data), past(t, pack(other, moved)); a != b && !g.Finished {
			t.Errorf("written again it differs:\n%s", difference([]byte(a), []byte(b)))
		}
		if moved.Finished != g.Finished || !moved.Deadline.Equal(h.Reload(g).Deadline) {
			t.Errorf("%+v", moved)
		}
		if err := other.Archive.Replay(ctx, g.ID); err != nil {
			t.Error(err)
		}
	}
	// A game does not lose time by being moved.
	late := elsewhere(h)
	data := pack(h, typed)
	late.Clock.Advance(30 * time.Hour)
	moved, err := late.Archive.Unpack(ctx, data, archive.Running)
	if err != nil || moved.Deadline.Before(late.Clock.Now().Add(24*time.Hour)) {
		t.Errorf("after 30 hours on its way due %v, now %v, %v", moved.Deadline, late.Clock.Now(), err)
	}
}

// forge changes the game in a file and corrects its checksum.
func forge(t *testing.T, data []byte, change func(file, game map[string]any)) []byte {
	t.Helper()
	var file map[string]any
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	change(file, file["game"].(map[string]any))
	write := func(v any) []byte {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
		return bytes.TrimSpace(b.Bytes())
	}
	sum := sha256.Sum256(write(file["game"]))
	file["checksum"] = "sha256:" + hex.EncodeToString(sum[:])
	return write(file)
}

// rewrite replaces the first match in the text of a file and corrects its
// checksum. Unlike forge it preserves the order of members.
func rewrite(t *testing.T, data []byte, pattern, by string) []byte {
	t.Helper()
	done := false
	text := regexp.MustCompile(pattern).ReplaceAllStringFunc(string(data), func(found string) string {
		if done {
			return found
		}
		done = true
		return regexp.MustCompile(pattern).ReplaceAllString(found, by)
	})
	var game bytes.Buffer
	var file struct{ Checksum string }
	var raw struct{ Game json.RawMessage }
	if err := errors.Join(json.Unmarshal([]byte(text), &file), json.Unmarshal([]byte(text), &raw), json.Compact(&game, raw.Game)); err != nil || !done {
		t.Fatal(done, err)
	}
	sum := sha256.Sum256(game.Bytes())
	return []byte(strings.Replace(text, file.Checksum, "sha256:"+hex.EncodeToString(sum[:]), 1))
}

// TestUnpackRefused checks that invalid files are refused, each with its
// reason, and that nothing of them is stored.
func TestUnpackRefused(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	g := eventful(h)
	data := pack(h, g)
	seedless, err := h.Archive.Pack(ctx, g.ID, archive.PackOptions{})
	if err != nil || bytes.Contains(seedless, []byte(`"seed"`)) {
		t.Fatalf("a file without a seed: %v", err)
	}
	forged := func(change func(game map[string]any)) []byte {
		return forge(t, data, func(_, game map[string]any) { change(game) })
	}
	other := elsewhere(h)
	for name, c := range map[string]struct {
		data []byte
		why  string
	}{
		"nothing":          {nil, "cut off"},
		"cut off":          {data[:len(data)/2], "cut off"},
		"not a game":       {[]byte(`{"units": {}}`), "not the file of a game"},
		"no JSON":          {[]byte("A Pavia - Turin"), "not the file of a game"},
		"a letter changed": {bytes.Replace(data, []byte("Turin"), []byte("Turim"), 1), "checksum"},
		"something behind": {append(bytes.Clone(data), '{'), "after its end"},
		"no seed":          {seedless, "no seed of the dice"},
		"newer":            {forge(t, data, func(f, _ map[string]any) { f["version"] = 3 }), "newer podesta"},
		"an unknown member": {
			forge(t, data, func(f, _ map[string]any) { f["comment"] = "x" }),
			"unknown field",
		},
		"a roll":      {rewrite(t, data, `("name": "famine row",\s+"dice": 2,\s+"faces": 6,\s+"value": )\d+`, "${1}13"), "the recorded dice"},
		"a treasury":  {rewrite(t, data, `("treasury": \{\s+"austria": )(\d+)`, "${1}99"), "the recorded"},
		"orders":      {rewrite(t, data, "A Pavia - Turin", "A Pavia - Fornova"), "the recorded"},
		"the opening": {rewrite(t, data, `("name": "income milan 1",\s+"dice": 1,\s+"faces": 6,\s+"value": )\d+`, "${1}7"), "the recorded opening"},
		"another seed": {
			forged(func(game map[string]any) { game["seed"] = strings.Repeat("ab", 32) }),
			"does not belong to their commitment",
		},
		"a phase less": {forged(func(game map[string]any) { game["phases"] = game["phases"].([]any)[1:] }), "damaged"},
		"no scenario":  {forged(func(game map[string]any) { game["scenario"] = "Q" }), "damaged"},
		"a bad id":     {forged(func(game map[string]any) { game["id"] = "../x" }), "no usable id"},
		"secrets of accounts": {forged(func(game map[string]any) {
			game["items"] = append(game["items"].([]any), map[string]any{"kind": "reply", "key": "x", "text": "y"})
		}), "accounts of another judge"},
		"too long": {make([]byte, 64<<20+1), "longer than"},
	} {
		_, err := other.Archive.Unpack(ctx, c.data)
		if code := game.ErrorCode(err); code != game.Invalid && code != game.TooLarge || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if games, err := other.Base.Games(ctx); err != nil || len(games) != 0 {
		t.Errorf("%d games are left, %v", len(games), err)
	}
	if _, err := other.Archive.Unpack(ctx, data); err != nil {
		t.Fatal(err)
	}
	_, err = other.Archive.Unpack(ctx, data)
	judgetest.Code(t, err, game.Conflict)
	_, err = h.Archive.Export(ctx, g.ID, game.Role{Seat: 1})
	judgetest.Code(t, err, game.Forbidden)
}

// TestMoveHosted checks that players with an account at the new judge have
// their seats there, that others take over the rest, and that the game
// continues.
func TestMoveHosted(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lord := h.Person("Lorenzo")
	players := h.People(4)
	g := h.HostGame(lord, lobby.NewGame{Scenario: "A", Variant: "A-4", Preset: "njudge-classic"}, nil)
	h.JoinAll(g, players)
	g = h.Reload(g)
	role := h.RoleFor(g, lord)
	if _, err := h.Judge.Clock.Process(ctx, g.ID, role, g.Revision); err != nil {
		t.Fatal(err)
	}
	g = h.Reload(g)
	data, err := h.Archive.Export(ctx, g.ID, role)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range append(players, lord) {
		if bytes.Contains(data, []byte(a.Email)) || bytes.Contains(data, []byte(a.ID)) {
			t.Errorf("the file contains the address or the account of %s", a.Name)
		}
	}
	acts, err := h.Admin.Acts(ctx, g.ID, game.Role{})
	if err != nil || len(acts) != 1 || acts[0].Topic != journal.TopicExport {
		t.Errorf("no notice that the seed was exported: %+v, %v", acts, err)
	}

	other := elsewhere(h)
	keeper := other.Person("Cosimo")
	if err := other.Users.SetOperator(ctx, keeper.ID, true); err != nil {
		t.Fatal(err)
	}
	known := other.Person(players[0].Name)
	moved, err := other.Archive.Import(ctx, keeper.ID, data)
	if err != nil {
		t.Fatal(err)
	}
	if r := other.RoleFor(moved, keeper); !r.Master {
		t.Errorf("the importer is not a master of the game: %+v", r)
	}
	before, after := h.RoleFor(g, players[0]), other.RoleFor(moved, known)
	if after.Seat != before.Seat || after.Seat == 0 {
		t.Errorf("%s has seat %d, had %d", known.Name, after.Seat, before.Seat)
	}
	places, err := other.Lobby.Places(ctx, moved.ID, game.Role{})
	if err != nil || len(places.Vacant) != 3 {
		t.Errorf("free seats: %+v, %v", places, err)
	}
	there, err := other.Judge.Clock.Plan(ctx, moved.ID)
	here, err2 := h.Judge.Clock.Plan(ctx, g.ID)
	if err != nil || err2 != nil || !there.Deadline.Equal(here.Deadline) || moved.Status != game.Paused {
		t.Errorf("due %v, was %v; %s; %v %v", there.Deadline, here.Deadline, moved.Status, err, err2)
	}
	if err := other.Judge.Clock.Resume(ctx, moved.ID, other.RoleFor(moved, keeper)); err != nil {
		t.Fatal(err)
	}
	if err := other.Archive.Replay(ctx, moved.ID); err != nil {
		t.Error(err)
	}
	// The other players join.
	for i, a := range players[1:] {
		own := other.Person(a.Name)
		seat := h.RoleFor(g, a).Seat
		if err := other.Lobby.TakeOver(ctx, moved.ID, own.ID, seat); err != nil {
			t.Fatal(err)
		}
		if err := other.Lobby.Approve(ctx, moved.ID, other.RoleFor(moved, keeper), seat, true); err != nil {
			t.Fatal(i, err)
		}
		if r := other.RoleFor(moved, own); r.Seat != seat {
			t.Errorf("%s has seat %d, not %d", a.Name, r.Seat, seat)
		}
	}
	moved = other.Reload(moved)
	if _, err := other.Judge.Clock.Process(ctx, moved.ID, other.RoleFor(moved, keeper), moved.Revision); err != nil {
		t.Fatal(err)
	}
	if err := other.Archive.Replay(ctx, moved.ID); err != nil {
		t.Error(err)
	}
	// A player of the game cannot import it.
	third := elsewhere(h)
	_, err = third.Archive.Import(ctx, third.Person(players[0].Name).ID, data)
	judgetest.Code(t, err, game.Conflict)
	if games, err := third.Base.Games(ctx); err != nil || len(games) != 0 {
		t.Errorf("%d games, %v", len(games), err)
	}
	// At a judge that knows everyone, nothing changes except the last entry of
	// the log and the future dice.
	fourth := elsewhere(h)
	for _, a := range append(players, lord) {
		fourth.Person(a.Name)
	}
	moved, err = fourth.Archive.Unpack(ctx, data, archive.Running)
	if err != nil {
		t.Fatal(err)
	}
	strip := func(data []byte, last int) []byte {
		return forge(t, data, func(_, game map[string]any) {
			log := game["log"].([]any)
			game["log"] = log[:len(log)-last]
			delete(game, "plan") // the plan contains the time of the next check
			phases := game["phases"].([]any)
			delete(phases[len(phases)-1].(map[string]any), "salt")
			game["items"] = slices.DeleteFunc(game["items"].([]any), func(x any) bool {
				kind := x.(map[string]any)["kind"]
				return kind == "dice" || kind == "revived"
			})
		})
	}
	if a, b := strip(data, 0), strip(pack(fourth, moved), 1); !bytes.Equal(a, b) {
		t.Errorf("written again it differs:\n%s\n%s", a, b)
	}
}

// TestMoveByOthers checks that an account that is not an operator's cannot bring people into a
// game, and learns nothing about who has an account here, while the game continues.
func TestMoveByOthers(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lord := h.Person("Lorenzo")
	players := h.People(4)
	g := h.HostGame(lord, lobby.NewGame{Scenario: "A", Variant: "A-4", Preset: "njudge-classic"}, nil)
	h.JoinAll(g, players)
	g = h.Reload(g)
	data, err := h.Archive.Export(ctx, g.ID, h.RoleFor(g, lord))
	if err != nil {
		t.Fatal(err)
	}
	other := elsewhere(h)
	var own []*game.Account
	for _, a := range players {
		own = append(own, other.Person(a.Name))
	}
	stranger := other.Person("Cosimo")
	moved, err := other.Archive.Import(ctx, stranger.ID, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range own {
		if r := other.RoleFor(moved, a); r.Takes() {
			t.Errorf("%s was entered without being asked: %+v", a.Name, r)
		}
		if games, err := other.Base.GamesOf(ctx, a.ID); err != nil || len(games) != 0 {
			t.Errorf("%s has %d games, %v", a.Name, len(games), err)
		}
	}
	places, err := other.Lobby.Places(ctx, moved.ID, game.Role{})
	if err != nil || len(places.Vacant) != 4 {
		t.Errorf("free seats: %+v, %v", places, err)
	}
	master := other.RoleFor(moved, stranger)
	seats, err := other.Base.Seats(ctx, moved.ID)
	if err != nil || !master.Master {
		t.Fatal(master, err)
	}
	for _, s := range seats {
		if !strings.HasPrefix(s.Player, "person ") {
			t.Errorf("seat %d is named %q", s.Number, s.Player)
		}
	}
	seat := h.RoleFor(g, players[2]).Seat
	if err := other.Lobby.TakeOver(ctx, moved.ID, own[2].ID, seat); err != nil {
		t.Fatal(err)
	}
	if err := other.Lobby.Approve(ctx, moved.ID, master, seat, true); err != nil {
		t.Fatal(err)
	}
	if r := other.RoleFor(moved, own[2]); r.Seat != seat {
		t.Errorf("the player has seat %d, not %d", r.Seat, seat)
	}
	// A player of the game still cannot import it.
	third := elsewhere(h)
	_, err = third.Archive.Import(ctx, third.Person(players[0].Name).ID, data)
	judgetest.Code(t, err, game.Conflict)
}

// TestMoveForming checks that a forming game can be moved too.
func TestMoveForming(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	lord := h.Person("Lorenzo")
	g := h.HostGame(lord, lobby.NewGame{Scenario: "A", Variant: "A-4"}, nil)
	players := h.People(4)
	h.JoinAll(g, players[:3])
	data, err := h.Archive.Export(ctx, g.ID, h.RoleFor(g, lord))
	if err != nil {
		t.Fatal(err)
	}
	other := elsewhere(h)
	for _, a := range players {
		other.Person(a.Name)
	}
	keeper := other.Person("Cosimo")
	moved, err := other.Archive.UnpackFor(ctx, keeper.ID, data)
	if err != nil || moved.Status != game.Forming {
		t.Fatal(moved, err)
	}
	last, err := other.Users.AccountByEmail(ctx, players[3].Email)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Lobby.Join(ctx, moved.ID, last.ID, ""); err != nil {
		t.Fatal(err)
	}
	if moved = other.Reload(moved); moved.Status != game.Active {
		t.Errorf("it does not begin: %s", moved.Status)
	}
}

package gamestate

import (
	"context"
	"reflect"
	"regexp"
	"testing"

	"podesta/internal/game"
)

// writing matches the methods of a transaction that write. They fail within a
// snapshot.
var writing = regexp.MustCompile(`^(Add|Advance|Amend|Append|Claim|Drop|Enqueue|FinishJob|HoldJob|Lock|NameSeat|Notify|Put|Recast|Remake|RetryJob|Revert|Reword|Save|Set|TakeCeremony|Touch)`)

// TestCoverKnowsAllReads checks that each method that reads reports when it
// reads something of another game, or of an account without a part in it.
func TestCoverKnowsAllReads(t *testing.T) {
	t.Parallel()
	methods := reflect.TypeFor[game.Tx]()
	for i := range methods.NumMethod() {
		m := methods.Method(i)
		if writing.MatchString(m.Name) {
			continue
		}
		look := &snapshotTx{cover: &cover{game: "this"}, members: memo[string, []game.Member]{"this": {{Account: "anna"}}}}
		func() {
			defer func() { _ = recover() }() // there is no store below
			args := make([]reflect.Value, m.Type.NumIn())
			for i := range args {
				if args[i] = reflect.Zero(m.Type.In(i)); m.Type.In(i) == reflect.TypeFor[[]string]() {
					args[i] = reflect.ValueOf([]string{"someone"})
				}
			}
			reflect.ValueOf(look).MethodByName(m.Name).Call(args)
		}()
		if !look.cover.left {
			t.Errorf("%s reads unnoticed", m.Name)
		}
	}
}

// TestCovered checks which reads a stamp covers.
func TestCovered(t *testing.T) {
	t.Parallel()
	b := &Base{}
	for name, c := range map[string]struct {
		read func(*snapshotTx)
		want bool
	}{
		"nothing":           {func(*snapshotTx) {}, true},
		"the game":          {func(x *snapshotTx) { _, _ = x.Game("this") }, true},
		"another game":      {func(x *snapshotTx) { _, _ = x.Game("other") }, false},
		"a member":          {func(x *snapshotTx) { _, _ = x.Account("anna") }, true},
		"someone else":      {func(x *snapshotTx) { _, _ = x.Account("bice") }, false},
		"their own mark":    {func(x *snapshotTx) { _, _ = x.Seen("this", "anna", 1) }, true},
		"another's mark":    {func(x *snapshotTx) { _, _ = x.Seen("this", "carla", 1) }, false},
		"jobs":              {func(x *snapshotTx) { _, _ = x.Jobs("clock", false, 0) }, false},
		"jobs, then a game": {func(x *snapshotTx) { _, _ = x.Jobs("clock", false, 0); _, _ = x.Game("this") }, false},
	} {
		look := &snapshotTx{
			Tx: nothing{}, games: memo[string, game.GameRecord]{"this": {}, "other": {}}, accounts: memo[string, game.Account]{"anna": {}, "bice": {}},
			members: memo[string, []game.Member]{"this": {{Account: "anna"}, {Account: "carla"}}},
		}
		ctx := context.WithValue(t.Context(), snapshotKey{}, look)
		if got := b.Covered(ctx, "this", "anna", func() { c.read(look) }); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
		if look.cover != nil {
			t.Errorf("%s: still watched", name)
		}
	}
	if b.Covered(t.Context(), "this", "", func() {}) {
		t.Error("covered without a snapshot")
	}
}

// nothing is a store without content.
type nothing struct{ game.Tx }

func (nothing) Seen(string, string, int) ([]byte, error) { return nil, game.ErrNoRecord }

func (nothing) Jobs(string, bool, int) ([]game.Job, error) { return nil, nil }

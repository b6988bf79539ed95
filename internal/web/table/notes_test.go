package table

import (
	"testing"

	"podesta/internal/game"
	"podesta/internal/web/wire"
	"podesta/machiavelli/legal"
)

// TestNoteCodes checks that the note of a line that costs too much has a code
// that scripts know.
func TestNoteCodes(t *testing.T) {
	t.Parallel()
	if wire.ShortOf != legal.ShortOf {
		t.Errorf("scripts know %s, the rules return %s", wire.ShortOf, legal.ShortOf)
	}
	v := &game.Verdict{}
	v.Note("", "A remark.")
	v.Note(legal.ShortOf, "You have 3 ducats; the line costs 9.")
	if got := notesOf(v); len(got) != 2 || got[0].Code != "" || got[1] != (wire.Note{Code: wire.ShortOf, Say: "You have 3 ducats; the line costs 9."}) {
		t.Errorf("%+v", got)
	}
}

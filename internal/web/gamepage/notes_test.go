package gamepage

import (
	"testing"

	"podesta/internal/game"
	"podesta/internal/web/wire"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/message"
)

// TestNoteCodes checks that the note about a line that costs too much has a code that scripts
// know.
func TestNoteCodes(t *testing.T) {
	t.Parallel()
	if wire.ShortOf != legal.ShortOf {
		t.Errorf("scripts know %s, the rules return %s", wire.ShortOf, legal.ShortOf)
	}
	v := &game.Verdict{}
	v.Note("", message.New("A remark."))
	v.Note(legal.ShortOf, message.New("You have {have}; the line costs {cost}.", message.Ducats(3), message.Ducats(9)))
	if got := notesOf(message.English, v); len(got) != 2 || got[0].Code != "" || got[1] != (wire.Note{Code: wire.ShortOf, Say: "You have 3 ducats; the line costs 9 ducats."}) {
		t.Errorf("%+v", got)
	}
}

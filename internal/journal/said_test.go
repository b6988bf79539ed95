package journal

import (
	"encoding/json"
	"errors"
	"testing"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// upper is English with a single pattern changed.
type upper struct{ message.Language }

func (upper) Pattern(_, id, many string, n int) string {
	if id == "There is no such game." {
		return "Questa partita non esiste."
	}
	return message.English.Pattern("", id, many, n)
}

// TestNoticesSay checks that a notice stored as text is shown unchanged, and that a notice with a
// message is shown in the reader's language.
func TestNoticesSay(t *testing.T) {
	l := upper{message.English}
	var old Notice
	if err := json.Unmarshal([]byte(`{"topic":"victory","text":"Milan has won the game."}`), &old); err != nil {
		t.Fatal(err)
	}
	if got := old.In(l); got != "Milan has won the game." {
		t.Errorf("an old notice says %q", got)
	}
	var n, back Notice
	n.Said = message.New("There is no such game.")
	b, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if got := back.In(l); back.In(message.English) != "There is no such game." || got != "Questa partita non esiste." {
		t.Errorf("%s says %q, and %q in English", b, got, back.In(message.English))
	}
	if b, err = json.Marshal(old); err != nil || string(b) != `{"topic":"victory","text":"Milan has won the game."}` {
		t.Errorf("an old notice is stored as %s: %v", b, err)
	}
}

// TestLinesSay checks that the lines of a notice and of an act are in the reader's language, even
// if they were stored as English text with their settings.
func TestLinesSay(t *testing.T) {
	l := upper{message.English}
	stored := func(n any) string {
		b, err := json.Marshal(n)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	change := `{"name":"There is no such game.","was":"on","is":"off"}`
	for _, x := range []struct{ data, english, other string }{
		{`{"lines":["Milan: Ada"]}`, "Milan: Ada", "Milan: Ada"},
		{`{"lines":["One: off (was on)"],"settings":[` + change + `]}`, "There is no such game.: off (was on)", "Questa partita non esiste.: off (was on)"},
		{stored(Notice{Points: []message.Message{message.New("There is no such game.")}}), "There is no such game.", "Questa partita non esiste."},
	} {
		var n Notice
		if err := json.Unmarshal([]byte(x.data), &n); err != nil {
			t.Fatal(err)
		}
		if e, o := n.LinesIn(message.English), n.LinesIn(l); len(e) != 1 || len(o) != 1 || e[0] != x.english || o[0] != x.other {
			t.Errorf("%s: %q and %q", x.data, e, o)
		}
	}
	var a ActData
	if err := json.Unmarshal([]byte(`{"text":"The rules have changed.","changes":["One: off (was on)"],"settings":[`+change+`]}`), &a); err != nil {
		t.Fatal(err)
	}
	if got := a.ChangesIn(l); a.In(l) != "The rules have changed." || len(got) != 1 || got[0] != "Questa partita non esiste.: off (was on)" {
		t.Errorf("the act says %q, %q", a.In(l), got)
	}
}

// TestErrorsSay checks that an error formats its message in a language, or
// returns its English text.
func TestErrorsSay(t *testing.T) {
	l := upper{message.English}
	if got := game.ErrNoGame.In(l); got != "Questa partita non esiste." || game.ErrNoGame.Error() != "There is no such game." {
		t.Errorf("the error says %q", got)
	}
	if got := game.Wrong(errors.New("no such zone")).In(l); got != "no such zone" {
		t.Errorf("an error without a message says %q", got)
	}
	if got := game.Wrong(game.ErrNoGame).In(l); got != "Questa partita non esiste." {
		t.Errorf("an error that wraps a message says %q", got)
	}
}

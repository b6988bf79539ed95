package mail_test

import (
	"strings"
	"testing"
)

// TestLettersInOwnLanguage checks that every player receives e-mail in the language that they
// have chosen, and that one player's choice does not change the others' e-mail.
func TestLettersInOwnLanguage(t *testing.T) {
	t.Parallel()
	h, g, _, players := begun(t)
	if err := h.Users.SetLanguage(ctx, players[0].ID, "it"); err != nil {
		t.Fatal(err)
	}
	h.box.take("")
	h.passDeadline(g.ID)
	one, other := h.box.take(players[0].Email), h.box.take(players[1].Email)
	if len(one) == 0 || len(other) == 0 {
		t.Fatalf("%d and %d letters", len(one), len(other))
	}
	all := func(list []*parcel) string {
		var b strings.Builder
		for _, p := range list {
			b.WriteString(p.subject + "\n" + p.text + p.html + p.cal)
		}
		return b.String()
	}
	must(t, all(one), "sei in ritardo", `<html lang="it">`, "Rispondi a questa e-mail con i tuoi ordini.")
	never(t, all(one), "you are late", "Answer this e-mail")
	must(t, all(other), "you are late", `<html lang="en">`)
	never(t, all(other), "ritardo")
}

// TestSetLanguage checks SET LANGUAGE with a tag, with either name of a language, and with an
// unknown language.
func TestSetLanguage(t *testing.T) {
	t.Parallel()
	h, _, _, players := begun(t)
	for _, x := range []struct{ typed, says string }{
		{"Italian", "sono in italiano"},
		{"español", "están en español"},
		{"espanol", "están en español"},
		{"DE", "auf Deutsch"},
		{"english", "are in English"},
		{"Klingon", "Deutsch, Español, Italiano."},
	} {
		must(t, strings.Join(strings.Fields(h.ask(players[0].Email, "SIGNON Icosimo rinascimento1\nSET LANGUAGE "+x.typed+"\n")), " "), x.says)
	}
}

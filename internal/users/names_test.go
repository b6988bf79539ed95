package users_test

import (
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
)

// TestNamesCanBeSeen checks that no visible name contains invisible characters
// or characters that change the direction of writing, and that no key looks
// like a session opened by a link in an e-mail.
func TestNamesCanBeSeen(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	lord := h.Person("Lorenzo")
	for what, bad := range map[string]string{
		"turned round": "an\u202eon", "isolate": "an\u2066on", "mark": "an\u200fon", "no width": "an\u200bon", "joiner": "an\u200don", "filler": "an\u3164on",
		"half-width filler": "an\uffa0on", "jungseong": "an\u1160on", "braille blank": "an\u2800on", "grapheme joiner": "an\u034fon", "variation": "an\ufe0fon",
		"tag": "an\U000e0061on", "soft hyphen": "an\u00adon", "byte order": "\ufeffanon",
	} {
		_, _, err := h.Register(ctx, bad, "new@example.org", "")
		judgetest.Code(t, err, game.Invalid)
		judgetest.Code(t, h.SaveProfile(ctx, a.ID, bad, ""), game.Invalid)
		_, err = h.Host(ctx, lord.ID, lobby.NewGame{Name: bad, Scenario: "A"}, hosting.Default())
		judgetest.Code(t, err, game.Invalid)
		_, err = h.NewToken(ctx, game.Token{Kind: game.APIToken, Account: a.ID, Label: bad}, 0)
		judgetest.Code(t, err, game.Invalid)
		_, _, err = h.Create(ctx, lobby.NewGame{Name: "x", Scenario: "A", Players: []string{bad}})
		judgetest.Code(t, err, game.Invalid)
		if t.Failed() {
			t.Fatalf("%s", what)
		}
	}
	for _, label := range []string{"by letter, Firefox", "By Letter, Chrome", " by  letter"} {
		for _, kind := range []game.TokenKind{game.APIToken, game.SessionToken} {
			_, err := h.NewToken(ctx, game.Token{Kind: kind, Account: a.ID, Label: label}, 0)
			judgetest.Code(t, err, game.Invalid)
		}
	}
}

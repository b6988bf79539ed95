package users_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
)

// TestNamesCanBeSeen checks that no visible name, whatever its source, contains invisible
// characters, characters that change the direction of writing, or more than one line. It also
// checks that no key looks like a session opened by a link in an e-mail.
func TestNamesCanBeSeen(t *testing.T) {
	t.Parallel()
	h := judgetest.New(t)
	a := h.Person("Anna")
	lord := h.Person("Lorenzo")
	moved, keys := h.MakeGame(lobby.NewGame{Name: "Moved", Scenario: "B", Variant: "B-8"})
	file, err := h.Archive.Export(ctx, moved.ID, game.Role{Master: true})
	h.Must(err)
	people := 0
	doors := map[string]func(name string) (kept string, err error){
		"account": func(name string) (string, error) {
			people++
			_, secret, err := h.Users.Register(ctx, name, fmt.Sprintf("new%d@example.org", people), "")
			if err != nil {
				return "", err
			}
			a, err := h.Users.Verify(ctx, secret.Secret())
			return a.Name, err
		},
		"profile": func(name string) (string, error) {
			err := h.Users.SaveProfile(ctx, a.ID, name, "")
			now, e := h.Users.Account(ctx, a.ID)
			h.Must(e)
			return now.Name, err
		},
		"provider": func(name string) (string, error) {
			people++
			at := fmt.Sprintf("new%d@example.org", people)
			a, err := h.Users.RegisterByIdentity(ctx, name, "", "Example", game.Identity{Issuer: "https://id.example.org", Subject: at, Email: at, Verified: true})
			if err != nil {
				return "", err
			}
			return a.Name, nil
		},
		"game": func(name string) (string, error) {
			g, err := h.Lobby.Host(ctx, lord.ID, lobby.NewGame{Name: name, Scenario: "A"}, hosting.Default())
			if err != nil {
				return "", err
			}
			return g.Name, nil
		},
		"key": func(name string) (string, error) {
			_, err := h.Users.NewToken(ctx, game.Token{Kind: game.APIToken, Account: a.ID, Label: name}, 0)
			all, e := h.Users.Tokens(ctx, a.ID)
			h.Must(e)
			var labels []string
			for _, x := range all {
				labels = append(labels, x.Label)
			}
			return strings.Join(labels, "; "), err
		},
		"player of a new game": func(name string) (string, error) {
			g, _, err := h.Lobby.Create(ctx, lobby.NewGame{Name: "x", Scenario: "A", Players: []string{name}})
			if err != nil {
				return "", err
			}
			seats, err := h.Base.Seats(ctx, g.ID)
			return seats[0].Player, err
		},
		"seat": func(name string) (string, error) {
			role, err := h.Lobby.Role(ctx, moved.ID, keys.Seats[0])
			h.Must(err)
			if err := h.Lobby.TakeSeat(ctx, moved.ID, role, name); err != nil {
				return "", err
			}
			seats, err := h.Base.Seats(ctx, moved.ID)
			return seats[role.Seat-1].Player, err
		},
		"import": func(name string) (string, error) {
			quoted, err := json.Marshal(name)
			h.Must(err)
			g, err := h.Archive.Import(ctx, lord.ID, bytes.Replace(file, []byte(`"Moved"`), quoted, 1))
			if err != nil {
				return "", err
			}
			return g.Name, nil
		},
	}
	for what, bad := range map[string]string{
		"turned round": "an\u202eon", "isolate": "an\u2066on", "mark": "an\u200fon", "left mark": "an\u200eon", "Arabic mark": "an\u061con", "no width": "an\u200bon", "non-joiner": "an\u200con", "joiner": "an\u200don", "word joiner": "an\u2060on", "filler": "an\u3164on",
		"half-width filler": "an\uffa0on", "jungseong": "an\u1160on", "braille blank": "an\u2800on", "grapheme joiner": "an\u034fon", "variation": "an\ufe0fon",
		"tag": "an\U000e0061on", "soft hyphen": "an\u00adon", "byte order": "\ufeffanon", "zero": "an\x00on", "escape": "an\x1b[31mon", "not text": "an\xffon",
	} {
		for door, give := range doors {
			if kept, err := give(bad); err == nil || game.ErrorCode(err) != game.Invalid {
				t.Errorf("%s in the name of the %s: %v, and it is %q", what, door, err, kept)
			}
		}
	}
	for i, end := range []string{"\n", "\r\n", "\r", "\v", "\f", "\u0085", "\u2028", "\u2029"} {
		for door, give := range doors {
			kept, err := give(fmt.Sprintf("an%d%sBcc: x@example.org", i, end))
			if err == nil && !strings.Contains(kept, fmt.Sprintf("an%d Bcc: x@example.org", i)) || strings.ContainsAny(kept, "\n\r\v\f\u0085\u2028\u2029") {
				t.Errorf("the end of a line %q in the name of the %s: it is %q", end, door, kept)
			}
		}
	}
	for _, label := range []string{"by letter, Firefox", "By Letter, Chrome", " by  letter"} {
		for _, kind := range []game.TokenKind{game.APIToken, game.SessionToken} {
			_, err := h.Users.NewToken(ctx, game.Token{Kind: kind, Account: a.ID, Label: label}, 0)
			judgetest.Code(t, err, game.Invalid)
		}
	}
}

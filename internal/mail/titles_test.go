package mail_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"podesta/internal/hosting"
	"podesta/internal/lobby"
)

// TestTitlesInMail plays a game whose title has every kind of character that is allowed, and
// checks that it is only text in every e-mail.
func TestTitlesInMail(t *testing.T) {
	t.Parallel()
	const title = `L" onload="h()' onload='h() &lt;x-harm&gt; & {game} {{.}} %s`
	h := newHouse(t)
	master := h.account("Maestro", "quattrocento1")
	g := h.HostGame(master, lobby.NewGame{Name: "Odd", Library: strings.ReplaceAll(strange, `title: "Odd"`, `title: "`+strings.ReplaceAll(title, `"`, `\"`)+`"`), Scenario: "X", Variant: "3"}, func(x *hosting.Hosting) { x.Listed = true })
	for i, wish := range []string{"Q", "N", "D"} {
		h.Must(h.Lobby.Join(ctx, g.ID, h.account(names[i], "rinascimento1").ID, wish))
	}
	all := h.send("maestro@example.org", "judge@podesta.example", "x", "SIGNON Modd quattrocento1\nLIST\nSUMMARY\nHISTORY\nMAP\nPROCESS SPRING 1400 ORDERS\nLIST FULL\nGET rules\n")
	all = append(all, h.send("anna@example.org", "judge@podesta.example", "x", "SIGNON Qodd rinascimento1\nLIST odd\nMAP\n")...)
	with := 0
	for _, p := range append(all, h.box.take("")...) {
		head, _, _ := strings.Cut(strings.ReplaceAll(p.raw, "\r\n", "\n"), "\n\n")
		if strings.Contains(head, "onload") && !strings.Contains(head, "Subject:") || strings.ContainsAny(p.subject, "\r\n") {
			t.Errorf("the header of a letter is\n%s", head)
		}
		if strings.Contains(strings.Join(strings.Fields(p.text), " "), title) {
			with++
		}
		for z := html.NewTokenizer(strings.NewReader(p.html)); ; {
			kind := z.Next()
			if kind == html.ErrorToken {
				break
			}
			if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
				continue
			}
			tag := z.Token()
			for _, a := range tag.Attr {
				if strings.HasPrefix(a.Key, "on") {
					t.Errorf("a letter has %s", tag)
				}
			}
			if tag.Data == "x-harm" {
				t.Errorf("a letter has %s", tag)
			}
		}
	}
	if with < 2 || strings.Contains(h.log.String(), "ERROR") {
		t.Errorf("%d letters with the title\n%s", with, h.log)
	}
}

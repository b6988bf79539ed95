package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/judge/judgetest"
)

// TestChats connects a chat on the account's page, and disconnects it.
func TestChats(t *testing.T) {
	t.Parallel()
	m := &judgetest.Letters{}
	codes := ""
	invite := func(_ context.Context, service, code string) (link, text string) {
		codes = code
		if service == "telegram" {
			link = "https://t.me/podesta_bot?start=" + code
		}
		return link, "/start " + code
	}
	h := newInn(t, WithLetters(m), WithChats([]string{"telegram", "discord"}, invite))
	h.mail = m
	ada, bice := h.guest("Ada"), h.guest("Bice")
	ada.get("/me").has(t, http.StatusOK, "Playing in chats", "Connect Telegram", "Connect Discord")
	ada.post("/me/chats", url.Values{"do": {"begin"}, "service": {"irc"}}).has(t, http.StatusUnprocessableEntity, "does not say what to do with the chat")
	p := ada.post("/me/chats", url.Values{"do": {"begin"}, "service": {"discord"}}).has(t, http.StatusOK, "Write this to the judge’s bot on Discord", "/start "+codes)
	if p.header.Get("Cache-Control") != "no-store" || len(codes) != 26 {
		t.Errorf("the code %q, %v", codes, p.header)
	}
	ada.post("/me/chats", url.Values{"do": {"begin"}, "service": {"telegram"}}).has(t, http.StatusOK, "https://t.me/podesta_bot?start="+codes, "Open Telegram")
	if _, err := h.judge.Users.TieChat(t.Context(), codes, account.Chat{Service: "telegram", Person: "17", Name: "@ada"}); err != nil {
		t.Fatal(err)
	}
	ada.get("/me").has(t, http.StatusOK, "telegram: @ada")
	if p := bice.get("/me"); strings.Contains(p.body, "@ada") {
		t.Errorf("others see it: %s", p.brief())
	}
	drop := url.Values{"do": {"end"}, "kind": {"chat"}, "id": {account.ChatID("telegram", "17")}}
	bice.post("/me/access", drop).has(t, http.StatusOK)
	ada.get("/me").has(t, http.StatusOK, "telegram: @ada")
	ada.post("/me/access", drop).has(t, http.StatusOK, "It has ended")
	if p := ada.get("/me"); strings.Contains(p.body, "telegram: @ada") {
		t.Errorf("still connected: %s", p.brief())
	}
	h.dial.Advance(time.Hour)
	ada.post("/me/chats", url.Values{"do": {"begin"}, "service": {"telegram"}}).has(t, http.StatusForbidden, "sign in again")
}

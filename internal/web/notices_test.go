package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/notify/channel"
	"podesta/internal/notify/webhook"
	"podesta/internal/notify/webpush"
	"podesta/internal/notify/webpush/pushtest"
)

// withWays is an option with the notification channels of every judge. Addresses are not looked
// up.
func withWays(t *testing.T) Option {
	t.Helper()
	keys, err := webpush.NewKeys([]byte("the secret of a judge"))
	if err != nil {
		t.Fatal(err)
	}
	return WithWays(map[game.HookFormat]channel.Channel{
		game.HookDiscord: webhook.Discord{Near: true}, game.HookPush: webpush.Push{Near: true, Keys: keys},
	}, keys.Public())
}

// TestNotices chooses how a person is notified.
func TestNotices(t *testing.T) {
	t.Parallel()
	letters := &judgetest.Letters{}
	h := newInn(t, WithLetters(letters), withWays(t))
	h.mail = letters
	ada := h.guest("Ada")
	ada.get("/me").has(t, http.StatusOK, "How you are notified", `name="mail-late" value="1" aria-label="You are late: E-mail" checked disabled`, `data-push-key="B`, `<option value="discord">Discord</option>`)

	ada.post("/me/ways", url.Values{"format": {"discord"}, "address": {"nowhere"}}).has(t, http.StatusUnprocessableEntity, "The URL to call must be complete")
	ada.post("/me/ways", url.Values{"format": {"telegram"}, "address": {"1"}}).has(t, http.StatusUnprocessableEntity, "cannot notify anyone that way")
	ada.post("/me/ways", url.Values{"format": {"discord"}, "address": {"https://example.org/hook"}}).has(t, http.StatusOK, "You are now notified there, too", "https://example.org/hook")
	browser := pushtest.NewBrowser(t, "https://push.example.org/"+strings.Repeat("x", 900))
	key, auth := browser.Keys()
	ada.post("/me/push", url.Values{"endpoint": {browser.Endpoint}, "key": {"x"}, "auth": {auth}}).has(t, http.StatusUnprocessableEntity, "The keys of the browser cannot be read")
	ada.post("/me/push", url.Values{"endpoint": {"no address"}, "key": {key}, "auth": {auth}}).has(t, http.StatusUnprocessableEntity, "must be complete")
	ada.post("/me/push", url.Values{"endpoint": {browser.Endpoint}, "key": {key}, "auth": {auth}}).has(t, http.StatusOK, "/me?done=way")
	// the same browser is registered only once
	ada.post("/me/push", url.Values{"endpoint": {browser.Endpoint}, "key": {key}, "auth": {auth}}).has(t, http.StatusOK)
	h.browser().post("/me/push", url.Values{"endpoint": {browser.Endpoint}, "key": {key}, "auth": {auth}}).has(t, http.StatusForbidden, "not signed in")

	id := h.account("Ada").ID
	list := func() ([]game.Hook, error) { // sorts by format; hooks of the same time have no order
		all, err := h.Judge.Hooks.Hooks(t.Context(), id)
		slices.SortFunc(all, func(a, b game.Hook) int { return strings.Compare(string(a.Format), string(b.Format)) })
		return all, err
	}
	hooks, err := list()
	if err != nil || len(hooks) != 2 {
		t.Fatalf("%+v, %v", hooks, err)
	}
	chat, push := hooks[0], hooks[1]
	if slices.Contains(push.Events, game.EventOther) || !slices.Contains(push.Events, game.EventMessage) || push.Session == "" || push.Label == "" {
		t.Errorf("%+v", push)
	}
	form := url.Values{"way": {"mail", chat.ID, push.ID}, "mail-resolved": {"1"}, chat.ID + "-vote": {"1"}, chat.ID + "-daily": {"1"}, "from": {"22:00"}, "until": {"07:30"}, "daily": {"17:00"}}
	ada.post("/me/notices", form).has(t, http.StatusOK, "applies from the next notification on", `value="22:00"`, `value="17:00"`)
	hooks, err = list()
	if err != nil || !slices.Equal(hooks[0].Events, []game.Event{game.EventVote}) || !hooks[0].Daily || hooks[1].Events == nil || len(hooks[1].Events) != 0 {
		t.Errorf("%+v, %v", hooks, err)
	}
	w, err := account.ReadWishes(h.account("Ada"))
	if err != nil || !w.NoReminders || !w.NoWaiting || slices.Contains(w.NoMail, game.EventResolved) || slices.Contains(w.NoMail, game.EventLate) || !slices.Contains(w.NoMail, game.EventMessage) || w.QuietUntil != "07:30" {
		t.Errorf("%+v, %v", w, err)
	}
	form.Set("until", "")
	ada.post("/me/notices", form).has(t, http.StatusUnprocessableEntity, "Quiet hours need a beginning and an end")
	form.Set("until", "7 o'clock")
	ada.post("/me/notices", form).has(t, http.StatusUnprocessableEntity, "cannot be read")
	eve := h.guest("Eve")
	eve.post("/me/notices", url.Values{"way": {chat.ID}}).has(t, http.StatusNotFound, "no such hook")
	eve.post("/me/ways/drop", url.Values{"way": {chat.ID}}).has(t, http.StatusOK) // others cannot remove it
	ada.post("/me/ways/drop", url.Values{"way": {chat.ID}}).has(t, http.StatusOK, "Nothing is sent there any more")
	if hooks, err = list(); err != nil || len(hooks) != 1 {
		t.Errorf("%+v, %v", hooks, err)
	}
}

// TestInstallableApp checks what browsers need to install the app.
func TestInstallableApp(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	b := h.browser()
	b.get("/app.webmanifest").has(t, http.StatusOK, `"display":"standalone"`, `"purpose":"maskable"`)
	b.get("/sw.js").has(t, http.StatusOK, "showNotification")
	for _, icon := range []string{"icon192.png", "icon512.png", "iconmask.png", "badge.png"} {
		b.get("/static/"+icon).has(t, http.StatusOK, "\x89PNG")
	}
	b.get("/offline").has(t, http.StatusOK, "The judge cannot be reached")
	ada := h.guest("Ada")
	mine := ada.get("/offline").header.Get("Podesta-Reader")
	if other := h.guest("Eve").get("/me").header.Get("Podesta-Reader"); mine == "" || mine == other || ada.get("/games").header.Get("Podesta-Reader") != mine || b.get("/games").header.Get("Podesta-Reader") != "none" {
		t.Errorf("readers are %q and %q", mine, other)
	}
}

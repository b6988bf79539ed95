package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// TestCalendar checks the calendar of an account: its address is shown once and
// can be replaced and revoked, and it has the deadlines of the account's games,
// with a reminder while orders are owed.
func TestCalendar(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, players := h.four()
	b := players["Milan"]
	b.get("/me").has(t, http.StatusOK, "Create an address")
	create := func() (address string) {
		t.Helper()
		p := b.post("/me/calendar", url.Values{})
		p.has(t, http.StatusOK, "It is shown only once", `href="webcal://`)
		found := regexp.MustCompile(`value="(http://[^"]+/calendar/[a-z0-9]+\.ics)"`).FindStringSubmatch(p.body)
		if found == nil {
			t.Fatalf("no address on %s", p.brief())
		}
		lacks(t, "the page later", b.get("/me").body, found[1])
		return found[1]
	}
	first := create()
	address := create()
	if first == address {
		t.Fatal("another address is the same")
	}
	path := func(address string) string {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		return u.Path
	}
	stranger := h.browser() // a calendar program has only the secret
	stranger.get(path(first)).has(t, http.StatusNotFound, "There is no such calendar")
	stranger.get("/calendar/x.ics").has(t, http.StatusNotFound)
	stranger.get("/calendar/"+strings.TrimSuffix(strings.TrimPrefix(path(address), "/calendar/"), ".ics")).has(t, http.StatusNotFound)
	feed := func(want []string, none ...string) *response {
		t.Helper()
		p := stranger.get(path(address))
		p.has(t, http.StatusOK, want...)
		lacks(t, "the calendar", p.body, none...)
		return p
	}
	p := feed([]string{"BEGIN:VCALENDAR\r\n", "SUMMARY:Orders due: The Four\\, Spring 1385\\, orders\r\n", "DTSTART:2026", "/g/" + gameID(at) + "\r\n", "BEGIN:VALARM\r\n", "TRIGGER:-PT", "REFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n"})
	if got := p.header.Get("Content-Type"); got != "text/calendar; charset=utf-8" {
		t.Error(got)
	}
	again, err := http.NewRequestWithContext(t.Context(), http.MethodGet, stranger.address(path(address)), nil)
	if err != nil {
		t.Fatal(err)
	}
	again.Header.Set("If-None-Match", p.header.Get("ETag"))
	answer, err := stranger.http.Do(again)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusNotModified {
		t.Errorf("an unchanged calendar: %s", answer.Status)
	}

	// A player whose orders are in is not reminded. A paused game has no deadline.
	h.Order(h.At(gameID(at)), "milan", "A Pavia H; A Milan H; A Cremona H; A Bologna H; F Genoa H")
	feed([]string{"your orders are in\r\n"}, "VALARM", "Orders due")
	master.post(at+"/pause", url.Values{}).has(t, http.StatusOK)
	feed([]string{"END:VCALENDAR\r\n"}, "VEVENT")
	found := regexp.MustCompile(`name="kind" value="calendar"><input type="hidden" name="id" value="(\w+)"`).FindStringSubmatch(b.get("/me").body)
	if found == nil {
		t.Fatal("the address cannot be ended")
	}
	b.post("/me/access", url.Values{"do": {"end"}, "kind": {"calendar"}, "id": {found[1]}}).has(t, http.StatusOK, "It has ended.")
	stranger.get(path(address)).has(t, http.StatusNotFound)
}

// TestCalendarOfMuster checks that a player's calendar contains the time until which they must
// confirm that they are present, until they have done so.
func TestCalendarOfMuster(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at := h.guest("Cosimo").hosts("name", "The Four", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily", "muster", "1")
	ada := h.guest("Ada")
	found := regexp.MustCompile(`value="http://[^"/]+(/calendar/[a-z0-9]+\.ics)"`).FindStringSubmatch(ada.post("/me/calendar", url.Values{}).body)
	if found == nil {
		t.Fatal("no address of a calendar")
	}
	feed := func() string { return h.browser().get(found[1]).has(t, http.StatusOK, "END:VCALENDAR").body }
	ada.post(at+"/join", url.Values{}).has(t, http.StatusOK)
	lacks(t, "the calendar while seats are free", feed(), "VEVENT")
	for _, name := range []string{"Bice", "Carla", "Dora"} {
		h.guest(name).post(at+"/join", url.Values{}).has(t, http.StatusOK)
	}
	for _, want := range []string{"SUMMARY:Confirm that you are here: The Four\r\n", "BEGIN:VALARM\r\n", "/g/" + gameID(at) + "\r\n"} {
		if got := feed(); !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
	lacks(t, "a calendar to which people subscribe", feed(), "METHOD", "ORGANIZER")
	ada.post(at+"/confirm", url.Values{}).has(t, http.StatusOK)
	lacks(t, "the calendar of who has confirmed", feed(), "VEVENT")
}

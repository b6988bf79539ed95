package web

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/httpserver"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/notify/webpush/pushtest"
	"podesta/internal/pubsub"
	"podesta/internal/safety"
	"podesta/internal/schedule"
	"podesta/internal/tournament"
	"podesta/internal/web/page"
	"podesta/internal/wiring"
	"podesta/internal/words"
)

var updateAccess = flag.Bool("update-access", false, "write testdata/access.txt anew: read every change of it")

// accessFile holds a row for each address of the pages, with the status that
// each visitor receives.
const accessFile = "testdata/access.txt"

// accessHost is the host of the pages.
const accessHost = "judge.example.org"

// requests holds, for each address, a request that succeeds for an entitled visitor: values for the
// variables in the address, and a form. {played} and similar names stand for games of the cast.
var requests = map[string]string{
	"GET /{$}": "/", "GET /games": "", "GET /inbox": "", "GET /present": "", "GET /ratings": "", "GET /legend": "", "GET /legend/signs.svg": "", "GET /learn": "", "GET /new": "",
	"GET /host": "", "GET /play": "", "GET /me": "", "GET /register": "", "GET /signin": "", "GET /verify": "/verify?token=x", "GET /erased": "", "GET /privacy": "",
	"GET /docs": "", "GET /help": "", "GET /docs/{name}": "/docs/operators", "GET /docs/files/{file...}": "/docs/files/dist/podesta.service",
	"GET /healthz": "", "GET /static/{file}": "/static/style.css", "GET /sw.js": "", "GET /app.webmanifest": "", "GET /offline": "", "GET /rules": "", "GET /rules/{preset}": "/rules/njudge-classic",
	"GET /scenarios/{id}/{file}": "/scenarios/B/B-8.svg", "GET /u/{name}": "/u/Osservante", "GET /unsubscribe/{game}/{key}": "/unsubscribe/{played}/{stop}",

	"GET /learn/{id}": "/learn/build", "GET /learn/{id}/map.svg": "/learn/build/map.svg", "GET /learn/{id}/sandbox": "/learn/build/sandbox",
	"GET /learn/{id}/steps.json": "/learn/build/steps.json", "GET /learn/{id}/table.json": "/learn/build/table.json",
	"POST /learn/{id}": "/learn/build o=x", "POST /learn/{id}/check": "/learn/build/check o=x",
	"GET /learn/game/{power}/{n}": "/learn/game/milan/2", "GET /learn/game/{power}/{n}/map.svg": "/learn/game/milan/2/map.svg",
	"GET /learn/game/{power}/{n}/sandbox": "/learn/game/milan/2/sandbox", "GET /learn/game/{power}/{n}/steps.json": "/learn/game/milan/2/steps.json",
	"GET /learn/game/{power}/{n}/table.json": "/learn/game/milan/2/table.json", "POST /learn/game/{power}/{n}": "/learn/game/milan/2 o=x",
	"POST /learn/game/{power}/{n}/check": "/learn/game/milan/2/check o=x",

	"GET /sandbox": "", "GET /sandbox/case.json": "/sandbox/case.json?s={sandbox}", "GET /sandbox/edit": "/sandbox/edit?s={sandbox}",
	"GET /sandbox/first.svg": "/sandbox/first.svg?s={carried}&at=1", "GET /sandbox/map.svg": "/sandbox/map.svg?s={sandbox}",
	"GET /sandbox/steps.json": "/sandbox/steps.json?s={carried}&at=1", "GET /sandbox/table.json": "/sandbox/table.json?s={sandbox}",
	"POST /sandbox": "/sandbox s={sandbox}&then=look&written=1", "POST /sandbox/check": "/sandbox/check s={sandbox}&written=1",
	"POST /sandbox/edit": "/sandbox/edit s={sandbox}", "POST /sandbox/edit/check": "/sandbox/edit/check s={sandbox}",
	"POST /sandbox/load": `/sandbox/load case={"scenario":"B"}`, "POST /sandbox/new": "/sandbox/new choice=A/A-4&preset=njudge-classic",

	"POST /language": "/language language=it", "POST /new": "/new name=Another&choice=A/A-4&preset=njudge-classic", "POST /host": "/host name=Another {count}&choice=A/A-4&preset=njudge-classic&pace=daily",
	"POST /play":     "/play bot=random&power=milan",
	"POST /register": "/register name=Elena {count}&email=elena{count}@example.org", "POST /verify": "/verify token={verify}", "POST /signin": "/signin email=milano@example.org&password={password}",
	"POST /signin/letter": "/signin/letter email=nobody{count}@example.org", "POST /signin/link": "/signin/link token={link}", "POST /signout": "",
	"POST /signin/with": "/signin/with provider=x", "GET /signin/with": "", "GET /signin/with/{provider}": "/signin/with/x?code=x&state=x", "POST /signin/new": "/signin/new name=x",
	"POST /me/identities": "/me/identities do=drop&issuer=x&subject=x", "POST /theme": "/theme theme=dark", "POST /me/chats": "/me/chats do=begin&service=telegram",
	"POST /signin/passkey/begin": "", "POST /signin/passkey/finish": "/signin/passkey/finish secret=x&answer={}",
	"POST /unsubscribe/{game}/{key}": "/unsubscribe/{played}/{stop} List-Unsubscribe=One-Click",
	"POST /me/erase":                 "/me/erase sure=1&password={password}", "POST /me/profile": "/me/profile name=Un altro nome {count}&zone=Europe/Rome",
	"POST /me/password": "/me/password password=a long and winding road&current={password}",
	"POST /me/notices":  "/me/notices way=mail&mail-resolved=1&daily=18:00", "POST /me/ways": "/me/ways format=discord&address=https://example.org/hook",
	"POST /me/ways/drop": "/me/ways/drop way=x", "POST /me/push": "/me/push endpoint=https://example.org/push&key={pushkey}&auth={pushauth}",
	"POST /me/address": "/me/address do=add&email=another{count}@example.org", "POST /me/passkeys": "/me/passkeys do=rename&id=x&name=y",
	"POST /me/passkeys/begin": "", "POST /me/passkeys/finish": "/me/passkeys/finish secret=x&answer={}",
	"POST /me/programs":    "/me/programs do=release&account={owned}",
	"GET /calendar/{file}": "/calendar/{feed}.ics", "POST /me/calendar": "/me/calendar once={once}", "POST /me/vacation": "/me/vacation from=2026-02-01&to=2026-02-10",
	"POST /me/tokens": "/me/tokens label=another&once={once}", "POST /me/access": "/me/access do=others",
	"GET /queue": "", "POST /queue": "/queue do=join&pace=daily",
	"POST /g/{id}/confirm": "/g/{mustered}/confirm", "POST /g/{id}/unseat": "/g/{mustered}/unseat", "POST /g/{id}/muster": "/g/{mustered}/muster hours=2",
	"GET /me/safety": "", "POST /me/safety": "/me/safety do=block&name=Cosimo", "GET /me/data.json": "", "GET /terms": "",
	"GET /report": "/report?name=Cosimo", "POST /report": "/report name=Altra&reason=spam&note=Look",
	"GET /operator/reports": "", "GET /operator/reports/{report}": "/operator/reports/{report}", "POST /operator/reports/{report}": "/operator/reports/{report} verdict=dismiss&sure=1",
	"GET /operator/audit": "", "GET /operator/games/{id}": "/operator/games/{played}", "POST /g/{id}/mute": "/g/{played}/mute seat={rival}&on=1",
	"GET /tournaments": "", "GET /tournaments/{id}": "/tournaments/{cup}", "POST /tournaments/{id}": "/tournaments/{cup} do=enter", "GET /tournaments/new": "",
	"POST /tournaments/new":           "/tournaments/new name=Cup {count}&choice=A/A-4&preset=njudge-classic&scoring=places&pace=daily",
	"GET /tournaments/{id}/settings":  "/tournaments/{cup}/settings",
	"POST /tournaments/{id}/settings": "/tournaments/{cup}/settings name=Cup&choice=A/A-4&preset=njudge-classic&scoring=places&pace=daily",

	"GET /me/factor": "", "POST /me/factor": "/me/factor do=begin", "POST /signin/code": "/signin/code half=x&code=000000",

	"GET /g/{id}": "/g/{played}", "GET /g/{id}/charts": "/g/{played}/charts", "GET /g/{id}/end": "/g/{over}/end",
	"GET /g/{id}/analysis": "/g/{over}/analysis", "GET /g/{id}/hint": "/g/{played}/hint",
	"GET /g/{id}/end.png": "/g/{over}/end.png", "GET /g/{id}/end.gif": "/g/{over}/end.gif",
	"POST /g/{id}/comment": "/g/{over}/comment phase=1&text=Well+played", "POST /g/{id}/comment/edit": "/g/{over}/comment/edit id=1&text=Played",
	"POST /g/{id}/comment/drop": "/g/{over}/comment/drop id=1", "POST /g/{id}/comment/hide": "/g/{over}/comment/hide id=1&hide=1",
	"GET /g/{id}/dice.json": "/g/{played}/dice.json",
	"GET /friends":          "", "POST /friends": "/friends do=ask&name=Altra", "GET /oembed": "/oembed?url=https://judge.example.org/g/{played}",
	"GET /g/{id}/invite": "/g/{forming}/invite", "GET /g/{id}/share": "/g/{played}/share", "GET /g/{id}/embed": "/g/{played}/embed",
	"GET /g/{id}/preview/{file}": "/g/{played}/preview/{played.revision}.png", "GET /invite/{key}": "/invite/{invitation}", "POST /invite/{key}": "/invite/{invitation} wishes=V",
	"POST /g/{id}/invite": "/g/{forming}/invite name=Altra", "POST /g/{id}/uninvite": "/g/{forming}/uninvite account=Straniera", "POST /g/{id}/link": "/g/{forming}/link uses=2",
	"POST /g/{id}/unlink": "/g/{forming}/unlink link={invitelink}", "POST /g/{id}/accept": "/g/{forming}/accept", "POST /g/{id}/decline": "/g/{forming}/decline",
	"POST /g/{id}/rematch": "/g/{played}/rematch", "POST /g/{id}/follow": "/g/{played}/follow", "POST /g/{id}/unfollow": "/g/{played}/unfollow",

	"GET /g/{id}/drawing.css": "/g/{played}/drawing.css", "GET /g/{id}/film": "/g/{played}/film", "GET /g/{id}/film.json": "/g/{played}/film.json",
	"GET /g/{id}/letters": "/g/{played}/letters", "GET /g/{id}/letters/part": "/g/{played}/letters/part", "GET /g/{id}/live": "/g/{played}/live",
	"GET /g/{id}/log": "/g/{played}/log", "GET /g/{id}/map/{file}": "/g/{played}/map/2.svg", "GET /g/{id}/master": "/g/{played}/master",
	"GET /g/{id}/edit/map.svg": "/g/{played}/edit/map.svg?rev={played.revision}&changes=treasury+venice+44", "GET /g/{id}/p/{n}": "/g/{played}/p/1", "GET /g/{id}/p/{n}/first.svg": "/g/{played}/p/1/first.svg",
	"GET /g/{id}/p/{n}/steps.json": "/g/{played}/p/1/steps.json", "GET /g/{id}/print": "/g/{played}/print", "GET /g/{id}/print.pdf": "/g/{played}/print.pdf",
	"GET /g/{id}/rules": "/g/{played}/rules", "GET /g/{id}/sandbox": "/g/{played}/sandbox", "GET /g/{id}/seat": "/g/{played}/seat",
	"GET /g/{id}/settings": "/g/{played}/settings", "GET /g/{id}/state": "/g/{played}/state", "GET /g/{id}/table.json": "/g/{played}/table.json",

	"POST /g/{id}/check": "/g/{played}/check revision={played.revision}&orders-milan=x", "POST /g/{id}/orders": "/g/{played}/orders revision={played.revision}&orders-milan=A Milan H",
	"POST /g/{id}/ready": "/g/{played}/ready revision={played.revision}&ready=0", "POST /g/{id}/name": "/g/{links}/name name=Ada", "POST /g/{id}/leave": "/g/{links}/leave",
	"POST /g/{id}/play": "/g/{own}/play do=x", "POST /g/{id}/predict": "/g/{played}/predict", "POST /g/{id}/press": "/g/{played}/press to=all&text=Hello",
	"POST /g/{id}/propose": "/g/{played}/propose to=1&kind=peace", "POST /g/{id}/proposal": "/g/{played}/proposal number=1&act=accept",
	"POST /g/{id}/copies": "/g/{forming}/copies on=1", "POST /g/{id}/openletters": "/g/{played}/openletters agree=1",
	"POST /g/{id}/join": "/g/{forming}/join", "POST /g/{id}/watch": "/g/{forming}/watch", "POST /g/{id}/takeover": "/g/{played}/takeover seat={vacant}",
	"POST /g/{id}/wishes": "/g/{forming}/wishes wishes=V", "POST /g/{id}/resign": "/g/{played}/resign sure=1", "POST /g/{id}/wait": "/g/{played}/wait wait=1", "POST /g/{id}/successor": "/g/{played}/successor name=",
	"POST /g/{id}/pass": "/g/{played}/pass pass=1", "POST /g/{id}/vote": "/g/{played}/vote vote=draw", "POST /g/{id}/agree": "/g/{own}/agree motion=pause&agree=1",
	"POST /g/{id}/absence": "/g/{played}/absence from=2026-02-01&to=2026-02-03", "POST /g/{id}/absence/drop": "/g/{played}/absence/drop at=2026-03-02T00:00:00Z",
	"POST /g/{id}/diary": "/g/{played}/diary note=Beware", "POST /g/{id}/diary/drop": "/g/{played}/diary/drop n=1&begins=Beware",

	"POST /g/{id}/start": "/g/{forming}/start force=1", "POST /g/{id}/pause": "/g/{played}/pause", "POST /g/{id}/resume": "/g/{paused}/resume",
	"POST /g/{id}/times": "/g/{played}/times deadline=+36h", "POST /g/{id}/eject": "/g/{played}/eject account={observer}", "POST /g/{id}/bot": "/g/{played}/bot seat={vacant}&bot=random",
	"POST /g/{id}/approve": "/g/{forming}/approve seat=1&approve=1", "POST /g/{id}/promote": "/g/{played}/promote account={observer}",
	"POST /g/{id}/terminate": "/g/{played}/terminate sure=1", "POST /g/{id}/unstart": "/g/{fresh}/unstart sure=1",
	"POST /g/{id}/rollback": "/g/{played}/rollback phase=1&revision={played.revision}&why=A slip", "POST /g/{id}/hostroll": "/g/{played}/hostroll revision={played.revision}&roll=assassination milan 2&value=5&why=Seen",
	"POST /g/{id}/carryout": "/g/{played}/carryout revision={played.revision}", "POST /g/{id}/edit": "/g/{played}/edit revision={played.revision}&changes=treasury venice 44&why=A slip&do=edit",
	"POST /g/{id}/edit/check": "/g/{played}/edit/check revision={played.revision}&changes=treasury venice 44", "POST /g/{id}/export": "/g/{played}/export",
	"POST /g/{id}/settings": "/g/{played}/settings {settings}", "POST /g/{id}/options": "/g/{forming}/options opt-famine=off",
}

// never lists addresses where success needs more than a cast; other tests cover them.
var never = []string{
	"GET /g/{id}/hint",
	"POST /signin/with", "GET /signin/with", "GET /signin/with/{provider}", "POST /signin/new",
	"POST /g/{id}/approve", "POST /g/{id}/play", "POST /g/{id}/openletters", "POST /g/{id}/proposal", "POST /g/{id}/rematch", "POST /me/passkeys", "POST /me/passkeys/finish", "POST /signin/code", "POST /signin/passkey/finish",
}

// sessionCookie is the name of the cookie of a session over https.
const sessionCookie = "__Host-" + page.SessionCookie

// addresses collects the addresses that routes adds.
type addresses []string

func (a *addresses) Handle(pattern string, _ http.Handler) { *a = append(*a, pattern) }

func (a *addresses) HandleFunc(pattern string, _ func(http.ResponseWriter, *http.Request)) {
	*a = append(*a, pattern)
}

// visitor is a kind of visitor, which has a column in the table of accessFile.
type visitor struct {
	name   string
	cookie *http.Cookie
}

// world is a judge with a cast, games in every state, and a visitor of every kind.
type world struct {
	*judgetest.House
	cast       *judgetest.Cast
	rehearsal  *judgetest.Rehearsal
	site       http.Handler
	all        addresses         // addresses of the pages
	visitors   []visitor         // the columns of the table
	asStranger []visitor         // visitors who receive the same answers as strangers
	fill       map[string]string // the values of the names in braces in requests
}

// newWorld returns a judge whose pages are in the given languages.
func newWorld(t *testing.T, languages []*words.Catalogue) *world {
	t.Helper()
	return newWorldBelow(t, "", sessionCookie, languages)
}

// newWorldBelow returns a judge that is reached below a path. Requests to its site get the path
// by themselves.
func newWorldBelow(t *testing.T, prefix, sessionCookie string, languages []*words.Catalogue) *world {
	t.Helper()
	h := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	x := &world{House: h, rehearsal: h.Rehearse()}
	c := h.Cast()
	x.cast = c
	mail := &judgetest.Letters{}
	hub := pubsub.New(h.Press.Follow, slog.Default())
	site := httpserver.Below(prefix, New(wiring.Pages(h.Judge), nil, WithLetters(mail), WithClock(h.Clock), WithStreams(hub), WithChats([]string{"telegram"}, func(context.Context, string, string) (string, string) { return "", "/start" }), WithSite("podesta", "https://"+accessHost+prefix), withWays(t), WithTerms("# Be kind\n\nBe kind."), WithLanguages(languages...)))
	x.site = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path = prefix + r.URL.Path; r.URL.RawPath != "" {
			r.URL.RawPath = prefix + r.URL.RawPath
		}
		site.ServeHTTP(w, r)
	})
	routes(&x.all, wiring.Pages(h.Judge), slog.Default(), settings{now: h.Clock.Now, languages: languages, streams: hub, letters: mail})

	const password = "quattro stagioni di guerra"
	h.Must(h.Users.SetPassword(t.Context(), c.Player.ID, password))
	session := func(a *game.Account) *http.Cookie {
		secret, err := h.Users.NewToken(t.Context(), game.Token{Kind: game.SessionToken, Account: a.ID}, time.Hour)
		h.Must(err)
		_, _, err = h.Users.Authenticate(t.Context(), secret) // later uses write nothing
		h.Must(err)
		return &http.Cookie{Name: sessionCookie, Value: secret}
	}
	h.Must(h.Users.Block(t.Context(), c.Blocked.ID, false))
	x.visitors = []visitor{
		{"stranger", nil},
		{"outsider", session(c.Outsider)},
		{"observer", session(c.Observer)},
		{"player", session(c.Player)},
		{"rival", session(c.Rival)},
		{"former", session(c.Former)},
		{"ejected", session(c.Ejected)},
		{"master", session(c.Master)},
		{"ex-master", session(c.ExMaster)},
		{"operator", session(c.Operator)},
		{"seat-link", &http.Cookie{Name: page.CookieName(c.Links.ID), Value: c.Keys.Seats[0]}},
		{"master-link", &http.Cookie{Name: page.CookieName(c.Links.ID), Value: c.Keys.Master}},
	}
	program := h.Token(c.Operator.ID)
	_, _, err := h.Users.Authenticate(t.Context(), program)
	h.Must(err)
	automaton := h.Person("Automa")
	h.Must(h.Users.SetProgram(t.Context(), automaton.ID, true, c.Player.ID))
	x.visitors = append(x.visitors, visitor{"program", session(automaton)})
	x.asStranger = []visitor{
		{"closed account", session(c.Blocked)},
		{"forged session", &http.Cookie{Name: sessionCookie, Value: "0123456789abcdefghijklmnop"}},
		{"wrong key", &http.Cookie{Name: page.CookieName(c.Played.ID), Value: "0123456789abcdefghijklmnop"}},
		{"API token as a session", &http.Cookie{Name: sessionCookie, Value: program}},
	}
	h.Must(h.Users.Block(t.Context(), c.Blocked.ID, true))
	x.fill = prepare(t, h, c, x.site, x.visitors[7])
	x.fill["{password}"], x.fill["{owned}"] = password, automaton.ID
	x.fill["{pushkey}"], x.fill["{pushauth}"] = pushtest.NewBrowser(t, "").Keys()
	return x
}

// TestAccess sends a request for every address of the pages as every kind of visitor, and
// compares the statuses with testdata/access.txt. An address without a request or without a row
// fails. It also checks what is the same everywhere: sessions that have ended have no effect,
// games that do not exist are not found, forms of other sites are refused, refused requests
// change nothing, and every answer has the security headers.
func TestAccess(t *testing.T) {
	t.Parallel()
	x := newWorld(t, words.All())
	found, about := map[string][]int{}, map[string]string{}
	// What these requests write is not undone, because the pages read it before they answer. They
	// are therefore sent last.
	kept := []string{"POST /host", "POST /new", "POST /play", "POST /register", "POST /verify"}
	all := append(slices.DeleteFunc(slices.Clone(x.all), func(p string) bool { return slices.Contains(kept, p) }), kept...)
	for _, pattern := range all {
		method, path, _ := strings.Cut(pattern, " ")
		if pattern == "/" { // the catch-all for addresses without a page
			continue
		}
		request, ok := requests[pattern]
		if !ok {
			t.Errorf("%s has no request in this test", pattern)
			continue
		}
		address, form, _ := strings.Cut(request, " ")
		if address == "" {
			address = path
		}
		row := path + ":" + method
		if gameName, ok := strings.CutPrefix(address, "/g/{"); ok {
			about[row], _, _ = strings.Cut(gameName, "}")
		}
		x.rehearsal.Forget(!slices.Contains(kept, pattern))
		n := 0
		send := func(v visitor, fill map[string]string, more ...string) *httptest.ResponseRecorder {
			n++
			fill["{count}"], fill["{once}"] = fmt.Sprint(n), fmt.Sprint(row, n)
			if pattern == "POST /verify" {
				_, secret, err := x.Users.Register(t.Context(), fmt.Sprint("Nuova ", n), fmt.Sprintf("nuova%d@example.org", n), "")
				x.Must(err)
				fill["{verify}"] = secret.Secret()
			}
			before := x.rehearsal.Wrote()
			w := visit(t, x.site, v, method, address, form, fill, more...)
			if w.Code >= 400 && x.rehearsal.Wrote() != before && pattern != "POST /signin" {
				t.Errorf("%s by %s: %d, but something was written", pattern, v.name, w.Code)
			}
			if w.Code >= 500 {
				t.Errorf("%s by %s: %d %s", pattern, v.name, w.Code, w.Body)
			}
			protected(t, pattern+" by "+v.name, v, w)
			return w
		}
		for _, v := range x.visitors {
			found[row] = append(found[row], status(send(v, x.fill)))
		}
		if !slices.ContainsFunc(found[row], func(n int) bool { return n < 400 }) && !slices.Contains(never, pattern) {
			t.Errorf("%s: nobody succeeds: %v", pattern, found[row])
		}
		for _, v := range x.asStranger {
			if got := status(send(v, x.fill)); got != found[row][0] {
				t.Errorf("%s by %s: %d, strangers receive %d", pattern, v.name, got, found[row][0])
			}
		}
		operator := x.visitors[9]
		if strings.HasPrefix(path, "/g/{id}") && path != "/g/{id}/leave" { // leaving only deletes the browser's cookie
			if got := status(send(operator, nowhere(x.fill))); got != http.StatusNotFound {
				t.Errorf("%s in a game that does not exist: %d", pattern, got)
			}
		}
		if method == http.MethodPost {
			if got := send(operator, x.fill, "Sec-Fetch-Site", "cross-site"); got.Code != http.StatusForbidden {
				t.Errorf("%s from another site: %d", pattern, got.Code)
			}
		}
	}
	var names []string
	for _, v := range x.visitors {
		names = append(names, v.name)
	}
	judgetest.CompareTable(t, accessFile, *updateAccess, names, found, about)
}

// status returns the status of an answer; 401 stands for a redirection to the page for signing
// in.
func status(w *httptest.ResponseRecorder) int {
	if strings.HasPrefix(w.Header().Get("Location"), "/signin") {
		return http.StatusUnauthorized
	}
	return w.Code
}

// protected checks the security headers that every answer has.
func protected(t *testing.T, what string, v visitor, w *httptest.ResponseRecorder) {
	t.Helper()
	h := w.Header()
	csp := h.Get("Content-Security-Policy")
	html := strings.HasPrefix(h.Get("Content-Type"), "text/html")
	// this page is the same for everyone, and may be in frames of other sites
	if strings.Contains(what, "GET /g/{id}/embed") && w.Code == http.StatusOK {
		if csp != "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *" || len(w.Result().Cookies()) > 0 {
			t.Errorf("%s: Content-Security-Policy is %q, cookies are %v", what, csp, w.Result().Cookies())
		}
		return
	}
	switch {
	case !strings.HasPrefix(csp, "default-src 'none'"), strings.Contains(csp, "unsafe"), !strings.Contains(csp, "frame-ancestors 'none'"),
		html && !strings.Contains(csp, "require-trusted-types-for 'script'; trusted-types podesta"),
		h.Get("Content-Type") == "image/svg+xml" && (strings.Contains(w.Body.String(), "<style>") != strings.Contains(csp, "style-src 'sha256-")):
		t.Errorf("%s: Content-Security-Policy is %q", what, csp)
	case h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Referrer-Policy") != "same-origin" || h.Get("Cross-Origin-Opener-Policy") != "same-origin":
		t.Errorf("%s: headers %v", what, h)
	case w.Body.Len() > 0 && h.Get("Content-Type") == "":
		t.Errorf("%s: no Content-Type", what)
	case html && v.cookie != nil && v.cookie.Name == sessionCookie && w.Code == http.StatusOK && h.Get("Cache-Control") != "no-store" && !strings.Contains(w.Body.String(), "/signin"):
		t.Errorf("%s: a page for one person may be cached: %q", what, h.Get("Cache-Control"))
	}
	for _, set := range w.Result().Cookies() {
		if !set.HttpOnly || !set.Secure || set.SameSite != http.SameSiteLaxMode {
			t.Errorf("%s: the cookie %s is open to scripts, other sites or listeners", what, set)
		}
	}
}

// visit sends a request to the handler.
func visit(t testing.TB, site http.Handler, v visitor, method, address, form string, fill map[string]string, more ...string) *httptest.ResponseRecorder {
	t.Helper()
	address, body := spell(address, fill), ""
	if form == "{settings}" {
		body = fill[form]
	} else if form != "" {
		values := url.Values{}
		for field := range strings.SplitSeq(form, "&") {
			name, value, _ := strings.Cut(field, "=")
			values.Set(name, spell(value, fill))
		}
		body = values.Encode()
	}
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	r := httptest.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for i := 0; i+1 < len(more); i += 2 {
		r.Header.Set(more[i], more[i+1])
	}
	r.Host = accessHost
	r.Header.Set("X-Forwarded-Proto", "https")
	if v.cookie != nil {
		if v.cookie.Name == page.SessionCookie {
			t.Fatalf("over https, the judge takes %s for a stranger", v.name)
		}
		r.AddCookie(v.cookie)
	}
	w := httptest.NewRecorder()
	if strings.HasSuffix(address, "/live") {
		site.ServeHTTP(&leaving{w, leave}, r)
	} else {
		site.ServeHTTP(w, r)
	}
	return w
}

// leaving is a browser that disconnects after the beginning of a stream.
type leaving struct {
	*httptest.ResponseRecorder
	leave func()
}

// Flush sends the answer as far as it is complete.
func (l *leaving) Flush() {
	l.ResponseRecorder.Flush()
	if bytes.Contains(l.Body.Bytes(), []byte("\ndata: ")) {
		l.leave()
	}
}

// spell replaces names in braces by their values.
func spell(text string, fill map[string]string) string {
	for name, value := range fill {
		text = strings.ReplaceAll(text, name, value)
	}
	return text
}

// nowhere returns a copy of fill with games that do not exist.
func nowhere(fill map[string]string) map[string]string {
	out := map[string]string{}
	for name, value := range fill {
		if _, isGame := fill[strings.TrimSuffix(name, "}")+".revision}"]; isGame || name == "{paused}" {
			value = "nosuchgame1234567890"
		}
		out[name] = value
	}
	return out
}

// prepare creates everything that requests refer to, and returns the values of the names in braces.
func prepare(t testing.TB, h *judgetest.House, c *judgetest.Cast, site http.Handler, master visitor) map[string]string {
	t.Helper()
	ctx := t.Context()
	player := h.RoleFor(c.Played, c.Player)
	host := h.RoleFor(c.Forming, c.Master)
	h.Must(h.Lobby.Invite(ctx, c.Forming.ID, host, c.Outsider.Name))
	invitation, err := h.Lobby.AddInviteLink(ctx, c.Forming.ID, host, 0, 0)
	h.Must(err)
	h.Must(h.Users.FollowGame(ctx, c.Played.ID, c.Rival.ID, false))
	start := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	h.Must(h.Judge.Clock.SetAbsence(ctx, c.Played.ID, player, c.Seat, schedule.Absence{Start: start, End: start.Add(72 * time.Hour)}))
	h.Must(h.Admin.AddDiary(ctx, c.Played.ID, player, c.Seat, "Beware"))
	h.Must(h.Judge.Clock.Pause(ctx, c.Fresh.ID, h.RoleFor(c.Fresh, c.Master)))
	fill := map[string]string{
		"{rival}": fmt.Sprint(c.RivalSeat), "{observer}": c.Observer.ID, "{vacant}": fmt.Sprint(h.VacantSeats(c.Played)[0]), "{paused}": c.Fresh.ID,
	}
	fill["{stop}"], err = h.Users.UnsubscribeKey(ctx, c.Played.ID, c.Observer.ID)
	h.Must(err)
	over := h.Finished(c)
	fill["{over}"], fill["{over.revision}"] = over.ID, fmt.Sprint(over.Revision)
	_, err = h.Press.AddComment(ctx, over.ID, h.RoleFor(over, c.Player), 1, "Well played")
	h.Must(err)
	for name, g := range c.Games() {
		fill["{"+name+"}"], fill["{"+name+".revision}"] = g.ID, fmt.Sprint(h.At(g.ID).Revision)
	}
	fill["{invitation}"], fill["{invitelink}"] = invitation.Key, invitation.ID
	fill["{mustered}"], fill["{mustered.revision}"] = h.Mustered(c).ID, "1"
	h.Must(h.Safety.Report(ctx, c.Rival.ID, safety.NewReport{Kind: game.NameReport, Name: c.Player.Name, Reason: game.Spam}))
	open, _, err := h.Safety.Reports(ctx, c.Operator.ID)
	h.Must(err)
	fill["{report}"] = open[0].ID
	cup, err := h.Tournaments.NewTournament(ctx, c.Master.ID, tournament.Settings{
		Name: "Cup", Scoring: "places", Games: lobby.NewGame{Scenario: "A", Variant: "A-4"}, Hosting: hosting.Default(),
	})
	h.Must(err)
	h.Must(h.Tournaments.AnnounceTournament(ctx, cup, c.Master.ID))
	fill["{cup}"] = cup
	fill["{feed}"], err = h.Users.NewCalendar(ctx, c.Player.ID)
	h.Must(err)
	link, err := h.Users.LoginLink(ctx, "milano@example.org")
	h.Must(err)
	fill["{link}"] = link.Secret()
	w := visit(t, site, visitor{}, http.MethodPost, "/sandbox/new", "choice=A/A-4&preset=njudge-classic", nil)
	u, err := url.Parse(w.Header().Get("Location"))
	h.Must(err)
	fill["{sandbox}"] = u.Query().Get("s")
	w = visit(t, site, visitor{}, http.MethodPost, "/sandbox", "s={sandbox}&written=1&then=carry", fill)
	u, err = url.Parse(w.Header().Get("Location"))
	h.Must(err)
	fill["{carried}"] = u.Query().Get("s")
	return fill
}

package web

import (
	"bytes"
	"encoding/json"
	"image/png"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// linkOn returns the path of the invitation link on a page of invitations.
func linkOn(t *testing.T, p *response) string {
	t.Helper()
	found := regexp.MustCompile(`value="[^"]*(/invite/[a-z0-9]+)"`).FindStringSubmatch(p.body)
	if found == nil {
		t.Fatalf("no link: %s", p.brief())
	}
	return found[1]
}

// TestInvitationPages invites people by name and by link, and checks what each of
// them sees.
func TestInvitationPages(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	master, ada, bice, stranger := h.guest("Cosimo"), h.guest("Ada"), h.guest("Bice"), h.browser()
	at := master.hosts("name", "Medici", "choice", "A/A-4", "preset", "battleline-1978-basic", "listed", "", "invitedonly", "1")
	page := at + "/invite"
	master.get(at).has(t, http.StatusOK, "Invite people")
	ada.get(page).has(t, http.StatusForbidden, "You may not invite people")
	ada.post(at+"/join", nil).has(t, http.StatusForbidden, "Only people who are invited can join")
	master.get(page).has(t, http.StatusOK, "Nobody is invited by name yet")
	master.post(page, url.Values{"name": {"Nobody"}}).has(t, http.StatusNotFound, "There is no player with the name Nobody")
	master.post(page, url.Values{"name": {"ada"}}).has(t, http.StatusOK, "The invitation is sent", "has not answered")
	master.post(page, url.Values{"name": {"Ada"}}).has(t, http.StatusConflict, "invited already")

	ada.get("/").has(t, http.StatusOK, "Cosimo invites you to", "Medici")
	ada.get("/inbox").has(t, http.StatusOK, "Cosimo invites you to")
	bice.get(at).has(t, http.StatusOK, "Join the game")
	ada.get(at).has(t, http.StatusOK, "Cosimo invites you to this game", "Decline")
	ada.post(at+"/decline", nil).has(t, http.StatusOK, "You have declined the invitation")
	ada.get(at).has(t, http.StatusOK, "You have declined, but you can still join")
	ada.post(at+"/accept", nil).has(t, http.StatusOK, "You have joined")
	ada.post(at+"/accept", nil).has(t, http.StatusConflict, "You play in this game already")
	bice.post(at+"/accept", nil).has(t, http.StatusNotFound, "You have no invitation")

	for _, bad := range []url.Values{{"uses": {"x"}}, {"uses": {"-1"}}, {"uses": {"1001"}}, {"days": {"0"}}} {
		master.post(at+"/link", bad).has(t, http.StatusUnprocessableEntity, "is not a number of people or days")
	}
	p := master.post(at+"/link", url.Values{"uses": {"1"}, "days": {"2"}}).has(t, http.StatusOK, "The link is ready", "0 of 1 person has joined", `class="qr"`)
	link := linkOn(t, p)
	q := stranger.get(link).has(t, http.StatusOK, "Cosimo invites you", "Medici", "Sign in to join", `class="qr"`, "An invitation to a game of Machiavelli.")
	if q.header.Get("Referrer-Policy") != "same-origin" || strings.Contains(q.body, "og:image") || q.header.Get("X-Robots-Tag") != "noindex" {
		t.Errorf("the page of a private game has %v", q.header)
	}
	stranger.post(link, nil).has(t, http.StatusForbidden, "Sign in first")
	bice.get(link).has(t, http.StatusOK, "Join the game")
	bice.post(link, url.Values{"wishes": {"V["}}).has(t, http.StatusUnprocessableEntity, "bracket")
	bice.post(link, url.Values{"wishes": {"V"}}).has(t, http.StatusOK, "You have joined")
	if p := bice.get(link).has(t, http.StatusOK); p.url.Path != at {
		t.Errorf("who takes part already comes to %s", p.url)
	}
	carla := h.guest("Carla")
	carla.get(link).has(t, http.StatusOK, "used as often as it may be", "Games that wait for players")
	carla.post(link, nil).has(t, http.StatusConflict, "used as often as it may be")
	carla.get("/invite/nothing").has(t, http.StatusNotFound, "There is no such invitation")

	p = master.post(at+"/link", nil).has(t, http.StatusOK, "The link is ready")
	link = linkOn(t, p)
	master.post(at+"/unlink", p.fields(t, at+"/unlink")).has(t, http.StatusOK, "The link no longer works")
	carla.get(link).has(t, http.StatusOK, "was withdrawn")

	// People who must sign in first come back to the invitation.
	if to := stranger.get(link); !strings.Contains(to.body, "withdrawn") {
		t.Errorf("a stranger sees %s", to.brief())
	}
}

// TestRematchPage proposes a rematch and checks who is invited.
func TestRematchPage(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, _, players := h.four()
	for _, b := range players {
		b.post(at+"/rematch", nil).has(t, http.StatusConflict, "when the game is over")
		b.post(at+"/vote", url.Values{"vote": {"draw"}})
	}
	milan := players["Milan"]
	milan.get(at+"/end").has(t, http.StatusOK, "Propose a rematch")
	p := milan.get(at).has(t, http.StatusOK, "The game is over", "Propose a rematch")
	p = milan.post(at+"/rematch", p.fields(t, at+"/rematch")).has(t, http.StatusOK, "The rematch is set up", "has not answered", "The Four 2")
	next := strings.TrimSuffix(p.url.Path, "/invite")
	venice := players["Venice"]
	venice.get(at).has(t, http.StatusOK, "A rematch is proposed", "The Four 2")
	venice.get(at+"/end").has(t, http.StatusOK, "A rematch is proposed", "The Four 2")
	venice.get("/").has(t, http.StatusOK, "invites you to", "The Four 2")
	venice.post(next+"/accept", nil).has(t, http.StatusOK, "You have joined")
	venice.post(at+"/rematch", nil).has(t, http.StatusConflict, "A rematch has been proposed already")
	if body := h.browser().get(at).body; strings.Contains(body, "Propose a rematch") {
		t.Error("a stranger can propose a rematch")
	}
}

// TestPreviews checks what other sites show about public games, and that they learn nothing
// about other games.
func TestPreviews(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	at, master, _ := h.four("name", "The <Four>")
	stranger := h.browser()
	p := stranger.get(at).has(t, http.StatusOK)
	content := func(name string) string {
		for n := range p.root.Descendants() {
			if n.Data == "meta" && (attr(n, "property") == name || attr(n, "name") == name) {
				return attr(n, "content")
			}
		}
		return ""
	}
	picture := content("og:image")
	if content("og:title") != "The <Four>" || !strings.Contains(content("og:description"), "The game is being played: Spring") || content("og:url") != h.url+at ||
		content("twitter:card") != "summary_large_image" || !strings.HasPrefix(picture, h.url+at+"/preview/") {
		t.Errorf("the preview is %q, %q, %q, %q", content("og:title"), content("og:description"), content("og:url"), picture)
	}
	image := stranger.get(strings.TrimPrefix(picture, h.url))
	shown, err := png.DecodeConfig(bytes.NewReader([]byte(image.body)))
	if err != nil || shown.Width != 1200 || shown.Height != 630 || image.header.Get("Content-Type") != "image/png" || !strings.Contains(image.header.Get("Cache-Control"), "max-age=86400") {
		t.Errorf("the picture is %+v, %v, %v", shown, err, image.header)
	}
	if old := stranger.get(at + "/preview/0.png"); old.url.Path != strings.TrimPrefix(picture, h.url) {
		t.Errorf("an old picture leads to %s", old.url)
	}

	// The embedded board is for other sites.
	e := stranger.get(at+"/embed").has(t, http.StatusOK, "The <Four>", "The game is being played")
	csp := e.header.Get("Content-Security-Policy")
	if !strings.Contains(csp, "frame-ancestors *") || strings.Contains(csp, "script") || len(e.header.Values("Set-Cookie")) > 0 || e.header.Get("X-Frame-Options") != "" {
		t.Errorf("the board has %v", e.header)
	}
	if with := master.get(at + "/embed"); with.body != e.body || len(with.header.Values("Set-Cookie")) > 0 || strings.Contains(with.header.Get("Vary"), "Cookie") {
		t.Error("the board depends on its visitor")
	}
	if csp := stranger.get(at).header.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors 'none'") {
		t.Errorf("the page of the game has %s", csp)
	}
	stranger.get(at+"/share").has(t, http.StatusOK, "HTML to copy", `/embed" width="640"`)
	var o struct {
		Type, HTML, Title string
		Width, Height     int
	}
	ask := func(query string) *response { return stranger.get("/oembed?url=" + url.QueryEscape(h.url+at) + query) }
	if err := json.Unmarshal([]byte(ask("&maxwidth=400").body), &o); err != nil || o.Type != "rich" || o.Title != "The <Four>" || o.Width != 400 || o.Height != 490 || !strings.Contains(o.HTML, at+"/embed") {
		t.Errorf("oembed: %+v, %v", o, err)
	}
	ask("&format=xml").has(t, http.StatusNotImplemented)
	stranger.get("/oembed?url="+url.QueryEscape(h.url+"/games")).has(t, http.StatusNotFound)
	stranger.get("/oembed?url=%ff").has(t, http.StatusBadRequest)

	// A game that is not public shows nothing.
	form := master.get(at+"/settings").fields(t, at+"/settings")
	form.Del("listed")
	master.post(at+"/settings", form).has(t, http.StatusOK)
	if p = stranger.get(at); content("og:title") != "" || content("description") != "" || strings.Contains(p.body, "oembed") {
		t.Errorf("a private game has a preview: %s", content("og:title"))
	}
	for _, path := range []string{at + "/embed", strings.TrimPrefix(picture, h.url), at + "/share", "/oembed?url=" + url.QueryEscape(h.url+at)} {
		stranger.get(path).has(t, http.StatusNotFound, "Only public games")
	}
}

// TestFriendPages makes friends and follows games.
func TestFriendPages(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	ada, bice := h.guest("Ada"), h.guest("Bice")
	do := func(b *browser, do, name string) *response {
		return b.post("/friends", url.Values{"do": {do}, "name": {name}})
	}
	ada.get("/friends").has(t, http.StatusOK, "You have no friends here yet", "You follow no game")
	do(ada, "ask", "Nobody").has(t, http.StatusNotFound, "There is no player with the name Nobody")
	do(ada, "x", "Bice").has(t, http.StatusUnprocessableEntity, "press one of its buttons")
	do(ada, "ask", "Bice").has(t, http.StatusOK, "They are asked", "Not answered yet")
	bice.get("/friends").has(t, http.StatusOK, "They ask to be your friends", "Become friends")
	bice.get("/").has(t, http.StatusOK, "One person asks to be your friend.", "Answer")
	do(bice, "ask", "Ada").has(t, http.StatusOK, "You are friends now")
	lacks(t, "the start page", bice.get("/").body, "asks to be your friend")
	at := ada.hosts("name", "Medici", "choice", "A/A-4", "preset", "battleline-1978-basic", "listed", "1")
	bice.get("/").has(t, http.StatusOK, "Your friends wait for players", "Medici")
	do(bice, "end", "Ada").has(t, http.StatusOK, "They are not notified", "You have no friends here yet")

	bice.get(at+"/share").has(t, http.StatusOK, "Follow this game")
	bice.post(at+"/follow", url.Values{"notices": {"1"}}).has(t, http.StatusOK, "You follow this game", "Follow no longer")
	bice.get("/").has(t, http.StatusOK, "You follow", "Medici")
	bice.get("/friends").has(t, http.StatusOK, "You are notified of its results")
	bice.post(at+"/unfollow", nil).has(t, http.StatusOK, "You no longer follow this game")
	bice.post("/friends", url.Values{"do": {"invites"}, "only": {"1"}}).has(t, http.StatusOK, "Saved")
	ada.post(at+"/invite", url.Values{"name": {"Bice"}}).has(t, http.StatusForbidden, "Bice cannot be invited to this game")
}

// TestFilters looks for games by their properties.
func TestFilters(t *testing.T) {
	t.Parallel()
	h := newInn(t)
	host := h.guest("Cosimo")
	host.hosts("name", "Basic", "choice", "A/A-4", "preset", "battleline-1978-basic", "listed", "1", "pace", "daily", "press", "none")
	host.hosts("name", "Advanced", "choice", "B/B-8", "preset", "battleline-1978-advanced", "listed", "1", "pace", "daily")
	b := h.browser()
	for query, want := range map[string][2]bool{
		"":                                {true, true},
		"edition=battleline-1978-basic":   {true, false},
		"edition=nothing":                 {true, true},
		"scenario=B":                      {false, true},
		"money=yes":                       {true, true}, // the form names every option
		"money=no":                        {false, false},
		"press=no":                        {true, false},
		"press=yes":                       {false, true},
		"pace=day":                        {true, true},
		"pace=week":                       {false, false},
		"free=1":                          {true, true},
		"free=1&status=forming&press=no":  {true, false},
		"press=yes&name=basic":            {false, false},
		"press=no&name=basic":             {true, false},
		"programs=no&status=over":         {false, false},
		"scenario=B&money=yes&press=yes&": {false, true},
	} {
		p := b.get("/games?"+query).has(t, http.StatusOK)
		if got := [2]bool{strings.Contains(p.body, ">Basic<"), strings.Contains(p.body, ">Advanced<")}; got != want {
			t.Errorf("%s shows %v", query, got)
		}
	}
}

package mailgame

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"podesta/internal/act"
	"podesta/internal/api"
	"podesta/internal/apijson"
	"podesta/internal/judge/judgetest"
	"podesta/internal/mail/command"
	"podesta/internal/schedule"
	"podesta/internal/wiring"
)

// apiCourse plays a script through the API. It translates every e-mail into the requests that a
// program would send for the same purpose.
type apiCourse struct {
	*house
	s      *script
	url    string
	tokens map[string]string // API tokens of accounts, keyed by the person's name
	secret judgetest.Letters
}

// playByAPI plays a whole script through the API and returns the judge.
func playByAPI(t *testing.T, s *script) *apiCourse {
	t.Helper()
	c := newAPICourse(t, s)
	c.play()
	return c
}

// newAPICourse returns a judge with its API, ready to play.
func newAPICourse(t *testing.T, s *script) *apiCourse {
	t.Helper()
	c := &apiCourse{house: newHouse(t, t.TempDir()), s: s, tokens: map[string]string{}}
	handler := api.New(api.Deps{
		Judge: wiring.API(c.Judge), Clock: c.clock, Version: "test", Letters: &c.secret, Log: c.logger(),
		Limits: api.Limits{Rate: 1e6, Burst: 1e6, StrangerRate: 1e6, Strangers: 1e6},
	})
	srv := httptest.NewServer(handler)
	t.Cleanup(srv.Close)
	t.Cleanup(handler.Close)
	c.url = srv.URL + "/api/v1"
	return c
}

// play plays the script.
func (c *apiCourse) play() {
	c.t.Helper()
	for _, st := range c.s.steps {
		switch {
		case st.clock != "":
			c.until(st.clock, func() {})
		case st.letter != nil:
			c.until(everyLetter, func() {})
			c.letter(st.line, st.letter)
		}
	}
}

// ask sends a request and returns the answer.
func (c *apiCourse) ask(who, method, path string, body any) (status int, answer []byte) {
	c.t.Helper()
	var text []byte
	if body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			c.t.Fatal(err)
		}
	}
	r, err := http.NewRequestWithContext(ctx, method, c.url+path, bytes.NewReader(text))
	if err != nil {
		c.t.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if token := c.tokens[who]; token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	if answer, err = io.ReadAll(resp.Body); err != nil {
		c.t.Fatal(err)
	}
	return resp.StatusCode, answer
}

// must sends a request that must succeed, and decodes the answer into a value.
func (c *apiCourse) must(who, method, path string, body, into any) {
	c.t.Helper()
	status, answer := c.ask(who, method, path, body)
	if status >= 300 {
		c.t.Fatalf("%s: %s %s: %d %s", who, method, path, status, answer)
	}
	if into != nil {
		if err := json.Unmarshal(answer, into); err != nil {
			c.t.Fatalf("%s: %s %s: %v", who, method, path, err)
		}
	}
}

// letter sends the requests that correspond to an e-mail of the script.
func (c *apiCourse) letter(line int, l *letter) {
	c.t.Helper()
	if l.answers && l.subject == "confirm" {
		return // the address was verified during the registration
	}
	parse := command.Parse
	if l.answers {
		parse = command.ParseReply
	}
	for _, b := range parse(l.body) {
		if b.Signon != nil && !c.signon(line, l, &b) {
			continue
		}
		var orders []string
		at := 0 // the line of the last order
		for _, it := range b.Items {
			switch x := it.Command.(type) {
			case nil, command.Signon, *command.Signon, command.Signoff, command.Ignored, command.EndOf:
			case command.Order:
				if n := len(orders) - 1; n >= 0 && it.Line == at { // several orders on one line
					orders[n] += "; " + x.Text
				} else {
					orders = append(orders, x.Text)
				}
				at = it.Line
			default:
				c.command(line, l, x)
			}
		}
		if len(orders) > 0 && c.game != "" && c.current().Number > 0 {
			c.orders(line, l, orders)
		}
	}
	c.find(gameName)
}

// refused fails the test unless the script expects errors in the e-mail.
func (c *apiCourse) refused(line int, l *letter, what string, answer []byte) {
	c.t.Helper()
	if !strings.Contains(strings.Join(l.want, "\n"), "ERROR") {
		c.t.Errorf("line %d: %s: %s: %s", line, l.who, what, answer)
	}
}

// try sends a request, which may be refused only if the script expects errors. It reports whether
// the request succeeded.
func (c *apiCourse) try(line int, l *letter, method, path string, body any) bool {
	c.t.Helper()
	status, answer := c.ask(l.who, method, path, body)
	if status >= 300 {
		c.refused(line, l, method+" "+path, answer)
		return false
	}
	return true
}

// signon sends the requests that correspond to the effects of a SIGNON other than opening a
// session: it creates, joins and observes games and takes over seats. It returns false if this was
// refused.
func (c *apiCourse) signon(line int, l *letter, b *command.Block) bool {
	c.t.Helper()
	p, s := c.s.people[l.who], b.Signon
	if s.Password.Reveal() != p.password {
		return false // a wrong password; the API has only tokens
	}
	if s.Create {
		// By mail a game has its master's time zone by default.
		how := map[string]string{"zone": c.zone(l.who).String()}
		c.must(l.who, http.MethodPost, "/games", map[string]any{"name": s.Game, "scenario": "B", "preset": "njudge-classic", "hosting": how}, nil)
		c.find(s.Game)
		return true
	}
	at := "/games/" + c.game
	g := c.current()
	switch {
	case s.Power == "?" && g.Number == 0:
		// Preferences are sent along, because the last player starts the game.
		var wish any = ""
		for _, it := range b.Items {
			if w, ok := it.Command.(command.Given); ok && w.Values["preferences"] != nil {
				wish = w.Values["preferences"]
			}
		}
		return c.try(line, l, http.MethodPost, at+"/join", map[string]any{"preferences": wish})
	case s.Power == "O":
		return c.try(line, l, http.MethodPost, at+"/watch", nil)
	case s.Power == "M":
		return true
	}
	a := c.account(l.who)
	r, err := c.Base.RoleOf(ctx, c.game, a)
	if err != nil {
		c.t.Fatal(err)
	}
	if r.Player {
		return true
	}
	power, ok := g.Setting.Powers.ByLetter(s.Power[0])
	if !ok {
		c.t.Fatalf("line %d: no power %s", line, s.Power)
	}
	for seat, powers := range g.Setting.Seats {
		for _, x := range powers {
			if x == power {
				return c.try(line, l, http.MethodPost, at+"/takeover", map[string]any{"seat": seat + 1})
			}
		}
	}
	return false
}

// account returns the ID of a person's account.
func (c *apiCourse) account(who string) string {
	c.t.Helper()
	a, err := c.Users.AccountByEmail(ctx, c.s.people[who].email)
	if err != nil {
		c.t.Fatal(who, err)
	}
	return a.ID
}

// register creates an account as a program does: with the secret from an
// e-mail, a session, a password and a token.
func (c *apiCourse) register(who string, r command.Register) {
	c.t.Helper()
	p := c.s.people[who]
	c.must(who, http.MethodPost, "/accounts", map[string]any{"name": r.Name, "email": p.email, "zone": r.Zone}, nil)
	c.must(who, http.MethodPost, "/accounts/verify", map[string]any{"secret": c.secret.Secret(p.email)}, nil)
	c.must(who, http.MethodPost, "/sessions/link", map[string]any{"email": p.email}, nil)
	var session, token apijson.Secret
	c.must(who, http.MethodPost, "/sessions", map[string]any{"secret": c.secret.Secret(p.email)}, &session)
	c.tokens[who] = session.Token
	c.must(who, http.MethodPut, "/me/password", map[string]any{"password": p.password}, nil)
	// A new password ends the existing sessions.
	delete(c.tokens, who)
	c.must(who, http.MethodPost, "/sessions", map[string]any{"email": p.email, "password": p.password}, &session)
	c.tokens[who] = session.Token
	c.must(who, http.MethodPost, "/me/tokens", map[string]any{"label": "my program"}, &token)
	c.tokens[who] = token.Token
}

// orders adds orders to the existing ones and leaves out refused and replaced lines, as for an
// e-mail.
func (c *apiCourse) orders(line int, l *letter, fresh []string) {
	c.t.Helper()
	path := "/games/" + c.game + "/orders"
	var now apijson.Orders
	status, answer := c.ask(l.who, http.MethodGet, path, nil)
	if status >= 300 {
		c.refused(line, l, "orders", answer)
		return
	}
	if err := json.Unmarshal(answer, &now); err != nil {
		c.t.Fatal(err)
	}
	var text []string
	for _, v := range now.Verdicts {
		if v.OK && !v.Replaced && strings.TrimSpace(v.Text) != "" {
			text = append(text, v.Text)
		}
	}
	if len(text) > 0 {
		text = append(text, "") // no line continues from one e-mail to the next
	}
	status, answer = c.ask(l.who, http.MethodPut, path, map[string]any{"text": strings.Join(append(text, fresh...), "\n"), "revision": now.Revision})
	if status >= 300 {
		c.refused(line, l, "orders", answer)
		return
	}
	var then apijson.Orders
	if err := json.Unmarshal(answer, &then); err != nil {
		c.t.Fatal(err)
	}
	for _, v := range then.Verdicts {
		if !v.OK {
			c.refused(line, l, v.Text, []byte(v.Error))
		}
	}
}

// command sends the request that corresponds to a command in an e-mail.
func (c *apiCourse) command(line int, l *letter, x command.Command) {
	c.t.Helper()
	at := "/games/" + c.game
	revision := 0
	if c.game != "" {
		revision = c.current().Revision
	}
	switch x := x.(type) {
	case command.Register:
		c.register(l.who, x)
	case command.SetPassword, command.List, command.Summary, command.History, command.ShowOrders, command.Help, command.Predict:
		// These are queries; the password was set when the account was created.
	case command.Press:
		body := map[string]any{"text": x.Text, "to": c.readers(x.To)}
		if x.Colour == command.Grey {
			body["grey"] = true
		}
		c.try(line, l, http.MethodPost, at+"/press", body)
	case command.PostalPress:
		c.try(line, l, http.MethodPost, at+"/press", map[string]any{"text": x.Text, "postal": true})
	case command.Diary:
		c.try(line, l, http.MethodPost, at+"/diary", map[string]any{"text": x.Text})
	case command.Given:
		if x.Values["preferences"] != nil {
			return // they were sent with the request
		}
		if x.Command.Name == "add absence" {
			// The API takes instants, not dates.
			a, err := schedule.ParseAbsence(strings.TrimPrefix(x.String(), "SET ABSENCE "), 0, schedule.DateContext{Now: c.clock.Now(), Zone: c.zone(l.who), Clock: schedule.NoClock})
			if err != nil {
				c.t.Fatalf("line %d: %v", line, err)
			}
			x.Values = act.Values{"start": a.Start, "end": a.End}
		}
		if x.Command.Name == "set times" {
			for name, text := range x.Values {
				when, err := schedule.ParseDate(fmt.Sprint(text), schedule.DateContext{Now: c.clock.Now(), Zone: c.zone(l.who), Clock: schedule.NoClock})
				if err != nil {
					c.t.Fatalf("line %d: %v", line, err)
				}
				x.Values = act.Values{name: when}
			}
		}
		method, path, _ := strings.Cut(x.Command.API, " ")
		path = strings.Replace(path, "/games/{game}", at, 1)
		values := maps.Clone(x.Values)
		for name, value := range values {
			if in := "{" + name + "}"; strings.Contains(path, in) {
				path = strings.Replace(path, in, url.PathEscape(fmt.Sprint(value)), 1)
				delete(values, name)
			}
		}
		if x.Command.Arg("revision") != nil {
			values["revision"] = revision
		}
		c.try(line, l, method, path, values)
	case command.ClearOrders:
		c.try(line, l, http.MethodPut, at+"/orders", map[string]any{"text": "", "revision": revision})
	case command.Changer:
		c.change(line, l, x)
	case command.Edit:
		text, why, _ := strings.Cut(x.Text, " BECAUSE ")
		c.try(line, l, http.MethodPost, at+"/edit", map[string]any{"revision": revision, "changes": []string{text}, "why": why})
	default:
		c.t.Fatalf("line %d: how is %T done by the API?", line, x)
	}
}

// change changes the settings of the game, or of its rules.
func (c *apiCourse) change(line int, l *letter, x command.Changer) {
	c.t.Helper()
	to := &command.Change{Rules: map[string]string{}, Hosting: *c.current().Hosting}
	x.Change(to)
	if len(to.Rules) > 0 {
		c.try(line, l, http.MethodPatch, "/games/"+c.game+"/rules", map[string]any{"options": to.Rules})
		return
	}
	c.try(line, l, http.MethodPatch, "/games/"+c.game+"/hosting", api.Hosting{Hosting: to.Hosting})
}

// readers returns the recipients of press in the form of the API.
func (c *apiCourse) readers(a command.Audience) []string {
	c.t.Helper()
	if a.All() {
		return []string{"all"}
	}
	if a.Except || len(a.Names) > 0 {
		c.t.Fatalf("how is %s done by the API?", a)
	}
	var out []string
	for i := range len(a.Letters) {
		switch letter := a.Letters[i]; letter {
		case 'M':
			out = append(out, "master")
		case 'O':
			out = append(out, "observers")
		default:
			p, ok := c.current().Setting.Powers.ByLetter(letter)
			if !ok {
				c.t.Fatalf("no power %c", letter)
			}
			out = append(out, c.current().Setting.Powers[p].ID)
		}
	}
	return out
}

// zone returns a person's time zone.
func (c *apiCourse) zone(who string) *time.Location {
	c.t.Helper()
	a, err := c.Users.Account(ctx, c.account(who))
	if err != nil {
		c.t.Fatal(err)
	}
	loc, err := schedule.Zone(a.Zone)
	if err != nil {
		c.t.Fatal(err)
	}
	return loc
}

//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"
)

// patience is how long a client waits for an answer.
const patience = 12 * time.Second

// client plays a seat of a game, is a game's master, or takes part in the tournament.
type client struct {
	run    *round
	table  *table // nil if the client takes part in the tournament
	name   string
	seat   int // 0 for the master
	secret string
	rand   *rand.Rand
	http   *http.Client
	pages  *http.Client // client with the cookies of a browser
	at     map[string]bool

	revision, number int // the revision and number that it has seen last
	legal            *legal
	over             bool
	turn             int
}

// legal are the orders that a seat can give.
type legal struct {
	Number, Revision int
	Powers           []struct {
		Power string
		Units []struct {
			Unit   string
			Orders []string
		}
		Builds []string
		Others []string
		Money  *struct{ Treasury int }
	}
}

// errNotSent is the error of a request that has not reached the judge.
var errNotSent = errors.New("not sent")

// counter numbers the messages, rollbacks and texts of a run.
var counter atomic.Int64

// do sends a request to a process. After an error other than errNotSent it is unknown whether
// the request was executed.
func (c *client) do(h *http.Client, p *process, method, path string, head http.Header, body string) (int, []byte, error) {
	if !p.up.Load() {
		return 0, nil, errNotSent
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, p.url+path, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	r.Header = head
	a, err := h.Do(r)
	if err != nil {
		var dial *net.OpError
		if errors.As(err, &dial) && dial.Op == "dial" {
			return 0, nil, errNotSent
		}
		return 0, nil, err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	return a.StatusCode, text, err
}

// api calls the API.
func (c *client) api(p *process, method, path string, in any) (int, []byte, error) {
	head := http.Header{"Authorization": {"Bearer " + c.secret}}
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return 0, nil, err
		}
		head.Set("Content-Type", "application/json")
	}
	return c.do(c.http, p, method, "/api/v1"+path, head, string(body))
}

// outcome sets the outcome of an operation from an answer, and reports whether the operation
// should be recorded.
func outcome(o *Op, status int, answer []byte, err error) bool {
	switch {
	case errors.Is(err, errNotSent):
		return false
	case err != nil:
		o.Outcome, o.Why = unknown, err.Error()
	case status/100 == 2, status == http.StatusSeeOther:
		o.Outcome = ok
	case status == http.StatusTooManyRequests:
		return false
	case status/100 == 5:
		o.Outcome, o.Why = unknown, fmt.Sprintf("%d %.200s", status, answer)
	default:
		var x struct{ Code string }
		_ = json.Unmarshal(answer, &x) // an answer without a code counts as a refusal
		o.Outcome, o.Why = refused, fmt.Sprintf("%d %.300s", status, answer)
		if x.Code == "stale" || x.Code == "changed" {
			o.Outcome = stale
		}
	}
	return true
}

// begin returns an operation that begins now.
func (c *client) begin(kind, door string, p *process) Op {
	about := ""
	if c.table != nil {
		about = c.table.id
	}
	return Op{Game: about, Client: c.name, Door: door, Process: p.n, Kind: kind, Call: c.run.journal.now()}
}

// end records an operation.
func (c *client) end(o *Op, status int, answer []byte, err error) bool {
	if !outcome(o, status, answer, err) {
		return false
	}
	o.Return = c.run.journal.now()
	if o.Outcome == refused && c.run.verbose {
		c.run.say("refused: %s: %s", o, o.Why)
	}
	c.run.journal.op(*o)
	return o.Outcome == ok
}

// see records a revision that the judge has shown.
func (c *client) see(revision, number int) {
	if revision > c.revision {
		c.revision, c.number = revision, number
	}
}

func (c *client) gamePath() string { return "/games/" + c.table.id }

// look reads the game.
func (c *client) look(p *process) {
	o := c.begin(lookOp, "api", p)
	status, answer, err := c.api(p, "GET", c.gamePath(), nil)
	var g struct {
		Status           string
		Revision, Number int
		Seats            []struct {
			Number                    int
			Owes, Abandoned, Disorder bool
		}
	}
	if err == nil && status == http.StatusOK {
		if err = json.Unmarshal(answer, &g); err == nil {
			o.GotRevision, o.GotNumber = g.Revision, g.Number
		}
	}
	if !c.end(&o, status, answer, err) {
		return
	}
	c.see(g.Revision, g.Number)
	c.over = g.Status == "over" || g.Status == "terminated"
	if c.seat == 0 {
		owes := []int{}
		for _, s := range g.Seats {
			if s.Owes && !s.Abandoned && !s.Disorder {
				owes = append(owes, s.Number)
			}
		}
		c.run.owes(c.table, g.Revision, owes)
	}
}

// readState reads the game as an open page does.
func (c *client) readState(p *process) {
	o := c.begin(lookOp, "page", p)
	status, answer, err := c.do(c.pages, p, "GET", "/g/"+c.table.id+"/table.json", http.Header{"Accept": {"application/json"}}, "")
	var g struct{ Revision, Number int }
	if err == nil && status == http.StatusOK {
		if err = json.Unmarshal(answer, &g); err == nil {
			o.GotRevision, o.GotNumber = g.Revision, g.Number
		}
	}
	if g.Revision > 0 || err != nil {
		c.end(&o, status, answer, err)
	}
}

// read reads the orders of a seat.
func (c *client) read(p *process, seat int) {
	o := c.begin(readOp, "api", p)
	o.Seat = seat
	status, answer, err := c.api(p, "GET", fmt.Sprintf("%s/orders?seat=%d", c.gamePath(), seat), nil)
	var g struct {
		Revision, Number int
		Text             string
	}
	if err == nil && status == http.StatusOK {
		if err = json.Unmarshal(answer, &g); err == nil {
			o.GotRevision, o.GotNumber, o.GotText = g.Revision, g.Number, g.Text
		}
	}
	if c.end(&o, status, answer, err) {
		c.see(g.Revision, g.Number)
	}
}

// learn reads the legal orders of the current phase. It reports whether they
// are known.
func (c *client) learn(p *process) bool {
	if c.legal != nil && c.legal.Revision >= c.revision {
		return true
	}
	status, answer, err := c.api(p, "GET", c.gamePath()+"/legal", nil)
	if err != nil || status != http.StatusOK {
		return false
	}
	var l legal
	if json.Unmarshal(answer, &l) != nil {
		return false
	}
	c.legal = &l
	c.see(l.Revision, l.Number)
	return true
}

// orders chooses an order for each unit, and sometimes builds.
func (c *client) orders() string {
	var lines []string
	for _, power := range c.legal.Powers {
		if len(c.legal.Powers) > 1 {
			lines = append(lines, power.Power+":")
		}
		spend := 0
		if power.Money != nil {
			spend = power.Money.Treasury
		}
		for _, u := range power.Units {
			if len(u.Orders) == 0 {
				continue
			}
			o := u.Orders[c.rand.IntN(len(u.Orders))]
			if strings.HasPrefix(o, "M ") {
				spend -= 3
			}
			lines = append(lines, o)
		}
		if c.byMail() || c.byChat() { // the judge keeps lines that the next message does not contain
			continue
		}
		if c.rand.IntN(5) > 0 {
			lines = append(lines, c.exchange(power.Others)...)
		}
		if n := len(power.Builds); n > 0 && spend >= 3 {
			lines = append(lines, power.Builds[c.rand.IntN(n)])
		}
	}
	return strings.Join(lines, "\n")
}

// exchange returns the lines of an exchange of a ducat for a ducat between the seats that send
// their orders through the API. It takes place if both have the ducat.
func (c *client) exchange(others []string) (lines []string) {
	with := map[int]string{1: "Exchange with Venice:", 2: "Exchange with Milan:"}[c.seat]
	for _, o := range others {
		if with != "" && strings.HasPrefix(o, with) && strings.HasSuffix(o, " 1 ducat") {
			lines = append(lines, o)
		}
	}
	return lines
}

// byMail reports whether the seat sends its orders by e-mail only.
func (c *client) byMail() bool { return !c.table.links && c.seat == seats }

// person returns the player of a seat in a hosted game, or its master.
func (c *client) person() *person {
	if c.seat == 0 {
		return c.table.master
	}
	return c.table.players[c.seat-1]
}

// saved is what an answer to orders contains.
type saved struct {
	Revision, Number, Refused int
	Missing                   []json.RawMessage
	Late, Ready, Moved        bool
	Ask                       []string
}

// save sends orders through the API.
func (c *client) save(p *process) {
	if !c.learn(p) {
		return
	}
	o := c.begin(saveOp, "api", p)
	o.Seat, o.Revision = c.seat, c.legal.Revision
	o.Text = c.orders() + fmt.Sprintf("\n# %d", counter.Add(1))
	status, answer, err := c.api(p, "PUT", c.gamePath()+"/orders", map[string]any{"text": o.Text, "revision": o.Revision})
	var s saved
	if err == nil && status == http.StatusOK {
		if err = json.Unmarshal(answer, &s); err == nil {
			o.Faulty = s.Refused > 0 || len(s.Missing) > 0
		}
	}
	c.end(&o, status, answer, err)
	c.stale(&o)
}

// stale makes the client read the game again if the operation was refused as stale.
func (c *client) stale(o *Op) {
	if o.Outcome == stale {
		c.legal = nil
	}
}

// saveForm sends orders as the board page's script does.
func (c *client) saveForm(p *process) {
	if !c.learn(p) || !c.signedIn(p) {
		return
	}
	o := c.begin(saveOp, "page", p)
	o.Seat, o.Revision, o.Text = c.seat, c.legal.Revision, c.orders()
	form := url.Values{"orders": {o.Text}, "revision": {fmt.Sprint(o.Revision)}}
	o.Then = "draft"
	if c.rand.IntN(3) == 0 {
		o.Then = "ready"
		form.Set("then", "ready")
		form.Set("anyway", "1")
	}
	status, answer, err := c.form(p, "orders", form)
	var s saved
	if err == nil && status == http.StatusOK {
		err = json.Unmarshal(answer, &s)
	}
	if s.Late {
		return // nothing was stored, because the deadline has passed
	}
	c.end(&o, status, answer, err)
	c.stale(&o)
}

// form submits a form of the game's page.
func (c *client) form(p *process, verb string, form url.Values) (int, []byte, error) {
	head := http.Header{"Accept": {"application/json"}, "Content-Type": {"application/x-www-form-urlencoded"}, "Origin": {p.url}}
	return c.do(c.pages, p, "POST", "/g/"+c.table.id+"/"+verb, head, form.Encode())
}

// signedIn opens the pages as the seat's player, once.
func (c *client) signedIn(p *process) bool {
	if c.pages != nil {
		return true
	}
	jar, _ := cookiejar.New(nil) // only fails with options
	// A form may be answered by a redirect. The client does not follow it, because the form has
	// already had its effect, whatever happens to the next request.
	pages := &http.Client{Transport: c.http.Transport, Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	var status int
	var err error
	if c.table.links {
		key := c.table.keys.Master
		if c.seat > 0 {
			key = c.table.keys.Seats[c.seat-1]
		}
		status, _, err = c.do(pages, p, "GET", "/g/"+c.table.id+"?key="+url.QueryEscape(key), http.Header{}, "")
	} else {
		form := url.Values{"email": {c.person().email}, "password": {password}}
		status, _, err = c.do(pages, p, "POST", "/signin", http.Header{"Content-Type": {"application/x-www-form-urlencoded"}, "Origin": {p.url}}, form.Encode())
	}
	home, parsed := url.Parse(p.url)
	if err != nil || parsed != nil || status/100 > 3 || len(jar.Cookies(home)) == 0 {
		return false
	}
	c.pages = pages
	return true
}

// ready sets whether the game has to wait for the seat.
func (c *client) ready(p *process) {
	if c.revision == 0 {
		c.look(p)
		return
	}
	o := c.begin(readyOp, "api", p)
	o.Seat, o.Revision, o.Ready = c.seat, c.revision, c.rand.IntN(6) > 0
	status, answer, err := c.api(p, "PUT", c.gamePath()+"/ready", map[string]any{"ready": o.Ready, "revision": o.Revision})
	c.end(&o, status, answer, err)
	c.stale(&o)
	if o.Outcome == stale {
		c.look(p)
	}
}

// readyForm is like ready, but uses the page's button.
func (c *client) readyForm(p *process) {
	if c.revision == 0 || !c.signedIn(p) {
		return
	}
	o := c.begin(readyOp, "page", p)
	o.Seat, o.Revision, o.Ready = c.seat, c.revision, true
	status, answer, err := c.form(p, "ready", url.Values{"ready": {"1"}, "revision": {fmt.Sprint(o.Revision)}})
	c.end(&o, status, answer, err)
}

// press sends a message to another seat.
func (c *client) press(p *process) {
	o, text := c.newPress(p, "api")
	var to string
	status, answer, err := c.api(p, "GET", c.gamePath(), nil)
	var g struct {
		Seats []struct {
			Number int
			Powers []string
		}
	}
	if err != nil || status != http.StatusOK || json.Unmarshal(answer, &g) != nil {
		return
	}
	for _, s := range g.Seats {
		if s.Number == o.To && len(s.Powers) > 0 {
			to = s.Powers[0]
		}
	}
	o.Call = c.run.journal.now()
	status, answer, err = c.api(p, "POST", c.gamePath()+"/press", map[string]any{"to": []string{to}, "text": text})
	c.end(&o, status, answer, err)
}

// newPress returns a message to a seat other than the client's own.
func (c *client) newPress(p *process, door string) (Op, string) {
	o := c.begin(pressOp, door, p)
	for o.To = c.seat; o.To == c.seat; {
		o.To = 1 + c.rand.IntN(seats)
	}
	o.Seat, o.Token = c.seat, fmt.Sprintf("soak-press-%d-%d", c.run.number, counter.Add(1))
	return o, "Read " + o.Token + " and burn it."
}

// process resolves the phase as a master.
func (c *client) process(p *process) {
	if c.revision == 0 {
		c.look(p)
	}
	o := c.begin(processOp, "api", p)
	o.Revision, o.Number = c.revision, c.number
	status, answer, err := c.api(p, "POST", c.gamePath()+"/process", map[string]any{"revision": o.Revision})
	c.end(&o, status, answer, err)
	c.look(p)
}

// rollback rolls back the last phase, or sometimes several phases.
func (c *client) rollback(p *process) {
	if c.number < 2 {
		return
	}
	o := c.begin(rollbackOp, "api", p)
	o.Revision, o.Number = c.revision, max(1, c.number-1-c.rand.IntN(3))
	o.Token = fmt.Sprintf("soak-rollback-%d-%d", c.run.number, counter.Add(1))
	status, answer, err := c.api(p, "POST", c.gamePath()+"/rollback", map[string]any{"number": o.Number, "why": o.Token, "fresh": c.rand.IntN(4) == 0})
	c.end(&o, status, answer, err)
	c.look(p)
}

// times sets a deadline in a few seconds.
func (c *client) times(p *process) {
	if c.revision == 0 {
		c.look(p)
	}
	o := c.begin(timesOp, "api", p)
	o.Revision = c.revision
	o.Deadline = c.run.now().Add(time.Duration(2+c.rand.IntN(3)) * time.Second).UTC().Truncate(time.Second)
	status, answer, err := c.api(p, "PUT", c.gamePath()+"/times", map[string]any{"deadline": o.Deadline})
	c.end(&o, status, answer, err)
}

// play sends requests until ctx ends.
func (c *client) play(ctx context.Context) {
	for {
		pause := time.Duration(c.rand.Int64N(int64(2*c.run.think) + 1))
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		p := c.run.processes[c.rand.IntN(len(c.run.processes))]
		if !p.up.Load() {
			continue
		}
		c.turn++
		if c.over {
			return
		}
		if c.table == nil {
			c.cup(p)
		} else if c.seat == 0 {
			c.rule(p)
		} else {
			c.move(ctx, p)
		}
	}
}

// move takes one action as a player.
func (c *client) move(ctx context.Context, p *process) {
	switch n := c.rand.IntN(100); {
	case c.byMail() && n < 20:
		c.mailOrders(ctx, p)
	case c.byMail() && n < 28:
		c.mailPress(ctx, p)
	case c.byChat() && n < 25:
		c.chatOrders(ctx, p)
	case c.byChat() && n < 33:
		c.chatPress(ctx, p)
	case (c.byMail() || c.byChat()) && n < 57, n < 20: // they send orders in no other way
		c.read(p, c.seat)
	case n < 45:
		c.save(p)
	case n < 57:
		c.saveForm(p)
	case n < 64:
		c.look(p)
	case n < 70 && c.pages != nil:
		c.readState(p)
	case n < 76 && !c.table.links:
		c.press(p)
	case n < 80:
		c.readyForm(p)
	default:
		c.ready(p)
	}
}

// rule takes one action as a master.
func (c *client) rule(p *process) {
	switch n := c.rand.IntN(100); {
	case n < 45 || c.revision == 0:
		c.look(p)
	case n < 70:
		c.read(p, 1+c.rand.IntN(seats))
	case n < 85 && (c.table.links || n < 79):
		c.process(p)
	case n < 89:
		c.rollback(p)
	case n < 95 && !c.table.links:
		c.times(p)
	}
}

// last reads the game, and the orders of the seat unless the game is over, at the end of a round,
// when there are no faults. It does nothing for clients of the tournament.
func (c *client) last(p *process) {
	if c.table == nil {
		return
	}
	c.look(p)
	if c.seat > 0 && !c.over {
		c.read(p, c.seat)
	}
}

// newHTTP returns an HTTP client.
func (r *round) newHTTP() *http.Client {
	var way http.RoundTripper = &http.Transport{MaxIdleConnsPerHost: 2}
	if r.between != nil {
		way = r.between(way)
	}
	return &http.Client{Transport: way}
}

// newClients returns the clients of a game.
func (r *round) newClients(x *table) []*client {
	var out []*client
	for seat := range seats + 1 {
		c := &client{
			run: r, table: x, seat: seat, name: fmt.Sprintf("%s/%d", x.id, seat),
			rand: rand.New(rand.NewPCG(r.seed, uint64(r.number)<<32|uint64(len(r.clients)+len(out)))),
		}
		c.http = r.newHTTP()
		switch {
		case x.links && seat == 0:
			c.secret = "key:" + x.id + ":" + x.keys.Master
		case x.links:
			c.secret = "key:" + x.id + ":" + x.keys.Seats[seat-1]
		default:
			c.secret = c.person().token
		}
		out = append(out, c)
	}
	return out
}

// owes records which seats owe orders at a revision.
func (r *round) owes(x *table, revision int, seats []int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if old, known := x.record.Owes[revision]; known && !slices.Equal(old, seats) {
		seats = nil // seats that have been given up owe nothing
	}
	x.record.Owes[revision] = seats
}

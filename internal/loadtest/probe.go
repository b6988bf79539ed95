//go:build linux

package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-smtp"

	"podesta/internal/judge"
	"podesta/internal/seed"
)

// times holds the durations of a repeated action.
type times struct {
	name string
	all  []time.Duration
	err  error // the latest failure
	bad  int
}

func (t *times) String() string {
	if len(t.all) == 0 {
		return fmt.Sprintf("%-34s failed: %v", t.name, t.err)
	}
	slices.Sort(t.all)
	at := func(q float64) time.Duration {
		return t.all[int(q*float64(len(t.all)-1))].Round(100 * time.Microsecond)
	}
	s := fmt.Sprintf("%-34s median %-9s 90%% %-9s 99%% %-9s longest %-9s of %d", t.name, at(0.5), at(0.9), at(0.99), at(1), len(t.all))
	if t.bad > 0 {
		s += fmt.Sprintf(", and %d failed: %v", t.bad, t.err)
	}
	return s
}

// probe imitates people, one action after the other.
type probe struct {
	server *server
	judge  *judge.Judge
	games  []seed.Game // games that are read
	others []seed.Game // games to which orders are sent
	n      int
}

// act is an action of people.
type act struct {
	name   string
	do     func(context.Context, seed.Game) (time.Duration, error)
	writes bool
}

// acts returns the actions.
func (p *probe) acts() []act {
	return []act{
		{"front page", func(ctx context.Context, _ seed.Game) (time.Duration, error) { return p.get(ctx, "/") }, false},
		{"page of a game", func(ctx context.Context, g seed.Game) (time.Duration, error) { return p.get(ctx, "/g/"+g.ID) }, false},
		{"API: a game", func(ctx context.Context, g seed.Game) (time.Duration, error) {
			return p.get(ctx, "/api/v1/games/"+g.ID)
		}, false},
		{"API: a position", func(ctx context.Context, g seed.Game) (time.Duration, error) {
			return p.get(ctx, "/api/v1/games/"+g.ID+"/position")
		}, false},
		{"API: list of games", func(ctx context.Context, _ seed.Game) (time.Duration, error) {
			return p.get(ctx, "/api/v1/games?limit=20")
		}, false},
		{"letter with orders, by its address", p.letter, true},
		{"letter with orders, by password", p.signon, true},
	}
}

// run repeats all actions a number of times, with pauses, until ctx ends.
func (p *probe) run(ctx context.Context, rounds int, rest time.Duration) []*times {
	list := p.acts()
	out := make([]*times, len(list))
	for i := range list {
		out[i] = &times{name: list[i].name}
	}
	for range rounds {
		for i := range list {
			from := p.games
			if list[i].writes {
				from = p.others
			}
			g := from[rand.IntN(len(from))]
			took, err := list[i].do(ctx, g)
			if ctx.Err() != nil {
				return out
			}
			if err != nil {
				out[i].err = err
				out[i].bad++
			} else {
				out[i].all = append(out[i].all, took)
			}
			time.Sleep(rest)
		}
	}
	return out
}

// get fetches a page.
func (p *probe) get(ctx context.Context, path string) (time.Duration, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, p.server.base+path, nil)
	if err != nil {
		return 0, err
	}
	p.n++ // as if many people asked
	r.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", p.n>>16&255, p.n>>8&255, p.n&255))
	begun := time.Now()
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err == nil && a.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s: %.200s", path, a.Status, text)
	}
	return time.Since(begun), err
}

// letter sends the orders of a seat once more, to the reply address of the
// game's e-mail.
func (p *probe) letter(ctx context.Context, g seed.Game) (time.Duration, error) {
	seat := rand.IntN(len(g.Players))
	who := g.Players[seat]
	secret, err := p.judge.Users.ReplySecret(ctx, who.Account, g.ID, seat+1)
	if err != nil {
		return 0, err
	}
	return p.send(who.Email, "judge+"+secret+"@"+domain, who.Text)
}

// signon sends orders with SIGNON and the password.
func (p *probe) signon(_ context.Context, g seed.Game) (time.Duration, error) {
	who := g.Players[rand.IntN(len(g.Players))]
	name := strings.ToLower(strings.ReplaceAll(g.Name, " ", ""))
	return p.send(who.Email, "judge@"+domain, "SIGNON "+who.Letter+name+" "+seed.Password+"\n"+who.Text+"SIGNOFF\n")
}

// send delivers an e-mail and waits until the judge has accepted it. By then
// its orders are stored and the answer is queued.
func (p *probe) send(from, to, text string) (time.Duration, error) {
	conn, err := net.Dial("unix", p.server.lmtp)
	if err != nil {
		return 0, err
	}
	c := smtp.NewClientLMTP(conn)
	defer c.Close()
	if err := c.Hello("players.example"); err != nil {
		return 0, err
	}
	if err := c.Mail(from, nil); err != nil {
		return 0, err
	}
	if err := c.Rcpt(to, nil); err != nil {
		return 0, err
	}
	w, err := c.Data()
	if err != nil {
		return 0, err
	}
	p.n++
	body := fmt.Sprintf("From: <%s>\r\nTo: <%s>\r\nSubject: orders\r\nMessage-ID: <%d.%d@players.example>\r\n\r\n%s",
		from, to, p.n, time.Now().UnixNano(), strings.ReplaceAll(text, "\n", "\r\n"))
	begun := time.Now()
	if _, err := io.WriteString(w, body); err != nil {
		return 0, err
	}
	err = w.Close()
	return time.Since(begun), err
}

// Command bot-go plays one seat of a game on a judge, using only the standard library. It
// advances to provinces that it does not own, retreats if it can, and keeps as many units as it
// can pay.
//
//	PODESTA_URL=https://judge.example.org PODESTA_TOKEN=... bot-go GAME
//
// Give it an account of its own. Before it joins a game, mark that account as a program: enter
// one of its keys on the page of your own account, or send it to /me/programs.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// problem is an error from the judge. Programs act on its code.
type problem struct {
	Code   string
	Detail string
	after  time.Duration
}

func (p *problem) Error() string { return p.Code + ": " + p.Detail }

// open sends a request; the caller reads the answer.
func open(method, path string, in any) (*http.Response, error) {
	body, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequest(method, os.Getenv("PODESTA_URL")+"/api/v1"+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+os.Getenv("PODESTA_TOKEN"))
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	if err != nil || resp.StatusCode < 400 {
		return resp, err
	}
	defer resp.Body.Close()
	p := &problem{Code: strconv.Itoa(resp.StatusCode)}
	_ = json.NewDecoder(resp.Body).Decode(p)
	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
		p.after = time.Duration(s) * time.Second
	}
	return nil, p
}

// call sends a request and reads the answer into out.
func call(method, path string, in, out any) error {
	resp, err := open(method, path, in)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

type game struct {
	Status   string
	Phase    string
	Revision int
	You      struct {
		Seat   int
		Powers []string
	}
}

type position struct {
	Position struct {
		Provinces map[string][]string
	}
}

type legal struct {
	Phase    string
	Revision int
	Powers   []struct {
		Power string
		Units []struct {
			Unit   string
			Orders []string
		}
		Builds []string
		Money  *struct{ Treasury int }
	}
}

type answer struct {
	Verdicts []struct {
		OK          bool
		Text, Error string
	}
	Missing []struct {
		Power            string
		Builds, Removals int
	}
}

// choose picks orders for every power of the seat.
func choose(l *legal, p *position, owed *answer) []string {
	var lines []string
	for _, power := range l.Powers {
		lines = append(lines, power.Power+":") // the power of the orders that follow
		taken := map[string]bool{}             // places that no further unit should enter: targets and own provinces
		for _, place := range p.Position.Provinces[power.Power] {
			taken[place] = true
		}
		builds, removals := 0, 0
		for _, m := range owed.Missing {
			if m.Power == power.Power {
				builds, removals = m.Builds, m.Removals
			}
		}
		pay := 0 // number of units that can be kept
		if power.Money != nil {
			pay = power.Money.Treasury / 3
		}
		for _, u := range power.Units {
			keep, drop, move, first := "", "", "", ""
			for _, i := range rand.Perm(len(u.Orders)) {
				o := u.Orders[i]
				_, to, moves := strings.Cut(o, " - ")
				switch {
				case strings.HasPrefix(o, "M "):
					keep = o
				case strings.HasPrefix(o, "R "):
					drop = o
				case moves && !taken[to]:
					move = o
				case i == 0:
					first = o
				}
			}
			switch {
			case keep != "" && pay > 0:
				lines = append(lines, keep)
				pay--
			case drop != "" && (power.Money != nil || removals > 0):
				lines = append(lines, drop)
				removals--
			case move != "":
				lines = append(lines, move)
				_, to, _ := strings.Cut(move, " - ")
				taken[to] = true
			case first != "":
				lines = append(lines, first)
			}
		}
		lines = append(lines, sites(power.Builds, builds)...)
	}
	return lines
}

// sites returns up to n of the builds, no two of them in one city: a city builds
// one unit in a winter.
func sites(builds []string, n int) []string {
	var chosen []string
	built := map[string]bool{}
	for _, b := range builds {
		fields := strings.SplitN(b, " ", 3) // such as "B A Milan"
		if len(fields) < 3 || len(chosen) == n {
			continue
		}
		city, _, _ := strings.Cut(fields[2], "/") // the name without the coast
		if !built[city] {
			built[city] = true
			chosen = append(chosen, b)
		}
	}
	return chosen
}

// play sends orders for the current phase.
func play(at string) error {
	var l legal
	var p position
	var owed, done answer
	if err := errors.Join(call("GET", at+"/legal", nil, &l), call("GET", at+"/position", nil, &p),
		call("POST", at+"/orders/check", map[string]any{"lines": []string{}}, &owed)); err != nil {
		return err
	}
	// Send the revision of the position above: if the game moves on in the meantime, the judge
	// refuses the orders, so they never count in another phase.
	orders := map[string]any{"lines": choose(&l, &p, &owed), "revision": l.Revision}
	if err := call("PUT", at+"/orders", orders, &done); err != nil {
		return err
	}
	good := 0
	for _, v := range done.Verdicts {
		if v.OK {
			good++
		} else {
			log.Printf("refused: %s: %s", v.Text, v.Error)
		}
	}
	log.Printf("%s: %d orders", l.Phase, good)
	return call("PUT", at+"/ready", map[string]any{"ready": true, "revision": l.Revision}, &game{})
}

// watch calls f at once and after each change of the game, until f returns an error or the
// stream ends.
func watch(name string, f func() error) error {
	resp, err := open("GET", "/events?game="+url.QueryEscape(name), nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if lines.Text() == "event: state" {
			if err := f(); err != nil {
				return err
			}
		}
	}
	return lines.Err()
}

var errOver = errors.New("the game is over")

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: bot-go GAME")
	}
	at := "/games/" + url.PathEscape(os.Args[1])
	played := 0 // the revision for which orders were sent
	for {
		err := watch(os.Args[1], func() error {
			var g game
			if err := call("GET", at, nil, &g); err != nil {
				return err
			}
			switch {
			case g.Status == "over" || g.Status == "terminated":
				return errOver
			case g.Status != "active" || g.Revision == played:
				return nil
			case g.You.Seat == 0:
				return fmt.Errorf("the token plays no seat of this game")
			}
			if err := play(at); err != nil {
				return err
			}
			played = g.Revision
			return nil
		})
		var p *problem
		wait := 2 * time.Second
		switch {
		case errors.Is(err, errOver):
			log.Print(err)
			return
		case errors.As(err, &p) && (p.Code == "stale" || p.Code == "conflict"): // the game has moved on
			wait = time.Second
		case errors.As(err, &p) && (p.Code == "too_many" || p.Code == "unavailable" || p.Code == "internal"):
			wait = max(wait, p.after)
		case errors.As(err, &p):
			log.Fatal(p)
		}
		time.Sleep(wait) // the stream broke off; open it again
	}
}

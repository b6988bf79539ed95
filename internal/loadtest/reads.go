//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"sync"
	"time"

	"podesta/internal/seed"
)

// readers is the number of signed-in players during the measurement.
const readers = 40

// reading is a kind of page or API answer.
type reading struct {
	name string
	path func(seed.Game) string
	mine bool // whether a signed-in player of the game requests it
}

// readings lists what people and programs read, all equally often.
var readings = []reading{
	{"front page", func(seed.Game) string { return "/" }, false},
	{"front page, signed in", func(seed.Game) string { return "/" }, true},
	{"page of a game", func(g seed.Game) string { return "/g/" + g.ID }, false},
	{"page of a game, its player", func(g seed.Game) string { return "/g/" + g.ID }, true},
	{"what its player may order", func(g seed.Game) string { return "/g/" + g.ID + "/table.json" }, true},
	{"map of a game", func(g seed.Game) string { return fmt.Sprintf("/g/%s/map/%d.svg", g.ID, g.Number) }, false},
	{"page of a past phase", func(g seed.Game) string { return fmt.Sprintf("/g/%s/p/%d", g.ID, g.Number-1) }, false},
	{"letters of a game, its player", func(g seed.Game) string { return "/g/" + g.ID + "/letters" }, true},
	{"list of games", func(seed.Game) string { return "/games" }, false},
	{"API: a game", func(g seed.Game) string { return "/api/v1/games/" + g.ID }, false},
	{"API: a position", func(g seed.Game) string { return "/api/v1/games/" + g.ID + "/position" }, false},
	{"API: list of games", func(seed.Game) string { return "/api/v1/games?limit=20" }, false},
}

// player is a player with a session.
type player struct {
	game seed.Game
	http *http.Client
}

// crowdReader requests pages and answers at an even rate, whether or not earlier
// ones have arrived.
type crowdReader struct {
	server  *server
	games   []seed.Game
	players []player
	plain   *http.Client
	rate    int // requests per second
}

// newCrowdReader returns a reader of the round's games, and signs in the players on whose behalf
// it reads.
func (r *round) newCrowdReader() (*crowdReader, error) {
	// Answers are compressed, as they are for browsers, but not decompressed here, because that
	// would take processor time from the judge.
	c := &crowdReader{
		server: r.server, games: r.games, rate: r.rate,
		plain: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256, DisableCompression: true}},
	}
	for i := range readers {
		g := c.games[i*len(c.games)/readers]
		p := player{g, &http.Client{Transport: c.plain.Transport}}
		p.http.Jar, _ = cookiejar.New(nil) // cannot fail without options
		who := g.Players[rand.IntN(len(g.Players))]
		a, err := p.http.PostForm(c.server.base+"/signin", url.Values{
			"email":    {who.Email},
			"password": {seed.Password},
		})
		if err != nil {
			return nil, err
		}
		_ = a.Body.Close()
		if a.StatusCode != http.StatusOK || a.Request.URL.Path == "/signin" {
			return nil, fmt.Errorf("a player could not sign in: %s", a.Status)
		}
		c.players = append(c.players, p)
	}
	return c, nil
}

// run sends requests until ctx ends, and returns the times of each kind and of all together. A
// due request is sent late rather than not at all, so that a slow judge gets no relief.
func (c *crowdReader) run(ctx context.Context) (each []*times, all *times) {
	var mu sync.Mutex
	all = &times{name: "all together"}
	for i := range readings {
		each = append(each, &times{name: readings[i].name})
	}
	var wg sync.WaitGroup
	defer wg.Wait()
	begun := time.Now()
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return each, all
		case <-time.After(time.Until(begun.Add(time.Duration(n) * time.Second / time.Duration(c.rate)))):
		}
		wg.Go(func() {
			kind := n % len(readings)
			game, client := c.games[rand.IntN(len(c.games))], c.plain
			if readings[kind].mine {
				p := c.players[rand.IntN(len(c.players))]
				game, client = p.game, p.http
			}
			// The last requests may be answered after ctx has ended.
			took, err := fetch(context.WithoutCancel(ctx), client, c.server.base+readings[kind].path(game))
			mu.Lock()
			defer mu.Unlock()
			for _, t := range []*times{all, each[kind]} {
				if err != nil {
					t.err, t.bad = err, t.bad+1
				} else {
					t.all = append(t.all, took)
				}
			}
		})
	}
}

// reads reads pages and answers for the planned time.
func (r *round) reads(ctx context.Context) error {
	c, err := r.newCrowdReader()
	if err != nil {
		return err
	}
	if err := r.calm(ctx); err != nil {
		return err
	}
	before, err := r.server.used()
	if err != nil {
		return err
	}
	begun := time.Now()
	limited, cancel := context.WithTimeout(ctx, r.reading)
	defer cancel()
	each, all := c.run(limited)
	took := time.Since(begun)
	after, err := r.server.used()
	if err != nil {
		return err
	}
	fmt.Printf("%d pages and answers read in %s, %.0f a second; %.1f ms of work each; memory at most %d MB\n",
		len(all.all), took.Round(100*time.Millisecond), float64(len(all.all))/took.Seconds(), (after.work-before.work).Seconds()*1000/float64(max(1, len(all.all))), after.peak)
	for _, t := range append(each, all) {
		fmt.Println("  ", t)
	}
	if all.bad > 0 {
		return errors.Join(errors.New("some could not be read"), all.err)
	}
	return ctx.Err()
}

// calm waits until the judge is idle, because after a pause it first checks the clocks of all
// games.
func (r *round) calm(ctx context.Context) error {
	const pause = 2 * time.Second
	for range 60 {
		before, err := r.server.used()
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		if after, err := r.server.used(); err != nil || after.work-before.work < pause/20 {
			return err
		}
	}
	return errors.New("the judge is working although nobody has sent it a request")
}

// fetch reads a page completely.
func fetch(ctx context.Context, client *http.Client, address string) (time.Duration, error) {
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return 0, err
	}
	// The judge limits requests per address, but these represent many people.
	q.Header.Set("Accept-Encoding", "gzip")
	q.Header.Set("X-Forwarded-For", fmt.Sprintf("10.0.%d.%d", rand.IntN(256), rand.IntN(256)))
	begun := time.Now()
	a, err := client.Do(q)
	if err != nil {
		return 0, err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err == nil && a.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s: %.200s", address, a.Status, text)
	}
	return time.Since(begun), err
}

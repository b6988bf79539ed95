//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/hosting"
	"podesta/internal/judge"
	"podesta/internal/lobby"
	"podesta/internal/tournament"
)

// entrants is the number of players in the tournament. Each table has three or four of them.
const entrants = 9

// cup is a tournament with the people who play in it.
type cup struct {
	id        string
	organiser *person
	players   []*person
}

// newCup creates a tournament, and enters the people.
func newCup(ctx context.Context, j *judge.Judge, organiser *person, hook string) (*cup, error) {
	c := &cup{organiser: organiser}
	h := hosting.Default()
	h.Rated, h.Listed = false, true
	id, err := j.Tournaments.NewTournament(ctx, organiser.account, tournament.Settings{
		Name: "Palio", Scoring: "squares", Smaller: true, Hosting: h, Games: lobby.NewGame{Scenario: "A", Variant: "A-4"},
	})
	if err != nil {
		return nil, err
	}
	c.id = id
	if err := j.Tournaments.AnnounceTournament(ctx, id, organiser.account); err != nil {
		return nil, err
	}
	for i := range entrants {
		p, err := newPerson(ctx, j, fmt.Sprintf("Entrant %c", 'A'+i), hook)
		if err != nil {
			return nil, err
		}
		if err := j.Tournaments.EnterTournament(ctx, id, p.account, false); err != nil {
			return nil, err
		}
		c.players = append(c.players, p)
	}
	return c, nil
}

// Cup is the tournament at the end of a round, as its organiser sees it.
type Cup struct {
	ID     string            `json:"id"`
	Rounds []CupRound        `json:"rounds"`
	Emails map[string]string `json:"emails"` // e-mail addresses, keyed by name
	Games  []string          `json:"games"`  // IDs of the games that the judge has for it
}

// CupRound is a round of the tournament.
type CupRound struct {
	Number int        `json:"number"`
	Status string     `json:"status"`
	Tables []CupTable `json:"tables"`
	Byes   []string   `json:"byes"`
}

// CupTable is a table of a round.
type CupTable struct {
	Game  string    `json:"game"`
	Over  bool      `json:"over"`
	Seats []CupSeat `json:"seats"`
}

// CupSeat is a seat at a table.
type CupSeat struct {
	Player string  `json:"player"`
	Points float64 `json:"points"`
}

// collect returns the tournament as stored in the database.
func (c *cup) collect(ctx context.Context, j *judge.Judge) (*Cup, error) {
	v, err := j.Tournaments.Tournament(ctx, c.id, c.organiser.account)
	if err != nil {
		return nil, err
	}
	out := &Cup{ID: c.id, Emails: map[string]string{}}
	for _, p := range c.players {
		out.Emails[p.name] = p.email
	}
	for _, r := range v.Rounds {
		round := CupRound{Number: r.Number, Status: string(r.Status), Byes: r.Byes}
		for _, t := range r.Tables {
			table := CupTable{Game: t.Game, Over: t.Over}
			for _, s := range t.Seats {
				table.Seats = append(table.Seats, CupSeat{s.Name, float64(s.Points) / 1000})
			}
			round.Tables = append(round.Tables, table)
		}
		out.Rounds = append(out.Rounds, round)
	}
	all, err := j.Base.GamesOf(ctx, c.organiser.account)
	for _, g := range all {
		if g.Hosting.Tournament == c.id {
			out.Games = append(out.Games, g.ID)
		}
	}
	return out, err
}

// cupClients returns the clients of the tournament: its organiser and its players.
func (r *round) cupClients() []*client {
	var out []*client
	for i, who := range append([]*person{r.town.cup.organiser}, r.town.cup.players...) {
		out = append(out, &client{
			run: r, seat: i, name: "cup/" + who.name, secret: who.token, http: r.newHTTP(),
			rand: rand.New(rand.NewPCG(r.seed, uint64(r.number)<<32|uint64(1<<16+i))),
		})
	}
	return out
}

// cup takes one action as the organiser or as a player. Players have little to do.
func (c *client) cup(p *process) {
	if c.seat == 0 {
		c.preside(p)
	} else if c.rand.IntN(4) == 0 {
		c.attend(p)
	}
}

// preside takes one action as the organiser: it looks at the tournament, and usually takes the
// next step.
func (c *client) preside(p *process) {
	o := c.begin(cupOp, "api", p)
	status, answer, err := c.api(p, "GET", c.cupPath(), nil)
	var now struct{ Schedule []CupRound }
	if err != nil || status != http.StatusOK || json.Unmarshal(answer, &now) != nil {
		return
	}
	for _, r := range now.Schedule { // record the results of finished games, which must not change afterwards
		for _, t := range r.Tables {
			if t.Over {
				c.run.journal.scored(t)
			}
		}
	}
	at := CupRound{}
	if n := len(now.Schedule); n > 0 {
		at = now.Schedule[n-1]
	}
	soon := func(seconds int) time.Time { return c.run.now().Add(time.Duration(seconds) * time.Second).UTC() }
	action := func(do string) (string, string, any) { return "POST", "/actions", map[string]string{"do": do} }
	name := func() string { return c.run.town.cup.players[c.rand.IntN(entrants)].name }
	var method, path string
	var in any
	switch n := c.rand.IntN(100); {
	case at.Status == "" || at.Status == "over":
		method, path, in = "POST", "/rounds", map[string]any{"all": c.rand.IntN(2) == 0, "confirmBy": soon(2), "starts": soon(4)}
	case n < 15:
		method, path, in = "PUT", "/entrants/"+url.PathEscape(name()), map[string]any{}
	case n < 20:
		method, path = "DELETE", "/entrants/"+url.PathEscape(name())
	case n < 40 && at.Status != "called":
		method, path, in = "POST", "/replacements", map[string]string{"name": name(), "by": name()}
	case at.Status == "playing":
		method, path, in = action("endRound")
	case n < 45:
		method, path, in = action("cancelRound")
	case n < 70 || at.Status == "called":
		method, path, in = action("seed")
	default:
		method, path, in = action("start")
	}
	o.Text = method + " " + path
	o.Call = c.run.journal.now()
	status, answer, err = c.api(p, method, c.cupPath()+path, in)
	c.end(&o, status, answer, err)
}

func (c *client) cupPath() string { return "/tournaments/" + c.run.town.cup.id }

// attend takes one action as a player of the tournament.
func (c *client) attend(p *process) {
	o := c.begin(cupOp, "api", p)
	var status int
	var answer []byte
	var err error
	switch n := c.rand.IntN(10); {
	case n < 7:
		o.Text = "confirmation"
		status, answer, err = c.api(p, "PUT", c.cupPath()+"/confirmation", map[string]bool{"plays": n > 0})
	case n < 9:
		o.Text = "entry"
		status, answer, err = c.api(p, "PUT", c.cupPath()+"/entry", map[string]any{})
	default:
		o.Text = "leave"
		status, answer, err = c.api(p, "DELETE", c.cupPath()+"/entry", nil)
	}
	c.end(&o, status, answer, err)
}

// replacedIn matches the subject of an e-mail to a player who has lost a seat.
var replacedIn = regexp.MustCompile(`you have been replaced in round ([0-9]+)`)

// checkCup returns what is wrong with the tournament.
func checkCup(h *History) (wrong []string) {
	c := h.Cup
	if c == nil {
		return nil
	}
	say := func(format string, args ...any) {
		wrong = append(wrong, "the tournament: "+fmt.Sprintf(format, args...))
	}
	// maps games, or numbers of rounds, to the addresses that have received an e-mail about
	// them: that the game begins, or that someone else plays in it
	about := map[[2]string]bool{}
	for _, l := range h.Letters {
		if m := replacedIn.FindStringSubmatch(l.Subject); m != nil {
			about[[2]string{m[1], l.To}] = true
		}
		if m := aboutPhase.FindStringSubmatch(l.ID); m != nil {
			about[[2]string{m[1], l.To}] = true
		}
	}
	final := map[string]CupTable{}
	var games []string
	for i, r := range c.Rounds {
		if r.Number != i+1 {
			say("round %d has the number %d", i+1, r.Number)
		}
		if i < len(c.Rounds)-1 && r.Status != "over" {
			say("round %d is %s, and another one has been announced", r.Number, r.Status)
		}
		sits := slices.Clone(r.Byes)
		for _, t := range r.Tables {
			sum := 0.0
			for _, s := range t.Seats {
				sits = append(sits, s.Player)
				sum += s.Points
				to := c.Emails[s.Player]
				if t.Game != "" && !about[[2]string{t.Game, to}] && !about[[2]string{strconv.Itoa(r.Number), to}] {
					say("%s has not been told that the game %s of round %d begins", s.Player, t.Game, r.Number)
				}
			}
			if t.Game == "" && (r.Status == "playing" || r.Status == "over") {
				say("a table of round %d has no game", r.Number)
			}
			if t.Game != "" {
				games = append(games, t.Game)
			}
			if r.Status == "over" && !t.Over {
				say("round %d is over, and its game %s is not", r.Number, t.Game)
			}
			if want := 50 * float64(len(t.Seats)); t.Over && math.Abs(sum-want) > 0.01 {
				say("the points of the game %s are %.3f in all, and not %.0f", t.Game, sum, want)
			}
			final[t.Game] = t
		}
		slices.Sort(sits)
		if len(slices.Compact(slices.Clone(sits))) != len(sits) {
			say("round %d has somebody twice: %s", r.Number, strings.Join(sits, ", "))
		}
	}
	slices.Sort(games)
	if has := slices.Sorted(slices.Values(c.Games)); !slices.Equal(games, has) {
		say("its rounds have the games %v, and the judge has %v", games, has)
	}
	for _, t := range h.Scored {
		if !slices.Equal(final[t.Game].Seats, t.Seats) {
			say("the result of the game %s was %v, and is now %v", t.Game, t.Seats, final[t.Game].Seats)
		}
	}
	return wrong
}

package queue_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/queue"
	"podesta/internal/schedule"
)

// The assumptions of the simulated crowd; docs/benchmarks.md explains them.
const (
	crowdNoShow  = 0.15  // share of people who join and never come back
	crowdForgets = 0.003 // share of people who confirm but send no first orders
	crowdReply   = 2.0   // median time until the others answer the request, in hours
	crowdSpread  = 1.2   // standard deviation of the logarithm of that time
	crowdPerDay  = 3.0   // arrivals per day
)

// crowdPerson is a person of the simulated crowd.
type crowdPerson struct {
	id      string
	arrives time.Time
	wants   game.Wants
	record  schedule.Record
	noShow  bool
	forgets bool
	reply   time.Duration // time from a request to confirm to the answer
	choice  float64       // random number from 0 to 1 that selects the game to create
	began   time.Time     // when their game began; zero if it has not
}

// newCrowd draws people: arrivals at random times, with independent wishes.
func newCrowd(n int, perDay float64, r *rand.Rand) []*crowdPerson {
	some := func(chances map[string]float64, order ...string) []string {
		for {
			var out []string
			for _, word := range order {
				if r.Float64() < chances[word] {
					out = append(out, word)
				}
			}
			if len(out) > 0 {
				return out
			}
		}
	}
	at := crowdStart
	var out []*crowdPerson
	for i := range n {
		at = at.Add(time.Duration(r.ExpFloat64() / perDay * float64(24*time.Hour))).Truncate(time.Second)
		p := &crowdPerson{
			id: fmt.Sprintf("crowd%04d", i), arrives: at, noShow: r.Float64() < crowdNoShow, forgets: r.Float64() < crowdForgets,
			reply: time.Duration(math.Exp(math.Log(crowdReply)+crowdSpread*r.NormFloat64()) * float64(time.Hour)).Truncate(time.Second), choice: r.Float64(),
		}
		w := &p.wants
		w.Paces = some(map[string]float64{"daily": .6, "usual": .5, "weekly": .3}, "daily", "usual", "weekly")
		if r.Float64() > .2 { // all others accept any edition
			w.Editions = some(map[string]float64{"battleline-1978-basic": .35, "battleline-1978-advanced": .3, "battleline-1978-optional": .25, "njudge-classic": .4, "machiavelli-1995": .3},
				"njudge-classic", "battleline-1978-basic", "battleline-1978-advanced", "battleline-1978-optional", "machiavelli-1995")
		} else {
			w.Editions = []string{"njudge-classic", "battleline-1978-basic", "battleline-1978-advanced", "battleline-1978-optional", "machiavelli-1995"}
		}
		switch x := r.Float64(); {
		case x < .4: // any number
		case x < .7:
			w.Least = 5
		case x < .9:
			w.Most = 5
		default:
			w.Least = 7
		}
		if r.Float64() < .1 && w.Least < 7 && w.Most == 0 { // a few want only one scenario
			w.Scenarios, w.Editions = []string{"B"}, slices.DeleteFunc(w.Editions, func(e string) bool { return e == "machiavelli-1995" })
			if len(w.Editions) == 0 {
				w.Editions = []string{"njudge-classic"}
			}
		}
		if slices.Equal(w.Editions, []string{"machiavelli-1995"}) { // the edition has scenarios for six and eight
			w.Least, w.Most = min(w.Least, 6), 0
		}
		if r.Float64() < .4 { // a player with experience
			late := r.IntN(8)
			p.record = schedule.Record(strings.Repeat("+", 40) + strings.Repeat("-", late))
			if score := p.record.Score(); r.Float64() < .5 && score.Percent >= 80 {
				w.Reliability = 80
			}
		}
		out = append(out, p)
	}
	return out
}

var crowdStart = time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)

// crowdJudge is a judge with the accounts of a crowd.
type crowdJudge struct {
	*room
	people map[string]*crowdPerson
	games  map[string]bool // games that have begun
	lacks  int             // number of those games in which first orders are missing
}

func newCrowdJudge(t *testing.T, people []*crowdPerson) *crowdJudge {
	t.Helper()
	j := &crowdJudge{room: open(t), people: map[string]*crowdPerson{}, games: map[string]bool{}}
	j.Clock.Set(crowdStart)
	j.Must(j.Store.Write(ctx, func(tx *game.Tx) error {
		for _, p := range people {
			j.people[p.id] = p
			record, err := json.Marshal(account.PlayerRecord{Outcomes: p.record})
			if err != nil {
				return err
			}
			if err := tx.Accounts.SaveAccount(game.Account{ID: p.id, Name: p.id, Email: p.id + "@example.org", Verified: true, Created: crowdStart, Record: record}); err != nil {
				return err
			}
			if err := tx.Accounts.SaveRecord(p.id, record); err != nil {
				return err
			}
		}
		return nil
	}))
	return j
}

// began records, the first time that it finds a game active, that its players have begun to play.
func (j *crowdJudge) began(id string) {
	j.T.Helper()
	if j.games[id] {
		return
	}
	g, err := j.Base.Game(ctx, id)
	j.Must(err)
	if g.Status != game.Active {
		return
	}
	j.games[id] = true
	members, err := j.Lobby.Members(ctx, id)
	j.Must(err)
	lacks := false
	for _, m := range members {
		if p := j.people[m.Account]; m.Kind == game.Player && m.Present() {
			p.began = j.Clock.Now()
			lacks = lacks || p.noShow || p.forgets
		}
	}
	if lacks {
		j.lacks++
	}
}

// result is the outcome of a simulation.
type result struct {
	// median is the median time from joining to the first phase, among people who come back.
	// People who are still waiting at the end count as waiting until then.
	median time.Duration
	games  int
	lacks  float64 // share of first phases in which someone's orders are missing
	served float64 // share of the people who come back whose game has begun
}

func (j *crowdJudge) result(end time.Time) result {
	var waits []time.Duration
	served := 0
	for _, p := range j.people {
		if p.noShow {
			continue
		}
		until := end
		if !p.began.IsZero() {
			until = p.began
			served++
		}
		waits = append(waits, until.Sub(p.arrives))
	}
	slices.Sort(waits)
	return result{waits[len(waits)/2], len(j.games), float64(j.lacks) / float64(max(len(j.games), 1)), float64(served) / float64(len(waits))}
}

// choice is a game that the queue offers.
type choice struct {
	edition, scenario, variant, pace string
	players                          int
}

// choices returns the games that a person accepts, in the order of the offers.
func choices(w game.Wants) (out []choice) {
	o := queue.Offered()
	accepts := func(words []string, word string) bool { return len(words) == 0 || slices.Contains(words, word) }
	for _, e := range o.Editions {
		if !accepts(w.Editions, e.ID) || len(w.Editions) == 0 && !o.AnyEdition(e.ID) {
			continue
		}
		for _, p := range o.Paces {
			for n := cmp.Or(w.Least, queue.LeastPlayers); n <= cmp.Or(w.Most, queue.MostPlayers); n++ {
				for i, s := range o.Scenarios {
					if v := o.Variant(e.ID, i, n); v != "" && accepts(w.Scenarios, s.ID) && accepts(w.Paces, p.Name) {
						out = append(out, choice{e.ID, s.ID, v, p.Name, n})
					}
				}
			}
		}
	}
	return out
}

// largest returns the games with the most players, because the form for a new game suggests games
// in which everyone has one power.
func largest(all []choice) []choice {
	most := 0
	for _, c := range all {
		most = max(most, c.players)
	}
	return slices.DeleteFunc(all, func(c choice) bool { return c.players < most && os.Getenv("PODESTA_CROWD_HOSTS") != "any" })
}

// without simulates the crowd without a queue: people join the open game that suits them and
// lacks the fewest players, or create one. A game begins when it is full.
func (j *crowdJudge) without(people []*crowdPerson) result {
	j.T.Helper()
	type table struct {
		id      string
		kind    choice
		least   int
		missing int
		worst   int
	}
	var open []*table
	for _, p := range people {
		j.Clock.Set(p.arrives)
		score := p.record.Score()
		var best *table
		for _, t := range open {
			if !slices.Contains(choices(p.wants), t.kind) || score.Known && score.Percent < t.least || t.worst < p.wants.Reliability {
				continue
			}
			if best == nil || t.missing < best.missing {
				best = t
			}
		}
		if best == nil {
			all := largest(choices(p.wants))
			best = &table{kind: all[int(p.choice*float64(len(all)))], least: p.wants.Reliability, worst: 100}
			h := hosting.Default()
			hosting.FindPace(best.kind.pace).Keep(&h)
			h.Listed, h.MinReliability = true, best.least
			g, err := j.Lobby.Host(ctx, p.id, lobby.NewGame{Name: "Game of " + p.id, Preset: best.kind.edition, Scenario: best.kind.scenario, Variant: best.kind.variant, Plays: true}, h)
			j.Must(err)
			best.id, best.missing = g.ID, best.kind.players-1
			open = append(open, best)
		} else {
			j.Must(j.Lobby.Join(ctx, best.id, p.id, ""))
			best.missing--
		}
		if score.Known {
			best.worst = min(best.worst, score.Percent)
		}
		if best.missing == 0 {
			open = slices.DeleteFunc(open, func(t *table) bool { return t == best })
			j.began(best.id)
		}
	}
	return j.result(people[len(people)-1].arrives)
}

// step is the simulated time between two updates of the crowd.
const step = 10 * time.Minute

// with simulates the crowd with the queue. People who come back answer requests to confirm their
// presence after their reply time, in the queue or in a game.
func (j *crowdJudge) with(people []*crowdPerson) result {
	j.T.Helper()
	end := people[len(people)-1].arrives
	answers := map[string]time.Time{} // time at which each person will answer
	next := 0
	for at := crowdStart; at.Before(end); at = at.Add(step) {
		j.Clock.Set(at)
		for ; next < len(people) && !people[next].arrives.After(at); next++ {
			_, err := j.Queue.Enqueue(ctx, people[next].id, people[next].wants)
			j.Must(err)
		}
		j.work()
		asked, began := j.asked()
		for id, gameID := range asked {
			p := j.people[id]
			when, known := answers[id]
			switch {
			case p.noShow:
			case !known:
				answers[id] = at.Add(p.reply)
			case !when.After(at):
				delete(answers, id)
				if gameID == "" {
					j.Must(j.Queue.RenewQueue(ctx, id))
					break
				}
				role, err := j.Base.RoleOf(ctx, gameID, id)
				j.Must(err)
				j.Must(j.Lobby.ConfirmSeat(ctx, gameID, role))
			}
		}
		for _, id := range began {
			j.began(id)
		}
	}
	return j.result(end)
}

// asked returns the people who were asked to confirm their presence. It maps each account to the
// game in question, or to "" for the queue. It also returns the games that have begun.
func (j *crowdJudge) asked() (out map[string]string, began []string) {
	j.T.Helper()
	out = map[string]string{}
	j.Must(j.Store.Read(ctx, func(tx *game.Tx) error {
		all, err := tx.Queue.Queue()
		if err != nil {
			return err
		}
		for _, w := range all {
			if w.Asked.After(w.Confirmed) {
				out[w.Account] = ""
			}
		}
		list, err := tx.Games.ListGames(game.GameQuery{Status: game.Forming, Hidden: true})
		if err != nil {
			return err
		}
		for _, id := range list.IDs {
			m, err := gamestate.ReadMuster(tx, id)
			if err != nil || m == nil {
				return err
			}
			for a, p := range m.Players {
				if p.Confirmed.IsZero() {
					out[a] = id
				}
			}
		}
		running, err := tx.Games.ListGames(game.GameQuery{Status: game.Active, Hidden: true, Limit: 20})
		began = running.IDs
		return err
	}))
	return out, began
}

// TestCrowd compares a simulated crowd with the queue and without it, on a judge with a fake
// clock. With the queue, the time until half of the people play must be at most half as long, and
// fewer than 2 of 100 first phases may lack someone's orders. PODESTA_CROWD sets how many people
// arrive, and PODESTA_CROWD_DAY how many per day. With PODESTA_CROWD_HOSTS=any, people who create
// a game choose among all that they accept, not only among those with the most players.
func TestCrowd(t *testing.T) {
	t.Parallel()
	n, _ := strconv.Atoi(cmp.Or(os.Getenv("PODESTA_CROWD"), "150"))
	perDay, err := strconv.ParseFloat(cmp.Or(os.Getenv("PODESTA_CROWD_DAY"), fmt.Sprint(crowdPerDay)), 64)
	if err != nil {
		t.Fatal(err)
	}
	draw := func() []*crowdPerson { return newCrowd(n, perDay, rand.New(rand.NewPCG(1, 2))) }
	people := draw()
	before := newCrowdJudge(t, people).without(people)
	people = draw()
	after := newCrowdJudge(t, people).with(people)
	t.Logf("%d people, %.0f a day: without the queue median %v, %.0f %% play, %d games, %.1f %% lack first orders; with it median %v, %.0f %% play, %d games, %.1f %%",
		n, perDay, before.median.Round(time.Minute), 100*before.served, before.games, 100*before.lacks, after.median.Round(time.Minute), 100*after.served, after.games, 100*after.lacks)
	if 2*after.median > before.median {
		t.Errorf("the median wait is %v, and was %v without the queue", after.median, before.median)
	}
	if after.lacks >= .02 {
		t.Errorf("%.1f %% of first phases lack orders", 100*after.lacks)
	}
}

package botgames

import (
	"encoding/binary"
	"fmt"
	"os"
	"slices"
	"strconv"
	"testing"

	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// course is what happened to the new player in a first game.
type course struct {
	won      bool // whether the new player won, alone or with others
	phases   int  // phases of the game
	contests int  // orders of the new player that met a unit of another player
	retreats int  // retreats of the new player's units
	lessons  int  // number of events that the coach has explained
}

// firstSet returns the rules and the start of a first game.
func firstSet(t testing.TB) (*rules.Set, *position.Position) {
	t.Helper()
	r, err := rules.Make("battleline-1978-basic", firstRules())
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.New(scenario.First().ID, "", &r)
	if err != nil {
		t.Fatal(err)
	}
	return &r, p
}

// playFirst plays a first game in which a computer player of a given level has the new player's
// seat.
func playFirst(t testing.TB, level string, seed, game int) course {
	r, p := firstSet(t)
	name := fmt.Sprint(seed, "-", game)
	roll := func(p *position.Position) *dice.Dice {
		return dice.New([]byte(strconv.Itoa(seed)), dice.Scope(name, p.Phase.Campaign(), ""), nil)
	}
	opened, err := turn.Open(p, r, roll(p))
	if err != nil {
		t.Fatal(err)
	}
	p = opened.Next
	me, _ := p.Setting.Powers.Find(FirstPower)
	players := make([]bot.Player, len(p.Setting.Powers))
	past := make([][]bot.Past, len(players))
	for i := 1; i < len(players); i++ {
		kind := FirstBot
		if machiavelli.Power(i) == me {
			kind = level
		}
		if players[i], err = bot.New(kind); err != nil {
			t.Fatal(err)
		}
	}
	var c course
	pupil := Pupil{Power: me}
	for ; p.Victors == 0; c.phases++ {
		if p.Phase.Year > FirstLastYear {
			t.Fatalf("the game goes on in %s", p.Phase)
		}
		var lines []turn.Line
		views := make([]bot.View, len(players))
		for i := 1; i < len(players); i++ {
			power := machiavelli.Power(i)
			views[i] = bot.Look(p, r, bot.Alone(p, power), fmt.Sprint(name, "-", i))
			lines = append(lines, players[i].Decide(views[i].Recalling(past[i]), power)...)
		}
		res, err := turn.Process(p, lines, r, roll(p))
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(players); i++ {
			seen := report.Seen(res.Events, report.Viewer{Powers: bot.Alone(p, machiavelli.Power(i))}, r)
			past[i] = append(past[i][max(0, len(past[i])-bot.Memory+1):], bot.Past{View: views[i], Events: seen})
		}
		c.add(res.Events, me)
		if !pupil.Learn(res.Next, res.Events).IsZero() {
			c.lessons++
		}
		p = res.Next
	}
	c.won = p.Victors.Has(me)
	return c
}

// add counts what happened to a power in a phase.
func (c *course) add(events []event.Event, me machiavelli.Power) {
	rival := func(u position.Unit) bool { return u.Owner != me && u.Owner != machiavelli.Nobody }
	met := map[position.Unit]bool{} // the units whose orders met another player's
	for _, e := range events {
		switch e := e.(type) {
		case event.Ordered: // it bounced, succeeded or dislodged another unit, or its support was cut
			if e.Unit.Owner == me && (e.Order.Kind == order.Advance || e.Order.Kind == order.Convert || e.Result.Verdict == event.Cut) && slices.ContainsFunc(e.Culprits, rival) {
				met[e.Unit] = true
			}
		case event.UnitDislodged:
			if e.Dislodged.Unit.Owner == me && rival(e.By) {
				met[e.Dislodged.Unit] = true
			}
		case event.SiegeCompleted:
			if e.Lost != nil && (e.By.Owner == me && rival(*e.Lost) || e.Lost.Owner == me && rival(e.By)) {
				met[e.By] = true
			}
		case event.Retreated:
			if e.Unit.Owner == me {
				c.retreats++
			}
		}
	}
	c.contests += len(met)
}

// median returns the median of a number computed from each game.
func median(games []course, of func(course) int) int {
	var all []int
	for _, g := range games {
		all = append(all, of(g))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

// TestFirstGame measures a new player's first game with computer players in the new player's seat.
// The easy one represents someone who is still guessing, and the strongest represents someone who
// follows every hint. The easy one must win 30 to 60 of 100 games. Every game of the other must
// have at least 8 phases, and the median game at most 14, and both must see three contests and a
// retreat. The games are always the same ones, so that the result is reproducible; PODESTA_RANDOM
// is the number of games that each plays with another seed.
func TestFirstGame(t *testing.T) {
	if testing.Short() { // under the race detector thinking takes ten times as long
		t.Skip("\n*** THE FIRST GAME WAS NOT MEASURED: this is a short run ***")
	}
	t.Parallel()
	seed, fresh := 1, 0
	if n := os.Getenv("PODESTA_RANDOM"); n != "" {
		var err error
		if fresh, err = strconv.Atoi(n); err != nil {
			t.Fatal(err)
		}
		seed = int(binary.BigEndian.Uint32(game.RandomBytes(4)))
	}
	for _, x := range []struct {
		level       string
		games       int
		least, most int // percentage of games that the new player wins
		shortest    int // minimum number of phases in a game
	}{
		{"easy", 100, 30, 60, 1},
		{"principe", 16, 70, 100, 8},
	} {
		games := make([]course, max(x.games, fresh))
		for i := range games {
			games[i] = playFirst(t, x.level, seed, i)
		}
		won := 0
		for _, c := range games {
			if c.won {
				won++
			}
		}
		share := float64(100*won) / float64(len(games))
		shortest := slices.MinFunc(games, func(a, b course) int { return a.phases - b.phases }).phases
		long := median(games, func(c course) int { return c.phases })
		contests, retreats := median(games, func(c course) int { return c.contests }), median(games, func(c course) int { return c.retreats })
		taught := 0
		for _, c := range games {
			if c.lessons == len(lessons) {
				taught++
			}
		}
		if 10*taught < 9*len(games) {
			t.Errorf("with %s in the newcomer's seat, support, stand-off, garrison and siege are all explained in %d of %d games only", x.level, taught, len(games))
		}
		what := fmt.Sprintf("seed %d, %s in the newcomer's seat, %d games: won %.1f%%, at least %d phases; in the median game %d phases, %d contests, %d retreats; all explained in %d", seed, x.level, len(games), share, shortest, long, contests, retreats, taught)
		t.Log(what)
		if share < float64(x.least) || share > float64(x.most) || shortest < x.shortest || long > 14 || contests < 3 || retreats < 1 {
			t.Error(what)
		}
		if long < FirstPhases-2 || long > FirstPhases+2 {
			t.Errorf("%s; pages say %d phases and %d minutes", what, FirstPhases, FirstMinutes)
		}
	}
}

// TestFirstGoal checks that no power can reach the goal of a first game with neutral cities
// alone: it needs a city of another player.
func TestFirstGoal(t *testing.T) {
	t.Parallel()
	r, p := firstSet(t)
	b := p.Setting.Board
	neutral := 0
	for at := b.Cities.Next(board.None); at != board.None; at = b.Cities.Next(at) {
		if p.City[at] == machiavelli.Nobody && !p.Setting.OffBoard.Has(at) && reachable(p, at) {
			neutral++
		}
	}
	for x := 1; x < len(p.Setting.Powers); x++ {
		power := machiavelli.Power(x)
		if has := turn.Cities(p, r, power); has+neutral >= FirstCities {
			t.Errorf("%s has %d cities and can take %d that nobody plays: that is %d, and %d win", p.Setting.Powers[power].Name, has, neutral, has+neutral, FirstCities)
		}
	}
}

// reachable reports whether an army or a fleet can get from one area of the game to another.
func reachable(p *position.Position, at board.ID) bool {
	b := p.Setting.Board
	near := b.Borders[at]
	for x := near.Next(board.None); x != board.None; x = near.Next(x) {
		if !p.Setting.OffBoard.Has(x) {
			return true
		}
	}
	return false
}

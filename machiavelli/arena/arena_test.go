package arena_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/arena"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/turn"
)

// clock returns a clock that advances by a millisecond each time it is read.
func clock() func() int64 {
	now := int64(0)
	return func() int64 {
		now += 1000
		return now
	}
}

func lineup(t *testing.T, text string, seats int) arena.Lineup {
	t.Helper()
	l, err := arena.ParseLineup(text, seats)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// match returns a match of the short game with four powers.
func match(t *testing.T, programs map[string]arena.Make, lineups ...arena.Lineup) *arena.Match {
	t.Helper()
	m, err := arena.New(arena.Settings{Scenario: "A", Variant: "A-4", Preset: "battleline-1978-basic", Years: 2, Seed: 5, Lineups: lineups}, programs)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func play(t *testing.T, m *arena.Match, game uint64) arena.Game {
	t.Helper()
	g, err := m.Play(game, clock())
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestParseLineup checks how lists of players are parsed.
func TestParseLineup(t *testing.T) {
	for _, c := range []struct {
		text  string
		seats int
		want  string // the lineup as String writes it, or a part of the error
	}{
		{"hard, easy*", 8, "hard, easy*7"},
		{"easy*, Condottiere", 4, "easy*3, hard"},
		{"random*2,greedy*2", 4, "random*2, greedy*2"},
		{"random*2,greedy", 4, "names 3 players for 4 seats"},
		{"random*5", 4, "names 5 players for 4 seats"},
		{"random*4, easy*", 4, "names 4 players for 4 seats"},
		{"random*, easy*", 4, "only one player"},
		{"random*0", 4, "a number of seats from 1 to 16"},
		{"random,,easy", 3, "a name is missing"},
	} {
		l, err := arena.ParseLineup(c.text, c.seats)
		got := l.String()
		if err != nil {
			got = err.Error()
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%q is %s, not %s", c.text, got, c.want)
		}
	}
	if _, err := arena.ParseDrawn("random*2, easy"); err == nil {
		t.Error("a drawn lineup has no numbers of seats")
	}
	if l, err := arena.ParseDrawn("random, easy"); err != nil || l.String() != "drawn: random, easy" {
		t.Errorf("%v, %v", l, err)
	}
}

// TestSeatsEquallyOften checks that every player has every seat equally often, and that
// lineups take turns.
func TestSeatsEquallyOften(t *testing.T) {
	m := match(t, nil, lineup(t, "greedy, random*3", 4), lineup(t, "dumbbot, greedy*3", 4))
	times := map[string]int{}
	for game := range uint64(8) {
		g := play(t, m, game)
		if g.Lineup != int(game%2) || len(g.Seats) != 4 || g.Number != game {
			t.Errorf("%+v", g)
		}
		for i, s := range g.Seats {
			times[fmt.Sprint(g.Lineup, s.Player, i)]++
		}
	}
	for i := range 4 {
		for what, want := range map[string]int{"0greedy": 1, "0random": 3, "1dumbbot": 1, "1greedy": 3} {
			if n := times[fmt.Sprint(what[:1], what[1:], i)]; n != want {
				t.Errorf("seat %d, lineup and player %s: %d times, not %d", i+1, what, n, want)
			}
		}
	}
}

// TestDrawnSeats checks that drawn seats are divided evenly among the players of a game, and
// differently from game to game.
func TestDrawnSeats(t *testing.T) {
	l, err := arena.ParseDrawn("greedy, random")
	if err != nil {
		t.Fatal(err)
	}
	m := match(t, nil, l)
	casts := map[string]bool{}
	for game := range uint64(8) {
		var names []string
		for _, s := range play(t, m, game).Seats {
			names = append(names, s.Player)
		}
		casts[strings.Join(names, " ")] = true
		slices.Sort(names)
		if got := strings.Join(names, " "); got != "greedy greedy random random" {
			t.Errorf("game %d: %s", game, got)
		}
	}
	if len(casts) < 3 {
		t.Errorf("only %d ways to sit: %v", len(casts), casts)
	}
}

// TestPlayedAgain checks that a replayed game has the same result, in any order of games and in
// another match with the same settings.
func TestPlayedAgain(t *testing.T) {
	l := lineup(t, "dumbbot, greedy, random, easy", 4)
	first := match(t, nil, l)
	a, b := play(t, first, 3), play(t, first, 4)
	second := match(t, nil, l)
	if got := play(t, second, 4); !reflect.DeepEqual(got, b) {
		t.Errorf("game 4 was\n%+v\nand is\n%+v", b, got)
	}
	if got := play(t, second, 3); !reflect.DeepEqual(got, a) {
		t.Errorf("game 3 was\n%+v\nand is\n%+v", a, got)
	}
	if reflect.DeepEqual(a.Seats, b.Seats) {
		t.Error("two games are equal")
	}
}

// TestEditions plays a game of every edition. The players of package bot make no
// mistakes, and the results are complete.
func TestEditions(t *testing.T) {
	for _, s := range []arena.Settings{
		{Scenario: "B"},
		{Scenario: "B", Preset: "battleline-1978-advanced"},
		{Scenario: "C1", Preset: "battleline-1978-optional"},
		{Scenario: "A", Variant: "A-3", Preset: "njudge-classic"},
		{Scenario: "balance-of-power-1995", Preset: "machiavelli-1995"},
		{Scenario: "diplomacy"},
		{Scenario: "dipmach", Preset: "njudge-classic", Options: map[string]string{"plague": "on"}},
	} {
		seats, err := s.Seats()
		if err != nil {
			t.Fatal(err)
		}
		s.Years, s.Seed, s.Lineups = 3, 9, []arena.Lineup{lineup(t, "dumbbot, greedy, random*", seats)}
		m, err := arena.New(s, nil)
		if err != nil {
			t.Fatal(err)
		}
		g := play(t, m, 2)
		for _, x := range g.Seats {
			if len(x.Faults) > 0 || x.Outcome == "" || len(x.Powers) == 0 || x.Decisions < 3 || x.Micros != 1000*int64(x.Decisions) || x.Longest != 1000 {
				t.Errorf("%s: %+v", s.Scenario, x)
			}
		}
		if g.Phases < 9 || g.Last == "" {
			t.Errorf("%s: %d phases, the last is %q", s.Scenario, g.Phases, g.Last)
		}
	}
}

// TestMatchErrors checks the errors of a match.
func TestMatchErrors(t *testing.T) {
	good := arena.Settings{Scenario: "diplomacy", Years: 1, Lineups: []arena.Lineup{lineup(t, "random*", 7)}}
	if m, err := arena.New(good, nil); err != nil || m.Settings().Preset != "diplomacy" || m.Settings().Engine != turn.EngineVersion {
		t.Fatalf("%v", err)
	}
	for want, change := range map[string]func(s *arena.Settings){
		"at least one year":          func(s *arena.Settings) { s.Years = 0 },
		"the largest is":             func(s *arena.Settings) { s.Seed = arena.MaxSeed + 1 },
		"needs players":              func(s *arena.Settings) { s.Lineups = nil },
		"6 players for 7 seats":      func(s *arena.Settings) { s.Lineups = []arena.Lineup{lineup(t, "random*", 6)} },
		`no computer player "chess"`: func(s *arena.Settings) { s.Lineups = []arena.Lineup{lineup(t, "chess*", 7)} },
		"nowhere":                    func(s *arena.Settings) { s.Scenario = "nowhere" },
		"fantasy":                    func(s *arena.Settings) { s.Preset = "fantasy" },
	} {
		s := good
		change(&s)
		if _, err := arena.New(s, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %s", err, want)
		}
	}
}

// spy is a player that records what it is asked and shown.
type spy struct {
	game    string
	answer  func(v bot.View, power machiavelli.Power) arena.Answer
	asked   []machiavelli.Power
	watched int
	events  []event.Event
	closed  bool
}

func (s *spy) Decide(v bot.View, power machiavelli.Power) arena.Answer {
	s.asked = append(s.asked, power)
	if s.answer == nil {
		return arena.Answer{}
	}
	return s.answer(v, power)
}

func (s *spy) Watch(v bot.View, events []event.Event) {
	s.watched++
	s.events = append(s.events, events...)
}

func (s *spy) Close() { s.closed = true }

// TestProgram checks what an external program is asked and shown: it decides for its own power in
// each phase, sees after each phase only the events that it may know of, and is closed when the
// game ends.
func TestProgram(t *testing.T) {
	var spies []*spy
	l := lineup(t, "spy*2, random*2", 4)
	m, err := arena.New(arena.Settings{
		Scenario: "A", Variant: "A-4", Preset: "njudge-classic", Options: map[string]string{"treasury-visibility": "hidden"},
		Years: 2, Seed: 5, Lineups: []arena.Lineup{l}, Programs: map[string]string{"spy": "spy -quiet"},
	}, map[string]arena.Make{"spy": func(game string) arena.Player {
		spies = append(spies, &spy{game: game})
		return spies[len(spies)-1]
	}})
	if err != nil {
		t.Fatal(err)
	}
	g := play(t, m, 0)
	if len(spies) != 2 || spies[0].game == spies[1].game {
		t.Fatalf("%d spies: %+v", len(spies), spies)
	}
	for i, s := range spies {
		if !s.closed || s.watched != g.Phases+1 || len(s.asked) != g.Seats[i].Decisions {
			t.Errorf("spy %d: closed %t, watched %d of %d phases and the opening, asked %d times of %d", i+1, s.closed, s.watched, g.Phases, len(s.asked), g.Seats[i].Decisions)
		}
		incomes := 0
		for _, x := range s.asked {
			if int(x) != i+1 {
				t.Errorf("spy %d was asked about power %d", i+1, x)
			}
		}
		for _, e := range s.events {
			if e, ok := e.(event.Income); ok {
				incomes++
				if int(e.Power) != i+1 {
					t.Errorf("spy %d sees the income of power %d", i+1, e.Power)
				}
			}
		}
		if incomes == 0 {
			t.Errorf("spy %d sees no income of its own", i+1)
		}
	}
}

// TestFaultsAreCounted checks that the faults of a player are counted, and that the game
// continues.
func TestFaultsAreCounted(t *testing.T) {
	for name, c := range map[string]struct {
		answer func(v bot.View, power machiavelli.Power) arena.Answer
		want   arena.Fault
	}{
		"a line that is no order": {func(_ bot.View, power machiavelli.Power) arena.Answer {
			return arena.Answer{Lines: []turn.Line{{Power: power, Text: "A Moon - Mars", Err: message.New("There is no place \"Moon\"."), Code: "E01"}}}
		}, arena.Refused},
		"an order for a unit that is not there": {func(v bot.View, power machiavelli.Power) arena.Answer {
			lines := new(bot.Random).Decide(bot.Look(v.Position(), v.Rules(), bot.Alone(v.Position(), power%4+1), ""), power%4+1)
			for i := range lines {
				lines[i].Power = power
			}
			return arena.Answer{Lines: lines}
		}, arena.Refused},
		"orders for another power": {func(_ bot.View, power machiavelli.Power) arena.Answer {
			return arena.Answer{Lines: []turn.Line{{Power: power%4 + 1}}}
		}, arena.Wrong},
		"a fault that it reports": {func(bot.View, machiavelli.Power) arena.Answer {
			return arena.Answer{Faults: []arena.Fault{arena.Late}}
		}, arena.Late},
	} {
		m := match(t, map[string]arena.Make{"bad": func(string) arena.Player { return &spy{answer: c.answer} }}, lineup(t, "bad, random*3", 4))
		g := play(t, m, 0)
		s := &g.Seats[0]
		if s.Faults[c.want] < s.Decisions/2 || len(s.Faults) != 1 || g.Phases < 6 {
			t.Errorf("%s: %+v after %d phases", name, s, g.Phases)
		}
		for _, x := range g.Seats[1:] {
			if len(x.Faults) > 0 {
				t.Errorf("%s: %+v", name, x)
			}
		}
	}
}

// record returns a record of games with the given seats. In "a:7 b:3! c:0-" each player has a
// number of cities; "!" marks a winner, and "-" an eliminated player.
func record(t *testing.T, games ...string) arena.Record {
	t.Helper()
	r := arena.Record{Settings: arena.Settings{Scenario: "B", Preset: "x", Years: 3, Lineups: []arena.Lineup{{Players: []string{"a", "b"}}}}}
	for n, text := range games {
		g := arena.Game{Number: uint64(n)}
		won := strings.Contains(text, "!")
		for word := range strings.FieldsSeq(text) {
			name, rest, _ := strings.Cut(word, ":")
			s := arena.Seat{Player: name, Decisions: 2, Micros: 2000, Longest: 1500}
			if _, err := fmt.Sscan(strings.TrimRight(rest, "!-"), &s.Cities); err != nil {
				t.Fatal(err)
			}
			s.Out = strings.HasSuffix(rest, "-")
			switch {
			case strings.HasSuffix(rest, "!"):
				s.Outcome = arena.Won
			case s.Out || won:
				s.Outcome = arena.Lost
			default:
				s.Outcome = arena.Drew
			}
			g.Seats = append(g.Seats, s)
		}
		r.Games = append(r.Games, g)
	}
	return r
}

// near reports whether two numbers are nearly equal.
func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// TestTabulate compares a table with values computed by hand.
func TestTabulate(t *testing.T) {
	r := record(t, "a:8! b:2 b:0-", "a:4 b:4 b:2", "b:9! a:1 b:1", "a:3 b:1 b:0-")
	r.Games[1].Seats[1].Faults = map[arena.Fault]int{arena.Late: 2, arena.Refused: 1}
	table := arena.Tabulate([]arena.Record{r})
	if len(table.Groups) != 1 || len(table.Groups[0].Rows) != 2 || len(table.Pool) != 2 {
		t.Fatalf("%+v", table)
	}
	a, b := table.Groups[0].Rows[0], table.Groups[0].Rows[1]
	if a.Player != "a" || a.Seats != 4 || b.Seats != 8 {
		t.Fatalf("%+v, %+v", a, b)
	}
	for what, c := range map[string]struct {
		got  arena.Estimate
		want float64
	}{
		"wins of a":     {a.Wins, 0.25},
		"wins of b":     {b.Wins, 0.125},
		"draws of a":    {a.Draws, 0.5},
		"draws of b":    {b.Draws, 3.0 / 8},
		"squares of a":  {a.Squares, (1 + 16.0/36 + 0 + 9.0/10) / 4},
		"squares of b":  {b.Squares, (0 + 16.0/36 + 4.0/36 + 1 + 1.0/10) / 8},
		"survival of a": {a.Survival, 1},
		"survival of b": {b.Survival, 6.0 / 8},
		"cities of a":   {a.Cities, 4},
		"most of a":     {a.Most, (1 + 0.5 + 0 + 1) / 4},
		"most of b":     {b.Most, (0 + 0.5 + 1 + 0) / 8},
	} {
		if !near(c.got.Value, c.want) || c.got.Low > c.want || c.got.High < c.want {
			t.Errorf("%s: %+v, not %v", what, c.got, c.want)
		}
	}
	if a.Survival.Low != 1 || a.Survival.High != 1 || a.Wins.Low != 0 || a.Wins.High < 0.5 {
		t.Errorf("intervals of a: %+v, %+v", a.Survival, a.Wins)
	}
	if b.Faults[arena.Late] != 2 || b.Faults[arena.Refused] != 1 || b.Micros != 1000 || b.Longest != 1500 || b.Decisions != 16 {
		t.Errorf("%+v", b)
	}
	if again := arena.Tabulate([]arena.Record{r}); !reflect.DeepEqual(table, again) {
		t.Error("the same games have another table")
	}
	var text strings.Builder
	if err := table.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"B x, 3 years, seed 0: a, b, 4 games", "25.0 (0.0 to ", "1 refused, 2 late", "1.000", "1.5\n", "ratings over all games"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
}

// TestRatings checks that ratings follow the strength of players: a player who wins ten games for
// each one lost is rated 400 points higher, and a player who has met only the weaker of two
// others is rated against both.
func TestRatings(t *testing.T) {
	var games []string
	for range 100 {
		games = append(games, "a:5! b:1", "a:5! b:1", "a:5! b:1", "a:5! b:1", "a:5! b:1", "a:5! b:1", "a:5! b:1", "a:5! b:1", "a:5! b:1", "a:5! b:1", "a:1 b:5!", "b:3 c:3")
	}
	pool := arena.Tabulate([]arena.Record{record(t, games...)}).Pool
	if len(pool) != 3 || pool[0].Player != "a" || pool[0].Games != 1100 || pool[2].Games != 100 && pool[1].Games != 100 {
		t.Fatalf("%+v", pool)
	}
	elo, mean := map[string]float64{}, 0.0
	for _, r := range pool {
		elo[r.Player] = r.Elo.Value
		mean += r.Elo.Value / 3
		if r.Elo.Low > r.Elo.Value || r.Elo.High < r.Elo.Value || r.Elo.High-r.Elo.Low > 200 {
			t.Errorf("%+v", r)
		}
	}
	if d := elo["a"] - elo["b"]; math.Abs(d-400) > 10 {
		t.Errorf("a is %.0f points stronger than b", d)
	}
	if d := elo["c"] - elo["b"]; math.Abs(d) > 10 || math.Abs(mean-1500) > 1e-6 {
		t.Errorf("c is %.0f points stronger than b, and the mean is %.0f", d, mean)
	}
	if pool[0].Skill <= pool[1].Skill || pool[0].Skill <= pool[2].Skill {
		t.Errorf("the skills are %+v", pool)
	}
	// Many games of one player against several others must not inflate the average skill.
	var lopsided []string
	for range 100 {
		lopsided = append(lopsided, "a:4 b:2 b:1 b:3 b:1 b:3", "a:2 b:2 b:1 b:3 b:1 b:3", "b:4 c:2 c:1 c:3 c:1 c:3", "b:2 c:2 c:1 c:3 c:1 c:3")
	}
	level := 0.0
	many := arena.Tabulate([]arena.Record{record(t, lopsided...)}).Pool
	for _, r := range many {
		level += r.Mu / 3
	}
	if math.Abs(level-25) > 3 {
		t.Errorf("the average skill is %.1f: %+v", level, many)
	}
}

// TestReadRecords reads complete and damaged records.
func TestReadRecords(t *testing.T) {
	m := match(t, nil, lineup(t, "greedy, random*3", 4))
	s := m.Settings()
	head, err := s.Header()
	if err != nil {
		t.Fatal(err)
	}
	text := string(head)
	var games []arena.Game
	for n := range uint64(3) {
		g := play(t, m, n)
		line, err := g.Line()
		if err != nil {
			t.Fatal(err)
		}
		text += string(line)
		games = append(games, g)
	}
	lines := strings.SplitAfter(text, "\n")
	for _, c := range []struct {
		name, text string
		games      int
		whole      int
		err        string
	}{
		{"nothing", "", 0, 0, ""},
		{"all", text, 3, len(text), ""},
		{"one game twice", text + lines[2], 3, len(text) + len(lines[2]), ""},
		{"a last line without its end", text[:len(text)-1], 2, len(text) - len(lines[3]), ""},
		{"half a last line", text[:len(text)-40], 2, len(text) - len(lines[3]), ""},
		{"a last line of zeros", text + "\x00\x00\x00\n", 3, len(text), ""},
		{"half a first line", text[:30], 0, 0, ""},
		{"damage in the middle", lines[0] + lines[1][:20] + "\n" + lines[2], 0, 0, "line 2: this is not a game"},
		{"a game of other settings", lines[0] + strings.Replace(lines[1], `"lineup":0`, `"lineup":7`, 1) + lines[2], 0, 0, "line 2: this is not a game of these settings"},
		{"a member of another name", lines[0] + strings.Replace(lines[1], `"game"`, `"gme"`, 1) + lines[2], 0, 0, "line 2: this is not a game"},
		{"a negative number", lines[0] + lines[1] + strings.Replace(lines[2], `"decisions":`, `"decisions":-`, 1) + lines[3], 0, 0, "line 3: this is not a game"},
		{"an unknown outcome", lines[0] + strings.Replace(lines[1], `"outcome":"`, `"outcome":"un`, 1) + lines[2], 0, 0, "line 2: this is not a game: a seat has the outcome"},
		{"an unknown player", lines[0] + strings.Replace(lines[1], `"player":"`, `"player":"un`, 1) + lines[2], 0, 0, "nobody in them is called"},
		{"two games in a line", lines[0] + lines[1][:len(lines[1])-1] + lines[2] + lines[3], 0, 0, "line 2: this is not a game: there is more text"},
		{"another file", "To be or not to be\n", 0, 0, "line 1: this is not a file that podesta arena has written"},
		{"another file without lines", "To be", 0, 0, "line 1: this is not a file that podesta arena has written"},
		{"a later version", `{"arena":7}` + "\n", 0, 0, "version 7"},
	} {
		r, whole, err := arena.Read([]byte(c.text))
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, not %s", c.name, err, c.err)
			}
			continue
		}
		if err != nil || len(r.Games) != c.games || whole != c.whole {
			t.Errorf("%s: %d games, %d of %d bytes, %v", c.name, len(r.Games), whole, len(c.text), err)
		}
		if len(r.Games) > 0 && (!reflect.DeepEqual(r.Games, games[:c.games]) || !reflect.DeepEqual(r.Settings, s)) {
			t.Errorf("%s: read\n%+v", c.name, r)
		}
	}
	if _, _, err := arena.Read([]byte("x\n")); !errors.Is(err, arena.ErrNoRecord) {
		t.Errorf("%v", err)
	}
}

// TestDifferences checks that a change in any member of the settings is reported.
func TestDifferences(t *testing.T) {
	a := arena.Settings{Scenario: "B", Preset: "x", Years: 3, Seed: 1, Engine: "4"}
	if d := a.Differences(&a); d != nil {
		t.Errorf("%q", d)
	}
	b := arena.Settings{
		Scenario: "A", Variant: "A-4", Preset: "y", Options: map[string]string{"plague": "on"}, Years: 4, Seed: 2,
		Lineups: []arena.Lineup{{Players: []string{"p", "p"}}}, Programs: map[string]string{"p": "./p"}, Patience: 5, Engine: "5",
	}
	d := a.Differences(&b)
	if n := reflect.TypeFor[arena.Settings]().NumField(); len(d) != n {
		t.Errorf("%d differences of %d members: %q", len(d), n, d)
	}
	for _, want := range []string{"variant none, not A-4", "options none, not plague=on", "seed 1, not 2", "players none, not p*2"} {
		if !slices.Contains(d, want) {
			t.Errorf("no %q in %q", want, d)
		}
	}
}

// BenchmarkGame plays whole games of Diplomacy between DumbBots.
func BenchmarkGame(b *testing.B) {
	l, err := arena.ParseLineup("dumbbot*", 7)
	if err != nil {
		b.Fatal(err)
	}
	m, err := arena.New(arena.Settings{Scenario: "diplomacy", Years: 10, Seed: 1, Lineups: []arena.Lineup{l}}, nil)
	if err != nil {
		b.Fatal(err)
	}
	now := clock()
	for n := range b.N {
		if _, err := m.Play(uint64(n), now); err != nil {
			b.Fatal(err)
		}
	}
}

// TestPrincipe checks that principe, which remembers the course of a game, beats DumbBots in
// Diplomacy: among six of them it usually has the most centres.
func TestPrincipe(t *testing.T) {
	t.Parallel()
	m, err := arena.New(arena.Settings{Scenario: "diplomacy", Years: 10, Seed: 2, Lineups: []arena.Lineup{lineup(t, "principe, dumbbot*", 7)}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	first := 0
	for game := range uint64(3) {
		cities, most := 0, 0
		for _, s := range play(t, m, game).Seats {
			if len(s.Faults) > 0 {
				t.Errorf("game %d: %s: %v", game, s.Player, s.Faults)
			}
			if s.Player == "principe" {
				cities = s.Cities
			}
			most = max(most, s.Cities)
		}
		if cities == most {
			first++
		}
	}
	if first < 2 {
		t.Errorf("principe has the most centres in %d of 3 games", first)
	}
}

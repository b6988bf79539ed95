package arena

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"text/tabwriter"

	"podesta/machiavelli/rating"
)

// Table holds what games reveal about the strength of their players.
type Table struct {
	Groups []Group  `json:"groups"`
	Pool   []Rating `json:"pool"` // ratings over all groups, the strongest player first
}

// Group holds the results of the games of one lineup.
type Group struct {
	Name  string `json:"name"` // the scenario, the edition and other important settings
	Games int    `json:"games"`
	Rows  []Row  `json:"rows"`
}

// Row holds the results of one player in a group. The estimates are means over the player's
// seats.
type Row struct {
	Player    string        `json:"player"`
	Seats     int           `json:"seats"`
	Wins      Estimate      `json:"wins"`
	Draws     Estimate      `json:"draws"`
	Squares   Estimate      `json:"squares"`  // share of the cities squared; a winner has all
	Survival  Estimate      `json:"survival"` // share of the seats that were not eliminated
	Cities    Estimate      `json:"cities"`
	Most      Estimate      `json:"most"` // share of the games with the most cities; ties are divided
	Faults    map[Fault]int `json:"faults"`
	Decisions int           `json:"decisions"`
	Micros    int64         `json:"mean_us"`    // mean time for a decision
	Longest   int64         `json:"longest_us"` // the longest time for a decision
}

// Rating holds the ratings of a player over all games.
type Rating struct {
	Player string   `json:"player"`
	Games  int      `json:"games"`
	Elo    Estimate `json:"elo"`
	Skill  int      `json:"skill"` // the rating as shown to people, on the scale of rating.Skill.Shown
	Mu     float64  `json:"mu"`
	Sigma  float64  `json:"sigma"`
}

// Tabulate returns the table of recorded matches. Games with the same settings
// belong together; the ratings are over all games. Equal records produce equal
// tables.
func Tabulate(records []Record) Table {
	var t Table
	var all []Game
	for _, r := range records {
		games := slices.SortedFunc(slices.Values(r.Games), func(a, b Game) int { return cmp.Compare(a.Number, b.Number) })
		for i, l := range r.Settings.Lineups {
			var own []Game
			for _, g := range games {
				if g.Lineup == i {
					own = append(own, g)
				}
			}
			if len(own) > 0 {
				t.Groups = append(t.Groups, group(r.Settings.title()+": "+l.String(), own, r.Settings.Seed))
			}
		}
		all = append(all, games...)
	}
	t.Pool = pool(all)
	return t
}

// title describes the settings of a match, without its players.
func (s *Settings) title() string {
	parts := []string{s.Scenario}
	if s.Variant != "" {
		parts = append(parts, s.Variant)
	}
	parts = append(parts, s.Preset)
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		parts = append(parts, name+"="+s.Options[name])
	}
	return strings.Join(parts, " ") + fmt.Sprintf(", %s, seed %d", count(s.Years, "year"), s.Seed)
}

// players returns the names of all players in the games, in alphabetical order.
func players(games []Game) []string {
	var names []string
	for i := range games {
		for j := range games[i].Seats {
			names = append(names, games[i].Seats[j].Player)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// group returns the results of games of one lineup.
func group(name string, games []Game, seed uint64) Group {
	names := players(games)
	all := make([][]sums, len(games))
	rows := make([]Row, len(names))
	for i, player := range names {
		rows[i] = Row{Player: player, Faults: map[Fault]int{}}
	}
	for i := range games {
		all[i] = games[i].sum(names)
		for j := range games[i].Seats {
			rows[slices.Index(names, games[i].Seats[j].Player)].add(&games[i].Seats[j])
		}
	}
	for i, e := range estimate(all, len(names), seed) {
		r := &rows[i]
		r.Wins, r.Draws, r.Squares, r.Survival, r.Cities, r.Most = e[wins], e[draws], e[squares], e[survival], e[cities], e[most]
		if r.Decisions > 0 {
			r.Micros /= int64(r.Decisions)
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(b.Squares.Value, a.Squares.Value) })
	return Group{Name: name, Games: len(games), Rows: rows}
}

// add adds a seat to the counts of a row.
func (r *Row) add(s *Seat) {
	r.Seats++
	r.Decisions += s.Decisions
	r.Micros += s.Micros
	r.Longest = max(r.Longest, s.Longest)
	for f, n := range s.Faults {
		r.Faults[f] += n
	}
}

// pool returns the ratings of all players, computed from all games.
func pool(games []Game) []Rating {
	names := players(games)
	out := make([]Rating, len(names))
	if len(names) == 0 {
		return out
	}
	skills := make([]rating.Skill, len(names))
	for i, name := range names {
		out[i].Player, skills[i] = name, rating.Newcomer()
	}
	each := make([]scores, len(games))
	total := newScores(len(names))
	for i := range games {
		each[i] = newScores(len(names))
		each[i].add(&games[i], names)
		total.plus(each[i])
		play(&games[i], names, skills, out)
	}
	for i, x := range total.elo() {
		out[i].Elo.Value = x
		out[i].Skill, out[i].Mu, out[i].Sigma = skills[i].Shown(), skills[i].Mu, skills[i].Sigma
	}
	drawn := make([][]float64, len(names))
	rng := rand.New(rand.NewPCG(1, uint64(len(games))))
	for range eloSamples {
		sample := newScores(len(names))
		for range games {
			sample.plus(each[rng.IntN(len(games))])
		}
		for i, x := range sample.elo() {
			drawn[i] = append(drawn[i], x)
		}
	}
	for i := range out {
		out[i].Elo.Low, out[i].Elo.High = interval(drawn[i])
	}
	slices.SortStableFunc(out, func(a, b Rating) int { return cmp.Compare(b.Elo.Value, a.Elo.Value) })
	return out
}

// plus adds the scores of other games.
func (s scores) plus(t scores) {
	for i := range s {
		for j := range s[i] {
			s[i][j] += t[i][j]
		}
	}
}

// play updates the skills of a game's players. If a player has several seats, the changes for all
// of them are added.
func play(g *Game, names []string, skills []rating.Skill, out []Rating) {
	before := make([]rating.Skill, len(g.Seats))
	places := make([]int, len(g.Seats))
	present := make([]bool, len(names))
	for i := range g.Seats {
		x := slices.Index(names, g.Seats[i].Player)
		present[x] = true
		before[i], places[i] = skills[x], -g.Seats[i].standing()
	}
	after := slices.Clone(skills)
	for i, b := range rating.Rank(before, places) {
		x := slices.Index(names, g.Seats[i].Player)
		after[x].Mu += b.Mu - before[i].Mu
		after[x].Sigma *= b.Sigma / before[i].Sigma
	}
	copy(skills, after)
	for x, is := range present {
		if is {
			out[x].Games++
		}
	}
}

// WriteText writes the table as text for people to read.
func (t *Table) WriteText(w io.Writer) error {
	for _, g := range t.Groups {
		fmt.Fprintf(w, "%s, %s\n", g.Name, count(g.Games, "game"))
		rows := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintln(rows, "player\tseats\twins %\tdraws %\tsquares %\tsurvival %\tcities\tmost %\tfaults\tmean ms\tmax ms")
		for i := range g.Rows {
			r := &g.Rows[i]
			fmt.Fprintf(rows, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%.3f\t%.1f\n", r.Player, r.Seats, percent(r.Wins), percent(r.Draws),
				percent(r.Squares), percent(r.Survival), plain(r.Cities), percent(r.Most), faults(r.Faults), float64(r.Micros)/1000, float64(r.Longest)/1000)
		}
		if err := rows.Flush(); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	if len(t.Pool) < 2 {
		return nil
	}
	fmt.Fprintln(w, "ratings over all games")
	rows := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(rows, "player\tgames\tElo\tskill")
	for _, r := range t.Pool {
		fmt.Fprintf(rows, "%s\t%d\t%.0f (%.0f to %.0f)\t%d\n", r.Player, r.Games, r.Elo.Value, r.Elo.Low, r.Elo.High, r.Skill)
	}
	return rows.Flush()
}

// percent and plain return an estimate with its interval as text, as a percentage and as a plain
// number.
func percent(e Estimate) string {
	return fmt.Sprintf("%.1f (%.1f to %.1f)", 100*e.Value, 100*e.Low, 100*e.High)
}

func plain(e Estimate) string { return fmt.Sprintf("%.1f (%.1f to %.1f)", e.Value, e.Low, e.High) }

// faults writes the number of faults of each kind.
func faults(all map[Fault]int) string {
	var parts []string
	for _, f := range Faults() {
		if n := all[f]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, f))
		}
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, ", ")
}

// count returns a number with its noun: "1 game" or "2 games".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

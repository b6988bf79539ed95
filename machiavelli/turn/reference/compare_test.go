package reference_test

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/dice"
	"podesta/machiavelli/event"
	"podesta/machiavelli/order"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
	"podesta/machiavelli/turn/reference"
)

// positions is how many random positions are compared in all: PODESTA_RANDOM,
// or 3,000.
func positions(t *testing.T) int {
	text := os.Getenv("PODESTA_RANDOM")
	if text == "" {
		return 3_000
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("PODESTA_RANDOM=%q: expected a number", text)
	}
	return n
}

// firstSeed is PODESTA_SEED, or 1.
func firstSeed(t *testing.T) uint64 {
	text := os.Getenv("PODESTA_SEED")
	if text == "" {
		return 1
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("PODESTA_SEED=%q: expected a number", text)
	}
	return n
}

// settings are the scenarios and presets of the random positions.
var settings = []struct{ scenario, preset string }{
	{"B", "njudge-classic"},
	{"A", "njudge-classic"},
	{"D", "njudge-classic"},
	{"C1", "battleline-1978-optional"},
	{"B", "battleline-1978-advanced"},
	{"balance-of-power-1995", "machiavelli-1995"},
}

// TestMoneyEqualsReference plays random positions, full of money orders that
// are in each other's way, with package turn and with the reference, and
// compares what came of them: half by the presets as they are, half with the
// options drawn by lot. A game in which they differ is made small and printed.
func TestMoneyEqualsReference(t *testing.T) {
	each := positions(t) / len(settings)
	for _, s := range settings {
		t.Run(s.scenario+" "+s.preset, func(t *testing.T) {
			t.Parallel()
			preset, err := rules.Preset(s.preset)
			if err != nil {
				t.Fatal(err)
			}
			start, err := scenario.New(s.scenario, "", &preset)
			if err != nil {
				t.Fatal(err)
			}
			var n tally
			for i := range uint64(each) {
				rng := rand.New(rand.NewPCG(firstSeed(t), i))
				r := preset
				if i%2 == 1 {
					r = mixedRules(rng, r, i%4 == 1)
				}
				g := make_(rng, start, &r, season(rng, &r))
				if diff := g.compare(&n); diff != nil {
					g = g.shrink()
					t.Fatalf("position %d of seed %d:\n%s\n%s", i, firstSeed(t), g.describe(), strings.Join(g.compare(&n), "\n"))
				}
			}
			t.Log(n.String())
		})
	}
}

func season(rng *rand.Rand, r *rules.Set) machiavelli.Season {
	s := []machiavelli.Season{machiavelli.Spring, machiavelli.Summer, machiavelli.Summer, machiavelli.Summer, machiavelli.Fall, machiavelli.Winter}[rng.IntN(6)]
	if s == machiavelli.Summer && r.SeasonsPerYear == 2 {
		return machiavelli.Spring
	}
	return s
}

// tally counts what the random positions led to: positions, those compared to
// the last, lines, and events by what they tell.
type tally struct {
	positions, whole, lines int
	events                  map[string]int
}

func (n *tally) String() string {
	text := fmt.Sprintf("%d positions, %d of them compared to the last; %d lines", n.positions, n.whole, n.lines)
	for _, what := range slices.Sorted(maps.Keys(n.events)) {
		text += fmt.Sprintf("; %s %d", what, n.events[what])
	}
	return text
}

func (n *tally) count(events []event.Event) {
	if n.events == nil {
		n.events = map[string]int{}
	}
	for _, e := range events {
		what := e.Kind()
		switch e := e.(type) {
		case event.Expense:
			what += " " + e.Order.Expense.String() + ": " + e.Verdict.String() + " " + string(e.Failure)
		case event.Payment:
			what += ": " + e.Verdict.String() + " " + string(e.Failure)
		case event.Borrowed:
			what += ": " + e.Verdict.String() + " " + string(e.Failure)
		case event.ChitGiven:
			what += ": " + e.Verdict.String() + " " + string(e.Failure)
		case event.Attempted:
			what += fmt.Sprintf(": hit %v", e.Hit)
		case event.Paralysed:
			what += fmt.Sprintf(": by the bank %v", e.Bank)
		case event.Revolt:
			what += fmt.Sprintf(": rose %v", e.Rose)
		case event.Removed:
			what += ": " + string(e.Reason)
		case event.RebellionEnded:
			what += ": " + e.How
		case event.Bribed:
			what += fmt.Sprintf(": bought %v", e.To != machiavelli.Nobody)
		case event.Adjusted:
			what += " " + e.Order.Kind.String() + ": " + e.Verdict.String()
		}
		n.events[strings.TrimSpace(what)]++
	}
}

func (g *game) dice() *dice.Dice {
	return dice.New(binary.BigEndian.AppendUint64(nil, g.seed), "reference", nil)
}

// compare plays a game both ways and lists the differences.
func (g *game) compare(n *tally) []string {
	n.positions++
	var lines []turn.Line
	for i, l := range g.lines {
		lines = append(lines, turn.Line{Power: l.Power, Order: l.Order, Text: strconv.Itoa(i)})
	}
	got, err := turn.Process(g.p, lines, &g.rules, g.dice())
	if err != nil {
		return []string{err.Error()}
	}
	refused := map[string]bool{}
	for _, e := range got.Events {
		if e, ok := e.(event.Refused); ok {
			refused[e.Given] = true
		}
	}
	var good []reference.Line
	for i, l := range g.lines {
		if !refused[strconv.Itoa(i)] {
			good = append(good, l)
		}
	}
	if wrong := g.door(refused); wrong != nil {
		return wrong
	}
	n.lines += len(g.lines)
	n.count(got.Events)
	if g.p.Phase.Step == machiavelli.Adjustments {
		return g.compareWinter(&got, good)
	}
	return g.compareCampaign(n, &got, good)
}

// door lists the lines of money that were refused and should not have been, and
// the other way round.
func (g *game) door(refused map[string]bool) (wrong []string) {
	if g.p.Phase.Step != machiavelli.Orders {
		return nil
	}
	for i, l := range g.lines {
		lawful, sure := reference.Lawful(g.p, &g.rules, l.Power, &l.Order)
		if sure && lawful == refused[strconv.Itoa(i)] {
			wrong = append(wrong, fmt.Sprintf("line %d: refused %v", i, !lawful))
		}
	}
	return wrong
}

// compareWinter compares units and treasuries after W2.
func (g *game) compareWinter(got *turn.Result, good []reference.Line) []string {
	want := reference.Winter(g.p, good, &g.rules, g.dice())
	return differences("position", state(got.Next), state(want.Position))
}

// stage is how far a campaign can be compared.
type stage int

const (
	untilMoves   stage = iota // something moves, which the reference does not know
	untilCountry              // nobody moves, but a country is lost or won, or a power leaves the game
	untilTheLast              // nothing of the sort
)

// stage tells how far this campaign can be compared.
func (g *game) stage(events []event.Event) stage {
	for _, l := range g.lines {
		switch l.Order.Kind {
		case order.Advance, order.Support, order.Convoy, order.Convert:
			return untilMoves
		}
	}
	if g.rules.Storms && g.rules.StormTiming == rules.StormsAfterBuilds && g.p.Phase.Season == machiavelli.Fall && g.rules.UnitCount == rules.CountCities {
		return untilCountry // winter may be passed over, and its storms come at once
	}
	for _, e := range events {
		switch e.(type) {
		case event.Conquest, event.Loss, event.Elimination, event.Victory, event.VictoryTied:
			return untilCountry
		}
	}
	return untilTheLast
}

// compareCampaign compares a campaign with its end and income.
func (g *game) compareCampaign(n *tally, got *turn.Result, good []reference.Line) []string {
	p := g.p
	want := reference.Campaign(p, good, &g.rules, g.dice())
	stage := g.stage(got.Events)
	q := want.Position
	events := want.Events
	if stage > untilMoves {
		closed := reference.Close(q, &g.rules, g.dice())
		q, events = closed.Position, append(events, closed.Events...)
	}
	if got.Next.Phase.Season == machiavelli.Winter || p.Phase.Season == machiavelli.Fall && got.Next.Phase.Season == machiavelli.Spring {
		// The income is found from the position that the fall has left.
		before := got.Next.Clone()
		before.Treasury, before.Phase = q.Treasury, p.Phase
		income := reference.Income(before, &g.rules, g.dice())
		events = append(events, income.Events...)
		q.Treasury = income.Position.Treasury
	}
	if p.Phase.Season == machiavelli.Fall && got.Next.Phase.Season == machiavelli.Spring { // winter is passed over
		q.TaxedBefore, q.Taxed = q.Taxed, board.Set{}
	}
	diff := append(reasons(p, got.Events, want), differences("events", facts(p, got.Events, stage), facts(p, events, stage))...)
	if stage == untilTheLast {
		n.whole++
		return append(diff, differences("position", state(got.Next), state(q))...)
	}
	for x := range q.Treasury {
		power := machiavelli.Power(x)
		if !got.Next.Eliminated.Has(power) && got.Next.Treasury[x] != q.Treasury[x] {
			diff = append(diff, fmt.Sprintf("treasury of %s: turn %d, reference %d", p.Setting.Powers[x].ID, got.Next.Treasury[x], q.Treasury[x]))
		}
	}
	return diff
}

// differences are the lines that only one of two lists has.
func differences(what string, turn, ref []string) (out []string) {
	left := map[string]int{}
	for _, s := range turn {
		left[s]++
	}
	for _, s := range ref {
		if left[s] > 0 {
			left[s]--
		} else {
			out = append(out, what+": only the reference: "+s)
		}
	}
	for _, s := range turn {
		if left[s] > 0 {
			left[s]--
			out = append(out, what+": only turn: "+s)
		}
	}
	slices.Sort(out)
	return out
}

func unitText(p *position.Position, u position.Unit) string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %s %s", p.Setting.Powers[u.Owner].ID, u.Type.Letter(), p.Setting.Board.Name(u.Place()), u.Quality))
}

// facts are the events in words, as far as the reference tells them, up to a
// stage of the campaign.
func facts(p *position.Position, events []event.Event, upTo stage) (out []string) {
	say := func(at stage, format string, args ...any) {
		if upTo >= at {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	name := func(x machiavelli.Power) string { return p.Setting.Powers[x].ID }
	place := func(at board.ID) string { return p.Setting.Board.Areas[at].Name }
	for _, e := range events {
		switch e := e.(type) {
		case event.Payment:
			say(untilMoves, "%s pays %s bank %v: asked %d, paid %d, %s", name(e.Power), name(e.To), e.Bank, e.Asked, e.Paid, e.Verdict)
		case event.Borrowed:
			say(untilMoves, "%s borrows: asked %d, lent %d, owes %d+%d %s %d, %s", name(e.Power), e.Asked, e.Lent, e.Loan.Principal, e.Loan.Interest, e.Loan.Season, e.Loan.Year, e.Verdict)
		case event.Collected:
			say(untilMoves, "bank collects from %s: %d", name(e.Power), e.Ducats)
		case event.Defaulted:
			say(untilMoves, "%s defaults: due %d, seized %d, returned %d", name(e.Power), e.Due, e.Seized, e.Returned)
		case event.ChitGiven:
			say(untilMoves, "%s gives %s the chit against %s: %s", name(e.Power), name(e.To), name(e.Victim), e.Verdict)
		case event.Expense:
			target := ""
			if e.Target != nil && e.Paid > 0 { // of a line that cost nothing turn does not always tell it
				target = unitText(p, *e.Target)
			}
			say(untilMoves, "%s E%d %q %s: asked %d, paid %d, counted %d, minimum %d, %s", name(e.Power), e.Slot, e.Letter, target, e.Asked, e.Paid, e.Counted, e.Minimum, e.Verdict)
		case event.Bribed:
			say(untilMoves, "%s becomes %s by %s", unitText(p, e.Unit), name(e.To), name(e.By))
		case event.Removed:
			at := untilTheLast
			switch e.Reason {
			case event.ByBribe, event.ByMurder:
				at = untilMoves
			case event.ByOrder, event.BySiege:
				at = untilCountry
			}
			say(at, "%s leaves: %s", unitText(p, e.Unit), e.Reason)
		case event.Relieved:
			say(untilMoves, "famine relieved in %s by %b", place(e.Province), e.By)
		case event.RebellionBegun:
			by := fmt.Sprintf("%b", e.By)
			if e.Cause != "expense" {
				by = ""
			}
			say(untilMoves, "rebellion in %s land %v city %v against %s, %s %s", place(e.Province), e.InLand, e.InCity, name(e.Against), e.Cause, by)
		case event.RebellionEnded:
			at := untilCountry
			switch e.How {
			case "pacified":
				at = untilMoves
			case "owner gone", "liberated":
				at = untilTheLast
			}
			say(at, "rebellion in %s land %v city %v against %s %s by %s", place(e.Province), e.InLand, e.InCity, name(e.Against), e.How, name(e.By))
		case event.Taxed:
			say(untilMoves, "%s taxes %s: %d, %s", name(e.Power), place(e.Province), e.Ducats, e.Verdict)
		case event.ProvinceGiven:
			say(untilMoves, "%s gives %s to %s: %s", name(e.Power), place(e.Province), name(e.To), e.Verdict)
		case event.Attempted:
			say(untilMoves, "%s E%d attempts %s: faces %d, roll %d, hit %v", name(e.Power), e.Slot, name(e.Victim), e.Faces, e.Roll, e.Hit)
		case event.Paralysed:
			say(untilMoves, "%s is dead, bank %v", name(e.Power), e.Bank)
		case event.Revolt:
			say(untilMoves, "revolt of %s in %s: roll %d, limit %d, rose %v", name(e.Victim), place(e.Province), e.Roll, e.Limit, e.Rose)
		case event.Disaster:
			if e.Severity == 0 { // money caused it
				continue
			}
			say(untilTheLast, "%s: severity %d, row %d, column %d: %v", e.What, e.Severity, e.Row, e.Column, e.Struck.IDs())
		case event.Income:
			say(untilMoves, "income of %s: %d %d %d %d, %d, %d, %v", name(e.Power), e.Seas, e.Provinces, e.Cities, e.Variable, e.Total, e.Treasury, e.Dice)
		}
	}
	return out
}

// reasons lists the failures that turn gives for expenses and that the
// reference does not know.
func reasons(p *position.Position, events []event.Event, want *reference.Outcome) (out []string) {
	for _, e := range events {
		if e, ok := e.(event.Expense); ok && e.Failure != event.NoFailure {
			known := want.Reasons[reference.Key{Power: e.Power, Slot: e.Slot}]
			if !slices.Contains(known, e.Failure) {
				out = append(out, fmt.Sprintf("%s E%d: turn says %q, the reference %q", p.Setting.Powers[e.Power].ID, e.Slot, e.Failure, known))
			}
		}
	}
	return out
}

// state is a position in words.
func state(p *position.Position) (out []string) {
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	name := func(x machiavelli.Power) string { return p.Setting.Powers[x].ID }
	for _, u := range p.Units {
		say("unit %s", unitText(p, u))
	}
	for i := 1; i < len(p.Setting.Powers); i++ {
		say("treasury of %s: %d", name(machiavelli.Power(i)), p.Treasury[i])
		for j := range p.Setting.Powers {
			if p.Chits[i][j] > 0 {
				say("chits of %s against %s: %d", name(machiavelli.Power(i)), name(machiavelli.Power(j)), p.Chits[i][j])
			}
		}
	}
	type due struct {
		power  machiavelli.Power
		season machiavelli.Season
		year   int
	}
	debts := map[due][2]machiavelli.Ducats{}
	for _, l := range p.Loans {
		k := due{l.Power, l.Season, l.Year}
		debts[k] = [2]machiavelli.Ducats{debts[k][0] + l.Principal, debts[k][1] + l.Interest}
	}
	for k, sum := range debts {
		say("loan of %s: %d+%d, %s %d", name(k.power), sum[0], sum[1], k.season, k.year)
	}
	say("bankrupt: %b", p.Bankrupt)
	for _, at := range p.Setting.Board.Land.IDs() {
		area := p.Setting.Board.Areas[at].Name
		say("%s: province %s, city %s", area, name(p.Province[at]), name(p.City[at]))
		if p.RebelLand.Has(at) || p.RebelCity.Has(at) {
			say("%s rebels: land %v, city %v, against %s", area, p.RebelLand.Has(at), p.RebelCity.Has(at), name(p.RebelAgainst[at]))
		}
		if p.Besieged(at) {
			say("%s besieged", area)
		}
		if p.Famine.Has(at) {
			say("%s famine, by money %v", area, p.Scorched.Has(at))
		}
		if p.Taxed.Has(at) {
			say("%s taxed", area)
		}
		if p.TaxedBefore.Has(at) {
			say("%s taxed last year", area)
		}
	}
	return out
}

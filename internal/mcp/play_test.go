package mcp_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"podesta/internal/apijson"
	"podesta/internal/game"
	"podesta/internal/lobby"
)

// tally counts what an agent has sent.
type tally struct{ phases, lines, wrong, expenses int }

// script plays one seat using only the tools, at random.
type script struct {
	*agent
	rng *rand.Rand
	tally
}

var price = regexp.MustCompile(`^E1: (\d+)d, `)

// campaign chooses orders for a phase of orders or retreats, and spends money.
func (s *script) campaign(p *apijson.LegalPower) []string {
	var lines []string
	taken := map[string]bool{}
	for _, u := range p.Units {
		if len(u.Orders) == 0 {
			continue
		}
		order := u.Orders[s.rng.IntN(len(u.Orders))]
		for range 8 { // prefers a destination that no other unit has
			_, to, moves := strings.Cut(order, " - ")
			if moves && !taken[to] && !strings.Contains(order, " S ") {
				taken[to] = true
				break
			}
			order = u.Orders[s.rng.IntN(len(u.Orders))]
		}
		lines = append(lines, order)
	}
	if p.Money == nil {
		return lines
	}
	left := p.Money.Treasury
	for n := 1; n <= 4 && len(p.Expenses) > 0 && left >= 3; n++ {
		line := p.Expenses[s.rng.IntN(len(p.Expenses))]
		m := price.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		cost, _ := strconv.Atoi(m[1])
		if cost > left {
			continue
		}
		left -= cost
		lines = append(lines, fmt.Sprintf("E%d%s", n, line[len("E1"):]))
		s.expenses++
	}
	if len(p.Loans) > 0 && s.rng.IntN(4) == 0 {
		lines = append(lines, p.Loans[s.rng.IntN(len(p.Loans))])
	}
	return lines
}

// winter keeps the units that can be paid, and builds with the remaining money.
func (s *script) winter(p *apijson.LegalPower) []string {
	var lines []string
	left := 0
	if p.Money != nil {
		left = p.Money.Treasury
	}
	for _, u := range p.Units {
		keep, drop := "", ""
		for _, o := range u.Orders {
			switch {
			case strings.HasPrefix(o, "M "):
				keep = o
			case strings.HasPrefix(o, "R "):
				drop = o
			}
		}
		cost := 3
		for kind, more := range map[string]int{"militia": 6, "mercenary": 6, "professional": 9} {
			if strings.Contains(u.Unit, kind) {
				cost = more
			}
		}
		switch {
		case keep != "" && left >= cost:
			lines = append(lines, keep)
			left -= cost
		case drop != "":
			lines = append(lines, drop)
		}
	}
	built := map[string]bool{}
	for _, i := range s.rng.Perm(len(p.Builds)) {
		fields := strings.Fields(p.Builds[i]) // such as "B A Milan"
		if len(fields) < 3 || fields[1] != "A" && fields[1] != "F" && fields[1] != "G" {
			continue
		}
		city, _, _ := strings.Cut(strings.Join(fields[2:], " "), "/")
		if left < 3 || built[city] {
			continue
		}
		built[city] = true
		lines = append(lines, p.Builds[i])
		left -= 3
	}
	return lines
}

// phase plays one phase and returns the revision for which it has sent orders, or 0 if the game
// is over.
func (s *script) phase(name string) int {
	now := read[struct{ Game apijson.Game }](s.t, s.do("look", args{"game": name, "format": "json"}))
	if now.Game.Status != "active" {
		return 0
	}
	seat := now.Game.Seats[now.Game.You.Seat-1]
	if !seat.Owes || seat.Ready {
		return now.Game.Revision
	}
	text, failed := s.call("legal_orders", args{"game": name, "format": "json"})
	if failed { // the phase was resolved in the meantime
		return now.Game.Revision
	}
	legal := read[apijson.Legal](s.t, text)
	var lines []string
	for i := range legal.Powers {
		p := &legal.Powers[i]
		lines = append(lines, p.Power+":")
		if strings.HasSuffix(legal.Phase, "adjustments") {
			lines = append(lines, s.winter(p)...)
		} else {
			lines = append(lines, s.campaign(p)...)
		}
	}
	sent := args{"game": name, "orders": lines, "revision": legal.Revision, "format": "json", "ready": true}
	text, failed = s.call("submit_orders", sent)
	if failed {
		// the phase was resolved in the meantime
		if !strings.Contains(text, "Call look") && !strings.Contains(text, "The game is over") {
			s.t.Errorf("submit_orders: %s", text)
		}
		return legal.Revision
	}
	got := read[apijson.Orders](s.t, text)
	s.phases++
	s.lines += len(got.Verdicts)
	s.wrong += got.Refused
	for _, v := range got.Verdicts {
		if !v.OK {
			s.t.Logf("%s: refused %q: %s", got.Phase, v.Text, v.Error)
		}
	}
	if got.Refused > 0 || len(got.Missing) > 0 {
		text, failed := s.call("set_ready", args{"game": name, "ready": true, "revision": legal.Revision})
		if failed && !strings.Contains(text, "Call look") && !strings.Contains(text, "The game is over") {
			s.t.Errorf("set_ready: %s", text)
		}
	}
	return legal.Revision
}

// play plays a game to its end.
func (s *script) play(name string) {
	for {
		known := s.phase(name)
		if known == 0 || s.t.Failed() {
			return
		}
		news := s.do("wait_for_news", args{"game": name, "revision": known, "seconds": 55})
		if strings.HasPrefix(news, "The game is over") {
			return
		}
	}
}

// TestEightAgents lets eight agents play a game with money from joining to its end, using only
// the tools. Almost all of their lines must be accepted.
func TestEightAgents(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.host(lobby.NewGame{Name: "agents", Scenario: "B", Variant: "B-8", Preset: "njudge-classic", Options: map[string]string{"last-year": "1456"}})
	var all []*script
	for i, name := range []string{"Asso", "Bastone", "Coppa", "Denaro", "Elmo", "Falco", "Gufo", "Husso"} {
		_, token := h.program(name)
		s := &script{agent: h.agent(token), rng: rand.New(rand.NewPCG(1454, uint64(i)))}
		open := s.do("list_games", args{"which": "open"})
		if !strings.Contains(open, g.ID) {
			t.Fatalf("%s does not find the game: %s", name, open)
		}
		s.do("join_game", args{"game": g.ID})
		all = append(all, s)
	}
	stop := make(chan struct{})
	var workers, players sync.WaitGroup
	workers.Go(func() { h.work(stop) })
	for _, s := range all {
		players.Go(func() { s.play(g.ID) })
	}
	players.Wait()
	close(stop)
	workers.Wait()
	end := h.At(g.ID)
	if !end.Finished || end.Status != game.Over {
		t.Errorf("the game is %s, %s", end.Status, end.Phase)
	}
	var sum tally
	for _, s := range all {
		sum.phases += s.phases
		sum.lines += s.lines
		sum.wrong += s.wrong
		sum.expenses += s.expenses
	}
	t.Logf("phase %d: %d sets of orders, %d lines, %d of them expenses, %d refused", end.Number, sum.phases, sum.lines, sum.expenses, sum.wrong)
	if sum.wrong*100 > sum.lines {
		t.Errorf("%d of %d lines were refused", sum.wrong, sum.lines)
	}
	if sum.phases < 8*8 || sum.expenses < 10 {
		t.Errorf("the agents hardly played: %+v", sum)
	}
	history, err := all[0].session.ReadResource(t.Context(), resource("games/"+g.ID+"/history"))
	if err != nil || strings.Count(history.Contents[0].Text, "1455") < 4 {
		t.Errorf("the history: %v, %+v", err, history)
	}
}

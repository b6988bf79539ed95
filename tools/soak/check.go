//go:build linux

package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// move is a change of a game's revision according to its log.
type move struct {
	rollback bool
	revision int            // the revision before the change
	number   int            // number of the phase that is resolved, or to which a rollback leads
	orders   map[int]string // orders of each seat with which the phase was resolved
	owes     []int          // the seats that owed orders; nil if unknown
	token    string         // token of a rollback
	at       time.Time
}

// check returns the faults in a history.
func check(h *History) []string {
	var out []string
	for i := range h.Games {
		g := &h.Games[i]
		var ops []*Op
		for k := range h.Ops {
			if h.Ops[k].Game == g.ID {
				ops = append(ops, &h.Ops[k])
			}
		}
		wrong := checkGame(h, g, ops)
		for _, w := range wrong {
			out = append(out, "game "+g.ID+": "+w)
		}
	}
	return slices.Concat(out, twoIDs(h), unanswered(h), checkCup(h))
}

// checkGame returns the faults in a game.
func checkGame(h *History, g *Record, ops []*Op) []string {
	moves, wrong := movesOf(g)
	if len(wrong) == 0 {
		wrong = append(wrong, linear(g, ops, moves)...)
	}
	wrong = append(wrong, lostPress(g, ops)...)
	wrong = append(wrong, lostLetters(h, g)...)
	wrong = append(wrong, lostCalls(h, g)...)
	if g.Replay != "" {
		wrong = append(wrong, "its phases are not what seed and orders give: "+g.Replay)
	}
	if g.Dice != "" {
		wrong = append(wrong, "its dice are not what the seed gives: "+g.Dice)
	}
	return wrong
}

// movesOf returns the changes of a game's revision. The log must explain all of
// them: each phase is resolved once, and again only after a rollback.
func movesOf(g *Record) (out []move, wrong []string) {
	revision, number := g.Revision, g.Number
	byNumber := map[int][]Resolved{}
	for _, r := range g.Resolved {
		byNumber[r.Number] = append(byNumber[r.Number], r)
	}
	over := false
	for i, e := range g.Entries {
		if e.Seq != int64(i+1) {
			wrong = append(wrong, fmt.Sprintf("entry %d of the log has the number %d", i+1, e.Seq))
		}
		switch e.Kind {
		case "result":
			if e.Number != number || over {
				wrong = append(wrong, fmt.Sprintf("entry %d: phase %d was resolved, but phase %d was the current one", e.Seq, e.Number, number))
			}
			m := move{revision: revision, number: e.Number, at: e.At}
			if all := byNumber[e.Number]; len(all) > 0 {
				m.orders, m.owes, byNumber[e.Number] = all[0].Orders, all[0].Owes, all[1:]
			} else {
				wrong = append(wrong, fmt.Sprintf("entry %d: phase %d was resolved, but there is no record of it", e.Seq, e.Number))
			}
			out = append(out, m)
			if over = e.Over; !over {
				number = e.Number + 1
			}
			revision++
		case "rollback":
			if e.Number > number || e.Number == number && !over {
				wrong = append(wrong, fmt.Sprintf("entry %d: a rollback from phase %d led to phase %d", e.Seq, number, e.Number))
			}
			out = append(out, move{rollback: true, revision: revision, number: e.Number, token: e.Token, at: e.At})
			number, over = e.Number, false
			revision++
		}
	}
	for _, n := range slices.Sorted(maps.Keys(byNumber)) {
		if len(byNumber[n]) > 0 {
			wrong = append(wrong, fmt.Sprintf("phase %d was resolved more often than the log says", n))
		}
	}
	if revision != g.Last || number != g.At {
		wrong = append(wrong, fmt.Sprintf("the game is at revision %d, phase %d; its log leads to revision %d, phase %d", g.Last, g.At, revision, number))
	}
	return out, wrong
}

// lostPress checks that the log contains each confirmed message between players once, no refused
// message, and each message with an unknown outcome at most once. It must contain no others.
func lostPress(g *Record, ops []*Op) (wrong []string) {
	count := map[string]int{}
	for _, e := range g.Entries {
		if e.Kind == "press" {
			count[e.Token]++
		}
	}
	for _, o := range ops {
		if o.Kind != pressOp {
			continue
		}
		n := count[o.Token]
		delete(count, o.Token)
		switch {
		case n > 1:
			wrong = append(wrong, fmt.Sprintf("press %s was sent %d times: %s", o.Token, n, o))
		case n == 0 && o.Outcome == ok:
			wrong = append(wrong, fmt.Sprintf("press %s is lost: %s", o.Token, o))
		case n == 1 && o.Outcome == refused:
			wrong = append(wrong, fmt.Sprintf("press %s was refused, and sent: %s", o.Token, o))
		}
	}
	for _, token := range slices.Sorted(maps.Keys(count)) {
		wrong = append(wrong, fmt.Sprintf("press %q is in the log, but no one sent it", token))
	}
	return wrong
}

// lostLetters checks that every recipient of press has received an e-mail with it, and that
// everyone has received an e-mail with the result of each phase, with one Message-ID each time
// it was resolved.
func lostLetters(h *History, g *Record) (wrong []string) {
	if g.Links {
		return nil
	}
	type news struct {
		to     string
		number int
	}
	results := map[news]map[string]bool{} // Message-IDs of e-mails with the result of each phase
	resolved := map[int]int{}
	got := map[string]map[string]bool{} // tokens and phases received, keyed by address
	for _, l := range h.Letters {
		if got[l.To] == nil {
			got[l.To] = map[string]bool{}
		}
		for _, t := range l.Tokens {
			got[l.To][t] = true
		}
		if m := aboutPhase.FindStringSubmatch(l.ID); m != nil && isResult(l.Subject) {
			got[l.To][m[1]+" "+m[2]] = true
			if next, err := strconv.Atoi(m[2]); err == nil && m[1] == g.ID {
				k := news{l.To, next - 1}
				if results[k] == nil {
					results[k] = map[string]bool{}
				}
				results[k][l.ID] = true
			}
		}
	}
	for _, e := range g.Entries {
		switch e.Kind {
		case "press":
			for _, r := range g.Readers {
				if r.Seat > 0 && r.Seat != e.From && slices.Contains(e.To, r.Seat) && !got[r.Email][e.Token] {
					wrong = append(wrong, fmt.Sprintf("no e-mail with press %s (entry %d) has come to %s", e.Token, e.Seq, r.Email))
				}
			}
		case "result":
			resolved[e.Number]++
			if e.Over {
				continue // the e-mail about it has another form
			}
			for _, r := range g.Readers {
				if !got[r.Email][fmt.Sprintf("%s %d", g.ID, e.Number+1)] {
					wrong = append(wrong, fmt.Sprintf("no e-mail with the result of phase %d (entry %d) has come to %s", e.Number, e.Seq, r.Email))
				}
			}
		}
	}
	for _, k := range slices.SortedFunc(maps.Keys(results), func(a, b news) int {
		return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.number, b.number))
	}) {
		if most := resolved[k.number]; len(results[k]) > most {
			wrong = append(wrong, fmt.Sprintf("the result of phase %d came to %s as %s, but the phase was resolved %d times", k.number, k.to, strings.Join(slices.Sorted(maps.Keys(results[k])), " and as "), most))
		}
	}
	return wrong
}

// lostCalls checks that every webhook was called for each entry that its owner may see, and
// that all calls for one entry have the same number.
func lostCalls(h *History, g *Record) (wrong []string) {
	type at struct {
		hook string
		seq  int64
	}
	called := map[at]string{}
	for _, c := range h.Calls {
		if c.Game != g.ID {
			continue
		}
		k := at{c.Hook, c.Seq}
		if first, again := called[k]; again && first != c.Delivery {
			wrong = append(wrong, fmt.Sprintf("webhook %s was called about entry %d as %s and as %s", c.Hook, c.Seq, first, c.Delivery))
		}
		called[k] = c.Delivery
	}
	public := map[int64]int64{}
	for _, e := range g.Entries {
		public[e.Seq] = e.Public
	}
	for _, r := range g.Readers {
		if r.Hook == "" {
			continue
		}
		for _, seq := range r.Shown {
			if _, done := called[at{r.Hook, public[seq]}]; !done && seq > r.Before {
				wrong = append(wrong, fmt.Sprintf("webhook %s was never called about entry %d", r.Hook, seq))
			}
		}
	}
	return wrong
}

// unanswered checks that the judge has answered every command that it has promised to answer.
func unanswered(h *History) (wrong []string) {
	for _, o := range h.Ops {
		if o.Promised && !slices.ContainsFunc(h.Said, func(s Said) bool { return s.Command == o.Command }) {
			wrong = append(wrong, fmt.Sprintf("command %s was confirmed and never answered: %s", o.Command, &o))
		}
	}
	return wrong
}

// twoIDs checks that e-mails with the same press to the same reader have the same Message-ID,
// and that webhook calls with the same number are about the same entry.
func twoIDs(h *History) (wrong []string) {
	ids := map[[2]string]string{}
	for _, l := range h.Letters {
		for _, t := range l.Tokens {
			k := [2]string{l.To, t}
			if first, again := ids[k]; again && first != l.ID {
				wrong = append(wrong, fmt.Sprintf("press %s came to %s as %s and as %s", t, l.To, first, l.ID))
			}
			ids[k] = l.ID
		}
	}
	about := map[string]Call{}
	for _, c := range h.Calls {
		first, again := about[c.Delivery]
		if again && (first.Game != c.Game || first.Seq != c.Seq || first.Hook != c.Hook) {
			wrong = append(wrong, fmt.Sprintf("two calls of webhooks carry the number %s: entry %d of %s and entry %d of %s", c.Delivery, first.Seq, first.Game, c.Seq, c.Game))
		}
		about[c.Delivery] = c
	}
	return wrong
}

// figures counts what happened in a history.
type figures struct {
	ops, confirmed, unknown, refused map[string]int
	doors                            map[string]int
	letters, twice, calls, again     int
	phases, rollbacks, rolls         int
	exchanges                        int // phases in which two seats sent matching lines of an exchange
	faults                           map[string]int
}

func newFigures() *figures {
	return &figures{ops: map[string]int{}, confirmed: map[string]int{}, unknown: map[string]int{}, refused: map[string]int{}, faults: map[string]int{}, doors: map[string]int{}}
}

// add adds the figures of a history.
func (f *figures) add(h *History) {
	for _, o := range h.Ops {
		f.ops[o.Kind]++
		f.doors[o.Door]++
		switch o.Outcome {
		case ok:
			f.confirmed[o.Kind]++
		case unknown:
			f.unknown[o.Kind]++
		case refused:
			f.refused[o.Kind]++
		}
	}
	ids := map[[2]string]bool{}
	for _, l := range h.Letters {
		k := [2]string{l.To, l.ID}
		if ids[k] {
			f.twice++
		}
		ids[k] = true
	}
	f.letters += len(h.Letters)
	calls := map[string]bool{}
	for _, c := range h.Calls {
		if calls[c.Delivery] {
			f.again++
		}
		calls[c.Delivery] = true
	}
	f.calls += len(h.Calls)
	for _, x := range h.Faults {
		f.faults[x.Kind]++
	}
	for i := range h.Games {
		f.rolls += h.Games[i].Rolls
		for _, r := range h.Games[i].Resolved {
			n := 0
			for _, text := range r.Orders {
				if strings.Contains(text, "Exchange") {
					n++
				}
			}
			if n > 1 {
				f.exchanges++
			}
		}
		for _, e := range h.Games[i].Entries {
			switch e.Kind {
			case "result":
				f.phases++
			case "rollback":
				f.rollbacks++
			}
		}
	}
}

// String lists the figures.
func (f *figures) String() string {
	var s string
	for _, k := range slices.Sorted(maps.Keys(f.ops)) {
		s += fmt.Sprintf("  %-9s %6d, confirmed %6d, refused %5d, without an answer %5d\n", k, f.ops[k], f.confirmed[k], f.refused[k], f.unknown[k])
	}
	s += fmt.Sprintf("  by the API %d, by pages %d, by e-mail %d, by Discord %d\n", f.doors["api"], f.doors["page"], f.doors["mail"], f.doors["chat"])
	s += fmt.Sprintf("  %d phases resolved, %d with exchanges, %d rollbacks, %d rolls\n", f.phases, f.exchanges, f.rollbacks, f.rolls)
	s += fmt.Sprintf("  %d e-mails sent (%d of them again), %d webhooks called (%d of them again)\n", f.letters, f.twice, f.calls, f.again)
	s += "  faults:"
	for _, k := range slices.SortedFunc(maps.Keys(f.faults), cmp.Compare) {
		s += fmt.Sprintf(" %s %d", k, f.faults[k])
	}
	return s + "\n"
}

package main

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"podesta/internal/game"
	"podesta/internal/store/pgtest"
)

// TestSeveralProcesses lets processes share the work on one PostgreSQL database, and kills them
// in the middle of it. Each phase must be resolved once, every e-mail sent, and the live streams
// of the remaining processes must continue. Only e-mail in progress when its process was killed
// may be sent twice.
func TestSeveralProcesses(t *testing.T) {
	t.Parallel()
	pg := pgtest.Start(t)
	url := pg.URL(t)
	w := newTown(t, url)
	relay := newSink(t)
	for i := range 8 {
		w.game("Game " + strconv.Itoa(i+1))
	}
	start := func(name string) *process {
		return serveProcess(t, name, append(relay.keys(name+".podesta.example"), "database "+url, "data "+t.TempDir())...)
	}
	one, two := start("one"), start("two")
	until(t, "the letters about the beginning", func() bool { return w.queued() == 0 && len(relay.all()) > 0 })

	// A change made through one process is visible through the other.
	at1, at2 := w.players[0].listen(one), w.players[1].listen(two)
	for _, say := range []struct {
		who     citizen
		through *process
		text    string
	}{{w.players[2], one, "Pax tibi"}, {w.players[3], two, "Marce"}} {
		say.who.must(say.through, "POST", "/games/"+w.games[0]+"/press", map[string]any{"to": []string{"all"}, "text": say.text})
		for name, s := range map[string]*stream{"one": at1, "two": at2} {
			until(t, "press through "+name, func() bool {
				return s.count(func(e happening) bool { return e.data.Press != nil && e.data.Press.Text == say.text }) == 1
			})
		}
	}
	w.mailed("the press by mail")

	// burst makes all games due, and waits until all are resolved.
	burst := func(number int, order, watch *process, s *stream, during func()) {
		t.Helper()
		for _, g := range w.games {
			w.holdAll(g, order, watch)
		}
		if during != nil {
			during()
		}
		for _, g := range w.games {
			w.due(g, watch, 3)
		}
		until(t, "phase "+strconv.Itoa(number)+" of all games", func() bool { return w.arrived(number + 1) })
		until(t, "the results on the live stream", func() bool { return s.results(number) == len(w.games) })
	}

	// The first process is killed while it sends an e-mail.
	var kill sync.Once
	killed := make(chan struct{})
	burst(1, one, two, at2, func() {
		relay.onArrival(func(a arrival) {
			if a.hello == "one.podesta.example" {
				kill.Do(func() {
					one.kill()
					close(killed)
				})
			}
		})
	})
	// If the other process has already sent all e-mail, more is queued until the first one sends
	// some.
	until(t, "a letter of the first process", func() bool {
		select {
		case <-killed:
			return true
		default:
		}
		if w.queued() == 0 {
			w.players[2].must(two, "POST", "/games/"+w.games[0]+"/press", map[string]any{"to": []string{"all"}, "text": "Pax nondum"})
		}
		return false
	})
	one.gone()
	w.mailed("all letters after the first kill")
	if got := relay.twice(); len(got) < 1 || len(got) > underWay {
		t.Errorf("sent twice: %q, not only those in progress at the kill", got)
	}
	relay.onArrival(nil)
	until(t, "the end of the stream of the process that was killed", at1.over)
	if at2.over() {
		t.Error("the stream of the other process has ended")
	}
	done := len(relay.twice())

	// The first process is started again, and its stream contains what was missed. A third one
	// starts, and two of the three are killed as soon as the first result is announced.
	again, third := start("one-again"), start("three")
	w.players[0].goOn(again, at1)
	until(t, "what was missed", func() bool { return at1.results(1) == len(w.games) })
	burst(2, two, again, at1, func() {
		at1.onResult(2, func() {
			two.kill()
			third.kill()
		})
	})
	two.gone()
	third.gone()
	w.mailed("all letters after the second kill")
	until(t, "the end of the stream of a process that was killed", at2.over)
	if n := len(relay.twice()); n > done+2*underWay {
		t.Errorf("%d e-mails were sent twice, more than were in progress in killed processes", n)
	}
	again.stop()
	w.check(relay, 2)
}

// underWay is the number of e-mails that a process sends at the same time.
const underWay = 8

// aboutPhase matches the ID of an e-mail about a game, and captures the phase for which a reply
// contains orders. An e-mail with results is about the previous phase.
var aboutPhase = regexp.MustCompile(`^<([a-z0-9]+)\.p([0-9]+)\.[0-9a-f]+@`)

// check checks that every game has passed the given number of phases, each of them once, and that
// everyone received each result.
func (w *town) check(relay *sink, phases int) {
	w.t.Helper()
	ctx := w.t.Context()
	readers := map[string]map[string]bool{}
	for _, a := range relay.all() {
		if m := aboutPhase.FindStringSubmatch(a.id); m != nil && strings.Contains(a.subject, " results") {
			key := m[1] + " " + m[2]
			if readers[key] == nil {
				readers[key] = map[string]bool{}
			}
			readers[key][a.to] = true
		}
	}
	for _, id := range w.games {
		if n := w.number(id); n != phases+1 {
			w.t.Errorf("%s is at phase %d, not %d", id, n, phases+1)
		}
		if err := w.judge.Archive.Replay(ctx, id); err != nil {
			w.t.Errorf("%s: %v", id, err)
		}
		entries, err := w.judge.Press.Log(ctx, id, game.Role{Master: true}, 0, 0)
		if err != nil {
			w.t.Fatal(err)
		}
		results := map[int]int{}
		for i, e := range entries {
			if e.Seq != int64(i+1) {
				w.t.Errorf("%s: entry %d has number %d", id, i+1, e.Seq)
			}
			if e.Kind != game.ResultEntry {
				continue
			}
			results[e.Number]++
			if n := len(readers[id+" "+strconv.Itoa(e.Number+1)]); n != len(w.players)+1 {
				w.t.Errorf("%s: the results of phase %d were sent to %d, not to all %d", id, e.Number, n, len(w.players)+1)
			}
		}
		for n := range phases {
			if results[n+1] != 1 {
				w.t.Errorf("%s: phase %d was processed %d times", id, n+1, results[n+1])
			}
		}
	}
	if n := w.queued(); n > 0 {
		w.t.Errorf("%d letters are left", n)
	}
}

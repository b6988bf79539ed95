package mail_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/mail"
	"podesta/internal/mail/smtpd"
	"podesta/internal/press"
)

// heardIn counts the e-mails that contain each of the words, separately for each recipient except
// the writer.
func heardIn(all []*parcel, writer string, words []string) map[string]int {
	out := map[string]int{}
	for _, p := range all {
		for _, w := range words {
			if p.to[0] != writer && strings.Contains(p.text, w) {
				out[p.to[0]+" "+w]++
			}
		}
	}
	return out
}

// add returns the sums of two maps of counts.
func add(a, b map[string]int) map[string]int {
	out := maps.Clone(a)
	for k, n := range b {
		out[k] += n
	}
	return out
}

// heard counts the e-mails with each word that are due now, or within some minutes because nothing
// has released them.
func (h *house) heard(writer string, words ...string) map[string]int {
	h.t.Helper()
	out := map[string]int{}
	for range 2 {
		h.post()
		out = add(out, heardIn(h.box.take(""), writer, words))
		h.clock.Advance(6 * time.Minute)
	}
	return out
}

// TestNoticesOfInterruptedLetters checks that, wherever the database or the process fails while an
// e-mail is processed, its notices reach every recipient exactly once.
func TestNoticesOfInterruptedLetters(t *testing.T) {
	t.Parallel()
	words := []string{"first", "second", "third"}
	h, f, _, players := failingHouse(t)
	h.heard("")
	f.count(0, false)
	h.bring(h.several(players[0]))
	writes := f.count(0, false)
	want := h.heard(players[0].Email, words...)
	if len(want) < 9 {
		t.Fatalf("the e-mail has little news: %v", want)
	}
	for at := 2; at <= writes; at++ {
		for _, after := range []bool{false, true} {
			for _, again := range []string{"the same process", "another", "nobody"} {
				h, f, g, players := failingHouse(t)
				h.heard("")
				raw := h.several(players[0])
				f.count(at, after)
				if _, err := h.o.Receive(ctx, strings.NewReader(raw), smtpd.Envelope{}); !errors.Is(err, smtpd.ErrLater) {
					t.Fatal(err)
				}
				f.count(0, false)
				h.clock.Advance(21 * time.Second)
				expected := want
				switch again {
				case "another":
					h.o = h.office(mail.Deps{Store: f})
					fallthrough
				case "the same process":
					if _, err := h.o.Receive(ctx, strings.NewReader(raw), smtpd.Envelope{}); err != nil {
						t.Fatal(err)
					}
				case "nobody":
					// At least the news in the log must be sent.
					done := h.state(g, players[0])
					expected = maps.Clone(want)
					maps.DeleteFunc(expected, func(told string, _ int) bool {
						_, word, _ := strings.Cut(told, " ")
						return !strings.Contains(done, word)
					})
				}
				if got := h.heard(players[0].Email, words...); !maps.Equal(got, expected) {
					t.Errorf("write %d of %d, committed %v, delivered again to %s:\n%v\nnot\n%v", at, writes, after, again, got, expected)
				}
			}
		}
	}
}

// TestNoticesOfInterruptedForms makes each write for a web request with several notices fail in
// turn. Whether the request then continues or ends, every recipient must receive the stored notices
// once and no others.
func TestNoticesOfInterruptedForms(t *testing.T) {
	t.Parallel()
	words := []string{"alpha", "beta", "gamma", "delta"}
	for at := 1; at <= len(words)+1; at++ {
		for _, after := range []bool{false, true} {
			for _, then := range []string{"goes on", "ends"} {
				h, f, g, players := failingHouse(t)
				h.heard("")
				role, err := h.Base.RoleOf(ctx, g.ID, players[0].ID)
				if err != nil {
					t.Fatal(err)
				}
				in, release := h.Base.Together(ctx)
				f.count(at, after)
				for _, w := range words {
					if err := h.Press.Say(in, g.ID, role, 1, press.NewMessage{To: game.Audience{All: true}, Text: w}); err == nil {
						continue
					} else if then == "ends" {
						break
					}
					f.count(0, false)
				}
				release()
				f.count(0, false)
				done := h.state(g, players[0])
				got := h.heard(players[0].Email, words...)
				for _, w := range words {
					n := 0
					if strings.Contains(done, w) {
						n = 1
					}
					for _, p := range players[1:] {
						if got[p.Email+" "+w] != n {
							t.Fatalf("write %d, committed %v, %s: %s received %q %d times, not %d", at, after, then, p.Email, w, got[p.Email+" "+w], n)
						}
					}
				}
			}
		}
	}
}

// TestNoticesDuringRelease checks that news that is added while a request's
// notices are being released is not lost.
func TestNoticesDuringRelease(t *testing.T) {
	t.Parallel()
	h, f, g, players := failingHouse(t)
	h.heard("")
	role, err := h.Base.RoleOf(ctx, g.ID, players[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	say := func(in context.Context, word string) {
		if err := h.Press.Say(in, g.ID, role, 1, press.NewMessage{To: game.Audience{All: true}, Text: word}); err != nil {
			t.Error(err)
		}
	}
	slow := &frozenStore{Store: f, at: 2, after: true, frozen: make(chan struct{}), goOn: make(chan struct{})}
	h.Judge = judge.New(slow, h.clock, []byte(judgetest.Secret))
	in, release := h.Base.Together(ctx)
	say(in, "alpha")
	var under sync.WaitGroup
	under.Go(func() { say(in, "beta") })
	<-slow.frozen // beta is committed, but Write has not returned yet
	released := make(chan struct{})
	under.Go(func() {
		release()
		close(released)
	})
	select { // it may have to wait for beta
	case <-released:
	case <-time.After(300 * time.Millisecond):
	}
	close(slow.goOn)
	under.Wait()
	got := h.heard(players[0].Email, "alpha", "beta")
	for _, p := range players[1:] {
		if got[p.Email+" alpha"] != 1 || got[p.Email+" beta"] != 1 {
			t.Fatalf("%s heard %v", p.Email, got)
		}
	}
}

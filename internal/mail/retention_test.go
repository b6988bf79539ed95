package mail_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"podesta/internal/game"
	"podesta/internal/mail"
	"podesta/internal/mail/outbox"
)

// countingStore is a store that records how many items each transaction removes.
type countingStore struct {
	game.Store
	most, all int
}

func (s *countingStore) Write(ctx context.Context, f func(*game.Tx) error) error {
	n := 0
	err := s.Store.Write(ctx, func(tx *game.Tx) error {
		n = 0
		counted := *tx
		counted.Items = countingTx{tx.Items, &n}
		return f(&counted)
	})
	s.most, s.all = max(s.most, n), s.all+n
	return err
}

type countingTx struct {
	game.ItemTx
	n *int
}

func (x countingTx) DropSome(gameID, kind string, n int) (int, error) {
	dropped, err := x.ItemTx.DropSome(gameID, kind, n)
	*x.n += dropped
	return dropped, err
}

// TestRetention checks that records of e-mail are removed when their retention time has passed, not
// before, and a few in each transaction.
func TestRetention(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	h := newHouse(t)
	counted := &countingStore{Store: h.store}
	h.o = h.office(mail.Deps{Store: counted, Config: mail.Config{KeepSent: 28 * day, KeepReceived: 7 * day, KeepFailed: 10 * day}})
	clean := func() {
		t.Helper()
		if err := h.o.Clean(ctx); err != nil {
			t.Fatal(err)
		}
	}
	year, week := h.clock.Now().ISOWeek()
	sent, received := fmt.Sprintf("sent %04d-%02d", year, week), fmt.Sprintf("letter %04d-%02d", year, week)
	if err := h.store.Write(ctx, func(tx *game.Tx) error {
		var all []error
		for i := range 450 {
			all = append(all, tx.Items.Put("", sent, fmt.Sprint(i), []byte("{}")))
		}
		return errors.Join(append(all, tx.Items.Put("", received, "x", []byte("{}")))...)
	}); err != nil {
		t.Fatal(err)
	}
	left := func(kind string) (n int) {
		t.Helper()
		if err := h.store.Read(ctx, func(tx *game.Tx) error {
			items, err := tx.Items.List("", kind)
			n = len(items)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return n
	}

	h.account("Anna", "rinascimento1")
	h.box.refuse = func([]string) error { return &outbox.Permanent{Err: errors.New("550 no such user")} }
	h.bring(h.message("anna@example.org", "judge@podesta.example", "x", "LIST"))
	h.post()
	failures := func(want int) {
		t.Helper()
		if jobs, err := h.o.Failed(ctx, 10); err != nil || len(jobs) != want {
			t.Errorf("%d failures, %v, want %d", len(jobs), err, want)
		}
	}
	failures(1)
	clean()
	h.clock.Advance(9 * day)
	clean()
	failures(1)
	h.clock.Advance(2 * day)
	clean()
	failures(0)

	if n := left(received); n == 0 {
		t.Error("a received e-mail is forgotten in the week after the next")
	}
	h.clock.Advance(4 * day) // 15 days in total
	clean()
	if n := left(received); n != 0 {
		t.Errorf("%d received e-mails are remembered after 15 days", n)
	}
	if n := left(sent); n != 450 {
		t.Errorf("%d sent e-mails of 450 are remembered after 15 days", n)
	}
	counted.all = 0
	h.clock.Advance(21 * day) // 36 days in total
	clean()
	if n := left(sent); n != 0 || counted.all < 450 || counted.most > 200 {
		t.Errorf("%d sent e-mails are remembered after 36 days; %d removed, at most %d together", n, counted.all, counted.most)
	}
}

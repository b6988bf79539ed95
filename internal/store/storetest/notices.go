package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"podesta/internal/game"
)

// hear returns the next topic. It fails the test if none arrives for a long
// time.
func hear(t *testing.T, topics <-chan string) (topic string, open bool) {
	t.Helper()
	select {
	case topic, open = <-topics:
	case <-time.After(30 * time.Second):
		t.Fatal("nothing is heard")
	}
	return topic, open
}

func expect(t *testing.T, topics <-chan string, want ...string) {
	t.Helper()
	for _, w := range want {
		if got, _ := hear(t, topics); got != w {
			t.Errorf("heard %q, want %q", got, w)
		}
	}
}

func say(t *testing.T, s Store, want error, topics ...string) {
	t.Helper()
	write(t, s, want, func(tx *game.Tx) error {
		for _, topic := range topics {
			if err := tx.Jobs.Notify(topic); err != nil {
				return err
			}
		}
		return want
	})
}

func listeners(t *testing.T, open func() Store) {
	s := open()
	say(t, s, nil, "before anybody listens")
	ctx, cancel := context.WithCancel(ctx)
	one, two := s.Listen(ctx), s.Listen(context.Background())
	expect(t, one, "")
	expect(t, two, "")
	say(t, s, errBroken, "of a transaction that fails")
	say(t, s, nil, "game ' first", "jobs")
	expect(t, one, "game ' first", "jobs")
	expect(t, two, "game ' first", "jobs")
	cancel()
	if _, open := hear(t, one); open {
		t.Error("a listener hears after it has ended")
	}
	say(t, s, nil, "game other")
	expect(t, two, "game other")
	expect(t, s.Listen(context.Background()), "") // this listener joins later
	// A slow listener receives all topics, or learns that there were many.
	write(t, s, nil, func(tx *game.Tx) error {
		var errs []error
		for i := range 5000 {
			errs = append(errs, tx.Jobs.Notify(number(i)))
		}
		return errors.Join(errs...)
	})
	for topic, _ := hear(t, two); topic != "" && topic != number(4999); topic, _ = hear(t, two) {
	}
}

func listenersElsewhere(t *testing.T, open func() Store) {
	here, there := open(), open()
	topics := there.Listen(ctx)
	expect(t, topics, "")
	say(t, here, nil, "game first")
	say(t, here, nil, "game second")
	say(t, there, nil, "game third")
	heard := map[string]bool{}
	for !heard["game first"] || !heard["game second"] || !heard["game third"] {
		topic, _ := hear(t, topics)
		heard[topic] = true
	}
	if len(heard) != 3 {
		t.Errorf("heard %v", heard)
	}
}

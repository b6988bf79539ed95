//go:build unix

package program_test

import (
	"errors"
	"net"
	"os"
	"testing"
	"time"

	"podesta/internal/program"
	"podesta/machiavelli/arena"
)

// lifeline accepts the connection of a program's child. The program plays "parent:" followed by
// this address.
type lifeline struct{ *net.TCPListener }

func newLifeline(t *testing.T) lifeline {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return lifeline{l.(*net.TCPListener)}
}

// child returns the connection of the child, which lasts as long as the child does.
func (l lifeline) child(t *testing.T) net.Conn {
	t.Helper()
	if err := l.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	c, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// gone fails the test if the child does not end.
func gone(t *testing.T, child net.Conn) {
	t.Helper()
	if err := child.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := child.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("the child is still there")
	}
}

// TestChildProcessEnds gives up a program that is the child of another, as in a script, and
// checks that both are killed, and that nobody waits for the child.
func TestChildProcessEnds(t *testing.T) {
	l := newLifeline(t)
	for _, s := range match(t, "parent:"+l.Addr().String(), 5*time.Second, 1, &journal{}) {
		if s.Faults[arena.Late] < 1 || s.Longest > (5*time.Second+1500*time.Millisecond).Microseconds() {
			t.Errorf("%+v", s)
		}
	}
	gone(t, l.child(t))
}

// TestCloseEndsPrograms closes a pool while a program is thinking, as when the match is stopped,
// and checks that the program's child is killed, too.
func TestCloseEndsPrograms(t *testing.T) {
	l := newLifeline(t)
	pool, err := program.NewPool(t.Context(), os.Args[0]+" play:parent:"+l.Addr().String(), time.Hour, &journal{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := arena.New(arena.Settings{
		Scenario: "A", Variant: "A-4", Preset: "battleline-1978-basic", Years: 1, Seed: 5,
		Lineups: []arena.Lineup{{Players: []string{"it", "random", "random", "random"}}},
	}, map[string]arena.Make{"it": pool.Make})
	if err != nil {
		t.Fatal(err)
	}
	played := make(chan error, 1)
	go func() {
		_, err := m.Play(0, func() int64 { return 0 })
		played <- err
	}()
	child := l.child(t)
	pool.Close()
	gone(t, child)
	if err := <-played; err != nil {
		t.Error(err)
	}
}

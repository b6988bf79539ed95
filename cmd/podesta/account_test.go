package main

import (
	"strings"
	"testing"
)

func TestAccount(t *testing.T) {
	data := t.TempDir()
	w := newTown(t, data)
	w.game("Cosimo")
	c := w.players[0]
	run := func(args ...string) string {
		t.Helper()
		status, out, err := podesta("", append([]string{"account", "-data", data}, args...)...)
		if status != 0 {
			t.Fatalf("%s: status %d, %s", args, status, err)
		}
		return out
	}
	if out := run(c.email); !strings.HasPrefix(out, "Ludovico (open), made 2") || !strings.Contains(out, "addresses: "+c.email+"\n") || !strings.Contains(out, ": Cosimo, active\n") {
		t.Error(out)
	}
	if out := run("-close", c.email); !strings.HasPrefix(out, "Ludovico (closed)") {
		t.Error(out)
	}
	if _, _, err := w.judge.Authenticate(t.Context(), c.token); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("who has a closed account comes in: %v", err)
	}
	run("-open", c.email)
	if _, _, err := w.judge.Authenticate(t.Context(), c.token); err != nil {
		t.Error(err)
	}
	if out := run("-make-keeper", c.email); !strings.HasPrefix(out, "Ludovico (keeper of the judge)") {
		t.Error(out)
	}
	if out := run("-no-keeper", c.email); !strings.HasPrefix(out, "Ludovico (open)") {
		t.Error(out)
	}
	for args, want := range map[string]int{"nobody@example.com": 1, "": 2, "-close -open " + c.email: 2} {
		if status, _, err := podesta("", append([]string{"account", "-data", data}, strings.Fields(args)...)...); status != want || err == "" {
			t.Errorf("%s: status %d, %q", args, status, err)
		}
	}
}

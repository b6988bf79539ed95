package account

import (
	"context"
	"strings"
	"testing"
	"time"
)

// TestPHC tests a vector of the reference implementation of argon2id (with
// m=256, t=2, p=1, because 64 MiB would be slow here), and hashes that must be
// rejected.
func TestPHC(t *testing.T) {
	t.Parallel()
	p, err := parsePHC("$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4")
	if err != nil {
		t.Fatal(err)
	}
	if got := p.derive("password", nil); string(got) != string(p.hash) {
		t.Errorf("derived %x, want %x", got, p.hash)
	}
	for _, bad := range []string{
		"", "plain", "$2b$10$abcdefghijklmnopqrstuv",
		"$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
		"$argon2id$v=16$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
		"$argon2id$v=19$m=99999999,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
		"$argon2id$v=19$m=256,t=0,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
		"$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$",
		"$argon2id$v=19$m=256,t=2,p=1,keyid=Mg$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
		"$argon2id$v=19$m=256,t=2,p=1$!$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4",
	} {
		if _, err := parsePHC(bad); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}

func TestPasswordsMatch(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	p, other := newPasswords([]byte("a secret"), 1), newPasswords([]byte("another secret"), 1)
	stored, err := p.hash(ctx, "correct horse")
	if err != nil {
		t.Fatal(err)
	}
	if again, err := p.hash(ctx, "correct horse"); err != nil || again == stored {
		t.Errorf("two hashes have one salt (%v)", err)
	}
	// A copy of the database is not enough to check guesses without the key.
	if ok, _, err := other.matches(ctx, stored, "correct horse"); ok || err != nil {
		t.Errorf("with another secret: %t, %v", ok, err)
	}
	if !strings.HasPrefix(stored, "$argon2id$v=19$m=19456,t=2,p=1,keyid=MQ$") || strings.Contains(stored, "horse") {
		t.Errorf("stored as %s", stored)
	}
	for _, c := range []struct {
		stored, password string
		ok, weak         bool
	}{
		{stored, "correct horse", true, false},
		{stored, "Correct horse", false, false},
		{stored, "", false, false},
		{stored, strings.Repeat("x", 1<<20), false, false},
		{"", "correct horse", false, false},
		{"$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", "password", true, true},
	} {
		ok, weak, err := p.matches(ctx, c.stored, c.password)
		if ok != c.ok || weak != c.weak || err != nil {
			t.Errorf("%.20s: %v, %v, %v", c.password, ok, weak, err)
		}
	}
	p.room <- struct{}{} // simulates another hash that is being computed
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := p.matches(gone, stored, "correct horse"); err == nil {
		t.Error("a cancelled request was waited for")
	}
}

func TestThrottleDelaysIncrease(t *testing.T) {
	t.Parallel()
	th := throttle{free: 2, first: time.Second, most: 5 * time.Second, forget: time.Minute, size: 3}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for i, wait := range []time.Duration{0, 0, time.Second, 2 * time.Second, 4 * time.Second, 5 * time.Second, 5 * time.Second} {
		if wait > 0 {
			if th.take(now.Add(wait-time.Millisecond), "a") == nil {
				t.Errorf("try %d was let through before %s", i, wait)
			}
		}
		now = now.Add(wait)
		if err := th.take(now, "a"); err != nil {
			t.Errorf("try %d after %s: %v", i, wait, err)
		}
	}
	if err := th.take(now, "b"); err != nil {
		t.Error("another key waits too")
	}
	if err := th.take(now.Add(time.Minute), "a"); err != nil {
		t.Error("nothing was forgotten")
	}
	for _, k := range []string{"c", "d", "e"} {
		if err := th.take(now.Add(time.Minute), k); err != nil {
			t.Error(err)
		}
	}
	if len(th.keys) > 3 {
		t.Errorf("%d keys are stored", len(th.keys))
	}
}

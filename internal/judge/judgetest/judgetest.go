// Package judgetest opens judges for tests: each has a database in a temporary
// folder, a clock that the test sets, and people with proven addresses.
package judgetest

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/judge"
	"podesta/internal/store"
)

// Secret signs what the judges of tests give out.
const Secret = "a secret that is long enough for it"

// Passwords cost next to nothing in tests: a real one takes tens of milliseconds
// to set and to try, and package account tests the real cost.
func init() { account.SetPasswordCost(8, 1, 1) }

// Clock is a clock that stands still until a test sets it.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that shows a moment.
func NewClock(at time.Time) *Clock { return &Clock{now: at} }

// Now returns what the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Set sets the clock, also back.
func (c *Clock) Set(to time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = to
}

// Reach sets the clock to a moment, unless it shows a later one.
func (c *Clock) Reach(to time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if to.After(c.now) {
		c.now = to
	}
}

// Advance sets the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// House is a judge with its store and its clock.
type House struct {
	*judge.Judge
	T     testing.TB
	Clock *Clock
	Store *store.Store
	URL   string // of the store: a folder, or what store.Open takes

	close func() error
}

// Open returns a judge over an empty store in a folder of the test. Its clock
// shows at. The store is closed when the test ends.
func Open(t testing.TB, at time.Time) *House {
	t.Helper()
	return OpenAt(t, t.TempDir(), at)
}

// OpenAt is Open with the store at a URL, which may have games already.
func OpenAt(t testing.TB, url string, at time.Time) *House {
	t.Helper()
	h := &House{T: t, URL: url, Clock: NewClock(at)}
	h.Reopen()
	return h
}

// Reopen opens the judge anew over its store, as a restart does. The judge and
// the store before it can still be used, as those of another process.
func (h *House) Reopen() {
	h.T.Helper()
	st, err := store.Open(h.URL)
	if err != nil {
		h.T.Fatal(err)
	}
	once := sync.OnceValue(st.Close)
	h.T.Cleanup(func() { _ = once() })
	h.close = once
	h.Store = st
	h.Over(st)
}

// Close closes the store before the test ends.
func (h *House) Close() error { return h.close() }

// Beside returns a judge over the same store by the same clock, as a second
// process is.
func (h *House) Beside() *House {
	h.T.Helper()
	other := &House{T: h.T, URL: h.URL, Clock: h.Clock}
	other.Reopen()
	return other
}

// Over makes the judge work over another store, such as one that fails.
func (h *House) Over(st game.Store) { h.Judge = judge.New(st, h.Clock, []byte(Secret)) }

// Seeded makes games have the same IDs and dice in every run; n chooses which.
func (h *House) Seeded(n byte) { h.DrawFrom(rand.NewChaCha8([32]byte{n})) }

// Must fails the test if there is an error.
func (h *House) Must(err error) {
	h.T.Helper()
	if err != nil {
		h.T.Fatal(err)
	}
}

// Email returns the address of a person: "Ada Lovelace" has
// ada.lovelace@example.org.
func Email(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, " ", ".")) + "@example.org"
}

// Person registers a person who has proved their address.
func (h *House) Person(name string) *game.Account {
	h.T.Helper()
	_, secret, err := h.Register(h.context(), name, Email(name), "")
	h.Must(err)
	a, err := h.Verify(h.context(), secret.Secret())
	h.Must(err)
	return a
}

// Token returns a secret with which a program acts for an account.
func (h *House) Token(account string) string {
	h.T.Helper()
	secret, err := h.NewToken(h.context(), game.Token{Kind: game.APIToken, Account: account}, 0)
	h.Must(err)
	return secret
}

// Part returns what an account may do at a game.
func (h *House) Part(game string, a *game.Account) game.Role {
	h.T.Helper()
	r, err := h.RoleOf(h.context(), game, a.ID)
	h.Must(err)
	return r
}

// At returns a game as it is now.
func (h *House) At(game string) *game.Game {
	h.T.Helper()
	g, err := h.Game(h.context(), game)
	h.Must(err)
	return g
}

// Forward lets time pass: what is due on the way is done when it is due.
func (h *House) Forward(to time.Time) {
	h.T.Helper()
	ctx := h.context()
	for range 1000 {
		due, err := h.NextDue(ctx)
		h.Must(err)
		if due.IsZero() || due.After(to) {
			break
		}
		h.Clock.Reach(due)
		h.Must(h.TrustClock(ctx))
		_, err = h.Work(ctx)
		h.Must(err)
	}
	h.Clock.Set(to)
	h.Must(h.TrustClock(ctx))
}

// context outlives the test's own context, which ends before its cleanups.
func (h *House) context() context.Context { return context.WithoutCancel(h.T.Context()) }

// Code fails the test unless an error has a code; the empty code is for no error.
func Code(t testing.TB, err error, code string) {
	t.Helper()
	if game.ErrorCode(err) != code {
		t.Errorf("error %v has code %q, want %q", err, game.ErrorCode(err), code)
	}
}

// Letters keeps the secrets that letters would have brought. It is what the
// pages and the API write such letters with.
type Letters struct {
	mu      sync.Mutex
	confirm map[string]string
	signOn  map[string]string
	last    map[string]string
	known   []string
}

// Confirm keeps the secret that proves an address. A letter without a secret is
// for the owner of an address that is known already.
func (l *Letters) Confirm(_ context.Context, to account.SecretMail, _ string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if to.Secret() == "" {
		l.known = append(l.known, to.To())
		return nil
	}
	keep(&l.confirm, to)
	keep(&l.last, to)
	return nil
}

// SignOn keeps the secret of a link that signs in.
func (l *Letters) SignOn(_ context.Context, to account.SecretMail) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if to.Secret() != "" {
		keep(&l.signOn, to)
		keep(&l.last, to)
	}
	return nil
}

func keep(in *map[string]string, m account.SecretMail) {
	if *in == nil {
		*in = map[string]string{}
	}
	(*in)[m.To()] = m.Secret()
}

// Secret returns the secret that was sent last to an address, of either kind.
func (l *Letters) Secret(email string) string { return l.read(&l.last, email) }

// Confirmation returns the secret that was sent last to prove an address.
func (l *Letters) Confirmation(email string) string { return l.read(&l.confirm, email) }

// SignOnSecret returns the secret of the link that was sent last to sign in.
func (l *Letters) SignOnSecret(email string) string { return l.read(&l.signOn, email) }

func (l *Letters) read(from *map[string]string, email string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return (*from)[email]
}

// SignOnsTo returns the addresses to which links to sign in were sent, sorted.
func (l *Letters) SignOnsTo() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Sorted(maps.Keys(l.signOn))
}

// Forget forgets the letters that were sent.
func (l *Letters) Forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.confirm, l.signOn, l.last, l.known = nil, nil, nil, nil
}

// Known returns the addresses whose owners were told that somebody gave theirs.
func (l *Letters) Known() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.known...)
}

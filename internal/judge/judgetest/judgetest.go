// Package judgetest opens judges for tests: each has a database in a temporary folder, a clock
// that the test sets, and people with confirmed addresses. It also plays games on them for the
// tests of the judge's packages.
package judgetest

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
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

// Secret is the secret of the judges in tests.
const Secret = "a secret that is long enough for it"

// Hashing passwords is cheap in tests. At the real cost, which package account tests, setting or
// checking one takes tens of milliseconds.
func init() { account.SetPasswordCost(8, 1, 1) }

// All reports whether tests try all combinations, as make test-all does with PODESTA_ALL=1.
// Otherwise tests with thousands of combinations try a selection in which each value occurs.
func All() bool { return os.Getenv("PODESTA_ALL") != "" }

// Clock is a clock that stands still until a test sets it.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that shows the given time.
func NewClock(at time.Time) *Clock { return &Clock{now: at} }

// Now returns the time that the clock shows.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Set sets the clock, forward or back.
func (c *Clock) Set(to time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = to
}

// Reach sets the clock forward to a time. It does nothing if the clock shows a
// later time.
func (c *Clock) Reach(to time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if to.After(c.now) {
		c.now = to
	}
}

// Advance advances the clock.
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
	URL   string // URL of the store: a folder, or a URL for store.Open

	close func() error
}

// Open returns a judge on an empty store in a temporary folder of the test. Its clock shows the
// time at. The store is closed when the test ends.
func Open(t testing.TB, at time.Time) *House {
	t.Helper()
	return OpenAt(t, Empty(t), at)
}

// Empty returns a temporary folder with an empty store, as store.Open creates it. The store is a
// copy of one that this process created before, because running the migrations takes longer than
// many tests.
func Empty(t testing.TB) string {
	t.Helper()
	file, err := emptyStore()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, storeFile), file, 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

// storeFile is the name of a store's file in its folder.
const storeFile = "podesta.db"

// emptyStore returns the file of an empty store.
var emptyStore = sync.OnceValues(func() (file []byte, err error) {
	folder, err := os.MkdirTemp("", "podesta-test-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	st, err := store.Open(folder)
	if err != nil {
		return nil, err
	}
	if err := st.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(folder, storeFile))
})

// OpenAt is Open with the store at a URL. The store may already contain games.
func OpenAt(t testing.TB, url string, at time.Time) *House {
	t.Helper()
	h := &House{T: t, URL: url, Clock: NewClock(at)}
	h.Reopen()
	return h
}

// Reopen opens the judge again on its store, like a restart. The previous judge and store remain
// usable, as in another process.
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

// Beside returns another judge on the same store with the same clock, like a
// second process.
func (h *House) Beside() *House {
	h.T.Helper()
	other := &House{T: h.T, URL: h.URL, Clock: h.Clock}
	other.Reopen()
	return other
}

// Over makes the judge use another store, for instance one that fails.
func (h *House) Over(st game.Store) { h.Judge = judge.New(st, h.Clock, []byte(Secret)) }

// Options are the options of a judge, for tests of packages that must not import package judge.
type Options = judge.Options

// With changes the options of the judge, like a restart with another configuration.
func (h *House) With(set func(*Options)) {
	h.T.Helper()
	o := judge.Usual()
	set(&o)
	j, err := judge.Open(h.Store, h.Clock, []byte(Secret), o)
	h.Must(err)
	h.Judge = j
}

// Seeded makes games have the same IDs and dice in every run. n selects the
// sequence.
func (h *House) Seeded(n byte) { h.Base.DrawFrom(rand.NewChaCha8([32]byte{n})) }

// Must fails the test if there is an error.
func (h *House) Must(err error) {
	h.T.Helper()
	if err != nil {
		h.T.Fatal(err)
	}
}

// Email returns the e-mail address of a person: "Ada Lovelace" becomes ada.lovelace@example.org.
func Email(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, " ", ".")) + "@example.org"
}

// Person registers an account with a confirmed address.
func (h *House) Person(name string) *game.Account {
	h.T.Helper()
	_, secret, err := h.Users.Register(h.context(), name, Email(name), "")
	h.Must(err)
	a, err := h.Users.Verify(h.context(), secret.Secret())
	h.Must(err)
	return a
}

// Token returns a secret with which a program can act for an account.
func (h *House) Token(account string) string {
	h.T.Helper()
	secret, err := h.Users.NewToken(h.context(), game.Token{Kind: game.APIToken, Account: account}, 0)
	h.Must(err)
	return secret
}

// Part returns the role of an account in a game.
func (h *House) Part(game string, a *game.Account) game.Role {
	h.T.Helper()
	r, err := h.Base.RoleOf(h.context(), game, a.ID)
	h.Must(err)
	return r
}

// At returns the current state of a game.
func (h *House) At(game string) *game.Game {
	h.T.Helper()
	g, err := h.Base.Game(h.context(), game)
	h.Must(err)
	return g
}

// Forward advances the clock to a time. Whatever becomes due on the way is done when it is due.
func (h *House) Forward(to time.Time) {
	h.T.Helper()
	ctx := h.context()
	for range 1000 {
		due, err := h.Judge.Clock.NextDue(ctx)
		h.Must(err)
		if due.IsZero() || due.After(to) {
			break
		}
		h.Clock.Reach(due)
		h.Must(h.Judge.Clock.TrustClock(ctx))
		_, err = h.Judge.Clock.Work(ctx)
		h.Must(err)
	}
	h.Clock.Set(to)
	h.Must(h.Judge.Clock.TrustClock(ctx))
}

// context returns a context that outlives the test's own context, which ends
// before its cleanups.
func (h *House) context() context.Context { return context.WithoutCancel(h.T.Context()) }

// Code fails the test unless an error has the given code. The empty code means
// no error.
func Code(t testing.TB, err error, code string) {
	t.Helper()
	if game.ErrorCode(err) != code {
		t.Errorf("error %v has code %q, want %q", err, game.ErrorCode(err), code)
	}
}

// Letters records the secrets in e-mails from the pages and the API instead of sending the e-mails.
type Letters struct {
	mu      sync.Mutex
	confirm map[string]string
	signOn  map[string]string
	last    map[string]string
	known   []string
}

// Confirm records the secret that confirms an address. An e-mail without a secret goes to the
// owner of a known address.
func (l *Letters) Confirm(_ context.Context, to account.SecretMail, _, _ string) error {
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

// SignOn records the secret of a link that signs in.
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

// Secret returns the last secret sent to an address, whether it confirms the address or signs in.
func (l *Letters) Secret(email string) string { return l.read(&l.last, email) }

// Confirmation returns the last secret sent to confirm an address.
func (l *Letters) Confirmation(email string) string { return l.read(&l.confirm, email) }

// SignOnSecret returns the secret of the last link to sign in.
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

// Forget deletes the recorded e-mails.
func (l *Letters) Forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.confirm, l.signOn, l.last, l.known = nil, nil, nil, nil
}

// Known returns the addresses whose owners were notified that someone tried to register with them.
func (l *Letters) Known() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string(nil), l.known...)
}

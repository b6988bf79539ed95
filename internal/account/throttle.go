package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	"podesta/internal/game"
)

// throttle slows down whoever tries too often: after some free tries under a
// key each further one has to wait, twice as long as the one before, up to a
// limit. Tries are forgotten after a while without any. It is in memory and
// bounded; the count of an account's wrong passwords is stored besides.
type throttle struct {
	free   int           // tries before the first wait
	first  time.Duration // the first wait
	most   time.Duration // the longest one
	forget time.Duration // after so long without a try all is forgotten
	size   int           // keys that are remembered

	mu   sync.Mutex
	keys map[string]tries
}

// tries is what is remembered of a key.
type tries struct {
	N    int       `json:"n"`
	Last time.Time `json:"last"`
}

// until is when the next try may be made; the zero time: now.
func (t *throttle) until(k tries, now time.Time) time.Time {
	if k.N < t.free || now.Sub(k.Last) >= t.forget {
		return time.Time{}
	}
	wait := t.most
	if n := k.N - t.free; n < 20 {
		wait = min(t.first<<n, t.most)
	}
	return k.Last.Add(wait)
}

// take makes a try under all the keys, or none if it is too soon under one of
// them; the error tells the person how long to wait.
func (t *throttle) take(now time.Time, keys ...string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, k := range keys {
		if err := tooSoon(t.until(t.keys[k], now), now); err != nil {
			return err
		}
	}
	if t.keys == nil {
		t.keys = map[string]tries{}
	}
	for _, k := range keys {
		t.makeRoom(now)
		t.keys[k] = t.more(t.keys[k], now)
	}
	return nil
}

// more is one try more.
func (t *throttle) more(k tries, now time.Time) tries {
	if now.Sub(k.Last) >= t.forget {
		k.N = 0
	}
	return tries{N: k.N + 1, Last: now}
}

// clear forgets a key: somebody has shown that he is who he says.
func (t *throttle) clear(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.keys, key)
}

// undo takes back the last try under a key, since it was no guess.
func (t *throttle) undo(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k := t.keys[key]; k.N > 0 {
		k.N--
		t.keys[key] = k
	}
}

// makeRoom drops what is forgotten when there are too many keys, and if that is
// nothing, the key that was tried longest ago.
func (t *throttle) makeRoom(now time.Time) {
	if len(t.keys) < t.size {
		return
	}
	oldest, found := "", false
	for k, v := range t.keys {
		if now.Sub(v.Last) >= t.forget {
			delete(t.keys, k)
		} else if !found || v.Last.Before(t.keys[oldest].Last) {
			oldest, found = k, true
		}
	}
	if len(t.keys) >= t.size {
		delete(t.keys, oldest)
	}
}

// tooSoon is the error before an instant.
func tooSoon(until, now time.Time) error {
	if !until.After(now) {
		return nil
	}
	wait := until.Sub(now)
	words := fmt.Sprintf("%d seconds", (wait+time.Second-1)/time.Second)
	if wait > 2*time.Minute {
		words = fmt.Sprintf("%d minutes", (wait+time.Minute-1)/time.Minute)
	}
	return &game.Error{Code: game.TooMany, Message: "That was tried too often. Wait " + words + " and try again."}
}

// guard is what stands between strangers and accounts.
type guard struct {
	passwords  *passwords
	wrong      throttle // passwords, by mail address and place; with the same bounds by account and place, stored
	everywhere throttle // passwords of unknown places, by mail address; with the same bounds by account, stored
	strangers  throttle // passwords and registrations, by where on the network they come from
	letters    throttle // letters with a secret, by mail address and place
	mailboxes  throttle // letters with a secret from unknown places, by mail address
}

func newGuard() *guard {
	const keys = 20_000
	return &guard{
		passwords: newPasswords(runtime.GOMAXPROCS(0)),
		wrong:     throttle{free: 5, first: 2 * time.Second, most: 15 * time.Minute, forget: 24 * time.Hour, size: keys},
		// One place alone does not get so far in a day.
		everywhere: throttle{free: 40, first: time.Minute, most: 15 * time.Minute, forget: 24 * time.Hour, size: keys},
		strangers:  throttle{free: 50, first: time.Second, most: 15 * time.Minute, forget: time.Hour, size: keys},
		letters:    throttle{free: 4, first: 10 * time.Minute, most: 6 * time.Hour, forget: 24 * time.Hour, size: keys},
		mailboxes:  throttle{free: 20, first: 10 * time.Minute, most: time.Hour, forget: 24 * time.Hour, size: keys},
	}
}

type remoteKey struct{}

// WithRemote notes in a context where on the network a request comes from, for
// doors that know it and can trust it: wrong passwords and registrations from
// there are slowed down together.
func WithRemote(ctx context.Context, address string) context.Context {
	return context.WithValue(ctx, remoteKey{}, address)
}

// Remote is where a request comes from, as a door has noted it; empty if nobody
// knows.
func Remote(ctx context.Context) string { return remote(ctx) }

// remote is where a request comes from; empty if nobody knows.
func remote(ctx context.Context) string {
	s, _ := ctx.Value(remoteKey{}).(string)
	return s
}

// byMail is the place of whoever writes letters, of which nobody knows where they
// come from.
const byMail = "mail"

type (
	browserKey struct{}
	knownKey   struct{}
)

// WithBrowser notes in a context the marks that the visitor's browser has from
// earlier visits (BrowserMark).
func WithBrowser(ctx context.Context, marks []string) context.Context {
	return context.WithValue(ctx, browserKey{}, marks)
}

// WithKnown notes in a context by what the door knows that it is the owner of the
// account who asks: a session, or a sender whose mail server vouches for them.
// Wrong passwords count under it by themselves.
func WithKnown(ctx context.Context, by string) context.Context {
	return context.WithValue(ctx, knownKey{}, by)
}

// BrowserMark returns a mark for a browser in which the owner of an account has
// signed in. It opens nothing. Whoever shows it is not slowed down by what others
// try, and has a few tries of their own.
func (s *Service) BrowserMark(account string) string {
	id := game.NewID()
	return id + "." + s.markOf(account, id)
}

func (s *Service) markOf(account, id string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte(strings.Join([]string{"browser", account, id}, "\x00")))
	return strings.ToLower(game.Base32.EncodeToString(mac.Sum(nil))[:26])
}

// place is where tries for an account are counted. strange reports that it is a
// place on the network of which the judge knows nothing.
func (s *Service) place(ctx context.Context, account string) (place string, strange bool) {
	if by, _ := ctx.Value(knownKey{}).(string); by != "" {
		return "known " + by, false
	}
	marks, _ := ctx.Value(browserKey{}).([]string)
	for _, m := range marks {
		id, mac, _ := strings.Cut(m, ".")
		if account != "" && id != "" && hmac.Equal([]byte(mac), []byte(s.markOf(account, id))) {
			return "browser " + id, false
		}
	}
	if from := remote(ctx); from != "" {
		return from, true
	}
	return byMail, false
}

// LetterRequest is a letter with a secret that was asked for.
type LetterRequest struct {
	guard *guard
	keys  [2]string // of letters and of mailboxes; none: not counted
}

// Undo takes it back: no letter goes out.
func (a LetterRequest) Undo() {
	a.guard.letters.undo(a.keys[0])
	if a.keys[1] != "" {
		a.guard.mailboxes.undo(a.keys[1])
	}
}

// AskLetter counts a letter with a secret that somebody asks for. account is that
// of the address, if it is known; strangers who ask for letters do not keep a
// browser of its owner from it.
func (s *Service) AskLetter(ctx context.Context, email, account string) (LetterRequest, error) {
	place, strange := s.place(ctx, account)
	out := LetterRequest{s.guard, [2]string{email + " " + place, ""}}
	if err := s.guard.letters.take(s.now(), out.keys[0]); err != nil {
		return out, err
	}
	if !strange {
		return out, nil
	}
	out.keys[1] = email
	err := s.guard.mailboxes.take(s.now(), email)
	return out, err
}

// Answered forgets how often letters to an address were asked for: somebody who
// reads its mail has followed one.
func (s *Service) Answered(ctx context.Context, email string) {
	place, _ := s.place(ctx, "")
	s.guard.letters.clear(email + " " + place)
	s.guard.mailboxes.clear(email)
}

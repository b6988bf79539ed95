package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"runtime"
	"strings"
	"sync"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// throttle slows down repeated attempts. After some free attempts under a key,
// each further one must wait twice as long as the one before, up to a limit.
// Attempts expire. The throttle is in memory and its size is limited; the count
// of an account's wrong passwords is also stored.
type throttle struct {
	free   int           // attempts before the first wait
	first  time.Duration // the first wait
	most   time.Duration // the longest wait
	forget time.Duration // attempts are forgotten after this time without a new one
	size   int           // maximum number of keys that are remembered

	mu   sync.Mutex
	keys map[string]tries
}

// tries counts the attempts under a key.
type tries struct {
	N    int       `json:"n"`
	Last time.Time `json:"last"`
}

// until returns the time of the next allowed attempt, or zero if one is allowed now.
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

// take counts an attempt under all the keys, or under none if it is too early
// under one of them. The error says how long to wait.
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

// more counts one more attempt.
func (t *throttle) more(k tries, now time.Time) tries {
	if now.Sub(k.Last) >= t.forget {
		k.N = 0
	}
	return tries{N: k.N + 1, Last: now}
}

// clear resets a key after a successful attempt.
func (t *throttle) clear(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.keys, key)
}

// undo removes the last attempt under a key, because it was not a guess.
func (t *throttle) undo(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k := t.keys[key]; k.N > 0 {
		k.N--
		t.keys[key] = k
	}
}

// makeRoom removes expired keys when there are too many, or, if none has
// expired, the key with the oldest attempt.
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

// tooSoon returns the error for an attempt before a given time.
func tooSoon(until, now time.Time) error {
	if !until.After(now) {
		return nil
	}
	wait := until.Sub(now)
	why := message.Plural(int((wait+time.Second-1)/time.Second), "That was tried too often. Wait {n} second and try again.", "That was tried too often. Wait {n} seconds and try again.")
	if wait > 2*time.Minute {
		why = message.Plural(int((wait+time.Minute-1)/time.Minute), "That was tried too often. Wait {n} minute and try again.", "That was tried too often. Wait {n} minutes and try again.")
	}
	return game.Refuse(game.TooMany, why)
}

// guard protects accounts against guessing and flooding.
type guard struct {
	passwords *passwords
	// passwords, keyed by e-mail address and place; the stored counts, keyed by account and place,
	// have the same limits
	wrong throttle
	// passwords from unknown places, keyed by e-mail address; the stored counts, keyed by account,
	// have the same limits
	everywhere throttle
	strangers  throttle // passwords and registrations, keyed by network address
	letters    throttle // e-mails with a secret, keyed by e-mail address and place
	mailboxes  throttle // such e-mails requested from unknown places, keyed by e-mail address
}

func newGuard(secret []byte) *guard {
	const keys = 20_000
	return &guard{
		passwords: newPasswords(secret, runtime.GOMAXPROCS(0)),
		wrong:     throttle{free: 5, first: 2 * time.Second, most: 15 * time.Minute, forget: 24 * time.Hour, size: keys},
		// A single place cannot reach this limit in a day.
		everywhere: throttle{free: 40, first: time.Minute, most: 15 * time.Minute, forget: 24 * time.Hour, size: keys},
		strangers:  throttle{free: 50, first: time.Second, most: 15 * time.Minute, forget: time.Hour, size: keys},
		letters:    throttle{free: 4, first: 10 * time.Minute, most: 6 * time.Hour, forget: 24 * time.Hour, size: keys},
		mailboxes:  throttle{free: 20, first: 10 * time.Minute, most: time.Hour, forget: 24 * time.Hour, size: keys},
	}
}

// request is what is known about the origin of a request. The interfaces record it in the
// context, step by step, because it comes from the connection, the browser and the sender, and
// only this package reads it.
type request struct {
	// remote is the network address, if the interface knows and trusts it. Wrong passwords and
	// registrations from there are slowed down together.
	remote string
	// browser holds the marks that the visitor's browser has from earlier visits
	// (BrowserMark).
	browser []string
	// known is the evidence that the request comes from the owner of the account: a session, or a
	// sender whose mail server vouches for them. Wrong passwords are counted separately for each
	// piece of evidence.
	known string
	// answered lists the addresses that receive an answer to the request, so that they
	// get no second message about the change.
	answered []string

	kept string // hash of a session that stays open although the credential that opened it is removed
}

type requestKey struct{}

// requestOf returns what a context says about the request.
func requestOf(ctx context.Context) request {
	r, _ := ctx.Value(requestKey{}).(request)
	return r
}

// with returns a context in which the function more has changed the information about the request.
func with(ctx context.Context, more func(*request)) context.Context {
	r := requestOf(ctx)
	more(&r)
	return context.WithValue(ctx, requestKey{}, r)
}

// WithRemote records the network address of a request.
func WithRemote(ctx context.Context, address string) context.Context {
	return with(ctx, func(r *request) { r.remote = address })
}

// WithBrowser records the marks of the visitor's browser.
func WithBrowser(ctx context.Context, marks []string) context.Context {
	return with(ctx, func(r *request) { r.browser = marks })
}

// WithKnown records the evidence that a request comes from the owner of the account.
func WithKnown(ctx context.Context, by string) context.Context {
	return with(ctx, func(r *request) { r.known = by })
}

// WithAnswered records the addresses that receive an answer to the request.
func WithAnswered(ctx context.Context, addresses ...string) context.Context {
	return with(ctx, func(r *request) { r.answered = addresses })
}

// Remote returns the network address of a request, or "" if it is unknown.
func Remote(ctx context.Context) string { return requestOf(ctx).remote }

// byMail is the place of all senders of e-mail, whose network address is
// unknown.
const byMail = "mail"

// BrowserMark returns a mark for a browser in which the owner of an account has
// signed in. The mark grants no access. Requests with it are not slowed down by
// the attempts of others, and have a few attempts of their own.
func (s *Service) BrowserMark(account string) string {
	id := game.NewID()
	return id + "." + s.markOf(account, id)
}

func (s *Service) markOf(account, id string) string {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte(strings.Join([]string{"browser", account, id}, "\x00")))
	return strings.ToLower(game.Base32.EncodeToString(mac.Sum(nil))[:26])
}

// place returns the place under which attempts for an account are counted.
// strange reports whether it is an unknown place on the network.
func (s *Service) place(ctx context.Context, account string) (place string, strange bool) {
	r := requestOf(ctx)
	if r.known != "" {
		return "known " + r.known, false
	}
	for _, m := range r.browser {
		id, mac, _ := strings.Cut(m, ".")
		if account != "" && id != "" && hmac.Equal([]byte(mac), []byte(s.markOf(account, id))) {
			return "browser " + id, false
		}
	}
	if r.remote != "" {
		return r.remote, true
	}
	return byMail, false
}

// LetterRequest is a requested e-mail with a secret.
type LetterRequest struct {
	guard *guard
	keys  [2]string // the keys for e-mails and mailboxes; empty if the request is not counted
}

// Undo removes the request from the counts, because no e-mail is sent.
func (a LetterRequest) Undo() {
	a.guard.letters.undo(a.keys[0])
	if a.keys[1] != "" {
		a.guard.mailboxes.undo(a.keys[1])
	}
}

// askLetter counts a request for an e-mail with a secret. account is the account with the address,
// if there is one. Requests from strangers do not block a browser of the account's owner.
func (s *Service) askLetter(ctx context.Context, email, account string) (LetterRequest, error) {
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

// answered resets the count of requests for an address, after its owner has followed a link.
func (s *Service) answered(ctx context.Context, email string) {
	place, _ := s.place(ctx, "")
	s.guard.letters.clear(email + " " + place)
	s.guard.mailboxes.clear(email)
}

package api

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/ratelimit"
	"podesta/internal/slow"
	"podesta/machiavelli/message"
)

// Limits holds the rate limits of one caller: the average number of requests per second, and the
// size of a burst after a pause. Slow requests count as several.
type Limits struct {
	Rate, Burst             float64 // for an account or key; 0 means 10 and 60
	StrangerRate, Strangers float64 // for a network address without a token; 0 means 4 and 40
	Games                   float64 // games that each of them may create per hour; 0 means no limit
	// requests per minute for an account that is marked as a program; 0 means ProgramRequests
	Programs float64
}

// ProgramRequests is the default number of requests that a program may send per minute. It may
// send a fifth of them at once.
const ProgramRequests = 300

// tooFast is the number of refused requests of a program after which the person who answers for
// it gets an e-mail, and forgiven is the number that is forgotten per second.
const (
	tooFast  = 200
	forgiven = 0.1
)

// wrongRate and wrongBurst limit the wrong secrets from a network address.
const (
	wrongRate  = 0.2
	wrongBurst = 10
)

// limiter counts requests by caller.
type limiter struct {
	limits Limits
	clock  gamestate.Clock

	callers, programs, refused, told, strangers, wrong, games, once *ratelimit.Keyed
}

func newLimiter(l Limits, c gamestate.Clock) *limiter {
	def := func(v *float64, d float64) {
		if *v <= 0 {
			*v = d
		}
	}
	def(&l.Rate, 10)
	def(&l.Burst, 60)
	def(&l.StrangerRate, 4)
	def(&l.Strangers, 40)
	def(&l.Programs, ProgramRequests)
	return &limiter{
		limits: l, clock: c,
		callers:   ratelimit.New(l.Rate, int(math.Ceil(l.Burst))),
		programs:  ratelimit.New(l.Programs/60, int(math.Ceil(l.Programs/5))),
		refused:   ratelimit.New(forgiven, tooFast),
		told:      ratelimit.New(1.0/(24*3600), 1),
		strangers: ratelimit.New(l.StrangerRate, int(math.Ceil(l.Strangers))),
		wrong:     ratelimit.New(wrongRate, wrongBurst),
		once:      ratelimit.Per(oncePerDay, 24*time.Hour),
		games:     ratelimit.New(l.Games/3600, int(math.Ceil(l.Games))),
	}
}

// of returns the limiter that counts a key.
func (l *limiter) of(key string) *ratelimit.Keyed {
	switch {
	case strings.HasPrefix(key, "wrong "):
		return l.wrong
	case strings.HasPrefix(key, "program "):
		return l.programs
	case strings.HasPrefix(key, "refused "):
		return l.refused
	case strings.HasPrefix(key, "told "):
		return l.told
	case strings.HasPrefix(key, "once "):
		return l.once
	case strings.HasPrefix(key, "games "):
		return l.games
	case strings.HasPrefix(key, "from "):
		return l.strangers
	}
	return l.callers
}

// take counts n requests. If they exceed the limit, it counts none of them and returns the time
// to wait.
func (l *limiter) take(key string, n int) time.Duration { return l.of(key).Take(key, n, l.clock.Now()) }

// wait returns the time until a caller may send one request.
func (l *limiter) wait(key string) time.Duration { return l.of(key).Wait(key, l.clock.Now()) }

// tell writes the caller's limit and what is left of it into the header of an answer,
// in the fields that draft-ietf-httpapi-ratelimit-headers-10 defines.
func (l *limiter) tell(h http.Header, key string) {
	left, most, span := l.of(key).Standing(key, l.clock.Now())
	if most == 0 {
		return
	}
	back := time.Duration(float64(span) * float64(most-left) / float64(most))
	h.Set("RateLimit-Policy", fmt.Sprintf(`"requests";q=%d;w=%d`, most, int(math.Ceil(span.Seconds()))))
	h.Set("RateLimit", fmt.Sprintf(`"requests";r=%d;t=%d`, left, int(math.Ceil(back.Seconds()))))
}

// newGame counts a game that a caller wants to create, and returns an error if the caller has
// created too many lately.
func (s *Server) newGame(ctx context.Context) error {
	if s.limit.limits.Games <= 0 {
		return nil
	}
	wait := s.limit.take("games "+callerOf(ctx).bucket(), 1)
	if wait <= 0 {
		return nil
	}
	p := slowDown(wait)
	p.detail = message.Plural((p.wait+59)/60, "You have made many games lately. The next one can be made in {n} minute.", "You have made many games lately. The next one can be made in {n} minutes.")
	return p.in(message.English)
}

// slowDown returns the problem for a caller who must wait.
func slowDown(wait time.Duration) *Problem {
	seconds := max(1, int(math.Ceil(wait.Seconds())))
	p := problem(game.TooMany, message.Plural(seconds, "Too many requests. Wait {n} second; if you only wait for news, use the live events.", "Too many requests. Wait {n} seconds; if you only wait for news, use the live events."))
	p.wait = seconds
	return p
}

// Measures returns the limits in the wording of docs/api.md.
func Measures() []string {
	l := newLimiter(Limits{}, machineClock{}).limits
	return []string{
		fmt.Sprintf("| requests of an account or key | %v a second, %v at once |", l.Rate, l.Burst),
		fmt.Sprintf("| %v a second, %v at once |", l.StrangerRate, l.Strangers),
		fmt.Sprintf("| counts as %d requests |", slow.Weight),
		fmt.Sprintf("| %d at once, then one every %v seconds |", wrongBurst, 1/wrongRate),
		fmt.Sprintf("| %d KB; of a game that is imported %d MB |", maxBody>>10, maxImport>>20),
		fmt.Sprintf("| %d, of 20 games that are named, or %d of your own |", streamsEach, streamGames),
	}
}

// countRefused counts a request of a program that is over its limit. If there are
// very many, the person who answers for the program gets an e-mail.
func (s *Server) countRefused(ctx context.Context, c *caller) {
	if c.account == nil || !c.account.Program || s.limit.take("refused "+c.account.ID, 1) == 0 || s.limit.take("told "+c.account.ID, 1) > 0 {
		return
	}
	if err := s.judge.Users.TooFast(ctx, c.account.ID); err != nil {
		s.log.Error("a program is too fast, and its owner cannot be told", "account", c.account.ID, "error", err)
	}
}

package page

import (
	"net/http"
	"sync"
	"time"

	"podesta/internal/game"
)

// All pages of an account show the number of unread messages, which is slow to compute. It is
// cached for a while, until the account reads a message.
const (
	unreadFor  = 30 * time.Second
	unreadMost = 4096 // maximum number of accounts
)

// unreadCounts caches the numbers of unread messages of accounts.
type unreadCounts struct {
	mu   sync.Mutex
	know map[string]unreadCount
}

type unreadCount struct {
	n  int
	at time.Time
}

// forget invalidates the count of an account.
func (u *unreadCounts) forget(account string) {
	u.mu.Lock()
	delete(u.know, account)
	u.mu.Unlock()
}

// clear invalidates all counts.
func (u *unreadCounts) clear() {
	u.mu.Lock()
	u.know = nil
	u.mu.Unlock()
}

func (u *unreadCounts) get(account string, now time.Time) (int, bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	x, ok := u.know[account]
	return x.n, ok && now.Sub(x.at) < unreadFor && !now.Before(x.at)
}

func (u *unreadCounts) keep(account string, n int, now time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.know == nil || len(u.know) >= unreadMost {
		u.know = map[string]unreadCount{}
	}
	u.know[account] = unreadCount{n, now}
}

// unreadOf returns the number of unread messages of an account in its running games. Games that
// cannot be read count as having none, so that the page can still be shown.
func (s *Responder) unreadOf(r *http.Request, account string) int {
	ctx, now := r.Context(), s.now()
	if n, ok := s.unread.get(account, now); ok {
		return n
	}
	games, err := s.judge.Base.RunningOf(ctx, account)
	if err != nil {
		return 0
	}
	n := 0
	for _, p := range games[:min(len(games), MostMine)] {
		id := p.Game
		role, err := s.judge.Base.RoleOf(ctx, id, account)
		if err != nil || !role.Takes() {
			continue
		}
		k, err := s.judge.Press.Unread(ctx, id, role)
		if s.judge.Base.LeaveOut(id, err) {
			continue
		}
		if err != nil {
			return 0
		}
		n += k
	}
	if read := VisitOf(r).Read; read > 0 { // the count was made before the request
		return max(0, n-read)
	}
	s.unread.keep(account, n, now)
	return n
}

// MostMine is the maximum number of an account's running games that its pages read.
const MostMine = 60

// Ended reports whether a game is over.
func Ended(g *game.Game) bool {
	return g.Finished || g.Status == game.Over || g.Status == game.Terminated
}

package api

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// news passes on to live streams that there is something new of a game. It
// follows the judge as long as there is a stream.
type news struct {
	follow func(context.Context) (<-chan string, error)
	log    *slog.Logger

	mu      sync.Mutex
	streams map[*stream]bool
	stop    context.CancelFunc // ends the following; nil: nothing is followed
	over    chan struct{}      // closed when all streams have to end
	closed  bool
}

func newNews(follow func(context.Context) (<-chan string, error), log *slog.Logger) *news {
	return &news{follow: follow, log: log, streams: map[*stream]bool{}, over: make(chan struct{})}
}

// stream is what one live stream waits for.
type stream struct {
	owner string          // whose it is
	games map[string]bool // that it is about
	fresh map[string]bool // of which there may be news; the empty one stands for all
	stir  chan struct{}   // holds something when fresh does
}

func newStream(owner string) *stream {
	return &stream{owner: owner, fresh: map[string]bool{}, stir: make(chan struct{}, 1)}
}

// join adds a stream; false where there are too many of its owner, or in all.
func (n *news) join(s *stream, each, all int) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	own := 0
	for x := range n.streams {
		if x.owner == s.owner {
			own++
		}
	}
	if n.closed || own >= each || len(n.streams) >= all {
		return false
	}
	n.streams[s] = true
	if n.stop == nil {
		var ctx context.Context
		ctx, n.stop = context.WithCancel(context.Background())
		go n.run(ctx)
	}
	return true
}

func (n *news) leave(s *stream) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.streams, s)
	if len(n.streams) == 0 && n.stop != nil {
		n.stop()
		n.stop = nil
	}
}

// watch says which games a stream is about.
func (n *news) watch(s *stream, games map[string]bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	s.games = games
}

// take gives the games of which there may be news; the empty one stands for all.
func (n *news) take(s *stream) map[string]bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	fresh := s.fresh
	s.fresh = map[string]bool{}
	return fresh
}

// close ends all streams.
func (n *news) close() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.closed {
		n.closed = true
		close(n.over)
	}
}

// run follows the judge until ctx ends; if that breaks off it is tried again.
func (n *news) run(ctx context.Context) {
	for {
		games, err := n.follow(ctx)
		if err == nil {
			for game := range games {
				n.tell(game)
			}
		} else if ctx.Err() == nil {
			n.log.Error("live events", "error", err)
		}
		n.tell("")
		select {
		case <-ctx.Done():
			return
		case <-time.After(5 * time.Second):
		}
	}
}

// tell stirs the streams of a game; the empty game stirs all.
func (n *news) tell(game string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for s := range n.streams {
		if game == "" || s.games[game] {
			s.fresh[game] = true
			select {
			case s.stir <- struct{}{}:
			default:
			}
		}
	}
}

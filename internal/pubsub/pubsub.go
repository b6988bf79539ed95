// Package pubsub notifies open streams of pages and of the API that a game has news. It does not
// know the content of the news: each stream reads only what its own user may see.
package pubsub

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Hub distributes news to streams. It subscribes to the judge while there are streams.
type Hub struct {
	follow func(context.Context) (<-chan string, error)
	log    *slog.Logger
	over   chan struct{}

	mu     sync.Mutex
	all    map[*Stream]bool
	owned  map[string]int              // number of streams, keyed by owner
	games  map[string]map[*Stream]bool // streams, keyed by game
	turns  map[string]uint64           // number of the latest news, keyed by watched game
	every  uint64                      // number of the latest news of all games at once
	stop   context.CancelFunc          // ends the subscription to the judge; nil if there is none
	closed bool
}

// New returns a hub. follow returns a channel with the IDs of games that have news; an empty ID
// means all games. Failures go to log.
func New(follow func(context.Context) (<-chan string, error), log *slog.Logger) *Hub {
	return &Hub{
		follow: follow, log: log, over: make(chan struct{}),
		all: map[*Stream]bool{}, owned: map[string]int{}, games: map[string]map[*Stream]bool{}, turns: map[string]uint64{},
	}
}

// Stream is one subscriber.
type Stream struct {
	hub   *Hub
	owner string
	games map[string]bool
	fresh map[string]bool
	stir  chan struct{}
}

// Join adds a stream for an owner. It returns nil if the owner already has each streams, if there
// are all streams in total, or if the hub is closed.
func (h *Hub) Join(owner string, each, all int) *Stream {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || h.owned[owner] >= each || len(h.all) >= all {
		return nil
	}
	s := &Stream{hub: h, owner: owner, fresh: map[string]bool{}, stir: make(chan struct{}, 1)}
	h.all[s] = true
	h.owned[owner]++
	if h.stop == nil {
		var ctx context.Context
		ctx, h.stop = context.WithCancel(context.Background())
		go h.run(ctx)
	}
	return s
}

// Leave removes the stream.
func (s *Stream) Leave() {
	h := s.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.all[s] {
		return
	}
	delete(h.all, s)
	if h.owned[s.owner]--; h.owned[s.owner] == 0 {
		delete(h.owned, s.owner)
	}
	s.unwatch()
	if len(h.all) == 0 && h.stop != nil {
		h.stop()
		h.stop = nil
	}
}

func (s *Stream) unwatch() {
	for game := range s.games {
		delete(s.hub.games[game], s)
		if len(s.hub.games[game]) == 0 {
			delete(s.hub.games, game)
			delete(s.hub.turns, game)
		}
	}
}

// Watch replaces the games that the stream watches.
func (s *Stream) Watch(games ...string) {
	h := s.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	s.unwatch()
	s.games = map[string]bool{}
	for _, game := range games {
		s.games[game] = true
		if h.games[game] == nil {
			h.games[game] = map[*Stream]bool{}
		}
		if h.all[s] {
			h.games[game][s] = true
		}
	}
}

// Stirred returns a channel that receives a value when there is news.
func (s *Stream) Stirred() <-chan struct{} { return s.stir }

// Take returns the games that may have news since the last call; an empty ID means all games.
func (s *Stream) Take() map[string]bool {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	fresh := s.fresh
	s.fresh = map[string]bool{}
	return fresh
}

// Turn returns a number that increases with any news of a game that the stream watches. While the
// number is the same, one stream may use what another has read about the game.
func (s *Stream) Turn(game string) uint64 {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	return s.hub.turns[game] + s.hub.every
}

// Over returns a channel that is closed when all streams must end.
func (h *Hub) Over() <-chan struct{} { return h.over }

// Close ends all streams, so that the server can shut down. It may be called
// more than once.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed {
		h.closed = true
		close(h.over)
	}
}

// Count returns the number of streams.
func (h *Hub) Count() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.all)
}

// run subscribes to the judge's news until ctx ends. After a failure it tries again.
func (h *Hub) run(ctx context.Context) {
	for {
		games, err := h.follow(ctx)
		if err == nil {
			for game := range games {
				h.tell(game)
			}
		} else if ctx.Err() == nil {
			h.log.Error("live events", "error", err)
		}
		h.tell("")
		select {
		case <-ctx.Done():
			return
		case <-time.After(5 * time.Second):
		}
	}
}

// tell notifies the streams of a game; an empty name means all streams.
func (h *Hub) tell(game string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	streams := h.games[game]
	if game == "" {
		streams = h.all
		h.every++
	} else if len(streams) > 0 {
		h.turns[game]++
	}
	for s := range streams {
		s.fresh[game] = true
		select {
		case s.stir <- struct{}{}:
		default:
		}
	}
}

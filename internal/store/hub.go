package store

import (
	"context"
	"sync"
)

// waiting is the maximum number of topics that are queued for a listener. If there are more, the
// empty topic replaces them, which means: check everything.
const waiting = 4096

// hub passes topics on to the listeners of this process.
type hub struct {
	mu     sync.Mutex
	begun  bool // whether topics of other processes are received
	all    map[*listener]bool
	closed chan struct{}
}

// listener is a queue of the topics that one reader has not received yet.
type listener struct {
	mu     sync.Mutex
	queue  []string
	queued map[string]bool
	more   chan struct{} // holds a value while the queue is not empty
}

func newHub() *hub { return &hub{all: map[*listener]bool{}, closed: make(chan struct{})} }

func (l *listener) add(topic string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) >= waiting {
		topic = ""
	}
	if topic == "" {
		l.queue, l.queued = nil, map[string]bool{}
	}
	if l.queued[topic] {
		return
	}
	l.queue, l.queued[topic] = append(l.queue, topic), true
	select {
	case l.more <- struct{}{}:
	default:
	}
}

func (l *listener) take() (topic string, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) == 0 {
		return "", false
	}
	topic = l.queue[0]
	l.queue = l.queue[1:]
	delete(l.queued, topic)
	return topic, true
}

// listen returns a channel that receives topics until ctx ends or the hub is closed.
func (h *hub) listen(ctx context.Context) <-chan string {
	out := make(chan string)
	l := &listener{queued: map[string]bool{}, more: make(chan struct{}, 1)}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all[l] = true
	if h.begun {
		l.add("")
	}
	go func() {
		defer close(out)
		defer h.drop(l)
		for {
			select {
			case <-ctx.Done():
				return
			case <-h.closed:
				return
			case <-l.more:
			}
			for topic, ok := l.take(); ok; topic, ok = l.take() {
				select {
				case <-ctx.Done():
					return
				case <-h.closed:
					return
				case out <- topic:
				}
			}
		}
	}()
	return out
}

func (h *hub) drop(l *listener) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.all, l)
}

// begin records that topics of other processes are received from now on.
func (h *hub) begin() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.begun = true
	for l := range h.all {
		l.add("")
	}
}

// pause records that topics may be missed until the next begin.
func (h *hub) pause() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.begun = false
}

// tell passes topics on to the listeners.
func (h *hub) tell(topics ...string) {
	if len(topics) == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.all {
		for _, t := range topics {
			l.add(t)
		}
	}
}

// close ends all listeners.
func (h *hub) close() { close(h.closed) }

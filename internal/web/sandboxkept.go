package web

import (
	"net/http"
	"sync"

	"podesta/internal/sandbox"
)

// sandboxRoom keeps sandboxes that were worked out lately, for whoever writes
// orders asks for the same one again and again. It could do without: everything
// in it can be worked out anew from a link.
type sandboxRoom struct {
	mu    sync.Mutex
	trees map[string]*sandbox.Tree // by sandboxKey of all phases
	held  int                      // phases of all of them

	once sync.Once
	slot chan struct{} // for what takes long
}

// maxSandboxPhases bounds the phases that are kept, at about 40 kilobytes each.
const maxSandboxPhases = 500

// all is a book worked out.
func (m *sandboxRoom) all(b *sandbox.Book) (*sandbox.Tree, error) {
	key := sandboxKey(&sandbox.Book{Scenario: b.Scenario, Variant: b.Variant, Preset: b.Preset, Options: b.Options, Nodes: b.Nodes})
	m.mu.Lock()
	t := m.trees[key]
	m.mu.Unlock()
	if t == nil {
		var err error
		if t, err = b.All(); err != nil {
			return nil, err
		}
		m.mu.Lock()
		if m.trees == nil || m.held+len(b.Nodes) > maxSandboxPhases {
			m.trees, m.held = map[string]*sandbox.Tree{}, 0
		}
		if m.trees[key] == nil {
			m.trees[key] = t
			m.held += len(b.Nodes)
		}
		m.mu.Unlock()
	}
	own := *t // positions are never written to
	own.Book = b
	return &own, own.Moment[b.At].Err
}

// alone waits until nothing else that takes long is being done for sandboxes. It
// reports false where the visitor has gone away meanwhile.
func (m *sandboxRoom) alone(r *http.Request) (done func(), ok bool) {
	m.once.Do(func() { m.slot = make(chan struct{}, 1) })
	select {
	case m.slot <- struct{}{}:
		return func() { <-m.slot }, true
	case <-r.Context().Done():
		return nil, false
	}
}

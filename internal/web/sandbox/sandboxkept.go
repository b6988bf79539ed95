package sandbox

import (
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"sync"

	"podesta/internal/sandbox"
)

// sandboxRoom keeps sandboxes that were worked out lately, for whoever writes
// orders asks for the same one again and again. It could do without: everything
// in it can be worked out anew from a link.
type sandboxRoom struct {
	mu    sync.Mutex
	trees map[[sha256.Size]byte]*sandbox.Tree // by sandboxKey
	held  int                                 // phases of all of them

	once sync.Once
	slot chan struct{} // for what takes long
}

// maxSandboxPhases bounds the phases that are kept, at about 40 kilobytes each.
const maxSandboxPhases = 500

// all is a book worked out.
func (m *sandboxRoom) all(b *sandbox.Book) (*sandbox.Tree, error) {
	key := sandboxKey(b)
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
			m.trees, m.held = map[[sha256.Size]byte]*sandbox.Tree{}, 0
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

// sandboxKey names all phases of a sandbox, whichever is looked at and whatever
// is being written.
func sandboxKey(b *sandbox.Book) [sha256.Size]byte {
	c := *b
	c.At, c.Title, c.Draft = 0, "", sandbox.Given{}
	text, _ := json.Marshal(c) // a book is made of texts and numbers
	return sha256.Sum256(text)
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

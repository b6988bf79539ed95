package sandbox

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"sync"

	"podesta/internal/sandbox"
	"podesta/internal/slow"
)

// cache caches computed sandboxes, because a visitor who writes orders requests the same sandbox
// repeatedly. Everything in the cache can be computed again from a link.
type cache struct {
	mu    sync.Mutex
	trees map[[sha256.Size]byte]*sandbox.Tree // keyed by keyOf
	held  int                                 // total number of phases in trees
}

// maxCached limits the number of cached phases, which take about 40 kilobytes each.
const maxCached = 500

// all returns a book with all its phases computed.
func (m *cache) all(ctx context.Context, b *sandbox.Book) (*sandbox.Tree, error) {
	key := keyOf(b)
	m.mu.Lock()
	t := m.trees[key]
	m.mu.Unlock()
	if t == nil {
		done, err := slow.Enter(ctx)
		if err != nil {
			return nil, err
		}
		defer done()
		if t, err = b.All(); err != nil {
			return nil, err
		}
		m.mu.Lock()
		if m.trees == nil || m.held+len(b.Nodes) > maxCached {
			m.trees, m.held = map[[sha256.Size]byte]*sandbox.Tree{}, 0
		}
		if m.trees[key] == nil {
			m.trees[key] = t
			m.held += len(b.Nodes)
		}
		m.mu.Unlock()
	}
	own := *t // positions are never modified, so they can be shared
	own.Book = b
	return &own, own.Moment[b.At].Err
}

// keyOf returns a key for all phases of a sandbox. It does not depend on which phase is the current
// one, or on the orders being written.
func keyOf(b *sandbox.Book) [sha256.Size]byte {
	c := *b
	c.At, c.Title, c.Draft = 0, "", sandbox.Given{}
	text, _ := json.Marshal(c) // a book consists of texts and numbers
	return sha256.Sum256(text)
}

package page

import (
	"bytes"
	"compress/gzip"
	"container/list"
	"io"
	"net/http"
	"strings"
	"sync"

	"podesta/internal/httpserver"
)

// Packed is a body for many readers, which is compressed once.
type Packed struct {
	gz     []byte
	tag    string
	policy string // Content-Security-Policy of a drawing; empty for other bodies
}

// Pack compresses a body quickly.
func Pack(body []byte) *Packed {
	z := squeezers.Get().(*gzip.Writer)
	defer squeezers.Put(z)
	return packBy(z, body)
}

// packThoroughly compresses a body as far as possible, because it is kept as long as the program
// runs.
func packThoroughly(body []byte) *Packed {
	z, _ := gzip.NewWriterLevel(nil, gzip.BestCompression) // an error is only possible for other levels
	return packBy(z, body)
}

func packBy(z *gzip.Writer, body []byte) *Packed {
	var b bytes.Buffer
	b.Grow(len(body) / 3)
	z.Reset(&b)
	_, _ = z.Write(body) // writing to memory cannot fail
	_ = z.Close()
	return packed(b.Bytes(), body)
}

// packed returns the Packed of a body that has been compressed to gz.
func packed(gz, body []byte) *Packed {
	p := &Packed{gz: bytes.Clone(gz), tag: ETag(body)}
	if bytes.HasPrefix(body, []byte("<svg ")) {
		p.policy = httpserver.DrawingPolicy(body)
	}
	return p
}

// Size returns the size of the compressed body in bytes.
func (p *Packed) Size() int { return len(p.gz) }

// Body returns the uncompressed body.
func (p *Packed) Body() ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(p.gz))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// Send answers with the body, or with 304 if the reader already has it. The caller sets the
// headers for type and caching.
func (p *Packed) Send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("ETag", p.tag)
	if p.policy != "" {
		h.Set("Content-Security-Policy", p.policy)
	}
	h.Add("Vary", "Accept-Encoding")
	if r.Header.Get("If-None-Match") == p.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		_, _ = w.Write(p.gz)
		return
	}
	body, err := p.Body()
	if err != nil {
		http.Error(w, "This could not be sent because of an error in the judge.", http.StatusInternalServerError)
		return
	}
	_, _ = w.Write(body)
}

// Cache keeps recently drawn maps: maps of resolved phases never change, and many visitors view the
// same ones.
type Cache struct {
	mu   sync.Mutex
	all  map[string]*list.Element // elements of used, by key
	used list.List                // the most recently requested one is in front
	size int                      // total size in bytes
	most int                      // the maximum of size; 0 means maxDrawings
}

type stored struct {
	key string
	p   *Packed
}

// maxDrawings is the maximum size of the cache in bytes. A compressed map takes up about 60
// kilobytes.
const maxDrawings = 16 << 20

// Get returns the body with the given key, if it is cached.
func (d *Cache) Get(key string) (*Packed, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	e, ok := d.all[key]
	if !ok {
		return nil, false
	}
	d.used.MoveToFront(e)
	return e.Value.(stored).p, true
}

// Put caches a body, and removes the least recently requested ones if necessary.
func (d *Cache) Put(key string, body []byte) *Packed { return d.Keep(key, Pack(body)) }

// Keep is like Put, for a body that is already packed.
func (d *Cache) Keep(key string, p *Packed) *Packed {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.all == nil {
		d.all = map[string]*list.Element{}
	}
	if e, ok := d.all[key]; ok {
		d.drop(e)
	}
	d.all[key] = d.used.PushFront(stored{key, p})
	d.size += len(p.gz)
	most := d.most
	if most == 0 {
		most = maxDrawings
	}
	for d.size > most && d.used.Len() > 1 {
		d.drop(d.used.Back())
	}
	return p
}

func (d *Cache) drop(e *list.Element) {
	k := d.used.Remove(e).(stored)
	delete(d.all, k.key)
	d.size -= len(k.p.gz)
}

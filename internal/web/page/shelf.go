package page

import (
	"container/list"
	"html/template"
	"strconv"
	"strings"
	"sync"
	"time"

	"podesta/internal/words"
)

// Shelf keeps what was rendered of the pages of games. The key of each entry
// contains everything on which the entry depends, so that entries never become
// wrong: they are only dropped to make room for others.
type Shelf struct {
	most int

	mu    sync.Mutex
	all   map[string]*list.Element // of *Kept
	used  list.List                // the one requested last is in front
	stats ShelfStats
}

// ShelfStats counts the use of a shelf.
type ShelfStats struct {
	Hits, Misses int64 // requests that found their page, and those that did not
	Left         int64 // pages that were rendered but depended on more than their key
	Entries      int
	Bytes        int
}

// NewShelf returns a shelf of at most a number of bytes. One with 0 keeps
// nothing.
func NewShelf(bytes int) *Shelf {
	return &Shelf{most: bytes, all: map[string]*list.Element{}}
}

// On reports whether the shelf keeps anything.
func (s *Shelf) On() bool { return s != nil && s.most > 0 }

// Stats returns the counts so far.
func (s *Shelf) Stats() ShelfStats {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.stats
	out.Entries = s.used.Len()
	return out
}

// Get returns the entry with a key, or nil.
func (s *Shelf) Get(key string) *Kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.all[key]
	if !ok {
		s.stats.Misses++
		return nil
	}
	s.stats.Hits++
	s.used.MoveToFront(e)
	return e.Value.(*Kept)
}

// Leave counts a page that could not be kept.
func (s *Shelf) Leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stats.Left++
}

// Put keeps an entry, and drops those that were not requested for the longest
// time.
func (s *Shelf) Put(key string, k *Kept) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.all[key]; ok {
		s.drop(e)
	}
	k.shelf, k.key = s, key
	k.size = len(key) + k.length()
	s.all[key] = s.used.PushFront(k)
	s.stats.Bytes += k.size
	s.shrink()
}

// grow records that an entry has become larger.
func (s *Shelf) grow(k *Kept, by int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, ok := s.all[k.key]; ok && e.Value.(*Kept) == k {
		k.size += by
		s.stats.Bytes += by
		s.shrink()
	}
}

func (s *Shelf) shrink() {
	for s.stats.Bytes > s.most && s.used.Len() > 0 {
		s.drop(s.used.Back())
	}
}

func (s *Shelf) drop(e *list.Element) {
	k := s.used.Remove(e).(*Kept)
	delete(s.all, k.key)
	s.stats.Bytes -= k.size
}

// keptExtra is about what an entry needs besides its texts, in bytes.
const keptExtra = 1 << 10

// Kept is what was rendered for all visitors with the same rights: the content
// of a page, or a body of data. It is immutable, except for the answers to
// strangers that are made from it.
type Kept struct {
	name          string // of the page
	frame         Frame  // without Body
	head, content filled
	data          *Packed // instead of a page
	kind          string  // the type of the data

	shelf *Shelf
	key   string
	size  int // guarded by the shelf

	mu     sync.Mutex
	whole  *Packed // the last answer to strangers
	filled string  // what its holes were filled with
}

func (k *Kept) length() int {
	n := keptExtra + k.head.length() + k.content.length()
	if k.data != nil {
		n += k.data.Size()
	}
	return n
}

// Holes are the parts of a kept text that differ between visitors with the same
// rights, or with time: the value of OnceField in forms, and how much time is left
// until a moment. While a page is rendered to be kept, they are marked with a word
// that nobody outside of this process knows.
const (
	onceHole = "once"
	spanHole = "span"
	holeEnd  = "z"
)

var holeMark = "podesta" + NewOnce()

// filled is a text with holes: pieces, each followed by a hole, except the last.
type filled struct {
	pieces []string
	holes  []string
}

// newFilled finds the holes of a rendered text.
func newFilled(text string) filled {
	var f filled
	for {
		before, after, found := strings.Cut(text, holeMark)
		f.pieces = append(f.pieces, strings.Clone(before))
		if !found {
			return f
		}
		hole, rest, _ := strings.Cut(after, holeEnd)
		f.holes = append(f.holes, hole)
		text = rest
	}
}

func (f *filled) length() int {
	n := 0
	for _, p := range f.pieces {
		n += len(p) + 64
	}
	return n
}

// fill returns the text with its holes filled.
func (f *filled) fill(values map[string]string) template.HTML {
	if len(f.holes) == 0 {
		return template.HTML(f.pieces[0]) // rendered by a template
	}
	n := 0
	for i, p := range f.pieces {
		n += len(p)
		if i < len(f.holes) {
			n += len(values[f.holes[i]])
		}
	}
	var b strings.Builder
	b.Grow(n)
	for i, p := range f.pieces {
		b.WriteString(p)
		if i < len(f.holes) {
			b.WriteString(values[f.holes[i]])
		}
	}
	return template.HTML(b.String()) // rendered by a template, and escaped values
}

// values returns the content of the holes of a page for a visitor, by hole, and
// as one text the part of it that is the same for all of them at this moment.
// personal reports whether there is more than this part.
func (k *Kept) values(c *words.Catalogue, now time.Time) (all map[string]string, common string, personal bool) {
	all = map[string]string{}
	for _, f := range []*filled{&k.head, &k.content} {
		for _, hole := range f.holes {
			if _, ok := all[hole]; ok {
				continue
			}
			if hole == onceHole {
				all[hole], personal = NewOnce(), true
				continue
			}
			micros, _ := strconv.ParseInt(strings.TrimPrefix(hole, spanHole), 10, 64) // written by spanAt
			text := template.HTMLEscapeString(c.Span(max(0, time.UnixMicro(micros).Sub(now))))
			all[hole] = text
			common += hole + text
		}
	}
	return all, common, personal
}

// onceMark marks where the value of OnceField belongs.
func onceMark() string { return holeMark + onceHole + holeEnd }

// spanAt marks where the time until a moment belongs.
func spanAt(t time.Time) string {
	return holeMark + spanHole + strconv.FormatInt(t.UnixMicro(), 10) + holeEnd
}

package page

import (
	"crypto/rand"
	"sync"
)

// OnceField is the form field that tells two sendings of one form from two
// forms: a double click must not send a letter twice.
const OnceField = "once"

// NewOnce is a value for the field.
func NewOnce() string { return rand.Text() }

// maxOnces is how many sent forms are remembered.
const maxOnces = 4096

// onces remembers forms that were sent, and where their senders were led then.
type onces struct {
	mu    sync.Mutex
	all   map[string]*sent
	order []string
}

// sent is a form that was sent; done is closed when it is known what became of
// it.
type sent struct {
	done chan struct{}
	to   string // empty: it failed and can be sent again
}

// Do runs f for the first sending of a form and gives the address that it leads
// to; later ones wait for the first, and are led to the same. f reports false,
// with the answer written, where it has failed. A form without the field is
// always a first one.
func (o *onces) Do(key string, f func() (to string, ok bool)) (string, bool) {
	if key == "" {
		return f()
	}
	for {
		o.mu.Lock()
		x, known := o.all[key]
		if !known {
			x = &sent{done: make(chan struct{})}
			o.keep(key, x)
			o.mu.Unlock()
			return o.first(key, x, f)
		}
		o.mu.Unlock()
		<-x.done
		if x.to != "" {
			return x.to, true
		}
	}
}

// first runs f, also if it panics no other sending waits for ever.
func (o *onces) first(key string, x *sent, f func() (string, bool)) (string, bool) {
	defer func() {
		if x.to == "" {
			o.mu.Lock()
			delete(o.all, key)
			o.mu.Unlock()
		}
		close(x.done)
	}()
	to, ok := f()
	if ok {
		x.to = to
	}
	return to, ok
}

// keep remembers a form, and forgets the oldest one where there are too many.
func (o *onces) keep(key string, x *sent) {
	if o.all == nil {
		o.all = map[string]*sent{}
	}
	o.all[key] = x
	o.order = append(o.order, key)
	if len(o.order) > maxOnces {
		delete(o.all, o.order[0])
		o.order = o.order[1:]
	}
}

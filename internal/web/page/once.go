package page

import (
	"crypto/rand"
	"sync"
)

// OnceField is the form field with a unique value, so that a double click does not send a
// message twice.
const OnceField = "once"

// NewOnce returns a value for the field.
func NewOnce() string { return rand.Text() }

// maxOnces is the number of sent forms that are remembered.
const maxOnces = 4096

// onces remembers forms that were sent, and where their senders were redirected.
type onces struct {
	mu    sync.Mutex
	all   map[string]*sent
	order []string
}

// sent is a form that was sent. done is closed when its result is known.
type sent struct {
	done chan struct{}
	to   string // the address; empty if it failed and can be sent again
}

// Do runs f for the first sending of a form and returns the address to which it redirects. Repeated
// sendings wait for the first and redirect to the same address. If f fails, which means that it has
// written the answer, Do returns false, and the next sending runs f again. A form with an empty key
// is always new.
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

// first runs f. Even if f panics, no repeated sending waits forever.
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

// keep remembers a form, and drops the oldest one if there are too many.
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

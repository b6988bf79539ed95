//go:build linux

package main

import (
	"encoding/json"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// receiver is the server that the judge's webhooks call. It records the calls that it confirms.
type receiver struct {
	server *http.Server
	url    string
	dead   atomic.Bool // whether it answers 503
}

// newReceiver starts a receiver.
func newReceiver(j *journal) (*receiver, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &receiver{url: "http://" + l.Addr().String() + "/"}
	r.server = &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		var body struct {
			Hook  string
			Game  struct{ ID string }
			Entry struct{ Seq int64 }
		}
		if err := json.NewDecoder(q.Body).Decode(&body); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if r.dead.Load() {
			http.Error(w, "not now", http.StatusServiceUnavailable)
			return
		}
		j.call(Call{j.now(), body.Hook, q.Header.Get("Podesta-Delivery"), body.Game.ID, body.Entry.Seq})
		w.WriteHeader(http.StatusNoContent)
	})}
	go func() { _ = r.server.Serve(l) }() // runs until it is closed
	return r, nil
}

// close ends the receiver.
func (r *receiver) close() { _ = r.server.Close() }

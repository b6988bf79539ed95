//go:build linux

package main

import (
	"io"
	"net"
	"sync"
)

// proxy passes connections of a process on to PostgreSQL, wherever that is at
// the moment.
type proxy struct {
	listener net.Listener
	target   func() string // path of a socket

	mu   sync.Mutex
	open map[net.Conn]bool
	dead bool // accepts no connection
}

// newProxy starts a proxy.
func newProxy(target func() string) (*proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{listener: l, target: target, open: map[net.Conn]bool{}}
	go p.serve()
	return p, nil
}

func (p *proxy) serve() {
	for {
		in, err := p.listener.Accept()
		if err != nil {
			return // it is closed
		}
		go p.pass(in)
	}
}

// pass copies both ways until one side ends.
func (p *proxy) pass(in net.Conn) {
	defer in.Close()
	if !p.add(in) {
		return
	}
	defer p.remove(in)
	out, err := net.Dial("unix", p.target())
	if err != nil {
		return
	}
	defer out.Close()
	if !p.add(out) {
		return
	}
	defer p.remove(out)
	done := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{in, out}, {out, in}} {
		go func() {
			_, _ = io.Copy(way[1], way[0]) // until one of them is closed
			done <- struct{}{}
		}()
	}
	<-done
}

func (p *proxy) add(c net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.dead {
		p.open[c] = true
	}
	return !p.dead
}

func (p *proxy) remove(c net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.open, c)
}

// cut closes all connections. If dead is set, new ones fail until the next call
// without it.
func (p *proxy) cut(dead bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dead = dead
	for c := range p.open {
		_ = c.Close()
	}
}

// address returns where the proxy listens.
func (p *proxy) address() string { return p.listener.Addr().String() }

// close ends the proxy.
func (p *proxy) close() {
	_ = p.listener.Close()
	p.cut(true)
}

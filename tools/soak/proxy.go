//go:build linux

package main

import (
	"io"
	"net"
	"sync"
)

// proxy passes connections of a process on to PostgreSQL, wherever it runs at the moment.
type proxy struct {
	listener net.Listener
	target   func() string // returns the path of a socket

	mu      sync.Mutex
	open    map[net.Conn]bool
	dead    bool // whether it refuses connections
	stalled bool // whether it passes nothing on
	moved   *sync.Cond
}

// newProxy starts a proxy.
func newProxy(target func() string) (*proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{listener: l, target: target, open: map[net.Conn]bool{}}
	p.moved = sync.NewCond(&p.mu)
	go p.serve()
	return p, nil
}

func (p *proxy) serve() {
	for {
		in, err := p.listener.Accept()
		if err != nil {
			return // the listener is closed
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
			_, _ = io.Copy(gate{p, way[1]}, way[0]) // runs until one of them is closed
			done <- struct{}{}
		}()
	}
	<-done
}

// gate is a connection to which nothing is written while its proxy is stalled.
type gate struct {
	p *proxy
	net.Conn
}

// Write implements io.Writer.
func (g gate) Write(b []byte) (int, error) {
	g.p.mu.Lock()
	for g.p.stalled {
		g.p.moved.Wait()
	}
	g.p.mu.Unlock()
	return g.Conn.Write(b)
}

// stall holds back all data on the connections, or lets them pass again.
func (p *proxy) stall(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stalled = on
	p.moved.Broadcast()
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
	p.stall(false)
	p.cut(true)
}

// Package program runs programs that play in the arena, and speaks the protocol of package env with
// them. It writes a request for each decision to a program's standard input, and reads the answer
// from its standard output. A program's errors are counted as faults in the arena's tables and
// never end a match.
package program

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"podesta/machiavelli/arena"
	"podesta/machiavelli/env"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Pool holds the processes of one command. After a game, a process without a fault plays a seat
// of another game. A Pool is safe for concurrent use.
type Pool struct {
	ctx      context.Context
	args     []string
	patience time.Duration
	log      io.Writer

	mu         sync.Mutex
	idle       []*process
	running    map[*process]bool // all processes, including the idle ones
	closed     bool
	told       map[arena.Fault]bool // faults that were already explained
	vocabulary *env.Vocabulary
	of         *position.Setting // setting for which the vocabulary was made
}

// NewPool returns a pool for a command: a program and its arguments, separated by spaces.
// patience is the maximum time for an answer. The standard error of the processes, and an
// explanation of the first fault of each kind, go to log, which must be safe for concurrent use.
// The processes end with the context. NewPool returns an error if the command is empty or the
// program cannot be found.
func NewPool(ctx context.Context, command string, patience time.Duration, log io.Writer) (*Pool, error) {
	args := strings.Fields(command)
	if len(args) == 0 {
		return nil, errors.New("the command is empty; expected a program and its arguments")
	}
	path, err := exec.LookPath(args[0])
	if err != nil {
		return nil, err
	}
	args[0] = path
	return &Pool{ctx: ctx, args: args, patience: patience, log: log, running: map[*process]bool{}, told: map[arena.Fault]bool{}}, nil
}

// tell explains a fault to the people who run the match, if it is the first of its kind.
func (p *Pool) tell(f arena.Fault, where, what string) {
	p.mu.Lock()
	first := !p.told[f]
	p.told[f] = true
	p.mu.Unlock()
	if first && p.ctx.Err() == nil {
		fmt.Fprintf(p.log, "podesta arena: %s, %s: %s: %s (more of this kind are only counted)\n", strings.Join(p.args, " "), where, f, what)
	}
}

// Make returns a player for a seat of a game.
func (p *Pool) Make(game string) arena.Player { return &player{pool: p, game: game} }

// Close kills the processes that are playing, asks idle ones to stop, and kills those that do not
// stop.
func (p *Pool) Close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	for x := range p.running {
		if !slices.Contains(idle, x) {
			_ = end(x.cmd) // it may already have ended
		}
	}
	p.mu.Unlock()
	for _, x := range idle {
		x.stop()
	}
}

// words returns the vocabulary of a match.
func (p *Pool) words(s *position.Setting, r *rules.Set) *env.Vocabulary {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.of != s {
		p.vocabulary, p.of = env.NewVocabulary(s, r), s
	}
	return p.vocabulary
}

// take returns an idle process, or a new one.
func (p *Pool) take() (*process, error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		x := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return x, nil
	}
	p.mu.Unlock()
	x, err := start(p.ctx, p.args, p.log)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running[x] = true
	if p.closed {
		_ = end(x.cmd)
	}
	return x, nil
}

// drop kills a process that had a fault.
func (p *Pool) drop(x *process) {
	p.mu.Lock()
	delete(p.running, x)
	p.mu.Unlock()
	x.kill()
}

// give returns a process without faults to the pool.
func (p *Pool) give(x *process) {
	p.mu.Lock()
	p.idle = append(p.idle, x)
	p.mu.Unlock()
}

// Log is a writer that several processes can share.
type Log struct {
	mu sync.Mutex
	w  io.Writer
}

// NewLog returns a log that writes to w.
func NewLog(w io.Writer) *Log { return &Log{w: w} }

// Write writes data to the underlying writer.
func (w *Log) Write(data []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.w.Write(data)
}

// process is a running process of a player program.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan []byte // lines of its output; closed at the end
	long  bool        // whether it has written a line that is too long; set before lines is closed
	quit  chan struct{}
	id    uint64 // ID of the last request
}

// grace is how long a process may take to stop after the end of its input.
const grace = 2 * time.Second

// The errors of ask.
var (
	errLate  = errors.New("no answer in time")
	errStuck = errors.New("the program does not read its requests")
	errDied  = errors.New("the program has ended")
	errLong  = fmt.Errorf("a line of more than %d bytes", env.MaxLine)
)

// start starts a process of a player program.
func start(ctx context.Context, args []string, log io.Writer) (*process, error) {
	x := &process{cmd: exec.CommandContext(ctx, args[0], args[1:]...), lines: make(chan []byte), quit: make(chan struct{})}
	x.cmd.Stderr = log
	x.cmd.WaitDelay = grace
	alone(x.cmd)
	x.cmd.Cancel = func() error { return end(x.cmd) }
	in, err := x.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := x.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	x.in = in
	if err := x.cmd.Start(); err != nil {
		return nil, err
	}
	go x.read(out)
	return x, nil
}

// read passes on the lines of the process until it ends or is killed. Output without a line end
// is not a line.
func (x *process) read(out io.Reader) {
	defer close(x.lines)
	r := bufio.NewReaderSize(out, 64<<10)
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > env.MaxLine+1:
			x.long = true
			return
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil:
			return
		}
		select {
		case x.lines <- bytes.Clone(line[:len(line)-1]):
		case <-x.quit:
			return
		}
		line = line[:0]
	}
}

// ask sends a request and calls hear with each line until hear returns true. It returns errLate
// if that takes too long. After errStuck, errDied and errLong the process can no longer be
// used.
func (x *process) ask(request []byte, patience time.Duration, hear func(line []byte) bool) error {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	sent := make(chan error, 1)
	go func() {
		_, err := x.in.Write(request)
		sent <- err
	}()
	written := false
	for {
		select {
		case err := <-sent:
			sent = nil
			if written = err == nil; !written {
				return errDied
			}
		case line, ok := <-x.lines:
			switch {
			case !ok && x.long:
				return errLong
			case !ok:
				return errDied
			case hear(line):
				if !written { // the program answered before it read the whole request
					return x.settle(sent, timer)
				}
				return nil
			}
		case <-timer.C:
			if !written {
				return errStuck
			}
			return errLate
		}
	}
}

// settle waits until a request that was already answered has been written completely.
func (x *process) settle(sent <-chan error, timer *time.Timer) error {
	select {
	case err := <-sent:
		if err != nil {
			return errDied
		}
		return nil
	case <-timer.C:
		return errStuck
	}
}

// kill kills the process, with all processes that it has started.
func (x *process) kill() {
	close(x.quit)
	_ = end(x.cmd) // it may already have ended
	x.in.Close()
	_ = x.cmd.Wait()
}

// stop asks the process to end by closing its input, and kills it if it is still running after the
// grace period. It always kills the processes that the process has started.
func (x *process) stop() {
	close(x.quit)
	x.in.Close()
	timer := time.AfterFunc(grace, func() { _ = end(x.cmd) })
	defer timer.Stop()
	_ = x.cmd.Wait()
	_ = end(x.cmd)
}

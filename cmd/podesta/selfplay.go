package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"runtime"
	"sync"
	"syscall"
	"time"

	"podesta/machiavelli/opendata"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// selfPlay is a run of podesta data selfplay.
type selfPlay struct {
	seriesFlags
	config  opendata.Config // configuration from the flags
	workers int
}

// dataSelfPlay writes games of computer players.
func dataSelfPlay(e env, args []string) int {
	run := selfPlay{seriesFlags: seriesFlags{players: []string{"hard"}}}
	to, resume := "", false
	_, status, ok := dataGroup().parse(e, "selfplay", args, 0, 0, func(fs *flag.FlagSet) {
		run.define(fs)
		fs.IntVar(&run.workers, "workers", runtime.GOMAXPROCS(0), "play this `number` of games at the same time; the file does not depend on it")
		fs.StringVar(&to, "o", "", "write to this new `FILE` instead of the standard output")
		fs.BoolVar(&resume, "resume", false, "continue the file of -o where it stops; the other flags must be the same")
	})
	if !ok {
		return status
	}
	if err := run.check(to, resume); err != nil {
		fmt.Fprintf(e.err, "podesta data selfplay: %v\n", err)
		return 2
	}
	collectSeldom()
	if err := run.write(e, to, resume); err != nil {
		fmt.Fprintf(e.err, "podesta data selfplay: %v\n", err)
		return 1
	}
	return 0
}

// check completes the run with its rules. It returns an error if the arguments are wrong.
func (s *selfPlay) check(to string, resume bool) error {
	switch {
	case resume && to == "":
		return errors.New("-resume continues a file: name it with -o")
	case s.workers < 1 || s.workers > 1024:
		return errors.New("-workers: expected a number from 1 to 1024")
	case s.first+s.games < s.first:
		return errors.New("-from, -games: the numbers are too high")
	}
	set, err := rules.Make(s.preset, s.options)
	if err != nil {
		return err
	}
	scenario.BuiltIn().Suit(s.scenario, &set, s.options)
	s.config = opendata.Config{Scenario: s.scenario, Variant: s.variant, Rules: set, Players: s.players, Years: s.years, Seed: s.seed}
	_, err = opendata.NewTable(s.config)
	return err
}

// write plays the games into a file, or to the standard output.
func (s *selfPlay) write(e env, to string, resume bool) (err error) {
	out, done := e.out, 0
	if to != "" {
		flags := os.O_RDWR | os.O_CREATE | os.O_EXCL
		if resume {
			flags = os.O_RDWR | os.O_CREATE
		}
		f, err := os.OpenFile(to, flags, 0o644)
		if errors.Is(err, os.ErrExist) {
			return fmt.Errorf("%w; -resume continues it", err)
		}
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		if done, err = s.resume(f); err != nil {
			return fmt.Errorf("%s: %w", to, err)
		}
		out = f
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	begin := time.Now()
	w := bufio.NewWriterSize(out, 1<<20)
	games, bytes, err := s.play(ctx, w, s.first+uint64(done), s.first+s.games)
	if err = errors.Join(err, w.Flush()); err != nil {
		return err
	}
	took := time.Since(begin).Seconds()
	if to != "" {
		fmt.Fprintf(e.out, "%s: %s written", to, count(games, "game"))
		if done > 0 {
			fmt.Fprintf(e.out, " after the %d that were there", done)
		}
		if games > 0 {
			fmt.Fprintf(e.out, ", %.1f KB each, %.1f games per second", float64(bytes)/float64(games)/1024, float64(games)/took)
		}
		fmt.Fprintln(e.out)
	}
	if ctx.Err() != nil && uint64(done+games) < s.games {
		return errors.New("interrupted; run the same command with -resume to continue")
	}
	return nil
}

// result is a played game, encoded as a line.
type result struct {
	line []byte
	err  error
}

// play plays a range of games, several at the same time, and writes them in order. It keeps
// only a few games in memory. When the context ends, it writes those that have begun. It
// returns the number of games and bytes written.
func (s *selfPlay) play(ctx context.Context, w io.Writer, from, to uint64) (games, bytes int, err error) {
	type job struct {
		number uint64
		to     chan<- result
	}
	jobs := make(chan job)
	queue := make(chan (<-chan result), 2*s.workers)
	stop := make(chan struct{})
	var wait sync.WaitGroup
	tables := make([]*opendata.Table, s.workers)
	for i := range tables {
		if tables[i], err = opendata.NewTable(s.config); err != nil {
			return 0, 0, err
		}
	}
	for _, table := range tables {
		wait.Go(func() {
			for j := range jobs {
				var r result
				g, err := table.Play(j.number)
				if err == nil {
					r.line, err = opendata.Append(nil, g)
				}
				r.err = err
				j.to <- r
			}
		})
	}
	wait.Go(func() {
		defer close(queue)
		defer close(jobs)
		for n := from; n < to && ctx.Err() == nil; n++ {
			c := make(chan result, 1)
			select {
			case jobs <- job{n, c}:
			case <-stop:
				return
			}
			select {
			case queue <- c:
			case <-stop:
				return
			}
		}
	})
	for c := range queue {
		r := <-c
		if err = r.err; err == nil {
			_, err = w.Write(r.line)
		}
		if err != nil {
			break
		}
		games, bytes = games+1, bytes+len(r.line)
	}
	close(stop)
	wait.Wait()
	return games, bytes, err
}

// resume finds out how many games of the run a file contains, cuts off an unfinished line, and
// moves to the end of the file. It returns an error if the file belongs to another run.
func (s *selfPlay) resume(f *os.File) (games int, err error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return 0, err
	}
	end, err := lastLineEnd(f, info.Size())
	if err != nil {
		return 0, err
	}
	if end > 0 {
		if games, err = s.written(f, end); err != nil {
			return 0, err
		}
	}
	if err := f.Truncate(end); err != nil {
		return 0, err
	}
	_, err = f.Seek(end, io.SeekStart)
	return games, err
}

// written returns the number of games in the first bytes of a file, which end with a line. It
// parses only the last game completely, and returns an error if that game does not belong to the
// run.
func (s *selfPlay) written(f *os.File, end int64) (int, error) {
	begin, err := lastLineEnd(f, end-1)
	if err != nil {
		return 0, err
	}
	if end-begin > opendata.MaxLine+1 {
		return 0, errors.New("its last line is too long for a game")
	}
	line := make([]byte, end-begin-1)
	if _, err := f.ReadAt(line, begin); err != nil {
		return 0, err
	}
	g, err := opendata.Read(line)
	if err != nil {
		return 0, fmt.Errorf("its last line: %w", err)
	}
	table, err := opendata.NewTable(s.config)
	if err != nil {
		return 0, err
	}
	if g.Made == nil || g.Made.Game < s.first || g.Made.Game-s.first >= s.games {
		return 0, errors.New("its last game is not one of these; write a new file")
	}
	want, err := table.Play(g.Made.Game)
	if err != nil {
		return 0, err
	}
	if !reflect.DeepEqual(g.Made, want.Made) || g.ID != want.ID {
		return 0, errors.New("it was written with other flags; write a new file")
	}
	a, err := opendata.Append(nil, g)
	if err != nil {
		return 0, err
	}
	b, err := opendata.Append(nil, want)
	if err != nil {
		return 0, err
	}
	if string(a) != string(b) {
		return 0, errors.New("its last game comes out differently now: it was written with other flags or by another version; write a new file")
	}
	return int(g.Made.Game-s.first) + 1, nil
}

// lastLineEnd returns the position after the last line end in the first size bytes of a file,
// or 0 if there is none.
func lastLineEnd(f *os.File, size int64) (int64, error) {
	buf := make([]byte, 64<<10)
	for size > 0 {
		n := min(size, int64(len(buf)))
		if _, err := f.ReadAt(buf[:n], size-n); err != nil {
			return 0, err
		}
		for i := n - 1; i >= 0; i-- {
			if buf[i] == '\n' {
				return size - n + i + 1, nil
			}
		}
		size -= n
	}
	return 0, nil
}

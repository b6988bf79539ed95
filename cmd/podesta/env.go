package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"

	environment "podesta/machiavelli/env"
)

// runEnv answers requests about games on the standard input, one line of JSON for each line,
// until its end. The exit status is 0, or 2 if the arguments are wrong or the input or output
// fails.
func runEnv(e env, args []string) int {
	fs := flag.NewFlagSet("env", flag.ContinueOnError)
	fs.SetOutput(e.err)
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta env")
		fmt.Fprintln(e.err, "Runs games for programs that learn or play. It reads requests from the standard input, each a line of JSON, and")
		fmt.Fprintln(e.err, "answers each with a line on the standard output, until the input ends. For example:")
		fmt.Fprintln(e.err, `  {"id": 1, "op": "hello"}`)
		fmt.Fprintln(e.err, `  {"id": 2, "op": "reset", "scenario": "B", "seed": "first", "legal": true}`)
		fmt.Fprintln(e.err, `  {"id": 3, "op": "step", "game": 1, "players": {"milan": "hard", "venice": "random"}}`)
		fs.PrintDefaults()
	}
	if status, done := parseFlags(fs, args); done {
		return status
	}
	if fs.NArg() > 0 {
		fmt.Fprintf(e.err, "podesta env: unexpected argument %q\n", fs.Arg(0))
		return 2
	}
	collectSeldom()
	if err := answerLines(environment.NewService(programVersion()), e.in, e.out); err != nil {
		fmt.Fprintf(e.err, "podesta env: %v\n", err)
		return 2
	}
	return 0
}

// answerLines answers each line of in with a line on out. It sends all answers before it waits
// for more input, and returns any read or write error, or nil at the end of the input.
func answerLines(s *environment.Service, in io.Reader, out io.Writer) error {
	r, w := bufio.NewReaderSize(in, 64<<10), bufio.NewWriterSize(out, 64<<10)
	var line, answer []byte
	for {
		var long bool
		var err error
		line, long, err = readLine(r, line[:0])
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if long {
			answer = environment.TooLong(answer[:0])
		} else {
			answer = s.Answer(answer[:0], line)
		}
		if _, err := w.Write(answer); err != nil {
			return err
		}
		if errors.Is(err, io.EOF) || r.Buffered() == 0 {
			if err := w.Flush(); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
	}
}

// readLine appends a line without its end to dst. If a line has more than environment.MaxLine
// bytes, it is skipped and long is true. The last line may lack a line end; it is returned
// together with io.EOF.
func readLine(r *bufio.Reader, dst []byte) (line []byte, long bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		ends := len(part) > 0 && part[len(part)-1] == '\n'
		if ends {
			part = part[:len(part)-1]
		}
		if long = long || len(dst)+len(part) > environment.MaxLine; long {
			dst = dst[:0]
		} else {
			dst = append(dst, part...)
		}
		if ends {
			return dst, long, nil
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return dst, long, err
		}
	}
}

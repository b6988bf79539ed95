package mcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// longestLine is the maximum length of a message that Run accepts, in bytes.
const longestLine = 16 << 20

// lines reads the messages of a host, one per line. It passes on only those that the SDK can
// parse, because any other ends the SDK's session, and answers the others itself.
type lines struct {
	in   *bufio.Reader
	from io.Closer
	out  io.Writer // receives whole lines from several goroutines
	rest []byte    // rest of the line that is being passed on
}

func newLines(in io.ReadCloser, out io.Writer) *lines {
	return &lines{in: bufio.NewReaderSize(in, 64<<10), from: in, out: out}
}

// Close closes the input.
func (l *lines) Close() error { return l.from.Close() }

// Read never returns bytes of two messages in one call.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.rest) == 0 {
		line, long, err := l.line()
		if len(line) == 0 && !long {
			if err != nil {
				return 0, err
			}
			continue
		}
		if bad := fault(line, long); bad != nil {
			if err := l.answer(bad); err != nil {
				return 0, err
			}
			continue
		}
		l.rest = append(line, '\n')
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// line reads a line and returns it without surrounding spaces, or reports that it is too long.
// The last line of the input may lack a line end.
func (l *lines) line() (line []byte, long bool, err error) {
	for {
		part, err := l.in.ReadSlice('\n')
		if long = long || len(line)+len(part) > longestLine; long {
			line = nil
		} else {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSpace(line), long, err
		}
	}
}

// answer writes an answer to the host.
func (l *lines) answer(a *badAnswer) error {
	data, err := json.Marshal(a)
	if err != nil {
		return err
	}
	_, err = l.out.Write(append(data, '\n'))
	return err
}

// badAnswer is the answer to a line that is not a message. The SDK cannot write such an answer,
// because its ID may be null.
type badAnswer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   jsonrpc.Error   `json:"error"`
}

// fault returns the answer to a line that is not passed on, or nil.
func fault(line []byte, long bool) *badAnswer {
	bad := func(id json.RawMessage, code int64, format string, args ...any) *badAnswer {
		return &badAnswer{"2.0", id, jsonrpc.Error{Code: code, Message: fmt.Sprintf(format, args...)}}
	}
	switch {
	case long:
		return bad(nil, jsonrpc.CodeInvalidRequest, "This line is too long: a message can have %d bytes.", longestLine)
	case !json.Valid(line):
		return bad(nil, jsonrpc.CodeParseError, "This line is not JSON. Each line must be a JSON-RPC message.")
	case line[0] == '[':
		return bad(nil, jsonrpc.CodeInvalidRequest, "Batches are not supported. Send each message in a line of its own.")
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(line, &members) != nil || members == nil {
		return bad(nil, jsonrpc.CodeInvalidRequest, "A JSON-RPC message is a JSON object.")
	}
	var id any
	_ = json.Unmarshal(members["id"], &id) // without an ID, id stays nil
	var known json.RawMessage
	switch id.(type) {
	case string, float64:
		known = members["id"]
	}
	if members["method"] == nil && members["result"] == nil && members["error"] == nil {
		return bad(known, jsonrpc.CodeInvalidRequest, "The message has no method.")
	}
	if _, err := jsonrpc.DecodeMessage(line); err != nil {
		return bad(known, jsonrpc.CodeInvalidRequest, "This is no JSON-RPC message: %s", brief(err.Error()))
	}
	return nil
}

// shared is a writer that several goroutines can use.
type shared struct {
	mu sync.Mutex
	io.WriteCloser
}

func (s *shared) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.WriteCloser.Write(p)
}

package env

import (
	"bytes"
	"encoding/json"

	"podesta/machiavelli/bot"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/turn"
)

// The limits of a Service.
const (
	maxGames  = 20_000 // games that are open at the same time
	maxBatch  = 4_096  // requests in one line
	maxSetups = 64     // setups kept for later games
	maxID     = 200    // maximum length of a request's id, in bytes
)

// Service answers requests about games. It answers each line of JSON with one line. It is not safe
// for concurrent use.
type Service struct {
	version string
	games   map[uint64]*Game
	next    uint64
	setups  map[string]*Setup
	players map[string]bot.Player
	choices legal.Choices
	finder  legal.Finder
	lines   []turn.Line
}

// NewService returns a service without games. version is the program's version, which the
// operation hello reports.
func NewService(version string) *Service {
	return &Service{version: version, games: map[uint64]*Game{}, next: 1, setups: map[string]*Setup{}, players: map[string]bot.Player{}}
}

// Answer appends to dst the answer to a line of input, which is one line. The line is a request, or
// an array of requests, which are answered in order by an array. An invalid request is answered
// with a problem and changes nothing. An empty line has no answer.
func (s *Service) Answer(dst, line []byte) []byte {
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return dst
	}
	if err := acceptable(line); err != nil {
		return append(appendProblem(dst, []byte("null"), err), '\n')
	}
	if line[0] != '[' {
		return append(s.one(dst, line), '\n')
	}
	var batch []json.RawMessage
	err := json.Unmarshal(line, &batch)
	if err != nil {
		err = explain(err, &batch, "a batch")
	} else if len(batch) > maxBatch {
		err = wrong("limit", "%d requests in one line, more than %d: send them in several lines", len(batch), maxBatch)
	}
	if err != nil {
		return append(appendProblem(dst, []byte("null"), err), '\n')
	}
	dst = append(dst, '[')
	for i, request := range batch {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = s.one(dst, request)
	}
	return append(dst, ']', '\n')
}

// one answers one request.
func (s *Service) one(dst, request []byte) []byte {
	begin := len(dst)
	var h struct {
		ID json.RawMessage `json:"id"`
		Op string          `json:"op"`
	}
	if err := json.Unmarshal(request, &h); err != nil {
		return appendProblem(dst, []byte("null"), explain(err, &h, "a request"))
	}
	id, err := identifier(h.ID)
	if err != nil {
		return appendProblem(dst, []byte("null"), err)
	}
	answer, ok := operations[h.Op]
	if !ok {
		return appendProblem(dst, id, unknownOp(h.Op))
	}
	dst = append(append(dst, `{"id":`...), id...)
	dst, err = answer(s, dst, request)
	if err != nil {
		return appendProblem(dst[:begin], id, err)
	}
	return append(dst, '}')
}

// identifier returns the id of a request as the answer repeats it.
func identifier(id json.RawMessage) ([]byte, error) {
	switch {
	case len(id) == 0:
		return []byte("null"), nil
	case len(id) > maxID:
		return nil, wrong("request", "the id has %d bytes, more than %d", len(id), maxID)
	case id[0] == '{' || id[0] == '[' || id[0] == 't' || id[0] == 'f':
		return nil, wrong("request", "the id is a text or a number")
	}
	return id, nil
}

// operation carries out a request and appends the members of its answer.
type operation func(s *Service, dst, request []byte) ([]byte, error)

// operations maps the op of a request to its operation.
var operations = map[string]operation{}

func init() {
	operations["hello"] = with((*Service).hello)
	operations["reset"] = with((*Service).reset)
	operations["observe"] = with((*Service).observe)
	operations["legal"] = with((*Service).legal)
	operations["board"] = with((*Service).board)
	operations["vocabulary"] = with((*Service).vocabulary)
	operations["step"] = with((*Service).step)
	operations["clone"] = with((*Service).clone)
	operations["save"] = with((*Service).save)
	operations["restore"] = with((*Service).restore)
	operations["outcome"] = with((*Service).outcome)
	operations["close"] = with((*Service).close)
}

// with returns the operation that decodes a request of type T and calls f.
func with[T any](f func(*Service, []byte, *T) ([]byte, error)) operation {
	return func(s *Service, dst, request []byte) ([]byte, error) {
		var r T
		if err := decode(request, &r, "this request"); err != nil {
			return dst, wrong("request", "%s", err.Error())
		}
		return f(s, dst, &r)
	}
}

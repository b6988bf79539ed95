//go:build linux

package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// The kinds of operations.
const (
	saveOp     = "save"     // sends the orders of a seat
	readOp     = "read"     // reads the orders of a seat
	lookOp     = "look"     // reads the revision and the number of the phase
	readyOp    = "ready"    // sets whether a seat is ready
	processOp  = "process"  // a master resolves the phase
	rollbackOp = "rollback" // a master rolls the game back
	timesOp    = "times"    // a master sets the deadline
	pressOp    = "press"    // sends a message between players
	cupOp      = "cup"      // an action of the tournament's organiser or of a player in it
)

// The outcomes of operations.
const (
	ok      = "ok"      // the judge has confirmed it
	stale   = "stale"   // the judge refused it because the game has moved on
	refused = "refused" // the judge refused it for another reason
	unknown = "unknown" // there was no answer: it may have taken effect, or may still do so
)

// Op is an operation: a request of a client, and the answer.
type Op struct {
	Game    string        `json:"game"`
	Client  string        `json:"client"`
	Door    string        `json:"door"` // one of "api", "page", "mail" and "chat"
	Process int           `json:"process"`
	Kind    string        `json:"kind"`
	Call    time.Duration `json:"call"`   // time of the request since the beginning of the run
	Return  time.Duration `json:"return"` // time of the answer; irrelevant if the outcome is unknown
	Outcome string        `json:"outcome"`
	Why     string        `json:"why,omitempty"` // reason for an outcome other than ok

	Seat     int       `json:"seat,omitempty"`
	Revision int       `json:"revision,omitempty"` // the revision for which it is meant
	Text     string    `json:"text,omitempty"`     // orders, or a message
	Then     string    `json:"then,omitempty"`     // for a save: "" for sent, "draft" or "ready"
	Faulty   bool      `json:"faulty,omitempty"`   // whether the answer says that orders are missing or refused
	Ready    bool      `json:"ready,omitempty"`
	Number   int       `json:"number,omitempty"` // number of a phase
	To       int       `json:"to,omitempty"`     // the seat to which a message is sent
	Token    string    `json:"token,omitempty"`  // identifies a message or a rollback in the game's log
	Deadline time.Time `json:"deadline,omitzero"`

	Command  string `json:"command,omitempty"`  // ID of a chat command
	Promised bool   `json:"promised,omitempty"` // whether the judge has promised to answer the command

	GotRevision int    `json:"gotRevision,omitempty"`
	GotNumber   int    `json:"gotNumber,omitempty"`
	GotText     string `json:"gotText,omitempty"`
}

// late reports whether the operation can take effect after the judge has accepted it, and for
// revisions other than its own. This applies to e-mails and chat commands.
func (o *Op) late() bool { return o.Door == "mail" || o.Door == "chat" }

// Letter is an e-mail that the relay accepted.
type Letter struct {
	At      time.Duration `json:"at"`
	To      string        `json:"to"`
	ID      string        `json:"id"`
	Subject string        `json:"subject"`
	Tokens  []string      `json:"tokens,omitempty"` // tokens of messages between players
}

// Call is a call of a webhook that was confirmed.
type Call struct {
	At       time.Duration `json:"at"`
	Hook     string        `json:"hook"`
	Delivery string        `json:"delivery"`
	Game     string        `json:"game"`
	Seq      int64         `json:"seq"` // number under which readers see the entry
}

// Said is an answer to a chat command.
type Said struct {
	Command string `json:"command"`
	Text    string `json:"text"`
}

// Fault is a fault that was caused deliberately.
type Fault struct {
	At      time.Duration `json:"at"`
	Kind    string        `json:"kind"`
	Process int           `json:"process,omitempty"`
}

// Entry is an entry of a game's log.
type Entry struct {
	Seq    int64     `json:"seq"`
	Public int64     `json:"public"` // number under which readers see the entry
	At     time.Time `json:"at"`
	Kind   string    `json:"kind"`
	Number int       `json:"number"` // number of the phase; for a rollback, of the phase to which it leads
	From   int       `json:"from,omitempty"`
	To     []int     `json:"to,omitempty"` // numbers of seats
	Token  string    `json:"token,omitempty"`
	Over   bool      `json:"over,omitempty"`
}

// Resolved is a phase that the judge has resolved.
type Resolved struct {
	Number int            `json:"number"`
	Orders map[int]string `json:"orders,omitempty"`
	// in a game played by links, the seats that owed orders; nil if unknown
	Owes []int `json:"owes,omitempty"`
}

// Reader is someone whom the judge notifies about a game.
type Reader struct {
	Seat   int     `json:"seat"` // 0 for the master
	Email  string  `json:"email"`
	Hook   string  `json:"hook"`
	Shown  []int64 `json:"shown"`  // the entries of the log that the reader may see
	Before int64   `json:"before"` // entries up to this one were written before the reader had a hook
}

// Record is a game as the judge has stored it at the end.
type Record struct {
	ID       string        `json:"id"`
	Links    bool          `json:"links,omitempty"` // whether it is played by links; otherwise it is hosted
	Seats    int           `json:"seats"`
	Revision int           `json:"revision"` // revision at the beginning
	Number   int           `json:"number"`
	Last     int           `json:"last"` // revision at the end
	At       int           `json:"at"`   // number of the phase at the end
	Entries  []Entry       `json:"entries"`
	Resolved []Resolved    `json:"resolved"` // in order
	Owes     map[int][]int `json:"owes"`     // seats that owed orders, keyed by revision, as a master saw them
	Readers  []Reader      `json:"readers,omitempty"`
	// why replaying seed and orders gives different phases; empty if it does not
	Replay string `json:"replay,omitempty"`
	Dice   string `json:"dice,omitempty"` // why the dice do not match the seed; empty if they do
	Rolls  int    `json:"rolls"`
}

// History records everything that happened in a round.
type History struct {
	Began   time.Time
	Ops     []Op
	Letters []Letter
	Calls   []Call
	Said    []Said
	Scored  []CupTable // results of the tournament, as its organiser saw them
	Cup     *Cup
	Faults  []Fault
	Games   []Record
}

// journal collects a history; several goroutines may write to it.
type journal struct {
	mu sync.Mutex
	h  History
}

func newJournal() *journal { return &journal{h: History{Began: time.Now()}} }

// now returns the time since the beginning.
func (j *journal) now() time.Duration { return time.Since(j.h.Began) }

func (j *journal) op(o Op) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.h.Ops = append(j.h.Ops, o)
}

func (j *journal) letter(l Letter) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.h.Letters = append(j.h.Letters, l)
}

func (j *journal) call(c Call) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.h.Calls = append(j.h.Calls, c)
}

func (j *journal) scored(t CupTable) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.h.Scored = append(j.h.Scored, t)
}

func (j *journal) said(s Said) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.h.Said = append(j.h.Said, s)
}

func (j *journal) fault(kind string, process int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.h.Faults = append(j.h.Faults, Fault{j.now(), kind, process})
}

// line is a line of a stored history.
type line struct {
	Began  *time.Time `json:"began,omitempty"`
	Op     *Op        `json:"op,omitempty"`
	Letter *Letter    `json:"letter,omitempty"`
	Call   *Call      `json:"call,omitempty"`
	Said   *Said      `json:"said,omitempty"`
	Scored *CupTable  `json:"scored,omitempty"`
	Cup    *Cup       `json:"cup,omitempty"`
	Fault  *Fault     `json:"fault,omitempty"`
	Game   *Record    `json:"game,omitempty"`
}

// write writes the history as lines of JSON.
func (h *History) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	e := json.NewEncoder(out)
	lines := []line{{Began: &h.Began}}
	for i := range h.Games {
		lines = append(lines, line{Game: &h.Games[i]})
	}
	for i := range h.Faults {
		lines = append(lines, line{Fault: &h.Faults[i]})
	}
	for i := range h.Ops {
		lines = append(lines, line{Op: &h.Ops[i]})
	}
	for i := range h.Letters {
		lines = append(lines, line{Letter: &h.Letters[i]})
	}
	for i := range h.Calls {
		lines = append(lines, line{Call: &h.Calls[i]})
	}
	if h.Cup != nil {
		lines = append(lines, line{Cup: h.Cup})
	}
	for i := range h.Scored {
		lines = append(lines, line{Scored: &h.Scored[i]})
	}
	for i := range h.Said {
		lines = append(lines, line{Said: &h.Said[i]})
	}
	for i := range lines {
		if err := e.Encode(&lines[i]); err != nil {
			return err
		}
	}
	return out.Flush()
}

// store writes the history to a file, whose folder it creates.
func (h *History) store(name string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(h.write(f), f.Close())
}

// readHistory reads a stored history.
func readHistory(name string) (*History, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := &History{}
	for d := json.NewDecoder(f); ; {
		var l line
		if err := d.Decode(&l); err == io.EOF {
			return h, nil
		} else if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		switch {
		case l.Began != nil:
			h.Began = *l.Began
		case l.Op != nil:
			h.Ops = append(h.Ops, *l.Op)
		case l.Letter != nil:
			h.Letters = append(h.Letters, *l.Letter)
		case l.Call != nil:
			h.Calls = append(h.Calls, *l.Call)
		case l.Cup != nil:
			h.Cup = l.Cup
		case l.Scored != nil:
			h.Scored = append(h.Scored, *l.Scored)
		case l.Said != nil:
			h.Said = append(h.Said, *l.Said)
		case l.Fault != nil:
			h.Faults = append(h.Faults, *l.Fault)
		case l.Game != nil:
			h.Games = append(h.Games, *l.Game)
		}
	}
}

// normal returns orders in a form that does not depend on the order of the lines or on
// comments, and without lines that later ones replace. E-mails add lines to those that the seat has
// sent before.
func normal(text string) string {
	last := map[string]string{} // last line of each unit
	for l := range strings.Lines(text) {
		if l = plainLine(l); l != "" {
			last[unitOf(l)] = l
		}
	}
	return strings.Join(slices.Sorted(maps.Values(last)), "\n")
}

// plainLine returns a line of orders without its comment and needless spaces.
func plainLine(l string) string {
	l, _, _ = strings.Cut(l, "#")
	return strings.Join(strings.Fields(l), " ")
}

// unitOf returns the unit of an order such as "A Pavia - Milan" or "M A Pavia",
// or the whole line if it has none.
func unitOf(l string) string {
	if rest, winter := strings.CutPrefix(l, "M "); winter {
		return rest
	}
	if rest, winter := strings.CutPrefix(l, "R "); winter {
		return rest
	}
	words := strings.Fields(l)
	for i, w := range words {
		if i > 1 && len(w) == 1 {
			return strings.Join(words[:i], " ")
		}
	}
	return l
}

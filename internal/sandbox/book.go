// Package sandbox holds positions to experiment with: any scenario with any rules, a position set
// up by hand or taken from a game, orders for all powers, and their results, phase by phase and
// with any number of branches. A link contains the whole sandbox. The judge stores nothing, so a
// sandbox needs no account and no storage, and never expires.
//
// The package is independent of the pages. Package turn resolves orders, as in any game. The dice
// of real games are never used.
package sandbox

import (
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// The limits of a sandbox. A link must pass through proxies that accept request
// lines of 8 kilobytes.
const (
	MaxNodes  = 60       // phases of all branches together
	MaxLink   = 7000     // characters of a link
	maxJSON   = 96 << 10 // bytes of a link's content, unpacked
	maxTitle  = 80       // characters in a title
	maxOrders = 4000     // bytes of the orders of one power in one phase
	maxSeed   = 64       // bytes of a seed
	maxRolls  = 100      // dice set by hand in one phase
)

// Error is a mistake that the visitor can correct, explained in sentences.
type Error struct{ Message message.Message }

// Error returns the message in English.
func (e *Error) Error() string { return e.Message.String() }

// Say returns the message.
func (e *Error) Say() message.Message { return e.Message }

func wrong(m message.Message) error { return &Error{m} }

// Book is a sandbox: its rules, and the tree of its phases.
type Book struct {
	Scenario string            `json:"s"`
	Variant  string            `json:"v,omitempty"`
	Preset   string            `json:"r"`
	Options  map[string]string `json:"o,omitempty"`
	Seats    [][]string        `json:"c,omitempty"` // IDs of each player's powers; empty for the usual ones
	Title    string            `json:"t,omitempty"`
	Nodes    []Node            `json:"n"`           // the first is the beginning
	At       int               `json:"a,omitempty"` // the index of the current node
	Draft    Given             `json:"w,omitzero"`  // the orders being written for the current node
}

// Node is the beginning of a phase: the first one, the result of orders in the previous phase, or
// a position edited by hand.
type Node struct {
	From  int    `json:"f,omitempty"` // index of the previous node; meaningless for the first
	By    *Given `json:"b,omitempty"` // the orders that led here
	Phase string `json:"h,omitempty"` // phase of a position edited by hand
	// Position is the position edited by hand, in the interchange format, without members that are
	// the same as at the scenario's start.
	Position json.RawMessage `json:"p,omitempty"`
}

// Given is the input of a phase: the dice, and the orders, keyed by the power's ID.
type Given struct {
	Orders map[string]string `json:"o,omitempty"`
	Rolls  map[string]int    `json:"d,omitempty"` // rolls set by hand
	// Seed is the seed of the other rolls, in hexadecimal digits; empty for the default seed.
	Seed string `json:"e,omitempty"`
}

// IsZero reports whether g contains no input.
func (g Given) IsZero() bool { return len(g.Orders) == 0 && len(g.Rolls) == 0 && g.Seed == "" }

// trim returns g without empty values.
func (g Given) trim() Given {
	out := Given{Seed: strings.ToLower(strings.TrimSpace(g.Seed))}
	for id, text := range g.Orders {
		if text = strings.TrimRight(text, " \t\n"); text != "" {
			if out.Orders == nil {
				out.Orders = map[string]string{}
			}
			out.Orders[id] = text
		}
	}
	if len(g.Rolls) > 0 {
		out.Rolls = maps.Clone(g.Rolls)
	}
	return out
}

func (g *Given) check() error {
	for id, text := range g.Orders {
		if len(text) > maxOrders {
			return wrong(message.New("The orders of {power} are too long: a sandbox takes {n} characters of each power.", message.Order(id), message.Number(maxOrders)))
		}
	}
	if len(g.Rolls) > maxRolls {
		return wrong(message.New("Too many dice are set by hand: {n} are the most.", message.Number(maxRolls)))
	}
	if seed, err := hex.DecodeString(g.Seed); err != nil || len(seed) > maxSeed {
		return wrong(message.New("The seed of the dice must be written in hexadecimal digits, two for each byte, {n} bytes at most.", message.Number(maxSeed)))
	}
	return nil
}

// Begin returns a sandbox at the beginning of a scenario. An empty preset means
// the scenario's default.
func Begin(scenarioID, variant, preset string, options map[string]string) (*Book, error) {
	if strings.TrimSpace(scenarioID) == "" {
		return nil, wrong(message.New("Choose a scenario."))
	}
	info, ok := scenario.Find(scenarioID)
	if !ok {
		return nil, wrong(message.New("There is no scenario {name}.", message.Order(strconv.Quote(clip(scenarioID)))))
	}
	all := maps.Clone(info.Options)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, options)
	if preset == "" {
		preset = rules.DefaultPreset
		if info.ID == "diplomacy" {
			preset = "diplomacy"
		}
	}
	set, err := rules.Make(preset, all)
	if err != nil {
		return nil, wrong(message.Sentence(message.Of(err)))
	}
	b := &Book{Scenario: info.ID, Variant: variant, Nodes: []Node{{}}}
	b.rule(&set)
	if _, err := b.ground(); err != nil {
		return nil, err
	}
	return b, nil
}

// rule sets the rules of the book.
func (b *Book) rule(r *rules.Set) {
	spec := r.Spec()
	b.Preset, b.Options = spec.Preset, spec.Options
	if len(b.Options) == 0 {
		b.Options = nil
	}
}

// check returns an error for a book that this package could not have created.
func (b *Book) check() error {
	switch {
	case len(b.Nodes) == 0:
		return wrong(message.New("The link holds no phase."))
	case len(b.Nodes) > MaxNodes:
		return wrong(message.New("A sandbox holds {n} phases at most.", message.Number(MaxNodes)))
	case b.At < 0 || b.At >= len(b.Nodes):
		return wrong(message.New("The link leads to a phase that it does not hold."))
	case len([]rune(b.Title)) > maxTitle:
		return wrong(message.New("The title is too long: it can have at most {n} characters.", message.Number(maxTitle)))
	}
	for i := range b.Nodes {
		n := &b.Nodes[i]
		if i > 0 && (n.From < 0 || n.From >= i) {
			return wrong(message.New("The phases of the link are not in order."))
		}
		if n.By == nil {
			if i > 0 && n.Position == nil {
				return wrong(message.New("A phase of the link has neither orders nor a position."))
			}
			continue
		}
		if i == 0 {
			return wrong(message.New("The first phase of the link has orders before it."))
		}
		if err := n.By.check(); err != nil {
			return err
		}
	}
	return b.Draft.check()
}

// Clone returns a copy that can be changed independently.
func (b *Book) Clone() *Book {
	c := *b
	c.Nodes = slices.Clone(b.Nodes)
	c.Draft = b.Draft.trim()
	return &c
}

// Stand returns the book with another current phase. The orders that are being written are
// dropped. If keep names a node, they are replaced by the orders that led from the new current
// phase to that node.
func (b *Book) Stand(at, keep int) *Book {
	c := b.Clone()
	c.At, c.Draft = at, Given{}
	if keep > 0 && keep < len(b.Nodes) && b.Nodes[keep].From == at && b.Nodes[keep].By != nil {
		c.Draft = b.Nodes[keep].By.trim()
	}
	return c
}

// Write returns the book with other orders for the current phase.
func (b *Book) Write(g Given) (*Book, error) {
	c := b.Clone()
	c.Draft = g.trim()
	return c, c.Draft.check()
}

// Next returns the book after resolving the current orders. If the same orders were already
// resolved in this phase, it continues that branch.
func (b *Book) Next() (*Book, error) {
	c := b.Clone()
	by := c.Draft
	c.Draft = Given{}
	for i := range c.Nodes {
		if n := &c.Nodes[i]; i > 0 && n.From == c.At && n.By != nil && same(*n.By, by) {
			c.At = i
			return c, nil
		}
	}
	return c, c.add(Node{From: c.At, By: &by})
}

func same(a, b Given) bool {
	a, b = a.trim(), b.trim()
	return a.Seed == b.Seed && maps.Equal(a.Orders, b.Orders) && maps.Equal(a.Rolls, b.Rolls)
}

// add appends a node and makes it the current one.
func (b *Book) add(n Node) error {
	if len(b.Nodes) >= MaxNodes {
		return wrong(message.New("This sandbox has {n} phases, and that is the most. Begin again from here (under Steps), or remove a branch.", message.Number(MaxNodes)))
	}
	b.Nodes = append(b.Nodes, n)
	b.At = len(b.Nodes) - 1
	return nil
}

// Prune returns the book without a node and all nodes after it. The first node
// cannot be removed.
func (b *Book) Prune(node int) (*Book, error) {
	if node <= 0 || node >= len(b.Nodes) {
		return nil, wrong(message.New("That phase cannot be removed."))
	}
	c := b.Clone()
	gone := make([]bool, len(b.Nodes))
	index := make([]int, len(b.Nodes))
	c.Nodes = c.Nodes[:0:0]
	for i := range b.Nodes {
		n := b.Nodes[i]
		if gone[i] = i == node || i > 0 && gone[n.From]; gone[i] {
			continue
		}
		n.From = index[n.From]
		index[i] = len(c.Nodes)
		c.Nodes = append(c.Nodes, n)
	}
	if gone[b.At] {
		c.At, c.Draft = index[b.Nodes[node].From], Given{}
	} else {
		c.At = index[b.At]
	}
	return c, nil
}

// Line lists the nodes from the beginning to the current one.
func (b *Book) Line() []int {
	var out []int
	for i := b.At; ; i = b.Nodes[i].From {
		out = append(out, i)
		if i == 0 {
			break
		}
	}
	slices.Reverse(out)
	return out
}

// children lists the direct successors of a node.
func (b *Book) children(node int) []int {
	var out []int
	for i := 1; i < len(b.Nodes); i++ {
		if b.Nodes[i].From == node {
			out = append(out, i)
		}
	}
	return out
}

// clip shortens a visitor's text for an error message.
func clip(s string) string {
	const most = 40
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

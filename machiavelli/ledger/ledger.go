// Package ledger lists the rules that the program follows, each with an id such
// as "SIEGE-03" that comments, tests and the rulebook cite. It does not contain
// the text of the rules; players read package rulebook.
package ledger

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Kind is the kind of an entry.
type Kind uint8

// The kinds of entry.
const (
	Rule       Kind = iota // a rule of the game
	Regression             // a fault of an older judge that must not recur, such as "BUG-17"
	Example                // a worked example of the rules, such as "T-MOVE-3"
)

// Entry is one line of the list.
type Entry struct {
	ID    string
	Title string
	Kind  Kind
	// Printed names the sections of the rule book of 1978 that contain the rule, separated by
	// spaces, such as "1:B.V.C.1 1:A.V.C.1".
	Printed string
	// Ruled says whether the book leaves something open, so that docs/rulings.md has a row about
	// the rule for the games of 1978. A rule that is neither printed nor ruled is not used in
	// these games.
	Ruled bool
}

// Family returns the id without its number, such as "SIEGE", "BUG" or "T-MOVE".
func (e Entry) Family() string {
	return e.ID[:strings.LastIndexByte(e.ID, '-')]
}

//go:embed rules.txt
var text string

// Entries returns all entries. The rules come first, then the regressions, then
// the examples. The result is shared and must not be modified.
func Entries() []Entry { return read().all }

// Find returns the entry with the given id.
func Find(id string) (Entry, bool) {
	l := read()
	i, ok := l.at[id]
	if !ok {
		return Entry{}, false
	}
	return l.all[i], true
}

type list struct {
	all []Entry
	at  map[string]int
}

var read = sync.OnceValue(func() *list {
	l := &list{at: map[string]int{}}
	add := func(e Entry) {
		if _, twice := l.at[e.ID]; twice {
			panic("ledger: " + e.ID + " is listed twice")
		}
		l.at[e.ID] = len(l.all)
		l.all = append(l.all, e)
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		id, title, _ := strings.Cut(line, " ")
		switch {
		case strings.HasPrefix(id, "T-"):
			count, about, _ := strings.Cut(title, " ")
			n, err := strconv.Atoi(count)
			if err != nil {
				panic("ledger: " + line)
			}
			for i := range n {
				add(Entry{ID: fmt.Sprintf("%s-%d", id, i+1), Title: about + ", example " + strconv.Itoa(i+1), Kind: Example})
			}
		case strings.HasPrefix(id, "BUG-"):
			add(Entry{ID: id, Title: title, Kind: Regression})
		default:
			title, where, ok := strings.Cut(title, " | ")
			if !ok {
				panic("ledger: " + id + " does not say where it stands in the rule book of 1978")
			}
			add(rule(id, title, where))
		}
	}
	return l
})

// rule returns the entry of a rule. The text after its title names sections of
// the rule book of 1978 and says whether there is a ruling, or is "-".
func rule(id, title, where string) Entry {
	e := Entry{ID: id, Title: title, Kind: Rule}
	if where == "-" {
		return e
	}
	e.Printed, e.Ruled = strings.CutSuffix(where, "ruling")
	e.Printed = strings.TrimSpace(e.Printed)
	return e
}

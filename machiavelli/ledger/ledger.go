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
	Regression             // a fault of an older judge that must not recur: "BUG-17"
	Example                // a worked example of the rules: "T-MOVE-3"
)

// Entry is one line of the list.
type Entry struct {
	ID    string
	Title string
	Kind  Kind
}

// Family returns the id without its number: "SIEGE", "BUG", "T-MOVE".
func (e Entry) Family() string {
	return e.ID[:strings.LastIndexByte(e.ID, '-')]
}

//go:embed rules.txt
var text string

// Entries returns all entries in order: rules, regressions, examples. The
// result is shared and must not be modified.
func Entries() []Entry { return read().all }

// Find returns the entry with that id.
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
				add(Entry{fmt.Sprintf("%s-%d", id, i+1), about + ", example " + strconv.Itoa(i+1), Example})
			}
		case strings.HasPrefix(id, "BUG-"):
			add(Entry{id, title, Regression})
		default:
			add(Entry{id, title, Rule})
		}
	}
	return l
})

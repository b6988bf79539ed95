package game

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"
)

// GameQuery selects games of a store. A list begins with the newest game, or
// where After, Before or Skip says. At most one of these is set.
type GameQuery struct {
	Status   Status  // empty: any
	Running  bool    // only those that are neither over nor terminated
	Showcase bool    // only those that the judge has created as examples for visitors
	Plain    bool    // only the others
	Play     bool    // only those of one visitor against computer players
	Hidden   bool    // unlisted ones, too
	Account  string  // those in which the account takes part count as listed; empty: of nobody
	Mine     bool    // only those in which the account takes part
	Name     string  // part of the name, in any case; empty: any. Not together with Hidden, Showcase or Play
	Facets   []Facet // that games must have. Not together with Hidden, Showcase or Play
	Free     bool    // only those with a seat that someone can take, or may be able to. Likewise
	After    ListMark
	Before   ListMark // the games directly before it
	Skip     int
	Limit    int  // 0: all
	Count    bool // fill in Total
}

// GameTitle is what lists of results show of a game.
type GameTitle struct {
	ID, Name string
	Listed   bool
}

// GameList is a part of a list of games.
type GameList struct {
	IDs   []string // newest first
	Total int      // of all parts, if it was asked for
	// AtLeast is set if Total is only the number of games that were found before
	// the search stopped.
	AtLeast bool
	// Newer and Older are the places from which the list continues, with Before
	// and After; zero: it ends here. A search or a filter that has looked through many games
	// stops with fewer than Limit, and continues there.
	Newer, Older ListMark
}

// ListMark is a place in the lists of games: that of a game. It stays valid when
// the game changes or is removed.
type ListMark struct {
	Created time.Time
	Place   int64 // among the games created at that moment
	ID      string
}

// IsZero reports whether m is no place.
func (m ListMark) IsZero() bool { return m == ListMark{} }

// Compare orders places from the newest game to the oldest.
func (m ListMark) Compare(n ListMark) int {
	return cmp.Or(n.Created.Compare(m.Created), cmp.Compare(n.Place, m.Place), cmp.Compare(n.ID, m.ID))
}

// markBase is the base in which the numbers of a ListMark are written.
const markBase = 36

// String returns m in the form that ParseListMark reads. It is empty for no place.
func (m ListMark) String() string {
	if m.IsZero() {
		return ""
	}
	return strconv.FormatInt(m.Created.UnixMicro(), markBase) + "." + strconv.FormatInt(m.Place, markBase) + "." + m.ID
}

// ErrListMark means that a text is not a place in a list.
var ErrListMark = errors.New("not a place in a list of games")

// mostMark is the maximum length of a ListMark as text.
const mostMark = 200

// ParseListMark reads a place. The empty text is no place.
func ParseListMark(text string) (m ListMark, err error) {
	if text == "" {
		return m, nil
	}
	parts := strings.SplitN(text, ".", 3)
	if len(parts) < 3 || parts[2] == "" || len(text) > mostMark {
		return m, ErrListMark
	}
	created, err := strconv.ParseInt(parts[0], markBase, 64)
	if err != nil {
		return m, ErrListMark
	}
	if m.Place, err = strconv.ParseInt(parts[1], markBase, 64); err != nil {
		return ListMark{}, ErrListMark
	}
	m.Created, m.ID = time.UnixMicro(created).UTC(), parts[2]
	return m, nil
}

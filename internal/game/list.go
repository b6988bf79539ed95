package game

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"
)

// GameQuery selects games of a store. A list begins with the newest game, or at the place that
// After, Before or Skip names. At most one of these is set.
type GameQuery struct {
	Status   Status  // empty for any status
	Running  bool    // only games that are neither over nor terminated
	Showcase bool    // only games that the judge has created as examples for visitors
	Plain    bool    // only games that are not examples
	Play     bool    // only games of one visitor against computer players
	Hidden   bool    // include unlisted games
	Account  string  // games in which this account takes part count as listed; empty for no account
	Mine     bool    // only games in which the account takes part
	Name     string  // part of the name, ignoring case; empty for any. Excludes Hidden, Showcase and Play
	Facets   []Facet // facets that games must have. Excludes Hidden, Showcase and Play
	// only games with a seat that someone can take, or may be able to. Excludes Hidden, Showcase
	// and Play
	Free   bool
	After  ListMark
	Before ListMark // list the games directly before this place
	Skip   int
	Limit  int  // 0 means all
	Count  bool // whether to fill in Total
}

// GameTitle is what lists of results show about a game.
type GameTitle struct {
	ID, Name string
	Listed   bool
}

// GameList is a part of a list of games.
type GameList struct {
	IDs   []string // newest first
	Total int      // number of games in all parts, if Count asked for it
	// AtLeast is true if Total is only the number of games that were found before the search
	// stopped.
	AtLeast bool
	// Newer and Older are the values of Before and After with which the list continues; they are
	// zero where it ends. A search or a filter that has examined many games stops with fewer than
	// Limit games and can be continued from there.
	Newer, Older ListMark
}

// ListMark is a place in lists of games, identified by a game. It stays valid when the game
// changes or is removed.
type ListMark struct {
	Created time.Time
	Place   int64 // its place among the games created at that moment
	ID      string
}

// IsZero reports whether m is the zero mark, which is not a place.
func (m ListMark) IsZero() bool { return m == ListMark{} }

// Compare orders places from the newest game to the oldest.
func (m ListMark) Compare(n ListMark) int {
	return cmp.Or(n.Created.Compare(m.Created), cmp.Compare(n.Place, m.Place), cmp.Compare(n.ID, m.ID))
}

// markBase is the base in which the numbers of a ListMark are written.
const markBase = 36

// String returns m in the form that ParseListMark reads. It is empty for the zero mark.
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

// ParseListMark reads a place. An empty text stands for the zero mark.
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

package press

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"podesta/internal/account"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli/message"
	"podesta/view"
)

// CommentItem is the kind of the items with comments on the phases of a finished game, keyed by
// comment number.
const CommentItem = "comment"

// Limits on comments.
const (
	maxComment  = 2000 // characters in a comment
	maxComments = 500  // comments in a game
)

// commentData is a comment as it is stored.
type commentData struct {
	Phase   int       `json:"phase"`
	Seat    int       `json:"seat"`
	Account string    `json:"account"`
	At      time.Time `json:"at"`
	Edited  time.Time `json:"edited,omitzero"`
	Text    string    `json:"text"`
	Hidden  bool      `json:"hidden,omitempty"` // whether a master has hidden it
}

// Comment is a comment of a player on a phase of a finished game, as a role sees
// it.
type Comment struct {
	ID     int64
	Phase  int // number of the phase
	Seat   int // seat of the player who has written it
	At     time.Time
	Edited time.Time // zero if it was never edited
	Text   string
	Hidden bool // whether a master has hidden it, so that only its writer and masters see it
	Own    bool // whether the role has written it
}

var errNoComment = game.Refuse(game.NotFound, message.New("There is no such comment."))

func readComment(tx *game.Tx, gameID string, id int64) (commentData, error) {
	var c commentData
	data, err := tx.Items.Get(gameID, CommentItem, commentKey(id))
	if errors.Is(err, game.ErrNoRecord) {
		return c, errNoComment
	}
	if err == nil {
		err = json.Unmarshal(data, &c)
	}
	return c, err
}

func putComment(tx *game.Tx, gameID string, id int64, c commentData) error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return tx.Items.Put(gameID, CommentItem, commentKey(id), data)
}

func commentKey(id int64) string { return fmt.Sprintf("%06d", id) }

// listComments returns the comments of a game, keyed by number, and the sorted numbers.
func listComments(tx *game.Tx, gameID string) (map[int64]commentData, []int64, error) {
	items, err := tx.Items.List(gameID, CommentItem)
	if err != nil {
		return nil, nil, err
	}
	out := map[int64]commentData{}
	for key, data := range items {
		id, err := strconv.ParseInt(key, 10, 64)
		var c commentData
		if err == nil {
			err = json.Unmarshal(data, &c)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("game %s: comment %s: %w", gameID, key, err)
		}
		out[id] = c
	}
	return out, slices.Sorted(maps.Keys(out)), nil
}

// seen returns a comment as a role sees it. ok is false if the role does not see it: a master
// has hidden it, or the role has muted its writer. Nobody sees comments while a game is not
// over, such as after a rollback.
func (c *commentData) seen(g *gamestate.State, role game.Role, m *mutes, id int64) (out Comment, ok bool) {
	own := role.Account != "" && role.Account == c.Account
	switch {
	case !g.Finished || c.Phase > g.Number:
		return out, false
	case c.Hidden && !own && !role.Master:
		return out, false
	case m != nil && g.View(role).HidesLetter(view.Letter{Own: own}, view.Muted{Seat: m.seats[c.Seat], Person: m.people[c.Account]}, false):
		return out, false
	}
	return Comment{ID: id, Phase: c.Phase, Seat: c.Seat, At: c.At, Edited: c.Edited, Text: c.Text, Hidden: c.Hidden, Own: own}, true
}

// Comments returns the comments on the phases of a finished game that a role sees: sorted by phase,
// the oldest first. It returns none before the game is over. Phase 0 stands for all phases.
func (p *Press) Comments(ctx context.Context, gameID string, role game.Role, phase int) ([]Comment, error) {
	var out []Comment
	err := p.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		g, err := p.base.Load(tx, gameID)
		if err != nil || !g.Finished {
			return err
		}
		all, ids, err := listComments(tx, gameID)
		if err != nil || len(all) == 0 {
			return err
		}
		m, err := newMutes(tx, g, role)
		if err != nil {
			return err
		}
		for _, id := range ids {
			c := all[id]
			if x, ok := c.seen(g, role, m, id); ok && (phase == 0 || x.Phase == phase) {
				out = append(out, x)
			}
		}
		slices.SortStableFunc(out, func(a, b Comment) int { return a.Phase - b.Phase })
		return nil
	})
	return out, err
}

// WrittenComment is a comment that a person has written.
type WrittenComment struct {
	Game   string    `json:"game" doc:"The ID of the game"`
	Name   string    `json:"name" doc:"Of the game"`
	Phase  int       `json:"phase" doc:"The number of the phase"`
	ID     int64     `json:"id" doc:"Of the comment in the game"`
	At     time.Time `json:"at"`
	Edited time.Time `json:"edited,omitzero" doc:"When it was changed last"`
	Text   string    `json:"text"`
	Hidden bool      `json:"hidden,omitempty" doc:"A master has hidden it: only you and masters see it"`
}

// WrittenComments returns all comments that a person has written on finished games, the
// newest first.
func (p *Press) WrittenComments(ctx context.Context, accountID string) ([]WrittenComment, error) {
	var out []WrittenComment
	err := p.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		parts, err := tx.Members.MembersOf(accountID)
		if err != nil {
			return err
		}
		seen := map[string]bool{}
		for _, m := range parts {
			if seen[m.Game] {
				continue
			}
			seen[m.Game] = true
			comments, err := CommentsBy(tx, m.Game, accountID)
			if err != nil {
				return err
			}
			if len(comments) == 0 {
				continue
			}
			g, err := tx.Games.Game(m.Game)
			if err != nil {
				return err
			}
			for _, c := range comments {
				out = append(out, WrittenComment{g.ID, g.Name, c.Phase, c.ID, c.At.UTC(), c.Edited.UTC(), c.Text, c.Hidden})
			}
		}
		return nil
	})
	slices.SortStableFunc(out, func(a, b WrittenComment) int { return b.At.Compare(a.At) })
	return out, err
}

// cleanComment returns the text of a comment as it is stored.
func cleanComment(text string) (string, error) {
	text, err := gamestate.CleanText(text, message.New("the comment"))
	switch {
	case err != nil:
		return "", err
	case utf8.RuneCountInString(text) > maxComment:
		return "", game.Refuse(game.Invalid, message.New("A comment can have {n} characters at most. Shorten it.", message.Number(maxComment)))
	}
	return text, nil
}

// commenter returns a finished game and the role of a player in it who may comment
// on its phases now.
func (p *Press) commenter(tx *game.Tx, gameID string, role game.Role) (*gamestate.State, game.Role, error) {
	g, role, err := p.base.LoadPrivate(tx, gameID, role)
	switch {
	case err != nil:
		return nil, role, err
	case role.Seat == 0 || role.Account == "":
		return nil, role, game.Refuse(game.Forbidden, message.New("Comments on phases are written by those who have played the game to its end, with an account."))
	case !g.Finished:
		return nil, role, game.ErrNotOver
	}
	return g, role, account.MayTakePart(tx, role.Account, g.At)
}

// AddComment adds a comment of a player of a finished game on one of its phases,
// and returns its number. The members of the game are notified, at most once a day.
// The error code is "conflict" before the end of the game.
func (p *Press) AddComment(ctx context.Context, gameID string, role game.Role, phase int, text string) (int64, error) {
	text, err := cleanComment(text)
	if err != nil {
		return 0, err
	}
	var id int64
	err = p.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := p.commenter(tx, gameID, role)
		switch {
		case err != nil:
			return err
		case phase < 1 || phase > g.Number:
			return game.ErrNoPhase
		}
		if err := tx.Games.Lock(g.ID); err != nil {
			return err
		}
		if err := account.CountNotice(tx, role.Account, g.At); err != nil {
			return err
		}
		all, ids, err := listComments(tx, g.ID)
		if err != nil {
			return err
		}
		if len(all) >= maxComments {
			return game.Refuse(game.Conflict, message.New("The game has {n} comments, and no more are taken.", message.Number(maxComments)))
		}
		if id = 1; len(ids) > 0 {
			id = ids[len(ids)-1] + 1
		}
		if err := putComment(tx, g.ID, id, commentData{Phase: phase, Seat: role.Seat, Account: role.Account, At: g.At, Text: text}); err != nil {
			return err
		}
		return clock.AnnounceComment(tx, g, role.Seat)
	})
	return id, err
}

// EditComment replaces the text of a comment by its writer.
func (p *Press) EditComment(ctx context.Context, gameID string, role game.Role, id int64, text string) error {
	text, err := cleanComment(text)
	if err != nil {
		return err
	}
	return p.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := p.commenter(tx, gameID, role)
		if err != nil {
			return err
		}
		c, err := ownComment(tx, g, role, id)
		if err != nil || c.Text == text {
			return err
		}
		c.Text, c.Edited = text, g.At
		return putComment(tx, g.ID, id, c)
	})
}

// DropComment deletes a comment that the role has written.
func (p *Press) DropComment(ctx context.Context, gameID string, role game.Role, id int64) error {
	return p.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := p.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if _, err := ownComment(tx, g, role, id); err != nil {
			return err
		}
		return tx.Items.Drop(g.ID, CommentItem, commentKey(id))
	})
}

// ownComment returns a comment of a game, if the role has written it.
func ownComment(tx *game.Tx, g *gamestate.State, role game.Role, id int64) (commentData, error) {
	c, err := readComment(tx, g.ID, id)
	switch {
	case err != nil:
		return c, err
	case !g.Finished:
		return c, game.ErrNotOver
	case role.Account == "" || role.Account != c.Account:
		if c.Hidden && !role.Master {
			return c, errNoComment
		}
		return c, game.Refuse(game.Forbidden, message.New("Only the player who has written a comment can change or delete it."))
	}
	return c, nil
}

// HideComment hides a comment from everyone but its writer and masters, or shows it
// again. It is for masters of the game.
func (p *Press) HideComment(ctx context.Context, gameID string, role game.Role, id int64, hide bool) error {
	return p.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := p.base.LoadPrivate(tx, gameID, role)
		switch {
		case err != nil:
			return err
		case !role.Master:
			return game.ErrMaster
		case !g.Finished:
			return game.ErrNotOver
		}
		c, err := readComment(tx, g.ID, id)
		if err != nil || c.Hidden == hide {
			return err
		}
		c.Hidden = hide
		return putComment(tx, g.ID, id, c)
	})
}

// ReadComment returns a comment of a game as its reporter may read it, and the
// account that has written it. Whether the reporter has muted the writer does not
// matter.
func (p *Press) ReadComment(tx *game.Tx, g *gamestate.State, role game.Role, id int64) (Comment, string, error) {
	c, err := readComment(tx, g.ID, id)
	if err != nil {
		return Comment{}, "", err
	}
	out, ok := c.seen(g, role, nil, id)
	if !ok {
		return Comment{}, "", errNoComment
	}
	return out, c.Account, nil
}

// CommentsBy returns the comments of an account on the phases of a game, the oldest
// first, even those that masters have hidden.
func CommentsBy(tx *game.Tx, gameID, accountID string) ([]Comment, error) {
	all, ids, err := listComments(tx, gameID)
	var out []Comment
	for _, id := range ids {
		if c := all[id]; c.Account == accountID {
			out = append(out, Comment{ID: id, Phase: c.Phase, Seat: c.Seat, At: c.At, Edited: c.Edited, Text: c.Text, Hidden: c.Hidden, Own: true})
		}
	}
	return out, err
}

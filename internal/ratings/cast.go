package ratings

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// player is someone who holds or has held a seat.
type player struct {
	account string // empty if the seat has no player
	program bool   // whether the account was a program's at the time
	gone    bool   // whether the player has left or abandoned the seat
}

// cast records who played a game.
type cast struct {
	programs bool     // whether programs have played in it, perhaps only for a part of the game
	holders  []player // the current player of each seat
	first    []player // the first player of each seat
}

// readCast returns who has played a game.
func readCast(tx *game.Tx, g *gamestate.State) (cast, error) {
	c := cast{holders: make([]player, len(g.Seats)), first: make([]player, len(g.Seats))}
	members, err := tx.Members.Members(g.ID)
	if err != nil {
		return c, err
	}
	slices.SortStableFunc(members, func(a, b game.Member) int { return a.Joined.Compare(b.Joined) })
	for i := range members {
		m := &members[i]
		if m.Kind != game.Player || m.Seat < 1 || m.Seat > len(g.Seats) {
			continue
		}
		d, err := m.ReadData()
		if err != nil {
			return c, err
		}
		p := player{m.Account, d.Program, !m.Present()}
		c.programs = c.programs || d.Program
		if !p.gone {
			c.holders[m.Seat-1] = p
		}
		// Older versions did not record who was first. In their games, the earliest player counts
		// as first.
		if first := &c.first[m.Seat-1]; first.account == "" && !d.Later {
			*first = p
		}
	}
	for i, s := range g.Seats {
		var state game.SeatState
		if len(s.State) > 0 {
			if err := json.Unmarshal(s.State, &state); err != nil {
				return c, g.WrapError(err)
			}
		}
		c.first[i].gone = c.first[i].gone || state.Abandoned || state.Disorder
	}
	return c, nil
}

// contests returns the places of the players who count for skill, which are the first players of
// the seats. Victors share the first place, and the others follow by their number of cities;
// equals share a place. Players who have left or abandoned their seats share the last place with
// those who have no city. Players who took over a seat do not count: they should neither lose
// because of a position that others have spoiled, nor win because of one that others have
// created. If programs have played, only they have places.
func (c *cast) contests(g *gamestate.State, end *position.Position, cities []int, ended time.Time) []game.Contest {
	var list []game.Contest
	var stand []standing
	for i, p := range c.first {
		if p.account == "" || p.program != c.programs {
			continue
		}
		var s standing
		if !p.gone {
			s = standing{wins(g, end, i+1), cities[i]}
		}
		stand = append(stand, s)
		list = append(list, game.Contest{Game: g.ID, Account: p.account, Edition: cmp.Or(g.Rules.Preset, rules.DefaultPreset), Program: p.program, Ended: ended})
	}
	if len(list) < 2 {
		return nil
	}
	for i := range list {
		list[i].Place, _ = placed(len(list), i, func(seat int) standing { return stand[seat] })
	}
	// The order must not depend on the input, so that a recomputation gives the same result.
	slices.SortFunc(list, func(a, b game.Contest) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Account, b.Account))
	})
	return list
}

// markPrograms records which of the players of a game are programs. Because a terminated game may
// be resumed, and an account may be switched to a program meanwhile, it records this again at each
// end.
func markPrograms(tx *game.Tx, gameID string) error {
	members, err := tx.Members.Members(gameID)
	if err != nil {
		return err
	}
	for i := range members {
		m := &members[i]
		if m.Kind != game.Player || m.Seat == 0 || !m.Present() {
			continue
		}
		d, err := m.ReadData()
		if err != nil {
			return err
		}
		if d.Program {
			continue
		}
		a, err := tx.Accounts.AccountsByID([]string{m.Account})
		if err != nil {
			return err
		}
		if len(a) == 0 || !a[0].Program {
			continue
		}
		d.Program = true
		if err := m.SetData(d); err != nil {
			return err
		}
		if err := tx.Members.SaveMember(*m); err != nil {
			return err
		}
	}
	return nil
}

// replaceContests replaces the contests of a game without changing skills, which are computed
// afterwards. If the places are the same, it keeps the recorded changes.
func replaceContests(tx *game.Tx, gameID string, list []game.Contest) error {
	before, err := tx.Skills.Contests(gameID)
	if err != nil {
		return err
	}
	for i := range list {
		for _, b := range before {
			if b.Account == list[i].Account {
				list[i].All, list[i].Own = b.All, b.Own
			}
		}
	}
	if slices.Equal(before, list) {
		return nil
	}
	return tx.Skills.SaveContests(gameID, list)
}

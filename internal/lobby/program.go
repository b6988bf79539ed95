package lobby

import (
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/machiavelli/message"
)

// ProgramGames is the number of games in which a program can play at the same time.
const ProgramGames = 30

// ErrNoHosting is returned to programs that want to run a game. They may not, because they would
// see everything in it.
var ErrNoHosting = game.Refuse(game.Forbidden, message.New("Programs play and watch; they cannot host games or be masters. The person who answers for this program can."))

// admitProgram returns an error if an account belongs to a program and the game does not admit
// programs.
func admitProgram(h *hosting.Hosting, a *game.Account) error {
	if a.Program && !h.Programs {
		return game.Refuse(game.Forbidden, message.New("This game admits people only. Its master can admit programs with the setting {setting}.", message.Order("PROGRAMS")))
	}
	return nil
}

// roomForProgram returns an error if an account belongs to a program and plays in too many
// games.
func (l *Lobby) roomForProgram(tx *game.Tx, a *game.Account) error {
	if !a.Program || l.programGames <= 0 {
		return nil
	}
	list, err := tx.Games.ListGames(game.GameQuery{Account: a.ID, Mine: true, Running: true})
	if err != nil {
		return err
	}
	playing := 0
	for _, id := range list.IDs {
		members, err := tx.Members.Members(id)
		if err != nil {
			return err
		}
		for i := range members {
			if m := &members[i]; m.Account == a.ID && m.Kind == game.Player && m.Present() {
				playing++
			}
		}
	}
	if playing >= l.programGames {
		return game.Refuse(game.Conflict, message.New("The program already plays in {n} games, the most allowed at one time. Let it join when one of them is over.", message.Number(playing)))
	}
	return nil
}

// joining returns the membership of an account that joins the game, with data
// that says whether it is a program.
func joining(tx *game.Tx, g *gamestate.State, a *game.Account, kind game.MemberKind, d game.MemberData) (game.Member, error) {
	m, err := g.Joining(tx, a.ID, kind)
	if err != nil {
		return m, err
	}
	if d.Program = a.Program; d == (game.MemberData{}) {
		return m, nil
	}
	return m, m.SetData(d)
}

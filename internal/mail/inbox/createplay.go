package inbox

import (
	"context"
	"maps"

	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// early is the answer to an item that was run together with the CREATE before it.
type early struct {
	text message.Message
	err  error
}

// madeWith answers a setting that was applied when the game was created.
var madeWith = message.New("The game is made with it.")

// errAlone is the answer to settings that need a master, in games without one.
var errAlone = game.Refuse(game.Conflict, message.New("In a game without a master, phases are resolved without players who are late, and settings cannot be changed. To decide these things yourself, create the game without PLAY and be its master."))

// setBefore applies the settings in the block to a new game before it is created, because no
// one can change them later in a game without a master.
func (s *session) setBefore(n *lobby.NewGame, h *hosting.Hosting, b *command.Block) {
	s.early = map[*command.Item]early{}
	for i := range b.Items {
		it := &b.Items[i]
		c, ok := it.Command.(command.Changer)
		if !ok {
			continue
		}
		to, err := changeOf(c, *h)
		if x, ok := c.(command.Setting); ok && !x.On && (x.Words == "NMR" || x.Words == "MODERATED") {
			err = errAlone
		}
		if err == nil && to.Cast != (lobby.Recasting{}) {
			var other lobby.NewGame
			if other, err = n.Recast(to.Cast); err == nil {
				*n = other
			}
		}
		if err != nil {
			s.early[it] = early{err: err}
			continue
		}
		maps.Copy(n.Options, to.Rules)
		*h = to.Hosting
		s.early[it] = early{text: phrase.Lines(append([]message.Message{madeWith}, to.Remarks...)...)}
	}
}

// host creates the game. If a preference is unreadable, it reports the error at the line of the
// preference.
func (s *session) host(ctx context.Context, a *game.Account, n lobby.NewGame, h hosting.Hosting) (*game.Game, error) {
	name := nameStep(s.block, "create", n.Name)
	if _, ok := s.w.progress.did(name); ok { // created before the judge was interrupted
		s.wished = n.Wishes != ""
		return s.o.judge.Base.FindGame(ctx, n.Name)
	}
	ctx = s.w.progress.noting(ctx, name, step{})
	g, err := s.o.judge.Lobby.Host(ctx, a.ID, n, h)
	if n.Wishes != "" && game.ErrorCode(err) == game.Invalid {
		n.Wishes, s.wish = "", ""
		g, err = s.o.judge.Lobby.Host(ctx, a.ID, n, h)
	}
	s.wished = err == nil && n.Wishes != ""
	return g, err
}

// madeToPlay explains to the creator of a game without a master what happens next.
func (s *session) madeToPlay(ctx context.Context) message.Message {
	g := s.game
	said := []message.Message{message.New("You have created {game} ({scenario}) and play in it. It has no master: the judge runs it alone, with the settings of this e-mail. Players join with {join}.", message.Name(g.Name), s.title(g.Setting.Title), joinWith(g))}
	if p, err := s.o.judge.Lobby.Places(ctx, g.ID, s.role); err == nil && p.Missing > 0 {
		said = append(said, message.Plural(p.Missing, "It needs {n} more player and begins when the last has joined.", "It needs {n} more players and begins when the last has joined."))
	}
	if g.Hosting.Bots {
		said = append(said, message.New("To begin earlier with computer players in the empty seats, send {command}.", message.Order("FORCE BEGIN BOTS")))
	}
	if s.wish == "" {
		said = append(said, askWish())
	}
	return phrase.Sentences(said...)
}

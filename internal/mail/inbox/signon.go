package inbox

import (
	"context"
	"slices"
	"strings"

	"podesta/internal/game"
	"podesta/internal/lobby"
	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// signon opens the session for SIGNON, OBSERVE or CREATE.
func (s *session) signon(ctx context.Context, c *command.Signon, b *command.Block) (message.Message, error) {
	if c.Create {
		return s.create(ctx, c, b)
	}
	g, err := s.find(ctx, c)
	if err != nil {
		return message.Message{}, err
	}
	switch c.Power {
	case "?":
		return s.join(ctx, g, c)
	case "O":
		return s.observe(ctx, g, c)
	case "M", "@":
		a, t, err := s.identify(ctx, g.ID, c.Password, nil)
		if err != nil {
			return message.Message{}, err
		}
		if err := s.sit(ctx, g, a, t); err != nil {
			return message.Message{}, err
		}
		if !s.role.Master || c.Power == "@" && !a.Operator {
			s.leave()
			return message.Message{}, errSignon
		}
		s.seat = 0
		return message.New("You are signed on as a master of {game}.", message.Name(g.Name)), nil
	}
	return s.resume(ctx, g, c)
}

// leave resets the session after a SIGNON that is not allowed.
func (s *session) leave() { s.game, s.role, s.seat, s.account = nil, game.Role{}, 0, nil }

// find returns the game that SIGNON names or, if it names none, the first forming game. A game that
// is played by links is never returned.
func (s *session) find(ctx context.Context, c *command.Signon) (*game.Game, error) {
	if c.Game == "" {
		p, err := s.o.judge.Lobby.List(ctx, lobby.Filter{Status: game.Forming, Limit: 200})
		if err != nil {
			return nil, err
		}
		for _, g := range slices.Backward(p.Games) {
			if !g.Hosting.Links {
				return g, nil
			}
		}
		return nil, game.Refuse(game.NotFound, message.New("No game is waiting for players. LIST shows the games; CREATE makes one."))
	}
	g, err := s.o.judge.Base.FindGame(ctx, c.Game)
	switch {
	case game.ErrorCode(err) == game.NotFound && c.Power != "?" && c.Power != "O":
		return nil, errSignon
	case game.ErrorCode(err) == game.NotFound:
		return nil, game.Refuse(game.NotFound, message.New("There is no game called {name}. LIST shows the games.", message.Name(c.Game)))
	case err != nil:
		return nil, err
	case g.Hosting.Links:
		return nil, game.Refuse(game.Forbidden, message.New("This game is played by its links, not by mail."))
	}
	return g, nil
}

// resume signs on the player of a power, or lets a person take over a power without a player. If
// players are hidden, the password is checked against the sender's account. If it were checked
// against the player's account, the delay after wrong passwords would reveal who the player is.
func (s *session) resume(ctx context.Context, g *game.Game, c *command.Signon) (message.Message, error) {
	wrong, hidden := errSignon, !g.View(game.Role{}).SeesNames()
	if hidden {
		wrong = errMasked
	}
	p, ok := g.Setting.Powers.ByLetter(c.Power[0])
	seat := g.SeatOf(p)
	if len(c.Power) != 1 || !ok || seat == 0 || g.Status == game.Forming {
		return message.Message{}, wrong
	}
	player, err := s.playerAt(ctx, g, seat)
	if err != nil {
		return message.Message{}, err
	}
	if player != nil {
		as := player
		if hidden {
			as = nil
		}
		a, t, err := s.identify(ctx, g.ID, c.Password, as)
		switch {
		case err == nil:
			if err := s.sit(ctx, g, a, t); err != nil {
				return message.Message{}, err
			}
			if s.role.Seat == seat {
				return s.welcome(), nil
			}
			s.leave()
		case game.ErrorCode(err) != game.Forbidden:
			return message.Message{}, err
		}
	}
	open, err := s.vacant(ctx, g, seat)
	if err != nil {
		return message.Message{}, err
	}
	if !open {
		return message.Message{}, wrong
	}
	a, t, err := s.identify(ctx, g.ID, c.Password, nil)
	if err != nil {
		return message.Message{}, err
	}
	if bound(t) {
		return message.Message{}, errBound
	}
	if err := s.takeOver(ctx, g, a, seat); err != nil {
		return message.Message{}, err
	}
	s.w.changed = true
	return s.taken(ctx, g, a)
}

// takeOver takes over a vacant seat, or requests it, unless that was done before the judge was
// interrupted.
func (s *session) takeOver(ctx context.Context, g *game.Game, a *game.Account, seat int) error {
	name := nameStep(s.block, "take over", g.ID, a.ID, seat)
	if _, ok := s.w.progress.did(name); ok {
		return nil
	}
	return s.o.judge.Lobby.TakeOver(s.w.progress.noting(ctx, name, step{}), g.ID, a.ID, seat)
}

// bound reports whether a token is an API token for a single seat, which grants no other access to
// its account.
func bound(t game.Token) bool { return t.Kind == game.APIToken && t.Seat != 0 }

// taken begins the session of a person who has taken over a seat, or has asked for it.
func (s *session) taken(ctx context.Context, g *game.Game, a *game.Account) (message.Message, error) {
	if err := s.sit(ctx, g, a, game.Token{}); err != nil {
		return message.Message{}, err
	}
	if s.seat == 0 {
		return message.New("You have asked to take over this power. The game's master decides; you will get an e-mail."), nil
	}
	plan, err := s.o.judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		return message.Message{}, err
	}
	if plan.Deadline.IsZero() {
		return message.New("You have taken over {powers}. The game has no deadline: it waits until you send {ready}.", s.powers(), message.Order("READY")), nil
	}
	return message.New("You have taken over {powers}. The game waits for you until the deadline. If your orders are final before that, send {ready}.", s.powers(), message.Order("READY")), nil
}

// welcome greets a player, a master or an observer who signs on.
func (s *session) welcome() message.Message {
	name := message.Name(s.game.Name)
	switch {
	case s.seat > 0:
		return message.New("You are signed on as {powers} in {game}.", s.powers(), name)
	case s.role.Master:
		return message.New("You are signed on as a master of {game}.", name)
	case s.role.Player:
		return message.New("You are signed on as a player of {game}, which has not begun.", name)
	}
	return message.New("You are signed on as an observer of {game}.", name)
}

// powers returns the powers of the session's seat.
func (s *session) powers() message.Arg { return phrase.Powers(s.game, s.seat) }

// playerAt returns the account of a seat's player, or nil if the seat has none.
func (s *session) playerAt(ctx context.Context, g *game.Game, seat int) (*game.Account, error) {
	all, err := s.o.judge.Lobby.Members(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		if m.Kind == game.Player && m.Seat == seat && m.Left.IsZero() {
			return s.o.judge.Users.Account(ctx, m.Account)
		}
	}
	return nil, nil
}

// vacant reports whether a seat can be taken over.
func (s *session) vacant(ctx context.Context, g *game.Game, seat int) (bool, error) {
	p, err := s.o.judge.Lobby.Places(ctx, g.ID, game.Role{})
	return slices.Contains(p.Vacant, seat), err
}

// join takes a seat in a forming game, or takes over or requests a vacant seat in another game. A
// sender who already plays is only signed on.
func (s *session) join(ctx context.Context, g *game.Game, c *command.Signon) (message.Message, error) {
	a, t, err := s.identify(ctx, g.ID, c.Password, nil)
	if err != nil {
		return message.Message{}, newcomer(err)
	}
	if err := s.sit(ctx, g, a, t); err != nil {
		return message.Message{}, err
	}
	if s.role.Player || s.role.Seat > 0 {
		return s.welcome(), nil
	}
	if bound(t) {
		s.leave()
		return message.Message{}, errBound
	}
	if g.Status != game.Forming {
		if err := s.takeOver(ctx, g, a, 0); err != nil {
			s.leave()
			return message.Message{}, err
		}
		s.w.changed = true
		return s.taken(ctx, g, a)
	}
	if err := expects(g, c.Words); err != nil {
		s.leave()
		return message.Message{}, err
	}
	if err := s.takePlace(ctx, g, a); err != nil {
		s.leave()
		return message.Message{}, err
	}
	s.w.changed = true
	if err := s.reload(ctx); err != nil {
		return message.Message{}, err
	}
	if s.game.Status != game.Forming {
		return message.New("You have joined {game}, which begins now: you play {powers}.", message.Name(g.Name), s.powers()), nil
	}
	said := []message.Message{message.New("You have joined {game}.", message.Name(g.Name))}
	if s.wish == "" {
		said = append(said, askWish())
	}
	if p, err := s.o.judge.Lobby.Places(ctx, g.ID, s.role); err == nil && p.Missing > 0 {
		said = append(said, message.Plural(p.Missing, "The game needs {n} more player.", "The game needs {n} more players."))
	}
	return phrase.Sentences(said...), nil
}

// askWish asks a new player which powers they prefer.
func askWish() message.Message {
	return message.New("To say which powers you would like, send {command} and their letters, best first.", message.Order("SET PREFERENCE"))
}

// takePlace joins a game. It applies the block's preferences immediately, because the game starts
// when the last player joins. If the preferences are invalid, the sender joins without them, and
// the error is reported at their line.
func (s *session) takePlace(ctx context.Context, g *game.Game, a *game.Account) error {
	ctx = s.w.progress.noting(ctx, nameStep(s.block, "join", g.ID), step{})
	err := s.o.judge.Lobby.Join(ctx, g.ID, a.ID, s.wish)
	if s.wish != "" && game.ErrorCode(err) == game.Invalid {
		s.wish = ""
		err = s.o.judge.Lobby.Join(ctx, g.ID, a.ID, "")
	}
	s.wished = err == nil && s.wish != ""
	return err
}

// expects checks that the game is of the kind that the words after SIGNON ? describe, so that
// nobody joins a different kind of game.
func expects(g *game.Game, words []string) error {
	is := variantWords(g)
	for _, w := range words {
		if w == "gunboat" && g.Hosting.Gunboat || slices.Contains(is, w) || machOther(w) && slices.Contains(is, strings.TrimPrefix(w, "mach_")) {
			continue
		}
		what := is[0]
		if g.Hosting.Gunboat {
			what += " gunboat"
		}
		return game.Refuse(game.Conflict, message.New("The game {name} is not {word}: you have not joined it. If you want it as it is, send {command}, your password, and {variant} behind it.", message.Name(g.Name), message.Order(phrase.OneLine(w, 40)), message.Order("SIGNON ?"+phrase.Typed(g.Name)), message.Order(what)))
	}
	return nil
}

func machOther(w string) bool { return strings.HasPrefix(w, "mach_") }

// variantWords returns the names under which players know a game's variant. The variant's own name
// comes first, if it has one, then the scenario's.
func variantWords(g *game.Game) []string {
	out := []string{strings.ToLower(g.Variant), strings.ToLower(g.Scenario), strings.ToLower(strings.ReplaceAll(g.Setting.Title, " ", "-"))}
	for word, v := range variants {
		if v.scenario == g.Scenario && (v.variant == "" || v.variant == g.Variant) {
			out = append(out, word)
		}
	}
	out = slices.DeleteFunc(out, func(s string) bool { return s == "" })
	return out
}

// observe adds the sender as an observer of a game. A sender who already takes part is only signed
// on.
func (s *session) observe(ctx context.Context, g *game.Game, c *command.Signon) (message.Message, error) {
	a, t, err := s.identify(ctx, g.ID, c.Password, nil)
	if err != nil {
		return message.Message{}, newcomer(err)
	}
	if err := s.sit(ctx, g, a, t); err != nil {
		return message.Message{}, err
	}
	if s.role.Takes() {
		return s.welcome(), nil
	}
	if bound(t) {
		s.leave()
		return message.Message{}, errBound
	}
	if err := s.o.judge.Lobby.Observe(s.w.progress.noting(ctx, nameStep(s.block, "observe", g.ID), step{}), g.ID, a.ID); err != nil {
		s.leave()
		return message.Message{}, err
	}
	s.w.changed = true
	if err := s.reload(ctx); err != nil {
		return message.Message{}, err
	}
	return message.New("You now watch {game} and get its results and notices by mail. {resign} stops them.", message.Name(g.Name), message.Order("RESIGN")), nil
}

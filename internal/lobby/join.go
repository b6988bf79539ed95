package lobby

import (
	"context"
	"slices"
	"time"

	"podesta/internal/account"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
	"podesta/view"
)

// errFull is the error for a game without a free seat.
var errFull = game.Refuse(game.Conflict, message.New("All seats of this game are taken. You can watch it, or wait for a seat to become free."))

// errNotOpen is returned to people whom a master does not admit. People who are kept apart by a
// block get it too, so that it does not reveal the block.
var errNotOpen = game.Refuse(game.Forbidden, message.New("This game is not open to you. Its master decides who may join; write to them if you think that you should."))

// matches reports whether an account is in a list of accounts, names or
// addresses that cleanList has returned.
func matches(tx *game.Tx, a *game.Account, list []string) (bool, error) {
	if len(list) == 0 {
		return false, nil
	}
	plain, _ := game.PlainName(a.Name)
	who := []string{account.Fold(a.ID), account.Fold(a.Name), account.Fold(plain)}
	addresses, err := tx.Accounts.Addresses(a.ID)
	if err != nil {
		return false, err
	}
	for _, x := range addresses {
		if x.Verified {
			who = append(who, account.Fold(x.Email))
		}
	}
	return slices.ContainsFunc(who, func(s string) bool { return slices.Contains(list, s) }), nil
}

// apart returns an error if an account has blocked a player or a master of a game, or one of
// them has blocked it, because such people do not meet in new games. Observers do not count,
// and neither do hidden players, because a refusal would reveal who plays. People learn the
// reason only about their own blocks, and only where they may know that the other takes part;
// in all other cases the error is that of a game to which its master does not admit them.
// Programs are treated like the people who answer for them.
func (l *Lobby) apart(tx *game.Tx, g *gamestate.State, a *game.Account) error {
	all, err := tx.Members.Members(g.ID)
	if err != nil {
		return err
	}
	var others []string
	named := map[string]bool{}
	stranger := g.View(game.Role{})
	for i := range all {
		m := &all[i]
		if !m.Present() || m.Kind == game.Observer || m.Account == a.ID {
			continue
		}
		if m.Kind == game.Player && !stranger.SeesNames() {
			continue
		}
		others = append(others, m.Account)
		_, known := stranger.SeesMember(view.Member{Account: m.Account, Player: m.Kind == game.Player, Seat: m.Seat})
		named[m.Account] = named[m.Account] || known
	}
	people, err := tx.Accounts.AccountsByID(others)
	if err != nil {
		return err
	}
	for i := range people { // the people who answer for programs count, too
		if p := &people[i]; p.Owner != "" && p.Owner != a.ID {
			others = append(others, p.Owner)
			named[p.Owner] = named[p.Owner] || named[p.ID]
		}
	}
	if a.Owner != "" {
		if blocked, by, err := account.Blocking(tx, a.Owner, others); err != nil {
			return err
		} else if len(blocked)+len(by) > 0 {
			return errNotOpen
		}
	}
	blocked, by, err := account.Blocking(tx, a.ID, others)
	if err != nil || len(blocked)+len(by) == 0 {
		return err
	}
	for _, id := range blocked {
		if !named[id] || len(by) > 0 {
			continue
		}
		name, err := gamestate.AccountName(tx, id)
		if err != nil {
			return err
		}
		return game.Refuse(game.Forbidden, message.New("You have blocked {name}, who takes part in this game. To join it, unblock them first.", message.Name(name)))
	}
	return errNotOpen
}

// admit returns an error if a game does not admit an account: because it belongs to a program,
// because of the game's lists, because only invited people or friends may join, because of a block,
// because the account cannot join any game at present, or because of the required reliability. An
// account that has played too little for a score is admitted.
func (l *Lobby) admit(tx *game.Tx, g *gamestate.State, a *game.Account) error {
	h := *g.Hosting
	is, _, err := invited(tx, g, a.ID)
	if err != nil {
		return err
	}
	if is { // the invitation replaces the list of those who may join
		h.Allow = nil
	}
	if err := l.Suits(tx, &h, a, g.At); err != nil {
		return err
	}
	if !is && len(h.Allow) == 0 {
		if err := l.closedGame(tx, g, a); err != nil {
			return err
		}
	}
	return l.apart(tx, g, a)
}

// Suits returns an error if an account cannot play in games with some settings, no matter who
// else plays in them: because it belongs to a program, because it is suspended, because of the
// lists of those who may join, or because of the required reliability.
func (l *Lobby) Suits(tx *game.Tx, h *hosting.Hosting, a *game.Account, now time.Time) error {
	if err := admitProgram(h, a); err != nil {
		return err
	}
	if err := l.mayPlay(tx, a, now); err != nil {
		return err
	}
	denied, err := matches(tx, a, h.Deny)
	if err != nil {
		return err
	}
	allowed, err := matches(tx, a, h.Allow)
	if err != nil {
		return err
	}
	if denied || len(h.Allow) > 0 && !allowed {
		return errNotOpen
	}
	k, err := account.ReadRecord(a, now)
	if err != nil {
		return err
	}
	if s := k.Outcomes.Score(); s.Known && s.Percent < h.MinReliability {
		return game.Refuse(game.Forbidden, message.New("This game asks for a reliability of {want}%; yours is {have}.", message.Number(h.MinReliability), s.Say()))
	}
	return nil
}

// mayPlay returns an error if an account cannot join any game at present.
func (l *Lobby) mayPlay(tx *game.Tx, a *game.Account, now time.Time) error {
	if err := l.roomForProgram(tx, a); err != nil {
		return err
	}
	return account.MayTakePart(tx, a.ID, now)
}

// errEjected is returned to people whom a master has removed from a game.
var errEjected = game.Refuse(game.Forbidden, message.New("A master has removed you from this game. Write to them if you want to come back."))

// ejected reports whether a master has removed an account from a game, and has not readmitted
// it since.
func ejected(all []game.Member, account string) (bool, error) {
	for i := range all {
		if all[i].Account != account {
			continue
		}
		if d, err := all[i].ReadData(); err != nil || d.Ejected {
			return d.Ejected, err
		}
	}
	return false, nil
}

// notEjected returns an error for people whom a master has removed from a game, unless they are
// on its list of those who may join, or were invited afterwards.
func notEjected(tx *game.Tx, g *gamestate.State, a *game.Account) error {
	all, err := tx.Members.Members(g.ID)
	if err != nil {
		return err
	}
	out, err := ejected(all, a.ID)
	if err != nil || !out {
		return err
	}
	allowed, err := matches(tx, a, g.Hosting.Allow)
	if err != nil || allowed {
		return err
	}
	_, again, err := invited(tx, g, a.ID)
	if err == nil && !again {
		err = errEjected
	}
	return err
}

// closedGame returns an error if a forming game is only for people who were invited, or for
// friends, and the account is neither.
func (l *Lobby) closedGame(tx *game.Tx, g *gamestate.State, a *game.Account) error {
	if g.Status != game.Forming || !g.Hosting.InvitedOnly && !g.Hosting.FriendsOnly {
		return nil
	}
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	// If friends of a hidden player could join, this would reveal that the friend plays.
	if !g.Hosting.FriendsOnly || len(gamestate.OfKind(parts, game.Master)) == 0 && !g.View(game.Role{}).SeesNames() {
		return game.Refuse(game.Forbidden, message.New("Only people who are invited can join this game. Ask the person who runs it for an invitation."))
	}
	for i := range parts {
		if parts[i].Kind != game.Master && maker(parts) != parts[i].Account {
			continue
		}
		if friends, err := account.AreFriends(tx, parts[i].Account, a.ID); err != nil || friends {
			return err
		}
	}
	return game.Refuse(game.Forbidden, message.New("Only friends of the person who runs this game, and people who are invited, can join it. Ask for an invitation."))
}

// Join takes a seat in a forming game. preferences are letters of powers, the
// best first, with equal ones in brackets. The game begins when the last seat
// is taken, unless its master begins it by hand. The error code is "forbidden"
// if the account is not admitted, "conflict" if it already takes part or the
// game is full or has begun, and "invalid" for the preferences.
func (l *Lobby) Join(ctx context.Context, gameID, account, preferences string) error {
	return l.base.Write(ctx, func(tx *game.Tx) error { return l.join(tx, gameID, account, preferences) })
}

func (l *Lobby) join(tx *game.Tx, gameID, account, preferences string) error {
	g, a, err := l.newcomer(tx, gameID, account)
	if err != nil {
		return err
	}
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	if err := l.errEnter(tx, g, parts, account); err != nil {
		return err
	}
	if err := l.admit(tx, g, a); err != nil {
		return err
	}
	if err := notEjected(tx, g, a); err != nil {
		return err
	}
	if err := answered(tx, g, account); err != nil {
		return err
	}
	return l.enter(tx, g, a, parts, preferences)
}

// errEnter returns why an account cannot take a seat in a game for reasons that do not depend on
// the person: the account already takes part, or the game has begun or is full. parts are the
// members.
func (l *Lobby) errEnter(tx *game.Tx, g *gamestate.State, parts []game.Member, account string) error {
	role := gamestate.Part(parts, account)
	switch {
	case role.Player:
		return errPlays
	case role.Master:
		return game.Refuse(game.Conflict, message.New("You are a master of this game: masters see everything and cannot play."))
	case g.Status != game.Forming:
		return l.errBegun(tx, g)
	case len(gamestate.OfKind(parts, game.Player)) >= len(g.Seats):
		return errFull
	}
	return nil
}

// newcomer returns a game and an account that wants to take part in it. Games that
// are played by links have no accounts.
func (l *Lobby) newcomer(tx *game.Tx, gameID, accountID string) (*gamestate.State, *game.Account, error) {
	g, err := l.base.Load(tx, gameID)
	if err != nil {
		return nil, nil, err
	}
	if g.Hosting.Links {
		return nil, nil, clock.ErrLinks
	}
	a, err := l.base.Accounts.Able(tx, accountID)
	return g, a, err
}

// enter makes an account a player of a forming game. parts are the current
// members. The last player makes the game begin.
func (l *Lobby) enter(tx *game.Tx, g *gamestate.State, a *game.Account, parts []game.Member, preferences string) error {
	wish, err := cleanWish(g, preferences)
	if err != nil {
		return err
	}
	if o := gamestate.FindMember(parts, a.ID, game.Observer); o != nil {
		if err := g.Leave(tx, o); err != nil {
			return err
		}
	}
	m, err := joining(tx, g, a, game.Player, game.MemberData{Preferences: wish})
	if err != nil {
		return err
	}
	if err := tx.Members.SaveMember(m); err != nil {
		return err
	}
	missing := len(g.Seats) - len(gamestate.OfKind(parts, game.Player)) - 1
	if err := logJoined(g, tx, a, wish, missing); err != nil {
		return err
	}
	return l.filled(tx, g)
}

// errBegun returns the error for joining a game that is no longer forming.
func (l *Lobby) errBegun(tx *game.Tx, g *gamestate.State) error {
	if !g.Running() {
		if g.Status == game.Terminated {
			return gamestate.ErrStopped
		}
		return game.ErrOver
	}
	vacant, err := l.vacancies(tx, g)
	if err != nil {
		return err
	}
	if len(vacant) == 0 {
		return game.Refuse(game.Conflict, message.New("The game has begun and no seat is free. You can watch it."))
	}
	return game.Refuse(game.Conflict, message.New("The game has begun. You can take over a seat that has lost its player: {powers:name}.", g.Called(vacant...)))
}

// logJoined announces that someone has joined: to masters with the player's preferences, and to
// the others unless the game keeps it secret.
func logJoined(g *gamestate.State, tx *game.Tx, a *game.Account, wish string, missing int) error {
	text := message.New("A player has joined.")
	switch {
	case missing > 0:
		text = gamestate.Sentences(text, needsMore(missing))
	case g.Hosting.ManualStart:
		text = gamestate.Sentences(text, message.New("All seats are taken; the game begins when its master starts it."))
	case !g.Hosting.Muster: // in a muster, the notice that asks everyone to confirm contains the news
		text = gamestate.Sentences(text, message.New("All seats are taken."))
	}
	to := journal.Everybody
	if g.Hosting.Secret {
		to = journal.MastersOnly
	}
	if err := gamestate.Notice(tx, g, to, journal.Notice{Topic: journal.TopicSignon, Said: text, Who: a.Name}); err != nil {
		return err
	}
	return logWish(g, tx, a.Name, wish)
}

// logWish notifies masters which powers a player prefers.
func logWish(g *gamestate.State, tx *game.Tx, name, wish string) error {
	text := message.New("A player has no preference for a power.")
	switch {
	case wish == "*":
		text = message.New("A player would like a random power.")
	case wish != "":
		text = message.New("A player would like, best first: {letters}.", message.Order(wish))
	}
	return gamestate.Notice(tx, g, journal.MastersOnly, journal.Notice{Topic: journal.TopicPreferences, Said: text, Who: name})
}

// cleanWish parses preferences for the game and returns them in stored form.
func cleanWish(g *gamestate.State, preferences string) (string, error) {
	v, err := g.VariantInfo()
	if err != nil {
		return "", err
	}
	p, err := ParsePreference(preferences, g.Setting.Powers, Chosen(v, g.Setting.Powers), g.Hosting.Preferences)
	return p.Write(g.Setting.Powers), err
}

// SetPreferences changes which powers a player of a forming game prefers. An
// empty text deletes the list.
func (l *Lobby) SetPreferences(ctx context.Context, gameID string, role game.Role, preferences string) error {
	_, err := l.setWish(ctx, gameID, role, preferences)
	return err
}

// setWish implements SetPreferences. It returns the list as it is stored.
func (l *Lobby) setWish(ctx context.Context, gameID string, role game.Role, preferences string) (wish string, err error) {
	err = l.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := l.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		switch {
		case !role.Player || role.Account == "":
			return game.Refuse(game.Forbidden, message.New("Only players of the game can say which powers they would like. Join it first."))
		}
		if wish, err = cleanWish(g, preferences); err != nil {
			return err
		}
		if g.Status != game.Forming {
			return game.Refuse(game.Conflict, message.New("The powers have been dealt: the game has begun."))
		}
		parts, err := g.Members(tx)
		if err != nil {
			return err
		}
		m := gamestate.FindMember(parts, role.Account, game.Player)
		if m == nil {
			return gamestate.ErrStranger
		}
		d, err := m.ReadData()
		if err != nil {
			return err
		}
		d.Preferences = wish
		if err := m.SetData(d); err != nil {
			return err
		}
		if err := tx.Members.SaveMember(*m); err != nil {
			return err
		}
		name, err := gamestate.AccountName(tx, role.Account)
		if err != nil {
			return err
		}
		return logWish(g, tx, name, wish)
	})
	return wish, err
}

// Observe makes an account an observer of a game. The error code is "conflict"
// if it already takes part or the game has too many observers, and "forbidden"
// if it is not admitted.
func (l *Lobby) Observe(ctx context.Context, gameID, accountID string) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, a, err := l.newcomer(tx, gameID, accountID)
		if err != nil {
			return err
		}
		if err := admitProgram(g.Hosting, a); err != nil {
			return err
		}
		parts, err := g.Members(tx)
		if err != nil {
			return err
		}
		role := gamestate.Part(parts, accountID)
		denied, err := matches(tx, a, g.Hosting.Deny)
		switch {
		case err != nil:
			return err
		case role.Takes():
			return game.Refuse(game.Conflict, message.New("You take part in this game already."))
		case g.Status == game.Terminated && g.Number == 0:
			return gamestate.ErrStopped
		case denied:
			return game.Refuse(game.Forbidden, message.New("The master of this game does not want you to watch it."))
		case len(gamestate.OfKind(parts, game.Observer)) >= maxObservers:
			return game.Refuse(game.Conflict, message.New("{n} people watch this game, and it cannot have more. Its pages show it to everyone.", message.Number(maxObservers)))
		}
		if err := notEjected(tx, g, a); err != nil {
			return err
		}
		if err := account.MayTakePart(tx, a.ID, g.At); err != nil {
			return err
		}
		if err := l.apart(tx, g, a); err != nil {
			return err
		}
		if err := account.CountNotice(tx, accountID, g.At); err != nil { // everyone is notified
			return err
		}
		m, err := joining(tx, g, a, game.Observer, game.MemberData{})
		if err != nil {
			return err
		}
		if err := tx.Members.SaveMember(m); err != nil {
			return err
		}
		return gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicSignon, Said: message.New("An observer has joined the game."), Who: a.Name})
	})
}

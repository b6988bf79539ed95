package lobby

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"podesta/internal/account"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/machiavelli/message"
	"podesta/view"
)

// The limits of invitations.
const (
	invitesADay  = 50   // people whom an account can invite per day
	maxLinks     = 20   // valid links per game
	maxLinkUses  = 1000 // uses per link
	maxLinkTime  = 366 * 24 * time.Hour
	inviteWindow = 24 * time.Hour
)

// Invited is a person who was invited to a game by name.
type Invited struct {
	Account, Name string
	By            string // name of the person who has invited them
	State         game.InviteState
	Made          time.Time
}

// Link is an invitation by link.
type Link struct {
	game.InviteLink
	Key   string // the secret in its address
	By    string // name of the person who has created it
	Works bool   // whether it can still be used
}

// Invites are the invitations to a game, oldest first.
type Invites struct {
	People []Invited
	Links  []Link
}

// ErrInvite is returned to people who may not invite others to a game.
var ErrInvite = game.Refuse(game.Forbidden, message.New("You may not invite people to this game. Its master may, in a game without a master the player who set it up, and with the setting {setting} every player.", message.Order("INVITES")))

// The errors for invitations that do not lead into a game.
var (
	errNoLink    = game.Refuse(game.NotFound, message.New("There is no such invitation. Check whether the whole link was copied, or ask for a new one."))
	errLinkOff   = game.Refuse(game.Conflict, message.New("This invitation was withdrawn. Ask the person who gave it to you for a new one."))
	errLinkUsed  = game.Refuse(game.Conflict, message.New("This invitation has been used as often as it may be. Ask the person who gave it to you for a new one."))
	errLinkOver  = game.Refuse(game.Conflict, message.New("This invitation has expired. Ask the person who gave it to you for a new one."))
	errPlays     = game.Refuse(game.Conflict, message.New("You play in this game already."))
	errUninvited = game.Refuse(game.NotFound, message.New("You have no invitation to this game. It may have been withdrawn; ask the person who invited you."))
)

// mayInvite reports whether a role may invite people to a game. parts are its
// members.
func mayInvite(g *gamestate.State, role game.Role, parts []game.Member) bool {
	switch {
	case g.Hosting.Links || role.Account == "":
		return false
	case role.Master:
		return true
	}
	return role.Player && (g.Hosting.Invites || g.Hosting.Unmoderated || maker(parts) == role.Account)
}

// MayInvite reports whether a role may invite people to a forming game.
func (l *Lobby) MayInvite(ctx context.Context, gameID string, role game.Role) (bool, error) {
	may := false
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		g, err := l.base.Load(tx, gameID)
		if err != nil {
			return err
		}
		parts, err := g.Members(tx)
		may = g.Status == game.Forming && mayInvite(g, role, parts)
		return err
	})
	return may, err
}

// inviting returns a game for a person who invites others to it, with its members
// and the person's account.
func (l *Lobby) inviting(tx *game.Tx, gameID string, role game.Role) (*gamestate.State, []game.Member, *game.Account, error) {
	g, role, err := l.base.LoadPrivate(tx, gameID, role)
	if err != nil {
		return nil, nil, nil, err
	}
	parts, err := g.Members(tx)
	if err != nil {
		return nil, nil, nil, err
	}
	if g.Hosting.Links {
		return nil, nil, nil, clock.ErrLinks
	}
	if !mayInvite(g, role, parts) {
		return nil, nil, nil, ErrInvite
	}
	a, err := l.base.Accounts.Able(tx, role.Account)
	return g, parts, a, err
}

// mayAddInvite returns an error if nobody can be invited to a game any more, or if an account
// cannot invite more people.
func mayAddInvite(tx *game.Tx, g *gamestate.State, parts []game.Member, a *game.Account) error {
	switch {
	case g.Status == game.Terminated:
		return gamestate.ErrStopped
	case g.Ended():
		return game.ErrOver
	case g.Status != game.Forming:
		return game.Refuse(game.Conflict, message.New("The game has begun, so nobody can be invited to it. If a seat becomes free, send people the game's address: they can take it over."))
	case len(gamestate.OfKind(parts, game.Player)) >= len(g.Seats):
		return game.Refuse(game.Conflict, message.New("All seats of this game are taken, so there is no seat to invite anyone to."))
	}
	return account.MayTakePart(tx, a.ID, g.At)
}

// Invite invites the person with the given name to a forming game, and notifies them. The error
// code is "forbidden" for a role that may not invite and for a person who cannot be invited,
// "not_found" for an unknown name, "conflict" if the game has begun or is full, or the person is in
// it or was already invited, and "too_many" for too many invitations in a day.
func (l *Lobby) Invite(ctx context.Context, gameID string, role game.Role, name string) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, parts, host, err := l.inviting(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := mayAddInvite(tx, g, parts, host); err != nil {
			return err
		}
		guest, err := account.Named(tx, strings.TrimSpace(name))
		if err != nil {
			return game.Refuse(game.NotFound, message.New("There is no player with the name {name}. Names are written as on the pages. You can invite anyone with a link.", message.Name(name)))
		}
		return l.invite(tx, g, parts, host, guest, invitesYou(g, parts, host))
	})
}

// invitesYou says who invites a person to a game. If nobody may know that the inviting person
// plays in it, it only says that someone does.
func invitesYou(g *gamestate.State, parts []game.Member, host *game.Account) message.Message {
	if !shown(g, parts, game.Role{}, host.ID) {
		return message.New("You are invited to the game {game}.", message.Name(g.Name))
	}
	return message.New("{host} invites you to the game {game}.", message.Name(host.Name), message.Name(g.Name))
}

// shown reports whether a reader may know whether an account takes part in a game. parts are the
// members of the game.
func shown(g *gamestate.State, parts []game.Member, reader game.Role, account string) bool {
	v := g.View(reader)
	if p := gamestate.FindMember(parts, account, game.Player); p != nil {
		_, named := v.SeesMember(view.Member{Account: account, Player: true, Seat: p.Seat})
		return named
	}
	return v.SeesPlayers()
}

// SeenInvitation returns an invitation as the account that has made or received it may see it.
// If they may not know who plays in the game, it does not say who has accepted, nor who the
// host is.
func SeenInvitation(tx *game.Tx, g *gamestate.State, i game.Invitation, reader string) (game.Invitation, error) {
	parts, err := g.Members(tx)
	if err != nil {
		return i, err
	}
	role := gamestate.Part(parts, reader)
	if reader != i.Host {
		if !shown(g, parts, role, i.Host) {
			i.Host = ""
		}
		return i, nil
	}
	if i.State == game.InviteAccepted && !g.View(role).SeesPlayers() {
		i.State = game.InviteOpen
	}
	return i, nil
}

// invite invites an account to a game, and notifies its owner with the text said. If the
// invited person already plays in the game and the host may not know that, it does the same,
// except that the person is not notified.
func (l *Lobby) invite(tx *game.Tx, g *gamestate.State, parts []game.Member, host, guest *game.Account, said message.Message) error {
	if err := l.mayBeInvited(tx, g, parts, host, guest); err != nil {
		return err
	}
	if err := l.countInvite(tx, host.ID, g.At); err != nil {
		return err
	}
	i := game.Invitation{Game: g.ID, Account: guest.ID, Host: host.ID, State: game.InviteOpen, Made: g.At}
	if err := tx.Social.SaveInvitation(i); err != nil {
		return err
	}
	if gamestate.Part(parts, guest.ID).Player {
		return nil
	}
	name := message.Order(gamestate.NameKey(g.Name))
	return l.base.Accounts.TellPerson(tx, guest, account.PersonNews{
		Subject: message.New("invitation to {game}", message.Name(g.Name)),
		Said:    []message.Message{said},
		Answer: message.New("To join, answer this e-mail with the line {accept}. To decline, answer with {decline}.",
			"ACCEPT "+name, "DECLINE "+name),
		Page: "/g/" + g.ID,
	})
}

// mayBeInvited returns an error if a host cannot invite an account to a game. The error is the
// same for people who do not want invitations and for people whom a block keeps apart from
// someone in the game, so that it does not reveal blocks. If the host may not know who plays in
// the game, people who play in it are treated like others.
func (l *Lobby) mayBeInvited(tx *game.Tx, g *gamestate.State, parts []game.Member, host, guest *game.Account) error {
	name := message.Name(guest.Name)
	if guest.ID == host.ID {
		return game.Refuse(game.Invalid, message.New("This is your own name. You can join the game without an invitation."))
	}
	role := gamestate.Part(parts, guest.ID)
	knows := shown(g, parts, gamestate.Part(parts, host.ID), guest.ID)
	old, err := tx.Social.Invitation(g.ID, guest.ID)
	switch {
	case err != nil && !errors.Is(err, game.ErrNoRecord):
		return err
	case role.Player && knows || role.Master:
		return game.Refuse(game.Conflict, message.New("{name} takes part in this game already.", name))
	case err == nil && (old.State == game.InviteOpen || old.State == game.InviteAccepted && !knows):
		return game.Refuse(game.Conflict, message.New("{name} is invited already and has not answered yet.", name))
	case err == nil && old.State == game.InviteDeclined:
		return game.Refuse(game.Conflict, message.New("{name} has declined an invitation to this game. They can still accept it, as long as a seat is free.", name))
	}
	if err := admitProgram(g.Hosting, guest); err != nil {
		return err
	}
	blocked, _, err := account.Blocking(tx, host.ID, []string{guest.ID})
	if err != nil {
		return err
	}
	if len(blocked) > 0 {
		return game.Refuse(game.Forbidden, message.New("You have blocked {name}. To invite them, unblock them first.", name))
	}
	closed, err := l.closedTo(tx, host.ID, guest)
	if err != nil {
		return err
	}
	if !closed {
		kept, err := said(l.apart(tx, g, guest))
		if err != nil {
			return err
		}
		closed = !kept.IsZero()
	}
	if closed {
		return game.Refuse(game.Forbidden, message.New("{name} cannot be invited to this game. Some people take invitations only from their friends; you can send them the game's address instead.", name))
	}
	return nil
}

// closedTo reports whether a person does not accept invitations from a host: they have blocked
// the host, or accept only friends.
func (l *Lobby) closedTo(tx *game.Tx, host string, guest *game.Account) (bool, error) {
	_, by, err := account.Blocking(tx, host, []string{guest.ID})
	if err != nil || len(by) > 0 {
		return true, err
	}
	c, err := account.ReadWishes(guest)
	if err != nil || !c.FriendsInvite {
		return false, err
	}
	friends, err := account.AreFriends(tx, host, guest.ID)
	return !friends, err
}

// countInvite returns an error if an account has invited too many people lately.
func (l *Lobby) countInvite(tx *game.Tx, host string, now time.Time) error {
	list, err := tx.Social.InvitationsBy(host, now.Add(-inviteWindow))
	if err != nil {
		return err
	}
	if len(list) >= invitesADay {
		return game.Refuse(game.TooMany, message.New("You have invited {n} people within a day, which is as many as you may. Use a link, or go on tomorrow.", message.Number(invitesADay)))
	}
	return nil
}

// Uninvite withdraws an invitation. who is the ID of the invited account, or the person's name.
func (l *Lobby) Uninvite(ctx context.Context, gameID string, role game.Role, who string) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		g, parts, host, err := l.inviting(tx, gameID, role)
		if err != nil {
			return err
		}
		i, err := tx.Social.Invitation(g.ID, who)
		if errors.Is(err, game.ErrNoRecord) {
			a, problem := account.Named(tx, who)
			if problem == nil {
				i, err = tx.Social.Invitation(g.ID, a.ID)
			}
		}
		switch {
		case errors.Is(err, game.ErrNoRecord):
			return game.Refuse(game.NotFound, message.New("{name} is not invited to this game.", message.Name(who)))
		case err != nil:
			return err
		case i.State == game.InviteAccepted && shown(g, parts, gamestate.Part(parts, host.ID), i.Account):
			return game.Refuse(game.Conflict, message.New("The invitation was accepted. To remove a player from the game, use the master's page."))
		}
		i.State = game.InviteWithdrawn
		return tx.Social.SaveInvitation(i)
	})
}

// linkSum is the number of characters that follow the ID in a link's secret.
const linkSum = 24

// Invites returns the invitations to a game, for those who may invite. If they may not know who
// plays in it, they see only their own, and not who has accepted.
func (l *Lobby) Invites(ctx context.Context, gameID string, role game.Role) (Invites, error) {
	var out Invites
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		out = Invites{}
		g, parts, host, err := l.inviting(tx, gameID, role)
		if err != nil {
			return err
		}
		people, err := tx.Social.Invitations(g.ID)
		if err != nil {
			return err
		}
		links, err := tx.Social.InviteLinks(g.ID)
		if err != nil {
			return err
		}
		if sees := gamestate.Part(parts, host.ID); !g.View(sees).SeesPlayers() {
			people = slices.DeleteFunc(people, func(x game.Invitation) bool { return x.Host != host.ID })
			links = slices.DeleteFunc(links, func(x game.InviteLink) bool { return x.Host != host.ID })
			for i := range people {
				if people[i], err = SeenInvitation(tx, g, people[i], host.ID); err != nil {
					return err
				}
			}
		}
		names := map[string]string{}
		for _, i := range people {
			names[i.Account], names[i.Host] = "", ""
		}
		for _, x := range links {
			names[x.Host] = ""
		}
		if err := fillNames(tx, names); err != nil {
			return err
		}
		for _, i := range people {
			out.People = append(out.People, Invited{Account: i.Account, Name: names[i.Account], By: names[i.Host], State: i.State, Made: i.Made})
		}
		for _, x := range links {
			out.Links = append(out.Links, Link{InviteLink: x, Key: l.linkKey(x.ID), By: names[x.Host], Works: g.Status == game.Forming && errLink(&x, g.At) == nil})
		}
		return nil
	})
	return out, err
}

// fillNames fills in the names in a map that is keyed by account ID.
func fillNames(tx *game.Tx, names map[string]string) error {
	var ids []string
	for id := range names {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	people, err := tx.Accounts.AccountsByID(ids)
	for i := range people {
		names[people[i].ID] = people[i].Name
	}
	return err
}

// Offer is an invitation as the invited person sees it.
type Offer struct {
	Game  *game.Game
	Host  string // name of the inviting person; empty if they are a player and players are hidden
	State game.InviteState
	Made  time.Time
	Why   message.Message // why it can no longer be accepted; zero if it can
}

// InvitedTo returns the invitations of an account that it has not answered and that can still
// be accepted, the newest first. Invitations from people whom it has blocked are left out.
func (l *Lobby) InvitedTo(ctx context.Context, accountID string) ([]Offer, error) {
	var out []Offer
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		list, err := tx.Social.InvitationsOf(accountID)
		if err != nil {
			return err
		}
		for _, i := range list {
			if i.State != game.InviteOpen {
				continue
			}
			o, err := l.offer(tx, i)
			if err != nil {
				return err
			}
			if o.Host != "" { // without this check, a block would reveal who the host is
				if blocked, _, err := account.Blocking(tx, accountID, []string{i.Host}); err != nil {
					return err
				} else if len(blocked) > 0 {
					continue
				}
			}
			if o.Why.IsZero() {
				out = append(out, o)
			}
		}
		return nil
	})
	return out, err
}

// Offered returns the invitation of an account to a game, or nil if there is none.
func (l *Lobby) Offered(ctx context.Context, gameID, accountID string) (*Offer, error) {
	var out *Offer
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		i, err := tx.Social.Invitation(gameID, accountID)
		if errors.Is(err, game.ErrNoRecord) || err == nil && i.State == game.InviteWithdrawn {
			return nil
		}
		if err != nil {
			return err
		}
		o, err := l.offer(tx, i)
		out = &o
		return err
	})
	return out, err
}

func (l *Lobby) offer(tx *game.Tx, i game.Invitation) (Offer, error) {
	g, err := l.base.Load(tx, i.Game)
	if err != nil {
		return Offer{}, err
	}
	o := Offer{Game: g.Game, State: i.State, Made: i.Made}
	if o.Host, err = hostName(tx, g, i.Host); err != nil {
		return o, err
	}
	o.Why, err = said(l.errJoin(tx, g, i.Account))
	return o, err
}

// hostName returns the name of an account that invites people to a game, or "" if the others may
// not know that it plays in the game.
func hostName(tx *game.Tx, g *gamestate.State, host string) (string, error) {
	parts, err := g.Members(tx)
	if err != nil || !shown(g, parts, game.Role{}, host) {
		return "", err
	}
	return gamestate.AccountName(tx, host)
}

// said returns the text of an error that is meant for people, and returns other errors.
func said(err error) (message.Message, error) {
	if err == nil || game.ErrorCode(err) == game.Internal {
		return message.Message{}, err
	}
	return message.Of(err), nil
}

// errJoin returns why an account cannot join a game that it was invited to, for reasons that do
// not depend on people: the game has begun or is full, or the account already takes part.
func (l *Lobby) errJoin(tx *game.Tx, g *gamestate.State, account string) error {
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	return l.errEnter(tx, g, parts, account)
}

// AcceptInvitation joins a game to which an account was invited by name. preferences has the same
// form as for Join. The error code is "not_found" without an invitation; the other error codes are
// the same as for Join.
func (l *Lobby) AcceptInvitation(ctx context.Context, gameID, accountID, preferences string) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		i, err := tx.Social.Invitation(gameID, accountID)
		if errors.Is(err, game.ErrNoRecord) || err == nil && i.State == game.InviteWithdrawn {
			g, err := l.base.Load(tx, gameID)
			if err != nil {
				return err
			}
			parts, err := g.Members(tx)
			switch {
			case err != nil:
				return err
			case gamestate.Part(parts, accountID).Player:
				return errPlays
			}
			return errUninvited
		}
		if err != nil {
			return err
		}
		if i.State == game.InviteDeclined { // they have changed their mind
			i.State = game.InviteOpen
			if err := tx.Social.SaveInvitation(i); err != nil {
				return err
			}
		}
		return l.join(tx, gameID, accountID, preferences)
	})
}

// DeclineInvitation declines an invitation by name. The person who has made it is
// not notified; their list of invitations shows it.
func (l *Lobby) DeclineInvitation(ctx context.Context, gameID, accountID string) error {
	return l.base.Write(ctx, func(tx *game.Tx) error {
		i, err := tx.Social.Invitation(gameID, accountID)
		if errors.Is(err, game.ErrNoRecord) || err == nil && i.State == game.InviteWithdrawn {
			return errUninvited
		}
		if err != nil {
			return err
		}
		if i.State == game.InviteAccepted {
			return game.Refuse(game.Conflict, message.New("You have accepted this invitation. To leave the game, resign from it."))
		}
		i.State = game.InviteDeclined
		return tx.Social.SaveInvitation(i)
	})
}

// invited reports whether an account is invited to a game and may join it for
// that reason. fresh means that the invitation has not been used.
func invited(tx *game.Tx, g *gamestate.State, account string) (is, fresh bool, err error) {
	i, err := tx.Social.Invitation(g.ID, account)
	if errors.Is(err, game.ErrNoRecord) {
		return false, false, nil
	}
	fresh = i.State == game.InviteOpen
	return err == nil && (fresh || i.State == game.InviteAccepted), fresh, err
}

// answered records that an account has joined a game to which it was invited.
func answered(tx *game.Tx, g *gamestate.State, account string) error {
	i, err := tx.Social.Invitation(g.ID, account)
	if errors.Is(err, game.ErrNoRecord) {
		return nil
	}
	if err != nil || i.State == game.InviteAccepted {
		return err
	}
	i.State = game.InviteAccepted
	return tx.Social.SaveInvitation(i)
}

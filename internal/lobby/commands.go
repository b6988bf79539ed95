package lobby

import (
	"context"
	"time"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

type inviteArgs struct {
	Name string `arg:"name" least:"1" most:"80" doc:"The name of a person" ask:"the name of a person"`
}

type linkArgs struct {
	Uses  int `arg:"uses,optional" most:"1000" doc:"So many people can join by it; 0: any number"`
	Hours int `arg:"hours,optional" most:"8784" doc:"How long it lasts; 0: until the game begins"`
}

type linkIDArgs struct {
	Link string `arg:"link" most:"40" doc:"The ID of the link"`
}

type answerArgs struct {
	Game        string `arg:"game" least:"1" most:"100" doc:"The game's ID or name" ask:"the name of a game"`
	Accept      bool   `arg:"accept" doc:"Join the game; otherwise decline"`
	Preferences string `arg:"preferences,optional" most:"100" doc:"Powers by their letters, the best first"`
}

// GameInvitations are the invitations to a game.
type GameInvitations struct {
	act.Done
	People []InvitedPerson  `json:"people"`
	Links  []InvitationLink `json:"links"`
}

// InvitedPerson is a person who was invited to a game.
type InvitedPerson struct {
	Name  string           `json:"name"`
	By    string           `json:"by" doc:"The name of the person who has invited them"`
	State game.InviteState `json:"state" enum:"open,accepted,declined,withdrawn"`
	Made  time.Time        `json:"made"`
}

// InvitationLink is an invitation by link.
type InvitationLink struct {
	act.Done
	ID    string    `json:"id"`
	Key   string    `json:"key" doc:"The secret: the page is /invite/ and the key"`
	By    string    `json:"by" doc:"The name of the person who has made it"`
	Uses  int       `json:"uses" doc:"So many people can join by it; 0: any number"`
	Used  int       `json:"used" doc:"So many have joined"`
	Works bool      `json:"works" doc:"Somebody can still join by it"`
	Made  time.Time `json:"made"`
	Until time.Time `json:"until,omitzero"`
}

// Commands returns the commands about invitations. If l is nil, they can only be
// described.
func (l *Lobby) Commands() []act.Command {
	const who = act.Master | act.Player
	type none struct{}
	return append(l.masterCommands(), []act.Command{
		act.Of(act.Command{
			Name: "get invites", Scope: act.Game, Who: who, Reads: true, Group: act.Together, API: "GET /games/{game}/invitations",
			Summary: "The invitations to a game, by name and by link",
			Does:    "For those who may invite: masters, in a game without a master the player who set it up, and with the setting `invites` every player.",
		}, func(ctx context.Context, by act.Caller, _ none) (*GameInvitations, error) {
			all, err := l.Invites(ctx, by.Game.ID, by.Role)
			out := &GameInvitations{People: []InvitedPerson{}, Links: []InvitationLink{}}
			for _, p := range all.People {
				out.People = append(out.People, InvitedPerson{p.Name, p.By, p.State, p.Made.UTC()})
			}
			for i := range all.Links {
				out.Links = append(out.Links, linkOf(&all.Links[i]))
			}
			return out, err
		}),
		act.Of(act.Command{
			Name: "invite", Scope: act.Game, Who: who, Group: act.Together, API: "PUT /games/{game}/invitations/{name}",
			Summary: "Invite a person", Does: "They are notified.",
			Mail: []act.Form{{
				Syntax: "INVITE name", Example: "INVITE Marco Polo",
				Does: "Invites a person to the game. They are notified, and answer with ACCEPT or DECLINE. Masters can invite people; in a game without a master, the player who set it up can. With SET INVITES, every player can.",
			}},
		}, l.inviteByName),
		act.Of(act.Command{
			Name: "uninvite", Scope: act.Game, Who: who, Group: act.Together, API: "DELETE /games/{game}/invitations/{name}",
			Summary: "Withdraw the invitation of a person",
			Mail:    []act.Form{{Syntax: "UNINVITE name", Also: []string{"NO INVITE"}, Does: "Withdraws the invitation.", Example: "UNINVITE Marco Polo"}},
		}, func(ctx context.Context, by act.Caller, a inviteArgs) (*act.Done, error) {
			return act.Saying(message.New("The invitation of {name} is withdrawn.", message.Name(a.Name))), l.Uninvite(ctx, by.Game.ID, by.Role, a.Name)
		}),
		act.Of(act.Command{
			Name: "add link", Scope: act.Game, Who: who, Group: act.Together, API: "POST /games/{game}/links",
			Summary: "Make an invitation by link",
			Mail: []act.Form{{
				Syntax: "INVITE LINK [uses]", Example: "INVITE LINK 3",
				Does: "Creates a link with which anyone can join. With a number, only that many people can use it. The page of the game lists all links, and you can withdraw them there.",
			}},
		}, l.addLink),
		act.Of(act.Command{
			Name: "drop link", Scope: act.Game, Who: who, Group: act.Together, API: "DELETE /games/{game}/links/{link}",
			Summary: "Withdraw an invitation by link",
		}, func(ctx context.Context, by act.Caller, a linkIDArgs) (*act.Done, error) {
			return act.Saying(message.New("Nobody can join by this link any more.")), l.DropInviteLink(ctx, by.Game.ID, by.Role, a.Link)
		}),
		act.Of(act.Command{
			Name: "answer invitation", Who: act.Account, Group: act.Joining, API: "POST /me/invitations/{game}",
			Summary: "Accept or decline an invitation", Does: "If you accept, you join the game. An invitation that was declined can still be accepted.",
			Mail: []act.Form{
				{Syntax: "ACCEPT game", Before: true, With: act.Values{"accept": true}, Does: "Accepts an invitation to a game, and joins it.", Example: "ACCEPT medici"},
				{Syntax: "ACCEPT PROPOSAL", With: act.Values{"accept": true, "game": "proposal"}, Does: "Without the number of a proposal, it is about an invitation to a game of that name.", Example: "ACCEPT PROPOSAL"},
				{Syntax: "DECLINE PROPOSAL", With: act.Values{"accept": false, "game": "proposal"}, Does: "The same.", Example: "DECLINE PROPOSAL"},
				{Syntax: "DECLINE game", Before: true, With: act.Values{"accept": false}, Does: "Declines an invitation to a game. You can still accept it later.", Example: "DECLINE medici"},
			},
		}, l.answerInvitation),
	}...)
}

func (l *Lobby) inviteByName(ctx context.Context, by act.Caller, a inviteArgs) (*act.Done, error) {
	return act.Saying(message.New("{name} is invited, and will be notified.", message.Name(a.Name))), l.Invite(ctx, by.Game.ID, by.Role, a.Name)
}

// addLink creates an invitation by link. The judge must have pages.
func (l *Lobby) addLink(ctx context.Context, by act.Caller, a linkArgs) (*InvitationLink, error) {
	if by.Address == nil {
		return nil, game.Refuse(game.Conflict, message.New("This judge has no pages, so there are no links to games. Invite people by name."))
	}
	k, err := l.AddInviteLink(ctx, by.Game.ID, by.Role, a.Uses, time.Duration(a.Hours)*time.Hour)
	if err != nil {
		return nil, err
	}
	link := linkOf(&k)
	link.Done = *act.Saying(message.New("Anyone who has this link can join: {address}", message.Order(by.Address("/invite/"+k.Key))))
	return &link, nil
}

func linkOf(k *Link) InvitationLink {
	out := InvitationLink{ID: k.ID, Key: k.Key, By: k.By, Uses: k.Uses, Used: k.Used, Works: k.Works, Made: k.Made.UTC()}
	if !k.Until.IsZero() {
		out.Until = k.Until.UTC()
	}
	return out
}

// answerInvitation accepts or declines the caller's invitation.
func (l *Lobby) answerInvitation(ctx context.Context, by act.Caller, a answerArgs) (*act.Done, error) {
	g, err := l.base.FindGame(ctx, a.Game)
	if err != nil {
		return nil, err
	}
	if !a.Accept {
		return act.Saying(message.New("You have declined the invitation to {game}.", message.Name(g.Name))), l.DeclineInvitation(ctx, g.ID, by.Account)
	}
	return act.Saying(message.New("You have joined {game}. It begins when all seats are taken.", message.Name(g.Name))), l.AcceptInvitation(ctx, g.ID, by.Account, a.Preferences)
}

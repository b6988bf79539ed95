package lobby

import (
	"context"
	"time"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

type wishArgs struct {
	Preferences string `arg:"preferences,optional" most:"200" doc:"Powers by their letters, the best first, equal ones in brackets: VL[IN]; empty: none"`
}

type seatArgs struct {
	Seat int `arg:"seat,optional" doc:"Its number; 0: the first one that is open"`
}

// Rematched is the game of a rematch.
type Rematched struct {
	act.Done
	ID   string `json:"id"`
	Name string `json:"name"`
}

// PlayerCommands returns the commands of people who take part in a game, or want to. If l is
// nil, they can only be described.
func (l *Lobby) PlayerCommands() []act.Command {
	type none struct{}
	return []act.Command{
		act.Of(act.Command{
			Name: "list members", Scope: act.Game, Who: act.Anyone, Reads: true, Group: act.Joining, API: "GET /games/{game}/members",
			Summary: "Who takes part in a hosted game, as the caller may know it", Does: "Masters see everyone's account and preferences.",
			Short: []act.Form{{Syntax: "MEMBERS"}},
		}, l.memberList),
		act.Of(act.Command{
			Name: "join game", Scope: act.Game, Who: act.Account, Group: act.Joining, API: "POST /games/{game}/join",
			Summary: "Take a seat in a game that is forming", Short: []act.Form{{Syntax: "JOIN [preferences]"}},
			Does: "Preferences are powers by their letters, the best first, equal ones in brackets: `VL[IN]`. The last player starts the game.",
		}, func(ctx context.Context, by act.Caller, a wishArgs) (*act.Done, error) {
			if err := l.Join(ctx, by.Game.ID, by.Account, a.Preferences); err != nil {
				return nil, err
			}
			return l.begins(ctx, by, message.New("You have joined {game}, which begins now.", message.Name(by.Game.Name)), message.New("You have joined {game}. It begins when all seats are taken.", message.Name(by.Game.Name)))
		}),
		act.Of(act.Command{
			Name: "watch game", Scope: act.Game, Who: act.Account, Group: act.Joining, API: "POST /games/{game}/watch",
			Summary: "Watch a game as an observer", Does: "You see what everyone may see, and need no seat.", Short: []act.Form{{Syntax: "OBSERVE"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*act.Done, error) {
			said := message.New("You now watch {game}.", message.Name(by.Game.Name))
			return act.Saying(said), l.Observe(ctx, by.Game.ID, by.Account)
		}),
		act.Of(act.Command{
			Name: "take over", Scope: act.Game, Who: act.Account, Group: act.Joining, API: "POST /games/{game}/takeover",
			Summary: "Take over an open seat", Does: "Without a number: the first one that is open.", Short: []act.Form{{Syntax: "TAKEOVER [seat]"}},
		}, l.sayTakeOver),
		act.Of(act.Command{
			Name: "nominate", Scope: act.Game, Who: act.Player, Group: act.Joining, API: "PUT /games/{game}/successor",
			Summary: "Say who may take over your seat if you give it up or lose it",
			Does:    "Someone who watches the game. They need no approval of a master then. Without a name: nobody.",
			Short:   []act.Form{{Syntax: "NOMINATE [name]"}},
			Mail: []act.Form{{
				Syntax: "NOMINATE [name]", Example: "NOMINATE Bianca",
				Does: "Says which observer may take over your seat, without asking a master, if you give it up or lose it. Without a name: nobody.",
			}},
		}, l.sayNominated),
		act.Of(act.Command{
			Name: "leave game", Scope: act.Game, Who: act.Player | act.Observer | act.Master, Final: true, Group: act.Joining, API: "POST /games/{game}/leave",
			Summary: "Leave a seat, or stop watching", Does: "A seat of a game in play is open to others then.", Short: []act.Form{{Syntax: "LEAVE"}},
			Mail: []act.Form{{Syntax: "RESIGN", Also: []string{"WITHDRAW", "QUIT"}, Does: "Leaves the game; another player can then take over your seat.", Example: "RESIGN"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*act.Done, error) {
			return act.Saying(message.New("You have left the game.")), l.Leave(ctx, by.Game.ID, by.Role)
		}),
		act.Of(act.Command{
			Name: "confirm seat", Scope: act.Game, Who: act.Player, Group: act.Joining, API: "POST /games/{game}/confirm",
			Summary: "Confirm that you are there, before the game begins", Does: "The game begins when everyone has confirmed.",
			Mail: []act.Form{{Syntax: "CONFIRM", Does: "Says that you are there, when all seats of a game are taken and the judge asks. The game begins when everyone has confirmed.", Example: "CONFIRM"}},
		}, l.sayConfirm),
		act.Of(act.Command{
			Name: "decline seat", Scope: act.Game, Who: act.Player, Group: act.Joining, API: "POST /games/{game}/decline",
			Summary: "Give your seat to someone else, instead of confirming", Does: "It has no consequences.",
			Mail: []act.Form{{Syntax: "DECLINE", Does: "Gives your seat to someone else, instead of CONFIRM. It has no consequences.", Example: "DECLINE"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*act.Done, error) {
			said := message.New("Your seat is free for someone else.")
			return act.Saying(said), l.DeclineSeat(ctx, by.Game.ID, by.Role)
		}),
		act.Of(act.Command{
			Name: "rematch", Scope: act.Game, Who: act.Player | act.Master, Group: act.Together, API: "POST /games/{game}/rematch",
			Summary: "Propose a rematch", Does: "Makes a new game with the rules and settings of one that is over, and invites the others who played it to the end.",
			Mail: []act.Form{{Syntax: "REMATCH", Does: "Proposes a rematch of a game that is over: makes a new game with the same rules and settings, and invites the others.", Example: "REMATCH"}},
		}, func(ctx context.Context, by act.Caller, _ none) (*Rematched, error) {
			g, err := l.Rematch(ctx, by.Game.ID, by.Role)
			if err != nil {
				return nil, err
			}
			said := message.New("The rematch is set up as {game}, and the others are invited. It begins when all seats are taken.", message.Name(g.Name))
			return &Rematched{*act.Saying(said), g.ID, g.Name}, nil
		}),
		act.Of(act.Command{
			Name: "name seat", Scope: act.Game, Who: act.Player, Group: act.Together, API: "PUT /games/{game}/name",
			Summary: "Set your name at your seat in a game played by links",
		}, func(ctx context.Context, by act.Caller, a nameArgs) (*act.Done, error) {
			if !by.Game.Hosting.Links {
				return nil, game.Refuse(game.Conflict, message.New("In a hosted game your account's name is shown at your seat."))
			}
			said := message.New("Your name at your seat is now {name}.", message.Name(a.Name))
			return act.Saying(said), l.TakeSeat(ctx, by.Game.ID, by.Role, a.Name)
		}),
		act.Of(act.Command{
			Name: "get muster", Scope: act.Game, Who: act.Anyone, Reads: true, Group: act.Joining, API: "GET /games/{game}/muster",
			Summary: "Who has confirmed before a game begins", Does: "When all seats of a game with the setting `muster` are taken, its players are asked to confirm that they are there. 404 if nobody was asked.",
		}, l.sayMuster),
		act.Of(act.Command{
			Name: "set preferences", Scope: act.Game, Who: act.Player, Group: act.Joining, API: "POST /games/{game}/preferences",
			Summary: "Change which powers you prefer", Does: "Only while the game is forming. Without powers, chance decides.", Short: []act.Form{{Syntax: "PREFERENCES preferences"}},
			Mail: []act.Form{{
				Syntax: "SET PREFERENCE [preferences]", Also: []string{"SET PREFERENCES", "SET PREF"}, Example: "SET PREFERENCE V L [FI] A",
				Does: "Sets the powers that you prefer, by their letters, best first, equal ones in brackets. * leaves it to chance; without letters the list is deleted. Only while the game is forming.",
			}},
		}, func(ctx context.Context, by act.Caller, a wishArgs) (*act.Done, error) {
			wish, err := l.setWish(ctx, by.Game.ID, by.Role, a.Preferences)
			if err != nil {
				return nil, err
			}
			return act.Saying(SayWish(wish)), nil
		}),
	}
}

type nameArgs struct {
	Name string `arg:"name" least:"1" most:"80" doc:"Your name"`
}

// Muster is the state of a full game that waits for confirmations before it begins.
type Muster struct {
	act.Done
	Asked     int       `json:"asked" doc:"Players who were asked; 0 if their number is a secret"`
	Confirmed int       `json:"confirmed"`
	Free      int       `json:"free" doc:"Seats that have lost their player"`
	Mine      bool      `json:"mine" doc:"You were asked"`
	Confirms  bool      `json:"done" doc:"And have confirmed"`
	Until     time.Time `json:"until,omitzero" doc:"Until when you can confirm, or anyone"`
	Ends      time.Time `json:"ends,omitzero" doc:"When the search for players of free seats ends"`
	Waits     []string  `json:"waits,omitempty" doc:"For masters: who has not confirmed"`
}

// sayMuster says how many players have confirmed, if their number is not a secret. Masters also
// learn who has not confirmed.
func (l *Lobby) sayMuster(ctx context.Context, by act.Caller, _ struct{}) (*Muster, error) {
	m, err := l.Muster(ctx, by.Game.ID, by.Role)
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, game.Refuse(game.NotFound, message.Of(errNoMuster))
	}
	said := message.New("The players of the game are asked to confirm that they are there.")
	if m.Asked > 0 {
		said = message.New("{said} So far {n} of {all} have.", said, message.Number(m.Confirmed), message.Number(m.Asked))
	}
	return &Muster{*act.Saying(said), m.Asked, m.Confirmed, m.Free, m.Mine, m.Done, utc(m.Until), utc(m.Ends), m.Waits}, nil
}

// utc converts a time to UTC for answers, and keeps the zero time.
func utc(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.UTC()
}

// SayWish says which powers someone prefers.
func SayWish(wish string) message.Message {
	if wish == "" {
		return message.New("Your list of preferred powers is cleared.")
	}
	return message.New("Your preferences, best first: {letters}", message.Order(wish))
}

// begins answers with the sentence now if the game has begun, and otherwise with the sentence
// later.
func (l *Lobby) begins(ctx context.Context, by act.Caller, now, later message.Message) (*act.Done, error) {
	g, err := l.base.Game(ctx, by.Game.ID)
	if err == nil && g.Number == 0 {
		now = later
	}
	return act.Saying(now), err
}

// sayConfirm confirms a seat, and says whether the game begins.
func (l *Lobby) sayConfirm(ctx context.Context, by act.Caller, _ struct{}) (*act.Done, error) {
	if err := l.ConfirmSeat(ctx, by.Game.ID, by.Role); err != nil {
		return nil, err
	}
	later := message.New("You have confirmed. The game begins when everyone has.")
	m, err := l.Muster(ctx, by.Game.ID, by.Role)
	if err != nil {
		return nil, err
	}
	if m != nil && m.Asked > 0 {
		later = message.New("{said} So far {n} of {all} have.", later, message.Number(m.Confirmed), message.Number(m.Asked))
	}
	return l.begins(ctx, by, message.New("You have confirmed, and the game begins."), later)
}

type successorArgs struct {
	Name string `arg:"name,optional" most:"80" doc:"The account name of an observer; empty: nobody"`
}

// sayNominated nominates a successor.
func (l *Lobby) sayNominated(ctx context.Context, by act.Caller, a successorArgs) (*act.Done, error) {
	said := message.New("You have nominated nobody as your successor.")
	if a.Name != "" {
		said = message.New("{name} may take over your seat if you give it up or lose it.", message.Name(a.Name))
	}
	return act.Saying(said), l.Nominate(ctx, by.Game.ID, by.Role, a.Name)
}

// sayTakeOver takes over a seat, and says whether a master must approve it.
func (l *Lobby) sayTakeOver(ctx context.Context, by act.Caller, a seatArgs) (*act.Done, error) {
	if err := l.TakeOver(ctx, by.Game.ID, by.Account, a.Seat); err != nil {
		return nil, err
	}
	role, err := l.base.RoleOf(ctx, by.Game.ID, by.Account)
	if err != nil || role.Seat == 0 {
		return act.Saying(message.New("You have asked for the seat. It is yours when a master of the game approves.")), err
	}
	var powers []message.Power
	for _, p := range by.Game.Setting.Seats[role.Seat-1] {
		powers = append(powers, message.PowerOf(by.Game.Setting.Powers, p))
	}
	return act.Saying(message.New("You have taken over {powers:name}.", message.ListOf(message.And, powers))), nil
}

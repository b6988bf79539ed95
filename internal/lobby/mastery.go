package lobby

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/message"
)

type startArgs struct {
	Force bool   `arg:"force,optional" doc:"Even if seats are empty; they are open to others then"`
	Bots  string `arg:"bots,optional" of:"principe,hard,even,easy,random,condottiere" doc:"Begin even if seats are empty: computer players of this strength take them, if the game allows it (condottiere is the old name of hard)"`
}

type minutesArgs struct {
	Minutes int `arg:"minutes" least:"1" most:"20160" doc:"So many" ask:"a number of minutes"`
}

type promoteArgs struct {
	Account string `arg:"account" least:"1" most:"254" doc:"An observer: the account, as the list of members has it, or the name or the e-mail address" ask:"the address of the observer"`
}

type ejectArgs struct {
	Seat    act.SeatNumber `arg:"seat,optional" doc:"Of the player"`
	Account string         `arg:"account,optional" most:"254" doc:"A person, instead of a seat: the account, as the list of members has it, or the name or the e-mail address. Or a power or the number of a seat" ask:"the power or the address"`
}

type approveArgs struct {
	Seat    act.SeatNumber       `arg:"seat,optional" doc:"For which the newcomer waits"`
	Powers  machiavelli.PowerSet `arg:"powers" most:"16" doc:"Powers for which newcomers wait, instead of a seat"`
	Approve bool                 `arg:"approve" doc:"Otherwise the approval is withdrawn"`
}

type botArgs struct {
	Seat act.SeatNumber `arg:"seat" doc:"An open seat" ask:"the power"`
	Bot  string         `arg:"bot,optional" of:"principe,hard,even,easy,random,condottiere,none" doc:"How strong the computer player is: hard without it (condottiere is the old name of hard); none takes the computer player away"`
}

// masterCommands returns the commands of masters about the people of a game.
func (l *Lobby) masterCommands() []act.Command {
	type none struct{}
	about := func(name, api, summary string) act.Command {
		return act.Command{Name: name, Scope: act.Game, Who: act.Master, Group: act.Mastery, API: api, Summary: summary}
	}
	start := about("start game", "POST /games/{game}/start", "Start a game that is forming")
	start.Who |= act.Player
	start.Short = []act.Form{{Syntax: "START"}}
	start.Mail = []act.Form{
		{Syntax: "START", Also: []string{"BEGIN"}, Does: "Starts a game with no open seats. In a game without a master, the player who set it up can.", Example: "START"},
		{Syntax: "FORCE BEGIN", Also: []string{"FORCE START"}, With: act.Values{"force": true}, Does: "Starts a game with open seats; players can take these over later.", Example: "FORCE BEGIN"},
		{
			Syntax: "FORCE BEGIN BOTS [bots]", Also: []string{"FORCE START BOTS", "FORCE BEGIN WITH BOTS", "FORCE START WITH BOTS"}, With: act.Values{"bots": act.Words(bot.Usual)}, Example: "FORCE BEGIN BOTS EASY",
			Does: "The same; computer players hold the open seats until then, if the game has SET BOTS: principe, hard, even, easy or random, by default hard.",
		},
	}
	extend := about("extend muster", "POST /games/{game}/muster/extend", "Give players more time to confirm")
	extend.Mail = []act.Form{{Syntax: "EXTEND MUSTER minutes", Does: "Gives players who have not confirmed more time, if the game has SET MUSTER. FORCE START does not wait for them.", Example: "EXTEND MUSTER 120"}}
	unstart := about("unstart", "POST /games/{game}/unstart", "Undo the start of a game, before a phase has been resolved")
	unstart.Does = "The game forms again with its present players; the powers are assigned again at the next start."
	unstart.Mail = []act.Form{{Syntax: "UNSTART", Does: "Undoes the start, as long as no phase has been resolved.", Example: "UNSTART"}}
	terminate := about("terminate", "POST /games/{game}/terminate", "End a game without a result")
	terminate.Final = true
	terminate.Mail = []act.Form{{Syntax: "TERMINATE", Does: "Ends the game without a winner.", Example: "TERMINATE"}}
	promote := about("promote", "POST /games/{game}/promote", "Make an observer a master")
	promote.Final = true
	promote.Mail = []act.Form{{Syntax: "PROMOTE account", Does: "Makes an observer a master: their e-mail address or name.", Example: "PROMOTE marco@example.org"}}
	eject := about("eject", "POST /games/{game}/eject", "Remove a player from their seat, or remove an observer or a master")
	eject.Final, eject.Short = true, []act.Form{{Syntax: "EJECT account"}}
	eject.Mail = []act.Form{{Syntax: "EJECT account", Does: "Removes a player from their seat, or removes an observer or a master: a power, or the e-mail address or name of a person.", Example: "EJECT MILAN"}}
	approve := about("approve", "POST /games/{game}/approve", "Approve a newcomer, or withdraw the approval")
	approve.Short = []act.Form{{Syntax: "APPROVE seat [ON]", With: act.Values{"approve": true}}, {Syntax: "APPROVE seat OFF", With: act.Values{"approve": false}}}
	approve.Mail = []act.Form{
		{Syntax: "SET APPROVED powers", Also: []string{"SET APPROVE"}, With: act.Values{"approve": true}, Does: "Lets newcomers give orders, by the letters of their powers, if the game has SET APPROVAL.", Example: "SET APPROVED FV"},
		{Syntax: "SET NOT APPROVED powers", Also: []string{"SET NOT APPROVE"}, With: act.Values{"approve": false}, Does: "Rejects them.", Example: "SET NOT APPROVED FV"},
	}
	setBot := about("set bot", "POST /games/{game}/bot", "Give an open seat to a computer player, or remove one")
	setBot.Short, setBot.Does = []act.Form{{Syntax: "BOT seat [bot]"}}, "If the game allows computer players. Anyone can take over the seat from it."
	setBot.Mail = []act.Form{
		{Syntax: "BOT seat [bot]", Does: "Gives an open seat, by its power, to a computer player, if the game has SET BOTS: principe, hard, even, easy or random, by default hard. Players can still take it over.", Example: "BOT MILAN"},
		{Syntax: "NO BOT seat", With: act.Values{"bot": NoBot}, Does: "Removes a computer player; the seat is then open.", Example: "NO BOT MILAN"},
	}
	return []act.Command{
		act.Of(start, l.startGame),
		act.Of(extend, func(ctx context.Context, by act.Caller, a minutesArgs) (*act.Done, error) {
			return act.Saying(message.New("The time to confirm is extended, and everyone is notified.")), l.ExtendMuster(ctx, by.Game.ID, by.Role, time.Duration(a.Minutes)*time.Minute)
		}),
		act.Of(unstart, func(ctx context.Context, by act.Caller, _ none) (*act.Done, error) {
			return act.Saying(message.New("The start is undone: the game is forming again, and everyone is notified.")), l.Unstart(ctx, by.Game.ID, by.Role)
		}),
		act.Of(terminate, func(ctx context.Context, by act.Caller, _ none) (*act.Done, error) {
			return act.Saying(message.New("The game is terminated.")), l.Terminate(ctx, by.Game.ID, by.Role)
		}),
		act.Of(promote, func(ctx context.Context, by act.Caller, a promoteArgs) (*act.Done, error) {
			account, err := l.Participant(ctx, by.Game.ID, by.Role, a.Account)
			if err != nil {
				return nil, err
			}
			return act.Saying(message.New("{name} is now a master of the game.", message.Name(a.Account))), l.Promote(ctx, by.Game.ID, by.Role, account)
		}),
		act.Of(eject, l.eject),
		act.Of(approve, l.approve),
		act.Of(setBot, func(ctx context.Context, by act.Caller, a botArgs) (*act.Done, error) {
			said := message.New("A computer player now plays {powers:name}.", powersAt(by.Game, int(a.Seat)))
			if a.Bot == NoBot {
				said = message.New("{Powers:name} {powers?pl:are|is} no longer played by a computer player.", powersAt(by.Game, int(a.Seat)))
			}
			return act.Saying(said), l.SetBot(ctx, by.Game.ID, by.Role, int(a.Seat), a.Bot)
		}),
	}
}

// startGame starts a game, even with empty seats if computer players may fill them.
func (l *Lobby) startGame(ctx context.Context, by act.Caller, a startArgs) (*act.Done, error) {
	if a.Bots == "" {
		return act.Saying(message.New("The game begins.")), l.Start(ctx, by.Game.ID, by.Role, a.Force)
	}
	said := message.New("The game begins, with computer players in the empty seats. Their strength: {strength}.", message.Message{ID: bot.Title(a.Bots)})
	return act.Saying(said), l.StartWithBots(ctx, by.Game.ID, by.Role, a.Bots)
}

// eject removes a player, named by seat or power, or any person, named by account.
func (l *Lobby) eject(ctx context.Context, by act.Caller, a ejectArgs) (*act.Done, error) {
	if (a.Seat == 0) == (a.Account == "") {
		return nil, game.Refuse(game.Invalid, message.New("Name a seat or an account."))
	}
	seat := int(a.Seat)
	if p, err := act.PowerOf(by.Game, a.Account); a.Account != "" && err == nil && by.Game.SeatOf(p) > 0 {
		seat = by.Game.SeatOf(p)
	} else if n, err := strconv.Atoi(a.Account); err == nil && n <= len(by.Game.Setting.Seats) {
		seat = n
	}
	if seat > 0 {
		return act.Saying(message.New("{Powers:name} {powers?pl:have|has} lost {powers?pl:their|its} player.", powersAt(by.Game, seat))), l.Eject(ctx, by.Game.ID, by.Role, seat, "")
	}
	account, err := l.Participant(ctx, by.Game.ID, by.Role, a.Account)
	if err != nil {
		return nil, err
	}
	return act.Saying(message.New("{name} has left the game.", message.Name(a.Account))), l.Eject(ctx, by.Game.ID, by.Role, 0, account)
}

// approve approves or rejects the applicants for seats. If this fails for one of them, none is
// approved or rejected.
func (l *Lobby) approve(ctx context.Context, by act.Caller, a approveArgs) (*act.Done, error) {
	var seats []int
	if a.Seat > 0 {
		seats = append(seats, int(a.Seat))
	}
	for p := range machiavelli.Power(len(by.Game.Setting.Powers)) {
		if seat := by.Game.SeatOf(p); a.Powers.Has(p) && !slices.Contains(seats, seat) {
			seats = append(seats, seat)
		}
	}
	if len(seats) == 0 {
		return nil, game.Refuse(game.Invalid, message.New("Something is missing: {argument}.", message.Order("seat")))
	}
	slices.Sort(seats)
	said := message.New("Approved: {powers:name}.", powersAt(by.Game, seats...))
	if !a.Approve {
		said = message.New("Not approved: {powers:name}.", powersAt(by.Game, seats...))
	}
	return act.Saying(said), l.approveAll(ctx, by.Game.ID, by.Role, seats, a.Approve)
}

// powersAt returns the powers of seats, for a sentence.
func powersAt(g *game.Game, seats ...int) message.Arg {
	var out []message.Power
	for _, seat := range seats {
		if seat >= 1 && seat <= len(g.Setting.Seats) {
			for _, p := range g.Setting.Given(g.Setting.Seats[seat-1]) {
				out = append(out, message.PowerOf(g.Setting.Powers, p))
			}
		}
	}
	return message.ListOf(message.And, out)
}

// Participant returns the ID of the account of a person in a game. who is that ID, the
// person's name, or their e-mail address. Only masters can ask.
func (l *Lobby) Participant(ctx context.Context, gameID string, role game.Role, who string) (string, error) {
	who = strings.Trim(strings.TrimSpace(who), "<>")
	var found string
	err := l.base.Read(ctx, func(tx *game.Tx) error {
		g, role, err := l.base.LoadPrivate(tx, gameID, role)
		if err == nil && !role.Master {
			err = game.ErrMaster
		}
		if err != nil {
			return err
		}
		owner, err := tx.Accounts.AccountByEmail(who)
		if err != nil && !errors.Is(err, game.ErrNoRecord) {
			return err
		}
		parts, err := g.Members(tx)
		if err != nil {
			return err
		}
		all := map[string]bool{}
		for i := range parts {
			m := &parts[i]
			p, _, err := personOf(g, tx, role, m)
			if err != nil {
				return err
			}
			if m.Account != "" && m.Present() && (m.Account == who || m.Account == owner.ID || game.IsName(p.Name, who)) {
				all[m.Account], found = true, m.Account
			}
		}
		if len(all) != 1 {
			return game.Refuse(game.NotFound, message.New("Nobody named {who} takes part in this game. Write the e-mail address or the full name.", game.Quoted(who)))
		}
		return nil
	})
	return found, err
}

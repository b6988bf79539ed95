package tournament

import (
	"context"
	"time"

	"podesta/internal/act"
	"podesta/machiavelli/message"
)

type cupArgs struct {
	Tournament string `arg:"tournament" least:"1" most:"20" doc:"Its ID"`
}

type enterArgs struct {
	cupArgs
	Reserve bool `arg:"reserve,optional" doc:"Play only where a player is missing"`
}

type confirmArgs struct {
	cupArgs
	Plays bool `arg:"plays" doc:"Otherwise you do not play in the round"`
}

type callArgs struct {
	cupArgs
	Top       bool      `arg:"top,optional" doc:"The top board, which is the last round: only the best play"`
	All       bool      `arg:"all,optional" doc:"Players need not confirm"`
	ConfirmBy time.Time `arg:"confirmBy,optional" doc:"By default when the round starts"`
	Starts    time.Time `arg:"starts,optional" doc:"By default at once"`
	Ends      time.Time `arg:"ends,optional" doc:"By default when all games are over"`
}

type stepArgs struct {
	cupArgs
	Do string `arg:"do" of:"announce,open,close,seed,start,endRound,cancelRound,end,cancel" doc:"What to do"`
}

type extendArgs struct {
	cupArgs
	Minutes int `arg:"minutes" least:"1" most:"10080" doc:"So many"`
}

type replaceArgs struct {
	cupArgs
	Name string `arg:"name" least:"1" most:"80" doc:"The player who has a seat in the round"`
	By   string `arg:"by" least:"1" most:"80" doc:"The player who gets it"`
}

type personArgs struct {
	cupArgs
	Name string `arg:"name" least:"1" most:"80" doc:"The name of a person"`
}

type entrantArgs struct {
	personArgs
	Reserve bool `arg:"reserve,optional" doc:"Plays only where a player is missing"`
}

// Called is the answer about a round that was announced.
type Called struct {
	act.Done
	Round int `json:"round" doc:"Its number"`
}

// ExtendedRound lists the tables of a round that was extended, with their new times.
type ExtendedRound struct {
	act.Done
	Tables []TableTime `json:"tables"`
}

// Commands returns the commands about tournaments. If t is nil, the commands can only be
// described, not run.
func (t *Tournaments) Commands() []act.Command {
	const at, organisers = " /tournaments/{tournament}", "For organisers."
	about := func(who act.Who, name, api, summary, does string) act.Command {
		return act.Command{Name: name, Who: who, Group: act.Rounds, API: api, Summary: summary, Does: does}
	}
	return append(t.reads(), []act.Command{
		act.Of(about(act.Account, "enter tournament", "PUT"+at+"/entry", "Enter a tournament", ""),
			func(ctx context.Context, by act.Caller, a enterArgs) (*act.Done, error) {
				said := message.New("You have entered the tournament. You will be notified when a round is announced.")
				if a.Reserve {
					said = message.New("You are in reserve: you play where a player is missing.")
				}
				return act.Saying(said), t.EnterTournament(ctx, a.Tournament, by.Account, a.Reserve)
			}),
		act.Of(about(act.Account, "leave tournament", "DELETE"+at+"/entry", "Withdraw from a tournament", "Your game of a round in play goes on."), func(ctx context.Context, by act.Caller, a cupArgs) (*act.Done, error) {
			said := message.New("You no longer play in the tournament.")
			return act.Saying(said), t.LeaveTournament(ctx, a.Tournament, by.Account)
		}),
		act.Of(about(act.Entrant, "confirm round", "PUT"+at+"/confirmation", "Say whether you will play in the announced round", ""), func(ctx context.Context, by act.Caller, a confirmArgs) (*act.Done, error) {
			said := message.New("You have confirmed that you will play.")
			if !a.Plays {
				said = message.New("You have said that you will not play in this round.")
			}
			return act.Saying(said), t.ConfirmRound(ctx, a.Tournament, by.Account, a.Plays)
		}),
		act.Of(about(act.Organiser, "call round", "POST"+at+"/rounds", "Announce the next round", organisers+" The judge forms the tables, begins the games and scores them at the times of the round."), func(ctx context.Context, by act.Caller, a callArgs) (*Called, error) {
			n, err := t.CallRound(ctx, a.Tournament, by.Account, RoundPlan{Top: a.Top, All: a.All, ConfirmBy: a.ConfirmBy, Starts: a.Starts, Ends: a.Ends})
			return &Called{*act.Saying(message.New("The round is announced.")), n}, err
		}),
		act.Of(about(act.Organiser, "act tournament", "POST"+at+"/actions", "Announce, seed, begin or end something", organisers+" `announce` shows a draft to everyone, `open` and `close` concern the entry, `seed` forms the tables of the round (again), `start` begins its games, `endRound` scores them by their current position, `cancelRound` cancels it before its games begin, `end` makes the standings final, and `cancel` ends the tournament without a result or deletes a draft. `seed`, `start`, `endRound`, `cancelRound`, `end` and `cancel` take effect at once and cannot be undone: ask before you call them."), t.step),
		act.Of(about(act.Organiser, "extend round", "POST"+at+"/extensions", "Give all tables of the round more time", organisers+" The deadline of each game that waits for somebody moves by these minutes, from now if it has passed. The answer says what became of each table."), t.extend),
		act.Of(about(act.Organiser, "replace in round", "POST"+at+"/replacements", "Give the place of a player in the round to another", organisers+" The new player must have entered the tournament, and must not play in another game of the round. This cannot be undone."), func(ctx context.Context, by act.Caller, a replaceArgs) (*act.Done, error) {
			said := message.New("The player has been replaced.")
			return act.Saying(said), t.ReplaceInRound(ctx, a.Tournament, by.Account, a.Name, a.By)
		}),
		act.Of(about(act.Organiser, "add entrant", "PUT"+at+"/entrants/{name}", "Enter a person in a tournament", organisers+" Whether or not the entry is open. The person is notified, and can withdraw."), func(ctx context.Context, by act.Caller, a entrantArgs) (*act.Done, error) {
			said := message.New("The player has been entered, and is notified.")
			return act.Saying(said), t.AddEntrant(ctx, a.Tournament, by.Account, a.Name, a.Reserve)
		}),
		act.Of(about(act.Organiser, "remove entrant", "DELETE"+at+"/entrants/{name}", "Remove a player from a tournament", organisers), func(ctx context.Context, by act.Caller, a personArgs) (*act.Done, error) {
			said := message.New("The player has been removed.")
			return act.Saying(said), t.RemoveEntrant(ctx, a.Tournament, by.Account, a.Name)
		}),
		act.Of(about(act.Organiser, "add organiser", "PUT"+at+"/organisers/{name}", "Make a player of a tournament an organiser", organisers), func(ctx context.Context, by act.Caller, a personArgs) (*act.Done, error) {
			said := message.New("The tournament has an additional organiser.")
			return act.Saying(said), t.AddOrganiser(ctx, a.Tournament, by.Account, a.Name)
		}),
	}...)
}

// step executes an organiser's command that has no arguments.
func (t *Tournaments) step(ctx context.Context, by act.Caller, a stepArgs) (*act.Done, error) {
	entry := func(open bool) func(context.Context, string, string) error {
		return func(ctx context.Context, id, account string) error { return t.OpenEntry(ctx, id, account, open) }
	}
	x := map[string]struct {
		run  func(context.Context, string, string) error
		said message.Message
	}{
		"announce":    {t.AnnounceTournament, message.New("The tournament is announced, and players can enter.")},
		"open":        {entry(true), message.New("The entry is open.")},
		"close":       {entry(false), message.New("The entry is closed.")},
		"seed":        {t.SeedRound, message.New("The tables have been formed.")},
		"start":       {t.StartRound, message.New("The games of the round begin.")},
		"endRound":    {t.EndRound, message.New("The games of the round are being scored.")},
		"cancelRound": {t.CancelRound, message.New("The round is cancelled.")},
		"end":         {t.EndTournament, message.New("The tournament is over.")},
		"cancel":      {t.CancelTournament, message.New("The tournament is cancelled.")},
	}[a.Do]
	return act.Saying(x.said), x.run(ctx, a.Tournament, by.Account)
}

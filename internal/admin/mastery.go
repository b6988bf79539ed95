package admin

import (
	"context"
	"slices"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

type rollbackArgs struct {
	Number int    `arg:"number,optional" most:"99999" doc:"Of the phase; 0: the one that was carried out last"`
	Phase  string `arg:"phase,optional" most:"80" doc:"The phase by its name, instead of a number"`
	Fresh  bool   `arg:"fresh,optional" doc:"Throw fresh dice from then on"`
	Why    string `arg:"why,optional" most:"500" doc:"The reason, which everyone can read"`
}

type editArgs struct {
	Revision int      `arg:"revision" least:"1" doc:"Of the game, for which it is meant"`
	Changes  []string `arg:"changes" most:"200" doc:"One correction each, such as treasury venice 12"`
	Why      string   `arg:"why,optional" most:"500" doc:"The reason, which everyone can read"`
	Check    bool     `arg:"check,optional" doc:"Tell what would change, and keep nothing"`
}

type rollArgs struct {
	Roll     string `arg:"roll" least:"1" most:"80" doc:"Its name, see docs/interchange.md" ask:"the name of the roll, then its result"`
	Value    int    `arg:"value" most:"1000" doc:"0: leave it to the dice again"`
	Revision int    `arg:"revision" least:"1" doc:"Of the game, for which it is meant"`
	Why      string `arg:"why,optional" most:"500" doc:"The reason, which everyone can read"`
}

// Commands returns the commands about what has happened in games. If u is nil, the commands can
// only be described, not run.
func (u *Admin) Commands() []act.Command { return append(u.masterCommands(), u.records()...) }

// masterCommands returns the commands with which masters change what has happened in a game.
func (u *Admin) masterCommands() []act.Command {
	return []act.Command{
		act.Of(act.Command{
			Name: "rollback", Scope: act.Game, Who: act.Master, Final: true, Group: act.Mastery, API: "POST /games/{game}/rollback",
			Summary: "Roll back a game to the beginning of a phase", Does: "Its orders come back. Dice stay the same unless you ask for fresh ones, which the record shows.",
			Short: []act.Form{{Syntax: "ROLLBACK [number]"}},
			Mail: []act.Form{{
				Syntax: "ROLLBACK [number] [phase] [BECAUSE why]", Also: []string{"ROLL BACK"}, Example: "ROLLBACK 1 BECAUSE Milan's orders were lost",
				Does: "Goes back to the beginning of the last phase, of the phase with that number, or of the named phase, with its orders. Everyone is notified, with the reason.",
			}},
		}, u.rollback),
		act.Of(act.Command{
			Name: "edit", Scope: act.Game, Who: act.Master, Group: act.Mastery, API: "POST /games/{game}/edit", Short: []act.Form{{Syntax: "EDIT changes"}},
			Summary: "Correct the current position",
			Does:    "In the statements of docs/master-tools.md. Everyone is notified of the changes and the reason. With `check` nothing is changed.",
		}, u.edit),
		act.Of(act.Command{
			Name: "set roll", Scope: act.Game, Who: act.Master, Group: act.Mastery, API: "PUT /games/{game}/rolls/{roll}",
			Summary: "Set a roll of the current phase by hand",
			Does:    "Everyone sees it. 0 returns the roll to the dice. A name that is not a roll of the current phase, or a value that its dice cannot show, is refused; the error lists what is possible.",
			Short:   []act.Form{{Syntax: "ROLL roll value"}},
			Mail: []act.Form{{
				Syntax: "SET ROLL roll value [BECAUSE why]", Example: "SET ROLL famine row 7",
				Does: "Sets a roll of the current phase; 0 returns it to the dice. If the phase does not have a roll of that name, the answer lists the names that it has. Everyone is notified.",
			}},
		}, func(ctx context.Context, by act.Caller, a rollArgs) (*act.Done, error) {
			said := message.New("The roll is set to {n}; everyone is notified.", message.Number(a.Value))
			if a.Value == 0 {
				said = message.New("The roll is left to the dice again; everyone is notified.")
			}
			return act.Saying(said), u.SetRollFor(ctx, by.Game.ID, by.Role, a.Revision, a.Roll, a.Value, a.Why)
		}),
	}
}

// rollback rolls a game back to a phase, by its number or its name.
func (u *Admin) rollback(ctx context.Context, by act.Caller, a rollbackArgs) (*act.Done, error) {
	if a.Phase != "" {
		p, err := machiavelli.ParsePhase(a.Phase)
		if err != nil {
			return nil, game.Refuse(game.Invalid, message.New("{word} is not a phase.", game.Quoted(a.Phase)))
		}
		all, err := u.base.Phases(ctx, by.Game.ID)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(all, func(x game.PhaseInfo) bool { return x.Phase == p })
		if i < 0 {
			return nil, game.Refuse(game.NotFound, message.New("The game has had no phase {phase}.", message.Phase(p)))
		}
		a.Number = all[i].Number
	}
	if err := u.RollbackFor(ctx, by.Game.ID, by.Role, a.Number, a.Fresh, a.Why); err != nil {
		return nil, err
	}
	now, err := u.base.Game(ctx, by.Game.ID)
	if err != nil {
		return nil, err
	}
	return act.Saying(message.New("The game is back at the beginning of {phase}.", message.Phase(now.Phase))), nil
}

// Edited is what a correction has changed, or would change.
type Edited struct {
	act.Done
	Changes []string `json:"changes" doc:"What changed, a sentence each, with remarks on what may surprise"`

	changes []message.Message
}

// In translates the changes.
func (e *Edited) In(l message.Language) {
	e.Done.In(l)
	e.Changes = make([]string, len(e.changes))
	for i, m := range e.changes {
		e.Changes[i] = m.In(l)
	}
}

// edit corrects the position or, if only a check is requested, shows the changes.
func (u *Admin) edit(ctx context.Context, by act.Caller, a editArgs) (*Edited, error) {
	if len(a.Changes) == 0 {
		return nil, game.Refuse(game.Invalid, message.New("Something is missing: {argument}.", message.Order("changes")))
	}
	var changes []Change
	for _, c := range a.Changes {
		changes = append(changes, Change{What: c})
	}
	told, err := u.CheckEdit(ctx, by.Game.ID, by.Role, a.Revision, changes)
	if err == nil && !a.Check {
		err = u.Edit(ctx, by.Game.ID, by.Role, a.Revision, changes, a.Why)
	}
	said := message.New("nothing has changed")
	if len(told) > 0 {
		said = message.New("{lines}", message.ListOf(message.Lines, told))
	}
	return &Edited{Done: *act.Saying(said), changes: told}, err
}

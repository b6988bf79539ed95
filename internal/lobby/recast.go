package lobby

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// Recasting changes the cast of a game that has not begun: other players, powers, scenario or
// edition. Zero fields keep the current value.
type Recasting struct {
	Scenario string // the scenario, with its largest variant unless Variant or a number says otherwise
	Variant  string
	Preset   string
	Players  int // selects the variant with that many players
	Powers   int // selects the variant with that many powers
}

// Recast returns the description of a game with another cast. The error has
// code "invalid" and lists the existing variants.
func (n NewGame) Recast(c Recasting) (NewGame, error) {
	lib, err := gamestate.ReadLibrary(n.Library)
	if err != nil {
		return n, game.Wrong(err)
	}
	if c.Scenario != "" && !strings.EqualFold(c.Scenario, n.Scenario) {
		n.Scenario, n.Variant = c.Scenario, ""
	}
	if c.Variant != "" {
		n.Variant = c.Variant
	}
	n.Preset = cmp.Or(c.Preset, n.Preset)
	info, v, err := gamestate.FindVariant(lib, n.Scenario, n.Variant)
	if err != nil {
		return n, err
	}
	if c.Players != 0 || c.Powers != 0 {
		if v, err = fewer(info, v, c); err != nil {
			return n, err
		}
	}
	n.Scenario, n.Variant = info.ID, v.ID
	return n, nil
}

// fewer returns the variant of a scenario with other numbers of players or powers. A number
// that is not given stays the same if possible; otherwise each player has one power.
func fewer(info scenario.Info, now scenario.VariantInfo, c Recasting) (scenario.VariantInfo, error) {
	fits := func(v scenario.VariantInfo) bool {
		return (c.Players == 0 || v.Players == c.Players) && (c.Powers == 0 || len(v.Powers) == c.Powers)
	}
	if fits(now) {
		return now, nil
	}
	var all []scenario.VariantInfo
	for _, v := range info.Variants {
		if fits(v) {
			all = append(all, v)
		}
	}
	what := playerCount(c.Players)
	if c.Powers != 0 {
		what = powerCount(c.Powers)
	}
	if len(all) == 0 {
		var there []message.Message
		for _, v := range info.Variants {
			there = append(there, message.New("{variant} ({players}, {powers})", message.Order(v.ID), playerCount(v.Players), powerCount(len(v.Powers))))
		}
		return now, game.Refuse(game.Invalid, message.New("{scenario} has no variant for {number}. It has {variants}.", message.Name(info.Title), what, message.ListOf(message.Commas, there)))
	}
	for _, like := range []func(scenario.VariantInfo) bool{
		func(v scenario.VariantInfo) bool {
			return c.Players != 0 && len(v.Powers) == len(now.Powers) || c.Powers != 0 && v.Players == now.Players
		},
		func(v scenario.VariantInfo) bool { return v.Players == len(v.Powers) },
	} {
		if some := slices.DeleteFunc(slices.Clone(all), func(v scenario.VariantInfo) bool { return !like(v) }); len(some) > 0 {
			all = some
			break
		}
	}
	if len(all) > 1 {
		var there []string
		for _, v := range all {
			there = append(there, fmt.Sprintf("%s (%s)", v.ID, v.Title))
		}
		return now, game.Refuse(game.Invalid, message.New("{scenario} has several variants for {number}: {variants}. Choose one by its name: {command}.", message.Name(info.Title), what, message.Name(strings.Join(there, "; ")), message.Order("SET VARIANT "+all[0].ID)))
	}
	return all[0], nil
}

// Recast gives a game that has not begun another cast, and returns what changed. Changed rules stay changed. Players who have joined stay, if
// there is room for all. A list of powers that is no longer possible is
// deleted. If the game is then full it begins, unless its master begins it. The
// error code is "forbidden", "invalid", or "conflict" for a game that has begun
// or has more players than seats.
func (l *Lobby) Recast(ctx context.Context, gameID string, role game.Role, c Recasting) ([]message.Message, error) {
	var out []message.Message
	err := l.base.Write(ctx, func(tx *game.Tx) error {
		out = nil
		g, role, err := l.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		if err := checkSettable(g, role); err != nil {
			return err
		}
		if g.Status != game.Forming {
			return game.Refuse(game.Conflict, message.New("The game has begun: who plays in it, and with which board, cannot be changed any more."))
		}
		n, err := newGameFrom(g)
		if err != nil {
			return err
		}
		cast, err := n.Recast(c)
		if err != nil {
			return err
		}
		if cast.Scenario == n.Scenario && cast.Variant == n.Variant && cast.Preset == n.Preset {
			return nil
		}
		return l.recast(tx, g, role, cast, &out)
	})
	return out, err
}

// newGameFrom returns a description from which the game could be created again.
func newGameFrom(g *gamestate.State) (NewGame, error) {
	n := NewGame{Name: g.Name, Library: g.Record.Library, Scenario: g.Scenario, Variant: g.Variant, Preset: g.Rules.Preset}
	lib, err := gamestate.ReadLibrary(n.Library)
	if err != nil {
		return n, g.WrapError(err)
	}
	info, _, err := gamestate.FindVariant(lib, n.Scenario, n.Variant)
	if err != nil {
		return n, g.WrapError(err)
	}
	usual, err := MakeRules(n, lib, info)
	if err != nil {
		usual, err = rules.Preset(n.Preset)
	}
	if err != nil {
		return n, g.WrapError(err)
	}
	n.Options = map[string]string{}
	for _, d := range usual.Diff(g.Rules) {
		n.Options[d.Option] = d.There
	}
	return n, nil
}

// recast stores another cast of a forming game.
func (l *Lobby) recast(tx *game.Tx, g *gamestate.State, role game.Role, n NewGame, out *[]message.Message) error {
	switch t, err := typedOf(tx, g.ID); {
	case err != nil:
		return err
	case t != nil:
		return game.Refuse(game.Conflict, message.New("This game begins with a position of its own, made for its board and powers. To play with others, make a new game."))
	}
	parts, err := g.Members(tx)
	if err != nil {
		return err
	}
	r, seats, err := l.draft(n)
	if err != nil {
		return err
	}
	joined := gamestate.OfKind(parts, game.Player)
	if len(joined) > len(seats) {
		return game.Refuse(game.Conflict, message.Plural(len(joined), "{n} player has joined, and {variant} has room for {seats}. Send some away first: EJECT and an address.", "{n} players have joined, and {variant} has room for {seats}. Send some away first: EJECT and an address.", message.Order(r.Variant), message.Number(len(seats))))
	}
	is := g.Record
	is.Scenario, is.Variant, is.Rules = r.Scenario, r.Variant, r.Rules
	if err := tx.Games.Recast(is, seats); err != nil {
		return err
	}
	before := g
	if g, err = l.admin.Reopen(tx, g); err != nil {
		return err
	}
	changes := castChanges(g, before)
	lost, err := dropWishes(g, tx, joined)
	if err != nil {
		return err
	}
	if lost {
		changes = append(changes, message.New("Your list of powers no longer fits and was deleted. Say again which powers you would like."))
	}
	*out = changes
	who, err := gamestate.AccountName(tx, role.Account)
	if err != nil {
		return err
	}
	said := journal.Notice{Topic: journal.TopicParameters, Said: message.New("The set-up of the game has changed."), Points: changes, Who: who}
	if err := gamestate.Notice(tx, g, journal.Everybody, said); err != nil {
		return err
	}
	missing := len(seats) - len(joined)
	if missing > 0 && len(g.Seats) != len(before.Seats) && !g.Hosting.Secret {
		if err := gamestate.Notice(tx, g, journal.Everybody, journal.Notice{Topic: journal.TopicForming, Said: isOpen(g.Name, missing)}); err != nil {
			return err
		}
	}
	return l.filled(tx, g)
}

// castTitles lists the names of the properties, apart from rules, that a change of the cast can
// change.
//
//lang:words
var castTitles = [...]string{"Scenario", "Variant", "Players", "Edition"}

// castChanges returns the differences from the previous cast.
func castChanges(g *gamestate.State, before *gamestate.State) []message.Message {
	var out []message.Message
	say := func(name, is, was string) {
		if is != was {
			out = append(out, hosting.Change{Name: name, Was: was, Is: is}.Say())
		}
	}
	say(castTitles[0], g.Setting.Title, before.Setting.Title)
	say(castTitles[1], g.Variant, before.Variant)
	say(castTitles[2], strconv.Itoa(len(g.Seats)), strconv.Itoa(len(before.Seats)))
	say(castTitles[3], g.Rules.Preset, before.Rules.Preset)
	for _, d := range before.Rules.Diff(g.Rules) {
		say(d.Option, d.There, d.Here)
	}
	return out
}

// dropWishes deletes lists of powers that are not valid for the changed game,
// and reports whether there were any.
func dropWishes(g *gamestate.State, tx *game.Tx, players []game.Member) (bool, error) {
	lost := false
	for i := range players {
		m := &players[i]
		d, err := m.ReadData()
		if err != nil {
			return lost, err
		}
		if _, err := cleanWish(g, d.Preferences); err == nil {
			continue
		}
		lost = true
		d.Preferences = ""
		if err := m.SetData(d); err != nil {
			return lost, err
		}
		if err := tx.Members.SaveMember(*m); err != nil {
			return lost, err
		}
	}
	return lost, nil
}

// needsMore says how many more players a game needs.
func needsMore(n int) message.Message {
	return message.Plural(n, "The game needs {n} more player.", "The game needs {n} more players.")
}

// isOpen says that a game is waiting for players.
func isOpen(name string, n int) message.Message {
	return message.Plural(n, "The game {name} is open: it needs {n} player.", "The game {name} is open: it needs {n} players.", message.Name(name))
}

// playerCount and powerCount return a number with its noun, such as "3 players".
func playerCount(n int) message.Message { return message.Plural(n, "{n} player", "{n} players") }
func powerCount(n int) message.Message  { return message.Plural(n, "{n} power", "{n} powers") }

package tournament

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/hosting"
	"podesta/internal/lobby"
	"podesta/internal/scoring"
	"podesta/machiavelli/message"
	"podesta/machiavelli/scenario"
)

// Limits of tournaments.
const (
	maxAbout      = 20 << 10 // bytes in the description
	maxOrganised  = 5        // unfinished tournaments per organiser
	maxEntrants   = 1000
	maxOrganisers = 10
	maxRounds     = 20
	smallerBy     = 2 // maximum difference in size between normal and smaller tables
)

// Settings are the organisers' choices for a tournament.
type Settings struct {
	Name, About string
	Scoring     string // name of a scoring system
	Best        int    // number of rounds that count for each player; 0 for all
	Smaller     bool   // whether tables of smaller variants are formed if the number of players requires it
	Games       lobby.NewGame
	Hosting     hosting.Hosting
}

// clean checks settings and writes them to a tournament.
func (t *Tournaments) clean(x *game.Tournament, s Settings) error {
	name, err := game.CleanName(s.Name, message.New("the tournament"))
	if err != nil {
		return err
	}
	about := strings.TrimSpace(strings.ReplaceAll(s.About, "\r\n", "\n"))
	system, ok := scoring.Find(s.Scoring)
	n, h := s.Games, s.Hosting
	switch {
	case gamestate.NameKey(name) == "":
		return game.Refuse(game.Invalid, message.New("The name of a tournament needs a letter or a digit."))
	case len([]rune(name)) > game.MaxName-maxSuffix:
		return game.Refuse(game.Invalid, message.New("The name is longer than {n} characters: the names of the games begin with it.", message.Number(game.MaxName-maxSuffix)))
	case len(about) > maxAbout:
		return game.Refuse(game.TooLarge, message.New("The description is longer than {n} KB.", message.Number(maxAbout>>10)))
	case !game.Printable(about, true):
		return game.Refuse(game.Invalid, message.New("The description has characters that cannot be printed."))
	case !ok:
		return game.Refuse(game.Invalid, message.New("There is no scoring system {word}. There are {words}.", game.Quoted(s.Scoring), message.ListOf(message.And, systemNames())))
	case s.Best < 0 || s.Best > maxRounds:
		return game.Refuse(game.Invalid, message.New("The number of rounds that count must be between 0, for all, and {n}.", message.Number(maxRounds)))
	case n.Solitaire || n.Plays || n.Pace != 0 || len(n.Players) > 0 || n.Wishes != "":
		return game.Refuse(game.Invalid, message.New("The games of a tournament are hosted games whose players are seated by the judge."))
	case h.Gunboat:
		return game.Refuse(game.Invalid, message.New("A tournament shows who plays at which table, so its games cannot hide their players. Switch that off."))
	}
	h.ManualStart, h.Secret, h.Links = false, false, false
	n.Name = name
	if h, err = t.lobby.Check(n, h, true); err != nil {
		return err
	}
	variants, err := variantsOf(n, s.Smaller)
	if err != nil {
		return err
	}
	for _, v := range variants {
		n.Variant = v
		layout, err := lobby.LayoutOf(n)
		if err != nil {
			return err
		}
		seats := layout.Seats
		if len(seats) < 2 {
			return game.Refuse(game.Invalid, message.New("A tournament needs tables of at least two players."))
		}
		if err := system.Suits(len(seats), t.ratings.PointsTable()); err != nil {
			return game.Refuse(game.Invalid, message.Plural(len(seats), "The scoring system {system} cannot score a table of {n} player. Choose another one.", "The scoring system {system} cannot score a table of {n} players. Choose another one.", message.Message{ID: system.Title}))
		}
	}
	n.Name, n.Variant = "", variants[0]
	x.Name, x.About, x.Scoring, x.Best, x.Variants = name, about, system.Name, s.Best, variants
	if x.New, err = json.Marshal(n); err == nil {
		x.Hosting, err = json.Marshal(h)
	}
	return err
}

func systemNames() []message.Order {
	var out []message.Order
	for i := range scoring.Systems {
		out = append(out, message.Order(scoring.Systems[i].Name))
	}
	return out
}

// variantsOf returns the variants of the tables: the variant of the games and, if smaller is set,
// one for each number of players that is smaller by at most smallerBy.
func variantsOf(n lobby.NewGame, smaller bool) ([]string, error) {
	lib, err := gamestate.NewLibrary(n.Library)
	if err != nil {
		return nil, game.Wrong(err)
	}
	if all := lib.List(); n.Scenario == "" && len(all) == 1 {
		n.Scenario = all[0].ID
	}
	info, main, err := gamestate.FindVariant(lib, n.Scenario, n.Variant)
	if err != nil {
		return nil, err
	}
	out := []string{main.ID}
	for players := main.Players - 1; smaller && players >= max(2, main.Players-smallerBy); players-- {
		i := slices.IndexFunc(info.Variants, func(v scenario.VariantInfo) bool { return v.Players == players })
		if i >= 0 {
			out = append(out, info.Variants[i].ID)
		}
	}
	if smaller && len(out) == 1 {
		return nil, game.Refuse(game.Invalid, message.New("{scenario} has no smaller variant for tables with fewer players. Switch that off, or choose another scenario.", message.Name(info.Title)))
	}
	return out, nil
}

// NewTournament creates a tournament as a draft, which only its organiser sees, and returns its
// ID. The error code is "invalid" for invalid settings, "forbidden" for people who cannot host
// games, and "conflict" for people who organise too many tournaments.
func (t *Tournaments) NewTournament(ctx context.Context, accountID string, s Settings) (string, error) {
	x := game.Tournament{ID: game.NewID(), Status: game.TournamentDraft, Made: t.base.Now()}
	if err := t.clean(&x, s); err != nil {
		return "", err
	}
	err := t.base.Write(ctx, func(tx *game.Tx) error {
		if err := t.mayOrganise(tx, accountID); err != nil {
			return err
		}
		if err := tx.Tournaments.SaveTournament(x); err != nil {
			return err
		}
		return tx.Tournaments.SaveEntrant(game.Entrant{Tournament: x.ID, Account: accountID, Number: 1, Organiser: true, Entered: x.Made})
	})
	return x.ID, err
}

// mayOrganise returns an error if an account cannot organise a tournament.
func (t *Tournaments) mayOrganise(tx *game.Tx, accountID string) error {
	a, err := t.base.Accounts.Able(tx, accountID)
	if err != nil {
		return err
	}
	if a.Program {
		return lobby.ErrNoHosting
	}
	if err := account.MayTakePart(tx, a.ID, t.base.Now()); err != nil {
		return err
	}
	// if two are created at the same time, the second must count the first
	if err := tx.Accounts.LockAccount(accountID); err != nil {
		return err
	}
	list, err := tx.Tournaments.EntriesOf(accountID)
	if err != nil {
		return err
	}
	n := 0
	for i := range list {
		if !list[i].Organiser {
			continue
		}
		x, err := tx.Tournaments.Tournament(list[i].Tournament)
		if err != nil {
			return err
		}
		if x.Status == game.TournamentDraft || x.Status == game.TournamentAnnounced {
			n++
		}
	}
	if n >= maxOrganised {
		return game.Refuse(game.Conflict, message.New("{who} organises {n} tournaments that are not over. End or cancel one of them first.", message.Name(a.Name), message.Number(n)))
	}
	return nil
}

// organise runs a command of an organiser in a transaction.
func (t *Tournaments) organise(ctx context.Context, id, accountID string, f func(*loaded) error) error {
	return t.base.Write(ctx, func(tx *game.Tx) error {
		x, err := t.load(tx, id, true)
		if err != nil {
			return err
		}
		if !x.organises(accountID) {
			if x.Status == game.TournamentDraft {
				return errNone
			}
			return errOrganiser
		}
		if x.Status == game.TournamentOver || x.Status == game.TournamentCancelled {
			return errEnded
		}
		return f(x)
	})
}

// ChangeTournament changes the settings of a tournament. Once a round has been seeded, only the
// description can be changed.
func (t *Tournaments) ChangeTournament(ctx context.Context, id, accountID string, s Settings) error {
	return t.organise(ctx, id, accountID, func(x *loaded) error {
		is := x.Tournament
		if err := t.clean(&is, s); err != nil {
			return err
		}
		fixed := slices.ContainsFunc(x.rounds, func(r game.Round) bool { return r.Status != game.RoundCalled })
		changed := is.Name != x.Name || is.Scoring != x.Scoring || is.Best != x.Best || !slices.Equal(is.Variants, x.Variants) || string(is.New) != string(x.New) || string(is.Hosting) != string(x.Hosting)
		if fixed && changed {
			return game.Refuse(game.Conflict, message.New("The tables of a round have been formed: only the description can still be changed."))
		}
		return x.tx.Tournaments.SaveTournament(is)
	})
}

// SettingsOf returns the settings of a tournament, for its organisers.
func (t *Tournaments) SettingsOf(ctx context.Context, id, accountID string) (Settings, error) {
	var out Settings
	err := t.base.Read(ctx, func(tx *game.Tx) error {
		x, err := t.load(tx, id, false)
		if err != nil {
			return err
		}
		if !x.organises(accountID) {
			if x.Status == game.TournamentDraft {
				return errNone
			}
			return errOrganiser
		}
		out = Settings{Name: x.Name, About: x.About, Scoring: x.Scoring, Best: x.Best, Smaller: len(x.Variants) > 1, Games: x.games, Hosting: x.how}
		return nil
	})
	return out, err
}

// AnnounceTournament shows a draft to everyone and opens the entry.
func (t *Tournaments) AnnounceTournament(ctx context.Context, id, accountID string) error {
	return t.organise(ctx, id, accountID, func(x *loaded) error {
		if x.Status != game.TournamentDraft {
			return game.Refuse(game.Conflict, message.New("The tournament has been announced already."))
		}
		x.Status, x.Entry = game.TournamentAnnounced, true
		return x.tx.Tournaments.SaveTournament(x.Tournament)
	})
}

// OpenEntry opens the entry of a tournament, or closes it.
func (t *Tournaments) OpenEntry(ctx context.Context, id, accountID string, open bool) error {
	return t.organise(ctx, id, accountID, func(x *loaded) error {
		if err := x.running(); err != nil {
			return err
		}
		x.Entry = open
		return x.tx.Tournaments.SaveTournament(x.Tournament)
	})
}

// AddOrganiser makes the person with the given name an additional organiser.
func (t *Tournaments) AddOrganiser(ctx context.Context, id, accountID, name string) error {
	return t.organise(ctx, id, accountID, func(x *loaded) error {
		a, err := account.Named(x.tx, name)
		if err != nil {
			return game.Refuse(game.NotFound, message.New("There is no player with the name {name}. Names are written as on the pages.", message.Name(name)))
		}
		if x.organises(a.ID) {
			return game.Refuse(game.Conflict, message.New("{who} is an organiser already.", message.Name(a.Name)))
		}
		if x.entrant(a.ID) == nil {
			return game.Refuse(game.Conflict, message.New("{who} must enter the tournament before becoming an organiser. They can withdraw as a player afterwards.", message.Name(a.Name)))
		}
		n := 0
		for i := range x.entrants {
			if x.entrants[i].Organiser {
				n++
			}
		}
		if n >= maxOrganisers {
			return game.Refuse(game.Conflict, message.New("A tournament has {n} organisers at most.", message.Number(maxOrganisers)))
		}
		if err := t.mayOrganise(x.tx, a.ID); err != nil {
			return err
		}
		e := x.entrant(a.ID)
		e.Organiser = true
		return x.tx.Tournaments.SaveEntrant(*e)
	})
}

// CancelTournament ends a tournament without a result. A draft is deleted. Games that have
// begun continue.
func (t *Tournaments) CancelTournament(ctx context.Context, id, accountID string) error {
	return t.organise(ctx, id, accountID, func(x *loaded) error {
		if x.Status == game.TournamentDraft {
			return x.tx.Tournaments.DropTournament(id)
		}
		x.Status, x.Entry, x.Ended = game.TournamentCancelled, false, x.at
		if err := x.tx.Tournaments.SaveTournament(x.Tournament); err != nil {
			return err
		}
		return x.tellAll(message.New("{tournament}: cancelled", x.name()), func(*game.Entrant) []message.Message {
			return []message.Message{message.New("the organisers have cancelled the tournament {tournament}. Games that have begun go on.", x.name())}
		})
	})
}

// EndTournament ends a tournament, so that the standings are final. All rounds must be over.
func (t *Tournaments) EndTournament(ctx context.Context, id, accountID string) error {
	return t.organise(ctx, id, accountID, func(x *loaded) error {
		switch {
		case x.Status == game.TournamentDraft:
			return errDraft
		case len(x.rounds) == 0:
			return game.Refuse(game.Conflict, message.New("No round has been played. Cancel the tournament instead."))
		case x.current() != nil:
			return game.Refuse(game.Conflict, message.New("Round {n} is not over. End it first.", message.Number(x.current().Number)))
		}
		x.Status, x.Entry, x.Ended = game.TournamentOver, false, x.at
		if err := x.tx.Tournaments.SaveTournament(x.Tournament); err != nil {
			return err
		}
		return x.tellFinal()
	})
}

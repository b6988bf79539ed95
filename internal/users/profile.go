package users

import (
	"cmp"
	"context"
	"slices"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/ratings"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

// Profile is the public data of a player.
type Profile struct {
	Account, Name string
	Since         time.Time
	Private       bool // whether the profile is hidden from others
	Score         schedule.Score
	Program       bool
	Owner         string       // a program's owner; empty for the operator, or a private profile
	Ranking       game.Ranking // rank by all of the player's games that count
	Skills        []Skill      // overall rating, and rating in each edition
	Stats         Stats
	Results       []ProfileGame
	Playing       []ProfileGame
	Running       int // number of unfinished games of which the player is a master
}

// ProfileGame is a game in a profile.
type ProfileGame struct {
	ID, Name, Powers string
	Scenario, Phase  message.Message
	Award            game.Award // for a game that counts
}

// Skill is a player's skill in an edition of the rules, or overall if the title is empty.
type Skill struct {
	Title string
	game.Skill
}

// maxProfile is the maximum number of games in a profile.
const maxProfile = 100

// PlayerNamed returns the profile of the player with the given name, as an account may see it. It
// includes neither games that conceal their players nor unlisted games.
func (u *Users) PlayerNamed(ctx context.Context, name, viewer string) (*Profile, error) {
	var out *Profile
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		a, err := account.Named(tx, name)
		if err != nil {
			return err
		}
		if a.Private && a.ID != viewer || a.Blocked {
			return account.ErrNoProfile
		}
		k, err := account.ReadRecord(a, u.base.Now())
		if err != nil {
			return err
		}
		out = &Profile{Account: a.ID, Name: a.Name, Since: a.Created, Private: a.Private, Score: k.Outcomes.Score(), Program: a.Program}
		if a.Owner != "" {
			owner, err := u.base.Accounts.AccountIn(tx, a.Owner)
			if err != nil {
				return err
			}
			if !owner.Private && !owner.Blocked {
				out.Owner = owner.Name
			}
		}
		if err := u.profileResults(tx, out); err != nil {
			return err
		}
		if err := u.profileSkills(tx, out); err != nil {
			return err
		}
		return u.profileGames(tx, out)
	})
	return out, err
}

// profileResults adds the results of finished games.
func (u *Users) profileResults(tx *game.Tx, p *Profile) error {
	awards, err := tx.Awards.AwardsOf(p.Account)
	if err != nil {
		return err
	}
	awards = slices.DeleteFunc(awards, func(a game.Award) bool { return a.Program != p.Program })
	p.Stats = StatsOf(awards)
	p.Ranking = game.Ranking{Account: p.Account, Name: p.Name, Games: len(awards)}
	for _, a := range awards {
		if a.Wins {
			p.Ranking.Wins++
		}
		if a.Rated {
			p.Ranking.Rated++
			p.Ranking.Points += a.Points
		}
	}
	kinds := map[string]message.Message{} // titles of kinds, keyed by kind
	p.Results = make([]ProfileGame, 0, min(len(awards), maxProfile))
	for part := range slices.Chunk(awards, maxProfile) {
		if len(p.Results) == maxProfile {
			break
		}
		ids := make([]string, len(part))
		for i := range part {
			ids[i] = part[i].Game
		}
		titles, err := tx.Games.Titles(ids)
		if err != nil {
			return err
		}
		games := map[string]game.GameTitle{}
		for _, t := range titles {
			games[t.ID] = t
		}
		for i := range part {
			a := &part[i]
			if t := games[a.Game]; t.Listed && len(p.Results) < maxProfile {
				if kinds[a.Kind].IsZero() {
					kinds[a.Kind] = ratings.KindTitle(a.Kind)
				}
				p.Results = append(p.Results, ProfileGame{ID: a.Game, Name: t.Name, Scenario: kinds[a.Kind], Powers: a.Powers, Award: *a})
			}
		}
	}
	return nil
}

// profileSkills adds the player's skills.
func (u *Users) profileSkills(tx *game.Tx, p *Profile) error {
	all, err := tx.Skills.Skills(p.Account)
	for _, s := range all {
		if s.Program != p.Program {
			continue
		}
		x := Skill{Skill: s}
		if s.Edition != "" {
			x.Title = ratings.EditionTitle(s.Edition)
		}
		p.Skills = append(p.Skills, x)
	}
	return err
}

// profileGames adds the games that the player currently plays or runs.
func (u *Users) profileGames(tx *game.Tx, p *Profile) error {
	parts, err := tx.Members.PartsOf(p.Account, true)
	if err != nil {
		return err
	}
	parts = slices.DeleteFunc(parts, func(m game.Part) bool { return m.Kind == game.Observer })
	slices.Reverse(parts) // the latest first
	ids := make([]string, 0, min(len(parts), 2*maxProfile))
	for i := range parts {
		if len(ids) < 2*maxProfile {
			ids = append(ids, parts[i].Game)
		}
	}
	games, err := u.base.Shown(tx, ids)
	if err != nil {
		return err
	}
	running := map[string]*game.Game{}
	for _, g := range games {
		running[g.ID] = g.Game
	}
	p.Playing = make([]ProfileGame, 0, min(len(parts), maxProfile))
	for i := range parts {
		m := &parts[i]
		g := running[m.Game]
		if g == nil || len(p.Playing) == maxProfile {
			continue
		}
		if !g.Hosting.Listed || !g.View(game.Role{}).SeesNames() {
			continue
		}
		switch {
		case m.Kind == game.Master:
			p.Running++
		case g.Number == 0 && !g.View(game.Role{}).SeesJoined(): // the game hides who has joined
		case g.Number == 0:
			p.Playing = append(p.Playing, ProfileGame{ID: g.ID, Name: g.Name, Scenario: message.Message{ID: g.Setting.Title}, Phase: message.New("waiting for players")})
		case m.Seat > 0:
			p.Playing = append(p.Playing, ProfileGame{ID: g.ID, Name: g.Name, Scenario: message.Message{ID: g.Setting.Title}, Powers: gamestate.PowerNames(g, m.Seat), Phase: message.New("{phase}", message.Phase(g.Phase))})
		}
	}
	return nil
}

// Reliable is a row of the table of reliability.
type Reliable struct {
	Account, Name string
	Score         schedule.Score
}

// recordsAtOnce is the number of accounts read in one transaction.
const recordsAtOnce = 2000

// Reliables returns the table of reliability, the most reliable first. It contains the accounts
// that have enough outcomes and are not private.
func (u *Users) Reliables(ctx context.Context) ([]Reliable, error) {
	var out []Reliable
	for after := ""; ; {
		var part []game.AccountRecord
		if err := u.base.Read(ctx, func(tx *game.Tx) (err error) {
			part, err = tx.Accounts.Records(after, recordsAtOnce)
			return err
		}); err != nil {
			return nil, err
		}
		for i := range part {
			k, err := account.ReadRecord(&game.Account{Record: part[i].Record}, u.base.Now())
			if err != nil {
				return nil, err
			}
			if s := k.Outcomes.Score(); s.Known {
				out = append(out, Reliable{part[i].ID, part[i].Name, s})
			}
		}
		if len(part) < recordsAtOnce {
			break
		}
		after = part[len(part)-1].ID
	}
	slices.SortFunc(out, func(a, b Reliable) int {
		return cmp.Or(cmp.Compare(b.Score.Percent, a.Score.Percent), cmp.Compare(b.Score.OnTime, a.Score.OnTime), cmp.Compare(a.Name, b.Name))
	})
	return out, nil
}

// PublicNames returns the names of those accounts of a list that appear in public lists, keyed by
// ID.
func (u *Users) PublicNames(ctx context.Context, accounts []string) (map[string]string, error) {
	out := map[string]string{}
	err := u.base.Read(ctx, func(tx *game.Tx) error {
		clear(out)
		all, err := tx.Accounts.AccountsByID(accounts)
		for i := range all {
			if a := &all[i]; a.Verified && !a.Private && !a.Blocked {
				out[a.ID] = a.Name
			}
		}
		return err
	})
	return out, err
}

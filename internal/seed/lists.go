package seed

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge"
	"podesta/internal/lobby"
	"podesta/internal/schedule"
)

// ListsPlan determines the games that Lists creates.
type ListsPlan struct {
	Games int       // number of games, and of accounts
	Now   time.Time // creation time of the newest games
}

// Account returns the ID of account n.
func (ListsPlan) Account(n int) string { return fmt.Sprintf("crowd%06d", n) }

// Name returns the name of account n.
func (ListsPlan) Name(n int) string { return fmt.Sprintf("Person %d", n) }

// Email returns the address of account n. The password is Password.
func (ListsPlan) Email(n int) string { return address(n) }

// The words in the names of the games that Lists creates.
var (
	listKinds  = [...]string{"The League of", "War for", "The Second War for", "A Winter in", "Friends of"}
	listPlaces = [...]string{"Siena", "Lucca", "Pisa", "Bologna", "Ferrara", "Mantua", "Modena", "Urbino", "Perugia", "Città di Castello", "Forlì"}
)

// Title returns the name of game n.
func (ListsPlan) Title(n int) string {
	return fmt.Sprintf("%s %s %d", listKinds[n%len(listKinds)], listPlaces[n%len(listPlaces)], n)
}

// Lists fills an empty store with games that have only the data that lists show: a tenth of
// them wait for players, three tenths are running, and the others are over, with results of
// four players each. Account 0 has taken part in 250 games.
func Lists(ctx context.Context, s game.Store, secret []byte, p ListsPlan) error {
	j := judge.New(s, &setClock{now: p.Now}, secret)
	people, err := makePeople(ctx, s, j, p.Games)
	if err != nil {
		return err
	}
	forming, err := listed(ctx, s, j, people, 0)
	if err != nil {
		return err
	}
	active, err := listed(ctx, s, j, people, 4)
	if err != nil {
		return err
	}
	if err := forgetMail(ctx, s, p.Now.Add(time.Hour)); err != nil {
		return err
	}
	const together = 200
	for first := 0; first < p.Games; first += together {
		err := s.Write(ctx, func(tx *game.Tx) error {
			for n := first; n < min(first+together, p.Games); n++ {
				if err := p.add(tx, n, people, forming, active); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return p.records(ctx, s, people)
}

// listed creates a game for four that a number of players have joined.
func listed(ctx context.Context, s game.Store, j *judge.Judge, people []person, players int) (*template, error) {
	how := hosting.Default()
	how.Listed, how.Rated = true, true
	for i := range how.Timing {
		how.Timing[i] = schedule.Timing{Clock: schedule.NoClock, Next: 70 * time.Hour, Grace: 72 * time.Hour, Delay: 30 * time.Minute, Days: schedule.EveryDay}
	}
	g, err := j.Lobby.Host(ctx, people[9].id, lobby.NewGame{Name: fmt.Sprint("Model ", players), Scenario: "A", Variant: "A-4", Preset: "battleline-1978-basic"}, how)
	if err != nil {
		return nil, err
	}
	for n := range players {
		if err := j.Lobby.Join(ctx, g.ID, people[n].id, ""); err != nil {
			return nil, err
		}
	}
	t := &template{id: g.ID}
	return t, s.Read(ctx, func(tx *game.Tx) error {
		if t.record, err = tx.Games.Game(t.id); err != nil {
			return err
		}
		if t.seats, err = tx.Games.Seats(t.id); err != nil || t.record.Number == 0 {
			return err
		}
		t.current, err = tx.Phases.Phase(t.id, t.record.Number)
		return err
	})
}

// add stores game n.
func (p *ListsPlan) add(tx *game.Tx, n int, people []person, forming, active *template) error {
	t := active
	if n%10 == 0 {
		t = forming
	}
	g, phase, members := t.record, t.current, 4
	g.ID, g.Name, g.Created = fmt.Sprintf("list%06d", n), p.Title(n), p.Now.Add(time.Duration(n-p.Games)*7*time.Minute)
	phase.Game = g.ID
	switch {
	case n%10 == 0:
		members = n / 10 % 4
	case n%10 > 3:
		g.Status, g.Finished, phase.Number, members = game.Over, true, 0, 1
	}
	if err := tx.Games.AddGame(g, t.seats, phase); err != nil {
		return err
	}
	at := func(seat int) string {
		if seat == 0 && n%(p.Games/250|1) == 0 {
			return people[0].id
		}
		return people[1+(n*4+seat*7)%(len(people)-1)].id
	}
	for seat := range members {
		m := game.Member{Game: g.ID, Account: at(seat), Kind: game.Player, Seat: seat + 1, Joined: g.Created}
		if g.Status == game.Forming {
			m.Seat = 0
		}
		if err := tx.Members.SaveMember(m); err != nil {
			return err
		}
	}
	if g.Status != game.Over {
		return nil
	}
	var awards []game.Award
	for seat, points := range [...]int64{10, 7, 4, 1} {
		awards = append(awards, game.Award{
			Game: g.ID, Account: at((seat + n) % 4), Kind: [...]string{"balance-of-power", "expansion-of-states", "turks-in-italy"}[n%3], Powers: "Milan", Players: 4,
			Place: seat + 1, Tied: 1, Cities: 12 - 3*seat, Wins: seat == 0, Rated: true, Points: points * game.PointParts, Ended: g.Created.Add(time.Hour),
		})
	}
	return tx.Awards.SaveAwards(g.ID, awards)
}

// records gives half of the accounts a reliability record.
func (p *ListsPlan) records(ctx context.Context, s game.Store, people []person) error {
	const together = 500
	for first := 0; first < len(people); first += together {
		err := s.Write(ctx, func(tx *game.Tx) error {
			for n := first; n < min(first+together, len(people)); n += 2 {
				outcomes := schedule.Record(strings.Repeat(string(schedule.OnTime), 10+n%40) + strings.Repeat(string(schedule.Late), n%7))
				record, err := json.Marshal(account.PlayerRecord{Outcomes: outcomes})
				if err == nil {
					err = tx.Accounts.SaveRecord(people[n].id, record)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

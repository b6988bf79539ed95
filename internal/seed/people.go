package seed

import (
	"context"
	"fmt"

	"podesta/internal/game"
	"podesta/internal/judge"
)

// Password is the password of all people of a crowd.
const Password = "four hundred florins"

// person is an account and its e-mail address.
type person struct{ id, email string }

// makePeople creates a number of accounts, at least 16. All have the same
// password, so that its hash is computed once.
func makePeople(ctx context.Context, s game.Store, j *judge.Judge, number int) ([]person, error) {
	first, secret, err := j.Users.Register(ctx, "Person 0", address(0), "Europe/Rome")
	if err != nil {
		return nil, err
	}
	if _, err := j.Users.Verify(ctx, secret.Secret()); err != nil {
		return nil, err
	}
	if err := j.Users.SetPassword(ctx, first.ID, Password); err != nil {
		return nil, err
	}
	model, err := j.Users.Account(ctx, first.ID)
	if err != nil {
		return nil, err
	}
	out := []person{{model.ID, model.Email}}
	number = max(number, 16)
	for len(out) < number {
		begin := len(out)
		err := s.Write(ctx, func(tx *game.Tx) error {
			out = out[:begin]
			for n := begin; n < min(begin+500, number); n++ {
				a := *model
				a.ID, a.Name, a.Email = fmt.Sprintf("crowd%06d", n), fmt.Sprintf("Person %d", n), address(n)
				if err := tx.Accounts.SaveAccount(a); err != nil {
					return err
				}
				if err := tx.Accounts.SaveAddress(game.Address{Email: a.Email, Account: a.ID, Verified: true}); err != nil {
					return err
				}
				out = append(out, person{a.ID, a.Email})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func address(n int) string { return fmt.Sprintf("person%d@players.example", n) }

// sitting returns the people of game n: eight players and a master, all
// different.
func sitting(people []person, n int) (players []person, master person) {
	for seat := range 8 {
		players = append(players, people[(n*8+seat*7)%len(people)])
	}
	at := (n*8 + 3) % len(people)
	for {
		master = people[at]
		taken := false
		for _, p := range players {
			taken = taken || p == master
		}
		if !taken {
			return players, master
		}
		at = (at + 1) % len(people)
	}
}

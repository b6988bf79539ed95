package main

import (
	"fmt"
	"os"
	"strings"

	"podesta/internal/account"
	"podesta/internal/config"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/judge"
	"podesta/internal/mail"
	"podesta/internal/store"
)

// openStore opens the database of a configuration.
func openStore(c *config.Config, o store.Options) (*store.Store, error) {
	o.Archive = c.Archive.URL
	return store.OpenWith(c.DatabaseURL(), o)
}

// configuredJudge returns the judge of a configuration. No command makes its
// judge in another way, so each follows all settings.
func configuredJudge(c *config.Config, st game.Store, clock gamestate.Clock, secret []byte) (*judge.Judge, error) {
	o, err := judgeOptions(c)
	if err != nil {
		return nil, err
	}
	return judge.Open(st, clock, secret, o)
}

// judgeOptions returns the options that a configuration gives the judge.
func judgeOptions(c *config.Config) (judge.Options, error) {
	o := judge.Options{
		Plays: c.Limits.Play, ProgramGames: c.Limits.ProgramGames,
		Idle: c.Sessions.Idle.Span(), Session: c.Sessions.Longest.Span(), SecondFactor: account.FactorNeed(c.Sessions.SecondFactor),
		Zone: c.Zone,
	}
	var err error
	if o.Points, err = pointsTable(c); err != nil {
		return judge.Options{}, err
	}
	if c.Passwords.List != "" {
		if o.CommonPasswords, err = os.ReadFile(c.Passwords.List); err != nil {
			return judge.Options{}, fmt.Errorf("passwords.list: %w", err)
		}
	}
	if c.Mail.Domain != "" {
		o.OwnAddress = mail.Config{Address: mailAddress(c), Aliases: c.Mail.Aliases}.Ours
	}
	o.Erased = func(id string) error { return noteErased(c, id) }
	return o, nil
}

// mailAddress returns the e-mail address of a judge that has one.
func mailAddress(c *config.Config) string {
	return c.Mail.Mailbox + "@" + strings.ToLower(c.Mail.Domain)
}

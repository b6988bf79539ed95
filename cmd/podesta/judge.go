package main

import (
	"fmt"
	"log/slog"
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

// configuredJudge returns the judge of a configuration. Every command uses it to create its
// judge, so that all settings are respected. log can be nil.
func configuredJudge(c *config.Config, st game.Store, clock gamestate.Clock, secret []byte, log *slog.Logger) (*judge.Judge, error) {
	o, err := judgeOptions(c, log)
	if err != nil {
		return nil, err
	}
	return judge.Open(st, clock, secret, o)
}

// judgeOptions returns the options of a judge from its configuration.
func judgeOptions(c *config.Config, log *slog.Logger) (o judge.Options, err error) {
	o.Plays, o.ProgramGames = c.Limits.Play, c.Limits.ProgramGames
	o.People = account.Settings{
		Idle: c.Sessions.Idle.Span(), Session: c.Sessions.Longest.Span(), SecondFactor: account.FactorNeed(c.Sessions.SecondFactor), Zone: c.Zone, Log: log,
	}
	o.Erased = func(id string) error { return noteErased(c, id) }
	if o.Points, err = pointsTable(c); err != nil {
		return o, err
	}
	if c.Passwords.List != "" {
		if o.People.CommonPasswords, err = os.ReadFile(c.Passwords.List); err != nil {
			return o, fmt.Errorf("passwords.list: %w", err)
		}
	}
	if c.Mail.Domain != "" {
		o.People.Ours = mail.Config{Address: mailAddress(c), Aliases: c.Mail.Aliases}.Ours
	}
	return o, nil
}

// mailAddress returns the e-mail address of a judge with a mail domain.
func mailAddress(c *config.Config) string {
	return c.Mail.Mailbox + "@" + strings.ToLower(c.Mail.Domain)
}

package main

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/config"
	"podesta/internal/judge"
)

// TestOneJudge checks that all commands open the judge with all the options in its
// configuration, and with the same ones.
func TestOneJudge(t *testing.T) {
	c := config.Default()
	c.Data = t.TempDir()
	c.Mail.Domain, c.Mail.Relay.Host = "podesta.example", "127.0.0.1"
	c.Limits.Play, c.Limits.ProgramGames = 3, 4
	c.Sessions.Idle, c.Sessions.Longest, c.Sessions.SecondFactor = config.Duration(time.Hour), config.Duration(2*time.Hour), string(account.FactorMasters)
	c.Zone = "Europe/Rome"
	for file, text := range map[*string]string{&c.Passwords.List: "giraffe in the attic\n", &c.PointsFile: "4: 9 1\n"} {
		*file = filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(*file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o, err := judgeOptions(c, slog.Default())
	if err != nil {
		t.Fatal(err)
	}
	for _, fields := range []reflect.Value{reflect.ValueOf(o), reflect.ValueOf(o.People)} {
		for i := range fields.NumField() {
			if fields.Field(i).IsZero() {
				t.Errorf("the configuration does not set the option %s", fields.Type().Field(i).Name)
			}
		}
	}
	openers := map[string]func() (*judge.Judge, func(), error){
		"import, export, data, account, ratings": func() (*judge.Judge, func(), error) { return openJudge(c) },
		"mail": func() (*judge.Judge, func(), error) {
			_, j, done, err := openPost(c)
			return j, done, err
		},
	}
	for name, open := range openers {
		j, done, err := open()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := j.Users.CheckPassword("giraffe in the attic"); err == nil {
			t.Errorf("%s: the operator's list of common passwords does not count", name)
		}
		if got := j.Ratings.PointsTable(); !reflect.DeepEqual(got, o.Points) {
			t.Errorf("%s: rating points %v", name, got)
		}
		if j.Base.Accounts.FactorNeed() != account.FactorMasters || j.Users.SessionTime() != 2*time.Hour || !j.BotGames.MayPlay() {
			t.Errorf("%s: second factor for %s, sessions of %v, play %v", name, j.Base.Accounts.FactorNeed(), j.Users.SessionTime(), j.BotGames.MayPlay())
		}
		person := strings.NewReplacer(" ", "", ",", "").Replace(name)
		if a, _, err := j.Users.Register(context.Background(), person, person+"@example.org", ""); err != nil || a.Zone != "Europe/Rome" {
			t.Errorf("%s: a new account: %+v, %v", name, a, err)
		}
		if _, _, err := j.Users.Register(context.Background(), "Judge"+person, "judge@podesta.example", ""); err == nil {
			t.Errorf("%s: the judge's own address for an account: %v", name, err)
		}
		done()
	}
}

// TestJudgeIsMadeOnce checks that no command creates a judge of its own, which would respect
// only some of the settings.
func TestJudgeIsMadeOnce(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var places []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(f, "_test.go") && (strings.Contains(string(text), "judge.New(") || strings.Contains(string(text), "judge.Open(")) {
			places = append(places, f)
		}
	}
	if len(places) != 1 || places[0] != "judge.go" {
		t.Errorf("judges are made in %v", places)
	}
}

package act_test

import (
	"context"
	"strings"
	"testing"

	"podesta/internal/act"
	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/position"
)

// args has an argument of every kind.
type args struct {
	Name   string               `arg:"name" least:"1" most:"5" doc:"A name"`
	Pace   string               `arg:"pace,optional" of:"daily,weekly" doc:"A pace"`
	Count  int                  `arg:"count,optional" least:"1" most:"3" doc:"A number"`
	On     bool                 `arg:"on,optional" doc:"A switch"`
	Words  []string             `arg:"words" most:"2" doc:"Words"`
	Power  machiavelli.Power    `arg:"power,optional" doc:"A power"`
	Powers machiavelli.PowerSet `arg:"powers" doc:"Powers"`
}

// TestArguments reads arguments as the interfaces pass them, both as JSON values and as words.
func TestArguments(t *testing.T) {
	var got args
	c := act.Of(act.Command{Name: "try out", Who: act.Anyone}, func(_ context.Context, _ act.Caller, a args) (*act.Done, error) {
		got = a
		return &act.Done{}, nil
	})
	if c.ID() != "tryOut" {
		t.Errorf("the API calls it %s", c.ID())
	}
	g := &game.Game{Setting: &position.Setting{}}
	g.Setting.Powers = machiavelli.Roster{{}, {ID: "venice", Name: "Venice", Letter: 'V'}, {ID: "milan", Name: "Milan", Letter: 'I'}}
	run := func(v act.Values) string {
		got = args{}
		_, err := c.Run(t.Context(), act.Caller{Game: g}, v)
		if err == nil {
			return ""
		}
		if game.ErrorCode(err) != game.Invalid {
			t.Errorf("%v: the code is %s", v, game.ErrorCode(err))
		}
		return err.Error()
	}
	for _, x := range []struct{ json, fails string }{
		{`{"name":"Ada","count":3,"on":true,"words":["a","b"],"power":"V","powers":["venice","mil"]}`, ""},
		{`{"name":"Ada","count":null}`, ""},
		{`{"name":"Ada","pace":"weekly"}`, ""},
		{``, "Something is missing: name."},
		{`{"name":""}`, "Something is missing: name."},
		{`{"name":"Adalbert"}`, "name takes at most 5 characters"},
		{`{"name":7}`, "name takes a text"},
		{`{"name":"Ada","pace":"slow"}`, "pace is one of daily, weekly, not"},
		{`{"name":"Ada","pace":"weakly"}`, "Did you mean weekly?"},
		{`{"name":"Ada","count":4}`, "count takes a whole number from 1 to 3, not \"4\""},
		{`{"name":"Ada","count":1.5}`, "count takes a whole number"},
		{`{"name":"Ada","count":"2"}`, "count takes a whole number"},
		{`{"name":"Ada","on":"yes"}`, "on is true or false"},
		{`{"name":"Ada","words":"a"}`, "words takes a list"},
		{`{"name":"Ada","words":["a","b","c"]}`, "words takes at most 2 items"},
		{`{"name":"Ada","power":"Sparta"}`, "There is no power \"Sparta\" in this game; it has V Venice, I Milan"},
		{`{"name":"Ada","powers":[1]}`, "powers takes a text"},
		{`{"name":"Ada","wrods":[]}`, "Did you mean words?"},
		{`{"name":"Ada","colour":"red"}`, "Nothing is called \"colour\" here."},
		{`[1]`, "must be an object"},
		{`{"name":`, "must be an object"},
	} {
		v, err := act.FromJSON([]byte(x.json))
		said := ""
		if err != nil {
			said = err.Error()
		} else {
			said = run(v)
		}
		if x.fails == "" && said != "" || !strings.Contains(said, x.fails) {
			t.Errorf("%s: %q, want %q", x.json, said, x.fails)
		}
	}
	if said := run(act.Values{"name": act.Words("Ada"), "count": act.Words(" 2 "), "words": []string{"a"}, "on": act.Words("on"), "powers": []string{"V", "I"}}); said != "" {
		t.Fatal(said)
	}
	if got.Count != 2 || !got.On || len(got.Words) != 1 || !got.Powers.Has(1) || !got.Powers.Has(2) {
		t.Errorf("read as %+v", got)
	}
}

// TestWhoCanUseCommands checks who can use a command, and the code of the refusal of others.
func TestWhoCanUseCommands(t *testing.T) {
	type none struct{}
	make := func(scope act.Scope, who act.Who) act.Command {
		return act.Of(act.Command{Name: "try", Scope: scope, Who: who}, func(context.Context, act.Caller, none) (*act.Done, error) { return &act.Done{}, nil })
	}
	for _, x := range []struct {
		c    act.Command
		by   act.Caller
		code string
	}{
		{make(act.Judge, act.Anyone), act.Caller{}, ""},
		{make(act.Judge, act.Account), act.Caller{}, game.Forbidden},
		{make(act.Judge, act.Account), act.Caller{Account: "ada"}, ""},
		{make(act.Seat, act.Player), act.Caller{Seat: 2}, ""},
		{make(act.Seat, act.Player), act.Caller{}, game.Forbidden},
		{make(act.Seat, act.Player), act.Caller{Role: game.Role{Master: true}}, game.Invalid},
	} {
		if _, err := x.c.Run(t.Context(), x.by, nil); game.ErrorCode(err) != x.code {
			t.Errorf("scope %d, %s, %+v: %v", x.c.Scope, x.c.Who, x.by, err)
		}
	}
}

// TestNeeds checks that a command about an account is refused, before its function runs, to
// programs and to callers who do not prove that they own the account.
func TestNeeds(t *testing.T) {
	owner := func(_ context.Context, password string) error {
		if password != "a secret" {
			return game.ErrMaster
		}
		return nil
	}
	for _, x := range []struct {
		needs act.Need
		by    act.Caller
		json  string
		runs  bool
	}{
		{act.Nothing, act.Caller{Account: "ada"}, `{}`, true},
		{act.Session, act.Caller{Account: "ada"}, `{}`, false},
		{act.Session, act.Caller{Account: "ada", Confirm: owner}, `{}`, false},
		{act.Session, act.Caller{Account: "ada", Session: true, Confirm: owner}, `{}`, true},
		{act.Session, act.Caller{Session: true, Confirm: owner}, `{}`, false},
		{act.Owner, act.Caller{Account: "ada", Confirm: owner}, `{"current":"a secret"}`, false},
		{act.Owner, act.Caller{Account: "ada", Session: true}, `{"current":"a secret"}`, false},
		{act.Owner, act.Caller{Account: "ada", Session: true, Confirm: owner}, `{}`, false},
		{act.Owner, act.Caller{Account: "ada", Session: true, Confirm: owner}, `{"current":"another"}`, false},
		{act.Owner, act.Caller{Account: "ada", Session: true, Confirm: owner}, `{"current":"a secret"}`, true},
	} {
		ran := false
		c := act.Of(act.Command{Name: "try", Who: act.Account, Needs: x.needs}, func(context.Context,
			act.Caller, act.Password,
		) (*act.Done, error) {
			ran = true
			return &act.Done{}, nil
		})
		v, err := act.FromJSON([]byte(x.json))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = c.Run(t.Context(), x.by, v); ran != x.runs || (err == nil) != x.runs {
			t.Errorf("need %d, session %v, %s: %v", x.needs, x.by.Session, x.json, err)
		}
	}
}

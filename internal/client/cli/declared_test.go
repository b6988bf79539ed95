package cli_test

import (
	"bytes"
	"cmp"
	"flag"
	"log/slog"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/act"
	"podesta/internal/api"
	"podesta/internal/client/cli"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/registry"
	"podesta/internal/wiring"
)

// typed returns the client's arguments for a command.
func typed(c *act.Command, words map[string]string) []string {
	if len(c.Short) == 0 {
		out := []string{strings.ToLower(strings.ReplaceAll(c.Name, " ", "-"))}
		if c.Scope != act.Judge {
			out = append(out, "played")
		}
		for i := range c.Args {
			switch a := &c.Args[i]; {
			case a.Name == "revision" || !a.Required:
			case a.Kind != act.Switch:
				out = append(out, words[a.Name])
			case words[a.Name] != "":
				out = append(out, "-"+a.Name+"="+words[a.Name])
			}
		}
		return out
	}
	begins, rest := c.Elements(c.Short[len(c.Short)-1])
	out := strings.Fields(strings.ToLower(begins))
	if c.Scope != act.Judge {
		out = slices.Insert(out, 1, "played")
	}
	named := map[string]bool{}
	var write func(list []act.Element)
	write = func(list []act.Element) {
		for _, e := range list {
			switch {
			case e.Word != "":
				out = append(out, strings.ToLower(e.Word))
			case e.Group != nil:
				if args := e.Group[len(e.Group)-1].Args; args != nil {
					if named[args[0].Name] = true; words[args[0].Name] != "" {
						write(e.Group)
					}
				}
			default:
				named[e.Args[0].Name] = true
				out = append(out, cmp.Or(words[e.Args[0].Name], "none"))
			}
		}
	}
	write(rest)
	for i := range c.Args {
		a := &c.Args[i]
		if _, set := c.Short[len(c.Short)-1].With[a.Name]; a.Required && !named[a.Name] && !set && a.Name != "revision" {
			out = append(out, "-"+a.Name+"="+words[a.Name])
		}
	}
	return out
}

// namedBy reports whether a form of the client contains an argument.
func namedBy(c *act.Command, name string) bool {
	return slices.ContainsFunc(c.Short, func(f act.Form) bool {
		return slices.Contains(strings.FieldsFunc(f.Syntax, func(r rune) bool { return strings.ContainsRune(" []", r) }), name)
	})
}

// hall is a judge with its API, and people who have signed in.
type hall struct {
	*judgetest.House
	rehearsal *judgetest.Rehearsal
	cast      *judgetest.Cast
}

func open(t *testing.T) *hall {
	t.Helper()
	h := &hall{House: judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))}
	h.cast, h.rehearsal = h.Cast(), h.Rehearse()
	a := api.New(api.Deps{
		Judge: wiring.API(h.Judge), Clock: h.Clock, Log: slog.New(slog.DiscardHandler),
		Limits: api.Limits{Rate: 1e6, Burst: 1e6, StrangerRate: 1e6, Strangers: 1e6},
	})
	srv := httptest.NewServer(a)
	t.Cleanup(srv.Close)
	t.Cleanup(a.Close)
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv(cli.JudgeVariable, srv.URL)
	t.Setenv("LANG", "C")
	return h
}

// as runs the following commands with the session of a person, or without one if it is nil.
func (h *hall) as(t *testing.T, a *game.Account) {
	t.Helper()
	secret := ""
	if a != nil {
		var err error
		secret, err = h.Users.NewToken(t.Context(), game.Token{Kind: game.SessionToken, Account: a.ID}, time.Hour)
		h.Must(err)
	}
	if a != nil { // the first use of a token is recorded
		_, _, err := h.Users.Authenticate(t.Context(), secret)
		h.Must(err)
	}
	t.Setenv(cli.TokenVariable, secret)
}

// run runs a command.
func run(words []string) (status int, said string) {
	var out bytes.Buffer
	status = cli.Run(strings.NewReader("none"), &out, &out, cli.Options{Version: "test", ShowFlags: func(*flag.FlagSet) {}}, words)
	return status, out.String()
}

// TestDeclaredCommands runs every command that the client has from the registry, as everyone
// whom it may be meant for. It checks that those for whom it is meant are admitted, whatever
// the outcome, and others are refused. All effects are rolled back.
func TestDeclaredCommands(t *testing.T) {
	h := open(t)
	callers := []struct {
		account *game.Account
		is      act.Who
	}{
		{nil, 0},
		{h.cast.Outsider, act.Account},
		{h.cast.Observer, act.Account | act.Observer},
		{h.cast.Player, act.Account | act.Player},
		{h.cast.Master, act.Account | act.Master},
	}
	for _, by := range callers {
		name := "nobody"
		if by.account != nil {
			name = by.account.Name
		}
		h.rehearsal.Forget(false)
		h.as(t, by.account)
		h.rehearsal.Forget(true)
		for _, c := range (registry.Rooms{}).All() {
			if c.API == "" {
				continue
			}
			before := h.rehearsal.Wrote()
			words := typed(&c, judgetest.Typed(&c))
			status, said := run(words)
			refused := strings.Contains(said, "[forbidden]") || strings.Contains(said, "[unauthorized]")
			switch can := judgetest.Can(&c, by.is); {
			case status == 2:
				t.Errorf("%v cannot be given: %s", words, said)
			case can && refused && !slices.Contains(narrower[c.Name], name):
				t.Errorf("%s is for %s, but %s is refused: %s", c.Name, c.Who, name, said)
			case !can && status == 0:
				t.Errorf("%s is for %s, but %s is let in: %s", c.Name, c.Who, name, said)
			case !can && h.rehearsal.Wrote() != before:
				t.Errorf("%s by %s is refused, but something is written", c.Name, name)
			}
		}
	}
}

// narrower lists people to whom a command is refused although it is meant for people like them,
// because of the state of the game or of their account.
var narrower = map[string][]string{
	"agree": {"Milano"}, "start game": {"Milano"}, "resume": {"Milano"}, // the game has a master
	// the game is without SET WATCH ALL PRESS
	"set copies": {"Osservante"},
	// the game is without SET INVITES
	"get invites": {"Milano"}, "invite": {"Milano"}, "uninvite": {"Milano"}, "add link": {"Milano"}, "drop link": {"Milano"},
	"add program": {"Straniera", "Osservante", "Milano", "Cosimo"}, // the key belongs to someone else
}

// TestTyping runs every command with an unknown flag and with a misspelt word. It checks that
// the error names what was typed and suggests what may be meant, without mentioning the
// structure of the request.
func TestTyping(t *testing.T) {
	h := open(t)
	h.as(t, h.cast.Player)
	h.rehearsal.Forget(true)
	says := func(words []string, typed, meant string) {
		t.Helper()
		status, said := run(words)
		if status == 0 || !strings.Contains(said, typed) || !strings.Contains(said, "Did you mean "+meant) && !strings.Contains(said, "did you mean "+meant) ||
			strings.Contains(said, "body.") || strings.Contains(said, "query.") {
			t.Errorf("%v: %s", words, said)
		}
	}
	for _, c := range (registry.Rooms{}).All() {
		if c.API == "" {
			continue
		}
		right := judgetest.Typed(&c)
		says(append(typed(&c, right), "-"+judgetest.Misspelt("json")), "-"+judgetest.Misspelt("json"), "-json")
		for i := range c.Args {
			a := &c.Args[i]
			if len(a.Of) == 0 || len(a.Of[0]) < 3 {
				continue
			}
			wrong := judgetest.Misspelt(a.Of[0])
			words := typed(&c, right)
			if a.Required || namedBy(&c, a.Name) {
				with := map[string]string{}
				for name, word := range right {
					with[name] = word
				}
				with[a.Name] = wrong
				words = typed(&c, with)
			} else {
				words = append(words, "-"+a.Name+"="+wrong)
			}
			says(words, wrong, a.Of[0])
		}
	}
	says([]string{"set", "played", "gunboatt=true"}, "gunboatt", "gunboat")
	says([]string{"set", "played", "press.whiite=true"}, "whiite", "white")
	says([]string{"games", "-status", "acctive"}, "status", "active")
	says([]string{"api", "GET", "/games?limmit=5"}, "limmit", "limit")
	says([]string{"gamess"}, "gamess", "games")
}

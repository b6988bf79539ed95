package cli

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"

	"podesta/internal/apijson"
	"podesta/internal/client"
	"podesta/machiavelli/message"
)

func clientTables() []clientCommand {
	const group = "Joining"
	return []clientCommand{
		{group, "create", "NAME", "create a game, as its master or with -play as a player; with -links, for people without accounts", (*clientRun).create},
	}
}

// pairs holds flags of the form NAME=VALUE.
type pairs map[string]string

func (p pairs) String() string { return "" }

// Set parses NAME=VALUE and adds the pair.
func (p pairs) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return message.Error(message.New("expected NAME=VALUE"))
	}
	p[name] = value
	return nil
}

// nested returns an object of settings: timing.moves.next=48 sets a nested member. Values that are
// JSON are used as such; other values are used as strings.
func (p pairs) nested() (map[string]any, error) {
	out := map[string]any{}
	for name, text := range p {
		at := out
		parts := strings.Split(name, ".")
		for _, part := range parts[:len(parts)-1] {
			if at[part] == nil {
				at[part] = map[string]any{}
			}
			next, ok := at[part].(map[string]any)
			if !ok {
				return nil, message.Error(message.New("{setting} is set as a whole and in part", message.Name(part)))
			}
			at = next
		}
		last := parts[len(parts)-1]
		if at[last] != nil {
			return nil, message.Error(message.New("{setting} is set as a whole and in part", message.Name(name)))
		}
		var v any
		if json.Unmarshal([]byte(text), &v) != nil {
			v = text
		}
		at[last] = v
	}
	return out, nil
}

func (s *clientRun) create() error {
	n := client.NewGame{Options: map[string]string{}}
	hosting := pairs{}
	s.flags.StringVar(&n.Scenario, "scenario", "", "`ID` or slug of the scenario; podesta client scenarios lists them")
	s.flags.StringVar(&n.Variant, "variant", "", "`ID` of the variant; without it, the one with the most players")
	s.flags.StringVar(&n.Preset, "preset", "", "`ID` of the edition of the rules")
	s.flags.Var(pairs(n.Options), "option", "set an option of the rules, as `name=value`; may be repeated")
	s.flags.Var(hosting, "set", "set how the game is run, as `name=value`: listed=true or timing.moves.next=48; may be repeated")
	file := s.flags.String("file", "", "your own scenario `file`")
	position := s.flags.String("position", "", "`file` with the starting position, in the format of docs/interchange.md")
	s.flags.StringVar(&n.Phase, "phase", "", "the first `phase`, such as \"fall 1456 retreats\"")
	s.flags.BoolVar(&n.Plays, "play", false, "play in the game yourself; it then has no master, and its settings cannot be changed later")
	s.flags.StringVar(&n.Wishes, "wish", "", "with -play: the `powers` that you prefer, by their letters, such as VL[IN]")
	links := s.flags.Bool("links", false, "create a game for people without accounts: everyone plays with a link of their own")
	s.flags.BoolVar(&n.Solitaire, "solitaire", false, "with -links: one person plays all powers")
	hours := s.flags.Float64("hours", 0, "with -links: `hours` per phase; 0: no deadlines")
	if err := s.parse(1, 1); err != nil {
		return err
	}
	if n.Plays && *links || n.Wishes != "" && !n.Plays {
		return s.misused()
	}
	n.Name = s.arg(0)
	n.Pace = int(*hours * 3600)
	for _, x := range []struct {
		name string
		into func([]byte)
	}{
		{*file, func(b []byte) { n.Library = string(b) }},
		{*position, func(b []byte) { n.Position = b }},
	} {
		if x.name == "" {
			continue
		}
		data, err := os.ReadFile(x.name)
		if err != nil {
			return err
		}
		x.into(data)
	}
	if !*links {
		h, err := hosting.nested()
		if err != nil {
			return err
		}
		if n.Hosting, err = json.Marshal(h); err != nil {
			return err
		}
	} else if len(hosting) > 0 {
		return message.Error(message.New("a game that is played by links has nothing to set: leave {flag} out", message.Order("-set")))
	}
	var g apijson.Created
	told, err := s.ask(http.MethodPost, "/games", nil, n, &g)
	if told || err != nil {
		return err
	}
	s.tell(standingOf(&g.Summary))
	if g.Keys == nil {
		return nil
	}
	front := s.api.Address() + "/g/" + g.ID + "?key="
	s.tell(message.New("master: {link}", message.Name(front+g.Keys.Master)))
	for i, key := range g.Keys.Seats {
		name := message.New("seat {number}", message.Number(i+1))
		if i < len(g.Seats) {
			name = allOf(powerNames(&g.Game, g.Seats[i].Powers))
		}
		s.say("%s: %s%s", s.word(name), front, key)
	}
	return nil
}

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"podesta/internal/apijson"
	"podesta/internal/client"
	"podesta/machiavelli/message"
)

func clientTalks() []clientCommand {
	const group = "Press and log"
	return []clientCommand{
		{group, "press", "GAME TO [TEXT|-]", "send a message; TO is all, observers, master, or powers separated by commas", (*clientRun).press},
		{group, "log", "GAME", "show the log: notifications, results, messages, acts of masters", (*clientRun).log},
		{group, "watch", "[GAME...]", "print events as they happen, in all your games or some of them", (*clientRun).watch},
	}
}

// text returns the arguments from i on, or the standard input if there are none or the only one is
// -.
func (s *clientRun) text(i int) (string, error) {
	if len(s.args) <= i || len(s.args) == i+1 && s.args[i] == "-" {
		return s.input("-")
	}
	return strings.Join(s.args[i:], " "), nil
}

func (s *clientRun) press() error {
	seat := s.seatFlag()
	var l apijson.Letter
	s.flags.BoolVar(&l.Grey, "grey", false, "hide the sender")
	s.flags.BoolVar(&l.Postal, "postal", false, "deliver it after the phase; it goes to all, so write - as TO")
	s.flags.BoolVar(&l.NoFake, "no-fake", false, "show the true recipients, even if the game fakes them by default")
	fake := s.flags.String("fake", "", "show false `recipients`: all, or powers separated by commas")
	if err := s.parse(2, -1); err != nil {
		return err
	}
	if to := s.arg(1); to != "-" {
		l.To = strings.Split(to, ",")
	}
	if *fake != "" {
		l.FakeTo = strings.Split(*fake, ",")
	}
	var err error
	if l.Text, err = s.text(2); err != nil {
		return err
	}
	told, err := s.ask(http.MethodPost, s.game("press"), seat(), l, nil)
	if !told && err == nil {
		s.tell(message.New("sent to {powers}", plain(append(l.To, l.FakeTo...))))
	}
	return err
}

func (s *clientRun) log() error {
	after := s.flags.Int64("after", 0, "only entries after the one with this `number`")
	kind := s.flags.String("kind", "", "only entries of this `kind`: notice, result, press or act")
	limit := s.flags.Int("limit", 100, "show at most this `number` of entries, up to 1000")
	if err := s.parse(1, 1); err != nil {
		return err
	}
	q := url.Values{"after": {fmt.Sprint(*after)}, "limit": {fmt.Sprint(*limit)}}
	if *kind != "" {
		q.Set("kind", *kind)
	}
	var l apijson.Log
	told, err := s.get(s.game("log"), q, &l)
	if told || err != nil {
		return err
	}
	for i := range l.Items {
		s.entry("", &l.Items[i])
	}
	if l.Next != "" {
		s.tell(message.New("there may be more: {flag}", message.Order(fmt.Sprintf("-after %d", l.Last))))
	}
	return nil
}

// entry prints an entry of a log.
func (s *clientRun) entry(game string, e *apijson.Entry) {
	title, lines := entryWords(e)
	s.say("%s%s #%d, %s", game, s.word(moment(&e.At)), e.Seq, s.word(title))
	for _, l := range lines {
		s.say("  %s", s.word(l))
	}
}

// errSeen ends watching because the expected event has arrived.
var errSeen = errors.New("seen")

// watch prints events until it is interrupted.
func (s *clientRun) watch() error {
	after := s.flags.String("after", "", "continue after the event with this `ID`, as -json shows it")
	until := s.flags.String("until", "", "stop after the first entry of this `kind`: notice, result, press or act")
	if err := s.parse(0, -1); err != nil {
		return err
	}
	names := map[string]string{} // names of games, keyed by ID
	var ids []string
	for _, game := range s.args {
		var g apijson.Game
		if err := s.read(client.Path("games", game), &g); err != nil {
			return err
		}
		names[g.ID] = g.Name
		ids = append(ids, g.ID)
	}
	lost := func(err error, wait time.Duration) {
		fmt.Fprintf(s.err, "podesta client watch: %s\n", Printable(s.word(message.New("{why}; trying again in {wait}", message.Of(err), message.Name(wait.String())))))
	}
	err := s.api.Watch(s, ids, *after, lost, func(e client.Event) error {
		if s.raw {
			line, err := json.Marshal(struct {
				Event string          `json:"event"`
				ID    string          `json:"id,omitempty"`
				Data  json.RawMessage `json:"data"`
			}{e.Name, e.ID, e.Data})
			if err != nil {
				return err
			}
			fmt.Fprintln(s.out, string(line))
		}
		switch e.Name {
		case "state":
			return s.state(e.Data, names)
		case "entry":
			return s.happened(e.Data, names, *until)
		}
		return nil
	})
	if errors.Is(err, errSeen) {
		return nil
	}
	return err
}

// gameName returns a game's name. It requests each name only once.
func (s *clientRun) gameName(id string, names map[string]string) string {
	if names[id] == "" {
		var g apijson.Game
		if err := s.read(client.Path("games", id), &g); err != nil {
			return id
		}
		names[id] = g.Name
	}
	return names[id]
}

func (s *clientRun) state(data []byte, names map[string]string) error {
	if s.raw {
		return nil
	}
	var st apijson.GameState
	if err := decode(data, &st); err != nil {
		return err
	}
	s.tell(standingOf(&apijson.Summary{
		ID: st.Game, Name: s.gameName(st.Game, names), Status: st.Status, Phase: st.Phase, Number: st.Number, Revision: st.Revision, Times: st.Times,
	}))
	return nil
}

func (s *clientRun) happened(data []byte, names map[string]string, until string) error {
	var e apijson.Entry
	if err := decode(data, &e); err != nil {
		return err
	}
	if !s.raw {
		s.entry(s.gameName(e.Game, names)+", ", &e)
		if e.Result != nil {
			var r apijson.Report
			ctx, stop := context.WithTimeout(s, time.Minute)
			defer stop()
			if err := s.api.Call(ctx, http.MethodGet, client.Path("games", e.Game, "phases", fmt.Sprint(e.Result.Number), "report"), nil, nil, &r); err == nil {
				s.say("  %s", r.Headline)
			}
		}
	}
	if e.Kind == until {
		return errSeen
	}
	return nil
}

func decode(data []byte, into any) error {
	if err := json.Unmarshal(data, into); err != nil {
		return message.Error(message.New("the answer is not from podesta: {why}", message.Of(err)))
	}
	return nil
}

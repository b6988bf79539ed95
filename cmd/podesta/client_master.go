package main

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"podesta/internal/client"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/message"
)

func clientMasters() []clientCommand {
	const group = "For masters"
	return []clientCommand{
		{group, "start", "GAME", "begin a game that forms", (*clientRun).start},
		{group, "process", "GAME", "carry the phase out, with whatever orders are there", (*clientRun).process},
		{group, "deadline", "GAME [TIME]", "set the deadline, as 2026-11-30T20:00 or +48h", (*clientRun).deadline},
		{group, "pause", "GAME", "halt a game", func(s *clientRun) error { return s.simple("pause") }},
		{group, "resume", "GAME", "go on with it", func(s *clientRun) error { return s.simple("resume") }},
		{group, "rollback", "GAME [PHASE]", "take the game back to a phase, by its number; without one, to the last", (*clientRun).rollback},
		{group, "edit", "GAME CHANGE...", "correct the position, as \"treasury venice 12\"; see docs/masters.md", (*clientRun).edit},
		{group, "roll", "GAME ROLL VALUE", "set a roll of the phase by hand; 0 gives it back to the dice", (*clientRun).roll},
		{group, "set", "GAME NAME=VALUE...", "change how the game is run, as listed=true or timing.moves.next=48", (*clientRun).set},
		{group, "option", "GAME NAME=VALUE...", "change options of the rules", (*clientRun).option},
		{group, "approve", "GAME SEAT [on|off]", "let a newcomer order, or not", (*clientRun).approve},
		{group, "eject", "GAME SEAT|ACCOUNT", "take a seat from its player, or remove an observer or a master", (*clientRun).eject},
		{group, "bot", "GAME SEAT [KIND]", "give a vacant seat to a computer player (hard, even, easy, random), or with none take it from one", (*clientRun).bot},
		{group, "promote", "GAME ACCOUNT", "make an observer a master besides", (*clientRun).promote},
		{group, "unstart", "GAME", "take the start back, before a phase was carried out", func(s *clientRun) error { return s.simple("unstart") }},
		{group, "terminate", "GAME", "give the game up", func(s *clientRun) error { return s.simple("terminate") }},
		{group, "export", "GAME [FILE]", "the whole game as one file, to move it; it holds secrets", (*clientRun).exportFile},
		{group, "import", "FILE", "make a game of such a file, and be its master", (*clientRun).importFile},
	}
}

func (s *clientRun) start() error {
	force := s.flags.Bool("force", false, "even if seats are empty")
	bots := s.flags.String("bots", "", "with computer players of this kind in empty seats: hard, even, easy or random")
	if err := s.parse(1, 1); err != nil {
		return err
	}
	in := map[string]any{"force": *force}
	if *bots != "" {
		in["bots"] = *bots
	}
	return s.done(http.MethodPost, s.game("start"), nil, in)
}

func (s *clientRun) process() error {
	if err := s.parse(1, 1); err != nil {
		return err
	}
	revision, err := s.revision()
	if err != nil {
		return err
	}
	var done struct {
		Number int `json:"number"`
	}
	told, err := s.ask(http.MethodPost, s.game("process"), nil, map[string]int{"revision": revision}, &done)
	if told || err != nil {
		return err
	}
	var r client.Report
	if err := s.read(s.game("phases", fmt.Sprint(done.Number), "report"), &r); err != nil {
		return err
	}
	s.say("%s", strings.TrimRight(r.Classic, "\n"))
	return nil
}

func (s *clientRun) deadline() error {
	grace := s.flags.String("grace", "", "`time` until which late orders are waited for")
	begin := s.flags.String("start", "", "`time` before which nothing is processed")
	none := s.flags.Bool("none", false, "no deadline, at a game that is played by links")
	if err := s.parse(1, 2); err != nil {
		return err
	}
	if *none {
		return s.done(http.MethodDelete, s.game("times"), nil, nil)
	}
	var t client.Times
	set := false
	for _, x := range []struct {
		text string
		into **time.Time
	}{{s.arg(1), &t.Deadline}, {*grace, &t.Grace}, {*begin, &t.Start}} {
		if x.text == "" {
			continue
		}
		at, err := readTime(x.text, time.Now())
		if err != nil {
			return err
		}
		*x.into, set = &at, true
	}
	if !set {
		return s.misused()
	}
	return s.done(http.MethodPut, s.game("times"), nil, t)
}

// why adds the flag -why.
func (s *clientRun) why() *string {
	return s.flags.String("why", "", "the `reason`, which everyone can read")
}

func (s *clientRun) rollback() error {
	why := s.why()
	fresh := s.flags.Bool("fresh", false, "throw fresh dice from then on")
	if err := s.parse(1, 2); err != nil {
		return err
	}
	number, err := s.number(1)
	if err != nil {
		return err
	}
	return s.done(http.MethodPost, s.game("rollback"), nil, map[string]any{"number": number, "fresh": *fresh, "why": *why})
}

func (s *clientRun) edit() error {
	why := s.why()
	check := s.flags.Bool("check", false, "tell what would change, and keep nothing")
	if err := s.parse(2, -1); err != nil {
		return err
	}
	revision, err := s.revision()
	if err != nil {
		return err
	}
	return s.changed(http.MethodPost, s.game("edit"), map[string]any{"revision": revision, "changes": s.args[1:], "why": *why, "check": *check})
}

func (s *clientRun) roll() error {
	why := s.why()
	if err := s.parse(3, 3); err != nil {
		return err
	}
	value, err := s.number(2)
	if err != nil {
		return err
	}
	revision, err := s.revision()
	if err != nil {
		return err
	}
	told, err := s.ask(http.MethodPut, s.game("rolls", s.arg(1)), nil, map[string]any{"revision": revision, "value": value, "why": *why}, nil)
	if !told && err == nil {
		s.tell(message.New("{roll} is {number}", message.Order(s.arg(1)), message.Number(value)))
	}
	return err
}

// settings returns the arguments after the game.
func (s *clientRun) settings() (pairs, error) {
	p := pairs{}
	for _, a := range s.args[1:] {
		if err := p.Set(a); err != nil {
			return nil, message.Error(message.New("{text}: {why}", message.Name(strconv.Quote(a)), message.Of(err)))
		}
	}
	return p, nil
}

func (s *clientRun) set() error {
	if err := s.parse(2, -1); err != nil {
		return err
	}
	p, err := s.settings()
	if err != nil {
		return err
	}
	h, err := p.nested()
	if err != nil {
		return err
	}
	return s.changed(http.MethodPatch, s.game("hosting"), h)
}

func (s *clientRun) option() error {
	if err := s.parse(2, -1); err != nil {
		return err
	}
	p, err := s.settings()
	if err != nil {
		return err
	}
	return s.changed(http.MethodPatch, s.game("rules"), map[string]any{"options": p})
}

func (s *clientRun) approve() error {
	if err := s.parse(2, 3); err != nil {
		return err
	}
	seat, err := s.number(1)
	if err != nil {
		return err
	}
	approve := true
	switch s.arg(2) {
	case "", "on", "yes":
	case "off", "no":
		approve = false
	default:
		return s.misused()
	}
	return s.done(http.MethodPost, s.game("approve"), nil, map[string]any{"seat": seat, "approve": approve})
}

func (s *clientRun) eject() error {
	if err := s.parse(2, 2); err != nil {
		return err
	}
	if seat, err := s.number(1); err == nil {
		return s.done(http.MethodPost, s.game("eject"), nil, map[string]int{"seat": seat})
	}
	return s.done(http.MethodPost, s.game("eject"), nil, map[string]string{"account": s.arg(1)})
}

func (s *clientRun) bot() error {
	if err := s.parse(2, 3); err != nil {
		return err
	}
	seat, err := s.number(1)
	if err != nil {
		return err
	}
	return s.done(http.MethodPost, s.game("bot"), nil, map[string]any{"seat": seat, "bot": cmp.Or(s.arg(2), bot.Names()[0])})
}

func (s *clientRun) promote() error {
	if err := s.parse(2, 2); err != nil {
		return err
	}
	return s.done(http.MethodPost, s.game("promote"), nil, map[string]string{"account": s.arg(1)})
}

func (s *clientRun) exportFile() error {
	if err := s.parse(1, 2); err != nil {
		return err
	}
	s.raw = false
	var data []byte
	if _, err := s.get(s.game("export"), nil, &data); err != nil {
		return err
	}
	if name := s.arg(1); name != "" && name != "-" {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			return err
		}
		s.say("%s: %d KB", name, (len(data)+1023)/1024)
		return nil
	}
	_, err := s.out.Write(data)
	return err
}

func (s *clientRun) importFile() error {
	running := s.flags.Bool("running", false, "let the clock run on; without it the game is paused until you resume it")
	if err := s.parse(1, 1); err != nil {
		return err
	}
	text, err := s.input(s.arg(0))
	if err != nil {
		return err
	}
	var query url.Values
	if *running {
		query = url.Values{"running": {"true"}}
	}
	return s.done(http.MethodPost, "/import", query, []byte(text))
}

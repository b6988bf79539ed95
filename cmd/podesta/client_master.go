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
		{group, "start", "GAME", "start a game that is forming", (*clientRun).start},
		{group, "process", "GAME", "resolve the phase now, with the orders given so far", (*clientRun).process},
		{group, "deadline", "GAME [TIME]", "set the deadline, such as 2026-11-30T20:00 or +48h", (*clientRun).deadline},
		{group, "pause", "GAME", "pause a game", func(s *clientRun) error { return s.simple("pause") }},
		{group, "resume", "GAME", "resume a paused game", func(s *clientRun) error { return s.simple("resume") }},
		{group, "rollback", "GAME [PHASE]", "roll the game back to a phase, by its number, or to the last one", (*clientRun).rollback},
		{group, "edit", "GAME CHANGE...", "correct the position, for instance \"treasury venice 12\"; see docs/masters.md", (*clientRun).edit},
		{group, "roll", "GAME ROLL VALUE", "set a roll of the phase yourself; 0 leaves it to the dice again", (*clientRun).roll},
		{group, "set", "GAME NAME=VALUE...", "change settings of the game, such as listed=true or timing.moves.next=48", (*clientRun).set},
		{group, "option", "GAME NAME=VALUE...", "change options of the rules", (*clientRun).option},
		{group, "approve", "GAME SEAT [on|off]", "approve the newcomer who waits for a seat, or with off reject them", (*clientRun).approve},
		{group, "eject", "GAME SEAT|ACCOUNT", "remove a player from a seat, or an observer or a master from the game", (*clientRun).eject},
		{group, "bot", "GAME SEAT [KIND]", "give an open seat to a computer player (principe, hard, even, easy, random), or with none remove it", (*clientRun).bot},
		{group, "promote", "GAME ACCOUNT", "make an observer a master of the game as well", (*clientRun).promote},
		{group, "unstart", "GAME", "undo the start, as long as no phase has been resolved", func(s *clientRun) error { return s.simple("unstart") }},
		{group, "terminate", "GAME", "end the game without a result", func(s *clientRun) error { return s.simple("terminate") }},
		{group, "export", "GAME [FILE]", "write the whole game to a file, to move it; the file contains secrets", (*clientRun).exportFile},
		{group, "import", "FILE", "import a game from such a file, and become its master", (*clientRun).importFile},
	}
}

func (s *clientRun) start() error {
	force := s.flags.Bool("force", false, "start even if seats are open")
	bots := s.flags.String("bots", "", "fill open seats with computer players of this `kind`: principe, hard, even, easy or random")
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
	grace := s.flags.String("grace", "", "wait for late orders until this `time`")
	begin := s.flags.String("start", "", "do not resolve the phase before this `time`")
	none := s.flags.Bool("none", false, "remove the deadline; only in games that are played by links")
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
	return s.flags.String("why", "", "the `reason`; everyone in the game can read it")
}

func (s *clientRun) rollback() error {
	why := s.why()
	fresh := s.flags.Bool("fresh", false, "use new dice from that phase on")
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
	check := s.flags.Bool("check", false, "show what would change, without changing it")
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
	return s.done(http.MethodPost, s.game("bot"), nil, map[string]any{"seat": seat, "bot": cmp.Or(s.arg(2), bot.Usual)})
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
	running := s.flags.Bool("running", false, "let the clock continue; without this flag, the game is paused until you resume it")
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

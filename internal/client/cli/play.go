package cli

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"podesta/internal/apijson"
	"podesta/internal/client"
	"podesta/machiavelli/message"
)

func clientPlays() []clientCommand {
	const group = "Playing"
	return []clientCommand{
		{group, "orders", "GAME [FILE]", "send orders from a file, or - for the standard input; without FILE, show your orders", (*clientRun).orders},
		{group, "check", "GAME [FILE]", "check whether each line of orders is legal, without saving anything", (*clientRun).check},
		{group, "legal", "GAME [UNIT]", "list the orders that can be given, for all units or one", (*clientRun).legal},
		{group, "predict", "GAME", "preview the phase with only your own orders", (*clientRun).predict},
		{group, "whatif", "GAME [FILE]", "show possible results of the phase; FILE is a question in JSON, see docs/api.md", (*clientRun).whatIf},
	}
}

// orders shows or sends orders.
func (s *clientRun) orders() error {
	seat := s.seatFlag()
	add := s.flags.Bool("add", false, "add to the orders sent before, instead of replacing them")
	revision := s.flags.Int("revision", 0, "`revision` of the game that the orders are for; without it, the current one")
	if err := s.parse(1, 2); err != nil {
		return err
	}
	if s.arg(1) == "" {
		var o apijson.Orders
		told, err := s.get(s.game("orders"), seat(), &o)
		if told || err != nil {
			return err
		}
		s.tell(message.New("{phase}, revision {number}", phaseOf(o.Phase), message.Number(o.Revision)))
		s.verdicts(&o)
		return nil
	}
	text, err := s.input(s.arg(1))
	if err != nil {
		return err
	}
	var have apijson.Orders
	if *add || *revision == 0 {
		if err := s.api.Call(s, http.MethodGet, s.game("orders"), seat(), nil, &have); err != nil {
			return err
		}
	}
	if *add && strings.TrimSpace(have.Text) != "" {
		text = strings.TrimRight(have.Text, "\n") + "\n" + text
	}
	if *revision == 0 {
		*revision = have.Revision
	}
	return s.send(http.MethodPut, s.game("orders"), seat(), client.Draft{Text: text, Revision: *revision})
}

// check sends a draft to be checked, without storing it.
func (s *clientRun) check() error {
	seat := s.seatFlag()
	if err := s.parse(1, 2); err != nil {
		return err
	}
	text, err := s.input(s.arg(1))
	if err != nil {
		return err
	}
	return s.send(http.MethodPost, s.game("orders", "check"), seat(), client.Draft{Text: text})
}

// send sends a draft and prints the verdicts.
func (s *clientRun) send(method, path string, q url.Values, d client.Draft) error {
	var data []byte
	if err := s.api.Call(s, method, path, q, d, &data); err != nil {
		return err
	}
	var o apijson.Orders
	if err := decode(data, &o); err != nil {
		return err
	}
	if s.raw {
		fmt.Fprintln(s.out, strings.TrimRight(string(data), "\n"))
	} else {
		s.verdicts(&o)
	}
	if o.Refused > 0 {
		return errRefused
	}
	return nil
}

// verdicts prints the verdict on each line, and what is missing.
func (s *clientRun) verdicts(o *apijson.Orders) {
	power := ""
	for i := range o.Verdicts {
		v := &o.Verdicts[i]
		if v.Power != power && v.Power != "" {
			power = v.Power
			s.say("%s:", power)
		}
		s.verdict(v)
	}
	for _, x := range o.Passed {
		s.tell(message.New("line {number} is not read as an order: {text}", message.Number(x.Line), message.Order(x.Text)))
	}
	if len(o.Verdicts) == 0 {
		s.tell(message.New("no orders"))
	}
	for i := range o.Missing {
		s.tell(missingWords(&o.Missing[i]))
	}
	for _, w := range o.Warnings {
		s.tell(message.New("warning for {power}: {text}", message.Order(w.Power), message.Name(w.Text)))
	}
	if o.Refused > 0 {
		s.tell(message.New("{number} refused; the other lines are accepted", message.Number(o.Refused)))
	}
}

func (s *clientRun) legal() error {
	power := s.flags.String("power", "", "`name` of a power; without it, your own")
	if err := s.parse(1, -1); err != nil {
		return err
	}
	q := url.Values{}
	if *power != "" {
		q.Set("power", *power)
	}
	if len(s.args) > 1 {
		q.Set("unit", strings.Join(s.args[1:], " "))
	}
	var l apijson.Legal
	told, err := s.get(s.game("legal"), q, &l)
	if told || err != nil {
		return err
	}
	s.tell(message.New("{phase}, revision {number}", phaseOf(l.Phase), message.Number(l.Revision)))
	for _, p := range l.Powers {
		s.say("%s", p.Power)
		if p.Money != nil {
			s.say("  %s", s.word(message.New(
				"{treasury} ducats in the treasury, {debts} owed to the bank; the units cost {upkeep} in winter",
				message.Number(p.Money.Treasury), message.Number(p.Money.Debts), message.Number(p.Money.Upkeep),
			)))
		}
		for _, u := range p.Units {
			s.say("  %s", u.Unit)
			for _, o := range u.Orders {
				s.say("    %s", o)
			}
		}
		for _, x := range []struct {
			title message.Message
			lines []string
		}{
			{message.New("builds"), p.Builds},
			{message.New("loans"), p.Loans},
			{message.New("payments"), p.Payments},
			{message.New("expenses"), p.Expenses},
			{message.New("others"), p.Others},
		} {
			if len(x.lines) > 0 {
				s.say("  %s", s.word(x.title))
			}
			for _, o := range x.lines {
				s.say("    %s", o)
			}
		}
	}
	return nil
}

func (s *clientRun) predict() error {
	seat := s.seatFlag()
	if err := s.parse(1, 1); err != nil {
		return err
	}
	var l client.Lines
	told, err := s.get(s.game("predict"), seat(), &l)
	if told || err != nil {
		return err
	}
	for _, line := range l.Lines {
		s.say("%s", line)
	}
	return nil
}

func (s *clientRun) whatIf() error {
	if err := s.parse(1, 2); err != nil {
		return err
	}
	text, err := s.input(s.arg(1))
	if err != nil {
		return err
	}
	var a client.Answer
	told, err := s.ask(http.MethodPost, s.game("whatif"), nil, []byte(text), &a)
	if told || err != nil {
		return err
	}
	s.tell(phaseOf(a.Phase))
	for i := range a.Refused {
		s.verdict(&a.Refused[i])
	}
	for _, line := range a.Always {
		s.tell(message.New("always: {what}", message.Name(line)))
	}
	for _, c := range a.Cases {
		var when []message.Message
		for _, w := range c.When {
			if len(w) > 0 {
				when = append(when, allOf(quoted(w)))
			}
		}
		switch {
		case len(c.Facts) == 0:
			continue
		case len(when) > 0:
			either := when[0]
			for _, w := range when[1:] {
				either = message.New("{some}, or {other}", either, w)
			}
			s.tell(message.New("if {condition}:", either))
		default:
			s.tell(message.New("depending on the dice:"))
		}
		for _, f := range c.Facts {
			s.say("  %3.0f%%  %s", f.Chance*100, f.Text)
		}
	}
	return nil
}

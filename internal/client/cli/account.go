package cli

import (
	"net/http"
	"strings"

	"podesta/internal/client"
	"podesta/machiavelli/message"
)

func clientAccounts() []clientCommand {
	const group = "Your account"
	return []clientCommand{
		{group, "profile", "[name=NAME] [zone=ZONE] [email=ADDRESS] [openData=yes|no]", "show your profile, or change your name, your time zone, where your e-mail goes, or whether researchers may have your games", (*clientRun).profile},
		{group, "hooks", "[add URL|drop ID]", "list your webhooks, add or delete one; the judge calls them for new log entries", (*clientRun).hooks},
	}
}

func (s *clientRun) profile() error {
	if err := s.parse(0, 4); err != nil {
		return err
	}
	if len(s.args) == 0 {
		s.args = nil
		return s.whoami()
	}
	p := pairs{}
	for _, a := range s.args {
		if err := p.Set(a); err != nil {
			return err
		}
	}
	change := map[string]any{}
	for name, value := range p {
		change[name] = value
	}
	if value, ok := p["openData"]; ok {
		if value != "yes" && value != "no" {
			return message.Error(message.New("expected {yes} or {no}", message.Order("openData=yes"), message.Order("openData=no")))
		}
		change["openData"] = value == "yes"
	}
	var me client.Person
	told, err := s.ask(http.MethodPatch, "/me", nil, change, &me)
	if told || err != nil {
		return err
	}
	s.say("%s <%s>, %s", me.Name, me.Email, me.Zone)
	s.consent(&me)
	return nil
}

// consent says so if researchers may have the games of a person.
func (s *clientRun) consent(p *client.Person) {
	if p.OpenData {
		s.tell(message.New("researchers may have your public games when they are over"))
	}
}

func (s *clientRun) hooks() error {
	game := s.flags.String("game", "", "with add: only for this `game`")
	format := s.flags.String("format", "json", "with add: json or discord")
	kinds := s.flags.String("kinds", "", "with add: only for these `kinds` of entries, separated by commas: notice,result,press,act")
	if err := s.parse(0, 2); err != nil {
		return err
	}
	switch word := s.arg(0); {
	case word == "":
	case word == "add" && len(s.args) == 2:
		in := map[string]any{"url": s.arg(1), "format": *format, "game": *game}
		if *kinds != "" {
			in["kinds"] = strings.Split(*kinds, ",")
		}
		var made client.Hook
		told, err := s.ask(http.MethodPost, "/me/hooks", nil, in, &made)
		if !told && err == nil {
			s.tell(message.New("{id}; the key of its signatures, which is not shown again: {key}", message.Name(made.ID), message.Name(made.Secret)))
		}
		return err
	case word == "drop" && len(s.args) == 2:
		_, err := s.ask(http.MethodDelete, client.Path("me", "hooks", s.arg(1)), nil, nil, nil)
		return err
	default:
		return s.misused()
	}
	var list client.Hooks
	told, err := s.get("/me/hooks", nil, &list)
	if told || err != nil {
		return err
	}
	for _, h := range list.Items {
		what := message.Quote(h.Format + " " + h.URL)
		if h.Game != "" {
			what = message.New("{what} for {game}", what, message.Name(h.Game))
		}
		var state message.Message
		switch {
		case h.Off:
			state = message.New("no longer called: {why}", message.Name(h.Failed))
		case h.Failed != "":
			state = message.New("failing: {why}", message.Name(h.Failed))
		}
		s.say("%s  %s%s%s", h.ID, s.word(what), before(", ", strings.Join(h.Kinds, ", ")), before(", ", s.word(state)))
	}
	return nil
}

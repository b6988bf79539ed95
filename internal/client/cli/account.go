package cli

import (
	"net/http"

	"podesta/internal/apijson"
	"podesta/machiavelli/message"
)

func clientAccounts() []clientCommand {
	const group = "Your account"
	return []clientCommand{
		{group, "profile", "[name=NAME] [zone=ZONE] [email=ADDRESS] [openData=yes|no]", "show your profile, or change your name, your time zone, where your e-mail goes, or whether researchers may have your games", (*clientRun).profile},
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
	var me apijson.Person
	told, err := s.ask(http.MethodPatch, "/me", nil, change, &me)
	if told || err != nil {
		return err
	}
	s.say("%s <%s>, %s", me.Name, me.Email, me.Zone)
	s.consent(&me)
	return nil
}

// consent prints whether researchers may use a person's games.
func (s *clientRun) consent(p *apijson.Person) {
	if p.OpenData {
		s.tell(message.New("researchers may have your public games when they are over"))
	}
}

package mail_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"podesta/internal/act"
	"podesta/internal/judge/judgetest"
	"podesta/internal/mail"
	"podesta/internal/registry"
)

// formOf returns a line in the given form of a command, with a word for each required argument.
func formOf(c *act.Command, f act.Form, words map[string]string) string {
	begins, rest := c.Elements(f)
	out := []string{begins}
	var write func(list []act.Element)
	write = func(list []act.Element) {
		for _, e := range list {
			switch {
			case e.Word != "":
				out = append(out, e.Word)
			case e.Group == nil && e.Args[0].Kind == act.Time:
				out = append(out, "Dec 24 2026")
			case e.Group == nil && e.Args[0].Name == "phase":
				out = append(out, "SPRING 1454 ORDERS")
			case e.Group == nil && e.Args[0].Kind == act.Power:
				out = append(out, "V")
			case e.Group == nil:
				word := words[e.Args[0].Name]
				if word == "" {
					word = "none"
				}
				out = append(out, word)
			}
		}
	}
	write(rest)
	return strings.Join(out, " ")
}

// code matches the code of an error in an answer.
var code = regexp.MustCompile(`\(([a-z_]+|C\d\d)\)\s`)

// TestDeclaredByMail sends every command that can be given by e-mail, as every kind of person.
// People for whom a command is meant must be admitted, whatever else the answer says. Others must
// be refused, and nothing may be stored.
func TestDeclaredByMail(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	cast := h.Cast()
	rehearsal := h.Rehearse()
	h.o = h.office(mail.Deps{})
	h.vouch("example.org")
	callers := []struct {
		name, signon string
		is           act.Who
	}{
		{"Sconosciuta", "", 0},
		{cast.Outsider.Name, "", act.Account},
		{cast.Observer.Name, "SIGNON Oplayed", act.Account | act.Observer},
		{cast.Player.Name, "SIGNON Iplayed", act.Account | act.Player},
		{cast.Master.Name, "SIGNON Mplayed", act.Account | act.Master},
	}
	rehearsal.Forget(true)
	// ask sends a line from a person. It returns the answer to the line, and the number of writes.
	ask := func(name, signon, line string) (string, int64) {
		h.o = h.office(mail.Deps{}) // the new office has counted no e-mail from the sender
		before := rehearsal.Wrote()
		answer := h.ask(judgetest.Email(name), signon+"\n"+line+"\n")
		_, text, _ := strings.Cut(answer, line)
		if strings.Contains(answer, "no command that the judge understands") { // the introduction has commands
			text = ""
		}
		return text, rehearsal.Wrote() - before
	}
	all := (registry.Rooms{}).All()
	for _, by := range callers {
		_, usual := ask(by.name, by.signon, "VERSION")
		for i := range all {
			c := &all[i]
			if len(c.Mail) == 0 || c.Final { // irreversible commands require more than an address
				continue
			}
			if c.Scope == act.Seat && by.is&act.Master != 0 { // masters write BECOME first
				continue
			}
			text, wrote := ask(by.name, by.signon, formOf(c, c.Mail[0], judgetest.Typed(c)))
			said := code.FindStringSubmatch(text + " ")
			refused := said != nil && said[1] == "forbidden"
			switch can := judgetest.Can(c, by.is); {
			case can && refused && !slices.Contains(narrower[c.Name], by.name):
				t.Errorf("%s is for %s, but %s is refused:\n%s", c.Name, c.Who, by.name, text)
			// commands that are not allowed before SIGNON are an exception
			case !can && said == nil && strings.TrimSpace(text) != "" && !strings.Contains(text, "neither a command nor an order"):
				t.Errorf("%s is for %s, but %s is let in:\n%s", c.Name, c.Who, by.name, text)
			case !can && wrote > usual:
				t.Errorf("%s by %s is refused, but something is written", c.Name, by.name)
			}
		}
	}
}

// narrower lists people who are refused a command although it is meant for their role, because of
// the state of the game or the account.
var narrower = map[string][]string{
	"agree": {"Milano"}, "start game": {"Milano"}, "resume": {"Milano"}, // the game has a master
	"invite": {"Milano"}, "uninvite": {"Milano"}, "add link": {"Milano"}, // the game does not have SET INVITES
	"set all press": {"Osservante"}, // the game does not have SET WATCH ALL PRESS
}

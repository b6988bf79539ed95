package mail_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/mail"
	"podesta/internal/mail/command"
)

// aboutBea replaces the games and people in the examples of the reference with those of a mystery.
var aboutBea = strings.NewReplacer(
	"Marco Polo", "Bea", "marco@example.org", "bea@example.org", "marco@example.com", "bea@example.org", "Marco", "Bea", "medici", "masked", "Cosimo", "masked",
	"S1454M", "S1385M", "F1455M", "F1385M", "1454", "1385", "1455", "1385", "1456", "1386", "FRANCE", "FLORENCE",
	" machiavelli gunboat", "", " machiavelli", "",
)

// further holds more questions about someone who may play, or about a power whose player is
// unknown.
var further = []string{
	"SIGNON Vmasked " + secret, "SIGNON Vmasked three-red-oxen", "SIGNON Lmasked " + secret, "SIGNON Lmasked three-red-oxen", "SIGNON Nmasked " + secret,
	"SIGNON ?masked three-red-oxen", "SIGNON ? " + secret, "SIGNON Mmasked " + secret, "SIGNON @masked " + secret,
	"LIST", "LIST masked", "LIST FULL", "SUMMARY masked", "HISTORY masked", "WHOIS Bea", "WHOIS bea@example.org", "INFO PLAYER Bea", "INFO PLAYER bea@example.org",
	"EJECT Bea", "EJECT bea@example.org", "EJECT V", "EJECT L", "PROMOTE Bea", "PROMOTE bea@example.org", "BECOME V", "BECOME L", "BECOME Bea",
	"PRESS TO Bea\nhello\nENDPRESS", "PRESS TO V\nhello\nENDPRESS", "PRESS TO L\nhello\nENDPRESS", "PRESS TO O\nhello\nENDPRESS", "PRESS TO V GREY\nhello\nENDPRESS",
	"BROADCAST\nhello\nENDPRESS", "BROADCAST GREY\nhello\nENDPRESS", "POSTAL PRESS\nhello\nENDPRESS",
	"PROPOSE PEACE TO VENICE", "PROPOSE PEACE TO FLORENCE", "SET CONCEDE V", "SET CONCEDE L", "SET CONCEDE Bea", "SET DRAW VL", "SET DRAW I",
	"MUTE POWER V", "MUTE POWER L", "MUTE Bea", "REPORT POWER V spam", "REPORT POWER L spam", "REPORT GREY spam", "REPORT NAME spam Bea", "REPORT NAME spam Venice",
	"SET ALLOW PLAYER Bea", "SET DENY PLAYER Bea", "I AM ALSO bea@example.org", "SET ADDRESS bea@example.org", "REGISTER\nName: Bea\nEmail: new@example.org\nEND",
	"REGISTER\nName: New\nEmail: bea@example.org\nEND", "ACCEPT masked", "DECLINE masked", "FOLLOW masked NOTIFY", "QUEUE ANY", "RESIGN", "READY", "SET WAIT", "REMATCH",
	"SET PREFERENCE VL", "SET AGREE END", "SET AGREE PAUSE", "SET OPEN PRESS", "BOT V", "BOT L", "DIARY LIST", "PROPOSALS", "INVITATIONS", "ORDERS",
}

// namesPerson matches the forms of commands about a person.
var namesPerson = regexp.MustCompile(`^(I AM ALSO|INFO PLAYER|WHOIS|PROMOTE|SET ADDRESS|SET (ALLOW|DENY) PLAYER) |^[A-Z]+ name$|^REPORT NAME`)

// TestMailKeepsMysteries sends every command of the reference, and some more, about a person in the
// two worlds of each mystery. The senders are a player, an observer, a person outside the game and
// a stranger, with different relations to that person. No answer may differ between the worlds.
func TestMailKeepsMysteries(t *testing.T) {
	t.Parallel()
	var all, personal []string
	for _, e := range command.Reference() {
		line := aboutBea.Replace(e.Example)
		names := namesPerson.MatchString(e.Syntax)
		switch {
		case !names || strings.Contains(line, "Bea") || strings.Contains(line, "bea@"):
		case strings.HasSuffix(e.Syntax, " [address]"): // the example leaves out the address
			line += " bea@example.org"
		default:
			t.Errorf("%s names a person, but %q is not about Bea", e.Syntax, line)
		}
		all = append(all, line)
		if names || e.When == "before" {
			personal = append(personal, line)
		}
	}
	all, personal = append(all, further...), append(personal, further...)
	for number, x := range judgetest.Mysteries {
		t.Run(x.Name, func(t *testing.T) {
			t.Parallel()
			worlds := x.Worlds(t, nil)
			var houses [2]*house
			for i, w := range worlds {
				houses[i] = &house{House: w.House, t: t, box: &sentBox{}, store: w.House.Store, log: &bytes.Buffer{}, clock: w.Clock}
				for _, a := range []*game.Account{w.Asks, w.Watches, w.Outside, w.Named, w.Twin} {
					w.Must(w.Users.SetPassword(account.WithAnswered(ctx, a.Email), a.ID, secret))
				}
				houses[i].o = houses[i].office(mail.Deps{Config: mail.Config{NoMaps: true}})
				houses[i].post()
				houses[i].vouch("example.org")
			}
			asked := 0
			for b, between := range judgetest.Between(number) {
				lines := all
				if b > 0 {
					lines = personal
				}
				for _, c := range []struct {
					name string
					who  func(*judgetest.World) *game.Account
					sign []string // the lines with which they begin a session
				}{
					{"player", func(w *judgetest.World) *game.Account { return w.Asks }, []string{"SIGNON Imasked " + secret, "OBSERVE masked " + secret}},
					{"observer", func(w *judgetest.World) *game.Account { return w.Watches }, []string{"OBSERVE masked " + secret}},
					{"outsider", func(w *judgetest.World) *game.Account { return w.Outside }, []string{"", "OBSERVE masked " + secret}},
					{"stranger", nil, []string{"", "OBSERVE masked"}},
				} {
					if b > 0 && (c.who == nil || c.name == "observer") {
						continue
					}
					for i := range houses {
						if c.who != nil {
							worlds[i].Must(between.Do(worlds[i], c.who(worlds[i])))
						}
						// a new office, so that no limit on a sender's e-mail applies
						houses[i].o = houses[i].office(mail.Deps{Config: mail.Config{NoMaps: true}})
						houses[i].post()
						houses[i].box.take("")
					}
					for n, sign := range c.sign {
						for _, letter := range inLetters(sign, lines, n == 0) {
							var said [2][]string
							for i, h := range houses {
								from := "nobody@example.org"
								if c.who != nil {
									from = c.who(worlds[i]).Email
								}
								said[i] = ask(h, worlds[i], from, letter)
							}
							asked += len(said[0])
							compare(t, fmt.Sprintf("%s with %s, %s", c.name, between.Name, sign), said)
						}
					}
					for i := range houses {
						if c.who != nil {
							worlds[i].Must(between.Undo(worlds[i], c.who(worlds[i])))
						}
					}
				}
			}
			if asked < 2000 {
				t.Errorf("only %d lines of answers", asked)
			}
		})
	}
}

// drawnByChance matches random secrets in e-mails.
var drawnByChance = regexp.MustCompile(`\b[a-z2-7]{26}\b`)

// inLetters distributes commands over e-mails. The commands that begin a session go into one
// e-mail, or are left out if openers is false; the others go into sessions that sign begins.
func inLetters(sign string, lines []string, openers bool) (out []string) {
	var in []string
	sessions := ""
	for _, line := range lines {
		switch word, _, _ := strings.Cut(line, " "); word {
		case "SIGNON", "OBSERVE", "CREATE":
			sessions += line + "\nSIGNOFF\n"
		case "SIGNOFF":
		default:
			in = append(in, line)
		}
	}
	if openers {
		out = append(out, sessions)
	}
	for part := range slices.Chunk(in, 40) {
		out = append(out, sign+"\n"+strings.Join(part, "\n")+"\n")
	}
	return out
}

// ask sends an e-mail, and returns the lines of everything that its sender receives. The effects of
// the e-mail are not saved.
func ask(h *house, w *judgetest.World, from, body string) (out []string) {
	h.t.Helper()
	w.Rehearsal.Forget(true)
	h.bring(h.message(from, "judge@podesta.example", "x", body))
	w.Rehearsal.Forget(false)
	h.post()
	for _, p := range h.box.take("") {
		if slices.Contains(p.to, from) {
			out = append(out, "Subject: "+p.subject)
			out = append(out, strings.Split(drawnByChance.ReplaceAllString(w.Blind(p.text), "(a secret)"), "\n")...)
		}
	}
	return out
}

// compare fails the test at the first difference between two texts.
func compare(t *testing.T, what string, said [2][]string) {
	t.Helper()
	for i := range max(len(said[0]), len(said[1])) {
		if i < len(said[0]) && i < len(said[1]) && said[0][i] == said[1][i] {
			continue
		}
		part := func(lines []string) string {
			return strings.Join(lines[min(max(0, i-8), len(lines)):min(len(lines), i+4)], "\n\t")
		}
		t.Errorf("%s: one world says\n\t%s\nand the other\n\t%s", what, part(said[0]), part(said[1]))
		return
	}
}

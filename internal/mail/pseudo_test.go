package mail_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"podesta/internal/game"
	"podesta/internal/mail"
	"podesta/internal/words"
)

// TestPseudoLanguage plays a game whose people read a pseudo-language, and looks for English
// words in every e-mail that they receive: subject, text, HTML and calendar. The judge is reached
// below a path, which all links in these e-mails must contain.
func TestPseudoLanguage(t *testing.T) {
	t.Parallel()
	pseudo := words.Pseudo()
	h, g, master, players := begun(t)
	h.o = h.office(mail.Deps{Languages: []*words.Catalogue{words.English(), pseudo}, Config: mail.Config{Address: "judge@podesta.example", BaseURL: "https://podesta.example/machiavelli"}})
	for _, a := range append([]*game.Account{master}, players...) {
		if err := h.Users.SetLanguage(ctx, a.ID, words.PseudoTag); err != nil {
			t.Fatal(err)
		}
	}
	seen, links := 0, 0
	look := func(when string) {
		t.Helper()
		h.post()
		for _, p := range h.box.take("") {
			seen++
			header, _, _ := strings.Cut(p.raw, "\r\n\r\n")
			for _, link := range toJudge.FindAllString(header+p.text+p.html+p.cal, -1) {
				links++
				if !strings.HasPrefix(link, "https://podesta.example/machiavelli") {
					t.Errorf("%s, %q: %s", when, p.subject, link)
				}
			}
			for _, text := range append([]string{p.subject, p.text, summary.FindString(p.cal)}, visible(t, p.html)...) {
				for _, line := range plain(text) {
					t.Errorf("%s, %q: %s", when, p.subject, line)
				}
			}
		}
	}
	write := func(a *game.Account, body string) {
		t.Helper()
		h.bring(h.message(a.Email, "judge@podesta.example", "", body))
		look(strings.SplitN(body, "\n", 3)[1])
	}
	milan := players[0]
	as := func(body string) { t.Helper(); write(milan, "SIGNON Icosimo rinascimento1\n"+body) }
	rule := func(body string) { t.Helper(); write(master, "SIGNON Mcosimo quattrocento1\n"+body) }
	h.box.take("")
	for _, body := range []string{
		"A Mil H\nA Pav - Nowhere\nA Rome H\nxyzzy\n", "LIST\n", "LIST Cosimo\n", "WHOIS\n", "VERSION\n", "MAP\n", "INFO PLAYER\n",
		"PRESS TO V\n12345\nENDPRESS\nPRESS TO M\n12345\nENDPRESS\nBROADCAST\n12345\nENDBROADCAST\n",
		"DIARY RECORD\n12345\nENDDIARY\nDIARY LIST\nDIARY READ 1\nDIARY READ 7\nDIARY DELETE 1\n",
		"SET ABSENCE Dec 24 to Jan 2\n", "SET NO ABSENCE Dec 25\n", "SET WAIT\n", "READY\n", "SET ZONE Europe/Rome\n", "SET ZONE UTC\n",
		"SET DRAW\n", "SET NO DRAW\n", "SET CONCEDE V\n", "SET NO CONCEDE\n", "UNDO\n", "CLEAR ORDERS\n", "SET NO REMINDERS\n", "SET REMINDERS\n",
		"PHASE SUMMER 1454 MOVES\nA Mil H\n", "CLEAR\n", "SET PREFERENCE V\n", "SET PASSWORD rinascimento1\n", "SET ADDRESS new@example.net\n",
		"SET LANGUAGE Klingon\n", "IF A Mil THEN\nA Mil H\nELSE\nA Pav H\nENDIF\n", "A Mil H\nA Pav H\nA Cre H\nE1: 9d x A Padua\n",
		"LIST a b\nSET FOO\nSET WAITT\nSET\nUNDO x\nUNDO 5000\nUNDO 1 2\nHISTORY 1!\nWHOIS a b c d\nREADY 1\n",
		"PRESS\nPRESS TO\n1\nENDPRESS\nPRESS TO V V\n1\nENDPRESS\nPRESS WHITE GREY\n1\nENDPRESS\nPRESS TO V FOO\n1\nENDPRESS\nDIARY FOO\nDIARY READ\n",
		"SET CONCEDE\nSET CONCEDE %\nSET DRAW MILAN\nSET PREFERENCE V V\nSET PREFERENCE %\nSET PREFERENCE [V\nSET PASSWORD *\nSET ADDRESS 1\n",
		"PHASE\nPHASE FOO\nA Mil H\n", "PHASE SUMMER\n", "PHASE SUMMER 1454 FOO\n", "PHASE SUMMER 1454 ADJ\n", "ENDIF\nENDPRESS\n", "IF (A Mil THEN\nA Mil H\nELSE\n", "IF A Mil THEN\nSET WAIT\nELSE\nELSE\n",
		"WHOGAME 1\nADJUST 1\nSET SEED 1\nSET PROXY\nSET ACCESS 1\nSET AIRLIFT\nSET SHOW\nSET LEVEL 1\n", "BROADCAST\n12345\n", "BROADCAST\nrinascimento1\nENDPRESS\n",
	} {
		as(body)
	}
	for _, body := range []string{
		"SET DEADLINE Dec 5 20:00\n", "SET DEADLINE NORMAL\n", "SET GRACE Dec 20 20:00\n", "PAUSE\n", "RESUME\n",
		"SET QUIET\nSET NMR\nSET GREY\nSET COMMENT 12345\n", "SET NO QUIET\nSET NO NMR\nSET WHITE\n", "SET OPTION famine off\n", "SET MOVES NEXT 48 GRACE 24\n",
		"BECOME I\nA Mil H\n", "BECOME V\nA Pad H\n", "EDIT treasury venice +3 BECAUSE 12345\n", "SET VARIANT gunboat\n", "PROMOTE Nobody\n", "EJECT F\n", "LIST\n",
		"SET ROLL famine severity 7 BECAUSE 12345\n", "PROCESS SPRING 1454 ORDERS\n", "ROLLBACK 1 BECAUSE 12345\n", "PROCESS SPRING 1454 ORDERS\n",
		"PROCESS SUMMER 1454 ORDERS\n",
	} {
		rule(body)
	}
	as("SUMMARY Cosimo\n")
	as("HISTORY Cosimo\n")
	plan, err := h.Judge.Clock.Plan(ctx, g.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []time.Time{plan.Deadline.Add(-time.Hour), plan.Deadline.Add(time.Minute), plan.Grace.Add(time.Minute)} {
		h.clock.Advance(at.Sub(h.clock.Now()))
		if err := h.Judge.Clock.TrustClock(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Judge.Clock.Work(ctx); err != nil {
			t.Fatal(err)
		}
		look("the clock")
	}
	as("RESIGN\n")
	rule("TERMINATE\n")
	if seen < 100 || links < 100 {
		t.Errorf("only %d letters with %d links", seen, links)
	}
}

var (
	toJudge = regexp.MustCompile(`https://podesta\.example\S*`)
	summary = regexp.MustCompile(`SUMMARY:.*`)
	echo    = regexp.MustCompile(`(?m)^ *\d* ?> .*$|^[✓✗] > .*$`)
	quoted  = regexp.MustCompile(`"[^"]*"`)
	// typed matches text that is the same in every language: commands, orders, the values that SET
	// accepts, addresses and codes.
	typed = regexp.MustCompile(`clock -?\d+|(next|grace|delay|min) [\d.]+|\bdays -\S+|\bdays$|\b[0-9a-f]{64}\b|CONFIRM \S+|https?://\S+|\S+@\S+|\b[A-Z][A-Z0-9*/]+\b|\b[AFG] [A-Z][a-z]+( ?- ?[A-Z][a-z]+)?( [HB])?|\bE\d\S*|\b[IVLPNTAFMO?]*[Cc]osimo\b|\([a-z_]+\)|^ *([A-Z][a-z][a-z] ?)+$`)
	latin = regexp.MustCompile(`[A-Za-z]{3,}`)
)

// same holds words that are the same in every language: names of people, games, editions and zones,
// names of settings in listings, and the kinds of expenses in orders.
var same = strings.Fields("TEST Cosimo cosimo Maestro Anna Bice Carlo Dino Elena Fosco Gino Irma podesta Machiavelli Europe Rome UTC Pseudo English Klingon Nobody " +
	"NMR NoNMR NoList Moderated Rated NoResume Max Absence njudge classic grey white famine off " +
	"relief pacify rebellion counter bribe disband buy garrison autonomous cause assassinate none army plague relieve order ransom")

// plain returns the lines of a text that contain English words.
func plain(text string) []string {
	var out []string
	for line := range strings.SplitSeq(quoted.ReplaceAllString(echo.ReplaceAllString(text, ""), ""), "\n") {
		left := latin.FindAllString(typed.ReplaceAllString(line, " "), -1)
		left = slices.DeleteFunc(left, func(w string) bool { return slices.Contains(same, w) })
		if len(left) > 0 {
			out = append(out, fmt.Sprintf("%q in %s", left, line))
		}
	}
	return out
}

// isEcho reports whether an element of an HTML e-mail is a line of the reader's own e-mail.
func isEcho(n *html.Node) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "class" && a.Val == "own" })
}

// visible returns the visible texts of an HTML e-mail, and the alternative texts of its pictures.
func visible(t *testing.T, text string) []string {
	t.Helper()
	if text == "" {
		return nil
	}
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for n := range root.Descendants() {
		switch {
		case n.Type == html.TextNode && n.Parent.Data != "style" && !isEcho(n.Parent):
			out = append(out, n.Data)
		case n.Type == html.ElementNode:
			for _, a := range n.Attr {
				if a.Key == "alt" || a.Key == "title" {
					out = append(out, a.Val)
				}
			}
		}
	}
	return out
}

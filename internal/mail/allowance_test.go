package mail_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"podesta/internal/mail/smtpd"
	"podesta/internal/trace"
	"podesta/internal/trace/tracetest"
)

// asking holds different commands that ask for a text or a map.
var asking = []string{
	"HELP", "HELP RULES", "HELP ORDERS", "GET RULES", "GET RULES.machiavelli", "GET INFO", "GET PRESS", "GET INFO.machiavelli", "HELP HOUSE RULES",
	"LIST", "LIST FULL", "LIST medici", "SUMMARY medici", "HISTORY medici", "HISTORY medici LINES 100", "MAP medici", "WHOIS", "WHOGAME medici",
	"VERSION", "INFO PLAYER", "SHOW ORDERS", "PREDICT", "PROPOSALS", "DIARY LIST", "DIARY READ 1", "GET NOTHING", "no such command", "SET NOTHING",
}

// many returns n lines, repeating the given ones.
func many(n int, lines ...string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(lines[i%len(lines)] + "\n")
	}
	return b.String()
}

// partTitle matches the titles of the texts below the answers.
var partTitle = regexp.MustCompile(`(?m)^(Help|Games?|Game .*|(History|Summary) of .*|What the judge .*|Prediction|Proposals|Your diary|Note .*)\n-+$`)

// measure counts the e-mails, bytes, texts and maps that were sent to an address.
func measure(all []*parcel, to string) (letters, bytes, parts, maps int) {
	for _, p := range all {
		if p.to[0] != to {
			continue
		}
		letters++
		bytes += len(p.text)
		parts += len(partTitle.FindAllString(p.text, -1))
		maps += strings.Count(p.raw, "Content-Type: image/png")
	}
	return letters, bytes, parts, maps
}

// statements delivers a message, and returns how many database statements it caused.
func (h *house) statements(raw string) (n int) {
	h.t.Helper()
	collector := tracetest.New(h.t)
	tracer := trace.New(trace.Options{Endpoint: collector.URL, Percent: 100})
	if _, err := h.o.Receive(tracer.In(ctx), strings.NewReader(raw), smtpd.Envelope{}); err != nil {
		h.t.Fatal(err)
	}
	if err := tracer.Stop(context.Background()); err != nil {
		h.t.Fatal(err)
	}
	for _, s := range collector.Spans() {
		if s.Attributes["db.system.name"] != "" {
			n++
		}
	}
	h.t.Logf("%d statements for %d bytes", n, len(raw))
	return n
}

// TestAllowance sends e-mails with very many lines of each kind. The answer has a limited number of
// texts, maps and bytes, and causes a limited amount of work. The answer to an address that may be
// forged is short and has no map.
func TestAllowance(t *testing.T) {
	t.Parallel()
	distinct := make([]string, 2000)
	for i := range distinct {
		distinct[i] = fmt.Sprintf("GET NOTHING%d", i)
	}
	bodies := map[string]string{
		"one line, many times": many(9000, "HELP RULES"),
		"maps":                 many(2000, "MAP medici"),
		"lists":                many(2000, "LIST", "LIST medici"),
		"all commands":         many(9000, asking...),
		"refused each time":    many(9000, distinct...),
		"errors":               many(9000, "MEET ME AT THE BRIDGE, "+strings.Repeat("MILAN ", 30)),
		"orders":               many(9000, "A Milan - Pavia", "A Pavia - Milan", "A Nowhere - Milan"),
		"every second line":    many(9000, "> quoted", "HELP"),
		"a long line":          strings.Repeat("HELP RULES ", 100_000),
		"conditions":           many(3000, "IF A Milan", "A Milan H", "ENDIF"),
		"settings":             many(9000, "SET ZONE UTC", "LIST medici"),
		"diaries":              many(9000, "DIARY DELETE 7", "DIARY LIST"),
		"sessions":             many(60, "SIGNON Imedici "+secret, "HELP RULES", "LIST", "SIGNOFF"),
		"wrong sessions":       many(60, "SIGNON Xnowhere wrong", "HELP RULES", "LIST", "SIGNOFF"),
		"forms":                many(60, "REGISTER", "Name: Nadia", "Email: nadia@example.com", "END"),
	}
	for what, body := range bodies {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			h := medici(t)
			if n := h.statements(h.message("victim@example.com", "judge@podesta.example", "x", body)); n > 1000 {
				t.Errorf("the database has %d statements for a stranger", n)
			}
			h.post()
			all := h.box.take("")
			letters, bytes, parts, maps := measure(all, "victim@example.com")
			if letters > 1 || bytes > 4<<10 || parts > 1 || maps > 0 {
				t.Errorf("a stranger gets %d e-mails of %d bytes with %d texts and %d maps", letters, bytes, parts, maps)
			}
			for _, p := range all {
				if n := len(p.raw); n > 8<<10 && p.to[0] != "anna@example.org" { // Anna has signed on

					t.Errorf("%d bytes go to %s", n, p.to)
				}
			}
			if len(all) > 2 {
				t.Errorf("%d e-mails are sent for one of a stranger", len(all))
			}

			h = medici(t)
			h.vouch("example.org")
			anna := h.message("anna@example.org", "judge@podesta.example", "x", "SIGNON Imedici "+secret+"\n"+body)
			if n := h.statements(anna); n > 7000 {
				t.Errorf("the database has %d statements for a player", n)
			}
			h.post()
			letters, bytes, parts, maps = measure(h.box.take(""), "anna@example.org")
			if letters != 1 || bytes > 400<<10 || parts > 20 || maps > 4 {
				t.Errorf("a player gets %d e-mails of %d bytes with %d texts and %d maps", letters, bytes, parts, maps)
			}
		})
	}
}

// TestAnsweredOnce checks that a repeated question is answered only once, unless a command in
// between has changed something.
func TestAnsweredOnce(t *testing.T) {
	t.Parallel()
	h := medici(t)
	ask := func(lines string) string { return h.ask("maestro@example.org", "SIGNON Mmedici "+secret+"\n"+lines) }
	text := ask("LIST\nLIST\nHELP\nSET COMMENT Slow\nLIST\nHELP")
	if n := strings.Count(text, "\nGame medici\n"); n != 2 {
		t.Errorf("%d listings in\n%s", n, text)
	}
	if n := strings.Count(text, "\nHelp\n"); n != 1 {
		t.Errorf("the help is there %d times in\n%s", n, text)
	}
	if n := strings.Count(text, "asked for this already"); n != 2 {
		t.Errorf("%d lines refer to another in\n%s", n, text)
	}
	never(t, text, "ERROR")

	// Commands that exceed the limits are listed, but not as errors, so orders in the same e-mail
	// still count.
	text = ask(many(30, "HELP index", "HELP info", "HELP press", "HELP draws") + many(24, "LIST medici", "SET COMMENT Slow"))
	never(t, text, "ERROR")
	var topics []string
	for i := range 30 {
		topics = append(topics, fmt.Sprintf("HISTORY medici LINES %d", i+1))
	}
	text = ask(many(30, topics...))
	must(t, text, "> HISTORY medici LINES 30\n  Not sent: this answer is full.")
	never(t, text, "ERROR")
}

// TestForgedLetters checks that forged e-mails do not affect people with a verified address,
// and that answers become shorter if there are very many of them.
func TestForgedLetters(t *testing.T) {
	t.Parallel()
	h := medici(t)
	for i := range 30 {
		h.send("anna@example.org", "judge@podesta.example", "x", fmt.Sprint("nonsense ", i))
		h.send("anna@example.org", "judge@podesta.example", "x", fmt.Sprint("GET NOTHING", i))
	}
	if got := h.send("anna@example.org", "judge@podesta.example", "x", "nonsense"); len(got) > 0 {
		t.Error("letters of a forger are answered without end")
	}
	h.vouch("example.org")
	if got := h.send("anna@example.org", "judge@podesta.example", "x", "nonsense"); len(got) != 1 {
		t.Errorf("Anna gets %d answers", len(got))
	}
	h.mx = ""
	for i := range 520 { // uses up slightly more than the bytes allowed per hour
		from := fmt.Sprintf("victim%03d@example.com", i)
		if out := h.bring(h.message(from, "judge@podesta.example", "x", "HELP")); out != smtpd.Answered {
			t.Fatal(out)
		}
	}
	h.post()
	all := h.box.take("")
	if len(all) != 520 {
		t.Fatalf("%d answers", len(all))
	}
	for i, most := range map[int]int{0: 4 << 10, 519: 700} {
		if n := len(all[i].text); n > most || n < most/3 {
			t.Errorf("answer %d has %d bytes", i, n)
		}
	}
}

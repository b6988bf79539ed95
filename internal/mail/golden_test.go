package mail_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"podesta/internal/mail/smtpd"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestGolden delivers e-mail in the form in which mail programs write it to a judge with the game
// Cosimo, and compares the answers. A file can contain several e-mails, each after a line "From "
// as in mailboxes; the outcome of each precedes its answers.
func TestGolden(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil || len(files) < 8 {
		t.Fatal(len(files), err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".eml"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			h, _, _, _ := begun(t)
			h.box.take("")
			var out strings.Builder
			for raw := range strings.SplitSeq("\n"+string(text), "\nFrom ") {
				if strings.TrimSpace(raw) == "" {
					continue
				}
				outcome, err := h.o.Receive(ctx, strings.NewReader("From "+raw), smtpd.Envelope{})
				fmt.Fprintf(&out, "######## %s", outcome)
				if err != nil {
					fmt.Fprintf(&out, ": %v", err)
				}
				out.WriteString("\n")
				h.post()
				for _, p := range h.box.take("") {
					if p.as != "auto-replied" && !strings.Contains(p.subject, "confirm") {
						continue
					}
					fmt.Fprintf(&out, "======== To: %s\nSubject: %s\n\n%s", strings.Join(p.to, ", "), p.subject, p.text)
				}
			}
			got := tidy(out.String())
			never(t, got+h.log.String(), "rinascimento1", "quattrocento1", "guessed-wrong")
			golden := strings.TrimSuffix(name, ".eml") + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s is different:\n%s", golden, got)
			}
		})
	}
}

var tokens = regexp.MustCompile(`\b[a-z2-7]{26}\b`)

// tidy replaces everything in a text that differs between runs, and normalizes line ends.
func tidy(s string) string {
	s = tokens.ReplaceAllString(s, "TOKEN")
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

package letter

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the expected texts of the sample letters anew")

// marks are the prefixes of lines in the expected texts, which show their kind.
var marks = map[Kind]string{Own: "  ", Quoted: "Q ", Signature: "S ", Armour: "A "}

// show formats an e-mail like the expected texts: header, problems, then each line with the mark of
// its kind.
func show(l *Letter) string {
	var b strings.Builder
	put := func(key string, value any) {
		if s := fmt.Sprint(value); s != "" && s != "[]" && s != "<@>" {
			fmt.Fprintf(&b, "%s: %s\n", key, s)
		}
	}
	put("From", l.From.String())
	put("Sender", l.Sender.String())
	put("Reply-To", l.ReplyTo.String())
	for _, r := range l.To {
		put(r.Header, strings.Join([]string{r.User, r.Tag, r.Domain}, " | "))
	}
	put("Subject", l.Subject)
	put("Message-Id", l.MessageID)
	put("In-Reply-To", l.InReplyTo)
	put("References", strings.Join(l.References, " "))
	if !l.Date.IsZero() {
		put("Date", l.Date.Format(time.RFC3339))
	}
	put("Authentication", strings.Join(l.AuthResults, "\n  "))
	if l.Auto.Kind != Person {
		put("Auto", string(l.Auto.Kind)+", by "+l.Auto.Why)
	}
	put("Attachments", strings.Join(l.Attachments, ", "))
	put("Problem", string(l.Problem))
	b.WriteByte('\n')
	for _, line := range Lines(l.Full) {
		b.WriteString(strings.TrimRight(marks[line.Kind]+line.Text, " ") + "\n")
	}
	return b.String()
}

// TestSamples parses e-mail from mail programs of three decades, and compares the whole results.
func TestSamples(t *testing.T) {
	files, err := filepath.Glob("testdata/*.eml")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d sample letters, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".eml")
		t.Run(name, func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			l, err := Read(bytes.NewReader(raw))
			if err != nil {
				t.Fatal(err)
			}
			got := show(l)
			want := strings.TrimSuffix(file, ".eml") + ".txt"
			if *update {
				if err := os.WriteFile(want, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			expected, err := os.ReadFile(want)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(expected) {
				t.Errorf("got\n%s\nwant\n%s", got, expected)
			}
			crlf := bytes.ReplaceAll(raw, []byte("\n"), []byte("\r\n"))
			again, err := Read(bytes.NewReader(crlf))
			if err != nil {
				t.Fatal(err)
			}
			if show(again) != got {
				t.Errorf("with CRLF:\n%s\nwith LF:\n%s", show(again), got)
			}
			if l.Size != int64(len(raw)) {
				t.Errorf("size %d, read %d", len(raw), l.Size)
			}
			if Clean(l.Full) != l.Text || Clean(l.Text) != l.Text {
				t.Errorf("the clean text is not clean:\n%s", Clean(l.Text))
			}
		})
	}
}

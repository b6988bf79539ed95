package mailgame

import (
	"os"
	"strings"
	"testing"
)

// TestDocs compares the game in docs/mail.md with the game of the tests: the script must contain
// the players' e-mail, and the transcript must contain the judge's answers.
func TestDocs(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/mail.md")
	if err != nil {
		t.Fatal(err)
	}
	_, story, found := strings.Cut(string(page), "\n## A game, from the first e-mail to the last\n")
	if !found {
		t.Fatal("docs/mail.md no longer contains the game")
	}
	transcript, err := os.ReadFile("testdata/lorenzo.mailbox")
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{"\n" + string(transcript)}
	for _, st := range readScript(t, "testdata/cosimo.txt").steps {
		if st.letter != nil && st.letter.who == "Lorenzo" {
			texts = append(texts, "\n"+st.letter.body)
		}
	}
	blocks := strings.Split(story, "```\n")
	if len(blocks) < 30 {
		t.Errorf("only %d pieces of letters", len(blocks)/2)
	}
	for i := 1; i < len(blocks); i += 2 {
		known := false
		for _, text := range texts {
			known = known || strings.Contains(text, "\n"+blocks[i])
		}
		if !known {
			t.Errorf("no one wrote this in the game:\n%s", blocks[i])
		}
	}
}

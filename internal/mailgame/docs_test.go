package mailgame

import (
	"os"
	"strings"
	"testing"
)

// TestDocs holds the game that docs/mail.md tells to the game that the tests
// play: what people write there stands in the script, and what the judge answers
// in the transcript.
func TestDocs(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/mail.md")
	if err != nil {
		t.Fatal(err)
	}
	_, story, found := strings.Cut(string(page), "\n## A game, from the first letter to the last\n")
	if !found {
		t.Fatal("docs/mail.md does not tell the game any more")
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
			t.Errorf("nobody has written this in the game:\n%s", blocks[i])
		}
	}
}

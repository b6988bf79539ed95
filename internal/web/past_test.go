package web

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// tellsMore fails the test if the text under Why on the page of a past phase
// repeats the line above it.
func (p *response) tellsMore(t *testing.T) {
	t.Helper()
	for _, chain := range p.find("chain") {
		if chain.Parent.Data != "li" || !strings.HasPrefix(text(chain), "Why") {
			continue
		}
		said := ""
		for c := chain.Parent.FirstChild; c != chain; c = c.NextSibling {
			if c.Type == html.TextNode { // the text is in its children
				said += " " + c.Data
			}
			said += " " + text(c)
		}
		for li := range chain.Descendants() {
			if li.Data != "li" || li.FirstChild == nil {
				continue
			}
			line := strings.TrimSuffix(strings.TrimSpace(li.FirstChild.Data), ".")
			if line == "" || strings.Contains(strings.ToLower(said), strings.ToLower(line)) {
				t.Errorf("%s: %q is said again under Why of %q", p.url, line, said)
			}
		}
	}
}

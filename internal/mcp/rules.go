package mcp

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strings"
	"unicode"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"podesta/internal/apijson"
)

type askRulesIn struct {
	gameArgument
	Question string `json:"question,omitempty" jsonschema:"a few words of what you want to know, such as victory, or price of bribing a garrison; left out: the list of chapters"`
	Chapter  string `json:"chapter,omitempty" jsonschema:"the whole of one chapter instead, by its number"`
}

func (s *Server) ruleTools() {
	addTool(s, tool{
		name: "ask_rules", title: "Look up the rules",
		about: "Looks up the rules of this game, which differ between editions and hosts: the passages of its rulebook that fit your words best, or a whole chapter. Ask for victory first: how many cities win.",
	}, s.askRules)
}

// passage is a paragraph of a rulebook, with the heading above it.
type passage struct {
	chapter, text string
	rank          float64
}

// The limits of an answer about rules.
const (
	mostPassages = 10
	mostRules    = 6000 // bytes of passages
)

// rulesOf returns the rulebook of a game, with the host's own rules.
func rulesOf(ctx context.Context, p *player, in *gameArgument) (string, error) {
	var r apijson.Rules
	if err := p.get(ctx, in.path("rules"), url.Values{"text": {"markdown"}}, &r); err != nil {
		return "", err
	}
	text := r.Text
	if r.HouseRules != "" {
		text += "\n\n## House rules\n\n" + r.HouseRules + "\n"
	}
	return text, nil
}

// passages splits a rulebook into paragraphs, tables and lists.
func passages(book string) []passage {
	var out []passage
	chapter := ""
	for part := range strings.SplitSeq(book, "\n\n") {
		part = strings.TrimSpace(part)
		if title, ok := strings.CutPrefix(part, "#"); ok && !strings.Contains(part, "\n") {
			chapter = strings.TrimSpace(strings.TrimLeft(title, "#"))
			continue
		}
		if part != "" {
			out = append(out, passage{chapter: chapter, text: plain(part)})
		}
	}
	return out
}

// plain removes the markup for small print around the IDs of rules.
func plain(text string) string {
	return strings.NewReplacer("<small>", "", "</small>", "").Replace(text)
}

// terms returns the words of a text, each once and without its ending, so that "bribes" finds
// "bribe". It leaves out short and common words.
func terms(text string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(w) < 3 || slices.Contains(common, w) {
			continue
		}
		for _, end := range []string{"ing", "es", "ed", "s", "e"} {
			if short, ok := strings.CutSuffix(w, end); ok && len(short) >= 4 {
				w = short
				break
			}
		}
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// common lists words that are frequent in questions but say nothing about the rules.
var common = strings.Fields("the and for how what when where who why can does may must with are was has have you your they many much which there that this from into get not if is it")

// has reports whether a list contains a word, or one with the same beginning: "assassinated"
// finds "assassination".
func has(words []string, one string) bool {
	const alike = 5 // number of letters
	return slices.ContainsFunc(words, func(w string) bool {
		return w == one || min(len(w), len(one)) >= alike && (strings.HasPrefix(w, one) || strings.HasPrefix(one, w))
	})
}

// rank ranks passages by the words that they share with a question, rare words before frequent
// ones.
func rank(all []passage, question string) []passage {
	wanted := terms(question)
	have := make([][]string, len(all))
	seen := map[string]int{}
	for i, x := range all {
		have[i] = terms(x.chapter + " " + x.text)
		for _, w := range wanted {
			if has(have[i], w) {
				seen[w]++
			}
		}
	}
	var found []passage
	for i, x := range all {
		heading := terms(x.chapter)
		for _, w := range wanted {
			if !has(have[i], w) {
				continue
			}
			rare := math.Log(1 + float64(len(all))/float64(seen[w]))
			x.rank += rare
			if has(heading, w) { // the whole chapter is about this word
				x.rank += rare
			}
		}
		if x.rank > 0 {
			found = append(found, x)
		}
	}
	slices.SortStableFunc(found, func(a, b passage) int { return cmp.Compare(b.rank, a.rank) })
	return found
}

// chapters lists the headings of passages.
func chapters(all []passage) []string {
	var out []string
	for _, x := range all {
		if x.chapter != "" && !slices.Contains(out, x.chapter) {
			out = append(out, x.chapter)
		}
	}
	return out
}

func (s *Server) askRules(ctx context.Context, p *player, in askRulesIn) (*sdk.CallToolResult, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	book, err := rulesOf(ctx, p, &in.gameArgument)
	if err != nil {
		return nil, err
	}
	all := passages(book)
	var b strings.Builder
	if in.Chapter != "" {
		number := strings.TrimSuffix(strings.TrimSpace(in.Chapter), ".")
		for _, x := range all {
			if before, _, _ := strings.Cut(x.chapter, "."); strings.EqualFold(before, number) || strings.EqualFold(x.chapter, in.Chapter) {
				if b.Len() == 0 {
					fmt.Fprintf(&b, "%s\n", x.chapter)
				}
				fmt.Fprintf(&b, "\n%s\n", x.text)
			}
		}
		if b.Len() == 0 {
			return nil, say("The rulebook has no such chapter. It has: %s.", strings.Join(chapters(all), "; "))
		}
		return said(b.String()), nil
	}
	if strings.TrimSpace(in.Question) == "" {
		return text("The chapters of the rulebook of this game:\n%s", strings.Join(chapters(all), "\n")), nil
	}
	found := rank(all, in.Question)
	if len(found) == 0 {
		return text("No passage of the rulebook has these words. Try others, or read a chapter:\n%s", strings.Join(chapters(all), "\n")), nil
	}
	size := 0
	for i, x := range found {
		if size += len(x.text); i == mostPassages || i > 0 && size > mostRules {
			found = found[:i]
			break
		}
	}
	for _, title := range chapters(found) {
		fmt.Fprintf(&b, "\n[%s]\n", title)
		for _, x := range found {
			if x.chapter == title {
				fmt.Fprintf(&b, "%s\n", x.text)
			}
		}
	}
	return said(strings.TrimLeft(b.String(), "\n")), nil
}

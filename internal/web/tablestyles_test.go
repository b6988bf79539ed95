package web

import (
	"slices"
	"strings"
	"testing"
	"text/template/parse"

	"podesta/internal/web/page"
	"podesta/internal/words"
)

// TestTableStyles checks that every page with a part of the board links the
// style sheets of all parts, so that none is missing.
func TestTableStyles(t *testing.T) {
	t.Parallel()
	parts := strings.Fields("box treasury purse panels chart lessonchart sandboxorders lessonoutcome")
	all, pages := page.Templates(words.All()[0]), 0
	for name, parsed := range all {
		set := parsed()
		used := map[string]bool{}
		var walk func(n parse.Node)
		walk = func(n parse.Node) {
			switch n := n.(type) {
			case *parse.ListNode:
				if n != nil {
					for _, x := range n.Nodes {
						walk(x)
					}
				}
			case *parse.IfNode:
				walk(n.List)
				walk(n.ElseList)
			case *parse.WithNode:
				walk(n.List)
				walk(n.ElseList)
			case *parse.RangeNode:
				walk(n.List)
				walk(n.ElseList)
			case *parse.TemplateNode:
				if !used[n.Name] && set.Lookup(n.Name) != nil {
					used[n.Name] = true
					walk(set.Lookup(n.Name).Tree.Root)
				}
			}
		}
		walk(set.Lookup("content").Tree.Root)
		if !slices.ContainsFunc(parts, func(p string) bool { return used[p] }) {
			continue
		}
		pages++
		clear(used)
		if head := set.Lookup("head"); head != nil {
			walk(head.Tree.Root)
		}
		if !used["tablestyles"] {
			t.Errorf("the page %s shows parts of the board but does not link the styles of all", name)
		}
	}
	if pages < 5 {
		t.Errorf("only %d pages show parts of the board", pages)
	}
	b := open(t).browser()
	for _, at := range []string{"/learn/first-money", "/learn/first-winter", "/learn/game/florence/5"} {
		for _, css := range []string{"table", "story", "treasury"} {
			if p := b.get(at); !strings.Contains(p.body, `href="/static/`+css+`.`) {
				t.Errorf("%s does not link %s.css", at, css)
			}
		}
	}
}

package act

import (
	"fmt"
	"strings"
)

// Element is a part of a form after its first words: a word, an argument, or an optional group of
// elements.
type Element struct {
	Word  string
	Args  []*Arg // two arguments if they are joined by a hyphen
	Group []Element
}

// Elements returns the words with which a form of the command begins, and the elements that
// follow.
func (c *Command) Elements(f Form) (begins string, rest []Element) {
	tokens := strings.Fields(strings.NewReplacer("[", " [ ", "]", " ] ").Replace(f.Syntax))
	n := 0
	for n < len(tokens) && isWord(tokens[n]) {
		n++
	}
	begins, tokens = strings.Join(tokens[:n], " "), tokens[n:]
	return begins, c.elements(&tokens)
}

// elements reads elements up to the end of a group.
func (c *Command) elements(tokens *[]string) []Element {
	var out []Element
	for len(*tokens) > 0 {
		t := (*tokens)[0]
		*tokens = (*tokens)[1:]
		switch {
		case t == "]":
			return out
		case t == "[":
			out = append(out, Element{Group: c.elements(tokens)})
		case isWord(t):
			out = append(out, Element{Word: t})
		default:
			var e Element
			for name := range strings.SplitSeq(t, "-") {
				a := c.Arg(name)
				if a == nil {
					panic(fmt.Sprintf("act: the command %s has no argument %s", c.Name, name))
				}
				e.Args = append(e.Args, a)
			}
			out = append(out, e)
		}
	}
	return out
}

func isWord(token string) bool {
	return token == strings.ToUpper(token) && token != "[" && token != "]"
}

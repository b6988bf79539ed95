package replay

import (
	"fmt"
	"strings"
)

// node is an element of a drawing, or a text between elements. The drawings come from package
// atlas, so they are well formed and contain no comments.
type node struct {
	text     string // its complete source
	open     string // the start tag; empty for text
	children []*node
}

// parse parses a drawing. It returns an error if it is not well formed.
func parse(svg string) (*node, error) {
	root := &node{}
	stack := []*node{root}
	starts := []int{0}
	for i := 0; i < len(svg); {
		top := stack[len(stack)-1]
		if svg[i] != '<' {
			end := strings.IndexByte(svg[i:], '<')
			if end < 0 {
				end = len(svg) - i
			}
			top.children = append(top.children, &node{text: svg[i : i+end]})
			i += end
			continue
		}
		end := strings.IndexByte(svg[i:], '>') // > in attributes is always escaped
		if end < 0 {
			return nil, fmt.Errorf("a tag that does not end, at byte %d", i)
		}
		tag := svg[i : i+end+1]
		switch {
		case strings.HasPrefix(tag, "</"):
			if len(stack) == 1 {
				return nil, fmt.Errorf("%s ends nothing, at byte %d", tag, i)
			}
			top.text = svg[starts[len(starts)-1] : i+len(tag)]
			stack, starts = stack[:len(stack)-1], starts[:len(starts)-1]
		case strings.HasSuffix(tag, "/>"):
			top.children = append(top.children, &node{text: tag, open: tag})
		default:
			n := &node{open: tag}
			top.children = append(top.children, n)
			stack, starts = append(stack, n), append(starts, i)
		}
		i += len(tag)
	}
	if len(stack) != 1 {
		return nil, fmt.Errorf("%s does not end", stack[len(stack)-1].open)
	}
	for _, n := range root.children {
		if n.open != "" {
			return n, nil
		}
	}
	return nil, fmt.Errorf("there is no drawing")
}

// changes returns the changes that turn a into b, in the order in which they must be applied.
func changes(a, b *node) []Change {
	d := &differ{}
	d.walk(a, b, []int{})
	return d.out
}

type differ struct{ out []Change }

// walk compares the children of two nodes with the same start tag. The children before the
// current one have already been changed to those in b, so that indices refer to b.
func (d *differ) walk(a, b *node, path []int) {
	x, y := a.children, b.children
	head := 0
	for head < len(x) && head < len(y) && x[head].text == y[head].text {
		head++
	}
	tail := 0
	for tail < len(x)-head && tail < len(y)-head && x[len(x)-1-tail].text == y[len(y)-1-tail].text {
		tail++
	}
	x, y = x[head:len(x)-tail], y[head:len(y)-tail]
	kept := common(x, y)
	i, j := 0, 0
	for _, k := range append(kept, [2]int{len(x), len(y)}) {
		d.gap(x[i:k[0]], y[j:k[1]], path, head+j)
		i, j = k[0]+1, k[1]+1
	}
}

// gap replaces the nodes x by the nodes y, which begin at index at.
func (d *differ) gap(x, y []*node, path []int, at int) {
	for len(x) > 0 && len(y) > 0 && x[0].open != "" && x[0].open == y[0].open && len(x[0].children) > 0 && len(y[0].children) > 0 {
		d.walk(x[0], y[0], append(path[:len(path):len(path)], at))
		x, y, at = x[1:], y[1:], at+1
	}
	if len(x) > 0 || len(y) > 0 {
		d.out = append(d.out, Change{path, at, len(x), text(y)})
	}
}

// common returns a longest common subsequence of two lists of nodes, as pairs
// of indices.
func common(x, y []*node) [][2]int {
	best := make([][]int16, len(x)+1) // longest common subsequences of x[i:] and y[j:]
	for i := range best {
		best[i] = make([]int16, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i].text == y[j].text {
				best[i][j] = best[i+1][j+1] + 1
			} else {
				best[i][j] = max(best[i+1][j], best[i][j+1])
			}
		}
	}
	var out [][2]int
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i].text == y[j].text:
			out = append(out, [2]int{i, j})
			i, j = i+1, j+1
		case best[i+1][j] >= best[i][j+1]:
			i++
		default:
			j++
		}
	}
	return out
}

// text returns the joined source of nodes.
func text(list []*node) string {
	var b strings.Builder
	for _, n := range list {
		b.WriteString(n.text)
	}
	return b.String()
}

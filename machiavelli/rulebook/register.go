package rulebook

import (
	"fmt"
	"strings"

	"podesta/machiavelli/rules"
)

// Register lists every option with its values and their meaning, as plain text
// or Markdown, and marks the value of r.
func Register(r *rules.Set, markdown bool) string {
	var w strings.Builder
	group := ""
	for i := range rules.Options {
		o := &rules.Options[i]
		if o.Group != group {
			group = o.Group
			if markdown {
				w.WriteString("## " + capital(group) + "\n\n")
			} else {
				w.WriteString(heading(capital(group), '-') + "\n")
			}
		}
		if markdown {
			fmt.Fprintf(&w, "**%s** (`%s`): %s <small>[%s]</small>\n\n", o.Title, o.Name, o.Doc, strings.Join(o.Ledger, ", "))
		} else {
			wrap(&w, o.Name+": "+o.Doc+" ["+strings.Join(o.Ledger, ", ")+"]", "", "  ", 100)
		}
		now := o.Get(r)
		known := false
		for _, v := range o.Values {
			mark := " "
			if v.Name == now {
				mark, known = "*", true
			}
			if markdown {
				name := "`" + v.Name + "`"
				if mark == "*" {
					name = "**" + name + "**"
				}
				fmt.Fprintf(&w, "- %s: %s\n", name, v.Doc)
				continue
			}
			wrap(&w, v.Name+": "+v.Doc, "  "+mark+" ", "      ", 100)
		}
		if o.Max > 0 {
			text := fmt.Sprintf("any number from %d to %d", o.Min, o.Max)
			if !known {
				text += "; now " + now
			}
			if markdown {
				w.WriteString("- " + text + "\n")
			} else {
				w.WriteString("    " + text + "\n")
			}
		}
		w.WriteByte('\n')
	}
	return w.String()
}

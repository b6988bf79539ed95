package letter

import "strings"

// unflow joins the lines that a mail program broke in a text of format=flowed (RFC 3676): a line
// that ends with a space continues on the next line of the same quotation depth. If delsp is true,
// this space is not part of the text.
func unflow(text string, delsp bool) string {
	var b strings.Builder
	b.Grow(len(text))
	last, open := 0, false // quotation depth of the previous line, and whether it continues
	for i, line := range strings.Split(text, "\n") {
		depth := 0
		for depth < len(line) && line[depth] == '>' {
			depth++
		}
		line = strings.TrimPrefix(line[depth:], " ")
		if !open || depth != last || line == "-- " {
			if i > 0 {
				b.WriteByte('\n')
			}
			if depth > 0 {
				b.WriteString(strings.Repeat(">", depth))
				b.WriteByte(' ')
			}
		}
		open = strings.HasSuffix(line, " ") && line != "-- "
		if open && delsp {
			line = line[:len(line)-1]
		}
		b.WriteString(line)
		last = depth
	}
	return b.String()
}

// enriched returns the text of text/enriched (RFC 1896), used by some programs of the nineties:
// "<bold>", "<param>...</param>", "<<" for "<", and single line ends that stand for spaces.
func enriched(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	var b strings.Builder
	hidden, fixed := 0, 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], "<<"):
			if hidden == 0 {
				b.WriteByte('<')
			}
			i += 2
		case c == '<':
			end := strings.IndexByte(text[i:], '>')
			if end < 0 {
				end = len(text) - i - 1
			}
			switch strings.ToLower(text[i : i+end+1]) {
			case "<param>":
				hidden++
			case "</param>":
				hidden = max(0, hidden-1)
			case "<nofill>":
				fixed++
			case "</nofill>":
				fixed = max(0, fixed-1)
			}
			i += end + 1
		case c == '\n' && fixed == 0:
			n := 0
			for ; i < len(text) && text[i] == '\n'; i++ {
				n++
			}
			if n == 1 {
				b.WriteByte(' ')
			}
			b.WriteString(strings.Repeat("\n", n-1))
		default:
			if hidden == 0 {
				b.WriteByte(c)
			}
			i++
		}
	}
	return b.String()
}

// richtext returns the text of text/richtext (RFC 1341), an older format in which "<nl>" ends a
// line, "<lt>" stands for "<" and line ends stand for spaces.
func richtext(text string) string {
	text = strings.ReplaceAll(text, "\n", " ")
	var b strings.Builder
	hidden := 0
	for text != "" {
		before, rest, found := strings.Cut(text, "<")
		if hidden == 0 {
			b.WriteString(before)
		}
		if !found {
			break
		}
		tag, after, _ := strings.Cut(rest, ">")
		switch strings.ToLower(strings.TrimSpace(tag)) {
		case "nl", "np", "/paragraph":
			b.WriteByte('\n')
		case "lt":
			b.WriteByte('<')
		case "comment":
			hidden++
		case "/comment":
			hidden = max(0, hidden-1)
		}
		text = after
	}
	return b.String()
}

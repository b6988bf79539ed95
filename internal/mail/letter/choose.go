package letter

import "strings"

// text is the readable text of a part: of alternatives the plain one, of a
// mixture everything in its order.
func (w *walker) text(e *entity) string {
	s, _ := w.read(e)
	return s
}

// read gives the text of a part and whether it was written as plain text.
func (w *walker) read(e *entity) (text string, plain bool) {
	if e.boundary == "" {
		return w.leaf(e), e.media == "text/plain"
	}
	switch e.media {
	case "multipart/alternative":
		return w.alternative(e)
	case "multipart/related", "multipart/signed":
		if len(e.parts) > 0 {
			return w.read(e.parts[0])
		}
		return "", false
	case "multipart/encrypted":
		return "", false
	case "multipart/digest":
		return "", false
	}
	return w.mixture(e)
}

// alternative picks the form that was written as plain text; without one, or
// if that is blank, the last one that has any text, as the best of them comes
// last.
func (w *walker) alternative(e *entity) (string, bool) {
	best := ""
	for _, p := range e.parts {
		s, plain := w.read(p)
		if strings.TrimSpace(s) == "" {
			continue
		}
		if plain {
			return s, true
		}
		best = s
	}
	return best, false
}

// mixture puts the texts of all parts one under the other. Some programs give
// the same text twice, plain and in HTML, without saying so; it is taken once.
func (w *walker) mixture(e *entity) (string, bool) {
	var b strings.Builder
	all, seen := true, make(map[string]bool)
	for _, p := range e.parts {
		s, plain := w.read(p)
		same := strings.Join(strings.Fields(Normalise(s)), " ")
		if same == "" || seen[same] {
			continue
		}
		seen[same] = true
		all = all && plain
		if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte('\n')
		}
		b.WriteString(s)
	}
	return b.String(), all && b.Len() > 0
}

// leaf is the text of a part that has no parts.
func (w *walker) leaf(e *entity) string {
	if !e.keep && len(e.body) == 0 {
		return ""
	}
	s := decode(e)
	e.body = nil
	switch e.media {
	case "text/html":
		return htmlText(s)
	case "text/enriched":
		return enriched(s)
	case "text/richtext":
		return richtext(s)
	}
	if strings.EqualFold(e.params["format"], "flowed") {
		return unflow(s, strings.EqualFold(e.params["delsp"], "yes"))
	}
	return s
}

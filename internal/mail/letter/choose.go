package letter

import "strings"

// text returns the readable text of a part: of alternatives the plain one, of a
// mixture everything in order.
func (w *walker) text(e *entity) string {
	s, _ := w.read(e)
	return s
}

// read returns the text of a part and whether it was plain text.
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

// alternative returns the plain text, or, if that is missing or blank, the last
// form with any text, because the best form is the last.
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

// mixture joins the texts of all parts. Some programs include the same text
// twice, plain and in HTML, without marking it; it is included once.
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

// leaf returns the text of a part without parts.
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

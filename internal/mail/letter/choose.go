package letter

import (
	"slices"
	"strings"
	"unicode"
)

// reading is the text of a part.
type reading struct {
	text   string
	plain  bool     // whether it was plain text
	struck []string // text that HTML strikes out, which is not in text
	listed bool     // whether the HTML has a list, whose bullets are not in text
}

// blank reports whether the reading contains neither text nor struck-out text.
func (r *reading) blank() bool { return strings.TrimSpace(r.text) == "" && len(r.struck) == 0 }

// decides reports whether HTML has mostly the same content as the plain text, which most programs
// also send, but also shows which text is struck out or which marks are list bullets.
func (r *reading) decides(plain *reading) bool {
	if r.plain || len(r.struck) == 0 && !r.listed {
		return false
	}
	all := lettersOf(r.text + strings.Join(r.struck, ""))
	lines, found := 0, 0
	for l := range strings.SplitSeq(Clean(plain.text), "\n") {
		if own := lettersOf(bullet.ReplaceAllString(strings.TrimSpace(l), "")); own != "" {
			lines++
			if strings.Contains(all, own) {
				found++
			}
		}
	}
	return lines > 0 && 2*found >= lines
}

// lettersOf returns the letters and digits of a text, in lower case.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// read returns the readable text of a part. Alternatives usually yield their plain text, related
// and signed parts yield their first part, and encrypted parts and digests yield nothing. Other
// multiparts yield the texts of all their parts in order.
func (w *walker) read(e *entity) reading {
	if e.boundary == "" {
		return w.leaf(e)
	}
	switch e.media {
	case "multipart/alternative":
		return w.alternative(e)
	case "multipart/related", "multipart/signed":
		if len(e.parts) > 0 {
			return w.read(e.parts[0])
		}
		return reading{}
	case "multipart/encrypted", "multipart/digest":
		return reading{}
	}
	return w.mixture(e)
}

// alternative returns the plain text, unless the HTML contains more information. If there is no
// plain text, or it is blank, it returns the last form with any text, because forms are ordered
// from worst to best.
func (w *walker) alternative(e *entity) reading {
	var plain, best reading
	for _, p := range e.parts {
		switch r := w.read(p); {
		case r.blank():
		case !r.plain:
			best = r
		case plain.blank():
			plain = r
		}
	}
	if plain.blank() || best.decides(&plain) {
		return best
	}
	return plain
}

// maxTwice is the maximum number of parts that are searched for the same text in two forms.
const maxTwice = 10

// mixture joins the texts of all parts. Some programs include the same text
// twice, plain and in HTML, without marking it; it is included once.
func (w *walker) mixture(e *entity) reading {
	var parts []reading
	seen := make(map[string]bool)
	for _, p := range e.parts {
		r := w.read(p)
		same := strings.Join(strings.Fields(Normalise(r.text)), " ")
		if r.blank() || same != "" && seen[same] {
			continue
		}
		seen[same] = true
		if !r.plain && len(e.parts) <= maxTwice {
			parts = slices.DeleteFunc(parts, func(x reading) bool { return x.plain && r.decides(&x) })
		}
		parts = append(parts, r)
	}
	out := reading{plain: true}
	var b strings.Builder
	for _, r := range parts {
		out.plain, out.listed = out.plain && r.plain, out.listed || r.listed
		out.struck = append(out.struck, r.struck...)
		if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte('\n')
		}
		b.WriteString(r.text)
	}
	out.text = b.String()
	out.plain = out.plain && b.Len() > 0
	return out
}

// leaf returns the text of a part that is not multipart.
func (w *walker) leaf(e *entity) reading {
	if !e.keep && len(e.body) == 0 {
		return reading{}
	}
	s := decode(e)
	e.body = nil
	switch e.media {
	case "text/html":
		h := readHTML(s)
		return reading{text: h.out.String(), struck: h.struck, listed: h.listed}
	case "text/enriched":
		return reading{text: enriched(s)}
	case "text/richtext":
		return reading{text: richtext(s)}
	}
	if strings.EqualFold(e.params["format"], "flowed") {
		s = unflow(s, strings.EqualFold(e.params["delsp"], "yes"))
	}
	return reading{text: s, plain: e.media == "text/plain"}
}

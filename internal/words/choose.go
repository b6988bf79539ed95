package words

import (
	"strconv"
	"strings"
)

// Accepted returns the language that a browser prefers among those available,
// by its header Accept-Language, or the first language if it names none of
// them.
func Accepted(header string, all []*Catalogue) *Catalogue {
	best, most := all[0], 0.0
	for i, part := range strings.Split(header, ",") {
		if i == 20 { // browsers name only a few
			break
		}
		tag, rest, _ := strings.Cut(part, ";")
		q := 1.0
		if v, ok := strings.CutPrefix(strings.TrimSpace(rest), "q="); ok {
			var err error
			if q, err = strconv.ParseFloat(v, 64); err != nil {
				continue
			}
		}
		base, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(tag)), "-")
		for _, c := range all {
			if c.Tag == base && q > most {
				best, most = c, q
			}
		}
	}
	return best
}

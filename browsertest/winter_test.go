package browsertest

import "slices"

// winters keeps a seat's units with clicks, disbands a single unit over all winters, and builds
// one if there is money for it.
func (g *campaign) winters(s *seat) {
	g.t.Helper()
	h := s.table.hand()
	if h.Winter == nil {
		return
	}
	dismissed := ""
	if g.did["dismiss"] == 0 && len(h.Winter.Units) > 2 {
		u := h.Winter.Units[0]
		dismissed = u.Unit
		s.push("deep(" + quote(`[data-key="drop `+u.Unit+`"]`) + ")")
		s.wrote(u.Drop)
		g.did["dismiss"]++
	}
	if h.Winter.Paid && slices.ContainsFunc(h.Winter.Units, func(u struct{ Unit, Keep, Drop string }) bool { return u.Unit != dismissed }) {
		s.push(`deep('[data-key="keep all"]')`)
		for _, u := range h.Winter.Units {
			if u.Unit != dismissed {
				s.wrote(u.Keep)
			}
		}
		g.did["keep"]++
	}
	i := slices.IndexFunc(h.Winter.Builds, func(c choice) bool {
		return c.Quality == "" && (c.Type == "army" || c.Type == "fleet") && c.To != s.table.unit(dismissed).At
	})
	if i < 0 || h.Money == nil || h.Money.Treasury < 3*len(h.Winter.Units)+3 {
		return
	}
	c := h.Winter.Builds[i]
	s.push("deep(" + quote(`[data-key="build `+c.Text+`"]`) + ")")
	s.wrote(c.Text)
	g.did["build"]++
	s.shot("story-winter")
}

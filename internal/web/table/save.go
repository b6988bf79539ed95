package table

import (
	"net/http"
	"net/url"
	"slices"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/tableview"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli/message"
)

// saveByScript saves the texts that the board's page sends while they are being
// written, and marks the seat ready if requested. Until then the game waits for
// the seat, even if its orders are complete. The answer contains the results of
// the texts.
func (s *Pages) saveByScript(w http.ResponseWriter, r *http.Request, d formContext) {
	ctx, then := r.Context(), r.PostForm.Get("then")
	anyway := r.PostForm.Get("anyway") != ""
	in := clock.NewOrders{Revision: d.revision, Sections: boardpage.Sections(r.PostForm, d.g, d.role), Ready: clock.Draft}
	var boxes []boardpage.OrderForm
	var ask []string
	doubted := func(found *clock.Reading) bool {
		boxes = boardpage.FormsOf(s.Catalogue(r), d.g, found)
		ask = boardpage.Doubts(s.Catalogue(r), d.g, boxes)
		return len(ask) > 0
	}
	if then == "ready" {
		in.Ready = clock.Final
		if !anyway {
			in.Doubt = doubted
		}
	}
	got, err := s.Judge.Clock.SaveOrders(ctx, d.g.ID, d.role, in)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if then == "process" && !anyway {
		doubted(&got.Reading)
	}
	if boxes == nil {
		boxes = boardpage.FormsOf(s.Catalogue(r), d.g, &got.Reading)
	}
	answer := &wire.Saved{At: s.Now(), Revision: d.g.Revision, Late: got.Late, Ready: got.Ready, Moved: got.Moved, Ask: ask}
	complete(answer, d.g, boxes)
	if len(ask) == 0 && !got.Late {
		if err := s.goOn(r, &d, then, answer); err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
	}
	answer.Checked = s.Checked(r, d.g.Revision, boxes)
	page.SendJSON(w, http.StatusOK, answer)
}

// complete adds to the answer what the orders still lack, in games that wait for complete orders.
func complete(k *wire.Saved, g *game.Game, boxes []boardpage.OrderForm) {
	if g.Hosting.OnReady || len(k.Ask) == 0 {
		return
	}
	k.Fill = map[string][]string{}
	for _, b := range boxes {
		if len(b.Rest) > 0 {
			k.Fill[b.ID] = b.Rest
		}
		k.Mend = k.Mend || b.Refused > 0 || !b.Named
	}
}

// goOn does what was requested besides saving the texts.
func (s *Pages) goOn(r *http.Request, d *formContext, then string, answer *wire.Saved) error {
	switch {
	case then == "process":
		_, err := s.Judge.Clock.Process(r.Context(), d.g.ID, d.role, d.revision)
		answer.Moved, answer.Ready = err == nil, false
		return err
	case then == "ready" && d.g.Play && !answer.Moved:
		s.AwaitBots(r.Context(), d.g.ID)
		g, err := s.Judge.Base.Game(r.Context(), d.g.ID)
		if err != nil {
			return err
		}
		answer.Moved = g.Revision != d.revision
		answer.Ready = answer.Ready && !answer.Moved
	}
	return nil
}

// saveOrders saves the texts of a form, and then marks the seat ready or resolves the phase if that
// button was pressed. In games that wait until everyone is ready, the visitor must first confirm
// orders with refused lines or grave dangers.
func (s *Pages) saveOrders(w http.ResponseWriter, r *http.Request) {
	d, ok := s.sit(w, r)
	if !ok {
		return
	}
	if page.WantsJSON(r) {
		s.saveByScript(w, r, d)
		return
	}
	then := r.PostForm.Get("then")
	in := clock.NewOrders{Revision: d.revision, Sections: boardpage.Sections(r.PostForm, d.g, d.role)}
	if len(in.Sections) == 0 && then == "" {
		s.Fail(w, r, http.StatusUnprocessableEntity, "There were no orders in this form", "Nothing was changed.", nil)
		return
	}
	in.Ready = meant(d.g, then)
	anyway := r.PostForm.Get("anyway") != ""
	if d.g.Hosting.OnReady && !anyway {
		in.Doubt = func(found *clock.Reading) bool { return wrong(found) || grave(d.g, found) }
	}
	got, err := s.Judge.Clock.SaveOrders(r.Context(), d.g.ID, d.role, in)
	if err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return
	}
	query := "saved=1" + d.as
	switch {
	case got.Held, then == "process" && d.g.Hosting.OnReady && !anyway && wrong(&got.Reading):
		query = "refused=" + url.QueryEscape(then)
	case then == "process" && d.g.Hosting.OnReady:
		if _, err := s.Judge.Clock.Process(r.Context(), d.g.ID, d.role, d.revision); err != nil {
			s.Refuse(w, r, err, page.Lost(r.PostForm))
			return
		}
		gamepage.ToGame(w, r, d.g.ID, "")
		return
	case in.Ready == clock.Final && d.g.Hosting.OnReady:
		if d.g.Play {
			s.AwaitBots(r.Context(), d.g.ID)
		}
		gamepage.ToGame(w, r, d.g.ID, "")
		return
	case in.Ready == clock.Hold:
		query += "&done=wait"
	}
	gamepage.ToGame(w, r, d.g.ID, query+"#orders")
}

// meant returns what a form's button means for the seat when the script is not running.
func meant(g *game.Game, then string) clock.Readiness {
	switch {
	case then == "ready":
		return clock.Final
	case then == "wait" && !g.Hosting.OnReady:
		return clock.Hold
	}
	return clock.Sent
}

// wrong reports whether lines were refused.
func wrong(found *clock.Reading) bool {
	return slices.ContainsFunc(found.Verdicts, func(v game.Verdict) bool { return v.Refused() })
}

// grave reports whether orders expose a power to a danger in this phase.
func grave(g *game.Game, found *clock.Reading) bool {
	for _, b := range boardpage.FormsOf(message.English, g, found) {
		if slices.ContainsFunc(b.Warns, func(w tableview.Warning) bool { return w.Grave }) {
			return true
		}
	}
	return false
}

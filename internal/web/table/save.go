package table

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/tableview"
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
	in := clock.NewOrders{Revision: d.revision, Sections: sections(r.PostForm, d.g, d.role), Ready: clock.Draft}
	var boxes []OrderForm
	var ask []string
	doubted := func(found *clock.Reading) bool {
		boxes = boxesOf(s.Catalogue(r), d.g, found)
		ask = doubts(s.Catalogue(r), d.g, boxes)
		return len(ask) > 0
	}
	if then == "ready" {
		in.Ready = clock.Final
		if !anyway {
			in.Doubt = doubted
		}
	}
	got, err := s.judge.SaveOrders(ctx, d.g.ID, d.role, in)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if then == "process" && !anyway {
		doubted(&got.Reading)
	}
	if boxes == nil {
		boxes = boxesOf(s.Catalogue(r), d.g, &got.Reading)
	}
	answer := &wire.Saved{At: s.now(), Revision: d.g.Revision, Late: got.Late, Ready: got.Ready, Moved: got.Moved, Ask: ask}
	complete(answer, d.g, boxes)
	if len(ask) == 0 && !got.Late {
		if err := s.goOn(r, &d, then, answer); err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
	}
	answer.Checked = s.checked(r, d.g.Revision, boxes)
	page.SendJSON(w, http.StatusOK, answer)
}

// complete fills in what is missing before orders count as complete, in games
// where they must be: those with a clock of their own.
func complete(k *wire.Saved, g *game.Game, boxes []OrderForm) {
	if g.Hosting.OnReady || len(k.Ask) == 0 {
		return
	}
	k.Fill = map[string][]string{}
	for _, b := range boxes {
		if len(b.rest) > 0 {
			k.Fill[b.ID] = b.rest
		}
		k.Mend = k.Mend || b.Refused > 0 || !b.named
	}
}

// goOn does what was requested in addition to saving the texts.
func (s *Pages) goOn(r *http.Request, d *formContext, then string, answer *wire.Saved) error {
	switch {
	case then == "process":
		_, err := s.judge.Process(r.Context(), d.g.ID, d.role, d.revision)
		answer.Moved, answer.Ready = err == nil, false
		return err
	case then == "ready" && d.g.Play && !answer.Moved:
		s.awaitBots(r.Context(), d.g.ID)
		g, err := s.judge.Game(r.Context(), d.g.ID)
		if err != nil {
			return err
		}
		answer.Moved = g.Revision != d.revision
		answer.Ready = answer.Ready && !answer.Moved
	}
	return nil
}

// doubts returns what players who say that they are ready may have overlooked.
func doubts(l message.Language, g *game.Game, boxes []OrderForm) []string {
	var out []string
	for i := range boxes {
		b := &boxes[i]
		for _, m := range b.doubts(g) {
			if len(boxes) > 1 {
				m = message.New("{power:name}: {doubt}", b.power, m)
			}
			out = append(out, m.In(l))
		}
	}
	return out
}

// doubts returns the same for the orders of one power.
func (b *OrderForm) doubts(g *game.Game) []message.Message {
	var out []message.Message
	say := func(list ...message.Message) {
		out = append(out, message.New("{sentences}", message.ListOf(message.Sentences, list)))
	}
	if n := b.Refused; n > 0 {
		cannot := message.Plural(n, "{n} line cannot be used.", "{n} lines cannot be used.")
		if g.Hosting.OnReady {
			say(cannot)
		} else {
			say(cannot, message.New("Until that is mended your orders do not count as complete."))
		}
	}
	if !b.owes.IsZero() && !g.Solitaire {
		if g.Hosting.OnReady || b.named {
			say(message.Sentence(b.owes), Idle(g))
		} else {
			say(message.Sentence(b.owes), Idle(g), message.New("Until they are named your orders do not count as complete."))
		}
	}
	for _, w := range b.Warns {
		if w.Grave && !g.Solitaire {
			say(message.New("{text}", message.Name(w.Say)))
		}
	}
	if b.Sums == nil {
		return out
	}
	for _, x := range b.Sums.Lines {
		number := message.Order("E" + strconv.Itoa(x.Slot))
		switch {
		case !x.Buys:
			say(message.New("{number} will buy nothing: it costs {sum}, and there will be {have}.", number, message.Ducats(x.Asks), message.Number(x.Gets)))
		case x.Gets < x.Asks:
			say(message.New("{number} gets only {have} of {sum}.", number, message.Number(x.Gets), message.Ducats(x.Asks)))
		}
	}
	if lost := slices.Concat(b.Sums.Lost, b.Sums.Gone); len(lost) > 0 {
		units := make([]message.Name, len(lost)) // in the reader's language already
		for i, u := range lost {
			units[i] = message.Name(u)
		}
		say(message.New("As it stands this winter takes {units}.", message.ListOf(message.And, units)))
	}
	for _, u := range b.Sums.Unbuilt {
		say(message.New("{order} comes to nothing: {why}.", message.Order(u.Text), message.Name(strings.TrimSuffix(u.Why, "."))))
	}
	return out
}

// saveOrders saves the texts of a form, and then marks the seat ready or
// processes the phase if that button was pressed. If lines are refused, the
// visitor must ask for that again.
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
	in := clock.NewOrders{Revision: d.revision, Sections: sections(r.PostForm, d.g, d.role)}
	if len(in.Sections) == 0 && then == "" {
		s.Fail(w, r, http.StatusUnprocessableEntity, "There were no orders in this form", "Nothing was changed.", nil)
		return
	}
	in.Ready = meant(d.g, then)
	anyway := r.PostForm.Get("anyway") != ""
	if d.g.Hosting.OnReady && !anyway {
		in.Doubt = func(found *clock.Reading) bool { return wrong(found) || grave(d.g, found) }
	}
	got, err := s.judge.SaveOrders(r.Context(), d.g.ID, d.role, in)
	if err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return
	}
	query := "saved=1" + d.as
	switch {
	case got.Held, then == "process" && d.g.Hosting.OnReady && !anyway && wrong(&got.Reading):
		query = "refused=" + url.QueryEscape(then)
	case then == "process" && d.g.Hosting.OnReady:
		if _, err := s.judge.Process(r.Context(), d.g.ID, d.role, d.revision); err != nil {
			s.Refuse(w, r, err, page.Lost(r.PostForm))
			return
		}
		done(w, r, d.g.ID, "")
		return
	case in.Ready == clock.Final && d.g.Hosting.OnReady:
		if d.g.Play {
			s.awaitBots(r.Context(), d.g.ID)
		}
		done(w, r, d.g.ID, "")
		return
	case in.Ready == clock.Hold:
		query += "&done=wait"
	}
	done(w, r, d.g.ID, query+"#orders")
}

// meant returns what the button of a form without the script means for the
// seat.
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

// grave reports whether orders leave a power in a danger that occurs in this
// phase.
func grave(g *game.Game, found *clock.Reading) bool {
	for _, b := range boxesOf(message.English, g, found) {
		if slices.ContainsFunc(b.Warns, func(w tableview.Warning) bool { return w.Grave }) {
			return true
		}
	}
	return false
}

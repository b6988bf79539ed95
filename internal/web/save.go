package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"podesta/internal/judge"
	"podesta/internal/web/wire"
)

// saveByScript keeps the texts that a table page sends while they are written,
// and says Ready where that is asked for. Until then the seat is waited for,
// however complete its orders are.
func (s *Server) saveByScript(w http.ResponseWriter, r *http.Request, d desk) {
	then := r.PostForm.Get("then")
	answer, err := s.keepTexts(r, &d, then)
	if err == nil && len(answer.Ask) == 0 && !answer.Late {
		err = s.goOn(r, &d, then)
	}
	if err == nil {
		err = s.stands(r, &d, answer)
	}
	if err != nil {
		s.refuse(w, r, err, nil)
		return
	}
	s.speak(r, &answer)
	sendJSON(w, http.StatusOK, answer)
}

// keepTexts keeps the texts of a form. A seat that was ready is so no longer
// before its orders change.
func (s *Server) keepTexts(r *http.Request, d *desk, then string) (*wire.Saved, error) {
	ctx := r.Context()
	answer := &wire.Saved{At: s.now(), Revision: d.g.Revision}
	texts := map[int]string{}
	for _, seat := range writes(d.g, d.role, d.seats) {
		if text, ok := seatText(r.PostForm, seat, d.g.Setting.Powers); ok {
			texts[seat.Number] = text
		}
	}
	if d.revision != d.g.Revision {
		return nil, s.overtaken(ctx, d, texts)
	}
	ph, err := s.judge.Current(ctx, d.g.ID)
	if err != nil {
		return nil, err
	}
	boxes, err := s.boxes(ctx, d.g, ph.Before, d.role, d.seats, texts)
	if err != nil {
		return nil, err
	}
	if (then == "ready" || then == "process") && r.PostForm.Get("anyway") == "" {
		answer.Ask = doubts(d.g, boxes)
		complete(answer, d.g, boxes)
	}
	if !d.g.Hosting.OnReady && (then != "ready" || len(answer.Ask) > 0) {
		plan, err := s.judge.Plan(ctx, d.g.ID)
		if err != nil {
			return nil, err
		}
		if !plan.Deadline.IsZero() && !s.now().Before(plan.Deadline) {
			answer.Late = true
			return answer, nil
		}
	}
	for _, seat := range writes(d.g, d.role, d.seats) {
		text, ok := texts[seat.Number]
		if !ok {
			continue
		}
		if !d.g.Hosting.OnReady {
			if err := s.judge.Ready(ctx, d.g.ID, d.role, seat.Number, d.revision, false); err != nil {
				return nil, err
			}
		}
		if _, err := s.judge.Submit(ctx, d.g.ID, d.role, seat.Number, d.revision, text); err != nil {
			return nil, err
		}
	}
	return answer, nil
}

// complete fills in what is missing before orders count as complete, where they
// have to: in games with a clock of their own.
func complete(k *wire.Saved, g *judge.Game, boxes []box) {
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

// goOn does what was asked for beside keeping the texts.
func (s *Server) goOn(r *http.Request, d *desk, then string) error {
	ctx := r.Context()
	switch then {
	case "ready":
		for _, seat := range writes(d.g, d.role, d.seats) {
			if err := s.judge.Ready(ctx, d.g.ID, d.role, seat.Number, d.revision, true); err != nil {
				return err
			}
		}
		if d.g.Play {
			s.awaitBots(ctx, d.g.ID)
		}
	case "process":
		_, err := s.judge.Process(ctx, d.g.ID, d.role, d.revision)
		return err
	}
	return nil
}

// stands fills in how the game stands after a form.
func (s *Server) stands(r *http.Request, d *desk, answer *wire.Saved) error {
	g, err := s.judge.Game(r.Context(), d.g.ID)
	if err != nil {
		return err
	}
	answer.Moved = g.Revision != d.revision
	if answer.Moved || g.Number == 0 {
		return nil
	}
	seats, err := s.judge.Seats(r.Context(), d.g.ID)
	if err != nil {
		return err
	}
	mine := writes(g, d.role, seats)
	answer.Ready = len(mine) > 0
	for _, seat := range mine {
		ready := seat.Ready
		if !g.Hosting.OnReady {
			states, err := s.judge.States(r.Context(), g.ID, d.role)
			if err != nil {
				return err
			}
			ready = seat.Number <= len(states) && !states[seat.Number-1].Wait && states[seat.Number-1].Complete
		}
		answer.Ready = answer.Ready && ready
	}
	return nil
}

// doubts are what somebody who says that he is ready may have overlooked.
func doubts(g *judge.Game, boxes []box) []string {
	var out []string
	for _, b := range boxes {
		name := ""
		if len(boxes) > 1 {
			name = b.Name + ": "
		}
		if b.Refused > 0 {
			text := name + count(b.Refused, "line") + " cannot be used."
			if !g.Hosting.OnReady {
				text += " Until that is mended your orders do not count as complete."
			}
			out = append(out, text)
		}
		if b.Owes != "" && !g.Solitaire {
			text := name + capital(b.Owes) + ". " + idle(g)
			if !g.Hosting.OnReady && !b.named {
				text += " Until they are named your orders do not count as complete."
			}
			out = append(out, text)
		}
		for _, w := range b.Warns {
			if w.Grave && !g.Solitaire {
				out = append(out, name+w.Say)
			}
		}
		if b.Sums != nil {
			for _, l := range b.Sums.Lines {
				switch {
				case !l.Buys:
					out = append(out, fmt.Sprintf("%sE%d will buy nothing: it costs %s, and there will be %d.", name, l.Slot, count(l.Asks, "ducat"), l.Gets))
				case l.Gets < l.Asks:
					out = append(out, fmt.Sprintf("%sE%d gets only %d of %s.", name, l.Slot, l.Gets, count(l.Asks, "ducat")))
				}
			}
			if lost := append(append([]string(nil), b.Sums.Lost...), b.Sums.Gone...); len(lost) > 0 {
				out = append(out, name+"As it stands this winter takes "+enumerate(lost)+".")
			}
			for _, u := range b.Sums.Unbuilt {
				out = append(out, name+u.Text+" comes to nothing: "+strings.TrimSuffix(u.Why, ".")+".")
			}
		}
	}
	return out
}

// saveOrders keeps the texts of a form, and then makes ready or processes where
// that button was pressed. Lines that are refused hold that back until it is
// asked for again.
func (s *Server) saveOrders(w http.ResponseWriter, r *http.Request) {
	d, ok := s.sit(w, r)
	if !ok {
		return
	}
	if wantsJSON(r) {
		s.saveByScript(w, r, d)
		return
	}
	refused, saved, texts := 0, false, map[int]string{}
	for _, seat := range writes(d.g, d.role, d.seats) {
		text, ok := seatText(r.PostForm, seat, d.g.Setting.Powers)
		if !ok {
			continue
		}
		found, err := s.judge.Submit(r.Context(), d.g.ID, d.role, seat.Number, d.revision, text)
		if err != nil {
			s.refuse(w, r, err, lost(r.PostForm))
			return
		}
		saved, texts[seat.Number] = true, text
		for _, v := range found {
			if v.Error != "" {
				refused++
			}
		}
	}
	then := r.PostForm.Get("then")
	if !saved && then == "" {
		s.fail(w, r, http.StatusUnprocessableEntity, "There were no orders in this form", "Nothing was changed.", nil)
		return
	}
	if !d.g.Hosting.OnReady || d.as != "" {
		s.hostedSaved(w, r, d, then)
		return
	}
	if then == "" {
		done(w, r, d.g.ID, "saved=1#orders")
		return
	}
	var err error
	grave := false
	if then == "ready" && r.PostForm.Get("anyway") == "" {
		if grave, err = s.grave(r.Context(), &d, texts); err != nil {
			s.refuse(w, r, err, lost(r.PostForm))
			return
		}
	}
	if (refused > 0 || grave) && r.PostForm.Get("anyway") == "" {
		done(w, r, d.g.ID, "refused="+url.QueryEscape(then)+"#orders")
		return
	}
	switch then {
	case "ready":
		s.makeReady(w, r, d, true)
	case "process":
		if _, err := s.judge.Process(r.Context(), d.g.ID, d.role, d.revision); err != nil {
			s.refuse(w, r, err, lost(r.PostForm))
			return
		}
		done(w, r, d.g.ID, "")
	default:
		done(w, r, d.g.ID, "saved=1#orders")
	}
}

// grave reports whether texts leave a power in a danger that comes with the
// phase.
func (s *Server) grave(ctx context.Context, d *desk, texts map[int]string) (bool, error) {
	ph, err := s.judge.Current(ctx, d.g.ID)
	if err != nil {
		return false, err
	}
	boxes, err := s.boxes(ctx, d.g, ph.Before, d.role, d.seats, texts)
	for _, b := range boxes {
		for _, w := range b.Warns {
			if w.Grave {
				return true, err
			}
		}
	}
	return false, err
}

// overtaken is why texts for an earlier revision are not taken: that the phase
// is over, or what a master did to the game and his reason.
func (s *Server) overtaken(ctx context.Context, d *desk, texts map[int]string) error {
	for seat, text := range texts {
		if _, err := s.judge.Submit(ctx, d.g.ID, d.role, seat, d.revision, text); err != nil {
			return err
		}
	}
	return judge.ErrStale
}

// hostedSaved is what comes after orders of a hosted game are saved: the phase is
// held until its deadline, or no longer, where that was asked for.
func (s *Server) hostedSaved(w http.ResponseWriter, r *http.Request, d desk, then string) {
	query := "saved=1" + d.as
	if then == "wait" || then == "ready" {
		for _, seat := range writes(d.g, d.role, d.seats) {
			if err := s.judge.SetWait(r.Context(), d.g.ID, d.role, seat.Number, then == "wait"); err != nil {
				s.refuse(w, r, err, lost(r.PostForm))
				return
			}
		}
		if then == "wait" {
			query += "&done=wait"
		}
	}
	done(w, r, d.g.ID, query+"#orders")
}

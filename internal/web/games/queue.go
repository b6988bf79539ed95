package games

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/queue"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// queuePage is the page of the queue for games.
type queuePage struct {
	queueForm
	Account *game.Account // nil for a visitor without an account
	State   *queueState
	Notice  string
	Error   string
	Once    string
}

// queueForm is the form for what a player in the queue would like to play.
type queueForm struct {
	Editions, Scenarios, Paces []page.Choice
	Least, Most                []page.Choice
	Reliability, Languages     string
	Programs                   bool
	Whole                      bool // whether to show the whole form, not only what most people choose
}

// queueState is a visitor's state in the queue.
type queueState struct {
	queue.Standing
	Started, Until page.Due
	AnswerBy       page.Due
	Likely         message.Message // the game that is closest to having enough players
}

// newQueueState returns the state of an account in the queue, or nil if it is not in it.
func (s *Pages) newQueueState(ctx context.Context, a *game.Account) (*queueState, error) {
	st, err := s.Judge.Queue.QueueStanding(ctx, a.ID)
	if err != nil || !st.Waits {
		return nil, err
	}
	loc := account.Zone(a)
	out := &queueState{Standing: st, Started: page.DueIn(st.Since, loc), Until: page.DueIn(st.Ends, loc), AnswerBy: page.DueIn(st.Answer, loc)}
	if st.Near != nil {
		out.Likely = st.Near.Say()
	}
	return out, nil
}

// newQueueForm returns the form for the given wants.
func newQueueForm(w game.Wants) queueForm {
	o := queue.Offered()
	chosen := func(list []string, value string) bool { return len(list) == 0 || slices.Contains(list, value) }
	f := queueForm{
		Languages: strings.Join(w.Languages, ", "), Programs: w.Programs,
		Whole: w.Least > queue.LeastPlayers || w.Most > 0 && w.Most < queue.MostPlayers || w.Reliability > 0 || len(w.Languages) > 0 || w.Programs ||
			len(w.Scenarios) > 0 && len(w.Scenarios) < len(o.Scenarios),
	}
	if w.Reliability > 0 {
		f.Reliability = strconv.Itoa(w.Reliability)
	}
	for _, e := range o.Editions {
		f.Editions = append(f.Editions, page.Choice{Value: e.ID, Label: e.Title, Doc: e.Doc, Chosen: slices.Contains(w.Editions, e.ID) || len(w.Editions) == 0 && o.AnyEdition(e.ID)})
	}
	for _, x := range o.Scenarios {
		f.Scenarios = append(f.Scenarios, page.Choice{Value: x.ID, Label: x.Title, Doc: x.Period, Chosen: chosen(w.Scenarios, x.ID)})
	}
	for _, p := range o.Paces {
		f.Paces = append(f.Paces, page.Choice{Value: p.Name, Label: p.Label, Doc: p.Doc, Chosen: chosen(w.Paces, p.Name)})
	}
	for n := queue.LeastPlayers; n <= queue.MostPlayers; n++ {
		text := strconv.Itoa(n)
		f.Least = append(f.Least, page.Choice{Value: text, Label: text, Chosen: n == max(w.Least, queue.LeastPlayers)})
		f.Most = append(f.Most, page.Choice{Value: text, Label: text, Chosen: n == w.Most || w.Most == 0 && n == queue.MostPlayers})
	}
	return f
}

// readWants reads a player's wants from a form. The short form lacks fields for some of them.
func readWants(v url.Values) (game.Wants, error) {
	w := game.Wants{Programs: v.Get("programs") != ""}
	for _, x := range []struct {
		field string
		into  *[]string
	}{{"edition", &w.Editions}, {"scenario", &w.Scenarios}, {"pace", &w.Paces}} {
		for _, value := range v[x.field] {
			if value = page.Clean(value); value != "" {
				*x.into = append(*x.into, value)
			}
		}
	}
	// An empty list of boxes means that all of them were cleared, and not that the form has no
	// such list.
	for _, field := range v["list"] {
		if (field == "edition" || field == "scenario" || field == "pace") && len(v[field]) == 0 {
			return w, game.Refuse(game.Invalid, message.New("Choose at least one edition, one scenario and one pace."))
		}
	}
	w.Languages = strings.FieldsFunc(page.Clean(v.Get("languages")), func(r rune) bool { return r == ',' || r == ' ' })
	for _, x := range []struct {
		field string
		into  *int
	}{{"least", &w.Least}, {"most", &w.Most}, {"reliability", &w.Reliability}} {
		text := strings.TrimSuffix(strings.TrimSpace(v.Get(x.field)), "%")
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return w, game.Refuse(game.Invalid, message.New("{word} is not a whole number.", game.Quoted(page.Clean(text))))
		}
		*x.into = n
	}
	return w, nil
}

// queueNotices holds the messages that confirm the forms of the queue.
//
//lang:words
var queueNotices = map[string]string{
	"joined":  "You are in the queue. When there is a game for you, you are asked to confirm.",
	"changed": "Saved. You keep your place.",
	"left":    "You are no longer in the queue.",
	"none":    "You are not in the queue. If a seat was found for you, its game is among your games.",
	"renewed": "Your place is kept for another 7 days.",
}

func (s *Pages) newQueuePage(r *http.Request, a *game.Account) (*queuePage, error) {
	pg := &queuePage{Account: a, Once: page.NewOnce(), Notice: queueNotices[r.URL.Query().Get("done")]}
	wants := game.Wants{}
	if a != nil {
		st, err := s.newQueueState(r.Context(), a)
		if err != nil {
			return nil, err
		}
		if pg.State = st; st != nil {
			wants = *st.Wants
			// a seat was found in the meantime, or the place in the queue expired
		} else if pg.Notice != "" && pg.Notice != queueNotices["left"] {
			pg.Notice = queueNotices["none"]
		}
	}
	pg.queueForm = newQueueForm(wants)
	return pg, nil
}

// queueView shows the queue.
func (s *Pages) queueView(w http.ResponseWriter, r *http.Request) {
	a, err := s.Account(r)
	var pg *queuePage
	if err == nil {
		pg, err = s.newQueuePage(r, a)
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "queue", page.Frame{Title: "Any game that fits", Body: pg})
}

// queueChange joins the queue, changes what the visitor wants, renews their place
// or leaves.
func (s *Pages) queueChange(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	ctx, done := r.Context(), ""
	var wants game.Wants
	var err error
	switch r.PostForm.Get("do") {
	case "leave":
		done, err = "left", s.Judge.Queue.Dequeue(ctx, a.ID)
	case "renew":
		done, err = "renewed", s.Judge.Queue.RenewQueue(ctx, a.ID)
	case "join":
		if wants, err = readWants(r.PostForm); err == nil {
			var joined bool
			joined, err = s.Judge.Queue.Enqueue(ctx, a.ID, wants)
			done = map[bool]string{true: "joined", false: "changed"}[joined]
		}
	default:
		err = game.Refuse(game.Invalid, message.New("This form does nothing: press one of its buttons."))
	}
	if err != nil {
		pg, e := s.newQueuePage(r, a)
		if e != nil {
			s.Refuse(w, r, err, nil)
			return
		}
		if r.PostForm.Get("do") == "join" {
			pg.queueForm = newQueueForm(wants)
			pg.Reliability = page.Clean(r.PostForm.Get("reliability"))
			pg.Whole = pg.Whole || pg.Reliability != ""
		}
		pg.Error = s.Explain(r, err)
		s.Again(w, r, err, "queue", "Any game that fits", pg)
		return
	}
	http.Redirect(w, r, "/queue?done="+done, http.StatusSeeOther)
}

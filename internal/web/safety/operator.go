package safety

import (
	"net/http"
	"net/url"
	"strconv"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/press"
	"podesta/internal/safety"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// queuePage is the queue of reports.
type queuePage struct {
	Open, Decided []filedRow
	Unreadable    []string // what is wrong with games that are left out
}

// filedRow is a report in a list.
type filedRow struct {
	safety.Filed
	What    message.Message
	Why     string // the reason, in words
	Made    page.Due
	Decided page.Due
	Result  message.Message
}

func newFiled(f safety.Filed, a *game.Account) filedRow {
	shown := f.Shown
	if f.Kind == game.LetterReport || f.Kind == game.CommentReport {
		shown = f.Title
	}
	o := safety.Outcome{Verdict: f.Verdict}
	return filedRow{f, reported(f.Kind, shown), reasonTitles[f.Reason], page.DueIn(f.Report.Made, account.Zone(a)), page.DueIn(f.Report.Decided, account.Zone(a)), o.Say()}
}

func newFiledRows(list []safety.Filed, a *game.Account) []filedRow {
	var out []filedRow
	for _, f := range list {
		out = append(out, newFiled(f, a))
	}
	return out
}

func (s *Pages) reports(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	open, decided, err := s.judge.Reports(r.Context(), a.ID)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "reports", page.Frame{Title: "Reports", Body: queuePage{newFiledRows(open, a), newFiledRows(decided, a), s.judge.LeftOut()}})
}

// casePage is a report with its evidence.
type casePage struct {
	filedRow
	Withheld page.Phrase
	Gone     bool // the message can no longer be read
	Letters  []evidenceRow
	Comment  string
	Others   []filedRow
	Back     []filedRow
	Past     []sanctionRow
}

// evidenceRow is a message in evidence.
type evidenceRow struct {
	Mine     bool // the reporter wrote it
	Reported bool
	Master   bool
	Text     string
	At       page.Due
}

func (s *Pages) newCase(r *http.Request, a *game.Account) (*casePage, error) {
	c, err := s.judge.ReadReport(r.Context(), a.ID, r.PathValue("report"))
	if err != nil {
		return nil, err
	}
	loc := account.Zone(a)
	pg := &casePage{filedRow: newFiled(c.Filed, a), Withheld: page.Say(c.Withheld), Comment: c.Comment, Others: newFiledRows(c.Others, a), Back: newFiledRows(c.Back, a)}
	for _, x := range c.Past {
		what := message.New("warned")
		switch x.Kind {
		case game.Suspended:
			what = message.New("suspended until {when}", message.Moment(x.Until.Unix()))
		case game.Renamed:
			what = message.New("name removed")
		}
		pg.Past = append(pg.Past, sanctionRow{what, x.Why, page.DueIn(x.Made, loc)})
	}
	if e := c.Evidence; e != nil {
		for _, l := range append(e.Context, e.Letter) {
			pg.Letters = append(pg.Letters, evidenceOf(l, l.Seq == c.Seq, page.DueIn(l.At, loc)))
		}
	} else {
		pg.Gone = c.Kind == game.LetterReport && c.Withheld.IsZero()
	}
	return pg, nil
}

func evidenceOf(l press.Letter, reported bool, at page.Due) evidenceRow {
	return evidenceRow{Mine: l.Own, Reported: reported, Master: l.Press.Master, Text: l.Press.Text, At: at}
}

// caseOf shows a report. Each request is recorded in the audit log.
func (s *Pages) caseOf(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	pg, err := s.newCase(r, a)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "case", page.Frame{Title: "A report", Body: pg})
}

func (s *Pages) decide(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	days, _ := strconv.Atoi(r.PostForm.Get("days"))
	d := safety.Decision{Verdict: r.PostForm.Get("verdict"), Days: days, Why: page.Clean(r.PostForm.Get("why"))}
	if err := s.judge.Decide(r.Context(), a.ID, r.PathValue("report"), d); err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return
	}
	http.Redirect(w, r, "/operator/reports", http.StatusSeeOther)
}

// auditPage is the audit log.
type auditPage struct {
	Rows  []auditRow
	Older string
}

type auditRow struct {
	safety.Looked
	At   page.Due
	What message.Message
}

// auditLength is the number of entries on a page of the audit log.
const auditLength = 100

func (s *Pages) audit(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	before, _ := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64)
	list, err := s.judge.Audit(r.Context(), a.ID, max(before, 0), auditLength)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	pg := auditPage{}
	for _, l := range list {
		pg.Rows = append(pg.Rows, auditRow{l, page.DueIn(l.At, account.Zone(a)), sayLook(l.What)})
	}
	if n := len(list); n == auditLength {
		pg.Older = "/operator/audit?" + url.Values{"before": {strconv.FormatInt(list[n-1].ID, 10)}}.Encode()
	}
	s.Page(w, r, http.StatusOK, "audit", page.Frame{Title: "Audit log", Body: pg})
}

// sayLook says what an operator did.
func sayLook(what string) message.Message {
	switch what {
	case "evidence":
		return message.New("looked at the evidence of a report")
	case "signs":
		return message.New("looked for one person in two seats")
	case game.Dismissed:
		return message.New("dismissed a report")
	case game.Warned:
		return message.New("warned a person")
	case game.Suspended:
		return message.New("suspended a person")
	}
	return message.New("removed a name")
}

// signsPage lists signs of one person in two seats of a game.
type signsPage struct {
	Game *game.Game
	Rows []signRow
}

type signRow struct {
	safety.Sign
	Seats message.Message
}

// signs shows signs of one person in two seats. Each request is recorded in the
// audit log.
func (s *Pages) signs(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	g, list, err := s.judge.Signs(r.Context(), a.ID, r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	pg := signsPage{Game: g}
	for _, x := range list {
		pg.Rows = append(pg.Rows, signRow{x, message.New("{a} and {b}", message.Name(x.Names[0]), message.Name(x.Names[1]))})
	}
	s.Page(w, r, http.StatusOK, "signs", page.Frame{Title: "One person in two seats?", Body: pg})
}

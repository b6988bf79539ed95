package safety

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/safety"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// queuePage is the queue of reports.
type queuePage struct {
	Open, Decided []filedRow
	Unreadable    []string // errors of games that cannot be read
}

// filedRow is a report in a list.
type filedRow struct {
	safety.Filed
	Why     message.Message // reason of the report
	Made    page.Due
	Decided page.Due
	Result  message.Message
}

func newFiled(f safety.Filed, a *game.Account) filedRow {
	o := safety.Outcome{Verdict: f.Verdict}
	return filedRow{f, safety.SayReason(f.Reason), page.DueIn(f.Report.Made, account.Zone(a)), page.DueIn(f.Report.Decided, account.Zone(a)), o.Say()}
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
	open, decided, err := s.judge.Safety.Reports(r.Context(), a.ID)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	s.Page(w, r, http.StatusOK, "reports", page.Frame{Title: "Reports", Body: queuePage{newFiledRows(open, a), newFiledRows(decided, a), s.judge.Base.LeftOut()}})
}

// casePage is a report with its evidence.
type casePage struct {
	filedRow
	Withheld page.Phrase
	Gone     bool // whether the message can no longer be read
	Letters  []evidenceRow
	Earlier  bool // whether there are earlier messages
	Later    bool // whether there are later messages
	Game     *game.Game
	Comment  string
	With     []filedRow
	Others   []filedRow
	Back     []filedRow
	Past     []pastRow
	Again    []againRow
	Appeal   string // what the person writes against the decision; empty if there is no appeal
	Lifts    bool   // whether a sanction of this report is in force
	Renames  bool   // whether there is a name to remove
	Ask      *question
	Error    string
	Form     url.Values // the form as sent, if it was refused
}

// evidenceRow is a message in evidence.
type evidenceRow struct {
	Seat     page.Phrase // the seat from which it was written
	Name     string      // name of its author
	Hidden   bool        // whether the author is hidden from the players
	Reported bool
	Master   bool
	Text     string
	At       page.Due
}

// pastRow is an earlier sanction against the reported person.
type pastRow struct {
	sanctionRow
	Lifted page.Due
}

// againRow is an earlier decision on a report.
type againRow struct {
	safety.Again
	What    message.Message
	Decided page.Due
	Opened  page.Due
}

// question is a decision that the operator must confirm, with the text that the person would
// read.
type question struct {
	Title, Button message.Message
	Do, Verdict   string
	Days, Why     string
	Told          []message.Message
}

// sayPast describes a sanction in a few words.
func sayPast(kind string, until time.Time) message.Message {
	switch kind {
	case game.Dismissed:
		return message.New("dismissed")
	case game.Suspended:
		return message.New("suspended until {when}", message.Moment(until.Unix()))
	case game.Renamed:
		return message.New("name removed")
	}
	return message.New("warned")
}

func (s *Pages) newCase(r *http.Request, a *game.Account) (*casePage, error) {
	c, err := s.judge.Safety.ReadReport(r.Context(), a.ID, r.PathValue("report"))
	if err != nil {
		return nil, err
	}
	loc := account.Zone(a)
	pg := &casePage{
		filedRow: newFiled(c.Filed, a), Withheld: page.Say(c.Withheld), Game: c.Game, Comment: c.Comment,
		With: newFiledRows(c.With, a), Others: newFiledRows(c.Others, a), Back: newFiledRows(c.Back, a), Appeal: c.Appeal(), Lifts: c.Lifts(), Form: url.Values{},
	}
	pg.Renames = c.About != "" || c.Kind == game.GameReport
	for _, x := range c.Past {
		pg.Past = append(pg.Past, pastRow{sanctionRow{What: sayPast(x.Kind, x.Until), Why: x.Why, Made: page.DueIn(x.Made, loc)}, page.DueIn(x.Lifted, loc)})
	}
	for _, x := range c.Again {
		pg.Again = append(pg.Again, againRow{x, sayPast(x.Verdict, x.Until), page.DueIn(x.Decided, loc), page.DueIn(x.Opened, loc)})
	}
	e := c.Evidence
	if e == nil {
		pg.Gone = c.Kind == game.LetterReport && c.Withheld.IsZero()
		return pg, nil
	}
	pg.Earlier, pg.Later = e.Earlier, e.Later
	for i := range e.Talk {
		l := &e.Talk[i]
		row := evidenceRow{Name: c.Names[l.Writer], Reported: i == e.At, Master: l.Press.Master, Hidden: l.Seat > 0 && l.From == 0 && !l.Own, Text: l.Press.Text, At: page.DueIn(l.At, loc)}
		if l.Seat > 0 {
			row.Seat = page.Say(page.SeatName(c.Game, l.Seat))
		}
		pg.Letters = append(pg.Letters, row)
	}
	return pg, nil
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

// decide decides a report, reopens it or lifts a sanction. Before a decision about a person
// takes effect, the operator sees what the person would read.
func (s *Pages) decide(w http.ResponseWriter, r *http.Request) {
	if !s.Form(w, r) {
		return
	}
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	ctx, id, form := r.Context(), r.PathValue("report"), r.PostForm
	days, _ := strconv.Atoi(form.Get("days"))
	d := safety.Decision{Verdict: form.Get("verdict"), Days: days, Why: page.Clean(form.Get("why"))}
	var ask *question
	var err error
	switch do := form.Get("do"); {
	case do == "reopen":
		err = s.judge.Safety.ReopenReport(ctx, a.ID, id, d.Why)
	case do == "lift":
		err = s.judge.Safety.Lift(ctx, a.ID, id, d.Why)
	case form.Get("sure") != "":
		err = s.judge.Safety.Decide(ctx, a.ID, id, d)
	default:
		ask = &question{Verdict: d.Verdict, Days: form.Get("days"), Why: d.Why}
		ask.Told, err = s.judge.Safety.Preview(ctx, a.ID, id, d)
	}
	if err == nil && ask == nil {
		to := "/operator/reports"
		if form.Get("do") != "" {
			to += "/" + url.PathEscape(id)
		}
		http.Redirect(w, r, to, http.StatusSeeOther)
		return
	}
	pg, e := s.newCase(r, a)
	switch {
	case e != nil && err == nil:
		s.Refuse(w, r, e, nil)
	case e != nil:
		s.Refuse(w, r, err, page.Lost(form))
	case err != nil:
		pg.Error, pg.Form = s.Explain(r, err), form
		s.Again(w, r, err, "case", "A report", pg)
	default:
		ask.entitle(pg)
		pg.Ask = ask
		s.Page(w, r, http.StatusOK, "case", page.Frame{Title: "A report", Body: pg})
	}
}

// entitle sets the title of the question.
func (q *question) entitle(pg *casePage) {
	who := message.Name(pg.AboutName)
	switch q.Verdict {
	case game.Dismissed:
		q.Title, q.Button = message.New("Dismiss the report?"), message.New("Yes, dismiss it")
	case game.Upheld:
		q.Title, q.Button = message.New("Leave the decision as it is?"), message.New("Yes, leave it")
	case game.Warned:
		q.Title, q.Button = message.New("Warn {name}?", who), message.New("Yes, warn")
	case game.Suspended:
		days, _ := strconv.Atoi(q.Days)
		q.Title, q.Button = message.Plural(days, "Suspend {name} for {n} day?", "Suspend {name} for {n} days?", who), message.New("Yes, suspend")
	default:
		q.Title, q.Button = message.New("Remove the name?"), message.New("Yes, remove it")
		if pg.Kind != game.GameReport {
			q.Title = message.New("Remove the name {name}?", who)
		}
	}
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
	list, err := s.judge.Safety.Audit(r.Context(), a.ID, max(before, 0), auditLength)
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

// sayLook describes what an operator did.
func sayLook(what string) message.Message {
	switch what {
	case game.LookedEvidence:
		return message.New("looked at the evidence of a report")
	case game.LookedSigns:
		return message.New("looked for one person in two seats")
	case game.Dismissed:
		return message.New("dismissed a report")
	case game.Warned:
		return message.New("warned a person")
	case game.Suspended:
		return message.New("suspended a person")
	case game.Upheld:
		return message.New("left a decision as it was")
	case game.ReopenedReport:
		return message.New("opened a report again")
	case game.LiftedSanction:
		return message.New("lifted a sanction")
	}
	return message.New("removed a name")
}

// signsPage lists signs that one person plays two seats of a game.
type signsPage struct {
	Game *game.Game
	Rows []signRow
}

type signRow struct {
	safety.Sign
	Seats message.Message
}

// signs shows signs that one person plays two seats. Each request is recorded in the audit log.
func (s *Pages) signs(w http.ResponseWriter, r *http.Request) {
	a, ok := s.Member(w, r)
	if !ok {
		return
	}
	g, list, err := s.judge.Safety.Signs(r.Context(), a.ID, r.PathValue("id"))
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

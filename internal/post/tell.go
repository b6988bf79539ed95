package post

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"podesta/internal/judge"
	"podesta/internal/schedule"
	"podesta/machiavelli/report"
)

// told is an entry of a game's log in words for one reader.
type told struct {
	subject string // the topic, behind the game and its phase
	text    string
	story   []report.Chapter // of results, for the page of the letter
	head    string           // of results: the headline
	picture []byte           // of results: the map, as PNG
	times   *judge.Times     // that the entry tells of
	over    bool             // the game has ended with it
	late    bool             // the reader himself is late
	hint    string           // how the letter can be answered, where that is not with orders
}

// topics are the subjects of notices.
var topics = map[judge.Topic]string{
	judge.TopicStarting: "Game Starting", judge.TopicForming: "Waiting for More Players", judge.TopicUnstarted: "Start Taken Back", judge.TopicSignon: "New Signon",
	judge.TopicTakeover: "New Player Signon", judge.TopicReturn: "Player Returned", judge.TopicResignation: "Resignation",
	judge.TopicPromotion: "Promotion", judge.TopicApproval: "Approval", judge.TopicParameters: "Parameter Change",
	judge.TopicPreferences: "Preference Change", judge.TopicDeadline: "Deadline Adjustment", judge.TopicGrace: "Grace Adjustment",
	judge.TopicStart: "Start Adjustment", judge.TopicReminder: "Reminder", judge.TopicAhead: "Orders Entered", judge.TopicStead: "Orders in Your Stead", judge.TopicLate: "Late Notice",
	judge.TopicAbandoned: "Power Abandoned", judge.TopicDisorder: "Civil Disorder", judge.TopicReplace: "Waiting for Replacement",
	judge.TopicManual: "Waiting for the Master", judge.TopicOutage: "Deadline Adjustment after Outage", judge.TopicTrouble: "Trouble", judge.TopicUndelivered: "Letters Refused",
	judge.TopicPaused: "Game Paused", judge.TopicStillPause: "Game Still Paused", judge.TopicResumed: "Game Resumed",
	judge.TopicTerminated: "Game Terminated", judge.TopicAbsence: "Absence Notice", judge.TopicAbsenceOff: "Absence Cancellation",
	judge.TopicAbsenceOver: "Oversized Absence Request", judge.TopicVictory: "Victory", judge.TopicDraw: "Draw Declared",
	judge.TopicConcession: "Concession", judge.TopicDiary: "Diary", judge.TopicReveal: "Players Revealed", judge.TopicLetters: "Press Opened", judge.TopicMotion: "Motion", judge.TopicVote: "Vote",
	judge.TopicRollback: "Rollback", judge.TopicEdit: "Correction", judge.TopicRoll: "Roll Set", judge.TopicRules: "Rules Change",
}

// tell puts an entry, as the role may see it, into words. The times in it are
// told by clock.
func (o *Office) tell(ctx context.Context, g *judge.Game, role judge.Role, e judge.Entry) (*told, error) {
	switch e.Kind {
	case judge.ResultEntry:
		return o.tellResult(ctx, g, role, e)
	case judge.PressEntry:
		return tellPress(g, role, e)
	case judge.ActEntry:
		var a judge.ActData
		if err := json.Unmarshal(e.Data, &a); err != nil {
			return nil, err
		}
		t := &told{subject: subjectOf(a.Topic), text: wrap(a.Text, "", "", 78) + "\n", times: a.Times}
		if a.Who != "" {
			t.text += "By: " + oneLine(a.Who, 60) + ".\n"
		}
		if a.Why != "" {
			t.text += wrap("Reason: "+a.Why, "", "  ", 78) + "\n"
		}
		for _, c := range a.Changes {
			t.text += wrap(c, "  ", "    ", 78) + "\n"
		}
		return t, nil
	}
	var n judge.Notice
	if err := json.Unmarshal(e.Data, &n); err != nil {
		return nil, err
	}
	t := tellNotice(g, role, &n)
	if n.Topic == judge.TopicStarting {
		begins, err := o.beginsWith(ctx, g, role, e.Number)
		if err != nil {
			return nil, err
		}
		t.text += begins
	}
	return t, nil
}

// subjectOf is the subject of a topic.
func subjectOf(t judge.Topic) string {
	if s := topics[t]; s != "" {
		return s
	}
	return "Notice"
}

func tellNotice(g *judge.Game, role judge.Role, n *judge.Notice) *told {
	t := &told{subject: subjectOf(n.Topic), text: wrap(n.Text, "", "", 78) + "\n", times: n.Times}
	if n.Who != "" {
		t.text += "Who: " + oneLine(n.Who, 60) + "\n"
	}
	for _, l := range n.Lines {
		t.text += wrap(l, "  ", "    ", 78) + "\n"
	}
	if !n.From.IsZero() && !n.Until.IsZero() {
		t.text += wrap("From "+when(n.From, time.UTC)+" to "+when(n.Until, time.UTC)+".", "", "  ", 78) + "\n"
	}
	switch n.Topic {
	case judge.TopicStarting:
		t.text = youPlay(g, role) + t.text
	case judge.TopicLate:
		letters := ""
		for _, seat := range n.Seats {
			t.late = t.late || seat == role.Seat
			if seat >= 1 && seat <= len(g.Setting.Seats) {
				for _, p := range g.Setting.Seats[seat-1] {
					letters += string(g.Setting.Powers[p].Letter)
				}
			}
		}
		t.subject += ": " + letters
		if t.late {
			t.subject = "[You are late!] " + t.subject
		}
	case judge.TopicResignation, judge.TopicTakeover, judge.TopicAbandoned:
		var names []string
		for _, seat := range n.Seats {
			names = append(names, seatName(g, seat))
		}
		if len(names) > 0 {
			t.subject += ": " + list(names)
		}
	case judge.TopicVictory, judge.TopicDraw, judge.TopicConcession, judge.TopicTerminated:
		t.over = true
	}
	return t
}

// youPlay tells a player at the start who he is, and how he signs on.
func youPlay(g *judge.Game, role judge.Role) string {
	if role.Seat < 1 || role.Seat > len(g.Setting.Seats) || len(g.Setting.Seats[role.Seat-1]) == 0 {
		return ""
	}
	letter := string(g.Setting.Powers[g.Setting.Seats[role.Seat-1][0]].Letter)
	text := fmt.Sprintf("You play %s. A letter of yours that answers none of the judge's begins with SIGNON %s%s and your password. HELP ORDERS gets you how orders are written.",
		seatName(g, role.Seat), letter, typed(g.Name))
	return wrap(text, "", "", 78) + "\n\n"
}

// beginsWith tells a player what he has at the beginning of phase number, and
// everybody how to see the rest.
func (o *Office) beginsWith(ctx context.Context, g *judge.Game, role judge.Role, number int) (string, error) {
	ph, err := o.judge.Phase(ctx, g.ID, number)
	switch {
	case judge.ErrorCode(err) == judge.NotFound:
		return "", nil
	case err != nil:
		return "", err
	}
	text := ""
	p := ph.Before
	if role.Seat > 0 && role.Seat <= len(g.Setting.Seats) {
		for _, power := range g.Setting.Seats[role.Seat-1] {
			var units []string
			for _, u := range p.Units {
				if u.Owner == power {
					units = append(units, unitLine(report.New(g.Setting), u))
				}
			}
			has := g.Setting.Powers[power].Name + " has " + list(units)
			if g.Rules.Money {
				has += ", and " + count(int(p.Treasury[power]), "ducat") + " in the treasury"
			}
			text += wrap(has+".", "", "", 78) + "\n"
		}
	}
	return "\n" + text + wrap("LIST "+typed(g.Name)+" gets you the whole position.", "", "", 78) + "\n", nil
}

// writeBack tells how press is answered: what stands there without PRESS would
// be read as orders.
func writeBack(g *judge.Game, e *judge.Entry, p *judge.PressData) string {
	to := ""
	switch {
	case p.Grey:
		return ""
	case e.From > 0 && e.From <= len(g.Setting.Seats) && len(g.Setting.Seats[e.From-1]) > 0 && g.Number > 0:
		to = string(g.Setting.Powers[g.Setting.Seats[e.From-1][0]].Letter)
	case p.Master:
		to = "M"
	default:
		return ""
	}
	return "To write back, answer with a line PRESS TO " + to + ", your words, and a line ENDPRESS."
}

// tellPress is a letter of a player. Its text is given as it was written.
func tellPress(g *judge.Game, role judge.Role, e judge.Entry) (*told, error) {
	var p judge.PressData
	if err := json.Unmarshal(e.Data, &p); err != nil {
		return nil, err
	}
	from := ""
	switch {
	case e.From > 0:
		from = seatName(g, e.From)
	case p.Master:
		from = "the Master"
	case p.Who != "":
		from = judge.Seatless(oneLine(p.Who, 60), e.Number)
	}
	to := e.Audience
	if p.Fake {
		to = p.Header
	}
	kind, whom := "Message", audienceWords(g, to)
	if p.Whom != "" {
		whom = oneLine(p.Whom, 60)
	}
	if to.All || to.Members {
		kind, whom = "Broadcast", ""
	}
	if p.Postal {
		kind = "Postal press"
	}
	head := kind
	if p.Grey && !role.Master || from == "" {
		if from != "" && e.From == role.Seat && role.Seat > 0 {
			head += " (grey) from " + from
		}
	} else {
		head += " from " + from
	}
	t := &told{subject: strings.TrimSpace(strings.Replace(head, "Message", "Press", 1))}
	if whom != "" {
		head += " to " + whom
		t.subject += " to " + whom
	}
	head += " in '" + oneLine(g.Name, 60) + "':"
	if role.Master && (p.Grey || p.Fake) {
		head += fmt.Sprintf("\n[%s; it really went to %s]", map[bool]string{true: "grey press", false: "white press"}[p.Grey], audienceWords(g, e.Audience))
	}
	t.text = head + "\n\n" + p.Text + "\n"
	if p.Blank && !role.Master && e.From == 0 {
		t.subject, t.text = "Press", p.Text+"\n"
	}
	if role.Seat > 0 || role.Master {
		t.hint = writeBack(g, &e, &p)
	}
	return t, nil
}

// tellResult is what came of a phase.
func (o *Office) tellResult(ctx context.Context, g *judge.Game, role judge.Role, e judge.Entry) (*told, error) {
	var r judge.Result
	if err := json.Unmarshal(e.Data, &r); err != nil {
		return nil, err
	}
	d, err := o.drawn(ctx, g, eyes(g, role), e.Seq, r.Number)
	if err != nil {
		return nil, err
	}
	t := &told{subject: "Results", text: d.classic, story: d.story, head: d.head, times: r.Times, over: r.Over}
	var more []string
	if r.Kept {
		more = append(more, "The deadline before was later, so it stays.")
	}
	if r.Days {
		more = append(more, "A day on which nothing is processed has moved the deadline.")
	}
	if r.Absences > 0 {
		more = append(more, "An absence has moved the deadline.")
	}
	switch {
	case r.Over:
		more = append(more, "The game is over.")
	case r.Next.Year != 0:
		more = append(more, "The next phase is "+r.Next.Title()+".")
	}
	t.text += "\n" + wrap(strings.Join(more, " "), "", "", 78) + "\n"
	return t, nil
}

// timesText tells instants of a phase to a reader.
func timesText(t *judge.Times, loc *time.Location, now time.Time) string {
	if t == nil || t.Deadline.IsZero() {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n")
	line := func(format, value string) { b.WriteString(wrap(fmt.Sprintf(format, value), "", "  ", 78) + "\n") }
	if t.Start.After(now) {
		line("Nothing is processed before %s.", when(t.Start, loc))
	}
	line("Deadline: %s.", when(t.Deadline, loc))
	if d := t.Deadline.Sub(now); d > 0 {
		line("Time left: %s.", schedule.Left(d))
	}
	if !t.Grace.IsZero() {
		line("Grace ends: %s.", when(t.Grace, loc))
	}
	return b.String()
}

package gamepage

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/web/page"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// LogWindow is the number of log entries that a page shows.
const LogWindow = 300

// LogPart is a section of a game's log, as far as the visitor may see it.
type LogPart struct {
	List  []game.Entry // oldest first
	Older int64        // the place to pass for earlier entries; 0 if there are none
}

// LastEntries returns the last entries before a place in the log that a role may see, at most n of
// them. The place 0 means the end of the log.
func (s *Base) LastEntries(ctx context.Context, g *game.Game, role game.Role, before int64, n int) (LogPart, error) {
	list, more, err := s.Judge.Press.LastLog(ctx, g.ID, role, before, n)
	out := LogPart{List: list}
	if more {
		out.Older = list[0].Seq
	}
	return out, err
}

// NoticeOf returns the notice in a log entry, and false if the entry is not a notice.
func NoticeOf(e *game.Entry) (journal.Notice, bool) {
	var n journal.Notice
	return n, e.Kind == game.NoticeEntry && json.Unmarshal(e.Data, &n) == nil
}

// EntryRow is an entry of the log, in words.
type EntryRow struct {
	Number     int64  // the number of the entry that readers see
	Kind       string // "notice", "result", "press", "act"
	At         page.Due
	Phase      string
	Title      string
	From, To   string // sender and recipients of a message
	Text       string
	Lines      []string
	Who, Why   string
	Href       string // address of a phase's results
	Remark     string // a remark that only the sender and masters see about a message
	Own        bool
	Reply      string // the recipients of a reply, as values of the form
	Deadline   page.Due
	From2, To2 page.Due // beginning and end of an absence
}

// NewEntryRow returns an entry that the role may see, worded in a language.
func (s *Base) NewEntryRow(l message.Language, g *game.Game, role game.Role, e *game.Entry, loc *time.Location) (EntryRow, error) {
	r := EntryRow{Number: s.Judge.Press.EntryNumber(g.ID, e.Seq), Kind: string(e.Kind), At: page.DueIn(e.At, loc), Own: role.Seat > 0 && e.From == role.Seat}
	if e.Number > 0 {
		r.Phase = page.PhaseTitle(e.Phase).In(l)
	}
	var err error
	switch e.Kind {
	case game.NoticeEntry:
		var n journal.Notice
		err = json.Unmarshal(e.Data, &n)
		r.Title, r.Text, r.Lines, r.Who = message.Message{ID: titleOf(&n)}.In(l), n.In(l), n.LinesIn(l), n.Who
		r.From2, r.To2 = page.DueIn(n.From, loc), page.DueIn(n.Until, loc)
		if n.Times != nil {
			r.Deadline = page.DueIn(n.Times.Deadline, loc)
		}
	case game.ActEntry:
		var a journal.ActData
		err = json.Unmarshal(e.Data, &a)
		r.Title, r.Text, r.Lines, r.Who, r.Why = message.Message{ID: TopicTitle(a.Topic)}.In(l), a.In(l), a.ChangesIn(l), a.Who, a.Why
	case game.ResultEntry:
		var x journal.Result
		err = json.Unmarshal(e.Data, &x)
		r.Title, r.Href = resultsTitle(x.Phase).In(l), "/g/"+g.ID+"/p/"+strconv.Itoa(x.Number)
		switch {
		case x.Over:
			r.Text = message.New("The game is over.").In(l)
		case x.Next.Year != 0:
			r.Text = message.New("The next phase is {phase}.", message.Phase(x.Next)).In(l)
		}
		if x.Times != nil {
			r.Deadline = page.DueIn(x.Times.Deadline, loc)
		}
	case game.PressEntry:
		var p journal.PressData
		if err = json.Unmarshal(e.Data, &p); err == nil {
			r.Letter(l, g, role, e, &p)
		}
	}
	if err != nil {
		return r, fmt.Errorf("game %s: entry %d of the log: %w", g.ID, e.Seq, err)
	}
	return r, nil
}

// Letter fills in the fields of a press entry.
func (r *EntryRow) Letter(l message.Language, g *game.Game, role game.Role, e *game.Entry, p *journal.PressData) {
	r.Text = p.In(l)
	switch {
	case p.Grey && !role.Master && !r.Own:
		r.From = message.New("someone (grey)").In(l)
	case e.From > 0:
		r.From = SeatPowers(g, e.From).In(l)
	case p.Master:
		r.From = message.New("the master").In(l)
	case p.Who != "":
		r.From = journal.SayWho(p.Who, e.Number).In(l)
	default:
		r.From = message.New("someone").In(l)
	}
	to := e.Audience
	if p.Fake {
		to = p.Header
	}
	r.To = audienceWords(g, to).In(l)
	if p.Whom != "" {
		r.To = p.Whom
	}
	if p.Postal {
		r.To = message.New("everyone, by postal press").In(l)
	}
	if r.Own || role.Master {
		if p.Grey {
			r.Remark = message.New("It is grey: readers do not see who wrote it.").In(l)
		}
		if p.Fake {
			r.Remark = strings.TrimSpace(r.Remark + " " + message.New("Its real recipients: {recipients}.", audienceWords(g, e.Audience)).In(l))
		}
	}
	r.Reply = r.answer(e, p)
}

// answer returns the recipient of a reply as a value of the form, or "" if there is none.
func (r *EntryRow) answer(e *game.Entry, p *journal.PressData) string {
	switch {
	case p.Master && !e.Audience.All:
		return "master"
	case e.From > 0 && !r.Own && !p.Grey:
		return strconv.Itoa(e.From)
	}
	return ""
}

// audienceWords names the recipients of an entry.
func audienceWords(g *game.Game, a game.Audience) message.Message {
	switch {
	case a.All:
		return message.New("all")
	case a.Members:
		return message.New("all players and observers")
	}
	l := message.List{How: message.And, Of: ArgsOfSeats(g, a.Seats...)}
	if a.Observers {
		l.Of = append(l.Of, message.New("the observers"))
	}
	if len(l.Of) == 0 {
		return message.New("the master")
	}
	return message.New("{recipients}", l)
}

// resultsTitle returns the heading of the results of a phase.
func resultsTitle(p machiavelli.Phase) message.Message {
	if p.Step == machiavelli.Orders {
		return message.New("{When}: results", message.Campaign{Season: p.Season, Year: p.Year})
	}
	return message.New("{phase}: results", message.Phase(p))
}

// topicTitles holds the headings of notices and acts, keyed by topic.
//
//lang:words
var topicTitles = map[journal.Topic]string{
	journal.TopicStarting: "The game begins", journal.TopicForming: "Players wanted", journal.TopicMuster: "Before the beginning", journal.TopicUnstarted: "The start was undone", journal.TopicSignon: "A player joined",
	journal.TopicTakeover: "A new player", journal.TopicReturn: "Back again", journal.TopicResignation: "A player left",
	journal.TopicPromotion: "Another master", journal.TopicApproval: "Approval", journal.TopicParameters: "Settings", journal.TopicPreferences: "Wishes",
	journal.TopicDeadline: "Deadline", journal.TopicGrace: "Grace", journal.TopicStart: "Beginning", journal.TopicReminder: "Reminder", journal.TopicAhead: "Orders sent ahead", journal.TopicStead: "Ordered by a master",
	journal.TopicLate: "Late", journal.TopicAbandoned: "Abandoned", journal.TopicDisorder: "Civil disorder", journal.TopicReplace: "Player wanted",
	journal.TopicManual: "Ready for the master", journal.TopicOutage: "The judge was not running", journal.TopicTrouble: "The judge has a problem", journal.TopicUndelivered: "E-mail does not arrive",
	journal.TopicPaused: "Paused", journal.TopicStillPause: "Still paused", journal.TopicResumed: "Game resumed", journal.TopicTerminated: "Abandoned",
	journal.TopicAbsence: "Absence", journal.TopicAbsenceOff: "Absence withdrawn", journal.TopicAbsenceOver: "Absence asked for",
	journal.TopicVictory: "Victory", journal.TopicDraw: "A draw", journal.TopicConcession: "Conceded", journal.TopicDiary: "Diary", journal.TopicReveal: "Who played which power", journal.TopicLetters: "Messages opened", journal.TopicMotion: "A proposal", journal.TopicComments: "Comments",
	journal.TopicRollback: "Rolled back", journal.TopicEdit: "Position corrected", journal.TopicRoll: "Roll set by hand", journal.TopicRules: "Rules changed",
	journal.TopicExport: "Exported to a file", journal.TopicMoved: "Moved here",
}

// titleOf returns the title of a notice. It distinguishes people who leave without a seat from
// players, and shared victories from others.
//
//lang:words
func titleOf(n *journal.Notice) string {
	switch {
	case n.Topic == journal.TopicResignation && len(n.Seats) == 0:
		return "Someone left"
	case n.Topic == journal.TopicVictory && len(n.Seats) > 1:
		return "A shared victory"
	}
	return TopicTitle(n.Topic)
}

// TopicTitle returns the English title of a topic, which catalogues translate.
//
//lang:words
func TopicTitle(t journal.Topic) string {
	if s := topicTitles[t]; s != "" {
		return s
	}
	return "Notice"
}

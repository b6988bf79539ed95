package outbox

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli"
)

// told is the description of a log entry for one reader.
type told struct {
	topic   journal.Topic // of a notice or act
	subject string        // for the subject of an e-mail
	blocks  []block
	times   *journal.Times // in the entry
	next    machiavelli.Phase
	result  bool
	press   bool
	number  int      // of results: the phase
	seq     int64    // of the entry
	over    bool     // the game ended with it
	late    bool     // the reader is late
	own     bool     // a reminder for the reader
	names   []string // of the powers that a reminder concerns
	lead    string   // of results: the headline
	report  string   // of results: the whole report, in columns
	after   []block
	hint    string // how to answer the e-mail, if not with orders
}

// text returns the entry as plain text.
func (t *told) text() string {
	all := slices.Concat(t.blocks, t.after)
	if t.result {
		all = t.blocks
		if t.report != "" {
			return blockText(all) + "\n" + t.report
		}
	}
	return blockText(all)
}

// reader is the recipient of an e-mail about a game.
type reader struct {
	o       *Outbox
	g       *game.Game
	role    game.Role
	account *game.Account // nil: a stranger
	loc     *time.Location
	now     time.Time
	plain   bool // wants only text
}

// Describe describes an entry of the log, as the role may see it, with a
// subject and a text. The account determines the time zone; nil means a
// stranger.
func (o *Outbox) Describe(ctx context.Context, g *game.Game, role game.Role, account *game.Account, e game.Entry) (subject, text string, err error) {
	r := &reader{o: o, g: g, role: role, account: account, loc: phrase.Zone(account), now: o.clock.Now()}
	t, err := r.tell(ctx, e)
	if err != nil {
		return "", "", err
	}
	return t.subject, t.text(), nil
}

// topics holds the subjects of notices.
var topics = map[journal.Topic]string{
	journal.TopicStarting: "the game begins", journal.TopicForming: "waiting for players", journal.TopicUnstarted: "start taken back", journal.TopicSignon: "new signon",
	journal.TopicTakeover: "new player", journal.TopicReturn: "player is back", journal.TopicResignation: "resignation",
	journal.TopicPromotion: "another master", journal.TopicApproval: "approval", journal.TopicParameters: "settings changed",
	journal.TopicPreferences: "preferences", journal.TopicDeadline: "new deadline", journal.TopicGrace: "new grace period",
	journal.TopicStart: "new start", journal.TopicReminder: "reminder", journal.TopicAhead: "orders entered", journal.TopicStead: "orders in your stead", journal.TopicLate: "late",
	journal.TopicAbandoned: "abandoned", journal.TopicDisorder: "civil disorder", journal.TopicReplace: "replacement wanted",
	journal.TopicManual: "ready to resolve", journal.TopicOutage: "new deadline after an outage", journal.TopicTrouble: "trouble", journal.TopicUndelivered: "e-mail refused",
	journal.TopicPaused: "paused", journal.TopicStillPause: "still paused", journal.TopicResumed: "resumed",
	journal.TopicTerminated: "terminated", journal.TopicAbsence: "absence", journal.TopicAbsenceOff: "absence cancelled",
	journal.TopicAbsenceOver: "long absence wanted", journal.TopicVictory: "victory", journal.TopicDraw: "draw",
	journal.TopicConcession: "concession", journal.TopicDiary: "diary", journal.TopicReveal: "players revealed", journal.TopicLetters: "press opened", journal.TopicMotion: "motion", journal.TopicVote: "vote",
	journal.TopicRollback: "rollback", journal.TopicEdit: "correction", journal.TopicRoll: "roll set", journal.TopicRules: "rules changed",
}

// tell describes an entry, as the reader may see it.
func (r *reader) tell(ctx context.Context, e game.Entry) (*told, error) {
	var t *told
	var err error
	switch e.Kind {
	case game.ResultEntry:
		t, err = r.tellResult(ctx, e)
	case game.PressEntry:
		t, err = r.tellPress(e)
	case game.ActEntry:
		t, err = tellAct(e)
	default:
		var n journal.Notice
		if err := json.Unmarshal(e.Data, &n); err != nil {
			return nil, err
		}
		t = r.tellNotice(&n)
		if n.Topic == journal.TopicStarting {
			err = r.beginsWith(ctx, t, e.Number)
		}
	}
	if t != nil {
		t.seq = e.Seq
	}
	return t, err
}

// tellAct describes an act of a master.
func tellAct(e game.Entry) (*told, error) {
	var a journal.ActData
	if err := json.Unmarshal(e.Data, &a); err != nil {
		return nil, err
	}
	x := block{Lead: a.Text, Items: a.Changes}
	if a.Why != "" {
		x.Paras = append(x.Paras, "Reason: "+a.Why)
	}
	if a.Who != "" {
		x.Paras = append(x.Paras, "Done by "+phrase.OneLine(a.Who, 60)+".")
	}
	return &told{topic: a.Topic, subject: subjectOf(a.Topic), blocks: []block{x}, times: a.Times}, nil
}

// subjectOf returns the subject of a topic.
func subjectOf(t journal.Topic) string {
	if s := topics[t]; s != "" {
		return s
	}
	return "notice"
}

func (r *reader) tellNotice(n *journal.Notice) *told {
	g := r.g
	x := block{Paras: []string{n.Text}, Items: n.Lines}
	t := &told{topic: n.Topic, subject: subjectOf(n.Topic), times: n.Times}
	if n.Who != "" {
		words := whoWords[n.Topic]
		if len(n.Seats) > 0 && words == "" {
			words = "Player: "
		}
		x.Paras = append(x.Paras, cmp.Or(words, "Name: ")+phrase.OneLine(n.Who, 60)+".")
	}
	if !n.From.IsZero() && !n.Until.IsZero() {
		x.Paras = append(x.Paras, "From "+phrase.When(n.From, r.loc)+" to "+phrase.When(n.Until, r.loc)+".")
	}
	t.blocks = []block{x}
	var names []string
	for _, seat := range n.Seats {
		names = append(names, phrase.Seat(g, seat))
	}
	switch n.Topic {
	case journal.TopicStarting:
		t.blocks = append(r.youPlay(), t.blocks...)
		t.next = g.Phase
	case journal.TopicReminder:
		t.subject, t.own = "your orders are due", true
		if !slices.Contains(n.Seats, r.role.Seat) {
			t.subject, t.own, t.names = "orders missing: "+phrase.List(names), false, names
			if len(x.Items) == 0 {
				x.Items = []string{phrase.List(names) + ": the last letter had errors"}
			}
			t.blocks = []block{{Paras: []string{"Orders are missing from these powers. Their players have been reminded:"}, Items: x.Items}}
		}
	case journal.TopicLate:
		if t.late = r.role.Seat > 0 && slices.Contains(n.Seats, r.role.Seat); t.late {
			x.Paras = append([]string{"The game is waiting for your orders. Send them as soon as you can."}, x.Paras...)
			t.blocks = []block{x}
		}
		switch {
		case t.late:
			t.subject = "you are late"
		case len(names) > 0:
			t.subject += ": " + phrase.List(names)
		default: // no one plays the awaited powers
			t.subject = "the deadline has passed"
		}
	case journal.TopicResignation, journal.TopicTakeover, journal.TopicAbandoned, journal.TopicDisorder, journal.TopicReplace:
		if len(names) > 0 {
			t.subject += ": " + phrase.List(names)
		}
		givenUp := n.Topic == journal.TopicAbandoned || n.Topic == journal.TopicDisorder
		if givenUp && r.role.Seat > 0 && slices.Contains(n.Seats, r.role.Seat) {
			x.Paras = append(x.Paras, "You can still come back: send your orders, and "+phrase.Seat(g, r.role.Seat)+" is yours again unless someone has taken it over.")
			t.blocks = []block{x}
		}
	case journal.TopicVictory, journal.TopicDraw, journal.TopicConcession, journal.TopicTerminated:
		t.over = true
		t.blocks[0].Lead, t.blocks[0].Paras = n.Text, t.blocks[0].Paras[1:]
	}
	return t
}

// whoWords precede the name of the person whom a notice is about.
var whoWords = map[journal.Topic]string{
	journal.TopicForming: "Master: ", journal.TopicParameters: "Changed by ", journal.TopicRules: "Changed by ", journal.TopicUnstarted: "Done by ", journal.TopicUndelivered: "Player: ",
}

// youPlay explains to a player at the start which power is theirs, and how to
// sign on.
func (r *reader) youPlay() []block {
	g, seat := r.g, r.role.Seat
	if seat < 1 || seat > len(g.Setting.Seats) || len(g.Setting.Seats[seat-1]) == 0 {
		return nil
	}
	letter := string(g.Setting.Powers[g.Setting.Seats[seat-1][0]].Letter)
	return []block{{
		Lead:  "You play " + phrase.Seat(g, seat) + ".",
		Paras: []string{fmt.Sprintf("Answer this e-mail with your orders. A new e-mail to the judge begins with SIGNON %s%s and your password. HELP ORDERS explains how to write orders.", letter, phrase.Typed(g.Name))},
	}}
}

// beginsWith describes to a player what they have at the beginning of phase
// number, and to everyone how to see the rest.
func (r *reader) beginsWith(ctx context.Context, t *told, number int) error {
	ph, err := r.o.judge.Phase(ctx, r.g.ID, number)
	switch {
	case game.ErrorCode(err) == game.NotFound:
		return nil
	case err != nil:
		return err
	}
	t.after = append(r.holdings(ph.Before), block{Paras: []string{"LIST " + phrase.Typed(r.g.Name) + " shows the whole position."}})
	return nil
}

// writeBack explains how to answer press: without PRESS, the text would be read
// as orders.
func writeBack(g *game.Game, e *game.Entry, p *journal.PressData) string {
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

// tellPress describes a player's message. Its text is unchanged.
func (r *reader) tellPress(e game.Entry) (*told, error) {
	g, role := r.g, r.role
	var p journal.PressData
	if err := json.Unmarshal(e.Data, &p); err != nil {
		return nil, err
	}
	from := ""
	switch {
	case e.From > 0:
		from = phrase.Seat(g, e.From)
	case p.Master:
		from = "the Master"
	case p.Who != "":
		from = journal.Seatless(phrase.OneLine(p.Who, 60), e.Number)
	}
	to := e.Audience
	if p.Fake {
		to = p.Header
	}
	kind, whom := "Message", phrase.Audience(g, to)
	if p.Whom != "" {
		whom = phrase.OneLine(p.Whom, 60)
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
	t := &told{subject: strings.TrimSpace(strings.Replace(head, "Message", "Press", 1)), press: true}
	if whom != "" {
		head += " to " + whom
		t.subject += " to " + whom
	}
	x := block{Lead: head + ":", Verbatim: p.Text}
	if role.Master && (p.Grey || p.Fake) {
		x.Paras = append(x.Paras, fmt.Sprintf("For masters only: this is %s, really sent to %s.", map[bool]string{true: "grey press", false: "white press"}[p.Grey], phrase.Audience(g, e.Audience)))
	}
	t.blocks = []block{x}
	if p.Blank && !role.Master && e.From == 0 {
		t.subject, t.blocks = "Press", []block{{Verbatim: p.Text}}
	}
	if role.Seat > 0 || role.Master {
		t.hint = writeBack(g, &e, &p)
	}
	return t, nil
}

package outbox

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
)

// told is the description of a log entry for one reader.
type told struct {
	topic   journal.Topic   // topic of a notice or act
	subject message.Message // phrase for the subject of an e-mail
	blocks  []Block
	times   *journal.Times // the times in the entry
	next    machiavelli.Phase
	result  bool
	begins  bool // whether the game begins with it
	press   bool
	number  int    // for results: number of the phase
	seq     int64  // number of the entry
	over    bool   // whether the game ended with it
	late    bool   // whether the reader is late
	own     bool   // whether it is a reminder for the reader
	seats   []int  // for reminders about others: their seats
	lead    string // for results: the headline
	report  string // for results: the whole report, in columns
	after   []Block
	hint    string // explains how to reply to the e-mail, if not with orders
}

// whole returns the whole description.
func (t *told) whole() []Block {
	if t.report != "" {
		return append(t.blocks, Block{Code: t.report})
	}
	all := slices.Concat(t.blocks, t.after)
	if t.result || t.begins { // without the position
		all = slices.DeleteFunc(all, func(b Block) bool { return b.Map })
	}
	if t.result {
		all = slices.Insert(all, 0, Block{Lead: t.lead})
	}
	return all
}

// reader is the recipient of an e-mail about a game.
type reader struct {
	o       *Outbox
	g       *game.Game
	role    game.Role
	account *game.Account // nil for a stranger
	to      phrase.Reader
	now     time.Time
	plain   bool // whether they want only text
	// address is the reply address for this game in an e-mail about several games. It is empty if a
	// reply to the e-mail itself is meant.
	address string
}

// say returns a message in words.
func (r *reader) say(m message.Message) string { return r.to.M(m) }

// Describe describes an entry of the log as the role may see it: a subject and a text in the
// language of the reader. The parameter account is the reader's account; nil means a stranger.
func (o *Outbox) Describe(ctx context.Context, g *game.Game, role game.Role, account *game.Account, to phrase.Reader, e game.Entry) (subject string, said []Block, err error) {
	r := &reader{o: o, g: g, role: role, account: account, to: to, now: o.clock.Now()}
	t, err := r.tell(ctx, e)
	if err != nil {
		return "", nil, err
	}
	return r.say(t.subject), t.whole(), nil
}

// topics holds the subjects of notices and acts, keyed by topic.
var topics = map[journal.Topic]message.Message{
	journal.TopicStarting:    message.New("the game begins"),
	journal.TopicForming:     message.New("waiting for players"),
	journal.TopicMuster:      message.New("confirm that you are there"),
	journal.TopicUnstarted:   message.New("start undone"),
	journal.TopicSignon:      message.New("new signon"),
	journal.TopicTakeover:    message.New("new player"),
	journal.TopicReturn:      message.New("player is back"),
	journal.TopicResignation: message.New("resignation"),
	journal.TopicPromotion:   message.New("another master"),
	journal.TopicApproval:    message.New("approval"),
	journal.TopicParameters:  message.New("settings changed"),
	journal.TopicPreferences: message.New("preferences"),
	journal.TopicDeadline:    message.New("new deadline"),
	journal.TopicGrace:       message.New("new grace period"),
	journal.TopicStart:       message.New("new start"),
	journal.TopicReminder:    message.New("reminder"),
	journal.TopicAhead:       message.New("orders entered"),
	journal.TopicStead:       message.New("orders on your behalf"),
	journal.TopicLate:        message.New("orders late"),
	journal.TopicAbandoned:   message.New("seat abandoned"),
	journal.TopicDisorder:    message.New("civil disorder"),
	journal.TopicReplace:     message.New("replacement wanted"),
	journal.TopicManual:      message.New("ready to resolve"),
	journal.TopicOutage:      message.New("new deadline after an outage"),
	journal.TopicTrouble:     message.New("trouble"),
	journal.TopicUndelivered: message.New("e-mail refused"),
	journal.TopicPaused:      message.New("paused"),
	journal.TopicStillPause:  message.New("still paused"),
	journal.TopicResumed:     message.New("resumed"),
	journal.TopicTerminated:  message.New("terminated"),
	journal.TopicAbsence:     message.New("absence"),
	journal.TopicAbsenceOff:  message.New("absence cancelled"),
	journal.TopicAbsenceOver: message.New("long absence wanted"),
	journal.TopicVictory:     message.New("victory"),
	journal.TopicDraw:        message.New("draw"),
	journal.TopicConcession:  message.New("concession"),
	journal.TopicDiary:       message.New("diary"),
	journal.TopicReveal:      message.New("players revealed"),
	journal.TopicLetters:     message.New("press opened"),
	journal.TopicMotion:      message.New("proposal to all players"),
	journal.TopicComments:    message.New("comments"),
	journal.TopicVote:        message.New("vote"),
	journal.TopicRollback:    message.New("rollback"),
	journal.TopicEdit:        message.New("correction"),
	journal.TopicRoll:        message.New("roll set"),
	journal.TopicRules:       message.New("rules changed"),
	journal.TopicRematch:     message.New("rematch"),
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
		t, err = r.tellAct(e)
	default:
		var n journal.Notice
		if err := json.Unmarshal(e.Data, &n); err != nil {
			return nil, err
		}
		t = r.tellNotice(&n)
		if n.Topic == journal.TopicStarting {
			err = r.tellStart(ctx, t, e.Number)
		}
	}
	if t != nil {
		t.seq = e.Seq
	}
	return t, err
}

// tellAct describes an act of a master.
func (r *reader) tellAct(e game.Entry) (*told, error) {
	var a journal.ActData
	if err := json.Unmarshal(e.Data, &a); err != nil {
		return nil, err
	}
	x := Block{Lead: a.In(r.to), Items: a.ChangesIn(r.to)}
	if a.Why != "" {
		x.Paras = append(x.Paras, r.say(message.New("Reason: {text}", message.Name(a.Why))))
	}
	if a.Who != "" {
		x.Paras = append(x.Paras, r.say(message.New("Done by {name}.", person(a.Who))))
	}
	return &told{topic: a.Topic, subject: subjectOf(a.Topic), blocks: []Block{x}, times: a.Times}, nil
}

// person returns the name of a person as an argument of messages.
func person(name string) message.Name { return message.Name(phrase.OneLine(name, 60)) }

// subjectOf returns the subject for a topic, which is "notice" for a topic without one.
func subjectOf(t journal.Topic) message.Message {
	if s, ok := topics[t]; ok {
		return s
	}
	return message.New("notice")
}

func (r *reader) tellNotice(n *journal.Notice) *told {
	g := r.g
	x := Block{Paras: []string{n.In(r.to)}, Items: n.LinesIn(r.to)}
	t := &told{topic: n.Topic, subject: subjectOf(n.Topic), times: n.Times}
	if n.Who != "" {
		x.Paras = append(x.Paras, r.say(whose(n)))
	}
	if !n.From.IsZero() && !n.Until.IsZero() {
		x.Paras = append(x.Paras, r.say(message.New("From {from} to {until}.", phrase.At(n.From), phrase.At(n.Until))))
	}
	t.blocks = []Block{x}
	powers := phrase.PowersOf(g, n.Seats)
	switch n.Topic {
	case journal.TopicDeadline:
		if n.Times != nil && n.Times.Deadline.IsZero() {
			t.subject = message.New("no deadline")
		}
	case journal.TopicMuster:
		if n.Until.IsZero() || !r.role.Player {
			t.subject = message.New("before the game begins")
		}
	case journal.TopicStarting:
		t.next = g.Phase
	case journal.TopicReminder:
		t.subject, t.own = message.New("your orders are due"), true
		if !slices.Contains(n.Seats, r.role.Seat) {
			t.subject, t.own, t.seats = ordersMissing(powers), false, n.Seats
			if len(x.Items) == 0 {
				x.Items = []string{r.say(message.New("{powers:name}: the last e-mail had errors", powers))}
			}
			t.blocks = []Block{{Paras: []string{r.say(message.New("Orders are missing from these powers. Their players have been reminded:"))}, Items: x.Items}}
		}
	case journal.TopicLate:
		if t.late = r.role.Seat > 0 && slices.Contains(n.Seats, r.role.Seat); t.late {
			x.Paras = append([]string{r.say(message.New("The game is waiting for your orders. Send them as soon as you can."))}, x.Paras...)
			t.blocks = []Block{x}
		}
		switch {
		case t.late:
			t.subject = message.New("you are late")
		case len(n.Seats) > 0:
			t.subject = about(t.subject, powers)
		default: // nobody plays the awaited powers
			t.subject = message.New("the deadline has passed")
		}
	case journal.TopicResignation, journal.TopicTakeover, journal.TopicAbandoned, journal.TopicDisorder, journal.TopicReplace:
		switch {
		case len(n.Seats) > 0:
			t.subject = about(t.subject, powers)
		// without a power: an observer, a master, or a player before the game begins
		case n.Topic == journal.TopicResignation:
			t.subject = message.New("someone has left")
		}
		givenUp := n.Topic == journal.TopicAbandoned || n.Topic == journal.TopicDisorder
		if givenUp && r.role.Seat > 0 && slices.Contains(n.Seats, r.role.Seat) {
			x.Paras = append(x.Paras, r.say(message.New("You can still come back: send your orders, and {powers} {powers?pl:are|is} yours again unless someone has taken {powers?pl:them|it} over.", phrase.Powers(g, r.role.Seat))))
			t.blocks = []Block{x}
		}
	case journal.TopicVictory, journal.TopicDraw, journal.TopicConcession, journal.TopicTerminated:
		t.over = true
		if n.Topic == journal.TopicVictory && len(n.Seats) > 1 {
			t.subject = report.SharedVictory.Mark()
		}
		t.blocks[0].Lead, t.blocks[0].Paras = t.blocks[0].Paras[0], t.blocks[0].Paras[1:]
	}
	return t
}

// ordersMissing returns the subject of a reminder about other powers.
func ordersMissing(powers message.List) message.Message {
	return message.New("orders missing: {powers:name}", powers)
}

// about returns a subject followed by the names of the powers concerned.
func about(subject message.Message, powers message.List) message.Message {
	return message.New("{subject}: {powers:name}", subject, powers)
}

// whose returns a sentence with the name of the person whom a notice concerns, or who caused it.
func whose(n *journal.Notice) message.Message {
	who := person(n.Who)
	switch n.Topic {
	case journal.TopicForming:
		return message.New("Master: {name}.", who)
	case journal.TopicParameters, journal.TopicRules:
		return message.New("Changed by {name}.", who)
	case journal.TopicUnstarted, journal.TopicMuster:
		return message.New("Done by {name}.", who)
	case journal.TopicUndelivered:
		return message.New("Player: {name}.", who)
	}
	if len(n.Seats) > 0 {
		return message.New("Player: {name}.", who)
	}
	return message.New("Name: {name}.", who)
}

// writeBack explains how to reply to press with PRESS; without it, the text would be read as
// orders. It returns an empty message for press to which PRESS cannot reply.
func writeBack(g *game.Game, e *game.Entry, p *journal.PressData) message.Message {
	to := ""
	switch {
	case p.Grey:
		return message.Message{}
	case e.From > 0 && e.From <= len(g.Setting.Seats) && len(g.Setting.Seats[e.From-1]) > 0 && g.Number > 0:
		to = string(g.Setting.Powers[g.Setting.Seats[e.From-1][0]].Letter)
	case p.Master:
		to = "M"
	default:
		return message.Message{}
	}
	return message.New("To write back, answer with a line {press}, your words, and a line {end}.", message.Order("PRESS TO "+to), message.Order("ENDPRESS"))
}

// answerProposal explains how to reply to a proposal to the reader's seat. It returns an empty
// message for any other press.
func answerProposal(e *game.Entry, p *journal.PressData, role game.Role) message.Message {
	if p.Proposal == nil || p.Proposal.Act != journal.ActPropose || role.Seat == 0 || e.From == role.Seat || !slices.Contains(e.Audience.Seats, role.Seat) {
		return message.Message{}
	}
	n := strconv.Itoa(p.Proposal.Number)
	return message.New("To answer, reply with the line {accept} or {refuse}.", message.Order("ACCEPT PROPOSAL "+n), message.Order("REFUSE PROPOSAL "+n))
}

// firstLine returns the first line of a text.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// tellPress describes a message that a player, a master or an observer has sent.
func (r *reader) tellPress(e game.Entry) (*told, error) {
	g, role := r.g, r.role
	var p journal.PressData
	if err := json.Unmarshal(e.Data, &p); err != nil {
		return nil, err
	}
	var from, to message.Arg
	switch {
	case e.From > 0:
		from = phrase.Powers(g, e.From)
	case p.Master:
		from = message.New("the Master")
	case p.Who != "" && e.Number == 0:
		from = message.New("{name} (no power yet)", person(p.Who))
	case p.Who != "":
		from = message.New("the observer {name}", person(p.Who))
	}
	audience := e.Audience
	if p.Fake {
		audience = p.Header
	}
	what, subject := message.New("message"), message.New("press")
	switch {
	case audience.All || audience.Members:
		what = message.New("broadcast")
	case p.Whom != "":
		to = person(p.Whom)
	default:
		to = phrase.Readers(g, audience)
	}
	if p.Postal {
		what = message.New("postal press")
	}
	if what.ID != "message" {
		subject = what
	}
	if p.Grey && !role.Master {
		if from != nil && e.From == role.Seat && role.Seat > 0 {
			what, subject = message.New("{what} (grey)", what), message.New("{what} (grey)", subject)
		} else {
			from = nil
		}
	}
	t := &told{subject: between(subject, from, to), press: true}
	x := Block{Lead: r.say(message.New("{Title}:", between(what, from, to))), Verbatim: p.In(r.to.Catalogue)}
	if p.Proposal != nil && p.Proposal.Act == journal.ActPropose {
		x.Paras = append(x.Paras, firstLine(p.Text))
	}
	if role.Master && p.Grey {
		x.Paras = append(x.Paras, r.say(message.New("For masters only: this is grey press. Sent to: {readers:name}.", phrase.Readers(g, e.Audience))))
	} else if role.Master && p.Fake {
		x.Paras = append(x.Paras, r.say(message.New("For masters only: this is white press with a false address. Really sent to: {readers:name}.", phrase.Readers(g, e.Audience))))
	}
	t.blocks = []Block{x}
	if p.Blank && !role.Master && e.From == 0 {
		t.subject, t.blocks = message.New("press"), []Block{{Verbatim: p.Text}}
	}
	if hint := answerProposal(&e, &p, role); !hint.IsZero() {
		t.hint = r.say(hint)
		return t, nil
	}
	if hint := writeBack(g, &e, &p); !hint.IsZero() && (role.Seat > 0 || role.Master) {
		t.hint = r.say(hint)
	}
	return t, nil
}

// between adds the author of a message (from) and its readers (to) to its description. Both from
// and to may be nil.
func between(what message.Message, from, to message.Arg) message.Message {
	switch {
	case from != nil && to != nil:
		return message.New("{what} from {from} to {to}", what, from, to)
	case from != nil:
		return message.New("{what} from {from}", what, from)
	case to != nil:
		return message.New("{what} to {to}", what, to)
	}
	return what
}

package outbox

import (
	"context"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/mail/phrase"
	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
)

// gameLetter is an e-mail about one or several entries of a game's log.
type gameLetter struct {
	name    string  // random name, for the Message-ID
	answer  *Letter // the answer to the reader's e-mail that caused the entries
	phase   machiavelli.Phase
	number  int
	seq     int64     // number of the last entry
	at      time.Time // time of the last entry
	replies int       // number of the phase for which a reply counts
	parts   []*told
	main    *told          // the description that determines the subject
	times   *journal.Times // times of the phase, from the last entry
	due     machiavelli.Phase
	over    bool
	ending  []Block // content of the last e-mail of a game
	final   *position.Position
	how     report.End
	shown   int    // number of the phase whose map the e-mail shows
	shownBy int64  // number of the entry with the results of that phase; 0 for no map
	begins  bool   // whether the map shows the beginning of that phase instead of its results
	picture []byte // the map
}

// letter collects the content of an e-mail about entries. The most important description comes
// first, unless it is press, and the others stay in order.
func (r *reader) letter(ctx context.Context, entries []game.Entry) (*gameLetter, error) {
	l := &gameLetter{}
	for _, e := range entries {
		t, err := r.tell(ctx, e)
		if err != nil {
			return nil, err
		}
		l.parts = append(l.parts, t)
		if l.main == nil || weight(t) > weight(l.main) {
			l.main, l.phase, l.number = t, e.Phase, e.Number
		}
		if e.Seq >= l.seq {
			l.at, l.replies = e.At, e.Number
			if t.result && !t.over {
				l.replies++ // a reply to it contains the orders of the next phase
			}
		}
		if t.times != nil && (l.times == nil || e.Seq > l.seq) {
			l.times, l.due = t.times, e.Phase
			if t.next.Year != 0 {
				l.due = t.next
			}
		}
		l.seq = max(l.seq, e.Seq)
		l.over = l.over || t.over
		if (t.result || t.begins) && !r.plain {
			l.shown, l.shownBy, l.begins = e.Number, e.Seq, t.begins
		}
	}
	l.parts = oneReminder(r.g, l.parts)
	if i := slices.Index(l.parts, l.main); i > 0 && !l.main.press {
		l.parts = slices.Insert(slices.Delete(l.parts, i, i+1), 0, l.main)
	}
	if l.over {
		l.times = nil
		var err error
		if l.final, l.how, err = r.final(ctx); err != nil {
			return nil, err
		}
		if l.ending, err = r.ending(ctx, l.final, l.how); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// oneReminder combines the reminders about other players, which masters receive, into one.
func oneReminder(g *game.Game, parts []*told) []*told {
	var out []*told
	var first *told
	for _, t := range parts {
		switch {
		case t.topic != journal.TopicReminder || t.own:
			out = append(out, t)
		case first == nil:
			first = t
			out = append(out, t)
		default:
			first.blocks[0].Items = append(first.blocks[0].Items, t.blocks[0].Items...)
			first.seats = append(first.seats, t.seats...)
			first.subject = ordersMissing(phrase.PowersOf(g, first.seats))
		}
	}
	return out
}

// ownSubject is the minimum weight at which an e-mail with an answer has its own subject instead of
// the answer's, for example because the game begins or a phase was resolved.
const ownSubject = 3

// weight ranks descriptions in an e-mail by importance. The most important one determines the
// subject.
func weight(t *told) int {
	switch {
	case t.over && !t.result:
		return 6
	case t.result:
		return 5
	case t.late:
		return 4
	case t.press:
		return 0
	}
	switch t.topic {
	case journal.TopicMuster, journal.TopicStarting, journal.TopicRollback, journal.TopicEdit, journal.TopicUnstarted, journal.TopicReplace, journal.TopicTakeover:
		return 3
	case journal.TopicSignon, journal.TopicPreferences, journal.TopicParameters:
		return 1
	case journal.TopicVote:
		return -1 // the message about the vote describes it better
	}
	return 2
}

// subject returns the subject of the e-mail: the game, the topic, and what is due and when.
func (r *reader) subject(l *gameLetter) string {
	game := message.Name(phrase.OneLine(r.g.Name, 40))
	if l.number == 0 && l.main.press {
		return r.say(message.New("{game}: {Subject}", game, l.main.subject))
	}
	if l.number == 0 {
		return r.say(message.New("{game}: {subject}", game, l.main.subject))
	}
	if l.over {
		return r.say(message.New("{game}: game over - {result}", game, r.result(l.how)))
	}
	phase := phrase.PhaseOf(l.phase)
	soon := func(t time.Time) message.Name { return message.Name(r.to.Soon(t.In(r.to.Zone), r.now)) }
	var due, grace message.Name
	switch {
	case l.times == nil || l.times.Deadline.IsZero():
	case l.times.Deadline.After(r.now):
		due = soon(l.times.Deadline)
	case l.times.Grace.After(r.now):
		grace = soon(l.times.Grace)
	}
	what, subject := phrase.Due(l.due), l.main.subject
	switch {
	case l.main.result && due != "":
		return r.say(message.New("{game}: {Phase} results - {what} due {when}", game, phase, what, due))
	case l.main.result:
		return r.say(message.New("{game}: {Phase} results", game, phase))
	case due != "" && l.main.own:
		subject = message.New("your orders are due {when}", due)
	case due != "" && l.main.topic == journal.TopicDeadline:
		subject = message.New("new deadline {when}", due)
	case l.main.press:
		return r.say(message.New("{game}: {Phase} - {Subject}", game, phase, subject))
	case grace != "":
		return r.say(message.New("{game}: {Phase} - {subject}, grace ends {when}", game, phase, subject, grace))
	case due != "":
		return r.say(message.New("{game}: {Phase} - {subject}, {what} due {when}", game, phase, subject, what, due))
	}
	return r.say(message.New("{game}: {Phase} - {subject}", game, phase, subject))
}

// title returns the heading of the e-mail.
func (r *reader) title(l *gameLetter) string {
	switch {
	case l.over:
		return r.say(message.New("The game is over"))
	case l.main.result:
		return r.say(message.New("{Phase} results", phrase.PhaseOf(l.phase)))
	}
	return message.Capital(r.say(l.main.subject))
}

// dueBlocks returns the blocks that say which orders are due and when.
func (r *reader) dueBlocks(l *gameLetter) []Block {
	t := l.times
	if t == nil || t.Deadline.IsZero() {
		return nil
	}
	phase, at := message.Phase(l.due), phrase.At(t.Deadline)
	x := Block{}
	left := t.Deadline.Sub(r.now)
	switch named := l.due.Year != 0; {
	case named && left > 0:
		x.Lead = r.say(message.New("{phase}: due {when}.", phase, at))
	case named:
		x.Lead = r.say(message.New("{phase}: the deadline was {when}.", phase, at))
	case left > 0:
		x.Lead = r.say(message.New("Orders are due {when}.", at))
	default:
		x.Lead = r.say(message.New("The deadline was {when}.", at))
	}
	if left > 0 {
		x.Paras = append(x.Paras, r.say(message.New("Time left: {time}.", schedule.Span(left))))
	}
	if t.Start.After(r.now) {
		x.Paras = append(x.Paras, r.say(message.New("Nothing is resolved before {when}.", phrase.At(t.Start))))
	}
	switch {
	case t.Grace.After(r.now):
		x.Paras = append(x.Paras, r.say(message.New("The grace period ends {when}.", phrase.At(t.Grace))))
	case !t.Grace.IsZero():
		x.Paras = append(x.Paras, r.say(message.New("The grace period ended {when}.", phrase.At(t.Grace))))
	}
	return []Block{x}
}

// compose returns the e-mail, with its text, the data for its HTML, and the deadline for the
// calendar.
func (r *reader) compose(l *gameLetter) *Letter {
	g, a, o := r.g, r.account, r.o
	m := &Letter{
		To: []string{a.Email}, Subject: r.subject(l),
		Game: g.ID, Account: a.ID, Seat: r.role.Seat, Number: l.replies,
	}
	m.References = o.Thread(g, a.ID, l.number)
	m.InReplyTo = m.References[len(m.References)-1]
	var top, first, rest []Block
	var classic []string
	for _, t := range l.parts {
		if t.lead != "" && !slices.ContainsFunc(top, func(x Block) bool { return x.Lead == t.lead }) {
			top = append(top, Block{Lead: t.lead})
		}
		if t.over && !t.result { // the end of the game comes first
			top = append(top, t.blocks...)
		} else {
			first = append(first, t.blocks...)
		}
		rest = append(rest, t.after...)
		if t.report != "" {
			classic = append(classic, t.report)
		}
	}
	rest = unsaid(rest, top)
	if l.main.result || l.main.begins || l.main.late || l.times != nil && l.main.own {
		top = append(top, r.dueBlocks(l)...)
	} else {
		first = append(first, r.dueBlocks(l)...)
	}
	foot := r.foot(l)
	link := o.c.PageOf(g)
	m.Text = r.letterText(l, top, first, rest, classic)
	for _, f := range foot {
		m.Text += "\n" + f + "\n"
	}
	if link != "" {
		m.Text += "\n" + link + "\n"
	}
	switch {
	case l.over:
		m.Calendar, m.Cancel = r.calendar(l.at, r.now, true), true
	case l.times != nil && !l.times.Deadline.IsZero():
		m.Calendar = r.calendar(l.at, l.times.Deadline, false)
	}
	p := &Page{Lang: r.to.Tag, Alt: r.say(message.New("The map of the position. The list below says the same in words.")), Game: phrase.OneLine(g.Name, 60), Title: r.title(l), Preview: m.Subject, Foot: foot}
	p.Blocks = append(append(append(append(p.Blocks, top...), l.ending...), first...), rest...)
	if len(l.picture) > 0 {
		m.Picture, p.Picture = l.picture, template.URL("cid:"+pictureID)
	}
	if link != "" {
		p.Links = o.GameLink(g, r.to)
		if l.main.result { // the page of the game shows the beginning
			n := strconv.Itoa(l.main.number)
			p.Links = append(p.Links, Link{r.say(message.New("The results as a page")), link + "/p/" + n}, Link{r.say(message.New("The map with all orders")), link + "/map/" + n + ".svg?orders=1"})
		}
	}
	if l.answer != nil {
		r.answered(l, m, p)
	}
	m.ID = o.messageName(g.ID, m.Number, l.name)
	if m.Page = p; r.plain {
		m.Page, m.Picture, m.Calendar = nil, nil, ""
	}
	return m
}

// GameLink returns the link to the page of a game. It is empty if there are no pages.
func (o *Outbox) GameLink(g *game.Game, to phrase.Reader) []Link {
	page := o.c.PageOf(g)
	if page == "" {
		return nil
	}
	return []Link{{to.M(message.New("Open the game")), page}}
}

// unsaid returns blocks without the items that the blocks above already contain, such as the end of
// the game.
func unsaid(blocks, above []Block) []Block {
	var out []Block
	for _, b := range blocks {
		said := func(item string) bool {
			return slices.ContainsFunc(above, func(x Block) bool {
				return x.Lead == item || slices.Contains(x.Paras, item)
			})
		}
		if n := len(b.Items); n > 0 {
			if b.Items = slices.DeleteFunc(b.Items, said); len(b.Items) == 0 {
				continue
			}
		}
		out = append(out, b)
	}
	return out
}

// letterText returns the text form. It begins with the short parts. They are followed by the
// classic report in columns for readers who prefer it, and otherwise by the remaining blocks.
func (r *reader) letterText(l *gameLetter, top, first, rest []Block, classic []string) string {
	head := phrase.OneLine(r.g.Name, 60)
	if l.number > 0 && !l.main.result && !l.over {
		head += ", " + message.Capital(r.say(phrase.PhaseOf(l.phase)))
	}
	text := BlockText(append([]Block{{Title: head + ": " + r.title(l)}}, append(append(top, l.ending...), first...)...))
	if len(classic) == 0 {
		if more := BlockText(rest); more != "" {
			text += "\n" + more
		}
		return text
	}
	for _, c := range classic {
		text += "\n" + strings.ToUpper(r.say(message.New("The report"))) + "\n" + strings.TrimRight(c, "\n") + "\n"
	}
	var now []Block
	for _, x := range rest {
		if x.Map {
			now = append(now, x)
		}
	}
	if len(now) > 0 {
		text += "\n" + BlockText(now)
	}
	return text
}

// foot returns the lines that explain how to reply to the e-mail, or nil if a reply is not
// expected.
func (r *reader) foot(l *gameLetter) []string {
	for i := len(l.parts) - 1; i >= 0 && r.address == ""; i-- {
		if l.parts[i].press {
			if h := l.parts[i].hint; h != "" {
				return []string{h}
			}
		}
	}
	switch {
	case r.role.Seat > 0 && r.address != "":
		return []string{r.say(message.New("Send orders and messages for {game} to {address}. You need no {signon} and no password.", message.Name(r.g.Name), message.Order(r.address), message.Order("SIGNON")))}
	case r.role.Seat > 0 && l.times != nil:
		return []string{r.say(message.New("Answer this e-mail with your orders. You need no {signon} and no password.", message.Order("SIGNON")))}
	}
	return nil
}

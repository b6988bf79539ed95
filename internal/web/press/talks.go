package press

import (
	"cmp"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/press"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// lettersView shows a game's messages: the list of conversations, and either one of them or the
// form for a new message.
type lettersView struct {
	Head    *gamepage.Head
	Talks   []talkRow
	Others  []talkRow // conversations that the visitor can begin, each with one power
	Among   []talkRow // conversations between others, for masters and observers
	Open    *thread   // nil if none is open
	Form    *letterForm
	Writes  bool           // whether the visitor takes part and can write
	Copies  bool           // whether an observer may request copies of all messages
	Opens   press.Openness // state of the messages of a finished game
	Told    page.Phrase
	Older   string
	Newest  string
	Unread  int
	Account bool         // whether the visitor has an account, so that they can report messages
	Muted   []muteChoice // seats and observers that the visitor has muted in this game
	Propose *proposalForm
	// Agreements are the agreements of the visitor's seat that are in force, or were broken
	// this year.
	Agreements []agreementRow

	offers map[int]*offerRow // proposals, keyed by number
	reach  press.Reach
}

// talkRow is a conversation in the list.
type talkRow struct {
	Key, Href string
	Title     message.Message
	Badges    []template.HTML
	Line      string // the beginning of the last message
	Whose     string
	At        page.Due
	Unread    int
	Here      bool
	last      int64
}

// thread is the open conversation.
type thread struct {
	talkRow
	Letters []letterRow // oldest first
	Note    string      // explains who else can read it
	upTo    int64
	Mute    *muteChoice // what the visitor can mute here
}

// letterRow is a message of a conversation.
type letterRow struct {
	gamepage.EntryRow
	Badge  template.HTML
	Pieces []piece
	Quote  string // address at which a reply quotes it
	First  bool   // whether it is the first unread message
	Turn   string // the phase, if this is its first message
	Header string // the recipients named in its header, if they are not obvious
	Offer  *offerRow
}

// piece is a part of a message's text: its own words, or a quotation.
type piece struct {
	Quoted bool
	Text   string
}

// lettersWindow is the number of a game's messages that the page reads.
const lettersWindow = 1000

// lettersPage shows the messages that the visitor may read, with a form to
// write. The conversation that is shown counts as read.
func (s *Pages) lettersPage(w http.ResponseWriter, r *http.Request) {
	s.showLetters(w, r, func(pg *lettersView) {
		s.Page(w, r, http.StatusOK, "letters", page.Frame{Title: "Messages · " + pg.Head.Name, Game: pg.Head.ID, Body: pg})
	})
}

// lettersPart writes the messages without the page around them, for the panel next to the map.
func (s *Pages) lettersPart(w http.ResponseWriter, r *http.Request) {
	s.showLetters(w, r, func(pg *lettersView) { s.Part(w, r, "letterbox", pg) })
}

func (s *Pages) showLetters(w http.ResponseWriter, r *http.Request, show func(*lettersView)) {
	g, role, ok := s.At(w, r)
	if !ok {
		return
	}
	q := r.URL.Query()
	form := url.Values{"to": q["to"]}
	if q.Get("new") != "" {
		form.Set("new", "1")
	}
	pg, err := s.newLettersView(r, g, role, form)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if t := pg.Open; t != nil && t.Unread > 0 {
		if err := s.Judge.Press.MarkRead(r.Context(), g.ID, role, t.Key, t.upTo); err != nil { // it stays marked as new
			s.Log.Warn("cannot record read messages", "game", g.ID, "error", err)
		} else {
			s.ForgetUnread(role.Account)
			page.VisitOf(r).Read += t.Unread
			pg.Unread -= t.Unread
			pg.Head.SetUnread(pg.Unread)
			for i := range pg.Talks {
				if pg.Talks[i].Here {
					pg.Talks[i].Unread = 0
				}
			}
		}
	}
	show(pg)
}

// lettersAgain shows the page again after a message or a proposal was refused, with what was typed.
// For scripts and internal errors it sends only the refusal.
func (s *Pages) lettersAgain(w http.ResponseWriter, f *gamepage.Form, problem error) {
	code := game.ErrorCode(problem)
	if code == game.Internal || code == game.Unavailable || page.WantsJSON(f.Request) {
		s.Refuse(w, f.Request, problem, page.Lost(f.Request.PostForm))
		return
	}
	pg, err := s.newLettersView(f.Request, f.Game, f.Role, f.Request.PostForm)
	if err != nil {
		s.Refuse(w, f.Request, problem, page.Lost(f.Request.PostForm))
		return
	}
	pg.Head.Error = s.Explain(f.Request, problem)
	s.Again(w, f.Request, problem, "letters", "Messages · "+f.Game.Name, pg)
}

// newLettersView collects the messages. The parameter form holds the fields of a refused message,
// or the parameters of the address for a new message.
func (s *Pages) newLettersView(r *http.Request, g *game.Game, role game.Role, form url.Values) (*lettersView, error) {
	pg := &lettersView{Copies: role.Observer && g.Hosting.Press.WatchAll, Writes: role.Takes()}
	var err error
	if pg.Head, err = s.NewHead(r, g, role, "/letters"); err != nil {
		return nil, err
	}
	pg.Told = gamepage.PressWords(&g.Hosting.Press, pg.Head.NoMaster)
	if pg.Opens, err = s.Judge.Press.Openness(r.Context(), g.ID, role); err != nil {
		return nil, err
	}
	q := r.URL.Query()
	number, _ := strconv.ParseInt(q.Get("before"), 10, 64)
	before := s.Judge.Press.EntrySeq(g.ID, number)
	list, older, err := s.Judge.Press.Letters(r.Context(), g.ID, role, before, lettersWindow)
	if err != nil {
		return nil, err
	}
	list = delivered(list)
	key := cmp.Or(form.Get("c"), q.Get("c"))
	fresh := form.Get("new") != "" || (len(form["to"]) > 0 || form.Has("text")) && form.Get("c") == ""
	if !fresh && key == "" && role.Takes() && g.Number == 0 && !role.Master {
		key = soleTalk(list) // a person who waits for the game can write only to the masters
	}
	if err := s.addMuted(r, pg, g, role); err != nil {
		return nil, err
	}
	talk, known := press.ReadTalk(key)
	names, err := s.namer(r, g, role)
	if err != nil {
		return nil, err
	}
	offers, err := s.Judge.Press.Proposals(r.Context(), g.ID, role)
	if err != nil {
		return nil, err
	}
	pg.offers = pg.addProposals(g, role, offers, names)
	pg.talks(g, role, list, names)
	if pg.reach, err = s.Judge.Press.Reachable(r.Context(), g.ID, role); err != nil {
		return nil, err
	}
	pg.addOthers(role, names)
	if known && !fresh && names.fits(talk) {
		if err := s.open(pg, g, role, talk, list, names, q.Get("quote"), form); err != nil {
			return nil, err
		}
	} else if fresh && pg.Writes {
		pg.Form = newLetterForm(s.Catalogue(r), g, role, form, pg.Head.NoMaster)
		pg.Form.Title, pg.Form.Choose = "New message", true
		if g.Number == 0 {
			for _, p := range names.people {
				p.Chosen = slices.Contains(form["to"], p.Value)
				pg.Form.To = append(pg.Form.To, p)
			}
		}
	}
	page := url.Values{}
	if pg.Open != nil {
		page.Set("c", key)
	}
	if before > 0 {
		pg.Newest = pg.Head.Base() + "/letters?" + page.Encode()
	}
	if older > 0 {
		page.Set("before", strconv.FormatInt(s.Judge.Press.EntryNumber(g.ID, older), 10))
		pg.Older = pg.Head.Base() + "/letters?" + page.Encode()
	}
	return pg, nil
}

// soleTalk returns the key of the conversation with the last message, or "" if there are no
// messages.
func soleTalk(list []press.Letter) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1].Talk.Key()
}

// delivered removes postal press that has since been delivered: the list contains it twice, as
// it was sent and as everyone received it.
func delivered(list []press.Letter) []press.Letter {
	type sent struct {
		from int
		who  string
		text string
	}
	out := map[sent]int{}
	for _, l := range list {
		if l.Press.Postal && l.Audience.All {
			out[sent{l.From, l.Press.Account, l.Press.Text}]++
		}
	}
	return slices.DeleteFunc(list, func(l press.Letter) bool {
		k := sent{l.From, l.Press.Account, l.Press.Text}
		if !l.Press.Postal || l.Audience.All || out[k] == 0 {
			return false
		}
		out[k]--
		return true
	})
}

// talks lists the conversations: public press first, then the others, sorted by their latest
// messages, the newest first.
func (pg *lettersView) talks(g *game.Game, role game.Role, list []press.Letter, names *namer) {
	at := map[string]int{}
	var rows []talkRow
	var talks []press.Talk
	add := func(t press.Talk) int {
		key := t.Key()
		i, ok := at[key]
		if !ok {
			i = len(rows)
			at[key] = i
			rows = append(rows, names.row(pg.Head.Base(), t))
			talks = append(talks, t)
		}
		return i
	}
	if p := &g.Hosting.Press; g.Number > 0 && !p.None {
		add(press.Talk{All: true})
	}
	for _, l := range list {
		row := &rows[add(l.Talk)]
		row.Whose, row.Line, row.At, row.last = names.writer(&l), oneLine(l.Press.In(names.lang), 90), page.DueIn(l.At, pg.Head.Loc), l.Seq
		if l.Own {
			row.Whose = message.New("You").In(names.lang)
		}
		if l.New {
			row.Unread++
		}
	}
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if talks[a].All != talks[b].All { // public press comes first
			return map[bool]int{true: -1, false: 1}[talks[a].All]
		}
		return cmp.Compare(rows[b].last, rows[a].last)
	})
	for _, i := range order {
		if names.among(talks[i]) {
			rows[i].Unread = 0
			pg.Among = append(pg.Among, rows[i])
			continue
		}
		pg.Unread += rows[i].Unread
		pg.Talks = append(pg.Talks, rows[i])
	}
}

// addOthers adds a conversation with each power that the visitor can write to at present,
// unless there already is one.
func (pg *lettersView) addOthers(role game.Role, names *namer) {
	for _, n := range pg.reach.Seats {
		row := names.row(pg.Head.Base(), talkOf(role, &press.NewMessage{To: journal.OnlySeats(n)}))
		if !slices.ContainsFunc(pg.Talks, func(x talkRow) bool { return x.Key == row.Key }) {
			pg.Others = append(pg.Others, row)
		}
	}
}

// open opens a conversation.
func (s *Pages) open(pg *lettersView, g *game.Game, role game.Role, talk press.Talk, list []press.Letter, names *namer, quote string, form url.Values) error {
	t := &thread{talkRow: names.row(pg.Head.Base(), talk)}
	key, phase := talk.Key(), ""
	answer := ""
	for i := range list {
		l := &list[i]
		if l.Talk.Key() != key {
			continue
		}
		x, err := s.NewEntryRow(names.lang, g, role, &l.Entry, pg.Head.Loc)
		if err != nil {
			return err
		}
		x.From, x.Own, x.Text = names.writer(l), l.Own, l.Press.In(names.lang)
		y := letterRow{EntryRow: x, Badge: names.badge(l), Pieces: pieces(x.Text), First: l.New && t.Unread == 0}
		if l.Press.Fake || l.Press.Postal {
			y.Header = x.To
		}
		if o := l.Press.Proposal; o != nil && o.Act == journal.ActPropose {
			if y.Offer = pg.offers[o.Number]; y.Offer != nil {
				y.Offer.Talk = key
			}
		}
		if x.Phase != phase {
			y.Turn, phase = x.Phase, x.Phase
		}
		number := strconv.FormatInt(x.Number, 10)
		y.Quote = t.Href + "&quote=" + number + "#write"
		if quote == number {
			answer = quoted(x.Text)
		}
		if l.New {
			t.Unread++
		}
		t.upTo = l.Seq
		t.Letters = append(t.Letters, y)
	}
	for _, rows := range [][]talkRow{pg.Talks, pg.Others, pg.Among} {
		for i := range rows {
			rows[i].Here = rows[i].Key == key
		}
	}
	pg.Open, t.Note, t.Mute = t, names.note(talk), pg.mutable(g, role, talk)
	pg.Propose = newProposalForm(g, role, talk, names.others(talk), form, pg.reach.Gone)
	if to := names.recipients(talk); pg.Writes && len(to) > 0 {
		form := url.Values{"text": form["text"], "colour": form["colour"], "header": form["header"], "truth": form["truth"], "to": to}
		if answer != "" {
			form.Set("text", answer)
		}
		f := newLetterForm(names.lang, g, role, form, pg.Head.NoMaster)
		may := 0
		for _, x := range f.To {
			if x.Chosen {
				may++
			}
		}
		if may == len(to) || names.person(to) {
			f.Fixed, f.Title, f.Talk = to, message.New("Write to {people}", t.Title).In(names.lang), key
			pg.Form = f
		}
	}
	return nil
}

// pieces splits a message into its own words and quotations: lines that begin
// with ">".
func pieces(text string) []piece {
	var out []piece
	for line := range strings.SplitSeq(text, "\n") {
		rest, quoted := strings.CutPrefix(line, ">")
		if quoted {
			line = strings.TrimPrefix(rest, " ")
		}
		if n := len(out); n > 0 && out[n-1].Quoted == quoted {
			out[n-1].Text += "\n" + line
			continue
		}
		out = append(out, piece{quoted, line})
	}
	for i := range out {
		out[i].Text = strings.Trim(out[i].Text, "\n")
	}
	return slices.DeleteFunc(out, func(p piece) bool { return p.Text == "" })
}

// quoted returns a message as a reply quotes it, without the message's own quotations.
func quoted(text string) string {
	var b strings.Builder
	for _, p := range pieces(text) {
		if p.Quoted {
			continue
		}
		for line := range strings.SplitSeq(p.Text, "\n") {
			b.WriteString(strings.TrimRight("> "+line, " ") + "\n")
		}
	}
	return b.String() + "\n"
}

// oneLine returns the beginning of a message's own words as one line.
func oneLine(text string, most int) string {
	for _, p := range pieces(text) {
		if !p.Quoted {
			text = p.Text
			break
		}
	}
	words := []rune(strings.Join(strings.Fields(text), " "))
	if len(words) > most {
		return strings.TrimSpace(string(words[:most])) + "…"
	}
	return string(words)
}

package apijson

import (
	"encoding/json"
	"fmt"
	"time"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/machiavelli/message"
)

// Entry is one entry of a game's log, as the caller may see it. One of notice,
// result, press and act is set, according to kind.
type Entry struct {
	Game   string    `json:"game"`
	Seq    int64     `json:"seq" doc:"Number of the entry, as an identifier: it does not count entries, and does not rise"`
	At     time.Time `json:"at"`
	Kind   string    `json:"kind" enum:"notice,result,press,act"`
	Phase  string    `json:"phase,omitempty" doc:"The phase in which it was sent"`
	Number int       `json:"number" doc:"Of the phase"`
	Seat   int       `json:"seat,omitempty" doc:"From which it comes; absent for the judge, masters, and hidden senders"`
	Powers []string  `json:"powers,omitempty" doc:"The powers of that seat"`
	To     Audience  `json:"to" doc:"Who received it"`
	Notice *Notice   `json:"notice,omitempty"`
	Result *Result   `json:"result,omitempty"`
	Press  *Press    `json:"press,omitempty"`
	Act    *Act      `json:"act,omitempty"`
}

// Audience determines who may see an entry. Masters always see it.
type Audience struct {
	All       bool     `json:"all,omitempty" doc:"Everybody, the public too"`
	Members   bool     `json:"members,omitempty" doc:"All players and observers"`
	Observers bool     `json:"observers,omitempty"`
	Seats     []int    `json:"seats,omitempty"`
	Powers    []string `json:"powers,omitempty" doc:"Of those seats"`
}

// Notice is an event in a game.
type Notice struct {
	Topic   string     `json:"topic" doc:"What it is about: deadline, late, takeover, draw ..." example:"reminder"`
	Text    string     `json:"text" doc:"In whole sentences, in the caller's language"`
	Message *Message   `json:"message,omitempty" doc:"The text as a pattern with its arguments; absent for entries of older versions"`
	Lines   []string   `json:"lines,omitempty" doc:"More, line by line, in the caller's language"`
	Points  []Message  `json:"points,omitempty" doc:"The lines as patterns with their arguments; absent for entries of older versions"`
	Seats   []int      `json:"seats,omitempty" doc:"Whom it concerns"`
	Who     string     `json:"who,omitempty" doc:"The person, where players are not hidden; the name of a program ends with (program) in the language of the answer"`
	Times   *Times     `json:"times,omitempty"`
	From    *time.Time `json:"from,omitempty" doc:"Of an absence"`
	Until   *time.Time `json:"until,omitempty"`
}

// Message is a text in a form that does not depend on the language.
type Message struct {
	ID     string         `json:"id" doc:"The English pattern, the same for every text of its kind; for texts that depend on a number, the one for 1" example:"Orders missing: {powers:name}."`
	Plural string         `json:"plural,omitempty" doc:"The pattern for other numbers"`
	Args   map[string]any `json:"args,omitempty" doc:"What stands for the names in the pattern: for each an object whose only key is the kind, such as {\"ducats\": 18} or {\"power\": {\"id\": \"milan\", ...}}"`
}

// typed returns the structured form of a message, or nil for a zero message.
func typed(m message.Message) (*Message, error) {
	if m.IsZero() {
		return nil, nil
	}
	b, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	out := &Message{}
	return out, json.Unmarshal(b, out)
}

// AllTyped returns the structured forms of a text and of its further lines.
func AllTyped(text message.Message, lines []message.Message) (*Message, []Message, error) {
	out, err := typed(text)
	if err != nil {
		return nil, nil, err
	}
	var points []Message
	for _, m := range lines {
		point, err := typed(m)
		if err != nil {
			return nil, nil, err
		}
		points = append(points, *point)
	}
	return out, points, nil
}

// Result is the result of a resolved phase. The game's history has its events under the same
// number.
type Result struct {
	Number int    `json:"number" doc:"Of the phase that was carried out"`
	Phase  string `json:"phase"`
	Next   string `json:"next,omitempty" doc:"The phase that begins"`
	Times  *Times `json:"times,omitempty" doc:"Of the phase that begins"`
	Over   bool   `json:"over,omitempty" doc:"The game is over"`
}

// Press is a message of a player.
type Press struct {
	Text   string   `json:"text"`
	Grey   bool     `json:"grey,omitempty" doc:"The sender is hidden"`
	Master bool     `json:"master,omitempty" doc:"It comes from a master"`
	Header Audience `json:"header" doc:"To whom it says that it goes"`
	Fake   bool     `json:"fake,omitempty" doc:"The header lies; shown to the sender and to masters"`
	Postal bool     `json:"postal,omitempty" doc:"Delivered after the phase"`
	Who    string   `json:"who,omitempty" doc:"A sender without a seat"`
	Said   *Said    `json:"proposal,omitempty" doc:"What it says about a proposal; text is then the line of the proposal or of the answer"`
}

// Said is what a message says about a proposed agreement.
type Said struct {
	Number  int      `json:"number" doc:"Of the proposal in the game"`
	Act     string   `json:"act" enum:"propose,accept,refuse,withdraw,break" doc:"break: the sender says why they broke the agreement"`
	Text    string   `json:"text" doc:"In whole sentences, in the caller's language"`
	Message *Message `json:"message,omitempty" doc:"The sentence as a pattern with its arguments"`
	Why     *Message `json:"why,omitempty" doc:"The reason of a computer player"`
	Note    string   `json:"note,omitempty" doc:"What the sender wrote besides"`
}

// Act is something that a master has done.
type Act struct {
	Topic    string     `json:"topic" example:"rollback"`
	Text     string     `json:"text" doc:"In whole sentences, in the caller's language"`
	Message  *Message   `json:"message,omitempty" doc:"The text as a pattern with its arguments; absent for acts of older versions"`
	Why      string     `json:"why,omitempty"`
	Changes  []string   `json:"changes,omitempty" doc:"What has changed, as the caller may know it, in the caller's language"`
	Points   []Message  `json:"points,omitempty" doc:"The changes as patterns with their arguments; absent for acts of older versions"`
	Number   int        `json:"number,omitempty" doc:"Of the phase that it concerns, or to which the game went back"`
	Who      string     `json:"who,omitempty"`
	At       *time.Time `json:"at,omitempty"`
	Revision int        `json:"revision,omitempty" doc:"That the game had afterwards"`
	Phase    string     `json:"phase,omitempty"`
	From     string     `json:"from,omitempty" doc:"The phase from which the game went back"`
}

// EntryOf returns an entry of a game's log in a language. The parameter number is the entry's
// number for its readers. The entry must already be limited to what its reader may see.
func EntryOf(g *game.Game, e *game.Entry, number int64, l message.Language) (Entry, error) {
	out := Entry{
		Game: e.Game, Seq: number, At: e.At.UTC(), Kind: string(e.Kind), Phase: PhaseName(e.Phase), Number: e.Number, Seat: e.From,
		Powers: PowerIDs(g.Setting, g.PlayedAt(e.From)), To: audienceOf(g, e.Audience),
	}
	var err error
	switch e.Kind {
	case game.NoticeEntry:
		var n journal.Notice
		err = json.Unmarshal(e.Data, &n)
		out.Notice = &Notice{
			Topic: string(n.Topic), Text: n.In(l), Lines: n.LinesIn(l), Seats: n.Seats, Who: Called(l, n.Who), Times: timesOf(n.Times),
			From: Instant(n.From), Until: Instant(n.Until),
		}
		if err == nil {
			out.Notice.Message, out.Notice.Points, err = AllTyped(n.Said, n.SayLines())
		}
	case game.ResultEntry:
		var r journal.Result
		err = json.Unmarshal(e.Data, &r)
		out.Result = &Result{Number: r.Number, Phase: PhaseName(r.Phase), Next: PhaseName(r.Next), Times: timesOf(r.Times), Over: r.Over}
	case game.PressEntry:
		var p journal.PressData
		err = json.Unmarshal(e.Data, &p)
		out.Press = &Press{Text: p.Text, Grey: p.Grey, Master: p.Master, Header: audienceOf(g, p.Header), Fake: p.Fake, Postal: p.Postal, Who: Called(l, p.Who)}
		if x := p.Proposal; x != nil && err == nil {
			out.Press.Said = &Said{Number: x.Number, Act: x.Act, Text: p.In(l), Note: x.Note}
			if out.Press.Said.Message, err = typed(x.Said); err == nil {
				out.Press.Said.Why, err = typed(x.Why)
			}
		}
	case game.ActEntry:
		var a journal.ActData
		err = json.Unmarshal(e.Data, &a)
		out.Act = &Act{Topic: string(a.Topic), Text: a.In(l), Why: a.Why, Changes: a.ChangesIn(l), Number: a.Number, Who: Called(l, a.Who)}
		if err == nil {
			out.Act.Message, out.Act.Points, err = AllTyped(a.Said, a.Points)
		}
	}
	if err != nil {
		err = fmt.Errorf("game %s: entry %d: %w", e.Game, e.Seq, err)
	}
	return out, err
}

func audienceOf(g *game.Game, a game.Audience) Audience {
	out := Audience{All: a.All, Members: a.Members, Observers: a.Observers, Seats: a.Seats}
	for _, seat := range a.Seats {
		out.Powers = append(out.Powers, PowerIDs(g.Setting, g.PlayedAt(seat))...)
	}
	return out
}

func timesOf(t *journal.Times) *Times {
	if t == nil {
		return nil
	}
	return &Times{Start: Instant(t.Start), Deadline: Instant(t.Deadline), Grace: Instant(t.Grace)}
}

// Called returns the name of a person in the reader's language. The name of a program gets a
// suffix that marks it as a program.
func Called(l message.Language, name string) string {
	if name == "" {
		return ""
	}
	return message.New("{text}", message.Name(name)).In(l)
}

package inbox

import (
	"context"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/mail/command"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/phrase"
	"podesta/internal/press"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
)

// do runs one command and returns the answer.
func (s *session) do(ctx context.Context, it *command.Item) (message.Message, error) {
	switch c := it.Command.(type) {
	case command.Register:
		return s.register(ctx, &c)
	case *command.Register:
		return s.register(ctx, c)
	case command.Confirm:
		if err := s.o.unfit(ctx, s.w, c.Token.Reveal(), s.items); err != nil {
			return message.Message{}, game.Refuse(game.Conflict, message.New("The code was not used, because the password below it is refused. Send both again with another password: {why}", message.Of(err)))
		}
		return s.prove(ctx, c.Token, false)
	case command.AlsoKnown:
		return s.alsoKnown(ctx, c.Address)
	case command.Help:
		return s.help(c.Topic)
	case command.Get:
		return s.help(c.File)
	case command.Version:
		return s.version(ctx)
	case command.List:
		return s.list(ctx, c)
	case command.Summary:
		return s.summary(ctx, c.Game)
	case command.History:
		return s.history(ctx, c)
	case command.Map:
		return s.mapOf(ctx, c.Game)
	case command.Whois:
		return s.whois(ctx)
	case command.InfoPlayer:
		return s.info(ctx, c.Who)
	case command.Obsolete:
		return c.Answer, nil
	case command.SetAddress:
		return s.setAddress(ctx, c.Addresses)
	case command.SetPassword:
		return s.setPassword(ctx, c.Password)
	case command.Report:
		return s.accuse(ctx, c)
	case command.Appeal:
		return s.appeal(ctx, c)
	case command.Given:
		return s.given(ctx, c)
	case command.Invitations:
		return s.invitations(ctx)
	}
	if s.game == nil {
		return message.Message{}, errNoSession
	}
	text, err := s.play(ctx, it)
	if err == nil && !inquiry(it.Command) {
		err = s.reload(ctx)
	}
	return text, err
}

// play runs a command in a game.
func (s *session) play(ctx context.Context, it *command.Item) (message.Message, error) {
	j, id := s.o.judge, s.game.ID
	switch c := it.Command.(type) {
	case command.ShowOrders:
		return message.New("See the report of your orders below."), nil
	case command.ClearOrders:
		return s.clearOrders(ctx)
	case command.ClearDeferred:
		return s.clearDeferred(ctx)
	case command.Undo:
		return s.undo(ctx, c.N)
	case *command.Phase:
		return s.deferOrders(ctx, c)
	case command.CurrentPhase:
		s.older = message.Message{}
		return message.New("What follows is for the current phase."), nil
	case command.Press:
		return s.press(ctx, &c)
	case command.PostalPress:
		if command.Holds(c.Text, s.secrets) {
			return message.Message{}, errHolds
		}
		return message.New("The message goes to everyone when the phase has been resolved."), j.Press.Say(ctx, id, s.role, s.seat, press.NewMessage{Postal: true, Text: c.Text})
	case command.Diary:
		return s.diary(ctx, c)
	case command.Become:
		return s.become(ctx, c.Power)
	case command.Predict:
		return s.predict(ctx)
	}
	return s.set(ctx, it.Command)
}

// press sends a message to other players. It refuses a message that contains a password or a token.
func (s *session) press(ctx context.Context, c *command.Press) (message.Message, error) {
	if command.Holds(c.Text, s.secrets) {
		return message.Message{}, errHolds
	}
	to, toMaster, err := s.audience(c.To)
	if err != nil {
		return message.Message{}, err
	}
	m := press.NewMessage{To: to, ToMaster: toMaster, Text: c.Text, NoFake: c.Fake == command.FakeNone}
	switch c.Colour {
	case command.Grey:
		m.Grey = true
	case command.AsUsual:
		p := s.game.Hosting.Press
		m.Grey = !toMaster && (p.Grey && !p.White || p.Grey && p.GreyFirst)
	}
	switch c.Fake {
	case command.FakeBroadcast:
		m.FakeTo = "all"
	case command.FakeTo:
		if m.FakeTo, err = s.letters(c.Claim); err != nil {
			return message.Message{}, err
		}
	}
	if err := s.o.judge.Press.Say(ctx, s.game.ID, s.role, s.seat, m); err != nil {
		return message.Message{}, err
	}
	if toMaster {
		return message.New("Sent to the masters."), nil
	}
	return phrase.SentTo(s.game, m.To), nil
}

// errHolds is the answer to press that would reveal a password or a token.
var errHolds = game.Refuse(game.Invalid, message.New("Your press contains your password or a token, so it was not sent. Take it out and send the press again."))

// audience returns the audience for the letters and names after PRESS TO. The result master says
// whether it consists only of masters.
func (s *session) audience(a command.Audience) (to game.Audience, master bool, err error) {
	if a.All() {
		return journal.Everybody, false, nil
	}
	word, err := s.letters(a)
	if err != nil {
		return to, false, err
	}
	if word == "M" {
		return journal.MastersOnly, true, nil
	}
	to, err = s.game.Letters(word)
	return to, false, err
}

// letters returns the letters of an audience as one word. If the audience is everyone except some
// readers, these are the letters of all others.
func (s *session) letters(a command.Audience) (string, error) {
	word := a.Letters
	for _, n := range a.Names {
		p, ok := named(s.game.Setting.Powers, n)
		if !ok {
			return "", game.Refuse(game.Invalid, message.New("There is no power {word} in this game.", message.Name(phrase.OneLine(n, 40))))
		}
		word += string(s.game.Setting.Powers[p].Letter)
	}
	if !a.Except {
		return word, nil
	}
	if _, err := s.game.Letters(word); err != nil {
		return "", err
	}
	out := ""
	for _, powers := range s.game.Setting.Seats {
		for _, p := range powers {
			if l := string(s.game.Setting.Powers[p].Letter); !strings.Contains(word, l) {
				out += l
			}
		}
	}
	for _, l := range []string{"O", "M"} {
		if !strings.Contains(word, l) && !strings.Contains(out, l) {
			out += l
		}
	}
	return out, nil
}

// named returns the power with a name, or a power whose name begins with it.
func named(roster machiavelli.Roster, name string) (machiavelli.Power, bool) {
	for i := 1; i < len(roster); i++ {
		if strings.EqualFold(roster[i].Name, name) || strings.EqualFold(roster[i].ID, name) {
			return machiavelli.Power(i), true
		}
	}
	return roster.Match(name)
}

// diary runs DIARY.
func (s *session) diary(ctx context.Context, c command.Diary) (message.Message, error) {
	seat, err := s.seated()
	if err != nil && s.role.Master {
		err = game.Refuse(game.Forbidden, message.New("A diary belongs to a power. To read or write the diary of its player, put BECOME and the power's name above this line."))
	}
	if err != nil {
		return message.Message{}, err
	}
	j, id := s.o.judge, s.game.ID
	switch c.Action {
	case "RECORD":
		return message.New("Noted."), j.Admin.AddDiary(ctx, id, s.role, seat, c.Text)
	case "DELETE":
		return message.New("Deleted."), j.Admin.DropDiary(ctx, id, s.role, seat, c.Number)
	}
	notes, err := j.Admin.Diary(ctx, id, s.role, seat)
	if err != nil {
		return message.Message{}, err
	}
	if c.Action == "READ" {
		if c.Number < 1 || c.Number > len(notes) {
			return message.Message{}, game.Refuse(game.NotFound, message.Plural(len(notes), "Your diary has no note {number}; it has {n} note.", "Your diary has no note {number}; it has {n} notes.", message.Number(c.Number)))
		}
		s.add(message.New("Note {n} of your diary", message.Number(c.Number)), outbox.Block{Verbatim: notes[c.Number-1]})
		return message.New("See below."), nil
	}
	x := outbox.Block{Table: &outbox.Table{}}
	for i, n := range notes {
		first, _, _ := strings.Cut(n, "\n")
		x.Table.Rows = append(x.Table.Rows, []string{strconv.Itoa(i + 1), phrase.OneLine(first, 70)})
	}
	s.add(message.New("Your diary"), x)
	return message.Plural(len(notes), "Your diary has {n} note.", "Your diary has {n} notes."), nil
}

// power returns the power with a letter or name, or the power that has taken it over.
func (s *session) power(word string) (machiavelli.Power, error) {
	roster := s.game.Setting.Powers
	word = strings.TrimSpace(word)
	p, ok := named(roster, word)
	if len(word) == 1 {
		p, ok = roster.ByLetter(word[0])
	}
	if !ok || p == machiavelli.Nobody {
		var names []message.Message
		for i, x := range roster[1:] {
			names = append(names, message.New("{letter} {power:name}", message.Order(string(x.Letter)), message.PowerOf(roster, machiavelli.Power(i+1))))
		}
		return p, game.Refuse(game.Invalid, message.New("There is no power {word} in this game; it has {powers}.", message.Name(phrase.OneLine(word, 40)), message.ListOf(message.Commas, names)))
	}
	return s.game.Setting.Plays(p), nil
}

// become lets a master write for a power.
func (s *session) become(ctx context.Context, word string) (message.Message, error) {
	if !s.role.Master {
		return message.Message{}, errMaster
	}
	if err := s.flush(ctx); err != nil {
		return message.Message{}, err
	}
	s.released = nil
	if strings.EqualFold(word, "MASTER") {
		s.seat, s.became = 0, false
		return message.New("You write as master again."), nil
	}
	p, err := s.power(word)
	if err != nil {
		return message.Message{}, err
	}
	seat := s.game.SeatOf(p)
	if seat == 0 {
		return message.Message{}, game.Refuse(game.Conflict, message.New("Nobody plays {power:name} in this game.", message.PowerOf(s.game.Setting.Powers, p)))
	}
	if s.became && seat != s.seat {
		return message.Message{}, game.Refuse(game.Conflict, message.New("After one SIGNON you can become one power only. Write SIGNOFF and SIGNON again before the next."))
	}
	s.seat, s.became, s.copyAt = seat, true, len(s.answers)
	return message.New("You now write as {powers}. The player gets a copy.", s.powers()), nil
}

// predict previews the result of the phase.
func (s *session) predict(ctx context.Context) (message.Message, error) {
	if err := s.flush(ctx); err != nil {
		return message.Message{}, err
	}
	lines, err := s.o.judge.Admin.Predict(ctx, s.game.ID, s.role, s.seat)
	if err != nil {
		return message.Message{}, err
	}
	x := outbox.Block{}
	for _, l := range lines {
		x.Items = append(x.Items, s.say(l))
	}
	s.add(message.New("Prediction"), x)
	return message.New("See the prediction below. It does not use the game's own dice."), nil
}

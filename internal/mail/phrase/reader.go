package phrase

import (
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/words"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn"
)

// Reader is a person for whom messages are formatted: in their language, with times in their time
// zone. It implements message.Language.
type Reader struct {
	*words.Catalogue
	Zone *time.Location
}

// ReaderOf returns the owner of an account as a reader. Without an account, or if the account's
// language is not available, the reader gets the first language.
func ReaderOf(a *game.Account, languages []*words.Catalogue) Reader {
	r := Reader{languages[0], account.Zone(a)}
	if a == nil {
		return r
	}
	wishes, err := account.ReadWishes(a)
	if err != nil {
		return r
	}
	for _, c := range languages {
		if c.Tag == wishes.Language {
			r.Catalogue = c
		}
	}
	return r
}

// M returns a message in words.
func (r Reader) M(m message.Message) string { return m.In(r) }

// Moment implements message.Language: "Mon 7 Dec 2026, 20:00 Europe/Rome".
func (r Reader) Moment(t time.Time) string { return r.MomentIn(t, r.Zone) }

// For implements message.Partial.
func (r Reader) For(id string) message.Language {
	if r.Catalogue.For(id) == message.Language(r.Catalogue) {
		return r
	}
	return Reader{words.English(), r.Zone}
}

// English reports whether the language is English. Some texts, such as the classic report,
// exist only in English.
func (r Reader) English() bool { return r.Catalogue == words.English() }

// At returns a time as an argument of messages.
func At(t time.Time) message.Moment { return message.Moment(t.Unix()) }

// PhaseOf returns the name of a phase: "spring 1454", "spring 1454 retreats". It
// is empty before a game has begun.
func PhaseOf(p machiavelli.Phase) message.Message {
	campaign := message.Campaign{Season: p.Season, Year: p.Year}
	switch {
	case p.Season == 0:
		return message.Message{}
	case p.Step == machiavelli.Retreats:
		return message.New("{campaign} retreats", campaign)
	}
	return message.New("{campaign}", campaign)
}

// Due returns the kind of orders that are due in a phase: "orders", "retreats", "adjustments".
func Due(p machiavelli.Phase) message.Step {
	if p.Season == 0 {
		return message.Step(machiavelli.Orders)
	}
	return message.Step(p.Step)
}

// Powers returns the powers of a seat, such as "Milan and the Papacy", or "nobody" for an unknown
// seat.
func Powers(g *game.Game, seat int) message.Arg {
	if seat < 1 || seat > len(g.Setting.Seats) {
		return message.New("nobody")
	}
	return message.ListOf(message.And, powersOf(g, seat))
}

// PowersOf returns the powers of several seats.
func PowersOf(g *game.Game, seats []int) message.List {
	var of []message.Power
	for _, n := range seats {
		of = append(of, powersOf(g, n)...)
	}
	return message.ListOf(message.And, of)
}

func powersOf(g *game.Game, seat int) []message.Power {
	var of []message.Power
	for _, p := range g.Setting.Given(g.Setting.Seats[seat-1]) {
		of = append(of, message.PowerOf(g.Setting.Powers, p))
	}
	return of
}

// Readers returns the names of an audience.
func Readers(g *game.Game, a game.Audience) message.Arg {
	if a.All || a.Members {
		return message.New("everyone")
	}
	var of []message.Arg
	for _, seat := range a.Seats {
		of = append(of, Powers(g, seat))
	}
	if a.Observers {
		of = append(of, message.New("the observers"))
	}
	switch {
	case a.Account != "":
		return message.New("someone without a power")
	case len(of) == 0:
		return message.New("the masters")
	}
	return message.List{How: message.And, Of: of}
}

// UnitOf returns a unit as an argument of messages. In the form title it is "Army
// Pisa".
func UnitOf(s *position.Setting, u position.Unit) message.Unit {
	at := &s.Board.Areas[u.At]
	return message.Unit{
		Owner: message.PowerOf(s.Powers, u.Owner), Type: message.KindOf(u.Type, u.Quality),
		At: message.Place{Name: at.Name, Coast: u.Place().Coast.String(), Sea: at.Sea},
	}
}

// Sentences joins messages into one text. It leaves out empty messages.
func Sentences(all ...message.Message) message.Message { return joined(message.Sentences, all) }

// Lines joins messages into a text with one line for each. It leaves out empty messages.
func Lines(all ...message.Message) message.Message { return joined(message.Lines, all) }

func joined(how message.Join, all []message.Message) message.Message {
	var of []message.Message
	for _, m := range all {
		if !m.IsZero() {
			of = append(of, m)
		}
	}
	if len(of) == 0 {
		return message.Message{}
	}
	return message.New("{text}", message.ListOf(how, of))
}

// Verbatim returns a message whose text is the same in every language.
func Verbatim(text string) message.Message { return message.New("{text}", message.Name(text)) }

// Owed lists the orders that a power must still send, such as "3 orders" or "1 build".
func Owed(o *turn.Owed) []message.Message {
	var out []message.Message
	add := func(n int, m message.Message) {
		if n > 0 {
			out = append(out, m)
		}
	}
	units, retreats := len(o.Units), len(o.Retreats)
	add(units, message.Plural(units, "{n} order", "{n} orders"))
	add(retreats, message.Plural(retreats, "{n} retreat", "{n} retreats"))
	add(o.Builds, message.Plural(o.Builds, "{n} build", "{n} builds"))
	add(o.Removals, message.Plural(o.Removals, "{n} removal", "{n} removals"))
	return out
}

// SentTo returns the answer that a message was sent to some readers.
func SentTo(g *game.Game, a game.Audience) message.Message {
	powers := PowersOf(g, a.Seats)
	switch {
	case a.All || a.Members:
		return message.New("Sent to everyone.")
	case a.Account != "":
		return message.New("Sent to someone without a power.")
	case len(powers.Of) > 0 && a.Observers:
		powers.How = message.Commas
		return message.New("Sent to {powers} and the observers.", powers)
	case len(powers.Of) > 0:
		return message.New("Sent to {powers}.", powers)
	case a.Observers:
		return message.New("Sent to the observers.")
	}
	return message.New("Sent to the masters.")
}

// PhaseWords returns the phase and the state of a game, for a subject.
func PhaseWords(g *game.Game) message.Message {
	phase := PhaseOf(g.Phase)
	switch {
	case g.Number == 0:
		return message.New("forming")
	case g.Finished:
		return message.New("{Phase}, over", phase)
	case g.Status == game.Paused:
		return message.New("{Phase}, paused", phase)
	}
	return message.New("{Phase}", phase)
}

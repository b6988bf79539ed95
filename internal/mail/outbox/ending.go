package outbox

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/report"
	"podesta/machiavelli/turn"
)

// final returns the position at the end of the game, and a description of the end. The position is
// nil if the game ended before it began, or no longer exists.
func (r *reader) final(ctx context.Context) (*position.Position, report.End, error) {
	tell := report.New(r.g.Setting)
	ph, err := r.o.judge.Base.Current(ctx, r.g.ID)
	if err != nil {
		return nil, tell.EndOf(nil, nil), gone(err)
	}
	if ph.After != nil {
		return ph.After, tell.EndOf(ph.After, ph.Events), nil
	}
	return ph.Before, tell.EndOf(nil, nil), nil
}

// result returns the end of the game in a few words, for a subject.
func (r *reader) result(o report.End) message.Message {
	if r.g.Status == game.Terminated {
		return message.New("terminated")
	}
	return o.Brief()
}

// ending returns the additional blocks in the last e-mail about a game. They contain the standings,
// the ratings and the dice, and say how to publish the messages and where to read the game. There
// are none if the game ended before it began.
func (r *reader) ending(ctx context.Context, p *position.Position, o report.End) ([]Block, error) {
	if p == nil { // the game ended before it began
		return nil, nil
	}
	standings, err := r.standings(ctx, p, o)
	if err != nil {
		return nil, err
	}
	out := []Block{standings}
	more, err := r.worth(ctx)
	if err != nil {
		return nil, err
	}
	out = append(out, more...)
	if more, err = r.dice(ctx); err != nil {
		return nil, err
	}
	out = append(out, more...)
	if more, err = r.openPress(ctx); err != nil {
		return nil, err
	}
	out = append(out, more...)
	x := Block{Title: r.say(message.New("Reading it again"))}
	if page := r.o.c.PageOf(r.g); page != "" {
		x.Paras = append(x.Paras, r.say(message.New("The archive of the game is at {page}: every phase with its map, orders and results.", message.Order(page))))
	}
	x.Paras = append(x.Paras, r.say(message.New("By e-mail, {command} shows who held what in each year. Thank you for being part of this game.", message.Order("SUMMARY "+phrase.Typed(r.g.Name)))))
	return append(out, x), nil
}

// standing is a power's line in the table of standings.
type standing struct {
	power         machiavelli.Power
	cities, units int
	won           bool
	last          int // the year in which it was eliminated; 0 if it survived
}

// standings lists the powers, sorted by their possessions at the end.
func (r *reader) standings(ctx context.Context, p *position.Position, o report.End) (Block, error) {
	gone, err := r.eliminations(ctx)
	if err != nil {
		return Block{}, err
	}
	people, err := r.o.judge.Lobby.Roster(ctx, r.g.ID, r.role)
	if err != nil {
		return Block{}, err
	}
	players := map[int]string{}
	for _, m := range people {
		if m.Kind == game.Player && !m.Former && m.Seat > 0 {
			players[m.Seat] = r.say(phrase.Person(m.Name))
		}
	}
	states, err := r.o.judge.Clock.States(ctx, r.g.ID, r.role)
	if err != nil {
		return Block{}, err
	}
	for i, s := range states {
		if s.Bot != "" {
			players[i+1] = r.say(phrase.Person(clock.BotName(s.Bot)))
		}
	}
	var all []standing
	for i := range r.g.Setting.Powers {
		power := machiavelli.Power(i)
		if power == machiavelli.Nobody || r.g.Setting.Absent.Has(power) || r.g.SeatOf(power) == 0 {
			continue
		}
		s := standing{power: power, cities: turn.Cities(p, &r.g.Rules, power), won: p.Victors.Has(power), last: gone[power]}
		for _, u := range p.Units {
			if u.Owner == power {
				s.units++
			}
		}
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b standing) int {
		return cmp.Or(boolOrder(a.won, b.won), cmp.Compare(b.cities, a.cities), cmp.Compare(lasted(b), lasted(a)))
	})
	first, last := r.years(ctx, p)
	how := message.New("{first} to {last}: {result}.", message.Number(first), message.Number(last), r.result(o))
	if first == last {
		how = message.New("{year}: {result}.", message.Number(first), r.result(o))
	}
	x := Block{Title: r.say(message.New("Standings")), Paras: []string{r.say(how)}, Table: &Table{Head: []string{
		"", r.say(message.New("Power")), r.say(message.New("Cities")), r.say(message.New("Units")), r.say(message.New("Player")),
	}}}
	for i, s := range all {
		place := strconv.Itoa(i + 1)
		if i > 0 && all[i-1].won == s.won && (s.won || all[i-1].cities == s.cities && lasted(all[i-1]) == lasted(s)) {
			place = "="
		}
		who := players[r.g.SeatOf(s.power)]
		switch {
		case s.won:
			who = joinedWords(who, r.say(o.Result.Mark()))
		case s.last > 0:
			who = joinedWords(who, r.say(message.New("eliminated {year}", message.Number(s.last))))
		}
		x.Table.Rows = append(x.Table.Rows, []string{place, r.say(message.New("{power:name}", r.powerOf(s.power))), strconv.Itoa(s.cities), strconv.Itoa(s.units), who})
	}
	return x, nil
}

// joinedWords joins a name and a remark, either of which may be empty.
func joinedWords(who, remark string) string {
	if who == "" {
		return remark
	}
	return who + ", " + remark
}

// lasted returns a number by which powers are sorted: it is higher the longer a power survived.
func lasted(s standing) int {
	if s.last == 0 {
		return 1 << 20
	}
	return s.last
}

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// years returns the first and the last year of the game.
func (r *reader) years(ctx context.Context, p *position.Position) (first, last int) {
	phases, err := r.o.judge.Base.Phases(ctx, r.g.ID)
	if err != nil || len(phases) == 0 {
		return p.Phase.Year, p.Phase.Year
	}
	return phases[0].Phase.Year, phases[len(phases)-1].Phase.Year
}

// eliminations returns the years in which powers were eliminated.
func (r *reader) eliminations(ctx context.Context) (map[machiavelli.Power]int, error) {
	phases, err := r.o.judge.Base.Phases(ctx, r.g.ID)
	if err != nil {
		return nil, err
	}
	out := map[machiavelli.Power]int{}
	for _, info := range phases {
		ph, err := r.o.judge.Base.Phase(ctx, r.g.ID, info.Number)
		if err != nil {
			return nil, err
		}
		if ph.After == nil {
			continue
		}
		for i := range r.g.Setting.Powers {
			power := machiavelli.Power(i)
			if ph.After.Eliminated.Has(power) && out[power] == 0 {
				out[power] = info.Phase.Year
			}
		}
	}
	return out, nil
}

// worth returns the block about the value of the game for the ratings, or nil if the game was
// terminated.
func (r *reader) worth(ctx context.Context) ([]Block, error) {
	if r.g.Status != game.Over {
		return nil, nil
	}
	w, err := r.o.judge.Ratings.Worth(ctx, r.g.ID, r.account.ID)
	if err != nil {
		return nil, err
	}
	var what message.Message
	switch {
	case !w.Counts:
		what = message.New("The game does not count for the ratings: {why}.", w.Why)
	case w.Award == nil:
		what = message.New("The game counts for the ratings of its players.")
	case w.Award.Rated:
		what = message.New("You finished in place {place} of {players} and earn {points} rating points.", message.Number(w.Award.Place), message.Number(w.Award.Players), message.Decimal(game.PointWords(w.Award.Points)))
	default:
		what = message.New("You finished in place {place} of {players}. The game is in your record; games of this size earn no points.", message.Number(w.Award.Place), message.Number(w.Award.Players))
	}
	x := r.paragraph(what)
	x.Title = r.say(message.New("Ratings"))
	return []Block{x}, nil
}

// dice returns the block that explains how to verify the dice, or why their seed is still secret.
func (r *reader) dice(ctx context.Context) ([]Block, error) {
	book, err := r.o.judge.Archive.DiceBook(ctx, r.g.ID)
	if err != nil {
		return nil, gone(err)
	}
	x := Block{Title: r.say(message.New("The dice"))}
	add := func(m message.Message) { x.Items = append(x.Items, r.say(m)) }
	commitment := message.New("Commitment, shown from the beginning: {text}", message.Order(book.Commitment))
	if book.Seed == "" {
		x.Paras = []string{r.say(message.New("The seed of the dice stays secret, because the game can be resumed."))}
		add(commitment)
		return []Block{x}, nil
	}
	x.Paras = []string{r.say(message.New("The seed of the dice was fixed before the game began. Now it is public, so that you can check every roll."))}
	verify := message.Order("podesta dice verify dice.json")
	add(message.New("Seed: {text}", message.Order(book.Seed)))
	add(commitment)
	if page := r.o.c.PageOf(r.g); page != "" {
		add(message.New("Dice book: {page}", message.Order(page+"/dice.json")))
		add(message.New("To check it: {command}", verify))
	} else {
		add(message.New("To check the rolls, save the dice book from the game's page and run {command}", verify))
	}
	return []Block{x}, nil
}

// openPress returns the block that explains how to publish the messages, or says that they are
// public. It returns nil if there are no players to agree.
func (r *reader) openPress(ctx context.Context) ([]Block, error) {
	o, err := r.o.judge.Press.Openness(ctx, r.g.ID, r.role)
	if err != nil || o.Of == 0 {
		return nil, err
	}
	var what message.Message
	command, all := message.Order("SET OPEN PRESS"), message.Number(o.Of)
	switch {
	case o.Open:
		what = message.New("All players have agreed: everyone can now read the press of the game.")
	case o.Asked && !o.Mine:
		what = message.New("The players' press can be opened to everyone, grey press with its senders, if all {players} agree. To agree, answer with the line {command}.", all, command)
	default:
		what = message.New("The players' press is opened to everyone if all {players} agree ({command}). So far: {agreed}.", all, command, message.Number(o.Agreed))
	}
	x := r.paragraph(what)
	x.Title = r.say(message.New("The press"))
	return []Block{x}, nil
}

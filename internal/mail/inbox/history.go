package inbox

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/phrase"
	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
)

// maxHistory is the maximum number of history lines in an e-mail.
const maxHistory = 1000

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// history answers HISTORY with the entries that are public or that the reader may see.
func (s *session) history(ctx context.Context, c command.History) (message.Message, error) {
	g, role, err := s.asked(ctx, c.Game)
	if err != nil {
		return message.Message{}, err
	}
	from, to, err := schedule.ParseSpan(c.From, c.To, s.dates())
	if err != nil {
		return message.Message{}, dated(err)
	}
	limit := maxHistory
	if c.Lines > 0 {
		limit = min(limit, c.Lines)
	}
	var blocks []outbox.Block
	lines := 0
	end := message.New("end of the period")
	r := s.reader()
	for seq := int64(0); ; {
		entries, err := s.o.judge.Press.Log(ctx, g.ID, role, seq, 200)
		if err != nil {
			return message.Message{}, err
		}
		for _, e := range entries {
			seq = e.Seq
			if e.At.Before(from) || e.At.After(to) || leftOut(&c, &e) {
				continue
			}
			if lines >= limit {
				end = message.New("the rest was cut off")
				break
			}
			subject, said, err := s.o.out.Describe(ctx, g, role, s.account, r, e)
			if err != nil {
				return message.Message{}, err
			}
			blocks = append(blocks, outbox.Block{Title: r.Moment(e.At) + ": " + message.Capital(subject)})
			blocks = append(blocks, said...)
			lines += 2 + strings.Count(outbox.BlockText(said), "\n")
		}
		if lines >= limit {
			break
		}
		if len(entries) < 200 {
			break
		}
	}
	if len(blocks) == 0 {
		return message.New("There are no entries for that time."), nil
	}
	blocks = append(blocks, outbox.Block{Paras: []string{"(" + r.M(end) + ")"}, Muted: true})
	s.add(message.New("History of {game}", message.Name(phrase.OneLine(g.Name, 60))), blocks...)
	return message.New("See the history below."), nil
}

// leftOut reports whether HISTORY omits an entry because it belongs to an excluded turn. With
// BROAD, only the results of these turns are omitted.
func leftOut(c *command.History, e *game.Entry) bool {
	if c.ExcludeFrom.Year == 0 || e.Number == 0 || c.Broadcasts && e.Kind != game.ResultEntry {
		return false
	}
	return !earlier(e.Phase, c.ExcludeFrom) && (c.ExcludeTo.Year == 0 || !earlier(c.ExcludeTo, e.Phase))
}

// earlier reports whether a phase precedes another.
func earlier(a, b machiavelli.Phase) bool {
	return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Season, b.Season), cmp.Compare(a.Step, b.Step)) < 0
}

// summary answers SUMMARY with a game's course, players and settings, and with tables of the
// cities, the money and the owners in each year.
func (s *session) summary(ctx context.Context, name string) (message.Message, error) {
	g, role, err := s.asked(ctx, name)
	if err != nil {
		return message.Message{}, err
	}
	if g.Number < 2 {
		return message.Message{}, game.Refuse(game.Conflict, message.New("No phase of this game has been resolved yet."))
	}
	out, err := s.players(ctx, g, role)
	if err != nil {
		return message.Message{}, err
	}
	phases, err := s.o.judge.Base.Phases(ctx, g.ID)
	if err != nil {
		return message.Message{}, err
	}
	course, err := s.courseOf(ctx, g, phases)
	if err != nil {
		return message.Message{}, err
	}
	out = append([]outbox.Block{course}, out...)
	v := g.View(role)
	var held []report.YearPosition
	var years []int
	cities, money := map[int][]string{}, map[int][]string{}
	for _, info := range phases {
		if info.Phase.Season != machiavelli.Spring || info.Phase.Step != machiavelli.Orders {
			continue
		}
		ph, err := s.o.judge.Base.Phase(ctx, g.ID, info.Number)
		if err != nil {
			return message.Message{}, err
		}
		year := info.Phase.Year
		years = append(years, year)
		held = append(held, report.YearPosition{Year: year, Position: ph.Before})
		for power := range g.Setting.Powers[1:] {
			owner := machiavelli.Power(power + 1)
			n := 0
			for id := range g.Setting.Board.Areas {
				if at := board.ID(id); g.Setting.Board.Cities.Has(at) && ph.Before.City[at] == owner {
					n++
				}
			}
			cities[year] = append(cities[year], strconv.Itoa(n))
			coins := "?"
			if v.SeesTreasury(owner, false) {
				coins = strconv.Itoa(int(ph.Before.Treasury[owner]))
			}
			money[year] = append(money[year], coins)
		}
	}
	head := []string{s.say(message.New("Year"))}
	for _, p := range g.Setting.Powers[1:] {
		head = append(head, string(p.Letter))
	}
	table := func(title message.Message, of map[int][]string) {
		x := outbox.Block{Title: s.say(title), Table: &outbox.Table{Head: head}}
		for _, y := range years {
			x.Table.Rows = append(x.Table.Rows, append([]string{strconv.Itoa(y)}, of[y]...))
		}
		out = append(out, x)
	}
	table(message.New("Cities at the beginning of the year"), cities)
	if g.Rules.Money {
		table(message.New("Treasury at the beginning of the year"), money)
	}
	if len(held) > 0 {
		var b strings.Builder
		if err := report.Ownership(&b, s.reader(), g.Setting, held); err != nil {
			return message.Message{}, err
		}
		out = append(out, outbox.Block{Code: strings.Trim(b.String(), "\n")})
	}
	out = append(out, s.settings(g)...)
	s.add(message.New("Summary of {game}", message.Name(phrase.OneLine(g.Name, 60))), out...)
	return message.New("See the summary below."), nil
}

// courseOf says when the game was created, and which phase it is in or when and how it ended.
func (s *session) courseOf(ctx context.Context, g *game.Game, phases []game.PhaseInfo) (x outbox.Block, err error) {
	line := func(m message.Message) { x.Paras = append(x.Paras, s.say(m)) }
	line(message.New("Made: {when}", phrase.At(g.Created)))
	switch {
	case !g.Finished && g.Status == game.Terminated:
		line(message.New("Given up by its master."))
	case g.Finished && len(phases) > 0:
		last, err := s.o.judge.Base.Phase(ctx, g.ID, phases[len(phases)-1].Number)
		if err != nil {
			return x, err
		}
		line(message.New("Ended: {when}, in {phase}", phrase.At(last.Done), message.Phase(last.Phase)))
	default:
		line(message.New("The game is in {phase}.", message.Phase(g.Phase)))
	}
	return x, nil
}

// mapOf answers MAP with the map of the game, which is attached to the answer, and the URL of the
// game's page.
func (s *session) mapOf(ctx context.Context, name string) (message.Message, error) {
	g, _, err := s.asked(ctx, name)
	if err != nil {
		return message.Message{}, err
	}
	var why message.Message
	switch {
	case g.Number == 0:
		why = message.New("The game has not begun: there is no position to draw yet.")
	case s.o.noMaps:
		why = message.New("This judge sends no maps. LIST describes the position in words.")
	}
	page := s.o.c.PageOf(g)
	if page != "" && !why.IsZero() {
		why = message.New("{why} It is also at {page}.", why, message.Name(page))
	}
	room := s.room()
	switch {
	case !why.IsZero():
		return message.Message{}, game.Refuse(game.Conflict, why)
	case room.charts == 0 && page != "":
		return message.New("Not sent: this answer has no room for another map. It is also at {page}.", message.Name(page)), nil
	case room.charts == 0:
		return message.New("Not sent: this answer has no room for another map. Sign on, and ask for it by itself."), nil
	}
	room.charts--
	s.charts = append(s.charts, outbox.Chart{Game: g.ID, Number: g.Number, Language: s.reader().Tag})
	attached := message.New("The map of {game} in {phase} is attached.", message.Name(phrase.OneLine(g.Name, 60)), message.Phase(g.Phase))
	if page != "" {
		attached = phrase.Sentences(attached, message.New("It is also at {page}.", message.Name(page)))
	}
	return attached, nil
}

package inbox

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
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

// maxHistory is the maximum number of lines of history in an e-mail.
const maxHistory = 1000

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// history answers HISTORY with the entries for everyone, or for the reader.
func (s *session) history(ctx context.Context, c command.History) (string, error) {
	g, role, err := s.asked(ctx, c.Game)
	if err != nil {
		return "", err
	}
	from, to, err := schedule.ParseSpan(c.From, c.To, s.dates())
	if err != nil {
		return "", dated(err)
	}
	limit := maxHistory
	if c.Lines > 0 {
		limit = min(limit, c.Lines)
	}
	var lines []string
	end := "end of the period"
	loc := phrase.Zone(s.account)
	for seq := int64(0); ; {
		entries, err := s.o.judge.Log(ctx, g.ID, role, seq, 200)
		if err != nil {
			return "", err
		}
		for _, e := range entries {
			seq = e.Seq
			if e.At.Before(from) || e.At.After(to) || leftOut(&c, &e) {
				continue
			}
			subject, text, err := s.o.out.Describe(ctx, g, role, s.account, s.reader(), e)
			if err != nil {
				return "", err
			}
			lines = append(lines, "", phrase.When(e.At, loc)+"  "+message.Capital(subject))
			lines = append(lines, strings.Split(strings.TrimRight(text, "\n"), "\n")...)
		}
		if len(lines) > limit {
			lines, end = lines[:limit], "the rest was cut off"
			break
		}
		if len(entries) < 200 {
			break
		}
	}
	if len(lines) == 0 {
		return "There are no entries for that time.", nil
	}
	lines = append(lines, "", "("+end+")")
	s.add("History of "+phrase.OneLine(g.Name, 60), strings.Join(lines, "\n"))
	return "See the history below.", nil
}

// leftOut reports whether HISTORY omits an entry: it belongs to an excluded
// turn, and is a result unless BROAD is not given.
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

// summary answers SUMMARY: the players, and the cities and money from year to
// year.
func (s *session) summary(ctx context.Context, name string) (string, error) {
	g, role, err := s.asked(ctx, name)
	if err != nil {
		return "", err
	}
	if g.Number < 2 {
		return "", game.Refuse(game.Conflict, message.New("No phase of this game has been resolved yet."))
	}
	var b strings.Builder
	b.WriteString(gameHeader(g, s.o.deadline(ctx, g), phrase.Zone(s.account)))
	if err := s.o.players(ctx, &b, g, role); err != nil {
		return "", err
	}
	phases, err := s.o.judge.Phases(ctx, g.ID)
	if err != nil {
		return "", err
	}
	if err := s.courseOf(ctx, &b, g, phases); err != nil {
		return "", err
	}
	b.WriteString("\n" + parameters(g))
	if g.Hosting.HouseRules != "" {
		b.WriteString("\nHouse rules:\n" + g.Hosting.HouseRules + "\n")
	}
	v := g.View(role)
	var held []report.YearPosition
	var years []int
	cities, money := map[int][]string{}, map[int][]string{}
	for _, info := range phases {
		if info.Phase.Season != machiavelli.Spring || info.Phase.Step != machiavelli.Orders {
			continue
		}
		ph, err := s.o.judge.Phase(ctx, g.ID, info.Number)
		if err != nil {
			return "", err
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
			cities[year] = append(cities[year], fmt.Sprintf("%4d", n))
			coins := "   ?"
			if v.SeesTreasury(owner, false) {
				coins = fmt.Sprintf("%4d", ph.Before.Treasury[owner])
			}
			money[year] = append(money[year], coins)
		}
	}
	head := "Year"
	for _, p := range g.Setting.Powers[1:] {
		head += fmt.Sprintf("%4s", string(p.Letter))
	}
	b.WriteString("\nCities at the beginning of the year\n" + head + "\n")
	for _, y := range years {
		fmt.Fprintf(&b, "%4d%s\n", y, strings.Join(cities[y], ""))
	}
	if g.Rules.Money {
		b.WriteString("\nTreasury at the beginning of the year\n" + head + "\n")
		for _, y := range years {
			fmt.Fprintf(&b, "%4d%s\n", y, strings.Join(money[y], ""))
		}
	}
	if len(held) > 0 {
		b.WriteByte('\n')
		if err := report.Ownership(&b, g.Setting, held); err != nil {
			return "", err
		}
	}
	s.add("Summary of "+phrase.OneLine(g.Name, 60), b.String())
	return "See the summary below.", nil
}

// courseOf writes when a game began, and when and how it ended.
func (s *session) courseOf(ctx context.Context, b *strings.Builder, g *game.Game, phases []game.PhaseInfo) error {
	fmt.Fprintf(b, "\nMade: %s\n", s.stampIn(g.Created))
	switch {
	case !g.Finished && g.Status == game.Terminated:
		b.WriteString("Given up by its master.\n")
	case g.Finished && len(phases) > 0:
		last, err := s.o.judge.Phase(ctx, g.ID, phases[len(phases)-1].Number)
		if err != nil {
			return err
		}
		fmt.Fprintf(b, "Ended: %s, in %s\n", s.stampIn(last.Done), last.Phase.Title())
	default:
		fmt.Fprintf(b, "It stands in %s.\n", g.Phase.Title())
	}
	return nil
}

// mapOf answers MAP with the map of the game, which is attached to the answer,
// and the address of the game's page.
func (s *session) mapOf(ctx context.Context, name string) (string, error) {
	g, _, err := s.asked(ctx, name)
	if err != nil {
		return "", err
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
	if !why.IsZero() {
		return "", game.Refuse(game.Conflict, why)
	}
	more := ""
	if page != "" {
		more = " It is also at " + page + "."
	}
	s.charts = append(s.charts, outbox.Chart{Game: g.ID, Number: g.Number})
	return fmt.Sprintf("The map of %s in %s is attached.%s", phrase.OneLine(g.Name, 60), g.Phase.Title(), more), nil
}

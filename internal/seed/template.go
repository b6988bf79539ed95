package seed

import (
	"context"
	"fmt"
	"strings"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/journal"
	"podesta/internal/judge"
	"podesta/internal/lobby"
	"podesta/internal/ordertext"
	"podesta/internal/press"
	"podesta/internal/schedule"
	"podesta/machiavelli"
	"podesta/machiavelli/order"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/sim"
)

// template is a game that was played, with all its data for copies.
type template struct {
	id      string
	players []person
	letters []string // letters of the powers, indexed by seat number - 1
	master  person

	record  game.GameRecord
	seats   []game.SeatRecord
	past    []game.PhaseRecord // the most recent phases
	current game.PhaseRecord
	orders  map[int]map[int]string // the orders for each phase, keyed by its number and by seat
	members []game.Member
	log     []game.Entry
}

// depths are the numbers of phases that templates have played: at least three years, enough for
// positions that differ from the beginning.
const (
	firstDepth  = 14
	otherDepths = 16
)

// makeTemplate creates game n and plays it to the middle.
func makeTemplate(ctx context.Context, s game.Store, j *judge.Judge, c *setClock, people []person, n int, seed uint64) (*template, error) {
	t := &template{}
	t.players, t.master = sitting(people, n)
	how := hosting.Default()
	how.Listed, how.Zone, how.Rated = n%2 == 0, "Europe/Rome", true
	how.Press = hosting.PressRules{White: true, Partial: true, Observers: "any"}
	for i := range how.Timing {
		how.Timing[i] = schedule.Timing{Clock: schedule.NoClock, Next: 70 * time.Hour, Grace: 72 * time.Hour, Delay: 30 * time.Minute, Days: schedule.EveryDay}
	}
	g, err := j.Lobby.Host(ctx, t.master.id, lobby.NewGame{Name: name(n), Scenario: "B", Variant: "B-8", Preset: "njudge-classic"}, how)
	if err != nil {
		return nil, err
	}
	t.id = g.ID
	for _, p := range t.players {
		if err := j.Lobby.Join(ctx, g.ID, p.id, ""); err != nil {
			return nil, err
		}
	}
	set, err := rules.Preset("njudge-classic")
	if err != nil {
		return nil, err
	}
	players, err := sim.New(sim.Config{Scenario: "B", Variant: "B-8", Rules: set, Years: 1, Seed: seed + uint64(n)})
	if err != nil {
		return nil, err
	}
	depth := firstDepth + n%otherDepths
	for played := 0; ; played++ {
		ready, err := t.campaign(ctx, s, j, players, played, played >= depth)
		if err != nil {
			return nil, err
		}
		if played >= depth && ready {
			return t, t.keep(ctx, s)
		}
		if played > depth+200 {
			return nil, fmt.Errorf("there is no phase for which everyone can be ready")
		}
		c.pass(time.Hour)
		g, err := j.Base.Game(ctx, t.id)
		if err != nil {
			return nil, err
		}
		if _, err := j.Clock.Process(ctx, t.id, game.Role{Master: true, Account: t.master.id}, g.Revision); err != nil {
			return nil, err
		}
	}
}

func name(n int) string { return fmt.Sprintf("Crowd %05d", n) }

// campaign writes everyone's orders for the current phase, and some press. In the last phase the
// orders are sent as by players, so that the phase waits for no one; ready reports whether that
// succeeded.
func (t *template) campaign(ctx context.Context, s game.Store, j *judge.Judge, players *sim.Table, n int, stays bool) (ready bool, err error) {
	now, err := j.Base.Current(ctx, t.id)
	if err != nil {
		return false, err
	}
	g, err := j.Base.Game(ctx, t.id)
	if err != nil {
		return false, err
	}
	if g.Finished {
		return false, fmt.Errorf("the game has ended after %d phases", n)
	}
	texts := make([]string, len(g.Setting.Seats))
	seatOf := map[machiavelli.Power]int{}
	t.letters = nil
	for i, powers := range g.Setting.Seats {
		seatOf[powers[0]] = i
		t.letters = append(t.letters, string(g.Setting.Powers[powers[0]].Letter))
	}
	for _, l := range players.Lines(now.Before, uint64(n)) {
		if i, ok := seatOf[l.Power]; ok {
			texts[i] += order.Format(l.Order, g.Setting.Board, g.Setting.Powers) + "\n"
		}
	}
	if !stays {
		return false, s.Write(ctx, func(tx *game.Tx) error {
			for i, text := range texts {
				if err := tx.Phases.SaveOrders(t.id, g.Revision, g.Number, i+1, text); err != nil {
					return err
				}
			}
			return nil
		})
	}
	roster, err := j.Lobby.Members(ctx, t.id)
	if err != nil {
		return false, err
	}
	for _, m := range roster {
		if m.Kind != game.Player {
			continue
		}
		role := game.Role{Player: true, Seat: m.Seat, Account: m.Account}
		if err := send(ctx, j, g, role, texts[m.Seat-1]); err != nil {
			return false, err
		}
		to := journal.Everybody
		if m.Seat > 1 {
			to = journal.OnlySeats(1 + m.Seat%8)
		}
		if err := j.Press.Say(ctx, t.id, role, m.Seat, press.NewMessage{To: to, Text: pressTexts}); err != nil {
			return false, err
		}
	}
	seats, err := j.Base.Seats(ctx, t.id)
	if err != nil {
		return false, err
	}
	for _, x := range seats {
		if x.Owes && !x.Ready {
			return false, nil
		}
	}
	return true, nil
}

// pressTexts is the text from which messages are cut.
var pressTexts = strings.Repeat("Your Grace will have heard what they say of the road to Pavia. I should not go that way in spring, and I should not go alone.\n", 3)

// send sends a seat's orders until none of them is refused.
func send(ctx context.Context, j *judge.Judge, g *game.Game, role game.Role, text string) error {
	for range 8 {
		receipt, err := j.Clock.SaveOrders(ctx, g.ID, role, clock.NewOrders{
			Revision: g.Revision, Sections: []ordertext.Section{{Seat: role.Seat, Text: text}},
		})
		if err != nil {
			return err
		}
		lines := strings.Split(text, "\n")
		clean := true
		for _, v := range receipt.Verdicts {
			if v.Refused() && v.Line >= 1 && v.Line <= len(lines) {
				lines[v.Line-1], clean = "", false
			}
		}
		if clean {
			return nil
		}
		text = strings.Join(lines, "\n")
	}
	return nil
}

// keep reads all data of the game that copies need.
func (t *template) keep(ctx context.Context, s game.Store) error {
	return s.Read(ctx, func(tx *game.Tx) error {
		var err error
		if t.record, err = tx.Games.Game(t.id); err != nil {
			return err
		}
		if t.seats, err = tx.Games.Seats(t.id); err != nil {
			return err
		}
		if t.members, err = tx.Members.Members(t.id); err != nil {
			return err
		}
		t.orders, t.past = map[int]map[int]string{}, nil
		for n := max(1, t.record.Number-pastPhases); n <= t.record.Number; n++ {
			if t.orders[n], err = tx.Phases.Orders(t.id, n); err != nil {
				return err
			}
			p, err := tx.Phases.Phase(t.id, n)
			if err != nil {
				return err
			}
			if n < t.record.Number {
				t.past = append(t.past, p)
			} else {
				t.current = p
			}
		}
		all, err := tx.Log.Entries(t.id, 0, 0)
		t.log = all[max(0, len(all)-12):]
		return err
	})
}

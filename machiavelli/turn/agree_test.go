package turn

import (
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

func powersOf(t *testing.T, p *position.Position, ids ...string) machiavelli.PowerSet {
	t.Helper()
	var set machiavelli.PowerSet
	for _, id := range ids {
		x, ok := p.Setting.Powers.Find(id)
		if !ok {
			t.Fatalf("no power %s", id)
		}
		set = set.With(x)
	}
	return set
}

// TestLedgerAgreement covers agreements to end the game.
func TestLedgerAgreement(t *testing.T) {
	t.Run("WIN-10", func(t *testing.T) {
		g := newGame(t, "njudge-classic", "spring 1454 orders\nMilan: A Milan\nVenice: A Padua\nFlorence: A Florence")
		p := g.pos
		for i := range p.Province { // nobody else has anything
			p.Province[i], p.City[i] = 0, 0
		}
		milan, venice := powersOf(t, p, "milan"), powersOf(t, p, "venice")
		m, _ := p.Setting.Powers.Find("milan")
		for _, c := range []struct {
			what   string
			x      Proposal
			favour machiavelli.PowerSet
			wins   machiavelli.PowerSet // empty if the game continues
			how    event.Ending
		}{
			{"a draw that one does not want", Proposal{Draw: true}, milan | venice, 0, ""},
			{"a draw that all want", Proposal{Draw: true}, powersOf(t, p, "milan", "venice", "florence"), powersOf(t, p, "milan", "venice", "florence"), event.ByDraw},
			{"a draw among some", Proposal{Draw: true, Among: milan | venice}, powersOf(t, p, "milan", "venice", "florence"), milan | venice, event.ByDraw},
			{"a draw among powers that have nothing", Proposal{Draw: true, Among: powersOf(t, p, "naples")}, powersOf(t, p, "milan", "venice", "florence"), 0, ""},
			{"a concession that one does not want", Proposal{To: m}, venice, 0, ""},
			{"a concession that all others want", Proposal{To: m}, powersOf(t, p, "venice", "florence"), milan, event.ByConcession},
			{"a concession to nobody", Proposal{}, powersOf(t, p, "milan", "venice", "florence"), 0, ""},
		} {
			res, ok := Agree(p, c.x, c.favour)
			if ok != (c.wins != 0) {
				t.Errorf("%s: agreed: %t", c.what, ok)
				continue
			}
			if ok && (res.Next.Victors != c.wins || res.Events[0].(event.Victory).How != c.how || p.Victors != 0) {
				t.Errorf("%s: %+v", c.what, res.Events)
			}
		}
	})
	t.Run("WIN-10 nobody is left to agree", func(t *testing.T) {
		g := newGame(t, "njudge-classic", "spring 1454 orders\nMilan: A Milan")
		for i := range g.pos.Province {
			g.pos.Province[i], g.pos.City[i] = 0, 0
		}
		if _, ok := Agree(g.pos, Proposal{To: g.power("Milan")}, 0); ok {
			t.Error("no one conceded, but the game ended")
		}
	})
	t.Run("BUG-15", func(t *testing.T) {
		g := newGame(t, "njudge-classic", "spring 1454 orders\nVenice: A Padua\nMilan: A Milan\nFlorence: A Florence\nTurks: A Albania")
		p := g.pos
		set := *p.Setting
		venice, _ := set.Powers.Find("venice")
		milan, _ := set.Powers.Find("milan")
		florence, _ := set.Powers.Find("florence")
		turks, _ := set.Powers.Find("turks")
		set.Seats = [][]machiavelli.Power{{venice, turks}, {milan, florence}}
		p.Setting = &set
		for i := range p.Province {
			p.Province[i], p.City[i] = 0, 0
		}
		res, ok := Agree(p, Proposal{To: venice}, powersOf(t, p, "milan", "florence"))
		if want := powersOf(t, p, "venice", "turks"); !ok || res.Next.Victors != want {
			t.Errorf("conceded by the one other player: %t, %+v", ok, res.Events)
		}
		if _, err := Process(res.Next, nil, &g.rules, nil); err == nil {
			t.Error("the game goes on")
		}
	})
}

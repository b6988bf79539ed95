package turn

import (
	"fmt"
	"strings"
	"testing"
)

// TestDangers holds that a power is told of what can end its game before it
// happens, with the figures, and of nothing else.
func TestDangers(t *testing.T) {
	const (
		classic = "njudge-classic"
		first   = "battleline-1978-basic"
		raided  = "Milan: A Ferrara, A Mantua\nFlorence: A Pavia, A Cremona, A Milan\nVenice: A Como, A Fornova, A Parma, A Piancenza"
	)
	for _, x := range []struct{ name, preset, game, orders, want string }{
		{
			"others stand in all home cities", "battleline-1978-basic", "fall 1454 orders\n" + raided, "",
			"You hold no home city. Retake one this fall or you are eliminated.",
		},
		{
			"and it is only spring", "machiavelli-1995", "spring 1454 orders\nMilan has 20 ducats\n" + raided, "",
			"You hold no home city. Retake one this fall or you are eliminated.",
		},
		{
			"an order wins one back", first, "fall 1454 orders\nMilan: A Ferrara, A Mantua\nFlorence: A Pavia, A Milan\nVenice: A Como, A Fornova, A Parma\nFlorence owns Piancenza, Cremona", "Milan: A Mantua - Cremona",
			"You hold no home city. Your orders retake one if nobody stops them; if they fail you are eliminated after the fall.",
		},
		{
			"an order wins none back", first, "fall 1454 orders\n" + raided, "Milan: A Mantua - Cremona; A Ferrara H",
			"You hold no home city. Retake one this fall or you are eliminated.",
		},
		{
			"the last one stands open", first, "fall 1454 orders\nMilan: A Mantua\nFlorence: A Pavia, A Milan\nVenice: A Como, A Fornova, A Parma, A Piancenza, A Bergamo", "",
			"Your last home city, Cremona, is undefended. If another power takes it this fall you are eliminated.",
		},
		{"an order covers it", first, "fall 1454 orders\nMilan: A Mantua\nFlorence: A Pavia, A Milan\nVenice: A Como, A Fornova, A Parma, A Piancenza, A Bergamo", "Milan: A Mantua - Cremona", ""},
		{
			"an order uncovers it", first, "fall 1454 orders\nMilan: A Cremona\nFlorence: A Pavia, A Milan\nVenice: A Como, A Fornova, A Parma, A Piancenza, A Bergamo", "Milan: A Cremona - Mantua",
			"Your last home city, Cremona, is undefended. If another power takes it this fall you are eliminated.",
		},
		{"nobody is near", first, "fall 1454 orders\nMilan: A Mantua\nFlorence: A Florence", "", ""},
		{"two are open and one enemy is near", first, "fall 1454 orders\nMilan: A Rome\nFlorence: A Pavia", "", ""},
		{
			"a debt is due and cannot be paid", classic, "spring 1455 orders\nMilan: A Milan\nMilan owes 15 + 3 in spring 1455\nMilan has 7 ducats", "",
			"The bank collects 18 ducats now, and you have 7. If you cannot repay on time you lose all your ducats and are assassinated.",
		},
		{
			"the bank takes no treasury", classic + " bank-default-seizes-treasury=no", "spring 1455 orders\nMilan: A Milan\nMilan owes 15 + 3 in spring 1455\nMilan has 7 ducats", "",
			"The bank collects 18 ducats now, and you have 7. If you cannot repay on time you are assassinated.",
		},
		{"a part is paid back", classic, "spring 1455 orders\nMilan: A Milan\nMilan owes 15 + 3 in spring 1455\nMilan has 20 ducats", "Milan: pay 10 to bank", ""},
		{"a debt is due and can be paid", classic, "spring 1455 orders\nMilan: A Milan\nMilan owes 15 + 3 in spring 1455\nMilan has 18 ducats", "", ""},
		{
			"a loan that the income does not cover", classic, "spring 1455 orders\nMilan: A Milan, A Pavia, A Como\nVenice owns Cremona, Fornova, Piancenza, Parma\nMilan has 3 ducats", "Milan: borrow 25 for 1 year; e1: 27 cb A Milan",
			"Your units cost 9 ducats this winter and you will have 8: 1 left now, 7 of income. Units that you cannot pay for are lost.\n" +
				"You owe the bank 30 ducats in spring 1456 and will have 0: 1 left now, 7 of income, 9 for your units. If you cannot repay on time you lose all your ducats and are assassinated.",
		},
		{
			"units that cannot be paid", classic + " dice=off", "fall 1455 orders\nMilan: A Rome, A Bologna, A Modena, A Lucca\nVenice owns Pavia, Cremona, Como, Fornova, Piancenza, Parma\nMilan: G Milan\nMilan has 1 ducats", "",
			"?Your units cost 15 ducats this winter and you will have ",
		},
		{"units that can", classic + " dice=off", "fall 1455 orders\nMilan: A Milan\nMilan has 3 ducats", "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			g := newGame(t, x.preset, x.game)
			var got []string
			for _, d := range Dangers(g.pos, &g.rules, g.power("Milan"), g.lines(x.orders)) {
				got = append(got, d.Say(g.pos.Setting))
			}
			text := strings.Join(got, "\n")
			if part, found := strings.CutPrefix(x.want, "?"); found && strings.Contains(text, part) {
				t.Log(text)
				return
			}
			if text != x.want {
				t.Errorf("told %q, want %q", text, x.want)
			}
		})
	}
}

// TestDangersComeTrue holds the warnings to what happens: a power that is told
// that it holds no home city, and does nothing, is out; one that is told that it
// cannot repay is assassinated.
func TestDangersComeTrue(t *testing.T) {
	g := newGame(t, "battleline-1978-basic", "fall 1454 orders\nMilan: A Ferrara, A Mantua\nFlorence: A Pavia, A Cremona, A Milan\nVenice: A Como, A Fornova, A Parma, A Piancenza")
	if res := g.play(""); !res.Next.Eliminated.Has(g.power("Milan")) {
		t.Error("Milan was warned and is not out")
	}
	g = newGame(t, "njudge-classic", "spring 1455 orders\nMilan: A Milan\nMilan owes 15 + 3 in spring 1455\nMilan has 7 ducats")
	if res := g.play(""); !res.Next.Bankrupt.Has(g.power("Milan")) {
		t.Error("Milan was warned and is not bankrupt")
	}
	for _, x := range []struct{ have, due string }{{"7", "18"}} {
		d := Dangers(g.pos, &g.rules, g.power("Milan"), nil)
		if len(d) == 0 || d[0].Kind != CannotRepay || fmt.Sprint(d[0].Have) != x.have || fmt.Sprint(d[0].Needs) != x.due || !d[0].Grave(g.pos) {
			t.Errorf("%+v", d)
		}
	}
}

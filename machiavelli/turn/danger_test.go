package turn

import (
	"fmt"
	"strings"
	"testing"

	"podesta/machiavelli"
)

// TestDangers checks that a power is warned, with the figures, of anything that can eliminate
// it before it happens, and of nothing else.
func TestDangers(t *testing.T) {
	const (
		classic = "njudge-classic"
		first   = "battleline-1978-basic"
		none    = "You hold no home city. Retake one this fall or you are eliminated."
		open    = "Your last home city, Cremona, is undefended. If another power takes it this fall you are eliminated."
		oneLeft = "Milan: A Mantua\nFlorence: A Pavia, A Milan\nVenice: A Como, A Fornova, A Parma, A Piancenza, A Bergamo"
		turkish = "Albania, Durazzo, Tunis, Herzegovina, Bosnia"
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
		{"eliminations are judged at once", classic, "spring 1454 orders\n" + raided, "", "You hold no home city. Retake one this spring or you are eliminated."},
		{"eliminations are judged in the fall", classic + " elimination-timing=fall", "spring 1454 orders\n" + raided, "", none},
		{"control is settled in the fall", classic + " control-timing=fall", "spring 1454 orders\n" + raided, "", none},
		{"a power is out that has nothing left", classic + " elimination-needs=nothing-left", "fall 1454 orders\n" + raided, "", ""},
		{"in winter nobody is eliminated", first, "winter 1454 adjustments\n" + raided, "", ""},
		{"retreats", first, "fall 1454 retreats\n" + raided, "", none},
		{
			"a retreat wins one back", first,
			"fall 1454 retreats\nMilan: A Ferrara\nMilan lost A Mantua from Verona to Cremona, Bergamo\nFlorence: A Pavia, A Milan\nVenice: A Como, A Fornova, A Parma\nFlorence owns Piancenza, Cremona",
			"Milan: A Mantua - Cremona", "You hold no home city. Your orders retake one if nobody stops them; if they fail you are eliminated after the fall.",
		},
		{
			"a retreat wins none back", first,
			"fall 1454 retreats\nMilan: A Ferrara\nMilan lost A Mantua from Verona to Cremona, Bergamo\nFlorence: A Pavia, A Milan\nVenice: A Como, A Fornova, A Parma\nFlorence owns Piancenza, Cremona",
			"Milan: A Mantua - Bergamo", none,
		},
		{"somebody else's order wins one back", first, "fall 1454 orders\n" + raided, "Florence: A Cremona - Mantua; A Milan D", none},
		{"it may stand open until the fall", classic + " control-timing=fall", "spring 1454 orders\n" + oneLeft, "", ""},
		{"it stands open in spring", classic, "spring 1454 orders\n" + oneLeft, "", "Your last home city, Cremona, is undefended. If another power takes it this spring you are eliminated."},
		{"an order that is not valid covers nothing", first, "fall 1454 orders\n" + oneLeft, "Milan: A Mantua - xyz", open},
		{"an order that is not lawful hinders none", first, "fall 1454 orders\n" + oneLeft, "Milan: A Mantua - Rome; A Mantua - Cremona", ""},
		{"an order for somebody else's unit covers nothing", first, "fall 1454 orders\n" + oneLeft, "Milan: A Pavia - Cremona", open},
		{"somebody else's order covers nothing", first, "fall 1454 orders\n" + oneLeft, "Florence: A Mantua - Cremona", open},
		{"a later order counts", first, "fall 1454 orders\n" + oneLeft, "Milan: A Mantua - Cremona; A Mantua H", open},
		{
			"a defender is disbanded", first, "fall 1454 orders\n" + oneLeft + "\nMilan: A Cremona", "Milan: A Cremona D",
			open,
		},
		{"a defender stands behind those of others", first, "fall 1454 orders\n" + oneLeft + "\nMilan: A Cremona", "", ""},
		{
			"the garrison is besieged", classic, "fall 1454 orders\nMilan: G Cremona\nFlorence: A Pavia, A Milan, A Cremona\nVenice: A Como, A Fornova, A Parma, A Piancenza\nsiege Cremona", "",
			open,
		},
		{
			"its own order gives the last one up", first, "fall 1454 orders\nMilan: G Cremona\nFlorence: A Pavia, A Milan, A Cremona\nVenice: A Como, A Fornova, A Parma, A Piancenza", "Milan: G Cremona D",
			none,
		},
		{
			"in 1978 a garrison alone does not save it", first,
			"fall 1454 orders\nMilan: G Cremona\nFlorence: A Pavia, A Milan, A Cremona\nVenice: A Como, A Fornova, A Parma, A Piancenza", "Milan: G Cremona H",
			none,
		},
		{"its own order keeps the last one", classic, "fall 1454 orders\nMilan: G Cremona\nFlorence: A Pavia, A Milan, A Cremona\nVenice: A Como, A Fornova, A Parma, A Piancenza", "Milan: G Cremona H", ""},
		{
			"an order wins one back by driving somebody out", first,
			"fall 1454 orders\nMilan: A Bergamo, A Mantua\nFlorence: A Pavia, A Milan, A Cremona\nVenice: A Como, A Fornova, A Parma, A Piancenza", "Milan: A Mantua - Cremona; A Bergamo S A Mantua - Cremona",
			"You hold no home city. Your orders retake one if nobody stops them; if they fail you are eliminated after the fall.",
		},
		{
			"driving somebody out elsewhere wins none back", first,
			"fall 1454 orders\nMilan: A Mantua, A Bologna\nFlorence: A Pavia, A Cremona, A Milan, A Ferrara\nVenice: A Como, A Fornova, A Parma, A Piancenza", "Milan: A Mantua - Ferrara; A Bologna S A Mantua - Ferrara",
			none,
		},
		{"winter", classic, "winter 1455 adjustments\nMilan: A Milan, A Pavia\nMilan has 1 ducats\nVenice owns Como, Cremona, Fornova, Parma, Piancenza", "", ""},
		{
			"one ducat", classic, "spring 1455 orders\nMilan: A Milan\nMilan owes 1 + 0 in spring 1455", "",
			"The bank collects 1 ducat now, and you have 0. If you cannot repay on time you lose all your ducats and are assassinated.",
		},
		{
			"the nearest of two debts", classic, "spring 1455 retreats\nMilan: A Milan\nMilan owes 90 + 9 in summer 1456\nMilan owes 80 + 8 in spring 1456\nMilan owes 70 + 7 in fall 1457", "",
			"?You owe the bank 88 ducats in spring 1456",
		},
		{"the garrison is free", first, "fall 1454 orders\nMilan: G Cremona\nFlorence: A Pavia, A Milan\nVenice: A Como, A Fornova, A Parma, A Piancenza, A Mantua", "", ""},
		{
			"two enemies for two, of whom one can go to either", first, "fall 1454 orders\nMilan: A Rome\nFlorence: A Milan\nVenice: A Mantua\nVenice owns Como, Fornova, Parma, Piancenza, Milan", "",
			"All your home cities are undefended: Cremona and Pavia. If others take them this fall you are eliminated.",
		},
		{"two enemies for two, of whom both can go to one only", first, "fall 1454 orders\nMilan: A Rome\nFlorence: A Ferrara\nVenice: A Mantua\nVenice owns Como, Fornova, Parma, Piancenza, Milan", "", ""},
		{"garrisons and units of nobody raid nothing", first, "fall 1454 orders\nMilan: A Rome\nautonomous: A Mantua\nVenice: G Pavia\nVenice owns Como, Fornova, Parma, Piancenza, Milan, Pavia", "", ""},
		{"one's own units raid nothing", first, "fall 1454 orders\nMilan: A Mantua\nVenice owns Como, Fornova, Parma, Piancenza, Milan, Pavia", "", ""},
		{"the game is over", first + " victory-cities=12", "fall 1454 orders\nover\n" + raided, "", ""},
		{"the power is out", first, "fall 1454 orders\nMilan is out\n" + raided, "", ""},
		{
			"a country that is lost altogether makes its holder no conqueror",
			free + " elimination-multi-home=no-provinces elimination-timing=fall",
			"fall 1454 orders\nMilan holds milan, austria\nTurks owns Austria, Hungary\nVenice owns Tyrolea, Carinthia\nFlorence owns city Pavia, Cremona, Como, Fornova, Piancenza, Parma, Milan", "", none,
		},
		{
			"a conquered country that is left makes one",
			free + " elimination-multi-home=no-provinces elimination-timing=fall",
			"fall 1454 orders\nMilan holds milan, austria\nTurks owns Austria, Hungary\nVenice owns Tyrolea\nMilan owns Carinthia\nFlorence owns city Pavia, Cremona, Como, Fornova, Piancenza, Parma, Milan", "", "",
		},
		{"a conquest does not save", first + " simultaneous-loss-and-conquest=eliminated", "fall 1454 orders\nMilan: A Mantua\nMilan owns " + turkish + "\nVenice owns Pavia, Cremona, Como, Fornova, Piancenza, Parma, Milan", "", none},
		{"or it does", first + " simultaneous-loss-and-conquest=survives", "fall 1454 orders\nMilan: A Mantua\nMilan owns " + turkish + "\nVenice owns Pavia, Cremona, Como, Fornova, Piancenza, Parma, Milan", "", ""},
		{
			"an enemy before a garrison that disbands guards nothing", first,
			"fall 1454 orders\nMilan: G Cremona, A Rome\nFlorence: A Cremona\nVenice: A Milan\nVenice owns Como, Fornova, Parma, Piancenza", "Milan: G Cremona D",
			"All your home cities are undefended: Cremona and Pavia. If others take them this fall you are eliminated.",
		},
		{
			"in winter the players see what their units cost", classic,
			"winter 1455 adjustments\nMilan: A Rome, A Bologna, A Mantua\nMilan has 1 ducats\nVenice owns Pavia, Cremona, Como, Fornova, Piancenza, Parma, Milan", "", "",
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
			game := strings.Replace(x.game, "\nover\n", "\n", 1)
			g := newGame(t, x.preset, game)
			if game != x.game {
				g.pos.Victors = machiavelli.PowerSet(0).With(g.power("Venice"))
			}
			var got []string
			for _, d := range Dangers(g.pos, &g.rules, g.power("Milan"), g.lines(x.orders)) {
				got = append(got, d.Say(g.pos.Setting).String())
			}
			text := strings.Join(got, "\n")
			if part, found := strings.CutPrefix(x.want, "?"); found && strings.Contains(text, part) {
				t.Log(text)
				return
			}
			if text != x.want {
				t.Errorf("got the warning %q, want %q", text, x.want)
			}
		})
	}
}

// TestDangersComeTrue compares the warnings with what happens: a power warned
// that it holds no home city is eliminated if it does nothing; one warned that
// it cannot repay is assassinated.
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

// TestRaiders checks which units, on land and at sea, can enter a last home
// city.
func TestRaiders(t *testing.T) {
	const pisa = "Florence: A Rome\nVenice owns Florence, Arezzo, Pistoia"
	const perugia = "Papacy: A Milan\nVenice owns Bologna, Ancona, Rome"
	for _, x := range []struct {
		game, power string
		open        bool
	}{
		{pisa + "\nVenice: F Eastern Gulf of Lyons", "Florence", true},
		{pisa + "\nVenice: F Ionian Sea", "Florence", false},
		{pisa + "\nVenice: A Lucca", "Florence", true},
		{pisa + "\nVenice: A Perugia", "Florence", false},
		{perugia + "\nVenice: A Rome", "Papacy", true},
		{perugia + "\nVenice: F Rome", "Papacy", false},
		{perugia + "\nVenice: A Urbino", "Papacy", true},
	} {
		g := newGame(t, "battleline-1978-basic", "fall 1454 orders\n"+x.game)
		d := Dangers(g.pos, &g.rules, g.power(x.power), nil)
		if open := len(d) == 1 && d[0].Kind == HomesOpen && len(d[0].Places) == 1; open != x.open {
			t.Errorf("%s: %+v", strings.ReplaceAll(x.game, "\n", "; "), d)
		}
	}
}

// TestNoDangers checks in which situations a power is not warned.
func TestNoDangers(t *testing.T) {
	const raided = "fall 1454 orders\nMilan: A Ferrara\nFlorence: A Pavia, A Cremona, A Milan\nVenice: A Como, A Fornova, A Parma, A Piancenza"
	for _, x := range []struct {
		name   string
		change func(g *game)
		some   bool
	}{
		{"Milan is warned", func(*game) {}, true},
		{"the game is over", func(g *game) { g.pos.Victors = 1 << 3 }, false},
		{"Milan is out", func(g *game) { g.pos.Eliminated = g.pos.Eliminated.With(g.power("Milan")) }, false},
		{"the first units are paid", func(g *game) { g.pos.Opening = true }, false},
	} {
		g := newGame(t, "battleline-1978-basic", raided)
		x.change(g)
		if d := Dangers(g.pos, &g.rules, g.power("Milan"), nil); len(d) > 0 != x.some {
			t.Errorf("%s: %+v", x.name, d)
		}
		if d := Dangers(g.pos, &g.rules, machiavelli.Nobody, nil); len(d) > 0 {
			t.Errorf("%s: Nobody is warned: %+v", x.name, d)
		}
	}
}

// TestLinesOfOthers checks that only a power's own valid lines change the
// warnings about its money.
func TestLinesOfOthers(t *testing.T) {
	g := newGame(t, "njudge-classic dice=off", "fall 1455 orders\nMilan: A Rome, A Bologna, A Modena, A Lucca, G Milan\nMilan has 1 ducats\nVenice owns Pavia, Cremona, Como, Fornova, Piancenza, Parma")
	told := func(orders string) string {
		return fmt.Sprint(Dangers(g.pos, &g.rules, g.power("Milan"), g.lines(orders)))
	}
	without := told("")
	for orders, same := range map[string]bool{
		"Florence: pay 1 to venice": true,
		"Milan: pay 1 to nobody":    true,
		"Milan: pay 1 to venice":    false,
	} {
		if got := told(orders); got == without != same {
			t.Errorf("%s: %s, without %s", orders, got, without)
		}
	}
}

// TestDangersWithoutChance checks that warnings ignore chance: the plague
// around a home city does not count.
func TestDangersWithoutChance(t *testing.T) {
	for _, city := range []string{"Cremona", "Milan", "Pavia"} {
		g := newGame(t, free+" control-timing=fall plague=on plague-model=expands", `fall 1454 orders
			Milan: A Mantua, A Bergamo, A Montferrat
			Venice owns Pavia, Cremona, Como, Fornova, Piancenza, Parma, Milan`)
		g.pos.Plague = g.pos.Setting.Board.Borders[g.place(city).At].Intersect(g.pos.Setting.Board.Land)
		from := map[string]string{"Cremona": "Mantua", "Milan": "Bergamo", "Pavia": "Montferrat"}[city]
		d := Dangers(g.pos, &g.rules, g.power("Milan"), g.lines("Milan: A "+from+" - "+city))
		if len(d) != 1 || d[0].Kind != NoHomeCity || !d[0].Mended {
			t.Errorf("%s: %+v", city, d)
		}
	}
}

// TestDangersToConfirm checks which dangers require a confirmation of "ready".
func TestDangersToConfirm(t *testing.T) {
	for _, x := range []struct {
		d     Danger
		phase string
		want  bool
	}{
		{Danger{Kind: NoHomeCity, Season: machiavelli.Fall}, "fall 1454 orders", true},
		{Danger{Kind: NoHomeCity, Season: machiavelli.Fall, Mended: true}, "fall 1454 orders", false},
		{Danger{Kind: NoHomeCity, Season: machiavelli.Fall}, "spring 1454 orders", false},
		{Danger{Kind: HomesOpen}, "spring 1454 orders", true},
		{Danger{Kind: CannotRepay}, "spring 1454 orders", true},
		{Danger{Kind: MayNotRepay, Needs: 9, Low: 2, High: 8}, "spring 1454 orders", true},
		{Danger{Kind: MayNotRepay, Needs: 9, Low: 2, High: 9}, "spring 1454 orders", false},
		{Danger{Kind: CannotPayUnits}, "spring 1454 orders", false},
		{Danger{Kind: CannotPayUnits}, "fall 1454 orders", true},
	} {
		g := newGame(t, free, x.phase)
		if got := x.d.Grave(g.pos); got != x.want {
			t.Errorf("%+v in %s: %t", x.d, x.phase, got)
		}
	}
}

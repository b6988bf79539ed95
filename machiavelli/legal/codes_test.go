package legal_test

import (
	"strings"
	"testing"

	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
)

// codeCases has an order for each code of the judge's catalogue that the order
// language or this package uses.
var codeCases = []struct{ code, rules, scene, orders string }{
	{"E01", "njudge-classic", "I A mil", "a xyz h"},
	{"E02", "njudge-classic", "I A sie", "f sie h"},
	{"E03", "njudge-classic", "I A mil", "a mil attacks pav"},
	{"E04", "njudge-classic", "I A mil", "a mil - xyz"},
	{"E05", "njudge-classic", "I F psa", "f psa - flo"},
	{"E06", "njudge-classic", "I A pad\nI A ver", "a pad s a ver - man"},
	{"E07", "njudge-classic", "I A otr", "a otr - ion - dur"},
	{"E08", "njudge-classic", "I A mil\nI A pav", "a mil t a pav - gen"},
	{"E09", "njudge-classic", "I G mil", "g mil - pav"},
	{"E10", "njudge-classic", "I G gen", "g gen c"},
	{"E11", "njudge-classic", "I A mil\nprovince V mil", "a mil b"},
	{"E12", "battleline-1978-basic", "I A mil", "borrow 5 for 1 year"},
	{"E13", "njudge-classic", "I A mil", "e5: buy fer"},
	{"E14", "njudge-classic", "I A mil", "e1: bribe fer"},
	{"E15", "njudge-classic", "I A mil", "e1: 3.5 cb mil"},
	{"E16", "njudge-classic", "I A mil", "pay milan 6"},
	{"E17", "njudge-classic", "I A mil\nchits I P", "give venice to papacy"},
	{"E18", "njudge-classic", "I A mil", "borrow 10 for 3 years"},
	{"E18", "njudge-classic", "I A mil\nbankrupt I", "borrow 10 for 1 year"},
	{"E19", "njudge-classic", "I A mil", "e1: buy mil"},
	{"E20", "njudge-classic", "I A mil", "e1: cr uas"},
	{"E21", "njudge-classic", "phase spring 1454 retreats\nI A bol dislodged rma", "a bol - fer"},
	{"E22", "njudge-classic", "phase winter 1454 adjustments\nI A bol", "b a bol"},
	{"E23", "njudge-classic", "phase winter 1454 adjustments\nV A bol", "m a bol"},
	{"E24", "njudge-classic", "phase winter 1454 adjustments\nI A bol elite", "b em a mil"},
	{"E25", "njudge-classic", "I A mil\nout V", "pay 3 to venice"},
	{"E26", "njudge-classic", "I A mil", "a mil h quickly"},
	{"E28", "battleline-1978-advanced counters-armies=1", "phase winter 1454 adjustments\nI A bol", "b a mil"},
	{"W01", "njudge-classic", "I A mil\nV A pad", "a pad h"},
	{"W02", "njudge-classic", "treasury I 9\nI A mil", "e1: 4 cb mil"},
	{"W03", "njudge-classic", "treasury I 9\nI A mil\nV A ber", "e1: buy ber"},
	{"W04", "njudge-classic", "treasury I 99\nI A mil\nV A ven", "e1: buy ven"},
	{"W05", "njudge-classic", "I A otr\nI F ion", "a otr - ion - dur"},
	{"W07", "njudge-classic", "I A pst", "a pis - psa"},
	{"W08", "njudge-classic", "I A par\nV G pav\nI A pav\nsiege pav", "a pav - mil"},
	{"W09", "njudge-classic exchanges=on", "I A mil\nV A pad\ntreasury I 9", "exchange with Venice: give 3 ducats"},
}

// TestCodes checks that every code of the catalogue occurs, except E27, which
// the judge uses, and W06, about units without an order, which concerns whole
// phases.
func TestCodes(t *testing.T) {
	for _, c := range codeCases {
		g := setUp(t, "B", c.rules, c.scene)
		power := g.power("I")
		o, notes, bad := order.ParseOne(c.orders, g.context(power))
		if bad != nil {
			if bad.Code != c.code {
				t.Errorf("%s: %q: %v", c.code, c.orders, bad)
			}
			continue
		}
		found := len(notes) > 0 && notes[0].Code == c.code
		v := legal.CheckSet(g.p, g.r, power, []order.Order{o})[0]
		for _, n := range v.Notes {
			found = found || n.Code == c.code
		}
		if v.Problem != nil {
			found = v.Problem.Code == c.code
		}
		if !found {
			t.Errorf("%s: %q: %s", c.code, c.orders, g.verdictText(&v))
		}
	}
}

// TestMessagesSayWhatToDo checks the wording of the most frequent verdicts on
// money.
func TestMessagesSayWhatToDo(t *testing.T) {
	const scene = `
		treasury I 14
		chits I V P
		loan I 20 4
		I A mil
		I A com mercenary
		V A ven
		V A ber
		V G cre militia
		- G pav
		owns - tur`
	for _, c := range []struct{ rules, text, want string }{
		{"njudge-classic", "e1: 12 disband ber", ""},
		{"njudge-classic", "e1: 14 disband ber", "Of the 14 ducats, 2 have no effect."},
		{"njudge-classic", "e1: 9 disband ber", "As things stand this will be wasted: this costs 12 ducats at least."},
		{"njudge-classic", "e1: buy ber", "You have 14 ducats; the line costs 18 ducats."},
		{"njudge-classic", "e1: 12 disband ven", "As things stand this will be wasted: you have no unit in Venice or next to it."},
		{"njudge-classic bribe-adjacency=own-or-permitted", "e1: 3 cb ven", "As things stand this will be wasted: you have no unit in Venice or next to it, unless Venice permits it."},
		{"njudge-classic", "e1: 12 a france", "As things stand this will be wasted: you have no assassination chit against France; yours are against Papacy and Venice."},
		{"njudge-classic", "e1: 9 cr tur", "As things stand this will be wasted: nobody owns Turin, so there is nobody to rebel against."},
		{"njudge-classic", "borrow 10 for 1 year", "The bank lends 25 ducats at most, and you have borrowed 20 ducats already: unless you repay some you get 5 ducats more."},
		{"njudge-classic", "pay 3 to venice", "You owe the bank 24 ducats: unless you pay that in this campaign too you may give nothing to others."},
		{"njudge-classic", "pay 30 to bank", "You owe the bank 24 ducats; no more than that is taken. You have 14 ducats: as things stand no more than that is paid."},
		{"njudge-classic", "e1: gta pav", "The garrison in Pavia is autonomous already; it can be bought or disbanded. [E1: Buy G Pavia|E1: Disband G Pavia]"},
		{"njudge-classic self-bribes=forbidden", "e1: disband mil", "The army in Milan is yours; in this game you cannot bribe your own units. [E1: Counter-Bribe A Milan]"},
		{"njudge-classic buy-committed-garrison=no", "e2: buy cre", "A garrison that serves a power cannot be bought in this game: it can be made autonomous, and bought in a later campaign. [E2: To Autonomous G Cremona]"},
	} {
		g := setUp(t, "B", c.rules, scene)
		power := g.power("I")
		_, _, notes, problem := legal.Check(g.p, g.r, power, g.parse(power, c.text))
		var got []string
		for _, n := range notes {
			got = append(got, n.Message.String())
		}
		if problem != nil {
			got = append(got, problem.Message.String())
			if len(problem.Suggest) > 0 {
				got = append(got, "["+strings.Join(problem.Suggest, "|")+"]")
			}
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.text, s, c.want)
		}
	}
}

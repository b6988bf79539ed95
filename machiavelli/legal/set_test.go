package legal_test

import (
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/order"
)

// setCases are whole sets of orders: each row is an order of one power with its verdict.
// "replaced" precedes an order that a later one replaces.
var setCases = []struct {
	rule, scenario, rules, scene, letter, rows string
}{
	{"EXP-01", "B", "njudge-classic", `
		treasury I 99
		I A mil
		V A ber
		V A com`, "I", `
		e1: disband ber => replaced E1: Disband A Bergamo
		e1: disband com => replaced E1: Disband A Como
		e2: disband ber => E2: Disband A Bergamo
		e1: disband xyz => E14
		e1: none => E1: None
		e3: cb mil => E3: Counter-Bribe A Milan`},
	// A line without a number takes the next free number; if it is repeated, it
	// replaces itself.
	{"EXP-01", "B", "battleline-1978-advanced", `
		treasury I 99
		I A mil
		V A ber
		V A com
		V A pav`, "I", `
		H-Ber-12d => replaced E1: 12d, Disband A Bergamo [W07]
		e2: disband com => E2: Disband A Como
		H-Pav-12d => replaced E3: 12d, Disband A Pavia [W07]
		H-Ber-15d => E1: 15d, Disband A Bergamo [W07]
		C-A1-3d => E4: 3d, Counter-Bribe A Milan [W07]
		K-Padua-15d => E13
		e3: none => replaced E3: None
		K-Padua-15d => E3: 15d, Cause Rebellion Padua [W07]
		e: none => E13`},
	{"BRIBE-12", "B", "battleline-1978-advanced", `
		treasury I 99
		I A mil
		V A ber`, "I", `
		A7 A-Trent => A Bergamo - Trent
		I-Ber-A7-18d => E1: 18d, Buy A Bergamo as A7 [W07]
		A8 A-Trent => E02
		A1 S-Trent => A Milan S Trent (Milan)`},
	// The verdict shows the line that the other party must write, and nothing of
	// what it has written.
	{"OPT-19", "B", "njudge-classic exchanges=on", `
		treasury I 9
		I A mil
		V A pad
		owns V fer
		chits I P`, "I", `
		exchange with venice: give 3 ducats => replaced Exchange with Venice: give 3 ducats
		exchange with venice: give 4 ducats => Exchange with Venice: give 4 ducats [W09]
		exchange with venice: get a pad h => replaced Exchange with Venice: get A Padua H
		exchange with venice: get a pad - ver => Exchange with Venice: get A Padua - Verona [W09]
		exchange with venice: get ferrara => Exchange with Venice: get province Ferrara [W09]
		exchange with papacy: give 2 => replaced Exchange with Papacy: give 2 ducats
		exchange with papacy: none => Exchange with Papacy: none
		exchange with florence: get 3 => Exchange with Florence: get 3 ducats [W09] [W04]`},
	{"OPT-20", "B", "njudge-classic exchanges=on", `
		treasury I 15
		I A mil
		V A pad
		V A ber
		chits I P`, "I", `
		exchange with venice: give 9 ducats => Exchange with Venice: give 9 ducats [W09] [W04]
		exchange with venice: get a pad h => Exchange with Venice: get A Padua H [W09]
		exchange with papacy: give 7 ducats => Exchange with Papacy: give 7 ducats [W09] [W04]
		exchange with papacy: get 1 ducat => Exchange with Papacy: get 1 ducat [W09]
		exchange with france: give a mil h => Exchange with France: give A Milan H [W09] [W04]
		exchange with france: get 1 ducat => Exchange with France: get 1 ducat [W09]
		exchange with naples: give a mil - pav => Exchange with Naples: give A Milan - Pavia [W09] [W04]
		exchange with naples: give papal chit => Exchange with Naples: give Papal chit [W09]
		exchange with naples: get 1 ducat => Exchange with Naples: get 1 ducat [W09]
		e1: 12 disband ber => E1: 12d, Disband A Bergamo [W03]`},
	{"ORD-02", "B", "njudge-classic", `
		I A mil
		I A com`, "I", `
		a mil h => replaced A Milan H
		a mil - pav => A Milan - Pavia
		a mil - rome => E05
		a com h => replaced A Como H
		a com none => A Como none`},
	{"ORD-08", "B", "njudge-classic", "I A mil", "I", `
		ally venice => replaced Ally Venice
		ally france, papacy => Ally France, Papacy
		unally venice => Unally Venice`},
	{"GIFT-01", "B", "njudge-classic", `
		treasury I 10
		I A mil`, "I", `
		pay 3 to venice => replaced Pay 3 ducats to Venice
		pay 6 to venice => Pay 6 ducats to Venice
		pay 3 to france => Pay 3 ducats to France
		pay 3 to papacy => Pay 3 ducats to Papacy [W03]
		pay 5 to naples => replaced Pay 5 ducats to Naples
		pay 0 to naples => Pay 0 ducats to Naples`},
	{"LOAN-01", "B", "njudge-classic", "I A mil", "I", `
		borrow 5 for 1 year => replaced Borrow 5 ducats for 1 year
		borrow 10 for 1 year => Borrow 10 ducats for 1 year
		borrow 20 for 2 years => Borrow 20 ducats for 2 years [W03]`},
	// The bank is paid first, so that more can be borrowed; the loan can be
	// spent.
	{"LOAN-02", "B", "njudge-classic", `
		treasury I 24
		loan I 20 4
		I A mil
		V A ber`, "I", `
		pay 24 to bank => Pay 24 ducats to bank
		borrow 25 for 2 years => Borrow 25 ducats for 2 years
		e1: buy ber => E1: Buy A Bergamo
		a ber - mil => A Bergamo - Milan`},
	{"LOAN-08", "B", "njudge-classic", `
		treasury I 30
		loan I 5 1
		I A mil`, "I", `
		pay 5 to bank => Pay 5 ducats to bank
		pay 10 to venice => Pay 10 ducats to Venice [W04]`},
	{"LOAN-08", "B", "njudge-classic", `
		treasury I 30
		loan I 5 1
		I A mil`, "I", `
		pay 10 to venice => Pay 10 ducats to Venice
		pay 6 to bank => Pay 6 ducats to bank`},
	{"LOAN-09", "B", "njudge-classic", `
		treasury I 11
		due I 10 2
		I A mil`, "I", `
		e1: 3 cb mil => E1: 3d, Counter-Bribe A Milan [W04]`},
	{"LOAN-09", "B", "njudge-classic", `
		treasury I 11
		due I 10 2
		I A mil`, "I", `
		borrow 4 for 1 year => Borrow 4 ducats for 1 year
		e1: 3 cb mil => E1: 3d, Counter-Bribe A Milan
		e2: 3 cb mil => E2: 3d, Counter-Bribe A Milan [W03]`},
	// The lines are paid in the order of their numbers.
	{"EXP-03", "B", "njudge-classic", `
		treasury I 25
		I A mil
		V A ber
		V A com`, "I", `
		e2: disband ber => E2: Disband A Bergamo [W03]
		e1: buy com => E1: Buy A Como`},
	{"BRIBE-06", "B", "njudge-classic", `
		treasury I 99
		I A mil
		V A ber`, "I", `
		e1: disband ber => E1: Disband A Bergamo [W04]
		e2: 12 disband ber => E2: 12d, Disband A Bergamo [W04]`},
	{"BRIBE-06", "B", "njudge-classic", `
		treasury I 15
		I A mil
		V A ber`, "I", `
		e1: disband ber => E1: Disband A Bergamo
		e2: 12 disband ber => E2: 12d, Disband A Bergamo [W03]`},
	{"BRIBE-05", "B", "njudge-classic", `
		treasury I 99
		I A mil
		V A ber`, "I", `
		e1: disband ber => E1: Disband A Bergamo [W04]
		e2: 15 disband ber => E2: 15d, Disband A Bergamo`},
	{"BRIBE-12", "B", "njudge-classic", `
		treasury I 99
		I A mil
		V A ber
		V A com
		V A pav`, "I", `
		a ber - mil => A Bergamo - Milan
		a com - mil => A Como - Milan [W01]
		a pav h => A Pavia H [W01]
		e1: buy ber => E1: Buy A Bergamo
		e2: disband com => E2: Disband A Como
		e3: buy pav => replaced E3: Buy A Pavia
		e3: none => E3: None`},
	{"BUG-03", "B", "njudge-classic", `
		treasury L 99
		L A flo
		P A urb mercenary
		V A bol elite`, "L", `
		e1: 18 buy a urb => E1: 18d, Buy A Urbino
		e2: 36 buy a bol => E2: 36d, Buy A Bologna [W04]`},
	{"BUG-03", "B", "njudge-classic", `
		treasury L 99
		L A flo
		P A urb mercenary
		V A bol elite`, "L", `
		e1: 18 buy a urb => replaced E1: 18d, Buy A Urbino
		e2: 36 buy a bol => E2: 36d, Buy A Bologna
		e1: none => E1: None`},
	{"RELIEF-04", "B", "njudge-classic", `
		treasury I 99
		I A mil
		famine mil pav`, "I", `
		e1: fr mil => E1: Famine Relief Milan
		e2: fr mil => E2: Famine Relief Milan [W04]
		e3: fr pav => E3: Famine Relief Pavia`},
	{"ASSN-02", "B", "njudge-classic", `
		treasury I 99
		chits I V V P
		I A mil`, "I", `
		give venice to france => Give Venetian chit to France
		give papacy to france => Give Papal chit to France
		give papacy to venice => Give Papal chit to Venice [W04]
		e1: a venice => E1: Assassinate Venice
		e2: a venice => E2: Assassinate Venice [W04]
		e3: a papacy => E3: Assassinate Papacy [W04]`},
	{"OPT-05", "B", "njudge-classic autonomous-orders=on", `
		treasury I 99
		I A mil
		- G pav
		- G cre
		- G ber`, "I", `
		e1: 6 order pav => E1: 6d, Order G Pavia [W04]
		g pav c a => G Pavia C A
		e2: order cre => E2: Order G Cremona
		g cre c a => G Cremona C A
		e3: order ber => E3: Order G Bergamo [W04]`},
	{"OPT-15", "B", "njudge-classic strategic-movement=on", `
		I A mil
		I A com
		I A par`, "I", `
		a mil transfer pav => A Milan transfer Pavia
		a com transfer cre => A Como transfer Cremona
		a par transfer pav => A Parma transfer Pavia [W04]`},
	{"CVOY-01", "B", "njudge-classic", `
		N A otr
		N F ion
		T F las
		N A bar`, "N", `
		a otr - ion - dur => A Otranto - Ionian Sea - Durazzo [W05]
		f ion t a bar - dur => F Ionian Sea T A Bari - Durazzo [W05]
		a bar h => A Bari H`},
	{"CVOY-01", "B", "njudge-classic", `
		N F las
		N A bar`, "N", `
		f las t a bar - dur => F Lower Adriatic Sea T A Bari - Durazzo [W05]`},
	{"CVOY-01", "B", "njudge-classic", `
		N A otr
		N F ion
		N F las`, "N", `
		a otr - las - ion - dur => A Otranto - Lower Adriatic Sea - Ionian Sea - Durazzo
		f ion t a otr - dur => F Ionian Sea T A Otranto - Durazzo
		f las t a otr - ion => F Lower Adriatic Sea T A Otranto - Ionian Sea`},
	{"CVOY-02", "B", "battleline-1978-advanced", `
		N A otr
		N F ion`, "N", `
		a otr - dur => A Otranto - Durazzo [W05]
		f ion h => F Ionian Sea H`},
	{"CVOY-02", "B", "battleline-1978-advanced", `
		N A otr
		T F ion`, "N", `
		a otr - dur => A Otranto - Durazzo`},
	{"RETR-07", "B", "njudge-classic", `
		phase spring 1454 retreats
		P A bol dislodged rma fer
		P A urb dislodged rma are`, "P", `
		a bol - rma => A Bologna - Romagna [W04]
		a urb - rma => A Urbino - Romagna [W04]`},
	{"BUILD-02", "B", "njudge-classic", `
		phase winter 1454 adjustments
		treasury I 30
		I A mil
		I A com`, "I", `
		m a mil => replaced M A Milan
		r a mil => R A Milan
		b a pav => replaced B A Pavia
		b g pav => B G Pavia
		m a com => M A Como`},
	{"T-BUILD-4", "B", "battleline-1978-advanced", `
		phase winter 1454 adjustments
		treasury I 30
		I A com`, "I", `
		b g mil => replaced B G Milan
		b a mil => E22
		r g mil => G Milan none
		b a mil => B A Milan
		b g pav => B G Pavia
		b a pav => E22
		m a com => M A Como`},
	{"BUILD-06", "B", "battleline-1978-advanced", `
		phase winter 1454 adjustments
		treasury I 30
		I G mil`, "I", `
		r g mil => R G Milan
		b a mil => E22 You remove the garrison in Milan`},
	{"BUILD-06", "B", "njudge-classic", `
		phase winter 1454 adjustments
		treasury I 30
		I G mil`, "I", `
		r g mil => R G Milan
		b a mil => B A Milan`},
	{"BUILD-09", "B", "battleline-1978-advanced counters-armies=1", `
		phase winter 1454 adjustments
		treasury I 30`, "I", `
		b a mil => B A Milan
		b a pav => E28
		b g cre => B G Cremona`},
	{"BUILD-12", "B", "njudge-classic", `
		phase winter 1454 adjustments
		treasury I 12
		I A mil
		I A com
		I A par`, "I", `
		m a mil => M A Milan
		b a pav => B A Pavia
		b g cre => B G Cremona [W03]
		m a com => M A Como
		m a par => M A Parma`},
	{"BUILD-13", "B", "njudge-classic", `
		phase winter 1454 adjustments
		treasury I 5
		I A mil
		I A com`, "I", `
		m a mil => M A Milan [W03]
		r a com => replaced R A Como
		m a com => M A Como [W03]`},
	// A removal precedes a build in any order of the set.
	{"BUG-02", "B", "njudge-classic", `
		phase winter 1454 adjustments
		treasury I 20
		I A mil mercenary`, "I", `
		b citizen's militia g pav => B militia G Pavia
		r a mil => R A Milan`},
	{"SPEC-02", "B", "njudge-classic", `
		phase winter 1454 adjustments
		treasury I 20
		I A mil mercenary`, "I", `
		b militia g pav => E24 You may have one special unit only, and there is the army in Milan
		m a mil => M A Milan`},
	{"SPEC-02", "B", "njudge-classic", `
		phase winter 1454 adjustments
		treasury I 20`, "I", `
		b militia g pav => B militia G Pavia
		b militia g cre => E24`},
	{"BUG-14", "B", "njudge-classic", `
		phase winter 1454 adjustments
		treasury I 20`, "I", `
		b g pav => replaced B G Pavia
		r g pav => G Pavia none
		b g mil => replaced B G Milan
		g mil none => G Milan none
		b a cre => B A Cremona`},
	{"BUILD-17", "B", "battleline-1978-basic", `
		phase winter 1454 adjustments
		owns - cre
		I A com`, "I", `
		b g mil => B G Milan [W04]
		b a pav => B A Pavia`},
}

// set tests rows of the form "order => verdict" as the whole set of a power's
// orders.
func (g *game) set(power machiavelli.Power, rows string) {
	g.t.Helper()
	var orders []order.Order
	var in, want []string
	for row := range strings.Lines(rows) {
		text, verdict, ok := strings.Cut(strings.TrimSpace(row), " => ")
		if !ok {
			continue
		}
		o, _, bad := order.ParseOne(text, g.context(power))
		if bad != nil { // the parser refuses such a line earlier
			if !strings.HasPrefix(verdict, bad.Code) {
				g.t.Errorf("%s: %v", text, bad)
			}
			continue
		}
		orders, in, want = append(orders, o), append(in, text), append(want, verdict)
	}
	for i, v := range legal.CheckSet(g.p, g.r, power, orders) {
		if got := g.verdictText(&v); got != want[i] && !(v.Problem != nil && strings.HasPrefix(got, want[i])) {
			g.t.Errorf("%s\n  got  %s\n  want %s", in[i], got, want[i])
		}
	}
}

// verdictText returns a verdict of a set in the form of a table row.
func (g *game) verdictText(v *legal.Verdict) string {
	if v.Problem != nil {
		return v.Problem.Code + " " + v.Problem.Message.String()
	}
	s := g.text(v.Bound)
	if v.Replaced {
		s = "replaced " + s
	}
	for _, n := range v.Notes {
		s += " [" + n.Code + "]"
	}
	return s
}

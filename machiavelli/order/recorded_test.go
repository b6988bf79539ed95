package order

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/internal/golden"
)

// sayings are lines of every kind, good and bad, for TestRecorded.
const sayings = `
	a mil h
	army Milan HOLD
	MIL stands
	A PAV - MON
	Pavia moves to Montferrat
	f mar - pro/nc
	F Provence(south coast) - Marseilles
	a pis m psa
	a cre supports a mil holds
	a cre s mil
	a pad s a ver - man
	G Mantua supports Venetian A Verona to Mantua
	a bol s g fer c a
	a bol supports garrison ferrara converts to army
	a pad s a otr - dur via convoy
	f ets transports a mes - rme
	F Ionian Sea convoys A Otranto to Durazzo
	f ion c a otr - dur
	a otr - ion - dur
	a mes - pio via gon and ets
	A Messina - Gulf of Naples - Eastern Tyrrhenian Sea - Piombino
	a otr - dur by convoy
	f ion c
	f ion c g
	a bol c g
	G Venice converts to a fleet
	g cro c f/nc
	a bol convert to army
	a sie besieges the garrison
	a sie b g
	sie lifts siege
	a sav disband
	a sav 0
	a sav c 0
	disband a sav
	f bot none
	elite army flo - bol
	mercenary a flo h
	a flo d
	a flo transfer rome
	f ven travels to ancona
	ally nap, tur
	unally Naples and Turks
	e1: 12 disband a bol
	expense 2: 18 ducats buy f tun
	e3: 3 cb a slr
	e1: counter-bribe g rome 6
	e4: 9 famine relief milan
	e2 12 pacify rebellion in Bologna
	e1: 12 g rome to autonomous
	e1: garrison to autonomous g per
	e1: 15 cause rebellion bol
	e1: 9 r bol
	e2: assassinate Milan 36
	e2: 12 assassinate the Papacy
	e2: none
	e1: cause famine bologna
	e1: 6 cause plague in rome
	e2: relieve plague rome 9
	e1: 12 order a bol
	1: a bol 12
	12 a bol h
	e1: 12 d bologna
	buy a bol 12
	assassinate milan
	pay 6 to Milan
	give 10 ducats to the Turks
	pay Milan 6
	repay 10
	pay the bank 10 ducats
	give Turkey to Naples
	give 1 chit of Venice to Naples
	give Bologna to Milan
	borrow 10 for 1 year
	loan of 15 ducats for 2 years
	borrow 10 at 20%
	borrow 26 for 3 years
	tax Bologna
	permit Milan a bol
	permit a bol to Milan
	lend f ven to milan
	excommunicate Milan
	overrule Milan
	a1 a-mil
	a1 a-mil 2 ducats
	F3 to ion
	g2 c a
	a1 s f2 i-mil
	A2 S I Milan
	a1 s v verona
	f1 c a2 dur
	a1 h
	a3 f5
	b a milan
	build army milan
	build fleet at venice
	build elite a mil
	build g rome professional
	remove a mil
	disband g rome
	maintain f ven
	maintain all
	keep a mil
	pay a mil
	waive
	waive 2 builds
	no builds
	a bol - fer
	a bol - into the city
	retreat a bol to fer
	a bol into city
	f ven r ancona
	clear a mil
	no order for a mil
	a mil orders the fleet
	xyzzy
	a
	a mil
	mil - - pav
	a mil — pav
	Ａ ｍｉｌ → ｐａｖ
	a "mil" h!
	e5: 12 d bol
	e0: none
	pay 99999999 to Milan
	pay 0 to Milan
	pay -5 to Milan
	a san marino h
	a upper tirol - lower tirol
	f gulf of naples - gon
	f gnaples - nap
	a mil-pav-mon
	amil-pav
	a mil s itself
	order a bol h 12 e1
	french a marseilles - provence
	f con - bul/ec
	f con - bulgaria (east coast)
	f con - bul/e
	f con - bul eastern coast
	f mid - spa/wc
	f mid - spa/w
	f mid - spa western coast
	a lon c f/ec
	f lag - venice-lagoon
	venice-lagoon
	f upper adriatic-venice
	g cro c f nc
	g cro c f/zz
	a3 c f0
	a3 c f100
	a3 c f99
	a3 f0
	a3 f99
	a3 f100
	A1 A-Montf
	F2 S-Bolog
	A3 S-Arezz-(A)
	A3 S-Arezz-(Zz)
	A3 S Arezz Zz
	F1 T-A4-(Fr)
	F1 T-A4
	F1 T-
	G1 F3
	F2 A-CroatN
	F2 A-Croat N
	F2 A-Prove S
	F2 A-ProveN
	F2 A-CroatX
	F2 S-CroatN-(A)
	A1 B-Bolog
	A1 B-Zzz
	A1 B-
	a bol b zzz
	a bol b rom
	a bol b ro me
	E1: C-A4(Fl)-6d
	E1: I-Pisto-A7-21d
	E1: I-Pisto-zzz-21d
	E2: G-Bolog-12d
	E2: F-Rome-9
	E2: E-Rome-9
	E2: C-Zzz-6
	E3: L-Zz-12
	E3: L-Fl-12d
	E3: L-(Fl)-12d
	E3: L Fl 12
	E3: A-Milan
	E3: A-Milan-3d
	E3: A-Milan-x
	E3: A->Milan
	E3: M-Milan-3
	e1
	e 1 none
	e:1 none
	e h
	expenses: 12 d a bol
	not ally turks
	don't ally turks and naples
	not excommunicate turks
	not
	pay 1,000,000,000 to milan
	pay 999999 to milan
	pay 12345678901234567890 to milan
	e1: -1000000 buy a bol
	e1: -3 buy a bol
	e1: 12dbuy a bol
	e1: 12 ducat buy a bol
	e1: 12 d 5
	e1: bribe - a bol 12
	e1: bribe a bol 12
	e1: 0 buy a bol
	borrow 0 for 1 year
	borrow -1 for 1 year
	borrow for 1 year
	borrow 10 for
	borrow 10 for one year
	borrow 10 for for 1 year
	pay 3 d to milan
	pay $3 to milan
	pay 3$ to milan
	pay 3x to milan
	build a
	build mil
	build f ven wc
	e1 e2 none
	cavalry flo - bol
	armoured cavalry flo - bol
	armored flo - bol
	armored cavalry zzz h
	c flo - pis - bol
	a mil s c flo
	a mil s the f ven h
	a cre s ven vic
	a cre s zzz vic
	a cre s a ver - zzz
	a cre s a ver -
	a cre s a ver - man by
	a cre s a ver - man via pad
	f ion t a otr - zzz
	f ion t a otr -
	f ion t a otr
	f ion t zzz
	f ion c zzz
	f ion c zzz - dur
	f ion c a
	f ion c a otr - zzz
	a otr - ion - zzz
	a otr - zzz - dur
	a otr - ion -
	a otr - dur via zzz
	a otr - dur via ion and zzz
	a otr - dur via ion, las
	a mil proxy venice
	a mil p v
	give 1 chit
	give a chit against Venice to Naples
	give venice chit to
	give chit milan to proxy
	proxy 1 to milan
	buy
	e1 buy
	mercenary
	elite
	clear
	0
	a bol 00
	a bol 0x
	a bol 01
	a bol 7
	a mil xyzzy plugh
	a mil (h)
	a mil h é
	aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
	one two three four five six seven eight nine ten`

// TestRecorded parses lines of every kind, unchanged and with random mistakes, in every phase,
// and compares the orders and messages with testdata/recorded.txt.
func TestRecorded(t *testing.T) {
	file := golden.Open(t, "testdata/recorded.txt")
	contexts := []struct {
		name string
		c    *Context
	}{
		{"orders", context(t, "italy-1978", machiavelli.Orders)},
		{"no step", context(t, "italy-1978", 0)},
		{"routes", context(t, "italy-1978", machiavelli.Orders)},
		{"retreats", context(t, "italy-1978", machiavelli.Retreats)},
		{"adjustments", context(t, "italy-1978", machiavelli.Adjustments)},
		{"diplomacy", context(t, "diplomacy", machiavelli.Orders)},
	}
	contexts[2].c.Explicit = true
	for i := range contexts {
		contexts[i].c.Power = machiavelli.Power(1 + i)
	}
	var base, words []string
	for line := range strings.Lines(sayings) {
		if line = strings.TrimSpace(line); line != "" {
			base = append(base, line)
			words = append(words, strings.Fields(line)...)
		}
	}
	rng := rand.New(rand.NewPCG(3, 1))
	for i, line := range base {
		var parts []string
		for k, c := range contexts {
			var b strings.Builder
			texts := []string{line}
			for range 6 - k {
				texts = append(texts, mistaken(rng, line, words))
			}
			for _, text := range texts {
				fmt.Fprintf(&b, "%s: %s\n", c.name, text)
				for _, l := range Parse(text, c.c) {
					fmt.Fprintf(&b, "\t%d:%d [%s] %v", l.Line, l.Column, l.Text, l.Notes)
					if l.Err != nil {
						fmt.Fprintf(&b, " %s %q", l.Err, l.Err.Suggest)
					} else {
						fmt.Fprintf(&b, " %s %+v", c.c.Format(l.Order), l.Order)
					}
					b.WriteByte('\n')
				}
				u, quality, bad := ParseUnit(text, c.c)
				fmt.Fprintf(&b, "\t%+v %v", u, quality)
				if bad != nil {
					fmt.Fprintf(&b, " %s", bad)
				}
				b.WriteByte('\n')
			}
			parts = append(parts, b.String())
		}
		file.Compare(t, fmt.Sprint(i+1), parts)
	}
}

// mistaken returns a line with a mistake or two.
func mistaken(rng *rand.Rand, line string, words []string) string {
	w := strings.Fields(line)
	for range 1 + rng.IntN(2) {
		i := rng.IntN(len(w))
		switch rng.IntN(12) {
		case 0:
			if len(w) > 1 {
				w = append(append([]string(nil), w[:i]...), w[i+1:]...)
			}
		case 1:
			w = w[:i+1]
		case 2, 3, 4:
			w[i] = words[rng.IntN(len(words))]
		case 5:
			w = append(w, words[rng.IntN(len(words))])
		case 6:
			w[i] += " " + words[rng.IntN(len(words))]
		case 7: // leave out a letter, or swap two
			if n := len(w[i]); n > 3 {
				k := 1 + rng.IntN(n-2)
				if rng.IntN(2) == 0 {
					w[i] = w[i][:k] + w[i][k+1:]
				} else {
					w[i] = w[i][:k] + string(w[i][k+1]) + string(w[i][k]) + w[i][k+2:]
				}
			}
		case 8:
			w[i] = strings.ToUpper(w[i])
		case 9:
			if i > 0 {
				w[i-1], w[i] = w[i], w[i-1]
			}
		case 10:
			w[i] = []string{"-", "via", "0", "1", "2", "99", "100", "to", "the", "a", "c", "s", "/nc", "/", ",", ";", ":", "$5", "é"}[rng.IntN(19)]
		case 11:
			w[i] += []string{"-", ",", ":", ".", "/sc", "(nc)", "s", "'", "1"}[rng.IntN(9)]
		}
	}
	return strings.Join(w, " ")
}

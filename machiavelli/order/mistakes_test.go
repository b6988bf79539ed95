package order

import (
	"strings"
	"testing"

	"podesta/machiavelli"
)

// mistakes lists orders that cannot be parsed, with the column and text of the error. Many of
// them are read to the end, so that only the error shows that they are bad.
var mistakes = []struct {
	step     machiavelli.Step
	in, want string
}{
	// Beginnings of orders.
	{0, ": a bol h", `1: E01 An order begins with its unit, as in "A Milan - Pavia"; leave out ":".`},
	{0, "(a mil h)", `1: E01 An order begins with its unit, as in "A Milan - Pavia"; leave out "(".`},
	{0, "disband", `8: E01 The line stops where the place of the unit that the order is for should stand; expected the name or the abbreviation of a place.`},
	{0, "a - pav", `3: E01 "-" stands where the place of the unit that the order is for should stand; expected the name or the abbreviation of a place.`},
	{0, "build a flo", `1: E03 "build" is a winter order; expected a unit and what it does in this orders phase.`},
	{0, "buy a mil", `1: E01 An expense begins with the number of its slot, 1 to 4: e1: buy ...`},
	{0, "elite mercenary a flo - bol", `1: E01 A special unit is ordered like any other, by its type and place; leave "elite" out.`},
	{0, "a xyz h", `3: E01 I don't know the place "xyz", which should be the place of the unit that the order is for.`},
	{0, "a pro/ec h", `6: E04 Provence has no east coast; it has the north coast and the south coast.`},
	{0, "f pro/mil - gen", `6: E04 "mil" is not a coast; expected nc, sc, ec or wc after Provence.`},
	{0, "a pro/x h", `6: E04 "x" is not a coast; expected nc, sc, ec or wc after Provence.`},
	{0, "x1 a mil", `1: E01 I don't know the place "x1 a mil", which should be the place of the unit that the order is for.`},
	{machiavelli.Retreats, "pay 6 to milan", `1: E03 "pay" is not an order for retreats; expected a dislodged unit and where it goes, or disband.`},
	{machiavelli.Adjustments, "- a mil", `3: E03 The sign before the unit may mean several things; expected build, remove, maintain or waive.`},
	{machiavelli.Adjustments, "b f pro/ec", `8: E04 Provence has no east coast; it has the north coast and the south coast.`},
	{machiavelli.Adjustments, "a mil 05", `7: E03 I don't understand what the army in Milan should do: "05"; expected hold, -, support, convoy, convert, besiege, lift or disband.`},

	// Verbs.
	{0, "a mil 0hold", `7: E03 I don't understand what the army in Milan should do: "0hold"; expected hold, -, support, convoy, convert, besiege, lift or disband.`},
	{0, "a mil x", `7: E03 I don't understand what the army in Milan should do: "x"; expected hold, -, support, convoy, convert, besiege, lift or disband.`},
	{0, "a mil Hodl", `7: E03 I don't understand what the army in Milan should do: "Hodl"; expected hold, -, support, convoy, convert, besiege, lift or disband. Did you mean hold?`},
	{0, "a mil -= pav", `7: E03 I don't understand what the army in Milan should do: "-= pav"; expected hold, -, support, convoy, convert, besiege, lift or disband.`},
	{0, "a mil, a xyz h", `6: E03 The order does not say what the army in Milan should do; expected hold, -, support, convoy, convert, besiege, lift or disband.`},
	{0, "a mil proxy to france", `7: E12 This game is played without proxies; expected an order for the army in Milan itself.`},

	// Places.
	{0, "mil - - pav", `7: E04 "-" stands where the destination of the unit in Milan should stand; expected the name or the abbreviation of a place.`},
	{0, "a mil -> /nc", `10: E04 "/" stands where the destination of the army in Milan should stand; expected the name or the abbreviation of a place.`},
	{0, "a mil - ", `9: E04 The line stops where the destination of the army in Milan should stand; expected the name or the abbreviation of a place.`},
	{0, "a mil - one two three four five six", `9: E04 I don't know the place "one two three four five", which should be the destination of the army in Milan.`},
	{0, "a mil - montf  erat supports", `16: E26 I understand the order up to here, but not "erat supports" behind it.`},
	{0, "a mil - xyz  abc supports a pav", `9: E04 I don't know the place "xyz abc", which should be the destination of the army in Milan.`},
	{0, "a mil - support", `9: E04 I don't know the place "support", which should be the destination of the army in Milan.`},
	{0, "a mil - xyz(nc)", `9: E04 I don't know the place "xyz", which should be the destination of the army in Milan.`},
	{0, "f mar - provenc n", `17: E26 I understand the order up to here, but not "n" behind it.`},
	{0, "f uas transfer cro n", `20: E26 I understand the order up to here, but not "n" behind it.`},
	{machiavelli.Retreats, "f uas r cro n", `13: E26 I understand the order up to here, but not "n" behind it.`},
	{0, "army4 h", `5: E01 I don't know the place "4", which should be the place of the unit that the order is for.`},
	{0, "A1 army montf", `4: E03 I don't understand what unit A1 should do: "army montf"; expected hold, -, support, convoy, convert, besiege, lift or disband.`},
	{0, "f mar - pro/ec", `12: E04 Provence has no east coast; it has the north coast and the south coast.`},
	{0, "f mar - pro(nc", `15: E04 A closing parenthesis is missing after the coast of Provence.`},
	{0, "f mar - pro/montferat", `12: E04 "montferat" is not a coast; expected nc, sc, ec or wc after Provence.`},
	{0, "a mes - pio via xyz", `17: E04 I don't know the place "xyz", which should be a fleet's place in the convoy route of the army in Messina.`},
	{0, "a mes" + strings.Repeat(" - gon", MaxVia+1) + " -", `141: E07 The convoy route is too long; expected 22 fleets at most.`},
	{0, "a mes - pio via" + strings.Repeat(" gon -", MaxVia) + " gon", `149: E07 The convoy route is too long; expected 22 fleets at most.`},
	{0, "a mil transfer xyz", `16: E04 I don't know the place "xyz", which should be the destination of the army in Milan.`},
	{machiavelli.Retreats, "a bol r", `8: E04 The line stops where the retreat of the army in Bologna should stand; expected the name or the abbreviation of a place.`},
	{machiavelli.Retreats, "a bol r xyz", `9: E04 I don't know the place "xyz", which should be the retreat of the army in Bologna.`},

	// Supports and convoys.
	{0, "a mil s (", `9: E04 "(" stands where the unit that the army in Milan should support should stand; expected the name or the abbreviation of a place.`},
	{0, "a mil s", `8: E04 The line stops where the unit that the army in Milan should support should stand; expected the name or the abbreviation of a place.`},
	{0, "a mil s a pav - xyz", `17: E04 I don't know the place "xyz", which should be the destination of the unit supported by the army in Milan.`},
	{0, "a mil s f pro(nc", `17: E04 A closing parenthesis is missing after the coast of Provence.`},
	{0, "a pst s bol (Spain)", `14: E25 I don't know the power "Spain" that is to be supported in Bologna; expected Austria, Florence, France, Milan, Naples, Papacy, Turks or Venice.`},
	{0, "a pst s bol - (Spain", `16: E25 I don't know the power "Spain" that is to be supported in Bologna; expected Austria, Florence, France, Milan, Naples, Papacy, Turks or Venice.`},
	{0, "a pst s bol (fl", `14: E25 I don't know the power "fl" that is to be supported in Bologna; expected Austria, Florence, France, Milan, Naples, Papacy, Turks or Venice.`},
	{0, "A Pistoia S Pro n (France)", `17: E26 I understand the order up to here, but not "n (France)" behind it.`},
	{0, "a mil s pav none", `13: E26 I understand the order up to here, but not "none" behind it.`},
	{0, "f ion t", `8: E08 The line stops where the army that the fleet in Ionian Sea should carry should stand; expected the name or the abbreviation of a place.`},
	{0, "f ion t a pro(nc", `17: E04 A closing parenthesis is missing after the coast of Provence.`},
	{0, "f ion t a otr - xyz", `17: E04 I don't know the place "xyz", which should be the end of the convoy by the fleet in Ionian Sea.`},
	{0, "f ion t a otr", `14: E08 The convoy order does not say where the army in Otranto goes; expected "- " and a province.`},
	{0, "f uas s f lag - cro n", `21: E26 I understand the order up to here, but not "n" behind it.`},
	{0, "f uas t a lag - cro n", `21: E26 I understand the order up to here, but not "n" behind it.`},

	// Conversions and sieges.
	{0, "f ion c xyz", `9: E08 Here "c" may mean convert or convoy, but "xyz" is neither a unit type nor a unit; expected army, fleet or garrison, or the army to carry.`},
	{0, "f ion c f pro/xx", `14: E04 "xx" is not a coast; expected nc, sc, ec or wc after Provence.`},
	{0, "f ion c f5 g", `12: E26 I understand the order up to here, but not "g" behind it.`},
	{0, "f ion c a pro(nc", `17: E04 A closing parenthesis is missing after the coast of Provence.`},
	{0, "a mil c xyz", `9: E10 A unit cannot be converted to "xyz"; expected army, fleet or garrison.`},
	{0, "g cro c f/xx", `10: E04 "xx" is not a coast; expected nc, sc, ec or wc after Croatia.`},
	{0, "g cro c f(nc", `13: E04 A closing parenthesis is missing after the coast of Croatia.`},
	{0, "g cro c f/ec", `10: E04 Croatia has no east coast; it has the north coast and the south coast.`},
	{0, "g cro c f n", `11: E26 I understand the order up to here, but not "n" behind it.`},
	{0, "a sie b flo", `9: E11 A unit besieges the city of its own province; the army in Siena is in Siena and cannot besiege Florence.`},
	{0, "a sie b xyz", `9: E26 I understand the order up to here, but not "xyz" behind it.`},
	{0, "a sie b the xyz", `9: E26 I understand the order up to here, but not "the xyz" behind it.`},
	{0, "f pro b pro(nc", `15: E04 A closing parenthesis is missing after the coast of Provence.`},
	{machiavelli.Retreats, "a bol c f", `7: E10 A dislodged unit can become a garrison only, no fleet.`},
	{machiavelli.Retreats, "a otr - ion - dur", `7: E07 No unit retreats by convoy; expected one neighbouring place.`},

	// The notation of 1978.
	{0, "A1 C0", `4: E10 Units are numbered from 1 to 99; expected a new unit such as F5.`},
	{0, "A1 C100", `4: E10 Units are numbered from 1 to 99; expected a new unit such as F5.`},
	{0, "F1 A-Pro(nc", `12: E04 A closing parenthesis is missing after the coast of Provence.`},
	{0, "A3 S-Arezz-(X)", `13: E25 I don't know the power "X" that is to be supported in Arezzo; expected Austria, Florence, France, Milan, Naples, Papacy, Turks or Venice.`},
	{0, "A100 H", `1: E01 I don't know the place "A100", which should be the place of the unit that the order is for.`},

	// Expenses.
	{0, "e5", `2: E13 Expense lines are numbered 1 to 4; expected one of these numbers here, as in "expense 1: 12 ducats disband A Bologna", or no number but a colon, "expense: ...", for the next one that is free.`},
	{0, "expense 5: buy a mil", `9: E13 Expense lines are numbered 1 to 4; expected one of these numbers here, as in "expense 1: 12 ducats disband A Bologna", or no number but a colon, "expense: ...", for the next one that is free.`},
	{0, "e1:", `4: E14 The line does not say what the money is for; expected famine relief, pacify rebellion, counter-bribe, disband, buy, garrison to autonomous, cause rebellion, assassinate or none.`},
	{0, "e1: 9d order A Modena - Mantua", `23: E14 This expense names only the unit; write what the unit is to do as an order of its own, as in "e1: 9d order A Modena" and "A Mantua - Modena".`},
	{0, "e1: 12 xyz abc", `8: E14 I don't know the expense "xyz abc"; expected famine relief, pacify rebellion, counter-bribe, disband, buy, garrison to autonomous, cause rebellion, assassinate or none, or, in games with an option for it, army to autonomous, cause famine, cause plague, relieve plague, order or ransom.`},
	{0, "e1: 12 garrison mil", `8: E14 I don't know the expense "garrison mil"; expected famine relief, pacify rebellion, counter-bribe, disband, buy, garrison to autonomous, cause rebellion, assassinate or none, or, in games with an option for it, army to autonomous, cause famine, cause plague, relieve plague, order or ransom. Did you mean garrison to autonomous?`},
	{0, "e3: A->Milan", `6: E14 "->" stands where the ruler to assassinate should stand; expected the name of a power, as in "e1: 12 ducats disband A Bologna" or "e1: 12 ducats assassinate Milan".`},
	{0, "e3: 12 b -> milan", `10: E14 "->" stands where the unit of the expense should stand; expected the name or the abbreviation of a place, as in "e1: 12 ducats disband A Bologna" or "e1: 12 ducats assassinate Milan".`},
	{0, "e1: assassinate", `16: E14 The line stops where the ruler to assassinate should stand; expected the name of a power, as in "e1: 12 ducats disband A Bologna" or "e1: 12 ducats assassinate Milan".`},
	{0, "e1: famine relief xyz", `19: E14 I don't know the place "xyz", which should be the province of the expense.`},
	{0, "e1: 21 buy pis as  xyz", `20: E14 A bought unit takes a number of yours; expected one such as A7.`},
	{0, "e1: 21 buy pis as a mil", `19: E14 A bought unit takes a number of yours; expected one such as A7.`},
	{0, "e1: 21 buy pis as A7-(Fr)", `19: E14 A bought unit takes a number of yours; expected one such as A7.`},
	{0, "e1: 21 buy f pis as A7", `21: E14 A unit that is bought keeps its type; expected F and a number.`},
	{0, "e1: L-xyz", `7: E14 I don't know the power "xyz", which should be the ruler to assassinate; expected Austria, Florence, France, Milan, Naples, Papacy, Turks or Venice.`},
	{0, "L-xyz-12d", `3: E14 I don't know the power "xyz", which should be the ruler to assassinate; expected Austria, Florence, France, Milan, Naples, Papacy, Turks or Venice.`},
	{0, "e1: H-xyz", `7: E14 I don't know the place "xyz", which should be the unit of the expense.`},
	{0, "e1: A-Pro(nc", `13: E04 A closing parenthesis is missing after the coast of Provence.`},
	{0, "e1: H-Pro(nc", `13: E04 A closing parenthesis is missing after the coast of Provence.`},
	{0, "e1: I-Pisto-A7-(Fr)", `13: E14 A bought unit takes a number of yours; expected one such as A7.`},
	{0, "I-F1-A7-21d", `6: E14 A unit that is bought keeps its type; expected F and a number.`},
	{0, "e1: I-Pisto A7-21d", `13: E26 I understand the order up to here, but not "A7-21d" behind it.`},
	{0, "e1: I-Pisto-A", `13: E26 I understand the order up to here, but not "A" behind it.`},
	{0, "e1: H-Arezz-1/2", `13: E15 Ducats are whole numbers; "1/2" is not an amount.`},
	{0, "h-arezz-12d ducats", `1: E01 I don't know the place "h", which should be the place of the unit that the order is for.`},
	{0, "e1: 3 fr mil 4d", `14: E15 The amount is here twice; expected it once, before the expense or after it.`},
	{0, "e1: 12 d d xyz", `12: E14 I don't know the place "xyz", which should be the unit of the expense.`},

	// Amounts, payments and loans.
	{0, "pay 1000000 to bank", `5: E15 The amount is too large; expected no more than 100000 ducats.`},
	{0, "pay 100001 to bank", `5: E15 The amount is too large; expected no more than 100000 ducats.`},
	{0, "pay 60000 + 60000 to bank", `11: E15 The amount is too large; expected no more than 100000 ducats.`},
	{0, "pay 200000 - 150000 to bank", `5: E15 The amount is too large; expected no more than 100000 ducats.`},
	{0, "pay -60000 + 150000 to bank", `12: E15 The amount is too large; expected no more than 100000 ducats.`},
	{0, "borrow 3 +", `10: E15 A number should follow the sign in this amount.`},
	{0, "pay 3 +", `7: E15 A number should follow the sign in this amount.`},
	{0, "e1: buy fer 3 +", `15: E15 A number should follow the sign in this amount.`},
	{0, "e1: 3 +", `7: E15 A number should follow the sign in this amount.`},
	{0, "e1: A-Milan-3d + 4 -", `20: E15 A number should follow the sign in this amount.`},
	{0, "pay 6 to austira", `10: E16 I don't know the power "austira", which should be the receiver of the payment; expected Austria, Florence, France, Milan, Naples, Papacy, Turks or Venice. Did you mean Austria?`},
	{0, "pay 6 to autonomus now", `10: E16 I don't know the power "autonomus", which should be the receiver of the payment; expected Austria, Florence, France, Milan, Naples, Papacy, Turks or Venice.`},
	{0, "permit bribe", `13: E25 Expected "by" and the power that may bribe, as in "permit bribe by Milan on A Padua".`},
	{0, "permit bribe milan on a pad", `14: E25 Expected "by" and the power that may bribe, as in "permit bribe by Milan on A Padua".`},
	{0, "permit milan to bribe a xyz", `25: E04 I don't know the place "xyz", which should be the unit that may be bribed.`},
	{0, "permit milan to bribe f pro(nc", `31: E04 A closing parenthesis is missing after the coast of Provence.`},
	{0, "excommunicate", `14: E25 The line stops where the power to excommunicate should stand; expected the name of a power.`},
	{0, "overrule xyz", `10: E25 I don't know the power "xyz", which should be the power that is excommunicated; expected Austria, Florence, France, Milan, Naples, Papacy, Turks or Venice.`},
	{0, "give province", `14: E04 The line stops where the province to give should stand; expected the name or the abbreviation of a place.`},
	{0, "give province xyz to milan", `15: E04 I don't know the place "xyz", which should be the province to give.`},
	{0, "give province bologna", `22: E16 Expected "to" and a power here, as in "give province Bologna to Milan".`},
	{0, "give province bologna milan", `23: E16 Expected "to" and a power here, as in "give province Bologna to Milan".`},
	{0, "give province bologna to", `25: E16 The line stops where the receiver of the province should stand; expected the name of a power.`},
	{0, "give bologna to", `16: E16 The line stops where the receiver of the province should stand; expected the name of a power.`},
	{0, "tax pro(nc", `11: E04 A closing parenthesis is missing after the coast of Provence.`},
	{0, "tax", `4: E04 The line stops where the province to tax should stand; expected the name or the abbreviation of a place.`},
	{0, "pay bank", `5: E16 Expected an amount and "to" before the receiver, as in "pay 14 ducats to bank".`},
	{0, "e1: -60000 - 60000 buy fer", `12: E15 The amount is too large; expected no more than 100000 ducats.`},
	{0, "pay 3d+3 to bank", `7: E15 A space is missing between "d" and the sign in this amount.`},
	{0, "pay 3 ducats-3 to bank", `13: E15 A space is missing between "ducats" and the sign in this amount.`},
	{0, "pay 3 + to bank", `7: E15 A number should follow the sign in this amount.`},
	{0, "pay 3.5 to bank", `5: E15 Ducats are whole numbers; "3.5" is not an amount.`},
	{0, "pay -1 to bank", `5: E15 A payment cannot be negative; expected 0 or more.`},
	{0, "pay 3 d ducats to bank", `9: E16 Expected "to" and the bank or a power, as in "pay 14 ducats to bank".`},
	{0, "give proxy", `6: E12 This game is played without proxies.`},
	{0, "pay bank 6", `5: E16 Expected an amount and "to" before the receiver, as in "pay 14 ducats to bank".`},
	{0, "pay 6 to", `9: E16 The line stops where the receiver of the payment should stand; expected the name of a power.`},
	{0, "pay 6 to -> milan", `10: E16 "->" stands where the receiver of the payment should stand; expected the name of a power.`},
	{0, "give xyz", `6: E17 I don't know the power "xyz", which should be the power of the chit to give; expected Austria, Florence, France, Milan, Naples, Papacy, Turks or Venice.`},
	{0, "borrow", `7: E15 Expected the amount to borrow, as in "borrow 10 ducats for 1 year".`},
	{0, "borrow -1 for 1 year", `8: E15 A loan cannot be negative; expected 0 or more.`},
	{0, "ally", `5: E25 The line stops where a power to let through the straits should stand; expected the name of a power.`},

	// Text left over, and unusual characters.
	{0, "a mil h@", `8: E26 I understand the order up to here, but not "@" behind it.`},
	{0, "a mil h{", `8: E26 I understand the order up to here, but not "{" behind it.`},
	{0, "a mil h\t~\tit‘s\t’\u02bc\u00b4", `9: E26 I understand the order up to here, but not "~ it's '''" behind it.`},
	{0, "a mil h ！～", `9: E26 I understand the order up to here, but not "!~" behind it.`},
	{0, "a mil h \ue000", `9: E26 I understand the order up to here, but not "?" behind it.`},
	{0, "a mil h " + strings.Repeat("x", 41), `9: E26 I understand the order up to here, but not "` + strings.Repeat("x", 40) + `..." behind it.`},
}

// TestMistakes checks the place and text of errors for the order alone and
// before another order, and checks the order after so many bad ones that errors
// are only counted.
func TestMistakes(t *testing.T) {
	for _, m := range mistakes {
		c := context(t, "italy-1978", m.step)
		want := "line 1, column " + m.want
		o, _, err := ParseOne(m.in, c)
		if err == nil {
			t.Errorf("%q is read as %q, want %q", m.in, c.Format(o), want)
			continue
		}
		if o != (Order{}) {
			t.Errorf("%q: an order comes with the error", m.in)
		}
		if got := err.Error(); got != want {
			t.Errorf("%q:\n%s, want\n%s", m.in, got, want)
		}
		good := "w"
		if m.step != machiavelli.Adjustments {
			good = "a com d"
		}
		lines := Parse(m.in+";"+good, c)
		if len(lines) < 2 || lines[0].Err == nil || lines[len(lines)-1].Err != nil {
			t.Errorf("%q in front of an order: %+v", m.in, lines)
		}
		lines = Parse(strings.Repeat(m.in+"\n", maxErrors+50)+good, c)
		bad, read := 0, 0
		for _, l := range lines {
			if l.Err != nil {
				bad++
			} else {
				read++
			}
		}
		if bad != maxErrors+1 || read != 1 {
			t.Errorf("%q behind many others: %d errors and %d orders", m.in, bad, read)
		}
	}
}

// TestParseWithoutCopies checks that a plain line is parsed without copying it, and that
// errors which are only counted are not described.
func TestParseWithoutCopies(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	allocations := func(text string) int {
		return int(testing.AllocsPerRun(1, func() { Parse(text, c) }))
	}
	if n := allocations("a mil - pav; a com h # ~!"); n > 2 {
		t.Errorf("a plain line takes %d allocations", n)
	}
	for _, row := range []struct {
		in   string
		most int // maximum number of allocations for each
	}{
		{"a xyz h", 1},
		{"pay -1 to bank", 1},
		{"a mil Hodl", 6},
	} {
		bad := func(n int) string { return strings.Repeat(row.in+"\n", maxErrors+n) }
		if n := allocations(bad(110)) - allocations(bad(10)); n > 100*row.most+20 {
			t.Errorf("%q takes %d allocations 100 times over", row.in, n)
		}
	}
}

// TestNoPowers checks the message if the game's powers are unknown.
func TestNoPowers(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	c.Powers = nil
	const want = `line 1, column 10: E16 I don't know the power "Milan", which should be the receiver of the payment; expected the name of a power.`
	if _, _, err := ParseOne("pay 6 to Milan", c); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestOrdersWithRemarks checks orders that come with remarks.
func TestOrdersWithRemarks(t *testing.T) {
	c := context(t, "italy-1978", machiavelli.Orders)
	for _, row := range []struct{ in, want string }{
		{"f ion c pis - dur", "W07 c read as convoy. W07 pis read as Pistoia."},
		{"f ion c g pis - dur", "W07 c read as convoy. W07 pis read as Pistoia."},
		{"a mil s gen/nc - pis", "W07 Genoa has no two coasts; the north coast is left out. W07 pis read as Pistoia."},
		{"e1: -1 buy g fer", "W04 A negative amount counts as none; the usual price is paid."},
		{"e1: -100000 buy g fer", "W04 A negative amount counts as none; the usual price is paid."},
		{"e1: 0 buy g fer", ""},
		// A letter followed by a dash belongs to the notation of 1978.
		{"e1: A-Milan", "W07 A- read as famine relief."},
		{"e1: b-fer", "W07 B- read as pacify."},
		{"e1: g-fer", "W07 G- read as disband."},
		{"e1: d-fer", ""},
		{"e1: h-mil", ""},
		{"e1: A-Milan-3d", ""},
		{"A-Milan-3d", ""},
		{"e1: a milan", ""},
	} {
		_, notes, err := ParseOne(row.in, c)
		var got []string
		for _, n := range notes {
			got = append(got, n.Code+" "+n.Message.String())
		}
		if s := strings.Join(got, " "); err != nil || s != row.want {
			t.Errorf("%q: %v %q, want %q", row.in, err, s, row.want)
		}
	}
}

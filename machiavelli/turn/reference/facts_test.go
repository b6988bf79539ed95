package reference_test

import (
	"fmt"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
	"podesta/machiavelli/turn/reference"
)

// differences returns the lines that are in only one of two lists.
func differences(what string, turn, ref []string) (out []string) {
	left := map[string]int{}
	for _, s := range turn {
		left[s]++
	}
	for _, s := range ref {
		if left[s] > 0 {
			left[s]--
		} else {
			out = append(out, what+": only the reference: "+s)
		}
	}
	for _, s := range turn {
		if left[s] > 0 {
			left[s]--
			out = append(out, what+": only turn: "+s)
		}
	}
	slices.Sort(out)
	return out
}

func unitText(p *position.Position, u position.Unit) string {
	return strings.TrimSpace(fmt.Sprintf("%s %s %s %s", p.Setting.Powers[u.Owner].ID, u.Type.Letter(), p.Setting.Board.Name(u.Place()), u.Quality))
}

// facts describes the events in words, as far as the reference covers them, up to a stage of
// the campaign.
func facts(p *position.Position, events []event.Event, upTo stage) (out []string) {
	say := func(at stage, format string, args ...any) {
		if upTo >= at {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	name := func(x machiavelli.Power) string { return p.Setting.Powers[x].ID }
	place := func(at board.ID) string { return p.Setting.Board.Areas[at].Name }
	for _, e := range events {
		switch e := e.(type) {
		case event.Payment:
			say(untilMoves, "%s pays %s bank %v: asked %d, paid %d, %s", name(e.Power), name(e.To), e.Bank, e.Asked, e.Paid, e.Verdict)
		case event.Borrowed:
			say(untilMoves, "%s borrows: asked %d, lent %d, owes %d+%d %s %d, %s", name(e.Power), e.Asked, e.Lent, e.Loan.Principal, e.Loan.Interest, e.Loan.Season, e.Loan.Year, e.Verdict)
		case event.Collected:
			say(untilMoves, "bank collects from %s: %d", name(e.Power), e.Ducats)
		case event.Defaulted:
			say(untilMoves, "%s defaults: due %d, seized %d, returned %d", name(e.Power), e.Due, e.Seized, e.Returned)
		case event.ChitGiven:
			say(untilMoves, "%s gives %s the chit against %s: %s", name(e.Power), name(e.To), name(e.Victim), e.Verdict)
		case event.Expense:
			target := ""
			if e.Target != nil && e.Paid > 0 { // turn does not always report the target of a line without cost
				target = unitText(p, *e.Target)
			}
			say(untilMoves, "%s E%d %q %s: asked %d, paid %d, counted %d, minimum %d, against %d, countered %d, %s",
				name(e.Power), e.Slot, e.Letter, target, e.Asked, e.Paid, e.Counted, e.Minimum, e.Against, e.Countered, e.Verdict)
		case event.Bribed:
			say(untilMoves, "%s becomes %s by %s", unitText(p, e.Unit), name(e.To), name(e.By))
		case event.Removed:
			at := untilTheLast
			switch e.Reason {
			case event.ByBribe, event.ByMurder:
				at = untilMoves
			case event.ByOrder, event.BySiege:
				at = untilCountry
			}
			say(at, "%s leaves: %s", unitText(p, e.Unit), e.Reason)
		case event.Relieved:
			say(untilMoves, "famine relieved in %s by %b", place(e.Province), e.By)
		case event.RebellionBegun:
			by := fmt.Sprintf("%b", e.By)
			if e.Cause != "expense" {
				by = ""
			}
			say(untilMoves, "rebellion in %s land %v city %v against %s, %s %s", place(e.Province), e.InLand, e.InCity, name(e.Against), e.Cause, by)
		case event.RebellionEnded:
			at := untilCountry
			switch e.How {
			case "pacified":
				at = untilMoves
			case "owner gone", "liberated":
				at = untilTheLast
			}
			say(at, "rebellion in %s land %v city %v against %s %s by %s", place(e.Province), e.InLand, e.InCity, name(e.Against), e.How, name(e.By))
		case event.Taxed:
			say(untilMoves, "%s taxes %s: %d, %s", name(e.Power), place(e.Province), e.Ducats, e.Verdict)
		case event.ProvinceGiven:
			say(untilMoves, "%s gives %s to %s: %s", name(e.Power), place(e.Province), name(e.To), e.Verdict)
		case event.Exchanged:
			say(untilMoves, "exchange of %s and %s: both %v, %s %q, failed %s", name(e.Power), name(e.With), e.Both, e.Verdict, e.Failure, name(e.Failed))
		case event.Attempted:
			say(untilMoves, "%s E%d attempts %s: faces %d, roll %d, hit %v", name(e.Power), e.Slot, name(e.Victim), e.Faces, e.Roll, e.Hit)
		case event.Paralysed:
			say(untilMoves, "%s is dead, bank %v", name(e.Power), e.Bank)
		case event.Revolt:
			say(untilMoves, "revolt of %s in %s: roll %d, limit %d, rose %v", name(e.Victim), place(e.Province), e.Roll, e.Limit, e.Rose)
		case event.Disaster:
			if e.Severity == 0 { // the disaster was caused by money
				continue
			}
			say(untilTheLast, "%s: severity %d, row %d, column %d: %v", e.What, e.Severity, e.Row, e.Column, e.Struck.IDs())
		case event.Elimination:
			say(untilTheLast, "%s is eliminated", name(e.Power))
		case event.Conquest:
			say(untilTheLast, "%s conquers %s from %s", name(e.By), p.Setting.Countries[e.Country].ID, name(e.From))
		case event.Income:
			say(untilMoves, "income of %s: %d %d %d %d, %d, %d, %v", name(e.Power), e.Seas, e.Provinces, e.Cities, e.Variable, e.Total, e.Treasury, e.Dice)
		}
	}
	return out
}

// reasons returns the failures that turn reports for expenses and that the reference does not
// allow.
func reasons(p *position.Position, events []event.Event, want *reference.Outcome) (out []string) {
	for _, e := range events {
		if e, ok := e.(event.Expense); ok && e.Failure != event.NoFailure {
			known := want.Reasons[reference.Key{Power: e.Power, Slot: e.Slot}]
			if !slices.Contains(known, e.Failure) {
				out = append(out, fmt.Sprintf("%s E%d: turn says %q, the reference %q", p.Setting.Powers[e.Power].ID, e.Slot, e.Failure, known))
			}
		}
	}
	return out
}

// state describes a position in words.
func state(p *position.Position) (out []string) {
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	name := func(x machiavelli.Power) string { return p.Setting.Powers[x].ID }
	for _, u := range p.Units {
		say("unit %s", unitText(p, u))
	}
	for i := 1; i < len(p.Setting.Powers); i++ {
		say("treasury of %s: %d", name(machiavelli.Power(i)), p.Treasury[i])
		for j := range p.Setting.Powers {
			if p.Chits[i][j] > 0 {
				say("chits of %s against %s: %d", name(machiavelli.Power(i)), name(machiavelli.Power(j)), p.Chits[i][j])
			}
		}
	}
	type due struct {
		power  machiavelli.Power
		season machiavelli.Season
		year   int
	}
	debts := map[due][2]machiavelli.Ducats{}
	for _, l := range p.Loans {
		k := due{l.Power, l.Season, l.Year}
		debts[k] = [2]machiavelli.Ducats{debts[k][0] + l.Principal, debts[k][1] + l.Interest}
	}
	for k, sum := range debts {
		say("loan of %s: %d+%d, %s %d", name(k.power), sum[0], sum[1], k.season, k.year)
	}
	say("bankrupt: %b", p.Bankrupt)
	say("eliminated: %b", p.Eliminated)
	for i, c := range p.Setting.Countries {
		say("%s holds %s", name(p.Holder[i]), c.ID)
	}
	for _, at := range p.Setting.Board.Land.IDs() {
		area := p.Setting.Board.Areas[at].Name
		say("%s: province %s, city %s", area, name(p.Province[at]), name(p.City[at]))
		if f, g := p.Field(at), p.Garrison(at); f >= 0 && g >= 0 && p.Units[f].Owner != p.Units[g].Owner {
			say("%s: last alone %s", area, name(p.LastAlone(at)))
		}
		if p.RebelLand.Has(at) || p.RebelCity.Has(at) {
			say("%s rebels: land %v, city %v, against %s", area, p.RebelLand.Has(at), p.RebelCity.Has(at), name(p.RebelAgainst[at]))
		}
		if p.Sieges.Has(at) {
			say("%s besieged", area)
		}
		if p.Famine.Has(at) {
			say("%s famine, by money %v", area, p.Scorched.Has(at))
		}
		if p.Taxed.Has(at) {
			say("%s taxed", area)
		}
		if p.TaxedBefore.Has(at) {
			say("%s taxed last year", area)
		}
	}
	return out
}

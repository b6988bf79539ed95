package report

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
)

// severityWord describes what a severity roll calls for.
func severityWord(e event.Disaster) string {
	switch {
	case e.Row > 0 && e.Column > 0:
		return "a row and a column of the table"
	case e.Row > 0:
		return "a row of the table"
	case e.Column > 0:
		return "a column of the table"
	default:
		return "nothing"
	}
}

func (t Teller) chainOfDisaster(e event.Disaster) []Reason {
	roll, struck := "FAM-02", "FAM-04"
	switch e.What {
	case "plague":
		struck = "PLAGUE-01"
	case "storm":
		struck = "STORM-01"
	}
	var chain []Reason
	if e.Severity > 0 {
		chain = append(chain, link("the roll for severity was "+strconv.Itoa(e.Severity)+": "+severityWord(e), roll))
	}
	if e.Row > 0 {
		chain = append(chain, link("the roll for the row was "+strconv.Itoa(e.Row), "FAM-03"))
	}
	if e.Column > 0 {
		chain = append(chain, link("the roll for the column was "+strconv.Itoa(e.Column), "FAM-03"))
	}
	if e.Seed != board.None {
		chain = append(chain, link("the lot fell on "+t.area(e.Seed), "OPT-10"))
	}
	if e.Radius > 0 {
		chain = append(chain, link("it reaches "+count(e.Radius, "province", "provinces")+" far", "OPT-10"))
	}
	if n := len(e.Struck.IDs()); n > 0 {
		chain = append(chain, link("so "+count(n, "place is", "places are")+" struck", struck))
	}
	return chain
}

func (t Teller) chainOfIncome(e event.Income) []Reason {
	var chain []Reason
	add := func(d machiavelli.Ducats, from, rule string) {
		if d > 0 {
			chain = append(chain, link(ducats(d)+" "+from, rule))
		}
	}
	add(e.Seas, "from fleets at sea", "INC-01")
	add(e.Provinces, "from provinces", "INC-02")
	add(e.Cities, "from cities", "INC-03")
	for _, d := range e.Dice {
		rules := []string{"INC-04"}
		name := d.Row
		for _, x := range t.s.Dice {
			if x.Row != d.Row {
				continue
			}
			rule := "INC-06"
			if x.Country >= 0 {
				rule, name = "INC-05", t.s.Countries[x.Country].Name
			} else {
				name = t.area(x.City)
			}
			rules = append(rules, rule)
			break
		}
		chain = append(chain, link("die "+strconv.Itoa(d.Die)+" of "+name+" showed "+strconv.Itoa(d.Roll)+", worth "+ducats(d.Ducats), rules...))
	}
	return append(chain, link(ducats(e.Total)+" in all, which makes "+strconv.Itoa(int(e.Treasury))+" in the treasury", "INC-08"))
}

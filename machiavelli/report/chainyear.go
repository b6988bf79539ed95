package report

import (
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
)

// severity describes a severity roll and what it calls for.
func severity(e event.Disaster) message.Message {
	n := message.Number(e.Severity)
	switch {
	case e.Row > 0 && e.Column > 0:
		return message.New("the roll for severity was {n}: a row and a column of the table", n)
	case e.Row > 0:
		return message.New("the roll for severity was {n}: a row of the table", n)
	case e.Column > 0:
		return message.New("the roll for severity was {n}: a column of the table", n)
	default:
		return message.New("the roll for severity was {n}: nothing", n)
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
		chain = append(chain, link(severity(e), roll))
	}
	if e.Row > 0 {
		chain = append(chain, link(message.New("the roll for the row was {n}", message.Number(e.Row)), "FAM-03"))
	}
	if e.Column > 0 {
		chain = append(chain, link(message.New("the roll for the column was {n}", message.Number(e.Column)), "FAM-03"))
	}
	if e.Seed != board.None {
		chain = append(chain, link(message.New("{place:name} was drawn at random", t.AreaOf(e.Seed)), "OPT-10"))
	}
	if e.Radius > 0 {
		chain = append(chain, link(message.Plural(e.Radius, "it reaches {n} province far", "it reaches {n} provinces far"), "OPT-10"))
	}
	if n := len(e.Struck.IDs()); n > 0 {
		chain = append(chain, link(message.Plural(n, "so {n} place is struck", "so {n} places are struck"), struck))
	}
	return chain
}

func (t Teller) chainOfIncome(e event.Income) []Reason {
	var chain []Reason
	if e.Seas > 0 {
		chain = append(chain, link(message.New("{sum} from fleets at sea", message.Ducats(e.Seas)), "INC-01"))
	}
	if e.Provinces > 0 {
		chain = append(chain, link(message.New("{sum} from provinces", message.Ducats(e.Provinces)), "INC-02"))
	}
	if e.Cities > 0 {
		chain = append(chain, link(message.New("{sum} from cities", message.Ducats(e.Cities)), "INC-03"))
	}
	for _, d := range e.Dice {
		rules := []string{"INC-04"}
		var of message.Arg = message.Name(d.Row)
		for _, x := range t.s.Dice {
			if x.Row != d.Row {
				continue
			}
			rule := "INC-06"
			if x.Country >= 0 {
				rule, of = "INC-05", t.country(x.Country)
			} else {
				of = t.AreaOf(x.City)
			}
			rules = append(rules, rule)
			break
		}
		chain = append(chain, link(message.New("die {die} of {name:name} counts as {n}, worth {sum}", message.Number(d.Die), of, message.Number(d.Roll), message.Ducats(d.Ducats)), rules...))
	}
	fixed := e.Variable
	for _, d := range e.Dice {
		fixed -= d.Ducats
	}
	if fixed > 0 {
		chain = append(chain, link(message.New("{sum} of variable income", message.Ducats(fixed)), "INC-04", "BUILD-23"))
	}
	return append(chain, link(message.New("{sum} in all, which makes {treasury:n} in the treasury", message.Ducats(e.Total), message.Ducats(e.Treasury)), "INC-08"))
}

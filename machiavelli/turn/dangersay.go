package turn

import (
	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// Say describes a danger to its power in one or two sentences.
func (d Danger) Say(s *position.Setting) message.Message {
	season := message.Season(d.Season)
	switch d.Kind {
	case NoHomeCity:
		if d.Mended {
			return message.New("You hold no home city. Your orders retake one if nobody stops them; if they fail you are eliminated after the {season}.", season)
		}
		return message.New("You hold no home city. Retake one this {season} or you are eliminated.", season)
	case HomesOpen:
		if len(d.Places) == 1 {
			return message.New("Your last home city, {city:name}, is undefended. If another power takes it this {season} you are eliminated.", cities(s, d.Places), season)
		}
		return message.New("All your home cities are undefended: {cities:name}. If others take them this {season} you are eliminated.", cities(s, d.Places), season)
	case CannotRepay:
		return message.New("The bank collects {sum} now, and you have {have}. {fate}", message.Ducats(d.Needs), message.Number(d.Have), d.fate())
	case MayNotRepay:
		return message.New("You owe the bank {sum} in {when} and will have {have}: {left} left now, {income} of income, {units} for your units. {fate}",
			message.Ducats(d.Needs), message.Campaign{Season: d.Season, Year: d.Year}, span(d.Low, d.High),
			message.Number(d.Have), span(d.Income[0], d.Income[1]), message.Number(d.Upkeep), d.fate())
	case CannotPayUnits:
		return message.New("Your units cost {sum} this winter and you will have {have}: {left} left now, {income} of income. Units that you cannot pay for are lost.",
			message.Ducats(d.Needs), span(d.Low, d.High), message.Number(d.Have), span(d.Income[0], d.Income[1]))
	}
	return message.Message{}
}

// fate describes the consequences of a default.
func (d Danger) fate() message.Message {
	if d.Seizes {
		return message.New("If you cannot repay on time you lose all your ducats and are assassinated.")
	}
	return message.New("If you cannot repay on time you are assassinated.")
}

// Grave reports whether players who say that they are ready should be asked to
// confirm because the danger is near and their orders do nothing against it.
func (d Danger) Grave(p *position.Position) bool {
	switch d.Kind {
	case NoHomeCity:
		return !d.Mended && d.Season == p.Phase.Season
	case HomesOpen, CannotRepay:
		return true
	case MayNotRepay:
		return d.High < d.Needs
	default:
		return p.Phase.Season == machiavelli.Fall
	}
}

// cities returns the cities in areas as a list for a message.
func cities(s *position.Setting, at []board.ID) message.List {
	l := message.List{How: message.And}
	for _, x := range at {
		l.Of = append(l.Of, message.Place{Name: s.Board.Areas[x].Name})
	}
	return l
}

// span returns an uncertain sum, such as "7" or "7 to 10".
func span(low, high machiavelli.Ducats) message.Arg {
	if low == high {
		return message.Number(low)
	}
	return message.New("{low} to {high}", message.Number(low), message.Number(high))
}

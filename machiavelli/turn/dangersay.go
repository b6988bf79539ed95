package turn

import (
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/position"
)

// Say describes a danger to its power in one or two sentences.
func (d Danger) Say(s *position.Setting) string {
	by := "this " + d.Season.String()
	switch d.Kind {
	case NoHomeCity:
		text := "You hold no home city. Retake one " + by + " or you are eliminated."
		if d.Mended {
			text = "You hold no home city. Your orders retake one if nobody stops them; if they fail you are eliminated after the " + d.Season.String() + "."
		}
		return text
	case HomesOpen:
		if len(d.Places) == 1 {
			return "Your last home city, " + cityNames(s, d.Places) + ", is undefended. If another power takes it " + by + " you are eliminated."
		}
		return "All your home cities are undefended: " + cityNames(s, d.Places) + ". If others take them " + by + " you are eliminated."
	case CannotRepay:
		return "The bank collects " + ducats(d.Needs) + " now, and you have " + strconv.Itoa(int(d.Have)) + ". " + d.fate()
	case MayNotRepay:
		return "You owe the bank " + ducats(d.Needs) + " in " + when(d.Season, d.Year) + " and will have " + span(d.Low, d.High) + ": " +
			strconv.Itoa(int(d.Have)) + " left now, " + span(d.Income[0], d.Income[1]) + " of income, " + strconv.Itoa(int(d.Upkeep)) + " for your units. " + d.fate()
	case CannotPayUnits:
		return "Your units cost " + ducats(d.Needs) + " this winter and you will have " + span(d.Low, d.High) + ": " + strconv.Itoa(int(d.Have)) +
			" left now, " + span(d.Income[0], d.Income[1]) + " of income. Units that you cannot pay for are lost."
	}
	return ""
}

// fate describes the consequences of a default.
func (d Danger) fate() string {
	if d.Seizes {
		return "If you cannot repay on time you lose all your ducats and are assassinated."
	}
	return "If you cannot repay on time you are assassinated."
}

// Grave reports whether players who say that they are ready should be asked to
// confirm: the danger is near, and their orders do nothing against it.
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

func cityNames(s *position.Setting, at []board.ID) string {
	text := ""
	for i, x := range at {
		switch {
		case i == 0:
		case i == len(at)-1:
			text += " and "
		default:
			text += ", "
		}
		text += s.Board.Areas[x].Name
	}
	return text
}

// span returns an uncertain sum: "7", "7 to 10".
func span(low, high machiavelli.Ducats) string {
	if low == high {
		return strconv.Itoa(int(low))
	}
	return strconv.Itoa(int(low)) + " to " + strconv.Itoa(int(high))
}

func when(s machiavelli.Season, year int) string { return s.String() + " " + strconv.Itoa(year) }

func ducats(n machiavelli.Ducats) string {
	if n == 1 {
		return "1 ducat"
	}
	return strconv.Itoa(int(n)) + " ducats"
}

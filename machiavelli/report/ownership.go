package report

import (
	"fmt"
	"io"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// YearPosition is the position at the start of a year.
type YearPosition struct {
	Year     int
	Position *position.Position
}

// summaryColumns is the number of places side by side in the tables of
// Ownership.
const summaryColumns = 36

// Ownership writes who held every province and city at the start of each year, as the judge's
// summaries do, with headings in language l. Each place has a column headed by three letters of
// its code. Every other heading is a line lower. Each year has a row with the letters of the
// owners, or a dot for nobody. All of this is public. Ownership returns the error of w.
func Ownership(w io.Writer, l message.Language, s *position.Setting, years []YearPosition) error {
	var b strings.Builder
	table := func(title message.Message, among board.Set, of func(*position.Position, board.ID) machiavelli.Power) {
		var places []board.ID
		for _, id := range among.IDs() {
			if !s.OffBoard.Has(id) {
				places = append(places, id)
			}
		}
		if len(places) > 0 {
			b.WriteString(title.In(l) + "\n")
		}
		for len(places) > 0 {
			n := min(len(places), summaryColumns)
			writeOwners(&b, s, places[:n], years, of)
			places = places[n:]
		}
	}
	table(message.New("Historical Province Summary"), s.Provinces(), func(p *position.Position, at board.ID) machiavelli.Power { return p.Province[at] })
	b.WriteByte('\n')
	table(message.New("Historical City Summary"), s.Board.Cities, func(p *position.Position, at board.ID) machiavelli.Power { return p.City[at] })
	_, err := io.WriteString(w, b.String())
	return err
}

// writeOwners writes one page of a table of owners.
func writeOwners(b *strings.Builder, s *position.Setting, places []board.ID, years []YearPosition, of func(*position.Position, board.ID) machiavelli.Power) {
	b.WriteByte('\n')
	for row := range 2 {
		line := "     " + strings.Repeat(" ", 2*row)
		for i := row; i < len(places); i += 2 {
			code := s.Board.Areas[places[i]].Code
			line += fmt.Sprintf("%-4s", message.Capital(code[:min(len(code), 3)]))
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	for _, y := range years {
		line := fmt.Sprintf("%-5d", y.Year)
		for _, at := range places {
			letter := "."
			if owner := of(y.Position, at); owner != machiavelli.Nobody {
				letter = string(rune(s.Powers[owner].Letter))
			}
			line += " " + letter
		}
		b.WriteString(line + "\n")
	}
}

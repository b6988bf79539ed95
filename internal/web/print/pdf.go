package print

import (
	"bytes"
	"strconv"
	"strings"

	"podesta/atlas"
	"podesta/atlas/raster"
	"podesta/internal/pdf"
	"podesta/machiavelli/message"
)

// The font sizes in print, in points.
const (
	printTitle  = 19
	printTopic  = 13
	printText   = 10.5
	printSmall  = 9
	writingLine = 24 // the height of a line for handwriting
)

// document creates the PDF.
func (pg *printPage) document() ([]byte, error) {
	d, err := pdf.New(pg.Paper, pg.Game.Name+", "+pg.Title)
	if err != nil {
		return nil, err
	}
	f := pdf.NewFlow(d)
	if pg.has("map") {
		if err := pg.mapPage(f); err != nil {
			return nil, err
		}
	}
	if pg.Told != nil {
		pg.reportPages(f, pg.Told)
	}
	for i := range pg.Sheets {
		if err := pg.sheetPage(f, &pg.Sheets[i]); err != nil {
			return nil, err
		}
	}
	if f.Pages() == 0 {
		f.NewPage()
		f.Para(pdf.Roman, printText, 0, pg.say(message.New("There is nothing to print for this request.")))
	}
	f.Feet(pg.Game.Name+", "+pg.Title, func(page, pages int) string {
		return pg.say(message.New("{page} of {pages}", message.Number(page), message.Number(pages)))
	})
	var b bytes.Buffer
	err = d.PDF(&b)
	return b.Bytes(), err
}

// mapPage writes the page with the map and the holdings of each power below it.
func (pg *printPage) mapPage(f *pdf.Flow) error {
	f.NewPage()
	f.Para(pdf.Bold, printTitle, 0, pg.Game.Name+": "+pg.Title)
	f.Para(pdf.Roman, printText, 0, pg.subtitle())
	f.Space(8)
	o := pg.draw
	width := f.Right - f.Left
	o.Width = int(width)
	plate, err := atlas.Plate(pg.at, o)
	if err != nil {
		return err
	}
	below := float64(len(pg.Powers)+1)*15 + 28 + 14*float64(len(pg.Trouble))
	scale := min(width/plate.Width, max(f.Room()-below, 300)/plate.Height)
	f.Plate(plate, f.Left+(width-plate.Width*scale)/2, f.Y, scale)
	f.Space(plate.Height*scale + 6)
	if pg.Caption != "" {
		f.Para(pdf.Italic, printSmall, 0, pg.Caption)
	}
	columns, rows := pg.holdings()
	f.Table(columns, rows, printSmall, 0)
	f.Space(4)
	for _, c := range pg.Trouble {
		f.Para(pdf.Roman, printSmall, 0, message.New("{title}: {lines}.", c.Title, message.ListOf(message.Clauses, c.Lines)).In(pg.tongue))
	}
	return nil
}

// subtitle describes the game.
func (pg *printPage) subtitle() string {
	text := pg.Setting + ", " + pg.Edition + ". " + pg.say(pg.Needed) + "."
	if pg.due != "" {
		text += " " + pg.say(message.New("Deadline: {when}.", message.Name(pg.due)))
	}
	return text
}

// holdings returns the table of what the powers have.
func (pg *printPage) holdings() (columns []pdf.Column, rows [][]string) {
	columns = []pdf.Column{{Title: "", Share: .6, Style: pdf.Bold}, {Title: pg.say(message.New("Power")), Share: 3.4}}
	for _, name := range []message.Message{message.New("Cities"), message.New("Provinces"), message.New("Armies"), message.New("Fleets"), message.New("Garrisons")} {
		columns = append(columns, pdf.Column{Title: pg.say(name), Share: 1.6, Right: true})
	}
	if pg.Money {
		columns = append(columns, pdf.Column{Title: pg.say(message.New("Ducats")), Share: 1.6, Right: true})
	}
	for _, p := range pg.Powers {
		row := []string{p.Letter, pg.tongue.Called("power", p.Name)}
		for _, n := range []int{p.Cities, p.Provinces, p.Armies, p.Fleets, p.Garrisons} {
			row = append(row, strconv.Itoa(n))
		}
		switch {
		case p.Gone:
			row[1] += ", " + pg.say(message.New("eliminated"))
		case p.Won:
			row[1] += ", " + pg.say(pg.Result.Mark())
		}
		rows = append(rows, append(row, p.Ducats))
	}
	return columns, rows
}

// reportPages writes a report.
func (pg *printPage) reportPages(f *pdf.Flow, x *printedReport) {
	l := pg.tongue
	f.NewPage()
	f.Para(pdf.Bold, printTitle, 0, x.Title)
	f.Para(pdf.Roman, printText, 0, pg.say(message.New("Results in {game}.", message.Name(pg.Game.Name))))
	f.Space(6)
	f.Para(pdf.Italic, printTopic, 0, x.Headline.In(l))
	f.Space(6)
	for _, s := range x.Steps {
		f.Heading(11.5, s.Title.In(l))
		if len(s.Text) > 0 {
			f.Para(pdf.Roman, printText, 0, s.Text.In(l))
		}
		if s.Folded != "" {
			continue // the orders by power already contain it
		}
		for _, line := range s.Lines {
			f.Item(printText, 8, "\u2013", line.Text.In(l))
		}
	}
	if len(x.Orders) == 0 {
		return
	}
	f.Heading(15, pg.say(message.New("Orders, power by power")))
	for _, p := range x.Orders {
		f.Heading(11.5, p.Name.In(l))
		for _, line := range p.Lines {
			text := line.Text.In(l)
			if line.Failed {
				text += " \u2014 " + line.Mark.In(l)
			}
			if len(line.Why) > 0 {
				text += ". " + line.Why.In(l)
			}
			f.Item(printText, 8, "\u2013", text)
		}
	}
}

// sheetPage writes an order sheet on a new page.
func (pg *printPage) sheetPage(f *pdf.Flow, x *orderSheet) error {
	f.NewPage()
	shield, err := raster.NewPlate([]byte(strings.Replace(string(x.Badge), "<svg ", `<svg xmlns="http://www.w3.org/2000/svg" `, 1)), 100)
	if err != nil {
		return err
	}
	const high = 34
	scale := high / shield.Height
	f.Plate(shield, f.Left, f.Y, scale)
	left := f.Left
	f.Left += shield.Width*scale + 10
	f.Para(pdf.Bold, printTitle, 0, x.Power)
	f.Para(pdf.Roman, printText, 0, pg.Game.Name+", "+pg.Title)
	f.Left = left
	f.Space(6)
	for _, fact := range x.Facts {
		f.Para(pdf.Roman, printText, 0, fact+".")
	}
	if pg.due != "" {
		f.Para(pdf.Roman, printText, 0, pg.say(message.New("Hand in by {when}.", message.Name(pg.due))))
	}
	for _, t := range x.Tables {
		f.Heading(printTopic, t.Title)
		if t.Note != "" {
			f.Para(pdf.Italic, printSmall, 0, t.Note)
		}
		if len(t.Rows) == 0 {
			f.Para(pdf.Roman, printText, 0, pg.say(message.New("None.")))
			continue
		}
		f.Table(pg.sheetColumns(t.Columns), t.Rows, printText, writingLine)
	}
	if len(x.Refuse) > 0 {
		f.Heading(printTopic, pg.say(message.New("Lines that cannot be used")))
		for _, l := range x.Refuse {
			f.Item(printSmall, 8, "\u2013", l)
		}
	}
	if x.Hint != "" {
		f.Space(8)
		f.Para(pdf.Italic, printSmall, 0, x.Hint)
	}
	f.Need(3 * writingLine)
	f.Space(2 * writingLine)
	f.Line(f.Left, f.Y, f.Left+190, f.Y, .5, .3)
	f.Line(f.Right-190, f.Y, f.Right, f.Y, .5, .3)
	f.Text(f.Left, f.Y+12, pdf.Italic, printSmall, pg.say(message.New("Signed")))
	f.Text(f.Right-190, f.Y+12, pdf.Italic, printSmall, pg.say(message.New("Handed in at")))
	return nil
}

// sheetColumns returns the columns of a table of a sheet. The columns for
// handwriting have the most room.
func (pg *printPage) sheetColumns(titles []string) []pdf.Column {
	var out []pdf.Column
	for i, t := range titles {
		share := 3.
		switch {
		case t == pg.say(number):
			share = .8
		case t == pg.say(message.New("Ducats")):
			share = 1
		case i == len(titles)-1:
			share = 7
		}
		out = append(out, pdf.Column{Title: t, Share: share})
	}
	return out
}

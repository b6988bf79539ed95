package film

import (
	"bytes"
	"fmt"
	"html"
	"image"
	"image/draw"
	"image/png"
	"strings"

	"podesta/atlas"
	"podesta/atlas/raster"
	"podesta/machiavelli"
	"podesta/machiavelli/position"
)

// Place is a row of a poster.
type Place struct {
	Powers []machiavelli.Power
	Text   string // text of the row, such as "1. Venice, 15 cities"
	Won    bool
}

// The sizes of the parts of a poster below its map, in units of a thousandth of its width.
const (
	posterTitle = 74 // height of the title
	posterRow   = 40 // height of a row
	posterEdge  = 24
	posterLine  = 26 // font size of a row
	mostLetters = 46 // maximum number of letters in a row that shares its line with another
)

// Poster returns a PNG that shows the final position of a game, and below it the title and the
// places.
func Poster(p *position.Position, title string, places []Place, o Options) ([]byte, error) {
	board, err := drawn(p, o)
	if err != nil {
		return nil, err
	}
	list, err := raster.Draw(placesSVG(p.Setting.Powers, title, places), o.Width)
	if err != nil {
		return nil, err
	}
	h := board.Rect.Dy()
	all := image.NewRGBA(image.Rect(0, 0, o.Width, h+list.Rect.Dy()))
	draw.Draw(all, board.Rect, board, image.Point{}, draw.Src)
	draw.Draw(all, list.Rect.Add(image.Pt(0, h)), list, image.Point{}, draw.Src)
	var b bytes.Buffer
	enc := png.Encoder{CompressionLevel: png.BestCompression}
	err = enc.Encode(&b, raster.Reduce(all, 256))
	return b.Bytes(), err
}

// placesSVG draws the title of a poster and the places, in two columns.
func placesSVG(r machiavelli.Roster, title string, places []Place) []byte {
	rows := (len(places) + 1) / 2
	h := posterTitle + rows*posterRow + posterEdge
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 %d"><rect width="1000" height="%d" fill="#f4ead0"/><rect width="1000" height="3" fill="#8c2f1f"/>`, h, h)
	fmt.Fprintf(&b, `<text x="%d" y="50" font-size="34" font-weight="bold" fill="#2c2116">%s</text>`, posterEdge, html.EscapeString(short(title, 50)))
	for i, x := range places {
		left, top := posterEdge+i/max(rows, 1)*490, posterTitle+i%max(rows, 1)*posterRow
		for k, power := range x.Powers {
			day, _ := atlas.Colours(r, power)
			fmt.Fprintf(&b, `<circle cx="%d" cy="%d" r="11" fill="%s" stroke="#2c2116" stroke-width="1.5"/>`, left+12+k*16, top+12, day)
		}
		weight := "normal"
		if x.Won {
			weight = "bold"
		}
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="%d" font-weight="%s" fill="#2c2116">%s</text>`, left+18+16*max(len(x.Powers), 1), top+21, posterLine, weight, html.EscapeString(short(x.Text, mostLetters-2*len(x.Powers))))
	}
	b.WriteString("</svg>")
	return []byte(b.String())
}

// short returns a text of at most n characters.
func short(text string, n int) string {
	letters := []rune(text)
	if len(letters) <= n {
		return text
	}
	return string(letters[:n-1]) + "…"
}

package history

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"

	"podesta/machiavelli/message"
)

// chart is a line chart over time, with one line for each power.
type chart struct {
	title message.Message
	lang  message.Language // language of the reader
	times []chartTime
	lines []chartLine
}

// chartTime is one moment of a chart.
type chartTime struct {
	year  int
	title message.Message // title, such as "Spring 1454"
}

// chartLine is the line of a power: a value for each moment, -1 if it has none.
type chartLine struct {
	letter string
	name   message.Message
	number int // number of the power
	values []int
}

// The size of a chart and the margins for its scales, in its own units.
const (
	chartW, chartH   = 640.0, 260.0
	chartL, chartR   = 34.0, 50.0
	chartT, chartB   = 12.0, 28.0
	letterEvery      = 150.0 // distance between letters on a line
	chartLetterSpace = 15.0  // distance between letters at the right end
)

// dashes distinguish lines in addition to their colours.
var dashes = [...]string{"", "9 4", "2 4", "12 4 2 4", "6 3 2 3 2 3", "16 5", "4 4", "1 3", "10 3 3 3", "7 7", "3 6", "14 3"}

// svg draws the chart.
func (c *chart) svg() string {
	var b strings.Builder
	most := 1
	for _, l := range c.lines {
		for _, v := range l.values {
			most = max(most, v)
		}
	}
	step := tick(most)
	top := (most + step - 1) / step * step
	x := func(i int) float64 {
		if len(c.times) < 2 {
			return chartL
		}
		return chartL + (chartW-chartL-chartR)*float64(i)/float64(len(c.times)-1)
	}
	y := func(v int) float64 { return chartT + (chartH-chartT-chartB)*(1-float64(v)/float64(top)) }
	fmt.Fprintf(&b, `<svg class="linechart" viewBox="0 0 %g %g" role="img" aria-label="%s" data-left="%g" data-right="%g">`, chartW, chartH, html.EscapeString(c.words()), chartL, chartW-chartR)
	for v := 0; v <= top; v += step {
		fmt.Fprintf(&b, `<path class="grid" d="M%g %.1fH%g"/><text class="scale" x="%g" y="%.1f" text-anchor="end">%d</text>`, chartL, y(v), chartW-chartR, chartL-6, y(v)+4, v)
	}
	c.years(&b, x)
	ends := make([]float64, len(c.lines))
	for i, l := range c.lines {
		ends[i] = y(max(last(l.values), 0))
	}
	ends = spread(ends, chartLetterSpace, chartT, chartH-chartB+6)
	for i := range c.lines {
		c.line(&b, i, ends[i], x, y)
	}
	b.WriteString("</svg>")
	return b.String()
}

// years writes the time scale, with as many years as fit.
func (c *chart) years(b *strings.Builder, x func(int) float64) {
	var starts []int
	for i, t := range c.times {
		if i == 0 || t.year != c.times[i-1].year {
			starts = append(starts, i)
		}
	}
	every := 1
	for _, n := range []int{1, 2, 5, 10, 20, 50} {
		if every = n; len(starts)/n <= 12 {
			break
		}
	}
	for _, i := range starts {
		if len(starts) > 1 && i > 0 && c.times[i].year%every != 0 {
			continue
		}
		fmt.Fprintf(b, `<path class="grid" d="M%.1f %gv4"/><text class="scale" x="%.1f" y="%g" text-anchor="middle">%d</text>`, x(i), chartH-chartB, x(i), chartH-chartB+18, c.times[i].year)
	}
}

// line draws the line of one power, with its letter along it and at its end.
func (c *chart) line(b *strings.Builder, i int, end float64, x func(int) float64, y func(int) float64) {
	l := &c.lines[i]
	fmt.Fprintf(b, `<g class="power" data-power="%d"><title>%s</title><path class="m-q%d line" stroke-dasharray="%s" d="`, l.number, html.EscapeString(l.name.In(c.lang)), l.number, dashes[i%len(dashes)])
	pen, lastX, lastV := false, chartL, 0
	for k, v := range l.values {
		if v < 0 {
			pen = false
			continue
		}
		if pen {
			fmt.Fprintf(b, "L%.1f %.1f", x(k), y(v))
		} else {
			fmt.Fprintf(b, "M%.1f %.1f", x(k), y(v))
		}
		pen, lastX, lastV = true, x(k), v
	}
	b.WriteString(`"/>`)
	// letters are at different places on each line, so that they do not overlap
	next := chartL + 20 + letterEvery*float64(i)/float64(max(len(c.lines), 1))
	for k, v := range l.values {
		if v >= 0 && x(k) >= next && x(k) < lastX-20 {
			c.letter(b, l, x(k), y(v))
			next = x(k) + letterEvery
		}
	}
	if last(l.values) < 0 { // the power is eliminated: a cross ends the line
		fmt.Fprintf(b, `<path class="m-q%d fell" d="M%.1f %.1fl8 8m0-8l-8 8"/>`, l.number, lastX-4, y(lastV)-4)
	} else {
		fmt.Fprintf(b, `<path class="m-q%d lead" d="M%.1f %.1fL%.1f %.1f"/>`, l.number, lastX, y(lastV), chartW-chartR+12, end)
		c.letter(b, l, chartW-chartR+20, end)
		fmt.Fprintf(b, `<text class="scale" x="%g" y="%.1f">%d</text>`, chartW-chartR+30, end+4, lastV)
	}
	b.WriteString("</g>")
}

// letter writes a power's letter on a disc.
func (c *chart) letter(b *strings.Builder, l *chartLine, x, y float64) {
	fmt.Fprintf(b, `<circle class="m-p%d" r="7.500" cx="%.1f" cy="%.1f"/><text class="m-t%d letter" x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, l.number, x, y, l.number, x, y+3.6, html.EscapeString(l.letter))
}

// words describes the chart in a sentence, for readers who cannot see it.
func (c *chart) words() string {
	ends := message.List{How: message.Commas}
	lines := slices.Clone(c.lines)
	slices.SortStableFunc(lines, func(a, b chartLine) int { return cmp.Compare(last(b.values), last(a.values)) })
	for _, l := range lines {
		if v := last(l.values); v >= 0 {
			ends.Of = append(ends.Of, message.New("{power} {n}", l.name, message.Number(v)))
		}
	}
	return message.New("{What} over time; at the end: {values}. The table below has the figures.", c.title, ends).In(c.lang)
}

// last returns the last value, or 0 if there is none.
func last(values []int) int {
	if len(values) == 0 {
		return 0
	}
	return values[len(values)-1]
}

// tick returns the distance between the ticks of a scale whose highest value is most.
func tick(most int) int {
	for step := 1; ; step *= 10 {
		for _, n := range []int{1, 2, 5} {
			if most/(step*n) <= 5 {
				return step * n
			}
		}
	}
}

// spread moves apart values that are closer together than gap, and keeps them between the limits
// low and high. If there is not enough room, it reduces the gap.
func spread(at []float64, gap, low, high float64) []float64 {
	byPlace := make([]int, len(at))
	for i := range byPlace {
		byPlace[i] = i
	}
	slices.SortStableFunc(byPlace, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	out := slices.Clone(at)
	if n := float64(len(at) - 1); n > 0 {
		gap = math.Min(gap, (high-low)/n)
	}
	for k, i := range byPlace {
		if k > 0 {
			out[i] = math.Max(out[i], out[byPlace[k-1]]+gap)
		}
	}
	limit := high
	for k := len(byPlace) - 1; k >= 0; k-- {
		i := byPlace[k]
		out[i] = math.Min(out[i], limit)
		limit = out[i] - gap
	}
	return out
}

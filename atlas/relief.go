package atlas

import "fmt"

// peaks are the shapes of mountains of size 1. Each has an outline, from left
// to right, and the outline of the side in shadow.
var peaks = [4]struct{ outline, shadow [][2]float64 }{
	{
		[][2]float64{{-.62, .3}, {-.34, .02}, {-.05, -.62}, {.12, -.34}, {.36, .02}, {.62, .3}},
		[][2]float64{{-.05, -.62}, {.12, -.34}, {.36, .02}, {.62, .3}, {.2, .3}, {.1, -.06}},
	},
	{
		[][2]float64{{-.64, .3}, {-.42, -.08}, {-.22, -.38}, {-.06, -.14}, {.14, -.56}, {.4, -.06}, {.62, .3}},
		[][2]float64{{.14, -.56}, {.4, -.06}, {.62, .3}, {.28, .3}, {.2, -.12}},
	},
	{
		[][2]float64{{-.6, .3}, {-.4, -.02}, {-.12, -.36}, {.1, -.4}, {.38, -.1}, {.62, .3}},
		[][2]float64{{.1, -.4}, {.38, -.1}, {.62, .3}, {.24, .3}, {.22, -.06}},
	},
	{
		[][2]float64{{-.62, .3}, {-.38, -.1}, {-.1, -.58}, {.06, -.3}, {.24, -.42}, {.44, -.04}, {.64, .3}},
		[][2]float64{{-.1, -.58}, {.06, -.3}, {.24, -.42}, {.44, -.04}, {.64, .3}, {.26, .3}, {.06, -.1}},
	},
}

// grade rounds a mountain's size, to limit the number of definitions.
func grade(size int) int { return (size + 1) / 3 * 3 }

// peakDefs writes the definitions of the mountains in use.
func (d *drawing) peakDefs() {
	if d.opt.Size == Phone {
		return
	}
	seen := map[[2]int]bool{}
	for _, m := range d.sheet.mountains {
		k := [2]int{m.shape, grade(m.size)}
		if seen[k] {
			continue
		}
		seen[k] = true
		p := peaks[m.shape]
		d.f(`<g id="h-%d-%d"><path class="m-mt" d="`, k[0], k[1])
		d.peak(p.outline, float64(k[1]))
		d.str(`"/><path class="m-ms" d="`)
		d.peak(p.shadow, float64(k[1]))
		d.str(`Z"/></g>`)
	}
}

func (d *drawing) peak(line [][2]float64, size float64) {
	points := make([]point, len(line))
	for i, q := range line {
		points[i] = point{q[0] * size, q[1] * size}
	}
	d.polyline(points)
}

// hills draws the mountains in the order of the chart, which begins with the
// farthest.
func (d *drawing) hills() {
	if d.opt.Size == Phone {
		return
	}
	for _, m := range d.sheet.mountains {
		d.use(fmt.Sprintf("h-%d-%d", m.shape, grade(m.size)), "", point{float64(m.x), float64(m.y)})
	}
}

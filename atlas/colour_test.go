package atlas

import (
	"math"
	"strconv"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// lab is a colour in a space of perceived differences: lightness, green to red,
// blue to yellow.
type lab [3]float64

// sights maps kinds of colour vision to the effect of lacking one kind of cone
// on red, green and blue (Machado and others 2009).
var sights = map[string][9]float64{
	"all cones":           {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"without red cones":   {.152286, 1.052583, -.204868, .114503, .786281, .099216, -.003882, -.048116, 1.051998},
	"without green cones": {.367322, .860646, -.227968, .280085, .672501, .047413, -.011820, .042940, .968881},
	"without blue cones":  {1.255528, -.076749, -.178779, -.078411, .930809, .147602, .004733, .691367, .303900},
}

// seen returns a colour #rrggbb as it is seen.
func seen(t testing.TB, colour string, m [9]float64) lab {
	t.Helper()
	n, err := strconv.ParseUint(colour[1:], 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	var light, rgb [3]float64
	for i := range light {
		v := float64(n>>(16-8*i)&255) / 255
		if v <= .04045 {
			light[i] = v / 12.92
		} else {
			light[i] = math.Pow((v+.055)/1.055, 2.4)
		}
	}
	for i := range rgb {
		rgb[i] = max(0, min(1, m[3*i]*light[0]+m[3*i+1]*light[1]+m[3*i+2]*light[2]))
	}
	f := func(v float64) float64 {
		if v > 216./24389 {
			return math.Cbrt(v)
		}
		return (24389./27*v + 16) / 116
	}
	x := f((.4124564*rgb[0] + .3575761*rgb[1] + .1804375*rgb[2]) / .95047)
	y := f(.2126729*rgb[0] + .7151522*rgb[1] + .0721750*rgb[2])
	z := f((.0193339*rgb[0] + .1191920*rgb[1] + .9503041*rgb[2]) / 1.08883)
	return lab{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func (a lab) far(b lab) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// rosters returns the rosters of every variant of every scenario.
func rosters(t *testing.T) map[string]machiavelli.Roster {
	t.Helper()
	set, err := rules.Make("", nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]machiavelli.Roster{}
	for _, s := range scenario.List() {
		for _, v := range s.Variants {
			p, err := scenario.New(s.ID, v.ID, &set)
			if err != nil {
				t.Fatal(err)
			}
			out[v.ID] = p.Setting.Powers
		}
	}
	return out
}

// TestColours checks that the powers of every scenario can be distinguished by
// colour: in the theme made for colour-blind people whichever cones are
// missing, and in the others as far as their design allows. Letters and emblems
// distinguish them everywhere. A distance of 2 is just noticeable side by side.
func TestColours(t *testing.T) {
	least := map[string]map[bool]float64{ // theme, and whether cones are missing
		"light": {false: 25, true: 16},
		"dark":  {false: 25, true: 14},
		"safe":  {false: 35, true: 25},
	}
	for name, want := range least {
		th := themes[name]
		worst := map[string]float64{}
		pair := map[string]string{}
		for id, r := range rosters(t) {
			all := liveries(r)
			for who, m := range sights {
				for i := 1; i < len(all); i++ {
					for j := 1; j < i; j++ {
						a, _ := all[i].colours(th, i)
						b, _ := all[j].colours(th, j)
						d := seen(t, a, m).far(seen(t, b, m))
						if w, ok := worst[who]; !ok || d < w {
							worst[who], pair[who] = d, id+" "+all[i].name+" "+a+" and "+all[j].name+" "+b
						}
						if d < want[who != "all cones"] {
							t.Errorf("%s, %s, %s: %s %s and %s %s are %.1f apart", name, who, id, all[i].name, a, all[j].name, b, d)
						}
					}
				}
			}
		}
		for who, d := range worst {
			t.Logf("%s, %s: at least %.1f (%s)", name, who, d, pair[who])
		}
	}
}

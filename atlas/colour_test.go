package atlas

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// lab is a colour in a space of perceived differences. Its numbers are
// lightness, green to red, and blue to yellow.
type lab [3]float64

// sights maps kinds of colour vision to the effect of lacking one kind of cone
// on red, green and blue (Machado and others 2009).
var sights = map[string][9]float64{
	"all cones":           {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"without red cones":   {.152286, 1.052583, -.204868, .114503, .786281, .099216, -.003882, -.048116, 1.051998},
	"without green cones": {.367322, .860646, -.227968, .280085, .672501, .047413, -.011820, .042940, .968881},
	"without blue cones":  {1.255528, -.076749, -.178779, -.078411, .930809, .147602, .004733, .691367, .303900},
}

// seen returns how a colour #rrggbb appears to someone whose colour vision the matrix m describes.
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

// apart returns the difference of two colours as CIEDE2000 counts it, which does
// not overrate differences between vivid colours.
func (a lab) apart(b lab) float64 {
	const degree = math.Pi / 180
	seventh := func(c float64) float64 {
		c = math.Pow(c, 7)
		return math.Sqrt(c / (c + math.Pow(25, 7)))
	}
	stretch := 1 + .5*(1-seventh((math.Hypot(a[1], a[2])+math.Hypot(b[1], b[2]))/2))
	polar := func(c lab) (chroma, hue float64) {
		h := math.Atan2(c[2], c[1]*stretch) / degree
		if h < 0 {
			h += 360
		}
		return math.Hypot(c[1]*stretch, c[2]), h
	}
	ca, ha := polar(a)
	cb, hb := polar(b)
	turn, hue := hb-ha, (ha+hb)/2
	if math.Abs(turn) > 180 {
		turn -= math.Copysign(360, turn)
		hue = math.Mod(hue+180, 360)
	}
	light, chroma := (a[0]+b[0])/2-50, (ca+cb)/2
	t := 1 - .17*math.Cos((hue-30)*degree) + .24*math.Cos(2*hue*degree) + .32*math.Cos((3*hue+6)*degree) - .2*math.Cos((4*hue-63)*degree)
	l := (b[0] - a[0]) / (1 + .015*light*light/math.Sqrt(20+light*light))
	c := (cb - ca) / (1 + .045*chroma)
	h := 2 * math.Sqrt(ca*cb) * math.Sin(turn/2*degree) / (1 + .015*chroma*t)
	blue := -math.Sin(60*degree*math.Exp(-(hue-275)*(hue-275)/625)) * 2 * seventh(chroma)
	return math.Sqrt(l*l + c*c + h*h + blue*c*h)
}

// TestColourDistance checks colour differences against the values published by Sharma, Wu and Dalal
// (2005).
func TestColourDistance(t *testing.T) {
	for _, x := range []struct {
		a, b lab
		want float64
	}{
		{lab{50, 2.6772, -79.7751}, lab{50, 0, -82.7485}, 2.0425},
		{lab{50, 2.5, 0}, lab{50, 0, -2.5}, 4.3065},
		{lab{50, 2.5, 0}, lab{73, 25, -18}, 27.1492},
		{lab{60.2574, -34.0099, 36.2677}, lab{60.4626, -34.1751, 39.4387}, 1.2644},
		{lab{63.0109, -31.0961, -5.8663}, lab{62.8187, -29.7946, -4.0864}, 1.2630},
		{lab{22.7233, 20.0904, -46.6940}, lab{23.0331, 14.9730, -42.5619}, 2.0373},
	} {
		if got := x.a.apart(x.b); math.Abs(got-x.want) > .0001 {
			t.Errorf("%v and %v are %.4f apart, not %.4f", x.a, x.b, got, x.want)
		}
	}
}

// ofLand matches the colour of land in a theme's style sheet, and the share of
// the owner's colour in it.
var ofLand = regexp.MustCompile(`\.m-co\{fill:(#[0-9a-f]{6});.*\.m-ti\{fill-opacity:(\.[0-9]+)\}`)

// TestColours checks that the powers of every scenario can be distinguished by the colour of
// their units and of their land, whichever cones are missing. The theme made for colour-blind
// people is best at this, and the others do it as far as their design allows. Emblems distinguish
// them everywhere. A distance of 2 is just noticeable side by side.
func TestColours(t *testing.T) {
	type least struct{ plain, units, land float64 } // plain is the distance of the colours themselves
	// the minimum distances in each theme with all cones, without red or green
	// ones, and without blue ones
	want := map[string][3]least{
		"light": {{25, 19, 9.6}, {16, 15, 7.4}, {16, 12, 5.8}},
		"dark":  {{25, 19, 10}, {14, 14, 7.4}, {14, 12, 5.8}},
		"safe":  {{35, 19, 10}, {25, 13.9, 7.4}, {25, 12, 7.4}},
	}
	kinds := map[string]int{"without red cones": 1, "without green cones": 1, "without blue cones": 2}
	for name := range want {
		th := themes[name]
		m := ofLand.FindStringSubmatch(th.css)
		if m == nil {
			t.Fatalf("%s: no colour of land", name)
		}
		tint, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			t.Fatal(err)
		}
		worst := map[string]least{}
		for id, r := range rosters(t) {
			all := liveries(r)
			for who, cones := range sights {
				low, ok := worst[who]
				if !ok {
					low = least{99, 99, 99}
				}
				w := want[name][kinds[who]]
				for i := 1; i < len(all); i++ {
					a, _ := all[i].colours(th, i)
					for j := 1; j < i; j++ {
						b, _ := all[j].colours(th, j)
						ua, ub := seen(t, a, cones), seen(t, b, cones)
						d := least{ua.far(ub), ua.apart(ub), seen(t, mix(m[1], a, tint), cones).apart(seen(t, mix(m[1], b, tint), cones))}
						if d.plain < w.plain || d.units < w.units || d.land < w.land {
							t.Errorf("%s, %s, %s: %s %s and %s %s are %.1f apart", name, who, id, all[i].name, a, all[j].name, b, d)
						}
						low = least{min(low.plain, d.plain), min(low.units, d.units), min(low.land, d.land)}
					}
				}
				worst[who] = low
			}
		}
		for who, d := range worst {
			t.Logf("%s, %s: at least %.1f", name, who, d)
		}
	}
}

// TestEmblems checks that no two powers of a scenario have the same emblem, even on a board
// that a user has made; that units on the map have the emblem of their power's coat of arms;
// and that no letter replaces it there.
func TestEmblems(t *testing.T) {
	all := rosters(t)
	made := machiavelli.Roster{{}}
	for i := range 12 {
		made = append(made, machiavelli.PowerInfo{ID: "made" + strconv.Itoa(i), Name: "Made", Letter: byte('a' + i)})
	}
	all["made"] = append(made, machiavelli.PowerInfo{ID: "genoa", Name: "Genoa", Letter: 'G'})
	for id, r := range all {
		borne := map[string]string{}
		for _, l := range liveries(r)[1:] {
			if other, twice := borne[l.emblem]; twice || l.emblem == "" {
				t.Errorf("%s: %s has the emblem %q, as %s", id, l.name, l.emblem, other)
			}
			borne[l.emblem] = l.name
		}
	}
	p := fixture(t, "italy-1978", "specimen")
	for _, size := range []Size{Sheet, Screen, Phone} {
		svg := draw(t, p, Options{Interactive: true, Size: size, Theme: "safe"})
		found := 0
		for _, unit := range strings.Split(svg, "data-unit=")[1:] {
			_, unit, _ = strings.Cut(unit, `data-power="`)
			n, owned := p.Setting.Powers.Find(unit[:strings.IndexByte(unit, '"')])
			m := regexp.MustCompile(`<use href="#u-\w+"[^>]*/><use href="#e-(\w+)"`).FindStringSubmatch(unit)
			switch {
			case owned != (m != nil):
				t.Errorf("a unit: owned %v, emblem %v", owned, m)
			case owned:
				found++
				if shape := regexp.MustCompile(`id="e-` + m[1] + `" class="m-e[mw]" (d="[^"]*")`).FindStringSubmatch(symbols)[1]; !strings.Contains(Badge(p.Setting.Powers, n), shape) {
					t.Errorf("a unit of %s has the emblem %s", p.Setting.Powers[n].Name, m[1])
				}
			}
		}
		if found < 8 {
			t.Errorf("%d units of the specimen have an emblem", found)
		}
		if m := regexp.MustCompile(`<text class="m-num m-t\d[^>]*>\D[^<]*<`).FindString(svg); m != "" {
			t.Errorf("a letter stands for a power: %s", m)
		}
	}
}

// TestTextOnColours checks that text on the colour of a power is readable.
func TestTextOnColours(t *testing.T) {
	light := func(colour string) float64 {
		l := seen(t, colour, sights["all cones"])[0]
		if l > 8 {
			return math.Pow((l+16)/116, 3)
		}
		return l * 27 / 24389
	}
	for name, th := range themes {
		for id, r := range rosters(t) {
			all := liveries(r)
			for i := 1; i < len(all); i++ {
				body, ink := all[i].colours(th, i)
				a, b := light(body)+.05, light(ink)+.05
				if contrast := max(a, b) / min(a, b); contrast < 3 {
					t.Errorf("%s, %s: %s on the %s of %s has a contrast of %.2f", name, id, ink, body, all[i].name, contrast)
				}
			}
		}
	}
}

package atlas

// ornaments are decorative line drawings without a meaning, faint enough not to
// be mistaken for units. They are about 100 units wide, and a wood is 24 units
// wide.
var ornaments = map[string]string{
	"serpent": "M-46 10C-54-8-46-28-34-24-24-20-27-8-38-13M-34-24C-16-26-22 4-14 12M-37-18H-36M-6 13C-4-11 12-11 14 13M21 13C23-4 35-4 37 13M44 13C46 3 53 1 57-7L65-3 61-15 51-11 57-7M-58 16H-40M-22 17H0M8 17H28M34 16H50",
	"ship":    "M-40 16H40C37 30 28 36 16 36H-20C-32 36-38 28-40 16ZM-34 23H36M0 16V-52M0-48C22-36 22-12 4 4H0ZM-24 16V-28M-24-25C-9-17-9-3-20 8H-24ZM25 16V-22M25-19C37-13 37-1 29 8H25ZM0-52L16-57 0-62ZM-54 36H-34M30 38H52M-12 42H10",
	"wood":    "M-8 8V4M-12 4A4.6 4.6 0 1 1-4 4ZM0 5V1M-4 1A4.6 4.6 0 1 1 4 1ZM8 9V5M4 5A4.6 4.6 0 1 1 12 5Z",
}

// adorn draws the ornaments of the sea, or those of the land.
func (d *drawing) adorn(land bool) {
	if d.opt.Size == Phone {
		return
	}
	for _, o := range d.sheet.ornaments {
		if (o.Kind == "wood") != land {
			continue
		}
		class, wide := "m-orn", 100.
		if land {
			class, wide = "m-mt", 24
		}
		d.f(`<path class="%s" transform="translate(%d %d) scale(%g)" d="%s"/>`, class, o.At[0], o.At[1], float64(o.Size)/wide, ornaments[o.Kind])
	}
}

package scenario

import (
	"strings"
	"testing"
	"testing/fstest"
)

// base is a scenario without errors, into which the tests introduce some.
const base = `board:
  slug: nile
  areas:
    - {code: alx, name: Alexandria, city: fortified port 3, army: cai, fleet: del}
    - {code: cai, name: Cairo, city: fortified 2, army: alx giz}
    - {code: giz, name: Giza, city: fortress, army: cai dam}
    - {code: dam, name: Damietta, city: unfortified port 1, army: giz, fleet-ec: del, fleet-wc: del}
    - {code: del, name: Delta, sea: true, fleet: alx dam/ec dam/wc}
powers:
  - {id: mamluks, letter: M}
  - {id: copts, letter: C}
  - {id: crusade, letter: X}
rows: {mamluks: 1 1 1 2 2 2, nile: 0 0 0 1 1 1}
scenarios:
  - id: nile
    year: 1250
    options: {victory-cities: 3}
    powers:
      - {power: mamluks, home: cai giz, units: [A giz, G cai], dice: 1}
      - {power: copts, home: alx, units: [F alx]}
      - {power: crusade, home: dam, units: [F dam/ec]}
    city-dice: [{city: dam, row: nile, dice: 1}]
    garrisons: alx
    variants:
      - {id: n-3, players: 3, seats: [mamluks, copts, crusade]}
      - {id: n-2, players: 2, seats: [mamluks, copts crusade]}
`

// TestProblems checks that each error is reported with its position and what was expected.
func TestProblems(t *testing.T) {
	if _, problems := Parse([]byte(base)); len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, x := range []struct{ old, new, want string }{
		// the file
		{base, "scenarios: []", "1:1: nothing to play on; expected scenarios: or a board"},
		{base, "scenario: []", `1:1: unknown name "scenario"; expected one of board, boards, powers, rows, scenarios; did you mean scenarios?`},
		{base, "", "1:1: the file is empty"},
		{"army: cai, fleet: del", "army: cairo, fleet: del", `4:67: area alx: edge to "cairo", which is no area; did you mean cai?`},
		{"slug: nile", "slug: italy-1978", "2:3: warning: board italy-1978 has the slug of a built-in board but is another; give it a slug of its own"},
		// powers
		{"id: mamluks, letter: M", "id: Mamluks, letter: M", `10:10: power "Mamluks": the id must be small letters, digits and hyphens`},
		{"id: mamluks, letter: M", "letter: M", "10:5: power without an id"},
		{"id: mamluks, letter: M", "id: copts, letter: M", "11:10: power copts is described twice"},
		{"id: mamluks, letter: M", "id: autonomous, letter: M", "10:10: power autonomous: the name is reserved for unowned areas"},
		{"letter: M", "letter: Mm", `10:27: power mamluks: letter "Mm": expected one capital letter`},
		{"letter: M", "name: <b>, letter: M", `10:25: power mamluks: the name "<b>" must begin with a letter and have letters, digits, blanks, hyphens and apostrophes only, 40 at most`},
		{"letter: M", "letter: C", "15:9: variant n-3: copts and mamluks both have the letter C; give one of them another letter"},
		{"letter: M", "letter: M, also: [Copts]", `15:9: variant n-3: "copts" is a name of both copts and mamluks`},
		{"letter: X", "letter: X, name: Mam", `15:9: warning: variant n-3: the name of crusade is also how the name "mamluks" of mamluks begins`},
		{"power: mamluks", "power: mamluk", "19:17: no power \"mamluk\"; expected one that this file describes under powers, or austria, copts, crusade, england, florence, france, genoa, germany, italy, mamluks, milan, naples, papacy, russia, turkey, turks, venice; did you mean mamluks?"},
		{"power: copts", "power: mamluks", "20:17: power mamluks is listed twice"},
		// rows
		{"1 1 1 2 2 2", "1 1 1 2 2", "13:17: row mamluks: found 5 numbers, expected six, the ducats for each face of the die"},
		{"1 1 1 2 2 2", "1 1 1 2 x 2", `13:25: row mamluks: "x" is no number of ducats; expected 0 to 99`},
		{"rows: {mamluks:", "rows: {mamluk:", `19:70: mamluks has dice, but there is no row "mamluks" among the rows; did you mean mamluk?`},
		// the scenario itself
		{"- id: nile", "- slug: nile", "15:5: scenario without an id"},
		{"- id: nile", "- id: the nile", `15:9: scenario "the nile": the id must be letters, digits and hyphens`},
		{"- id: nile", "- id: B", "15:9: warning: scenario B: a built-in scenario has this id; give yours another, so that nobody takes one for the other"},
		{"- id: nile", "- id: nile\n    slug: The Nile", `16:11: scenario nile: slug "The Nile": expected small letters, digits and hyphens, and no other scenario's`},
		{"- id: nile", "- {id: nile, board: nile, year: 1, options: {victory-cities: 2}, powers: [{power: copts, home: alx, units: [A alx]}]}\n  - id: nile", "16:9: scenario nile: the id or slug is used twice"},
		{"year: 1250", "year: 0", "16:11: scenario nile: expected year: with the year of the first spring, 1 to 9000"},
		{"    year: 1250\n", "", "15:5: scenario nile: expected year: with the year of the first spring, 1 to 9000"},
		{"year: 1250", "year: 1250\n    board: nil", `17:12: scenario nile: no board "nil"; expected one of italy-1978, italy-1995, diplomacy, dipmach, nile, or a file beside this one; did you mean nile?`},
		{"year: 1250", "year: 1250\n    board: nile.yaml", "17:12: scenario nile: the board is in another file, and there is only this one; put it in here under board:"},
		{"victory-cities: 3", "victory-citys: 3", "17:15: scenario nile: option: there is no option \"victory-citys\"; did you mean victory-cities?"},
		{"victory-cities: 3", "victory-cities: many", "17:15: scenario nile: option: "},
		{"year: 1250", "year: 1250\n    off-board: giz", "20:32: mamluks: home: giz is off the board"},
		// provinces and units
		{"home: cai giz", "home: cai gizz", `19:36: mamluks: home: no province "gizz" on the board nile; did you mean giz (Giza)?`},
		{"home: cai giz", "home: cai del", "19:36: mamluks: home: del is a sea; expected a province"},
		{"home: cai giz", "home: cai cai", "19:36: mamluks: home: cai is listed twice"},
		{"home: alx", "home: alx giz", "19:36: variant n-3: giz is home of both copts and mamluks"},
		{"home: alx", "controls: alx", "20:9: warning: copts has no city in its home country: it can build nowhere"},
		{"units: [F alx]", "units: []", "20:9: warning: copts has no units"},
		{"F alx", "F giz", "20:43: copts: a fleet cannot stand in Giza, which has no shore"},
		{"F alx", "A del", "20:43: copts: an army cannot stand at sea, in Delta"},
		{"F alx", "G giz", "20:43: copts: no garrison can be in Giza: its fortress is not in use"},
		{"F alx", "G dam", "20:43: copts: no garrison can be in Damietta, which has no fortified city"},
		{"F alx", "G alx", "23:16: variant n-3: two units in the city of Alexandria, of copts and nobody (garrisons)"},
		{"F alx", "A giz", "19:49: variant n-3: two units in Giza, of copts and mamluks"},
		{"F alx", "F alx/nc", `20:43: copts: unit "F alx/nc": Alexandria has no coast "nc"`},
		{"F alx", "C alx", `20:43: copts: "C alx" is no unit; expected A, F or G and a place, as in "A alx"`},
		{"F alx", "F", `20:43: copts: "F" is no unit`},
		{"F alx", "F alexandra", `20:43: copts: unit "F alexandra": no area "alexandra"; did you mean alx (Alexandria)?`},
		{"F dam/ec", "F dam", "21:45: crusade: a fleet in Damietta stands on one of its coasts: say which, as in dam/ec"},
		{"F dam/ec", "A dam/ec", "21:45: crusade: an army in Damietta stands on no coast"},
		{"units: [F alx]", "units: [F alx], limits: [xxxx]", "20:60: copts: limits: found 1, expected three: for armies, fleets and garrisons"},
		{"units: [F alx]", "units: [F alx], limits: [xxxx, xxx, x.br]", `20:66: copts: limits: "xxx": expected four of x . b r, for ordinary, militia, mercenary and professional units`},
		{"dice: 1}\n      - {power: copts", "dice: 10}\n      - {power: copts", "19:70: mamluks: dice: expected 0 to 9"},
		{"units: [F alx]", "units: [F alx], initial: 3", "20:60: copts: initial stands for the first dice, and there are none"},
		{"units: [F alx]", "units: [F alx], dice: 1, initial: 100", "20:69: copts: initial: expected 0 to 99 ducats"},
		{"garrisons: alx", "garrisons: alx dam", "23:20: garrisons: no garrison can be in Damietta, which has no fortified city"},
		{"garrisons: alx", "garrisons: alex", `23:16: garrisons: no province "alex" on the board nile; did you mean alx (Alexandria)?`},
		{"{city: dam", "{city: giz", "22:24: city-dice: giz has no city that pays"},
		{"row: nile", "row: nil", `22:34: city-dice: no row "nil" among the rows; did you mean nile?`},
		{"row: nile, dice: 1", "row: nile", "22:17: city-dice of dam: dice: expected 1 to 9"},
		// variants
		{"id: n-2, ", "", "26:9: variant without an id"},
		{"id: n-2", "id: N-3", `26:14: variant "N-3": the id must be letters, digits and hyphens, and no other variant's`},
		{"players: 2, ", "", "26:9: variant n-2: expected players: with their number"},
		{"players: 2", "players: 3", "26:28: variant n-2: 2 seats for 3 players"},
		{"players: 2", "players: 0", "26:28: variant n-2: players: expected 1 to 15"},
		{"seats: [mamluks, copts crusade]", "seats: [mamluks, copt crusade]", "26:48: variant n-2: seats: copt is no power of this variant; the powers are copts, crusade, mamluks; did you mean copts?"},
		{"seats: [mamluks, copts crusade]", "seats: [mamluks, copts]", "26:9: warning: variant n-2: nobody plays crusade"},
		{"seats: [mamluks, copts crusade]", "seats: [mamluks, copts crusade mamluks]", "26:62: variant n-2: seats: mamluks has two seats"},
		{"seats: [mamluks, copts crusade]", "seats: [mamluks, copts crusade], neutral: crusade", "26:54: variant n-2: seats: crusade is neutral in this variant; the powers are copts, mamluks"},
		{"seats: [mamluks, copts crusade]", "seats: [mamluks, copts crusade], drop: crusader", "26:70: variant n-2: drop: no power \"crusader\" in this scenario; did you mean crusade?"},
		{"seats: [mamluks, copts crusade]", "seats: [mamluks, copts], neutral: crusade", "26:9: warning: variant n-2: nobody can win: 2 cities count, and this scenario asks for 3 at least; the scenario's options can ask for fewer victory-cities"},
		{"options: {victory-cities: 3}", "period: x", "25:9: warning: variant n-3: nobody can win: 3 cities count, and every edition asks for 12 at least; the scenario's options can ask for fewer victory-cities"},
		{"seats: [mamluks, copts crusade]", "choose: 2, from: copts crusade mamluks", "26:39: variant n-2: 2 players cannot choose 2 powers each from 3"},
		{"seats: [mamluks, copts crusade]", "from: copts crusade mamluks", "26:9: variant n-2: expected choose: with how many powers each player chooses"},
		{"seats: [mamluks, copts crusade]", "seats: [mamluks, crusade], choose: 1, from: copts mamluks", "26:81: variant n-2: from: mamluks has a seat already"},
		{"seats: [mamluks, copts crusade]", "seats: [mamluks, crusade], choose: 1, from: copts copts", "26:81: variant n-2: from: copts is listed twice"},
		{"seats: [mamluks, copts crusade]", "seats: [mamluks, copts], powers: [{power: crusade, held-by: crusad, home: dam}]", "26:91: variant n-2: held-by: crusad is no power of this variant; the powers are copts, mamluks"},
		{"seats: [mamluks, copts crusade]", "seats: [mamluks, copts], powers: [{power: crusade, held-by: copts, units: [A dam]}]", "26:106: crusade is held by copts and does not play, so it has no units"},
		{"seats: [mamluks, copts crusade]", "seats: [mamluks, copts crusade], more-garrisons: cai", "26:80: variant n-2: two units in the city of Cairo, of mamluks and nobody (garrisons)"},
	} {
		text := strings.Replace(base, x.old, x.new, 1)
		_, problems := Parse([]byte(text))
		found := false
		for _, p := range problems {
			found = found || strings.HasPrefix(p.String(), x.want)
		}
		if !found {
			t.Errorf("with %q for %q:\n%v\nwant %s", x.new, x.old, problems, x.want)
		}
	}
}

// TestSeveralProblems checks that all errors of a file are reported together,
// in the order of the file.
func TestSeveralProblems(t *testing.T) {
	text := strings.NewReplacer("F alx", "F alexandra", "row: nile", "row: nil", "copts crusade", "copts", "letter: C", "letter: M").Replace(base)
	_, problems := Load(fstest.MapFS{"nile.yaml": {Data: []byte(text)}}, "nile.yaml")
	const want = `nile.yaml:15:9: variant n-3: copts and mamluks both have the letter M; give one of them another letter
nile.yaml:20:43: copts: unit "F alexandra": no area "alexandra"; did you mean alx (Alexandria)?
nile.yaml:22:34: city-dice: no row "nil" among the rows; did you mean nile?
nile.yaml:26:9: warning: variant n-2: nobody plays crusade`
	if got := problems.Error(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestBoardFiles tests errors in a board that has a file of its own.
func TestBoardFiles(t *testing.T) {
	for _, x := range []struct{ name, board, want string }{
		{"my.yaml", "slug: nile", "my/my.yaml:1:1: no areas"},
		{"other.yaml", "", "my/scenarios.yaml:7:12: scenario Nile: the board file cannot be read: open my/other.yaml: file does not exist"},
		{"../my.yaml", nile, "my/scenarios.yaml:7:12: scenario Nile: the board file cannot be read: open my.yaml: file does not exist"},
		{"../../my.yaml", nile, "my/scenarios.yaml:7:12: scenario Nile: the board file cannot be read: open ../my.yaml: file does not exist"},
		{"my.yaml", strings.Repeat("#\n", 70000), "my/scenarios.yaml:7:12: scenario Nile: the board file cannot be read: the file has 140000 bytes; at most 131072 are read"},
	} {
		files := fstest.MapFS{
			"my/scenarios.yaml": {Data: []byte(strings.Replace(strings.TrimSpace(mamluks), "board: nile.yaml", "board: "+x.name, 1))},
			"my/my.yaml":        {Data: []byte(x.board)},
		}
		if _, problems := Load(files, "my/scenarios.yaml"); problems.Error() != x.want {
			t.Errorf("%s: %v\nwant %s", x.name, problems, x.want)
		}
	}
	if _, problems := Load(fstest.MapFS{}, "none.yaml"); problems.Error() != "none.yaml: open none.yaml: file does not exist" {
		t.Errorf("%v", problems)
	}
}

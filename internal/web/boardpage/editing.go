package boardpage

import (
	"net/url"
	"strconv"
	"strings"

	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli"
	"podesta/machiavelli/correction"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Palette lists what clicks on the map do while a game master, or a user of the sandbox, edits
// a position.
type Palette struct {
	Tools     []page.Choice
	Types     []page.Choice
	Qualities []page.Choice // empty if there is only one kind
	Owners    []paletteOwner
	Money     bool
	Help      []correction.Statement
	Bare      bool // whether all units can be removed at once
}

// paletteOwner is a power whose units and markers can be placed on the map,
// with its treasury.
type paletteOwner struct {
	LessonPower
	Ducats int
}

// editTools lists what clicks on the map can do, in words.
//
//lang:words
var editTools = []page.Choice{
	{Value: "unit", Label: "Put a unit"},
	{Value: "erase", Label: "Take away"},
	{Value: "own", Label: "Own province and city"},
	{Value: "province", Label: "Own the province"},
	{Value: "city", Label: "Own the city"},
	{Value: "siege", Label: "Siege"},
	{Value: "rebellion", Label: "Rebellion"},
	{Value: "famine", Label: "Famine"},
	{Value: "plague", Label: "Plague"},
}

// NewPalette returns the palette for a position and its rules.
func NewPalette(p *position.Position, r *rules.Set) Palette {
	out := Palette{Money: r.Money, Help: correction.Statements()}
	for _, t := range editTools {
		if t.Value == "famine" && !r.Famine && r.CauseFamine == rules.NoCausedFamine || t.Value == "plague" && !r.Plague && !r.CausePlague {
			continue
		}
		out.Tools = append(out.Tools, t)
	}
	for x := Power(1); int(x) < len(p.Setting.Powers); x++ {
		if !p.Setting.Absent.Has(x) {
			out.Owners = append(out.Owners, paletteOwner{NewLessonPower(p.Setting, x), int(p.Treasury[x])})
		}
	}
	for u := machiavelli.Army; u <= machiavelli.ArmouredCavalry; u++ {
		if u == machiavelli.Garrison && !r.Garrisons || u == machiavelli.Cavalry && !r.Cavalry || u == machiavelli.ArmouredCavalry && !r.ArmouredCavalry {
			continue
		}
		out.Types = append(out.Types, page.Choice{Value: u.Letter(), Label: message.Capital(u.String())})
	}
	for q := machiavelli.Militia; r.SpecialUnits && q <= machiavelli.Professional; q++ {
		out.Qualities = append(out.Qualities, page.Choice{Value: q.String(), Label: qualities[q]})
	}
	return out
}

// qualities holds the names of the qualities of special units, without the word for the unit.
//
//lang:words
var qualities = map[machiavelli.Quality]string{
	machiavelli.Militia: "Militia", machiavelli.Mercenary: "Mercenary", machiavelli.Professional: "Professional",
}

// ToolOf returns the tool that a click uses.
func ToolOf(form url.Values) correction.Tool {
	return correction.Tool{Kind: form.Get("tool"), Owner: form.Get("owner"), Type: form.Get("type"), Quality: form.Get("quality"), Unit: form.Get("unit")}
}

// StatementsOf returns the statements in a form: those in the text, and one for each treasury whose
// field was changed.
func StatementsOf(form url.Values, text string, p *position.Position) string {
	text = strings.TrimRight(page.Clean(text), " \t\n")
	for x := Power(1); int(x) < len(p.Setting.Powers); x++ {
		id := p.Setting.Powers[x].ID
		n, err := strconv.Atoi(strings.TrimSpace(form.Get("treasury-" + id)))
		if err != nil || n == int(p.Treasury[x]) {
			continue
		}
		var rest []string
		for line := range strings.SplitSeq(text, "\n") {
			if !strings.HasPrefix(line, "treasury "+id+" ") {
				rest = append(rest, line)
			}
		}
		text = strings.Join(append(rest, "treasury "+id+" "+strconv.Itoa(n)), "\n")
	}
	return strings.TrimLeft(text, "\n")
}

// Edits is the result of statements.
type Edits struct {
	Problems []correction.Problem
	Changes  []message.Message
	Told     []message.Message // the changes as players see them, if they differ
	Corrects bool              // whether they correct a game's position and not a sandbox
}

// AddEdit appends the statements that a click produces to the text, or adds the error.
func AddEdit(l message.Language, a *wire.Edited, more []string, err error) {
	if err != nil {
		a.Error = message.Of(err).In(l)
	}
	if len(more) > 0 {
		a.Said = strings.Join(more, "; ")
		a.Text = strings.TrimLeft(a.Text+"\n"+strings.Join(more, "\n"), "\n")
	}
}

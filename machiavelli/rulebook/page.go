package rulebook

import (
	"strings"

	"podesta/machiavelli/position"
	"podesta/machiavelli/rules"
)

// Page returns docs/rules.md. It contains the rules of the default preset in
// full, the differences of the other presets from it, and a table of all
// presets.
func Page() (string, error) {
	base, err := rules.Preset("")
	if err != nil {
		return "", err
	}
	setting, err := Usual(&base)
	if err != nil {
		return "", err
	}
	var w strings.Builder
	w.WriteString("# The rules\n\n")
	w.WriteString("This page is written by `podesta rules` from the tables and options that the program itself uses. First come the rules of the edition\n" +
		"that is played if nothing else is chosen, **" + title(&base).String() + "**, in the scenario " + setting.Title + "; behind them,\n" +
		"[what is different in the other editions](#the-other-editions) and [all editions side by side](#all-editions-side-by-side).\n" +
		"`podesta rules --preset machiavelli-1995`, for example, writes the rules of another edition in full, `--option NAME=VALUE` those of a game\n" +
		"with an option of its own.\n\n" + intro + "\n")
	New(&base, setting).writeMarkdown(&w, "##")
	w.WriteString("\n## The other editions\n\nEach is described by what is different from one that comes before it. Options that make no difference there are left out.\n")
	infos := rules.Presets()
	known := []edition{{infos[0].Title, base, setting}}
	for _, p := range infos[1:] {
		r, err := rules.Preset(p.ID)
		if err != nil {
			return "", err
		}
		s, err := Usual(&r)
		if err != nil {
			return "", err
		}
		near, changes := nearest(known, &r, s)
		w.WriteString("\n### " + p.Title + "\n\n" + p.Doc + " (`" + p.ID + "`)\n\nWhat is different from **" + near + "**:\n\n")
		w.WriteString(Changes(changes, true))
		known = append(known, edition{p.Title, r, s})
	}
	w.WriteString("\n## All editions side by side\n\nOnly options in which they differ; `podesta rules --options` lists all options with what their values mean.\n")
	t, err := presetTable(infos)
	if err != nil {
		return "", err
	}
	t.markdown(&w)
	return w.String(), nil
}

// edition is a preset with its usual setting.
type edition struct {
	title   string
	rules   rules.Set
	setting *position.Setting
}

// nearest returns the edition that differs least from the rules r, and the
// differences.
func nearest(known []edition, r *rules.Set, s *position.Setting) (title string, changes []Change) {
	for i := range known {
		c := Diff(&known[i].rules, known[i].setting, r, s)
		if i == 0 || len(c) < len(changes) {
			title, changes = known[i].title, c
		}
	}
	return title, changes
}

// intro explains the brackets after paragraphs.
const intro = "The brackets behind a paragraph name the rules that it follows from, as the program's source and tests do. They are good for quoting in an argument."

// presetTable returns the values of all options in which presets differ.
func presetTable(infos []rules.PresetInfo) (*Table, error) {
	t := &Table{Head: []string{"Option"}}
	sets := make([]rules.Set, len(infos))
	for i, p := range infos {
		t.Head = append(t.Head, p.Title)
		var err error
		if sets[i], err = rules.Preset(p.ID); err != nil {
			return nil, err
		}
	}
	for i := range rules.Options {
		o := &rules.Options[i]
		row, differ := []string{"`" + o.Name + "`"}, false
		for j := range sets {
			row = append(row, o.Get(&sets[j]))
			differ = differ || row[j+1] != row[1]
		}
		if differ {
			t.Rows = append(t.Rows, row)
		}
	}
	return t, nil
}

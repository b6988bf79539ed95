package main

import (
	"errors"
	"flag"
	"fmt"

	"podesta/internal/words"
	"podesta/machiavelli/position"
	"podesta/machiavelli/rulebook"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
)

// textWidth is the width of plain text.
const textWidth = 100

// gameChoice holds the rules chosen on a command line.
type gameChoice struct {
	preset, flags, scenario string
	options                 map[string]string
}

// set returns the rules and the setting of their rulebook.
func (c *gameChoice) set() (*rules.Set, *position.Setting, error) {
	var r rules.Set
	var err error
	if c.flags != "" {
		if c.preset != "" {
			return nil, nil, errors.New("-flags and -preset cannot be given together")
		}
		r, err = rules.FromFlags(c.flags)
		for name, value := range c.options {
			if err == nil {
				err = r.Switch(name, value)
			}
		}
	} else {
		r, err = rules.Make(c.preset, c.options)
	}
	if err != nil {
		return nil, nil, err
	}
	if c.scenario == "" {
		s, err := rulebook.Usual(&r)
		return &r, s, err
	}
	p, err := scenario.New(c.scenario, "", &r)
	if err != nil {
		return nil, nil, err
	}
	return &r, p.Setting, nil
}

// runRules writes the rules of a game, the list of options, or the differences
// between two editions. The exit status is 2 if the arguments are wrong.
func runRules(e env, args []string) int {
	c := gameChoice{options: map[string]string{}}
	fs := flag.NewFlagSet("rules", flag.ContinueOnError)
	fs.SetOutput(e.err)
	fs.StringVar(&c.preset, "preset", "", "`ID` of the edition (default "+rules.DefaultPreset+")")
	fs.StringVar(&c.flags, "flags", "", "instead of -preset: a `list` of flags of the old judge, such as \"mach2, nodice\"")
	fs.StringVar(&c.scenario, "scenario", "", "`ID` of the scenario whose board and dice the rulebook describes")
	optionFlag(fs, c.options)
	register := fs.Bool("options", false, "list all options and their values, and mark those of the edition")
	diff := fs.Bool("diff", false, "compare two presets: show what is different in the second")
	format := fs.String("format", "text", "`text` or markdown")
	language := fs.String("language", "en", "language of the rulebook, as a `tag` such as it or de")
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta rules [FLAGS]")
		fmt.Fprintln(e.err, "       podesta rules [FLAGS] -diff PRESET PRESET")
		fmt.Fprintln(e.err, "Prints the complete rulebook of an edition. With -option, it describes the rules with those options changed.")
		fs.PrintDefaults()
		fmt.Fprintln(e.err, "The presets are:")
		for _, p := range rules.Presets() {
			fmt.Fprintf(e.err, "  %-24s %s\n", p.ID, p.Title)
		}
	}
	if status, done := parseFlags(fs, args); done {
		return status
	}
	pair := fs.Args()
	fail := func(err error) int {
		fmt.Fprintf(e.err, "podesta rules: %v\n", err)
		return 2
	}
	markdown := *format == "markdown"
	switch {
	case !markdown && *format != "text":
		return fail(fmt.Errorf("there is no format %q; use text or markdown", *format))
	case words.Get(*language) == nil:
		return fail(fmt.Errorf("there is no language %q", *language))
	case *diff:
		if len(pair) != 2 {
			return fail(errors.New("-diff needs two presets"))
		}
		return rulesDiff(e, pair[0], pair[1], markdown)
	case len(pair) > 0:
		return fail(fmt.Errorf("unexpected argument %q", pair[0]))
	}
	r, s, err := c.set()
	if err != nil {
		return fail(err)
	}
	for _, problem := range r.Check() {
		fmt.Fprintln(e.err, "podesta rules: "+problem.String())
	}
	switch {
	case *register:
		fmt.Fprint(e.out, rulebook.Register(r, markdown))
	case markdown:
		fmt.Fprint(e.out, rulebook.In(words.Get(*language), r, s).Markdown())
	default:
		fmt.Fprint(e.out, rulebook.In(words.Get(*language), r, s).Text(textWidth))
	}
	return 0
}

// rulesDiff writes how the second of two presets differs from the first.
func rulesDiff(e env, first, second string, markdown bool) int {
	var sets [2]*rules.Set
	var settings [2]*position.Setting
	for i, id := range []string{first, second} {
		c := gameChoice{preset: id}
		var err error
		if sets[i], settings[i], err = c.set(); err != nil {
			fmt.Fprintf(e.err, "podesta rules: %v\n", err)
			return 2
		}
	}
	fmt.Fprint(e.out, rulebook.Changes(rulebook.Diff(sets[0], settings[0], sets[1], settings[1]), markdown))
	return 0
}

package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"podesta/machiavelli/board"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/scenario/oldmap"
)

// scenarioGroup returns podesta scenario with its subcommands.
func scenarioGroup() group {
	return group{
		name: "scenario",
		about: []string{
			"Works with scenarios and boards, built in or your own. The name of a FILE ends in .yaml; FILE#ID is one of",
			"several scenarios in a file, and - is the standard input.",
		},
		commands: []groupCommand{
			{"list", "[FILE...]", "list the built-in scenarios, or those in files", scenarioList},
			{"show", "[FLAGS] ID|FILE", "show how a scenario starts: powers, units, provinces, dice, first balance", scenarioShow},
			{"check", "FILE...", "report what is wrong with a file, and describe what was read from it", scenarioCheck},
			{"export", "ID|FILE", "write a scenario and its board to one file, as a start for your own", scenarioExport},
			{"import", "FILE", "convert a map file of the old judge to a scenario file", scenarioImport},
		},
	}
}

// runScenario runs a subcommand of podesta scenario. The exit status is 0 on success, 1 if a file
// or scenario cannot be used, and 2 if the arguments are wrong.
func runScenario(e env, args []string) int { return scenarioGroup().run(e, args) }

// isScenarioFile reports whether an argument names a file of scenarios, not a
// scenario by its ID.
func isScenarioFile(arg string) bool {
	name, _, _ := strings.Cut(arg, "#")
	return name == "-" || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
}

// loadScenarios reads a file of scenarios, or the standard input for "-".
func loadScenarios(e env, name string) (*scenario.Library, board.Problems) {
	if name == "-" {
		text, err := io.ReadAll(io.LimitReader(e.in, 1<<20))
		if err != nil {
			return nil, board.Problems{{Text: err.Error()}}
		}
		return scenario.Parse(text)
	}
	dir, file := filepath.Split(name)
	if dir == "" {
		dir = "."
	}
	l, problems := scenario.Load(os.DirFS(dir), file)
	for i := range problems { // report the file's name as the caller wrote it
		problems[i].File = filepath.Join(dir, problems[i].File)
	}
	return l, problems
}

// findLibrary returns the library and the ID that an argument names. The argument is a built-in
// scenario, FILE or FILE#ID. Warnings about the file are written to the standard error.
func findLibrary(e env, arg string) (*scenario.Library, string, error) {
	if !isScenarioFile(arg) {
		return scenario.BuiltIn(), arg, nil
	}
	name, id, _ := strings.Cut(arg, "#")
	l, problems := loadScenarios(e, name)
	if l == nil {
		return nil, "", problems
	}
	for _, p := range problems {
		fmt.Fprintln(e.err, p)
	}
	return l, id, nil
}

// scenarioList lists the built-in scenarios, or those of a file.
func scenarioList(e env, args []string) int {
	files, status, ok := scenarioGroup().parse(e, "list", args, 0, anyNumber, nil)
	if !ok {
		return status
	}
	libraries := []*scenario.Library{scenario.BuiltIn()}
	if len(files) > 0 {
		libraries = nil
	}
	for _, name := range files {
		l, _, err := findLibrary(e, name)
		if err != nil {
			fmt.Fprintf(e.err, "podesta scenario list: %v\n", err)
			return 1
		}
		libraries = append(libraries, l)
	}
	w := tabwriter.NewWriter(e.out, 0, 0, 2, ' ', 0)
	for _, l := range libraries {
		for _, s := range l.List() {
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", s.ID, s.Title, s.Period, s.Board)
			for _, v := range s.Variants {
				fmt.Fprintf(w, "  %s\t%s\n", v.ID, v.Title)
			}
		}
	}
	if err := w.Flush(); err != nil {
		return 1
	}
	return 0
}

// scenarioExport writes a scenario with its board to one file.
func scenarioExport(e env, args []string) int {
	rest, status, ok := scenarioGroup().parse(e, "export", args, 1, 1, nil)
	if !ok {
		return status
	}
	l, id, err := findLibrary(e, rest[0])
	if err == nil {
		text := ""
		if id == "" {
			text = l.Text()
		} else {
			text, err = l.Export(id)
		}
		if err == nil {
			_, err = io.WriteString(e.out, text)
		}
	}
	if err != nil {
		fmt.Fprintf(e.err, "podesta scenario export: %v\n", err)
		return 1
	}
	return 0
}

// scenarioImport converts a map file of the old judge to a scenario file. It writes to the
// standard error what it could not interpret, with line numbers of the map file, followed by
// what is wrong with the result, with line numbers of the result.
func scenarioImport(e env, args []string) int {
	rest, status, ok := scenarioGroup().parse(e, "import", args, 1, 1, nil)
	if !ok {
		return status
	}
	data, err := readInput(e, rest[0])
	if err != nil {
		fmt.Fprintf(e.err, "podesta scenario import: %v\n", err)
		return 1
	}
	name := "imported"
	if rest[0] != "-" {
		name = strings.TrimPrefix(filepath.Base(rest[0]), "map.")
	}
	text, found := oldmap.Import(name, data)
	for _, p := range found {
		p.File = rest[0]
		fmt.Fprintln(e.err, p)
	}
	if text == "" {
		return 1
	}
	if _, err := io.WriteString(e.out, text); err != nil {
		return 1
	}
	_, problems := scenario.Parse([]byte(text))
	for _, p := range problems {
		p.File = "result"
		fmt.Fprintln(e.err, p)
	}
	return 0
}

// scenarioCheck reports what is wrong with files, and how they were interpreted.
func scenarioCheck(e env, args []string) int {
	files, status, ok := scenarioGroup().parse(e, "check", args, 1, anyNumber, nil)
	if !ok {
		return status
	}
	for _, name := range files {
		l, problems := loadScenarios(e, name)
		for _, p := range problems {
			fmt.Fprintln(e.out, p)
		}
		errors := 0
		for _, p := range problems {
			if !p.Warning {
				errors++
			}
		}
		fmt.Fprintf(e.out, "%s: %s, %s\n", name, count(errors, "error"), count(len(problems)-errors, "warning"))
		if l == nil {
			status = 1
			continue
		}
		if err := tellLibrary(e.out, l); err != nil {
			fmt.Fprintf(e.err, "podesta scenario check: %s: %v\n", name, err)
			status = 1
		}
	}
	return status
}

// count returns a number of things: "1 error", "2 errors".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	if s, ok := strings.CutSuffix(thing, "y"); ok {
		return fmt.Sprintf("%d %sies", n, s)
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

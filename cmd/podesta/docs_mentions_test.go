package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// notCommands lists phrases in documents that look like commands of podesta but are not.
var notCommands = map[string]string{
	"podesta archive -move": "a command of an earlier version",
	"podesta client help":   "the same as podesta help client",
	"podesta game":          "the name of a format",
	"podesta person":        "a text from which a digest is made",
}

// TestDocumentMentions checks the commands that documents mention in running text: the commands
// and flags must exist in podesta, and the targets in the Makefile.
func TestDocumentMentions(t *testing.T) {
	d := &desk{t: t}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	d.root = root
	d.makes = d.read("Makefile")
	all := map[string]description{}
	for _, c := range describe() {
		all[c.name] = c
		for _, s := range c.subs {
			all[s.name] = s
		}
	}
	spans := regexp.MustCompile("`((?:podesta|make|go run|go test) [^`\n]+)`")
	fences := regexp.MustCompile("(?ms)^ *```.*?^ *```\n")
	found := 0
	for _, p := range documents(t, root) {
		for _, m := range spans.FindAllStringSubmatch(fences.ReplaceAllString(d.read(p), ""), -1) {
			if found++; notCommands[m[1]] != "" {
				continue
			}
			commands, err := shellCommands(m[1])
			for _, c := range commands {
				switch c.words[0] {
				case "make":
					err = errors.Join(err, d.make(c.words[1:]))
				case "go":
					err = errors.Join(err, d.goTool(c.words[1:]))
				case "podesta":
					err = errors.Join(err, mention(all, c.words[1:]))
				}
			}
			if err != nil {
				t.Errorf("%s: %s: %v", p, m[1], err)
			}
		}
	}
	if found < 200 {
		t.Errorf("only %d commands are mentioned", found)
	}
}

// mention checks that a command exists with its flags. Words in capitals stand for
// arguments.
func mention(all map[string]description, words []string) error {
	c, ok := all[words[0]]
	if !ok {
		if words[0] == "COMMAND" {
			return nil
		}
		return fmt.Errorf("podesta has no command %s", words[0])
	}
	if len(c.subs) > 0 && len(words) > 1 && strings.ToUpper(words[1]) != words[1] {
		if c, ok = all[words[0]+" "+words[1]]; !ok {
			return fmt.Errorf("podesta %s has no command %s", words[0], words[1])
		}
	}
	for _, w := range words[1:] {
		name, _, _ := strings.Cut(strings.TrimLeft(w, "-"), "=")
		if !strings.HasPrefix(w, "-") || name == "" || !letters.MatchString(name) || name == "h" {
			continue
		}
		if !slices.ContainsFunc(c.flags, func(f *flag.Flag) bool { return f.Name == name }) {
			return fmt.Errorf("podesta %s has no flag -%s", c.name, name)
		}
	}
	return nil
}

// letters matches the first letter of a flag, to tell flags from negative amounts.
var letters = regexp.MustCompile(`^[a-z]`)

// make checks that targets exist, and that the Makefile uses the variables set for it.
func (d *desk) make(words []string) error {
	for _, w := range words {
		name, _, set := strings.Cut(w, "=")
		switch {
		case set && !strings.Contains(d.makes, "$("+name+")"):
			return fmt.Errorf("the Makefile does not use %s", name)
		case !set && !regexp.MustCompile(`(?m)^`+regexp.QuoteMeta(name)+`:`).MatchString(d.makes):
			return fmt.Errorf("the Makefile has no target %s", name)
		}
	}
	return nil
}

// goTool checks that the package, the test and the flags after go exist, except in commands about
// other modules or several packages.
func (d *desk) goTool(words []string) error {
	elsewhere := slices.Contains(words, "-C") || slices.Contains(words, ".")
	if elsewhere || strings.Contains(strings.Join(words, " "), "...") {
		return nil // the command is about another module or several packages
	}
	source, own := "", words[0] == "run" // own: flags belong to the program
	var tests []string
	for i, w := range words[1:] {
		switch {
		case strings.HasPrefix(w, "./"):
			files, err := filepath.Glob(filepath.Join(d.root, w, "*.go"))
			if err != nil || len(files) == 0 {
				return fmt.Errorf("there is no package %s", w)
			}
			for _, f := range files {
				source += d.read(strings.TrimPrefix(f, d.root))
			}
			if strings.Contains(source, `/internal/golden"`) {
				source += d.read("machiavelli/internal/golden/golden.go")
			}
		case w == "-args":
			own = true
		case words[i] == "-bench", words[i] == "-run" && w != "^$":
			tests = strings.Split(w, "|")
		case own && strings.HasPrefix(w, "-") && !strings.Contains(source, `"`+w[1:]+`"`):
			return fmt.Errorf("the program has no flag %s", w)
		}
	}
	for _, test := range tests {
		function := `(?m)^func (Test|Benchmark)\w*` + unnamed.ReplaceAllString(test, "")
		if !regexp.MustCompile(function).MatchString(source) {
			return fmt.Errorf("there is no test %s", test)
		}
	}
	return nil
}

// unnamed matches the prefix of a test's name.
var unnamed = regexp.MustCompile(`^(Test|Benchmark)`)

// mentioned checks the parts of podesta that a command refers to if the command itself is not
// run: files in dist, systemd units, variables, and a command after /podesta.
func (d *desk) mentioned(words []string) error {
	if words[0] == "systemctl" {
		for _, w := range words[1:] {
			others := []string{ // verbs, and units that are not podesta's
				"enable", "--now", "start", "stop", "restart", "status", "daemon-reload",
				"postfix", "caddy", "postgresql",
			}
			_, err := os.Stat(filepath.Join(d.root, "dist", w+".service"))
			if err != nil && !slices.Contains(others, w) {
				return fmt.Errorf("there is no unit %s", w)
			}
		}
	}
	for i, w := range words {
		name, _, _ := strings.Cut(w, "=")
		if err := variable(name); err != nil {
			return err
		}
		if strings.HasPrefix(w, "dist/") {
			if _, err := os.Stat(filepath.Join(d.root, w)); err != nil {
				return err
			}
		}
		if w == "/podesta" {
			return parsed(words[i+1:])
		}
	}
	return nil
}

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"podesta/internal/config"
)

// TestCompletion lets bash complete lines with the script.
func TestCompletion(t *testing.T) {
	status, script, bad := podesta("", "completion", "bash")
	if status != 0 || bad != "" {
		t.Fatalf("status %d, %s", status, bad)
	}
	file := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"podesta ser":                    "serve",
		"podesta co":                     "config completion",
		"podesta client lo":              "login logout log",
		"podesta client login -e":        "-email",
		"podesta client -e":              "",
		"podesta scenario e":             "export",
		"podesta scenario show -r":       "-rules",
		"podesta help sto":               "storage",
		"podesta dice ":                  "verify",
		"podesta completion f":           "fish",
		"podesta serve -mail.relay.h":    "-mail.relay.hello -mail.relay.host",
		"podesta map -o x.svg -scenario": "-scenario",
		"podesta map x":                  "", // the shell completes the names of files
		"podesta conquer -":              "",
	} {
		words := strings.Split(line, " ")
		cmd := exec.Command("bash", "--norc", "-c", `source "$1"; shift; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _podesta; echo "${COMPREPLY[*]}"`, "bash", file)
		cmd.Args = append(cmd.Args, words...)
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%q is completed to %q, not %q, %v", line, got, want, err)
		}
	}
}

// TestShells checks that the scripts of all shells contain every command and every flag.
func TestShells(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		_, script, _ := podesta("", "completion", shell)
		have := map[string]bool{}
		for _, word := range regexp.MustCompile(`[\w.-]+`).FindAllString(script, -1) {
			have[strings.TrimLeft(word, "-")] = true
		}
		commands, flags := 0, 0
		for _, d := range describe() {
			for _, d := range append([]description{d}, d.subs...) {
				commands++
				for _, name := range append(strings.Fields(d.name), strings.Fields(strings.ReplaceAll(flagNames(d), "-", " "))...) {
					flags++
					if !have[name] && !slices.ContainsFunc(strings.Split(flagNames(d), " "), func(f string) bool { return strings.Contains(f, name) && have[strings.TrimLeft(f, "-")] }) {
						t.Errorf("%s: the script does not know %s of podesta %s", shell, name, d.name)
					}
				}
			}
		}
		if commands < 60 || flags < 500 {
			t.Errorf("only %d commands and %d names", commands, flags)
		}
	}
	for _, args := range [][]string{{"completion"}, {"completion", "tcsh"}, {"completion", "bash", "zsh"}} {
		if status, out, bad := podesta("", args...); status != 2 || out != "" || !strings.Contains(bad, "usage: podesta completion") {
			t.Errorf("%v: status %d, %q, %q", args, status, out, bad)
		}
	}
}

// TestManualPagesAreComplete checks that every command and every key of the configuration is in
// the manual pages.
func TestManualPagesAreComplete(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "man")
	if status, out, bad := podesta("", "man", "-o", folder); status != 0 || out+bad != "" {
		t.Fatalf("status %d, %s%s", status, out, bad)
	}
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	front := read("podesta.1")
	for _, c := range commands() {
		if !strings.Contains(front, ".BR podesta\\-"+c.name+" (1)\n") {
			t.Errorf("podesta.1 does not have %s", c.name)
		}
		page := read("podesta-" + c.name + ".1")
		if !strings.Contains(page, ".SH NAME\npodesta\\-"+c.name+" \\- ") || !strings.Contains(page, "\npodesta "+c.name) {
			t.Errorf("the page of %s begins\n%s", c.name, page)
		}
		if status, out, _ := podesta("", "man", c.name); status != 0 || out != page {
			t.Errorf("podesta man %s: status %d, another page", c.name, status)
		}
		for line := range strings.Lines(page) {
			if strings.HasPrefix(line, "'") || regexp.MustCompile(`[^\\]-`).MatchString(line) && !strings.HasPrefix(line, ".") {
				t.Errorf("the page of %s has a line that man misreads: %s", c.name, line)
			}
		}
	}
	for name, want := range map[string]string{
		"podesta-serve.1":   "\n.BI \\-config \" FILE\"\n",
		"podesta-client.1":  "\n.SS podesta client login ",
		"podesta-whatif.1":  "\n.EX\n  podesta whatif \\-unsure ",
		"podesta-account.1": "\n.B \\-erase\n",
		"podesta-help.1":    "\npodesta help\n",
	} {
		if page := read(name); !strings.Contains(page, want) {
			t.Errorf("%s does not contain %q:\n%s", name, want, page)
		}
	}
	keys := read("podesta.toml.5")
	for i := range config.Keys {
		name := config.Keys[i].Name
		if config.Keys[i].Hidden {
			name = config.Keys[i].Env()
		}
		if !strings.Contains(keys, "\n.B "+name+"\n") {
			t.Errorf("podesta.toml.5 does not have %s", name)
		}
	}
	for _, args := range [][]string{{"man", "conquer"}, {"man", "serve", "mail"}, {"man", "-o", "x", "serve"}} {
		if status, out, bad := podesta("", args...); status != 2 || out != "" || bad == "" {
			t.Errorf("%v: status %d, %q, %q", args, status, out, bad)
		}
	}
	if status, _, bad := podesta("", "man", "-o", filepath.Join(folder, "podesta.1", "x")); status != 1 || !strings.Contains(bad, "podesta man: ") {
		t.Errorf("a folder that cannot be made: status %d, %q", status, bad)
	}
}

// TestDocs writes the documentation as a website.
func TestDocs(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	if status, out, bad := podesta("", "docs", folder); status != 0 || out+bad != "" {
		t.Fatalf("status %d, %s%s", status, out, bad)
	}
	for _, name := range []string{"index.html", "operators.html", "search-index.js", "style.css", "files/docs/table.png"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
	if status, _, bad := podesta("", "docs"); status != 2 || !strings.Contains(bad, "usage: podesta docs FOLDER") {
		t.Errorf("without a folder: status %d, %q", status, bad)
	}
	if status, _, bad := podesta("", "docs", filepath.Join(folder, "index.html")); status != 1 || !strings.Contains(bad, "podesta docs: ") {
		t.Errorf("a file instead of a folder: status %d, %q", status, bad)
	}
}

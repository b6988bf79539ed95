package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"podesta/internal/config"
)

// manPage is a manual page in roff format.
type manPage struct{ file, text string }

// runMan writes one manual page, or all of them into a folder. The exit status is 0 on success, 1
// if they cannot be written, and 2 if the arguments are wrong.
func runMan(e env, args []string) int {
	fs := flag.NewFlagSet("man", flag.ContinueOnError)
	fs.SetOutput(e.err)
	folder := fs.String("o", "", "write all pages into this `FOLDER`, and create it if needed")
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta man [-o FOLDER] [COMMAND|podesta.toml]")
		fmt.Fprintln(e.err, "Writes the manual page of podesta, of a command, or of the configuration file. To read one:")
		fmt.Fprintln(e.err, "  podesta man serve | man -l -")
		fs.PrintDefaults()
	}
	if status, done := parseFlags(fs, args); done {
		return status
	}
	fail := func(status int, err error) int {
		fmt.Fprintf(e.err, "podesta man: %v\n", err)
		return status
	}
	pages := manPages()
	switch {
	case fs.NArg() > 1 || *folder != "" && fs.NArg() > 0:
		fs.Usage()
		return 2
	case *folder != "":
		if err := os.MkdirAll(*folder, 0o755); err != nil {
			return fail(1, err)
		}
		for _, p := range pages {
			if err := os.WriteFile(filepath.Join(*folder, p.file), []byte(p.text), 0o644); err != nil {
				return fail(1, err)
			}
		}
		return 0
	}
	file := "podesta.1"
	switch name := fs.Arg(0); name {
	case "", "podesta":
	case "podesta.toml":
		file = "podesta.toml.5"
	default:
		file = "podesta-" + name + ".1"
	}
	i := slices.IndexFunc(pages, func(p manPage) bool { return p.file == file })
	if i < 0 {
		return fail(2, fmt.Errorf("there is no manual page for %q; podesta help lists the commands", fs.Arg(0)))
	}
	fmt.Fprint(e.out, pages[i].text)
	return 0
}

// manPages returns the page of the program, one for each command, and one for the configuration
// file.
func manPages() []manPage {
	all := describe()
	front := newMan("podesta", 1, "a judge for the board game Machiavelli")
	front.section("SYNOPSIS")
	front.line(".B podesta\n.I COMMAND\n[ARGUMENTS]")
	front.section("DESCRIPTION")
	front.text("podesta hosts games of Machiavelli on web pages, by e-mail and through an API. It also plays, resolves and draws games without a server.")
	front.text("To run a judge, answer the questions of podesta setup, and start podesta serve (podesta config explains every key). A judge shows the whole documentation at /docs.")
	front.section("COMMANDS")
	for _, d := range all {
		front.item(".BR podesta\\-"+roff(d.name)+" (1)", d.summary)
	}
	front.section("FILES")
	front.item(".I /etc/podesta/podesta.toml", "The configuration file of a judge that was installed from a package. The program reads only the file that the flag -config or the environment variable "+config.FileVariable+" names.")
	front.section("SEE ALSO")
	front.line(".BR podesta.toml (5)")
	pages := []manPage{front.page()}
	for _, d := range all {
		pages = append(pages, commandPage(d))
	}
	return append(pages, configurationPage())
}

// commandPage returns the manual page of a command with its subcommands.
func commandPage(d description) manPage {
	m := newMan("podesta-"+d.name, 1, d.summary)
	m.section("SYNOPSIS")
	for _, s := range append([]description{d}, d.subs...) {
		m.line(".br\n" + roff(s.synopsis))
	}
	if len(d.about) > 0 {
		m.section("DESCRIPTION")
		m.lines(d.about)
	}
	configured := m.flags("OPTIONS", d)
	if len(d.subs) > 0 {
		m.section("COMMANDS")
		for _, s := range d.subs {
			m.line(".SS " + roff(s.synopsis))
			if len(s.about) > 0 {
				m.lines(s.about)
			} else {
				m.text(s.summary)
			}
			configured = m.flags("", s) || configured
		}
	}
	m.section("SEE ALSO")
	if configured {
		m.line(".BR podesta (1),\n.BR podesta.toml (5)")
	} else {
		m.line(".BR podesta (1)")
	}
	return m.page()
}

// configurationPage returns the manual page of the configuration file.
func configurationPage() manPage {
	m := newMan("podesta.toml", 5, "the configuration of podesta")
	m.section("DESCRIPTION")
	m.text("The file is in TOML. A dot in the name of a key stands for a section: mail.relay.host is the key host in the section [mail.relay]. Each key can also be set by an environment variable, which overrides the file, and by a flag with the name of the key, which overrides both. podesta config prints a file with all keys; podesta config -show prints the value of each key and where it was set.")
	m.section("KEYS")
	for i := range config.Keys {
		k := &config.Keys[i]
		what := k.Doc
		if k.Hidden {
			m.item(".B "+roff(k.Env()), what)
			continue
		}
		if k.Default != "" {
			what += " Default: " + k.Default + "."
		}
		m.item(".B "+roff(k.Name)+"\n.RI ( "+roff(k.Env())+" )", what)
	}
	m.section("SEE ALSO")
	m.line(".BR podesta (1),\n.BR podesta\\-config (1),\n.BR podesta\\-doctor (1)")
	return m.page()
}

// man is a manual page that is being written.
type man struct {
	file string
	b    strings.Builder
}

// newMan returns a page with its title and name.
func newMan(name string, section int, summary string) *man {
	m := &man{file: fmt.Sprintf("%s.%d", name, section)}
	m.line(fmt.Sprintf(".TH %s %d \"\" %q", roff(strings.ToUpper(name)), section, "podesta "+programVersion()))
	m.section("NAME")
	m.line(roff(name) + " \\- " + roff(summary))
	return m
}

func (m *man) page() manPage { return manPage{m.file, m.b.String()} }

// line writes a line of requests, or text that is already escaped.
func (m *man) line(s string) { m.b.WriteString(s + "\n") }

func (m *man) section(title string) { m.line(".SH " + title) }

// text writes a paragraph.
func (m *man) text(s string) { m.line(".PP\n" + roff(s)) }

// item writes an entry of a list. Its head consists of requests, the first of which begins the
// line.
func (m *man) item(head, what string) {
	m.line(".TP\n.PD\n" + head + "\n" + roff(what))
}

// lines writes the lines of help. Those that begin with spaces are examples.
func (m *man) lines(about []string) {
	m.line(".PP")
	example := false
	for _, line := range about {
		if is := strings.HasPrefix(line, " "); is != example {
			example = is
			if is {
				m.line(".PP\n.EX")
			} else {
				m.line(".EE\n.PP")
			}
		}
		m.line(roff(line))
	}
	if example {
		m.line(".EE")
	}
}

// flags writes the flags of a command. For keys of the configuration it writes those that help
// lists, and reports whether there are others.
func (m *man) flags(title string, d description) (configured bool) {
	first := true
	for _, f := range d.flags {
		if config.Find(f.Name) != nil && !slices.Contains(helpedKeys, f.Name) {
			configured = true
			continue
		}
		if first && title != "" {
			m.section(title)
		}
		first = false
		value, what := flagText(f)
		head := ".B \\-" + roff(f.Name)
		if value != "" {
			head = ".BI \\-" + roff(f.Name) + " \" " + roff(value) + `"`
		}
		m.item(head, what)
	}
	if configured {
		m.item(".BI \\-KEY \" VALUE\"", "Any other key of the configuration; see podesta.toml(5).")
	}
	return configured
}

// roff escapes a text for the roff format of manual pages.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		return `\&` + s
	}
	return s
}

package main

import (
	"bytes"
	"flag"
	"slices"
	"strings"

	"podesta/internal/client/cli"
	"podesta/internal/config"
)

// description is the help of a command, for manual pages and shells.
type description struct {
	name     string // full name; subcommands include the command: "client login"
	summary  string
	synopsis string   // usage line
	about    []string // lines of help; those that begin with spaces are examples
	flags    []*flag.Flag
	subs     []description
}

// subcommand is a subcommand of a command.
type subcommand struct{ name, summary string }

// subcommands returns the subcommands of a command.
func subcommands(name string) []subcommand {
	var all []subcommand
	switch name {
	case "client":
		for _, c := range cli.Summaries() {
			all = append(all, subcommand{c[0], c[1]})
		}
	case "scenario":
		for _, c := range scenarioGroup().commands {
			all = append(all, subcommand{c.name, c.summary})
		}
	case "data":
		for _, c := range dataGroup().commands {
			all = append(all, subcommand{c.name, c.summary})
		}
	case "dice":
		all = append(all, subcommand{"verify", "check every roll of a finished game"})
	case "completion":
		for _, s := range shells() {
			all = append(all, subcommand{s.name, "write the script for " + s.name})
		}
	}
	return all
}

// describe returns the descriptions of all commands, in the order of help.
func describe() []description {
	var all []description
	for _, c := range commands() {
		d := describeOne(c.name, c.summary)
		for _, s := range subcommands(c.name) {
			d.subs = append(d.subs, describeOne(c.name+" "+s.name, s.summary))
		}
		if len(d.subs) > 0 { // help lists them after the description
			i := slices.IndexFunc(d.about, func(line string) bool { return strings.HasPrefix(line, " ") })
			if i >= 0 {
				d.about = d.about[:i]
			}
		}
		all = append(all, d)
	}
	return all
}

// describeOne returns the description of a command from its help.
func describeOne(name, summary string) description {
	d := description{name: name, summary: summary, synopsis: "podesta " + name}
	var help helpReader
	var nowhere bytes.Buffer
	run(env{strings.NewReader(""), &nowhere, &help}, append(strings.Fields(name), "-h"))
	if help.set != nil {
		help.set.VisitAll(func(f *flag.Flag) {
			if f.Usage != withdrawnFlag {
				d.flags = append(d.flags, f)
			}
		})
	}
	for i, line := range strings.Split(strings.TrimSpace(help.String()), "\n") {
		usage, first := strings.CutPrefix(line, "usage: ")
		switch {
		case i == 0 && !first:
			return d
		case i == 0:
			d.synopsis = usage
		case line == "", strings.HasPrefix(line, "  -"):
			return d
		default:
			d.about = append(d.about, line)
		}
	}
	return d
}

// flagText returns the placeholder for a flag's value, which is empty for a switch, and the
// flag's description in one line.
func flagText(f *flag.Flag) (value, what string) {
	value, what = flag.UnquoteUsage(f)
	if k := config.Find(f.Name); k != nil {
		value, what = "value", keyText(k)
	}
	return strings.ToUpper(value), strings.Join(strings.Fields(what), " ")
}

// keyText returns the first sentence about a key of the configuration in the style of a flag's
// description: with a small initial and without a full stop.
func keyText(k *config.Key) string {
	what, _, _ := strings.Cut(k.Doc, ". ")
	return strings.ToLower(what[:1]) + strings.TrimSuffix(what[1:], ".")
}

// sentence returns the summary of a command as a sentence.
func sentence(summary string) string {
	return strings.ToUpper(summary[:1]) + summary[1:] + "."
}

// helpReader is an output buffer that also remembers the command's flag set.
type helpReader struct {
	bytes.Buffer
	set *flag.FlagSet
}

// showFlags passes the flags of a command to the output for its help, if that is a helpReader.
func showFlags(fs *flag.FlagSet) {
	if h, ok := fs.Output().(*helpReader); ok {
		h.set = fs
	}
}

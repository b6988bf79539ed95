package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"
)

// shell describes a shell for which there is a completion script.
type shell struct {
	name  string
	write func([]description) string
}

// shells lists the shells in the order of help.
func shells() []shell {
	return []shell{{"bash", bashCompletion}, {"zsh", zshCompletion}, {"fish", fishCompletion}}
}

// runCompletion writes the completion script of a shell. The exit status is 2 if the arguments
// are wrong.
func runCompletion(e env, args []string) int {
	fs := flag.NewFlagSet("completion", flag.ContinueOnError)
	fs.SetOutput(e.err)
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta completion bash|zsh|fish")
		fmt.Fprintln(e.err, "Writes a script that completes the commands and flags of podesta in your shell. To try it in bash:")
		fmt.Fprintln(e.err, "  source <(podesta completion bash)")
		fs.PrintDefaults()
	}
	if status, done := parseFlags(fs, args); done {
		return status
	}
	all := shells()
	i := slices.IndexFunc(all, func(s shell) bool { return s.name == fs.Arg(0) })
	if fs.NArg() != 1 || i < 0 {
		fs.Usage()
		return 2
	}
	fmt.Fprint(e.out, all[i].write(describe()))
	return 0
}

// names returns the last word of each command's name, separated by spaces.
func names(all []description) string {
	var words []string
	for _, d := range all {
		words = append(words, d.name[strings.LastIndexByte(d.name, ' ')+1:])
	}
	return strings.Join(words, " ")
}

// flagNames returns the flags of a command.
func flagNames(d description) string {
	var words []string
	for _, f := range d.flags {
		words = append(words, "-"+f.Name)
	}
	return strings.Join(words, " ")
}

// leaves returns all commands, with each group replaced by its subcommands.
func leaves(all []description) []description {
	var out []description
	for _, d := range all {
		if out = append(out, d.subs...); len(d.subs) == 0 {
			out = append(out, d)
		}
	}
	return out
}

// bashCompletion returns the script for bash.
func bashCompletion(all []description) string {
	var b strings.Builder
	b.WriteString(`# Completes commands and flags of podesta in bash.
_podesta() {
	local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]-} words=
	if [ "$COMP_CWORD" -eq 1 ]; then
		COMPREPLY=($(compgen -W '` + names(all) + `' -- "$cur"))
		return
	fi
	case $command in
`)
	for _, d := range all {
		switch {
		case len(d.subs) > 0:
			fmt.Fprintf(&b, "\t%s) words='%s' ;;\n", d.name, names(d.subs))
		case d.name == "help":
			fmt.Fprintf(&b, "\thelp) words='%s' ;;\n", names(all))
		}
	}
	b.WriteString(`	esac
	if [ -n "$words" ]; then
		if [ "$COMP_CWORD" -eq 2 ]; then
			COMPREPLY=($(compgen -W "$words" -- "$cur"))
			return
		fi
		command="$command ${COMP_WORDS[2]}"
	fi
	[[ $cur == -* ]] || return
	words=
	case $command in
`)
	for _, d := range leaves(all) {
		if len(d.flags) > 0 {
			fmt.Fprintf(&b, "\t'%s') words='%s' ;;\n", d.name, flagNames(d))
		}
	}
	b.WriteString(`	esac
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _podesta podesta
`)
	return b.String()
}

// zshCompletion returns the script for zsh.
func zshCompletion(all []description) string {
	var b strings.Builder
	item := func(name, what string) {
		name = strings.ReplaceAll(name, ":", `\:`)
		fmt.Fprintf(&b, "\t\t%s\n", single(name+":"+what))
	}
	list := func(all []description) {
		b.WriteString("\t\tlist=(\n")
		for _, d := range all {
			item(names([]description{d}), d.summary)
		}
		b.WriteString("\t\t)\n\t\t_describe command list\n\t\treturn\n")
	}
	b.WriteString("#compdef podesta\n# Completes commands and flags of podesta in zsh.\n_podesta() {\n\tlocal -a list\n\tlocal command=$words[2]\n\tif (( CURRENT == 2 )); then\n")
	list(all)
	b.WriteString("\tfi\n")
	for _, d := range all {
		subs := d.subs
		if d.name == "help" {
			subs = all
		}
		if len(subs) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\tif [[ $command == %s ]] && (( CURRENT == 3 )); then\n", d.name)
		list(subs)
		b.WriteString("\tfi\n")
		if len(d.subs) > 0 {
			fmt.Fprintf(&b, "\t[[ $command == %s ]] && command=\"$command $words[3]\"\n", d.name)
		}
	}
	b.WriteString("\tif [[ $words[CURRENT] != -* ]]; then\n\t\t_files\n\t\treturn\n\tfi\n\tcase $command in\n")
	for _, d := range leaves(all) {
		if len(d.flags) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\t(%s) list=(\n", single(d.name))
		for _, f := range d.flags {
			_, what := flagText(f)
			item("-"+f.Name, what)
		}
		b.WriteString("\t\t) ;;\n")
	}
	b.WriteString("\tesac\n\t_describe -o flag list\n}\ncompdef _podesta podesta\n")
	return b.String()
}

// single quotes a text for a shell.
func single(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// fishCompletion returns the script for fish.
func fishCompletion(all []description) string {
	var b strings.Builder
	quoted := func(s string) string {
		return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
	}
	b.WriteString("# Completes commands and flags of podesta in fish.\n")
	for _, d := range all {
		fmt.Fprintf(&b, "complete -c podesta -n __fish_use_subcommand -f -a %s -d %s\n", d.name, quoted(d.summary))
		for _, s := range d.subs {
			fmt.Fprintf(&b, "complete -c podesta -n '__fish_seen_subcommand_from %s; and not __fish_seen_subcommand_from %s' -f -a %s -d %s\n",
				d.name, names(d.subs), names([]description{s}), quoted(s.summary))
		}
	}
	fmt.Fprintf(&b, "complete -c podesta -n '__fish_seen_subcommand_from help' -f -a '%s'\n", names(all))
	for _, d := range leaves(all) {
		when := "__fish_seen_subcommand_from " + strings.ReplaceAll(d.name, " ", "; and __fish_seen_subcommand_from ")
		for _, f := range d.flags {
			value, what := flagText(f)
			takes := ""
			if value != "" {
				takes = " -r"
			}
			fmt.Fprintf(&b, "complete -c podesta -n '%s' -o %s%s -d %s\n", when, f.Name, takes, quoted(what))
		}
	}
	return b.String()
}

package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// shellCommand is one simple command of a shell command line.
type shellCommand struct {
	words   []string // the first is the program
	in, out string   // the files that are its standard input and output
	piped   bool     // its standard input is the output of the command before it
}

// shellKeywords begin or end a loop; a command can follow them.
var shellKeywords = []string{"while", "do", "done"}

// shellCommands splits a line into simple commands. It supports the part of the shell language
// that documents use: quotes, comments, variables set for a command, pipes, redirections, $(...),
// and one-line loops. Variable assignments stay among the words of their command.
func shellCommands(line string) ([]shellCommand, error) {
	tokens, err := shellTokens(line)
	if err != nil {
		return nil, err
	}
	var all []shellCommand
	var c shellCommand
	var goesTo *string // set if the next word names a file
	end := func() {
		if len(c.words) > 0 {
			all = append(all, c)
		}
		c = shellCommand{}
	}
	for _, token := range tokens {
		switch token {
		case "\x00|":
			end()
			c.piped = true
		case "\x00;", "\x00&", "\x00&&":
			end()
		case "\x00<":
			goesTo = &c.in
		case "\x00>":
			goesTo = &c.out
		default:
			switch {
			case goesTo != nil:
				*goesTo, goesTo = token, nil
			case len(c.words) > 0 || !slices.Contains(shellKeywords, token):
				c.words = append(c.words, token)
			}
		}
	}
	end()
	return all, nil
}

// shellTokens returns the words and the operators of a line; an operator begins
// with a zero byte.
func shellTokens(line string) ([]string, error) {
	var tokens []string
	for rest := strings.TrimSpace(line); rest != "" && rest[0] != '#'; rest = strings.TrimSpace(rest) {
		if operator := operators.FindString(rest); operator != "" {
			tokens = append(tokens, "\x00"+operator)
			rest = rest[len(operator):]
			continue
		}
		word := ""
		for rest != "" && !strings.ContainsAny(rest[:1], " \t\n|;&<>") {
			part := wordPart.FindString(rest)
			if part == "" {
				return nil, fmt.Errorf("a quote or a bracket is open at the end of %q", line)
			}
			rest = rest[len(part):]
			if part[0] == '\'' || part[0] == '"' {
				part = part[1 : len(part)-1]
			}
			word += part
		}
		tokens = append(tokens, word)
	}
	return tokens, nil
}

// operators matches control and redirection operators.
var operators = regexp.MustCompile(`^(\|\||&&|[|;&<>])`)

// wordPart matches a part of a word: a quoted string, $(...), or a run without special
// characters.
var wordPart = regexp.MustCompile(`^('[^']*'|"[^"]*"|\$\([^)]*\)|\$[^('"]|[^ \t\n|;&<>'"$]+)`)

// variables splits the words of a command into the variables that are set for it
// and the rest.
func (c shellCommand) variables() (set map[string]string, rest []string) {
	set, rest = map[string]string{}, c.words
	for len(rest) > 0 {
		name, value, ok := strings.Cut(rest[0], "=")
		if !ok || name == "" || strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") != "" {
			break
		}
		set[name] = value
		rest = rest[1:]
	}
	return set, rest
}

func TestShellCommands(t *testing.T) {
	const line = `A=1 podesta sim -x 'a b' < in | gzip > out; ` +
		`while podesta watch g; do ./p | podesta client "q r" -; done && podesta backup x/$(date +\%F).db # why`
	all, err := shellCommands(line)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, c := range all {
		set, words := c.variables()
		got += fmt.Sprintln(slices.Sorted(maps.Keys(set)), strings.Join(words, "|"), c.in, c.out, c.piped)
	}
	const want = `[A] podesta|sim|-x|a b in  false
[] gzip  out true
[] podesta|watch|g   false
[] ./p   false
[] podesta|client|q r|-   true
[] podesta|backup|x/$(date +\%F).db   false
`
	if got != want {
		t.Errorf("read as\n%s", got)
	}
	for _, wrong := range []string{"echo 'a", "echo $(date", `a "b`} {
		if _, err := shellCommands(wrong); err == nil {
			t.Errorf("%s is read", wrong)
		}
	}
}

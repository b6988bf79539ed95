package main

import (
	"errors"
	"flag"
	"io"
	"slices"
	"strings"
	"testing"
)

// TestClientPage parses every command on the page about the client as the
// program does: the command must exist, with the flags and the number of
// arguments.
func TestClientPage(t *testing.T) {
	used := map[string]bool{}
	for _, b := range blocks(t, "../../docs/client.md") {
		for _, line := range b.lines {
			line, _, _ = strings.Cut(line, " # ")
			for part := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == ';' || r == '|' || r == '<' }) {
				_, command, ok := strings.Cut(part, "podesta client ")
				if !ok {
					continue
				}
				args := arguments(command)
				if len(args) == 0 {
					continue
				}
				used[args[0]] = true
				if err := readCommand(t, args); err != nil {
					t.Errorf("podesta client %s: %v", command, err)
				}
			}
		}
	}
	if len(used) < 30 {
		t.Errorf("only %d commands on the page", len(used))
	}
}

// readCommand parses a command without running it: its address cannot be
// reached.
func readCommand(t *testing.T, args []string) error {
	t.Helper()
	all := clientCommands()
	i := slices.IndexFunc(all, func(c clientCommand) bool { return c.name == args[0] })
	if i < 0 {
		return errUsage
	}
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Chdir(t.TempDir())
	s := &clientRun{env: env{strings.NewReader(""), io.Discard, io.Discard}, Context: t.Context(), command: &all[i], args: args[1:]}
	s.flags = flag.NewFlagSet(args[0], flag.ContinueOnError)
	s.flags.SetOutput(io.Discard)
	s.flags.StringVar(&s.judge, "judge", "http://127.0.0.1:1", "")
	s.flags.BoolVar(&s.raw, "json", false, "")
	s.flags.BoolVar(&s.plain, "plain-http", false, "")
	if args[0] == "login" { // it would call the judge on the page
		s.args[0] = strings.Replace(s.args[0], "https://judge.example.org", "http://127.0.0.1:1", 1)
	}
	if args[0] == "watch" { // it would try repeatedly
		s.args = append(s.args, "-judge", "no address")
	}
	if err := s.command.run(s); errors.Is(err, errUsage) {
		return err
	}
	return nil // it was parsed, and then there was no judge
}

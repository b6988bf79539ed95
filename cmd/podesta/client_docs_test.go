package main

import (
	"errors"
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

// readCommand runs a command with a judge that cannot be reached, so that the command is only
// parsed.
func readCommand(t *testing.T, args []string) error {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Chdir(t.TempDir())
	judge := "http://127.0.0.1:1"
	switch args[0] {
	case "login": // it would call the judge on the page
		args[1] = strings.Replace(args[1], "https://judge.example.org", judge, 1)
	case "watch": // it would try repeatedly
		judge = "no address"
	}
	var said strings.Builder
	all := slices.Concat(args[:1], []string{"-judge", judge}, args[1:])
	if runClient(env{strings.NewReader(""), io.Discard, &said}, all) == 2 {
		return errors.New(said.String())
	}
	return nil // it was parsed, and then could not reach a judge
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestScenariosPage compares the page about scenarios with the program: its
// example is valid, is interpreted as shown on the page, and can be drawn and
// played.
func TestScenariosPage(t *testing.T) {
	const page = "../../docs/scenarios.md"
	examples, answers := fenced(t, page, "yaml"), fenced(t, page, "text")
	if len(examples) != 1 || len(answers) != 1 {
		t.Fatalf("%d examples, %d answers", len(examples), len(answers))
	}
	dir := inDir(t, map[string]string{"serena.yaml": examples[0]})
	name := filepath.Join(dir, "serena.yaml")
	status, out, bad := podesta("", "scenario", "check", name)
	if status != 0 || bad != "" || strings.ReplaceAll(out, dir+string(os.PathSeparator), "") != answers[0]+"\n" {
		t.Errorf("check: status %d %s\n%s\nthe page shows\n%s", status, bad, out, answers[0])
	}
	if status, out, bad = podesta("", "map", name); status != 0 || !strings.Contains(out, "Capo Lungo") {
		t.Errorf("map: status %d %s", status, bad)
	}
	script := "santafiora: A Santafiora - Rivabella\nF Capo Lungo - Mare Aperto\nprocess\nshow santafiora\nsantafiora: F Mare Aperto - Golfo Chiaro\nprocess\nshow santafiora\n"
	status, out, bad = podesta(script, "play", "-scenario", name, "-preset", "njudge-classic", "-strict")
	if status != 0 || !strings.Contains(out, "A1 Rivabella, F1 Mare Aperto") || !strings.Contains(out, "A1 Rivabella, F1 Golfo Chiaro") {
		t.Errorf("play: status %d %s\n%s", status, bad, out)
	}
}

package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestMastersTerminal runs every terminal command in docs/masters.md as the
// master of a game, and checks its output. It fails for a command on the page
// that it does not run.
func TestMastersTerminal(t *testing.T) {
	page, err := os.ReadFile("../../docs/masters.md")
	if err != nil {
		t.Fatal(err)
	}
	// The column for the terminal leaves out "podesta client".
	printed := regexp.MustCompile("`(podesta client [^`\n]+|(?:deadline|process|pause|resume|absence|orders|eject|set|bot|promote|predict) cosimo[^`\n]*)`")
	var all []string
	for _, m := range printed.FindAllStringSubmatch(string(page), -1) {
		if c := strings.TrimPrefix(m[1], "podesta client "); !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	h := openHall(t, "bianca", "ada", "bruno", "carla", "dino", "elsa")
	t.Chdir(t.TempDir())
	if err := os.WriteFile("file", []byte("A Pavia H\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, token := range h.tokens {
		h.say(name, token+"\n", "login", h.url)
	}
	ran := map[string]bool{}
	run := func(command string, says ...string) {
		t.Helper()
		ran[command] = true
		if !slices.Contains(all, command) {
			t.Errorf("the page has no %q any more", command)
		}
		said := h.say("bianca", "", arguments(command)...)
		for _, want := range says {
			if !strings.Contains(said, want) {
				t.Errorf("podesta client %s does not say %q but:\n%s", command, want, said)
			}
		}
	}
	run("create cosimo -scenario A -variant A-4 -set listed=true -set nmr=true", "cosimo")
	for _, name := range []string{"ada", "bruno", "carla", "dino"} {
		h.say(name, "", "join", "cosimo")
	}
	g, err := h.Judge.Base.FindGame(t.Context(), "cosimo")
	if err != nil {
		t.Fatal(err)
	}
	elsa, err := h.Judge.Users.AccountByEmail(t.Context(), "elsa@example.org")
	if err == nil {
		err = h.Judge.Lobby.Observe(t.Context(), g.ID, elsa.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	run("show cosimo", "spring 1385 orders", "you are: master")
	for _, c := range []string{
		"deadline cosimo +48h", "absence cosimo -seat 1 2026-12-24 2027-01-20", "orders cosimo -seat 1 file",
		"pause cosimo", "resume cosimo", "predict cosimo", "process cosimo", `rollback cosimo 1 -why "…"`, `edit cosimo "treasury venice +3" -check`,
	} {
		run(c)
	}
	run("acts cosimo", "rolled back to the beginning of Spring 1385", "Reason: …")
	for _, c := range []string{"set cosimo bots=true", "eject cosimo 1", "bot cosimo 1"} {
		run(c)
	}
	ran["promote cosimo ACCOUNT"] = true // ACCOUNT is a placeholder for the ID of an account
	h.say("bianca", "", "promote", "cosimo", elsa.ID)
	if r, err := h.Judge.Base.RoleOf(t.Context(), g.ID, elsa.ID); err != nil || !r.Master {
		t.Errorf("the second master is %+v, %v", r, err)
	}
	run("export cosimo cosimo.json")
	if text, err := os.ReadFile("cosimo.json"); err != nil || !strings.Contains(string(text), "cosimo") {
		t.Errorf("the exported game: %v", err)
	}
	// The start command with -bots needs a forming game.
	h = openHall(t, "bianca", "ada")
	h.say("bianca", h.tokens["bianca"]+"\n", "login", h.url)
	h.say("bianca", "", "create", "cosimo", "-scenario", "A", "-variant", "A-4", "-set", "bots=true")
	h.say("ada", h.tokens["ada"]+"\n", "login", h.url)
	h.say("ada", "", "join", "cosimo")
	run("start cosimo -bots hard")
	ran["import"] = true // the page mentions the command without a file
	h.say("bianca", "", "import", "cosimo.json")
	for _, c := range all {
		if !ran[c] {
			t.Errorf("nothing runs podesta client %s", c)
		}
	}
}

// TestMastersRules runs the commands in docs/masters.md for reading the rules, and checks that
// none is refused, and that each prints what the page says.
func TestMastersRules(t *testing.T) {
	promised := []string{"Classic judge", "1995", "", "treasury-visibility", "# ", "Le regole"}
	ran := 0
	for _, b := range blocks(t, "../../docs/masters.md") {
		for _, line := range b.lines {
			command, _, _ := strings.Cut(line, "  #")
			command, _, _ = strings.Cut(command, " > ")
			if b.language != "" || !strings.HasPrefix(command, "podesta rules") {
				continue
			}
			status, out, bad := podesta("", arguments(command)[1:]...)
			if status != 0 || len(out) < 1000 || ran >= len(promised) || !strings.Contains(out, promised[ran]) {
				t.Errorf("%s: status %d, %d bytes\n%s", command, status, len(out), bad)
			}
			ran++
		}
	}
	if ran != len(promised) {
		t.Errorf("%d commands", ran)
	}
}

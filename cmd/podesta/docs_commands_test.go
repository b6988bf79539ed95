package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"podesta/internal/client/cli"
	"podesta/internal/config"
	"podesta/internal/store"
)

// otherwiseRun lists blocks of commands that another test runs. A block is identified by its
// document and the beginning of its first line.
var otherwiseRun = []struct{ page, begins, file, test string }{
	{"docs/agents.md", "", "cmd/podesta/mcp_test.go", "TestAgentsPage"},
	{"docs/api.md", "curl ", "internal/api/docs_test.go", "TestPageRequests"},
	{"docs/api.md", "npm install ", "tools/clients/clients_test.go", "TestTypeScript"},
	{"docs/api.md", "go get -tool ", "tools/clients/clients_test.go", "TestGo"},
	{"docs/operators.md", "sudo apt-get install postfix", "internal/mailgame/setup_test.go", "TestPostfixAsDocumented"},
	{"docs/upkeep.md", "sudo -u postgres ", "cmd/podesta/restore_test.go", "TestRestorePostgres"},
	{"docs/upkeep.md", "sudo systemctl stop podesta postgresql", "cmd/podesta/restore_test.go", "TestRestorePostgres"},
}

// notRun lists the programs that no test runs as the documents do, each with the reason. Their
// arguments are still checked for names of podesta's commands, files and variables.
var notRun = map[string]string{
	".":            "a virtual environment of Python",
	"./bot-go":     "it needs a judge; the tests in examples play with it",
	"./my-program": "it stands for the reader's program",
	"apt-get":      "it installs packages; TestInstalled in tools/release installs that of podesta",
	"cp":           "it writes to the system's folders",
	"createdb":     "it needs PostgreSQL's superuser; TestRestorePostgres creates databases so",
	"createuser":   "it needs PostgreSQL's superuser",
	"diff":         "it compares what two revisions of podesta wrote",
	"dnf":          "it installs packages; tools/release checks those that it makes",
	"go":           "it takes minutes: tests, or games from which computer players learn",
	"gzip":         "it is not podesta's",
	"install":      "it writes to the system's folders",
	"pip":          "python/tests installs the wheel",
	"podman":       "it needs an image; tools/release makes it and checks what is in it",
	"python3":      "python/tests has the package, and the tests in examples the bot",
	"sed":          "it writes to the system's folders",
	"sha256sum":    "it needs a release; TestSign in tools/release verifies one",
	"ssh-keygen":   "it needs a release; TestSign in tools/release verifies one",
	"systemctl":    "it needs systemd",
	"useradd":      "it changes the system's users",
}

// onlyParsed lists the commands of podesta that are not run, each with the reason. Only their
// flags and arguments are parsed.
var onlyParsed = map[string]string{
	"data":   "without a subcommand it prints what it can do, and fails",
	"doctor": "it asks the DNS",
	"mail":   "it needs an e-mail and a judge",
	"mcp":    "it needs a judge; TestAgentsPage runs it",
	"serve":  "it does not end; other tests run it as a process",
	"setup":  "it asks the DNS; TestSetup holds whole interviews",
}

// desk is the state of a test that runs the commands of documents.
type desk struct {
	t      *testing.T
	root   string            // the folder with the source tree
	files  map[string]string // contents of the files that blocks show, keyed by name
	makes  string            // the content of the Makefile
	folder string            // working directory for the commands of a document
	used   map[string]bool   // rows of the lists above that were needed
	ran    map[string]int    // number of commands run, keyed by program
}

// documents returns the names of the documents whose commands run.
func documents(t *testing.T, root string) []string {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(pages) < 20 {
		t.Fatalf("%d documents, %v", len(pages), err)
	}
	for i, p := range pages {
		pages[i] = "docs/" + filepath.Base(p)
	}
	return append([]string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md"}, pages...)
}

// newDesk prepares the files that commands in documents read: those that blocks
// show, a scenario, a judge's data and its configuration.
func newDesk(t *testing.T) *desk {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, root: root, files: map[string]string{}, used: map[string]bool{}, ran: map[string]int{}}
	d.makes = d.read("Makefile")
	for _, p := range documents(t, root) {
		for _, b := range blocks(t, filepath.Join(root, p)) {
			if b.file != "" && !strings.Contains(b.file, "/") {
				d.files[b.file] = strings.Join(b.lines, "\n") + "\n"
			}
		}
	}
	_, d.files["mine.yaml"], _ = podesta("", "scenario", "export", "B")
	d.files["cases.jsonl"] = strings.Join(strings.Fields(d.files["case.json"]), " ") + "\n"
	data := t.TempDir()
	st, err := store.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	d.files["podesta.toml"] = fmt.Sprintf("data = %q\n", data)
	return d
}

// read reads a file of the source tree.
func (d *desk) read(name string) string {
	d.t.Helper()
	text, err := os.ReadFile(filepath.Join(d.root, name))
	if err != nil {
		d.t.Fatal(err)
	}
	return string(text)
}

// TestDocumentCommands runs each line of each block of commands in the documents. Commands that
// need a server, another machine or a long time are only parsed, and series of games are cut to
// one year of one game. The test fails for a command that is neither run by a test nor listed in
// notRun.
func TestDocumentCommands(t *testing.T) {
	d := newDesk(t)
	for _, p := range documents(t, d.root) {
		d.folder = t.TempDir()
		for name, text := range d.files {
			if err := os.WriteFile(filepath.Join(d.folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		for _, b := range blocks(t, filepath.Join(d.root, p)) {
			d.block(p, b)
		}
	}
	if d.ran["podesta"] < 60 || d.ran["podesta client"] < 40 || d.ran["make"] < 9 {
		t.Errorf("only these commands were found: %v", d.ran)
	}
	for _, o := range otherwiseRun {
		source := d.read(o.file)
		tests := strings.Contains(source, "func "+o.test+"(") && strings.Contains(source, o.page)
		if !tests || !d.used[o.page+o.begins] {
			t.Errorf("%s has no commands that begin with %q and are run by %s in %s", o.page, o.begins, o.test, o.file)
		}
	}
	for name := range maps.Keys(notRun) {
		if !d.used[name] {
			t.Errorf("no document has the command %s", name)
		}
	}
}

// block runs the commands of a block of shell commands, unless another test runs them.
func (d *desk) block(page string, b block) {
	switch {
	case b.file != "" || len(b.lines) == 0:
		return
	case b.language == "console":
		if !slices.Contains(consolePages, page) {
			d.t.Errorf("%s has a session, but is not in consolePages", page)
		}
		return
	case b.language == "sh", b.language == "bash", b.language == "" && d.begins(b.lines[0]):
	default:
		return
	}
	for _, o := range otherwiseRun {
		if o.page == page && strings.HasPrefix(b.lines[0], o.begins) {
			d.used[o.page+o.begins] = true
			return
		}
	}
	text := strings.ReplaceAll(strings.Join(b.lines, "\n"), "\\\n", " ")
	for line := range strings.Lines(text) {
		line = cron.ReplaceAllString(strings.TrimSpace(line), "")
		if masterCf.MatchString(line) {
			continue
		}
		line = strings.TrimPrefix(line, "argv=/usr/bin/")
		all, err := shellCommands(line)
		for _, c := range all {
			err = errors.Join(err, d.run(c))
		}
		if err != nil {
			d.t.Errorf("%s: %s\n%v", page, line, err)
		}
	}
}

// cron matches the schedule at the beginning of a crontab line.
var cron = regexp.MustCompile(`^[0-9]+ [0-9]+ \* \* \* `)

// masterCf matches the first line of podesta's service in Postfix's master.cf. The command is on
// the next line.
var masterCf = regexp.MustCompile(`^podesta unix `)

// begins reports whether the first line of a block without a language is a command.
func (d *desk) begins(line string) bool {
	all, err := shellCommands(cron.ReplaceAllString(strings.TrimSpace(line), ""))
	if err != nil || len(all) == 0 {
		return false
	}
	_, words := all[0].variables()
	if len(words) == 0 {
		return false
	}
	programs := []string{"podesta", "make", "sudo", "curl", "npm", "echo", "git"}
	return notRun[words[0]] != "" || slices.Contains(programs, words[0])
}

// run runs a command, or checks it if it cannot be run.
func (d *desk) run(c shellCommand) error {
	set, words := c.variables()
	for name := range set {
		if err := variable(name); err != nil {
			return err
		}
	}
	if len(words) == 0 {
		return nil
	}
	if words[0] == "sudo" {
		if words = words[1:]; words[0] == "-u" {
			words = words[2:]
		}
	}
	name := words[0]
	d.ran[name]++
	switch name {
	case "podesta":
		return d.podesta(c, words[1:])
	case "make":
		return d.make(words[1:])
	case "go":
		d.used[name] = true
		return d.goTool(words[1:])
	}
	if d.used[name] = true; notRun[name] == "" {
		return fmt.Errorf("nothing runs %s", name)
	}
	return d.mentioned(words)
}

// variable returns an error for an environment variable of podesta that nothing reads.
func variable(name string) error {
	if !strings.HasPrefix(name, "PODESTA_") {
		return nil
	}
	known := []string{
		config.FileVariable, cli.JudgeVariable, cli.TokenVariable,
		"PODESTA_URL", "PODESTA_TOKEN", // read by the programs in examples
	}
	for _, k := range config.Keys {
		known = append(known, "PODESTA_"+strings.ToUpper(strings.ReplaceAll(k.Name, ".", "_")))
	}
	if !slices.Contains(known, name) {
		return fmt.Errorf("nothing reads the variable %s", name)
	}
	return nil
}

// podesta runs podesta in the folder of the document, or parses its arguments.
func (d *desk) podesta(c shellCommand, args []string) error {
	if len(args) == 0 {
		return errors.New("podesta has no command")
	}
	for i, a := range args {
		switch {
		case a == "/etc/podesta/podesta.toml":
			args[i] = "podesta.toml"
		case strings.HasPrefix(a, "/var/backups/"):
			args[i] = filepath.Base(a)
		}
	}
	switch {
	case args[0] == "client" && (len(args) < 2 || args[1] != "help"):
		d.ran["podesta client"]++
		return readCommand(d.t, args[1:])
	case onlyParsed[args[0]] != "" && (args[0] != "data" || len(args) == 1), slices.Contains(args, "-player"):
		return parsed(args)
	}
	d.t.Chdir(d.folder)
	in := ""
	if c.in != "" {
		data, err := os.ReadFile(c.in)
		if err != nil {
			return err
		}
		in = string(data)
	}
	status, out, bad := podesta(in, short(args)...)
	if status != 0 {
		return fmt.Errorf("podesta %s: status %d\n%s%s", strings.Join(short(args), " "), status, out, bad)
	}
	if c.out != "" {
		return os.WriteFile(c.out, []byte(out), 0o600)
	}
	return nil
}

// short limits the arguments of a series of games to one year of one game.
func short(args []string) []string {
	series := slices.Contains([]string{"arena", "sim"}, args[0]) || args[0] == "data" && args[1] == "selfplay"
	if !series || slices.Contains(args, "-table") {
		return args
	}
	return slices.Concat(args, []string{"-games", "1", "-years", "1"}) // the last value counts
}

// parsed parses the arguments of a command with the command's own flags.
func parsed(args []string) error {
	var help helpReader
	var nowhere strings.Builder
	if status := run(env{strings.NewReader(""), &nowhere, &help}, []string{args[0], "-h"}); status != 0 {
		return fmt.Errorf("podesta %s: %s", args[0], help.String())
	}
	if help.set == nil { // a group; its subcommands are checked instead
		return nil
	}
	help.set.SetOutput(io.Discard)
	return parseAll(help.set, args[1:])
}

// readCommand runs a command of the client. Its judge cannot be reached, so only its arguments
// are parsed.
func readCommand(t *testing.T, args []string) error {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Chdir(t.TempDir())
	judge := "http://127.0.0.1:1"
	switch args[0] {
	case "login": // it would contact the judge named on the page
		args[1] = strings.Replace(args[1], "https://judge.example.org", judge, 1)
	case "watch": // it would try repeatedly
		judge = "no address"
	}
	var said strings.Builder
	all := slices.Concat(args[:1], []string{"-judge", judge}, args[1:])
	if runClient(env{strings.NewReader(""), io.Discard, &said}, all) == 2 {
		return errors.New(said.String())
	}
	return nil // parsing succeeded, and only the connection failed
}

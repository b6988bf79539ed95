package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"podesta/internal/api"
	"podesta/internal/client/cli"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/mcp"
	"podesta/internal/notify/channel"
	"podesta/internal/notify/webhook"
	"podesta/internal/wiring"
)

// The client prints times in the zone of its machine, which in tests is UTC.
func init() { time.Local = time.UTC }

// judgeHall is a judge with its API for tests of the client, and people with
// accounts, each with a folder for settings.
type judgeHall struct {
	*judgetest.House
	t       *testing.T
	url     string
	folder  string
	tokens  map[string]string // API tokens, keyed by person
	letters *judgetest.Letters
}

func openHall(t *testing.T, people ...string) *judgeHall {
	t.Helper()
	h := &judgeHall{
		House: judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)), t: t, folder: t.TempDir(),
		tokens: map[string]string{}, letters: &judgetest.Letters{},
	}
	a := api.New(api.Deps{
		Channels: map[game.HookFormat]channel.Channel{game.HookJSON: webhook.JSON{Client: webhook.Client(true), Near: true}},
		Judge:    wiring.API(h.Judge), Clock: h.Clock, Version: "test", Letters: h.letters, Log: slog.New(slog.DiscardHandler), Poll: 10 * time.Millisecond,
		Limits: api.Limits{Rate: 1e6, Burst: 1e6, StrangerRate: 1e6, Strangers: 1e6},
	})
	agents, err := mcp.Inside(mcp.Options{Judge: "https://judge.example.org", Version: "test"}, a)
	h.Must(err)
	mux := http.NewServeMux()
	mux.Handle("/", a)
	mux.Handle("/mcp", agents)
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	t.Cleanup(a.Close)
	h.url = srv.URL
	for _, name := range people {
		h.tokens[name] = h.Token(h.Person(name).ID)
	}
	return h
}

// as makes a person run the following commands.
func (h *judgeHall) as(name string) {
	h.t.Setenv("XDG_CONFIG_HOME", filepath.Join(h.folder, name))
	h.t.Setenv("HOME", filepath.Join(h.folder, name))
	h.t.Setenv(cli.JudgeVariable, "")
	h.t.Setenv(cli.TokenVariable, "")
}

// settled replaces everything in an output that differs between runs.
func (h *judgeHall) settled(text string) string {
	text = strings.ReplaceAll(text, h.url, "http://judge")
	for name, token := range h.tokens {
		if strings.Contains(text, token) {
			h.t.Errorf("the output contains the token of %s: %s", name, text)
		}
	}
	text = regexp.MustCompile(`\([a-z0-9]{8}\)`).ReplaceAllString(text, "(ID)")
	text = regexp.MustCompile(`(#|-after )[0-9]{4,}`).ReplaceAllString(text, "$1(SEQ)")
	text = regexp.MustCompile(`/g/[a-z0-9]{8}\?key=[A-Za-z0-9_-]+`).ReplaceAllString(text, "/g/ID?key=KEY")
	text = regexp.MustCompile(`\b[a-z2-7]{26}\b`).ReplaceAllString(text, "SECRET")
	text = regexp.MustCompile(`(?m)account [a-z0-9]{8,}|^[a-z0-9]{8}(;|  )`).ReplaceAllString(text, "ID$1")
	text = regexp.MustCompile(`(?m)  [a-z0-9]{8}$`).ReplaceAllString(text, "  ID")
	text = regexp.MustCompile(`\.svg: \d+ KB`).ReplaceAllString(text, ".svg: SOME KB")
	return regexp.MustCompile(`engine \S+`).ReplaceAllString(text, "engine VERSION")
}

// TestClientSession runs the session in testdata/client.session: lines "NAME$
// podesta client ARGUMENTS", lines of input after ">", and the output. In the
// input, TOKEN stands for the person's token, and URL for the judge's address.
func TestClientSession(t *testing.T) {
	const file = "testdata/client.session"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	h := openHall(t, "bianca", "ada", "bruno")
	root, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	var b strings.Builder
	lines := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	for i := 0; i < len(lines); {
		who, command, ok := strings.Cut(lines[i], "$ podesta ")
		if !ok {
			if i == 0 || strings.HasPrefix(lines[i], "# ") {
				b.WriteString(lines[i] + "\n")
			}
			i++
			continue
		}
		b.WriteString(lines[i] + "\n")
		var in strings.Builder
		for i++; i < len(lines) && strings.HasPrefix(lines[i], "> "); i++ {
			b.WriteString(lines[i] + "\n")
			in.WriteString(strings.ReplaceAll(strings.TrimPrefix(lines[i], "> "), "TOKEN", h.tokens[who]) + "\n")
		}
		h.as(who)
		status, out, bad := podesta(in.String(), arguments(strings.ReplaceAll(command, "URL", h.url))...)
		b.WriteString(h.settled(out + bad))
		if status != 0 {
			fmt.Fprintf(&b, "[status %d]\n", status)
		}
	}
	if got, want := b.String(), string(data); got != want {
		if *update {
			if err := os.WriteFile(root, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			return
		}
		t.Error(firstDifference(want, got))
	}
}

// say runs a command as a person, which must succeed, and returns its output.
func (h *judgeHall) say(name, in string, args ...string) string {
	h.t.Helper()
	h.as(name)
	status, out, bad := podesta(in, append([]string{"client"}, args...)...)
	if status != 0 {
		h.t.Fatalf("podesta client %s: status %d, %s%s", strings.Join(args, " "), status, out, bad)
	}
	return out
}

// TestClientLogin signs in in every way, and checks what is stored.
func TestClientLogin(t *testing.T) {
	h := openHall(t, "ada")
	file := filepath.Join(h.folder, "ada", "podesta", "client.json")
	kept := func() string {
		t.Helper()
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("others may read what is stored: %v, %v", info.Mode(), err)
		}
		if info, err := os.Stat(filepath.Dir(file)); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("the folder: %v, %v", info.Mode(), err)
		}
		return string(data)
	}
	h.say("ada", h.tokens["ada"]+"\n", "login", h.url)
	if !strings.Contains(kept(), h.tokens["ada"]) {
		t.Errorf("stored: %s", kept())
	}
	h.say("ada", "", "login", h.url, "-token", h.tokens["ada"])

	// The secret in an e-mail signs a person in once; in that session they set their password.
	h.as("ada")
	status, _, bad := podesta("guess\n", "client", "login", h.url, "-letter", "ada@example.org")
	if status != 1 || !strings.Contains(bad, "[unauthorized]") {
		t.Errorf("a guessed secret: status %d, %s", status, bad)
	}
	link := h.url + "/signin?token=" + h.letters.Secret("ada@example.org")
	session := &letterReader{h: h, prefix: h.url + "/signin?token="}
	var out strings.Builder
	if status := run(env{session, &out, &out}, []string{"client", "login", h.url, "-letter", "ada@example.org", "-session"}); status != 0 {
		t.Fatalf("with a letter: status %d, %s", status, out.String())
	}
	if strings.Contains(out.String(), session.secret()) || strings.Contains(kept(), h.tokens["ada"]) || link == "" {
		t.Errorf("by e-mail: %s, stored %s", out.String(), kept())
	}
	const password = "a long and winding road"
	h.say("ada", `{"password": "`+password+`"}`, "api", "PUT", "/me/password", "-")
	h.say("ada", password+"\n", "login", h.url, "-email", "ada@example.org")
	if text := kept(); strings.Contains(text, password) {
		t.Errorf("the password is stored: %s", text)
	}
	list := h.say("ada", "", "api", "GET", "/me/tokens")
	if !strings.Contains(list, `"label":"podesta client`) || !strings.Contains(list, `"current":true`) {
		t.Errorf("tokens: %s", list)
	}
	h.as("ada")
	status, _, bad = podesta("misremembered\n", "client", "login", h.url, "-email", "ada@example.org")
	if status != 1 || strings.Contains(bad, "misremembered") {
		t.Errorf("a wrong password: status %d, %s", status, bad)
	}

	// The environment overrides stored settings.
	h.as("nobody")
	t.Setenv(cli.JudgeVariable, h.url)
	t.Setenv(cli.TokenVariable, h.tokens["ada"])
	if status, out, bad := podesta("", "client", "whoami"); status != 0 || !strings.Contains(out, "ada@example.org") {
		t.Errorf("by the environment: status %d, %s%s", status, out, bad)
	}
	t.Setenv(cli.JudgeVariable, "http://judge.example.org")
	if status, _, bad := podesta("", "client", "whoami"); status != 1 || !strings.Contains(bad, "use https") || strings.Contains(bad, h.tokens["ada"]) {
		t.Errorf("over http: status %d, %s", status, bad)
	}
	h.say("ada", "", "logout", "-drop")
	if text := kept(); strings.Contains(text, "token") {
		t.Errorf("after the logout: %s", text)
	}
}

// letterReader types the link in an e-mail once the e-mail has arrived.
type letterReader struct {
	h      *judgeHall
	prefix string
	typed  bool
}

func (l *letterReader) secret() string {
	return l.h.letters.Secret("ada@example.org")
}

func (l *letterReader) Read(p []byte) (int, error) {
	if l.typed {
		return 0, io.EOF
	}
	l.typed = true
	return copy(p, l.prefix+l.secret()+"\n"), nil
}

// TestClientCode signs in at an account with a second factor, which asks for a
// code.
func TestClientCode(t *testing.T) {
	h := openHall(t)
	const password = "a long and winding road"
	ctx, id := t.Context(), h.Person("ada").ID
	if err := h.Judge.Users.SetPassword(ctx, id, password); err != nil {
		t.Fatal(err)
	}
	secret, err := h.Judge.Users.BeginFactor(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	code, err := totp.GenerateCode(secret, h.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	spare, err := h.Judge.Users.ConfirmFactor(ctx, id, "", code)
	if err != nil {
		t.Fatal(err)
	}
	h.as("ada")
	login := []string{"client", "login", h.url, "-email", "ada@example.org"}
	if status, _, bad := podesta(password+"\n", login...); status != 1 || !strings.Contains(bad, "no secret on the standard input") {
		t.Errorf("without a code: status %d, %s", status, bad)
	}
	if status, _, bad := podesta(password+"\n000000\n", login...); status != 1 || !strings.Contains(bad, "The code is wrong") {
		t.Errorf("with a wrong code: status %d, %s", status, bad)
	}
	h.say("ada", password+"\n"+spare[0]+"\n", "login", h.url, "-email", "ada@example.org")
	if text := h.say("ada", "", "whoami"); !strings.Contains(text, "ada@example.org") {
		t.Errorf("signed in as %s", text)
	}
}

// TestClientOpenData gives permission for researchers to use the games of an account, and
// withdraws it.
func TestClientOpenData(t *testing.T) {
	h := openHall(t, "ada")
	h.say("ada", h.tokens["ada"]+"\n", "login", h.url)
	if text := h.say("ada", "", "profile", "openData=yes", "zone=Europe/Rome"); !strings.Contains(text, "Europe/Rome\nresearchers may have your public games") {
		t.Error(text)
	}
	if text := h.say("ada", "", "profile", "openData=no"); strings.Contains(text, "researchers") {
		t.Error(text)
	}
	if status, _, bad := podesta("", "client", "profile", "openData=maybe"); status != 1 || !strings.Contains(bad, "expected openData=yes or openData=no") {
		t.Errorf("status %d, %s", status, bad)
	}
}

// TestClientLinks plays a game that is played by links: each link signs in to
// its own game.
func TestClientLinks(t *testing.T) {
	h := openHall(t)
	made := h.say("master", "", "create", "Links", "-links", "-scenario", "A", "-variant", "A-2", "-judge", h.url)
	links := regexp.MustCompile(`http\S+`).FindAllString(made, -1)
	if len(links) != 3 {
		t.Fatalf("links: %s", made)
	}
	_, id, _ := strings.Cut(links[0], "/g/")
	id, _, _ = strings.Cut(id, "?")
	if out := h.say("master", "", "login", links[0]); !strings.Contains(out, "master of Links") {
		t.Errorf("the master: %s", out)
	}
	if out := h.say("player", "", "login", links[1]); !strings.Contains(out, "Florence and Naples (seat 1) of Links") {
		t.Errorf("a player: %s", out)
	}
	h.say("player", "A Florence H\n", "orders", id, "-")
	if out := h.say("player", "", "show", id); !strings.Contains(out, "you are: Florence and Naples (seat 1)") {
		t.Errorf("show: %s", out)
	}
	h.as("player")
	if status, _, bad := podesta("", "client", "process", id); status != 1 || !strings.Contains(bad, "[forbidden]") {
		t.Errorf("a player processes: status %d, %s", status, bad)
	}
	if out := h.say("master", "", "process", id, "-json"); !strings.Contains(out, `"number":1`) {
		t.Errorf("process: %s", out)
	}
	h.say("master", "", "deadline", id, "none")
}

// TestClientMakeAndPlay creates a game in which its creator plays.
func TestClientMakeAndPlay(t *testing.T) {
	h := openHall(t, "bianca", "ada")
	for name, token := range h.tokens {
		h.say(name, token+"\n", "login", h.url)
	}
	for _, wrong := range [][]string{{"-play", "-links"}, {"-wish", "VI"}} {
		h.as("bianca")
		if status, _, _ := podesta("", append([]string{"client", "create", "Siena", "-scenario", "A", "-variant", "A-2"}, wrong...)...); status != 2 {
			t.Errorf("%v: status %d", wrong, status)
		}
	}
	h.say("bianca", "", "create", "Siena", "-scenario", "A", "-variant", "A-2", "-play", "-wish", "VI", "-set", "listed=true")
	if out := h.say("bianca", "", "show", "Siena"); !strings.Contains(out, "a player") || strings.Contains(out, "master") {
		t.Errorf("the creator is\n%s", out)
	}
	h.say("ada", "", "join", "Siena", "LN")
	if out := h.say("bianca", "", "show", "Siena"); !strings.Contains(out, "Venice and Milan (seat") {
		t.Errorf("it has begun as\n%s", out)
	}
	if out := h.say("bianca", "", "agree", "Siena"); !strings.Contains(out, "later: 0 of 2 agree") {
		t.Errorf("the motions are\n%s", out)
	}
	if out := h.say("bianca", "", "agree", "Siena", "later"); !strings.Contains(out, "1 of 2 players agree.") {
		t.Errorf("after agreeing\n%s", out)
	}
	if out := h.say("bianca", "", "agree", "Siena", "later", "off"); !strings.Contains(out, "0 of 2 players agree.\n") {
		t.Errorf("after withdrawing it\n%s", out)
	}
	h.as("ada")
	for _, x := range []struct{ args, says string }{{"agree Siena later of", "Did you mean off?"}, {"vote Siena drow", "Did you mean draw?"}, {"voet Siena", "Did you mean vote?"}, {"agree Siena latter", "Did you mean later?"}} {
		if status, _, bad := podesta("", append([]string{"client"}, strings.Fields(x.args)...)...); status == 0 || !strings.Contains(bad, x.says) {
			t.Errorf("%s: status %d, %s", x.args, status, bad)
		}
	}
	if status, _, bad := podesta("", "client", "agree", "Siena", "peace"); status != 1 || !strings.Contains(bad, "[invalid]") {
		t.Errorf("a motion that does not exist: status %d, %s", status, bad)
	}
}

// TestClientWatch checks that the command prints events and ends after the expected one.
func TestClientWatch(t *testing.T) {
	h := openHall(t, "bianca", "ada", "bruno")
	for name, token := range h.tokens {
		h.say(name, token+"\n", "login", h.url)
	}
	h.say("bianca", "", "create", "Siena 12", "-scenario", "A", "-variant", "A-2", "-set", "manualProcess=true")
	h.say("ada", "", "join", "Siena 12", "VI")
	h.say("bruno", "", "join", "Siena 12", "LN")
	type end struct {
		status   int
		out, bad string
	}
	watch := func(args ...string) (out *watched, done chan end) {
		h.as("ada")
		out, done = &watched{lines: make(chan string, 1000)}, make(chan end, 1)
		var bad strings.Builder
		go func() {
			status := run(env{strings.NewReader(""), out, &bad}, append([]string{"client", "watch", "-until", "result"}, args...))
			done <- end{status, out.text(), bad.String()}
		}()
		out.wait(t, "spring 1385 orders") // by then it has read its settings
		return out, done
	}
	plain, ended := watch("Siena 12")
	raw, endedRaw := watch("-json")
	h.say("bruno", "", "press", "Siena 12", "venice", "Shall we \x1b[2J share?")
	plain.wait(t, "Shall we")
	raw.wait(t, "Shall we")
	h.say("bianca", "", "process", "Siena 12")
	e := <-ended
	for _, want := range []string{"press from florence, naples to venice, milan", "  Shall we [2J share?", "result of phase 1, spring 1385 orders", "Next: summer 1385 orders"} {
		if e.status != 0 || !strings.Contains(e.out, want) {
			t.Errorf("no %q: status %d, %q %s", want, e.status, e.out, e.bad)
		}
	}
	e = <-endedRaw
	last := ""
	for line := range strings.Lines(e.out) {
		var x struct {
			Event, ID string
			Data      map[string]any
		}
		if err := json.Unmarshal([]byte(line), &x); err != nil || x.Event == "" || x.Data == nil {
			t.Errorf("%s: %v", line, err)
		}
		last = x.Event + " " + fmt.Sprint(x.Data["kind"])
	}
	if e.status != 0 || last != "entry result" {
		t.Errorf("status %d, the last: %s %s", e.status, last, e.bad)
	}
}

// watched is the output of a running command, line by line.
type watched struct {
	mu    sync.Mutex
	all   strings.Builder
	lines chan string
}

func (w *watched) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all.Write(p)
	w.lines <- string(p)
	return len(p), nil
}

func (w *watched) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.all.String()
}

// wait waits until the output contains a text.
func (w *watched) wait(t *testing.T, text string) {
	t.Helper()
	for {
		select {
		case line := <-w.lines:
			if strings.Contains(line, text) {
				return
			}
		case <-time.After(5 * time.Minute):
			t.Fatalf("it does not say %q: %s", text, w.text())
		}
	}
}

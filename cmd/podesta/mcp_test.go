package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"podesta/internal/client/cli"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const agentsPage = "../../docs/agents.md"

// hostEntry is a server in the configuration of an MCP host.
type hostEntry struct {
	Type, Command, URL string
	Args               []string
	Env, Headers       map[string]string
}

// agentsSession follows the instructions on the page about agents.
type agentsSession struct {
	*judgeHall
	key   string            // key of the agent
	words *strings.Replacer // replaces the placeholders on the page
}

// line runs a line of a block of commands, as its reader would.
func (s *agentsSession) line(text string) {
	s.t.Helper()
	in := ""
	if typed, rest, ok := strings.Cut(text, " | "); ok {
		in = strings.Trim(strings.TrimPrefix(typed, "echo "), "'") + "\n"
		text = rest
	}
	if strings.Contains(text, " login ") { // the program asks for the password
		in = password + "\n"
	}
	set, command, ok := strings.Cut(text, "podesta ")
	if !ok {
		s.t.Fatalf("the page has the command %q", text)
	}
	if name, value, ok := strings.Cut(strings.TrimSpace(set), "="); ok {
		s.t.Setenv(name, s.words.Replace(value))
		defer func() { _ = os.Unsetenv(name) }()
	}
	status, out, bad := podesta(s.words.Replace(in), arguments(s.words.Replace(command))...)
	if status != 0 {
		s.t.Fatalf("podesta %s: status %d, %s%s", command, status, out, bad)
	}
	switch {
	case strings.HasPrefix(command, "client tokens add"):
		s.key = strings.TrimSpace(out)
		s.tokens["agent"] = s.key
		s.words = strings.NewReplacer("https://judge.example.org", s.url, "THE-KEY", s.key)
	case strings.HasPrefix(command, "mcp"):
		if out != "Agente plays at "+s.url+", as a program.\n" {
			s.t.Errorf("podesta %s: %s", command, out)
		}
	}
}

// connected returns a host that has connected to a server according to its configuration.
func (s *agentsSession) connected(e hostEntry) *sdk.ClientSession {
	s.t.Helper()
	var way sdk.Transport
	if e.URL == "" {
		if e.Command != "podesta" {
			s.t.Errorf("the command is %q", e.Command)
		}
		cmd := exec.Command(os.Args[0], e.Args...)
		cmd.Env = append(outside(), asProgram+"=free", "HOME="+s.t.TempDir(), "XDG_CONFIG_HOME="+s.t.TempDir())
		for _, name := range slices.Sorted(maps.Keys(e.Env)) {
			cmd.Env = append(cmd.Env, name+"="+e.Env[name])
		}
		way = &sdk.CommandTransport{Command: cmd}
	} else {
		way = &sdk.StreamableClientTransport{Endpoint: e.URL, HTTPClient: &http.Client{Transport: withHeaders(e.Headers)}}
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(s.t.Context(), way, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = session.Close() })
	return session
}

// withHeaders adds headers to requests.
type withHeaders map[string]string

func (h withHeaders) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name, value := range h {
		r.Header.Set(name, value)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// tell calls a tool, which must succeed.
func tell(t *testing.T, s *sdk.ClientSession, name string, arguments any) string {
	t.Helper()
	res, err := s.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
	if err != nil || res.IsError {
		t.Fatalf("%s: %v, %+v", name, err, res)
	}
	return res.Content[0].(*sdk.TextContent).Text
}

// TestAgentsPage follows the page about agents: its commands, the configurations of hosts and the
// server over HTTP, from creating two accounts to an agent that plays.
func TestAgentsPage(t *testing.T) {
	s := &agentsSession{judgeHall: openHall(t)}
	s.words = strings.NewReplacer("https://judge.example.org", s.url)
	for name, email := range map[string]string{"Ada": "ada@example.org", "Agente": "agent@example.org"} {
		_, proof, err := s.Users.Register(t.Context(), name, email, "UTC")
		s.Must(err)
		a, err := s.Users.Verify(t.Context(), proof.Secret())
		s.Must(err)
		s.Must(s.Users.SetPassword(t.Context(), a.ID, password))
	}
	s.as("ada")
	root, err := filepath.Abs(agentsPage)
	if err != nil {
		t.Fatal(err)
	}
	page := blocks(t, root)
	var hosts []*sdk.ClientSession
	var tools []string
	for _, b := range page {
		text := strings.Join(b.lines, "\n")
		switch {
		case b.language == "json":
			var c map[string]map[string]hostEntry
			if err := json.Unmarshal([]byte(s.words.Replace(text)), &c); err != nil || len(c) != 1 {
				t.Fatalf("%v: %s", err, text)
			}
			for _, servers := range c {
				hosts = append(hosts, s.connected(servers["podesta"]))
			}
			list, err := hosts[len(hosts)-1].ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			tools = tools[:0]
			for _, x := range list.Tools {
				tools = append(tools, x.Name)
			}
			if got := tell(t, hosts[len(hosts)-1], "list_games", nil); !strings.HasPrefix(got, "You are Agente, the account of a program") {
				t.Errorf("list_games: %s", got)
			}
		case b.language == "sh":
			for _, line := range b.lines {
				s.line(line)
				if strings.Contains(line, "client create") {
					if _, got, _ := podesta("", "client", "api", "GET", "games/lucca/hosting"); strings.Count(got, `"min":0,`) != 3 || strings.Count(got, `"delay":0,`) != 3 {
						t.Errorf("the game waits although all are ready: %s", got)
					}
					if got := tell(t, hosts[0], "list_games", map[string]any{"which": "open"}); !strings.Contains(got, "lucca") {
						t.Errorf("the agent does not find the game: %s", got)
					}
					tell(t, hosts[0], "join_game", map[string]any{"game": "lucca"})
				}
			}
		}
	}
	if len(hosts) != 3 {
		t.Fatalf("%d configurations of hosts on the page", len(hosts))
	}
	for _, h := range hosts {
		if got := tell(t, h, "look", map[string]any{"game": "lucca"}); !strings.Contains(got, "you owe orders and have sent none") {
			t.Errorf("the game: %s", got)
		}
	}
	var listed []string
	for _, row := range cells(t, agentsPage, "## The tools") {
		for _, name := range strings.Split(row[0], ", ") {
			listed = append(listed, code(name))
		}
	}
	slices.Sort(listed)
	slices.Sort(tools)
	if !slices.Equal(listed, tools) {
		t.Errorf("the page lists the tools %v, there are %v", listed, tools)
	}
}

// TestMCPArguments tests which arguments podesta mcp refuses, and that it says what to do.
func TestMCPArguments(t *testing.T) {
	h := openHall(t, "ada")
	h.as("ada")
	for _, c := range []struct {
		args, token string
		status      int
		says        string
	}{
		{"-h", "", 0, "usage: podesta mcp"},
		{"-x", "", 2, "-x"},
		{"more", "", 2, "usage: podesta mcp"},
		{"", "", 2, "name it with -judge"},
		{"-judge ftp://judge", "", 2, "https://judge.example.org"},
		{"-judge URL", "", 1, "There is no token"},
		{"-judge URL", "ADA", 1, "Accounts of programs"},
		{"-judge URL -check", "nonsense", 1, "was revoked"},
		{"-judge http://127.0.0.1:1 -check", "nonsense", 1, "cannot be reached"},
		{"-judge http://judge.example.org -check", "nonsense", 1, "use https"},
	} {
		t.Setenv(cli.TokenVariable, strings.ReplaceAll(c.token, "ADA", h.tokens["ada"]))
		status, out, bad := podesta("", strings.Fields("mcp "+strings.ReplaceAll(c.args, "URL", h.url))...)
		if status != c.status || !strings.Contains(bad, c.says) || out != "" {
			t.Errorf("podesta mcp %s: status %d, %s%s", c.args, status, out, bad)
		}
		if strings.Contains(bad, h.tokens["ada"]) {
			t.Errorf("podesta mcp %s writes the token: %s", c.args, bad)
		}
	}
	t.Setenv(cli.TokenVariable, "nonsense")
	var out, bad bytes.Buffer
	if status := run(env{strings.NewReader(""), &out, &bad}, []string{"mcp", "-judge", "http://127.0.0.1:1"}); status != 0 || !strings.Contains(bad.String(), "cannot be reached") || out.Len() > 0 {
		t.Errorf("without a judge: status %d, %s%s", status, out.String(), bad.String())
	}
}

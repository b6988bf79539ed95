package api_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/api"
	"podesta/internal/game"
)

var updatePage = flag.Bool("update", false, "write operations and programs into docs/api.md")

const page = "../../docs/api.md"

// fence is a fenced code block of the page: its info string and its text.
type fence struct{ info, text string }

// fences returns the fenced code blocks of a text in order.
func fences(text string) []fence {
	var out []fence
	inside := false
	for line := range strings.Lines(text) {
		info, mark := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "```")
		switch {
		case mark && inside:
			inside = false
		case mark:
			inside = true
			out = append(out, fence{info: info})
		case inside:
			out[len(out)-1].text += line
		}
	}
	return out
}

// between returns the part of the page between the comments that mark its beginning and end.
func between(t *testing.T, text, name string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, "<!-- "+name+": kept by a test -->\n")
	part, _, end := strings.Cut(rest, "<!-- end -->")
	if !ok || !end {
		t.Fatalf("the page has no part %q", name)
	}
	return part
}

// operationTables lists every operation by group, as the page does.
func operationTables(t *testing.T) string {
	t.Helper()
	open(t)
	var b strings.Builder
	for _, tag := range described.doc.Tags {
		fmt.Fprintf(&b, "\n**%s.** %s\n\n| operation | request | does |\n| --- | --- | --- |\n", tag.Name, tag.Description)
		var rows []string
		for path, item := range described.doc.Paths.Map() {
			for method, op := range item.Operations() {
				if op.Tags[0] != tag.Name {
					continue
				}
				free := ""
				if op.Security != nil && len((*op.Security)[0]) == 0 {
					free = " *"
				}
				rows = append(rows, fmt.Sprintf("| `%s` | `%s %s`%s | %s |\n", op.OperationID, method, strings.TrimPrefix(path, "/api/v1"), free, op.Summary))
			}
		}
		slices.Sort(rows)
		b.WriteString(strings.Join(rows, ""))
	}
	return b.String() + "\n"
}

// TestPage compares the page for bot authors with the program: the operations,
// the codes, the limits, and the programs, which are files.
func TestPage(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	if *updatePage {
		const mark = "<!-- operations: kept by a test -->\n"
		text = strings.Replace(text, mark+between(t, text, "operations"), mark+operationTables(t), 1)
		for _, f := range fences(text) {
			if _, name, ok := strings.Cut(f.info, " "); ok {
				program, err := os.ReadFile("../../" + name)
				if err != nil {
					t.Fatal(err)
				}
				text = strings.Replace(text, "```"+f.info+"\n"+f.text+"```", "```"+f.info+"\n"+string(program)+"```", 1)
			}
		}
		if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := between(t, text, "operations"), operationTables(t); got != want {
		t.Errorf("the operations have changed: go test -run TestPage -update ./internal/api\n%s", want)
	}
	programs := 0
	for _, f := range fences(text) {
		_, name, ok := strings.Cut(f.info, " ")
		if !ok {
			continue
		}
		programs++
		program, err := os.ReadFile("../../" + name)
		if err != nil || string(program) != f.text {
			t.Errorf("the page's %s is not the file (%v): go test -run TestPage -update ./internal/api", name, err)
		}
	}
	if programs != 3 {
		t.Errorf("%d programs on the page", programs)
	}

	codes := map[string]int{}
	for line := range strings.Lines(between(t, text, "codes")) {
		cells := strings.Split(line, " | ")
		if status, err := strconv.Atoi(strings.TrimSpace(cells[min(1, len(cells)-1)])); err == nil {
			code := strings.Trim(cells[0], "| `")
			codes[code] = status
			if !strings.HasSuffix(cells[2], api.Meanings[code]) || api.Meanings[code] == "" {
				t.Errorf("the page says that %s means %q, the description %q", code, cells[2], api.Meanings[code])
			}
		}
	}
	if !reflect.DeepEqual(codes, api.Statuses) {
		t.Errorf("the page has the codes %v, there are %v", codes, api.Statuses)
	}
	limits := between(t, text, "limits")
	for _, l := range api.Measures() {
		if !strings.Contains(limits, l) {
			t.Errorf("the limits do not say %q", l)
		}
	}
}

// TestPageRequests sends the requests on the page in order, with the variables
// filled in as by a shell, and compares the answers shown.
func TestPageRequests(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	h := open(t)
	ada := h.person("Ada")
	if err := h.judge.Users.SetPassword(ctx, ada.account, "a long and winding road"); err != nil {
		t.Fatal(err)
	}
	master := h.person("Bianca")
	master.post("/games", map[string]any{"name": "siena", "scenario": "A", "variant": "A-4", "hosting": map[string]any{"listed": true}}).want(http.StatusCreated)
	for _, p := range []struct{ name, power string }{{"Ada", "I"}, {"Bruno", "V"}, {"Carla", "L"}, {"Dino", "N"}} {
		g := ada
		if p.name != "Ada" {
			g = h.person(p.name)
		}
		g.post("/games/siena/join", map[string]any{"preferences": p.power}).want(http.StatusOK)
	}
	seat := ada.get("/games/siena").num("you.seat")
	session, err := h.judge.Users.NewToken(ctx, game.Token{Kind: game.SessionToken, Account: ada.account}, 0)
	if err != nil {
		t.Fatal(err)
	}
	vars := strings.NewReplacer("$JUDGE", h.url, "$TOKEN", ada.token, "$SESSION", session, "$KEY", h.person("Motore").token)
	var last []byte
	requests, answers := 0, 0
	for _, f := range fences(string(data)) {
		switch f.info {
		case "sh":
			for line := range strings.Lines(f.text) {
				requests++
				last = h.curl(strings.TrimSpace(line), vars)
			}
		case "json":
			answers++
			var want, got any
			if err := json.Unmarshal([]byte(f.text), &want); err != nil {
				t.Fatalf("%s: %v", f.text, err)
			}
			if err := json.Unmarshal(last, &got); err != nil {
				t.Fatalf("%s: %v", last, err)
			}
			if you, ok := want.(map[string]any)["you"].(map[string]any); ok {
				you["seat"] = float64(seat) // powers are assigned to seats at random
			}
			if !partOf(want, got) {
				t.Errorf("the page shows\n%s\nthe judge answers\n%s", f.text, last)
			}
		}
	}
	if requests < 12 || answers < 7 {
		t.Errorf("%d requests and %d answers on the page", requests, answers)
	}
}

// curl sends the request of a curl command line, and returns the answer.
func (h *house) curl(line string, vars *strings.Replacer) []byte {
	h.t.Helper()
	words := shellWords(h.t, line)
	if words[0] != "curl" {
		h.t.Fatalf("not a request: %s", line)
	}
	method, address, body := http.MethodGet, "", ""
	header := http.Header{}
	for i := 1; i < len(words); i++ {
		switch words[i] {
		case "-X":
			i++
			method = words[i]
		case "-d":
			i++
			body = vars.Replace(words[i])
		case "-H":
			i++
			name, value, _ := strings.Cut(vars.Replace(words[i]), ": ")
			header.Set(name, value)
		default:
			address = vars.Replace(words[i])
		}
	}
	r, err := http.NewRequest(method, address, bytes.NewBufferString(body))
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header = header
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer resp.Body.Close()
	out, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 && resp.StatusCode != http.StatusConflict {
		h.t.Errorf("%s: %d %v: %s", line, resp.StatusCode, err, out)
	}
	return out
}

// shellWords splits a command line like a shell: at spaces that are not quoted.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	var out []string
	var word strings.Builder
	var quote rune
	for _, r := range line + " " {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			quote = r
		case r == ' ':
			if word.Len() > 0 {
				out = append(out, word.String())
			}
			word.Reset()
		default:
			word.WriteRune(r)
		}
	}
	if quote != 0 || len(out) == 0 {
		t.Fatalf("not a command: %s", line)
	}
	return out
}

// partOf reports whether want is a part of got: some members of an object, some elements of a
// list in order, or all elements if the list is empty.
func partOf(want, got any) bool {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		for name, x := range w {
			ok = ok && partOf(x, g[name])
		}
		return ok
	case []any:
		g, ok := got.([]any)
		if !ok || len(w) == 0 {
			return ok && len(g) == 0
		}
		for _, x := range g {
			if len(w) > 0 && partOf(w[0], x) {
				w = w[1:]
			}
		}
		return len(w) == 0
	}
	return reflect.DeepEqual(want, got)
}

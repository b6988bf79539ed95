package browsertest

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// member is a player without a browser window, who submits the forms of the pages directly.
type member struct {
	t      *testing.T
	name   string
	at     string // the judge's address
	client *http.Client
}

// crowd creates accounts for members.
func crowd(t *testing.T, h *house, names ...string) []*member {
	t.Helper()
	var out []*member
	for _, name := range names {
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		m := &member{t: t, name: name, at: h.url, client: &http.Client{Jar: jar}}
		m.sends("/register", "name", name, "email", address(name))
		confirm, err := url.Parse(h.link(address(name), "/verify?"))
		if err != nil {
			t.Fatal(err)
		}
		m.sends("/verify", "token", confirm.Query().Get("token"))
		out = append(out, m)
	}
	return out
}

// sends submits a form with fields, given by name and value in turn. It returns the path of the
// resulting page.
func (m *member) sends(path string, fields ...string) string {
	m.t.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(fields); i += 2 {
		form.Add(fields[i], fields[i+1])
	}
	return m.read(m.client.PostForm(m.at+path, form))
}

// read checks that an answer is not a refusal, and returns the path of its page.
func (m *member) read(r *http.Response, err error) string {
	m.t.Helper()
	if err != nil {
		m.t.Fatalf("%s: %v", m.name, err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode >= http.StatusBadRequest {
		m.t.Fatalf("%s: %s %s: %s, %v\n%s", m.name, r.Request.Method, r.Request.URL, r.Status, err, body)
	}
	return r.Request.URL.Path
}

// page returns the source of a page.
func (m *member) page(path string) string {
	m.t.Helper()
	r, err := m.client.Get(m.at + path)
	if err != nil {
		m.t.Fatalf("%s: %v", m.name, err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil || r.StatusCode != http.StatusOK {
		m.t.Fatalf("%s: %s: %s, %v", m.name, path, r.Status, err)
	}
	return string(body)
}

var boardOf = regexp.MustCompile(`data-table="([^"]+)"`)

// ready orders all units of the member in a game to hold, and marks the seat ready.
func (m *member) ready(game string) {
	m.t.Helper()
	found := boardOf.FindStringSubmatch(m.page(game))
	if found == nil {
		m.t.Fatalf("%s: the page of the game has no board", m.name)
	}
	var tab table
	if err := json.Unmarshal([]byte(m.page(html.UnescapeString(found[1]))), &tab); err != nil || tab.hand() == nil {
		m.t.Fatalf("%s has no hand: %v", m.name, err)
	}
	hd, at := tab.hand(), fmt.Sprint(tab.Revision)
	var lines []string
	for i := range hd.Units {
		_, hold := hd.first(i)
		lines = append(lines, hold.Text)
	}
	m.sends(game+"/orders", "revision", at, hd.Field, strings.Join(lines, "\n"))
	m.sends(game+"/ready", "revision", at, "ready", "1")
}

// submits submits a page's form with a given action, with its values and some changes; an empty
// value removes a field. It returns the path of the resulting page.
func (p *person) submits(page, action string, change ...string) string {
	p.t.Helper()
	p.visit(page)
	return p.fetches("new FormData([...document.forms].find(f => f.getAttribute('action') === "+quote(action)+"))", action, change...)
}

// sends submits a form with fields, given by name and value in turn, from the page that the
// person sees. It returns the path of the resulting page.
func (p *person) sends(path string, fields ...string) string {
	p.t.Helper()
	return p.fetches("", path, fields...)
}

// fetches sends the fields from an expression to an address, with some of them changed.
func (p *person) fetches(fields, path string, change ...string) string {
	p.t.Helper()
	script := "const d = new URLSearchParams(" + fields + ");\n"
	for i := 0; i+1 < len(change); i += 2 {
		if change[i+1] == "" {
			script += fmt.Sprintf("d.delete(%s);\n", quote(change[i]))
		} else {
			script += fmt.Sprintf("d.set(%s, %s);\n", quote(change[i]), quote(change[i+1]))
		}
	}
	answer := promised[[]string](p, "(async () => {"+script+"const r = await fetch("+quote(path)+
		", {method: 'POST', body: d}); return [String(r.status), new URL(r.url).pathname, r.ok ? '' : (await r.text()).slice(0, 4000)]; })()")
	if answer[0] != "200" {
		p.t.Fatalf("%s: the form for %s: %s", p.name, path, strings.Join(answer, " "))
	}
	return answer[1]
}

// hosts creates a hosted game of four by the 1978 Basic rules of which the person is
// the master, and returns its address.
func (p *person) hosts(name string, change ...string) string {
	p.t.Helper()
	return p.submits("/host", "/host", append([]string{"plays", "", "name", name, "game", "other", "choice", "A/A-4", "preset", "battleline-1978-basic", "pace", "daily", "listed", "1"}, change...)...)
}

// refused sends a form that the judge must refuse, and returns the status of its
// answer.
func (m *member) refused(path string) int {
	m.t.Helper()
	r, err := m.client.PostForm(m.at+path, nil)
	if err != nil {
		m.t.Fatalf("%s: %v", m.name, err)
	}
	_ = r.Body.Close()
	return r.StatusCode
}

var playing = regexp.MustCompile(`You play (\w+)\.`)

// plays returns the name of the power that the member plays in a game.
func (m *member) plays(game string) string {
	m.t.Helper()
	found := playing.FindStringSubmatch(m.page(game))
	if found == nil {
		m.t.Fatalf("%s plays nothing", m.name)
	}
	return found[1]
}

// writesTo sends a message to a power.
func (m *member) writesTo(game, power, text string) {
	m.t.Helper()
	for _, label := range strings.Split(m.page(game+"/letters?new=1"), "<label>") {
		if to := recipient.FindStringSubmatch(label); to != nil && strings.HasSuffix(strings.TrimSpace(strings.Split(label, "</label>")[0]), power) {
			m.sends(game+"/press", "to", to[1], "text", text)
			return
		}
	}
	m.t.Fatalf("%s cannot write to %s", m.name, power)
}

var recipient = regexp.MustCompile(`^<input type="checkbox" name="to" value="([^"]+)"`)

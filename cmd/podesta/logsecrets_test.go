package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"podesta/internal/trace/tracetest"
)

// witness sends requests to a judge, and records every secret that it sends or receives.
type witness struct {
	t       *testing.T
	url     string
	http    *http.Client
	secrets map[string]string // maps each secret to a description
}

func (w *witness) knows(what, secret string) string {
	w.t.Helper()
	if len(secret) < 6 {
		w.t.Fatalf("%s: %q is too short to be looked for", what, secret)
	}
	w.secrets[secret] = what
	return secret
}

// page submits a form, or reads a page if there are no fields, and returns the answer.
func (w *witness) page(path string, fields ...string) string {
	w.t.Helper()
	var r *http.Response
	var err error
	if fields == nil {
		r, err = w.http.Get(w.url + path)
	} else {
		form := url.Values{}
		for i := 0; i+1 < len(fields); i += 2 {
			form.Set(fields[i], fields[i+1])
		}
		r, err = w.http.PostForm(w.url+path, form)
	}
	if err != nil {
		w.t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	u, err := url.Parse(w.url)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, c := range w.http.Jar.Cookies(u) {
		w.knows("the cookie "+c.Name, c.Value)
	}
	return string(body)
}

// api sends a request to the API and returns a member of the answer.
func (w *witness) api(token, method, path string, body any, member string) string {
	w.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		w.t.Fatal(err)
	}
	r, err := http.NewRequest(method, w.url+"/api/v1"+path, bytes.NewReader(text))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	defer a.Body.Close()
	var v any
	if data, err := io.ReadAll(a.Body); err == nil {
		_ = json.Unmarshal(data, &v)
	}
	for part := range strings.SplitSeq(member, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[part]
		case []any:
			v = x[0]
		}
	}
	if member == "" {
		return a.Status
	}
	return fmt.Sprint(v)
}

// TestLogHoldsNoSecrets plays on pages, by the API, by e-mail and with links, with right and
// wrong secrets, and searches the most detailed log and the traces for all of them: passwords,
// cookies, tokens, links, codes, orders and messages.
func TestLogHoldsNoSecrets(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	relay, collector := newSink(t), tracetest.New(t)
	door := filepath.Join(folder, "lmtp")
	at := freeAddress(t)
	p := serveProcess(t, "the judge", append(relay.keys("judge.podesta.example"), "listen "+at, "data "+folder+"/data", "log.level debug", "trace.endpoint "+collector.URL, "base_url http://judge.example.org", "mail.lmtp unix:"+door)...)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	w := &witness{t, "http://" + at, &http.Client{Jar: jar}, map[string]string{}}
	const ada = "ada@example.org"
	mailed := func(subject, pattern string) string {
		t.Helper()
		is := func(a arrival) bool { return strings.Contains(strings.ToLower(a.subject), subject) }
		until(t, "the letter "+subject, func() bool { return len(relay.find(ada, is)) > 0 })
		all := relay.find(ada, is)
		found := regexp.MustCompile(pattern).FindStringSubmatch(strings.ReplaceAll(all[len(all)-1].plain(t), "\r\n", "\n"))
		if found == nil {
			t.Fatalf("%s: no %s in %s", subject, pattern, all[len(all)-1].plain(t))
		}
		return found[1]
	}

	// Secrets of an account: password, links, second factor, keys.
	w.page("/register", "name", "Ada", "email", ada)
	proof := w.knows("the proof of an address", mailed("confirm", `CONFIRM ([a-z2-7]{20,})`))
	w.page("/verify", "token", proof)
	password := w.knows("a password", "quattro stagioni di guerra")
	w.page("/me/password", "password", password)
	w.page("/signin", "email", ada, "password", w.knows("a wrong password", "cinque stagioni di pace"))
	w.page("/signin/letter", "email", ada)
	link := w.knows("a link to sign in", mailed("sign", `token=([a-z2-7]{20,})`))
	w.page("/signin?token=" + link)
	w.page("/signin/link", "token", link)
	w.page("/signin/link", "token", link) // a second use of the link, which fails
	w.page("/me/passkeys/finish", "secret", w.knows("a challenge", "achallengethatwasnotmade00"), "answer", "{}")
	key := regexp.MustCompile(`<input readonly value="([a-z2-7]{20,})"`).FindStringSubmatch(w.page("/me/tokens", "label", "bot", "once", "first"))
	if key == nil {
		t.Fatal("no key")
	}
	token := w.knows("a key of a program", key[1])
	setup := regexp.MustCompile(`<input readonly value="([A-Z2-7]{32})"`).FindStringSubmatch(w.page("/me/factor", "do", "begin"))
	if setup == nil {
		t.Fatal("no secret of a second factor")
	}
	w.knows("the secret of the second factor", setup[1])
	code, err := totp.GenerateCode(setup[1], time.Now())
	if err != nil {
		t.Fatal(err)
	}
	var spare []string
	for _, m := range regexp.MustCompile(`<code>([a-z2-7-]{19})</code>`).FindAllStringSubmatch(w.page("/me/factor", "do", "on", "code", code), -1) {
		spare = append(spare, w.knows("a recovery code", m[1]))
	}
	if len(spare) != 10 {
		t.Fatalf("%d recovery codes", len(spare))
	}
	half := regexp.MustCompile(`name="half" value="([^"]+)"`).FindStringSubmatch(w.page("/signin", "email", ada, "password", password))
	if half == nil {
		t.Fatal("no second step")
	}
	w.page("/signin/code", "half", w.knows("a second step", half[1]), "code", spare[0])
	session := w.knows("a session of the API", w.api("", "POST", "/sessions", map[string]any{"email": ada, "password": password, "code": spare[1]}, "token"))
	w.api("", "POST", "/sessions", map[string]any{"email": ada, "password": password, "code": w.knows("a wrong code", "zzzz-zzzz-zzzz-zzzz")}, "")
	w.api(w.knows("a forged token", "aforgedtokenthatisnotone26"), "GET", "/me", nil, "")
	w.knows("the secret of a webhook", w.api(session, "POST", "/me/hooks", map[string]any{"url": "https://example.org/hook/" + w.knows("the address of a webhook", "pomodorosecchi")}, "secret"))

	// Secrets of games with accounts and with links: orders, messages, notes.
	id := w.api(token, "POST", "/games", map[string]any{"name": "Ours", "scenario": "A", "variant": "A-4", "hosting": map[string]any{}, "plays": true, "wishes": "I"}, "id")
	w.api(token, "POST", "/games/"+id+"/start", map[string]any{"force": true}, "")
	order := w.knows("an order", "A Milan - Cremona; carciofi")
	revision := w.api(token, "GET", "/games/"+id, nil, "revision")
	if a := w.page("/g/"+id+"/orders", "revision", revision, "orders-milan", order); !strings.Contains(a, "carciofi") {
		t.Errorf("the order did not arrive: %s", last(a, 300))
	}
	w.api(token, "PUT", "/games/"+id+"/orders", map[string]any{"text": w.knows("an order of the API", "A Pavia - Mantua; zucchini"), "revision": 1}, "")
	w.page("/g/"+id+"/diary", "note", w.knows("a note", "melanzane nel diario"))
	w.page("/g/"+id+"/press", "to", "all", "text", w.knows("a message", "finocchi per tutti"))
	w.api(token, "POST", "/games/"+id+"/whatif", map[string]any{"orders": map[string]any{"milan": []string{order}}}, "")
	links := w.api("", "POST", "/games", map[string]any{"name": "Links", "scenario": "A", "variant": "A-4"}, "keys")
	for _, k := range regexp.MustCompile(`[a-z2-7]{20,}`).FindAllString(links, -1) {
		w.knows("a key of a link", k)
	}
	linked := w.page("/new", "name", "By hand", "choice", "A/A-4", "preset", "njudge-classic")
	for _, m := range regexp.MustCompile(`/g/([a-z0-9]+)\?key=([a-z2-7]{20,})`).FindAllStringSubmatch(linked, -1) {
		w.page("/g/" + m[1] + "?key=" + w.knows("a key of a link", m[2]))
	}

	// E-mail: passwords in commands, and replies to secret addresses.
	for n, body := range []string{
		"SIGNON Aours " + password + "\nA Milan H; " + w.knows("an order by e-mail", "broccoli verdi") + "\nPRESS TO ALL\n" + w.knows("a message by e-mail", "asparagi bianchi") + "\nENDPRESS\n",
		"SIGNON Iours " + w.knows("a wrong password by e-mail", "sei stagioni di fame") + "\n",
		"SET PASSWORD " + w.knows("a new password by e-mail", "sette colli e un fiume") + "\n",
		"SIGNON ?\xff\xfe " + password + "\n",
	} {
		subject := fmt.Sprint("letter", n)
		if err := send(door, ada, "judge@podesta.example", written(ada, subject, body)); err != nil {
			t.Fatal(err)
		}
		until(t, "the answer to "+subject, func() bool { return relay.answered(ada, subject) })
	}
	if err := send(door, ada, "judge+"+w.knows("a forged address of an answer", "confirm-aforgedsecret2345672345")+"@podesta.example", written(ada, "forged", "HELP\n")); err != nil {
		t.Logf("a forged address: %v", err)
	}
	w.knows("the secret of the judge", string(theSecret))
	w.knows("the secret of the judge", hex.EncodeToString(theSecret))
	w.knows("the secret of the judge", base64.StdEncoding.EncodeToString(theSecret))
	p.stop()

	log := p.log.String()
	for _, x := range []string{"msg=sign-in", "msg=request", "level=DEBUG", "account changed", id, "/signin/code"} {
		if !strings.Contains(log, x) {
			t.Errorf("the log does not contain %q: this test would miss secrets", x)
		}
	}
	traces := collector.Raw()
	for _, x := range []string{"POST /signin/code", "receive e-mail", "INSERT job", "deliver e-mail", "send to relay", id} {
		if !strings.Contains(traces, x) {
			t.Errorf("the traces do not contain %q: this test would miss secrets", x)
		}
	}
	for secret, what := range w.secrets {
		for _, form := range []string{secret, url.QueryEscape(secret), strings.ToUpper(secret), strings.ReplaceAll(secret, "-", "")} {
			if at := strings.Index(log, form); at >= 0 {
				t.Errorf("the log contains %s: …%s…", what, log[max(0, at-120):min(len(log), at+80)])
				break
			}
			if at := strings.Index(traces, form); at >= 0 {
				t.Errorf("the traces contain %s: …%s…", what, traces[max(0, at-120):min(len(traces), at+80)])
				break
			}
		}
	}
	if len(w.secrets) < 30 {
		t.Errorf("only %d secrets were looked for", len(w.secrets))
	}
}

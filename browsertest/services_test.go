package browsertest

import (
	"context"
	"crypto"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/chromedp"
)

// Fakes of the services that a judge uses: a push service, an identity provider, and Telegram.

// sendJSON answers with a value.
func sendJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

// base64url encodes bytes in the form that services use.
func base64url(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// pushService is the push service of a person's browser. It decrypts what the judge
// sends to the browser, as the browser would.
type pushService struct {
	*httptest.Server
	key  *ecdh.PrivateKey
	auth []byte

	mu     sync.Mutex
	got    []string // what the judge has sent
	wrong  []error
	worker serviceworker.RegistrationID // ID of the browser's service worker
}

func newPushService(t *testing.T) *pushService {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s := &pushService{key: key, auth: make([]byte, 16)}
	rand.Read(s.auth)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err == nil && (r.Method != http.MethodPost || r.Header.Get("Content-Encoding") != "aes128gcm" || !strings.HasPrefix(r.Header.Get("Authorization"), "vapid t=")) {
			err = fmt.Errorf("the judge sends %s with %v", r.Method, r.Header)
		}
		text := ""
		if err == nil {
			text, err = s.open(body)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if err != nil {
			s.wrong = append(s.wrong, err)
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		s.got = append(s.got, text)
		w.WriteHeader(http.StatusCreated)
	}))
	t.Cleanup(s.Close)
	return s
}

// open decrypts a message: a header of RFC 8188, and one record.
func (s *pushService) open(sealed []byte) (string, error) {
	if len(sealed) < 86 || sealed[20] != 65 {
		return "", fmt.Errorf("a message of %d bytes has no key", len(sealed))
	}
	salt, point := sealed[:16], sealed[21:86]
	theirs, err := ecdh.P256().NewPublicKey(point)
	if err != nil {
		return "", err
	}
	shared, err := s.key.ECDH(theirs)
	if err != nil {
		return "", err
	}
	material, err := hkdf.Key(sha256.New, shared, s.auth, "WebPush: info\x00"+string(s.key.PublicKey().Bytes())+string(point), 32)
	if err != nil {
		return "", err
	}
	key, err1 := hkdf.Key(sha256.New, material, salt, "Content-Encoding: aes128gcm\x00", 16)
	nonce, err2 := hkdf.Key(sha256.New, material, salt, "Content-Encoding: nonce\x00", 12)
	block, err3 := aes.NewCipher(key)
	if err := errors.Join(err1, err2, err3); err != nil {
		return "", err
	}
	seal, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	plain, err := seal.Open(nil, nonce, sealed[86:], nil)
	if err != nil || len(plain) == 0 || plain[len(plain)-1] != 2 {
		return "", fmt.Errorf("the message cannot be opened: %v", err)
	}
	return string(plain[:len(plain)-1]), nil
}

// serves makes this the push service of a person's browser, and allows the judge's
// pages to notify them. It must be called before the browser opens a page.
func (s *pushService) serves(p *person) {
	p.t.Helper()
	// Chromium's own push service needs an account with its vendor.
	script := fmt.Sprintf(`(() => {
  if (!window.PushManager) return;
  const keys = {p256dh: %s, auth: %s}, endpoint = %s;
  const sub = {endpoint, toJSON: () => ({endpoint, keys}), unsubscribe: async () => true};
  PushManager.prototype.subscribe = async () => sub;
  PushManager.prototype.getSubscription = async () => null;
})();`, quote(base64url(s.key.PublicKey().Bytes())), quote(base64url(s.auth)), quote(s.URL+"/browser"))
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
	p.allowsNotifications(func(id serviceworker.RegistrationID) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.worker = id
	})
}

// allowsNotifications lets the judge's pages notify the person. registered is called
// with the registration of their service worker.
func (p *person) allowsNotifications(registered func(serviceworker.RegistrationID)) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, browser.SetPermission, browser.SetPermissionParams{
			Permission: &browser.PermissionDescriptor{Name: "notifications"}, Setting: browser.PermissionSettingGranted, Origin: p.at,
			BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
		})
		return err
	}))
	if err := chromedp.Listen(p.ctx, func(ev any) {
		if e, ok := ev.(*serviceworker.EventWorkerRegistrationUpdated); ok {
			for _, r := range e.Registrations {
				registered(r.RegistrationID)
			}
		}
	}); err != nil {
		p.t.Fatal(err)
	}
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, serviceworker.Enable, cdp.Empty{})
		return err
	}))
}

// pushed delivers a message to the service worker of the person's browser.
func (p *person) pushed(worker serviceworker.RegistrationID, text string) {
	p.t.Helper()
	if worker == "" {
		p.t.Fatal("the browser does not report the service worker")
	}
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, serviceworker.DeliverPushMessage, serviceworker.DeliverPushMessageParams{Origin: p.at, RegistrationID: worker, Data: text})
		return err
	}))
}

// notified delivers a message to the service worker of the person's browser repeatedly, until
// an expression about its notifications is true. A busy browser drops a message if the worker
// does not start in time; a push service would send it again.
func (p *person) notified(worker serviceworker.RegistrationID, text, expression string) {
	p.t.Helper()
	for end := time.Now().Add(patience / 2); time.Now().Before(end); {
		p.pushed(worker, text)
		for again := time.Now().Add(20 * time.Second); time.Now().Before(again); time.Sleep(100 * time.Millisecond) {
			if ask[bool](p, "!!("+expression+")") {
				return
			}
		}
	}
	p.sees(expression)
}

// tells waits until the judge sends a message that contains a text, looking only at messages
// after the previous one, delivers it to the person's browser, and waits until the browser
// shows it.
func (s *pushService) tells(p *person, part string) {
	p.t.Helper()
	var found string
	defer func() {
		if found == "" {
			p.t.Logf("the judge has sent %q", s.got)
		}
	}()
	await(p.t, "a notification with "+part, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, err := range s.wrong {
			p.t.Error(err)
		}
		s.wrong = nil
		for i, text := range s.got {
			if found == "" && strings.Contains(text, part) {
				found, s.got = text, s.got[i+1:]
				break
			}
		}
		return found != "" && s.worker != ""
	})
	var shown struct{ Title, Body, Link, Tag string }
	if err := json.Unmarshal([]byte(found), &shown); err != nil {
		p.t.Fatal(err)
	}
	p.notified(s.worker, found, `window.told === `+quote(shown.Title)+` || (navigator.serviceWorker.ready.then(r => r.getNotifications())
		.then(l => { window.told = (l.find(n => n.title === `+quote(shown.Title)+` && n.body === `+quote(shown.Body)+` && n.tag === `+quote(shown.Tag)+` && n.data === `+quote(shown.Link)+`) || {}).title }), false)`)
	ask[bool](p, "(delete window.told, true)")
}

// newClub starts an identity provider at which everyone is immediately signed in as Ada, and
// returns the path of a file for identity.file that configures it.
func newClub(t *testing.T) (provider string) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	srv := httptest.NewServer(mux)
	t.Cleanup(srv.Close)
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		sendJSON(w, map[string]any{
			"issuer": srv.URL, "authorization_endpoint": srv.URL + "/auth", "token_endpoint": srv.URL + "/token", "jwks_uri": srv.URL + "/keys",
			"id_token_signing_alg_values_supported": []string{"RS256"},
		})
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		sendJSON(w, map[string]any{"keys": []any{map[string]any{
			"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "one", "n": base64url(key.N.Bytes()), "e": base64url(big.NewInt(int64(key.E)).Bytes()),
		}}})
	})
	mux.HandleFunc("GET /auth", func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query() // the code of this provider is the nonce
		http.Redirect(w, r, q.Get("redirect_uri")+"?"+url.Values{"state": {q.Get("state")}, "code": {q.Get("nonce")}}.Encode(), http.StatusFound)
	})
	mux.HandleFunc("POST /token", func(w http.ResponseWriter, r *http.Request) {
		claims, err := json.Marshal(map[string]any{
			"iss": srv.URL, "aud": "podesta", "iat": time.Now().Unix(), "exp": time.Now().Add(5 * time.Minute).Unix(), "nonce": r.PostFormValue("code"),
			"sub": "17", "name": "Ada Lovelace", "email": "ada@club.example", "email_verified": true,
		})
		if err != nil {
			t.Error(err)
		}
		signed := base64url([]byte(`{"alg":"RS256","kid":"one"}`)) + "." + base64url(claims)
		sum := sha256.Sum256([]byte(signed))
		signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
		if err != nil {
			t.Error(err)
		}
		sendJSON(w, map[string]any{"access_token": "open", "token_type": "Bearer", "expires_in": 300, "id_token": signed + "." + base64url(signature)})
	})
	return "[[provider]]\nid = \"club\"\nname = \"The Chess Club\"\nissuer = \"" + srv.URL + "\"\nclient_id = \"podesta\"\nnew_accounts = true\n"
}

// telegram is a fake Bot API of Telegram, with one person who writes to the bot.
type telegram struct {
	*httptest.Server
	mu      sync.Mutex
	next    int64
	waiting []any
	sent    []string
}

func newTelegram(t *testing.T) *telegram {
	t.Helper()
	s := &telegram{next: 1}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var in struct {
			Offset int64  `json:"offset"`
			Text   string `json:"text"`
		}
		_ = json.NewDecoder(r.Body).Decode(&in) // a picture is not JSON
		s.mu.Lock()
		defer s.mu.Unlock()
		var result any = map[string]any{}
		switch method := r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]; method {
		case "getMe":
			result = map[string]any{"id": 7, "is_bot": true, "username": "podesta_bot", "first_name": "Podesta"}
		case "getUpdates":
			if in.Offset >= s.next {
				s.waiting = nil
			}
			result = append([]any{}, s.waiting...)
		case "sendMessage":
			s.sent = append(s.sent, in.Text)
		}
		sendJSON(w, map[string]any{"ok": true, "result": result})
	}))
	t.Cleanup(s.Close)
	return s
}

// writes lets the person write to the bot.
func (s *telegram) writes(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = append(s.waiting, map[string]any{"update_id": s.next, "message": map[string]any{
		"message_id": s.next, "from": map[string]any{"id": 17, "username": "ada_l"}, "chat": map[string]any{"id": 17, "type": "private"}, "text": text,
	}})
	s.next++
}

// answers waits until the bot has written something that contains a text.
func (s *telegram) answers(t *testing.T, part string) {
	t.Helper()
	await(t, "an answer of the bot with "+part, func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return strings.Contains(strings.Join(s.sent, "\n"), part)
	})
}

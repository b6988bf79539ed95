package webpush

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"time"
)

// Keys are the keys with which a judge signs its requests. Browsers subscribe to
// messages signed with them, and to no others.
type Keys struct {
	private *ecdsa.PrivateKey
	public  string
}

// NewKeys derives the keys from the judge's secret. They are the same in every process, so
// nothing needs to be stored.
func NewKeys(secret []byte) (*Keys, error) {
	// The derived value has 16 bytes more than the order of the curve, so that all keys are
	// practically equally likely.
	long, err := hkdf.Key(sha256.New, secret, nil, "podesta web push keys", 48)
	if err != nil {
		return nil, err
	}
	n := new(big.Int).Sub(elliptic.P256().Params().N, big.NewInt(1))
	d := new(big.Int).Mod(new(big.Int).SetBytes(long), n)
	d.Add(d, big.NewInt(1))
	private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), d.FillBytes(make([]byte, 32)))
	if err != nil {
		return nil, err
	}
	point, err := private.PublicKey.ECDH()
	if err != nil {
		return nil, err
	}
	return &Keys{private, encode(point.Bytes())}, nil
}

// Public returns the public key in the form that browsers expect: the point in base64url.
func (k *Keys) Public() string { return k.public }

// lifetime is how long a signature is valid. Services accept at most a day.
const lifetime = 12 * time.Hour

// authorization returns the header Authorization for a request to an endpoint.
// subject is an address at which the operator of the judge can be reached, a
// URL or a mailto.
func (k *Keys) authorization(endpoint, subject string, now time.Time) (string, error) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "", err
	}
	claims, err := json.Marshal(struct {
		Audience string `json:"aud"`
		Expires  int64  `json:"exp"`
		Subject  string `json:"sub,omitempty"`
	}{u.Scheme + "://" + u.Host, now.Add(lifetime).Unix(), subject})
	if err != nil {
		return "", err
	}
	text := encode([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + encode(claims)
	digest := sha256.Sum256([]byte(text))
	r, s, err := ecdsa.Sign(rand.Reader, k.private, digest[:])
	if err != nil {
		return "", err
	}
	signature := append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
	return "vapid t=" + text + "." + encode(signature) + ", k=" + k.public, nil
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// Subscription is the data with which messages can be sent to a browser.
type Subscription struct {
	Endpoint string // the address to which messages are sent
	Key      []byte // the public key of the browser, p256dh
	Auth     []byte // a secret of the browser
}

// The sizes of keys in bytes.
const (
	keySize  = 65
	authSize = 16
)

// ParseSecret parses the keys of a browser from the text that Secret returns.
func (s *Subscription) ParseSecret(text string) error {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) != keySize+authSize {
		return fmt.Errorf("the keys of a browser have %d bytes, not %d", keySize+authSize, len(raw))
	}
	s.Key, s.Auth = raw[:keySize], raw[keySize:]
	_, err = ecdh.P256().NewPublicKey(s.Key)
	return err
}

// Secret returns the keys of the browser as one text.
func (s *Subscription) Secret() string {
	return encode(append(append([]byte(nil), s.Key...), s.Auth...))
}

// ReadKeys reads the two keys of a browser from base64url.
func (s *Subscription) ReadKeys(key, auth string) error {
	var err error
	if s.Key, err = base64.RawURLEncoding.DecodeString(key); err != nil {
		return err
	}
	if s.Auth, err = base64.RawURLEncoding.DecodeString(auth); err != nil {
		return err
	}
	return s.ParseSecret(s.Secret())
}

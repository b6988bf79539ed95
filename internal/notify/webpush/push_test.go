package webpush

import (
	"bytes"
	"crypto/ecdh"
	"encoding/base64"
	"testing"
)

// raw decodes base64url.
func raw(t *testing.T, text string) []byte {
	t.Helper()
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestExample encrypts the example of RFC 8291, section 5.
func TestExample(t *testing.T) {
	t.Parallel()
	own, err := ecdh.P256().NewPrivateKey(raw(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	var to Subscription
	if err := to.ReadKeys("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSIgg"); err != nil {
		t.Fatal(err)
	}
	got, err := encryptWith(&to, []byte("When I grow up, I want to be a watermelon"), own, raw(t, "DGv6ra1nlYgDCS1FRnbzlw"))
	want := raw(t, "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%x, %v", got, err)
	}
}

// TestKeys checks that the keys depend only on the secret.
func TestKeys(t *testing.T) {
	t.Parallel()
	a, err := NewKeys([]byte("one secret of a judge"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := NewKeys([]byte("one secret of a judge"))
	if err != nil {
		t.Fatal(err)
	}
	other, err := NewKeys([]byte("another secret"))
	if err != nil {
		t.Fatal(err)
	}
	if a.Public() != again.Public() || a.Public() == other.Public() {
		t.Error("the keys do not follow from the secret")
	}
	if n := len(raw(t, a.Public())); n != keySize {
		t.Errorf("the public key has %d bytes", n)
	}
}

// FuzzReadKeys reads arbitrary keys, as anyone may send them.
func FuzzReadKeys(f *testing.F) {
	f.Add("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSIgg")
	f.Add("", "")
	f.Add("BA", "BA")
	f.Fuzz(func(t *testing.T, key, auth string) {
		var s, again Subscription
		if s.ReadKeys(key, auth) != nil {
			return
		}
		if err := again.ParseSecret(s.Secret()); err != nil || !bytes.Equal(s.Key, again.Key) || !bytes.Equal(s.Auth, again.Auth) {
			t.Fatalf("%v: %x %x", err, again.Key, again.Auth)
		}
		if _, err := encrypt(&s, []byte("x")); err != nil {
			t.Fatal(err)
		}
	})
}

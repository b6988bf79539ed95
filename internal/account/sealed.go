package account

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"time"

	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// ErrSealed is returned for a sealed text that was made for another purpose, is too old, or cannot
// be decrypted.
var ErrSealed = game.Refuse(game.Forbidden, message.New("That took too long, or it was begun in another browser. Begin again."))

// sealedText is the content of a sealed text.
type sealedText struct {
	Until time.Time       `json:"until"`
	Value json.RawMessage `json:"value"`
}

// textSealer returns the cipher of sealed texts for a purpose.
func (s *Service) textSealer(purpose string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, s.secret, nil, "sealed text: "+purpose, 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// Seal encrypts a value as a text that a browser keeps for the judge. Only the judge can read
// or make it, for one purpose and a limited time.
func (s *Service) Seal(purpose string, v any, ttl time.Duration) (string, error) {
	c, err := s.textSealer(purpose)
	if err != nil {
		return "", err
	}
	value, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	data, err := json.Marshal(sealedText{s.now().Add(ttl), value})
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(c.Seal(nil, nil, data, nil)), nil
}

// Unseal reads a text made by Seal. The error is ErrSealed if it was made for another purpose,
// or is too old.
func (s *Service) Unseal(purpose, text string, v any) error {
	c, err := s.textSealer(purpose)
	if err != nil {
		return err
	}
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return ErrSealed
	}
	if data, err = c.Open(nil, nil, data, nil); err != nil {
		return ErrSealed
	}
	var t sealedText
	if err := json.Unmarshal(data, &t); err != nil {
		return err
	}
	if !s.now().Before(t.Until) {
		return ErrSealed
	}
	return json.Unmarshal(t.Value, v)
}

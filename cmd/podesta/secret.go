package main

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"podesta/internal/config"
)

// secretSize is the length of a server's secret in bytes.
const secretSize = 32

// judgeSecret is the secret of a judge: what the environment holds, or the file
// of the configuration, or the one in the data folder, which is made on the
// first start. A file that the configuration names must be there: processes that
// share a database share it too, so that it must not come about by itself.
func judgeSecret(c *config.Config) ([]byte, error) {
	switch {
	case c.Secret != "":
		return decodeSecret(c.Secret)
	case c.SecretFile != "":
		secret, err := readSecret(c.SecretFile)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("secret_file: %w; make it once, for instance with head -c 32 /dev/urandom, and give it to every process of this judge", err)
		}
		return secret, err
	}
	return serverSecret(filepath.Join(c.Data, "secret"))
}

// decodeSecret reads a secret in hexadecimal or base64.
func decodeSecret(text string) ([]byte, error) {
	text = strings.TrimSpace(text)
	for _, decode := range []func(string) ([]byte, error){
		hex.DecodeString, base64.StdEncoding.DecodeString, base64.RawStdEncoding.DecodeString, base64.URLEncoding.DecodeString, base64.RawURLEncoding.DecodeString,
	} {
		if secret, err := decode(text); err == nil && len(secret) >= secretSize {
			return secret, nil
		}
	}
	return nil, fmt.Errorf("PODESTA_SECRET is not %d bytes or more in hexadecimal or base64; make it for instance with openssl rand -hex %d", secretSize, secretSize)
}

// readSecret reads the file of a secret.
func readSecret(name string) ([]byte, error) {
	secret, err := os.ReadFile(name)
	if err == nil && len(secret) < secretSize {
		return nil, fmt.Errorf("%s is damaged: it holds %d bytes, not %d", name, len(secret), secretSize)
	}
	return secret, err
}

// serverSecret reads the secret from which the keys of all games are made, and
// makes it on the first start. It stays in a file of its own, so that whoever
// gets a copy of the database has no keys.
func serverSecret(name string) ([]byte, error) {
	secret, err := readSecret(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return secret, err
	}
	secret = make([]byte, secretSize)
	_, _ = rand.Read(secret) // never fails
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if _, err := f.Write(secret); err != nil {
		f.Close()
		return nil, err
	}
	return secret, f.Close()
}

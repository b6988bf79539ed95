package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// secretSize is the length of a server's secret in bytes.
const secretSize = 32

// serverSecret reads the secret from which the keys of all games are made, and
// makes it on the first start. It stays in a file of its own, so that whoever
// gets a copy of the database has no keys.
func serverSecret(name string) ([]byte, error) {
	secret, err := os.ReadFile(name)
	if err == nil {
		if len(secret) < secretSize {
			return nil, fmt.Errorf("%s is damaged: it holds %d bytes, not %d", name, len(secret), secretSize)
		}
		return secret, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
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

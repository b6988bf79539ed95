package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"podesta/internal/config"
	"podesta/internal/store"
)

// judgeSecret returns the secret from which the keys of all games are derived. A secret in the
// data folder is created at the first start; it is in a separate file, so that a copy of the
// database contains no keys. A file named in the configuration must already exist: processes with
// the same database share it, so it must not be created automatically.
func judgeSecret(c *config.Config) ([]byte, error) {
	secret, err := c.ReadSecret()
	if !errors.Is(err, fs.ErrNotExist) {
		return secret, err
	}
	if c.SecretFile != "" {
		return nil, fmt.Errorf("secret_file: %w; create it once, for instance with head -c %d /dev/urandom, and give every process of this judge the same file", err, config.SecretSize)
	}
	secret = make([]byte, config.SecretSize)
	_, _ = rand.Read(secret) // reading random bytes never fails
	f, err := os.OpenFile(c.SecretPath(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if _, err := f.Write(secret); err != nil {
		_ = f.Close()
		return nil, err
	}
	return secret, f.Close()
}

// notEmptied returns an error if the data folder holds the secret of a judge but
// its database is empty or missing: starting with a new one would hide the loss.
func notEmptied(c *config.Config) error {
	if c.Secret != "" || c.SecretFile != "" {
		return nil // a configured secret may exist before the database
	}
	if _, err := os.Stat(c.SecretPath()); err != nil {
		return nil // there is no secret, or the code that reads it reports the error
	}
	path, err := store.Empty(c.DatabaseURL())
	if err != nil || path == "" {
		return err
	}
	return fmt.Errorf("%s is empty or missing, but %s belongs to a judge that had games: restore a copy of the database made by podesta backup; or, to begin with no games and no accounts, start once with -start_anew", path, c.SecretPath())
}

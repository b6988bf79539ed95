package config

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// SecretSize is the minimum length of a judge's secret, in bytes.
const SecretSize = 32

// SecretPath returns the path of the file with the secret: secret_file, or the file in the data
// folder.
func (c *Config) SecretPath() string {
	if c.SecretFile != "" {
		return c.SecretFile
	}
	return filepath.Join(c.Data, "secret")
}

// LastBackup returns the path of a file whose modification time is the time of the last copy of
// the database.
func (c *Config) LastBackup() string { return filepath.Join(c.Data, "last-backup") }

// MarkPath returns the path of the file with the number of the last mark that the judge has made
// in its database. If the mark in the database is earlier, the database was replaced by a copy.
func (c *Config) MarkPath() string { return filepath.Join(c.Data, "mark") }

// ErasedPath returns the path of the file with the accounts that were erased. It is kept outside
// the database, so that erasures can be repeated after a restore.
func (c *Config) ErasedPath() string { return filepath.Join(c.Data, "erased") }

// ReadSecret returns the judge's secret from the environment or else from the
// file. For a missing file the error is fs.ErrNotExist.
func (c *Config) ReadSecret() ([]byte, error) {
	if c.Secret != "" {
		return decodeSecret(c.Secret)
	}
	path := c.SecretPath()
	secret, err := os.ReadFile(path)
	if err == nil && len(secret) < SecretSize {
		return nil, fmt.Errorf("%s is damaged: it has %d bytes instead of %d", path, len(secret), SecretSize)
	}
	return secret, err
}

// decodeSecret decodes a secret in hexadecimal or base64.
func decodeSecret(text string) ([]byte, error) {
	text = strings.TrimSpace(text)
	for _, decode := range []func(string) ([]byte, error){
		hex.DecodeString, base64.StdEncoding.DecodeString, base64.RawStdEncoding.DecodeString, base64.URLEncoding.DecodeString, base64.RawURLEncoding.DecodeString,
	} {
		if secret, err := decode(text); err == nil && len(secret) >= SecretSize {
			return secret, nil
		}
	}
	return nil, fmt.Errorf("PODESTA_SECRET must be at least %d bytes in hexadecimal or base64; create it for instance with openssl rand -hex %d", SecretSize, SecretSize)
}

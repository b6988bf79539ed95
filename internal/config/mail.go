package config

import (
	"crypto"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
)

// ReadPassword returns the password for the relay, from the environment or from the first line of
// mail.relay.password_file, or "" if neither is set.
func (r *Relay) ReadPassword() (string, error) {
	if r.Password != "" || r.PasswordFile == "" {
		return r.Password, nil
	}
	data, err := os.ReadFile(r.PasswordFile)
	if err != nil {
		return "", fmt.Errorf("mail.relay.password_file: %w", err)
	}
	line, _, _ := strings.Cut(string(data), "\n")
	if line = strings.TrimRight(line, "\r"); line == "" {
		return "", fmt.Errorf("mail.relay.password_file: %s: its first line is empty; put the password there", r.PasswordFile)
	}
	return line, nil
}

// Addr returns the relay as host:port, or "" if there is none.
func (r *Relay) Addr() string {
	if r.Host == "" {
		return ""
	}
	return net.JoinHostPort(r.Host, strconv.Itoa(r.Port))
}

// OtherAddrs returns the further servers as host:port.
func (r *Relay) OtherAddrs() []string {
	var out []string
	for _, host := range r.Others {
		out = append(out, net.JoinHostPort(host, strconv.Itoa(r.Port)))
	}
	return out
}

// ReadDKIM reads the key that signs e-mail, or returns nil if none is set.
func (m *Mail) ReadDKIM() (crypto.Signer, error) {
	if m.DKIMKeyFile == "" {
		return nil, nil
	}
	data, err := os.ReadFile(m.DKIMKeyFile)
	if err != nil {
		return nil, fmt.Errorf("mail.dkim_key_file: %w", err)
	}
	key, err := signer(data)
	if err != nil {
		return nil, fmt.Errorf("mail.dkim_key_file: %s: %w", m.DKIMKeyFile, err)
	}
	return key, nil
}

// errKey is returned for a DKIM key in an unknown format.
var errKey = errors.New("it contains no private key; create one with openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048")

// signer parses a private key in PEM, in the format of PKCS #8 or #1.
func signer(data []byte) (crypto.Signer, error) {
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, errKey
	}
	if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return key, nil
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, errKey
	}
	switch k := key.(type) {
	case *rsa.PrivateKey:
		return k, nil
	case ed25519.PrivateKey:
		return k, nil
	}
	return nil, errors.New("e-mails can be signed with RSA or Ed25519 keys only, not with this kind of key")
}

package config

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"podesta/internal/oidc"
)

// maxProviders limits the identity providers of a judge.
const maxProviders = 10

// providerID matches the ID of a provider.
var providerID = regexp.MustCompile(`^[a-z0-9]{1,20}$`)

// scope matches an OAuth scope.
var scope = regexp.MustCompile(`^[\x21\x23-\x5b\x5d-\x7e]+$`)

// providersFile is the content of identity.file.
type providersFile struct {
	Provider []struct {
		ID          string   `toml:"id"`
		Name        string   `toml:"name"`
		Issuer      string   `toml:"issuer"`
		ClientID    string   `toml:"client_id"`
		SecretFile  string   `toml:"client_secret_file"`
		Scopes      []string `toml:"scopes"`
		NewAccounts bool     `toml:"new_accounts"`
		Domains     []string `toml:"domains"`
	} `toml:"provider"`
}

// ReadProviders returns the identity providers of identity.file, or none if that is not set.
func (c *Config) ReadProviders() ([]oidc.Settings, error) {
	if c.Identity.File == "" {
		return nil, nil
	}
	bad := func(err error) error { return fmt.Errorf("identity.file: %s: %w", c.Identity.File, err) }
	data, err := os.ReadFile(c.Identity.File)
	if err != nil {
		return nil, fmt.Errorf("identity.file: %w", err)
	}
	var f providersFile
	md, err := toml.Decode(string(data), &f)
	if p := (toml.ParseError{}); errors.As(err, &p) {
		return nil, bad(fmt.Errorf("line %d: this is no TOML: %s", p.Position.Line, p.Message))
	}
	if err != nil {
		return nil, bad(err)
	}
	if unknown := md.Undecoded(); len(unknown) > 0 {
		return nil, bad(fmt.Errorf("there is no such key: %s", unknown[0]))
	}
	if len(f.Provider) == 0 || len(f.Provider) > maxProviders {
		return nil, bad(fmt.Errorf("describe 1 to %d providers, each below a line [[provider]]", maxProviders))
	}
	out := make([]oidc.Settings, 0, len(f.Provider))
	for _, x := range f.Provider {
		p := oidc.Settings{ID: x.ID, Name: x.Name, Issuer: x.Issuer, ClientID: x.ClientID, Scopes: x.Scopes, NewAccounts: x.NewAccounts, Domains: x.Domains}
		if p.Scopes == nil {
			p.Scopes = []string{"email", "profile"}
		}
		if slices.ContainsFunc(out, func(o oidc.Settings) bool { return o.ID == p.ID || o.Issuer == p.Issuer }) {
			return nil, bad(fmt.Errorf("two providers have the id %q or the issuer %s", p.ID, p.Issuer))
		}
		if err := checkProvider(p); err != nil {
			return nil, bad(fmt.Errorf("provider %q: %w", p.ID, err))
		}
		if p.Secret, err = c.clientSecret(x.SecretFile); err != nil {
			return nil, bad(fmt.Errorf("provider %q: %w", p.ID, err))
		}
		out = append(out, p)
	}
	return out, nil
}

// checkProvider returns what is wrong with a provider.
func checkProvider(p oidc.Settings) error {
	switch {
	case !providerID.MatchString(p.ID):
		return errors.New("give it an id of 1 to 20 lower-case letters and digits: it is part of the address to which the provider sends people back")
	case strings.TrimSpace(p.Name) == "" || utf8.RuneCountInString(p.Name) > 40 || strings.ContainsFunc(p.Name, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return errors.New("give it a name of one to forty letters, which appears on the button with which people sign in")
	case !oidc.Secure(p.Issuer):
		return fmt.Errorf("the issuer %q is not an address that begins with https://", p.Issuer)
	case p.ClientID == "":
		return errors.New("client_id is missing: the provider gives it when you register the judge there")
	}
	for _, s := range p.Scopes {
		if !scope.MatchString(s) {
			return fmt.Errorf("%q is not a scope", s)
		}
	}
	for _, d := range p.Domains {
		if !hostname(d) {
			return fmt.Errorf("%q is not a domain name; write for instance example.org", d)
		}
	}
	return nil
}

// clientSecret returns a client secret: the first line of a file, or the value in the environment
// if file is empty.
func (c *Config) clientSecret(file string) (string, error) {
	if file == "" {
		return c.Identity.Secret, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("client_secret_file: %w", err)
	}
	line, _, _ := strings.Cut(string(data), "\n")
	if line = strings.TrimSpace(line); line == "" {
		return "", fmt.Errorf("client_secret_file: %s: its first line is empty; write the secret of the client there", file)
	}
	return line, nil
}

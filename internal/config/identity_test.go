package config

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"podesta/internal/oidc"
)

// TestReadProviders reads valid and invalid files of identity providers.
func TestReadProviders(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	secret, empty := write("secret", "hush\nmore\n"), write("empty", "\n")
	const good = "[[provider]]\nid = \"club\"\nname = \"The Club\"\nissuer = \"https://id.example.org\"\nclient_id = \"podesta\"\n"
	read := func(text string) ([]oidc.Settings, error) {
		c := &Config{Identity: Identity{File: write("providers", text), Secret: "from outside"}}
		return c.ReadProviders()
	}
	all, err := read(good + "client_secret_file = '" + secret + "'\nscopes = [\"email\"]\nnew_accounts = true\ndomains = [\"example.org\"]\n" +
		"[[provider]]\nid = \"b2\"\nname = \"B\"\nissuer = \"http://localhost:8081/b\"\nclient_id = \"x\"\n")
	want := []oidc.Settings{
		{ID: "club", Name: "The Club", Issuer: "https://id.example.org", ClientID: "podesta", Secret: "hush", Scopes: []string{"email"}, NewAccounts: true, Domains: []string{"example.org"}},
		{ID: "b2", Name: "B", Issuer: "http://localhost:8081/b", ClientID: "x", Secret: "from outside", Scopes: []string{"email", "profile"}},
	}
	if err != nil || !reflect.DeepEqual(all, want) {
		t.Errorf("%+v, %v", all, err)
	}
	for name, c := range map[string][2]string{
		"no TOML":         {"[[provider]\n", "no TOML"},
		"none":            {"", "[[provider]]"},
		"another key":     {good + "secret = \"x\"\n", "provider.secret"},
		"no id":           {strings.Replace(good, "club", "The Club", 1), "lower-case letters"},
		"no name":         {strings.Replace(good, "The Club", " ", 1), "name"},
		"plain http":      {strings.Replace(good, "https", "http", 1), "https://"},
		"no client":       {strings.Replace(good, "podesta", "", 1), "client_id"},
		"a scope":         {good + "scopes = [\"a b\"]\n", "is not a scope"},
		"a domain":        {good + "domains = [\"@example.org\"]\n", "is not a domain name"},
		"twice":           {good + good, "two providers"},
		"no secret":       {good + "client_secret_file = '" + secret + ".missing'\n", "client_secret_file"},
		"an empty secret": {good + "client_secret_file = '" + empty + "'\n", "first line is empty"},
	} {
		if _, err := read(c[0]); err == nil || !strings.Contains(err.Error(), c[1]) || !strings.Contains(err.Error(), "identity.file") {
			t.Errorf("%s: %v, want %q", name, err, c[1])
		}
	}
	if all, err := (&Config{}).ReadProviders(); all != nil || err != nil {
		t.Errorf("without a file: %v, %v", all, err)
	}
	if _, err := (&Config{Identity: Identity{File: filepath.Join(dir, "nowhere")}}).ReadProviders(); err == nil || !strings.Contains(err.Error(), "identity.file") {
		t.Errorf("a missing file: %v", err)
	}
	if _, _, err := Load(Source{Flags: map[string]string{"identity.file": secret}}); err == nil || !strings.Contains(err.Error(), "base_url") {
		t.Errorf("without base_url: %v", err)
	}
}

// TestDiscordSettings checks that an application of Discord has either all of its settings or
// none.
func TestDiscordSettings(t *testing.T) {
	t.Parallel()
	good := map[string]string{"base_url": "https://judge.example.org", "discord.application": "4711", "discord.public_key": strings.Repeat("ab", 32)}
	for name, c := range map[string]struct {
		key, value, want string
	}{
		"good":         {"name", "Test", ""},
		"no key":       {"discord.public_key", "", "belong together"},
		"another key":  {"discord.public_key", "abc", "64 hexadecimal digits"},
		"a name":       {"discord.application", "podesta", "digits"},
		"without TLS":  {"base_url", "http://judge.example.org", "https"},
		"another host": {"discord.api", "discord.com", "no address"},
	} {
		flags := maps.Clone(good)
		if flags[c.key] = c.value; c.value == "" {
			delete(flags, c.key)
		}
		_, _, err := Load(Source{Flags: flags})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

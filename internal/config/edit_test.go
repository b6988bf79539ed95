package config

import (
	"bytes"
	"strings"
	"testing"
)

// TestEdit sets keys in files that hold them already, as examples, or not at all.
func TestEdit(t *testing.T) {
	for _, c := range []struct{ name, text, key, value, want string }{
		{"empty", "", "name", "SIENA", "name = \"SIENA\"\n"},
		{"no section", "", "mail.relay.port", "25", "\n[mail.relay]\nport = 25\n"},
		{"set already", "# a\nname = 'OLD'\n# b\n", "name", "SIENA", "# a\nname = \"SIENA\"\n# b\n"},
		{"with a comment", "name = \"#1\"   # a \"town\"\n", "name", "SIENA", "name = \"SIENA\" # a \"town\"\n"},
		{"with dots", "mail.domain = \"x\"\n", "mail.domain", "judge.example.org", "mail.domain = \"judge.example.org\"\n"},
		{"an example", "# The name.\n#name = \"PODESTA\"\n", "name", "SIENA", "# The name.\nname = \"SIENA\"\n"},
		{"in its section", "#listen = \":1\"\n[tls]\n#listen = \":443\"\n", "tls.listen", ":8443", "#listen = \":1\"\n[tls]\nlisten = \":8443\"\n"},
		{"a section without it", "[mail]\ndomain = \"x\"\n\n[log]\nlevel = \"info\"", "mail.lmtp", ":24", "[mail]\ndomain = \"x\"\nlmtp = \":24\"\n\n[log]\nlevel = \"info\""},
		{"above all sections", "name = \"x\"\n\n[log]\n", "zone", "UTC", "name = \"x\"\nzone = \"UTC\"\n\n[log]\n"},
		{"without an end", "name = \"x\"", "zone", "UTC", "name = \"x\"\nzone = \"UTC\"\n"},
		{"a list", "", "mail.trust", "a.example.org, b.example.org", "\n[mail]\ntrust = [\"a.example.org\", \"b.example.org\"]\n"},
	} {
		got, err := Edit(c.text, map[string]string{c.key: c.value})
		if err != nil || got != c.want {
			t.Errorf("%s: %v\n%s", c.name, err, got)
		}
	}
	for text, values := range map[string]map[string]string{
		"": {"mail.relay.port": "x"}, "[mail]\ntrust = [\n\"a\"\n]\n": {"mail.trust": "b.example.org"},
	} {
		if got, err := Edit(text, values); err == nil {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// TestEditExample sets all keys in the example file, and reads them again.
func TestEditExample(t *testing.T) {
	var b bytes.Buffer
	if err := WriteExample(&b); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"name": "SIENA", "base_url": "https://judge.example.org", "keeper": "you@example.net", "tls.acme": "true", "mail.domain": "judge.example.org",
		"mail.smtp": ":25", "mail.relay.host": "smtp.example.org", "mail.relay.port": "465", "mail.relay.tls": "tls",
	}
	text, err := Edit(b.String(), want)
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := Load(Source{File: file(t, text)})
	if err != nil {
		t.Fatal(err)
	}
	for key, value := range want {
		if got := c.PlainText(key); got != value {
			t.Errorf("%s is %s, not %s", key, got, value)
		}
	}
	if strings.Count(text, "\n") != strings.Count(b.String(), "\n") {
		t.Error("lines were added")
	}
}

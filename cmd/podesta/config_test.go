package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestConfig(t *testing.T) {
	file := filepath.Join(t.TempDir(), "podesta.toml")
	status, example, bad := podesta("", "config")
	if status != 0 || bad != "" || !strings.Contains(example, "#listen = \"127.0.0.1:8080\"") || !strings.Contains(example, "[mail.relay]") {
		t.Fatalf("status %d: %s%s", status, example, bad)
	}
	if err := os.WriteFile(file, []byte(example+"\nbody = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, bad := podesta("", "config", "-show", "-config", file); status != 1 || !strings.Contains(bad, "trace.body: there is no such key") {
		t.Errorf("status %d: %s", status, bad)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(example, "#zone = \"UTC\"", "zone = \"Europe/Rome\"", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PODESTA_LOG_LEVEL", "debug")
	t.Setenv("PODESTA_LISTNE", "x")
	status, out, bad := podesta("", "config", "-show", "-config", file, "-limits.games_per_hour", "5")
	if status != 0 || !strings.Contains(bad, "did you mean PODESTA_LISTEN?") {
		t.Errorf("status %d: %s", status, bad)
	}
	for _, want := range []string{
		"zone = \"Europe/Rome\"  # " + file, "log.level = \"debug\"  # PODESTA_LOG_LEVEL", "limits.games_per_hour = 5  # -limits.games_per_hour", "listen = \"127.0.0.1:8080\"  # default",
		"secret = (not set)",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no line %s in\n%s", want, out)
		}
	}
	if status, out, _ := podesta("", "config", "-table"); status != 0 || !strings.HasPrefix(out, "| Key | Default | Meaning |") {
		t.Errorf("status %d: %s", status, out)
	}
	for _, args := range []string{"config extra", "config -zzz"} {
		if status, _, _ := podesta("", strings.Fields(args)...); status != 2 {
			t.Errorf("%s: status %d", args, status)
		}
	}
}

// TestShowRefuses checks that config -show refuses what the judge refuses when it starts.
func TestShowRefuses(t *testing.T) {
	for _, c := range []struct{ args, says string }{
		{"-database mysql://x", "is neither sqlite: nor postgres:"},
		{"-database postgres://x:y", "cannot parse"},
		{"-passwords.list /no/such/file", "passwords.list: "},
		{"-points_file /no/such/file", "points_file: "},
		{"-terms_file /no/such/file", "terms_file: "},
		{"-base_url https://judge.example.org -identity.file /no/such/file", "identity.file: "},
		{"-base_url https://judge.example.org -tls.certificate /no/such/file -tls.key x", "tls.certificate: "},
		{"-base_url https://judge.example.org -tls.acme true -tls.ca_root /no/such/file", "tls.ca_root: "},
		{"-mail.domain judge.example.org -mail.relay.host x.example.org -mail.tls_cert /no/such/file -mail.tls_key x", "mail.tls_cert and mail.tls_key: "},
		{"-mail.domain judge.example.org -mail.relay.host x.example.org -mail.dkim_selector s -mail.dkim_key_file /no/such/file", "mail.dkim_key_file: "},
	} {
		status, _, bad := podesta("", append([]string{"config", "-show"}, strings.Fields(c.args)...)...)
		if status != 1 || !strings.Contains(bad, c.says) {
			t.Errorf("%s: status %d, %s", c.args, status, bad)
		}
	}
}

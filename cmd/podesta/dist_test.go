package main

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"podesta/internal/config"
)

// page reads a file of the source tree.
func page(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile("../../" + path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// marked returns the part of a page between the markers with a name.
func marked(t *testing.T, path, mark string) string {
	t.Helper()
	_, rest, found := strings.Cut(page(t, path), "<!-- "+mark)
	_, rest, _ = strings.Cut(rest, "-->\n")
	part, _, ended := strings.Cut(rest, "<!-- end -->")
	if !found || !ended {
		t.Fatalf("%s has no part marked %s", path, mark)
	}
	return part
}

// TestConfigurationPages compares the example file and the table for operators
// with the keys.
func TestConfigurationPages(t *testing.T) {
	if _, out, _ := podesta("", "config"); page(t, "dist/podesta.toml") != out {
		t.Error("dist/podesta.toml is not what podesta config writes: run podesta config > dist/podesta.toml")
	}
	if _, out, _ := podesta("", "config", "-table"); marked(t, "docs/configuration.md", "keys:") != out {
		t.Error("the table of keys in docs/configuration.md is not what podesta config -table writes")
	}
}

// TestOperatorsExamples parses the configurations on the pages for operators.
func TestOperatorsExamples(t *testing.T) {
	blocks := slices.Concat(fenced(t, "../../docs/operators.md", "toml"), fenced(t, "../../docs/people.md", "toml"))
	if len(blocks) != 4 {
		t.Fatalf("%d examples", len(blocks))
	}
	providers := slices.IndexFunc(blocks, func(b string) bool { return strings.Contains(b, "[[provider]]") })
	secret, file := filepath.Join(t.TempDir(), "secret"), filepath.Join(t.TempDir(), "identity.toml")
	if err := errors.Join(os.WriteFile(secret, []byte("secret\n"), 0o600), os.WriteFile(file, []byte(strings.Replace(blocks[providers], "/etc/podesta/club-secret", secret, 1)), 0o600)); err != nil {
		t.Fatal(err)
	}
	all, err := (&config.Config{Identity: config.Identity{File: file}}).ReadProviders()
	if err != nil || len(all) != 1 || all[0].ID != "club" || all[0].Secret != "secret" || !all[0].NewAccounts {
		t.Errorf("the identity providers: %+v, %v", all, err)
	}
	blocks = slices.Delete(blocks, providers, providers+1)
	private, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	dkim := filepath.Join(t.TempDir(), "dkim.pem")
	if err := os.WriteFile(dkim, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600); err != nil {
		t.Fatal(err)
	}
	files := strings.NewReplacer("/etc/podesta/dkim.pem", dkim, "/etc/podesta/relay-password", secret)
	whole := blocks[0]
	relayed := whole[:strings.Index(whole, "[mail.relay]")] + blocks[2]
	encrypted := whole + "\n[tls]\nacme = true\n"
	if want := blocks[1]; !strings.HasSuffix(encrypted, want[strings.Index(want, "\n[tls]"):]+"\n") {
		t.Errorf("the example of https is\n%s", want)
	}
	for _, text := range []string{whole, relayed, encrypted} {
		file := filepath.Join(t.TempDir(), "podesta.toml")
		if err := os.WriteFile(file, []byte(files.Replace(text)), 0o600); err != nil {
			t.Fatal(err)
		}
		if status, out, err := podesta("", "config", "-show", "-config", file); status != 0 || err != "" || !strings.Contains(out, `mail.domain = "judge.example.org"`) {
			t.Errorf("status %d, %s%s", status, out, err)
		}
	}
}

// figure matches the name of a metric in the code and on the page.
var figure = regexp.MustCompile(`podesta_[a-z_]+[a-z]`)

// TestFiguresPage compares the list of metrics with the code.
func TestFiguresPage(t *testing.T) {
	files, err := filepath.Glob("../../internal/metrics/*.go")
	if err != nil {
		t.Fatal(err)
	}
	code := map[string]bool{}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range regexp.MustCompile(`"podesta_[a-z_]+"`).FindAllString(string(text), -1) {
			code[strings.Trim(name, `"`)] = true
		}
	}
	shown := map[string]bool{}
	for _, name := range figure.FindAllString(marked(t, "docs/upkeep.md", "figures:"), -1) {
		shown[name] = true
	}
	if !maps.Equal(code, shown) || len(code) == 0 {
		t.Errorf("the page has\n%s\nthe code has\n%s", slices.Sorted(maps.Keys(shown)), slices.Sorted(maps.Keys(code)))
	}
}

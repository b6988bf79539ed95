package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"podesta/internal/config"
	"podesta/internal/doctor"
	"podesta/internal/store"
)

// fewNames is a DNS that knows only the addresses of names.
type fewNames map[string]string

func (n fewNames) LookupIPAddr(_ context.Context, name string) ([]net.IPAddr, error) {
	if a := n[strings.TrimSuffix(name, ".")]; a != "" {
		return []net.IPAddr{{IP: net.ParseIP(a)}}, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func (fewNames) LookupMX(_ context.Context, name string) ([]*net.MX, error) {
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func (fewNames) LookupTXT(_ context.Context, name string) ([]string, error) {
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func (fewNames) LookupAddr(_ context.Context, address string) ([]string, error) {
	return nil, &net.DNSError{Err: "no such host", Name: address, IsNotFound: true}
}

// nobody answers no request.
type nobody struct{}

func (nobody) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("connection refused")
}

// free is a listener that stands for a free address.
type free struct{ net.Listener }

func (free) Close() error { return nil }

// newMachine returns the tools for a new machine whose name is in the DNS. taken says whether its
// port 443 is in use.
func newMachine(taken bool) doctor.Tools {
	return doctor.Tools{
		Resolver: fewNames{"judge.example.org": "192.0.2.1", "old.example.org": "192.0.2.9", "smtp.example.org": "192.0.2.25"},
		Dial: func(_ context.Context, _, address string) (net.Conn, error) {
			return nil, fmt.Errorf("%s: connection refused", address)
		},
		Listen: func(_ context.Context, _, address string) (net.Listener, error) {
			if taken && address == ":443" {
				return nil, syscall.EADDRINUSE
			}
			return free{}, nil
		},
		Inspect: func(_ context.Context, url string) (store.Inspection, error) {
			if strings.Contains(url, "@away/") {
				return store.Inspection{}, errors.New("the database server does not answer")
			}
			return store.Inspection{Path: "/data/podesta.db"}, store.ErrNoDatabase
		},
		HTTP: nobody{}, Now: func() time.Time { return time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC) },
		Own:          func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("192.0.2.1")} },
		Drift:        func(context.Context) time.Duration { return 0 },
		Synchronised: func() (bool, bool) { return true, true },
		Disk:         func(string) (uint64, uint64, bool) { return 50 << 30, 100 << 30, true },
	}
}

// drawn matches a public key in a record.
var drawn = regexp.MustCompile(`p=[A-Za-z0-9+/=]{100,}`)

// TestSetup compares interviews with recorded ones, and what they write.
func TestSetup(t *testing.T) {
	const relay = "\nSIENA\nold.example.org\n\njudge.example.org\nyes\nyou\nyou@example.net\npost\nrelay\n\nsmtp.example.org\n465\nyes\nme\nsecret\nmysql://x\n" +
		"postgres://podesta@away/podesta\nno\n\nyes\n"
	for _, c := range []struct {
		name, file, args, in string
		taken                bool
		status               int
	}{
		{"relay", "", "", "A name with a colon:" + relay, false, 1},
		{"flags", "", "-yes -name SIENA -base_url https://judge.example.org -keeper you@example.net -mail mta -zone Europe/Rome", "", false, 1},
		{"proxy", "", "-mail none", "\njudge.example.org\nyes\n\nyou@example.net\n\nyes\n", true, 0},
		{"again", "# Ours.\nname = \"SIENA\" # the town\nkeeper = \"you@example.net\"\n", "-mail none", "ROMA\n\n\n\nno\n", false, 1},
		{"no-operator", "", "-yes -mail none", "", false, 1},
		{"ended", "", "", "SIENA\n", false, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := t.TempDir()
			t.Chdir(folder)
			if c.file != "" {
				if err := os.WriteFile("podesta.toml", []byte(c.file), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			var said bytes.Buffer
			status := setup(env{strings.NewReader(c.in), &said, &said}, newMachine(c.taken), strings.Fields(c.args))
			text := fmt.Sprintf("$ podesta setup %s\n%s[status %d]\n", c.args, &said, status)
			files, err := filepath.Glob("*")
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range files {
				info, err := os.Stat(f)
				if err != nil {
					t.Fatal(err)
				}
				text += fmt.Sprintf("\n--- %s %o\n", f, info.Mode().Perm())
				if content, err := os.ReadFile(f); err == nil && f != "dkim.pem" {
					text += regexp.MustCompile(`(?m)^(#.*|\[.*)?\n`).ReplaceAllString(string(content), "")
				}
			}
			text = drawn.ReplaceAllString(strings.ReplaceAll(text, folder, "FOLDER"), "p=KEY")
			compareWithFile(t, c.name, text)
			if status != c.status {
				t.Errorf("status %d", status)
			}
		})
	}
}

// here is the folder of the tests, which some of them leave.
var here, _ = os.Getwd()

// compareWithFile compares an interview with the recorded one, or records it.
func compareWithFile(t *testing.T, name, text string) {
	t.Helper()
	path := filepath.Join(here, "testdata", "setup", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != text {
		t.Error(firstDifference(string(want), text))
	}
}

// TestSetupKeeps checks that an interview changes only what was asked in the example file.
func TestSetupKeeps(t *testing.T) {
	t.Chdir(t.TempDir())
	e := env{strings.NewReader(""), io.Discard, io.Discard}
	if status := setup(e, newMachine(false), strings.Fields("-yes -mail none -name SIENA -keeper you@example.net -log.level debug")); status != 0 {
		t.Fatalf("status %d", status)
	}
	got, err := os.ReadFile("podesta.toml")
	if err != nil {
		t.Fatal(err)
	}
	var example bytes.Buffer
	if err := config.WriteExample(&example); err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(example.String(), "\n"), strings.Split(string(got), "\n")
	changed := 0
	for n := range was {
		if n < len(is) && was[n] != is[n] {
			changed++
		}
	}
	if len(was) != len(is) || changed != 3 {
		t.Errorf("%d lines differ, and there are %d, not %d", changed, len(is), len(was))
	}
}

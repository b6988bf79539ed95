package main

import (
	"archive/zip"
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPlanted checks that a vulnerability in a local database is found in a program that calls
// the function, without a network.
func TestPlanted(t *testing.T) {
	program := filepath.Join(t.TempDir(), "govulncheck")
	if out, err := exec.Command("go", "build", "-o", program, "golang.org/x/vuln/cmd/govulncheck").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOFLAGS", "-mod=mod")
	var out bytes.Buffer
	err := check(&out, "testdata/db", program, []string{"-C", "testdata/program", "./..."})
	if err == nil || !strings.Contains(out.String(), "GO-2026-9999") || !strings.Contains(out.String(), "path.Base") {
		t.Errorf("%v: %s", err, &out)
	}
	if !strings.Contains(out.String(), "IS OLD") {
		t.Errorf("an old copy is not called old: %s", &out)
	}
	// A program that does not call the vulnerable function is not affected.
	clean := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.org/clean\n\ngo 1.26.0\n", "main.go": "package main\n\nfunc main() {}\n"} {
		if err := os.WriteFile(filepath.Join(clean, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out.Reset()
	if err := check(&out, "testdata/db", program, []string{"-C", clean, "./..."}); err != nil {
		t.Errorf("%v: %s", err, &out)
	}
}

// TestUnreachable checks that an impossible check is reported.
func TestUnreachable(t *testing.T) {
	program := filepath.Join(t.TempDir(), "govulncheck")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho 'fetching vulnerabilities: Get \"https://vuln.go.dev/index/modules.json.gz\": no route' >&2\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := check(&out, t.TempDir(), program, nil); err != nil || !strings.Contains(out.String(), "NOTHING WAS CHECKED") {
		t.Errorf("%v: %s", err, &out)
	}
}

// TestFetch replaces a copy, and checks that it is kept if the new one is not a database.
func TestFetch(t *testing.T) {
	packed := func(files map[string]string) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for name, text := range files {
			w, err := z.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = w.Write([]byte(text))
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	answer := map[string][]byte{
		"/good":  packed(map[string]string{"index/db.json": `{"modified":"2026-05-06T07:08:09Z"}`, "ID/GO-1.json": "{}", "README.md": "no"}),
		"/empty": packed(map[string]string{"ID/GO-1.json": "{}"}),
		"/away":  packed(map[string]string{"../../x.json": "{}"}),
		"/text":  []byte("no archive"),
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if answer[r.URL.Path] == nil {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(answer[r.URL.Path])
	}))
	defer srv.Close()
	folder := filepath.Join(t.TempDir(), "vulndb")
	if err := fetch(folder, srv.URL+"/good"); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"/empty", "/away", "/text", "/none"} {
		if err := fetch(folder, srv.URL+bad); err == nil {
			t.Errorf("%s was taken", bad)
		}
	}
	if at, err := modified(folder); err != nil || at.Year() != 2026 || at.Month() != 5 {
		t.Errorf("the copy is of %v, %v", at, err)
	}
	if _, err := os.Stat(filepath.Join(folder, "README.md")); err == nil {
		t.Error("files of other kinds are unpacked")
	}
}

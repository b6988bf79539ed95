// Package clients checks that clients generated from the description of the judge's API can play,
// as docs/api.md says, and the types of the Python package. Its tests need programs from npm.
package clients

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestMain stops the judge of the tests, and removes its files.
func TestMain(m *testing.M) {
	status := m.Run()
	if served.stop != nil {
		served.stop()
	}
	os.Exit(status)
}

// served is the judge that all tests share.
var served struct {
	once sync.Once
	url  string
	err  error
	stop func()
}

// judge starts a judge, unless one is running, and returns its address. It runs the program that
// the variable PODESTA names, or builds one.
func judge(t *testing.T) string {
	t.Helper()
	served.once.Do(func() { served.url, served.err = serve() })
	if served.err != nil {
		t.Fatal(served.err)
	}
	return served.url
}

func serve() (string, error) {
	folder, err := os.MkdirTemp("", "podesta-clients-")
	if err != nil {
		return "", err
	}
	served.stop = func() { _ = os.RemoveAll(folder) }
	program := os.Getenv("PODESTA")
	if program == "" {
		program = filepath.Join(folder, "podesta")
		build := exec.Command("go", "build", "-o", program, "./cmd/podesta")
		build.Dir = "../.."
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return "", err
		}
	}
	run := exec.Command(program, "serve", "-listen", "127.0.0.1:0", "-data", filepath.Join(folder, "data"))
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "PODESTA") {
			run.Env = append(run.Env, v)
		}
	}
	run.Stderr = os.Stderr
	out, err := run.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := run.Start(); err != nil {
		return "", err
	}
	served.stop = func() {
		_ = run.Process.Kill()
		_ = run.Wait()
		_ = os.RemoveAll(folder)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, url, ok := strings.Cut(lines.Text(), "podesta is ready: open "); ok {
			go func() { _, _ = io.Copy(io.Discard, out) }() // the judge must not wait for a reader of its output
			return strings.TrimSuffix(url, "/"), nil
		}
	}
	return "", cmp.Or(lines.Err(), errors.New("the judge has not said where it is"))
}

// commands returns the command blocks in the section of docs/api.md about generated clients:
// first TypeScript, then Go.
func commands(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, ok := strings.Cut(string(text), "\n## Generate a client\n")
	if !ok {
		t.Fatal("docs/api.md has no section about generated clients")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	var out []string
	for _, part := range strings.Split(section, "\n```bash\n")[1:] {
		block, _, _ := strings.Cut(part, "\n```")
		out = append(out, block)
	}
	if len(out) != 2 {
		t.Fatalf("the section has %d blocks of commands", len(out))
	}
	return out
}

// play runs commands in a copy of a folder, which contains a program that plays a game and the
// checksums of everything that the commands fetch.
func play(t *testing.T, folder, commands string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("bash", "-euxc", commands)
	run.Dir = dir
	run.Env = append(os.Environ(), "JUDGE="+judge(t), "npm_config_audit=false", "npm_config_fund=false", "npm_config_update_notifier=false", "GOWORK=off")
	var out bytes.Buffer
	run.Stdout, run.Stderr = &out, &out
	if err := run.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	if !strings.Contains(out.String(), "\nplayed ") {
		t.Errorf("no game was played:\n%s", &out)
	}
}

// TestTypeScript generates the types of a client with openapi-typescript, and compiles
// and runs a program that plays with them.
func TestTypeScript(t *testing.T) {
	if _, err := exec.LookPath("npm"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("NO NPM: the TypeScript client was not tested")
	}
	play(t, "typescript", commands(t)[0])
}

// TestGo generates a client with oapi-codegen, and compiles and runs a program that
// plays with it.
func TestGo(t *testing.T) {
	play(t, "go", commands(t)[1])
}

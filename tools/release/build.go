package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// compiling are the flags for compiling packages. Programs are linked without debugging
// information, so it is not generated. .ci/run uses the same flags, so that tests here can use
// what has already been compiled.
var compiling = []string{"-trimpath", "-gcflags=all=-dwarf=false"}

// build builds the program for a target and returns its path. The result depends only on the
// source and the version, because paths, build ID and the state of the repository are omitted.
func (r *release) build(t target) (string, error) {
	overlay, err := r.compressed()
	if err != nil {
		return "", err
	}
	file := filepath.Join(r.work, "podesta-"+t.os+"-"+t.arch)
	cmd := exec.Command("go", slices.Concat([]string{"build", "-buildvcs=false"}, compiling,
		[]string{
			"-ldflags=-s -w -buildid= -X main.released=" + r.version, "-overlay", overlay,
			"-o", file, "./cmd/podesta",
		})...)
	cmd.Dir = r.source
	cmd.Env = append(os.Environ(), "GOOS="+t.os, "GOARCH="+t.arch, "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=",
		"GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building for %s %s: %w\n%s", t.os, t.arch, err, out)
	}
	return file, nil
}

// stage runs a program that was built for this machine to write manual pages, completion and
// the documentation, and writes the other files of packages.
func (r *release) stage() error {
	program, err := r.build(target{runtime.GOOS, runtime.GOARCH})
	if err != nil {
		return err
	}
	ask := func(args ...string) ([]byte, error) {
		cmd := exec.Command(program, args...)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("podesta %s: %w", strings.Join(args, " "), err)
		}
		return out, nil
	}
	if _, err := ask("man", "-o", r.staged("man")); err != nil {
		return err
	}
	if _, err := ask("docs", r.staged("html")); err != nil {
		return err
	}
	for _, shell := range []string{"bash", "zsh", "fish"} {
		script, err := ask("completion", shell)
		if err != nil {
			return err
		}
		if err := write(r.staged("completion", "podesta."+shell), script, 0o644); err != nil {
			return err
		}
	}
	return r.configured()
}

// staged returns the path of a file that packages contain.
func (r *release) staged(name ...string) string {
	return filepath.Join(append([]string{r.work, "stage"}, name...)...)
}

// configured writes the configuration and the unit of packages. They differ from the examples in
// the paths and the instructions.
func (r *release) configured() error {
	for _, f := range []struct {
		from, to string
		changes  []string // pairs of old and new text
	}{
		{"podesta.toml", "podesta.toml", []string{
			`#data = "./data"`, `data = "/var/lib/podesta"`,
			"# The configuration of podesta. To", "# The configuration of podesta. The judge is not started before you do it:\n#\n" +
				"#\tsudo -u podesta podesta doctor -config /etc/podesta/podesta.toml\n" +
				"#\tsudo systemctl enable --now podesta\n#\n" +
				"# Passwords and other secrets can be in /etc/podesta/environment.\n#\n# To",
		}},
		{"podesta.service", "podesta.service", []string{
			"/usr/local/bin/podesta", "/usr/bin/podesta",
			" Copy it to /etc/systemd/system, the program to\n# /usr/local/bin/podesta and the configuration to /etc/podesta/podesta.toml, then:\n#\n#\tsystemctl daemon-reload\n#\tsystemctl enable --now podesta\n#\n", "\n",
		}},
	} {
		text, err := os.ReadFile(filepath.Join(r.source, "dist", f.from))
		if err != nil {
			return err
		}
		changed := string(text)
		for i := len(f.changes) - 2; i >= 0; i -= 2 { // the longest first
			if !strings.Contains(changed, f.changes[i]) {
				return fmt.Errorf("dist/%s does not contain %q any more", f.from, f.changes[i])
			}
			changed = strings.ReplaceAll(changed, f.changes[i], f.changes[i+1])
		}
		if err := write(r.staged(f.to), []byte(changed), 0o644); err != nil {
			return err
		}
	}
	return nil
}

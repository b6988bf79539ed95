package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// release describes what is built, and from what.
type release struct {
	version    string // such as "1.0.0"
	commit     string // full hash of the commit
	maintainer string // in the form "name <address>"
	time       time.Time
	source     string // folder with the source
	work       string // folder for files that are not published
	out        string // folder for files that are published
	targets    []target

	compression string // compression of packages for Debian; empty for gzip
	key         string // file of the private key for signing; empty if nothing is signed
}

// target is a system and an architecture, by their names in Go.
type target struct{ os, arch string }

// targets lists the targets for which binaries are published.
var targets = []target{
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
}

// versions matches a version: 1.0.0, or 1.0.0-rc.1.
var versions = regexp.MustCompile(`^\d+\.\d+\.\d+(-[0-9A-Za-z]+(\.[0-9A-Za-z]+)*)?$`)

func main() {
	version := flag.String("version", "", "the `version`, such as 1.0.0")
	root := flag.String("root", "../..", "the `folder` of podesta")
	out := flag.String("o", "../../bin/release", "the `folder` for the results")
	key := flag.String("key", "", "the `file` of an OpenSSH key (Ed25519) that signs the checksums")
	flag.Parse()
	if err := run(*root, *version, *out, *key); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run builds the last commit of a repository as a version, signed with a key.
func run(root, version, out, key string) error {
	if !versions.MatchString(version) {
		return fmt.Errorf("the version is %q; name one such as 1.0.0 or 1.0.0-rc.1: make release VERSION=1.0.0", version)
	}
	work, err := os.MkdirTemp("", "podesta-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	r := &release{version: version, source: filepath.Join(work, "source"), work: work, targets: targets, key: key}
	if r.out, err = filepath.Abs(out); err != nil {
		return err
	}
	if err := r.export(root); err != nil {
		return err
	}
	if err := r.announced(); err != nil {
		return err
	}
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	return r.all()
}

// all builds and packs everything.
func (r *release) all() error {
	binaries := map[target]string{}
	for _, t := range r.targets {
		fmt.Println("building", t.os, t.arch)
		var err error
		if binaries[t], err = r.build(t); err != nil {
			return err
		}
	}
	fmt.Println("packing")
	if err := r.stage(); err != nil {
		return err
	}
	if err := r.pack(binaries); err != nil {
		return err
	}
	sums, err := r.checksums()
	if err != nil {
		return err
	}
	fmt.Print(string(sums))
	if r.key == "" {
		fmt.Println("not signed: name a key with KEY=FILE")
		return nil
	}
	return r.sign(r.key)
}

// export writes the files of the last commit into the folder of the source, and
// reads its hash, time and author.
func (r *release) export(root string) error {
	git := func(args ...string) ([]byte, error) {
		cmd := exec.Command("git", append([]string{"-C", root}, args...)...)
		cmd.Stderr = os.Stderr
		return cmd.Output()
	}
	about, err := git("log", "-1", "--format=%H%n%ct%n%an <%ae>")
	if err != nil {
		return err
	}
	lines := strings.Split(strings.TrimSpace(string(about)), "\n")
	if len(lines) != 3 {
		return fmt.Errorf("git describes the commit as %q", about)
	}
	seconds, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return err
	}
	r.commit, r.time, r.maintainer = lines[0], time.Unix(seconds, 0).UTC(), lines[2]
	if dirty, err := git("status", "--porcelain"); err != nil {
		return err
	} else if len(dirty) > 0 {
		fmt.Println("The working tree has changes that are not committed. They are not part of the release.")
	}
	files, err := git("archive", "--format=tar", "HEAD")
	if err != nil {
		return err
	}
	return unpack(bytes.NewReader(files), r.source)
}

// unpack writes the files of an archive into a folder.
func unpack(in io.Reader, folder string) error {
	t := tar.NewReader(in)
	for {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if !filepath.IsLocal(h.Name) {
			return fmt.Errorf("the archive has a file outside of it: %s", h.Name)
		}
		name := filepath.Join(folder, h.Name)
		switch h.Typeflag {
		case tar.TypeDir:
			err = os.MkdirAll(name, 0o755)
		case tar.TypeReg:
			var text []byte
			if text, err = io.ReadAll(t); err == nil {
				err = write(name, text, os.FileMode(h.Mode)&0o755)
			}
		}
		if err != nil {
			return err
		}
	}
}

// write writes a file and creates its folder.
func write(name string, text []byte, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(name, text, mode); err != nil {
		return err
	}
	return os.Chmod(name, mode)
}

// announced returns an error if the changelog has no section for the version. Prereleases need
// none.
func (r *release) announced() error {
	if strings.Contains(r.version, "-") {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(r.source, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	if !regexp.MustCompile(`(?m)^## ` + regexp.QuoteMeta(r.version) + `\b`).Match(text) {
		return fmt.Errorf("CHANGELOG.md has no section %q in the last commit: make one from Unreleased, and commit it", "## "+r.version)
	}
	return nil
}

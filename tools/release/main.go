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

// release holds the settings and the folders of a build.
type release struct {
	version    string // such as "1.0.0"
	commit     string // full hash of the commit
	maintainer string // in the form "name <address>"
	time       time.Time
	source     string // folder with the source
	work       string // folder for files that are not published
	out        string // folder for files that are published
	targets    []target

	quick bool   // leaves packages for Debian uncompressed
	home  string // address of the project's pages; empty if packages name none
	key   *key   // signs the release; nil if nothing is signed
}

// target is an operating system and an architecture, with their names in Go.
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

// versions matches a version: 1.0.0, or 1.0.0-rc.1. Debian, RPM and Python can order these.
var versions = regexp.MustCompile(`^\d+\.\d+\.\d+(-(alpha|beta|rc|dev)\.\d+)?$`)

func main() {
	version := flag.String("version", "", "the `version`, such as 1.0.0; without one, a development version after the last release")
	root := flag.String("root", "../..", "the `folder` of podesta")
	out := flag.String("o", "../../bin/release", "the `folder` for the results")
	keyFile := flag.String("key", "", "the `file` of an OpenSSH key (Ed25519) that signs the release")
	home := flag.String("url", "", "the `address` at which the release is published")
	to := flag.String("publish", "", "also add the release to the `folder` that is published at the address")
	notes := flag.Bool("notes", false, "only print what the changelog says of the version")
	flag.Parse()
	if err := run(*root, *version, *out, *keyFile, *home, *to, *notes); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run builds the last commit of a repository as a version, signed with a key, and publishes it
// in a folder, if one is named.
func run(root, version, out, keyFile, home, to string, notes bool) error {
	if version == "" {
		var err error
		if version, err = development(root); err != nil {
			return err
		}
	}
	version = strings.TrimPrefix(version, "v")
	if !versions.MatchString(version) {
		return fmt.Errorf("the version is %q; name one such as 1.0.0 or 1.0.0-rc.1: make release VERSION=1.0.0", version)
	}
	if notes {
		text, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
		fmt.Println(changes(string(text), version))
		return err
	}
	work, err := os.MkdirTemp("", "podesta-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	r := &release{version: version, source: filepath.Join(work, "source"), work: work, targets: targets, home: strings.TrimSuffix(home, "/")}
	if to != "" {
		if to, err = filepath.Abs(to); err != nil {
			return err
		}
		if r.home == "" {
			r.home = "file://" + to
		}
	}
	if keyFile == "" && to != "" {
		keyFile = filepath.Join(root, "bin", "trial-key")
		fmt.Println("KEY names no key: the release is signed with", keyFile, "for a trial")
		if err := trialKey(keyFile); err != nil {
			return err
		}
	}
	if keyFile != "" {
		if r.key, err = readKey(keyFile); err != nil {
			return err
		}
	}
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
	if err := r.all(); err != nil || to == "" {
		return err
	}
	return r.publish(to)
}

// development returns the version of a commit that is not a release. It is the next patch version
// after the changelog's newest release, with the number of commits.
func development(root string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "CHANGELOG.md"))
	if err != nil {
		return "", err
	}
	last := regexp.MustCompile(`(?m)^## (\d+\.\d+)\.(\d+)`).FindStringSubmatch(string(text))
	if last == nil {
		return "", errors.New("CHANGELOG.md has no release; name a version with VERSION=1.0.0")
	}
	patch, err := strconv.Atoi(last[2])
	if err != nil {
		return "", err
	}
	count, err := exec.Command("git", "-C", root, "rev-list", "--count", "HEAD").Output()
	return fmt.Sprintf("%s.%d-dev.%s", last[1], patch+1, strings.TrimSpace(string(count))), err
}

// changes returns the section of a version in a changelog, without its heading. For a prerelease it
// returns the section of unreleased changes.
func changes(changelog, version string) string {
	if strings.Contains(version, "-") {
		version = "Unreleased"
	}
	_, text, _ := strings.Cut(changelog, "\n## "+version)
	_, text, _ = strings.Cut(text, "\n")
	text, _, _ = strings.Cut(text, "\n## ")
	return strings.TrimSpace(text)
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
	if r.key == nil {
		fmt.Println("not signed: name a key with KEY=FILE")
		return nil
	}
	return r.sign()
}

// export writes the files of the last commit into the source folder, and reads the commit's hash,
// time and author.
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

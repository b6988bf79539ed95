package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/blakesmith/ar"
)

//go:embed site
var siteFiles embed.FS

var siteTemplates = template.Must(template.New("").Funcs(template.FuncMap{"file": filepath.Base}).ParseFS(siteFiles, "site/*"))

// published describes a release to the files that say how it is installed.
type published struct {
	Version, Home string
	Key           string // public key in ASCII armor, in the indented form of deb822
	Files         []publishedFile
}

type publishedFile struct {
	Name string
	Size int64
	SHA  [sha256.Size]byte
}

// Hex returns the checksum in hexadecimal digits.
func (f publishedFile) Hex() string { return hex.EncodeToString(f.SHA[:]) }

// SRI returns the checksum as Nix writes it.
func (f publishedFile) SRI() string { return "sha256-" + base64.StdEncoding.EncodeToString(f.SHA[:]) }

// Named returns the file whose name ends with a text, such as "darwin-arm64.tar.gz".
func (p published) Named(suffix string) (publishedFile, error) {
	i := slices.IndexFunc(p.Files, func(f publishedFile) bool { return strings.HasSuffix(f.Name, suffix) })
	if i < 0 {
		return publishedFile{}, fmt.Errorf("the release has no file that ends with %s", suffix)
	}
	return p.Files[i], nil
}

// Wheels returns the Python packages.
func (p published) Wheels() []publishedFile {
	return slices.DeleteFunc(slices.Clone(p.Files), func(f publishedFile) bool { return !strings.HasSuffix(f.Name, ".whl") })
}

// publish adds the release to a folder whose files a web server publishes. Everything in
// it is a plain file: a folder for each release, repositories for apt and dnf, an index for
// pip, a formula for Homebrew and a flake for Nix. Releases that are already in the folder remain.
func (r *release) publish(to string) error {
	old, err := os.ReadDir(to)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	prerelease := strings.Contains(r.version, "-")
	for _, e := range old {
		if versions.MatchString(e.Name()) && strings.Contains(e.Name(), "-") != prerelease {
			return fmt.Errorf("%s has %s: publish prereleases in a folder of their own, so that nobody gets one without asking for it", to, e.Name())
		}
	}
	files, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	p := published{Version: r.version, Home: r.home}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(r.out, f.Name()))
		if err != nil {
			return err
		}
		if err := write(filepath.Join(to, r.version, f.Name()), text, 0o644); err != nil {
			return err
		}
		p.Files = append(p.Files, publishedFile{f.Name(), int64(len(text)), sha256.Sum256(text)})
	}
	public, err := r.key.public()
	if err != nil {
		return err
	}
	// deb822 continues a field with lines that begin with a space; a full stop is an empty line.
	p.Key = strings.ReplaceAll(strings.ReplaceAll(" "+strings.TrimSpace(string(public)), "\n", "\n "), "\n \n", "\n .\n")
	if err := write(filepath.Join(to, "podesta.asc"), public, 0o644); err != nil {
		return err
	}
	for name, at := range map[string]string{
		"podesta.sources": "podesta.sources", "podesta.repo": "podesta.repo", "index.html": "index.html", "podesta.rb": "Formula/podesta.rb",
		"wheels.html": "simple/podesta/index.html", "flake.nix": "",
	} {
		var b bytes.Buffer
		if err := siteTemplates.ExecuteTemplate(&b, name, p); err != nil {
			return err
		}
		text := b.Bytes()
		if name == "flake.nix" {
			at = "flake.tar.gz"
			packed, err := tarred([]file{{name: "podesta/flake.nix", mode: 0o644, text: text}}, r.time)
			if err != nil {
				return err
			}
			text = compressed(packed)
		}
		if err := write(filepath.Join(to, at), text, 0o644); err != nil {
			return err
		}
	}
	if err := r.apt(to); err != nil {
		return err
	}
	if err := r.dnf(to); err != nil {
		return err
	}
	fmt.Printf("%s has podesta %s; publish its files at %s\n", to, r.version, r.home)
	return nil
}

// packages returns the paths, relative to a folder, of the packages in all its releases that match
// a pattern.
func packages(to, pattern string) ([]string, error) {
	found, err := filepath.Glob(filepath.Join(to, "*", pattern))
	for i := range found {
		if found[i], err = filepath.Rel(to, found[i]); err != nil {
			return nil, err
		}
		found[i] = filepath.ToSlash(found[i])
	}
	return slices.DeleteFunc(found, func(f string) bool { return !versions.MatchString(path.Dir(f)) }), err
}

// apt writes the index of the packages for Debian.
func (r *release) apt(to string) error {
	indexes := map[string][]byte{}
	for _, arch := range []string{"amd64", "arm64"} {
		found, err := packages(to, "*_"+arch+".deb")
		if err != nil {
			return err
		}
		var b bytes.Buffer
		for _, name := range found {
			text, err := os.ReadFile(filepath.Join(to, name))
			if err != nil {
				return err
			}
			control, err := controlOf(text)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			fmt.Fprintf(&b, "%s\nFilename: %s\nSize: %d\nSHA256: %x\n\n", strings.TrimSpace(control), name, len(text), sha256.Sum256(text))
		}
		indexes["main/binary-"+arch+"/Packages"] = b.Bytes()
		indexes["main/binary-"+arch+"/Packages.gz"] = compressed(b.Bytes())
	}
	var sums strings.Builder
	names := make([]string, 0, len(indexes))
	for name := range indexes {
		names = append(names, name)
	}
	slices.Sort(names)
	base := filepath.Join(to, "dists/stable")
	for _, name := range names {
		fmt.Fprintf(&sums, " %x %d %s\n", sha256.Sum256(indexes[name]), len(indexes[name]), name)
		if err := write(filepath.Join(base, name), indexes[name], 0o644); err != nil {
			return err
		}
	}
	text := fmt.Appendf(nil, "Origin: podesta\nLabel: podesta\nSuite: stable\nCodename: stable\nDate: %s\nArchitectures: amd64 arm64\nComponents: main\nDescription: podesta, a judge for the board game Machiavelli\nSHA256:\n%s",
		r.time.Format("Mon, 02 Jan 2006 15:04:05 UTC"), sums.String())
	inline, err := r.key.inline(text, r.time)
	if err != nil {
		return err
	}
	detached, err := r.key.detached(text, r.time)
	if err != nil {
		return err
	}
	return errors.Join(
		write(filepath.Join(base, "Release"), text, 0o644),
		write(filepath.Join(base, "InRelease"), inline, 0o644),
		write(filepath.Join(base, "Release.gpg"), detached, 0o644))
}

// controlOf returns the control file of a package for Debian.
func controlOf(text []byte) (string, error) {
	for members := ar.NewReader(bytes.NewReader(text)); ; {
		h, err := members.Next()
		if err != nil {
			return "", fmt.Errorf("no control file: %w", err)
		}
		if !strings.HasPrefix(h.Name, "control.tar.gz") {
			continue
		}
		z, err := gzip.NewReader(members)
		if err != nil {
			return "", err
		}
		return fileOf(z, "control")
	}
}

// fileOf returns the text of a file of a tar archive.
func fileOf(in io.Reader, name string) (string, error) {
	for t := tar.NewReader(in); ; {
		h, err := t.Next()
		if err != nil {
			return "", fmt.Errorf("no %s: %w", name, err)
		}
		if path.Clean(h.Name) == name {
			text, err := io.ReadAll(t)
			return string(text), err
		}
	}
}

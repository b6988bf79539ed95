package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// file is a file of an archive.
type file struct {
	name     string
	mode     os.FileMode // with os.ModeDir for a folder
	text     []byte
	uid, gid int
}

// pack writes everything that is published except the checksums.
func (r *release) pack(binaries map[target]string) error {
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	for _, t := range r.targets {
		if err := r.archive(t, binaries[t]); err != nil {
			return err
		}
		if err := r.wheel(t, binaries[t]); err != nil {
			return err
		}
		if t.os != "linux" {
			continue
		}
		for _, format := range []string{"deb", "rpm"} {
			if err := r.systemPackage(format, t, binaries[t]); err != nil {
				return err
			}
		}
	}
	if err := r.image(binaries); err != nil {
		return err
	}
	if err := r.components(binaries); err != nil {
		return err
	}
	return r.site()
}

// common returns the files that archives and images contain: licences, and if documents is set,
// also the other documents.
func (r *release) common(documents bool) ([]file, error) {
	var all []file
	names := []string{"LICENSE", "NOTICE", "cmd/podesta/licences.txt"}
	if documents {
		names = append(names, "README.md", "CHANGELOG.md")
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(r.source, name))
		if err != nil {
			return nil, err
		}
		if path.Base(name) == "licences.txt" {
			name = "THIRD-PARTY-LICENCES.txt"
		}
		all = append(all, file{name: name, mode: 0o644, text: text})
	}
	return all, nil
}

// folder returns the files below a folder, with a prefix before their names.
func folder(dir, prefix string) ([]file, error) {
	var all []file
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		all = append(all, file{name: path.Join(prefix, filepath.ToSlash(rel)), mode: 0o644, text: text})
		return err
	})
	return all, err
}

// archive writes the program for a target with its documents: a ZIP file for
// Windows, and a compressed tar file for others.
func (r *release) archive(t target, binary string) error {
	all, err := r.common(true)
	if err != nil {
		return err
	}
	for _, part := range []struct{ dir, prefix string }{
		{r.staged("man"), "man"}, {r.staged("completion"), "completion"}, {filepath.Join(r.source, "dist"), "dist"},
	} {
		files, err := folder(part.dir, part.prefix)
		if err != nil {
			return err
		}
		all = append(all, files...)
	}
	program := file{name: "podesta", mode: 0o755}
	if program.text, err = os.ReadFile(binary); err != nil {
		return err
	}
	base := fmt.Sprintf("podesta-%s-%s-%s", r.version, t.os, t.arch)
	if t.os == "windows" {
		program.name += ".exe"
	}
	all = append(all, program)
	for i := range all {
		all[i].name = path.Join(base, all[i].name)
	}
	if t.os == "windows" {
		text, err := zipped(all, r.time)
		if err != nil {
			return err
		}
		return write(filepath.Join(r.out, base+".zip"), text, 0o644)
	}
	text, err := tarred(all, r.time)
	if err != nil {
		return err
	}
	return write(filepath.Join(r.out, base+".tar.gz"), compressed(text), 0o644)
}

// wheel writes the Python package that contains the program for a target.
func (r *release) wheel(t target, binary string) error {
	system := map[string]string{"linux": "linux", "darwin": "macosx", "windows": "win"}[t.os]
	arch := map[target]string{{"linux", "amd64"}: "x86_64", {"linux", "arm64"}: "aarch64", {"darwin", "amd64"}: "x86_64"}[t]
	cmd := exec.Command("python3", filepath.Join(r.source, "python/build/podesta_build.py"), r.out)
	cmd.Env = append(os.Environ(), "PODESTA_BINARY="+binary, "PODESTA_VERSION="+r.version,
		"PODESTA_PLATFORM="+system+"-"+cmp.Or(arch, t.arch), "PODESTA_HOME="+r.home)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building the wheel for %s %s, for which a release needs Python 3.10: %w\n%s", t.os, t.arch, err, out)
	}
	return nil
}

// site writes the site of the documentation.
func (r *release) site() error {
	base := "podesta-" + r.version + "-docs"
	all, err := folder(r.staged("html"), base)
	if err != nil {
		return err
	}
	text, err := tarred(all, r.time)
	if err != nil {
		return err
	}
	return write(filepath.Join(r.out, base+".tar.gz"), compressed(text), 0o644)
}

// tarred returns a tar file with the files in the order of their names.
func tarred(all []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	slices.SortFunc(all, func(a, b file) int { return strings.Compare(a.name, b.name) })
	for _, f := range all {
		h := &tar.Header{
			Name: f.name, Mode: int64(f.mode.Perm()), Size: int64(len(f.text)), ModTime: at, Uid: f.uid, Gid: f.gid,
			Typeflag: tar.TypeReg, Format: tar.FormatPAX,
		}
		if f.mode.IsDir() {
			h.Name, h.Typeflag = f.name+"/", tar.TypeDir
		}
		if f.mode&os.ModeSticky != 0 {
			h.Mode |= 0o1000
		}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.text); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

// zipped returns a ZIP file with the files in the order of their names.
func zipped(all []file, at time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	slices.SortFunc(all, func(a, b file) int { return strings.Compare(a.name, b.name) })
	for _, f := range all {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: at}
		h.SetMode(f.mode)
		to, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(f.text); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

// compressed returns a text compressed by gzip, without name and time.
func compressed(text []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level exists
	_, _ = z.Write(text)                                  // a buffer accepts everything
	_ = z.Close()
	return b.Bytes()
}

// checksums writes the SHA-256 of all published files into SHA256SUMS, which
// sha256sum -c reads, and returns it.
func (r *release) checksums() ([]byte, error) {
	files, err := os.ReadDir(r.out)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	for _, f := range files {
		sum, err := hashed(filepath.Join(r.out, f.Name()))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%x  %s\n", sum, f.Name())
	}
	return b.Bytes(), write(filepath.Join(r.out, "SHA256SUMS"), b.Bytes(), 0o644)
}

func hashed(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return h.Sum(nil), err
}

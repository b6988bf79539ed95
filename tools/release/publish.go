package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/xml"
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
	"github.com/sassoftware/go-rpmutils"
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
// pip, a formula for Homebrew and a flake for Nix. Releases that are there remain.
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

// packages returns the paths of the packages of a format in all releases of a folder, from it.
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

// The elements of repodata that dnf and zypper need.
type (
	checksum struct {
		Type  string `xml:"type,attr"`
		PkgID string `xml:"pkgid,attr,omitempty"`
		Text  string `xml:",chardata"`
	}
	rpmVersion struct {
		Epoch   string `xml:"epoch,attr"`
		Version string `xml:"ver,attr"`
		Release string `xml:"rel,attr"`
	}
	location struct {
		Href string `xml:"href,attr"`
	}
	rpmEntry struct {
		Name    string `xml:"name,attr"`
		Flags   string `xml:"flags,attr,omitempty"`
		Epoch   string `xml:"epoch,attr,omitempty"`
		Version string `xml:"ver,attr,omitempty"`
		Release string `xml:"rel,attr,omitempty"`
	}
	rpmPackage struct {
		Type        string     `xml:"type,attr"`
		Name        string     `xml:"name"`
		Arch        string     `xml:"arch"`
		Version     rpmVersion `xml:"version"`
		Checksum    checksum   `xml:"checksum"`
		Summary     string     `xml:"summary"`
		Description string     `xml:"description"`
		Packager    string     `xml:"packager"`
		URL         string     `xml:"url"`
		Time        struct {
			File  int64 `xml:"file,attr"`
			Build int64 `xml:"build,attr"`
		} `xml:"time"`
		Size struct {
			Package   int   `xml:"package,attr"`
			Installed int64 `xml:"installed,attr"`
			Archive   int64 `xml:"archive,attr"`
		} `xml:"size"`
		Location location  `xml:"location"`
		Format   rpmFormat `xml:"format"`
	}
	rpmFormat struct {
		License string `xml:"rpm:license"`
		Group   string `xml:"rpm:group"`
		Host    string `xml:"rpm:buildhost"`
		Source  string `xml:"rpm:sourcerpm"`
		Range   struct {
			Start int `xml:"start,attr"`
			End   int `xml:"end,attr"`
		} `xml:"rpm:header-range"`
		Provides   []rpmEntry `xml:"rpm:provides>rpm:entry"`
		Requires   []rpmEntry `xml:"rpm:requires>rpm:entry"`
		Recommends []rpmEntry `xml:"rpm:recommends>rpm:entry"`
	}
	repository struct {
		XMLName  xml.Name     `xml:"http://linux.duke.edu/metadata/common metadata"`
		RPM      string       `xml:"xmlns:rpm,attr"`
		Count    int          `xml:"packages,attr"`
		Packages []rpmPackage `xml:"package"`
	}
	repoData struct {
		Type     string   `xml:"type,attr"`
		Checksum checksum `xml:"checksum"`
		Open     checksum `xml:"open-checksum"`
		Location location `xml:"location"`
		Time     int64    `xml:"timestamp"`
		Size     int      `xml:"size"`
		OpenSize int      `xml:"open-size"`
	}
	repomd struct {
		XMLName  xml.Name   `xml:"http://linux.duke.edu/metadata/repo repomd"`
		Revision int64      `xml:"revision"`
		Data     []repoData `xml:"data"`
	}
)

// dnf writes the index of the packages for systems with RPM.
func (r *release) dnf(to string) error {
	found, err := packages(to, "*.rpm")
	if err != nil {
		return err
	}
	all := repository{RPM: "http://linux.duke.edu/metadata/rpm", Count: len(found)}
	for _, name := range found {
		p, err := r.rpmIndexed(to, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		all.Packages = append(all.Packages, p)
	}
	text, err := xml.MarshalIndent(all, "", " ")
	if err != nil {
		return err
	}
	text = append([]byte(xml.Header), text...)
	packed := compressed(text)
	index := repomd{Revision: r.time.Unix(), Data: []repoData{{
		Type: "primary", Checksum: checksum{Type: "sha256", Text: fmt.Sprintf("%x", sha256.Sum256(packed))},
		Open:     checksum{Type: "sha256", Text: fmt.Sprintf("%x", sha256.Sum256(text))},
		Location: location{"repodata/primary.xml.gz"}, Time: r.time.Unix(), Size: len(packed), OpenSize: len(text),
	}}}
	top, err := xml.MarshalIndent(index, "", " ")
	if err != nil {
		return err
	}
	top = append([]byte(xml.Header), top...)
	signature, err := r.key.detached(top, r.time)
	if err != nil {
		return err
	}
	base := filepath.Join(to, "repodata")
	return errors.Join(
		write(filepath.Join(base, "primary.xml.gz"), packed, 0o644),
		write(filepath.Join(base, "repomd.xml"), top, 0o644),
		write(filepath.Join(base, "repomd.xml.asc"), signature, 0o644))
}

// rpmIndexed returns the entry of a package in the index.
func (r *release) rpmIndexed(to, name string) (rpmPackage, error) {
	text, err := os.ReadFile(filepath.Join(to, name))
	if err != nil {
		return rpmPackage{}, err
	}
	p, err := rpmutils.ReadRpm(bytes.NewReader(text))
	if err != nil {
		return rpmPackage{}, err
	}
	said := func(tag int) string { s, _ := p.Header.GetString(tag); return s } // without the tag, nothing is said
	id, err := p.Header.GetNEVRA()
	if err != nil {
		return rpmPackage{}, err
	}
	e := rpmPackage{
		Type: "rpm", Name: id.Name, Arch: id.Arch, Version: rpmVersion{id.Epoch, id.Version, id.Release},
		Checksum: checksum{"sha256", "YES", fmt.Sprintf("%x", sha256.Sum256(text))},
		Summary:  said(rpmutils.SUMMARY), Description: said(rpmutils.DESCRIPTION), Packager: said(rpmutils.PACKAGER), URL: said(rpmutils.URL),
		Location: location{name},
	}
	e.Time.File, e.Time.Build = r.time.Unix(), r.time.Unix()
	e.Size.Package = len(text)
	if e.Size.Installed, err = p.Header.InstalledSize(); err != nil {
		return rpmPackage{}, err
	}
	e.Size.Archive, _ = p.Header.PayloadSize() // some packagers leave it out
	e.Format.License, e.Format.Group, e.Format.Host, e.Format.Source = said(rpmutils.LICENSE), "Unspecified", said(rpmutils.BUILDHOST), said(rpmutils.SOURCERPM)
	at := p.Header.GetRange()
	e.Format.Range.Start, e.Format.Range.End = at.Start, at.End
	e.Format.Provides = relations(p.Header, rpmutils.PROVIDENAME, rpmutils.PROVIDEVERSION, rpmutils.PROVIDEFLAGS)
	e.Format.Requires = relations(p.Header, rpmutils.REQUIRENAME, rpmutils.REQUIREVERSION, rpmutils.REQUIREFLAGS)
	e.Format.Recommends = relations(p.Header, recommendName, recommendVersion, recommendFlags)
	return e, nil
}

// The tags of recommendations, which the library does not name.
const recommendName, recommendVersion, recommendFlags = 5046, 5047, 5048

// relations returns what a package provides or requires, except what rpm itself checks.
func relations(h *rpmutils.RpmHeader, name, version, flags int) []rpmEntry {
	names, err := h.GetStrings(name)
	if err != nil {
		return nil // the package has none
	}
	versions, _ := h.GetStrings(version)
	signs, _ := h.GetUint32s(flags)
	var all []rpmEntry
	for i, n := range names {
		if strings.HasPrefix(n, "rpmlib(") {
			continue
		}
		e := rpmEntry{Name: n}
		if i < len(versions) && i < len(signs) && versions[i] != "" {
			e.Flags = map[uint32]string{2: "LT", 4: "GT", 8: "EQ", 10: "LE", 12: "GE"}[signs[i]&14]
			v, release, _ := strings.Cut(versions[i], "-")
			e.Epoch, e.Version, e.Release = "0", v, release
		}
		if !slices.Contains(all, e) {
			all = append(all, e)
		}
	}
	return all
}

// fileOf returns the text of a file of a tar archive.
func fileOf(in io.Reader, name string) (string, error) {
	folder, err := os.MkdirTemp("", "podesta-control-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(folder)
	if err := unpack(in, folder); err != nil {
		return "", err
	}
	text, err := os.ReadFile(filepath.Join(folder, name))
	return string(text), err
}

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sassoftware/go-rpmutils"
)

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
	said := func(tag int) string { s, _ := p.Header.GetString(tag); return s } // a missing tag gives an empty text
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

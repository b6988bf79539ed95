package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/ProtonMail/go-crypto/openpgp"
	"github.com/blakesmith/ar"
	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
	"github.com/goreleaser/nfpm/v2/rpm"
)

//go:embed scripts
var scripts embed.FS

// packager writes packages of a format.
type packager interface {
	Package(info *nfpm.Info, w io.Writer) error
	ConventionalFileName(info *nfpm.Info) string
}

// formats holds the packagers.
var formats = map[string]packager{"deb": deb.Default, "rpm": rpm.DefaultRPM}

// dependencies lists, by format, the packages with programs that our package scripts use. The
// program itself needs none.
var dependencies = map[string][]string{"deb": {"passwd"}, "rpm": {"shadow-utils"}}

// systemPackage writes the package of a format for a target.
func (r *release) systemPackage(format string, t target, binary string) error {
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "podesta", Arch: t.arch, Platform: "linux", Version: r.version, Release: "1",
		Section: "net", Priority: "optional", Maintainer: r.maintainer, License: "Apache-2.0", MTime: r.time,
		Description: "judge for the board game Machiavelli\nHosts games of Machiavelli and Diplomacy on web pages, by e-mail and\n" +
			"through an API, and plays, adjudicates and draws games without a server.",
	})
	info.Depends = dependencies[format]
	// Certificates are needed for e-mail by TLS, webhooks and providers of accounts.
	info.Recommends, info.Suggests = []string{"ca-certificates"}, []string{"postgresql"}
	info.Homepage = r.home
	info.Deb.Compression = "none"
	info.RPM.Summary, info.RPM.BuildHost, info.RPM.Compression = "Judge for the board game Machiavelli", "localhost", "zstd:19"
	if r.key != nil {
		info.RPM.Signature.SignFn = func(data io.Reader) ([]byte, error) {
			var b bytes.Buffer
			err := openpgp.DetachSign(&b, r.key.pgp, data, signing(r.time))
			return b.Bytes(), err
		}
	}
	contents, err := r.contents(format, binary)
	if err != nil {
		return err
	}
	info.Contents = contents
	for name, at := range map[string]*string{
		"postinst": &info.Scripts.PostInstall, "prerm": &info.Scripts.PreRemove, "postrm": &info.Scripts.PostRemove,
	} {
		text, err := scripts.ReadFile("scripts/" + name)
		if err != nil {
			return err
		}
		*at = r.staged("scripts", name)
		if err := write(*at, text, 0o755); err != nil {
			return err
		}
	}
	if err := nfpm.PrepareForPackager(info, format); err != nil {
		return err
	}
	p := formats[format]
	var b bytes.Buffer
	if err := p.Package(info, &b); err != nil {
		return err
	}
	text := b.Bytes()
	if format == "deb" && !r.quick {
		if text, err = r.smaller(text); err != nil {
			return err
		}
	}
	return write(filepath.Join(r.out, p.ConventionalFileName(info)), text, 0o644)
}

// smaller compresses the files of a package for Debian with the program xz, which makes them
// a quarter smaller than the packager's own encoder.
func (r *release) smaller(text []byte) ([]byte, error) {
	var b bytes.Buffer
	out := ar.NewWriter(&b)
	if err := out.WriteGlobalHeader(); err != nil {
		return nil, err
	}
	for members := ar.NewReader(bytes.NewReader(text)); ; {
		h, err := members.Next()
		if errors.Is(err, io.EOF) {
			return b.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
		member, err := io.ReadAll(members)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(h.Name, "data.tar") {
			cmd := exec.Command("xz", "-9", "--threads=1", "--stdout")
			cmd.Stdin, cmd.Stderr = bytes.NewReader(member), os.Stderr
			if member, err = cmd.Output(); err != nil {
				return nil, fmt.Errorf("compressing the package with xz: %w", err)
			}
			h.Name = "data.tar.xz"
		}
		h.Size = int64(len(member))
		if err := out.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := out.Write(member); err != nil {
			return nil, err
		}
	}
}

// contents returns the files of a package.
func (r *release) contents(format, binary string) (files.Contents, error) {
	var all files.Contents
	add := func(from, to string, mode os.FileMode) {
		all = append(all, &files.Content{Source: from, Destination: to, FileInfo: &files.ContentFileInfo{Mode: mode, MTime: r.time, Owner: "root", Group: "root"}})
	}
	tree := func(dir, to string, zip bool) error {
		found, err := folder(dir, "")
		for _, f := range found {
			from := filepath.Join(dir, filepath.FromSlash(f.name))
			if zip {
				from = r.staged("zipped", f.name)
				f.name += ".gz"
				if err := write(from, compressed(f.text), 0o644); err != nil {
					return err
				}
			}
			add(from, path.Join(to, f.name), 0o644)
		}
		return err
	}
	add(binary, "/usr/bin/podesta", 0o755)
	add(r.staged("podesta.service"), "/usr/lib/systemd/system/podesta.service", 0o644)
	all = append(all,
		&files.Content{Type: files.TypeDir, Destination: "/etc/podesta", FileInfo: &files.ContentFileInfo{Mode: 0o750, MTime: r.time}},
		&files.Content{
			Type: files.TypeConfigNoReplace, Source: r.staged("podesta.toml"), Destination: "/etc/podesta/podesta.toml",
			FileInfo: &files.ContentFileInfo{Mode: 0o640, MTime: r.time},
		})
	zsh := "/usr/share/zsh/vendor-completions/_podesta"
	if format == "rpm" {
		zsh = "/usr/share/zsh/site-functions/_podesta"
	}
	add(r.staged("completion", "podesta.bash"), "/usr/share/bash-completion/completions/podesta", 0o644)
	add(r.staged("completion", "podesta.zsh"), zsh, 0o644)
	add(r.staged("completion", "podesta.fish"), "/usr/share/fish/vendor_completions.d/podesta.fish", 0o644)
	const doc = "/usr/share/doc/podesta"
	add(filepath.Join(r.source, "NOTICE"), doc+"/NOTICE", 0o644)
	add(filepath.Join(r.source, "cmd/podesta/licences.txt"), doc+"/THIRD-PARTY-LICENCES.txt", 0o644)
	if err := r.described(format, doc, add); err != nil {
		return nil, err
	}
	for _, section := range []string{"1", "5"} {
		pages, err := filepath.Glob(r.staged("man", "*."+section))
		if err != nil {
			return nil, err
		}
		for _, page := range pages {
			if err := copyFile(page, r.staged("man"+section, filepath.Base(page))); err != nil {
				return nil, err
			}
		}
		if err := tree(r.staged("man"+section), "/usr/share/man/man"+section, true); err != nil {
			return nil, err
		}
	}
	if err := tree(r.staged("html"), doc+"/html", false); err != nil {
		return nil, err
	}
	return all, tree(filepath.Join(r.source, "dist"), doc+"/examples", false)
}

// described adds the licence and the changelog, in the places where each system has them.
func (r *release) described(format, doc string, add func(from, to string, mode os.FileMode)) error {
	changelog, err := os.ReadFile(filepath.Join(r.source, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	if format == "rpm" {
		add(filepath.Join(r.source, "LICENSE"), doc+"/LICENSE", 0o644)
		add(filepath.Join(r.source, "CHANGELOG.md"), doc+"/CHANGELOG.md", 0o644)
		return nil
	}
	entry := fmt.Sprintf("podesta (%s-1) stable; urgency=medium\n\n  * %s. See changelog.gz.\n\n -- %s  %s\n",
		strings.Replace(r.version, "-", "~", 1), r.version, r.maintainer, r.time.Format(time.RFC1123Z))
	for _, f := range []struct {
		name, to string
		text     []byte
	}{
		{"changelog.gz", doc + "/changelog.gz", compressed(changelog)},
		{"changelog.Debian.gz", doc + "/changelog.Debian.gz", compressed([]byte(entry))},
	} {
		if err := write(r.staged(f.name), f.text, 0o644); err != nil {
			return err
		}
		add(r.staged(f.name), f.to, 0o644)
	}
	for name, to := range map[string]string{"copyright": doc + "/copyright", "lintian-overrides": "/usr/share/lintian/overrides/podesta"} {
		text, err := scripts.ReadFile("scripts/" + name)
		if err != nil {
			return err
		}
		if err := write(r.staged("scripts", name), text, 0o644); err != nil {
			return err
		}
		add(r.staged("scripts", name), to, 0o644)
	}
	return nil
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return write(to, text, 0o644)
}

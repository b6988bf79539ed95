package main

import (
	"embed"
	"io"
	"os"
	"path"
	"path/filepath"

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
		Section: "games", Priority: "optional", Maintainer: r.maintainer, License: "Apache-2.0", MTime: r.time,
		Description: "judge for the board game Machiavelli\nHosts games of Machiavelli and Diplomacy on web pages, by e-mail and\n" +
			"through an API, and plays, adjudicates and draws games without a server.",
	})
	info.Depends = dependencies[format]
	info.Suggests = []string{"postgresql"}
	info.Deb.Compression = r.compression
	info.RPM.Summary, info.RPM.BuildHost, info.RPM.Compression = "Judge for the board game Machiavelli", "localhost", "gzip"
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
	out, err := os.Create(filepath.Join(r.out, p.ConventionalFileName(info)))
	if err != nil {
		return err
	}
	if err := p.Package(info, out); err != nil {
		_ = out.Close()
		return err
	}
	return out.Close()
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
	add(filepath.Join(r.source, "LICENSE"), doc+"/LICENSE", 0o644)
	add(filepath.Join(r.source, "NOTICE"), doc+"/copyright", 0o644) // it names the licence and its file
	add(filepath.Join(r.source, "cmd/podesta/licences.txt"), doc+"/THIRD-PARTY-LICENCES.txt", 0o644)
	add(filepath.Join(r.source, "CHANGELOG.md"), doc+"/CHANGELOG.md", 0o644)
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

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return write(to, text, 0o644)
}

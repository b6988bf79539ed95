package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sassoftware/go-rpmutils"
)

// tree is the repository that the tests build. It may have uncommitted changes.
const tree = "../.."

// started returns the release that the tests share. It is built and staged once, from the working
// tree. The test of the Debian package installs it.
var started = sync.OnceValues(func() (*release, error) {
	source, err := filepath.Abs(tree)
	if err != nil {
		return nil, err
	}
	r := testRelease("1.2.3", source, filepath.Join(scratch, "first"))
	return r, r.stage()
})

// scratch is the folder for everything that the tests write.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "podesta-release-test-"); err != nil {
		panic(err)
	}
	status := m.Run()
	_ = os.RemoveAll(scratch)
	os.Exit(status)
}

func testRelease(version, source, work string) *release {
	return &release{
		version: version, commit: strings.Repeat("0123456789", 4), maintainer: "The authors <authors@example.org>",
		time: time.Date(2026, 11, 27, 12, 30, 0, 0, time.UTC), source: source, work: work, out: filepath.Join(work, "out"), targets: targets,
	}
}

// host is the target for this machine.
var host = target{runtime.GOOS, runtime.GOARCH}

// binary returns the path of the program that a release was staged with.
func (r *release) binary() string { return filepath.Join(r.work, "podesta-"+host.os+"-"+host.arch) }

// copied copies the files that git knows, and new ones, to another folder.
func copied(t *testing.T, to string) {
	t.Helper()
	out, err := exec.Command("git", "-C", tree, "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		err := copyFile(filepath.Join(tree, name), filepath.Join(to, name))
		if err != nil && !errors.Is(err, os.ErrNotExist) { // it was deleted, but this is not committed
			t.Fatal(err)
		}
	}
}

// tiny returns a small Go program that replaces podesta in tests for which its size would only
// cost time.
func tiny(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module podesta\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() {}\n"} {
		if err := write(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", slices.Concat([]string{"build"}, compiling, []string{"-o", "tiny", "."})...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return filepath.Join(dir, "tiny")
}

// TestSame builds the same source twice, in different folders, and checks that everything is
// identical: the program, and all published files.
func TestSame(t *testing.T) {
	first, err := started()
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(scratch, "another", "folder")
	copied(t, source)
	second := testRelease(first.version, source, filepath.Join(scratch, "second"))
	if err := second.stage(); err != nil {
		t.Fatal(err)
	}
	one, err := hashed(first.binary())
	if err != nil {
		t.Fatal(err)
	}
	if two, err := hashed(second.binary()); err != nil || !bytes.Equal(one, two) {
		t.Errorf("two builds of the program differ: %x and %x, %v", one, two, err)
	}
	program := tiny(t)
	binaries := map[target]string{}
	for _, x := range targets {
		binaries[x] = program
	}
	var sums []string
	for _, r := range []*release{first, second} {
		if err := r.pack(binaries); err != nil {
			t.Fatal(err)
		}
		text, err := r.checksums()
		if err != nil {
			t.Fatal(err)
		}
		sums = append(sums, string(text))
	}
	if sums[0] != sums[1] {
		t.Errorf("two releases differ:\n%s\n%s", sums[0], sums[1])
	}
	var names []string
	for line := range strings.Lines(sums[0]) {
		names = append(names, strings.Fields(line)[1])
	}
	want := strings.Fields(`podesta-1.2.3-1.aarch64.rpm podesta-1.2.3-1.x86_64.rpm podesta-1.2.3-darwin-amd64.tar.gz podesta-1.2.3-darwin-arm64.tar.gz
		podesta-1.2.3-docs.tar.gz podesta-1.2.3-linux-amd64.tar.gz podesta-1.2.3-linux-arm64.tar.gz podesta-1.2.3-oci.tar
		podesta-1.2.3-py3-none-macosx_12_0_arm64.whl podesta-1.2.3-py3-none-macosx_12_0_x86_64.whl
		podesta-1.2.3-py3-none-manylinux2014_aarch64.manylinux_2_17_aarch64.musllinux_1_1_aarch64.whl
		podesta-1.2.3-py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_1_x86_64.whl
		podesta-1.2.3-py3-none-win_amd64.whl podesta-1.2.3-py3-none-win_arm64.whl podesta-1.2.3-windows-amd64.zip podesta-1.2.3-windows-arm64.zip
		podesta-1.2.3.cdx.json podesta_1.2.3-1_amd64.deb podesta_1.2.3-1_arm64.deb`)
	if !slices.Equal(names, want) {
		t.Errorf("published are\n%s\nnot\n%s", strings.Join(names, "\n"), strings.Join(want, "\n"))
	}
	t.Run("archives", func(t *testing.T) { checkArchives(t, first) })
	t.Run("image", func(t *testing.T) { checkImage(t, first) })
	t.Run("components", func(t *testing.T) { checkComponents(t, first) })
	t.Run("rpm", func(t *testing.T) { checkRPM(t, first) })
}

// readTar returns the headers and texts of a tar file by their names.
func readTar(t *testing.T, in io.Reader) (map[string]*tar.Header, map[string][]byte) {
	t.Helper()
	headers, texts := map[string]*tar.Header{}, map[string][]byte{}
	r := tar.NewReader(in)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return headers, texts
		}
		if err != nil {
			t.Fatal(err)
		}
		headers[h.Name] = h
		if texts[h.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
}

// readTarGz reads a compressed tar file.
func readTarGz(t *testing.T, text []byte) (map[string]*tar.Header, map[string][]byte) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return readTar(t, z)
}

// published reads a file of a release.
func (r *release) published(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(r.out, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// checkArchives checks the contents of the program archives and of the documentation archive.
func checkArchives(t *testing.T, r *release) {
	headers, texts := readTarGz(t, r.published(t, "podesta-1.2.3-linux-amd64.tar.gz"))
	const base = "podesta-1.2.3-linux-amd64/"
	if h := headers[base+"podesta"]; h == nil || h.Mode != 0o755 || !h.ModTime.Equal(r.time) {
		t.Errorf("the program is %+v", h)
	}
	for name, want := range map[string]string{
		"LICENSE": "Apache License", "NOTICE": "Natural Earth", "THIRD-PARTY-LICENCES.txt": "SIL OPEN FONT LICENSE", "README.md": "# podesta",
		"CHANGELOG.md": "# Changelog", "man/podesta.1": ".SH COMMANDS", "man/podesta.toml.5": "mail.relay.host", "man/podesta-client.1": "client login",
		"completion/podesta.bash": "complete -o default", "completion/podesta.zsh": "#compdef podesta", "completion/podesta.fish": "complete -c podesta",
		"dist/podesta.service": "ExecStart=/usr/local/bin/podesta",
	} {
		if !strings.Contains(string(texts[base+name]), want) {
			t.Errorf("%s does not contain %q", name, want)
		}
	}
	if page := string(texts[base+"man/podesta.1"]); !strings.Contains(page, `"podesta 1.2.3"`) {
		t.Error("the manual page does not name the version")
	}
	z, err := zip.OpenReader(filepath.Join(r.out, "podesta-1.2.3-windows-arm64.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if len(z.File) != len(headers) || !slices.ContainsFunc(z.File, func(f *zip.File) bool { return f.Name == "podesta-1.2.3-windows-arm64/podesta.exe" }) {
		t.Errorf("the archive for Windows has %d files, that for Linux %d", len(z.File), len(headers))
	}
	_, site := readTarGz(t, r.published(t, "podesta-1.2.3-docs.tar.gz"))
	if page := string(site["podesta-1.2.3-docs/operators.html"]); !strings.Contains(page, "podesta 1.2.3") {
		t.Error("the documentation does not name the version")
	}
}

// checkImage follows the descriptors of the image to its files.
func checkImage(t *testing.T, r *release) {
	_, texts := readTar(t, bytes.NewReader(r.published(t, "podesta-1.2.3-oci.tar")))
	read := func(d descriptor, v any) {
		t.Helper()
		text := texts["blobs/sha256/"+strings.TrimPrefix(d.Digest, "sha256:")]
		if len(text) == 0 || len(text) != d.Size {
			t.Fatalf("the blob %s has %d bytes, not %d", d.Digest, len(text), d.Size)
		}
		if err := json.Unmarshal(text, v); err != nil {
			t.Fatal(err)
		}
	}
	var index, all manifest
	if err := json.Unmarshal(texts["index.json"], &index); err != nil || len(index.Manifests) != 1 {
		t.Fatalf("index.json: %v, %s", err, texts["index.json"])
	}
	read(index.Manifests[0], &all)
	var seen []string
	for _, d := range all.Manifests {
		seen = append(seen, d.Platform.OS+"/"+d.Platform.Architecture)
		var m manifest
		var c imageConfig
		read(d, &m)
		read(*m.Config, &c)
		if c.Architecture != d.Platform.Architecture || c.Config.User != "65532:65532" || c.Config.Labels["org.opencontainers.image.version"] != "1.2.3" ||
			c.Config.Labels["org.opencontainers.image.revision"] != r.commit || !slices.Equal(c.Config.Entrypoint, []string{"/podesta"}) {
			t.Errorf("the configuration is %+v", c)
		}
		headers, files := readTarGz(t, texts["blobs/sha256/"+strings.TrimPrefix(m.Layers[0].Digest, "sha256:")])
		want := map[string]string{
			"podesta": "0755 0", "data/": "0700 65532", "tmp/": "01777 0", "etc/": "0755 0", "etc/ssl/": "0755 0", "etc/ssl/certs/": "0755 0",
			"etc/ssl/certs/ca-certificates.crt": "0644 0", "licences/": "0755 0", "licences/LICENSE": "0644 0", "licences/NOTICE": "0644 0",
			"licences/THIRD-PARTY-LICENCES.txt": "0644 0",
		}
		got := map[string]string{}
		for name, h := range headers {
			got[name] = fmt.Sprintf("0%o %d", h.Mode, h.Uid)
		}
		if !maps.Equal(got, want) {
			t.Errorf("the image has %v", got)
		}
		if pool := x509.NewCertPool(); !pool.AppendCertsFromPEM(files["etc/ssl/certs/ca-certificates.crt"]) ||
			strings.Count(string(files["etc/ssl/certs/ca-certificates.crt"]), "BEGIN") < 50 {
			t.Error("the image has no certificates")
		}
	}
	if !slices.Equal(seen, []string{"linux/amd64", "linux/arm64"}) {
		t.Errorf("the image is for %v", seen)
	}
	// The environment and the volume are those in dist/Containerfile.
	text, err := os.ReadFile(filepath.Join(tree, "dist/Containerfile"))
	if err != nil {
		t.Fatal(err)
	}
	var m manifest
	var c imageConfig
	read(all.Manifests[0], &m)
	read(*m.Config, &c)
	if !strings.Contains(string(text), "\nENV "+strings.Join(c.Config.Env, " ")+"\n") || !strings.Contains(string(text), "\nUSER "+c.Config.User+"\n") {
		t.Errorf("dist/Containerfile does not set %v and the user %s", c.Config.Env, c.Config.User)
	}
}

// checkComponents checks the lists of components of the small programs, and of podesta itself.
func checkComponents(t *testing.T, r *release) {
	podesta := *r
	podesta.out, podesta.targets = t.TempDir(), []target{host}
	if err := podesta.components(map[target]string{host: r.binary()}); err != nil {
		t.Fatal(err)
	}
	var list bom
	if err := json.Unmarshal(podesta.published(t, "podesta-1.2.3.cdx.json"), &list); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(list.SerialNumber) {
		t.Errorf("the serial number is %s", list.SerialNumber)
	}
	versions := map[string]string{}
	for _, c := range list.Components {
		versions[c.Name] = c.Version
	}
	mod, err := os.ReadFile(filepath.Join(tree, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"modernc.org/sqlite", "github.com/jackc/pgx/v5", "github.com/yuin/goldmark"} {
		if versions[name] == "" || !strings.Contains(string(mod), name+" "+versions[name]+"\n") {
			t.Errorf("%s has version %q", name, versions[name])
		}
	}
	if versions["std"] != strings.TrimPrefix(runtime.Version(), "go") || len(list.Dependencies[0].On) != len(list.Components) {
		t.Errorf("the standard library has version %q; %d dependencies", versions["std"], len(list.Dependencies[0].On))
	}
}

// checkRPM checks the package for systems with RPM.
func checkRPM(t *testing.T, r *release) {
	p, err := rpmutils.ReadRpm(bytes.NewReader(r.published(t, "podesta-1.2.3-1.x86_64.rpm")))
	if err != nil {
		t.Fatal(err)
	}
	all, err := p.Header.GetFiles()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, f := range all {
		got[f.Name()] = fmt.Sprintf("%o", f.Mode()&0o7777)
		if f.Flags()&rpmutils.RPMFILE_CONFIG != 0 {
			got[f.Name()] += " config"
		}
		if f.Flags()&rpmutils.RPMFILE_NOREPLACE != 0 {
			got[f.Name()] += " kept"
		}
	}
	for name, want := range map[string]string{
		"/usr/bin/podesta": "755", "/usr/lib/systemd/system/podesta.service": "644", "/etc/podesta": "750", "/etc/podesta/podesta.toml": "640 config kept",
		"/usr/share/man/man1/podesta-serve.1.gz": "644", "/usr/share/man/man5/podesta.toml.5.gz": "644", "/usr/share/zsh/site-functions/_podesta": "644",
		"/usr/share/bash-completion/completions/podesta": "644", "/usr/share/fish/vendor_completions.d/podesta.fish": "644",
		"/usr/share/doc/podesta/LICENSE": "644", "/usr/share/doc/podesta/NOTICE": "644", "/usr/share/doc/podesta/THIRD-PARTY-LICENCES.txt": "644",
		"/usr/share/doc/podesta/html/index.html": "644", "/usr/share/doc/podesta/examples/Caddyfile": "644",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, not %q", name, got[name], want)
		}
	}
	for tag, want := range map[int]string{
		rpmutils.POSTIN: "try-restart podesta", rpmutils.PREUN: "disable --now podesta", rpmutils.POSTUN: "daemon-reload",
		rpmutils.LICENSE: "Apache-2.0", rpmutils.BUILDHOST: "localhost",
	} {
		if text, err := p.Header.GetString(tag); err != nil || !strings.Contains(text, want) {
			t.Errorf("the value %d is %q, %v", tag, text, err)
		}
	}
}

// TestRefusedReleases checks the conditions under which nothing is released.
func TestRefusedReleases(t *testing.T) {
	for _, version := range []string{"1.0", "1.0.0 ", "1.0.0-", "1.0.0-x", "1.0.0-rc", "latest", "1.0.0/x"} {
		if err := run(tree, version, t.TempDir(), "", "", "", false); err == nil || !strings.Contains(err.Error(), "make release VERSION=1.0.0") {
			t.Errorf("the version %q: %v", version, err)
		}
	}
	out := filepath.Join(t.TempDir(), "earlier")
	if err := write(filepath.Join(out, "kept"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := run(tree, "987.6.5", out, "", "", "", false); err == nil || !strings.Contains(err.Error(), `no section "## 987.6.5"`) {
		t.Errorf("a version that is not in the changelog: %v", err)
	}
	if _, err := os.Stat(filepath.Join(out, "kept")); err != nil {
		t.Errorf("the earlier results were removed: %v", err)
	}
	r := testRelease("1.2.3", t.TempDir(), t.TempDir())
	if err := write(filepath.Join(r.source, "dist/podesta.toml"), []byte("#data = \"elsewhere\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := r.configured(); err == nil || !strings.Contains(err.Error(), "dist/podesta.toml does not contain") {
		t.Errorf("a changed example: %v", err)
	}
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	if err := w.WriteHeader(&tar.Header{Name: "../x", Typeflag: tar.TypeReg}); err != nil {
		t.Fatal(err)
	}
	if err := unpack(&b, t.TempDir()); err == nil {
		t.Error("a file outside of the folder was unpacked")
	}
}

// mostBytes is the size that the program may have. If it must grow, explain why in
// docs/benchmarks.md.
const mostBytes = 62_000_000

// TestSize checks that the program stays small, and that its embedded files are compressed.
func TestSize(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("the size is that for Linux on amd64")
	}
	r, err := started()
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(r.binary())
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > mostBytes {
		t.Errorf("the program has %d bytes, more than %d (see docs/benchmarks.md)", info.Size(), mostBytes)
	}
	text, err := os.ReadFile(r.binary())
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(text, []byte("msgid \"Sign in\"")) {
		t.Error("the program contains catalogues that are not compressed")
	}
}

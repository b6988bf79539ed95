package main

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// site publishes two releases of a small program in a folder, and serves it.
func site(t *testing.T) (folder, address string) {
	t.Helper()
	folder = t.TempDir()
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(server.Close)
	keyFile := filepath.Join(t.TempDir(), "key")
	if err := trialKey(keyFile); err != nil {
		t.Fatal(err)
	}
	first, err := started()
	if err != nil {
		t.Fatal(err)
	}
	program := tiny(t)
	for i, version := range []string{"1.2.3", "1.3.0"} {
		r := *first
		r.quick = true
		r.version, r.home, r.out, r.time = version, server.URL, t.TempDir(), first.time.Add(time.Duration(i)*time.Hour)
		if r.key, err = readKey(keyFile); err != nil {
			t.Fatal(err)
		}
		binaries := map[target]string{}
		for _, x := range targets {
			binaries[x] = program
		}
		if err := r.pack(binaries); err != nil {
			t.Fatal(err)
		}
		if _, err := r.checksums(); err != nil {
			t.Fatal(err)
		}
		if err := r.sign(); err != nil {
			t.Fatal(err)
		}
		if err := r.publish(folder); err != nil {
			t.Fatal(err)
		}
	}
	r := *first
	r.version = "1.4.0-rc.1"
	if err := r.publish(folder); err == nil || !strings.Contains(err.Error(), "a folder of their own") {
		t.Errorf("a prerelease among releases: %v", err)
	}
	return folder, server.URL
}

// needs skips a part of a test if a program is missing.
func needs(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("\n*** %s IS MISSING: what it reads of a release was not checked ***", program)
	}
}

// ran runs a program and returns what it prints.
func ran(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// TestPublished reads each file of the site with the program that people will use: apt, dnf,
// pip, Ruby for the formula, Nix for the flake, and ssh-keygen.
func TestPublished(t *testing.T) {
	folder, address := site(t)
	at := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	t.Run("apt", func(t *testing.T) {
		needs(t, "apt-get")
		root := t.TempDir()
		for _, dir := range []string{"lists/partial", "cache/archives/partial", "sources", "preferences"} {
			if err := os.MkdirAll(filepath.Join(root, dir), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(at("podesta.sources"))
		if err != nil {
			t.Fatal(err)
		}
		if err := write(filepath.Join(root, "sources/podesta.sources"), text, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := write(filepath.Join(root, "status"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		options := []string{
			"-o", "Dir::State::lists=" + root + "/lists", "-o", "Dir::State::status=" + root + "/status", "-o", "Dir::Cache=" + root + "/cache",
			"-o", "Dir::Etc::sourcelist=/dev/null", "-o", "Dir::Etc::sourceparts=" + root + "/sources", "-o", "Dir::Etc::preferencesparts=" + root + "/preferences",
			"-o", "APT::Sandbox::User=root", "-o", "APT::Architecture=amd64", "-o", "Acquire::http::Proxy=false",
		}
		apt := func(program string, args ...string) string { return ran(t, program, append(options, args...)...) }
		if out := apt("apt-get", "update"); strings.Contains(out, "W:") || strings.Contains(out, "E:") {
			t.Errorf("apt-get update says\n%s", out)
		}
		out := apt("apt-cache", "policy", "podesta")
		if !strings.Contains(out, "Candidate: 1.3.0-1") || !strings.Contains(out, "1.2.3-1") {
			t.Errorf("apt knows\n%s", out)
		}
		t.Chdir(root)
		apt("apt-get", "download", "podesta=1.2.3-1")
		got, err := os.ReadFile(filepath.Join(root, "podesta_1.2.3-1_amd64.deb"))
		if err != nil {
			t.Fatal(err)
		}
		if want, err := os.ReadFile(at("1.2.3/podesta_1.2.3-1_amd64.deb")); err != nil || !bytes.Equal(got, want) {
			t.Errorf("apt downloads another package: %v", err)
		}
		// A changed index is refused.
		index := at("dists/stable/InRelease")
		text, err = os.ReadFile(index)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(index, bytes.Replace(text, []byte("Origin: podesta"), []byte("Origin: Podesta"), 1), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.RemoveAll(filepath.Join(root, "lists")); err != nil {
			t.Fatal(err)
		}
		changed, err := exec.Command("apt-get", append(options, "-o", "APT::Update::Error-Mode=any", "update")...).CombinedOutput()
		if err == nil {
			t.Errorf("apt accepts a changed index\n%s", changed)
		}
		if err := os.WriteFile(index, text, 0o644); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("dnf", func(t *testing.T) {
		needs(t, "dnf")
		root := t.TempDir()
		text, err := os.ReadFile(at("podesta.repo"))
		if err != nil {
			t.Fatal(err)
		}
		if err := write(filepath.Join(root, "repos/podesta.repo"), text, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(filepath.Join(root, "log"), 0o755); err != nil {
			t.Fatal(err)
		}
		dnf := func(args ...string) string {
			return ran(t, "dnf", append([]string{
				"-y", "--installroot=" + root + "/root", "--setopt=reposdir=" + root + "/repos", "--setopt=cachedir=" + root + "/cache", "--setopt=proxy=",
				"--releasever=42", "--forcearch=x86_64", "--setopt=logdir=" + root + "/log", "--setopt=varsdir=" + root + "/vars", "--nodocs",
			}, args...)...)
		}
		if out := dnf("list", "--showduplicates", "podesta"); !strings.Contains(out, "1.2.3-1") || !strings.Contains(out, "1.3.0-1") {
			t.Errorf("dnf knows\n%s", out)
		}
		if out := dnf("repoquery", "--requires", "podesta-1.3.0"); !strings.Contains(out, "shadow-utils") {
			t.Errorf("the package requires\n%s", out)
		}
		file := at("1.3.0/podesta-1.3.0-1.x86_64.rpm")
		if out := dnf("repoquery", "--location", "podesta-1.3.0"); !strings.Contains(out, address+"/1.3.0/"+filepath.Base(file)) {
			t.Errorf("dnf downloads\n%s", out)
		}
		// rpm verifies the signature with the key that the repository names.
		ran(t, "rpm", "--root", root+"/root", "--import", at("podesta.asc"))
		if out := ran(t, "rpm", "--root", root+"/root", "-Kv", file); !strings.Contains(out, "Signature, key ID") || strings.Contains(out, "NOKEY") || strings.Contains(out, "BAD") {
			t.Errorf("rpm says\n%s", out)
		}
	})
	t.Run("pip", func(t *testing.T) {
		needs(t, "python3")
		if err := exec.Command("python3", "-m", "pip", "--version").Run(); err != nil {
			t.Skip("\n*** pip IS MISSING: the wheels were not installed ***")
		}
		to := t.TempDir()
		for _, platform := range []string{
			"manylinux2014_x86_64", "manylinux_2_17_aarch64", "musllinux_1_1_x86_64", "musllinux_1_1_aarch64",
			"macosx_14_0_arm64", "macosx_12_0_x86_64", "win_amd64", "win_arm64",
		} {
			out := filepath.Join(to, platform)
			ran(t, "python3", "-m", "pip", "--isolated", "--disable-pip-version-check", "install", "-q", "--target", out, "--platform", platform,
				"--only-binary=:all:", "--no-deps", "--index-url", address+"/simple/", "podesta==1.3.0")
			if found, _ := filepath.Glob(filepath.Join(out, "podesta/bin/podesta*")); len(found) != 1 {
				t.Errorf("for %s the wheel has the programs %v", platform, found)
			}
			if found, _ := filepath.Glob(filepath.Join(out, "podesta-1.3.0.dist-info/licenses/*")); len(found) != 3 {
				t.Errorf("for %s the wheel has the licences %v", platform, found)
			}
		}
		old := exec.Command("python3", "-m", "pip", "--isolated", "--disable-pip-version-check", "install", "-q", "--target", filepath.Join(to, "old"),
			"--platform", "manylinux1_x86_64", "--only-binary=:all:", "--no-deps", "--index-url", address+"/simple/", "podesta")
		if out, err := old.CombinedOutput(); err == nil || !strings.Contains(string(out), "No matching distribution") {
			t.Errorf("an old system: %v\n%s", err, out)
		}
	})
	t.Run("formula", func(t *testing.T) {
		needs(t, "ruby")
		// The stand-in for Homebrew keeps the address and checksum of the chosen system.
		out := ran(t, "ruby", "-e", `
			class Formula
				def self.test = nil
				def self.service = nil
				def self.method_missing(name, *args, &block)
					case name
					when :on_macos, :on_arm then block.call
					when :url, :sha256, :version, :license then puts "#{name} #{args[0]}"
					end
				end
			end
			load ARGV[0]
			Podesta.instance_method(:install)`, at("Formula/podesta.rb"))
		checkSum(t, folder, address, regexp.MustCompile(`url (\S+)\nsha256 (\S+)`).FindStringSubmatch(out), "%x")
	})
	t.Run("flake", func(t *testing.T) {
		needs(t, "nix-instantiate")
		to := t.TempDir()
		_, texts := readTarGz(t, mustRead(t, at("flake.tar.gz")))
		if err := write(filepath.Join(to, "flake.nix"), texts["podesta/flake.nix"], 0o644); err != nil {
			t.Fatal(err)
		}
		out := ran(t, "nix-instantiate", "--eval", "--strict", "--json", "-E", `
			let
				pkgs = { fetchurl = x: x; installShellFiles = 1; stdenvNoCC.mkDerivation = x: x; };
				systems = [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
				nixpkgs = { lib.licenses.asl20 = "Apache-2.0"; legacyPackages = builtins.listToAttrs (map (s: { name = s; value = pkgs; }) systems); };
				flake = import `+to+`/flake.nix;
			in map (s: let p = (flake.outputs { self = { }; inherit nixpkgs; }).packages.${s}.default; in "${p.version} ${p.src.url} ${p.src.hash}") systems`)
		if n := strings.Count(out, "1.3.0 "); n != 4 {
			t.Errorf("the flake is for %d systems: %s", n, out)
		}
		checkSum(t, folder, address, regexp.MustCompile(`(http\S+-linux-arm64.tar.gz) (sha256-[^"]+)`).FindStringSubmatch(out), "")
	})
	t.Run("page", func(t *testing.T) {
		for _, name := range []string{"index.html", "simple/podesta/index.html"} {
			page := string(mustRead(t, at(name)))
			links := regexp.MustCompile(`href="([^"#]+)`).FindAllStringSubmatch(page, -1)
			if len(links) < 6 {
				t.Errorf("%s has %d links", name, len(links))
			}
			for _, l := range links {
				if _, err := os.Stat(filepath.Join(filepath.Dir(at(name)), html.UnescapeString(l[1]))); err != nil {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		for _, name := range regexp.MustCompile(`\{\{?\.?`+regexp.QuoteMeta(address)+`/(\S+)`).FindAllString(string(mustRead(t, at("index.html"))), -1) {
			if _, err := os.Stat(at(strings.TrimPrefix(name, address+"/"))); err != nil {
				t.Error(err)
			}
		}
	})
}

func mustRead(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// checkSum compares the checksum that a file names for an address with the published file.
func checkSum(t *testing.T, folder, address string, found []string, format string) {
	t.Helper()
	if len(found) != 3 {
		t.Fatalf("no address with a checksum: %q", found)
	}
	sum, err := hashed(filepath.Join(folder, strings.TrimPrefix(found[1], address)))
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(format, sum)
	if format == "" {
		want = publishedFile{SHA: [32]byte(sum)}.SRI()
	}
	if found[2] != want {
		t.Errorf("%s has the checksum %s, not %s", found[1], want, found[2])
	}
}

// TestChanges checks the text of a release, which is the section of the changelog.
func TestChanges(t *testing.T) {
	const log = "# Changelog\n\n## Unreleased\n\n- New.\n\n## 1.1.0\n\n- One.\n- Two.\n\n## 1.0.0\n\nThe first release.\n"
	for version, want := range map[string]string{"1.1.0": "- One.\n- Two.", "1.0.0": "The first release.", "1.2.0-rc.1": "- New."} {
		if got := changes(log, version); got != want {
			t.Errorf("%s: %q", version, got)
		}
	}
}

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// cleanRoot creates a folder with the root file system of a small Debian: the packages that
// every Debian has, and their dependencies, without anything else from this machine. Their
// files are copied from here.
func cleanRoot(t *testing.T) string {
	t.Helper()
	_, noDebian := os.Stat("/etc/debian_version")
	if runtime.GOOS != "linux" || noDebian != nil || os.Getuid() != 0 {
		t.Skip("\n*** THE PACKAGE WAS NOT INSTALLED: this needs Debian, and root. Run it there: go test -C tools/release -run 'TestInstalled|TestUpgrade' . ***")
	}
	root := filepath.Join(scratch, t.Name())
	cmd := exec.Command("bash", "testdata/root", root)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("the root file system cannot be made: %v\n%s", err, out)
	}
	t.Cleanup(func() {
		// This runs before TestMain removes the folder with everything in it.
		if err := syscall.Unmount(filepath.Join(root, "dev/null"), 0); err != nil {
			t.Errorf("dev/null: %v", err)
		}
	})
	return root
}

// inside runs a program in the root and returns its output.
func inside(t *testing.T, root string, args ...string) string {
	t.Helper()
	out, err := try(root, args...)
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return out
}

func try(root string, args ...string) (string, error) {
	cmd := exec.Command("chroot", append([]string{root}, args...)...)
	cmd.Env = []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive"}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// debian packs the release as a version for Debian into the root, and returns its path there.
// Only the first version is compressed, because compression takes most of the time.
func debian(t *testing.T, r release, version, root string) string {
	t.Helper()
	r.version, r.out = version, filepath.Join(root, "root")
	r.quick = version != "1.2.3"
	if err := r.systemPackage("deb", host, r.binary()); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("/root/podesta_%s-1_%s.deb", version, host.arch)
}

// TestInstalled installs the package in a clean Debian, starts the judge as its
// user, and gets a page. Then it upgrades, removes and purges the package.
func TestInstalled(t *testing.T) {
	root := cleanRoot(t)
	r, err := started()
	if err != nil {
		t.Fatal(err)
	}
	const config = "/etc/podesta/podesta.toml"
	at := func(name string) string { return filepath.Join(root, name) }
	mode := func(name string) string {
		t.Helper()
		return strings.TrimSpace(inside(t, root, "stat", "-c", "%a %U:%G", name))
	}

	file := debian(t, *r, "1.2.3", root)
	out := inside(t, root, "dpkg", "-i", file)
	t.Run("lintian", func(t *testing.T) {
		needs(t, "lintian")
		ran(t, "lintian", "--no-cfg", "--allow-root", "--fail-on", "error,warning", at(file))
	})
	if !strings.Contains(out, "does not run yet") || !strings.Contains(out, "systemctl enable --now podesta") {
		t.Errorf("the installation says\n%s", out)
	}
	for name, want := range map[string]string{
		"/var/lib/podesta": "700 podesta:podesta", "/etc/podesta": "750 root:podesta", config: "640 root:podesta", "/usr/bin/podesta": "755 root:root",
		"/usr/lib/systemd/system/podesta.service": "644 root:root", "/usr/share/man/man1/podesta.1.gz": "644 root:root",
		"/usr/share/bash-completion/completions/podesta": "644 root:root", "/usr/share/zsh/vendor-completions/_podesta": "644 root:root",
		"/usr/share/doc/podesta/copyright": "644 root:root", "/usr/share/doc/podesta/html/operators.html": "644 root:root",
	} {
		if got := mode(name); got != want {
			t.Errorf("%s is %s, not %s", name, got, want)
		}
	}
	unit, err := os.ReadFile(at("/usr/lib/systemd/system/podesta.service"))
	if err != nil {
		t.Fatal(err)
	}
	if text := string(unit); !strings.Contains(text, "ExecStart=/usr/bin/podesta serve -config "+config+"\n") || strings.Contains(text, "/usr/local") || !strings.Contains(text, "User=podesta\n") {
		t.Errorf("the unit is\n%s", text)
	}
	if got := inside(t, root, "podesta", "version"); !strings.HasPrefix(got, "podesta 1.2.3, engine ") {
		t.Errorf("the version is %s", got)
	}
	if got := inside(t, root, "podesta", "config", "-show", "-config", config); !strings.Contains(got, `data = "/var/lib/podesta"`) {
		t.Errorf("the configuration is\n%s", got)
	}

	_, stop := serve(t, root, config, "1.2.3")
	stop()
	if _, err := os.Stat(at("/var/lib/podesta/podesta.db")); err != nil {
		t.Error(err)
	}

	// An upgrade keeps the configuration, even if the new version contains a different one, and
	// reports if the new version does not accept the old one.
	text, err := os.ReadFile(at(config))
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), `#name = "PODESTA"`, `name = "SIENA"`, 1)
	if err := os.WriteFile(at(config), []byte(changed), 0o640); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // other tests compare it
		if err := r.configured(); err != nil {
			t.Error(err)
		}
	})
	if err := write(r.staged("podesta.toml"), append(text, "# New in this version.\n"...), 0o644); err != nil {
		t.Fatal(err)
	}
	out = inside(t, root, "dpkg", "--force-confold", "-i", debian(t, *r, "1.2.4", root))
	if kept, err := os.ReadFile(at(config)); err != nil || string(kept) != changed || mode(config) != "640 root:podesta" {
		t.Errorf("after an upgrade the configuration is %s, %v\n%s", mode(config), err, kept)
	}
	if strings.Contains(out, "does not run yet") || strings.Contains(out, "does not accept") {
		t.Errorf("the upgrade says\n%s", out)
	}
	if err := os.WriteFile(at(config), []byte(changed+"\n[nonsense]\nx = 1\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	out = inside(t, root, "dpkg", "-i", debian(t, *r, "1.2.5", root))
	if !strings.Contains(out, "nonsense") || !strings.Contains(out, "does not accept the configuration") {
		t.Errorf("the upgrade with a wrong configuration says\n%s", out)
	}

	// Removing keeps data and configuration, but purging deletes everything.
	if err := write(at("/etc/podesta/dkim.pem"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	inside(t, root, "dpkg", "-r", "podesta")
	for _, name := range []string{"/var/lib/podesta/podesta.db", config} {
		if _, err := os.Stat(at(name)); err != nil {
			t.Errorf("the removal: %v", err)
		}
	}
	if _, err := os.Stat(at("/usr/bin/podesta")); err == nil {
		t.Error("the program is still there")
	}
	out = inside(t, root, "dpkg", "-P", "podesta")
	for _, name := range []string{"/var/lib/podesta", config, "/usr/share/doc/podesta"} {
		if _, err := os.Stat(at(name)); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
	if _, err := os.Stat(at("/etc/podesta/dkim.pem")); err != nil || !strings.Contains(out, "/etc/podesta still has files") {
		t.Errorf("a key that the package did not make: %v\n%s", err, out)
	}
	if out, err := try(root, "getent", "passwd", "podesta"); err == nil {
		t.Errorf("the user is still there: %s", out)
	}
}

// serve starts the judge in the root as systemd would, and checks its pages and its metrics. It
// returns its address, and a function that stops it.
func serve(t *testing.T, root, config, version string) (site string, stop func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	cmd := exec.CommandContext(ctx, "chroot", "--userspec=podesta:podesta", root, "/usr/bin/podesta", "serve", "-config", config,
		"-listen", "127.0.0.1:0", "-metrics.listen", "127.0.0.1:0", "-log.format", "text")
	cmd.Env = []string{"PATH=/usr/bin"}
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	address := ""
	listening := regexp.MustCompile(`msg=ready .*listen=([0-9.:]+)`)
	for lines := bufio.NewScanner(log); address == "" && lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		if m := listening.FindStringSubmatch(lines.Text()); m != nil {
			address = m[1]
		}
	}
	go func() { _, _ = io.Copy(io.Discard, log) }()
	if address == "" {
		t.Fatalf("the judge did not start: %v\n%s", cmd.Wait(), said.String())
	}
	for path, want := range map[string]string{"/": "podesta " + version, "/docs/operators": "podesta " + version, "/readyz": "ready"} {
		answer, err := http.Get("http://" + address + path) //nolint:noctx // the process has the limit
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(string(body), want) {
			t.Errorf("%s: status %d, %v\n%s", path, answer.StatusCode, err, body)
		}
	}
	return "http://" + address, func() {
		defer cancel()
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("the judge ended with %v", err)
		}
	}
}

// firstRelease is the commit of version 1.0.0.
const firstRelease = "c724cf2d"

// old returns the package of version 1.0.0, built from that version's source.
func old(t *testing.T, root string) string {
	t.Helper()
	source := filepath.Join(t.TempDir(), "podesta")
	if out, err := exec.Command("git", "clone", "-q", "--shared", "--no-checkout", tree, source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command("git", "-C", source, "checkout", "-q", firstRelease).CombinedOutput(); err != nil {
		t.Skipf("\n*** THE UPGRADE WAS NOT TESTED: the history does not have the commit of version 1.0.0 (git fetch --unshallow). ***\n%s", out)
	}
	const test = `package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOnePackage(t *testing.T) {
	source, err := filepath.Abs(tree)
	if err != nil {
		t.Fatal(err)
	}
	r := testRelease("1.0.0", source, filepath.Join(scratch, "old"))
	if err := r.stage(); err != nil {
		t.Fatal(err)
	}
	r.out, r.compression = os.Getenv("OUT"), "none"
	if err := r.systemPackage("deb", host, r.binary()); err != nil {
		t.Fatal(err)
	}
}
`
	if err := write(filepath.Join(source, "tools/release/one_test.go"), []byte(test), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-vet=off", "-run", "TestOnePackage", ".")
	cmd.Dir, cmd.Env = filepath.Join(source, "tools/release"), append(os.Environ(), "OUT="+filepath.Join(root, "root"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return fmt.Sprintf("/root/podesta_1.0.0-1_%s.deb", host.arch)
}

// TestUpgrade installs version 1.0.0, plays with it, and installs this version over it. It checks
// that everything is still there, and that going back to version 1.0.0 and upgrading again loses
// nothing.
func TestUpgrade(t *testing.T) {
	root := cleanRoot(t)
	first := old(t, root)
	r, err := started()
	if err != nil {
		t.Fatal(err)
	}
	next := debian(t, *r, "1.2.4", root)
	const config = "/etc/podesta/podesta.toml"

	inside(t, root, "dpkg", "-i", first)
	site, stop := serve(t, root, config, "1.0.0")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := http.Client{Jar: jar}
	visit := func(address string, form url.Values) (string, string) {
		t.Helper()
		method := http.MethodGet
		if form != nil {
			method = http.MethodPost
		}
		ask, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		ask.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		ask.Header.Set("Origin", site)
		answer, err := browser.Do(ask)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: status %d, %v\n%s", address, answer.StatusCode, err, body)
		}
		return answer.Request.URL.Path, string(body)
	}
	game, page := visit(site+"/play", url.Values{"bot": {"random"}, "power": {"milan"}})
	revision := regexp.MustCompile(`data-revision="([^"]+)"`).FindStringSubmatch(page)
	if revision == nil {
		t.Fatalf("the game has no revision\n%s", page)
	}
	visit(site+game+"/ready", url.Values{"revision": {revision[1]}, "ready": {"1"}})
	_, page = visit(site+game+"/p/1", nil)
	units := regexp.MustCompile(`(?:Army|Fleet|Garrison) [A-Z]\w+`).FindAllString(page, 20)
	if len(units) == 0 {
		t.Fatalf("the first phase shows no units\n%s", page)
	}
	stop()
	shows := func(version string) {
		t.Helper()
		site, stop = serve(t, root, config, version) // the jar has cookies by host, without the port
		if _, page := visit(site+game, nil); !strings.Contains(page, "data-revision=") {
			t.Errorf("version %s does not show the game as the player's\n%s", version, page)
		}
		_, page := visit(site+game+"/p/1", nil)
		for _, u := range units {
			if !strings.Contains(page, u) {
				t.Errorf("in version %s the first phase does not show %q", version, u)
			}
		}
		stop()
	}

	// Files that were installed by hand are found.
	for _, name := range []string{"usr/local/bin/podesta", "etc/systemd/system/podesta.service"} {
		if err := write(filepath.Join(root, name), nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	out := inside(t, root, "dpkg", "-i", "--force-confold", next)
	if strings.Count(out, "was installed by hand") != 2 {
		t.Errorf("the upgrade says\n%s", out)
	}
	if err := os.Remove(filepath.Join(root, "usr/local/bin/podesta")); err != nil {
		t.Fatal(err)
	}
	shows("1.2.3") // the test's package and its program have different versions

	inside(t, root, "dpkg", "-i", "--force-confold", first)
	out, err = try(root, "setpriv", "--reuid=podesta", "--regid=podesta", "--clear-groups", "timeout", "60", "/usr/bin/podesta", "serve",
		"-config", config, "-listen", "127.0.0.1:0")
	if err == nil || !strings.Contains(out, "newer") {
		t.Errorf("version 1.0.0 opens the database of a newer one: %v\n%s", err, out)
	}
	inside(t, root, "dpkg", "-i", "--force-confold", next)
	shows("1.2.3")

	out = inside(t, root, "dpkg", "-i", "--force-confold", debian(t, *r, "1.2.3", root))
	if !strings.Contains(out, "older than 1.2.4-1") {
		t.Errorf("the downgrade says\n%s", out)
	}
}

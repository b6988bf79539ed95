package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"podesta/internal/config"
	"podesta/internal/game"
	"podesta/internal/httpserver"
)

// asProgram is the environment variable that makes the test binary run as podesta.
const asProgram = "TEST_AS_PODESTA"

// tied is the value of asProgram for a process that must end together with its parent.
const tied = "tied"

func TestMain(m *testing.M) {
	if as := os.Getenv(asProgram); as != "" {
		if as == tied {
			go func() {
				_, _ = io.Copy(io.Discard, os.Stdin)
				os.Exit(3)
			}()
		}
		os.Exit(run(env{os.Stdin, os.Stdout, os.Stderr}, os.Args[1:]))
	}
	if err := os.Setenv("LC_ALL", "C"); err != nil { // regardless of the tester's language
		panic(err)
	}
	// Settings for the tests, or for a judge on this machine, must not affect the judges of
	// these tests.
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "PODESTA_") {
			os.Unsetenv(name)
		}
	}
	// Most parallel tests wait for processes, so more of them can run at the same time.
	flag.Parse()
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// leaveOut skips a test that is too slow for -short. It prints what was not checked in a way
// that go test shows even without -v.
func leaveOut(t *testing.T, what string) {
	t.Helper()
	fmt.Fprintf(os.Stderr, "*** -short: %s ***\n", what)
	t.SkipNow()
}

// TestServe starts the judge in an empty folder, opens the address that it
// prints, and ends it.
func TestServe(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	for range 2 { // the second start uses what the first one has created
		out, w := io.Pipe()
		ctx, stop := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		var log bytes.Buffer
		monitor := freeAddress(t)
		go func() {
			c, _, err := config.Load(config.Source{Flags: map[string]string{"listen": "127.0.0.1:0", "metrics.listen": monitor, "data": data}})
			if err == nil {
				err = runServer(ctx, env{nil, w, io.Discard}, c, httpserver.NewLog(&log, "info", "json"), starting{trustClock: true})
			}
			ended <- err
			w.Close()
		}()
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err, <-ended)
		}
		_, address, _ := strings.Cut(strings.TrimSpace(line), "open ")
		ask := func(url string) (string, http.Header) {
			r, err := http.Get(url)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Body.Close()
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Error(err)
			}
			return string(body), r.Header
		}
		for url, want := range map[string]string{
			address: "The introductory game", address + "healthz": "ok", address + "readyz": "ready", address + "metrics": "Page not found",
			"http://" + monitor + "/readyz": "ready", "http://" + monitor + "/g": "404",
		} {
			if body, _ := ask(url); !strings.Contains(body, want) {
				t.Errorf("%s: %.300s", url, body)
			}
		}
		_, head := ask(address + "nowhere?key=do-not-tell")
		figures, _ := ask("http://" + monitor + "/metrics")
		for _, want := range []string{
			`podesta_http_requests_total{method="GET",route="GET /{$}",status="200"} 1`, `podesta_games{status="active"} 2`,
			"podesta_census_ok 1", `podesta_build_info{engine="`, `podesta_database_seconds_count{kind="read"}`,
		} {
			if !strings.Contains(figures, want) {
				t.Errorf("the figures have no %s", want)
			}
		}
		http.DefaultClient.CloseIdleConnections()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		for _, want := range []string{`"path":"/nowhere"`, `"request":"` + head.Get("X-Request-Id") + `"`, `"msg":"shut down"`} {
			if !strings.Contains(log.String(), want) {
				t.Errorf("no %s in the log: %s", want, &log)
			}
		}
		if strings.Contains(log.String(), "do-not-tell") || strings.Contains(log.String(), `"level":"ERROR"`) {
			t.Errorf("the log: %s", &log)
		}
	}
}

// freeAddress returns an unused address of this machine.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// TestDatabaseCheck checks that a judge whose database answers but stores nothing is not ready,
// and that not every check writes.
func TestDatabaseCheck(t *testing.T) {
	now := time.Unix(0, 0)
	var reading, writing error
	writes := 0
	look := databaseCheck(func(context.Context) error { return reading }, func(context.Context) error { writes++; return writing }, func() time.Time { return now })
	expect := func(why string, want int) {
		t.Helper()
		err := look(t.Context())
		var told *httpserver.Told
		switch {
		case why == "" && !errors.Is(err, reading):
			t.Errorf("%v, not %v", err, reading)
		case why != "" && (!errors.As(err, &told) || told.Why != why):
			t.Errorf("%v, not %q", err, why)
		}
		if writes != want {
			t.Errorf("%d writes, not %d", writes, want)
		}
	}
	expect("", 1)
	writing = fmt.Errorf("%w (sqlite: 13)", game.ErrFull)
	expect("", 1)
	now = now.Add(writeEvery)
	expect("the disk is full", 2)
	writing = errors.New("read-only transaction")
	expect("the disk is full", 2)
	now = now.Add(writeEvery)
	expect("it cannot be written to", 3)
	writing, now = context.DeadlineExceeded, now.Add(writeEvery)
	expect("", 4)
	reading, now = errors.New("away"), now.Add(writeEvery)
	expect("", 4)
}

// TestServeEnds runs the program itself, with a configuration file, and ends it
// with a service manager's signal.
func TestServeEnds(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "podesta.toml")
	socket := filepath.Join(folder, "web.sock")
	text := "listen = \"unix:" + socket + "\"\ndata = \"" + folder + "/data\"\n[metrics]\nlisten = \"\"\n[log]\nformat = \"json\"\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "serve", "-config", file)
	cmd.Env = append(os.Environ(), asProgram+"=1", "PODESTA_SECRET="+hex.EncodeToString(bytes.Repeat([]byte{7}, 32)))
	var log, out bytes.Buffer
	cmd.Stdout = &out
	said, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Process.Kill()
	lines := bufio.NewScanner(said)
	for !strings.Contains(log.String(), `"msg":"ready"`) {
		if !lines.Scan() {
			t.Fatalf("the judge does not start: %v: %s", lines.Err(), &log)
		}
		log.WriteString(lines.Text() + "\n")
	}
	client := &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		},
	}}
	r, err := client.Get("http://judge/readyz")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != 200 {
		t.Errorf("status %d", r.StatusCode)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
		log.WriteString(lines.Text() + "\n")
	}
	if err := cmd.Wait(); err != nil || !strings.Contains(log.String(), `"msg":"shut down"`) {
		t.Errorf("%v: %s", err, &log)
	}
	if out.Len() > 0 {
		t.Errorf("a judge that logs in JSON also prints %q", &out)
	}
	if _, err := os.Stat(filepath.Join(folder, "data", "secret")); err == nil {
		t.Error("a secret is made although there is one")
	}
}

func TestServeRefuses(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	data := t.TempDir()
	for args, says := range map[string]string{
		"serve -listen nowhere":           `-listen: listen: "nowhere": it is not an address and a port`,
		"serve extra":                     "unexpected argument",
		"serve -config " + data + "/none": "the configuration file cannot be read",
		"serve -lissten x":                "lissten",
		"serve -data " + data + " -listen " + busy.Addr().String():                                        "listen: ",
		"serve -data " + data + " -listen 127.0.0.1:0 -metrics.listen " + busy.Addr().String():            "metrics.listen: ",
		"serve -data " + data + " -listen 127.0.0.1:0 -metrics.listen  -secret_file " + data + "/missing": "create it once",
	} {
		if status, _, err := podesta("", strings.Split(args, " ")...); status == 0 || !strings.Contains(err, says) {
			t.Errorf("%s: status %d, %q", args, status, err)
		}
	}
	if status, _, err := podesta("", "serve", "-h"); status != 0 || !strings.Contains(err, "-config FILE") || !strings.Contains(err, "default 127.0.0.1:8080") {
		t.Errorf("help: status %d, %s", status, err)
	}
}

// TestMetricsAddress starts without metrics if the default address is in use.
func TestMetricsAddress(t *testing.T) {
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer busy.Close()
	c := config.Default()
	c.Metrics.Listen = busy.Addr().String()
	if l, err := listenMetrics(t.Context(), c, slog.New(slog.DiscardHandler)); l != nil || err != nil {
		t.Errorf("%v, %v", l, err)
	}
}

func TestSecretIsMade(t *testing.T) {
	c := config.Default()
	c.Data = t.TempDir()
	name := filepath.Join(c.Data, "secret")
	first, err := judgeSecret(c)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := judgeSecret(c); err != nil || !bytes.Equal(first, again) {
		t.Errorf("the secret has changed: %v", err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the secret: %v, %v", info.Mode(), err)
	}
	if err := os.WriteFile(name, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := judgeSecret(c); err == nil {
		t.Error("a damaged secret is taken")
	}
}

func TestSecretSettings(t *testing.T) {
	want := bytes.Repeat([]byte{0xfe}, 32)
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, want, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text, file string
		good       bool
	}{
		{strings.Repeat("fe", 32), "", true},
		{strings.Repeat("FE", 32) + "\n", file + "none", true},
		{"/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v7+/v4=", "", true},
		{"_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v7-_v4", "", true},
		{"", file, true},
		{"", file + "none", false},
		{"fefe", "", false},
		{"open sesame open sesame open sesame", "", false},
	} {
		conf := config.Default()
		conf.Data, conf.Secret, conf.SecretFile = t.TempDir(), c.text, c.file
		got, err := judgeSecret(conf)
		if (err == nil) != c.good || c.good && !bytes.Equal(got, want) {
			t.Errorf("%q, %q: %x, %v", c.text, c.file, got, err)
		}
		if err != nil && c.text != "" && strings.Contains(err.Error(), c.text) {
			t.Errorf("the error contains the secret: %v", err)
		}
	}
}

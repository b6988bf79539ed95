package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"podesta/internal/config"
	"podesta/internal/game"
	"podesta/internal/store"
)

// noon is the current time in the tests.
var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

// healthyWorld returns tools for a world in which everything is fine, but no program listens.
func healthyWorld() Tools {
	return Tools{
		Resolver: zone{},
		Dial: func(context.Context, string, string) (net.Conn, error) {
			return nil, errors.New("connection refused")
		},
		Listen: func(context.Context, string, string) (net.Listener, error) { return deaf{}, nil },
		Inspect: func(context.Context, string) (store.Inspection, error) {
			return store.Inspection{Path: "/data/podesta.db"}, store.ErrNoDatabase
		},
		HTTP:         site("ok\n"),
		Now:          func() time.Time { return noon },
		Own:          func() []netip.Addr { return []netip.Addr{netip.MustParseAddr("192.0.2.1")} },
		Drift:        func(context.Context) time.Duration { return time.Millisecond },
		Synchronised: func() (bool, bool) { return true, true },
		Disk:         func(string) (uint64, uint64, bool) { return 50 << 30, 100 << 30, true },
	}
}

// deaf is a listener that accepts no connections.
type deaf struct{ net.Listener }

func (deaf) Close() error { return nil }

// site is a web server that answers every request with this text. If it is empty, the server does
// not answer.
type site string

func (s site) RoundTrip(r *http.Request) (*http.Response, error) {
	if s == "" {
		return nil, errors.New("connection refused")
	}
	return &http.Response{StatusCode: 200, Status: "200 OK", Body: io.NopCloser(strings.NewReader(string(s))), Request: r}, nil
}

// conf returns a configuration with "key=value" items.
func conf(t *testing.T, items ...string) *config.Config {
	t.Helper()
	flags := map[string]string{"data": t.TempDir()}
	var env []string
	for _, i := range items {
		k, v, _ := strings.Cut(i, "=")
		if strings.HasPrefix(k, "PODESTA_") {
			env = append(env, i)
		} else {
			flags[k] = v
		}
	}
	c, _, err := config.Load(config.Source{Flags: flags, Env: env})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// expect checks that a check has a result with the given status that contains the given words.
func expect(t *testing.T, results []Result, check string, status Status, words ...string) {
	t.Helper()
	for _, r := range results {
		if r.Check != check || r.Status != status {
			continue
		}
		all := true
		for _, w := range words {
			all = all && strings.Contains(r.Found+" -> "+r.Do, w)
		}
		if all && (r.Do != "") == (status != OK) {
			return
		}
	}
	var b bytes.Buffer
	_ = WriteText(&b, results)
	t.Errorf("no %s of %s with %q:\n%s", status, check, words, &b)
}

func TestHealthy(t *testing.T) {
	results := Examine(t.Context(), healthyWorld(), conf(t), "", nil)
	if Worst(results) != OK {
		t.Errorf("%+v", results)
	}
	var b bytes.Buffer
	if err := WriteText(&b, results); err != nil || !strings.HasSuffix(b.String(), "\nNo problems were found.\n") {
		t.Error(b.String(), err)
	}
	expect(t, results, "configuration", OK, "no file; 1 of ")
	expect(t, results, "secret", OK, "will be created")
	expect(t, results, "data folder", OK, "is writable; 50 GB of 100 GB are free")
	expect(t, results, "database", OK, "/data/podesta.db will be created when the judge first starts")
	expect(t, results, "clock", OK, "2026-07-01 12:00:00 UTC, and the clock is synchronized")
	expect(t, results, "listen", OK, "127.0.0.1:8080 is free")
	expect(t, results, "metrics.listen", OK, "is free")
	expect(t, results, "mail", OK, "no e-mail")
}

func TestConfiguration(t *testing.T) {
	file := filepath.Join(t.TempDir(), "podesta.toml")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	c := conf(t, "database=postgres://me:s3cret@db/podesta", "PODESTA_SECRET="+strings.Repeat("ab", 32))
	results := Examine(t.Context(), healthyWorld(), c, file, []config.Problem{{Where: "PODESTA_X", Message: "this variable sets nothing"}})
	expect(t, results, "configuration", Warn, "PODESTA_X: this variable sets nothing")
	expect(t, results, "configuration", Warn, "can read the password of the database", "chmod 640")
	expect(t, results, "secret", OK, "in the environment")
}

func TestSecret(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret")
	look := func() []Result {
		return Examine(t.Context(), healthyWorld(), conf(t, "secret_file="+file), "", nil)
	}
	expect(t, look(), "secret", Fail, "does not exist", "head -c 32 /dev/urandom")
	if err := os.WriteFile(file, bytes.Repeat([]byte{1}, 32), 0o644); err != nil {
		t.Fatal(err)
	}
	expect(t, look(), "secret", Warn, "0644", "chmod 600")
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, look(), "secret", OK, "only its owner")
	if err := os.WriteFile(file, []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, look(), "secret", Fail, "damaged")
}

func TestFolder(t *testing.T) {
	w := healthyWorld()
	w.Disk = func(string) (uint64, uint64, bool) { return 10 << 20, 100 << 30, true }
	c := conf(t)
	expect(t, Examine(t.Context(), w, c, "", nil), "data folder", Fail, "10 MB of 100 GB", "Free some space")
	w.Disk = func(string) (uint64, uint64, bool) { return 2 << 30, 100 << 30, true }
	expect(t, Examine(t.Context(), w, c, "", nil), "data folder", Warn, "2048 MB of 100 GB")
	w.Disk = func(string) (uint64, uint64, bool) { return 0, 0, false }
	below := filepath.Join(c.Data, "a", "b")
	expect(t, Examine(t.Context(), w, conf(t, "data="+below), "", nil), "data folder", OK, below+" will be created")
	if _, err := os.Stat(below); err == nil {
		t.Error("the doctor makes folders")
	}
	file := filepath.Join(c.Data, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	expect(t, Examine(t.Context(), w, conf(t, "data="+file), "", nil), "data folder", Fail, "is not a folder")
	if left, err := filepath.Glob(c.Data + "/.podesta*"); err != nil || len(left) > 0 {
		t.Errorf("the doctor leaves %v, %v", left, err)
	}
}

func TestDatabase(t *testing.T) {
	for _, c := range []struct {
		name   string
		found  store.Inspection
		err    error
		status Status
		words  []string
	}{
		{"good", store.Inspection{Name: "the database", Server: "SQLite 3", Layout: 4, Known: 4, Size: 5 << 20}, nil, OK, []string{"layout 4 of 4, 5120 KB"}},
		{"older", store.Inspection{Layout: 3, Known: 4}, nil, Warn, []string{"will upgrade it", "podesta backup"}},
		{"newer", store.Inspection{Layout: 5, Known: 4, Compatible: 5}, nil, Fail, []string{"a newer version"}},
		{"newer, but compatible", store.Inspection{Layout: 5, Known: 4, Compatible: 4}, nil, Warn, []string{"layout 5 of 4: a newer version of podesta has upgraded it", "Start the newer version here as well."}},
		{"away", store.Inspection{Name: "the PostgreSQL database"}, errors.New("dial postgres://me:s3cret@db: refused"), Fail, []string{"refused", "Check that"}},
		{"out of reach", store.Inspection{Name: "the PostgreSQL database"}, fmt.Errorf("%w (dial: \n\trefused)", game.ErrUnavailable), Fail, []string{"the PostgreSQL database: it cannot be reached: dial: refused.", "that PostgreSQL is running"}},
		{"nameless", store.Inspection{}, errors.New("what"), Fail, []string{"me:...@db"}},
	} {
		w := healthyWorld()
		w.Inspect = func(context.Context, string) (store.Inspection, error) { return c.found, c.err }
		results := Examine(t.Context(), w, conf(t, "database=postgres://me:s3cret@db/podesta"), "", nil)
		expect(t, results, "database", c.status, c.words...)
		for _, r := range results {
			if strings.Contains(r.Found+r.Do, "s3cret") {
				t.Errorf("%s: the result contains the password: %+v", c.name, r)
			}
		}
	}
	c := conf(t)
	path := filepath.Join(c.Data, "podesta.db")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	w := healthyWorld()
	w.Inspect = func(context.Context, string) (store.Inspection, error) { return store.Inspection{Path: path}, nil }
	expect(t, Examine(t.Context(), w, c, "", nil), "database", Warn, "0644", "chmod 600")
}

func TestSharedDatabase(t *testing.T) {
	for _, c := range []struct {
		apart  time.Duration
		status Status
		words  string
	}{
		{0, OK, "agrees"}, {-time.Second, OK, "agrees"}, {5 * time.Second, Warn, "by 5s"}, {-time.Hour, Fail, "by 1h0m0s"},
	} {
		w := healthyWorld()
		w.Inspect = func(context.Context, string) (store.Inspection, error) {
			return store.Inspection{Layout: 4, Known: 4, Clock: noon.Add(c.apart)}, nil
		}
		results := Examine(t.Context(), w, conf(t, "database=postgres://db/podesta"), "", nil)
		expect(t, results, "database's clock", c.status, c.words)
		expect(t, results, "database", Warn, "belongs to this process alone", "secret_file")
	}
}

func TestClock(t *testing.T) {
	look := func(change func(*Tools)) []Result {
		w := healthyWorld()
		change(&w)
		return Examine(t.Context(), w, conf(t), "", nil)
	}
	expect(t, look(func(w *Tools) { w.Now = func() time.Time { return time.Unix(0, 0) } }), "clock", Fail, "1970-01-01", "timesyncd")
	expect(t, look(func(w *Tools) { w.Drift = func(context.Context) time.Duration { return -3 * time.Second } }), "clock", Warn, "jumped by -3s")
	expect(t, look(func(w *Tools) { w.Synchronised = func() (bool, bool) { return false, true } }), "clock", Warn, "not synchronized")
	expect(t, look(func(w *Tools) { w.Synchronised = func() (bool, bool) { return false, false } }), "clock", OK, "UTC.")
	file := filepath.Join(t.TempDir(), "podesta.db")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Chtimes(file, time.Time{}, noon.Add(time.Hour))); err != nil {
		t.Fatal(err)
	}
	expect(t, look(func(w *Tools) {
		w.Inspect = func(context.Context, string) (store.Inspection, error) { return store.Inspection{Path: file}, nil }
	}), "clock", Fail, "1h0m0s in the future")
}

func TestReports(t *testing.T) {
	results := []Result{{"clock", OK, "It is noon.", ""}, {"data folder", Warn, "It is <full>.", "Make room."}}
	var b bytes.Buffer
	if err := WriteText(&b, results); err != nil {
		t.Fatal(err)
	}
	const want = `ok    clock        It is noon.
WARN  data folder  It is <full>.
                   -> Make room.

The judge can run. 1 warning is worth a look.
`
	if b.String() != want {
		t.Errorf("%s", &b)
	}
	b.Reset()
	if err := WriteJSON(&b, results); err != nil {
		t.Fatal(err)
	}
	var back struct {
		Status Status
		Checks []Result
	}
	if err := json.Unmarshal(b.Bytes(), &back); err != nil || back.Status != Warn || len(back.Checks) != 2 || back.Checks[1] != results[1] || !strings.Contains(b.String(), "<full>") {
		t.Errorf("%v: %s", err, &b)
	}
	b.Reset()
	if err := WriteText(&b, append(results, Result{"a", Fail, "b", "c"}, Result{"a", Fail, "b", "c"})); err != nil || !strings.HasSuffix(b.String(), "2 problems must be fixed before the judge can run.\n") {
		t.Errorf("%s", &b)
	}
}

// TestMachine examines with the machine's own tools, with a configuration that
// connects only to this machine.
func TestMachine(t *testing.T) {
	c := conf(t, "listen=127.0.0.1:0", "metrics.listen=")
	results := Examine(t.Context(), Machine(), c, "", nil)
	for _, check := range []string{"database", "listen", "mail", "secret"} {
		expect(t, results, check, OK)
	}
	folder := OK
	if free, whole, known := Machine().Disk(filepath.Dir(c.Data)); known && (free < someRoom || free < whole/20) {
		folder = Warn // the disk of this machine may be nearly full
	}
	expect(t, results, "data folder", folder)
	if _, err := os.Stat(filepath.Join(c.Data, "podesta.db")); err == nil {
		t.Error("the doctor makes a database")
	}
}

package depot_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/depot"
	"podesta/internal/depot/depottest"
)

var ctx = context.Background()

// listed returns the names of all objects, sorted.
func listed(t *testing.T, d depot.Depot) (names []string) {
	t.Helper()
	if err := d.List(ctx, func(o depot.Object) error {
		names = append(names, fmt.Sprint(o.Name, " ", o.Size))
		if time.Since(o.Changed) > time.Hour {
			t.Errorf("%s was changed at %v", o.Name, o.Changed)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return names
}

// s3 returns a depot at a stand-in for object storage.
func s3(t *testing.T, c *depottest.Cloud, change func(*depot.S3)) depot.Depot {
	t.Helper()
	o := depot.S3{Endpoint: c.URL(), Region: depottest.Region, Bucket: depottest.Bucket, Prefix: "judge/one", KeyID: depottest.KeyID, Key: depottest.Key}
	if change != nil {
		change(&o)
	}
	d, err := depot.NewS3(o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestDepots does the same in a folder and in object storage.
func TestDepots(t *testing.T) {
	t.Parallel()
	for name, d := range map[string]depot.Depot{
		"folder": depot.Folder(t.TempDir()), "s3": s3(t, depottest.NewCloud(t), nil),
		"s3 without prefix": s3(t, depottest.NewCloud(t), func(o *depot.S3) { o.Prefix = "" }),
	} {
		t.Run(name, func(t *testing.T) {
			if err := d.Check(ctx); err != nil {
				t.Fatal(err)
			}
			if _, err := d.Get(ctx, "games/aa/x.zst"); !errors.Is(err, depot.ErrNone) {
				t.Errorf("a missing object: %v", err)
			}
			long := bytes.Repeat([]byte("Machiavelli\x00\xff"), 100_000)
			for name, data := range map[string][]byte{"games/aa/x.zst": []byte("one"), "games/ab/y.json.zst": long, "empty": {}} {
				if err := d.Put(ctx, name, data); err != nil {
					t.Fatal(err)
				}
				if got, err := d.Get(ctx, name); err != nil || !bytes.Equal(got, data) {
					t.Errorf("%s: %d bytes, %v", name, len(got), err)
				}
			}
			if err := d.Put(ctx, "games/aa/x.zst", []byte("other")); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(listed(t, d), ", "); got != "empty 0, games/aa/x.zst 5, games/ab/y.json.zst 1300000" {
				t.Error(got)
			}
			for range 2 {
				if err := d.Delete(ctx, "games/aa/x.zst"); err != nil {
					t.Error(err)
				}
			}
			if _, err := d.Get(ctx, "games/aa/x.zst"); !errors.Is(err, depot.ErrNone) {
				t.Errorf("a deleted object: %v", err)
			}
			for i := range 25 { // more than a page of the list
				if err := d.Put(ctx, fmt.Sprintf("more/%02d", i), []byte("x")); err != nil {
					t.Fatal(err)
				}
			}
			if n := len(listed(t, d)); n != 27 {
				t.Errorf("%d objects", n)
			}
			stop := errors.New("enough")
			if err := d.List(ctx, func(depot.Object) error { return stop }); !errors.Is(err, stop) {
				t.Error(err)
			}
			for _, bad := range []string{"", "/x", "x/", "../x", "a/../b", "a//b", ".x", "a/.part-1", "A", "a b", "ü", "a?b", strings.Repeat("a", 201)} {
				if err := d.Put(ctx, bad, nil); err == nil {
					t.Errorf("the name %q is taken", bad)
				}
				if _, err := d.Get(ctx, bad); err == nil || errors.Is(err, depot.ErrNone) {
					t.Errorf("the name %q: %v", bad, err)
				}
				if err := d.Delete(ctx, bad); err == nil {
					t.Errorf("the name %q is deleted", bad)
				}
			}
		})
	}
}

// TestFolderAway checks that a folder that is not mounted is neither made nor
// taken for an empty one.
func TestFolderAway(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "disk")
	d := depot.Folder(path)
	_, err := d.Get(ctx, "x")
	for what, err := range map[string]error{
		"get": err, "put": d.Put(ctx, "games/x", nil), "delete": d.Delete(ctx, "x"), "check": d.Check(ctx),
		"list": d.List(ctx, func(depot.Object) error { return nil }),
	} {
		if !errors.Is(err, os.ErrNotExist) || errors.Is(err, depot.ErrNone) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Error("the folder was made")
	}
}

// TestFolderFiles checks that objects are readable for their owner alone, and
// that an incomplete file is not listed.
func TestFolderFiles(t *testing.T) {
	t.Parallel()
	path := t.TempDir()
	d := depot.Folder(path)
	if err := d.Put(ctx, "games/aa/x", []byte("secret")); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]os.FileMode{"games": 0o700, "games/aa": 0o700, "games/aa/x": 0o600} {
		if info, err := os.Stat(filepath.Join(path, name)); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	if err := os.WriteFile(filepath.Join(path, "games/aa/.part-12"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := listed(t, d); len(got) != 1 {
		t.Error(got)
	}
}

// TestSignatures checks that the service refuses requests with another key,
// region or time, and that the errors say what it says and hold no key.
func TestSignatures(t *testing.T) {
	t.Parallel()
	c := depottest.NewCloud(t)
	for what, x := range map[string]struct {
		change func(*depot.S3)
		says   string
	}{
		"another secret": {func(o *depot.S3) { o.Key = "wrong" }, "SignatureDoesNotMatch"},
		"another key":    {func(o *depot.S3) { o.KeyID = "AKIAOTHER" }, "InvalidAccessKeyId"},
		"another region": {func(o *depot.S3) { o.Region = "mars-1" }, "AuthorizationHeaderMalformed"},
		"a wrong clock":  {func(o *depot.S3) { o.Now = func() time.Time { return time.Now().Add(-time.Hour) } }, "RequestTimeTooSkewed"},
		"no bucket":      {func(o *depot.S3) { o.Bucket = "none" }, "NoSuchBucket"},
		"changed on the way": {func(o *depot.S3) {
			o.HTTP = tripper(func(r *http.Request) (*http.Response, error) {
				r.URL.Path += "x"
				return http.DefaultTransport.RoundTrip(r)
			})
		}, "SignatureDoesNotMatch"},
	} {
		d := s3(t, c, x.change)
		_, err := d.Get(ctx, "x")
		for what2, err := range map[string]error{"get": err, "put": d.Put(ctx, "x", []byte("data")), "delete": d.Delete(ctx, "x"), "check": d.Check(ctx)} {
			var f *depot.Failure
			if !errors.As(err, &f) || f.Code != x.says || errors.Is(err, depot.ErrNone) || strings.Contains(err.Error(), depottest.Key) || strings.Contains(err.Error(), "wrong:") {
				t.Errorf("%s, %s: %v", what, what2, err)
			}
		}
	}
	if n := c.Len(); n != 0 {
		t.Errorf("%d objects were stored", n)
	}
}

type tripper func(*http.Request) (*http.Response, error)

func (f tripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestFaults checks that requests are repeated while the service is busy, and
// that its failures are reported.
func TestFaults(t *testing.T) {
	t.Parallel()
	c := depottest.NewCloud(t)
	d := s3(t, c, nil)
	c.Fail(2, http.StatusServiceUnavailable)
	if err := d.Put(ctx, "x", []byte("1")); err != nil {
		t.Errorf("busy twice: %v", err)
	}
	c.Fail(1, http.StatusInternalServerError)
	if got, err := d.Get(ctx, "x"); err != nil || string(got) != "1" {
		t.Errorf("%q, %v", got, err)
	}
	c.Fail(9, http.StatusServiceUnavailable)
	if _, err := d.Get(ctx, "x"); err == nil || !strings.Contains(err.Error(), "SlowDown (503 Service Unavailable)") {
		t.Errorf("busy for ever: %v", err)
	}
	c.Fail(0, 0)
	// Something else answers: its 404 does not mean that an object is missing.
	c.Fail(1, http.StatusNotFound)
	if _, err := d.Get(ctx, "y"); err == nil || errors.Is(err, depot.ErrNone) {
		t.Errorf("the page of another server: %v", err)
	}
	c.Fail(0, 0)
	c.Close()
	soon, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if _, err := d.Get(soon, "x"); err == nil || errors.Is(err, depot.ErrNone) || !strings.Contains(err.Error(), depottest.Bucket) {
		t.Errorf("nobody answers: %v", err)
	}
}

// TestNewS3 checks that settings that cannot work are refused.
func TestNewS3(t *testing.T) {
	t.Parallel()
	good := depot.S3{Endpoint: "https://s3.example.org", Region: "r", Bucket: "b", KeyID: "k", Key: "s"}
	for what, change := range map[string]func(*depot.S3){
		"no endpoint": func(o *depot.S3) { o.Endpoint = "" }, "no scheme": func(o *depot.S3) { o.Endpoint = "s3.example.org" },
		"a query": func(o *depot.S3) { o.Endpoint += "/?x=1" }, "a user": func(o *depot.S3) { o.Endpoint = "https://a:b@s3.example.org" },
		"no bucket": func(o *depot.S3) { o.Bucket = "" }, "a path": func(o *depot.S3) { o.Bucket = "a/b" }, "no key": func(o *depot.S3) { o.Key = "" },
		"no ID": func(o *depot.S3) { o.KeyID = "" }, "no region": func(o *depot.S3) { o.Region = "" }, "a bad prefix": func(o *depot.S3) { o.Prefix = "/x/" },
	} {
		o := good
		if change(&o); true {
			if _, err := depot.NewS3(o); err == nil {
				t.Errorf("%s: taken", what)
			}
		}
	}
	d, err := depot.NewS3(good)
	if err != nil || d.String() != "the bucket b at s3.example.org" {
		t.Error(d, err)
	}
}

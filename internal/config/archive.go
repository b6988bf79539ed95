package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"podesta/internal/depot"
)

// minArchiveKeep is how long objects that are not needed are kept at least: a
// game that is being moved to the archive must not take longer.
const minArchiveKeep = 24 * time.Hour

// bucketScheme begins an archive.url of object storage.
const bucketScheme = "s3://"

// Open returns the depot of the archive, or nil if there is none. It does not
// connect to it.
func (a *Archive) Open() (depot.Depot, error) {
	if a.URL == "" {
		return nil, nil
	}
	place, bucket := strings.CutPrefix(a.URL, bucketScheme)
	if !bucket {
		return depot.Folder(a.URL), nil
	}
	key, err := a.ReadKey()
	if err != nil {
		return nil, err
	}
	name, prefix, _ := strings.Cut(strings.TrimSuffix(place, "/"), "/")
	d, err := depot.NewS3(depot.S3{Endpoint: a.Endpoint, Region: a.Region, Bucket: name, Prefix: prefix, KeyID: a.KeyID, Key: key})
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	return d, nil
}

// ReadKey returns the secret of the access key: from the environment, or from
// the first line of archive.key_file, or "".
func (a *Archive) ReadKey() (string, error) {
	if a.Key != "" || a.KeyFile == "" {
		return a.Key, nil
	}
	data, err := os.ReadFile(a.KeyFile)
	if err != nil {
		return "", fmt.Errorf("archive.key_file: %w", err)
	}
	line, _, _ := strings.Cut(string(data), "\n")
	if line = strings.TrimSpace(line); line == "" {
		return "", fmt.Errorf("archive.key_file: %s: its first line is empty; put the secret of the access key there", a.KeyFile)
	}
	return line, nil
}

// check reports values of the archive that make no sense.
func (a *Archive) check(bad func(key, format string, args ...any)) {
	if a.Rate < 0 || a.Rate > 600 {
		bad("archive.rate", "set it to a number from 0 to 600")
	}
	if a.Keep.Span() < minArchiveKeep {
		bad("archive.keep", "set it to at least one day (1d): a restored copy of the database needs the objects of its time")
	}
	if !strings.HasPrefix(a.URL, bucketScheme) {
		scheme, _, other := strings.Cut(a.URL, "://")
		switch {
		case other:
			bad("archive.url", "%q is neither a folder nor s3://BUCKET", scheme+"://")
		case a.URL == "" && a.After > 0:
			bad("archive.after", "it has no effect without archive.url; set that as well")
		case a.URL != "" && !filepath.IsAbs(a.URL):
			bad("archive.url", "%q depends on where the judge is started; use the full path of the folder, for instance /var/lib/podesta/archive", a.URL)
		}
		return
	}
	for _, needed := range []struct{ key, value, what string }{
		{"archive.endpoint", a.Endpoint, "the address of the object storage, for instance https://s3.eu-central-1.example.com"},
		{"archive.key_id", a.KeyID, "the ID of an access key with permission to read, write, delete and list objects in the bucket"},
		{"archive.key_file", a.KeyFile + a.Key, "the file whose first line is the secret of the access key"},
	} {
		if needed.value == "" {
			bad(needed.key, "object storage needs this: %s", needed.what)
			return
		}
	}
	test := *a
	test.Key = "x" // its file is read when the archive is opened
	if _, err := test.Open(); err != nil {
		bad("archive.url", "%v", err)
	}
}

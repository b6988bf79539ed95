package config

import (
	"fmt"
	"os"
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
		return "", fmt.Errorf("archive.key_file: %s: its first line is empty; write the secret of the access key there", a.KeyFile)
	}
	return line, nil
}

// check reports values of the archive that make no sense.
func (a *Archive) check(bad func(key, format string, args ...any)) {
	if a.Rate < 0 || a.Rate > 600 {
		bad("archive.rate", "give it 0 to 600")
	}
	if a.Keep.Span() < minArchiveKeep {
		bad("archive.keep", "give it a day at least: a restored copy of the database needs the objects of its time")
	}
	if !strings.HasPrefix(a.URL, bucketScheme) {
		if scheme, _, ok := strings.Cut(a.URL, "://"); ok {
			bad("archive.url", "%q is neither a folder nor s3://BUCKET", scheme+"://")
		}
		return
	}
	for _, needed := range []struct{ key, value string }{{"archive.endpoint", a.Endpoint}, {"archive.key_id", a.KeyID}, {"archive.key_file", a.KeyFile + a.Key}} {
		if needed.value == "" {
			bad(needed.key, "object storage needs it")
			return
		}
	}
	test := *a
	test.Key = "x" // its file is read when the archive is opened
	if _, err := test.Open(); err != nil {
		bad("archive.url", "%v", err)
	}
}

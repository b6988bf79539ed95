package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// fileName is the name of the database file in a data folder.
const fileName = "podesta.db"

// target is what a URL refers to: a PostgreSQL database or a file.
type target struct {
	postgres bool
	url      string // URL of PostgreSQL
	path     string // absolute path of an SQLite file
}

// parse parses the URL of a database, as described at Open.
func parse(url string) (target, error) {
	if strings.HasPrefix(url, "postgres://") || strings.HasPrefix(url, "postgresql://") {
		return target{postgres: true, url: url}, nil
	}
	path, file := strings.CutPrefix(url, "sqlite:")
	if file {
		path = strings.TrimPrefix(path, "//")
	} else if scheme, _, ok := strings.Cut(url, "://"); ok {
		return target{}, fmt.Errorf("the database: %q is neither sqlite: nor postgres:; give sqlite:PATH, postgres://USER@HOST/DATABASE or a folder", scheme+"://")
	}
	if path == "" {
		return target{}, fmt.Errorf("the database: no path; give sqlite:PATH, postgres://USER@HOST/DATABASE or a folder")
	}
	info, err := os.Stat(path)
	if !file || strings.HasSuffix(path, "/") || err == nil && info.IsDir() {
		path = filepath.Join(path, fileName)
	}
	path, err = filepath.Abs(path)
	return target{path: path}, err
}

// CheckURL returns an error if a database cannot have this URL. It does not connect to it.
func CheckURL(url string) error {
	t, err := parse(url)
	if err == nil && t.postgres {
		_, err = pgxpool.ParseConfig(t.url)
	}
	return err
}

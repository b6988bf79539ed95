// Command npmget puts a package of the npm registry into a folder, without
// Node.js: it fetches the archive, checks its integrity hash from npm.txt, and
// unpacks it. It does not fetch a package that is already there. It serves
// packages that checks and tests need but the program does not. Run it from the
// folder tools:
//
//	go run ./npmget -to ../bin/npm axe-core typescript
//
// It prints the folder of each package. "typescript" means the compiler's
// package for this machine.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha512"
	_ "embed"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// locked lists the packages that may be fetched, one per line: name, version,
// integrity.
//
//go:embed npm.txt
var locked string

func main() {
	to := flag.String("to", "../bin/npm", "folder for the packages")
	registry := flag.String("registry", "https://registry.npmjs.org", "the registry's address")
	flag.Parse()
	for _, name := range flag.Args() {
		dir, err := get(*registry, *to, name)
		if err != nil {
			fmt.Fprintf(os.Stderr, "npmget: %s: %v\n", name, err)
			os.Exit(1)
		}
		fmt.Println(dir)
	}
}

// find looks a package up in npm.txt.
func find(name string) (pkg, version, integrity string, err error) {
	if name == "typescript" {
		arch := map[string]string{"amd64": "x64"}[runtime.GOARCH]
		if arch == "" {
			arch = runtime.GOARCH
		}
		name = "@typescript/typescript-" + runtime.GOOS + "-" + arch
	}
	for line := range strings.Lines(locked) {
		if f := strings.Fields(line); len(f) == 3 && f[0] == name {
			return f[0], f[1], f[2], nil
		}
	}
	return "", "", "", errors.New("not in npm.txt")
}

// get downloads and unpacks a package, and returns its folder.
func get(registry, to, name string) (string, error) {
	pkg, version, integrity, err := find(name)
	if err != nil {
		return "", err
	}
	dir, err := filepath.Abs(filepath.Join(to, path.Base(pkg)+"-"+version))
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	body, err := fetch(fmt.Sprintf("%s/%s/-/%s-%s.tgz", registry, pkg, path.Base(pkg), version))
	if err != nil {
		return "", err
	}
	sum := sha512.Sum512(body)
	if got := "sha512-" + base64.StdEncoding.EncodeToString(sum[:]); got != integrity {
		return "", fmt.Errorf("the archive is %s, npm.txt has %s", got, integrity)
	}
	fresh := dir + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return "", err
	}
	if err := unpack(body, fresh); err != nil {
		return "", err
	}
	return dir, os.Rename(fresh, dir)
}

// fetch returns the content of an address. It tries up to three times.
func fetch(url string) (body []byte, err error) {
	for try := range 3 {
		time.Sleep(time.Duration(try) * 2 * time.Second)
		if body, err = fetchOnce(url); err == nil {
			return body, nil
		}
	}
	return nil, err
}

func fetchOnce(url string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", url, resp.Status)
	}
	return io.ReadAll(resp.Body)
}

// unpack writes the files of an archive to a folder, without the top folder of
// the archive.
func unpack(archive []byte, dir string) error {
	z, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return err
	}
	for t := tar.NewReader(z); ; {
		h, err := t.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		_, name, _ := strings.Cut(h.Name, "/")
		if h.Typeflag != tar.TypeReg || !filepath.IsLocal(name) {
			continue
		}
		if err := write(filepath.Join(dir, name), os.FileMode(h.Mode)&0o755|0o600, t); err != nil {
			return err
		}
	}
}

func write(file string, mode os.FileMode, from io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, from)
	return errors.Join(err, f.Close())
}

// The program vulndb fetches a copy of Go's vulnerability database, and looks for known
// vulnerabilities with it where the network is closed.
//
//	vulndb fetch FOLDER [ADDRESS]
//	vulndb check FOLDER [ARGUMENT...]
//
// fetch replaces the folder by the database at an address, by default that of the Go project.
// check runs govulncheck, whose program it finds in the environment variable GOVULNCHECK, with
// the database in the folder, or with that of the Go project if the folder holds none. If
// neither is available, it says in capitals that nothing was checked.
package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// source is the address of the whole database.
const source = "https://vuln.go.dev/vulndb.zip"

// The limits of a database.
const (
	mostZip  = 200 << 20
	mostFile = 20 << 20
)

// stale is the age from which a copy counts as old.
const stale = 14 * 24 * time.Hour

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: vulndb fetch FOLDER [ADDRESS] | vulndb check FOLDER [ARGUMENT...]")
		os.Exit(2)
	}
	var err error
	switch folder := os.Args[2]; os.Args[1] {
	case "fetch":
		from := source
		if len(os.Args) > 3 {
			from = os.Args[3]
		}
		err = fetch(folder, from)
	case "check":
		err = check(os.Stdout, folder, os.Getenv("GOVULNCHECK"), os.Args[3:])
	default:
		err = fmt.Errorf("unknown command %q", os.Args[1])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "vulndb:", err)
		os.Exit(1)
	}
}

// modified returns when a database last changed.
func modified(folder string) (time.Time, error) {
	var db struct{ Modified time.Time }
	text, err := os.ReadFile(filepath.Join(folder, "index", "db.json"))
	if err != nil {
		return time.Time{}, err
	}
	return db.Modified, json.Unmarshal(text, &db)
}

// fetch replaces a folder by the database at an address. The folder stays as it
// is if that fails.
func fetch(folder, from string) error {
	client := http.Client{Timeout: 5 * time.Minute}
	r, err := client.Get(from)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", from, r.Status)
	}
	data, err := io.ReadAll(io.LimitReader(r.Body, mostZip))
	if err != nil {
		return err
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err
	}
	fresh := folder + ".new"
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	for _, f := range z.File {
		if f.FileInfo().IsDir() || !strings.HasSuffix(f.Name, ".json") {
			continue
		}
		if err := unpack(fresh, f); err != nil {
			return err
		}
	}
	if _, err := modified(fresh); err != nil {
		return fmt.Errorf("%s holds no database: %w", from, err)
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	return os.Rename(fresh, folder)
}

// unpack writes a file of the database below a folder.
func unpack(folder string, f *zip.File) error {
	if !filepath.IsLocal(f.Name) {
		return fmt.Errorf("the name %q leads out of the folder", f.Name)
	}
	in, err := f.Open()
	if err != nil {
		return err
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, mostFile))
	if err != nil {
		return err
	}
	path := filepath.Join(folder, filepath.FromSlash(f.Name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}

// unreachable is contained in the output of govulncheck if it cannot reach the database of the
// Go project.
const unreachable = "vuln.go.dev"

// check runs govulncheck with arguments. The error is about vulnerabilities that were found, or
// about a required check that was impossible.
func check(out io.Writer, folder, program string, args []string) error {
	from, err := modified(folder)
	local := err == nil
	if local {
		path, err := filepath.Abs(folder)
		if err != nil {
			return err
		}
		args = append([]string{"-db", "file://" + filepath.ToSlash(path)}, args...)
		fmt.Fprintf(out, "known vulnerabilities by the copy of %s\n", from.Format("2006-01-02"))
		if time.Since(from) > stale {
			fmt.Fprintln(out, "THE COPY OF THE VULNERABILITY DATABASE IS OLD: run make vulndb")
		}
	} else if !errors.Is(err, os.ErrNotExist) {
		return err
	}
	said, err := exec.Command(program, args...).CombinedOutput()
	if err != nil && !local && bytes.Contains(said, []byte(unreachable)) {
		fmt.Fprintln(out, "THE VULNERABILITY DATABASE CANNOT BE REACHED, AND THERE IS NO COPY OF IT: NOTHING WAS CHECKED (make vulndb fetches a copy, GOVULNDB names its folder)")
		return nil
	}
	_, _ = out.Write(said)
	return err
}

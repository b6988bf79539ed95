// Package golden compares the results of a test with those recorded in a file.
// The file contains only a digest of each text, so a test can cover many
// aspects of hundreds of positions. Such a test does not know what is correct;
// it detects that something has changed, and where.
//
// With -update a test rewrites its file. With -texts it writes the texts
// themselves into a folder. Write them before and after a change and compare
// the two folders with diff to see the effect of the change.
package golden

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var (
	update = flag.Bool("update", false, "write the golden files anew")
	texts  = flag.String("texts", "", "a folder to write the texts into that golden files have the digests of")
)

// File is a file of digests. It has a line for each case, with the name of the
// case and the digests of its parts.
type File struct {
	path  string
	want  map[string]string
	lines []string
}

// Open reads a file for a test.
func Open(t *testing.T, path string) *File {
	t.Helper()
	f := &File{path: path, want: map[string]string{}}
	data, err := os.ReadFile(path)
	if err != nil && !(*update && errors.Is(err, fs.ErrNotExist)) {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if name, digests, ok := strings.Cut(strings.TrimSpace(line), ": "); ok {
			f.want[name] = digests
		}
	}
	if *update {
		if which := flag.Lookup("test.run"); which != nil && strings.Contains(which.Value.String(), "/") {
			t.Fatal("-update writes the whole file: run the whole test")
		}
		t.Cleanup(func() {
			if err := os.WriteFile(path, []byte(strings.Join(f.lines, "")), 0o644); err != nil {
				t.Error(err)
			}
		})
	}
	return f
}

// Case compares the parts of a case in a subtest with its name.
func (f *File) Case(t *testing.T, name string, parts func(t *testing.T) []string) {
	t.Helper()
	t.Run(name, func(t *testing.T) { f.Compare(t, name, parts(t)) })
}

// Compare compares the parts of a case.
func (f *File) Compare(t *testing.T, name string, parts []string) {
	t.Helper()
	digests := make([]string, len(parts))
	for i, p := range parts {
		sum := sha256.Sum256([]byte(p))
		digests[i] = fmt.Sprintf("%x", sum[:4])
		if *texts != "" {
			test, _, _ := strings.Cut(t.Name(), "/")
			file := filepath.Join(*texts, strings.NewReplacer(" ", "-", "/", "-", "=", "-").Replace(fmt.Sprintf("%s-%s-%02d.txt", test, name, i+1)))
			if err := os.WriteFile(file, []byte(p), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := strings.Join(digests, " ")
	if *update {
		f.lines = append(f.lines, name+": "+got+"\n")
		return
	}
	if got == f.want[name] {
		return
	}
	want := strings.Fields(f.want[name])
	i := 0
	for i < min(len(want), len(digests)) && want[i] == digests[i] {
		i++
	}
	fail := t.Fatalf
	if *texts != "" {
		fail = t.Errorf // report all differences if the texts are written
	}
	fail(`%s: part %d of %d is not as it was (%s).
To see what is different, run this test with -args -texts FOLDER here and at the earlier revision, and compare.
If every difference is meant, run it with -args -update.`, name, i+1, len(digests), f.path)
}

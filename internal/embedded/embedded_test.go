package embedded

import (
	"embed"
	"io/fs"
	"testing"
	"testing/fstest"
)

//go:embed testdata/plain.txt
var plain embed.FS

//go:embed testdata
var files embed.FS

// TestFS checks that compressed files are read like others.
func TestFS(t *testing.T) {
	t.Parallel()
	if err := fstest.TestFS(FS{plain}, "testdata/plain.txt"); err != nil {
		t.Error(err)
	}
	f := FS{files}
	for _, name := range []string{"testdata/plain.txt", "testdata/packed.txt"} {
		text, err := fs.ReadFile(f, name)
		if err != nil || string(text) != "Milan holds.\n" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
		file, err := f.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if about, err := file.Stat(); err != nil || about.Size() != int64(len(text)) {
			t.Errorf("%s: its size is %d, %v", name, about.Size(), err)
		}
	}
}

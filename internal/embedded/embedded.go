// Package embedded reads files that are part of the program. A release contains them compressed:
// tools/release replaces the files of packages that import this one. Other builds contain them as
// they are in the repository.
package embedded

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io"
	"io/fs"
)

// FS is an embedded folder whose files may be compressed.
type FS struct{ embed.FS }

// ReadFile returns the text of a file.
func (f FS) ReadFile(name string) ([]byte, error) {
	packed, err := f.FS.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return Unpack(packed), nil
}

// Open implements fs.FS.
func (f FS) Open(name string) (fs.File, error) {
	file, err := f.FS.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil || info.IsDir() {
		return file, err
	}
	text, err := f.ReadFile(name)
	return &opened{bytes.NewReader(text), info, int64(len(text))}, err
}

// Unpack returns the text of a file that may be compressed. No embedded file begins like a
// compressed one.
func Unpack(packed []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return packed
	}
	text, err := io.ReadAll(z)
	if err != nil {
		panic("an embedded file cannot be decompressed: " + err.Error()) // it is part of the program
	}
	return text
}

// opened is an opened file, and describes it.
type opened struct {
	*bytes.Reader
	fs.FileInfo
	length int64
}

// Stat implements fs.File.
func (o *opened) Stat() (fs.FileInfo, error) { return o, nil }

// Size implements fs.FileInfo.
func (o *opened) Size() int64 { return o.length }

// Close implements fs.File.
func (o *opened) Close() error { return nil }

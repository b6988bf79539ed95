package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

// reader is the package with which packages read embedded files that may be compressed.
const reader = "podesta/internal/embedded"

// compressed compresses the embedded files of all packages that can read compressed files, and
// returns the name of an overlay file, which makes the go command embed the compressed files
// instead. The repository holds the uncompressed files, so that changes can be read and merged.
func (r *release) compressed() (string, error) {
	overlay := filepath.Join(r.work, "overlay.json")
	if _, err := os.Stat(overlay); err == nil {
		return overlay, nil // written for an earlier target
	}
	cmd := exec.Command("go", "list", "-json=Dir,Imports,EmbedFiles", "./...")
	cmd.Dir, cmd.Stderr = r.source, os.Stderr
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	list, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("listing the packages: %w", err)
	}
	replace := map[string]string{}
	for d := json.NewDecoder(bytes.NewReader(list)); ; {
		var p struct {
			Dir                 string
			Imports, EmbedFiles []string
		}
		if err := d.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return "", err
		}
		if !slices.Contains(p.Imports, reader) {
			continue
		}
		for _, f := range p.EmbedFiles {
			from := filepath.Join(p.Dir, f)
			to := filepath.Join(r.work, "embedded", strconv.Itoa(len(replace))+".gz")
			if smaller, err := compress(from, to); err != nil {
				return "", err
			} else if smaller {
				replace[from] = to
			}
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	return overlay, write(overlay, text, 0o644)
}

// compress writes a compressed copy of a file if the copy is smaller, and reports whether it is.
// Pictures usually do not become smaller.
func compress(from, to string) (bool, error) {
	text, err := os.ReadFile(from)
	if err != nil {
		return false, err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return false, err
	}
	if _, err := z.Write(text); err != nil {
		return false, err
	}
	if err := z.Close(); err != nil || b.Len() > len(text)*9/10 {
		return false, err
	}
	return true, write(to, b.Bytes(), 0o644)
}

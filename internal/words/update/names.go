package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"podesta/internal/words"
)

// namesFile is the file from which the order language reads the names of places, powers and
// units in the languages of the catalogues.
const namesFile = "machiavelli/internal/tongue/names.txt"

// orderNames returns the content of namesFile: a line for each noun with its kind, its English
// name and its names in the other languages.
func orderNames(catalogues map[string]*words.File) ([]byte, error) {
	found := map[string][]string{}
	var tags []string
	for tag := range catalogues {
		tags = append(tags, tag)
	}
	slices.Sort(tags)
	for _, tag := range tags {
		c, err := words.New(tag, catalogues[tag])
		if err != nil {
			return nil, err
		}
		for _, e := range catalogues[tag].Entries {
			if !slices.Contains([]string{"place", "power", "unit", "coast"}, e.Ctx) || e.ID == "autonomous" || !e.Done() {
				continue
			}
			key := e.Ctx + "\t" + e.ID
			if name := c.Called(e.Ctx, e.ID); name != e.ID && !slices.Contains(found[key], name) {
				found[key] = append(found[key], name)
			}
		}
	}
	var lines []string
	for key, names := range found {
		lines = append(lines, key+"\t"+strings.Join(names, "\t")+"\n")
	}
	slices.Sort(lines)
	return []byte(strings.Join(lines, "")), nil
}

// putBytes writes a file or, if check is set, reports a file that is out of date.
func putBytes(name string, text []byte, check bool) (stale []string, err error) {
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	switch {
	case bytes.Equal(old, text):
		return nil, nil
	case check:
		return []string{filepath.Base(filepath.Dir(name)) + "/" + filepath.Base(name)}, nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return nil, err
	}
	return nil, os.WriteFile(name, text, 0o644)
}

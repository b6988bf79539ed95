// Command update updates the catalogues of the pages' texts: it gathers all
// texts of the templates, the sources and the scripts, writes them to
// internal/words/podesta.pot, and updates every .po file there and the names
// that the order language knows:
//
//	go run ./internal/words/update         write the files
//	go run ./internal/words/update -check  fail if the committed files do not match the sources
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"podesta/internal/words"
	"podesta/internal/words/gather"
)

func main() {
	root := flag.String("root", ".", "the project's folder")
	check := flag.Bool("check", false, "compare with the committed files instead of writing them")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "update:", err)
		os.Exit(1)
	}
}

func run(root string, check bool) error {
	texts, err := gather.Texts(root)
	if err != nil {
		return err
	}
	dir := filepath.Join(root, "internal/words")
	stale, err := put(filepath.Join(dir, "podesta.pot"), gather.Template(texts), check)
	if err != nil {
		return err
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.po"))
	if err != nil {
		return err
	}
	catalogues := map[string]*words.File{}
	for _, name := range names {
		old, err := os.Open(name)
		if err != nil {
			return err
		}
		po, err := words.ReadPO(old)
		_ = old.Close() // only read
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		po = gather.Merge(po, texts)
		s, err := put(name, po, check)
		if err != nil {
			return err
		}
		stale = append(stale, s...)
		catalogues[strings.TrimSuffix(filepath.Base(name), ".po")] = po
		done, fuzzy := 0, 0
		for _, e := range po.Entries {
			if e.Done() {
				done++
			}
			if e.Fuzzy {
				fuzzy++
			}
		}
		fmt.Printf("%s: %d of %d texts translated, %d to be looked at\n", filepath.Base(name), done, len(po.Entries), fuzzy)
	}
	text, err := orderNames(catalogues)
	if err != nil {
		return err
	}
	s, err := putBytes(filepath.Join(root, namesFile), text, check)
	if err != nil {
		return err
	}
	if stale = append(stale, s...); len(stale) > 0 {
		return fmt.Errorf("not up to date with the sources: %v; run make lang and commit the result", stale)
	}
	return nil
}

// put writes a file, or with check reports a file that is out of date.
func put(name string, f *words.File, check bool) (stale []string, err error) {
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		return nil, err
	}
	return putBytes(name, b.Bytes(), check)
}

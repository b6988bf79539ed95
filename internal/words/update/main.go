// Command update updates the catalogues of the program's texts: it gathers all
// texts of the templates, the sources and the scripts, and writes them to the
// catalogues of each language, internal/words/LANGUAGE/AREA.po, and to the names
// that the order language knows:
//
//	go run ./internal/words/update             write the files
//	go run ./internal/words/update -check      fail if the committed files do not match the sources
//	go run ./internal/words/update -new fr     begin a language
//	go run ./internal/words/update -find TEXT  list the files that have a text
//	go run ./internal/words/update -count      print how many entries and English words each catalogue has
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"podesta/internal/words"
	"podesta/internal/words/gather"
)

func main() {
	root := flag.String("root", ".", "the project's folder")
	check := flag.Bool("check", false, "compare with the committed files instead of writing them")
	begin := flag.String("new", "", "begin the language with this tag")
	find := flag.String("find", "", "list the files that have this text, or a part of it")
	count := flag.Bool("count", false, "print how many entries and English words each catalogue has")
	flag.Parse()
	if *count {
		if err := printCounts(*root); err != nil {
			fmt.Fprintln(os.Stderr, "update:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(*root, *check, *begin, *find); err != nil {
		fmt.Fprintln(os.Stderr, "update:", err)
		os.Exit(1)
	}
}

func run(root string, check bool, begin, find string) error {
	texts, err := gather.Texts(root)
	if err != nil {
		return err
	}
	if find != "" {
		for _, e := range texts {
			if strings.Contains(e.ID, find) {
				fmt.Printf("%q: %s\n", e.ID, strings.Join(e.Refs, ", "))
			}
		}
		return nil
	}
	dir := filepath.Join(root, "internal/words")
	heads, err := filepath.Glob(filepath.Join(dir, "*", words.Head))
	if err != nil {
		return err
	}
	var tags []string
	for _, h := range heads {
		tags = append(tags, filepath.Base(filepath.Dir(h)))
	}
	if begin != "" {
		if slices.Contains(tags, begin) {
			return fmt.Errorf("the language %s exists", begin)
		}
		tags = append(tags, begin)
	}
	catalogues := map[string]*words.File{}
	var stale, faults []string
	for _, tag := range tags {
		po := &words.File{Header: fmt.Sprintf(head, tag)}
		if tag != begin {
			if po, err = words.ReadLanguage(os.DirFS(dir), tag); err != nil {
				return err
			}
		}
		if len(catalogues) == 0 {
			for _, gone := range gather.Gone(po, texts) {
				fmt.Printf("gone: %q; if notices were stored with it, add it to internal/words/gather/stored.txt\n", gone)
			}
		}
		po = gather.Merge(po, texts)
		for area, part := range gather.Split(po) {
			s, err := put(filepath.Join(dir, tag, area+".po"), part, check)
			if err != nil {
				return err
			}
			stale = append(stale, s...)
		}
		done, fuzzy := 0, 0
		for _, e := range po.Entries {
			if e.Done() {
				done++
			}
			if e.Fuzzy {
				fuzzy++
			}
		}
		fmt.Printf("%s: %d of %d texts translated, %d to be looked at\n", tag, done, len(po.Entries), fuzzy)
		if tag == begin {
			continue
		}
		catalogues[tag] = po
		terms, err := words.ReadGlossary(os.DirFS(dir), tag)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, f := range words.Faults(po, terms) {
			faults = append(faults, tag+"/"+f)
		}
	}
	text, err := orderNames(catalogues)
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		return fmt.Errorf("translations with faults:\n%s", strings.Join(faults, "\n"))
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

// printCounts prints how many entries and English words each catalogue has.
func printCounts(root string) error {
	texts, err := gather.Texts(root)
	if err != nil {
		return err
	}
	parts := gather.Split(gather.Merge(&words.File{}, texts))
	for _, area := range slices.Sorted(maps.Keys(parts)) {
		n := 0
		for _, e := range parts[area].Entries {
			n += len(strings.Fields(e.ID)) + len(strings.Fields(e.Plural))
		}
		fmt.Printf("%-8s %5d entries %6d words\n", area, len(parts[area].Entries), n)
	}
	return nil
}

// head is the header of a new language's catalogues.
const head = `Language: %[1]s
X-Native-Name: %[1]s
X-English-Name: %[1]s
MIME-Version: 1.0
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit
Plural-Forms: nplurals=2; plural=n != 1;
`

// put writes a file or, if check is set, reports a file that is out of date.
func put(name string, f *words.File, check bool) (stale []string, err error) {
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		return nil, err
	}
	return putBytes(name, b.Bytes(), check)
}

// Command webbuild bundles the pages' scripts: every file of
// internal/web/ts/entry becomes a file of that name in internal/web/static.
// It is run from the folder tools:
//
//	go run ./webbuild         write the bundles
//	go run ./webbuild -check  fail if the committed bundles are not what the sources give
//
// The same sources give the same bytes, so the bundles can be committed and
// nobody who builds podesta needs this program.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	root := flag.String("root", "..", "the project's folder")
	check := flag.Bool("check", false, "compare with the committed bundles instead of writing them")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "webbuild:", err)
		os.Exit(1)
	}
}

func run(root string, check bool) error {
	entries, err := filepath.Glob(filepath.Join(root, "internal/web/ts/entry/*.ts"))
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		return errors.New("no scripts in internal/web/ts/entry: is -root the project's folder?")
	}
	slices.Sort(entries)
	abs, err := filepath.Abs(filepath.Join(root, "internal/web/static"))
	if err != nil {
		return err
	}
	made := api.Build(api.BuildOptions{
		EntryPoints:       entries,
		Outdir:            abs,
		Bundle:            true,
		Format:            api.FormatIIFE,
		Target:            api.ES2022,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		LogLevel:          api.LogLevelSilent,
		Banner:            map[string]string{"js": "/* Made from internal/web/ts by `make web`; do not edit. */"},
	})
	if len(made.Errors) > 0 {
		text := api.FormatMessages(made.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
		return fmt.Errorf("%s", text[0])
	}
	var stale []string
	for _, f := range made.OutputFiles {
		old, err := os.ReadFile(f.Path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if bytes.Equal(old, f.Contents) {
			continue
		}
		if check {
			stale = append(stale, filepath.Base(f.Path))
			continue
		}
		if err := os.WriteFile(f.Path, f.Contents, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes\n", filepath.Base(f.Path), len(f.Contents))
	}
	if len(stale) > 0 {
		return fmt.Errorf("not what the sources give: %v; run make web and commit the result", stale)
	}
	return nil
}

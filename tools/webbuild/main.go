// Command webbuild bundles the pages' scripts: every file of
// internal/web/ts/entry becomes a module of that name in internal/web/static.
// Code that several of them use becomes a separate module, which they import:
// "chunk-app.js" contains app.ts. Run it from the folder tools:
//
//	go run ./webbuild         write the bundles
//	go run ./webbuild -check  fail if the committed bundles differ from the result
//
// The same sources always yield the same bytes. The bundles can therefore be
// committed, and building podesta does not need this program.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
	static := filepath.Join(root, "internal/web/static")
	files, err := bundle(entries, static)
	if err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(static, "*.js"))
	if err != nil {
		return err
	}
	var stale []string
	for _, f := range old {
		if _, ok := files[filepath.Base(f)]; ok {
			continue
		}
		if check {
			stale = append(stale, filepath.Base(f))
			continue
		}
		if err := os.Remove(f); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		body, err := os.ReadFile(filepath.Join(static, name))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		if bytes.Equal(body, files[name]) {
			continue
		}
		if check {
			stale = append(stale, name)
			continue
		}
		if err := os.WriteFile(filepath.Join(static, name), files[name], 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes\n", name, len(files[name]))
	}
	if len(stale) > 0 {
		return fmt.Errorf("not what the sources give: %v; run make web and commit the result", stale)
	}
	return nil
}

// bundle returns the modules of the entries and the modules that they share, keyed by name.
func bundle(entries []string, static string) (map[string][]byte, error) {
	dir, err := filepath.Abs(static)
	if err != nil {
		return nil, err
	}
	made := api.Build(api.BuildOptions{
		EntryPoints:       entries,
		Outdir:            dir,
		Bundle:            true,
		Format:            api.FormatESModule,
		Splitting:         true,
		Metafile:          true,
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
		return nil, fmt.Errorf("%s", text[0])
	}
	var meta struct {
		Outputs map[string]struct {
			EntryPoint string
			Inputs     map[string]struct{}
		}
	}
	if err := json.Unmarshal([]byte(made.Metafile), &meta); err != nil {
		return nil, err
	}
	// A hash in a chunk's name would rename the file with each change. The
	// judge adds versions to the addresses itself.
	var names []string
	for out, o := range meta.Outputs {
		if o.EntryPoint == "" {
			first := slices.Min(slices.Collect(maps.Keys(o.Inputs)))
			names = append(names, filepath.Base(out), "chunk-"+strings.TrimSuffix(filepath.Base(first), ".ts")+".js")
		}
	}
	named := strings.NewReplacer(names...)
	files := map[string][]byte{}
	for _, f := range made.OutputFiles {
		name := named.Replace(filepath.Base(f.Path))
		if files[name] != nil {
			return nil, fmt.Errorf("two modules would be %s", name)
		}
		files[name] = []byte(named.Replace(string(f.Contents)))
	}
	return files, nil
}

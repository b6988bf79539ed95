package webtest

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"
)

// bundle bundles a test with everything that it imports into one script.
func bundle(t *testing.T, file string) string {
	t.Helper()
	made := api.Build(api.BuildOptions{
		EntryPoints: []string{file},
		Bundle:      true,
		Format:      api.FormatIIFE,
		Target:      api.ES2020, // the version that the engine supports
		Charset:     api.CharsetUTF8,
		Sourcemap:   api.SourceMapInline,
		LogLevel:    api.LogLevelSilent,
	})
	if len(made.Errors) > 0 {
		t.Fatal(api.FormatMessages(made.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})[0])
	}
	return string(made.OutputFiles[0].Contents)
}

// TestScripts runs all tests of all files *.test.ts.
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("*.test.ts")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files with tests: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(file, ".test.ts"), func(t *testing.T) {
			t.Parallel()
			vm := goja.New()
			vm.SetFieldNameMapper(goja.UncapFieldNameMapper())
			if err := vm.Set("self", vm.GlobalObject()); err != nil {
				t.Fatal(err)
			}
			if file == "words.test.ts" {
				if err := vm.Set("podestaWords", map[string]string{"army": "esercito", "{1} of {2}": "di {2}, {1}"}); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := vm.RunScript(file, bundle(t, file)); err != nil {
				t.Fatal(failure(err))
			}
			var tests []struct {
				Name string
				Run  goja.Callable
			}
			if err := vm.ExportTo(vm.Get("podestaTests"), &tests); err != nil {
				t.Fatal(err)
			}
			if len(tests) == 0 {
				t.Fatal("no tests")
			}
			for _, x := range tests {
				t.Run(x.Name, func(t *testing.T) {
					got, err := x.Run(goja.Undefined())
					if err != nil {
						t.Fatal(failure(err))
					}
					p, ok := got.Export().(*goja.Promise)
					if !ok {
						return
					}
					switch p.State() { // all jobs have run when the call returns
					case goja.PromiseStateRejected:
						t.Fatal(p.Result())
					case goja.PromiseStatePending:
						t.Fatal("the test waits for something that never happens")
					}
				})
			}
		})
	}
}

// failure formats an error with its position in the sources.
func failure(err error) string {
	if e, ok := err.(*goja.Exception); ok {
		return e.String()
	}
	return err.Error()
}

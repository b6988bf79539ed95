// The program licences collects the licences of everything that a build of
// podesta contains, and checks that they allow its distribution. It writes them
// to cmd/podesta/licences.txt, which the program shows (podesta licences). With
// -check it compares the file instead.
//
// The packages are those that the program links on Linux, macOS and Windows.
// npm packages are used for building and testing only: the scripts of the pages
// contain none.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// allowed lists the licences that a dependency may have, by their SPDX names.
var allowed = []string{"Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSD-1-Clause", "0BSD", "ISC", "MIT", "MIT-0", "OFL-1.1", "Unlicense", "CC0-1.0", "Zlib", "blessing", "BSL-1.0", "BSD-2-Clause-Views", "BSD-3-Clause-NoTrademark"}

// legal matches the names of files with licences and notices.
var legal = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|unlicense)([.-].*)?$`)

// reviewed lists files that cover several works, or none in the program. A person has read them,
// and gives the reason why they are not a problem. They must be reviewed again after larger
// changes.
var reviewed = map[string]string{
	"modernc.org/libc LICENSE-3RD-PARTY.md":   "musl and Go, under MIT and BSD licences, and notices of parts that are not linked",
	"modernc.org/memory LICENSE-LOGO":         "the source of a picture in its documentation",
	"modernc.org/sqlite LICENSE-3RD-PARTY.md": "names every module of its graph; that under MPL-2.0 is in no package that is compiled",
	"modernc.org/sqlite LICENSE-SQLITE":       "SQLite is in the public domain",
}

// elsewhere lists licences that a file mentions for parts of a work that are not in the
// program, such as its documentation. A person has read the file.
var elsewhere = map[string][]string{
	"github.com/modelcontextprotocol/go-sdk LICENSE": {"CC-BY-4.0"}, // documents; code is under Apache-2.0 or MIT
}

// least is the percentage of a licence file that must be the text of a known licence. The rest is
// names and years.
const least = 75

// module is a dependency with the texts of its licences.
type module struct {
	name  string // with the version
	texts []string
}

// extra describes embedded works that are not modules.
const extra = `The maps: coastlines of Natural Earth, 1:10 million, version 4.1
(https://www.naturalearthdata.com), which are in the public domain.
`

func main() {
	check := flag.Bool("check", false, "compare the file instead of writing it")
	root := flag.String("root", "..", "the folder of podesta")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func run(root string, check bool) error {
	file := filepath.Join(root, "cmd", "podesta", "licences.txt")
	// without this file the program has no packages
	if _, err := os.Stat(file); !check && errors.Is(err, fs.ErrNotExist) {
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			return err
		}
	}
	all, err := linked(root)
	if err != nil {
		return err
	}
	text := written(all)
	if !check {
		return os.WriteFile(file, text, 0o644)
	}
	old, err := os.ReadFile(file)
	if err == nil && !bytes.Equal(old, text) {
		err = fmt.Errorf("%s is out of date: run make licences", file)
	}
	return err
}

// linked returns the modules whose packages are linked, including the standard library. The error
// lists the modules without an allowed licence.
func linked(root string) ([]module, error) {
	folders := map[string]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/podesta")
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0", "GOWORK=off")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(out)) {
			if name, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				folders[name] = dir
			}
		}
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	folders["the standard library of Go"] = strings.TrimSpace(string(goroot))
	var all []module
	var bad []error
	for name, dir := range folders {
		m, err := read(name, dir)
		if err != nil {
			bad = append(bad, err)
		}
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.name, b.name) })
	return all, errors.Join(bad...)
}

// read reads the licences of a module.
func read(name, dir string) (module, error) {
	m := module{name: name}
	files, err := os.ReadDir(dir)
	if err != nil {
		return m, err
	}
	licensed := false
	for _, f := range files {
		if f.IsDir() || !legal.MatchString(f.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return m, err
		}
		m.texts = append(m.texts, strings.ReplaceAll(strings.TrimSpace(string(text)), "\r\n", "\n"))
		lower := strings.ToLower(f.Name())
		if strings.HasPrefix(lower, "notice") || strings.HasPrefix(lower, "patents") {
			continue
		}
		path, _, _ := strings.Cut(name, " ")
		if reviewed[path+" "+f.Name()] != "" {
			continue
		}
		if err := judge(string(text), elsewhere[path+" "+f.Name()]); err != nil {
			return m, fmt.Errorf("%s, %s: %w", name, f.Name(), err)
		}
		licensed = true
	}
	if !licensed {
		return m, fmt.Errorf("%s has no licence", name)
	}
	return m, nil
}

// judge returns an error if a text contains a licence that is neither allowed nor listed in others,
// or if too little of it is the text of known licences. The licences in others are for parts that
// the program does not contain.
func judge(text string, others []string) error {
	found := licensecheck.Scan([]byte(text))
	for _, m := range found.Match {
		if !slices.Contains(allowed, m.ID) && !slices.Contains(others, m.ID) {
			return fmt.Errorf("the licence %s is not allowed", m.ID)
		}
	}
	if found.Percent < least {
		return fmt.Errorf("only %.0f %% of it is the text of a known licence", found.Percent)
	}
	return nil
}

// written returns the contents of the file: a list of the works in the program, followed by each
// text once.
func written(all []module) []byte {
	var b bytes.Buffer
	b.WriteString("podesta contains the work of others, under the licences below.\n\n" + extra)
	users := map[string][]string{}
	var order []string
	for _, m := range all {
		for _, text := range m.texts {
			if users[text] == nil {
				order = append(order, text)
			}
			users[text] = append(users[text], m.name)
		}
	}
	for _, text := range order {
		b.WriteString("\n" + strings.Repeat("=", 78) + "\n" + strings.Join(users[text], "\n") + "\n" + strings.Repeat("-", 78) + "\n\n" + text + "\n")
	}
	return b.Bytes()
}

// Command prose checks how the project's texts are written: comments of
// programs, scripts and settings, documents, and the English texts of the
// catalogues. It copies these texts to Markdown files, line for line, runs vale
// on the copies with the style in styles/Podesta, and reports what vale finds
// with the names and lines of the original files. It also finds paragraphs that
// a document has twice, and comments of maps and slices that only hint at the
// key. It exits with 1 if there are findings.
//
// It checks the files in Git's index that are in the arguments, which are files
// and folders, or all files without arguments, except those in exceptions.txt.
//
//	go build -o bin/vale github.com/vale-cli/vale/v3/cmd/vale
//	bin/prose [path...]
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	vale := flag.String("vale", "bin/vale", "vale's `program`")
	dir := flag.String("tmp", "bin/prose-texts", "`folder` for the extracted texts")
	flag.Parse()
	var found []string
	files, err := list(flag.Args())
	if err == nil {
		found, err = check(*vale, *dir, files)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "prose:", err)
		os.Exit(2)
	}
	for _, line := range found {
		fmt.Println(line)
	}
	if len(found) > 0 {
		fmt.Fprintf(os.Stderr, "prose: %d findings\n", len(found))
		os.Exit(1)
	}
}

// check returns the findings in files. dir is replaced by the texts of the
// files. check must be called in the root of the repository.
func check(vale, dir string, files []string) ([]string, error) {
	if len(files) == 0 {
		return nil, errors.New("no files match")
	}
	if err := os.RemoveAll(dir); err != nil {
		return nil, err
	}
	var found []string
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		copied, ok := extract(name, text)
		if !ok {
			continue
		}
		found = append(found, repeated(name, string(text))...)
		found = append(found, elliptic(name, string(text))...)
		to := filepath.Join(dir, filepath.FromSlash(name)+".md")
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(to, copied, 0o644); err != nil {
			return nil, err
		}
	}
	cmd := exec.Command(vale, "--config", "tools/prose/vale.ini", "--no-global", "--output", "line", "--no-wrap", dir)
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || stderr.Len() > 0 || out.Len() == 0) {
		return nil, fmt.Errorf("%s: %w\n%s%s", vale, err, out.Bytes(), stderr.Bytes())
	}
	return append(found, originals(out.String(), dir)...), nil
}

// long is the length in bytes from which a repeated line of a document is considered a mistake.
const long = 100

// repeated returns the long lines that a document has twice. Lines of tables and
// of code may be repeated.
func repeated(name, text string) []string {
	if filepath.Ext(name) != ".md" {
		return nil
	}
	var found []string
	first := map[string]int{}
	n, code := 0, false
	for line := range strings.Lines(text) {
		n++
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if code || len(line) < long || strings.HasPrefix(line, "|") {
			continue
		}
		if at := first[line]; at > 0 {
			found = append(found, fmt.Sprintf("%s:%d: the same as line %d", name, n, at))
		} else {
			first[line] = n
		}
	}
	return found
}

// hints match comments behind code that only hint at what it holds: a genitive,
// the key of a map or slice without its value, or a relative clause.
var hints = []*regexp.Regexp{
	regexp.MustCompile(`^\s*[^/\s][^/]*// (of .*)`),
	regexp.MustCompile(`^[^"/]*\[[^/]*// (by .*)`),
	regexp.MustCompile(`^\s*[^/\s][^/]*// (who(?:m|se)? [^mc].*)`),
}

// elliptic returns the comments behind code that do not say what it holds.
func elliptic(name, text string) []string {
	if ext := filepath.Ext(name); ext != ".go" && ext != ".ts" {
		return nil
	}
	var found []string
	n := 0
	for line := range strings.Lines(text) {
		n++
		for _, hint := range hints {
			if m := hint.FindStringSubmatch(line); m != nil {
				found = append(found, fmt.Sprintf("%s:%d: '%s': say what it holds, and what the keys are", name, n, m[1]))
			}
		}
	}
	return found
}

// originals returns vale's findings with the names of the files that the texts
// come from. Columns are left out, as extraction changes them.
func originals(out, dir string) []string {
	var found []string
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		i := strings.Index(line, dir+string(filepath.Separator))
		if i < 0 {
			continue
		}
		line = line[i+len(dir)+1:]
		name, rest, ok := strings.Cut(line, ".md:")
		parts := strings.SplitN(rest, ":", 4) // line, column, rule, message
		if !ok || len(parts) < 4 {
			continue
		}
		found = append(found, fmt.Sprintf("%s:%s: %s (%s)", filepath.ToSlash(name), parts[0], parts[3], parts[2]))
	}
	return found
}

// exceptions returns the files and folders that are not checked.
func exceptions() ([]string, error) {
	text, err := os.ReadFile("tools/prose/exceptions.txt")
	if err != nil {
		return nil, err
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, reason, ok := strings.Cut(line, ": ")
		if !ok || reason == "" {
			return nil, fmt.Errorf("exceptions.txt: %q has no reason", line)
		}
		if _, err := os.Stat(filepath.FromSlash(name)); err != nil {
			return nil, fmt.Errorf("exceptions.txt: %w", err)
		}
		out = append(out, name)
	}
	return out, nil
}

// list returns the files with or below these names, or all files if there are no
// names. It leaves out what Git ignores or exceptions.txt names, test data, and links.
func list(names []string) ([]string, error) {
	not, err := exceptions()
	if err != nil {
		return nil, err
	}
	args := append([]string{"ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--"}, names...)
	out, err := exec.Command("git", args...).Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	var files []string
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		except := func(e string) bool { return name == e || strings.HasPrefix(name, e+"/") }
		if slices.ContainsFunc(not, except) || slices.Contains(strings.Split(name, "/"), "testdata") {
			continue
		}
		if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() { // others are deleted, or links
			files = append(files, name)
		}
	}
	return files, nil
}

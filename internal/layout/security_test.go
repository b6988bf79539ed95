package layout

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// asvs lists the requirements of levels 1 and 2 of ASVS 4.0.3 by section:
// "1.2:1-3,5" stands for 1.2.1, 1.2.2, 1.2.3 and 1.2.5.
const asvs = `1.1:1-7 1.2:1-4 1.4:1,4,5 1.5:1-4 1.6:1-4 1.7:1-2 1.8:1-2 1.9:1-2 1.10:1 1.11:1-2 1.12:2 1.14:1-6
2.1:1-12 2.2:1-3 2.3:1-3 2.4:1-5 2.5:1-7 2.6:1-3 2.7:1-6 2.8:1-7 2.9:1-3 2.10:1-4
3.1:1 3.2:1-4 3.3:1-4 3.4:1-5 3.5:1-3 3.7:1
4.1:1-3,5 4.2:1-2 4.3:1-3
5.1:1-5 5.2:1-8 5.3:1-10 5.4:1-3 5.5:1-4
6.1:1-3 6.2:1-6 6.3:1-2 6.4:1-2
7.1:1-4 7.2:1-2 7.3:1,3,4 7.4:1-3
8.1:1-4 8.2:1-3 8.3:1-8
9.1:1-3 9.2:1-4
10.2:1-2 10.3:1-3
11.1:1-8
12.1:1-3 12.2:1 12.3:1-6 12.4:1-2 12.5:1-2 12.6:1
13.1:1,3-5 13.2:1-3,5-6 13.3:1-2 13.4:1-2
14.1:1-4 14.2:1-6 14.3:2-3 14.4:1-7 14.5:1-4`

func requirements(t *testing.T) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	for _, section := range strings.Fields(asvs) {
		name, list, _ := strings.Cut(section, ":")
		for part := range strings.SplitSeq(list, ",") {
			from, to, ok := strings.Cut(part, "-")
			if !ok {
				to = from
			}
			a, err := strconv.Atoi(from)
			b, wrong := strconv.Atoi(to)
			if err != nil || wrong != nil {
				t.Fatalf("bad range %q", section)
			}
			for n := a; n <= b; n++ {
				out[fmt.Sprint(name, ".", n)] = true
			}
		}
	}
	return out
}

// TestSecurityPage checks that docs/security.md has a row for each requirement,
// and that the files, packages and tests that it names exist.
func TestSecurityPage(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	missing := requirements(t)
	quoted := regexp.MustCompile("`([^`]+)`")
	cited := regexp.MustCompile("`([^`]+)`|(Test[A-Za-z0-9]+)")
	for n, line := range strings.Split(string(text), "\n") {
		if !regexp.MustCompile(`^\| \d`).MatchString(line) {
			continue
		}
		at := fmt.Sprintf("docs/security.md:%d", n+1)
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if len(cells) != 4 {
			t.Errorf("%s: %d cells", at, len(cells))
			continue
		}
		number := strings.TrimSpace(cells[0])
		if !missing[number] {
			t.Errorf("%s: %s is no requirement, or stands there twice", at, number)
		}
		delete(missing, number)
		if strings.TrimSpace(cells[2]) == "" {
			t.Errorf("%s: %s does not say where it is met", at, number)
		}
		for _, m := range quoted.FindAllStringSubmatch(cells[2], -1) {
			if strings.Contains(m[1], " ") { // it is a command, not a file
				continue
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s: %s does not exist", at, m[1])
			}
		}
		folder := ""
		for _, m := range cited.FindAllStringSubmatch(cells[3], -1) {
			if m[1] != "" {
				folder = m[1]
			} else if !hasTest(t, filepath.Join(root, filepath.FromSlash(folder)), m[2]) {
				t.Errorf("%s: %s has no test %s", at, folder, m[2])
			}
		}
	}
	for number := range missing {
		t.Errorf("docs/security.md has no row for %s", number)
	}
}

// hasTest reports whether a folder has a test of that name.
func hasTest(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}

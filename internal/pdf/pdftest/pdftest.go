// Package pdftest reads the text of PDF files that package pdf wrote, for tests.
package pdftest

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Parts returns the objects of a PDF file, keyed by number, as listed in its cross-reference
// table. Streams are decompressed.
func Parts(t testing.TB, pdf []byte) map[int]string {
	t.Helper()
	var start int
	i := bytes.LastIndex(pdf, []byte("startxref\n"))
	if _, err := fmt.Sscanf(string(pdf[i:]), "startxref\n%d", &start); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(pdf[start:]), "\n")
	var n int
	if _, err := fmt.Sscanf(lines[1], "0 %d", &n); err != nil || lines[0] != "xref" {
		t.Fatalf("no table of parts: %q %q", lines[0], lines[1])
	}
	out := map[int]string{}
	for i := 1; i < n; i++ {
		at, err := strconv.Atoi(lines[2+i][:10])
		if err != nil {
			t.Fatal(err)
		}
		head := fmt.Sprintf("%d 0 obj\n", i)
		if !bytes.HasPrefix(pdf[at:], []byte(head)) {
			t.Fatalf("part %d is not where the table says", i)
		}
		body := string(pdf[at+len(head):])
		if k := strings.Index(body, ">>stream\n"); k >= 0 && !strings.Contains(body[:k], "endobj") {
			z, err := zlib.NewReader(strings.NewReader(body[k+9:]))
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(z)
			if err != nil {
				t.Fatal(err)
			}
			out[i] = body[:k+2] + string(text)
			continue
		}
		out[i], _, _ = strings.Cut(body, "\nendobj")
	}
	return out
}

// Read returns the text of a document, page by page, as a PDF reader would copy
// it.
func Read(t testing.TB, pdf []byte) []string {
	t.Helper()
	all := Parts(t, pdf)
	fonts := map[string]map[string]string{}
	for _, p := range all {
		for _, m := range regexp.MustCompile(`/F(\d) (\d+) 0 R`).FindAllStringSubmatch(p, -1) {
			n, _ := strconv.Atoi(m[2])
			to := regexp.MustCompile(`/ToUnicode (\d+) 0 R`).FindStringSubmatch(all[n])
			k, _ := strconv.Atoi(to[1])
			fonts[m[1]] = map[string]string{}
			for _, c := range regexp.MustCompile(`<([0-9A-F]{4})><([0-9A-F]{4})>\n`).FindAllStringSubmatch(all[k], -1) {
				code, _ := strconv.ParseUint(c[2], 16, 32)
				fonts[m[1]][c[1]] = string(rune(code))
			}
		}
	}
	var out []string
	for n := 1; n <= len(all); n++ {
		m := regexp.MustCompile(`/Type/Page/.*/Contents (\d+) 0 R`).FindStringSubmatch(all[n])
		if m == nil {
			continue
		}
		k, _ := strconv.Atoi(m[1])
		var b strings.Builder
		for _, l := range regexp.MustCompile(`/F(\d) .* Td <([0-9A-F]*)> Tj`).FindAllStringSubmatch(all[k], -1) {
			for i := 0; i+4 <= len(l[2]); i += 4 {
				b.WriteString(fonts[l[1]][l[2][i:i+4]])
			}
			b.WriteString("\n")
		}
		out = append(out, b.String())
	}
	return out
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"podesta/internal/config"
)

// TestReadTerms checks the file with the terms, and the errors about a bad one.
func TestReadTerms(t *testing.T) {
	file := filepath.Join(t.TempDir(), "terms.txt")
	for _, c := range []struct{ text, want, says string }{
		{"Be kind.", "Be kind.", ""},
		{"\xff\xfe", "", "UTF-8"},
		{strings.Repeat("x", maxTerms+1), "", "longer than 256 kilobytes"},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := readTerms(&config.Config{TermsFile: file})
		if got != c.want || (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%.20q: %q, %v", c.text, got, err)
		}
	}
	if _, err := readTerms(&config.Config{TermsFile: file + "x"}); err == nil || !strings.Contains(err.Error(), "terms_file") {
		t.Errorf("a missing file: %v", err)
	}
	if got, err := readTerms(&config.Config{}); got != "" || err != nil {
		t.Errorf("no file: %q, %v", got, err)
	}
}

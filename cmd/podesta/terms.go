package main

import (
	"errors"
	"fmt"
	"os"
	"unicode/utf8"

	"podesta/internal/config"
)

// maxTerms is the maximum length of the terms, in bytes.
const maxTerms = 256 << 10

// readTerms returns the text of the judge's terms, or "" if there are none.
func readTerms(c *config.Config) (string, error) {
	if c.TermsFile == "" {
		return "", nil
	}
	text, err := os.ReadFile(c.TermsFile)
	switch {
	case err != nil:
	case len(text) > maxTerms:
		err = errors.New("it is longer than 256 kilobytes")
	case !utf8.Valid(text):
		err = errors.New("it is not text in UTF-8")
	}
	if err != nil {
		return "", fmt.Errorf("terms_file: %s: %w", c.TermsFile, err)
	}
	return string(text), nil
}

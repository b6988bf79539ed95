// Package css is a stub of a grammar; see package sitter.
package css

import sitter "github.com/smacker/go-tree-sitter"

// GetLanguage returns nil.
func GetLanguage() *sitter.Language { return nil }

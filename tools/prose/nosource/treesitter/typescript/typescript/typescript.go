// Package typescript stands for a grammar; see package sitter.
package typescript

import sitter "github.com/smacker/go-tree-sitter"

// GetLanguage returns nil.
func GetLanguage() *sitter.Language { return nil }

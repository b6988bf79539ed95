// Package sitter replaces github.com/smacker/go-tree-sitter when vale is built
// for this project. The original compiles a parser in C for each of twenty
// languages, which takes minutes and a C compiler. Vale needs them only to find
// the comments in source files; package prose finds them itself and hands vale
// Markdown. With this package vale reports an error for a source file.
package sitter

import (
	"context"
	"errors"
)

type (
	// Language is a grammar. It is always nil.
	Language struct{}
	// Parser refuses to parse.
	Parser struct{}
	// Tree is the result of Parser. None is ever created.
	Tree struct{}
	// Query is a search in a tree.
	Query struct{}
	// QueryCursor is a running search, which finds nothing.
	QueryCursor struct{}
	// Node is a part of a tree.
	Node struct{}
	// Point is a position in a text: a row and a column.
	Point struct{ Row, Column uint32 }
	// QueryCapture is a node found by a query.
	QueryCapture struct {
		Index uint32
		Node  *Node
	}
	// QueryMatch is a match of a query.
	QueryMatch struct{ Captures []QueryCapture }
)

var errNoSource = errors.New("this build of vale does not parse source files")

// NewParser returns a parser.
func NewParser() *Parser { return &Parser{} }

// SetLanguage does nothing.
func (*Parser) SetLanguage(*Language) {}

// ParseCtx returns an error.
func (*Parser) ParseCtx(context.Context, *Tree, []byte) (*Tree, error) { return nil, errNoSource }

// RootNode returns an empty node.
func (*Tree) RootNode() *Node { return &Node{} }

// NewQuery returns an error.
func NewQuery([]byte, *Language) (*Query, error) { return nil, errNoSource }

// CaptureNameForId returns an empty name.
func (*Query) CaptureNameForId(uint32) string { return "" }

// NewQueryCursor returns a cursor that finds nothing.
func NewQueryCursor() *QueryCursor { return &QueryCursor{} }

// Exec does nothing.
func (*QueryCursor) Exec(*Query, *Node) {}

// NextMatch reports that there are no matches.
func (*QueryCursor) NextMatch() (*QueryMatch, bool) { return nil, false }

// FilterPredicates returns the match.
func (*QueryCursor) FilterPredicates(m *QueryMatch, _ []byte) *QueryMatch { return m }

// Content returns an empty text.
func (*Node) Content([]byte) string { return "" }

// StartPoint returns the beginning of the text.
func (*Node) StartPoint() Point { return Point{} }

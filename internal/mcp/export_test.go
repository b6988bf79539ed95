package mcp

import (
	"context"
	"time"
)

// SetRest sets what happens when the judge asks a caller to wait.
func (s *Server) SetRest(f func(context.Context, time.Duration) error) { s.rest = f }

// Passages and Rank search a rulebook.
var (
	Passages = passages
	Rank     = rank
)

// Passage is a paragraph of a rulebook.
type Passage = passage

// Words returns the chapter and the text of a passage.
func (p *passage) Words() (chapter, text string) { return p.chapter, p.text }

package mcp

import (
	"context"
	"time"
)

// SetRest sets the function that waits when the judge asks a caller to wait.
func (s *Server) SetRest(f func(context.Context, time.Duration) error) { s.rest = f }

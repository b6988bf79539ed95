package api

import (
	"fmt"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

// Description returns the description of all operations of a server.
func (s *Server) Description() *huma.OpenAPI { return s.api.OpenAPI() }

// SetBeat sets the time between signs of life of a server that has no streams yet.
func (s *Server) SetBeat(every time.Duration) { s.beat = every }

// Statuses maps codes to HTTP statuses.
var Statuses = statuses

// Measures returns the limits in the words of docs/api.md.
func Measures() []string {
	l := newLimiter(Limits{}, machineClock{}).limits
	return []string{
		fmt.Sprintf("| requests of an account or key | %v a second, %v at once |", l.Rate, l.Burst),
		fmt.Sprintf("| %v a second, %v at once |", l.StrangerRate, l.Strangers),
		fmt.Sprintf("| counts as %d requests |", whatifWeight),
		fmt.Sprintf("| %d at once, then one every %v seconds |", wrongBurst, 1/wrongRate),
		fmt.Sprintf("| %d KB; of a game that is imported %d MB |", maxBody>>10, maxImport>>20),
		fmt.Sprintf("| %d, of 20 games that are named, or %d of your own |", streamsEach, streamGames),
	}
}

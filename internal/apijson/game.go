package apijson

import (
	"time"

	"podesta/internal/game"
	"podesta/machiavelli"
	"podesta/machiavelli/position"
)

// Times are the instants of the current phase.
type Times struct {
	Start    *time.Time `json:"start,omitempty" doc:"Nothing is processed before"`
	Deadline *time.Time `json:"deadline,omitempty" doc:"Orders are due"`
	Grace    *time.Time `json:"grace,omitempty" doc:"Late orders are waited for until then"`
}

// Summary is a game in a list.
type Summary struct {
	ID        string    `json:"id" example:"k2x4mqpa"`
	Name      string    `json:"name"`
	Status    string    `json:"status" enum:"forming,active,paused,over,terminated"`
	Hosted    bool      `json:"hosted" doc:"Its seats are held by accounts; otherwise by secret links"`
	Scenario  string    `json:"scenario" example:"B"`
	Variant   string    `json:"variant" example:"B-8"`
	Title     string    `json:"title" doc:"The scenario's name"`
	Players   int       `json:"players" doc:"How many seats there are"`
	Preset    string    `json:"preset" doc:"The edition that its rules started from"`
	Phase     string    `json:"phase,omitempty" doc:"The current phase; absent while the game forms" example:"spring 1454 orders"`
	Number    int       `json:"number" doc:"Of the current phase, from 1; 0 while the game forms"`
	Revision  int       `json:"revision" doc:"Rises with everything that changes the position; orders name it"`
	Times     Times     `json:"times"`
	Solitaire bool      `json:"solitaire,omitempty" doc:"One person plays all powers with the master's key"`
	Comment   string    `json:"comment,omitempty" doc:"The master's remark on it"`
	Gunboat   bool      `json:"gunboat,omitempty" doc:"Players are hidden"`
	Created   time.Time `json:"created"`
}

// Instant returns a time, or nil for zero.
func Instant(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// PhaseName returns the name of a phase, or "".
func PhaseName(p machiavelli.Phase) string {
	if p == (machiavelli.Phase{}) {
		return ""
	}
	return p.String()
}

// SummaryOf returns a game for a list.
func SummaryOf(g *game.Game) Summary {
	s := Summary{
		ID: g.ID, Name: g.Name, Status: string(g.Status), Hosted: !g.Hosting.Links, Scenario: g.Scenario, Variant: g.Variant,
		Title: g.Setting.Title, Players: len(g.Setting.Seats), Preset: g.Rules.Preset, Phase: PhaseName(g.Phase), Number: g.Number,
		Revision: g.Revision, Times: Times{Deadline: Instant(g.Deadline)}, Solitaire: g.Solitaire, Created: g.Created.UTC(),
		Comment: g.Hosting.Comment, Gunboat: g.Hosting.Gunboat,
	}
	return s
}

// PowerIDs returns the identifiers of a list of powers.
func PowerIDs(s *position.Setting, powers []machiavelli.Power) []string {
	out := make([]string, 0, len(powers))
	for _, p := range powers {
		out = append(out, s.Powers[p].ID)
	}
	return out
}

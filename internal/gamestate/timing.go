package gamestate

import (
	"encoding/json"
	"fmt"
	"time"

	"podesta/internal/game"
	"podesta/internal/schedule"
)

// Timing is where the current phase of a game stands in time. It is
// stored as the game's plan.
type Timing struct {
	Plan    schedule.Plan    `json:"plan"`
	Timing  schedule.Timing  `json:"timing"` // by which the phase was planned; new settings are for the next
	Told    schedule.Told    `json:"told"`
	First   bool             `json:"first,omitempty"`
	Ordered time.Time        `json:"ordered,omitzero"` // the last order that DELAY counts from
	Paused  time.Time        `json:"paused,omitzero"`
	Outage  time.Time        `json:"outage,omitzero"` // beginning of the last outage that was allowed for
	Why     schedule.Reasons `json:"why,omitzero"`
	Bots    int              `json:"bots,omitempty"` // the revision for which computer players were asked to order
}

// ReadTiming reads a game's plan; the zero value where it has none yet.
func ReadTiming(r *game.GameRecord) (Timing, error) {
	var t Timing
	if len(r.Plan) == 0 {
		return t, nil
	}
	if err := json.Unmarshal(r.Plan, &t); err != nil {
		return t, fmt.Errorf("game %s: its plan: %w", r.ID, err)
	}
	return t, nil
}

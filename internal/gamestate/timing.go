package gamestate

import (
	"encoding/json"
	"fmt"
	"time"

	"podesta/internal/game"
	"podesta/internal/schedule"
)

// Timing is the schedule of the current phase of a game. It is stored as the
// game's plan.
type Timing struct {
	Plan schedule.Plan `json:"plan"`
	// the settings by which the phase was planned; new settings apply from the next phase on
	Timing  schedule.Timing  `json:"timing"`
	Told    schedule.Told    `json:"told"`
	First   bool             `json:"first,omitempty"`
	Ordered time.Time        `json:"ordered,omitzero"` // time of the last order, from which DELAY is counted
	Paused  time.Time        `json:"paused,omitzero"`
	Outage  time.Time        `json:"outage,omitzero"` // beginning of the last outage for which deadlines were extended
	Why     schedule.Reasons `json:"why,omitzero"`
	Bots    int              `json:"bots,omitempty"` // the revision for which computer players were asked for orders
}

// ReadTiming returns a game's plan, or the zero value if it has none yet.
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

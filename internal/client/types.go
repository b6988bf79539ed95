package client

import (
	"encoding/json"
	"net/url"
	"strings"

	"podesta/internal/apijson"
)

// Path returns the path of a call. It escapes the parts.
func Path(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString("/" + url.PathEscape(p))
	}
	return b.String()
}

// PositionAt is the position at the beginning of a phase, as far as the caller
// may see it. Its maps are keyed by power.
type PositionAt struct {
	Number   int              `json:"number"`
	Phase    string           `json:"phase"`
	Hidden   []string         `json:"hidden"`
	Position apijson.Position `json:"position"`
}

// Draft is a text of orders, to be sent for a revision of the game, or, without a revision, to
// be checked.
type Draft struct {
	Text     string `json:"text"`
	Revision int    `json:"revision,omitempty"`
}

// Lines are sentences.
type Lines struct {
	Lines []string `json:"lines"`
}

// Answer is a preview of a phase.
type Answer struct {
	Phase  string   `json:"phase"`
	Always []string `json:"always"`
	Cases  []struct {
		When  [][]string `json:"when"`
		Facts []struct {
			Text   string  `json:"text"`
			Chance float64 `json:"chance"`
		} `json:"facts"`
	} `json:"cases"`
	Refused []apijson.Verdict `json:"refused"`
}

// NewGame describes a game to be created. Hosting holds its settings as in the
// API; without it the game is played by links.
type NewGame struct {
	Name      string            `json:"name"`
	Scenario  string            `json:"scenario,omitempty"`
	Variant   string            `json:"variant,omitempty"`
	Preset    string            `json:"preset,omitempty"`
	Options   map[string]string `json:"options,omitempty"`
	Library   string            `json:"library,omitempty"`
	Position  json.RawMessage   `json:"position,omitempty"`
	Phase     string            `json:"phase,omitempty"`
	Hosting   json.RawMessage   `json:"hosting,omitempty"`
	Solitaire bool              `json:"solitaire,omitempty"`
	Plays     bool              `json:"plays,omitempty"`
	Wishes    string            `json:"wishes,omitempty"`
	Pace      int               `json:"pace,omitempty"`
}

package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"podesta/machiavelli/message"
)

// Spec is the stored form of a set. It holds a preset and the options in which
// the set differs from it. Make(spec.Preset, spec.Options) restores the set.
type Spec struct {
	Preset  string            `json:"preset"`
	Options map[string]string `json:"options,omitempty"`
}

// former maps each option in which presets have changed since games were first stored to the
// value that all presets had before. If a stored form does not name such an option, it is older
// than the change.
var former = map[string]string{
	"city-die-while-unpaid": "yes",
	"first-spring-famine":   "no",
	"hold-quells":           "explicit",
	"several-powers":        "separate",
}

// Spec returns the shortest stored form of s. It names the options that differ
// from the preset, the options that Make would otherwise change as a
// consequence, and the options in which presets have changed. An unknown preset
// means the default.
func (s Set) Spec() Spec {
	spec := Spec{Preset: s.Preset}
	base, err := Preset(s.Preset)
	if err != nil {
		base, _ = Preset(DefaultPreset)
	}
	spec.Preset = base.Preset
	spec.Options = map[string]string{}
	for name, value := range former {
		if base.Value(name) != value {
			spec.Options[name] = s.Value(name)
		}
	}
	for _, d := range s.Diff(base) {
		spec.Options[d.Option] = d.Here
	}
	for {
		made, err := Make(spec.Preset, spec.Options)
		if err != nil {
			return spec
		}
		wrong := s.Diff(made)
		if len(wrong) == 0 {
			return spec
		}
		for _, d := range wrong {
			spec.Options[d.Option] = d.Here
		}
	}
}

// MarshalJSON writes {"preset": ..., "options": {...}} with the options of Spec.
func (s Set) MarshalJSON() ([]byte, error) { return json.Marshal(s.Spec()) }

// UnmarshalJSON reads {"preset": ..., "options": {...}}. Either member may be
// missing. The values of options can be strings, booleans or numbers. It
// returns the errors of Make, and an error for an unknown member. If presets
// have changed in an option and the stored form does not name that option, the
// option has its former value, so that a stored game keeps its rules.
func (s *Set) UnmarshalJSON(data []byte) error {
	var in struct {
		Preset  string         `json:"preset"`
		Options map[string]any `json:"options"`
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(&in); err != nil {
		return message.Error(message.New("rules: {text}", message.Name(strings.TrimPrefix(err.Error(), "json: "))))
	}
	options := make(map[string]string, len(in.Options))
	for _, name := range slices.Sorted(maps.Keys(in.Options)) {
		switch v := in.Options[name].(type) {
		case string:
			options[name] = v
		case bool, json.Number:
			options[name] = fmt.Sprint(v)
		default:
			return message.Error(message.New("option {name}: expected a text, true or false, or a number", message.Order(name)))
		}
	}
	for name, value := range former {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(options)), func(key string) bool { return canonical(key) == name }) {
			options[name] = value
		}
	}
	t, err := Make(in.Preset, options)
	if err != nil {
		return err
	}
	*s = t
	return nil
}

package env

import (
	"encoding/json"
	"maps"
	"slices"

	"podesta/machiavelli/bot"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

// hello describes the service: its version, the scenarios and the other choices.
func (s *Service) hello(dst []byte, _ *head) ([]byte, error) {
	type variant struct {
		ID      string `json:"id"`
		Players int    `json:"players"`
	}
	type about struct {
		ID       string    `json:"id"`
		Slug     string    `json:"slug"`
		Title    string    `json:"title"`
		Variants []variant `json:"variants"`
	}
	var scenarios []about
	for _, x := range scenario.List() {
		a := about{x.ID, x.Slug, x.Title, []variant{}}
		for _, v := range x.Variants {
			a.Variants = append(a.Variants, variant{v.ID, v.Players})
		}
		scenarios = append(scenarios, a)
	}
	var presets []string
	for _, p := range rules.Presets() {
		presets = append(presets, p.ID)
	}
	return appendMembers(dst, struct {
		Protocol   int      `json:"protocol"`
		Version    string   `json:"version"`
		Engine     string   `json:"engine"`
		Vocabulary int      `json:"vocabulary"`
		Ops        []string `json:"ops"`
		Players    []string `json:"players"`
		Presets    []string `json:"presets"`
		Scenarios  []about  `json:"scenarios"`
	}{
		Protocol, s.version, turn.EngineVersion, VocabularyVersion, slices.Sorted(maps.Keys(operations)), bot.Names(), presets, scenarios,
	})
}

type setupRequest struct {
	inGame
	Scenario
}

// of returns the setup of the game that the request names, or else of the scenario in it.
func (r *setupRequest) of(s *Service) (*Setup, error) {
	if r.Game == 0 {
		return s.setup(r.Scenario)
	}
	g, err := s.find(r.Game)
	if err != nil {
		return nil, err
	}
	return g.Setup, nil
}

// board describes the board and the powers of a game or a scenario.
func (s *Service) board(dst []byte, r *setupRequest) ([]byte, error) {
	u, err := r.of(s)
	if err != nil {
		return dst, err
	}
	return appendMembers(dst, struct {
		Areas  []Area   `json:"areas"`
		Powers []Player `json:"powers"`
	}{u.Areas(), u.Players()})
}

type vocabularyRequest struct {
	setupRequest
	Parts bool `json:"parts"`
}

// vocabulary lists the actions of a game, or of a scenario with its rules.
func (s *Service) vocabulary(dst []byte, r *vocabularyRequest) ([]byte, error) {
	u, err := r.of(s)
	if err != nil {
		return dst, err
	}
	v := u.Vocabulary()
	answer := struct {
		Version int      `json:"version"`
		Digest  string   `json:"digest"`
		Size    int      `json:"size"`
		Actions []string `json:"actions"`
		Kinds   []string `json:"kinds,omitempty"`
		Parts   []Part   `json:"parts,omitempty"`
	}{Version: VocabularyVersion, Digest: v.Digest(), Size: v.Len(), Actions: v.Texts()}
	if r.Parts {
		answer.Kinds, answer.Parts = v.Parts()
	}
	return appendMembers(dst, answer)
}

// appendMembers appends the members of a value, each after a comma.
func appendMembers(dst []byte, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return dst, err
	}
	return append(append(dst, ','), text[1:len(text)-1]...), nil
}

package api

import (
	"context"
	"net/http"
	"strconv"

	"podesta/internal/apijson"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/clock"
	"podesta/machiavelli/board"
	"podesta/machiavelli/message"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/turn"
)

func (s *Server) ruleRoutes() {
	add(s, huma.Operation{
		OperationID: "about", Method: http.MethodGet, Path: "/about", Tags: []string{tagRules}, Security: anyone,
		Summary: "The name, version and time of this judge",
	}, s.about)
	add(s, huma.Operation{
		OperationID: "listScenarios", Method: http.MethodGet, Path: "/scenarios", Tags: []string{tagRules}, Security: anyone,
		Summary: "Scenarios and their variants by number of players",
	}, s.listScenarios)
	add(s, huma.Operation{
		OperationID: "getBoard", Method: http.MethodGet, Path: "/boards/{board}", Tags: []string{tagRules}, Security: anyone,
		Summary: "A board as a graph: areas, their income, where armies and fleets can go",
	}, s.getBoard)
	add(s, huma.Operation{
		OperationID: "listPresets", Method: http.MethodGet, Path: "/presets", Tags: []string{tagRules}, Security: anyone,
		Summary: "The editions of the rules, each with the values of its options",
	}, s.listPresets)
	add(s, huma.Operation{
		OperationID: "listOptions", Method: http.MethodGet, Path: "/options", Tags: []string{tagRules}, Security: anyone,
		Summary: "Every option of the rules, with its values and what they mean",
	}, s.listOptions)
}

type aboutOutput struct{ Body apijson.About }

func (s *Server) about(context.Context, *struct{}) (*aboutOutput, error) {
	return &aboutOutput{apijson.About{Program: "podesta", Version: s.version, Engine: turn.EngineVersion, Time: s.clock.Now().UTC().Format(timeFormat)}}, nil
}

const timeFormat = "2006-01-02T15:04:05Z"

func (s *Server) listScenarios(context.Context, *struct{}) (*listOutput[apijson.Scenario], error) {
	out := &listOutput[apijson.Scenario]{}
	for _, x := range scenario.List() {
		y := apijson.Scenario{ID: x.ID, Slug: x.Slug, Title: x.Title, Period: x.Period, Year: x.Year, Board: x.Board, Options: x.Options, Variants: []apijson.Variant{}}
		for _, v := range x.Variants {
			y.Variants = append(y.Variants, apijson.Variant{
				ID: v.ID, Players: v.Players, Title: v.Title, Powers: v.Powers, Seats: v.Seats, ChooseEach: v.ChooseEach, ChooseFrom: v.ChooseFrom,
			})
		}
		out.Body.Items = append(out.Body.Items, y)
	}
	return out, nil
}

// Option is an option of the rules.
type Option struct {
	Name   string        `json:"name" example:"famine"`
	Group  string        `json:"group" doc:"The group that it belongs to"`
	Title  string        `json:"title"`
	Doc    string        `json:"doc" doc:"What it decides"`
	Values []OptionValue `json:"values"`
	Min    *int          `json:"min,omitempty" doc:"With max: every whole number between them is a value too"`
	Max    *int          `json:"max,omitempty"`
	Ledger []string      `json:"ledger,omitempty" doc:"The rules that it bears on"`
}

// OptionValue is a value of an option.
type OptionValue struct {
	Value string `json:"value"`
	Doc   string `json:"doc" doc:"What it means"`
}

func (s *Server) listOptions(context.Context, *struct{}) (*listOutput[Option], error) {
	out := &listOutput[Option]{}
	for i := range rules.Options {
		o := &rules.Options[i]
		x := Option{Name: o.Name, Group: o.Group, Title: o.Title, Doc: o.Doc, Ledger: o.Ledger, Values: []OptionValue{}}
		for _, v := range o.Values {
			x.Values = append(x.Values, OptionValue{Value: v.Name, Doc: v.Doc})
		}
		if o.Max != 0 {
			x.Min, x.Max = &o.Min, &o.Max
		}
		out.Body.Items = append(out.Body.Items, x)
	}
	return out, nil
}

// Preset is an edition of the rules.
type Preset struct {
	ID      string            `json:"id" example:"njudge-classic"`
	Title   string            `json:"title"`
	Doc     string            `json:"doc"`
	Default bool              `json:"default,omitempty" doc:"What is played if nothing is chosen"`
	Options map[string]string `json:"options" doc:"The values of its options"`
}

func (s *Server) listPresets(context.Context, *struct{}) (*listOutput[Preset], error) {
	out := &listOutput[Preset]{}
	for _, p := range rules.Presets() {
		set, err := rules.Preset(p.ID)
		if err != nil {
			return nil, err
		}
		out.Body.Items = append(out.Body.Items, Preset{
			ID: p.ID, Title: p.Title, Doc: p.Doc, Default: p.ID == rules.DefaultPreset, Options: optionValues(&set),
		})
	}
	return out, nil
}

// optionValues returns the values of all options.
func optionValues(set *rules.Set) map[string]string {
	out := map[string]string{}
	for i := range rules.Options {
		o := &rules.Options[i]
		out[o.Name] = o.Get(set)
	}
	return out
}

type boardInput struct {
	Board      string `path:"board" maxLength:"40" doc:"As scenarios name it" example:"italy-1978"`
	LandBridge bool   `query:"landBridge" default:"true" doc:"Whether armies pass between Istria and Dalmatia"`
}

type boardOutput struct{ Body clock.Board }

func (s *Server) getBoard(_ context.Context, in *boardInput) (*boardOutput, error) {
	b, err := board.Get(in.Board, in.LandBridge)
	if err != nil {
		return nil, problemOf("not_found", message.New("There is no such board."))
	}
	return &boardOutput{*clock.BoardOf(b, board.None)}, nil
}

// number formats a whole number.
func number(n int) string { return strconv.Itoa(n) }

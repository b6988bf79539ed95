package api

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"net/http"
	"reflect"
	"slices"
	"time"

	"podesta/internal/apijson"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/hosting"
	"podesta/internal/schedule"
	"podesta/machiavelli/message"
)

func (s *Server) settingRoutes() {
	add(s, huma.Operation{
		OperationID: "getHosting", Method: http.MethodGet, Path: "/games/{game}/hosting", Tags: []string{tagGames}, Security: anyone,
		Summary: "How a hosted game is run: deadlines, press, who may join",
	}, s.getHosting)
	add(s, huma.Operation{
		OperationID: "setHosting", Method: http.MethodPatch, Path: "/games/{game}/hosting", Tags: []string{tagMaster},
		Summary: "Change how a game is run", Description: "Omitted members do not change. New timings take effect with the next phase.",
	}, s.setHosting)
	add(s, huma.Operation{
		OperationID: "setRules", Method: http.MethodPatch, Path: "/games/{game}/rules", Tags: []string{tagMaster},
		Summary: "Change options of the rules", Description: "Before the start, freely. Afterwards, the game is marked as irregular.",
	}, s.setRules)
}

// Hosting holds the settings of a game, as opposed to its rules. Its members
// are those of hostingFields and the switches and numbers of package hosting.
type Hosting struct{ hosting.Hosting }

// hostingFields are the settings of a game that are neither switches nor numbers.
type hostingFields struct {
	Timing Timings `json:"timing,omitzero" required:"false"`
	Zone   string  `json:"zone,omitempty" maxLength:"60" doc:"Time zone of the deadlines" example:"Europe/Rome"`

	Comment     string `json:"comment,omitempty" maxLength:"80" doc:"One line about the game"`
	HouseRules  string `json:"houseRules,omitempty" maxLength:"20480"`
	Preferences string `json:"preferences,omitempty" enum:"list,both,random" doc:"How powers are dealt"`

	Allow     []string `json:"allow,omitempty" maxItems:"200" doc:"Accounts or addresses; if there are any, nobody else may join. For masters"`
	Deny      []string `json:"deny,omitempty" maxItems:"200" doc:"Accounts or addresses that may not join. For masters"`
	Irregular bool     `json:"irregular" required:"false" readOnly:"true" doc:"The rules were changed in play"`

	Press pressFields `json:"press" required:"false"`
}

// Timings are the timings of the three kinds of phases.
type Timings struct {
	Moves    Timing `json:"moves" required:"false"`
	Retreats Timing `json:"retreats" required:"false"`
	Adjusts  Timing `json:"adjusts" required:"false"`
}

// Timing determines how long phases last. Durations are in hours.
type Timing struct {
	Clock int     `json:"clock" required:"false" minimum:"-1" maximum:"1439" doc:"Time of day of deadlines in minutes after midnight; -1: any"`
	Min   float64 `json:"min" required:"false" minimum:"0" doc:"Nothing is processed sooner after the beginning"`
	Next  float64 `json:"next" required:"false" minimum:"0" doc:"From the beginning to the deadline, at least; 0: no deadline"`
	Grace float64 `json:"grace" required:"false" minimum:"0" doc:"From the deadline to the end of grace"`
	Delay float64 `json:"delay" required:"false" minimum:"0" doc:"From the last orders to the processing"`
	Days  string  `json:"days" required:"false" maxLength:"7" doc:"Seven characters from Sunday: a capital for a day of processing, a small letter for one from noon, - for none" example:"-MTWTF-"`
}

// pressFields are the settings of press that are not switches.
type pressFields struct {
	None      bool   `json:"none" required:"false" doc:"No press at all"`
	White     bool   `json:"white" required:"false"`
	Grey      bool   `json:"grey" required:"false" doc:"The sender may be hidden"`
	GreyFirst bool   `json:"greyFirst" required:"false" doc:"Letters that do not say otherwise are grey"`
	Fakes     string `json:"fakes,omitempty" enum:"may,broadcast,default" doc:"Whether the header of a message may lie"`
	Observers string `json:"observers,omitempty" enum:"any,white,none"`
}

// InPress reports whether a switch concerns press, and is therefore a member of
// press.
func InPress(x *hosting.Switch) bool {
	var h hosting.Hosting
	x.Set(&h, true)
	return h.Press != hosting.PressRules{}
}

// Schema returns the schema of the settings, with a property for each switch and number.
func (Hosting) Schema(r huma.Registry) *huma.Schema {
	const name = "Hosting"
	if r.Map()[name] == nil {
		all := *r.SchemaFromRef(r.Schema(reflect.TypeFor[hostingFields](), true, "").Ref)
		press := *r.SchemaFromRef(all.Properties["press"].Ref)
		all.Properties, press.Properties = maps.Clone(all.Properties), maps.Clone(press.Properties)
		for i := range hosting.Switches {
			x := &hosting.Switches[i]
			of := all.Properties
			if InPress(x) {
				of = press.Properties
			}
			of[x.Name] = &huma.Schema{Type: huma.TypeBoolean, Description: x.Does}
			if x.Does == "" {
				of[x.Name].Description = x.Label
			}
		}
		for i := range hosting.Numbers {
			x := &hosting.Numbers[i]
			least, most := float64(x.Least), float64(x.Most)
			all.Properties[x.Name] = &huma.Schema{
				Type: huma.TypeInteger, Format: "int64", Minimum: &least,
				Maximum: &most, Description: x.Does,
			}
		}
		const pressName = "PressRules"
		r.Map()[pressName] = &press
		all.Properties["press"] = &huma.Schema{Ref: "#/components/schemas/" + pressName}
		r.Map()[name] = &all
		for _, of := range []*huma.Schema{&all, &press} {
			of.PrecomputeMessages()
		}
		delete(r.Map(), "HostingFields")
		delete(r.Map(), "PressFields")
	}
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// fields returns the settings that are neither switches nor numbers.
func (h *Hosting) fields() hostingFields {
	p := &h.Press
	out := hostingFields{
		Zone: h.Zone, Comment: h.Comment, HouseRules: h.HouseRules, Preferences: h.Preferences,
		Allow: slices.Clone(h.Allow), Deny: slices.Clone(h.Deny), Irregular: h.Irregular,
		Press: pressFields{None: p.None, White: p.White, Grey: p.Grey, GreyFirst: p.GreyFirst, Fakes: p.Fakes, Observers: p.Observers},
	}
	for i, t := range []*Timing{&out.Timing.Moves, &out.Timing.Retreats, &out.Timing.Adjusts} {
		x := h.Timing[i]
		*t = Timing{Clock: x.Clock, Min: x.Min.Hours(), Next: x.Next.Hours(), Grace: x.Grace.Hours(), Delay: x.Delay.Hours(), Days: x.Days}
	}
	return out
}

// setFields is the inverse of fields. Only the judge sets Irregular.
func (h *Hosting) setFields(f *hostingFields) {
	h.Zone, h.Comment, h.HouseRules, h.Preferences = f.Zone, f.Comment, f.HouseRules, f.Preferences
	h.Allow, h.Deny, h.Irregular = f.Allow, f.Deny, f.Irregular
	p := &h.Press
	p.None, p.White, p.Grey, p.GreyFirst, p.Fakes, p.Observers = f.Press.None, f.Press.White, f.Press.Grey, f.Press.GreyFirst, f.Press.Fakes, f.Press.Observers
	for i, t := range []Timing{f.Timing.Moves, f.Timing.Retreats, f.Timing.Adjusts} {
		h.Timing[i] = schedule.Timing{Clock: t.Clock, Min: hours(t.Min), Next: hours(t.Next), Grace: hours(t.Grace), Delay: hours(t.Delay), Days: t.Days}
	}
}

// MarshalJSON encodes all settings.
func (h Hosting) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(h.fields())
	if err != nil {
		return nil, err
	}
	var all, press map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	press = all["press"].(map[string]any)
	for i := range hosting.Switches {
		x := &hosting.Switches[i]
		of := all
		if InPress(x) {
			of = press
		}
		of[x.Name] = x.Get(&h.Hosting)
	}
	for i := range hosting.Numbers {
		x := &hosting.Numbers[i]
		all[x.Name] = x.Get(&h.Hosting)
	}
	return json.Marshal(all)
}

// UnmarshalJSON decodes settings. Missing settings stay unchanged.
func (h *Hosting) UnmarshalJSON(text []byte) error {
	f := h.fields()
	if err := json.Unmarshal(text, &f); err != nil {
		return err
	}
	h.setFields(&f)
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	press := map[string]json.RawMessage{}
	if in := all["press"]; in != nil {
		if err := json.Unmarshal(in, &press); err != nil {
			return err
		}
	}
	for i := range hosting.Switches {
		x := &hosting.Switches[i]
		of := all
		if InPress(x) {
			of = press
		}
		if in := of[x.Name]; in != nil {
			on := x.Get(&h.Hosting)
			if err := json.Unmarshal(in, &on); err != nil {
				return err
			}
			x.Set(&h.Hosting, on)
		}
	}
	for i := range hosting.Numbers {
		x := &hosting.Numbers[i]
		if in := all[x.Name]; in != nil {
			n := x.Get(&h.Hosting)
			if err := json.Unmarshal(in, &n); err != nil {
				return err
			}
			x.Set(&h.Hosting, n)
		}
	}
	return nil
}

// HostingOf returns the settings base with the changes in the body of a request. If the parameter
// nested is set, the changes are in the member hosting of the body.
func HostingOf(base hosting.Hosting, body []byte, nested bool) (hosting.Hosting, error) {
	now := Hosting{base}
	var err error
	if nested {
		err = json.Unmarshal(body, &struct{ Hosting *Hosting }{&now})
	} else {
		err = json.Unmarshal(body, &now)
	}
	if err != nil {
		return base, invalid(sentenceOf(err))
	}
	return now.Hosting, nil
}

// hours returns a duration in hours, in whole seconds.
func hours(n float64) time.Duration {
	return time.Duration(math.Round(min(n, 100_000)*3600)) * time.Second
}

type hostingOutput struct{ Body Hosting }

func (s *Server) getHosting(ctx context.Context, in *GameInput) (*hostingOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	h := *t.Hosting
	if !t.role.Master {
		h.Allow, h.Deny = nil, nil
	}
	return &hostingOutput{Hosting{h}}, nil
}

type setHostingInput struct {
	GameInput
	Body    Hosting
	RawBody []byte
}

type changesOutput struct{ Body apijson.Changes }

// changed describes changes in the caller's language.
func changed(ctx context.Context, changes []message.Message) *changesOutput {
	out := &changesOutput{apijson.Changes{Changes: make([]string, len(changes))}}
	for i, m := range changes {
		out.Body.Changes[i] = m.In(languageOf(ctx))
	}
	return out
}

func (s *Server) setHosting(ctx context.Context, in *setHostingInput) (*changesOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	h, err := HostingOf(*t.Hosting, in.RawBody, false)
	if err != nil {
		return nil, err
	}
	lines, err := s.judge.Lobby.SetHosting(ctx, t.ID, t.role, h)
	return changed(ctx, lines), err
}

type setRulesInput struct {
	GameInput
	Body struct {
		Options map[string]string `json:"options" doc:"Option to its new value; see /api/v1/options"`
	}
}

func (s *Server) setRules(ctx context.Context, in *setRulesInput) (*changesOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	lines, err := s.judge.Lobby.SetRules(ctx, t.ID, t.role, in.Body.Options)
	return changed(ctx, lines), err
}

package api

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/judge"
	"podesta/internal/schedule"
)

func (s *Server) settingRoutes() {
	add(s, huma.Operation{
		OperationID: "getHosting", Method: http.MethodGet, Path: "/games/{game}/hosting", Tags: []string{tagGames}, Security: anyone,
		Summary: "How a hosted game is run: deadlines, press, who may join",
	}, s.getHosting)
	add(s, huma.Operation{
		OperationID: "setHosting", Method: http.MethodPatch, Path: "/games/{game}/hosting", Tags: []string{tagMaster},
		Summary: "Change how a game is run", Description: "What is left out stays. New timings hold from the next phase on.",
	}, s.setHosting)
	add(s, huma.Operation{
		OperationID: "setRules", Method: http.MethodPatch, Path: "/games/{game}/rules", Tags: []string{tagMaster},
		Summary: "Change options of the rules", Description: "Before the start freely; afterwards the game is marked irregular.",
	}, s.setRules)
}

// Hosting is how a game is run, as opposed to its rules.
type Hosting struct {
	Timing Timings `json:"timing,omitzero" required:"false"`
	Zone   string  `json:"zone,omitempty" maxLength:"60" doc:"Time zone of the deadlines" example:"Europe/Rome"`

	NMR           bool `json:"nmr" required:"false" doc:"Go on without a late power after grace"`
	StrictGrace   bool `json:"strictGrace" required:"false" doc:"Grace may end on a day without processing"`
	StrictWait    bool `json:"strictWait" required:"false" doc:"Only masters and who owes orders can hold a phase"`
	LateCount     bool `json:"lateCount" required:"false" doc:"Everybody sees how often each was late"`
	MaxAbsence    int  `json:"maxAbsence" required:"false" minimum:"0" maximum:"31" doc:"Days of absence that a player may set himself"`
	ManualStart   bool `json:"manualStart" required:"false" doc:"The master starts the game"`
	ManualProcess bool `json:"manualProcess" required:"false" doc:"The master processes every phase"`
	Approval      bool `json:"approval" required:"false" doc:"The master approves newcomers"`
	Bots          bool `json:"bots" required:"false" doc:"The master may give empty seats to computer players"`

	Listed      bool   `json:"listed" required:"false" doc:"In the public list of games"`
	Comment     string `json:"comment,omitempty" maxLength:"80" doc:"One line about the game"`
	HouseRules  string `json:"houseRules,omitempty" maxLength:"20480"`
	Gunboat     bool   `json:"gunboat" required:"false" doc:"Players are hidden"`
	Quiet       bool   `json:"quiet" required:"false" doc:"Takeovers and lateness are not announced"`
	Reveal      bool   `json:"reveal" required:"false" doc:"Players are named when the game is over"`
	Secret      bool   `json:"secret" required:"false" doc:"Nobody is told how many have joined"`
	Preferences string `json:"preferences,omitempty" enum:"list,both,random" doc:"How powers are dealt"`

	MinReliability int      `json:"minReliability" required:"false" minimum:"0" maximum:"100" doc:"Percent, to join"`
	Allow          []string `json:"allow,omitempty" maxItems:"200" doc:"Accounts or addresses; if any, nobody else may join. For masters"`
	Deny           []string `json:"deny,omitempty" maxItems:"200" doc:"Who may not join. For masters"`
	Rated          bool     `json:"rated" required:"false" doc:"It counts for reliability"`
	PlayersResume  bool     `json:"playersResume" required:"false" doc:"Players can resume a game that is paused"`
	Dias           bool     `json:"dias" required:"false" doc:"Draws include all survivors"`
	Concessions    bool     `json:"concessions" required:"false" doc:"Players can agree to concede the game"`
	HideVotes      bool     `json:"hideVotes" required:"false" doc:"Only masters see how votes stand"`
	Unmoderated    bool     `json:"unmoderated" required:"false" doc:"Players can change settings"`
	Irregular      bool     `json:"irregular" required:"false" readOnly:"true" doc:"The rules were changed in play"`

	Press PressRules `json:"press" required:"false"`
}

// Timings are the timings of the three kinds of phases.
type Timings struct {
	Moves    Timing `json:"moves" required:"false"`
	Retreats Timing `json:"retreats" required:"false"`
	Adjusts  Timing `json:"adjusts" required:"false"`
}

// Timing says how long phases last. Spans are in hours.
type Timing struct {
	Clock int     `json:"clock" required:"false" minimum:"-1" maximum:"1439" doc:"Time of day of deadlines in minutes after midnight; -1: any"`
	Min   float64 `json:"min" required:"false" minimum:"0" doc:"Nothing is processed sooner after the beginning"`
	Next  float64 `json:"next" required:"false" minimum:"0" doc:"From the beginning to the deadline, at least; 0: no deadline"`
	Grace float64 `json:"grace" required:"false" minimum:"0" doc:"From the deadline to the end of grace"`
	Delay float64 `json:"delay" required:"false" minimum:"0" doc:"From the last orders to the processing"`
	Days  string  `json:"days" required:"false" maxLength:"7" doc:"Seven characters from Sunday: a capital for a day of processing, a small letter for one from noon, - for none" example:"-MTWTF-"`
}

// PressRules are what may be said in a game.
type PressRules struct {
	None      bool   `json:"none" required:"false" doc:"No press at all"`
	White     bool   `json:"white" required:"false"`
	Grey      bool   `json:"grey" required:"false" doc:"The sender may be hidden"`
	GreyFirst bool   `json:"greyFirst" required:"false" doc:"What is not said otherwise is grey"`
	Partial   bool   `json:"partial" required:"false" doc:"Letters to some"`
	Fakes     string `json:"fakes,omitempty" enum:"may,broadcast,default" doc:"Whether the header of a letter may lie"`
	Observers string `json:"observers,omitempty" enum:"any,white,none"`
	NoLate    bool   `json:"noLate" required:"false" doc:"Not past the deadline with orders missing"`
	NoGrace   bool   `json:"noGrace" required:"false" doc:"Not while anybody is late"`
	NoMinor   bool   `json:"noMinor" required:"false" doc:"Not in retreats and adjustments"`
	Blank     bool   `json:"blank" required:"false" doc:"Grey letters do not say to whom they go"`
	MustOrder bool   `json:"mustOrder" required:"false" doc:"Only with complete orders"`
	Touch     bool   `json:"touch" required:"false" doc:"Letters to neighbours only, one broadcast a phase"`
	WatchAll  bool   `json:"watchAll" required:"false" doc:"Observers may ask for copies of letters"`
	Postal    bool   `json:"postal" required:"false" doc:"There is press that is delivered after the phase"`
}

// hostingBack is how a game is run, as the API has it.
func hostingBack(h judge.Hosting) (Hosting, error) {
	var out Hosting
	timing := h.Timing
	text, err := json.Marshal(struct {
		judge.Hosting
		Timing bool `json:"timing,omitempty"`
	}{Hosting: h})
	if err != nil {
		return out, err
	}
	if err := json.Unmarshal(text, &out); err != nil {
		return out, err
	}
	for i, t := range []*Timing{&out.Timing.Moves, &out.Timing.Retreats, &out.Timing.Adjusts} {
		x := timing[i]
		*t = Timing{Clock: x.Clock, Min: x.Min.Hours(), Next: x.Next.Hours(), Grace: x.Grace.Hours(), Delay: x.Delay.Hours(), Days: x.Days}
	}
	return out, nil
}

// hostingOf is how a game is run with what a request changes; nested tells that
// it stands in the member hosting.
func hostingOf(base judge.Hosting, body []byte, nested bool) (judge.Hosting, error) {
	now, err := hostingBack(base)
	if err != nil {
		return base, err
	}
	now.Press.Fakes = base.Press.Fakes
	if nested {
		err = json.Unmarshal(body, &struct{ Hosting *Hosting }{&now})
	} else {
		err = json.Unmarshal(body, &now)
	}
	if err != nil {
		return base, invalid(sentence(err.Error()))
	}
	text, err := json.Marshal(struct {
		Hosting
		Timing bool `json:"timing,omitempty"`
	}{Hosting: now})
	if err != nil {
		return base, err
	}
	var out judge.Hosting
	if err := json.Unmarshal(text, &out); err != nil {
		return base, err
	}
	for i, t := range []Timing{now.Timing.Moves, now.Timing.Retreats, now.Timing.Adjusts} {
		out.Timing[i] = schedule.Timing{Clock: t.Clock, Min: hours(t.Min), Next: hours(t.Next), Grace: hours(t.Grace), Delay: hours(t.Delay), Days: t.Days}
	}
	return out, nil
}

// hours is a span of so many hours, in whole seconds.
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
	out, err := hostingBack(h)
	return &hostingOutput{out}, err
}

type setHostingInput struct {
	GameInput
	Body    Hosting
	RawBody []byte
}

// Changes tells what was changed.
type Changes struct {
	Changes []string `json:"changes" doc:"What changed, a sentence each, with remarks on what may surprise"`
}

type changesOutput struct{ Body Changes }

func changed(lines []string) *changesOutput {
	return &changesOutput{Changes{append([]string{}, lines...)}}
}

func (s *Server) setHosting(ctx context.Context, in *setHostingInput) (*changesOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	h, err := hostingOf(*t.Hosting, in.RawBody, false)
	if err != nil {
		return nil, err
	}
	lines, err := s.judge.SetHosting(ctx, t.ID, t.role, h)
	return changed(lines), err
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
	lines, err := s.judge.SetRules(ctx, t.ID, t.role, in.Body.Options)
	return changed(lines), err
}

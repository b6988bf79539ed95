package api

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"podesta/machiavelli/event"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/position"
)

// Position is a position in the interchange form, as the caller may see it:
// without hidden treasuries, loans and chits.
type Position struct{ json.RawMessage }

// Schema returns the schema of a position.
func (Position) Schema(r huma.Registry) *huma.Schema { return named(r, "Position", positionForm{}) }

// positionForm lists the members of a position.
type positionForm struct {
	Units       map[string][]string `json:"units" doc:"Power, or autonomous, to its units: A Pavia, F Provence/sc, G Venice, A Milan professional"`
	Provinces   map[string][]string `json:"provinces" doc:"Power to the land provinces that it controls"`
	Cities      map[string][]string `json:"cities" doc:"Power to the cities that it controls; autonomous where an autonomous garrison holds it"`
	LastAlone   map[string][]string `json:"last-alone,omitempty" doc:"Power to the provinces with units of two powers that it was the last to hold alone, if that is not the garrison's power (rules of 1978)"`
	Countries   map[string][]string `json:"countries" doc:"Power to the home countries that it controls"`
	Treasuries  map[string]int      `json:"treasuries" doc:"Power to its ducats; powers whose treasury is hidden are left out"`
	Loans       []loanForm          `json:"loans" doc:"What is owed to the bank, as far as it is not hidden"`
	Bankrupt    []string            `json:"bankrupt" doc:"Powers that could not pay the bank"`
	Chits       map[string][]string `json:"chits" doc:"Power to the powers against which it holds assassination chits; your own only"`
	Sieges      []string            `json:"sieges" doc:"Provinces whose city is besieged"`
	Rebellions  []rebellionForm     `json:"rebellions"`
	Famine      []string            `json:"famine"`
	Scorched    []string            `json:"scorched,omitempty"`
	Plague      []string            `json:"plague,omitempty"`
	Infected    []string            `json:"infected,omitempty"`
	Guarded     []string            `json:"guarded,omitempty"`
	Spared      []string            `json:"spared,omitempty"`
	Taxed       []string            `json:"taxed,omitempty"`
	TaxedBefore []string            `json:"taxed-before,omitempty"`
	Opening     bool                `json:"opening,omitempty" doc:"The winter before the first campaign"`
	Dislodged   []dislodgedForm     `json:"dislodged,omitempty" doc:"In retreats: the units that must go, and where they may"`
	Contested   []string            `json:"contested,omitempty" doc:"In retreats: provinces left empty by a stand-off"`
	Transfers   []any               `json:"transfers,omitempty" doc:"In retreats: strategic movements to come"`
	Allies      map[string][]string `json:"allies,omitempty" doc:"In retreats: whom each power let through its straits"`
	Serials     map[string]any      `json:"serials,omitempty" doc:"Numbers of units in the notation of 1978"`
	Eliminated  []string            `json:"eliminated"`
	Victors     []string            `json:"victors,omitempty"`
	Needed      int                 `json:"cities-needed,omitempty" doc:"Cities needed to win, after a tie"`
}

type loanForm struct {
	Power     string `json:"power"`
	Principal int    `json:"principal"`
	Interest  int    `json:"interest"`
	Due       string `json:"due" example:"summer 1456"`
}

type rebellionForm struct {
	Province string   `json:"province"`
	In       []string `json:"in" doc:"province, city, or both"`
	Against  string   `json:"against"`
}

type dislodgedForm struct {
	Power    string   `json:"power"`
	Unit     string   `json:"unit"`
	From     string   `json:"from,omitempty" doc:"Where the attacker came from"`
	Sortie   bool     `json:"sortie,omitempty"`
	Retreats []string `json:"retreats" doc:"Its own province means: into the city"`
}

// OrderRecord is an order with its result, in the interchange form.
type OrderRecord struct{ json.RawMessage }

// Schema returns the schema of an order record.
func (OrderRecord) Schema(r huma.Registry) *huma.Schema {
	return open(named(r, "OrderResult", orderForm{}), r)
}

type orderForm struct {
	Power     string       `json:"power"`
	Unit      string       `json:"unit,omitempty" doc:"Where it stood before the phase; absent for lines that belong to no unit"`
	Kind      string       `json:"kind,omitempty" doc:"Of a line that belongs to no unit: expense, payment, loan, build, refused ..."`
	Order     string       `json:"order,omitempty" doc:"As it was understood"`
	Given     string       `json:"given" doc:"As it was written; empty where nothing was"`
	Outcome   string       `json:"outcome,omitempty" enum:"succeeded,bounced,cut,disrupted,void,disbanded,wasted"`
	Dislodged bool         `json:"dislodged,omitempty"`
	Error     string       `json:"error,omitempty" doc:"Why the line was refused"`
	Reason    string       `json:"reason,omitempty" doc:"Why a line about money failed, in a word"`
	Cost      int          `json:"cost,omitempty"`
	Why       []reasonForm `json:"why,omitempty" doc:"With explain: how the outcome came about, the outcome first"`
}

type reasonForm struct {
	Text  string   `json:"text"`
	Rules []string `json:"rules,omitempty" doc:"Ids of the rules behind it"`
}

// EventRecord is an event in the interchange form.
type EventRecord struct{ json.RawMessage }

// Schema returns the schema of an event.
func (EventRecord) Schema(r huma.Registry) *huma.Schema {
	return open(named(r, "Event", eventForm{}), r)
}

type eventForm struct {
	Kind string       `json:"kind" doc:"What it tells; the other members are named after what they hold, see docs/interchange.md" enum:"note,dislodged,removed,siege-begun,siege-completed,siege-lifted,control,rebellion-ended,conquest,loss,elimination,victory,victory-tied,allowance,starvation,loan-collected,default,bribe,relief,rebellion,assassination,paralysed,revolt,famine,plague,storm,income,fell-back,transfer,excommunication"`
	Why  []reasonForm `json:"why,omitempty" doc:"With explain: of dice and money, how it came about"`
}

// named returns the schema of a type that is encoded differently, under a name.
func named(r huma.Registry, name string, form any) *huma.Schema {
	if r.Map()[name] == nil {
		r.Map()[name] = huma.SchemaFromType(r, reflect.TypeOf(form))
	}
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// open allows objects of a schema to have further members.
func open(ref *huma.Schema, r huma.Registry) *huma.Schema {
	if s := r.SchemaFromRef(ref.Ref); s != nil {
		s.AdditionalProperties = true
		for _, item := range s.Properties {
			if item.Items != nil && item.Items.Ref != "" {
				r.SchemaFromRef(item.Items.Ref).AdditionalProperties = true
			}
		}
	}
	return ref
}

// positionJSON encodes a position without what is hidden.
func positionJSON(p *position.Position, h interchange.Hidden) Position {
	return Position{interchange.AppendSeen(nil, p, h)}
}

// splitJSON splits a JSON list.
func splitJSON[T ~struct{ json.RawMessage }](list []byte) ([]T, error) {
	var raw []json.RawMessage
	if err := json.Unmarshal(list, &raw); err != nil {
		return nil, err
	}
	out := make([]T, len(raw))
	for i := range raw {
		out[i] = T{raw[i]}
	}
	return out, nil
}

// orderRecords returns the orders of a phase with their results.
func orderRecords(before *position.Position, events []event.Event, explain bool) ([]OrderRecord, error) {
	return splitJSON[OrderRecord](interchange.AppendOrders(nil, before, events, explain))
}

// eventRecords returns the other events of a phase.
func eventRecords(before *position.Position, events []event.Event, explain bool) ([]EventRecord, error) {
	return splitJSON[EventRecord](interchange.AppendEvents(nil, before, events, explain))
}

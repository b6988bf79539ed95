package api

import (
	"encoding/json"
	"reflect"

	"podesta/internal/apijson"

	"github.com/danielgtaylor/huma/v2"

	"podesta/machiavelli/event"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/position"
)

// Position is a position in the interchange form, without treasuries, loans and chits that are
// hidden from the caller.
type Position struct{ json.RawMessage }

// Schema returns the schema of a position.
func (Position) Schema(r huma.Registry) *huma.Schema { return named(r, "Position", apijson.Position{}) }

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

// named registers the schema of the value form under a name, for a type that has its own encoding,
// and returns a reference to the schema.
func named(r huma.Registry, name string, form any) *huma.Schema {
	if r.Map()[name] == nil {
		r.Map()[name] = huma.SchemaFromType(r, reflect.TypeOf(form))
	}
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// open allows additional members in the objects of a schema.
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

// positionJSON encodes a position without its hidden parts.
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

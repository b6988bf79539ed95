package interchange

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"unicode"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

// event writes an event as a record with its kind and then its fields. Each
// field's name is in lower case with its words joined by hyphens. A unit
// becomes the members power and unit, in the record itself if the field is
// called Unit, and otherwise in an object.
func (o *output) event(e event.Event) {
	o.open('{')
	o.eventMembers(e)
	o.close('}')
}

func (o *output) eventMembers(e event.Event) {
	v := reflect.ValueOf(e)
	o.textMember("kind", e.Kind())
	for _, f := range fieldsOf(v.Type()) {
		o.field(f, v.Field(f.index))
	}
}

// eventField is a field of a type of event, with its name in a record.
type eventField struct {
	index int
	name  string // "raised-to"
}

// unwritten lists fields that only explain an event and follow from the
// position.
var unwritten = map[string]bool{"homes": true, "fall": true}

// plans caches the fields of each type of event.
var plans sync.Map

func fieldsOf(t reflect.Type) []eventField {
	if p, ok := plans.Load(t); ok {
		return p.([]eventField)
	}
	var list []eventField
	for i := range t.NumField() {
		// "what" is left out, because the record's kind has the same meaning
		if name := memberName(t.Field(i).Name); name != "what" && !unwritten[name] {
			list = append(list, eventField{i, name})
		}
	}
	plans.Store(t, list)
	return list
}

// memberName returns a field's name as a member, for example "raised-to" for
// "RaisedTo".
func memberName(field string) string {
	var b strings.Builder
	for i, r := range field {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// field writes one field of an event.
func (o *output) field(f eventField, v reflect.Value) {
	switch x := v.Interface().(type) {
	case position.Unit:
		if f.name == "unit" {
			o.owned(x)
			return
		}
		o.member(f.name)
		o.ownedUnit(x)
	case *position.Unit:
		if x != nil {
			o.member(f.name)
			o.ownedUnit(*x)
		}
	case []position.Unit:
		o.member(f.name)
		o.open('[')
		for _, u := range x {
			o.ownedUnit(u)
		}
		o.close(']')
	case position.Dislodged:
		o.dislodgedMembers(&x)
	case board.ID:
		if x != board.None {
			o.member(f.name)
			o.area(x)
		}
	case board.Place:
		if x.At != board.None {
			o.member(f.name)
			o.place(x)
		}
	case board.Set:
		o.member(f.name)
		o.areas(x)
	case machiavelli.Power:
		o.member(f.name)
		o.power(x)
	case machiavelli.PowerSet:
		o.member(f.name)
		o.powers(x)
	case fmt.Stringer:
		o.textMember(f.name, x.String())
	default:
		o.plain(f, v)
	}
}

// rare lists the members that are left out if they are 0. They are rolls that were not made
// (FAM-02 to FAM-04), and money that was not returned (LOAN-11).
var rare = map[string]bool{"severity": true, "row": true, "column": true, "radius": true, "returned": true}

// plain writes a field that is a number, a string, a boolean or a list.
func (o *output) plain(f eventField, v reflect.Value) {
	switch {
	case f.name == "country" && v.CanInt() && int(v.Int()) < len(o.set.Countries):
		o.textMember(f.name, o.set.Countries[v.Int()].ID)
	case v.CanInt():
		if rare[f.name] && v.IsZero() {
			return
		}
		o.member(f.name)
		o.number(int(v.Int()))
	case v.CanUint():
		o.member(f.name)
		o.number(int(v.Uint()))
	case v.Kind() == reflect.Bool:
		o.member(f.name)
		o.truth(v.Bool())
	case v.Kind() == reflect.String:
		if v.String() != "" {
			o.textMember(f.name, v.String())
		}
	case v.Kind() == reflect.Slice:
		o.member(f.name)
		o.open('[')
		for i := range v.Len() {
			o.element(f, v.Index(i))
		}
		o.close(']')
	}
}

// element writes an element of a list of plain values or of records.
func (o *output) element(f eventField, v reflect.Value) {
	switch {
	case v.Kind() == reflect.Struct:
		o.open('{')
		for _, g := range fieldsOf(v.Type()) {
			o.field(g, v.Field(g.index))
		}
		o.close('}')
	case v.CanInt():
		o.number(int(v.Int()))
	case v.CanUint():
		if id, ok := v.Interface().(board.ID); ok {
			o.area(id)
		} else if p, ok := v.Interface().(machiavelli.Power); ok {
			o.power(p)
		} else {
			o.number(int(v.Uint()))
		}
	case v.Kind() == reflect.String:
		o.text(v.String())
	}
}

// ownedUnit writes an object with the members power and unit.
func (o *output) ownedUnit(u position.Unit) {
	o.open('{')
	o.owned(u)
	o.close('}')
}

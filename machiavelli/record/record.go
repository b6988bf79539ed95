// Package record stores positions and events as JSON and restores them exactly.
// It refers to areas, powers, units and reasons by name rather than by number,
// so that a record stays readable by people and by later versions. It is meant
// for archives; package interchange defines the format for other programs.
package record

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// Codec writes and reads the records of games with one setting. It is immutable
// and may be shared.
type Codec struct {
	setting *position.Setting
	areas   map[string]board.ID
}

// New returns the codec for a setting.
func New(s *position.Setting) *Codec {
	c := &Codec{setting: s, areas: make(map[string]board.ID, len(s.Board.Areas))}
	for i := 1; i < len(s.Board.Areas); i++ {
		c.areas[s.Board.Areas[i].Code] = board.ID(i)
	}
	return c
}

// Position returns p as JSON. Equal positions produce equal bytes.
func (c *Codec) Position(p *position.Position) ([]byte, error) {
	w := writer{codec: c, out: make([]byte, 0, 8<<10)}
	w.value(reflect.ValueOf(p).Elem())
	return w.out, w.err
}

// ReadPosition reads what Position wrote. The position has the codec's setting.
// It returns an error if the setting does not know a name, or if a member is
// unknown.
func (c *Codec) ReadPosition(data []byte) (*position.Position, error) {
	p := &position.Position{}
	if err := c.read(data, reflect.ValueOf(p).Elem()); err != nil {
		return nil, fmt.Errorf("stored position: %w", err)
	}
	p.Setting = c.setting
	return p, nil
}

// Events returns a list of events as JSON, each with its kind.
func (c *Codec) Events(events []event.Event) ([]byte, error) {
	w := writer{codec: c, out: make([]byte, 0, 8<<10)}
	w.out = append(w.out, '[')
	for i, e := range events {
		if _, ok := kinds[e.Kind()]; !ok {
			return nil, fmt.Errorf("event of unknown kind %q", e.Kind())
		}
		if i > 0 {
			w.out = append(w.out, ",\n"...)
		}
		w.out = append(w.out, `{"kind":`...)
		w.text(e.Kind())
		w.members(reflect.ValueOf(e), false)
		w.out = append(w.out, '}')
	}
	w.out = append(w.out, ']')
	return w.out, w.err
}

// ReadEvents reads what Events wrote.
func (c *Codec) ReadEvents(data []byte) ([]event.Event, error) {
	events := []event.Event{}
	r := reader{codec: c, data: data}
	err := r.list(func() error {
		e, err := r.event()
		if err != nil {
			return fmt.Errorf("event %d: %w", len(events), err)
		}
		events = append(events, e)
		return nil
	})
	if err == nil {
		err = r.end()
	}
	if err != nil {
		return nil, fmt.Errorf("stored events: %w", err)
	}
	return events, nil
}

// Same reports whether two records of events are equivalent. Older records have only the English
// text of messages, so a message in them is equal to any message with the same text.
func (c *Codec) Same(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, err := c.plain(a)
	if err != nil {
		return false
	}
	y, err := c.plain(b)
	return err == nil && bytes.Equal(x, y)
}

// plain returns a record of events in the form that it would have without the typed forms of
// messages.
func (c *Codec) plain(data []byte) ([]byte, error) {
	events, err := c.ReadEvents(data)
	if err != nil {
		return nil, err
	}
	for i, e := range events {
		v := reflect.New(reflect.TypeOf(e)).Elem()
		v.Set(reflect.ValueOf(e))
		for j := range v.NumField() {
			if f := v.Field(j); f.Type() == typeMessage {
				f.Set(reflect.ValueOf(message.Quote(f.Interface().(message.Message).String())))
			}
		}
		events[i] = v.Interface().(event.Event)
	}
	return c.Events(events)
}

// kinds maps each kind of event to its type.
var kinds = func() map[string]reflect.Type {
	m := map[string]reflect.Type{}
	for _, e := range []event.Event{
		event.Ordered{},
		event.Refused{},
		event.Noted{},
		event.UnitDislodged{},
		event.Retreated{},
		event.Removed{},
		event.SiegeBegun{},
		event.SiegeCompleted{},
		event.SiegeLifted{},
		event.Control{},
		event.RebellionEnded{},
		event.Conquest{},
		event.Loss{},
		event.Elimination{},
		event.Victory{},
		event.VictoryTied{},
		event.Allowance{},
		event.Adjusted{},
		event.Attrition{},
		event.Payment{},
		event.Borrowed{},
		event.Collected{},
		event.Defaulted{},
		event.ChitGiven{},
		event.Expense{},
		event.Bribed{},
		event.Relieved{},
		event.RebellionBegun{},
		event.Attempted{},
		event.Paralysed{},
		event.Revolt{},
		event.Disaster{What: "famine"},
		event.Disaster{What: "plague"},
		event.Disaster{What: "storm"},
		event.Income{},
		event.FellBack{},
		event.Transferred{},
		event.Excommunicated{},
		event.Taxed{},
		event.ProvinceGiven{},
		event.Exchanged{},
	} {
		m[e.Kind()] = reflect.TypeOf(e)
	}
	return m
}()

// member returns the JSON name of a struct field, which is its words in lower
// case, joined by hyphens.
func member(field string) string {
	var b strings.Builder
	for i, r := range field {
		if r >= 'A' && r <= 'Z' {
			if i > 0 {
				b.WriteByte('-')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// The types with a special format.
var (
	typeID       = reflect.TypeOf(board.None)
	typePlace    = reflect.TypeOf(board.Place{})
	typeAreas    = reflect.TypeOf(board.Set{})
	typePower    = reflect.TypeOf(machiavelli.Nobody)
	typePowers   = reflect.TypeOf(machiavelli.PowerSet(0))
	typePhase    = reflect.TypeOf(machiavelli.Phase{})
	typeUnits    = reflect.TypeOf(event.UnitSet{})
	typeSetting  = reflect.TypeOf((*position.Setting)(nil))
	typeMessage  = reflect.TypeOf(message.Message{})
	countryArray = reflect.TypeOf([position.MaxCountries]machiavelli.Power{})
)

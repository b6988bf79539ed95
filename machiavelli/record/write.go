package record

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"sync"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
)

// writer writes values as JSON. It writes fields in their order and leaves out
// zero values. The first error stops it.
type writer struct {
	codec *Codec
	out   []byte
	err   error
}

func (w *writer) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

// text writes a string. Most strings need no escapes.
func (w *writer) text(s string) {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			b, err := json.Marshal(s)
			if err != nil {
				w.fail("%w", err)
			}
			w.out = append(w.out, b...)
			return
		}
	}
	w.out = append(w.out, '"')
	w.out = append(w.out, s...)
	w.out = append(w.out, '"')
}

// way is a function that writes values of a type.
type way func(w *writer, v reflect.Value)

// ways caches the function for each type.
var ways sync.Map

// value writes a value.
func (w *writer) value(v reflect.Value) { wayOf(v.Type())(w, v) }

// wayOf returns the function that writes values of a type.
func wayOf(t reflect.Type) way {
	if f, ok := ways.Load(t); ok {
		return f.(way)
	}
	f := newWay(t)
	ways.Store(t, f)
	return f
}

// newWay creates the function for a type.
func newWay(t reflect.Type) way {
	switch t {
	case typeID:
		return func(w *writer, v reflect.Value) { w.text(w.area(board.ID(v.Uint()))) }
	case typePlace:
		return func(w *writer, v reflect.Value) {
			p := v.Interface().(board.Place)
			s := w.area(p.At)
			if p.Coast != machiavelli.NoCoast {
				s += "/" + p.Coast.Code()
			}
			w.text(s)
		}
	case typeAreas:
		return func(w *writer, v reflect.Value) {
			l := w.list()
			for _, id := range v.Interface().(board.Set).IDs() {
				l.next()
				w.text(w.area(id))
			}
			l.end()
		}
	case typePower:
		return func(w *writer, v reflect.Value) { w.text(w.power(machiavelli.Power(v.Uint()))) }
	case typePowers:
		return func(w *writer, v reflect.Value) {
			s := v.Interface().(machiavelli.PowerSet)
			l := w.list()
			for p := range machiavelli.Power(machiavelli.MaxPowers) {
				if s.Has(p) {
					l.next()
					w.text(w.power(p))
				}
			}
			l.end()
		}
	case typePhase:
		return func(w *writer, v reflect.Value) { w.text(v.Interface().(machiavelli.Phase).String()) }
	case typeUnits:
		return func(w *writer, v reflect.Value) {
			s := v.Interface().(event.UnitSet)
			l := w.list()
			for i := range len(s) * 64 {
				if s.Has(i) {
					l.next()
					w.out = strconv.AppendInt(w.out, int64(i), 10)
				}
			}
			l.end()
		}
	}
	if list, ok := names[t]; ok {
		return func(w *writer, v reflect.Value) {
			if n := int(v.Uint()); n < len(list) {
				w.text(list[n])
			} else {
				w.fail("%s %d has no name", t, n)
			}
		}
	}
	return kindWay(t)
}

// kindWay returns the function for types without a special format.
func kindWay(t reflect.Type) way {
	switch t.Kind() {
	case reflect.Struct:
		return func(w *writer, v reflect.Value) {
			w.out = append(w.out, '{')
			w.members(v, true)
			w.out = append(w.out, '}')
		}
	case reflect.Pointer:
		return func(w *writer, v reflect.Value) { w.value(v.Elem()) }
	case reflect.Slice:
		item := sync.OnceValue(func() way { return wayOf(t.Elem()) })
		return func(w *writer, v reflect.Value) {
			write := item()
			l := w.list()
			for i := range v.Len() {
				l.next()
				write(w, v.Index(i))
			}
			l.end()
		}
	case reflect.Array:
		return (*writer).array
	case reflect.String:
		return func(w *writer, v reflect.Value) { w.text(v.String()) }
	case reflect.Bool:
		return func(w *writer, v reflect.Value) { w.out = strconv.AppendBool(w.out, v.Bool()) }
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(w *writer, v reflect.Value) { w.out = strconv.AppendInt(w.out, v.Int(), 10) }
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return func(w *writer, v reflect.Value) { w.out = strconv.AppendUint(w.out, v.Uint(), 10) }
	default:
		return func(w *writer, _ reflect.Value) { w.fail("cannot write a %s", t) }
	}
}

// empty reports whether a field is left out because it has its zero value or is
// an empty list.
func empty(v reflect.Value) bool {
	return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}

// field is a field of a struct.
type field struct {
	index int
	name  string // the name of the member
	empty func(reflect.Value) bool
	write way
	read  readWay
}

// structs caches the fields of each struct.
var structs sync.Map

// fieldsOf returns the fields of a struct except the setting. A message is
// stored twice, as English text and in its typed form. Older records have only
// the text.
func fieldsOf(t reflect.Type) []field {
	if list, ok := structs.Load(t); ok {
		return list.([]field)
	}
	var list []field
	for i := range t.NumField() {
		switch f := t.Field(i); f.Type {
		case typeSetting:
		case typeMessage:
			list = append(list,
				field{i, member(f.Name), empty, writeEnglish, readEnglish},
				field{i, member(f.Name) + "-message", untyped, writeMessage, readMessage})
		default:
			list = append(list, field{i, member(f.Name), empty, wayOf(f.Type), readWayOf(f.Type)})
		}
	}
	structs.Store(t, list)
	return list
}

// untyped reports whether a message has no typed form to store. This is so if it is empty or
// consists of text that no language changes.
func untyped(v reflect.Value) bool {
	m := v.Interface().(message.Message)
	return m.Equal(message.Quote(m.String()))
}

func writeEnglish(w *writer, v reflect.Value) { w.text(v.Interface().(message.Message).String()) }

func writeMessage(w *writer, v reflect.Value) {
	b, err := json.Marshal(v.Interface().(message.Message))
	if err != nil {
		w.fail("%w", err)
	}
	w.out = append(w.out, b...)
}

// members writes the fields of a struct that are not zero, except the setting.
func (w *writer) members(v reflect.Value, first bool) {
	list := fieldsOf(v.Type())
	for i := range list {
		f := &list[i]
		x := v.Field(f.index)
		if f.empty(x) {
			continue
		}
		if !first {
			w.out = append(w.out, ',')
		}
		first = false
		w.out = append(w.out, '"')
		w.out = append(w.out, f.name...)
		w.out = append(w.out, '"', ':')
		f.write(w, x)
	}
}

// array writes an array. It writes an object keyed by name if the index is an area, a country or
// a power. It writes a route as a list.
func (w *writer) array(v reflect.Value) {
	t := v.Type()
	write := wayOf(t.Elem())
	if t.Elem() == typeID {
		l := w.list()
		for i := range v.Len() {
			if x := v.Index(i); !x.IsZero() {
				l.next()
				write(w, x)
			}
		}
		l.end()
		return
	}
	w.out = append(w.out, '{')
	first := true
	for i := range v.Len() {
		x := v.Index(i)
		if x.IsZero() {
			continue
		}
		if !first {
			w.out = append(w.out, ',')
		}
		first = false
		w.text(w.index(t, i))
		w.out = append(w.out, ':')
		write(w, x)
	}
	w.out = append(w.out, '}')
}

// index names the i-th entry of an array of type t.
func (w *writer) index(t reflect.Type, i int) string {
	switch {
	case t.Len() == board.Max:
		return w.area(board.ID(i))
	case t == countryArray:
		if i < len(w.codec.setting.Countries) {
			return w.codec.setting.Countries[i].ID
		}
		w.fail("country %d does not exist", i)
		return ""
	default:
		return w.power(machiavelli.Power(i))
	}
}

// list is a list in progress, such as [a,b,c].
type list struct {
	w     *writer
	begun bool
}

func (w *writer) list() list {
	w.out = append(w.out, '[')
	return list{w: w}
}

// next must be called before each item.
func (l *list) next() {
	if l.begun {
		l.w.out = append(l.w.out, ',')
	}
	l.begun = true
}

func (l *list) end() { l.w.out = append(l.w.out, ']') }

func (w *writer) area(id board.ID) string {
	if id == board.None {
		return ""
	}
	if int(id) >= len(w.codec.setting.Board.Areas) {
		w.fail("area %d does not exist", id)
		return ""
	}
	return w.codec.setting.Board.Areas[id].Code
}

func (w *writer) power(p machiavelli.Power) string {
	if p == machiavelli.Nobody {
		return ""
	}
	if int(p) >= len(w.codec.setting.Powers) {
		w.fail("power %d does not exist", p)
		return ""
	}
	return w.codec.setting.Powers[p].ID
}

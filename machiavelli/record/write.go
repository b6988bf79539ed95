package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
)

// writer writes values as JSON in the order of their fields, leaving out what
// is zero. The first error stops it.
type writer struct {
	codec *Codec
	out   *bytes.Buffer
	err   error
}

func (w *writer) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, args...)
	}
}

func (w *writer) text(s string) {
	b, err := json.Marshal(s)
	if err != nil {
		w.fail("%w", err)
		return
	}
	w.out.Write(b)
}

func (w *writer) value(v reflect.Value) {
	switch v.Type() {
	case typeID:
		w.text(w.area(board.ID(v.Uint())))
		return
	case typePlace:
		p := v.Interface().(board.Place)
		s := w.area(p.At)
		if p.Coast != machiavelli.NoCoast {
			s += "/" + p.Coast.Code()
		}
		w.text(s)
		return
	case typeAreas:
		w.list(func(yield func(func())) {
			for _, id := range v.Interface().(board.Set).IDs() {
				yield(func() { w.text(w.area(id)) })
			}
		})
		return
	case typePower:
		w.text(w.power(machiavelli.Power(v.Uint())))
		return
	case typePowers:
		s := v.Interface().(machiavelli.PowerSet)
		w.list(func(yield func(func())) {
			for p := range machiavelli.Power(machiavelli.MaxPowers) {
				if s.Has(p) {
					yield(func() { w.text(w.power(p)) })
				}
			}
		})
		return
	case typePhase:
		w.text(v.Interface().(machiavelli.Phase).String())
		return
	case typeUnits:
		s := v.Interface().(event.UnitSet)
		w.list(func(yield func(func())) {
			for i := range len(s) * 64 {
				if s.Has(i) {
					yield(func() { w.out.WriteString(strconv.Itoa(i)) })
				}
			}
		})
		return
	}
	if list, ok := names[v.Type()]; ok {
		if n := int(v.Uint()); n < len(list) {
			w.text(list[n])
		} else {
			w.fail("%s %d has no name", v.Type(), n)
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		w.out.WriteByte('{')
		w.members(v, true)
		w.out.WriteByte('}')
	case reflect.Pointer:
		w.value(v.Elem())
	case reflect.Slice:
		w.list(func(yield func(func())) {
			for i := range v.Len() {
				yield(func() { w.value(v.Index(i)) })
			}
		})
	case reflect.Array:
		w.array(v)
	case reflect.String:
		w.text(v.String())
	case reflect.Bool:
		w.out.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.out.WriteString(strconv.FormatInt(v.Int(), 10))
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.out.WriteString(strconv.FormatUint(v.Uint(), 10))
	default:
		w.fail("cannot write a %s", v.Type())
	}
}

// empty reports whether a field is left out: zero, or a list of nothing.
func empty(v reflect.Value) bool {
	return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}

// members writes the fields of a struct that are not zero, the setting
// excepted.
func (w *writer) members(v reflect.Value, first bool) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Type == typeSetting || empty(v.Field(i)) {
			continue
		}
		if !first {
			w.out.WriteByte(',')
		}
		first = false
		w.text(member(f.Name))
		w.out.WriteByte(':')
		w.value(v.Field(i))
	}
}

// array writes an array whose index is an area, a country or a power as an
// object by name, and a route as a list.
func (w *writer) array(v reflect.Value) {
	if v.Type().Elem() == typeID {
		w.list(func(yield func(func())) {
			for i := range v.Len() {
				if !v.Index(i).IsZero() {
					yield(func() { w.value(v.Index(i)) })
				}
			}
		})
		return
	}
	w.out.WriteByte('{')
	first := true
	for i := range v.Len() {
		if v.Index(i).IsZero() {
			continue
		}
		if !first {
			w.out.WriteByte(',')
		}
		first = false
		w.text(w.index(v.Type(), i))
		w.out.WriteByte(':')
		w.value(v.Index(i))
	}
	w.out.WriteByte('}')
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

// list writes [a,b,c], the items being written by the functions yielded.
func (w *writer) list(items func(yield func(func()))) {
	w.out.WriteByte('[')
	first := true
	items(func(item func()) {
		if !first {
			w.out.WriteByte(',')
		}
		first = false
		item()
	})
	w.out.WriteByte(']')
}

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

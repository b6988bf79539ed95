package apijson

import (
	"encoding"
	"encoding/json"
	"reflect"
	"sync"
)

// Complete returns a value for encoding in which nil lists and objects are replaced by empty
// ones, so that they are not encoded as null. It does not change data that v shares with other
// values.
func Complete(v any) any {
	if v == nil || !holdsLists(reflect.TypeOf(v)) {
		return v
	}
	own := reflect.New(reflect.TypeOf(v)).Elem()
	own.Set(reflect.ValueOf(v))
	fill(own)
	return own.Interface()
}

// fill replaces the nil lists in a value that is not shared. It copies the targets of pointers
// before changing them.
func fill(v reflect.Value) {
	t := v.Type()
	if !holdsLists(t) {
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); f.IsExported() || f.Anonymous && f.Type.Kind() == reflect.Struct {
				fill(v.Field(i))
			}
		}
	case reflect.Slice:
		made := reflect.MakeSlice(t, v.Len(), v.Len())
		reflect.Copy(made, v)
		v.Set(made)
		for i := range made.Len() {
			fill(made.Index(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Map:
		made := reflect.MakeMapWithSize(t, v.Len())
		for k, x := range v.Seq2() {
			own := reflect.New(t.Elem()).Elem()
			own.Set(x)
			fill(own)
			made.SetMapIndex(k, own)
		}
		v.Set(made)
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		own := reflect.New(v.Elem().Type())
		own.Elem().Set(v.Elem())
		fill(own.Elem())
		if t.Kind() == reflect.Interface {
			own = own.Elem()
		}
		v.Set(own)
	}
}

// listed caches the results of holdsLists.
var listed sync.Map // from reflect.Type to bool

// holdsLists reports whether values of a type may contain lists or objects that are encoded as
// JSON arrays or objects.
func holdsLists(t reflect.Type) bool {
	if known, ok := listed.Load(t); ok {
		return known.(bool)
	}
	found := looksForLists(t, map[reflect.Type]bool{})
	listed.Store(t, found)
	return found
}

var (
	writesItself = reflect.TypeFor[json.Marshaler]()
	writesText   = reflect.TypeFor[encoding.TextMarshaler]()
)

// looksForLists is holdsLists without the cache. The parameter above holds the types that enclose
// t.
func looksForLists(t reflect.Type, above map[reflect.Type]bool) bool {
	if above[t] || t.Implements(writesItself) || t.Implements(writesText) {
		return false
	}
	above[t] = true
	defer delete(above, t)
	switch t.Kind() {
	case reflect.Interface, reflect.Map:
		return true
	case reflect.Slice:
		return t.Elem().Kind() != reflect.Uint8 // bytes are encoded as text
	case reflect.Pointer, reflect.Array:
		return looksForLists(t.Elem(), above)
	case reflect.Struct:
		for i := range t.NumField() {
			if looksForLists(t.Field(i).Type, above) {
				return true
			}
		}
	}
	return false
}

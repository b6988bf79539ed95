package env

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"podesta/machiavelli/suggest"
)

// decode reads a JSON value into v, a pointer to a structure, and refuses
// unknown members. what names the value in errors: "a request".
func decode(data []byte, v any, what string) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			return errors.New("not JSON: there is more text behind the value")
		}
		return nil
	}
	var bad *choiceError
	if errors.As(err, &bad) {
		return misplaced(data, err)
	}
	return explain(err, v, what)
}

// explain rewrites an error of the JSON decoder so that it says what to do.
func explain(err error, v any, what string) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), err.Error() == "unexpected end of JSON input":
		return errors.New("not JSON: the line ends within a value; send each value whole in one line")
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON: %w (byte %d)", err, syntax.Offset)
	case errors.As(err, &kind):
		if kind.Field == "" {
			return fmt.Errorf("%s is an object in braces, not %s", what, given(kind.Value))
		}
		return fmt.Errorf("%s: %s is not %s", member(kind.Field, reflect.TypeOf(v).Elem()), given(kind.Value), expected(kind.Type))
	}
	if name, ok := strings.CutPrefix(err.Error(), `json: unknown field "`); ok {
		name = strings.TrimSuffix(name, `"`)
		known := fields(reflect.TypeOf(v).Elem())
		hint := ""
		if near := suggest.Closest(name, known); near != "" {
			hint = "; did you mean " + near + "?"
		}
		return fmt.Errorf("unknown member %q: %s has %s%s", name, what, strings.Join(known, ", "), hint)
	}
	return err
}

// given returns the JSON decoder's description of a value, with an article: "an array", "number
// 1.5".
func given(kind string) string {
	switch {
	case kind == "array", kind == "object":
		return "an " + kind
	case kind == "bool":
		return "true or false"
	case strings.HasPrefix(kind, "number "):
		return kind
	}
	return "a " + kind
}

// member returns the path of a member without the names of embedded structures.
func member(path string, t reflect.Type) string {
	first, rest, more := strings.Cut(path, ".")
	for i := range t.NumField() {
		if f := t.Field(i); more && f.Anonymous && f.Name == first {
			return member(rest, f.Type)
		}
	}
	return path
}

// expected describes the values that a member of type t can have.
func expected(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number in range"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number from 0 in range"
	case reflect.String:
		return "a text in quotation marks"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	}
	return "an object in braces"
}

// fields lists the members of a structure, including the members of embedded structures.
func fields(t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Anonymous {
			names = append(names, fields(f.Type)...)
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/message"
)

// reader reads values from JSON. The field at is the offset of the next
// character.
type reader struct {
	codec *Codec
	data  []byte
	at    int
}

// read sets v, which is zero and settable, from JSON.
func (c *Codec) read(data []byte, v reflect.Value) error {
	r := reader{codec: c, data: data}
	if err := r.value(v); err != nil {
		return err
	}
	return r.end()
}

// end returns an error unless everything has been read.
func (r *reader) end() error {
	if r.next() != 0 || r.at < len(r.data) {
		return errors.New("more text after the end")
	}
	return nil
}

// next skips spaces and returns the next character, or 0 at the end.
func (r *reader) next() byte {
	for ; r.at < len(r.data); r.at++ {
		switch c := r.data[r.at]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// take skips the character if it is next, and reports whether it was.
func (r *reader) take(c byte) bool {
	if r.next() != c {
		return false
	}
	r.at++
	return true
}

// not returns an error that says what was expected instead of the next character.
func (r *reader) not(what string) error {
	if r.next() == 0 && r.at >= len(r.data) {
		return io.ErrUnexpectedEOF
	}
	return fmt.Errorf("%.40q is not %s", r.data[r.at:], what)
}

// text reads a string. The result is valid until the next string is read.
func (r *reader) text() ([]byte, error) {
	if r.next() != '"' {
		return nil, r.not("text")
	}
	begin := r.at
	plain := true
	for i := begin + 1; i < len(r.data); i++ {
		switch c := r.data[i]; {
		case c == '"' && plain:
			r.at = i + 1
			return r.data[begin+1 : i], nil
		case c == '"':
			r.at = i + 1
			var s string
			err := json.Unmarshal(r.data[begin:r.at], &s)
			return []byte(s), err
		case c == '\\':
			plain = false
			i++
		case c < ' ' || c > '~':
			plain = false
		}
	}
	return nil, io.ErrUnexpectedEOF
}

// number reads a whole number.
func (r *reader) number() (int64, error) {
	r.next()
	end := r.at
	for end < len(r.data) && strings.IndexByte("+-.0123456789eE", r.data[end]) >= 0 {
		end++
	}
	digits := r.data[r.at:end]
	n, err := strconv.ParseInt(string(digits), 10, 64)
	if whole := strings.TrimPrefix(string(digits), "-"); err != nil || whole[0] == '+' || whole[0] == '0' && len(whole) > 1 {
		return 0, r.not("a number in range")
	}
	r.at = end
	return n, nil
}

// list reads a list, calling item for each of its items.
func (r *reader) list(item func() error) error {
	if !r.take('[') {
		return r.not("a list")
	}
	if r.take(']') {
		return nil
	}
	for {
		if err := item(); err != nil {
			return err
		}
		if r.take(']') {
			return nil
		}
		if !r.take(',') {
			return r.not("the end of a list")
		}
	}
}

// object reads an object, calling item to read the value of each name.
func (r *reader) object(item func(name []byte) error) error {
	if !r.take('{') {
		return r.not("an object")
	}
	if r.take('}') {
		return nil
	}
	for {
		r.next()
		name, err := r.text()
		if err != nil {
			return err
		}
		if !r.take(':') {
			return r.not("a colon")
		}
		if err := item(name); err != nil {
			return err
		}
		if r.take('}') {
			return nil
		}
		if !r.take(',') {
			return r.not("the end of an object")
		}
	}
}

// skip skips a value.
func (r *reader) skip() error {
	if r.next() == '"' {
		_, err := r.text()
		return err
	}
	d := json.NewDecoder(bytes.NewReader(r.data[r.at:]))
	var raw json.RawMessage
	if err := d.Decode(&raw); err != nil {
		return err
	}
	r.at += int(d.InputOffset())
	return nil
}

// kind returns the kind of the next event without reading it. Events are
// written with the kind first.
func (r *reader) kind() (string, error) {
	here := *r
	defer func() { *r = here }()
	if r.take('{') {
		if name, err := r.text(); err == nil && string(name) == "kind" && r.take(':') {
			kind, err := r.text()
			return string(kind), err
		}
	}
	*r = here
	r.next()
	begin := r.at
	if err := r.skip(); err != nil {
		return "", err
	}
	var head struct{ Kind string }
	err := json.Unmarshal(r.data[begin:r.at], &head)
	return head.Kind, err
}

// event reads an event.
func (r *reader) event() (event.Event, error) {
	name, err := r.kind()
	if err != nil {
		return nil, err
	}
	t, ok := kinds[name]
	if !ok {
		return nil, fmt.Errorf("unknown kind %q", name)
	}
	v := reflect.New(t).Elem()
	if err := r.value(v); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if a, ok := v.Addr().Interface().(*event.Adjusted); ok && a.Error.Equal(message.Quote(string(event.CannotBePaid))) {
		a.Failure = event.CannotBePaid // records of older versions have no code
	}
	return v.Interface().(event.Event), nil
}

// readEnglish reads the English text of a message.
func readEnglish(r *reader, v reflect.Value) error {
	s, err := r.text()
	v.Set(reflect.ValueOf(message.Quote(string(s))))
	return err
}

// readMessage reads the typed form of a message, which follows its English text
// and replaces it.
func readMessage(r *reader, v reflect.Value) error {
	r.next()
	begin := r.at
	if err := r.skip(); err != nil {
		return err
	}
	return json.Unmarshal(r.data[begin:r.at], v.Addr().Interface())
}

// readWay is a function that reads values of a type.
type readWay func(r *reader, v reflect.Value) error

// readWays caches the function for each type.
var readWays sync.Map

// value reads a value.
func (r *reader) value(v reflect.Value) error { return readWayOf(v.Type())(r, v) }

// readWayOf returns the function that reads values of a type.
func readWayOf(t reflect.Type) readWay {
	if f, ok := readWays.Load(t); ok {
		return f.(readWay)
	}
	f := newReadWay(t)
	readWays.Store(t, f)
	return f
}

// newReadWay creates the function for a type.
func newReadWay(t reflect.Type) readWay {
	switch t {
	case typeID:
		return func(r *reader, v reflect.Value) error {
			id, err := r.area()
			v.SetUint(uint64(id))
			return err
		}
	case typePlace:
		return func(r *reader, v reflect.Value) error { return r.place(v.Addr().Interface().(*board.Place)) }
	case typeAreas:
		return func(r *reader, v reflect.Value) error {
			set := v.Addr().Interface().(*board.Set)
			return r.list(func() error {
				id, err := r.area()
				if err == nil && id == board.None {
					err = errors.New("an area without a name")
				}
				set.Add(id)
				return err
			})
		}
	case typePower:
		return func(r *reader, v reflect.Value) error {
			p, err := r.power()
			v.SetUint(uint64(p))
			return err
		}
	case typePowers:
		return func(r *reader, v reflect.Value) error {
			set := v.Addr().Interface().(*machiavelli.PowerSet)
			return r.list(func() error {
				p, err := r.power()
				*set = set.With(p)
				return err
			})
		}
	case typePhase:
		return func(r *reader, v reflect.Value) error {
			s, err := r.text()
			if err != nil {
				return err
			}
			*v.Addr().Interface().(*machiavelli.Phase), err = machiavelli.ParsePhase(string(s))
			return err
		}
	case typeUnits:
		return func(r *reader, v reflect.Value) error { return r.units(v.Addr().Interface().(*event.UnitSet)) }
	}
	if list, ok := names[t]; ok {
		return nameWay(t, list)
	}
	return kindReadWay(t)
}

// nameWay returns the function for an enumeration whose values have the names
// in list.
func nameWay(t reflect.Type, list []string) readWay {
	values := make(map[string]uint64, len(list))
	for i, name := range list {
		values[name] = uint64(i)
	}
	return func(r *reader, v reflect.Value) error {
		s, err := r.text()
		if err != nil {
			return err
		}
		n, ok := values[string(s)]
		if !ok {
			return fmt.Errorf("%s is not a %s", s, t)
		}
		v.SetUint(n)
		return nil
	}
}

// kindReadWay returns the function for types without a special format.
func kindReadWay(t reflect.Type) readWay {
	switch t.Kind() {
	case reflect.Struct:
		return (*reader).fields
	case reflect.Pointer:
		return func(r *reader, v reflect.Value) error {
			v.Set(reflect.New(t.Elem()))
			return r.value(v.Elem())
		}
	case reflect.Slice:
		item := sync.OnceValue(func() readWay { return readWayOf(t.Elem()) })
		return func(r *reader, v reflect.Value) error {
			read := item()
			return r.list(func() error {
				n := v.Len()
				v.Grow(1)
				v.SetLen(n + 1)
				return read(r, v.Index(n))
			})
		}
	case reflect.Array:
		return (*reader).array
	case reflect.String:
		return func(r *reader, v reflect.Value) error {
			s, err := r.text()
			v.SetString(string(s))
			return err
		}
	case reflect.Bool:
		return (*reader).truth
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return func(r *reader, v reflect.Value) error {
			n, err := r.number()
			if err == nil && v.OverflowInt(n) {
				err = fmt.Errorf("%d is not a number in range", n)
			}
			v.SetInt(n)
			return err
		}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return func(r *reader, v reflect.Value) error {
			n, err := r.number()
			if err == nil && (n < 0 || v.OverflowUint(uint64(n))) {
				err = fmt.Errorf("%d is not a number in range", n)
			}
			v.SetUint(uint64(n))
			return err
		}
	default:
		return func(*reader, reflect.Value) error { return fmt.Errorf("cannot read a %s", t) }
	}
}

// fields sets the fields of a struct from an object. It ignores the member
// "kind" of an event, which the caller has read, unless the struct has such a
// field.
func (r *reader) fields(v reflect.Value) error {
	known := fieldsOf(v.Type())
	return r.object(func(name []byte) error {
		for i := range known {
			if f := &known[i]; f.name == string(name) {
				x := v.Field(f.index)
				x.SetZero() // the name may occur twice
				if err := f.read(r, x); err != nil {
					return fmt.Errorf("%s: %w", f.name, err)
				}
				return nil
			}
		}
		if string(name) != "kind" {
			return fmt.Errorf("unknown member %q", name)
		}
		return r.skip()
	})
}

// truth reads a boolean.
func (r *reader) truth(v reflect.Value) error {
	r.next()
	for _, word := range []string{"true", "false"} {
		if rest := r.data[r.at:]; len(rest) >= len(word) && string(rest[:len(word)]) == word {
			r.at += len(word)
			v.SetBool(word == "true")
			return nil
		}
	}
	return r.not("true or false")
}

// array reads what writer.array wrote.
func (r *reader) array(v reflect.Value) error {
	read := readWayOf(v.Type().Elem())
	if v.Type().Elem() == typeID {
		i := 0
		return r.list(func() error {
			if i == v.Len() {
				return fmt.Errorf("more than %d areas", i)
			}
			i++
			return read(r, v.Index(i-1))
		})
	}
	return r.object(func(name []byte) error {
		i, err := r.codec.index(v.Type(), name)
		if err != nil {
			return err
		}
		x := v.Index(i)
		x.SetZero() // the name may occur twice
		if err := read(r, x); err != nil {
			return fmt.Errorf("%s: %w", r.codec.nameAt(v.Type(), i), err)
		}
		return nil
	})
}

// index returns the index that a name stands for in an array of type t.
func (c *Codec) index(t reflect.Type, name []byte) (int, error) {
	switch {
	case t.Len() == board.Max:
		id, err := c.area(name)
		return int(id), err
	case t == countryArray:
		for i := range c.setting.Countries {
			if c.setting.Countries[i].ID == string(name) {
				return i, nil
			}
		}
		return 0, fmt.Errorf("unknown country %q", name)
	default:
		p, err := c.power(name)
		return int(p), err
	}
}

// nameAt returns the name of the i-th entry of an array of type t.
func (c *Codec) nameAt(t reflect.Type, i int) string {
	w := writer{codec: c}
	return w.index(t, i)
}

func (c *Codec) area(name []byte) (board.ID, error) {
	id, ok := c.areas[string(name)]
	if !ok && len(name) > 0 {
		return board.None, fmt.Errorf("unknown area %q", name)
	}
	return id, nil
}

func (c *Codec) power(name []byte) (machiavelli.Power, error) {
	if len(name) == 0 {
		return machiavelli.Nobody, nil
	}
	p, ok := c.setting.Powers.Find(string(name))
	if !ok {
		return machiavelli.Nobody, fmt.Errorf("unknown power %q", name)
	}
	return p, nil
}

func (r *reader) area() (board.ID, error) {
	s, err := r.text()
	if err != nil {
		return board.None, err
	}
	return r.codec.area(s)
}

func (r *reader) power() (machiavelli.Power, error) {
	s, err := r.text()
	if err != nil {
		return machiavelli.Nobody, err
	}
	return r.codec.power(s)
}

// place reads an area, with the coast after a slash.
func (r *reader) place(p *board.Place) error {
	s, err := r.text()
	if err != nil {
		return err
	}
	code, coast, _ := strings.Cut(string(s), "/")
	if p.At, err = r.codec.area([]byte(code)); err != nil {
		return err
	}
	for p.Coast.Code() != coast {
		if p.Coast++; p.Coast == machiavelli.NumCoasts {
			return fmt.Errorf("unknown coast in %q", s)
		}
	}
	return nil
}

// units reads the numbers of units.
func (r *reader) units(set *event.UnitSet) error {
	return r.list(func() error {
		n, err := r.number()
		if err == nil && (n < 0 || n >= int64(len(set))*64) {
			err = fmt.Errorf("unit number %d", n)
		}
		if err == nil {
			set.Add(int(n))
		}
		return err
	})
}

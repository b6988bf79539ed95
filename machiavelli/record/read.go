package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
)

// read fills v from JSON.
func (c *Codec) read(data []byte, v reflect.Value) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		return err
	}
	return c.fill(tree, v)
}

// fill sets v, which is zero, from a decoded JSON value.
func (c *Codec) fill(tree any, v reflect.Value) error {
	switch v.Type() {
	case typeID:
		id, err := c.area(tree)
		v.SetUint(uint64(id))
		return err
	case typePlace:
		return c.place(tree, v)
	case typeAreas:
		var set board.Set
		err := each(tree, func(item any) error {
			id, err := c.area(item)
			set.Add(id)
			return err
		})
		v.Set(reflect.ValueOf(set))
		return err
	case typePower:
		p, err := c.power(tree)
		v.SetUint(uint64(p))
		return err
	case typePowers:
		var set machiavelli.PowerSet
		err := each(tree, func(item any) error {
			p, err := c.power(item)
			set = set.With(p)
			return err
		})
		v.Set(reflect.ValueOf(set))
		return err
	case typePhase:
		s, _ := tree.(string)
		p, err := machiavelli.ParsePhase(s)
		v.Set(reflect.ValueOf(p))
		return err
	case typeUnits:
		var set event.UnitSet
		err := each(tree, func(item any) error {
			n, err := number(item)
			if err != nil || n < 0 || n >= int64(len(set))*64 {
				return fmt.Errorf("unit number %v", item)
			}
			set.Add(int(n))
			return nil
		})
		v.Set(reflect.ValueOf(set))
		return err
	}
	if list, ok := names[v.Type()]; ok {
		s, ok := tree.(string)
		for i, name := range list {
			if ok && name == s {
				v.SetUint(uint64(i))
				return nil
			}
		}
		return fmt.Errorf("%v is not a %s", tree, v.Type())
	}
	return c.fillKind(tree, v)
}

// fillKind sets values that have no way of their own.
func (c *Codec) fillKind(tree any, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Struct:
		return c.fields(tree, v)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return c.fill(tree, v.Elem())
	case reflect.Slice:
		return each(tree, func(item any) error {
			e := reflect.New(v.Type().Elem()).Elem()
			if err := c.fill(item, e); err != nil {
				return err
			}
			v.Set(reflect.Append(v, e))
			return nil
		})
	case reflect.Array:
		return c.array(tree, v)
	case reflect.String:
		s, ok := tree.(string)
		if !ok {
			return fmt.Errorf("%v is not text", tree)
		}
		v.SetString(s)
	case reflect.Bool:
		b, ok := tree.(bool)
		if !ok {
			return fmt.Errorf("%v is neither true nor false", tree)
		}
		v.SetBool(b)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := number(tree)
		if err != nil || v.OverflowInt(n) {
			return fmt.Errorf("%v is not a number in range", tree)
		}
		v.SetInt(n)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, err := number(tree)
		if err != nil || n < 0 || v.OverflowUint(uint64(n)) {
			return fmt.Errorf("%v is not a number in range", tree)
		}
		v.SetUint(uint64(n))
	default:
		return fmt.Errorf("cannot read a %s", v.Type())
	}
	return nil
}

// fields sets the fields of a struct from an object. The member "kind" of an
// event was read by the caller, unless the struct has such a field.
func (c *Codec) fields(tree any, v reflect.Value) error {
	object, ok := tree.(map[string]any)
	if !ok {
		return fmt.Errorf("%v is not an object", tree)
	}
	known := fieldsOf(v.Type())
	for name, item := range object {
		i := slices.IndexFunc(known, func(f field) bool { return f.name == name })
		switch {
		case i >= 0:
			if err := c.fill(item, v.Field(known[i].index)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		case name == "kind":
		default:
			return fmt.Errorf("unknown member %q", name)
		}
	}
	return nil
}

// array reads what writer.array wrote.
func (c *Codec) array(tree any, v reflect.Value) error {
	if v.Type().Elem() == typeID {
		i := 0
		return each(tree, func(item any) error {
			if i == v.Len() {
				return fmt.Errorf("more than %d areas", i)
			}
			i++
			return c.fill(item, v.Index(i-1))
		})
	}
	object, ok := tree.(map[string]any)
	if !ok {
		return fmt.Errorf("%v is not an object", tree)
	}
	for name, item := range object {
		i, err := c.index(v.Type(), name)
		if err != nil {
			return err
		}
		if err := c.fill(item, v.Index(i)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// index is the place in an array of type t that name stands for.
func (c *Codec) index(t reflect.Type, name string) (int, error) {
	switch {
	case t.Len() == board.Max:
		id, err := c.area(name)
		return int(id), err
	case t == countryArray:
		for i, country := range c.setting.Countries {
			if country.ID == name {
				return i, nil
			}
		}
		return 0, fmt.Errorf("unknown country %q", name)
	default:
		p, err := c.power(name)
		return int(p), err
	}
}

func (c *Codec) area(tree any) (board.ID, error) {
	s, _ := tree.(string)
	id, ok := c.areas[s]
	if !ok && s != "" {
		return board.None, fmt.Errorf("unknown area %q", s)
	}
	return id, nil
}

func (c *Codec) power(tree any) (machiavelli.Power, error) {
	s, _ := tree.(string)
	if s == "" {
		return machiavelli.Nobody, nil
	}
	p, ok := c.setting.Powers.Find(s)
	if !ok {
		return machiavelli.Nobody, fmt.Errorf("unknown power %q", s)
	}
	return p, nil
}

func (c *Codec) place(tree any, v reflect.Value) error {
	s, _ := tree.(string)
	code, coast, _ := strings.Cut(s, "/")
	id, err := c.area(code)
	if err != nil {
		return err
	}
	p := board.Place{At: id}
	for p.Coast.Code() != coast {
		if p.Coast++; p.Coast == machiavelli.NumCoasts {
			return fmt.Errorf("unknown coast in %q", s)
		}
	}
	v.Set(reflect.ValueOf(p))
	return nil
}

// each calls f with every item of a JSON list.
func each(tree any, f func(any) error) error {
	list, ok := tree.([]any)
	if !ok {
		return fmt.Errorf("%v is not a list", tree)
	}
	for _, item := range list {
		if err := f(item); err != nil {
			return err
		}
	}
	return nil
}

func number(tree any) (int64, error) {
	n, ok := tree.(json.Number)
	if !ok {
		return 0, fmt.Errorf("%v is not a number", tree)
	}
	return n.Int64()
}

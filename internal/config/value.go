package config

import (
	"encoding"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Duration is a duration, written as "90s", "5m", "36h" or "3d".
type Duration time.Duration

// UnmarshalText parses a duration.
func (d *Duration) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	if days, ok := strings.CutSuffix(s, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 && n < 10_000 {
			*d = Duration(n) * Duration(24*time.Hour)
			return nil
		}
	}
	v, err := time.ParseDuration(s)
	if err != nil || v < 0 {
		return fmt.Errorf("%q is not a duration; use for instance 90s, 5m, 36h or 3d", s)
	}
	*d = Duration(v)
	return nil
}

// MarshalText formats a duration as UnmarshalText parses it.
func (d Duration) MarshalText() ([]byte, error) {
	v := time.Duration(d)
	const day = 24 * time.Hour
	switch {
	case v >= day && v%day == 0:
		return fmt.Appendf(nil, "%dd", v/day), nil
	case v >= time.Hour && v%time.Hour == 0:
		return fmt.Appendf(nil, "%dh", v/time.Hour), nil
	case v >= time.Minute && v%time.Minute == 0:
		return fmt.Appendf(nil, "%dm", v/time.Minute), nil
	}
	return []byte(v.String()), nil
}

// Size is a number of bytes, written as "512", "256KB", "4MB" or "1GB"; a
// kilobyte is 1024 bytes.
type Size int64

// units lists the units of sizes, largest first.
var units = []struct {
	name  string
	bytes int64
}{{"GB", 1 << 30}, {"MB", 1 << 20}, {"KB", 1 << 10}}

// UnmarshalText parses a size.
func (z *Size) UnmarshalText(text []byte) error {
	s := strings.ToUpper(strings.TrimSpace(string(text)))
	number, factor := strings.TrimSuffix(s, "B"), int64(1)
	for _, u := range units {
		if n, ok := strings.CutSuffix(s, u.name); ok {
			number, factor = n, u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	if err != nil || n < 0 || n > (1<<50)/factor {
		return fmt.Errorf("%q is not a size; use for instance 512, 256KB or 4MB", text)
	}
	*z = Size(n * factor)
	return nil
}

// MarshalText formats a size as UnmarshalText parses it.
func (z Size) MarshalText() ([]byte, error) {
	for _, u := range units {
		if v := int64(z); v >= u.bytes && v%u.bytes == 0 {
			return fmt.Appendf(nil, "%d%s", v/u.bytes, u.name), nil
		}
	}
	return strconv.AppendInt(nil, int64(z), 10), nil
}

// setText sets a field of a Config to a value given as text. Items of a list are separated by
// commas.
func setText(field any, text string) error {
	switch p := field.(type) {
	case *string:
		*p = text
	case *int:
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil {
			return fmt.Errorf("%q is not a whole number", text)
		}
		*p = n
	case *bool:
		b, err := strconv.ParseBool(strings.TrimSpace(text))
		if err != nil {
			return fmt.Errorf("%q must be true or false", text)
		}
		*p = b
	case *[]string:
		*p = nil
		for item := range strings.SplitSeq(text, ",") {
			if item = strings.TrimSpace(item); item != "" {
				*p = append(*p, item)
			}
		}
	case encoding.TextUnmarshaler:
		return p.UnmarshalText([]byte(text))
	default:
		panic(fmt.Sprintf("a field of a configuration of type %T", field))
	}
	return nil
}

// setValue sets a field of a Config to a value of a TOML file.
func setValue(field, value any) error {
	switch p := field.(type) {
	case *string:
		s, ok := value.(string)
		if !ok {
			return fmt.Errorf("this must be text in quotation marks: %q", "...")
		}
		*p = s
	case *int:
		n, ok := value.(int64)
		if !ok || int64(int(n)) != n {
			return errors.New("this must be a whole number, without quotation marks")
		}
		*p = int(n)
	case *bool:
		b, ok := value.(bool)
		if !ok {
			return errors.New("this must be true or false, without quotation marks")
		}
		*p = b
	case *[]string:
		wrong := errors.New("this must be a list of texts in quotation marks: [\"...\", \"...\"]")
		items, ok := value.([]any)
		if !ok {
			return wrong
		}
		list := make([]string, len(items))
		for i, item := range items {
			if list[i], ok = item.(string); !ok {
				return wrong
			}
		}
		*p = list
	case encoding.TextUnmarshaler:
		switch v := value.(type) {
		case string:
			return p.UnmarshalText([]byte(v))
		case int64:
			return p.UnmarshalText(strconv.AppendInt(nil, v, 10))
		}
		return fmt.Errorf("this must be text in quotation marks: %q", "...")
	default:
		panic(fmt.Sprintf("a field of a configuration of type %T", field))
	}
	return nil
}

// tomlValue formats the value of a field as TOML.
func tomlValue(field any) string {
	switch p := field.(type) {
	case *string:
		return quote(*p)
	case *int:
		return strconv.Itoa(*p)
	case *bool:
		return strconv.FormatBool(*p)
	case *[]string:
		items := make([]string, len(*p))
		for i, s := range *p {
			items[i] = quote(s)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case encoding.TextMarshaler:
		text, err := p.MarshalText()
		if err != nil {
			panic(err)
		}
		return quote(string(text))
	}
	panic(fmt.Sprintf("a field of a configuration of type %T", field))
}

// quote formats a TOML string.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

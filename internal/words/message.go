package words

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"podesta/machiavelli/message"
)

// Pattern implements message.Language.
func (c *Catalogue) Pattern(context, id, many string, n int) string {
	in, key := c.contents(), key(context, id)
	if many == "" {
		if text, ok := in.texts[key]; ok {
			return text
		}
		return id
	}
	if forms := in.counted[key]; len(forms) > 0 {
		return forms[in.plurals.Of(n)]
	}
	if n == 1 {
		return id
	}
	return many
}

// Number implements message.Language. The trait "one" stands for the first plural form.
func (c *Catalogue) Number(n int) message.Traits {
	plurals := c.contents().plurals
	if plurals.Forms == 0 {
		return message.English.Number(n)
	}
	if plurals.Forms > 1 && plurals.Of(n) == 0 {
		return "one"
	}
	return ""
}

// Noun implements message.Language. A noun that the catalogue does not contain, such as a power
// of a custom scenario, stays English, with the default forms for its kind from the header of the
// catalogue.
func (c *Catalogue) Noun(n message.Noun, form string) message.Said {
	in := c.contents()
	if in.plurals.Forms == 0 { // the language is English
		return message.English.Noun(n, form)
	}
	e, ok := in.nouns[key(n.Kind, n.Name)]
	if !ok {
		e = noun{base: n.Name}
	}
	text := e.base
	if form != "" {
		if f, ok := e.forms[form]; ok {
			text = f
		} else if f, ok := in.forms[n.Kind][form]; ok {
			name := e.base
			if f, ok := e.forms["name"]; ok {
				name = f
			}
			text = strings.ReplaceAll(f, "{}", name)
		}
	}
	return message.Said{Text: text, Traits: e.traits}
}

// For implements message.Partial.
func (c *Catalogue) For(id string) message.Language {
	if c.says(id) {
		return c
	}
	return English()
}

// says reports whether the language has a translation of a pattern, or the pattern needs none.
func (c *Catalogue) says(id string) bool {
	in := c.contents()
	if in.plurals.Forms == 0 || in.texts[id] != "" || len(in.counted[id]) > 0 {
		return true
	}
	return !strings.ContainsFunc(gaps.ReplaceAllString(id, ""), unicode.IsLetter)
}

var gaps = regexp.MustCompile(`\{[^{}]*\}`)

// Called returns a noun as it appears in tables. kind is a kind of message.Noun, and name the
// English noun.
func (c *Catalogue) Called(kind, name string) string {
	return c.Noun(message.Noun{Kind: kind, Name: name}, "name").Text
}

// M returns a message in the language.
func (c *Catalogue) M(m message.Message) string { return m.In(c) }

// In returns the language with times shown in the given time zone.
func (c *Catalogue) In(zone *time.Location) message.Language { return zoned{c, zone, false} }

// Untimed returns the language with a placeholder for each time, for texts whose reader is not
// known yet. Timed replaces the placeholders by times.
func (c *Catalogue) Untimed() message.Language { return zoned{c, nil, false} }

// The placeholder of a time consists of its Unix seconds between these runes, which do not occur
// in texts.
const markBegin, markEnd = "\uE0F0", "\uE0F1"

// Timed replaces the placeholders of Untimed by times in a zone.
func (c *Catalogue) Timed(text []byte, zone *time.Location) []byte {
	if !bytes.Contains(text, []byte(markBegin)) {
		return text
	}
	var out bytes.Buffer
	for {
		before, rest, marked := bytes.Cut(text, []byte(markBegin))
		out.Write(before)
		if !marked {
			return out.Bytes()
		}
		seconds, after, _ := bytes.Cut(rest, []byte(markEnd))
		if at, err := strconv.ParseInt(string(seconds), 10, 64); err == nil {
			out.WriteString(c.Moment(time.Unix(at, 0).In(zone)))
			rest = after
		} // otherwise a person has written the rune
		text = rest
	}
}

// Titled returns the language for pages: settings are called by their titles, and times are shown
// in the given time zone.
func (c *Catalogue) Titled(zone *time.Location) message.Language { return zoned{c, zone, true} }

type zoned struct {
	*Catalogue
	zone   *time.Location // if nil, times become placeholders
	titles bool
}

// For implements message.Partial.
func (z zoned) For(id string) message.Language {
	if z.says(id) {
		return z
	}
	return zoned{English(), z.zone, z.titles}
}

// Titles implements message.Titled.
func (z zoned) Titles() bool { return z.titles }

func (z zoned) Moment(t time.Time) string {
	if z.zone == nil {
		return markBegin + strconv.FormatInt(t.Unix(), 10) + markEnd
	}
	return z.Catalogue.Moment(t.In(z.zone))
}

// noun is a noun of a language: its form inside a sentence, its other forms, keyed by name, and
// the traits with which other words agree.
type noun struct {
	base   string
	forms  map[string]string
	traits message.Traits
}

// parseNoun parses the entry of a noun, such as "il Papato | name: Papato | a: al Papato | m".
// The first part is the form inside a sentence. Parts with a colon are other forms; parts without
// one are traits.
func parseNoun(text string) (noun, error) {
	parts := strings.Split(text, "|")
	n := noun{base: strings.TrimSpace(parts[0]), forms: map[string]string{}}
	if n.base == "" {
		return n, fmt.Errorf("%q: a noun begins with the word itself", text)
	}
	var traits []string
	for _, p := range parts[1:] {
		name, form, ok := strings.Cut(p, ":")
		name, form = strings.TrimSpace(name), strings.TrimSpace(form)
		switch {
		case name == "" || ok && form == "" || strings.Contains(name, " "):
			return n, fmt.Errorf("%q: expected a form such as \"a: al Papato\", or a trait such as \"pl\", after each bar", text)
		case ok:
			n.forms[name] = form
		default:
			traits = append(traits, name)
		}
	}
	n.traits = message.Traits(strings.Join(traits, " "))
	return n, nil
}

// nounKinds lists the contexts whose entries are nouns.
var nounKinds = []string{"power", "place", "unit", "season", "step", "coast", "country"}

// parseForms parses the default forms of a kind of noun, given by a field in the header of a
// catalogue: "a=a {}; di=di {}". The braces stand for the name of the noun.
func parseForms(text string) (map[string]string, error) {
	out := map[string]string{}
	for part := range strings.SplitSeq(text, ";") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		name, form, ok := strings.Cut(part, "=")
		if name = strings.TrimSpace(name); !ok || name == "" || strings.TrimSpace(form) == "" {
			return nil, fmt.Errorf("%q: expected forms such as \"a=a {}; di=di {}\"", text)
		}
		out[name] = strings.TrimSpace(form)
	}
	return out, nil
}

// key returns the key of a text, which includes its context.
func key(context, id string) string {
	if context == "" {
		return id
	}
	return context + "\x04" + id
}

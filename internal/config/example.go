package config

import (
	"fmt"
	"io"
	"strings"
)

// WriteExample writes a file with every key and its explanation. Keys with a
// default are commented out.
func WriteExample(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# The configuration of podesta. To change a setting, remove the # before its key.\n" +
		"# Each key can also be set by the environment variable in parentheses.\n")
	section := ""
	c := Default()
	for i := range Keys {
		k := &Keys[i]
		if k.Hidden {
			continue
		}
		s, name := k.Section()
		if s != section {
			section = s
			fmt.Fprintf(&b, "\n[%s]\n", s)
		}
		b.WriteByte('\n')
		for _, line := range wrap(k.Doc+" ("+k.Env()+")", 78) {
			b.WriteString("# " + line + "\n")
		}
		fmt.Fprintf(&b, "#%s = %s\n", name, c.example(k))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// example returns the value of a key in the example file: the default, or the key's invented
// example if it has no default.
func (c *Config) example(k *Key) string {
	if k.Default != "" {
		return tomlValue(k.at(c))
	}
	sample := Default()
	_ = setText(k.at(sample), k.Example) // a test checks that all examples can be parsed
	return tomlValue(k.at(sample))
}

// WriteTable writes the keys as a table in Markdown.
func WriteTable(w io.Writer) error {
	var b strings.Builder
	b.WriteString("| Key | Default | Meaning |\n| --- | --- | --- |\n")
	c := Default()
	for i := range Keys {
		k := &Keys[i]
		name, value := k.Name, tomlValue(k.at(c))
		if k.Hidden {
			name = k.Env()
		}
		if k.Default == "" {
			value = ""
		} else {
			value = "`" + value + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, value, k.Doc)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteEffective writes every key with its value and its source. Of secrets it shows only
// whether they are set.
func (c *Config) WriteEffective(w io.Writer) error {
	var b strings.Builder
	for i := range Keys {
		k := &Keys[i]
		value := tomlValue(k.at(c))
		switch {
		case k.Hidden && c.IsSet(k.Name):
			value = "(set)"
		case k.Hidden:
			value = "(not set)"
		case k.Name == "database":
			value = quote(WithoutPassword(c.Database))
		}
		fmt.Fprintf(&b, "%s = %s  # %s\n", k.Name, value, c.Origin(k.Name))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// wrap breaks a text into lines of at most width characters.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

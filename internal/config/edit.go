package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// Edit sets keys in the text of a file, and leaves everything else as it is, such as comments. If a
// key is commented out, as in the example file, Edit replaces that line. Values are texts as on a
// command line.
func Edit(text string, values map[string]string) (string, error) {
	lines := strings.SplitAfter(text, "\n")
	for i := range Keys {
		k := &Keys[i]
		value, ok := values[k.Name]
		if !ok {
			continue
		}
		to := Default()
		if err := setText(k.at(to), value); err != nil {
			return "", fmt.Errorf("%s: %w", k.Name, err)
		}
		var err error
		if lines, err = edit(lines, k, tomlValue(k.at(to))); err != nil {
			return "", err
		}
	}
	return strings.Join(lines, ""), nil
}

// edit sets one key in the lines of a file to a value in TOML.
func edit(lines []string, k *Key, value string) ([]string, error) {
	section, name := k.Section()
	if n := lineOf(strings.Join(lines, ""), strings.Split(k.Name, ".")); n > 0 {
		left, old, _ := strings.Cut(lines[n-1], "=")
		if strings.HasPrefix(strings.TrimSpace(old), "[") && !strings.Contains(old, "]") {
			return nil, fmt.Errorf("%s has several lines in the file; change it in an editor", k.Name)
		}
		lines[n-1] = strings.TrimRight(left, " \t") + " = " + value + remark(old) + "\n"
		return lines, nil
	}
	line := name + " = " + value + "\n"
	begins, ends := place(lines, section)
	if begins < 0 {
		return append(lines, "\n["+section+"]\n", line), nil
	}
	for n := begins; n < ends; n++ {
		if strings.HasPrefix(lines[n], "#"+name+" = ") {
			lines[n] = line
			return lines, nil
		}
	}
	for ends > begins && strings.TrimSpace(lines[ends-1]) == "" {
		ends--
	}
	if ends > 0 && !strings.HasSuffix(lines[ends-1], "\n") {
		lines[ends-1] += "\n"
	}
	return slices.Insert(lines, ends, line), nil
}

// remark returns the comment behind a value, with the space before it, or "".
func remark(value string) string {
	for n, r := range value {
		var x map[string]any
		if r != '#' {
			continue
		}
		if _, err := toml.Decode("x = "+value[:n], &x); err == nil {
			return " " + strings.TrimSpace(value[n:])
		}
	}
	return ""
}

// place returns the lines of a section, from the one after its head, or -1 if there is none.
func place(lines []string, section string) (begins, ends int) {
	begins = -1
	if section == "" {
		begins = 0
	}
	for n, line := range lines {
		head, ok := strings.CutPrefix(strings.TrimSpace(line), "[")
		switch {
		case !ok:
		case begins >= 0:
			return begins, n
		default:
			head, _, _ = strings.Cut(head, "]")
			if plainKey(head) == section {
				begins = n + 1
			}
		}
	}
	return begins, len(lines)
}

// PlainText returns the value of a key as on a command line.
func (c *Config) PlainText(key string) string {
	switch p := Find(key).at(c).(type) {
	case *string:
		return *p
	case *[]string:
		return strings.Join(*p, ", ")
	default:
		return strings.Trim(tomlValue(p), `"`)
	}
}

package config

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// FileVariable is the environment variable that names the file.
const FileVariable = "PODESTA_CONFIG"

// ClientPrefix is the prefix of the variables of podesta client, which are not
// settings of the judge.
const ClientPrefix = "PODESTA_CLIENT_"

// Source holds the sources of a configuration.
type Source struct {
	File  string            // empty for the file that FileVariable names, if any
	Env   []string          // items "NAME=value", as returned by os.Environ
	Flags map[string]string // values, keyed by the name of the key
}

// Load reads a configuration: the defaults, then the file, the environment and the flags. The
// error is of type Problems, and lists everything that is wrong. Warnings point out probable
// mistakes.
func Load(s Source) (c *Config, warnings []Problem, err error) {
	c = Default()
	var problems, old Problems
	env := map[string]string{}
	for _, e := range s.Env {
		if name, value, ok := strings.Cut(e, "="); ok {
			env[name] = value
		}
	}
	if s.File == "" {
		s.File = env[FileVariable]
	}
	if s.File != "" {
		c.readFile(s.File, &problems, &old)
	}
	for i := range Keys {
		k := &Keys[i]
		if v, ok := env[k.Env()]; ok && v != "" {
			c.set(k, v, k.Env(), &problems)
		}
		if v, ok := s.Flags[k.Name]; ok {
			c.set(k, v, "-"+k.Name, &problems)
		}
	}
	for name := range s.Flags {
		if why, ok := withdrawn[name]; ok {
			old.add("-"+name, "", "%s", why)
		} else if Find(name) == nil {
			problems.add("-"+name, "", "there is no such key; `podesta config` lists them all")
		}
	}
	if len(problems) == 0 {
		c.check(&problems)
	}
	return c, append(old, unknownVariables(env)...), problems.err()
}

// set parses the value of a key.
func (c *Config) set(k *Key, text, where string, problems *Problems) {
	if err := setText(k.at(c), text); err != nil {
		if k.Hidden {
			err = errors.New("its value cannot be read")
		}
		problems.add(where, k.Name, "%v", err)
		return
	}
	c.origin[k.Name] = where
}

// readFile reads the file into the configuration, and adds its withdrawn keys to old.
func (c *Config) readFile(path string, problems, old *Problems) {
	data, err := os.ReadFile(path)
	if err != nil {
		problems.add("", "", "the configuration file cannot be read: %v", err)
		return
	}
	text := string(data)
	if !utf8.ValidString(text) {
		problems.add(path, "", "the file is not UTF-8; save it as UTF-8 in your editor (some editors on Windows use UTF-16)")
		return
	}
	var values map[string]any
	md, err := toml.Decode(text, &values)
	if err != nil {
		where := path
		message := err.Error()
		var p toml.ParseError
		if errors.As(err, &p) {
			where, message = fmt.Sprintf("%s:%d", path, p.Position.Line), "this is not valid TOML: "+p.Message
		}
		problems.add(where, "", "%s", message)
		return
	}
	refused := ""
	for _, key := range md.Keys() {
		name := strings.Join(key, ".")
		switch k := Find(name); {
		case refused != "" && strings.HasPrefix(name, refused):
		case withdrawn[name] != "":
			old.add(at(path, text, key), name, "%s", withdrawn[name])
			refused = name + "."
		case k != nil && !k.Hidden:
			if err := setValue(k.at(c), value(values, key)); err != nil {
				problems.add(at(path, text, key), name, "%v", err)
			}
			c.origin[name] = at(path, text, key)
			refused = name + "."
		case !isSection(name):
			c.refuse(path, text, key, problems)
			refused = name + "."
		case md.Type(key...) != "Hash":
			problems.add(at(path, text, key), name, "this is a section: put [%s] on a line of its own, and its keys below it", name)
			refused = name + "."
		}
	}
}

// isSection reports whether a section of that name contains keys.
func isSection(name string) bool {
	return slices.ContainsFunc(Keys, func(k Key) bool { return strings.HasPrefix(k.Name, name+".") })
}

// value returns the value of a key in the parsed file.
func value(values map[string]any, key toml.Key) any {
	for _, part := range key[:len(key)-1] {
		values, _ = values[part].(map[string]any)
	}
	return values[key[len(key)-1]]
}

// refuse reports an unknown key.
func (c *Config) refuse(path, text string, key toml.Key, problems *Problems) {
	name := strings.Join(key, ".")
	if k := Find(name); k != nil && k.Hidden {
		problems.add(at(path, text, key), name, "a secret does not belong in this file; set the environment variable %s, or use %s_file", k.Env(), name)
		return
	}
	message := "there is no such key"
	if near := nearest(name); near != "" {
		message += "; did you mean " + near + "?"
	} else {
		message += "; `podesta config` lists them all"
	}
	problems.add(at(path, text, key), name, "%s", message)
}

// at describes the position of a key in a file, including the line if it is found.
func at(path, text string, key toml.Key) string {
	if n := lineOf(text, key); n > 0 {
		return fmt.Sprintf("%s:%d", path, n)
	}
	return path
}

// lineOf returns the line number of a key or a section, counted from 1, or 0 if its spelling is
// unusual.
func lineOf(text string, key toml.Key) int {
	want := strings.Join(key, ".")
	section := ""
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if head, ok := strings.CutPrefix(line, "["); ok {
			head, _, _ = strings.Cut(strings.Trim(head, "["), "]")
			section = plainKey(head)
			if section == want || strings.HasPrefix(section, want+".") {
				return n
			}
			continue
		}
		name, _, ok := strings.Cut(line, "=")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		name = plainKey(name)
		if section != "" {
			name = section + "." + name
		}
		if name == want || strings.HasPrefix(name, want+".") {
			return n
		}
	}
	return 0
}

// plainKey returns a key without spaces and quotation marks.
func plainKey(s string) string {
	parts := strings.Split(s, ".")
	for i, p := range parts {
		parts[i] = strings.Trim(strings.TrimSpace(p), `"'`)
	}
	return strings.Join(parts, ".")
}

// unknownVariables warns about environment variables that look like settings but are not, or
// are no longer.
func unknownVariables(env map[string]string) []Problem {
	var out Problems
	for name := range env {
		if !strings.HasPrefix(name, "PODESTA_") || name == FileVariable || strings.HasPrefix(name, ClientPrefix) {
			continue
		}
		if slices.ContainsFunc(Keys, func(k Key) bool { return k.Env() == name }) {
			continue
		}
		if i := slices.IndexFunc(Withdrawn(), func(key string) bool { return variable(key) == name }); i >= 0 {
			out.add(name, "", "%s", withdrawn[Withdrawn()[i]])
			continue
		}
		message := "no key belongs to this variable"
		if near := nearest(strings.ToLower(strings.ReplaceAll(strings.TrimPrefix(name, "PODESTA_"), "_", "."))); near != "" {
			message += "; did you mean " + Find(near).Env() + "?"
		}
		out.add(name, "", "%s", message)
	}
	slices.SortFunc(out, func(a, b Problem) int { return strings.Compare(a.Where, b.Where) })
	return out
}

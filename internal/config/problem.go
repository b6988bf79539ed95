package config

import (
	"fmt"
	"strings"
)

// Problem is an error or a warning about a configuration.
type Problem struct {
	Where   string // such as "podesta.toml:12", "PODESTA_LISTEN" or "-listen"; may be empty
	Key     string // name as in the table, or as written; may be empty
	Message string // what is wrong and what to do
}

func (p Problem) String() string {
	var parts []string
	for _, s := range []string{p.Where, p.Key, p.Message} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ": ")
}

// Problems is the error for an unusable configuration. It lists everything that is wrong with it.
type Problems []Problem

func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

func (ps *Problems) add(where, key, format string, args ...any) {
	*ps = append(*ps, Problem{where, key, fmt.Sprintf(format, args...)})
}

// err returns the problems as an error, or nil if there are none.
func (ps Problems) err() error {
	if len(ps) == 0 {
		return nil
	}
	return ps
}

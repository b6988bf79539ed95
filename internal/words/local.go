package words

import "strings"

// Local returns the language of the environment, by the variables that
// programs of a terminal obey, or nil if they name none that there is.
func Local(getenv func(string) string) *Catalogue {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(name); value != "" {
			tag, _, _ := strings.Cut(value, "_")
			tag, _, _ = strings.Cut(tag, ".")
			return Get(strings.ToLower(tag))
		}
	}
	return nil
}

// LocalTag returns the tag of the language in which a judge answers a program of this
// environment, for the header of that name; empty: that of the account.
func LocalTag(getenv func(string) string) string {
	if l := Local(getenv); l != nil {
		return l.Tag
	}
	return ""
}

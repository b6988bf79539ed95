package words

import "strings"

// Local returns the language of the environment, according to the variables that terminal
// programs use, or nil if that language is not available.
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

// LocalTag returns the tag of the language in which a judge should answer a program in this
// environment, for the header Accept-Language, or "" for the account's language.
func LocalTag(getenv func(string) string) string {
	if l := Local(getenv); l != nil {
		return l.Tag
	}
	return ""
}

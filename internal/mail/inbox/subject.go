package inbox

import (
	"regexp"
	"strings"

	"podesta/internal/mail/command"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// flagged is the prefix of the subject of an answer to an e-mail with errors.
var flagged = message.New("[Error Flag]")

// stripped matches the prefixes that replies add to a subject, so that they do not accumulate:
// "Re:" and the like, the flag in any language, and a token in brackets.
var stripped = regexp.MustCompile(`(?i)^\s*((re|aw|sv|antw|r)(\[\d+\])?:|\[\pL[\pL ]*\]|\[[a-z2-7]{26}\])\s*`)

// subject returns the subject of the answer.
func (s *session) subject(flag bool) string {
	echo := ""
	if s.l != nil {
		echo = strings.ReplaceAll(command.Hide(s.l.Subject, s.secrets), `"`, "")
		echo = subjectToken.ReplaceAllString(echo, "")
	}
	for {
		was := echo
		if echo = stripped.ReplaceAllString(echo, ""); echo == was {
			break
		}
	}
	out := "Re: "
	if flag {
		out += s.say(flagged) + " "
	}
	prefix := ""
	switch {
	case s.game == nil && echo == "":
		prefix = s.o.c.Name
	case s.game == nil:
	case !strings.HasPrefix(echo, phrase.OneLine(s.game.Name, 40)+":"):
		prefix = phrase.OneLine(s.game.Name, 40) + ": " + s.say(phrase.PhaseWords(s.game))
		if echo != "" {
			prefix += " - "
		}
	}
	return strings.TrimSpace(out + prefix + phrase.OneLine(echo, 100))
}

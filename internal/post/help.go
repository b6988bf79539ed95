package post

import (
	"embed"
	"strings"

	"podesta/internal/judge"
)

//go:embed help/*.txt
var helpFiles embed.FS

// helpNames are further names of the help files, as old players know them.
var helpNames = map[string]string{
	"": "index", "info": "index", "help": "index", "flist": "index", "package": "index",
	"form": "register", "registration": "register", "i am also": "register",
	"syntax": "orders", "order": "orders", "expense": "orders", "expenses": "orders",
	"broadcast": "press", "diary": "press", "postal press": "press",
	"draw": "draws", "concede": "draws", "holiday": "deadlines", "absence": "deadlines", "deadline": "deadlines", "wait": "deadlines", "phase": "deadlines", "grace": "deadlines",
	"gm": "master", "set": "master", "edit": "master", "create": "master", "house.rules": "rules", "rules.machiavelli": "rules", "rules.machiavelli2": "rules",
}

// help answers HELP and GET.
func (s *session) help(topic string) (string, error) {
	name := strings.ToLower(strings.TrimSpace(topic))
	if strings.HasPrefix(name, "info.") || strings.HasPrefix(name, "map.") {
		name = "rules"
	}
	text := helpText(name)
	if text == "" {
		return "", &judge.Error{Code: judge.NotFound, Message: "There is no help on " + oneLine(topic, 40) + ". There is help on: " + strings.Join(helpTopics(), ", ") + "."}
	}
	if s.o.c.BaseURL != "" {
		text += "\nMore: " + s.o.c.BaseURL + "\n"
	}
	s.add("Help", text)
	return "See the help below.", nil
}

// helpText is a help file; empty if there is none of the name.
func helpText(name string) string {
	if other, ok := helpNames[name]; ok {
		name = other
	}
	text, err := helpFiles.ReadFile("help/" + name + ".txt")
	if err != nil {
		return ""
	}
	return string(text)
}

// helpTopics are the names of the help files.
func helpTopics() []string {
	files, err := helpFiles.ReadDir("help")
	if err != nil {
		return nil
	}
	var out []string
	for _, f := range files {
		out = append(out, strings.TrimSuffix(f.Name(), ".txt"))
	}
	return out
}

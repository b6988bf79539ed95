package learn

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"podesta/internal/embedded"
	"podesta/machiavelli/rules"
)

//go:embed data/*.yaml
var files embed.FS

var data = embedded.FS{FS: files}

// topicFile is a file of exercises.
type topicFile struct {
	ID        string         `yaml:"id"`
	Title     string         `yaml:"title"`
	About     string         `yaml:"about"`
	Course    bool           `yaml:"course"`
	Game      string         `yaml:"game"` // game of exercises that do not name one, like the next two fields
	Phase     string         `yaml:"phase"`
	You       string         `yaml:"you"`
	Exercises []exerciseFile `yaml:"exercises"`
}

// exerciseFile is an exercise in its file.
type exerciseFile struct {
	ID     string   `yaml:"id"`
	Title  string   `yaml:"title"`
	Shows  string   `yaml:"shows"` // separated by commas
	Rules  string   `yaml:"rules"` // IDs, separated by spaces
	Teach  string   `yaml:"teach"` // paragraphs are separated by empty lines
	Goal   string   `yaml:"goal"`
	Hint   string   `yaml:"hint"`
	After  string   `yaml:"after"`
	Focus  string   `yaml:"focus"` // places shown on the map in addition to those of units, separated by commas
	Game   string   `yaml:"game"`  // a preset and options, such as "njudge-classic money=off"
	Phase  string   `yaml:"phase"`
	You    string   `yaml:"you"`
	Units  powers   `yaml:"units"` // keyed by power, comma-separated; "nobody" for autonomous units
	Owns   powers   `yaml:"owns"`  // provinces, including their cities
	Set    []string `yaml:"set"`   // statements of package correction
	Rolls  rolls    `yaml:"rolls"`
	Text   string   `yaml:"text"`
	Others powers   `yaml:"others"` // their orders, one per line
	Wants  []string `yaml:"wants"`  // conditions on the result

	Answers []struct {
		Orders string `yaml:"orders"`
		Why    string `yaml:"why"`
	} `yaml:"answers"`
	Wrong []string `yaml:"wrong"`
}

type (
	powers map[string]string
	rolls  map[string]int
)

// topicFiles lists the files in the order of their topics.
var topicFiles = []string{
	"first", "walls", "gold", "aim", "moves", "cities", "straits", "spending", "treachery", "bank", "winter", "optional",
}

func load() (*library, error) {
	l := &library{byID: map[string]*Exercise{}}
	for _, name := range topicFiles {
		text, err := data.ReadFile("data/" + name + ".yaml")
		if err != nil {
			return nil, err
		}
		var f topicFile
		if err := yaml.UnmarshalWithOptions(text, &f, yaml.Strict()); err != nil {
			return nil, fmt.Errorf("data/%s.yaml: %w", name, err)
		}
		t := Topic{ID: f.ID, Title: f.Title, About: line(f.About), Course: f.Course}
		for i := range f.Exercises {
			e := &f.Exercises[i]
			e.Game, e.Phase, e.You = cmp.Or(e.Game, f.Game), cmp.Or(e.Phase, f.Phase), cmp.Or(e.You, f.You)
			x, err := e.exercise(t.ID)
			if err != nil {
				return nil, fmt.Errorf("data/%s.yaml: %s: %w", name, f.Exercises[i].ID, err)
			}
			if l.byID[x.ID] != nil {
				return nil, fmt.Errorf("data/%s.yaml: there are two exercises %q", name, x.ID)
			}
			l.byID[x.ID] = x
			t.Exercises = append(t.Exercises, x)
		}
		if t.Course {
			l.course = append(l.course, t)
		} else {
			l.topics = append(l.topics, t)
		}
	}
	return l, nil
}

// line joins the lines of a text.
func line(text string) string { return strings.Join(strings.Fields(text), " ") }

// list splits words at commas.
func list(text string) []string {
	var out []string
	for w := range strings.SplitSeq(text, ",") {
		if w = strings.TrimSpace(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}

// paragraphs splits a text at empty lines.
func paragraphs(text string) []string {
	var out []string
	for p := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if p = line(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// ground parses a preset followed by options.
func ground(text string) (Ground, *rules.Set, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Ground{}, nil, fmt.Errorf("the rules have no name")
	}
	g := Ground{Preset: words[0], Options: map[string]string{}}
	for _, w := range words[1:] {
		name, value, ok := strings.Cut(w, "=")
		if !ok {
			return Ground{}, nil, fmt.Errorf("%q is no option with its value", w)
		}
		g.Options[name] = value
	}
	r, err := rules.Make(g.Preset, g.Options)
	if err != nil {
		return Ground{}, nil, err
	}
	return g, &r, nil
}

// exercise returns the exercise that f describes, as part of a topic.
func (f *exerciseFile) exercise(topic string) (*Exercise, error) {
	x := &Exercise{
		ID: f.ID, Title: f.Title, Topic: topic, Teach: paragraphs(f.Teach), Goal: line(f.Goal), Hint: line(f.Hint), After: line(f.After),
		Shows: list(f.Shows), Ledger: strings.Fields(f.Rules), Text: strings.TrimSpace(f.Text), rolls: f.Rolls,
	}
	for _, w := range f.Wrong {
		x.Wrong = append(x.Wrong, strings.TrimSpace(w))
	}
	for _, a := range f.Answers {
		x.Answers = append(x.Answers, Answer{strings.TrimSpace(a.Orders), line(a.Why)})
	}
	var err error
	if x.Ground, x.Rules, err = ground(f.Game); err != nil {
		return nil, err
	}
	s, err := settle(f, x.Rules)
	if err != nil {
		return nil, err
	}
	x.Position = s.p
	if x.You, err = s.power(f.You); err != nil {
		return nil, err
	}
	if x.Focus, err = s.focus(f.Focus); err != nil {
		return nil, err
	}
	if x.others, err = s.orders(f.Others, x.Rules); err != nil {
		return nil, err
	}
	for _, w := range f.Wants {
		c, err := s.condition(w)
		if err != nil {
			return nil, fmt.Errorf("wants %q: %w", w, err)
		}
		x.wants = append(x.wants, c)
	}
	if len(x.wants) == 0 || len(x.Answers) == 0 || len(x.Wrong) == 0 {
		return nil, fmt.Errorf("it needs conditions, an answer and a wrong one")
	}
	slices.Sort(x.Focus)
	return x, nil
}

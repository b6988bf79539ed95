package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"podesta/machiavelli/interchange"
	"podesta/machiavelli/turn"
	"podesta/machiavelli/whatif"
)

// runWhatIf prints the possible results of a phase while some orders and all dice are unknown. The
// exit status is 0 on success, 1 if the phase cannot be played, and 2 if the arguments or the case
// are wrong.
func runWhatIf(e env, args []string) int {
	var unsure []string
	q := whatif.Question{}
	fs := flag.NewFlagSet("whatif", flag.ContinueOnError)
	fs.SetOutput(e.err)
	fs.Func("unsure", "an order `line` that you are not sure of; may be repeated", func(s string) error {
		unsure = append(unsure, s)
		return nil
	})
	fs.IntVar(&q.Limit, "limit", whatif.DefaultLimit, "resolve the phase at most this many `times`, one for each combination of unknowns")
	fs.IntVar(&q.Samples, "samples", whatif.DefaultSamples, "if the dice have too many outcomes to try them all, roll them this many `times` for each combination")
	asJSON := fs.Bool("json", false, "print the answer as JSON")
	fs.Usage = func() {
		fmt.Fprintln(e.err, "usage: podesta whatif [FLAGS] [FILE]")
		fmt.Fprintln(e.err, "Reads a case, as podesta adjudicate does, and resolves it with all possible dice and unknown orders. It prints what")
		fmt.Fprintln(e.err, "happens in every case, and what depends on dice, with the chances, or on orders. Without FILE, it reads the standard")
		fmt.Fprintln(e.err, "input. Name each uncertain order with -unsure, power first. Put alternatives in braces; an empty alternative means")
		fmt.Fprintln(e.err, "that the order is not given. A line without braces may be given or not:")
		fmt.Fprintln(e.err, `  podesta whatif -unsure "venice: e1: {3|6|9|} counter-bribe A Verona" case.json`)
		fmt.Fprintln(e.err, `The case can also name unknowns itself, in a member "unknowns": a list of {"name", "choices": [{"label", "orders"}]}.`)
		fs.PrintDefaults()
	}
	if status, done := parseFlags(fs, args); done {
		return status
	}
	if q.Limit < 1 || q.Samples < 1 {
		fmt.Fprintln(e.err, "podesta whatif: -limit and -samples must be at least 1; leave them out to use the defaults")
		return 2
	}
	if err := readQuestion(e.in, fs.Arg(0), unsure, &q); err != nil {
		fmt.Fprintf(e.err, "podesta whatif: %v\n", err)
		return 2
	}
	answer, err := whatif.Ask(q)
	if err != nil {
		fmt.Fprintf(e.err, "podesta whatif: %v\n", err)
		return 1
	}
	summary := answer.Summary(&q)
	if *asJSON {
		enc := json.NewEncoder(e.out)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(answerJSON(&q, &answer, summary)); err != nil {
			return 1
		}
		return 0
	}
	writeAnswer(e.out, &q, &answer, summary)
	return 0
}

// readQuestion reads the case and its unknowns.
func readQuestion(in io.Reader, name string, unsure []string, q *whatif.Question) error {
	if name != "" && name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &members); err != nil {
		return fmt.Errorf("the case is not valid JSON: %w", err)
	}
	var named []struct {
		Name    string
		Choices []struct {
			Label  string
			Orders json.RawMessage
		}
	}
	if text, ok := members["unknowns"]; ok {
		if err := json.Unmarshal(text, &named); err != nil {
			return fmt.Errorf("unknowns: %w", err)
		}
		delete(members, "unknowns")
		if data, err = json.Marshal(members); err != nil {
			return err
		}
	}
	c, err := interchange.New().Read(data)
	if err != nil {
		return err
	}
	q.Position, q.Rules, q.Lines, q.Rolls = c.Position, c.Rules, c.Lines, c.Rolls
	for _, n := range named {
		u := whatif.Unknown{Name: n.Name}
		for _, x := range n.Choices {
			lines, err := c.ReadLines(x.Orders)
			if err == nil {
				err = sound(lines)
			}
			if err != nil {
				return fmt.Errorf("%s: %s: %w", n.Name, x.Label, err)
			}
			u.Choices = append(u.Choices, whatif.Choice{Label: x.Label, Lines: lines})
		}
		q.Unknowns = append(q.Unknowns, u)
	}
	for _, text := range unsure {
		u, err := readUnsure(c, text)
		if err != nil {
			return fmt.Errorf("-unsure %q: %w", text, err)
		}
		q.Unknowns = append(q.Unknowns, u)
	}
	return nil
}

// readUnsure parses an unknown such as "venice: e1: {3|6|} counter-bribe A
// Verona".
func readUnsure(c *interchange.Case, text string) (whatif.Unknown, error) {
	power, line, ok := strings.Cut(text, ":")
	if !ok {
		return whatif.Unknown{}, errors.New("expected a power, a colon and an order")
	}
	power, line = strings.ToLower(strings.TrimSpace(power)), strings.TrimSpace(line)
	u := whatif.Unknown{}
	name := power
	if p, ok := c.Position.Setting.Powers.Find(power); ok {
		name = c.Position.Setting.Powers[p].Name
	}
	before, rest, braces := strings.Cut(line, "{")
	labels := []string{line, ""}
	after := "" // the text after the braces
	if braces {
		var inside string
		if inside, after, ok = strings.Cut(rest, "}"); !ok {
			return u, errors.New("a closing brace is missing")
		}
		labels = strings.Split(inside, "|")
	}
	for _, label := range labels {
		label = strings.TrimSpace(label)
		if label == "" {
			u.Choices = append(u.Choices, whatif.Choice{Label: name + " leaves out \"" + strings.Join(strings.Fields(before+" "+after), " ") + "\""})
			continue
		}
		order := label
		if braces {
			order = before + label + after
		}
		data, err := json.Marshal(map[string][]string{power: {order}})
		if err != nil {
			return u, err
		}
		lines, err := c.ReadLines(data)
		if err == nil {
			err = sound(lines)
		}
		if err != nil {
			return u, err
		}
		u.Choices = append(u.Choices, whatif.Choice{Label: name + " orders \"" + order + "\"", Lines: lines})
	}
	return u, nil
}

// sound returns the error of the first line that could not be parsed, or nil.
func sound(lines []turn.Line) error {
	for _, l := range lines {
		if !l.Err.IsZero() {
			return errors.New(l.Err.String())
		}
	}
	return nil
}

// labels returns the condition that each choice of a combination stands for.
func labels(q *whatif.Question, choices []int) []string {
	var out []string
	for i, c := range choices {
		u := &q.Unknowns[i]
		label := u.Choices[c].Label
		if u.Name != "" {
			label = u.Name + " is " + label
		}
		out = append(out, label)
	}
	return out
}

func writeAnswer(w io.Writer, q *whatif.Question, a *whatif.Answer, s whatif.Summary) {
	var b bytes.Buffer
	dice := "with every outcome of the dice"
	if !a.Exact {
		dice = "with dice rolled at random, so that chances are estimates"
	}
	fmt.Fprintf(&b, "%s: %d possible results, %s.\n\nIn every case:\n", q.Position.Phase.Title(), len(a.Worlds), dice)
	for _, m := range s.Always {
		fmt.Fprintf(&b, "  %s\n", m)
	}
	if len(s.Always) == 0 {
		fmt.Fprintln(&b, "  Nothing is certain.")
	}
	for _, c := range s.Cases {
		if len(q.Unknowns) == 0 {
			fmt.Fprintln(&b, "\nDepending on the dice:")
		}
		for i, choices := range c.When {
			word := "If "
			if i > 0 {
				word = "or "
			}
			if l := labels(q, choices); len(l) > 0 {
				if i == 0 {
					fmt.Fprintln(&b)
				}
				fmt.Fprintf(&b, "%s%s:\n", word, strings.Join(l, ", and "))
			}
		}
		for _, f := range c.Facts {
			if f.Chance > 1-1e-9 {
				fmt.Fprintf(&b, "        %s\n", f.Message)
			} else {
				fmt.Fprintf(&b, "  %4.1f%% %s\n", 100*f.Chance, f.Message)
			}
		}
		if len(c.Facts) == 0 {
			fmt.Fprintln(&b, "        Nothing else.")
		}
	}
	_, _ = w.Write(b.Bytes())
}

// answerOf is the JSON form of an answer.
type answerOf struct {
	Phase  string   `json:"phase"`
	Worlds int      `json:"worlds"`
	Exact  bool     `json:"exact"`
	Always []string `json:"always"`
	Cases  []caseOf `json:"cases"`
}

type caseOf struct {
	When  [][]string `json:"when"`
	Facts []factOf   `json:"facts"`
}

type factOf struct {
	Text   string  `json:"text"`
	Chance float64 `json:"chance"`
}

func answerJSON(q *whatif.Question, a *whatif.Answer, s whatif.Summary) answerOf {
	out := answerOf{Phase: q.Position.Phase.String(), Worlds: len(a.Worlds), Exact: a.Exact, Always: []string{}}
	for _, m := range s.Always {
		out.Always = append(out.Always, m.String())
	}
	for _, c := range s.Cases {
		x := caseOf{}
		for _, choices := range c.When {
			x.When = append(x.When, labels(q, choices))
		}
		for _, f := range c.Facts {
			x.Facts = append(x.Facts, factOf{f.Message.String(), math.Round(f.Chance*1e9) / 1e9})
		}
		out.Cases = append(out.Cases, x)
	}
	return out
}

package doctor

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// WriteText writes results for people. Each result is one line, followed by the advice.
func WriteText(w io.Writer, results []Result) error {
	var b strings.Builder
	wide := 0
	for _, r := range results {
		wide = max(wide, len(r.Check))
	}
	counts := map[Status]int{}
	for _, r := range results {
		counts[r.Status]++
		mark := string(r.Status)
		if r.Status != OK {
			mark = strings.ToUpper(mark)
		}
		fmt.Fprintf(&b, "%-4s  %-*s  %s\n", mark, wide, r.Check, r.Found)
		if r.Do != "" {
			fmt.Fprintf(&b, "%s-> %s\n", strings.Repeat(" ", 8+wide), r.Do)
		}
	}
	switch {
	case counts[Fail] > 0:
		fmt.Fprintf(&b, "\n%s before the judge can run.\n", number(counts[Fail], "problem must be fixed", "problems must be fixed"))
	case counts[Warn] > 0:
		fmt.Fprintf(&b, "\nThe judge can run. %s.\n", number(counts[Warn], "warning is worth a look", "warnings are worth a look"))
	default:
		b.WriteString("\nNo problems were found.\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func number(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// WriteJSON writes results for programs: an object with the worst status and
// the list of checks.
func WriteJSON(w io.Writer, results []Result) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		Status Status   `json:"status"`
		Checks []Result `json:"checks"`
	}{Worst(results), results})
}

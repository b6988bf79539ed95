package interchange

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"podesta/machiavelli/board"
	"podesta/machiavelli/event"
	"podesta/machiavelli/position"
)

var update = flag.Bool("update", false, "write the lists that tests keep into the documentation")

const docFile = "../../docs/interchange.md"

// meanings describes each kind of event for the documentation.
var meanings = map[string]string{
	"note":            "a remark on a line that was accepted",
	"dislodged":       "a unit that must retreat, and where it may go",
	"removed":         "a unit that left the board",
	"siege-begun":     "a siege begins",
	"siege-completed": "a siege is over: the garrison `lost`, or rebels put down",
	"siege-lifted":    "a siege ends without success",
	"control":         "a province, or with `city` a city, changes hands",
	"rebellion":       "a rebellion breaks out, or spreads to the city; `cause`: expense, assassination, taxation",
	"rebellion-ended": "a rebellion is over; `how`: quelled, put down, liberated, pacified, owner gone",
	"conquest":        "a home country is gained",
	"loss":            "a home country is lost",
	"elimination":     "a power is out of the game",
	"victory":         "the game is won",
	"victory-tied":    "several powers qualify with equal cities",
	"allowance":       "cities and units before a winter counted in cities",
	"starvation":      "the units in a province died of famine",
	"loan-collected":  "the bank collected what was due",
	"default":         "a power could not pay the bank",
	"bribe":           "a unit was bought, or made autonomous; `unit` is the unit before",
	"relief":          "a famine was relieved",
	"assassination":   "an attempt and its die; it succeeds if `roll` is at most `faces`",
	"paralysed":       "a ruler is dead for this campaign; `bank`: by the bank's assassins",
	"revolt":          "the die for a province of an assassinated ruler; it rebels if `roll` is at most `limit`",
	"famine":          "the year's famine, with its rolls",
	"plague":          "the plague, with its rolls",
	"storm":           "the year's storms, with their rolls",
	"income":          "what a power earned, by four kinds; `treasury` includes it; `dice`: `row`, `die`, `roll`, `ducats`",
	"fell-back":       "cavalry that could not enter its destination",
	"transfer":        "a strategic movement; `to` is its destination, also if it failed",
	"excommunication": "the Pope's ban",
}

// members returns the member names of an event of type t.
func members(t reflect.Type) []string {
	var names []string
	for _, f := range fieldsOf(t) {
		switch t.Field(f.index).Type {
		case reflect.TypeOf(position.Dislodged{}):
			names = append(names, "power", "unit", "from", "retreats")
		case reflect.TypeOf(position.Unit{}):
			if f.name == "unit" {
				names = append(names, "power", "unit")
				continue
			}
			names = append(names, f.name)
		default:
			names = append(names, f.name)
		}
	}
	return names
}

// TestDocumentedEvents keeps the list of events in the documentation up to
// date.
func TestDocumentedEvents(t *testing.T) {
	var b strings.Builder
	b.WriteString("| kind | means | members |\n| --- | --- | --- |\n")
	var told []string
	for _, e := range samples(board1978(t)) {
		if slices.Contains(told, e.Kind()) {
			continue
		}
		told = append(told, e.Kind())
		if meanings[e.Kind()] == "" {
			t.Errorf("no meaning of %s", e.Kind())
		}
		fmt.Fprintf(&b, "| `%s` | %s | `%s` |\n", e.Kind(), meanings[e.Kind()], strings.Join(members(reflect.TypeOf(e)), "`, `"))
	}
	kept(t, "events", b.String())
}

// TestDocumentedReasons keeps the documentation's lists of failures and removal
// reasons up to date.
func TestDocumentedReasons(t *testing.T) {
	kept(t, "reasons", "The words of `reason`: "+constants(t, "Failure")+".\n")
	kept(t, "removals", "The reasons in `removed`: "+constants(t, "RemovalReason")+".\n")
}

// constants lists the texts of the constants of a type of package event.
func constants(t *testing.T, typ string) string {
	t.Helper()
	var out []string
	files, err := filepath.Glob("../event/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no source of package event: %v", err)
	}
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || len(v.Values) != 1 {
				return true
			}
			if id, ok := v.Type.(*ast.Ident); !ok || id.Name != typ {
				return true
			}
			text, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			if text != "" {
				out = append(out, "`"+text+"`")
			}
			return true
		})
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// kept compares a section of the documentation with the expected text, or rewrites it.
func kept(t *testing.T, name, want string) {
	t.Helper()
	data, err := os.ReadFile(docFile)
	if err != nil {
		t.Fatal(err)
	}
	open := "<!-- " + name + ": kept by a test -->\n"
	before, rest, ok := strings.Cut(string(data), open)
	section, after, ok2 := strings.Cut(rest, "<!-- end -->")
	if !ok || !ok2 {
		t.Fatalf("the documentation has no section %s", name)
	}
	if *update {
		if err := os.WriteFile(docFile, []byte(before+open+want+"<!-- end -->"+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if section != want {
		t.Errorf("the documentation of %s is not what it must be; go test -update writes it:\n%s", name, want)
	}
}

// TestDocumentedRolls checks that every roll of the game is documented.
func TestDocumentedRolls(t *testing.T) {
	data, err := os.ReadFile(docFile)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../turn/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no source of package turn: %v", err)
	}
	roll := regexp.MustCompile(`\.(?:D6|Lot)\("([a-z ]+?) ?"`)
	found := 0
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range roll.FindAllStringSubmatch(string(source), -1) {
			found++
			if !strings.Contains(string(data), "`"+m[1]) {
				t.Errorf("%s: the roll %q is not documented", name, m[1])
			}
		}
	}
	if found < 6 {
		t.Errorf("only %d rolls found", found)
	}
}

// TestDocumentedMembers checks that every member of a case and of a position,
// and every kind of line, is documented.
func TestDocumentedMembers(t *testing.T) {
	data, err := os.ReadFile(docFile)
	if err != nil {
		t.Fatal(err)
	}
	words := append(slices.Clone(caseMembers), positionMembers...)
	for _, kind := range kindNames {
		words = append(words, kind)
	}
	for v := event.Succeeded; v <= event.Wasted; v++ {
		words = append(words, v.String())
	}
	for _, w := range words {
		if !strings.Contains(string(data), "`"+w+"`") {
			t.Errorf("%q is not documented", w)
		}
	}
}

func board1978(t *testing.T) *board.Board {
	t.Helper()
	b, err := board.Get("italy-1978", true)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

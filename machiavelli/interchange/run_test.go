package interchange

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// one is a small valid case.
const one = `{"id":"a","scenario":"B","position":{"units":{"milan":["A Pavia"]}},"orders":{"milan":["A Pavia - Turin"]}}`

// ids runs a text and returns the ids of the results. A "!" marks errors.
func ids(t *testing.T, in io.Reader) (string, Tally, error) {
	t.Helper()
	var out bytes.Buffer
	tally, err := New().Run(in, &out)
	var list []string
	for line := range strings.Lines(out.String()) {
		var r struct {
			ID    json.RawMessage
			Error *string
		}
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v in the result %s", err, line)
		}
		id := strings.Trim(string(r.ID), `"`)
		if r.Error != nil {
			id += "!"
		}
		list = append(list, id)
	}
	return strings.Join(list, " "), tally, err
}

func TestRunSplitsInput(t *testing.T) {
	bare := strings.Replace(one, `"id":"a",`, "", 1)
	pretty := strings.NewReplacer("{", "{\n  ", ",", ",\n  ").Replace(one)
	for _, c := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"blanks", " \n\t\r\n", ""},
		{"one case", one, "a"},
		{"JSON Lines", one + "\n" + one + "\r\n\n" + one + "\n", "a a a"},
		{"values side by side", one + one + "  " + one, "a a a"},
		{"an array", "[" + one + ",\n" + one + " , " + one + "]", "a a a"},
		{"an empty array", "[]", ""},
		{"two arrays", "[" + one + "]\n[" + one + "]", "a a"},
		{"over several lines", pretty + "\n" + pretty, "a a"},
		{"an array over several lines", "[\n" + pretty + ",\n" + pretty + "\n]\n", "a a"},
		{"a byte order mark", "\ufeff" + one, "a"},
		{"the line is the id", "\n" + bare + "\n\n" + bare, "2 4"},
		{"in an array its number", "[" + bare + "," + bare + "]", "1 2"},
		{"a number is an id", `{"id":17,"scenario":"B"}`, "17"},
		{"no case", one + "\n7\n\"x\"\nnull\n" + one, "a 2! 3! 4! a"},
		{"a bad line", one + "\n{\"id\": oops}\n" + one, "a 2! a"},
		{"a line that is no JSON", one + "\nhello there\n" + one, "a 2! 2! a"},
		{"an open text", one + "\n{\"id\":\"x\n" + one, "a 2! a"},
		{"an open case at the end", one + "\n{\"id\":\"x\",\n", "a 2!"},
		{"an open array", "[" + one, "a 2!"},
		{"a bad beginning", "oops\n" + one, "1! a"},
		{"a bad id", `{"id":[1],"scenario":"B"}`, "1!"},
	} {
		got, _, err := ids(t, strings.NewReader(c.in))
		if got != c.want || err != nil {
			t.Errorf("%s: %s, %v; want %s", c.name, got, err, c.want)
		}
		slow, _, err := ids(t, iotest.OneByteReader(strings.NewReader(c.in)))
		if slow != c.want || err != nil {
			t.Errorf("%s, byte by byte: %s, %v; want %s", c.name, slow, err, c.want)
		}
	}
}

func TestRunWithoutJSON(t *testing.T) {
	for _, in := range []string{"hello", "<html>\n<body>", "{'id': 1}", strings.Repeat("x\n", 5000)} {
		var out bytes.Buffer
		if _, err := New().Run(strings.NewReader(in), &out); !errors.Is(err, ErrNotJSON) || out.Len() > 0 {
			t.Errorf("%.20q: %v, %d bytes written", in, err, out.Len())
		}
	}
}

func TestRunReports(t *testing.T) {
	broken := errors.New("the line is down")
	if _, _, err := ids(t, io.MultiReader(strings.NewReader(one), iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("an error of reading: %v", err)
	}
	tally, err := New().Run(strings.NewReader(one+"\n7\n"), failingWriter{})
	if err == nil {
		t.Error("an error of writing was lost")
	}
	if tally.Cases != 2 || tally.Errors != 1 {
		t.Errorf("%+v", tally)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// TestRunInConstantMemory checks that a run keeps only one case and a limited amount of results
// in memory.
func TestRunInConstantMemory(t *testing.T) {
	const cases = 3000
	s := splitter{in: &repeater{text: one + "\n", left: cases}, line: 1}
	n := 0
	for {
		_, _, bad, ok := s.next()
		if !ok {
			break
		}
		if bad != nil {
			t.Fatal(bad)
		}
		n++
	}
	if n != cases || cap(s.buf) > 256<<10 {
		t.Errorf("%d cases, %d bytes held", n, cap(s.buf))
	}
}

// repeater is a reader that repeats a text.
type repeater struct {
	text string
	rest string
	left int
}

func (r *repeater) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.left == 0 {
			return 0, io.EOF
		}
		r.rest = r.text
		r.left--
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func TestTooLong(t *testing.T) {
	long := `{"id":"` + strings.Repeat("x", maxCase+100) + `"}`
	got, _, err := ids(t, strings.NewReader(one+"\n"+long+"\n"+one))
	if got != "a 2! a" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
}

// FuzzAppend checks that any input produces exactly one line of JSON.
func FuzzAppend(f *testing.F) {
	f.Add([]byte(one))
	f.Add([]byte(`{"id":"\u00e9","scenario":"diplomacy","phase":"winter 1901 adjustments","position":{"units":{"france":["A Paris"]}},"orders":{"france":["Build A Brest"]},"explain":true}`))
	f.Add([]byte(`{"scenario":"A","rules":{"preset":"njudge-classic","options":{"dice":false,"famine":"on"}},"dice":{"seed":"00ff","rolls":{"x":3}}}`))
	f.Add([]byte(`{"scenario":"B","phase":"fall 1454 retreats","position":{"dislodged":[{"power":"milan","unit":"A Swiss","from":"Como"}],"serials":{"milan":{"A1":"Swiss"}}}}`))
	a := New()
	f.Fuzz(func(t *testing.T, data []byte) {
		out, err := a.Append(nil, data, 1)
		var r map[string]any
		if e := json.Unmarshal(out, &r); e != nil {
			t.Fatalf("%v: %s", e, out)
		}
		if bytes.IndexByte(out, '\n') != len(out)-1 {
			t.Fatalf("not one line: %q", out)
		}
		if _, has := r["error"]; has != (err != nil) {
			t.Fatalf("error %v, result %s", err, out)
		}
	})
}

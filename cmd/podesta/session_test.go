package main

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the program says into the transcripts")

// TestTranscripts runs the commands of each transcript and compares the output.
// A transcript consists of "$ podesta ARGUMENTS" lines, each followed by the
// output of the program. "< FILE" after the arguments is the standard input,
// and a last line "[status 1]" is an exit status other than 0. Lines with #
// before the first command are comments.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.transcript")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".transcript"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want := string(data)
			got := replay(t, want)
			if got == want {
				return
			}
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Error(firstDifference(want, got))
		})
	}
}

// replay runs the commands of a transcript and returns a new one.
func replay(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	head := true
	for line := range strings.Lines(text) {
		command, ok := strings.CutPrefix(strings.TrimSpace(line), "$ podesta")
		if !ok {
			if head {
				b.WriteString(line)
			}
			continue
		}
		head = false
		b.WriteString(line)
		args, in, _ := strings.Cut(command, " < ")
		var input []byte
		if in != "" {
			var err error
			if input, err = os.ReadFile(in); err != nil {
				t.Fatal(err)
			}
		}
		status, out, bad := podesta(string(input), strings.Fields(args)...)
		b.WriteString(out + bad)
		if status != 0 {
			b.WriteString("[status " + strconv.Itoa(status) + "]\n")
		}
	}
	return b.String()
}

// firstDifference shows the first line that differs between two texts.
func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		at := func(s []string) string {
			if i < len(s) {
				return s[i]
			}
			return "(the end)"
		}
		if at(w) != at(g) {
			return "line " + strconv.Itoa(i+1) + ":\nwant " + at(w) + "\ngot  " + at(g)
		}
	}
	return "the same"
}

package interchange

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// recorded is a recorded case with the old judge's result.
type recorded struct {
	Case json.RawMessage
	Want struct {
		Next      *string
		Position  json.RawMessage
		Dislodged json.RawMessage
	}
}

// recordedLines returns the lines of a file of recorded cases. It reads this project's file, and
// the file with the same name in the folder that PODESTA_CASES names.
func recordedLines(tb testing.TB, name string) []json.RawMessage {
	tb.Helper()
	var out []json.RawMessage
	has := map[string]bool{}
	names := []string{filepath.Join("testdata", "recorded", name+".jsonl.gz")}
	if dir := os.Getenv("PODESTA_CASES"); dir != "" {
		for _, n := range []string{filepath.Join(dir, name+".jsonl.gz"), filepath.Join(dir, "judge", name+".jsonl.gz")} {
			if _, err := os.Stat(n); err == nil {
				names = append(names, n)
			}
		}
	}
	for _, n := range names {
		for line := range bytes.Lines(unzip(tb, n)) {
			if line = bytes.TrimSpace(line); !has[string(line)] {
				has[string(line)] = true
				out = append(out, line)
			}
		}
	}
	return out
}

// unzip returns the content of a compressed file.
func unzip(tb testing.TB, name string) []byte {
	tb.Helper()
	f, err := os.Open(name)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatalf("%s: %v", name, err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		tb.Fatalf("%s: %v", name, err)
	}
	return data
}

// readRecorded decodes the recorded cases that recordedLines returns.
func readRecorded(tb testing.TB, name string) []recorded {
	tb.Helper()
	var list []recorded
	for _, line := range recordedLines(tb, name) {
		var r recorded
		if err := json.Unmarshal(line, &r); err != nil {
			tb.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

// BenchmarkRecordedMovement adjudicates one recorded movement case, from JSON
// to JSON.
func BenchmarkRecordedMovement(b *testing.B) {
	cases := readRecorded(b, "movement")
	var in bytes.Buffer
	for _, c := range cases {
		if err := json.Compact(&in, c.Case); err != nil {
			b.Fatal(err)
		}
		in.WriteByte('\n')
	}
	b.SetBytes(int64(in.Len() / len(cases)))
	b.ReportAllocs()
	b.ResetTimer()
	for done := 0; done < b.N; done += len(cases) {
		data := in.Bytes()
		if left := b.N - done; left < len(cases) {
			data = firstLines(data, left)
		}
		t, err := New().Run(bytes.NewReader(data), discard{})
		if err != nil || t.Errors > 0 {
			b.Fatalf("%d errors in %d cases: %v", t.Errors, t.Cases, err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "cases/s")
}

func firstLines(data []byte, n int) []byte {
	end := 0
	for range n {
		end += bytes.IndexByte(data[end:], '\n') + 1
	}
	return data[:end]
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

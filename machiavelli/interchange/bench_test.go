package interchange

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// casesDir returns the directory of the recorded cases: PODESTA_CASES, or
// shared/cases next to the repository.
func casesDir() string {
	if dir := os.Getenv("PODESTA_CASES"); dir != "" {
		return dir
	}
	return filepath.Join("..", "..", "..", "shared", "cases")
}

// recorded is a recorded case with the old judge's result.
type recorded struct {
	Case json.RawMessage
	Want struct {
		Next      *string
		Position  json.RawMessage
		Dislodged json.RawMessage
	}
}

// unzipRecorded returns the text of a file of recorded cases, such as
// "judge/movement".
func unzipRecorded(tb testing.TB, name string) []byte {
	tb.Helper()
	path := filepath.Join(casesDir(), filepath.FromSlash(name)+".jsonl.gz")
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		tb.Fatalf("THE RECORDED CASES ARE MISSING: there is no %s; set PODESTA_CASES to the directory that holds %s.jsonl.gz", path, name)
	}
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

// readRecorded reads a file of recorded cases.
func readRecorded(tb testing.TB, name string) []recorded {
	tb.Helper()
	var list []recorded
	for _, line := range readRecordedPhases(tb, name) {
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

// readRecordedPhases reads a file of recorded cases and returns each as raw
// JSON.
func readRecordedPhases(tb testing.TB, name string) []json.RawMessage {
	tb.Helper()
	return linesOf(unzipRecorded(tb, "judge/"+name))
}

// linesOf returns the lines of a file of recorded cases.
func linesOf(data []byte) []json.RawMessage {
	var list []json.RawMessage
	for line := range bytes.Lines(data) {
		list = append(list, bytes.TrimSpace(line))
	}
	return list
}

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// entry is a line of the tally: one run of one target.
type entry struct {
	ended      time.Time
	revision   string
	target     string
	took       time.Duration
	executions int64
}

// note appends an entry to the tally.
func note(file string, e entry) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(f, "%s\t%s\t%s\t%.1f\t%d\n", e.ended.UTC().Format(time.RFC3339), e.revision, e.target, e.took.Seconds(), e.executions)
	return errors.Join(err, f.Close())
}

// printSums prints the executions of each target in all runs, and the total.
func printSums(w io.Writer, file string) error {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(w, "%s is not there: nothing has been run.\n", file)
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	type sum struct {
		executions int64
		seconds    float64
	}
	sums, total := map[string]sum{}, sum{}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 5 {
			return fmt.Errorf("%s:%d: not five fields", file, n)
		}
		seconds, err := strconv.ParseFloat(fields[3], 64)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
		executions, err := strconv.ParseInt(fields[4], 10, 64)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", file, n, err)
		}
		s := sums[fields[2]]
		sums[fields[2]] = sum{s.executions + executions, s.seconds + seconds}
		total = sum{total.executions + executions, total.seconds + seconds}
	}
	for _, t := range slices.Sorted(maps.Keys(sums)) {
		fmt.Fprintf(w, "%-52s %12d in %6.0f s\n", t, sums[t].executions, sums[t].seconds)
	}
	fmt.Fprintf(w, "%-52s %12d in %6.0f s (%s)\n", strconv.Itoa(len(sums))+" targets", total.executions, total.seconds, file)
	return lines.Err()
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"podesta/internal/config"
	"podesta/internal/doctor"
)

// runDoctor checks whether the judge can run with its configuration. The exit status is 0 if
// nothing prevents it, 1 if something does, and 2 if the arguments are wrong.
func runDoctor(e env, args []string) int {
	s := newSettings(e, "doctor", "",
		"Checks whether the judge can run with this configuration: files, database, clock, addresses, e-mail and its DNS",
		"records. It reports each problem and how to fix it. It changes nothing and sends no e-mail. Run it as the user",
		"that runs the judge, whether or not the judge is running. The exit status is 1 if something must be fixed, else 0.")
	asJSON := s.flags.Bool("json", false, "write the results as JSON")
	if status, done := s.parse(args); done {
		return status
	}
	if !s.noArguments(e) {
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	results := examine(ctx, doctor.Machine(), s.source())
	write := doctor.WriteText
	if *asJSON {
		write = doctor.WriteJSON
	}
	return told(e, write, results)
}

// examine runs all checks of a configuration, or returns the problems of the configuration
// itself.
func examine(ctx context.Context, t doctor.Tools, from config.Source) []doctor.Result {
	c, warnings, err := config.Load(from)
	var problems config.Problems
	if errors.As(err, &problems) {
		var out []doctor.Result
		for _, p := range problems {
			out = append(out, doctor.Result{Check: "configuration", Status: doctor.Fail, Found: p.String() + ".", Do: "Correct it; podesta config explains every key."})
		}
		return out
	}
	return doctor.Examine(ctx, t, c, cmp.Or(from.File, os.Getenv(config.FileVariable)), warnings)
}

// told writes results and returns the exit status.
func told(e env, write func(io.Writer, []doctor.Result) error, results []doctor.Result) int {
	if err := write(e.out, results); err != nil {
		fmt.Fprintf(e.err, "podesta doctor: %v\n", err)
		return 1
	}
	if doctor.Worst(results) == doctor.Fail {
		return 1
	}
	return 0
}

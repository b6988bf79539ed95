// Command train produces the weights with which package opinion estimates positions. It plays
// games between computer players, records their positions and results, and fits a network to
// them.
//
//	go run ./internal/opinion/train collect -games 480 -seed 1 -o games
//	go run ./internal/opinion/train fit -seed 1 -o machiavelli/opinion/weights.bin games
//
// The same arguments produce the same files on the same kind of processor. One game in eight is
// not used for learning; "fit" prints how far the network's estimates for those games, and
// simpler estimates, are from the results.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "train:", err)
		}
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) > 0 {
		switch args[0] {
		case "collect":
			return collect(args[1:])
		case "fit":
			return fit(args[1:])
		}
	}
	return errors.New("expected the command collect or fit")
}

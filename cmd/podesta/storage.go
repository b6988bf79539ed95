package main

import (
	"context"
	"log/slog"

	"podesta/internal/config"
	"podesta/internal/store"
)

// packTogether is the number of phases that are packed in one transaction. Other
// writes wait for it.
const packTogether = 10

// packer returns the round of a worker that packs the phases of earlier
// versions, as many in a round as the configuration allows. Once all are packed,
// a round costs a look at an index.
func packer(st *store.Store, c config.Storage, log *slog.Logger) func(context.Context) (int, error) {
	total := 0
	return func(ctx context.Context) (int, error) {
		settled, err := st.Settle(ctx, c.Settle.Span())
		if err != nil || !settled {
			return 0, err
		}
		for done := 0; done < c.PackRate; {
			n, err := st.PackSome(ctx, min(packTogether, c.PackRate-done))
			if err != nil {
				return 0, err
			}
			done, total = done+n, total+n
			if n == 0 {
				if total > 0 {
					log.Info("all stored phases are compressed", "phases", total)
					total = 0
				}
				break
			}
		}
		return 0, nil // the pause between rounds limits the rate
	}
}

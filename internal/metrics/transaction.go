package metrics

import (
	"podesta/internal/game"
)

// watched is a transaction that records what is done in it.
type watched struct {
	game.GameTx
	game.PhaseTx
	game.LogTx
	game.JobTx

	phases, backs, orders, games int
	entries                      []game.EntryKind
	queued                       []string // kinds of queued jobs
}

// count adds the work of the transaction to the metrics.
func (x *watched) count(m *Metrics) {
	m.phases.Add(float64(x.phases))
	m.backs.Add(float64(x.backs))
	m.orders.Add(float64(x.orders))
	m.games.Add(float64(x.games))
	for _, k := range x.entries {
		m.entries.WithLabelValues(string(k)).Inc()
	}
	for _, k := range x.queued {
		m.queued.WithLabelValues(k).Inc()
	}
}

func (x *watched) AddGame(g game.GameRecord, seats []game.SeatRecord, first game.PhaseRecord) error {
	x.games++
	return x.GameTx.AddGame(g, seats, first)
}

func (x *watched) Advance(g game.GameRecord, done game.PhaseRecord, next *game.PhaseRecord) error {
	x.phases++
	return x.PhaseTx.Advance(g, done, next)
}

func (x *watched) SaveOrders(game string, revision, number, seat int, text string) error {
	x.orders++
	return x.PhaseTx.SaveOrders(game, revision, number, seat, text)
}

func (x *watched) Revert(g game.GameRecord, number int) error {
	x.backs++
	return x.PhaseTx.Revert(g, number)
}

func (x *watched) Append(e game.Entry) (int64, error) {
	x.entries = append(x.entries, e.Kind)
	return x.LogTx.Append(e)
}

func (x *watched) Enqueue(j game.Job) error {
	x.queued = append(x.queued, j.Kind)
	return x.JobTx.Enqueue(j)
}

func (x *watched) EnqueueAll(jobs []game.Job) error {
	for i := range jobs {
		x.queued = append(x.queued, jobs[i].Kind)
	}
	return x.JobTx.EnqueueAll(jobs)
}

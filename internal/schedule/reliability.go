package schedule

import (
	"strings"

	"podesta/machiavelli/message"
)

// Outcome classifies when a player's orders for a phase arrived.
type Outcome byte

// The outcomes.
const (
	OnTime    Outcome = '+' // orders were complete at the deadline
	Late      Outcome = '-' // they arrived later
	Resigned  Outcome = 'R' // the power was resigned
	Abandoned Outcome = 'A' // the player lost the power: no orders until shortly before the end of grace
)

// RecordLength is the number of outcomes in a record.
const RecordLength = 60

// enough is the number of outcomes from which a score is known.
const enough = 5

// The weights of outcomes in a score, in phases.
const (
	resignedWeight  = 3
	abandonedWeight = 10
)

// Record holds a player's latest outcomes over all rated games, the newest
// last, one letter each. The zero value is the record of a newcomer.
type Record string

// Add returns the record with one more outcome. A full record loses the oldest.
func (r Record) Add(o Outcome) Record {
	r += Record(o)
	if len(r) > RecordLength {
		r = r[len(r)-RecordLength:]
	}
	return r
}

// Score is the reliability of a player.
type Score struct {
	OnTime, Late, Resigned, Abandoned int  // outcomes in the record
	Percent                           int  // 0 to 100, rounded; 100 in an empty record
	Known                             bool // there are enough outcomes
}

// Score computes the reliability score: the share of phases kept on time among
// the latest 60, where a resigned power counts as three late phases and an
// abandoned one as ten. A player who is never late has 100, one who is late
// once in ten phases 90, and an abandoned game counts until sixty more phases
// are played. The score is known from five outcomes on, or as soon as a game
// was left. Until then no player should be excluded because of it.
func (r Record) Score() Score {
	s := Score{
		OnTime:    strings.Count(string(r), string(OnTime)),
		Late:      strings.Count(string(r), string(Late)),
		Resigned:  strings.Count(string(r), string(Resigned)),
		Abandoned: strings.Count(string(r), string(Abandoned)),
		Percent:   100,
	}
	s.Known = s.OnTime+s.Late >= enough || s.Resigned+s.Abandoned > 0
	if all := s.OnTime + s.Late + resignedWeight*s.Resigned + abandonedWeight*s.Abandoned; all > 0 {
		s.Percent = (100*s.OnTime + all/2) / all
	}
	return s
}

// Say describes the score in a few words.
func (s Score) Say() message.Message {
	if !s.Known {
		return message.New("new player")
	}
	parts := []message.Message{
		message.New("{n} on time", message.Number(s.OnTime)),
		message.New("{n} late", message.Number(s.Late)),
	}
	if s.Resigned > 0 {
		parts = append(parts, message.New("{n} resigned", message.Number(s.Resigned)))
	}
	if s.Abandoned > 0 {
		parts = append(parts, message.New("{n} abandoned", message.Number(s.Abandoned)))
	}
	return message.New("{percent}% ({parts})", message.Number(s.Percent), message.ListOf(message.Commas, parts))
}

// String returns the score in English.
func (s Score) String() string { return s.Say().String() }

// Outcomes returns the outcomes of a phase that is about to be processed, by
// seat, for the records of its players: on time or late, for each seat that
// owed orders and still has its player. A seat that was abandoned got its
// outcome from Action.Blamed, and one that resigned from the resignation.
// Players whom the master did not wait for (PROCESS) have none, nor do players
// in a phase without a deadline.
func Outcomes(s State) map[int]Outcome {
	out := map[int]Outcome{}
	if s.Plan.Deadline.IsZero() {
		return out
	}
	for _, x := range s.Seats {
		switch {
		case !x.Owes || x.vacant():
		case x.Late:
			out[x.ID] = Late
		case s.complete(x):
			out[x.ID] = OnTime
		}
	}
	return out
}

package schedule

import (
	"strings"

	"podesta/machiavelli/message"
)

// Outcome says whether a player's orders for a phase arrived in time.
type Outcome byte

// The outcomes.
const (
	OnTime    Outcome = '+' // orders were complete at the deadline
	Late      Outcome = '-' // orders were complete only later
	Resigned  Outcome = 'R' // the player has resigned the power
	Abandoned Outcome = 'A' // the player lost the power, because no orders arrived for too long
)

// concealed maps outcomes to the letters used for games that never reveal who has played in them
// or who was late. Such an outcome counts in a record, but nobody can see from the score when it
// was added.
var concealed = map[Outcome]Outcome{OnTime: 'o', Late: 'l', Resigned: 'r', Abandoned: 'a'}

// RecordLength is the maximum number of outcomes in a record.
const RecordLength = 60

// enough is the number of outcomes from which a score is known.
const enough = 5

// The weights of outcomes in a score, in phases.
const (
	resignedWeight  = 3
	abandonedWeight = 10
)

// Record holds a player's latest outcomes over all rated games, the newest last, one letter
// each. The zero value is the record of a new player.
type Record string

// Add returns the record with one more outcome. If the record is full, the oldest outcome is
// dropped.
func (r Record) Add(o Outcome) Record {
	r += Record(o)
	if len(r) > RecordLength {
		r = r[len(r)-RecordLength:]
	}
	return r
}

// Concealed returns the record with all its outcomes concealed.
func (r Record) Concealed() Record {
	out := []byte(r)
	for i, o := range out {
		if c, ok := concealed[Outcome(o)]; ok {
			out[i] = byte(c)
		}
	}
	return Record(out)
}

// Append returns the record with more outcomes.
func (r Record) Append(more Record) Record {
	for _, o := range []byte(more) {
		r = r.Add(Outcome(o))
	}
	return r
}

// count returns the number of outcomes of a kind, and how many of them are concealed.
func (r Record) count(o Outcome) (all, hidden int) {
	hidden = strings.Count(string(r), string(concealed[o]))
	return strings.Count(string(r), string(o)) + hidden, hidden
}

// Score is the reliability of a player.
type Score struct {
	OnTime, Late, Resigned, Abandoned int  // outcomes in the record
	Percent                           int  // from 0 to 100, rounded; 100 for an empty record
	Known                             bool // whether there are enough outcomes
	// Rough is set if some outcomes are concealed: Percent is then rounded to tens, and the
	// numbers of outcomes are 0.
	Rough bool
}

// Score computes the reliability score: the share of phases kept on time among the latest 60,
// where a resigned power counts as three late phases and an abandoned one as ten. A player who is
// never late has 100, one who is late once in ten phases 90, and an abandoned game counts until
// sixty more phases have been played. The score is known from five outcomes on, or as soon as the
// player has left a game. Before that, no player should be excluded because of it. If outcomes
// are concealed, it is rounded to tens, so that few outcomes change it.
func (r Record) Score() Score {
	s := Score{Percent: 100}
	hidden := 0
	for _, x := range []struct {
		o Outcome
		n *int
	}{{OnTime, &s.OnTime}, {Late, &s.Late}, {Resigned, &s.Resigned}, {Abandoned, &s.Abandoned}} {
		n, h := r.count(x.o)
		*x.n, hidden = n, hidden+h
	}
	s.Known = s.OnTime+s.Late >= enough || s.Resigned+s.Abandoned > 0
	if all := s.OnTime + s.Late + resignedWeight*s.Resigned + abandonedWeight*s.Abandoned; all > 0 {
		s.Percent = (100*s.OnTime + all/2) / all
	}
	if hidden > 0 {
		s = Score{Percent: (s.Percent + 5) / 10 * 10, Known: s.Known, Rough: true}
	}
	return s
}

// Say describes the score in a few words.
func (s Score) Say() message.Message {
	if !s.Known {
		return message.New("new player")
	}
	if s.Rough {
		return message.New("about {percent}%", message.Number(s.Percent))
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

// Outcomes returns the outcomes of a phase that is about to be resolved, keyed by seat, for the
// records of its players: on time or late, for each seat that owed orders and still has its
// player. An abandoned seat got its outcome from Action.Blamed, and a resigned one from the
// resignation. Players whom the master did not wait for (PROCESS) have no outcome, nor do players
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

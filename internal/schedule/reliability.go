package schedule

import (
	"fmt"
	"strings"
)

// Outcome is how somebody kept a phase for which orders were owed.
type Outcome byte

// The outcomes.
const (
	OnTime    Outcome = '+' // orders were in at the deadline
	Late      Outcome = '-' // they came later
	Resigned  Outcome = 'R' // the power was resigned
	Abandoned Outcome = 'A' // the power was given up for them: no orders until close to the end of grace
)

// RecordLength is how many outcomes a record remembers.
const RecordLength = 60

// enough is how many outcomes make a score.
const enough = 5

// The weights of outcomes in a score, in phases.
const (
	resignedWeight  = 3
	abandonedWeight = 10
)

// Record is somebody's latest outcomes over all rated games, the newest last, a
// letter each. The zero value is the record of a newcomer.
type Record string

// Add is the record with one more outcome; the oldest drops out when it is full.
func (r Record) Add(o Outcome) Record {
	r += Record(o)
	if len(r) > RecordLength {
		r = r[len(r)-RecordLength:]
	}
	return r
}

// Score is how reliable somebody is.
type Score struct {
	OnTime, Late, Resigned, Abandoned int  // outcomes in the record
	Percent                           int  // 0 to 100, rounded; 100 in an empty record
	Known                             bool // there are outcomes enough to judge by
}

// Score works out the one reliability score: the share of phases kept on time
// among the latest 60, where a power resigned counts as three late phases and a
// power abandoned as ten. So who is never late has 100, who is late once in ten
// phases 90, and an abandoned game weighs until sixty more phases are played. It
// is known from five outcomes on, or as soon as a game was left; until then
// nobody should be kept out for it.
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

// String writes the score in a few words.
func (s Score) String() string {
	if !s.Known {
		return "new player"
	}
	out := fmt.Sprintf("%d%% (%d on time, %d late", s.Percent, s.OnTime, s.Late)
	if s.Resigned > 0 {
		out += fmt.Sprintf(", %d resigned", s.Resigned)
	}
	if s.Abandoned > 0 {
		out += fmt.Sprintf(", %d abandoned", s.Abandoned)
	}
	return out + ")"
}

// Outcomes are the outcomes of a phase that is about to be processed, by seat,
// for the records of its players: for each seat that owed orders and still has
// its player, on time or late. A seat that was given up has had its outcome from
// Action.Blamed, and one that was resigned from the resignation. Whom the master
// did not wait for (PROCESS) has none, nor has anybody in a phase without a
// deadline.
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

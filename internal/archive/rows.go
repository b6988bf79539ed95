package archive

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"podesta/internal/admin"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/schedule"
)

// The kinds of items that represent rows of tables in a transfer file. Files of
// earlier versions use the same kinds, since the rows used to be items.
const (
	movedBallot    = "vote"        // keyed by seat
	movedAgreement = "motion"      // keyed by motion and account
	movedLetters   = "openletters" // keyed by account
	movedAbsences  = "absence"     // keyed by seat
	movedDeferred  = "deferred"    // keyed by seat and phase
	movedEntered   = "entered"     // keyed by seat and phase
	movedDiary     = "diary"       // keyed by seat
	movedHooks     = "hookat"      // last log entry sent to webhooks of the other judge; ignored
)

// packRows adds the rows of a game to a transfer file.
func packRows(tx *game.Tx, g *gamestate.State, m *movedGame) error {
	var failed error
	add := func(kind, key string, v any) {
		text, err := json.Marshal(v)
		failed = errors.Join(failed, err)
		m.Items = append(m.Items, movedItem{Kind: kind, Key: key, Text: string(text)})
	}
	ballots, err := tx.Votes.Ballots(g.ID)
	if err != nil {
		return err
	}
	for _, seat := range slices.Sorted(maps.Keys(ballots)) {
		add(movedBallot, gamestate.SeatKey(seat), ballots[seat])
	}
	for _, x := range game.Motions {
		accounts, err := tx.Votes.Agreements(g.ID, x.Motion)
		if err != nil {
			return err
		}
		for _, a := range accounts {
			add(movedAgreement, string(x.Motion)+" "+a, true)
		}
	}
	accounts, err := tx.Votes.Agreements(g.ID, admin.MotionLetters)
	if err != nil {
		return err
	}
	for _, a := range accounts {
		add(movedLetters, a, true)
	}
	absences, err := tx.Absences.Absences(g.ID)
	if err != nil {
		return err
	}
	bySeat := map[int][]schedule.Absence{}
	for _, a := range absences {
		bySeat[a.Seat] = append(bySeat[a.Seat], a)
	}
	for _, seat := range slices.Sorted(maps.Keys(bySeat)) {
		add(movedAbsences, gamestate.SeatKey(seat), bySeat[seat])
	}
	deferred, err := tx.Deferred.Deferred(g.ID)
	if err != nil {
		return err
	}
	for _, d := range deferred {
		kind := movedDeferred
		if d.Entered {
			kind = movedEntered
		}
		add(kind, fmt.Sprintf("%03d %s", d.Seat, d.Phase), d)
	}
	for _, s := range g.Seats {
		notes, err := tx.Diaries.Notes(g.ID, s.Number)
		if err != nil {
			return err
		}
		if len(notes) > 0 {
			add(movedDiary, gamestate.SeatKey(s.Number), notes)
		}
	}
	return failed
}

// unpackItem stores an item of a transfer file, as a row if there is a table
// for it. Damaged items return an error for the person who imports the file.
func unpackItem(tx *game.Tx, gameID, kind, key string, data []byte) error {
	seat, seatErr := strconv.Atoi(key)
	read := func(v any) error {
		if err := json.Unmarshal(data, v); err != nil {
			return damaged(fmt.Sprintf("%s %s: %v", kind, key, err))
		}
		return nil
	}
	switch kind {
	case movedBallot, movedAbsences, movedDiary:
		if seatErr != nil {
			return damaged(fmt.Sprintf("%s of seat %q", kind, key))
		}
	}
	switch kind {
	case movedHooks:
		return nil
	case movedBallot:
		var b game.Ballot
		if err := read(&b); err != nil {
			return err
		}
		return tx.Votes.SaveBallot(gameID, seat, b)
	case movedAgreement:
		m, account, ok := strings.Cut(key, " ")
		if !ok {
			return damaged(fmt.Sprintf("agreement %q", key))
		}
		return tx.Votes.SaveAgreement(gameID, game.Motion(m), account)
	case movedLetters:
		return tx.Votes.SaveAgreement(gameID, admin.MotionLetters, key)
	case movedAbsences:
		var own []schedule.Absence
		if err := read(&own); err != nil {
			return err
		}
		return tx.Absences.SetAbsences(gameID, seat, own)
	case movedDeferred, movedEntered:
		var d game.Deferred
		if err := read(&d); err != nil {
			return err
		}
		d.Entered = kind == movedEntered
		return tx.Deferred.SaveDeferred(gameID, d)
	case movedDiary:
		var notes []string
		if err := read(&notes); err != nil {
			return err
		}
		for _, text := range notes {
			if err := tx.Diaries.AddNote(gameID, seat, text); err != nil {
				return err
			}
		}
		return nil
	}
	return tx.Items.Put(gameID, kind, key, data)
}

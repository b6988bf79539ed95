package gamepage

import (
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// StateOf names the state of a game. It is empty for an active game.
//
//lang:words
func StateOf(g *game.Game) string {
	switch g.Status {
	case game.Forming:
		return "waiting for players"
	case game.Paused:
		return "paused"
	case game.Terminated:
		return "abandoned"
	case game.Over:
		return "over"
	}
	if g.Finished {
		return "over"
	}
	return ""
}

// StateWith is like StateOf, but distinguishes a forming game that has no free seats. The parameter
// missing is the number of free seats; it is negative if the number is secret.
//
//lang:words
func StateWith(g *game.Game, missing int) string {
	if g.Status == game.Forming && missing == 0 {
		return "all seats are taken"
	}
	return StateOf(g)
}

// ReadyState describes how far a seat's orders have got, in a game that waits until everyone is
// ready.
func ReadyState(g *game.Game, seat game.Seat) (says message.Message, done bool) {
	switch {
	case g.Finished:
		return says, true
	case seat.Ready:
		return message.New("ready"), true
	case seat.Given:
		return message.New("orders in"), true
	case !seat.Owes:
		return message.New("nothing to do"), true
	default:
		return message.New("waiting"), false
	}
}

// OwnState describes the state of a player's own seat, and whether orders are missing.
func OwnState(seat game.Seat, st game.SeatState) (says message.Message, owed bool) {
	says, owed = orderState(seat, st)
	if owed && st.Late && !st.Covered && !st.Abandoned && !st.Disorder {
		says = message.New("late: {what}", says)
	}
	return says, owed
}

// orderState is like OwnState, but does not say that the orders are late.
func orderState(seat game.Seat, st game.SeatState) (says message.Message, owed bool) {
	switch {
	case st.Abandoned || st.Disorder:
		return message.New("abandoned: any orders bring you back"), true
	case !seat.Owes:
		return message.New("nothing to do"), false
	case st.Complete && st.Wait:
		return message.New("orders in; you are waiting for the deadline"), false
	case st.Complete:
		return message.New("orders in"), false
	case st.Covered:
		return message.New("your last orders had errors"), true
	}
	return message.New("orders are missing"), true
}

// StandOf is like OwnState, except that in games that wait until everyone is ready it describes how
// far the seat's orders have got, and owed is always false.
func StandOf(g *game.Game, seat game.Seat, st game.SeatState) (says message.Message, owed bool) {
	if g.Hosting.OnReady {
		says, _ = ReadyState(g, seat)
		return says, false
	}
	return OwnState(seat, st)
}

// SeatWords describes the state of a seat, as far as the role may know it. Except in games that
// wait until everyone is ready, only its player and masters see whether it has sent orders.
func SeatWords(g *game.Game, seat game.Seat, st game.SeatState, role game.Role) (says message.Message, done bool) {
	says, done = seatPhase(g, seat, st, role)
	if g.Finished || g.Hosting.OnReady || st.LateCount == 0 {
		return says, done
	}
	late := message.Plural(st.LateCount, "late {n} time", "late {n} times")
	if says.IsZero() {
		return late, done
	}
	return message.New("{state}, {late}", says, late), done
}

// seatPhase describes the state of a seat in the current phase.
func seatPhase(g *game.Game, seat game.Seat, st game.SeatState, role game.Role) (says message.Message, done bool) {
	switch {
	case g.Finished:
		return says, true
	case g.Hosting.OnReady:
		return ReadyState(g, seat)
	case st.Disorder:
		return message.New("civil disorder"), false
	case st.Abandoned:
		return message.New("no player"), false
	case role.Master || role.Seat == seat.Number:
		says, owed := OwnState(seat, st)
		if role.Master && st.Complete && st.Wait {
			says = message.New("orders in, waiting for the deadline")
		}
		return says, !owed
	case st.Late && st.Covered:
		return message.New("late, with errors"), false
	case st.Late:
		return message.New("late"), false
	case st.Awaited:
		return message.New("awaited"), false
	}
	return says, true
}

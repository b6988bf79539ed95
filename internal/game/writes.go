package game

// Writes lists the seats for which a role can write orders: its own or, in a game that one
// person plays, all of them.
func (g *Game) Writes(role Role) []int {
	if role.Master && g.Solitaire {
		out := make([]int, len(g.Setting.Seats))
		for i := range out {
			out[i] = i + 1
		}
		return out
	}
	if role.Seat < 1 || role.Seat > len(g.Setting.Seats) {
		return nil
	}
	return []int{role.Seat}
}

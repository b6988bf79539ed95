// Package matching assigns columns to rows at minimum cost. It is used to assign powers to
// players.
package matching

// Assign returns a different column for each row such that the sum of the costs
// is minimal. There must be at least as many columns as rows. It uses the
// Hungarian algorithm with potentials, in time rows² · columns.
func Assign(cost [][]int64) []int {
	n := len(cost)
	if n == 0 {
		return nil
	}
	m := len(cost[0])
	const far = int64(1) << 62
	row := make([]int64, n+1) // potentials; index 0 is an additional row and column
	col := make([]int64, m+1)
	owner := make([]int, m+1) // the row to which a column is assigned
	from := make([]int, m+1)  // the previous column on the augmenting path
	for i := 1; i <= n; i++ {
		owner[0] = i
		slack := make([]int64, m+1)
		seen := make([]bool, m+1)
		for c := range slack {
			slack[c] = far
		}
		at := 0
		for {
			seen[at] = true
			next, step := 0, far
			for c := 1; c <= m; c++ {
				if seen[c] {
					continue
				}
				if d := cost[owner[at]-1][c-1] - row[owner[at]] - col[c]; d < slack[c] {
					slack[c], from[c] = d, at
				}
				if slack[c] < step {
					next, step = c, slack[c]
				}
			}
			for c := 0; c <= m; c++ {
				if seen[c] {
					row[owner[c]] += step
					col[c] -= step
				} else {
					slack[c] -= step
				}
			}
			if at = next; owner[at] == 0 {
				break
			}
		}
		for at != 0 {
			owner[at] = owner[from[at]]
			at = from[at]
		}
	}
	out := make([]int, n)
	for c := 1; c <= m; c++ {
		if owner[c] > 0 {
			out[owner[c]-1] = c - 1
		}
	}
	return out
}

package replay

// Frame is a step with the data that a page needs to show it.
type Frame struct {
	Changes []Change    `json:"changes,omitempty"`
	Areas   []string    `json:"areas,omitempty"`                        // codes of areas
	Walk    [][2]string `json:"walk,omitempty" tstype:"Pair<string>[]"` // unit keys before and after
	Shake   []string    `json:"shake,omitempty"`                        // keys of units
	Ring    []string    `json:"ring,omitempty"`                         // codes of cities
	Clash   []Mark      `json:"clash,omitempty"`
}

// Mark is the mark of a contest in the drawing.
type Mark struct {
	At   [2]int `json:"at" tstype:"Pair"`
	Text string `json:"text"` // such as "2:1"; empty if no strengths were compared
	Won  bool   `json:"won,omitempty"`
}

// Change is a change to a drawing. In the node with the given Path, it removes Drop children from
// index At on and inserts Put in their place. Path holds the indices of children, including text
// nodes, starting at the root element.
type Change struct {
	Path []int  `json:"path"`
	At   int    `json:"at"`
	Drop int    `json:"drop"`
	Put  string `json:"put"`
}

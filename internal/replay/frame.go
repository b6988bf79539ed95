package replay

// Frame is a step with what a page needs to show it.
type Frame struct {
	Changes []Change    `json:"changes,omitempty"`
	Areas   []string    `json:"areas,omitempty"`                        // codes
	Walk    [][2]string `json:"walk,omitempty" tstype:"Pair<string>[]"` // units by their keys before and after
	Shake   []string    `json:"shake,omitempty"`                        // units by key
	Ring    []string    `json:"ring,omitempty"`                         // codes of cities
	Clash   []Mark      `json:"clash,omitempty"`
}

// Mark is a mark of a contest, at a place of the drawing.
type Mark struct {
	At   [2]int `json:"at" tstype:"Pair"`
	Text string `json:"text"` // "2:1"; empty where nothing was compared
	Won  bool   `json:"won,omitempty"`
}

// Change is one change of a drawing: of the children of the node that Path leads
// to, Drop are taken out at the index At, and Put is put in their place. Path
// counts children, text among them, from the drawing's own element on.
type Change struct {
	Path []int  `json:"path"`
	At   int    `json:"at"`
	Drop int    `json:"drop"`
	Put  string `json:"put"`
}

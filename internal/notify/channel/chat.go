package channel

// Message is what a person has written to the judge in a chat.
type Message struct {
	ID      string // the same whenever it is delivered
	Account string // the account that has written it
	Game    string // the game that it is about; empty: none
	Text    string // commands and orders, one on a line
}

// Reply is the judge's answer to a Message.
type Reply struct {
	Text     string    `json:"text"`
	Pictures []Picture `json:"pictures,omitempty"`
}

// Picture is the map of a phase, which is drawn when it is sent.
type Picture struct {
	Game     string `json:"game"`
	Number   int    `json:"number"`             // of the phase
	Language string `json:"language,omitempty"` // the tag of the reader's language
}

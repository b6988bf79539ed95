package channel

// Message is a message from a person to the judge in a chat.
type Message struct {
	ID      string // the same each time it is delivered
	Account string // account of the writer
	Game    string // the game that it is about; empty if there is none
	Text    string // commands and orders, one per line
}

// Reply is the judge's answer to a Message.
type Reply struct {
	Text     string    `json:"text"`
	Pictures []Picture `json:"pictures,omitempty"`
}

// Picture is the map of a phase, which is drawn when it is sent.
type Picture struct {
	Game     string `json:"game"`
	Number   int    `json:"number"`             // number of the phase
	Language string `json:"language,omitempty"` // tag of the reader's language
}

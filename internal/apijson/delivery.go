package apijson

// Delivery is the body of a webhook call.
type Delivery struct {
	Hook     string  `json:"hook" doc:"The hook's ID"`
	Game     Summary `json:"game"`
	Headline string  `json:"headline,omitempty" doc:"Of a result: the phase in a sentence or two"`
	Entry    Entry   `json:"entry"`
}

// NewsDelivery is the body of a webhook call about what another person did.
type NewsDelivery struct {
	Hook string `json:"hook" doc:"The hook's ID"`
	News News   `json:"news"`
}

// News is what another person did, such as an invitation to a game, or what has
// happened in the queue or in a tournament.
type News struct {
	Title string `json:"title"`
	Text  string `json:"text"`
	Page  string `json:"page" doc:"The path of the page about it" example:"/g/k2x4mqpa"`
}

package client

import (
	"encoding/json"
	"time"
)

// Log is a part of a game's log.
type Log struct {
	Items []Entry `json:"items"`
	Next  string  `json:"next"`
	Last  int64   `json:"last"`
}

// Entry is one entry of a game's log. One of Notice, Result, Press and Act is
// set.
type Entry struct {
	Game   string    `json:"game"`
	Seq    int64     `json:"seq"`
	At     time.Time `json:"at"`
	Kind   string    `json:"kind"`
	Phase  string    `json:"phase"`
	Number int       `json:"number"`
	Powers []string  `json:"powers"`
	To     Audience  `json:"to"`
	Notice *Notice   `json:"notice"`
	Result *Result   `json:"result"`
	Press  *Press    `json:"press"`
	Act    *Act      `json:"act"`
}

// Audience determines who may see an entry.
type Audience struct {
	All       bool     `json:"all"`
	Members   bool     `json:"members"`
	Observers bool     `json:"observers"`
	Powers    []string `json:"powers"`
}

// Notice is an event in a game.
type Notice struct {
	Topic string   `json:"topic"`
	Text  string   `json:"text"`
	Lines []string `json:"lines"`
}

// Result is the result of a processed phase.
type Result struct {
	Number int    `json:"number"`
	Phase  string `json:"phase"`
	Next   string `json:"next"`
	Times  *Times `json:"times"`
	Over   bool   `json:"over"`
}

// Press is a message of a player.
type Press struct {
	Text   string   `json:"text"`
	Grey   bool     `json:"grey"`
	Master bool     `json:"master"`
	Header Audience `json:"header"`
	Fake   bool     `json:"fake"`
	Who    string   `json:"who"`
	Said   *Said    `json:"proposal"`
}

// Said is what a message says about a proposal.
type Said struct {
	Number int    `json:"number"`
	Act    string `json:"act"`
	Text   string `json:"text"`
	Note   string `json:"note"`
}

// Act is an act of a master.
type Act struct {
	Topic   string     `json:"topic"`
	Text    string     `json:"text"`
	Why     string     `json:"why"`
	Changes []string   `json:"changes"`
	At      *time.Time `json:"at"`
	Phase   string     `json:"phase"`
}

// Letter is a message to be sent. To names powers, observers, all, or only the
// master.
type Letter struct {
	To     []string `json:"to,omitempty"`
	Text   string   `json:"text"`
	Grey   bool     `json:"grey,omitempty"`
	FakeTo []string `json:"fakeTo,omitempty"`
	NoFake bool     `json:"noFake,omitempty"`
	Postal bool     `json:"postal,omitempty"`
}

// PhaseList lists the phases of a game, the current one last.
type PhaseList struct {
	Items []struct {
		Number int    `json:"number"`
		Phase  string `json:"phase"`
		Done   bool   `json:"done"`
	} `json:"items"`
}

// Report is the report of a phase, in words.
type Report struct {
	Title    string `json:"title"`
	Headline string `json:"headline"`
	Story    []struct {
		Title string   `json:"title"`
		Lines []string `json:"lines"`
	} `json:"story"`
	Classic string `json:"classic"`
}

// Members lists the people who take part in a game.
type Members struct {
	Items []struct {
		Kind        string   `json:"kind"`
		Name        string   `json:"name"`
		Program     bool     `json:"program"`
		Seat        int      `json:"seat"`
		Powers      []string `json:"powers"`
		Former      bool     `json:"former"`
		Waits       int      `json:"waits"`
		Preferences string   `json:"preferences"`
		Account     string   `json:"account"`
	} `json:"items"`
}

// Person is an account as its owner sees it.
type Person struct {
	Account     string `json:"account"`
	Name        string `json:"name"`
	Program     bool   `json:"program"`
	Email       string `json:"email"`
	Zone        string `json:"zone"`
	Verified    bool   `json:"verified"`
	Keeper      bool   `json:"keeper"`
	OpenData    bool   `json:"openData"`
	Reliability int    `json:"reliability"`
	Record      string `json:"record"`
}

// Secret is a new token.
type Secret struct {
	Token string `json:"token"`
}

// Hooks lists the webhooks of an account.
type Hooks struct {
	Items []Hook `json:"items"`
}

// Hook is a URL that is called about entries. Secret is set only when it is
// created.
type Hook struct {
	ID     string   `json:"id"`
	Game   string   `json:"game"`
	URL    string   `json:"url"`
	Format string   `json:"format"`
	Kinds  []string `json:"kinds"`
	Secret string   `json:"secret"`
	Failed string   `json:"failed"`
	Off    bool     `json:"off"`
}

// Changes lists changes, one sentence each.
type Changes struct {
	Changes []string `json:"changes"`
}

// Lines are sentences.
type Lines struct {
	Lines []string `json:"lines"`
}

// Acts lists the acts of masters.
type Acts struct {
	Items []Act `json:"items"`
}

// Rules are the rules of a game.
type Rules struct {
	Preset     string            `json:"preset"`
	Options    map[string]string `json:"options"`
	Text       string            `json:"text"`
	HouseRules string            `json:"houseRules"`
}

// Answer is a preview of a phase.
type Answer struct {
	Phase  string   `json:"phase"`
	Always []string `json:"always"`
	Cases  []struct {
		When  [][]string `json:"when"`
		Facts []struct {
			Text   string  `json:"text"`
			Chance float64 `json:"chance"`
		} `json:"facts"`
	} `json:"cases"`
	Refused []Verdict `json:"refused"`
}

// Scenarios lists the available scenarios.
type Scenarios struct {
	Items []struct {
		ID       string `json:"id"`
		Slug     string `json:"slug"`
		Title    string `json:"title"`
		Period   string `json:"period"`
		Variants []struct {
			ID      string `json:"id"`
			Players int    `json:"players"`
			Title   string `json:"title"`
		} `json:"variants"`
	} `json:"items"`
}

// About describes a judge.
type About struct {
	Program string `json:"program"`
	Version string `json:"version"`
	Engine  string `json:"engine"`
	Time    string `json:"time"`
}

// NewGame describes a game to be created. Hosting holds its settings as in the
// API; without it the game is played by links.
type NewGame struct {
	Name      string            `json:"name"`
	Scenario  string            `json:"scenario,omitempty"`
	Variant   string            `json:"variant,omitempty"`
	Preset    string            `json:"preset,omitempty"`
	Options   map[string]string `json:"options,omitempty"`
	Library   string            `json:"library,omitempty"`
	Position  json.RawMessage   `json:"position,omitempty"`
	Phase     string            `json:"phase,omitempty"`
	Hosting   json.RawMessage   `json:"hosting,omitempty"`
	Solitaire bool              `json:"solitaire,omitempty"`
	Plays     bool              `json:"plays,omitempty"`
	Wishes    string            `json:"wishes,omitempty"`
	Pace      int               `json:"pace,omitempty"`
}

// Offers lists the invitations of the caller.
type Offers struct {
	Items []struct {
		Game string `json:"game"`
		Name string `json:"name"`
		Host string `json:"host"`
	} `json:"items"`
}

// Muster is what a full game waits for before it begins.
type Muster struct {
	Mine  bool       `json:"mine"` // the caller was asked to confirm
	Done  bool       `json:"done"` // and has
	Until *time.Time `json:"until"`
}

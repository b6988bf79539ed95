package client

import (
	"encoding/json"
	"net/url"
	"strings"
	"time"
)

// Path writes the path of a call from its parts, which may hold any characters.
func Path(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString("/" + url.PathEscape(p))
	}
	return b.String()
}

// Times are the instants of a phase; nil: none.
type Times struct {
	Start    *time.Time `json:"start,omitempty"`
	Deadline *time.Time `json:"deadline,omitempty"`
	Grace    *time.Time `json:"grace,omitempty"`
}

// Summary is a game in a list.
type Summary struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Status   string `json:"status"`
	Hosted   bool   `json:"hosted"`
	Scenario string `json:"scenario"`
	Variant  string `json:"variant"`
	Title    string `json:"title"`
	Players  int    `json:"players"`
	Preset   string `json:"preset"`
	Phase    string `json:"phase"`
	Number   int    `json:"number"`
	Revision int    `json:"revision"`
	Times    Times  `json:"times"`
	Comment  string `json:"comment"`
	Gunboat  bool   `json:"gunboat"`
}

// GameList is a page of games.
type GameList struct {
	Games []Summary `json:"games"`
	Total int       `json:"total"`
}

// Game is a game in full.
type Game struct {
	Summary
	Board     string   `json:"board"`
	Powers    []Power  `json:"powers"`
	Seats     []Seat   `json:"seats"`
	You       You      `json:"you"`
	Missing   *int     `json:"missing"`
	Vacant    []int    `json:"vacant"`
	Victors   []string `json:"victors"`
	Irregular bool     `json:"irregular"`
}

// Created is a game that was made; Keys are there for tables run by links.
type Created struct {
	Game
	Keys *Keys `json:"keys"`
}

// Keys are the secrets of a table that is run by links.
type Keys struct {
	Master string   `json:"master"`
	Seats  []string `json:"seats"`
}

// Power is a power of a game.
type Power struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Letter string `json:"letter"`
	Seat   int    `json:"seat"`
}

// Seat is a place at the table.
type Seat struct {
	Number    int      `json:"number"`
	Player    string   `json:"player"`
	Powers    []string `json:"powers"`
	Owes      bool     `json:"owes"`
	Given     bool     `json:"given"`
	Ready     bool     `json:"ready"`
	Wait      bool     `json:"wait"`
	Complete  bool     `json:"complete"`
	Late      bool     `json:"late"`
	LateCount int      `json:"lateCount"`
	Abandoned bool     `json:"abandoned"`
	Disorder  bool     `json:"disorder"`
}

// You is what the caller is at a game.
type You struct {
	Master   bool     `json:"master"`
	Seat     int      `json:"seat"`
	Player   bool     `json:"player"`
	Observer bool     `json:"observer"`
	Powers   []string `json:"powers"`
}

// PositionAt is the position at the beginning of a phase, as far as the caller may
// see it. Maps go by power.
type PositionAt struct {
	Number   int      `json:"number"`
	Phase    string   `json:"phase"`
	Hidden   []string `json:"hidden"`
	Position Position `json:"position"`
}

// Position is the part of a position that a listing shows.
type Position struct {
	Units      map[string][]string `json:"units"`
	Provinces  map[string][]string `json:"provinces"`
	Cities     map[string][]string `json:"cities"`
	Treasuries map[string]int      `json:"treasuries"`
	Loans      []Loan              `json:"loans"`
	Chits      map[string][]string `json:"chits"`
	Sieges     []string            `json:"sieges"`
	Rebellions []Rebellion         `json:"rebellions"`
	Famine     []string            `json:"famine"`
	Plague     []string            `json:"plague"`
	Dislodged  []Dislodged         `json:"dislodged"`
	Eliminated []string            `json:"eliminated"`
}

// Loan is a debt to the bank, in ducats.
type Loan struct {
	Power     string `json:"power"`
	Principal int    `json:"principal"`
	Interest  int    `json:"interest"`
	Due       string `json:"due"`
}

// Rebellion is one in a province.
type Rebellion struct {
	Province string   `json:"province"`
	In       []string `json:"in"`
	Against  string   `json:"against"`
}

// Dislodged is a unit that must retreat.
type Dislodged struct {
	Power    string   `json:"power"`
	Unit     string   `json:"unit"`
	Retreats []string `json:"retreats"`
}

// Orders are the orders of a seat with their verdicts.
type Orders struct {
	Game     string    `json:"game"`
	Seat     int       `json:"seat"`
	Phase    string    `json:"phase"`
	Revision int       `json:"revision"`
	Text     string    `json:"text"`
	Verdicts []Verdict `json:"verdicts"`
	Refused  int       `json:"refused"`
	Missing  []Missing `json:"missing"`
}

// Verdict is what became of one line of orders.
type Verdict struct {
	Line      int      `json:"line"`
	Text      string   `json:"text"`
	Power     string   `json:"power"`
	OK        bool     `json:"ok"`
	Canonical string   `json:"canonical"`
	Error     string   `json:"error"`
	Code      string   `json:"code"`
	Suggest   []string `json:"suggest"`
	Notes     []string `json:"notes"`
	Replaced  bool     `json:"replaced"`
}

// Missing is what a power has not ordered yet.
type Missing struct {
	Power    string   `json:"power"`
	Units    []string `json:"units"`
	Retreats []string `json:"retreats"`
	Builds   int      `json:"builds"`
	Removals int      `json:"removals"`
}

// Draft is a text of orders to be sent, for a revision of the game, or to be
// checked, without one.
type Draft struct {
	Text     string `json:"text"`
	Revision int    `json:"revision,omitempty"`
}

// Legal is what powers could order.
type Legal struct {
	Phase    string       `json:"phase"`
	Revision int          `json:"revision"`
	Powers   []LegalPower `json:"powers"`
}

// LegalPower is what one power could order.
type LegalPower struct {
	Power    string       `json:"power"`
	Units    []UnitOrders `json:"units"`
	Builds   []string     `json:"builds"`
	Loans    []string     `json:"loans"`
	Payments []string     `json:"payments"`
	Expenses []string     `json:"expenses"`
	Others   []string     `json:"others"`
	Money    *Money       `json:"money"`
}

// UnitOrders are the lawful orders of a unit.
type UnitOrders struct {
	Unit   string   `json:"unit"`
	Orders []string `json:"orders"`
}

// Money is what a power has, in ducats.
type Money struct {
	Treasury int `json:"treasury"`
	Debts    int `json:"debts"`
	Upkeep   int `json:"upkeep"`
}

// Log is a part of a game's log.
type Log struct {
	Entries []Entry `json:"entries"`
	Last    int64   `json:"last"`
	More    bool    `json:"more"`
}

// Entry is one line of a game's log. One of Notice, Result, Press and Act is
// there.
type Entry struct {
	Game   string    `json:"game"`
	Seq    int64     `json:"seq"`
	At     time.Time `json:"at"`
	Kind   string    `json:"kind"`
	Phase  string    `json:"phase"`
	Powers []string  `json:"powers"`
	To     Audience  `json:"to"`
	Notice *Notice   `json:"notice"`
	Result *Result   `json:"result"`
	Press  *Press    `json:"press"`
	Act    *Act      `json:"act"`
}

// Audience is who was told something.
type Audience struct {
	All       bool     `json:"all"`
	Members   bool     `json:"members"`
	Observers bool     `json:"observers"`
	Powers    []string `json:"powers"`
}

// Notice is something about the course of a game.
type Notice struct {
	Topic string   `json:"topic"`
	Text  string   `json:"text"`
	Lines []string `json:"lines"`
}

// Result tells that a phase was carried out.
type Result struct {
	Number int    `json:"number"`
	Phase  string `json:"phase"`
	Next   string `json:"next"`
	Times  *Times `json:"times"`
	Over   bool   `json:"over"`
}

// Press is a letter.
type Press struct {
	Text   string   `json:"text"`
	Grey   bool     `json:"grey"`
	Master bool     `json:"master"`
	Header Audience `json:"header"`
	Fake   bool     `json:"fake"`
	Who    string   `json:"who"`
}

// Act is something that a master did to the game itself.
type Act struct {
	Topic   string     `json:"topic"`
	Text    string     `json:"text"`
	Why     string     `json:"why"`
	Changes []string   `json:"changes"`
	At      *time.Time `json:"at"`
	Phase   string     `json:"phase"`
}

// Letter is press to be sent. To names powers, observers or all, or the master
// alone.
type Letter struct {
	To     []string `json:"to,omitempty"`
	Text   string   `json:"text"`
	Grey   bool     `json:"grey,omitempty"`
	FakeTo []string `json:"fakeTo,omitempty"`
	NoFake bool     `json:"noFake,omitempty"`
	Postal bool     `json:"postal,omitempty"`
}

// PhaseList are the phases of a game, the current one last.
type PhaseList struct {
	Phases []struct {
		Number int    `json:"number"`
		Phase  string `json:"phase"`
		Done   bool   `json:"done"`
	} `json:"phases"`
}

// Report is what a phase brought, in words.
type Report struct {
	Title    string `json:"title"`
	Headline string `json:"headline"`
	Story    []struct {
		Title string   `json:"title"`
		Lines []string `json:"lines"`
	} `json:"story"`
	Classic string `json:"classic"`
}

// Members are those who take part in a game.
type Members struct {
	Members []struct {
		Kind        string   `json:"kind"`
		Name        string   `json:"name"`
		Seat        int      `json:"seat"`
		Powers      []string `json:"powers"`
		Former      bool     `json:"former"`
		Waits       int      `json:"waits"`
		Preferences string   `json:"preferences"`
		Account     string   `json:"account"`
	} `json:"members"`
}

// Person is an account as its owner sees it.
type Person struct {
	Account     string `json:"account"`
	Name        string `json:"name"`
	Email       string `json:"email"`
	Zone        string `json:"zone"`
	Verified    bool   `json:"verified"`
	Keeper      bool   `json:"keeper"`
	Reliability int    `json:"reliability"`
	Record      string `json:"record"`
}

// Tokens are the tokens of an account, without their secrets.
type Tokens struct {
	Tokens []struct {
		ID      string     `json:"id"`
		Kind    string     `json:"kind"`
		Game    string     `json:"game"`
		Seat    int        `json:"seat"`
		Label   string     `json:"label"`
		Expires *time.Time `json:"expires"`
		Used    *time.Time `json:"used"`
		Current bool       `json:"current"`
	} `json:"tokens"`
}

// Secret is a token that was made.
type Secret struct {
	Token string `json:"token"`
}

// Hooks are the addresses that are called for an account.
type Hooks struct {
	Hooks []Hook `json:"hooks"`
}

// Hook is an address that is called when something is told. Secret is there when
// it is made, and not again.
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

// Vote is about the end of a game.
type Vote struct {
	Draw    bool     `json:"draw,omitempty"`
	Among   []string `json:"among,omitempty"`
	Concede string   `json:"concede,omitempty"`
}

// AbsenceList are the absences of a seat.
type AbsenceList struct {
	Seat     int       `json:"seat"`
	Absences []Absence `json:"absences"`
}

// Absence is a time in which somebody is away.
type Absence struct {
	Start time.Time `json:"start"`
	End   time.Time `json:"end"`
}

// Diary are the notes of a seat.
type Diary struct {
	Notes []string `json:"notes"`
}

// Changes tells what was changed, a sentence each.
type Changes struct {
	Changes []string `json:"changes"`
}

// Lines are sentences.
type Lines struct {
	Lines []string `json:"lines"`
}

// Acts are what masters did to the game itself.
type Acts struct {
	Acts []Act `json:"acts"`
}

// Rules are the rules of a game.
type Rules struct {
	Preset     string            `json:"preset"`
	Options    map[string]string `json:"options"`
	Text       string            `json:"text"`
	HouseRules string            `json:"houseRules"`
}

// Answer is what a phase could come to.
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

// Scenarios are what can be played.
type Scenarios struct {
	Scenarios []struct {
		ID       string `json:"id"`
		Slug     string `json:"slug"`
		Title    string `json:"title"`
		Period   string `json:"period"`
		Variants []struct {
			ID      string `json:"id"`
			Players int    `json:"players"`
			Title   string `json:"title"`
		} `json:"variants"`
	} `json:"scenarios"`
}

// About is what a judge says of itself.
type About struct {
	Program string `json:"program"`
	Version string `json:"version"`
	Engine  string `json:"engine"`
	Time    string `json:"time"`
}

// NewGame is what a game is made from. Hosting are its settings as the API has
// them; without it a table run by links is made.
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
	Pace      int               `json:"pace,omitempty"`
}

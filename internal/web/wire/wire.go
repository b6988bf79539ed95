// Package wire holds the answers of the pages' addresses to their scripts, next
// to those of packages choices and replay. internal/web/ts/types.ts is generated
// from all of them by tools/wiretypes, so this package declares types only.
package wire

import (
	"encoding/json"
	"time"

	"podesta/internal/replay"
	"podesta/internal/tableview"
)

// Refusal is an answer that something was not done. Scripts act on the code; the
// words are for people.
type Refusal struct {
	Title  string `json:"title,omitempty"`
	Error  string `json:"error"`            // why, in words
	Code   string `json:"code,omitempty"`   // one of the constants, or a code of package judge
	SignIn string `json:"signin,omitempty"` // address at which the visitor can sign in
}

// SignedOut is the code of a refusal because the session is over.
const SignedOut = "signin"

// Stale is the code of a refusal because the phase has been resolved meanwhile.
const Stale = "stale"

// Changed is the code of a refusal because the game was rolled back or
// corrected meanwhile; the words say which.
const Changed = "changed"

// Accepted is an answer that a form was taken.
type Accepted struct {
	To     string `json:"to"`               // address to which a browser without the script is led
	Notice string `json:"notice,omitempty"` // what it came to
}

// Preview is what a phase would come to, as the page shows it.
type Preview struct {
	HTML string `json:"html"`
}

// Saved is the answer about orders that were sent.
type Saved struct {
	At       time.Time `json:"at"`
	Revision int       `json:"revision"`
	Ready    bool      `json:"ready"`          // the seat is waited for no longer
	Late     bool      `json:"late,omitempty"` // nothing was kept: it would be resolved at once, so it is sent with Ready
	Ask      []string  `json:"ask,omitempty"`  // why Ready was not taken yet; asked for again with "anyway" it is
	Moved    bool      `json:"moved,omitempty"`

	// In a game that waits for complete orders: the lines that complete them, by
	// power, for players who are ready anyway; or that lines need correcting first.
	Fill map[string][]string `json:"fill,omitempty"`
	Mend bool                `json:"mend,omitempty"`

	Checked *CheckedTexts `json:"checked,omitempty"` // what the texts come to
}

// Checked is what the text of one power comes to.
type Checked struct {
	Lines  []CheckedLine `json:"lines"`
	Owes   string        `json:"owes"`
	Report string        `json:"report"` // the verdicts as the page shows them
	Units  string        `json:"units"`  // the units as the page shows them

	Purse *tableview.Purse `json:"purse,omitempty"` // nil where there is nothing to count

	Warnings []tableview.Warning `json:"warnings,omitempty"`
}

// CheckedLine is one order of a text.
type CheckedLine struct {
	Line      int      `json:"line"` // from 1
	Column    int      `json:"column"`
	Text      string   `json:"text"`
	OK        bool     `json:"ok"`
	Canonical string   `json:"canonical,omitempty"` // as a click on the page writes it
	Unit      string   `json:"unit,omitempty"`      // key of the unit that the line orders (package tableview)
	Say       string   `json:"say,omitempty"`       // the order as a sentence
	Error     string   `json:"error,omitempty"`
	Code      string   `json:"code,omitempty"`
	Suggest   []string `json:"suggest,omitempty"`
	Notes     []Note   `json:"notes,omitempty"`
}

// Note is a remark on an order that is accepted.
type Note struct {
	Code string `json:"code"` // of the judge's catalogue; empty where it has none
	Say  string `json:"say"`
}

// ShortOf is the code of the note that an expense will find too little left when
// its turn comes.
const ShortOf = "W03"

// CheckedTexts is what the texts of a page come to.
type CheckedTexts struct {
	Revision int                `json:"revision"`
	Boxes    map[string]Checked `json:"boxes"`  // by id of the power
	Arrows   string             `json:"arrows"` // the part of the map that shows the orders, as atlas.Overlay draws it
}

// Tried is the same in a sandbox, with what all orders together come to.
type Tried struct {
	CheckedTexts `tstype:",extends"`

	Link    string `json:"link,omitempty"`    // the sandbox with these orders
	To      string `json:"to,omitempty"`      // address of its page
	Problem string `json:"problem,omitempty"` // why there is no link
	Failed  int    `json:"failed"`            // orders that came to nothing
	Outcome string `json:"outcome"`           // as the page shows it
}

// State is where a game stands, as its open pages are told: for the visitor as
// far as they may know it.
type State struct {
	Revision int    `json:"revision"`
	Number   int    `json:"number"`
	Phase    string `json:"phase"`
	Status   string `json:"status" tstype:"'forming' | 'active' | 'paused' | 'over' | 'terminated'"`
	Finished bool   `json:"finished"`

	Deadline string `json:"deadline,omitempty"`
	Grace    string `json:"grace,omitempty"`
	Start    string `json:"start,omitempty"` // nothing is resolved before

	Last  *LastPhase  `json:"last,omitempty"` // the phase that was resolved last
	Acts  string      `json:"acts,omitempty"` // what a master did to the game last, in words
	Seats []SeatState `json:"seats,omitempty"`

	Awaits []string `json:"awaits,omitempty"` // who is awaited, in words
	Lacks  []string `json:"lacks,omitempty"`  // for masters: whose orders are missing, in words
	Votes  []string `json:"votes,omitempty"`  // how votes stand
	News   []string `json:"news,omitempty"`   // what everyone was told in the phase, the latest first

	Owes   string `json:"owes,omitempty"`   // what the visitor's seat still owes, in words
	Urgent bool   `json:"urgent,omitempty"` // it is waited for
	Wait   bool   `json:"wait,omitempty"`   // it holds the phase until the deadline
	Ready  bool   `json:"ready,omitempty"`
	Unread int    `json:"unread,omitempty"` // messages
	Letter int64  `json:"letter,omitempty"` // number of the last entry of the log
}

// LastPhase is the phase that was resolved last.
type LastPhase struct {
	Title string `json:"title"`
	Says  string `json:"says"` // that it was resolved, in a sentence
	Href  string `json:"href"`
}

// SeatState is how a seat stands, as far as the visitor may know.
type SeatState struct {
	Seat int    `json:"seat"`
	Says string `json:"says"`
	Done bool   `json:"done"`
}

// Edited is the answer about a correction of a position that is being written.
type Edited struct {
	Text  string           `json:"text"`            // the statements
	Error string           `json:"error,omitempty"` // of the click
	Seen  string           `json:"seen"`            // problems and changes as the page shows them
	Map   string           `json:"map,omitempty"`   // address of what it looks like
	Data  string           `json:"data,omitempty"`  // address of its table
	Table *tableview.Table `json:"table,omitempty"` // or the table itself
	Said  string           `json:"said,omitempty"`  // what the click has written
}

// Playback is a phase as the script plays it back.
type Playback struct {
	First  string         `json:"first"` // address of the drawing that the frames begin with
	Map    string         `json:"map"`   // address of the same with its style sheet
	Frames []replay.Frame `json:"frames"`
}

// FilmFrame is one position of a game: how it stood when a phase began.
type FilmFrame struct {
	Number       int    `json:"number"`
	Title        string `json:"title"`    // the phase that begins: "Spring 1454, orders"
	Headline     string `json:"headline"` // what the phase before came to
	Href         string `json:"href"`     // of the page that tells it
	replay.Frame `tstype:",extends"`
}

// FilmPart is some of the frames of a game.
type FilmPart struct {
	Last   int         `json:"last"` // number of the game's last frame
	Frames []FilmFrame `json:"frames" tstype:"FilmFrame[] | null"`
}

// PasskeyRequest is what a browser is asked to do with a passkey. The options
// are those of the Web Authentication API, with bytes as base64url.
type PasskeyRequest struct {
	Options json.RawMessage `json:"options" tstype:"{ [key: string]: unknown }"`
	Secret  string          `json:"secret"` // is sent back with the answer
}

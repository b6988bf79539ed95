// Package wire defines the answers of the pages' addresses to their scripts, in addition to the
// types of packages tableview and replay. tools/wiretypes generates internal/web/ts/types.ts from
// all of them, so this package declares only types and constants.
package wire

import (
	"encoding/json"
	"time"

	"podesta/internal/replay"
	"podesta/internal/tableview"
)

// Refusal is a negative answer. Scripts act on the code; the text is for
// people.
type Refusal struct {
	Title  string `json:"title,omitempty"`
	Error  string `json:"error"`            // the reason, in words
	Code   string `json:"code,omitempty"`   // one of the constants below, or a code of package judge
	SignIn string `json:"signin,omitempty"` // address at which the visitor can sign in
}

// SignedOut is the code of a refusal because the session has ended.
const SignedOut = "signin"

// Stale is the code of a refusal because the phase has been resolved in the
// meantime.
const Stale = "stale"

// Changed is the code of a refusal because the game was rolled back or
// corrected in the meantime; the text says which.
const Changed = "changed"

// Accepted is a positive answer to a form.
type Accepted struct {
	To     string `json:"to"`               // address to which a browser without the script would be redirected
	Notice string `json:"notice,omitempty"` // the result, in words
}

// Preview is the preview of a phase, as the page shows it.
type Preview struct {
	HTML string `json:"html"`
}

// Saved is the answer to orders that were sent.
type Saved struct {
	At       time.Time `json:"at"`
	Revision int       `json:"revision"`
	Ready    bool      `json:"ready"`          // whether the phase no longer waits for the seat
	Late     bool      `json:"late,omitempty"` // nothing was saved: the phase would be resolved at once, so the orders must be sent with Ready
	// why Ready was not accepted yet; it is accepted if sent again with "anyway"
	Ask   []string `json:"ask,omitempty"`
	Moved bool     `json:"moved,omitempty"`

	// In a game that waits for complete orders, Fill holds the lines that complete them, keyed by
	// power, for players who want to be ready anyway. Mend says whether lines must be corrected
	// first.
	Fill map[string][]string `json:"fill,omitempty"`
	Mend bool                `json:"mend,omitempty"`

	Checked *CheckedTexts `json:"checked,omitempty"` // the results of the texts
}

// Checked is the result of the text of one power.
type Checked struct {
	Lines  []CheckedLine `json:"lines"`
	Owes   string        `json:"owes"`
	Report string        `json:"report"` // the verdicts as HTML, as on the page
	Units  string        `json:"units"`  // the units as HTML, as on the page

	Purse *tableview.Purse `json:"purse,omitempty"` // nil if there is nothing to add up

	Warnings []tableview.Warning `json:"warnings,omitempty"`
}

// CheckedLine is one order of a text.
type CheckedLine struct {
	Line      int      `json:"line"` // number of the line, from 1
	Column    int      `json:"column"`
	Text      string   `json:"text"`
	OK        bool     `json:"ok"`
	Canonical string   `json:"canonical,omitempty"` // the order as a click on the page writes it
	Unit      string   `json:"unit,omitempty"`      // key of the unit that the line orders (package tableview)
	Say       string   `json:"say,omitempty"`       // the order as a sentence
	Error     string   `json:"error,omitempty"`
	Code      string   `json:"code,omitempty"`
	Suggest   []string `json:"suggest,omitempty"`
	Notes     []Note   `json:"notes,omitempty"`
}

// Note is a remark on an accepted order.
type Note struct {
	Code string `json:"code"` // a code of the judge's catalogue; may be empty
	Say  string `json:"say"`
}

// ShortOf is the code of the note that too little money will be left for an
// expense.
const ShortOf = "W03"

// CheckedTexts holds the results of the texts of a page.
type CheckedTexts struct {
	Revision int                `json:"revision"`
	Boxes    map[string]Checked `json:"boxes"`  // results, keyed by power ID
	Arrows   string             `json:"arrows"` // the part of the map that shows the orders, from atlas.Overlay
}

// Tried is the answer to texts of a sandbox, with the result of all orders together.
type Tried struct {
	CheckedTexts `tstype:",extends"`

	Link    string `json:"link,omitempty"`    // link of the sandbox with these orders
	To      string `json:"to,omitempty"`      // address of the sandbox's page
	Problem string `json:"problem,omitempty"` // why there is no link
	Failed  int    `json:"failed"`            // number of failed orders
	Outcome string `json:"outcome"`           // the result as HTML, as on the page
}

// State is the state of a game for its open pages, as far as the visitor may
// know it.
type State struct {
	Revision int    `json:"revision"`
	Number   int    `json:"number"`
	Phase    string `json:"phase"`
	Status   string `json:"status" tstype:"'forming' | 'active' | 'paused' | 'over' | 'terminated'"`
	Finished bool   `json:"finished"`

	Deadline string `json:"deadline,omitempty"`
	Grace    string `json:"grace,omitempty"`
	Start    string `json:"start,omitempty"` // the time before which nothing is resolved

	Last  *LastPhase  `json:"last,omitempty"` // the phase that was resolved last
	Acts  string      `json:"acts,omitempty"` // the latest act of a master, in words
	Seats []SeatState `json:"seats,omitempty"`

	Awaits []string `json:"awaits,omitempty"` // the powers awaited, in words
	Lacks  []string `json:"lacks,omitempty"`  // for masters: the seats whose orders are missing, in words
	Votes  []string `json:"votes,omitempty"`  // the votes
	News   []string `json:"news,omitempty"`   // the notices of the phase to everyone, the latest first

	Owes   string `json:"owes,omitempty"`   // what the visitor's seat is still missing, in words
	Urgent bool   `json:"urgent,omitempty"` // whether the phase waits for the visitor's seat
	Wait   bool   `json:"wait,omitempty"`   // whether the visitor's seat holds the phase until the deadline
	Ready  bool   `json:"ready,omitempty"`
	Unread int    `json:"unread,omitempty"` // number of unread messages
	Letter int64  `json:"letter,omitempty"` // number of the last message that the visitor can read
	// identifies how far a forming game is filled: it changes whenever that does
	Filled string `json:"filled,omitempty"`
}

// LastPhase is the phase that was resolved last.
type LastPhase struct {
	Title string `json:"title"`
	Says  string `json:"says"` // a sentence that says that it was resolved
	Href  string `json:"href"`
}

// SeatState is the state of a seat, as far as the visitor may know it.
type SeatState struct {
	Seat int    `json:"seat"`
	Says string `json:"says"`
	Done bool   `json:"done"`
}

// Edited is the answer to a correction of a position in progress.
type Edited struct {
	Text  string           `json:"text"`            // the statements
	Error string           `json:"error,omitempty"` // error of the click
	Seen  string           `json:"seen"`            // problems and changes as HTML, as on the page
	Map   string           `json:"map,omitempty"`   // address of the resulting map
	Data  string           `json:"data,omitempty"`  // address of the table of the position
	Table *tableview.Table `json:"table,omitempty"` // the table itself, instead of Data
	Said  string           `json:"said,omitempty"`  // description of what the click added
}

// Playback is a phase for the script that plays it.
type Playback struct {
	First  string         `json:"first"` // address of the first drawing
	Map    string         `json:"map"`   // address of the same drawing with its style sheet
	Frames []replay.Frame `json:"frames"`
}

// FilmFrame is a position in a game: the one at the beginning of a phase.
type FilmFrame struct {
	Number       int    `json:"number"`
	Title        string `json:"title"`    // the phase that begins: "Spring 1454, orders"
	Headline     string `json:"headline"` // the result of the previous phase
	Href         string `json:"href"`     // address of the page that describes it
	replay.Frame `tstype:",extends"`
}

// FilmPart holds some of the frames of a game.
type FilmPart struct {
	Last   int         `json:"last"` // number of the game's last frame
	Frames []FilmFrame `json:"frames" tstype:"FilmFrame[] | null"`
}

// PasskeyRequest asks a browser to create or use a passkey. The options are defined by the Web
// Authentication API, with bytes as base64url.
type PasskeyRequest struct {
	Options json.RawMessage `json:"options" tstype:"{ [key: string]: unknown }"`
	Secret  string          `json:"secret"` // a secret to send back with the answer
}

package game

import "time"

// Mute is a person whom an account does not want to read. In one game it names a
// seat, because the players of a game may be hidden; elsewhere an account.
type Mute struct {
	Account string // who does not want to read
	Game    string // empty: in all games
	Seat    int    // in one game: whose messages; 0: those of its observers
	Other   string // in all games: whose messages
	Block   bool   // neither of the two joins new games of the other
	Since   time.Time
}

// ReportKind is what a report is about.
type ReportKind string

// The kinds of reports.
const (
	LetterReport ReportKind = "letter" // a message that the reporter could read
	NameReport   ReportKind = "name"   // a name or a profile
	GameReport   ReportKind = "game"   // the name or the description of a game

	CommentReport ReportKind = "comment" // a comment on a phase of a finished game
	PlayerReport  ReportKind = "player"  // what a player does in a game
)

// ReportReason is why something is reported.
type ReportReason string

// The reasons of reports.
const (
	Harassment ReportReason = "harassment"
	Hatred     ReportReason = "hatred"
	Cheating   ReportReason = "cheating"
	Spam       ReportReason = "spam"
	OtherWrong ReportReason = "other"
)

// ReportReasons lists the reasons of reports.
var ReportReasons = []ReportReason{Harassment, Hatred, Cheating, Spam, OtherWrong}

// Verdicts of operators on reports.
const (
	Dismissed = "dismiss"
	Warned    = "warn"
	Suspended = "suspend"
	Renamed   = "rename"
	// Upheld leaves a decision as it is, after an appeal or in a report that was
	// reopened.
	Upheld = "uphold"
)

// Report is a report of a letter, a name, a game or a player to the operators.
type Report struct {
	ID       string
	Kind     ReportKind
	Reporter string // an account
	About    string // the account that answers for it; empty: none does
	Game     string // of a letter, a game or a player
	Seq      int64  // of a letter: its number in the log; of a player: the seat
	Made     time.Time
	Decided  time.Time // zero: it is open
	ReportData
}

// ReportData is what a report says, as it is stored.
type ReportData struct {
	Reason   ReportReason `json:"reason"`
	Note     string       `json:"note,omitempty"`
	Shown    string       `json:"shown,omitempty"` // the name that is reported, as it was then
	Quote    string       `json:"quote,omitempty"` // the message or the comment that is reported, as it was then
	With     []string     `json:"with,omitempty"`  // the reports that were made together with it, about other players
	Verdict  string       `json:"verdict,omitempty"`
	Why      string       `json:"why,omitempty"` // what the operator adds, for the person who is reported
	Operator string       `json:"operator,omitempty"`
	Until    time.Time    `json:"until,omitzero"` // of a suspension
	Rulings  []Ruling     `json:"rulings,omitempty"`
}

// Ruling is an earlier decision on a report that was opened again, by an operator or
// by an appeal.
type Ruling struct {
	Verdict  string    `json:"verdict"`
	Why      string    `json:"why,omitempty"`
	Operator string    `json:"operator"`
	Decided  time.Time `json:"decided"`
	Until    time.Time `json:"until,omitzero"` // of a suspension

	Opened time.Time `json:"opened"`           // when the report was opened again
	By     string    `json:"by"`               // the account that did it
	Again  string    `json:"again,omitempty"`  // why
	Appeal bool      `json:"appeal,omitempty"` // by an appeal
}

// Appealed reports whether an appeal waits for a decision.
func (r *Report) Appealed() bool {
	n := len(r.Rulings)
	return r.Decided.IsZero() && n > 0 && r.Rulings[n-1].Appeal
}

// Sanction is a warning, a suspension or the removal of a name.
type Sanction struct {
	ID      string
	Account string
	Kind    string // Warned, Suspended or Renamed
	Report  string
	Made    time.Time
	Until   time.Time // of a suspension
	Seen    time.Time // when its owner has acknowledged it; zero: not yet
	Why     string
	SanctionData
}

// SanctionData is what has become of a sanction, as it is stored.
type SanctionData struct {
	Lifted   time.Time `json:"lifted,omitzero"`
	LiftedBy string    `json:"liftedBy,omitempty"` // an operator; empty: at the command line
	LiftWhy  string    `json:"liftWhy,omitempty"`  // a sentence for its owner

	Appealed time.Time `json:"appealed,omitzero"`
	Appeal   string    `json:"appeal,omitempty"` // what its owner says
	Answered time.Time `json:"answered,omitzero"`
	Answer   string    `json:"answer,omitempty"` // a sentence of the operator who has decided the appeal
}

// InForce reports whether a sanction restricts its owner at a moment.
func (s *Sanction) InForce(now time.Time) bool {
	switch {
	case !s.Lifted.IsZero():
		return false
	case s.Kind == Suspended:
		return now.Before(s.Until)
	}
	return s.Kind == Renamed || s.Seen.IsZero()
}

// Look is an entry of the audit log: an operator has looked at evidence, or has
// decided something.
type Look struct {
	ID       int64
	At       time.Time
	Operator string // an account; empty: at the command line
	What     string // LookedEvidence and so on, or a verdict
	Report   string
	Account  string // the person concerned
	Game     string
}

// What operators do, other than to decide.
const (
	LookedEvidence = "evidence"
	LookedSigns    = "signs"
	ReopenedReport = "reopen"
	LiftedSanction = "lift"
)

// The kinds of marks.
const (
	NetworkMark = "network"
	BrowserMark = "browser"
)

// Mark is a sign of where an account has signed in: a keyed digest, from which
// only equality can be learned.
type Mark struct {
	Account string
	Kind    string // NetworkMark or BrowserMark
	Digest  string
	At      time.Time // the last time
}

// Relation is what an account declares about another: that its owner knows them,
// or shares a connection with them.
type Relation struct {
	Account, Other string
	Shares         bool // a connection or a device
	Made           time.Time
}

// SafetyTx reads and writes what protects people from each other.
type SafetyTx interface {
	Mutes(account string) ([]Mute, error) // oldest first
	// MutesOf returns the mutes in all games that are about an account.
	MutesOf(other string) ([]Mute, error)
	SaveMute(m Mute) error // adds or replaces it
	DropMute(m Mute) error // ErrNoRecord if there is none
	// DropMutes removes all mutes by an account and about it.
	DropMutes(account string) error

	Report(id string) (Report, error)
	OpenReports(limit int) ([]Report, error)    // oldest first
	DecidedReports(limit int) ([]Report, error) // the latest decision first
	// ReportsBy returns the reports that an account has made since a moment,
	// oldest first.
	ReportsBy(account string, since time.Time) ([]Report, error)
	ReportsAbout(account string) ([]Report, error) // oldest first
	SaveReport(r Report) error                     // adds or replaces it

	Sanctions(account string) ([]Sanction, error) // oldest first
	SaveSanction(s Sanction) error                // adds or replaces it

	AddLook(l Look) error // to the audit log
	// Looks returns entries of the audit log before an entry (0: the last of
	// all), the latest first.
	Looks(before int64, limit int) ([]Look, error)

	SaveMark(m Mark) error // adds or replaces it
	Marks(account string) ([]Mark, error)
	// DropMarks removes the marks before a moment, of an account or, if it is
	// empty, of all.
	DropMarks(account string, before time.Time) error

	Relations(account string) ([]Relation, error) // declared by it, oldest first
	SaveRelation(r Relation) error                // adds or replaces it
	DropRelation(account, other string) error     // ErrNoRecord if there is none
	// DropRelations removes what was declared by an account and about it.
	DropRelations(account string) error
}

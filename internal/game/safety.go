package game

import "time"

// Mute names a person whose messages an account does not want to read. In a single game it names a
// seat, because the players of a game may be hidden; otherwise it names an account.
type Mute struct {
	Account string // the account whose owner does not want to read
	Game    string // the game; empty for all games
	Seat    int    // for one game: the seat whose messages are hidden; 0 means the observers
	Other   string // for all games: the account whose messages are hidden
	Block   bool   // whether the accounts also stay out of each other's new games
	Since   time.Time
}

// ReportKind is the kind of item that a report is about.
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

// The reasons for reports.
const (
	Harassment ReportReason = "harassment"
	Hatred     ReportReason = "hatred"
	Cheating   ReportReason = "cheating"
	Spam       ReportReason = "spam"
	OtherWrong ReportReason = "other"
)

// ReportReasons lists the possible reasons for reports.
var ReportReasons = []ReportReason{Harassment, Hatred, Cheating, Spam, OtherWrong}

// The verdicts of operators on reports.
const (
	Dismissed = "dismiss"
	Warned    = "warn"
	Suspended = "suspend"
	Renamed   = "rename"
	// Upheld confirms a decision, after an appeal or in a report that was reopened.
	Upheld = "uphold"
)

// Report is a report of a message, a name, a game or a player to the operators.
type Report struct {
	ID       string
	Kind     ReportKind
	Reporter string // the account that reports
	About    string // the account responsible for the reported item; empty if none is
	Game     string // the game, in a report of a message, a game or a player
	Seq      int64  // number of the reported message in the log, or seat of the reported player
	Made     time.Time
	Decided  time.Time // when it was decided; zero while it is open
	ReportData
}

// ReportData is the content of a report, as it is stored.
type ReportData struct {
	Reason   ReportReason `json:"reason"`
	Note     string       `json:"note,omitempty"`
	Shown    string       `json:"shown,omitempty"` // the reported name at the time of the report
	Quote    string       `json:"quote,omitempty"` // the reported message or comment at the time of the report
	With     []string     `json:"with,omitempty"`  // IDs of reports about other players made together with it
	Verdict  string       `json:"verdict,omitempty"`
	Why      string       `json:"why,omitempty"` // the operator's explanation for the person who is reported
	Operator string       `json:"operator,omitempty"`
	Until    time.Time    `json:"until,omitzero"` // end of a suspension
	Rulings  []Ruling     `json:"rulings,omitempty"`
}

// Ruling is an earlier decision on a report that was reopened, by an operator or by an appeal.
type Ruling struct {
	Verdict  string    `json:"verdict"`
	Why      string    `json:"why,omitempty"`
	Operator string    `json:"operator"`
	Decided  time.Time `json:"decided"`
	Until    time.Time `json:"until,omitzero"` // end of a suspension

	Opened time.Time `json:"opened"`           // when the report was reopened
	By     string    `json:"by"`               // the account that reopened it
	Again  string    `json:"again,omitempty"`  // why it was reopened
	Appeal bool      `json:"appeal,omitempty"` // whether an appeal reopened it
}

// Appealed reports whether an appeal is pending.
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
	Until   time.Time // end of a suspension
	Seen    time.Time // when its owner acknowledged it; zero if not yet
	Why     string
	SanctionData
}

// SanctionData is the later history of a sanction, as it is stored.
type SanctionData struct {
	Lifted time.Time `json:"lifted,omitzero"`
	// the operator who lifted it; empty if it was done at the command line
	LiftedBy string `json:"liftedBy,omitempty"`
	LiftWhy  string `json:"liftWhy,omitempty"` // the reason for the account's owner, in a sentence

	Appealed time.Time `json:"appealed,omitzero"`
	Appeal   string    `json:"appeal,omitempty"` // the text of an appeal by the account's owner
	Answered time.Time `json:"answered,omitzero"`
	Answer   string    `json:"answer,omitempty"` // the answer of the operator who decided the appeal, in a sentence
}

// InForce reports whether the sanction restricts its account at the given time.
func (s *Sanction) InForce(now time.Time) bool {
	switch {
	case !s.Lifted.IsZero():
		return false
	case s.Kind == Suspended:
		return now.Before(s.Until)
	}
	return s.Kind == Renamed || s.Seen.IsZero()
}

// Look is an entry of the audit log. It records that an operator has seen evidence or has decided
// something.
type Look struct {
	ID       int64
	At       time.Time
	Operator string // the operator's account; empty at the command line
	What     string // LookedEvidence and so on, or a verdict
	Report   string
	Account  string // the person concerned
	Game     string
}

// The actions of operators other than verdicts.
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

// Mark is a trace of where an account has signed in. It is stored as a keyed digest, so that marks
// can only be compared for equality.
type Mark struct {
	Account string
	Kind    string // NetworkMark or BrowserMark
	Digest  string
	At      time.Time // when it was last seen
}

// Relation is an account's declaration that its owner knows the owner of another one, or shares a
// connection with them.
type Relation struct {
	Account, Other string
	Shares         bool // whether they share a connection or a device
	Made           time.Time
}

// SafetyTx reads and writes mutes, reports, sanctions and other records of moderation.
type SafetyTx interface {
	Mutes(account string) ([]Mute, error) // oldest first
	// MutesOf returns the mutes against an account that apply in all games.
	MutesOf(other string) ([]Mute, error)
	SaveMute(m Mute) error // adds or replaces it
	DropMute(m Mute) error // ErrNoRecord if there is none
	// DropMutes removes all mutes by an account and against it.
	DropMutes(account string) error

	Report(id string) (Report, error)
	OpenReports(limit int) ([]Report, error)    // oldest first
	DecidedReports(limit int) ([]Report, error) // the latest decision first
	// ReportsBy returns the reports that an account has made since the given time, oldest first.
	ReportsBy(account string, since time.Time) ([]Report, error)
	ReportsAbout(account string) ([]Report, error) // oldest first
	SaveReport(r Report) error                     // adds or replaces it

	Sanctions(account string) ([]Sanction, error) // oldest first
	SaveSanction(s Sanction) error                // adds or replaces it

	AddLook(l Look) error // adds an entry to the audit log
	// Looks returns the last entries of the audit log before an entry (0 for the end of the log),
	// the latest first.
	Looks(before int64, limit int) ([]Look, error)

	SaveMark(m Mark) error // adds or replaces it
	Marks(account string) ([]Mark, error)
	// DropMarks removes the marks of an account, or of all accounts if account is empty, that are
	// older than the given time.
	DropMarks(account string, before time.Time) error

	Relations(account string) ([]Relation, error) // those that the account has declared, oldest first
	SaveRelation(r Relation) error                // adds or replaces it
	DropRelation(account, other string) error     // ErrNoRecord if there is none
	// DropRelations removes the declarations by an account and about it.
	DropRelations(account string) error
}

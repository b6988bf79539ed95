package judge

import "podesta/internal/journal"

// Types of package journal, by the names that the doors have for them.
type (
	ActData    = journal.ActData
	Collection = journal.Collection
	MailJob    = journal.MailJob
	Notice     = journal.Notice
	PressData  = journal.PressData
	Result     = journal.Result
	Times      = journal.Times
	Topic      = journal.Topic
)

// Constants of package journal, by the names that the doors have for them.
const (
	TopicAbandoned   = journal.TopicAbandoned
	TopicAbsence     = journal.TopicAbsence
	TopicAbsenceOff  = journal.TopicAbsenceOff
	TopicAbsenceOver = journal.TopicAbsenceOver
	TopicAhead       = journal.TopicAhead
	TopicApproval    = journal.TopicApproval
	TopicConcession  = journal.TopicConcession
	TopicDeadline    = journal.TopicDeadline
	TopicDiary       = journal.TopicDiary
	TopicDisorder    = journal.TopicDisorder
	TopicDraw        = journal.TopicDraw
	TopicEdit        = journal.TopicEdit
	TopicExport      = journal.TopicExport
	TopicForming     = journal.TopicForming
	TopicGrace       = journal.TopicGrace
	TopicLate        = journal.TopicLate
	TopicLetters     = journal.TopicLetters
	TopicManual      = journal.TopicManual
	TopicMotion      = journal.TopicMotion
	TopicMoved       = journal.TopicMoved
	TopicOutage      = journal.TopicOutage
	TopicParameters  = journal.TopicParameters
	TopicPaused      = journal.TopicPaused
	TopicPreferences = journal.TopicPreferences
	TopicPromotion   = journal.TopicPromotion
	TopicReminder    = journal.TopicReminder
	TopicReplace     = journal.TopicReplace
	TopicResignation = journal.TopicResignation
	TopicResumed     = journal.TopicResumed
	TopicReturn      = journal.TopicReturn
	TopicReveal      = journal.TopicReveal
	TopicRoll        = journal.TopicRoll
	TopicRollback    = journal.TopicRollback
	TopicRules       = journal.TopicRules
	TopicSignon      = journal.TopicSignon
	TopicStart       = journal.TopicStart
	TopicStarting    = journal.TopicStarting
	TopicStead       = journal.TopicStead
	TopicStillPause  = journal.TopicStillPause
	TopicTakeover    = journal.TopicTakeover
	TopicTerminated  = journal.TopicTerminated
	TopicTrouble     = journal.TopicTrouble
	TopicUndelivered = journal.TopicUndelivered
	TopicUnstarted   = journal.TopicUnstarted
	TopicVictory     = journal.TopicVictory
	TopicVote        = journal.TopicVote
)

// Errors and functions of package journal, by the names that the doors have for them.
var (
	Collecting     = journal.Collecting
	Everybody      = journal.Everybody
	MastersOnly    = journal.MastersOnly
	Mates          = journal.Mates
	OnlySeats      = journal.OnlySeats
	Seatless       = journal.Seatless
	appendEntry    = journal.Append
	changeLines    = journal.ChangeLines
	repack         = journal.WithData
	unsigned       = journal.Unsigned
	writeCollected = journal.Write
)

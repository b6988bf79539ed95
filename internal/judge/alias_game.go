package judge

import "podesta/internal/game"

// Types of package game, by the names that the doors have for them.
type (
	Ballot       = game.Ballot
	Motion       = game.Motion
	Deferred     = game.Deferred
	Hook         = game.Hook
	HookFormat   = game.HookFormat
	Account      = game.Account
	Address      = game.Address
	Audience     = game.Audience
	Award        = game.Award
	Ceremony     = game.Ceremony
	Entry        = game.Entry
	EntryKind    = game.EntryKind
	Error        = game.Error
	Game         = game.Game
	GameQuery    = game.GameQuery
	GameRecord   = game.GameRecord
	Job          = game.Job
	Keys         = game.Keys
	Member       = game.Member
	MemberKind   = game.MemberKind
	Passkey      = game.Passkey
	Phase        = game.Phase
	PhaseInfo    = game.PhaseInfo
	PhaseRecord  = game.PhaseRecord
	Ranking      = game.Ranking
	RankingQuery = game.RankingQuery
	Role         = game.Role
	Seat         = game.Seat
	SeatRecord   = game.SeatRecord
	SeatState    = game.SeatState
	Status       = game.Status
	Store        = game.Store
	Token        = game.Token
	TokenKind    = game.TokenKind
	Tx           = game.Tx
	Verdict      = game.Verdict
	memberData   = game.MemberData
)

// Constants of package game, by the names that the doors have for them.
const (
	HookJSON     = game.HookJSON
	HookDiscord  = game.HookDiscord
	MotionBack   = game.MotionBack
	MotionLater  = game.MotionLater
	MotionPause  = game.MotionPause
	MotionEnd    = game.MotionEnd
	APIToken     = game.APIToken
	ActEntry     = game.ActEntry
	Active       = game.Active
	Conflict     = game.Conflict
	Forbidden    = game.Forbidden
	Forming      = game.Forming
	Internal     = game.Internal
	Invalid      = game.Invalid
	LinkMaster   = game.LinkMaster
	LoginToken   = game.LoginToken
	Master       = game.Master
	NotFound     = game.NotFound
	NoticeEntry  = game.NoticeEntry
	Observer     = game.Observer
	Over         = game.Over
	Paused       = game.Paused
	Player       = game.Player
	PointParts   = game.PointParts
	PressEntry   = game.PressEntry
	ReplyToken   = game.ReplyToken
	ResultEntry  = game.ResultEntry
	SessionToken = game.SessionToken
	Stale        = game.Stale
	Terminated   = game.Terminated
	TooLarge     = game.TooLarge
	TooMany      = game.TooMany
	Unavailable  = game.Unavailable
	VerifyToken  = game.VerifyToken
	idBytes      = game.IDBytes
)

// Errors and functions of package game, by the names that the doors have for them.
var (
	ErrNoGame      = game.ErrNoGame
	ErrNoPhase     = game.ErrNoPhase
	ErrKey         = game.ErrKey
	ErrStale       = game.ErrStale
	errPlayer      = game.ErrPlayer
	errMaster      = game.ErrMaster
	errNoSeat      = game.ErrNoSeat
	errOver        = game.ErrOver
	errForming     = game.ErrForming
	ErrFull        = game.ErrFull
	ErrNoRecord    = game.ErrNoRecord
	ErrRevision    = game.ErrRevision
	ErrTaken       = game.ErrTaken
	ErrUnavailable = game.ErrUnavailable
	ErrorCode      = game.ErrorCode
	FoldAddress    = game.FoldAddress
	PointWords     = game.PointWords
	SameAddress    = game.SameAddress
	forget         = game.DropItems
	idOf           = game.EncodeID
	invalid        = game.Invalidf
	newID          = game.NewID
	plain          = game.Base32
	randomBytes    = game.RandomBytes
)

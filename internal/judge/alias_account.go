package judge

import "podesta/internal/account"

// Types of package account, by the names that the doors have for them.
type (
	Bouncing       = account.Bouncing
	OwnerNews      = account.OwnerNews
	SecretMail     = account.SecretMail
	Site           = account.Site
	accountService = account.Service
	wrongCount     = account.WrongCount
)

// Constants of package account, by the names that the doors have for them.
const (
	FormerPlayer = account.FormerPlayer
	RecentSignIn = account.RecentSignIn
	bouncingItem = account.BouncingItem
	loudItem     = account.NoticesItem
	maxEmail     = account.MaxEmail
	maxTokens    = account.MaxTokens
	replyItem    = account.ReplyItem
	touchEvery   = account.TouchEvery
	wrongItem    = account.WrongItem
)

// Errors and functions of package account, by the names that the doors have for them.
var (
	ErrNoAccount      = account.ErrNoAccount
	ReadKept          = account.ReadRecord
	Remote            = account.Remote
	WithAnswered      = account.WithAnswered
	WithBrowser       = account.WithBrowser
	WithKnown         = account.WithKnown
	WithRemote        = account.WithRemote
	bouncing          = account.ReadBouncing
	called            = account.BehindLabel
	cleanEmail        = account.CleanEmail
	cleanPerson       = account.CleanName
	dropOldest        = account.DropOldest
	enough            = account.CheckReliability
	errBlocked        = account.ErrBlocked
	errCurrent        = account.ErrCurrent
	errNoProfile      = account.ErrNoProfile
	errReauthenticate = account.ErrReauthenticate
	errSignIn         = account.ErrSignIn
	errToken          = account.ErrToken
	fold              = account.Fold
	hashSecret        = account.HashSecret
	keepOutcomes      = account.AddOutcomes
	loud              = account.CountNotice
	loudIn            = account.CountNoticeIn
	newSecret         = account.NewSecret
	named             = account.Named
	newAccountService = account.New
	ownersOf          = account.OwnersOf
	suspect           = account.Suspect
)

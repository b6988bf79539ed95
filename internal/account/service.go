package account

import (
	"bytes"
	"log/slog"
	"sync/atomic"
	"time"

	"podesta/internal/game"
)

// Service holds what account functions need in addition to a transaction.
type Service struct {
	now    func() time.Time // to the microsecond
	secret []byte
	guard  *guard
	zone   string // SetZone
	owners atomic.Pointer[func(game.Tx, OwnerNews) error]
	ways   atomic.Pointer[func(game.Tx, *game.Account, PersonNews) error] // TellWays
	ours   atomic.Pointer[func(email string) bool]                        // ReserveAddresses
	log    atomic.Pointer[slog.Logger]                                    // SetLog
	idle   time.Duration                                                  // SetSessions
	whole  time.Duration                                                  // SetSessions
	need   atomic.Pointer[FactorNeed]                                     // SetFactorNeed
	common commonWords                                                    // SetCommonPasswords
}

// New returns the service of a judge. Browser marks are derived from the
// secret.
func New(now func() time.Time, secret []byte) *Service {
	s := &Service{now: now, secret: bytes.Clone(secret), guard: newGuard(secret), idle: UsualIdle, whole: UsualSession}
	s.log.Store(slog.New(slog.DiscardHandler))
	return s
}

// SetLog enables a log of sign-ins and changes to accounts. It never contains a
// secret or an address as it was typed.
func (s *Service) SetLog(log *slog.Logger) { s.log.Store(log) }

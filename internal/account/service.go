package account

import (
	"bytes"
	"log/slog"
	"sync/atomic"
	"time"

	"podesta/internal/game"
)

// Service holds what the work on accounts needs besides a transaction.
type Service struct {
	now    func() time.Time // to the microsecond
	secret []byte
	guard  *guard
	zone   string // SetZone
	owners atomic.Pointer[func(game.Tx, OwnerNews) error]
	ours   atomic.Pointer[func(email string) bool] // ReserveAddresses
	log    atomic.Pointer[slog.Logger]             // SetLog
	idle   time.Duration                           // SetSessions
	whole  time.Duration                           // SetSessions
	common commonWords                             // SetCommonPasswords
}

// New returns the service of a judge. Marks of browsers are derived
// from the secret.
func New(now func() time.Time, secret []byte) *Service {
	s := &Service{now: now, secret: bytes.Clone(secret), guard: newGuard(), idle: UsualIdle, whole: UsualSession}
	s.log.Store(slog.New(slog.DiscardHandler))
	return s
}

// SetLog has sign-ins and changes to accounts logged: never a secret, nor what
// was typed as an address.
func (s *Service) SetLog(log *slog.Logger) { s.log.Store(log) }

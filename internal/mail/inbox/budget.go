package inbox

import (
	"time"

	"podesta/internal/ratelimit"
)

// usefulness measures the effect of an e-mail.
type usefulness struct {
	writer     string // owner of the budget: an account, or a verified or unverified address
	known      bool   // whether a block identified the sender
	understood int    // number of commands and requests
	effective  int    // number of commands and requests without errors
}

// count adds the commands of a block.
func (u *usefulness) count(s *session) {
	if s.account != nil {
		u.known, u.writer = true, "account "+s.account.ID
	}
	u.understood += len(s.answers) + len(s.parts)
	u.effective += len(s.answers) + len(s.parts) - s.errors
}

// budgets limit useless answers to one writer. Otherwise a mailbox that replies to everything,
// without marking its e-mail as automatic, would exchange e-mails with the judge forever.
type budgets struct{ all []budget }

// budget limits the answers to one kind of e-mail.
type budget struct {
	applies   func(usefulness) bool
	why       string // reason for the log
	hour, day *ratelimit.Keyed
}

func newBudgets() *budgets {
	of := func(hour, day int, why string, applies func(usefulness) bool) budget {
		return budget{applies, why, ratelimit.Per(hour, time.Hour), ratelimit.Per(day, 24*time.Hour)}
	}
	return &budgets{[]budget{
		of(3, 10, "too many e-mails without a command", func(u usefulness) bool { return u.understood == 0 }),
		of(20, 60, "too many e-mails with nothing but errors", func(u usefulness) bool { return u.effective <= 0 }),
		of(12, 40, "too many e-mails of an unproven sender", func(u usefulness) bool { return !u.known }),
	}}
}

// exceeded counts an answer. It returns the reason why the answer must not be sent, or "".
func (b *budgets) exceeded(u usefulness, now time.Time) string {
	for _, x := range b.all {
		if x.applies(u) && (x.hour.Take(u.writer, 1, now) > 0 || x.day.Take(u.writer, 1, now) > 0) {
			return x.why
		}
	}
	return ""
}

package mail_test

import (
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"podesta/internal/judge"
	"podesta/internal/judge/judgetest"
	"podesta/internal/mail"
	"podesta/internal/mail/outbox"
	"podesta/internal/seed"
	"podesta/internal/store"
	"podesta/internal/wiring"
)

// BenchmarkLetters sends the e-mail, with maps, about phases of eight-player games that were
// resolved in the same minute: 40 games, or the number in PODESTA_GAMES. No two of the first 40
// games are alike, and neither are the games of different rounds. A mail server in the same process
// accepts the e-mail over SMTP.
func BenchmarkLetters(b *testing.B) {
	games := 40
	if n, err := strconv.Atoi(os.Getenv("PODESTA_GAMES")); err == nil {
		games = n
	} else if testing.Short() {
		games = 4
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	sink := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return discards{}, nil }))
	go func() { _ = sink.Serve(l) }() // until the listener is closed
	defer func() { _ = sink.Close() }()
	for round := uint64(0); b.Loop(); round++ {
		b.StopTimer()
		due := time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC)
		db, err := store.Open(b.TempDir())
		if err != nil {
			b.Fatal(err)
		}
		if _, err := seed.Make(ctx, db, []byte("secret"), seed.Plan{Games: games, Templates: 40, Due: due, Seed: round}); err != nil {
			b.Fatal(err)
		}
		clock := judgetest.NewClock(due)
		j := judge.New(db, clock, []byte("secret"))
		if n, err := j.Clock.Work(ctx); err != nil || n != games {
			b.Fatalf("%d of %d games, %v", n, games, err)
		}
		count := &sentCount{}
		o, err := mail.New(mail.Deps{
			Judge: wiring.Mail(j), Store: db, Clock: clock, Log: slog.New(slog.DiscardHandler), Count: count,
			Config: mail.Config{Address: "judge@podesta.example", Name: "TEST", Relay: outbox.Relay{Addr: l.Addr().String(), TLS: "none"}},
		})
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		begin := time.Now()
		for n := 1; n > 0; {
			if n, err = o.Work(ctx); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(count.sent.Load())/time.Since(begin).Seconds(), "letters/s")
		b.ReportMetric(float64(count.sent.Load())/float64(games), "letters/game")
		b.StopTimer()
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// sentCount counts the e-mails that were sent.
type sentCount struct{ sent atomic.Int64 }

func (*sentCount) MailReceived(string)     {}
func (*sentCount) MailDelay(time.Duration) {}
func (c *sentCount) MailSent(outcome string) {
	if outcome == "sent" {
		c.sent.Add(1)
	}
}

// discards is a session of a mail server that accepts and discards everything.
type discards struct{}

func (discards) Mail(string, *smtp.MailOptions) error { return nil }
func (discards) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (discards) Reset()                               {}
func (discards) Logout() error                        { return nil }
func (discards) Data(r io.Reader) error {
	_, err := io.Copy(io.Discard, r)
	return err
}

package mail_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"
)

// TestLongLines checks that a message with a line beyond the judge's limit is refused permanently
// with the reason, and that a line that only exceeds the limit of the standard is accepted.
func TestLongLines(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	l := local(t)
	life, stop := context.WithCancel(ctx)
	ended := make(chan error)
	go func() { ended <- h.o.Serve(life, l, false) }()
	for length, want := range map[int]int{2000: 0, 5000: 554} {
		raw := h.message("anna@example.org", "judge@podesta.example", "x", "HELP\n"+strings.Repeat("x", length)+"\n")
		err := deliver(l.Addr().String(), "anna@example.org", strings.NewReader(raw))
		var refused *smtp.SMTPError
		code := 0
		if errors.As(err, &refused) {
			code = refused.Code
		}
		if code != want || want == 0 && err != nil || want != 0 && !strings.Contains(err.Error(), "4000") {
			t.Errorf("a line of %d bytes: %v", length, err)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

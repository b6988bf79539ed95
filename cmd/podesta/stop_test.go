package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"podesta/internal/game"
)

// TestStop stops the judge in the middle of a request, of receiving an e-mail and of sending
// one, with an open stream, an idle connection and e-mails in the queue. Streams and idle
// connections must end at once, what has begun must be completed, and the rest must wait for
// the next start.
func TestStop(t *testing.T) {
	t.Parallel()
	folder, relay, inbox := t.TempDir(), newSink(t), freeAddress(t)
	database := "sqlite:" + filepath.Join(folder, "podesta.db")
	w := newTown(t, database)
	id := w.game("Siena")
	keys := append(relay.keys("judge.podesta.example"), "database "+database, "data "+folder, "mail.smtp "+inbox)
	p := serveProcess(t, "the judge", keys...)
	until(t, "the letters about the beginning", func() bool { return w.queued() == 0 && len(relay.all()) > 0 })
	role, err := w.judge.Base.RoleOf(t.Context(), id, w.players[1].id)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := w.judge.Users.ReplySecret(t.Context(), w.players[1].id, id, role.Seat)
	if err != nil {
		t.Fatal(err)
	}

	// An e-mail is being sent: the relay does not confirm it before held is closed.
	held, sending := make(chan struct{}), make(chan string, 100)
	relay.onArrival(func(a arrival) {
		sending <- a.id
		<-held
	})
	w.players[0].must(p, "POST", "/games/"+id+"/press", map[string]any{"to": []string{"all"}, "text": "verba prima"})
	<-sending

	// A request is in progress: half of its body has arrived.
	dial := func(address string) (net.Conn, *bufio.Reader) {
		t.Helper()
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		return c, bufio.NewReader(c)
	}
	write := func(c net.Conn, text string) {
		t.Helper()
		if _, err := io.WriteString(c, text); err != nil {
			t.Fatal(err)
		}
	}
	web := strings.TrimPrefix(p.url, "http://")
	request, answer := dial(web)
	body := `{"to":["all"],"text":"verba secunda"}`
	write(request, fmt.Sprintf("POST /api/v1/games/%s/press HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		id, web, w.players[2].token, len(body), body[:10]))

	// An e-mail is arriving: half of it has been received. Another connection is open but has sent
	// no e-mail.
	says := func(r *bufio.Reader, want string) {
		t.Helper()
		for {
			line, err := r.ReadString('\n')
			if err != nil || !strings.HasPrefix(line, want) {
				t.Fatalf("%q, %v; expected %s", line, err, want)
			}
			if len(line) > 3 && line[3] == ' ' {
				return
			}
		}
	}
	letter, said := dial(inbox)
	idle, saidIdle := dial(inbox)
	for c, r := range map[net.Conn]*bufio.Reader{letter: said, idle: saidIdle} {
		says(r, "220")
		write(c, "EHLO mx.example.org\r\n")
		says(r, "250")
	}
	raw := strings.ReplaceAll(written(w.players[1].email, "tertia", "PRESS TO ALL BUT O\nverba tertia\nENDPRESS\n"), "\n", "\r\n")
	for _, x := range [][2]string{{"MAIL FROM:<" + w.players[1].email + ">", "250"}, {"RCPT TO:<judge+" + secret + "@podesta.example>", "250"}, {"DATA", "354"}} {
		write(letter, x[0]+"\r\n")
		says(said, x[1])
	}
	write(letter, raw[:len(raw)/2])
	live := w.players[3].listen(p)

	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	until(t, "the end of the stream", live.over)
	says(saidIdle, "421")
	until(t, "connections to be refused", func() bool {
		for _, address := range []string{web, inbox} {
			if c, err := net.Dial("tcp", address); err == nil {
				_ = c.Close()
				return false
			}
		}
		return true
	})
	select {
	case err := <-p.ended:
		t.Fatalf("the judge has ended: %v", err)
	case <-time.After(300 * time.Millisecond):
	}

	write(request, body[10:])
	r, err := http.ReadResponse(answer, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.StatusCode != http.StatusNoContent {
		t.Errorf("the request: %s", r.Status)
	}
	write(letter, raw[len(raw)/2:]+"\r\n.\r\n")
	says(said, "250")
	close(held)
	if err := <-p.ended; err != nil {
		t.Fatalf("the judge ends with %v", err)
	}

	// Everything is in the log once, and no job belongs to a process that has ended.
	log := func() (out []string) {
		t.Helper()
		entries, err := w.judge.Press.Log(t.Context(), id, game.Role{Master: true}, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		for i := range entries {
			if entries[i].Kind != game.PressEntry {
				continue
			}
			var press struct{ Text string }
			if err := json.Unmarshal(entries[i].Data, &press); err != nil {
				t.Fatal(err)
			}
			out = append(out, strings.TrimSpace(press.Text))
		}
		return out
	}
	if got := strings.Join(log(), ", "); got != "verba prima, verba secunda, verba tertia" {
		t.Errorf("the log has %s", got)
	}
	waiting := 0
	err = w.store.Read(t.Context(), func(tx *game.Tx) error {
		waiting = 0
		for _, kind := range []string{"mail", "post", "letter"} {
			jobs, err := tx.Jobs.Jobs(kind, false, 0)
			if err != nil {
				return err
			}
			waiting += len(jobs)
			for _, j := range jobs {
				if !j.Claimed.IsZero() {
					t.Errorf("job %s %s is claimed until its lease ends", j.Kind, j.Key)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if waiting == 0 {
		t.Error("the queue is empty: nothing was left for the next start")
	}
	relay.onArrival(nil)
	again := serveProcess(t, "the judge again", keys...)
	w.mailed("the rest of the queue")
	again.stop()
	if twice := relay.twice(); len(twice) > 0 {
		t.Errorf("sent twice: %q", twice)
	}
	for i, c := range w.players {
		for k, text := range []string{"verba prima", "verba secunda", "verba tertia"} {
			if from := []int{0, 2, 1}[k]; from == i {
				continue
			}
			if n := len(relay.find(c.email, func(a arrival) bool { return strings.Contains(a.raw, text) })); n != 1 {
				t.Errorf("%s got %q by %d e-mails", c.email, text, n)
			}
		}
	}
}

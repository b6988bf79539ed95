package inbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/mail/command"
	"podesta/internal/mail/outbox"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// answeredPhase returns the number of the phase to which an e-mail replies: the phase for which
// orders were due when the original e-mail was written. It returns 0 if that is unknown.
func (s *session) answeredPhase() int {
	l := s.l
	domain := "@" + s.o.c.Domain()
	for _, id := range append([]string{l.InReplyTo}, latestFirst(l.References)...) {
		name, ours := strings.CutSuffix(id, domain)
		if !ours {
			continue
		}
		if m := outbox.MessageForm.FindStringSubmatch(name); m != nil && m[1] == s.game.ID {
			if n, err := strconv.Atoi(m[2]); err == nil {
				return n
			}
		}
	}
	return 0
}

func latestFirst(list []string) []string {
	out := make([]string, 0, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		out = append(out, list[i])
	}
	return out
}

// lookBack checks whether the e-mail replies to an e-mail about another phase. In that case its
// orders are held until they are confirmed, and its commands for the current phase are refused.
func (s *session) lookBack(ctx context.Context) error {
	if s.game == nil || s.l == nil || s.game.Number == 0 || s.game.Finished {
		return nil
	}
	n := s.answeredPhase()
	if n <= 0 || n == s.game.Number {
		return nil
	}
	s.older = message.New("phase {n}", message.Number(n))
	ph, err := s.o.judge.Base.Phase(ctx, s.game.ID, n)
	switch {
	case err == nil:
		s.older = message.New("{phase}", message.Phase(ph.Phase))
	case game.ErrorCode(err) != game.NotFound: // the game may have been rolled back
		return err
	}
	return nil
}

// errOlder returns the error for commands for the current phase in a reply to an e-mail about
// another phase.
func (s *session) errOlder() error {
	return game.Refuse(game.Stale, message.New("This was not done: you answered an e-mail about {older}, and the game is now in {phase}. Answer a newer e-mail, or write PHASE CURRENT on the line above.", s.older, message.Phase(s.game.Phase)))
}

// forPhase reports whether a command concerns only the current phase.
func forPhase(c command.Command) bool {
	switch c := c.(type) {
	case command.Undo, command.ClearOrders:
		return true
	case command.Given:
		return c.Command.OfPhase
	}
	return false
}

// heldItem is the kind of the items that hold orders until their sender confirms them: orders in
// replies to e-mail about another phase, and orders that arrived after newer ones. They are keyed
// by seat.
const heldItem = "held orders"

// heldOrders is the content of an item with the kind heldItem.
type heldOrders struct {
	Account string    `json:"account"`
	Number  int       `json:"number"` // number of the phase in which they arrived
	Lines   []string  `json:"lines"`
	At      time.Time `json:"at"`
}

// holdOlder holds orders in a reply to an e-mail about another phase.
func (s *session) holdOlder(ctx context.Context, lines []pendingOrder) error {
	phase := message.Phase(s.game.Phase)
	return s.hold(ctx, lines, s.errOlder(),
		message.New("Not ordered yet: you answered an e-mail about {older}, and the game is now in {phase}. See the question below.", s.older, phase),
		message.New("To give them, answer this e-mail with the single word {yes}. If you do not want to, do nothing: none of your orders has changed. Next time, answer an e-mail about {phase}, or put the line {current} above your orders.", message.Order("YES"), phase, message.Order("PHASE CURRENT")))
}

// holdOvertaken holds orders that were written before the present orders of the seat.
func (s *session) holdOvertaken(ctx context.Context, lines []pendingOrder) error {
	return s.hold(ctx, lines, clock.ErrOlder,
		message.New("Not ordered yet: your e-mail was written {when}, before the orders that count now. See the question below.", phrase.At(s.l.Date)),
		message.New("To give them, answer this e-mail with the single word {yes}. If you do not want to, do nothing: none of your orders has changed.", message.Order("YES")))
}

// hold stores orders and asks for a confirmation. The parameter refused is the answer to orders
// that cannot be confirmed.
func (s *session) hold(ctx context.Context, lines []pendingOrder, refused error, why, ask message.Message) error {
	if s.account == nil || s.seat == 0 || s.became {
		for _, l := range lines {
			s.refuse(l.item, refused)
		}
		return nil
	}
	h := heldOrders{Account: s.account.ID, Number: s.game.Number, At: s.o.out.Now()}
	for _, l := range lines {
		h.Lines = append(h.Lines, strings.ReplaceAll(l.text, "\n", " "))
	}
	text, err := json.Marshal(h)
	if err != nil {
		return err
	}
	err = s.o.store.Write(ctx, func(tx *game.Tx) error {
		return cmp.Or(tx.Items.Put(s.game.ID, heldItem, strconv.Itoa(s.seat), text),
			s.w.progress.note(tx, nameStep(s.block, heldItem), step{}))
	})
	if err != nil {
		return err
	}
	s.w.changed = true
	for _, l := range lines {
		s.refuse(l.item, game.Refuse(game.Stale, why))
	}
	s.add(message.New("Give these orders for the current phase, {phase}?", message.Phase(s.game.Phase)),
		outbox.Block{Code: strings.Join(h.Lines, "\n")}, s.paragraph(ask))
	return nil
}

// agreed submits the held orders if the first word of the e-mail confirms them, and removes that
// word from the e-mail.
func (s *session) agreed(ctx context.Context, b *command.Block) error {
	word, line := firstWord(s.l.Text)
	if word != "yes" || len(strings.Fields(line)) != 1 || s.game == nil || s.account == nil || s.seat == 0 || !s.older.IsZero() {
		return nil
	}
	var h heldOrders
	key := strconv.Itoa(s.seat)
	name := nameStep(s.block, "held orders are given")
	done, begun := s.w.progress.did(name) // the judge may have been interrupted before it submitted them
	err := s.o.store.Read(ctx, func(tx *game.Tx) error {
		if begun {
			h = heldOrders{Account: s.account.ID, Number: s.game.Number, Lines: done.Lines}
			return nil
		}
		text, err := tx.Items.Get(s.game.ID, heldItem, key)
		if err != nil {
			return err
		}
		return json.Unmarshal(text, &h)
	})
	if errors.Is(err, game.ErrNoRecord) || err == nil && (h.Account != s.account.ID || h.Number != s.game.Number) {
		return nil
	}
	if err != nil {
		return err
	}
	for i := range b.Items {
		it := &b.Items[i]
		if strings.EqualFold(strings.Trim(strings.TrimSpace(it.Raw), ".!"), word) {
			s.confirm(&command.Item{Line: it.Line, End: it.End, Raw: it.Raw}, message.New("The orders you sent before now count."))
			it.Command, it.Err = command.Ignored{Why: command.Comment}, nil
			break
		}
	}
	for _, text := range h.Lines {
		s.pending = append(s.pending, pendingOrder{&command.Item{Line: 1, End: 1, Raw: text}, text, false})
	}
	if _, sent := s.w.progress.did(s.nameOrders(s.seat, s.pending)); begun && !sent && done.Number != s.game.Number {
		for _, l := range s.pending {
			s.refuse(l.item, game.Refuse(game.Stale, message.New("Not ordered: the phase was resolved while the judge was interrupted. Send the order again.")))
		}
		s.pending = nil
	}
	if begun {
		return nil
	}
	return s.o.store.Write(ctx, func(tx *game.Tx) error {
		return cmp.Or(tx.Items.Drop(s.game.ID, heldItem, key),
			s.w.progress.note(tx, name, step{Number: h.Number, Lines: h.Lines}))
	})
}

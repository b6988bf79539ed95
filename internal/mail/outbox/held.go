package outbox

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// heldJob is the data of a job that makes e-mail of what has waited for a
// reader.
type heldJob struct {
	Account string `json:"account"`
}

// holdBack takes from e-mails what waits for the quiet hours of their readers to
// end, or for their e-mail of the day. An answer to an e-mail never waits.
func (o *Outbox) holdBack(ctx context.Context, letters []postJob, entries []game.Entry) (now []postJob, waiting []game.Held, err error) {
	byNumber := map[int64]*game.Entry{}
	for i := range entries {
		byNumber[entries[i].Seq] = &entries[i]
	}
	for _, p := range letters {
		if p.Answer != nil {
			now = append(now, p)
			continue
		}
		held, err := o.waiting(ctx, &p, byNumber)
		if err != nil {
			return nil, nil, err
		}
		for _, h := range held {
			p.Seqs = slices.DeleteFunc(p.Seqs, func(seq int64) bool { return seq == h.Seq })
		}
		waiting = append(waiting, held...)
		if len(p.Seqs) > 0 {
			now = append(now, p)
		}
	}
	return now, waiting, nil
}

// waiting returns the entries of an e-mail that wait.
func (o *Outbox) waiting(ctx context.Context, p *postJob, entries map[int64]*game.Entry) ([]game.Held, error) {
	a, err := o.judge.Users.Account(ctx, p.Account)
	if err != nil {
		return nil, gone(err)
	}
	wishes, err := account.ReadWishes(a)
	if err != nil || !wishes.MailDaily && wishes.QuietFrom == "" {
		return nil, err
	}
	role, err := o.judge.Base.RoleOf(ctx, p.Game, p.Account)
	if err != nil {
		return nil, gone(err)
	}
	var out []game.Held
	at := o.Now().In(account.Zone(a))
	for _, seq := range p.Seqs {
		var due time.Time
		if role.Player {
			due = journal.NextDue(entries[seq], at)
		}
		until, err := wishes.Until(at, wishes.MailDaily && !journal.Urgent(entries[seq]), due)
		if err != nil {
			return nil, err
		}
		if !until.IsZero() {
			out = append(out, game.Held{Account: p.Account, Way: game.MailWay, Game: p.Game, Seq: seq, Due: until})
		}
	}
	return out, nil
}

// whenFor returns when a composed letter to a person is sent: now, or when it need not
// wait any longer for their quiet hours or their e-mail of the day. due is the deadline
// that the letter is about, or zero.
func (o *Outbox) whenFor(a *game.Account, due time.Time) (time.Time, error) {
	now := o.Now()
	wishes, err := account.ReadWishes(a)
	if err != nil {
		return now, err
	}
	until, err := wishes.Until(now.In(account.Zone(a)), wishes.MailDaily, due)
	if until.IsZero() {
		until = now
	}
	return until, err
}

// holdMail stores what waits, with the jobs that make e-mail of it.
func holdMail(tx *game.Tx, waiting []game.Held) error {
	for _, h := range waiting {
		if err := tx.Hooks.SaveHeld(h); err != nil {
			return err
		}
		data, err := json.Marshal(heldJob{h.Account})
		if err != nil {
			return err
		}
		key := h.Account + "/" + strconv.FormatInt(h.Due.Unix(), 10)
		if err := tx.Jobs.Enqueue(game.Job{Kind: heldKind, Key: key, Due: h.Due, Data: data}); err != nil {
			return err
		}
	}
	return nil
}

// release makes e-mail of what has waited for a reader: after quiet hours an
// e-mail for each game, and of a day one for all games.
func (o *Outbox) release(ctx context.Context, job *game.Job) error {
	var ref heldJob
	if err := json.Unmarshal(job.Data, &ref); err != nil {
		return &Permanent{err}
	}
	var waited []game.Held
	err := o.store.Read(ctx, func(tx *game.Tx) error {
		var err error
		waited, err = tx.Hooks.Held(ref.Account, game.MailWay, o.Now())
		return err
	})
	if err != nil {
		return err
	}
	var daily *Letter
	letters, err := o.regroup(ctx, waited)
	if err == nil && len(letters) > 1 {
		daily, err = o.daily(ctx, ref.Account, letters)
	}
	if err != nil {
		return err
	}
	return o.store.Write(ctx, func(tx *game.Tx) error {
		for _, h := range waited {
			if err := tx.Hooks.DropHeld(h); err != nil {
				return err
			}
		}
		if daily != nil {
			if err := Enqueue(tx, daily, o.clock.Now()); err != nil {
				return err
			}
			return tx.Jobs.FinishJob(job.ID)
		}
		for _, p := range letters {
			data, err := json.Marshal(p)
			if err != nil {
				return err
			}
			if err := tx.Jobs.Enqueue(game.Job{Kind: postKind, Key: p.key(), Game: p.Game, Due: o.Now(), Data: data}); err != nil {
				return err
			}
		}
		return tx.Jobs.FinishJob(job.ID)
	})
}

// regroup returns the e-mails about what has waited: one for each game, and one
// for each message whose writer is hidden, since together with other entries it
// could reveal them.
func (o *Outbox) regroup(ctx context.Context, waited []game.Held) ([]postJob, error) {
	var out []postJob
	at := map[string]int{}
	for _, h := range waited {
		e, err := o.judge.Press.Entry(ctx, h.Game, h.Seq)
		if err != nil {
			if gone(err) == nil {
				continue
			}
			return nil, err
		}
		i, ok := at[h.Game]
		if hidden := anonymous(&e); hidden || !ok {
			i, out = len(out), append(out, postJob{Game: h.Game, Account: h.Account, Name: Nonce()})
			if !hidden {
				at[h.Game] = i
			}
		}
		out[i].Seqs = append(out[i].Seqs, h.Seq)
	}
	return out, nil
}

// daily composes the e-mail of the day from several, or returns nil if its reader
// no longer wants one, or nothing is left to report.
func (o *Outbox) daily(ctx context.Context, accountID string, of []postJob) (*Letter, error) {
	a, err := o.judge.Users.Account(ctx, accountID)
	if err != nil {
		return nil, gone(err)
	}
	wishes, err := account.ReadWishes(a)
	if err != nil || !wishes.MailDaily {
		return nil, err
	}
	var parts []gathered
	err = o.judge.Base.Snapshot(ctx, func(ctx context.Context) error {
		parts = nil
		for i := range of {
			r, l, err := o.gather(ctx, &of[i])
			if err != nil {
				return err
			}
			if l != nil {
				parts = append(parts, gathered{reader: r, letter: l})
			}
		}
		return nil
	})
	if err != nil || len(parts) == 0 {
		return nil, err
	}
	to := o.reader(a)
	now := o.Now().In(to.Zone)
	games := map[string]bool{}
	for _, x := range parts {
		games[x.reader.g.ID] = true
	}
	count := message.Plural(len(games), "{n} game", "{n} games")
	m := &Letter{
		To: []string{a.Email}, Account: a.ID,
		Subject: to.M(message.New("{judge}: the day in {games}", message.Name(o.c.Name), count)),
	}
	whole := &page{Lang: to.Tag, Game: o.c.Name, Title: to.M(message.New("The day in {games}", count)), Preview: m.Subject}
	text := []string{to.M(message.New("This is your e-mail of the day, about {games}. It was sent on {when}.", count, message.Moment(now.Unix()))) + "\n"}
	for _, x := range parts {
		secret, err := o.judge.Users.ReplySecret(ctx, a.ID, x.reader.g.ID, x.reader.role.Seat)
		switch {
		case err == nil:
			x.reader.address = o.c.Tagged(secret)
		case Temporary(err):
			return nil, err
		}
		part, p := x.reader.draft(x.letter)
		text = append(text, part.Text)
		whole.Blocks = append(whole.Blocks, block{Title: p.Game + ": " + p.Title})
		whole.Blocks = append(whole.Blocks, p.Blocks...)
		for _, foot := range p.Foot {
			whole.Blocks = append(whole.Blocks, block{Paras: []string{foot}, Muted: true})
		}
		if len(p.Links) > 0 {
			whole.Links = append(whole.Links, pageLink{p.Game, p.Links[0].URL})
		}
	}
	m.Text = strings.Join(text, "\n"+strings.Repeat("=", phrase.LineWidth)+"\n\n")
	if !wishes.Plain {
		if m.HTML, err = whole.html(); err != nil {
			return nil, err
		}
	}
	return m, nil
}

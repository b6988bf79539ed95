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
	"podesta/machiavelli/message"
)

// heldJob is the data of a job that sends the news that was held back for a reader.
type heldJob struct {
	Account string `json:"account"`
}

// holdBack divides e-mails into those that are sent immediately (now) and the entries that must
// wait for the end of the reader's quiet hours or for the daily e-mail (waiting). An answer to an
// e-mail never waits.
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

// waiting returns the entries of an e-mail that must be held back.
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

// news is a composed e-mail to a person about something other than entries of their games.
type news struct {
	Letter *Letter `json:"letter"`
	// Title is the heading in a daily e-mail, in which news is a part without a greeting.
	Title  string  `json:"title"`
	Text   string  `json:"text"`
	Blocks []Block `json:"blocks"`         // the content of Text as blocks
	Game   string  `json:"game,omitempty"` // the game that it is about
	Links  []Link  `json:"links,omitempty"`
}

// tell sends a text to a person, or stores it while it must be held back. The parameter due is the
// deadline that the text mentions, or zero; title is the text's heading in a daily e-mail.
func (o *Outbox) tell(tx *game.Tx, a *game.Account, to []string, text *prose, due time.Time, subject,
	title message.Message,
) error {
	n := &news{
		Letter: text.letter(to, text.to.M(subject), o.c.Name, title),
		Title:  message.Capital(text.to.M(title)), Text: message.Capital(text.text.String()), Blocks: text.blocks,
	}
	if len(n.Blocks) > 0 && len(n.Blocks[0].Paras) > 0 { // no greeting precedes it
		n.Blocks[0].Paras[0] = message.Capital(n.Blocks[0].Paras[0])
	}
	return o.sendNews(tx, a, due, n)
}

// sendNews sends an e-mail to a person: now, at the end of their quiet hours, or as part of their
// daily e-mail. The parameter due is the deadline that the e-mail mentions, or zero.
func (o *Outbox) sendNews(tx *game.Tx, a *game.Account, due time.Time, n *news) error {
	now := o.Now()
	wishes, err := account.ReadWishes(a)
	if err != nil {
		return err
	}
	until, err := wishes.Until(now.In(account.Zone(a)), wishes.MailDaily, due)
	switch {
	case err != nil:
		return err
	case until.IsZero():
		return Enqueue(tx, n.Letter, now)
	}
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	if err := game.HoldNews(tx, a.ID, game.MailWay, until, now, data); err != nil {
		return err
	}
	return enqueueHeld(tx, a.ID, until)
}

// holdMail stores notifications that are held back, and queues the jobs that send them.
func holdMail(tx *game.Tx, waiting []game.Held) error {
	for _, h := range waiting {
		if err := tx.Hooks.SaveHeld(h); err != nil {
			return err
		}
		if err := enqueueHeld(tx, h.Account, h.Due); err != nil {
			return err
		}
	}
	return nil
}

// enqueueHeld queues the job that sends the news held back for a person until a given time.
func enqueueHeld(tx *game.Tx, account string, until time.Time) error {
	data, err := json.Marshal(heldJob{account})
	if err != nil {
		return err
	}
	key := account + "/" + strconv.FormatInt(until.Unix(), 10)
	return tx.Jobs.Enqueue(game.Job{Kind: heldKind, Key: key, Due: until, Data: data})
}

// release sends the news that was held back for a reader, either as a single daily e-mail or, after
// quiet hours, as one e-mail for each game and each item of news.
func (o *Outbox) release(ctx context.Context, job *game.Job) error {
	var ref heldJob
	if err := json.Unmarshal(job.Data, &ref); err != nil {
		return &Permanent{err}
	}
	var waited []game.Held
	var held []game.HeldNews
	err := o.store.Read(ctx, func(tx *game.Tx) error {
		var err error
		if waited, err = tx.Hooks.Held(ref.Account, game.MailWay, o.Now()); err != nil {
			return err
		}
		held, err = game.NewsHeld(tx, ref.Account, game.MailWay, o.Now())
		return err
	})
	if err != nil {
		return err
	}
	told := make([]news, len(held))
	for i := range held {
		if err := json.Unmarshal(held[i].Data, &told[i]); err != nil {
			return &Permanent{err}
		}
	}
	var daily *Letter
	letters, err := o.regroup(ctx, waited)
	if err == nil && len(letters)+len(told) > 1 {
		daily, err = o.daily(ctx, ref.Account, letters, told)
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
		if err := game.DropNewsHeld(tx, ref.Account, held); err != nil {
			return err
		}
		if daily != nil {
			if err := Enqueue(tx, daily, o.clock.Now()); err != nil {
				return err
			}
			return tx.Jobs.FinishJob(job.ID)
		}
		for i := range told {
			if err := Enqueue(tx, told[i].Letter, o.clock.Now()); err != nil {
				return err
			}
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

// regroup returns the e-mails about the entries that were held back: one for each game, and one for
// each message whose author is hidden, because other entries could reveal the author.
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

// daily composes a daily e-mail from news and e-mails about games that were held back. It returns
// nil if the reader no longer wants one, or if nothing is left to report.
func (o *Outbox) daily(ctx context.Context, accountID string, of []postJob, told []news) (*Letter, error) {
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
	if err != nil || len(parts)+len(told) == 0 {
		return nil, err
	}
	to := o.reader(a)
	now := o.Now().In(to.Zone)
	games, others := map[string]bool{}, 0
	for _, x := range told {
		if x.Game != "" {
			games[x.Game] = true
		} else {
			others++
		}
	}
	for _, x := range parts {
		games[x.reader.g.ID] = true
	}
	count := message.Plural(len(games), "{n} game", "{n} games")
	switch {
	case len(games) == 0:
		count = message.Plural(others, "{n} message", "{n} messages")
	case others > 0:
		count = message.New("{games}, {messages}", count, message.Plural(others, "{n} other message",
			"{n} other messages"))
	}
	m := &Letter{
		To: []string{a.Email}, Account: a.ID,
		Subject: to.M(message.New("{judge}: your day - {what}", message.Name(o.c.Name), count)),
	}
	whole := &Page{
		Lang: to.Tag, Game: o.c.Name, Title: to.M(message.New("Your day: {what}", count)),
		Preview: m.Subject,
	}
	var text, titles []string
	add := func(title, said string, blocks []Block, links ...Link) {
		titles, text = append(titles, title), append(text, said)
		whole.Blocks = append(append(whole.Blocks, Block{Title: title, Part: true}), blocks...)
		whole.Links = append(whole.Links, links...)
	}
	tell := func(about func(game string) bool) {
		for _, x := range told {
			if about(x.Game) {
				add(x.Title, BlockText([]Block{{Title: x.Title}})+"\n"+x.Text, x.Blocks, x.Links...)
			}
		}
	}
	tell(func(game string) bool { return game == "" })
	for _, x := range parts {
		secret, err := o.judge.Users.ReplySecret(ctx, a.ID, x.reader.g.ID, x.reader.role.Seat)
		switch {
		case err == nil:
			x.reader.address = o.c.Tagged(secret)
		case Temporary(err):
			return nil, err
		}
		x.reader.plain = false
		part := x.reader.compose(x.letter)
		p := part.Page
		for _, foot := range p.Foot {
			p.Blocks = append(p.Blocks, Block{Paras: []string{foot}, Muted: true})
		}
		if len(p.Links) > 1 {
			p.Links = p.Links[:1]
		}
		for i := range p.Links {
			p.Links[i].Name = p.Game
		}
		add(p.Game+": "+p.Title, part.Text, p.Blocks, p.Links...)
	}
	tell(func(game string) bool { return game != "" })
	top := []Block{{Paras: []string{to.M(message.New("This is your e-mail of the day. It was sent on {when}.",
		message.Moment(now.Unix())))}}, {Items: titles}}
	whole.Blocks = slices.Concat(top, whole.Blocks)
	m.Text = strings.Join(slices.Concat([]string{BlockText(top)}, text), "\n"+rule+"\n\n")
	if !wishes.Plain {
		m.Page = whole
	}
	return m, nil
}

package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/mail/phrase"
	"podesta/internal/press"
)

// postJob is the data of a job: an e-mail to one reader about entries of a game's log.
type postJob struct {
	Game    string  `json:"game"`
	Seq     int64   `json:"seq,omitempty"` // number of a single entry, in jobs of earlier versions
	Seqs    []int64 `json:"seqs,omitempty"`
	Account string  `json:"account"`
	Name    string  `json:"name,omitempty"`   // random name, for the Message-ID
	Answer  *Letter `json:"answer,omitempty"` // the answer to the reader's e-mail that caused the entries
}

// entries returns the numbers of the e-mail's entries.
func (p *postJob) entries() []int64 {
	if p.Seq > 0 {
		return append([]int64{p.Seq}, p.Seqs...)
	}
	return p.Seqs
}

// key returns the key of the e-mail's job. Because of the key, calling spread again after a crash
// does not duplicate waiting e-mail.
func (p *postJob) key() string {
	return p.Game + " " + strconv.FormatInt(p.Seqs[0], 10) + " " + p.Account
}

// spread creates separate jobs for the readers of entries that are sent together, so that a failing
// address neither delays nor repeats the e-mail of others.
func (o *Outbox) spread(ctx context.Context, job *game.Job) error {
	var ref journal.MailJob
	if err := json.Unmarshal(job.Data, &ref); err != nil {
		return &Permanent{err}
	}
	answers := map[string]*Letter{}
	for account, text := range ref.Along {
		m := new(Letter)
		if err := json.Unmarshal(text, m); err != nil {
			return &Permanent{err}
		}
		answers[account] = m
	}
	var letters []postJob
	var farewells []*Letter
	var following []toFollow
	var waiting []game.Held
	err := o.judge.Base.Snapshot(ctx, func(ctx context.Context) error {
		entries, err := o.reported(ctx, &ref)
		if err == nil {
			letters, farewells, err = o.readers(ctx, &ref, entries, answers)
		}
		if err == nil {
			following, err = o.followers(ctx, ref.Game, entries)
		}
		if err == nil {
			letters, waiting, err = o.holdBack(ctx, letters, entries)
		}
		return err
	})
	if err != nil {
		return err
	}
	return o.store.Write(ctx, func(tx *game.Tx) error {
		var jobs []game.Job
		for _, p := range letters {
			data, err := json.Marshal(p)
			if err != nil {
				return err
			}
			jobs = append(jobs, game.Job{Kind: postKind, Key: p.key(), Game: ref.Game, Due: o.Now(), Data: data})
		}
		if err := tx.Jobs.EnqueueAll(jobs); err != nil {
			return err
		}
		if err := holdMail(tx, waiting); err != nil {
			return err
		}
		for _, m := range farewells {
			if err := Enqueue(tx, m, o.clock.Now()); err != nil {
				return err
			}
		}
		for _, m := range following {
			if err := o.sendNews(tx, m.account, time.Time{}, m.news); err != nil {
				return err
			}
		}
		for account, m := range answers {
			if !hasLetter(letters, account) {
				if err := Enqueue(tx, m, o.clock.Now()); err != nil {
					return err
				}
			}
		}
		return tx.Jobs.FinishJob(job.ID)
	})
}

// reported returns the entries of a job that still exist.
func (o *Outbox) reported(ctx context.Context, ref *journal.MailJob) ([]game.Entry, error) {
	var entries []game.Entry
	for _, seq := range ref.Entries() {
		e, err := o.judge.Press.Entry(ctx, ref.Game, seq)
		switch {
		case errors.Is(err, press.ErrNoEntry):
			continue
		case err != nil:
			return nil, err
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// anonymous reports whether an entry is press that may hide its author.
func anonymous(e *game.Entry) bool {
	var p journal.PressData
	return e.Kind == game.PressEntry && json.Unmarshal(e.Data, &p) == nil && (p.Grey || p.Fake || p.Blank)
}

// hasLetter reports whether letters contains the answer to an account.
func hasLetter(letters []postJob, account string) bool {
	for i := range letters {
		if letters[i].Account == account && letters[i].Answer != nil {
			return true
		}
	}
	return false
}

// readers returns the e-mails about entries, and the farewells to people who left with one of the
// entries. Each reader gets one e-mail, which includes the answer to them if there is one, and a
// separate e-mail for each message that may hide its author.
func (o *Outbox) readers(ctx context.Context, ref *journal.MailJob, entries []game.Entry, answers map[string]*Letter) (letters []postJob, farewells []*Letter, err error) {
	if len(entries) == 0 {
		return nil, nil, nil
	}
	g, err := o.judge.Base.Game(ctx, ref.Game)
	if err != nil {
		return nil, nil, gone(err)
	}
	members, err := o.judge.Lobby.Members(ctx, ref.Game)
	if err != nil {
		return nil, nil, err
	}
	var accounts []string
	for i := range members {
		accounts = append(accounts, members[i].Account)
	}
	if err := o.judge.Base.GatherAccounts(ctx, accounts); err != nil {
		return nil, nil, err
	}
	done, parted := map[string]bool{}, map[string]bool{}
	for _, m := range members {
		var seqs []int64
		for i := range entries {
			e := &entries[i]
			if answers[m.Account] == nil && !parted[m.Account] {
				bye, err := o.farewell(ctx, g, e, &m)
				if err != nil {
					return nil, nil, err
				}
				if bye != nil {
					parted[m.Account] = true
					farewells = append(farewells, bye)
				}
			}
			if done[m.Account] || !m.Left.IsZero() || m.Precedes(e) {
				continue
			}
			wants, err := o.wants(ctx, g, e, m.Account)
			if err != nil {
				return nil, nil, err
			}
			switch {
			case wants && anonymous(e):
				// In an e-mail with other entries, the message would reveal its author.
				letters = append(letters, postJob{Game: ref.Game, Seqs: []int64{e.Seq}, Account: m.Account, Name: Nonce()})
			case wants:
				seqs = append(seqs, e.Seq)
			}
		}
		if len(seqs) > 0 {
			done[m.Account] = true
			letters = append(letters, postJob{Game: ref.Game, Seqs: seqs, Account: m.Account, Name: Nonce(), Answer: answers[m.Account]})
		}
	}
	return letters, farewells, nil
}

// wants reports whether an account's owner receives an e-mail about an entry, because they take
// part in the game, may see the entry and need to know of it.
func (o *Outbox) wants(ctx context.Context, g *game.Game, e *game.Entry, account string) (bool, error) {
	role, err := o.judge.Base.RoleOf(ctx, g.ID, account)
	if err != nil || !role.Takes() {
		return false, err
	}
	if journal.Needless(e, role) {
		return false, nil
	}
	_, seen, err := o.judge.Press.Censor(ctx, role, *e)
	return seen, err
}

// sendPost composes and sends the e-mail about entries to one reader. If nothing is left to report,
// it sends only the answer, if there is one.
func (o *Outbox) sendPost(ctx context.Context, job *game.Job, all *gathering) error {
	ref, err := readPost(job)
	if err != nil {
		return err
	}
	x, err := all.of(ctx, job, ref)
	var m *Letter
	if err == nil && x.letter != nil {
		m, err = o.withMap(ctx, x)
	}
	if m != nil {
		m.secret, m.remembered = x.secret, x.secret != ""
	}
	if err != nil {
		return err
	}
	if m == nil {
		if m = ref.Answer; m == nil {
			return nil
		}
		if m.ID == "" {
			m.ID = o.messageName(ref.Game, m.Number, ref.Name)
		}
	}
	err = o.send(ctx, m)
	var refused *Permanent
	if errors.As(err, &refused) {
		if e := o.Undelivered(context.WithoutCancel(ctx), ref.Account, m.To[0], phrase.OneLine(refused.Error(), 300)); e != nil {
			o.log.Error("mail", "error", e)
		}
	}
	return err
}

// withMap composes an e-mail, including its map if it has one.
func (o *Outbox) withMap(ctx context.Context, x gathered) (m *Letter, err error) {
	r, l := x.reader, x.letter
	if l.shownBy > 0 {
		if l.picture, err = o.picture(ctx, r.g, l.shownBy, l.shown, l.begins, r.to.Catalogue); err != nil {
			return nil, err
		}
	}
	return r.compose(l), nil
}

// gather reads the content of the e-mail about entries to one reader. The letter is nil if
// nothing is left to report.
func (o *Outbox) gather(ctx context.Context, ref *postJob) (*reader, *gameLetter, error) {
	g, err := o.judge.Base.Game(ctx, ref.Game)
	if err != nil {
		return nil, nil, gone(err)
	}
	a, err := o.judge.Users.Account(ctx, ref.Account)
	if err != nil {
		return nil, nil, gone(err)
	}
	role, err := o.judge.Base.RoleOf(ctx, ref.Game, ref.Account)
	if err != nil || !role.Takes() || a.Blocked {
		return nil, nil, err
	}
	wishes, err := account.ReadWishes(a)
	if err != nil {
		return nil, nil, err
	}
	var entries []game.Entry
	for _, seq := range ref.entries() {
		e, err := o.judge.Press.Entry(ctx, ref.Game, seq)
		if err == nil {
			var seen bool
			if e, seen, err = o.judge.Press.Censor(ctx, role, e); err == nil && (!seen || wishes.Declines(role, &e)) {
				continue
			}
		}
		if err != nil {
			if gone(err) == nil {
				continue
			}
			return nil, nil, err
		}
		entries = append(entries, e)
	}
	answered := ""
	if ref.Answer != nil {
		answered = a.Name
	}
	if entries, err = condensed(entries, answered); err != nil || len(entries) == 0 {
		return nil, nil, err
	}
	r := &reader{o: o, g: g, role: role, account: a, to: o.reader(a), now: o.clock.Now(), plain: wishes.Plain}
	l, err := r.letter(ctx, entries)
	if err != nil {
		return nil, nil, err
	}
	l.name, l.answer = ref.Name, ref.Answer
	return r, l, nil
}

package post

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"podesta/internal/judge"
)

// postJob is the data of a letter about an entry to one reader.
type postJob struct {
	Game    string `json:"game"`
	Seq     int64  `json:"seq"`
	Account string `json:"account"`
	Name    string `json:"name,omitempty"` // chance, for the Message-ID
}

// spread makes a job for each reader of an entry: so that one whose address
// fails does not hold up, or get anew, the letters of the others.
func (o *Office) spread(ctx context.Context, job *judge.Job) error {
	var ref judge.MailJob
	if err := json.Unmarshal(job.Data, &ref); err != nil {
		return &Permanent{err}
	}
	e, err := o.judge.Entry(ctx, ref.Game, ref.Seq)
	switch {
	case errors.Is(err, judge.ErrNoEntry):
		return nil
	case err != nil:
		return err
	}
	g, err := o.judge.Game(ctx, ref.Game)
	if err != nil {
		return err
	}
	members, err := o.judge.Members(ctx, ref.Game)
	if err != nil {
		return err
	}
	var readers []string
	var farewells []*mailing
	done := map[string]bool{}
	for _, m := range members {
		bye, err := o.farewell(ctx, g, &e, &m)
		if err != nil {
			return err
		}
		if bye != nil {
			farewells = append(farewells, bye)
		}
		if done[m.Account] || !m.Left.IsZero() || m.Joined.After(e.At) {
			continue
		}
		done[m.Account] = true
		wants, err := o.wants(ctx, g, &e, m.Account)
		if err != nil {
			return err
		}
		if wants {
			readers = append(readers, m.Account)
		}
	}
	return o.store.Write(ctx, func(tx judge.Tx) error {
		h := tx.(judge.HostTx)
		for _, account := range readers {
			data, err := json.Marshal(postJob{ref.Game, ref.Seq, account, chance()})
			if err != nil {
				return err
			}
			// The key keeps a second spreading, after a crash, from doubling letters
			// that still wait.
			key := ref.Game + " " + strconv.FormatInt(ref.Seq, 10) + " " + account
			if err := h.Enqueue(judge.Job{Kind: postKind, Key: key, Game: ref.Game, Due: o.now(), Data: data}); err != nil {
				return err
			}
		}
		for _, m := range farewells {
			if err := enqueue(h, m, o.clock.Now()); err != nil {
				return err
			}
		}
		return h.FinishJob(job.ID)
	})
}

// wants tells whether somebody gets a letter about an entry: if he may see it
// and it does not come from himself.
func (o *Office) wants(ctx context.Context, g *judge.Game, e *judge.Entry, account string) (bool, error) {
	role, err := o.judge.RoleOf(ctx, g.ID, account)
	if err != nil || !role.Takes() {
		return false, err
	}
	if e.Kind == judge.PressEntry && (e.From > 0 && role.Seat == e.From || !role.Master && e.Author() == account) {
		return false, nil
	}
	if e.Kind == judge.NoticeEntry {
		var n judge.Notice
		if err := json.Unmarshal(e.Data, &n); err != nil || n.Copied {
			return false, err
		}
		if role.Master && (n.Apart || n.Topic == judge.TopicStead) {
			return false, nil // masters read it in the log: they know it already
		}
	}
	_, seen, err := o.judge.Censor(ctx, role, *e)
	return seen, err
}

// sendPost writes and sends the letter about an entry to one reader.
func (o *Office) sendPost(ctx context.Context, job *judge.Job) error {
	var ref postJob
	if err := json.Unmarshal(job.Data, &ref); err != nil {
		return &Permanent{err}
	}
	m, err := o.write(ctx, ref)
	if err != nil || m == nil {
		return err
	}
	err = o.send(ctx, m)
	var refused *Permanent
	if errors.As(err, &refused) {
		if e := o.undelivered(context.WithoutCancel(ctx), ref.Account, m.To[0], oneLine(refused.Error(), 300)); e != nil {
			o.log.Error("mail", "error", e)
		}
	}
	return err
}

// write writes the letter about an entry to one reader; nil if he is not to have
// it any more.
func (o *Office) write(ctx context.Context, ref postJob) (*mailing, error) {
	e, err := o.judge.Entry(ctx, ref.Game, ref.Seq)
	if err != nil {
		return nil, gone(err)
	}
	g, err := o.judge.Game(ctx, ref.Game)
	if err != nil {
		return nil, gone(err)
	}
	a, err := o.judge.Account(ctx, ref.Account)
	if err != nil {
		return nil, gone(err)
	}
	role, err := o.judge.RoleOf(ctx, ref.Game, ref.Account)
	if err != nil || !role.Takes() || a.Blocked {
		return nil, err
	}
	e, seen, err := o.judge.Censor(ctx, role, e)
	if err != nil || !seen {
		return nil, err
	}
	wishes, err := judge.ReadWishes(a)
	if err != nil || wishes.Declines(role, &e) {
		return nil, err
	}
	t, err := o.tell(ctx, g, role, e)
	if err != nil {
		return nil, err
	}
	if e.Kind == judge.ResultEntry && !wishes.Plain {
		if t.picture, err = o.picture(ctx, g, e.Seq, e.Number); err != nil {
			return nil, err
		}
	}
	m, err := o.letterOf(g, role, a, &e, t)
	if err == nil {
		name := ref.Name
		if name == "" { // queued by an older version
			name = short(fmt.Sprint(ref.Seq, ref.Account))
		}
		m.ID = o.messageName(g.ID, m.Number, name)
	}
	if err == nil && wishes.Plain {
		m.HTML, m.Picture, m.Calendar = "", nil, ""
	}
	return m, err
}

// gone makes of something that is not there any more nothing to do.
func gone(err error) error {
	if judge.ErrorCode(err) == judge.NotFound {
		return nil
	}
	return err
}

// letterOf puts what is told into a letter: text, HTML and the deadline for the
// calendar.
func (o *Office) letterOf(g *judge.Game, role judge.Role, a *judge.Account, e *judge.Entry, t *told) (*mailing, error) {
	code := phaseCode(e.Phase)
	if t.over {
		code += "X"
	}
	name := oneLine(g.Name, 60)
	m := &mailing{
		To:      []string{a.Email},
		Subject: fmt.Sprintf("%s:%s - %s %s", o.c.Name, name, code, t.subject),
		Game:    g.ID, Account: a.ID, Seat: role.Seat, Number: e.Number,
	}
	if e.Kind == judge.ResultEntry && !t.over {
		m.Number++ // it is answered with the orders of the next phase
	}
	m.References = o.thread(g, a.ID, e.Number)
	m.InReplyTo = m.References[len(m.References)-1]
	head := fmt.Sprintf(":: Judge: %s  Game: %s  Variant: %s\n:: %s  [%03d]\n", o.c.Name, name, g.Setting.Title, code, e.Number)
	times := timesText(t.times, zone(a), o.clock.Now())
	m.Text = head + "\n" + t.text + times
	p := &page{Title: name + ": " + t.subject, Head: t.head, Story: t.story, Times: times, Link: o.pageOf(g)}
	if e.Kind == judge.ResultEntry {
		p.Classic = t.text
		if m.Picture = t.picture; len(m.Picture) > 0 {
			p.Picture = "cid:" + pictureID
		}
		if p.Link != "" {
			p.Map = p.Link + "/map/" + strconv.Itoa(e.Number) + ".svg?orders=1"
			p.Link += "/p/" + strconv.Itoa(e.Number)
		}
	} else {
		p.Text = t.text
	}
	if p.Link != "" {
		m.Text += "\n" + p.Link + "\n"
	}
	switch {
	case t.hint != "":
		m.Text += "\n" + wrap(t.hint, "", "", 78) + "\n"
	case role.Seat > 0 && t.times != nil:
		m.Text += "\nAnswer this letter with your orders; it needs no SIGNON and no password.\n"
	}
	switch {
	case t.over:
		m.Calendar, m.Cancel = o.calendar(g, e.At, e.At, true), true
	case t.times != nil && !t.times.Deadline.IsZero():
		m.Calendar = o.calendar(g, e.At, t.times.Deadline, false)
	}
	var err error
	m.HTML, err = p.html()
	return m, err
}

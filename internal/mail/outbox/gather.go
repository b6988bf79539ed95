package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"podesta/internal/game"
	"podesta/internal/users"
)

// gathered is the content of an e-mail about entries to one reader.
type gathered struct {
	reader *reader
	letter *gameLetter // nil if nothing is left to report
	secret string      // secret in the reply address if the e-mail is already remembered; otherwise empty
}

// gathering reads the contents of e-mails about entries. It reads all e-mails about the same game
// in one transaction, when the first of them is needed.
type gathering struct {
	o     *Outbox
	games map[string]func() map[int64]gathered
}

// newGathering returns the gathering for the e-mails of jobs.
func (o *Outbox) newGathering(ctx context.Context, jobs []game.Job) *gathering {
	x := &gathering{o, map[string]func() map[int64]gathered{}}
	for _, some := range lanes(jobs, gameOf) {
		x.games[some[0].Game] = sync.OnceValue(func() map[int64]gathered {
			if len(some) == 1 {
				return nil // a single e-mail shares nothing
			}
			found, err := o.gatherGame(ctx, some)
			if err != nil {
				return nil // the e-mails are read one by one, so that each gets its own error
			}
			return found
		})
	}
	return x
}

// gameOf returns the game that a job is about. The game is the lane for jobs that find readers, so
// that readers receive a game's entries in the order of its log.
func gameOf(job *game.Job) string { return job.Game }

// of returns the content of a job's e-mail.
func (x *gathering) of(ctx context.Context, job *game.Job, ref *postJob) (found gathered, err error) {
	if found, ok := x.games[job.Game]()[job.ID]; ok {
		return found, nil
	}
	err = x.o.judge.Base.Snapshot(ctx, func(ctx context.Context) (err error) {
		found.reader, found.letter, err = x.o.gather(ctx, ref)
		return err
	})
	return found, err
}

// interleaved returns jobs in an order in which the first job of each game precedes the second job
// of any game, so that the maps of several games are drawn in parallel.
func interleaved(jobs []game.Job) []game.Job {
	games := lanes(jobs, gameOf)
	out := make([]game.Job, 0, len(jobs))
	for i := 0; len(out) < len(jobs); i++ {
		for _, some := range games {
			if i < len(some) {
				out = append(out, *some[i])
			}
		}
	}
	return out
}

// gatherGame reads the contents of e-mails about entries of one game, and records the e-mails as
// sent.
func (o *Outbox) gatherGame(ctx context.Context, jobs []*game.Job) (out map[int64]gathered, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errors.New("panic") // try reports the panic when it recurs
		}
	}()
	refs := make([]*postJob, len(jobs))
	accounts := make([]string, len(jobs))
	for i, job := range jobs {
		if refs[i], err = readPost(job); err != nil {
			return nil, err
		}
		accounts[i] = refs[i].Account
	}
	err = o.judge.Base.Snapshot(ctx, func(ctx context.Context) error {
		out = map[int64]gathered{}
		if err := o.judge.Base.GatherAccounts(ctx, accounts); err != nil {
			return err
		}
		for i, job := range jobs {
			r, l, err := o.gather(ctx, refs[i])
			if err != nil {
				return err
			}
			out[job.ID] = gathered{reader: r, letter: l}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, o.rememberGame(ctx, jobs, out)
}

// rememberGame records the recipients of the e-mails about one game in one transaction, and adds
// the secrets in their reply addresses. An e-mail that is an answer keeps the secret that it
// already has.
func (o *Outbox) rememberGame(ctx context.Context, jobs []*game.Job, all map[int64]gathered) error {
	var to []users.ReplyTo
	var ids []int64
	marks := map[string][]byte{}
	for _, job := range jobs {
		x := all[job.ID]
		if x.letter == nil || x.letter.answer != nil {
			continue
		}
		a := x.reader.account
		mark, err := json.Marshal(SentMark{a.ID, addressSum(a.Email)})
		if err != nil {
			return err
		}
		marks[o.messageName(job.Game, x.letter.replies, x.letter.name)] = mark
		ids, to = append(ids, job.ID), append(to, users.ReplyTo{Account: a.ID, Seat: x.reader.role.Seat})
	}
	if len(to) == 0 {
		return nil
	}
	secrets, err := o.judge.Users.ReplySecrets(ctx, jobs[0].Game, to)
	if err != nil {
		return err
	}
	err = o.commits.write(func(tx *game.Tx) error { return tx.Items.PutAll("", sentIn(o.clock.Now()), marks) })
	if err != nil {
		return err
	}
	for i, id := range ids {
		x := all[id]
		x.secret = secrets[i]
		all[id] = x
	}
	return nil
}

// readPost decodes the data of a job.
func readPost(job *game.Job) (*postJob, error) {
	ref := new(postJob)
	if err := json.Unmarshal(job.Data, ref); err != nil {
		return nil, &Permanent{err}
	}
	if ref.Name == "" { // from an older version
		ref.Name = short(string(job.Data))
	}
	return ref, nil
}

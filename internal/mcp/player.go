package mcp

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"podesta/internal/apijson"
	"podesta/internal/client"
)

// The limits for calls that the judge refuses because there were too many.
const (
	longestWait = 75 * time.Second // maximum total time that a tool waits before it gives up
	maxTries    = 6
)

// player calls the judge on behalf of one account.
type player struct {
	api  *client.Client
	rest func(context.Context, time.Duration) error // waits

	mu    sync.Mutex
	me    *apijson.Person // the account, once it is known to belong to a program
	no    *errNotAdmitted // the reason why the token cannot be used; nil if none is known
	asked time.Time       // when the judge last answered a question about the token
}

// How long the judge's answer about a token is cached. Between games an account can become a
// person's again. A refused token must not be tried often, because the judge slows down all
// requests from the same address.
const (
	trustFor  = 10 * time.Minute
	refuseFor = time.Minute
)

// errNotAdmitted is the reason why a token cannot be used here at all.
type errNotAdmitted struct{ why string }

func (e *errNotAdmitted) Error() string { return e.why }

// refusal returns why the token cannot be used, or nil if no reason is known.
func (p *player) refusal() *errNotAdmitted {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.no != nil && time.Since(p.asked) < refuseFor {
		return p.no
	}
	return nil
}

// person returns the account of the token. The error is an *errNotAdmitted for a token that is
// invalid, or that does not belong to a program's whole account.
func (p *player) person(ctx context.Context) (*apijson.Person, error) {
	if no := p.refusal(); no != nil {
		return nil, no
	}
	p.mu.Lock()
	me, fresh := p.me, time.Since(p.asked) < trustFor
	p.mu.Unlock()
	if me != nil && fresh {
		return me, nil
	}
	me = &apijson.Person{}
	err := p.patient(ctx, http.MethodGet, "/me", nil, nil, me)
	var no *errNotAdmitted
	switch {
	case client.Code(err) == "unauthorized":
		no = &errNotAdmitted{"The judge does not accept this token: it is wrong, or was revoked. " + newKey}
	case client.Code(err) == "forbidden":
		no = &errNotAdmitted{"This token is for one game only. " + newKey}
	case err != nil:
		return nil, err
	case !me.Program:
		no = &errNotAdmitted{fmt.Sprintf("This is the token of a person's account (%s). Agents play with accounts of their own, which are marked as programs, so that everyone knows what they play against. "+
			"The person who runs this agent should make a second account for it, sign in to that account and make a key there, and then enter that key at their own account's page (Accounts of programs). docs/agents.md shows every step.", me.Name)}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = time.Now()
	if no != nil {
		p.me, p.no = nil, no
		return nil, no
	}
	p.me, p.no = me, nil
	return me, nil
}

// forget discards the judge's answer about the token, so that the next call asks again.
func (p *player) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.me = nil
}

// newKey is advice on getting a token that works.
const newKey = "The person who runs this agent should sign in to the agent's account, make a key for all its games, and give it to the host: as PODESTA_CLIENT_TOKEN, or over HTTP in the header Authorization."

// call makes a call of the API like client.Call, but only for accounts of programs. If there were
// too many calls, it waits as long as the judge demands, and tries again.
func (p *player) call(ctx context.Context, method, path string, query url.Values, in, out any) error {
	if _, err := p.person(ctx); err != nil {
		return err
	}
	err := p.patient(ctx, method, path, query, in, out)
	if client.Code(err) == "unauthorized" { // the token was revoked in the meantime
		p.forget()
	}
	return err
}

func (p *player) get(ctx context.Context, path string, query url.Values, out any) error {
	return p.call(ctx, http.MethodGet, path, query, nil, out)
}

// patient is call for any kind of account.
func (p *player) patient(ctx context.Context, method, path string, query url.Values, in, out any) error {
	var waited time.Duration
	for try := 1; ; try++ {
		err := p.api.Call(ctx, method, path, query, in, out)
		var e *client.Error
		if !errors.As(err, &e) || e.Status != http.StatusTooManyRequests || try == maxTries {
			return err
		}
		// A refused call has no effect, so every call can be repeated.
		wait := max(e.Wait, time.Second)
		if waited += wait; waited > longestWait {
			return err
		}
		if err := p.rest(ctx, wait); err != nil {
			return err
		}
	}
}

// rest waits for a duration, or until ctx ends.
func rest(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// explain rewords an error so that it says what an agent can do about it.
func explain(err error) error {
	var e *client.Error
	var no *errNotAdmitted
	var known *advice
	switch {
	case errors.As(err, &no), errors.As(err, &known):
		return err
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return say("The call was broken off before the judge answered. If it was to change something, look whether it has, before you repeat it.")
	case !errors.As(err, &e):
		return say("The judge did not answer: %v. Wait a minute and call the tool again. If it was to change something, look first whether it has. If the judge stays away, tell the person who runs you.", err)
	}
	text := e.Error()
	switch e.Code {
	case "unauthorized":
		text += " " + newKey
	case "stale":
		text += " Nothing was saved. Call look for the new phase and revision, and decide anew."
	case "not_found":
		text += " list_games lists your games, and the open ones."
	case "too_many":
		text += fmt.Sprintf(" This tool has waited already. Call it again in %d seconds.", int(max(e.Wait, time.Second).Seconds()))
	case "unavailable":
		text += " Call the tool again in a minute."
	case "too_large":
		text += " Send less at once."
	case "":
		text += " The person who runs this agent should check the address of the judge."
	}
	return say("%s", text)
}

// advice is an error that says what to do.
type advice struct{ text string }

func (e *advice) Error() string { return e.text }

// say returns advice with formatted text.
func say(format string, args ...any) error { return &advice{fmt.Sprintf(format, args...)} }

package outbox

import (
	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/mail/phrase"
	"podesta/machiavelli/message"
)

// tellOwner writes to the owner of an account about news that concerns other people, or about
// changes to the account. If the credentials have changed, it explains what to do if another person
// did it.
func (o *Outbox) tellOwner(tx *game.Tx, n account.OwnerNews) error {
	a, err := tx.Accounts.Account(n.Account)
	if err != nil {
		return err
	}
	r, judge := o.reader(&a), message.Name(o.c.Name)
	text := prose{to: r}
	if x := n.Person; x != nil {
		text.greet(n.Name)
		for _, m := range x.Said {
			text.add(m)
		}
		text.add(x.Answer)
		if o.c.BaseURL != "" {
			text.add(message.New("The page about it: {page}", message.Order(o.c.BaseURL+x.Page)))
		}
		return o.tell(tx, &a, n.To, &text, x.Due, message.New("{judge}: {subject}", judge, x.Subject), x.Subject)
	}
	if len(n.Said) > 0 {
		text.greet(n.Name)
		for _, m := range n.Said {
			text.add(m)
		}
		if !n.Queue.IsZero() {
			if o.c.BaseURL != "" {
				text.add(message.New("The queue is at {page}; by e-mail, send the line {command}.", message.Order(o.c.BaseURL+"/queue"), message.Order("QUEUE")))
			}
			return o.tell(tx, &a, n.To, &text, n.Due, message.New("{judge}: {subject}", judge, n.Queue), n.Queue)
		}
		if o.c.BaseURL != "" {
			text.add(message.New("Your reports and what was decided about you are on {page}.", message.Order(o.c.BaseURL+"/me/safety")))
		}
		subject := message.New("a decision of the operators")
		return o.tell(tx, &a, n.To, &text, n.Due, message.New("{judge}: {subject}", judge, subject), subject)
	}
	text.greet(n.Name)
	if n.Program != "" {
		text.add(message.New("this is about {program} at {judge}, for which you answer:", person(n.Program), judge))
		text.quote(n.What)
		text.add(message.New("When: {when}.", phrase.At(n.At)))
		if o.c.BaseURL != "" {
			text.add(message.New("Your programs are at {page}.", message.Order(o.c.BaseURL+"/me#owned")))
		}
		return Enqueue(tx, text.letter(n.To, r.M(message.New("{judge}: {program}", judge, person(n.Program))), o.c.Name, message.New("{program}", person(n.Program))), o.clock.Now())
	}
	text.add(message.New("something has changed about your account at {judge}:", judge))
	text.quote(n.What)
	if n.From == "" {
		text.add(message.New("When: {when}.", phrase.At(n.At)))
	} else {
		text.add(message.New("When: {when}, from {address}.", phrase.At(n.At), message.Order(phrase.OneLine(n.From, 60))))
	}
	text.add(message.New("If it was you, there is nothing to do."))
	o.addRescue(&text)
	return Enqueue(tx, text.letter(n.To, r.M(message.New("{judge}: your account has changed", judge)), o.c.Name, message.New("your account has changed")), o.clock.Now())
}

// Rescue explains what to do if another person has gained access to an account.
func (o *Outbox) Rescue(r phrase.Reader) []Block {
	text := prose{to: r}
	o.addRescue(&text)
	return text.blocks
}

func (o *Outbox) addRescue(text *prose) {
	if o.c.BaseURL == "" {
		text.add(message.New("If it was not you, someone else is using your account. Send an e-mail to {address} with the line {command} and a new password, and write to the operator of the judge.", message.Order(o.c.Address), message.Order("SET PASSWORD")))
		return
	}
	me := message.Order(o.c.BaseURL + "/me")
	text.add(message.New("If it was not you, someone else is using your account. Do this at once:"))
	text.list(true,
		message.New("Have a link sent to you at {page} and follow it.", message.Order(o.c.BaseURL+"/signin")),
		message.New("On {page}, set another password and choose to end all other access, too.", me),
		message.New("On the same page remove addresses and passkeys that are not yours."))
	text.add(message.New("If no link comes to any of your addresses, write to the operator of the judge."))
}

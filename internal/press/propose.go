package press

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/journal"
	"podesta/machiavelli"
	"podesta/machiavelli/message"
	"podesta/machiavelli/pact"
	"podesta/machiavelli/record"
)

// ProposalItem is the kind of the items that hold the proposals between powers, keyed by number.
const ProposalItem = "proposal"

// mostWaiting is the maximum number of proposals of a seat that wait for an
// answer.
const mostWaiting = 20

// mostListed is the maximum number of proposals of a game that are considered; older ones are
// ignored.
const mostListed = 100

// NewProposal is a proposal from one power to another.
type NewProposal struct {
	Line string // in the language of package pact, such as "PROPOSE PEACE TO Venice UNTIL fall 1455"
	Note string // text that the sender adds; may be empty

	why message.Message // reason of a computer player
}

// accepted is the state with which all agreements are stored.
const accepted pact.Standing = "accepted"

// Proposal is a proposal as its reader sees it.
type Proposal struct {
	pact.Record
	Number   int
	From, To int    // seats
	Line     string // in canonical form
	Phase    machiavelli.Phase
	Answers  bool // whether the reader can accept or refuse it
	Takes    bool // whether the reader can withdraw it
	// Why is the reason of a computer player for its answer, and Note what a person wrote with
	// their answer.
	Why  message.Message
	Note string

	excused bool // whether a computer player has explained why it broke the agreement
}

// storedProposal is a proposal as it is stored.
type storedProposal struct {
	From    int           `json:"from"`
	To      int           `json:"to"`
	Power   string        `json:"power"` // ID of the proposing power
	Line    string        `json:"line"`
	State   pact.Standing `json:"state"`
	Number  int           `json:"number"` // number of the phase in which it was made
	Phase   string        `json:"phase"`
	Entry   int64         `json:"entry"`            // number of its log entry
	Answer  int64         `json:"answer,omitempty"` // number of the answer's log entry
	Since   int           `json:"since,omitempty"`  // number of the phase in which it was accepted
	Excused bool          `json:"excused,omitempty"`
}

// proposals holds the stored proposals of a game.
type proposals struct {
	tx  *game.Tx
	g   *gamestate.State
	all map[int]storedProposal
}

// proposalKey returns the key of the item of a proposal.
func proposalKey(number int) string { return fmt.Sprintf("%06d", number) }

// readProposals reads the proposals of a game.
func readProposals(tx *game.Tx, g *gamestate.State) (*proposals, error) {
	items, err := tx.Items.List(g.ID, ProposalItem)
	if err != nil {
		return nil, err
	}
	p := &proposals{tx, g, map[int]storedProposal{}}
	for key, data := range items {
		n, err := strconv.Atoi(key)
		if err != nil {
			return nil, g.WrapError(err)
		}
		var x storedProposal
		if err := json.Unmarshal(data, &x); err != nil {
			return nil, g.WrapError(err)
		}
		p.all[n] = x
	}
	return p, nil
}

// save stores a proposal.
func (p *proposals) save(number int, x storedProposal) error {
	data, err := json.Marshal(x)
	if err != nil {
		return err
	}
	p.all[number] = x
	return p.tx.Items.Put(p.g.ID, ProposalItem, proposalKey(number), data)
}

// numbers returns the numbers of the newest proposals that a role may see, the
// newest first.
func (p *proposals) numbers(role game.Role) []int {
	var n []int
	for number, x := range p.all {
		if role.Master || role.Seat > 0 && (x.From == role.Seat || x.To == role.Seat) {
			n = append(n, number)
		}
	}
	slices.SortFunc(n, func(a, b int) int { return cmp.Compare(p.all[b].Entry, p.all[a].Entry) })
	return n[:min(len(n), mostListed)]
}

// next returns the number of a new proposal between two seats. Each pair of seats has its own
// numbers, so that they do not reveal how many proposals others make.
func (p *proposals) next(a, b int) int {
	seats := len(p.g.Seats)
	low, high := min(a, b), max(a, b)
	// The pairs are ordered as 1 and 2, 1 and 3, ..., 2 and 3, ...
	pair := (low-1)*seats - low*(low-1)/2 + high - low
	pairs := seats * (seats - 1) / 2
	n := pair
	for number, x := range p.all {
		if (x.From == a && x.To == b || x.From == b && x.To == a) && number >= n {
			n = number + 1
		}
	}
	// Older versions numbered all proposals of a game consecutively.
	for ; n%pairs != pair%pairs || p.taken(n); n++ {
	}
	return n
}

// taken reports whether a proposal with this number exists.
func (p *proposals) taken(number int) bool {
	_, ok := p.all[number]
	return ok
}

// terms returns the terms of a proposal.
func (p *proposals) terms(x *storedProposal) (pact.Terms, error) {
	from, _ := p.g.Setting.Powers.Find(x.Power)
	made, err := machiavelli.ParsePhase(x.Phase)
	if err != nil {
		return pact.Terms{}, p.g.WrapError(err)
	}
	t, err := pact.Parse(x.Line, p.g.Setting, from, made)
	return t, p.g.WrapError(err)
}

// seatOf returns the seat of a power, or 0.
func seatOf(g *gamestate.State, power machiavelli.Power) int {
	power = g.Setting.Plays(power)
	for i, powers := range g.Setting.Seats {
		if slices.Contains(powers, power) {
			return i + 1
		}
	}
	return 0
}

// proposalName returns the words that identify a proposal in commands.
func proposalName(number int) string { return "PROPOSAL " + strconv.Itoa(number) }

// NoProposal returns the error for the number of a proposal that the caller cannot see.
func NoProposal(number int) error {
	return game.Refuse(game.NotFound, message.New("There is no proposal {number} for you.", message.Number(number)))
}

// sayTo checks and sends a message about a proposal from one seat to another.
func (s *speaker) sayTo(seat int, text string, x journal.Proposal) error {
	if s.g.Hosting.Press.Fakes == "broadcast" {
		return forbidden(message.New("In this game messages do not show who receives them, so there are no proposals. Write a message instead."))
	}
	m := NewMessage{To: journal.OnlySeats(seat), NoFake: true, Text: text, proposal: &x}
	if x.Note != "" {
		m.Text += "\n\n" + x.Note
	}
	if err := s.allow(&m); err != nil {
		return err
	}
	return s.send(m)
}

// Propose sends a proposal from a seat to the seat of another power. It counts as a message,
// with the same rules, except that its sender is always named. A computer player answers at
// once, if the game allows it; the proposal is returned with its answer.
func (p *Press) Propose(ctx context.Context, gameID string, role game.Role, seat int, n NewProposal) (Proposal, error) {
	if n.Note != "" {
		note, err := gamestate.CleanText(n.Note, message.New("the message"))
		if err != nil {
			return Proposal{}, err
		}
		n.Note = note
	}
	var out Proposal
	err := p.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := p.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		s, err := p.proposer(tx, g, role, seat)
		if err != nil {
			return err
		}
		if err := s.count(); err != nil {
			return err
		}
		all, err := readProposals(tx, g)
		if err != nil {
			return err
		}
		number, err := s.propose(all, n)
		if err != nil {
			return err
		}
		seen, err := p.seen(tx, g, role, all)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(seen, func(x Proposal) bool { return x.Number == number })
		if i < 0 {
			return NoProposal(number)
		}
		out = seen[i]
		return nil
	})
	return out, err
}

// count counts a message of the speaker against the limit on messages.
func (s *speaker) count() error {
	if s.g.Hosting.Links {
		return account.CountNoticeIn(s.tx, s.g.ID, gamestate.SeatKey(s.seat), s.g.At)
	}
	return account.CountNotice(s.tx, s.role.Account, s.g.At)
}

// betweenPowers explains why people without a power cannot use proposals.
var betweenPowers = message.New("Proposals are made between powers, by their players.")

// proposer returns the speaker of a seat in a game that has begun.
func (p *Press) proposer(tx *game.Tx, g *gamestate.State, role game.Role, seat int) (*speaker, error) {
	switch {
	case seat == 0 && g.Number > 0:
		return nil, game.Refuse(game.Forbidden, betweenPowers)
	case g.Number == 0:
		return nil, game.ErrForming
	case g.Finished:
		return nil, game.ErrOver
	}
	if err := tx.Games.Lock(g.ID); err != nil {
		return nil, err
	}
	return p.speaker(tx, g, role, seat)
}

// propose sends a proposal and adds it to the proposals of the game.
func (s *speaker) propose(all *proposals, n NewProposal) (int, error) {
	g := s.g
	from := g.PowersAt(s.seat)[0]
	for _, x := range g.PowersAt(s.seat) { // the first power that is not eliminated proposes
		if !s.c.Position.Eliminated.Has(x) {
			from = x
			break
		}
	}
	t, err := pact.Parse(n.Line, g.Setting, from, g.Phase)
	if err != nil {
		return 0, game.Refuse(game.Invalid, message.Of(err))
	}
	to := seatOf(g, t.To)
	if to == s.seat {
		t.To = t.From
	}
	if why := t.Check(s.c.Position, g.Rules.Money); !why.IsZero() {
		return 0, game.Refuse(game.Invalid, why)
	}
	if to == 0 {
		return 0, game.Refuse(game.Conflict, message.New("Nobody plays {power:name}.", message.PowerOf(g.Setting.Powers, t.To)))
	}
	line, waiting := t.Format(g.Setting), 0
	for number, x := range all.all {
		if x.From != s.seat || x.State != pact.Waiting {
			continue
		}
		old, err := all.terms(&x)
		switch {
		case err != nil:
			return 0, err
		case pact.Before(old.Until, pact.Next(g.Phase)):
			continue
		case x.Line == line:
			return 0, game.Refuse(game.Conflict, message.New("You have proposed that already: it is proposal {number}, and waits for an answer.", message.Number(number)))
		}
		waiting++
	}
	if waiting >= mostWaiting {
		return 0, game.Refuse(game.TooMany, message.New("{n} of your proposals wait for an answer. Withdraw some of them first.", message.Number(waiting)))
	}
	number := all.next(s.seat, to)
	if err := s.sayTo(to, line, journal.Proposal{Number: number, Act: journal.ActPropose, Said: t.Say(g.Setting), Why: n.why, Note: n.Note}); err != nil {
		return 0, err
	}
	entry, err := journal.Last(s.tx, g.ID)
	if err != nil {
		return 0, err
	}
	x := storedProposal{From: s.seat, To: to, Power: g.Setting.Powers[from].ID, Line: line, State: pact.Waiting, Number: g.Number, Phase: g.Phase.String(), Entry: entry}
	if err := all.save(number, x); err != nil {
		return 0, err
	}
	return number, s.answerOf(all, number, t)
}

// Answer accepts (journal.ActAccept), refuses or withdraws a proposal. The
// answer is a message, too, with a note of the sender that may be empty.
func (p *Press) Answer(ctx context.Context, gameID string, role game.Role, seat, number int, act, note string) error {
	if note != "" {
		clean, err := gamestate.CleanText(note, message.New("the message"))
		if err != nil {
			return err
		}
		note = clean
	}
	return p.base.Write(ctx, func(tx *game.Tx) error {
		g, role, err := p.base.LoadPrivate(tx, gameID, role)
		if err != nil {
			return err
		}
		s, err := p.proposer(tx, g, role, seat)
		if err != nil {
			return err
		}
		all, err := readProposals(tx, g)
		if err != nil {
			return err
		}
		seen, err := p.seen(tx, g, role, all)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(seen, func(x Proposal) bool { return x.Number == number })
		if i < 0 {
			return NoProposal(number)
		}
		x := &seen[i]
		switch {
		case x.State != pact.Waiting:
			return game.Refuse(game.Conflict, message.New("Proposal {number} no longer waits for an answer.", message.Number(number)))
		case act == journal.ActWithdraw && x.From != seat:
			return game.Refuse(game.Forbidden, message.New("Proposal {number} is not yours. You can accept or refuse it.", message.Number(number)))
		case act != journal.ActWithdraw && x.To != seat:
			return game.Refuse(game.Forbidden, message.New("Proposal {number} is your own. You can withdraw it.", message.Number(number)))
		}
		if act == journal.ActAccept {
			if why := x.Terms.Check(s.c.Position, g.Rules.Money); !why.IsZero() {
				return game.Refuse(game.Conflict, why)
			}
		}
		if err := s.count(); err != nil {
			return err
		}
		return s.answer(all, number, x.Terms, act, message.Message{}, note)
	})
}

// answer records an answer to a proposal, and sends it to the other party.
func (s *speaker) answer(all *proposals, number int, t pact.Terms, act string, why message.Message, note string) error {
	x := all.all[number]
	other, me := x.From, t.To
	line, said := "", message.Message{}
	switch act {
	case journal.ActAccept:
		line, said, x.State, x.Since = "ACCEPT", message.New("{Power:name} accepts proposal {number}: {what}.", message.PowerOf(s.g.Setting.Powers, me), message.Number(number), t.What(s.g.Setting)), accepted, s.g.Number
	case journal.ActRefuse:
		line, said, x.State = "REFUSE", message.New("{Power:name} refuses proposal {number}: {what}.", message.PowerOf(s.g.Setting.Powers, me), message.Number(number), t.What(s.g.Setting)), pact.Refused
	case journal.ActWithdraw:
		other, me = x.To, t.From
		line, said, x.State = "WITHDRAW", message.New("{Power:name} withdraws proposal {number}: {what}.", message.PowerOf(s.g.Setting.Powers, me), message.Number(number), t.What(s.g.Setting)), pact.Withdrawn
	default:
		return game.Refuse(game.Invalid, message.New("A proposal can be accepted, refused or withdrawn."))
	}
	line += " " + proposalName(number)
	if err := s.sayTo(other, line, journal.Proposal{Number: number, Act: act, Said: said, Why: why, Note: note}); err != nil {
		return err
	}
	answer, err := journal.Last(s.tx, s.g.ID)
	if err != nil {
		return err
	}
	x.Answer = answer
	if err := all.save(number, x); err != nil {
		return err
	}
	if act != journal.ActAccept {
		return nil
	}
	for _, seat := range [...]int{x.From, x.To} { // an agreement changes a computer player's plans
		if s.c.States[seat-1].Bot != "" && s.c.States[seat-1].Acted == s.g.Revision {
			s.c.Rethink(seat)
		}
	}
	return s.c.Save()
}

// Proposals returns the proposals of a game that a role may see, the newest first: players see the
// proposals of their own seat, and masters see all. Players who have muted another do not see that
// player's proposals, and those who took over a seat do not see earlier ones.
func (p *Press) Proposals(ctx context.Context, gameID string, role game.Role) ([]Proposal, error) {
	var out []Proposal
	err := p.base.Read(ctx, func(tx *game.Tx) error {
		out = nil
		g, err := p.base.Load(tx, gameID)
		if err != nil || g.Number == 0 {
			return err
		}
		all, err := readProposals(tx, g)
		if err == nil {
			out, err = p.seen(tx, g, role, all)
		}
		return err
	})
	return out, err
}

// seen returns the proposals that a role may see.
func (p *Press) seen(tx *game.Tx, g *gamestate.State, role game.Role, all *proposals) ([]Proposal, error) {
	if len(all.all) == 0 || role.Seat == 0 && !role.Master {
		return nil, nil
	}
	sight, err := newSight(tx, g, role)
	if err != nil {
		return nil, err
	}
	past := pastCampaigns{tx: tx, g: g, sight: sight}
	var out []Proposal
	for _, number := range all.numbers(role) {
		x := all.all[number]
		entries, err := tx.Log.Entries(g.ID, x.Entry-1, 1)
		if err != nil {
			return nil, err
		}
		if len(entries) == 0 || !sight.sees(&entries[0]) {
			continue
		}
		t, err := all.terms(&x)
		if err != nil {
			return nil, err
		}
		made := entries[0].Phase
		y := Proposal{
			Record: pact.Record{Terms: t, Made: pact.Next(made), State: x.State}, Number: number, From: x.From, To: x.To,
			Line: x.Line, Phase: made, excused: x.Excused,
		}
		if y.Why, y.Note, err = sight.reason(tx, g.ID, x.Answer); err != nil {
			return nil, err
		}
		next := pact.Next(g.Phase)
		switch {
		case x.State == accepted:
			since, err := past.from(x.Since, t.Until)
			if err != nil {
				return nil, err
			}
			o := t.Judge(since, next)
			y.State, y.By, y.In = o.Course.Standing(), o.By, o.In
		case x.State == pact.Waiting && (g.Finished || pact.Before(t.Until, next)):
			y.State = pact.Expired
		case x.State == pact.Waiting && role.Seat > 0:
			y.Answers, y.Takes = x.To == role.Seat, x.From == role.Seat
		}
		out = append(out, y)
	}
	return out, nil
}

// reason returns the reason for the answer to a proposal, from the answer's log entry, if that
// exists and the reader sees it.
func (s *sight) reason(tx *game.Tx, gameID string, entry int64) (why message.Message, note string, err error) {
	if entry == 0 {
		return why, "", nil
	}
	entries, err := tx.Log.Entries(gameID, entry-1, 1)
	if err != nil || len(entries) == 0 || !s.sees(&entries[0]) {
		return why, "", err
	}
	var p journal.PressData
	if err := json.Unmarshal(entries[0].Data, &p); err != nil || p.Proposal == nil {
		return why, "", err
	}
	return p.Proposal.Why, p.Proposal.Note, nil
}

// pastCampaigns reads the campaigns of a game as a role may know them, each at most once.
type pastCampaigns struct {
	tx    *game.Tx
	g     *gamestate.State
	sight *sight
	codec *record.Codec
	read  map[int]*pact.Campaign // keyed by phase number; nil if the phase is not a campaign
}

// from returns the resolved campaigns from the phase with the given number up to and including the
// campaign until.
func (c *pastCampaigns) from(number int, until message.Campaign) ([]pact.Campaign, error) {
	if c.read == nil {
		c.read, c.codec = map[int]*pact.Campaign{}, record.New(c.g.Setting)
	}
	var out []pact.Campaign
	for n := max(number, 1); n < c.g.Number || n == c.g.Number && c.g.Finished; n++ {
		x, known := c.read[n]
		if !known {
			r, err := c.tx.Phases.Phase(c.g.ID, n)
			if err != nil {
				return nil, err
			}
			if r.Phase.Step == machiavelli.Orders && r.After != nil {
				ph, err := gamestate.ReadPhase(c.codec, &r)
				if err != nil {
					return nil, c.g.WrapError(err)
				}
				x = &pact.Campaign{Before: ph.Before, Events: c.sight.view.Events(ph.Events)}
			}
			c.read[n] = x
		}
		if x == nil {
			continue
		}
		if pact.Before(until, pact.Next(x.Before.Phase)) {
			break
		}
		out = append(out, *x)
	}
	return out, nil
}

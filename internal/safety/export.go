package safety

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/journal"
	"podesta/internal/lobby"
	"podesta/internal/press"
	"podesta/internal/slow"
)

// OwnData is everything that the judge stores about a person, for that person. It contains
// neither secrets nor what others have written to them.
type OwnData struct {
	Format    string         `json:"format"` // always OwnDataFormat
	Made      time.Time      `json:"made"`
	Account   OwnAccount     `json:"account"`
	Settings  account.Wishes `json:"settings"`
	Addresses []OwnAddress   `json:"addresses"`
	Sessions  []OwnToken     `json:"sessions"` // sessions of browsers, API keys, and the calendar key
	Passkeys  []OwnPasskey   `json:"passkeys"`
	Connected []OwnIdentity  `json:"connected"` // accounts at identity providers
	Chats     []OwnChat      `json:"chats"`
	Vacation  *OwnVacation   `json:"vacation,omitempty"` // absence from all games
	Muted     []OwnMute      `json:"muted"`
	Declared  []OwnRelation  `json:"declared"`
	Queue     *OwnQueue      `json:"queue,omitempty"` // the person's entry in the queue
	Reports   []OwnReport    `json:"reports"`         // reports made by the person
	Sanctions []OwnSanction  `json:"sanctions"`
	SignIns   []OwnSignIn    `json:"signIns"` // sign-ins, kept for 30 days
	Friends   []OwnFriend    `json:"friends"`
	Follows   []OwnFollow    `json:"follows"`
	Invited   []OwnInvite    `json:"invited"`     // invitations by others
	Invites   []OwnInvite    `json:"invitations"` // invitations by the person
	Links     []OwnLink      `json:"links"`       // links by which others can join games
	Games     []OwnGame      `json:"games"`

	Tournaments []OwnTournament `json:"tournaments"`
}

// OwnDataFormat is the format of OwnData.
const OwnDataFormat = "podesta-own-data-1"

// OwnAccount describes the person's account.
type OwnAccount struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	Email    string    `json:"email"`
	Zone     string    `json:"zone"`
	Created  time.Time `json:"created"`
	Private  bool      `json:"private"`
	Operator bool      `json:"operator"`
	Password bool      `json:"password"` // whether the account has a password
	Factor   bool      `json:"secondFactor"`

	Reliability json.RawMessage `json:"reliability,omitempty"`
}

// OwnQueue is the person's entry in the queue for games.
type OwnQueue struct {
	Since     time.Time  `json:"since"`
	Ends      time.Time  `json:"ends"`
	Confirmed time.Time  `json:"confirmed,omitzero"`
	Wants     game.Wants `json:"wants"`
}

// OwnAddress is an e-mail address.
type OwnAddress struct {
	Email    string `json:"email"`
	Verified bool   `json:"verified"`
}

// OwnToken is a session or an API key.
type OwnToken struct {
	Kind    string    `json:"kind"`
	Label   string    `json:"label,omitempty"`
	Game    string    `json:"game,omitempty"`
	Created time.Time `json:"created"`
	Used    time.Time `json:"used,omitzero"`
	Expires time.Time `json:"expires,omitzero"`
}

// OwnPasskey is a passkey.
type OwnPasskey struct {
	Name    string    `json:"name"`
	Created time.Time `json:"created"`
	Used    time.Time `json:"used,omitzero"`
}

// OwnIdentity is an account at an identity provider, with which the person signs
// in.
type OwnIdentity struct {
	Issuer   string    `json:"issuer"`
	Subject  string    `json:"subject"`
	Email    string    `json:"email,omitempty"`
	Verified bool      `json:"verified"`
	Created  time.Time `json:"created"`
	Used     time.Time `json:"used,omitzero"`
}

// OwnChat is a chat in which the person plays.
type OwnChat struct {
	Service string    `json:"service"`
	Person  string    `json:"person"` // the person's ID at the service
	Name    string    `json:"name"`
	Made    time.Time `json:"made"`
}

// OwnVacation is a period in which the person is away.
type OwnVacation struct {
	Start time.Time `json:"start"`
	End   time.Time `json:"end"`
}

// OwnMute is a person or a seat that the person has muted or blocked.
type OwnMute struct {
	Game  string    `json:"game,omitempty"`
	Seat  int       `json:"seat,omitempty"`
	Name  string    `json:"name,omitempty"`
	Block bool      `json:"block"`
	Since time.Time `json:"since"`
}

// OwnRelation is what the person has declared about another.
type OwnRelation struct {
	Name   string    `json:"name"`
	Shares bool      `json:"sharesConnection"`
	Made   time.Time `json:"made"`
}

// OwnReport is a report that the person has made.
type OwnReport struct {
	Kind    string    `json:"kind"`
	Game    string    `json:"game,omitempty"`
	Shown   string    `json:"shown,omitempty"`
	Reason  string    `json:"reason"`
	Note    string    `json:"note,omitempty"`
	Made    time.Time `json:"made"`
	Decided time.Time `json:"decided,omitzero"`
	Verdict string    `json:"verdict,omitempty"`
}

// OwnSanction is a sanction that operators have imposed on the person.
type OwnSanction struct {
	Kind         string    `json:"kind"`
	Why          string    `json:"why,omitempty"`
	Made         time.Time `json:"made"`
	Until        time.Time `json:"until,omitzero"`
	Acknowledged time.Time `json:"acknowledged,omitzero"`
	Lifted       time.Time `json:"lifted,omitzero"`
	LiftWhy      string    `json:"liftWhy,omitempty"`
	Appealed     time.Time `json:"appealed,omitzero"`
	Appeal       string    `json:"appeal,omitempty"`
	Answered     time.Time `json:"answered,omitzero"`
	Answer       string    `json:"answer,omitempty"`
}

// OwnSignIn is a mark of a sign-in. The mark itself is a digest, which is meaningless to
// readers.
type OwnSignIn struct {
	Kind string    `json:"kind"`
	At   time.Time `json:"at"`
}

// OwnFriend is a friend, or someone with an open friend request.
type OwnFriend struct {
	Name   string    `json:"name"`
	Agreed bool      `json:"agreed"`
	Asked  bool      `json:"asked"` // whether the other person has asked
	Since  time.Time `json:"since"`
}

// OwnFollow is a game that the person follows.
type OwnFollow struct {
	Game    string    `json:"game"`
	Notices bool      `json:"notices"`
	Since   time.Time `json:"since"`
}

// OwnInvite is an invitation to a game.
type OwnInvite struct {
	Game  string    `json:"game"`
	Name  string    `json:"name"` // name of the other person
	State string    `json:"state"`
	Made  time.Time `json:"made"`
}

// OwnLink is an invitation by link, without its secret.
type OwnLink struct {
	Game  string    `json:"game"`
	Uses  int       `json:"uses"`
	Used  int       `json:"used"`
	Off   bool      `json:"withdrawn"`
	Made  time.Time `json:"made"`
	Until time.Time `json:"until,omitzero"`
}

// OwnGame describes the person's participation in a game.
type OwnGame struct {
	ID      string      `json:"id"`
	Name    string      `json:"name"`
	Kind    string      `json:"kind"`
	Seat    int         `json:"seat,omitempty"`
	Powers  string      `json:"powers,omitempty"`
	Joined  time.Time   `json:"joined"`
	Left    time.Time   `json:"left,omitzero"`
	Orders  []OwnOrders `json:"orders,omitempty"`
	Letters []OwnLetter `json:"letters,omitempty"`

	Comments []OwnComment `json:"comments,omitempty"`
	Diary    []string     `json:"diary,omitempty"`
}

// OwnTournament describes the person's participation in a tournament.
type OwnTournament struct {
	ID        string    `json:"id"`
	Name      string    `json:"name"`
	Organiser bool      `json:"organiser,omitempty"`
	Player    bool      `json:"player,omitempty"`
	Reserve   bool      `json:"reserve,omitempty"`
	Entered   time.Time `json:"entered"`
	Left      time.Time `json:"left,omitzero"`
	Confirmed []int     `json:"confirmed,omitempty"` // rounds that the person has promised to play
	Declined  []int     `json:"declined,omitempty"`  // rounds that the person has declined
}

// OwnOrders are the orders of the person for a phase, as they were sent.
type OwnOrders struct {
	Phase string `json:"phase"`
	Text  string `json:"text"`
}

// OwnLetter is a message written by the person.
type OwnLetter struct {
	At    time.Time  `json:"at"`
	Phase string     `json:"phase,omitempty"`
	To    OwnReaders `json:"to"`
	Grey  bool       `json:"grey,omitempty"`
	Text  string     `json:"text"`
}

// OwnComment is a comment of the person on a phase of a finished game.
type OwnComment struct {
	At    time.Time `json:"at"`
	Phase int       `json:"phase"`
	Text  string    `json:"text"`
}

// OwnReaders describes the recipients of the person's message. Masters can always read it.
type OwnReaders struct {
	All       bool  `json:"all,omitempty"`
	Members   bool  `json:"members,omitempty"` // whether all players and observers can read it
	Observers bool  `json:"observers,omitempty"`
	Seats     []int `json:"seats,omitempty"`
}

// OwnData returns everything that the judge stores about the owner of an account. Games that cannot
// be read are left out. OwnData reads each game in a separate transaction, so that some parts may
// include events that are missing in others.
func (s *Safety) OwnData(ctx context.Context, accountID string) (*OwnData, error) {
	done, err := slow.Enter(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	out := &OwnData{Format: OwnDataFormat, Made: s.base.Now()}
	var parts []game.Member
	err = s.base.Read(ctx, func(tx *game.Tx) (err error) {
		if err = s.ownAccount(tx, accountID, out); err == nil {
			out.Tournaments, err = ownTournaments(tx, accountID)
		}
		if err == nil {
			parts, err = tx.Members.MembersOf(accountID)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	out.Games = []OwnGame{}
	for i := range parts {
		err := s.base.Read(ctx, func(tx *game.Tx) error {
			first := !slices.ContainsFunc(parts[:i], func(m game.Member) bool { return m.Game == parts[i].Game })
			g, err := s.ownGame(tx, &parts[i], first)
			if s.base.LeaveOut(parts[i].Game, err) {
				return nil
			}
			if err == nil {
				out.Games = append(out.Games, g)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// ownTournaments returns a person's participations in tournaments.
func ownTournaments(tx *game.Tx, accountID string) ([]OwnTournament, error) {
	out := []OwnTournament{}
	list, err := tx.Tournaments.EntriesOf(accountID)
	if err != nil {
		return nil, err
	}
	for i := range list {
		e := &list[i]
		t, err := tx.Tournaments.Tournament(e.Tournament)
		if err != nil {
			return nil, err
		}
		rounds, err := tx.Tournaments.Rounds(t.ID)
		if err != nil {
			return nil, err
		}
		x := OwnTournament{ID: t.ID, Name: t.Name, Organiser: e.Organiser, Player: e.Player, Reserve: e.Reserve, Entered: e.Entered, Left: e.Left}
		for k := range rounds {
			if slices.Contains(rounds[k].Confirmed, accountID) {
				x.Confirmed = append(x.Confirmed, rounds[k].Number)
			}
			if slices.Contains(rounds[k].Absent, accountID) {
				x.Declined = append(x.Declined, rounds[k].Number)
			}
		}
		out = append(out, x)
	}
	return out, nil
}

func (s *Safety) ownAccount(tx *game.Tx, id string, out *OwnData) error {
	a, err := s.base.Accounts.AccountIn(tx, id)
	if err != nil {
		return err
	}
	f, err := s.base.Accounts.FactorIn(tx, id)
	if err != nil {
		return err
	}
	out.Account = OwnAccount{
		ID: a.ID, Name: a.Name, Email: a.Email, Zone: a.Zone, Created: a.Created, Private: a.Private, Operator: a.Operator,
		Password: a.Hash != "", Factor: f.On, Reliability: json.RawMessage(a.Record),
	}
	if out.Settings, err = account.ReadWishes(a); err != nil {
		return err
	}
	for _, read := range []func(*game.Tx, string, *OwnData) error{ownAccess, ownPeople, s.ownReports, ownFriends, s.ownInvites} {
		if err := read(tx, id, out); err != nil {
			return err
		}
	}
	return nil
}

// ownAccess adds the credentials with which the person signs in, and the recorded sign-ins.
func ownAccess(tx *game.Tx, id string, out *OwnData) error {
	addresses, err := tx.Accounts.Addresses(id)
	if err != nil {
		return err
	}
	out.Addresses = []OwnAddress{}
	for _, x := range addresses {
		out.Addresses = append(out.Addresses, OwnAddress{x.Email, x.Verified})
	}
	tokens, err := tx.Tokens.Tokens(id)
	if err != nil {
		return err
	}
	out.Sessions = []OwnToken{}
	for _, t := range tokens {
		if t.Kind == game.SessionToken || t.Kind == game.APIToken || t.Kind == game.CalendarToken {
			out.Sessions = append(out.Sessions, OwnToken{string(t.Kind), t.Label, t.Game, t.Created, t.Used, t.Expires})
		}
	}
	keys, err := tx.Passkeys.Passkeys(id)
	if err != nil {
		return err
	}
	out.Passkeys = []OwnPasskey{}
	for i := range keys {
		out.Passkeys = append(out.Passkeys, OwnPasskey{keys[i].Name, keys[i].Created, keys[i].Used})
	}
	identities, err := tx.Identities.Identities(id)
	if err != nil {
		return err
	}
	out.Connected = []OwnIdentity{}
	for _, x := range identities {
		out.Connected = append(out.Connected, OwnIdentity{x.Issuer, x.Subject, x.Email, x.Verified, x.Created, x.Used})
	}
	chats, err := account.Chats(tx, id)
	if err != nil {
		return err
	}
	out.Chats = []OwnChat{}
	for _, c := range chats {
		out.Chats = append(out.Chats, OwnChat{c.Service, c.Person, c.Name, c.Made})
	}
	vacations, err := tx.Absences.Vacations([]string{id})
	if err != nil {
		return err
	}
	for _, v := range vacations {
		out.Vacation = &OwnVacation{v.Start, v.End}
	}
	marks, err := tx.Safety.Marks(id)
	out.SignIns = []OwnSignIn{}
	for _, m := range marks {
		out.SignIns = append(out.SignIns, OwnSignIn{m.Kind, m.At})
	}
	return err
}

// ownPeople adds the person's mutes, blocks and declarations about other people.
func ownPeople(tx *game.Tx, id string, out *OwnData) error {
	mutes, err := muted(tx, id)
	if err != nil {
		return err
	}
	out.Muted = []OwnMute{}
	for _, m := range mutes {
		out.Muted = append(out.Muted, OwnMute{m.Game, m.Seat, m.Name, m.Block, m.Since})
	}
	declared, err := relations(tx, id)
	out.Declared = []OwnRelation{}
	for _, r := range declared {
		out.Declared = append(out.Declared, OwnRelation{r.Name, r.Shares, r.Made})
	}
	if err != nil {
		return err
	}
	w, err := tx.Queue.Waiting(id)
	if errors.Is(err, game.ErrNoRecord) {
		return nil
	}
	out.Queue = &OwnQueue{w.Since, w.Ends, w.Confirmed, w.Wants}
	return err
}

// ownFriends adds the person's friends and the games that they follow.
func ownFriends(tx *game.Tx, id string, out *OwnData) error {
	friends, err := tx.Social.Friends(id)
	if err != nil {
		return err
	}
	out.Friends = []OwnFriend{}
	for _, f := range friends {
		name, err := nameOf(tx, f.With(id))
		if err != nil {
			return err
		}
		out.Friends = append(out.Friends, OwnFriend{name, !f.Agreed.IsZero(), f.Other == id, f.Made})
	}
	follows, err := tx.Social.Follows(id)
	out.Follows = []OwnFollow{}
	for _, f := range follows {
		out.Follows = append(out.Follows, OwnFollow{f.Game, f.Notices, f.Made})
	}
	return err
}

// ownInvites adds the invitations that the person has received and sent, and the invitation links
// that the person has made.
func (s *Safety) ownInvites(tx *game.Tx, id string, out *OwnData) error {
	invited, err := tx.Social.InvitationsOf(id)
	if err != nil {
		return err
	}
	invites, err := tx.Social.InvitationsBy(id, time.Unix(0, 0))
	if err != nil {
		return err
	}
	add := func(to *[]OwnInvite, i game.Invitation) error {
		g, err := s.base.Load(tx, i.Game)
		if err != nil {
			return err
		}
		if i, err = lobby.SeenInvitation(tx, g, i, id); err != nil {
			return err
		}
		other, name := i.Account, ""
		if other == id {
			other = i.Host
		}
		if other != "" {
			name, err = nameOf(tx, other)
		}
		*to = append(*to, OwnInvite{i.Game, name, string(i.State), i.Made})
		return err
	}
	out.Invited, out.Invites, out.Links = []OwnInvite{}, []OwnInvite{}, []OwnLink{}
	for _, i := range invited {
		if err := add(&out.Invited, i); err != nil {
			return err
		}
	}
	for _, i := range invites {
		if err := add(&out.Invites, i); err != nil {
			return err
		}
	}
	links, err := tx.Social.InviteLinksBy(id)
	for _, l := range links {
		out.Links = append(out.Links, OwnLink{l.Game, l.Uses, l.Used, l.Off, l.Made, l.Until})
	}
	return err
}

// ownReports adds the reports by the person, and the decisions about the person.
func (s *Safety) ownReports(tx *game.Tx, id string, out *OwnData) error {
	reports, err := s.outcomes(tx, id)
	if err != nil {
		return err
	}
	out.Reports = []OwnReport{}
	for _, r := range reports {
		out.Reports = append(out.Reports, OwnReport{string(r.Kind), r.Game, r.Shown, string(r.Reason), r.Note, r.Made, r.Decided, r.Verdict})
	}
	sanctions, err := tx.Safety.Sanctions(id)
	out.Sanctions = []OwnSanction{}
	for _, x := range sanctions {
		out.Sanctions = append(out.Sanctions, OwnSanction{x.Kind, x.Why, x.Made, x.Until, x.Seen, x.Lifted, x.LiftWhy, x.Appealed, x.Appeal, x.Answered, x.Answer})
	}
	return err
}

// ownGame reads a person's participation in a game: their orders while they had the seat, and
// their messages. If someone has had several roles in a game, such as an observer who became a
// player, messages without a seat belong to the first of them.
func (s *Safety) ownGame(tx *game.Tx, m *game.Member, first bool) (OwnGame, error) {
	out := OwnGame{ID: m.Game, Kind: string(m.Kind), Seat: m.Seat, Joined: m.Joined, Left: m.Left}
	g, err := s.base.Load(tx, m.Game)
	if err != nil {
		return out, err
	}
	out.Name = g.Name
	if m.Seat > 0 && g.Number > 0 {
		out.Powers = g.PowerNames(m.Seat)
		if err := ownOrders(tx, m, &out); err != nil {
			return out, err
		}
		if m.Present() {
			if out.Diary, err = tx.Diaries.Notes(m.Game, m.Seat); err != nil {
				return out, err
			}
			comments, err := press.CommentsBy(tx, m.Game, m.Account)
			if err != nil {
				return out, err
			}
			for _, c := range comments {
				out.Comments = append(out.Comments, OwnComment{c.At, c.Phase, c.Text})
			}
		}
	}
	return out, ownLetters(tx, m, &out, first)
}

func ownOrders(tx *game.Tx, m *game.Member, out *OwnGame) error {
	phases, err := tx.Phases.Phases(m.Game)
	if err != nil {
		return err
	}
	for _, x := range phases {
		p, err := tx.Phases.Phase(m.Game, x.Number)
		if err != nil {
			return err
		}
		if !p.Done.IsZero() && p.Done.Before(m.Joined) || !m.Left.IsZero() && (p.Done.IsZero() || p.Done.After(m.Left)) {
			continue
		}
		orders, err := tx.Phases.Orders(m.Game, x.Number)
		if err != nil {
			return err
		}
		if text := orders[m.Seat]; text != "" {
			out.Orders = append(out.Orders, OwnOrders{x.Phase.String(), text})
		}
	}
	return nil
}

func ownLetters(tx *game.Tx, m *game.Member, out *OwnGame, first bool) error {
	const many = 500
	for after := int64(0); ; {
		list, err := tx.Log.Entries(m.Game, after, many)
		if err != nil {
			return err
		}
		for i := range list {
			e := &list[i]
			after = e.Seq
			seat := m.Kind == game.Player && m.Seat > 0 && e.From == m.Seat && !m.Precedes(e) && (m.Present() || !e.At.After(m.Left))
			if e.Kind != game.PressEntry || !seat && (!first || e.From > 0 || e.Author() != m.Account) {
				continue
			}
			var p journal.PressData
			if err := json.Unmarshal(e.Data, &p); err != nil {
				return err
			}
			a := e.Audience
			out.Letters = append(out.Letters, OwnLetter{e.At, e.Phase.String(), OwnReaders{a.All, a.Members, a.Observers, a.Seats}, p.Grey, p.Text})
		}
		if len(list) < many {
			return nil
		}
	}
}

// WriteOwnData returns OwnData as indented JSON, with the games in the order in which the person
// joined them.
func (s *Safety) WriteOwnData(ctx context.Context, accountID string) ([]byte, error) {
	data, err := s.OwnData(ctx, accountID)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(data.Games, func(a, b OwnGame) int { return a.Joined.Compare(b.Joined) })
	text, err := json.MarshalIndent(data, "", "  ")
	return append(text, '\n'), err
}

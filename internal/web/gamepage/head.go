package gamepage

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/internal/web/page"
	"podesta/machiavelli/message"
)

// Head is the content of the head that every page of a game has.
type Head struct {
	*game.Game
	Role      game.Role
	Me        *game.Account
	Part      page.Phrase // "You play Milan."
	PhaseName message.Message
	State     string // state of the game, such as "paused"; empty while it is active
	Deadline  page.Due
	Grace     page.Due // shown once the deadline has passed
	Start     page.Due // the time before which nothing is resolved, if it is in the future
	Owes      page.Phrase
	Urgent    bool
	Late      bool
	Mine      game.SeatState
	lacks     message.Message // what the visitor's seat is missing, without saying that it is late
	Tabs      []tab
	Notice    any // a message, or a text that catalogues translate
	Error     string
	Once      string
	For       string // the role that the page is for (see page.Mine)
	Loc       *time.Location
	Taken     bool // whether the visitor takes part
	Unread    int  // number of unread messages
	NoMaster  bool // whether there is no master, so that the players decide together
}

// tab is one of the pages of a game.
type tab struct {
	Title, Href string
	Here        bool
	Count       int  // number of new items
	Beside      bool // whether the page also shows it as a panel when scripts run
}

// notices holds the messages that confirm the results of a game's forms.
//
//lang:words
var notices = map[string]string{
	"hosted":    "The game is set up, and you are its master. Send its address to players; it begins when all seats are taken.",
	"made":      "The game is set up, and you play in it. Send its address to others; it begins when all seats are taken.",
	"joined":    "You have joined. The game begins when all seats are taken.",
	"confirmed": "You have confirmed. The game begins when everyone has.",
	"seat":      "You have another seat here now. Pages of this game that were open before still show the old one: what you send there is not accepted. To go back to it, choose it under Powers.",
	"mustered":  "The time to confirm is extended. Everyone is notified.",
	"watching":  "You are now watching this game: you get the notifications that all players get.",
	"asked":     "The master has been asked whether you can play. You will be notified.",
	"took":      "The seat is yours. Look at the position and give your orders.",
	"left":      "You have left the game.",
	"wishes":    "Your ranking is saved.",
	"wait":      "The phase is held until the deadline.",
	"go":        "You no longer hold the phase.",
	"letgo":     "The phase is no longer held.",
	"pass":      "Noted.",
	"vote":      "Your vote is recorded for this phase.",
	"novote":    "Your vote is withdrawn.",
	"agreed":    "Your agreement is recorded for this phase. It takes effect when all players agree.",
	"unagreed":  "You no longer agree to it.",
	"carried":   "All players have agreed, so it is done.",
	"absence":   "Your absence is recorded. New deadlines avoid it; the current one stays.",
	"away":      "The absence is recorded. New deadlines avoid it; the current one stays.",
	"asklong":   "You asked for a longer absence than players can set themselves. The master has been asked, and sets it if they agree.",
	"noabsence": "The absence is withdrawn.",
	"said":      "Your message is sent.",
	"proposed":  "Your proposal is sent.",
	"accepted":  "You have accepted the proposal.",
	"refused":   "You have refused the proposal.",
	"withdrawn": "You have withdrawn the proposal.",
	"postal":    "Your message will be delivered when the phase is over.",
	"copies":    "You now get copies of all messages. Everyone is notified.",
	"nocopies":  "You no longer get copies.",
	"muted":     "Muted in this game. Nobody is notified.",
	"unmuted":   "You read these messages again.",
	"open":      "You agree that everyone can read the messages.",
	"noopen":    "You no longer agree.",
	"note":      "The note is saved.",
	"nonote":    "The note is deleted.",
	"start":     "The game begins.",
	"unstart":   "The start is undone: the game waits for players again.",
	"pause":     "The game is paused.",
	"resume":    "The game continues.",
	"times":     "The times are set. Everyone is notified.",
	"eject":     "Done. Everyone is notified.",
	"approved":  "The seat has a new player.",
	"denied":    "They no longer take part.",
	"promote":   "The game has an additional master.",
	"terminate": "The game is abandoned.",
	"rollback":  "The game is rolled back. Everyone is notified.",
	"edit":      "The position is corrected. Everyone is notified.",
	"roll":      "The roll is set. Everyone sees it.",
	"process":   "The phase is resolved.",
	"saved":     "Saved.",

	"invited":   "The invitation is sent.",
	"uninvited": "The invitation is withdrawn.",
	"linked":    "The link is ready. Anyone who has it can join.",
	"unlinked":  "The link no longer works.",
	"declined":  "You have declined the invitation. You can still accept it, as long as a seat is free.",
	"follows":   "You follow this game.",
	"unfollows": "You no longer follow this game.",
	"rematch":   "The rematch is set up, and the others are invited. It begins when all seats are taken.",
}

// NewHead collects the head of a game's page. The parameter here is the page's address, relative to
// the game's address, such as "/letters".
//
//lang:words
func (s *Base) NewHead(r *http.Request, g *game.Game, role game.Role, here string) (*Head, error) {
	ctx := r.Context()
	members, err := s.Judge.Lobby.Members(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	h := &Head{Game: g, Role: role, Me: s.Visit(r).Account, PhaseName: page.PhaseTitle(g.Phase), State: StateOf(g), Once: page.NewOnce(), For: page.Mine(role), Loc: s.Zone(r), Taken: role.Takes()}
	h.Notice = noticeFor(g, r.URL.Query().Get("done"))
	if len(members) > 0 {
		h.NoMaster = !slices.ContainsFunc(members, func(m game.Member) bool { return m.Kind == game.Master && m.Left.IsZero() })
	}
	switch {
	case role.Seat > 0 && g.Number > 0:
		h.Part = page.Say(message.New("You play {powers:name}.", message.List{How: message.And, Of: ArgsOfSeats(g, role.Seat)}))
	case role.Player && g.Number > 0:
		h.Part = page.Say(message.New("You are waiting for the master's approval."))
	case role.Player:
		h.Part = page.Say(message.New("You have joined."))
	case role.Master:
		h.Part = page.Say(message.New("You are a master here."))
	case role.Observer:
		h.Part = page.Say(message.New("You are watching this game."))
	}
	if g.Number > 0 && !g.Finished {
		plan, err := s.Judge.Clock.Plan(ctx, g.ID)
		if err != nil {
			return nil, err
		}
		now := s.Now()
		if g.Status == game.Active {
			h.Deadline = page.DueFrom(plan.Deadline, now, h.Loc)
			if h.Deadline.Over && plan.Grace.After(plan.Deadline) {
				h.Grace = page.DueFrom(plan.Grace, now, h.Loc)
			}
			if plan.Start.After(now) && !g.Hosting.OnReady {
				h.Start = page.DueFrom(plan.Start, now, h.Loc)
			}
		}
		if role.Seat > 0 {
			if err := s.own(r, h); err != nil {
				return nil, err
			}
		}
	}
	base := "/g/" + g.ID
	if role.Takes() {
		if h.Unread, err = s.Judge.Press.Unread(ctx, g.ID, role); err != nil {
			return nil, err
		}
	}
	add := func(title, path string) {
		beside := here == "" && (title == "Messages" || title == "Rules" || title == "Master")
		h.Tabs = append(h.Tabs, tab{Title: title, Href: base + path, Here: path == here, Beside: beside && g.Number > 0})
	}
	add("Table", "")
	if g.Finished {
		add("The end", "/end")
	}
	if HasLetters(g) {
		add("Messages", "/letters")
	}
	if role.Takes() && !g.Play && !g.Solitaire {
		add(map[bool]string{true: "Your seat", false: "Your seat"}[role.Seat > 0], "/seat")
	}
	add("Log", "/log")
	add("Rules", "/rules")
	if role.Master && !role.Public {
		add("Master", "/master")
		add("Settings", "/settings")
	} else if g.Hosting.Unmoderated && role.Player {
		add("Settings", "/settings")
	}
	if role.Takes() && g.Status == game.Forming {
		may, err := s.Judge.Lobby.MayInvite(ctx, g.ID, role)
		if err != nil {
			return nil, err
		}
		if may {
			add("Invite", "/invite")
		}
	}
	if Public(g) {
		add("Share", "/share")
	}
	h.SetUnread(h.Unread)
	return h, nil
}

// noticeFor returns the confirmation for a form in the present state of the game. For example, it
// tells a player who took the last seat that the game has begun.
//
//lang:words
func noticeFor(g *game.Game, done string) string {
	if g.Status != game.Forming {
		switch done {
		case "joined":
			return "You have joined. All seats are taken, and the game has begun."
		case "confirmed":
			return "You have confirmed, and the game has begun."
		case "made", "hosted":
			return ""
		}
	}
	return notices[done]
}

// SetUnread sets the number of new messages.
func (h *Head) SetUnread(n int) {
	h.Unread = n
	for i := range h.Tabs {
		if h.Tabs[i].Href == h.Base()+"/letters" {
			h.Tabs[i].Count = n
		}
	}
}

// own fills in the state of the visitor's own seat.
func (s *Base) own(r *http.Request, h *Head) error {
	seats, err := s.Judge.Base.Seats(r.Context(), h.ID)
	if err != nil {
		return err
	}
	states, err := s.Judge.Clock.States(r.Context(), h.ID, h.Role)
	if err != nil {
		return err
	}
	if n := h.Role.Seat; n <= len(seats) && n <= len(states) {
		h.Mine = states[n-1]
		h.Late = h.Mine.Late
		if h.lacks, _ = orderState(seats[n-1], h.Mine); h.Hosting.OnReady {
			h.lacks, _ = ReadyState(h.Game, seats[n-1])
		}
		owes, urgent := StandOf(h.Game, seats[n-1], h.Mine)
		h.Owes, h.Urgent = page.Say(owes), urgent
		if h.Status != game.Active {
			h.Urgent = false
		}
	}
	return nil
}

// Base returns the address of the game's own page.
func (h *Head) Base() string { return "/g/" + h.ID }

// Urge returns a sentence that reminds the visitor that orders are missing.
func (h *Head) Urge() message.Message {
	if h.Late {
		return message.New("You are late: {what}.", h.lacks)
	}
	return message.Sentence(h.lacks)
}

// NumberText returns the number of the current phase, for forms that are only
// for this phase.
func (h *Head) NumberText() string { return strconv.Itoa(h.Number) }

// Visited returns the game that an address names, if it has begun, and the visitor's role.
// Otherwise it writes the answer and returns false.
func (s *Base) Visited(w http.ResponseWriter, r *http.Request) (*game.Game, game.Role, bool) {
	g, err := s.Judge.Base.Game(r.Context(), r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err, nil)
		return nil, game.Role{}, false
	}
	if g.Number == 0 {
		s.Fail(w, r, http.StatusNotFound, "The game has not begun", "There is nothing to replay yet.", nil)
		return nil, game.Role{}, false
	}
	role, err := s.Role(r, g)
	if err != nil {
		s.Refuse(w, r, err, nil)
		return nil, game.Role{}, false
	}
	return g, role, true
}

// ZoneAt returns the time zone for times that the visitor enters about a game. It is the visitor's
// own if that is known, otherwise the game's, and UTC if the game's is invalid.
func (s *Base) ZoneAt(r *http.Request, g *game.Game) *time.Location {
	if a := s.Visit(r).Account; a != nil && a.Zone != "" {
		return account.Zone(a)
	}
	if loc, err := schedule.Zone(g.Hosting.Zone); err == nil {
		return loc
	}
	return time.UTC
}

// HasLetters reports whether messages can be written in a game at all. They cannot if the game is
// played by links and has no press.
func HasLetters(g *game.Game) bool { return !g.Hosting.Links || !g.Hosting.Press.None }

// ToGame redirects the visitor to the game.
func ToGame(w http.ResponseWriter, r *http.Request, id, query string) {
	to := "/g/" + id
	if query != "" {
		to += "?" + query
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

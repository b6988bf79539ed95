package gamepage

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/schedule"
	"podesta/internal/web/page"
	"podesta/internal/web/wire"
	"podesta/machiavelli/message"
)

// Head is the head of every page of a game.
type Head struct {
	*game.Game
	Role      game.Role
	Me        *game.Account
	Part      page.Phrase // "You play Milan."
	PhaseName message.Message
	State     string // "paused"; empty while the game is active
	Deadline  page.Due
	Grace     page.Due // shown once the deadline has passed
	Start     page.Due // the time before which nothing is processed, if it is in the future
	Owes      page.Phrase
	Urgent    bool
	Late      bool
	Mine      game.SeatState
	lacks     message.Message // what the visitor's seat owes, without saying that it is late
	Tabs      []tab
	Notice    any // a message, or a text of the catalogues
	Error     string
	Once      string
	Loc       *time.Location
	Taken     bool // the visitor takes part
	Unread    int  // letters
	NoMaster  bool // the players run the game by agreement
}

// tab is one of the pages of a game.
type tab struct {
	Title, Href string
	Here        bool
	Count       int  // the number of new items
	Beside      bool // the page also has it as a panel, if scripts run
}

// notices confirm the result of a form of a game.
//
//lang:words
var notices = map[string]string{
	"hosted":    "The game is set up, and you are its master. Send its address to players; it begins when all seats are taken.",
	"made":      "The game is set up, and you play in it. Send its address to others; it begins when all seats are taken.",
	"joined":    "You have joined. The game begins when all seats are taken.",
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
	"postal":    "Your message will be delivered when the phase is over.",
	"copies":    "You now get copies of all messages. Everyone is notified.",
	"nocopies":  "You no longer get copies.",
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
}

// NewHead collects the head of a game's page. The address follows that of the
// game, such as "/letters".
//
//lang:words
func (s *Base) NewHead(r *http.Request, g *game.Game, role game.Role, here string) (*Head, error) {
	ctx := r.Context()
	members, err := s.Judge.Members(ctx, g.ID)
	if err != nil {
		return nil, err
	}
	h := &Head{Game: g, Role: role, Me: s.Visit(r).Account, PhaseName: page.PhaseTitle(g.Phase), State: StateOf(g), Once: page.NewOnce(), Loc: s.Zone(r), Taken: role.Takes()}
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
		plan, err := s.Judge.Plan(ctx, g.ID)
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
		if h.Unread, err = s.Judge.Unread(ctx, g.ID, role); err != nil {
			return nil, err
		}
	}
	add := func(title, path string) {
		beside := here == "" && (title == "Messages" || title == "Rules" || title == "Master")
		h.Tabs = append(h.Tabs, tab{Title: title, Href: base + path, Here: path == here, Beside: beside && g.Number > 0})
	}
	add("Table", "")
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
	h.SetUnread(h.Unread)
	return h, nil
}

// noticeFor returns the confirmation of a form in the present state of the
// game: the player who takes the last seat has begun the game.
//
//lang:words
func noticeFor(g *game.Game, done string) string {
	if g.Status != game.Forming {
		switch done {
		case "joined":
			return "You have joined. All seats are taken, and the game has begun."
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
	seats, err := s.Judge.Seats(r.Context(), h.ID)
	if err != nil {
		return err
	}
	states, err := s.Judge.States(r.Context(), h.ID, h.Role)
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

// Urge says in a sentence that the visitor owes something.
func (h *Head) Urge() message.Message {
	if h.Late {
		return message.New("You are late: {what}.", h.lacks)
	}
	return message.Sentence(h.lacks)
}

// NumberText returns the number of the current phase, for forms that are only
// for this phase.
func (h *Head) NumberText() string { return strconv.Itoa(h.Number) }

// At returns the hosted game of an address and the visitor's role. If there is
// none, it writes the answer and returns false.
func (s *Base) At(w http.ResponseWriter, r *http.Request) (*game.Game, game.Role, bool) {
	g, err := s.Judge.Game(r.Context(), r.PathValue("id"))
	if err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return nil, game.Role{}, false
	}
	role, err := s.Role(r, g)
	if err != nil {
		s.Refuse(w, r, err, page.Lost(r.PostForm))
		return nil, game.Role{}, false
	}
	return g, role, true
}

// Form is a form of a hosted game.
type Form struct {
	Request *http.Request
	Game    *game.Game
	Role    game.Role
	account *game.Account // nil for the holder of a link
}

// form determines the sender of a form of a game: the holder of one of its
// links, or an account. If there is neither, it writes the answer and returns
// false.
func (s *Base) form(w http.ResponseWriter, r *http.Request) (*Form, bool) {
	g, role, ok := s.At(w, r)
	if !ok {
		return nil, false
	}
	f := &Form{Request: r, Game: g, Role: role}
	if role.Takes() && role.Account == "" {
		return f, true
	}
	f.account, ok = s.Member(w, r)
	return f, ok
}

// sender returns a text that identifies the sender.
func (f *Form) sender() string {
	if f.account == nil {
		return "link " + f.Game.ID + " " + strconv.Itoa(f.Role.Seat)
	}
	return f.account.ID
}

// Player returns the account of the sender, or an error if there is none.
func (f *Form) Player() (string, error) {
	if f.account == nil {
		return "", game.Refuse(game.Conflict, message.New("The seats of this game are held by secret links, not by accounts."))
	}
	return f.account.ID, nil
}

// Get returns a field of the form.
func (f *Form) Get(name string) string { return page.Clean(f.Request.PostForm.Get(name)) }

// Number returns the number in a field of the form, or 0.
func (f *Form) Number(name string) int {
	n, _ := strconv.Atoi(f.Request.PostForm.Get(name))
	return n
}

// Behind returns the address to which a form redirects. to follows the game's
// own address. A form of the master's panel redirects to the panel.
func (f *Form) Behind(to string) string {
	base := "/g/" + f.Game.ID
	if f.Get("back") == "panel" {
		return base + strings.TrimPrefix(to, "/master") + "#panel-master"
	}
	return base + to
}

// Current refuses a form for another phase than the current one.
func (f *Form) Current() error {
	if n := f.Request.PostForm.Get("number"); n != "" && n != strconv.Itoa(f.Game.Number) {
		return game.ErrStale
	}
	return nil
}

// HandlePage adds a page of a game. path follows the game's own address, such
// as "/seat".
func (s *Base) HandlePage(mux *http.ServeMux, path string, show http.HandlerFunc) {
	mux.HandleFunc("GET /g/{id}"+path, show)
	s.pages[path] = show
}

// HandleForms adds the forms of a page of a game. A form is refused on this
// page, with what was typed.
func (s *Base) HandleForms(mux *http.ServeMux, path string, forms map[string]func(*Form) (to string, err error)) {
	for verb, do := range forms {
		s.forms[verb] = path
		s.HandleForm(mux, verb, do, s.mendForm)
	}
}

// HandleForm adds a form of a game. Its handler parses the form, determines the
// sender, runs the command once even if the form is sent repeatedly, and
// redirects to the address that do returns, which follows the game's own.
// again answers a form that was refused.
func (s *Base) HandleForm(mux *http.ServeMux, verb string, do func(*Form) (to string, err error), again func(http.ResponseWriter, *Form, error)) {
	mux.HandleFunc("POST /g/{id}/"+verb, func(w http.ResponseWriter, r *http.Request) {
		f, ok := s.ReadForm(w, r)
		if !ok {
			return
		}
		to, ok := s.Once.Do(page.OnceKey(r, f.sender()), func() (string, bool) {
			to, err := do(f)
			if err != nil {
				again(w, f, err)
				return "", false
			}
			return f.Behind(to), true
		})
		if ok {
			s.Redirect(w, r, to)
		}
	})
}

// Redirect redirects after an accepted form.
func (s *Base) Redirect(w http.ResponseWriter, r *http.Request, to string) {
	if page.WantsJSON(r) {
		page.SendJSON(w, http.StatusOK, wire.Accepted{To: to, Notice: s.Catalogue(r).T(noticeAt(to))})
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// noticeAt returns the confirmation on the page to which a form redirects.
func noticeAt(to string) string {
	u, err := url.Parse(to)
	if err != nil {
		return ""
	}
	return notices[u.Query().Get("done")]
}

// Visited returns the game of an address, if it has begun, and the visitor's
// role. Otherwise it writes the answer and returns false.
func (s *Base) Visited(w http.ResponseWriter, r *http.Request) (*game.Game, game.Role, bool) {
	g, err := s.Judge.Game(r.Context(), r.PathValue("id"))
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

// ZoneAt returns the time zone of the visitor's input about a game: their own,
// or else the game's.
func (s *Base) ZoneAt(r *http.Request, g *game.Game) *time.Location {
	if a := s.Visit(r).Account; a != nil && a.Zone != "" {
		return account.Zone(a)
	}
	if loc, err := schedule.Zone(g.Hosting.Zone); err == nil {
		return loc
	}
	return time.UTC
}

// ReadForm reads a form of the page.
func (s *Base) ReadForm(w http.ResponseWriter, r *http.Request) (*Form, bool) {
	if !s.Form(w, r) {
		return nil, false
	}
	return s.form(w, r)
}

// HasLetters reports whether the players of a game can write messages at all: a
// single person cannot.
func HasLetters(g *game.Game) bool { return !g.Hosting.Links || !g.Hosting.Press.None }

// AwaitBots waits until it is the visitor's turn in a game against computer
// players, up to a limit; after that the page says that they are still
// thinking.
func (s *Base) AwaitBots(ctx context.Context, game string) {
	ctx, cancel := context.WithTimeout(ctx, botPatience)
	defer cancel()
	look := time.NewTicker(botLook)
	defer look.Stop()
	for {
		st, err := s.Judge.PlayState(ctx, game)
		if err != nil || !st.Thinking || st.Going {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
}

// How long an answer waits for computer players, so that the next page shows
// the results; and how often it checks.
const (
	botPatience = 3 * time.Second
	botLook     = 25 * time.Millisecond
)

// PlayLink returns the address of a game with the key that opens it.
func PlayLink(game, key string) string { return "/g/" + game + "?key=" + url.QueryEscape(key) }

// ToGame redirects the visitor to the game.
func ToGame(w http.ResponseWriter, r *http.Request, id, query string) {
	to := "/g/" + id
	if query != "" {
		to += "?" + query
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

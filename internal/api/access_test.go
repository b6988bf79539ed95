package api_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/account"
	"podesta/internal/api"
	"podesta/internal/game"
	"podesta/internal/hosting"
	"podesta/internal/judge/judgetest"
	"podesta/internal/lobby"
	"podesta/internal/schedule"
	"podesta/internal/tournament"
	"podesta/internal/wiring"
)

var updateAccess = flag.Bool("update-access", false, "write testdata/access.txt anew: read every change of it")

// accessFile holds a row for each operation, with the status that each caller
// receives.
const accessFile = "testdata/access.txt"

// requests holds, for each operation, a request that succeeds for an entitled caller. {played} and
// similar placeholders stand for games of the cast, and {seat} for the seat of Player, so for Rival
// the request is about another player's seat.
var requests = map[string]string{
	"about": "/about", "listScenarios": "/scenarios", "listPresets": "/presets", "listOptions": "/options", "getBoard": "/boards/italy-1978",

	"register":      `/accounts {"name":"Elena","email":"elena@example.org"}`,
	"askLink":       `/sessions/link {"email":"milano@example.org"}`,
	"verify":        `/accounts/verify {"secret":"{verify}"}`,
	"signIn":        `/sessions {"email":"milano@example.org","password":"{password}"}`,
	"signOff":       `/sessions/current`,
	"signOffAll":    `/sessions`,
	"getMe":         `/me`,
	"setMe":         `/me {"zone":"Europe/Rome"}`,
	"setPassword":   `/me/password {"password":"a long and winding road","current":"{password}"}`,
	"addAddress":    `/me/addresses {"email":"another@example.org"}`,
	"removeAddress": `/me/addresses/{address}`,
	"getMyGames":    `/me/games`,
	"listPrograms":  `/me/programs`,
	"addProgram":    `/me/programs {"key":"{programkey}"}`,
	"removeProgram": `/me/programs/{owned}`,
	"getLadder":     `/ratings`,
	"getPlayer":     `/players/Osservante`,
	"listTokens":    `/me/tokens`,
	"addToken":      `/me/tokens {"label":"another"}`,
	"dropToken":     `/me/tokens/{token}`,
	"listHooks":     `/me/hooks`,
	"addHook":       `/me/hooks {"url":"https://example.org/hook"}`,
	"dropHook":      `/me/hooks/{hook}`,
	"setHook":       `/me/hooks/{hook} {"events":["late"]}`,
	"listMutes":     `/me/mutes`,
	"listAccess":    `/me/access`,
	"endAccess":     `/me/access/key/{token}`,
	"endAllAccess":  `/me/access/end {}`,

	"listTournaments":  `/tournaments`,
	"getTournament":    `/tournaments/{cup}`,
	"createTournament": `/tournaments {"name":"Another","scoring":"places","scenario":"A"}`,
	"changeTournament": `/tournaments/{cup} {"about":"Another text."}`,
	"enterTournament":  `/tournaments/{cup}/entry {}`,
	"leaveTournament":  `/tournaments/{called}/entry`,
	"confirmRound":     `/tournaments/{called}/confirmation {"plays":true}`,
	"callRound":        `/tournaments/{cup}/rounds {"all":true,"starts":"{soon}"}`,
	"actTournament":    `/tournaments/{cup}/actions {"do":"open"}`,
	"extendRound":      `/tournaments/{called}/extensions {"minutes":5}`,
	"replaceInRound":   `/tournaments/{called}/replacements {"name":"Milano","by":"Veneto"}`,
	"addEntrant":       `/tournaments/{cup}/entrants/Straniera {}`,
	"removeEntrant":    `/tournaments/{called}/entrants/Veneto`,
	"addOrganiser":     `/tournaments/{called}/organisers/Veneto`,

	"mutePerson":    `/me/mutes/Straniera {"block":true}`,
	"unmutePerson":  `/me/mutes/Veneto`,
	"muteSeat":      `/games/{played}/mutes/{rival} {"mute":true}`,
	"addReport":     `/reports {"kind":"name","name":"Altra","reason":"spam"}`,
	"getQueue":      `/me/queue`,
	"joinQueue":     `/me/queue {"paces":["daily"]}`,
	"renewQueue":    `/me/queue/renew`,
	"leaveQueue":    `/me/queue`,
	"getMuster":     `/games/{mustered}/muster`,
	"confirmSeat":   `/games/{mustered}/confirm`,
	"declineSeat":   `/games/{mustered}/decline`,
	"extendMuster":  `/games/{mustered}/muster/extend {"minutes":60}`,
	"listReports":   `/me/reports`,
	"listSanctions": `/me/sanctions`,
	"acknowledge":   `/me/sanctions/acknowledge`,
	"appeal":        `/me/sanctions/none/appeal {"text":"No."}`,
	"getVacation":   `/me/vacation`,
	"setVacation":   `/me/vacation {"start":"2026-02-01T00:00:00Z","end":"2026-02-04T00:00:00Z"}`,
	"dropVacation":  `/me/vacation`,
	"getMyData":     `/me/data`,
	"events":        `/events?game={played}`,

	"listGames":    `/games`,
	"createGame":   `/games {"name":"Another {count}","scenario":"A","hosting":{}}`,
	"importGame":   `/import {export}`,
	"getGame":      `/games/{played}`,
	"getRules":     `/games/{played}/rules`,
	"getDice":      `/games/{played}/dice`,
	"getPosition":  `/games/{played}/position`,
	"listPhases":   `/games/{played}/phases`,
	"getPhase":     `/games/{played}/phases/1`,
	"getReport":    `/games/{played}/phases/1/report`,
	"getMap":       `/games/{played}/map`,
	"getHosting":   `/games/{played}/hosting`,
	"listMembers":  `/games/{played}/members`,
	"listActs":     `/games/{played}/acts`,
	"listUndone":   `/games/{played}/undone`,
	"listVotes":    `/games/{played}/votes`,
	"getLog":       `/games/{played}/log`,
	"getLegal":     `/games/{played}/legal?power=venice`,
	"whatIf":       `/games/{played}/whatif {"samples":1,"limit":1}`,
	"exportGame":   `/games/{played}/export`,
	"getOrders":    `/games/{played}/orders?seat={seat}`,
	"putOrders":    `/games/{played}/orders?seat={seat} {"text":"","revision":{played.revision}}`,
	"checkOrders":  `/games/{played}/orders/check?seat={seat} {"text":"A Milan h"}`,
	"setReady":     `/games/{played}/ready?seat={seat} {"ready":false,"revision":{played.revision}}`,
	"predict":      `/games/{played}/predict?seat={seat}`,
	"getHint":      `/games/{bots}/hint`,
	"getAnalysis":  `/games/{over}/analysis`,
	"setWait":      `/games/{played}/wait?seat={seat} {"wait":true}`,
	"setPass":      `/games/{played}/pass?seat={seat} {"pass":true}`,
	"getVote":      `/games/{played}/vote?seat={seat}`,
	"setVote":      `/games/{played}/vote?seat={seat} {"draw":true}`,
	"listAbsences": `/games/{played}/absences?seat={seat}`,
	"addAbsence":   `/games/{played}/absences?seat={seat} {"start":"2026-02-01T00:00:00Z","end":"2026-02-04T00:00:00Z"}`,
	"dropAbsence":  `/games/{played}/absences/2026-03-02T00:00:00Z?seat={seat}`,
	"getDiary":     `/games/{played}/diary?seat={seat}`,
	"addDiary":     `/games/{played}/diary?seat={seat} {"text":"Beware"}`,
	"dropDiary":    `/games/{played}/diary/1?seat={seat}`,

	"listComments": `/games/{over}/comments`,
	"addComment":   `/games/{over}/comments {"phase":1,"text":"Well played"}`,
	"editComment":  `/games/{over}/comments/1 {"text":"Played"}`,
	"dropComment":  `/games/{over}/comments/1`,
	"hideComment":  `/games/{over}/comments/1/hidden {"hidden":true}`,

	"sendPress":      `/games/{played}/press {"to":["venice","milan","master"],"text":"Hello"}`,
	"listProposals":  `/games/{played}/proposals`,
	"propose":        `/games/{played}/proposals {"line":"peace to florence"}`,
	"answerProposal": `/games/{played}/proposals/1 {"act":"accept"}`,
	"setCopies":      `/games/{forming}/copies {"copies":true}`,
	"getOpenLetters": `/games/{played}/open-letters`,
	"setOpenLetters": `/games/{played}/open-letters {"agree":true}`,
	"getGeography":   `/games/{played}/geography`,
	"listMotions":    `/games/{own}/motions`,
	"agree":          `/games/{own}/motions/pause {"agree":true}`,

	"process":      `/games/{played}/process {"revision":{played.revision}}`,
	"rollback":     `/games/{played}/rollback {"number":1,"why":"A slip"}`,
	"edit":         `/games/{played}/edit {"revision":{played.revision},"changes":["treasury venice 44"],"why":"A slip"}`,
	"setRoll":      `/games/{played}/rolls/assassination%20milan%202 {"revision":{played.revision},"value":5,"why":"Seen"}`,
	"setTimes":     `/games/{played}/times {"deadline":"2026-03-01T12:00:00Z"}`,
	"resetTimes":   `/games/{played}/times/usual`,
	"dropDeadline": `/games/{links}/times`,
	"setHosting":   `/games/{played}/hosting {"comment":"Slow and steady"}`,
	"setRules":     `/games/{forming}/rules {"options":{"famine":"off"}}`,
	"startGame":    `/games/{forming}/start {"force":true}`,
	"promote":      `/games/{played}/promote {"account":"{observer}"}`,
	"eject":        `/games/{played}/eject {"account":"{observer}"}`,
	"approve":      `/games/{forming}/approve {"seat":1,"approve":true}`,
	"setBot":       `/games/{played}/bot {"seat":{vacant},"bot":"random"}`,
	"unstart":      `/games/{fresh}/unstart`,
	"terminate":    `/games/{played}/terminate`,
	"pause":        `/games/{played}/pause`,
	"resume":       `/games/{paused}/resume`,

	"listInvitations":  `/me/invitations`,
	"answerInvitation": `/me/invitations/{forming} {"accept":true}`,
	"getInvites":       `/games/{forming}/invitations`,
	"invite":           `/games/{forming}/invitations/Altra`,
	"uninvite":         `/games/{forming}/invitations/Straniera`,
	"addLink":          `/games/{forming}/links`,
	"dropLink":         `/games/{forming}/links/{link}`,
	"openLink":         `/invitations/{invitation}`,
	"joinByLink":       `/invitations/{invitation}`,
	"rematch":          `/games/{played}/rematch`,
	"listFriends":      `/me/friends`,
	"listMyComments":   `/me/comments`,
	"befriend":         `/me/friends/Straniera`,
	"unfriend":         `/me/friends/Veneto`,
	"listFollowed":     `/me/followed`,
	"followGame":       `/me/followed/{played}`,
	"unfollowGame":     `/me/followed/{played}`,

	"joinGame":       `/games/{forming}/join`,
	"watchGame":      `/games/{forming}/watch`,
	"leaveGame":      `/games/{played}/leave`,
	"takeOver":       `/games/{played}/takeover {"seat":{vacant}}`,
	"nominate":       `/games/{played}/successor {}`,
	"setPreferences": `/games/{forming}/preferences {"preferences":"V"}`,
	"nameSeat":       `/games/{links}/name {"name":"Ada"}`,
}

// caller is a kind of caller, which has a column in the table of accessFile.
type caller struct {
	name, secret string
	account      string // the owner of an API key
	nowhere      bool   // whether it asks for a game that does not exist
}

// without lists callers whose secret is not valid.
var without = []string{"blocked", "forged", "wrong-key"}

// TestAccess sends a request for every operation in the description of the API
// as every kind of caller, and compares the statuses with testdata/access.txt.
// An operation without a request or without a row fails.
func TestAccess(t *testing.T) {
	t.Parallel()
	base := judgetest.Open(t, time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC))
	rehearsal := base.Rehearse()
	cast := base.Cast()
	mail := &judgetest.Letters{}
	server := api.New(api.Deps{
		Judge: wiring.API(base.Judge), Clock: base.Clock, Letters: mail, Channels: hookChannels(true),
		Limits: api.Limits{Rate: 1e6, Burst: 1e6, StrangerRate: 1e6, Strangers: 1e6, Programs: 1e8},
	})
	t.Cleanup(server.Close)

	const password = "quattro stagioni di guerra"
	base.Must(base.Users.SetPassword(ctx, cast.Player.ID, password))
	token := func(a *game.Account, kind game.TokenKind, in *game.Game, seat int) string {
		tok := game.Token{Kind: kind, Account: a.ID, Seat: seat}
		if in != nil {
			tok.Game = in.ID
		}
		secret, err := base.Users.NewToken(ctx, tok, time.Hour)
		base.Must(err)
		return secret
	}
	base.Must(base.Users.Block(ctx, cast.Blocked.ID, false))
	automaton := base.Person("Automa")
	base.Must(base.Users.SetProgram(ctx, automaton.ID, true, cast.Player.ID))
	callers := []caller{
		{name: "stranger"},
		{name: "outsider", secret: base.Token(cast.Outsider.ID)},
		{name: "observer", secret: base.Token(cast.Observer.ID)},
		{name: "player", secret: base.Token(cast.Player.ID)},
		{name: "rival", secret: base.Token(cast.Rival.ID)},
		{name: "former", secret: base.Token(cast.Former.ID)},
		{name: "ejected", secret: base.Token(cast.Ejected.ID)},
		{name: "master", secret: base.Token(cast.Master.ID)},
		{name: "ex-master", secret: base.Token(cast.ExMaster.ID)},
		{name: "operator", secret: base.Token(cast.Operator.ID)},
		{name: "session", secret: token(cast.Player, game.SessionToken, nil, 0)},
		{name: "seat-token", secret: token(cast.Player, game.APIToken, cast.Played, cast.Seat)},
		{name: "game-token", secret: token(cast.Player, game.APIToken, cast.Played, 0)},
		{name: "elsewhere", secret: token(cast.Player, game.APIToken, cast.Elsewhere, 0)},
		{name: "program", secret: base.Token(automaton.ID)},
		{name: "seat-key", secret: "key:" + cast.Links.ID + ":" + cast.Keys.Seats[0]},
		{name: "master-key", secret: "key:" + cast.Links.ID + ":" + cast.Keys.Master},
		{name: "blocked", secret: base.Token(cast.Blocked.ID)},
		{name: "forged", secret: "0123456789abcdefghijklmnop"},
		{name: "wrong-key", secret: "key:" + cast.Played.ID + ":0123456789abcdefghijklmnop"},
		{name: "no-game", secret: base.Token(cast.Operator.ID), nowhere: true},
	}
	for i := range callers {
		if a, tok, err := base.Users.Authenticate(ctx, callers[i].secret); err == nil && tok.Kind == game.APIToken {
			callers[i].account = a.ID
		}
	}
	base.Must(base.Users.Block(ctx, cast.Blocked.ID, true))
	fill := prepare(t, base, cast, mail)
	fill["{password}"], fill["{owned}"], fill["{programkey}"] = password, automaton.ID, base.Token(base.Person("Motore").ID)
	for _, c := range callers { // later uses write nothing
		if !strings.HasPrefix(c.secret, "key:") {
			_, _, _ = base.Users.Authenticate(ctx, c.secret)
		}
	}
	rehearsal.Forget(true)

	found := map[string][]int{}
	paths := map[string]string{}
	for path, item := range server.Description().Paths {
		for method, op := range map[string]*huma.Operation{
			http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put, http.MethodPatch: item.Patch, http.MethodDelete: item.Delete,
			http.MethodHead: item.Head, http.MethodOptions: item.Options, http.MethodTrace: item.Trace,
		} {
			if op == nil {
				continue
			}
			request, ok := requests[op.OperationID]
			if !ok {
				t.Errorf("%s has no request in this test", op.OperationID)
				continue
			}
			paths[op.OperationID] = method + " " + path
			fits := regexp.MustCompile(`^` + regexp.MustCompile(`\\\{\w+\\\}`).ReplaceAllString(regexp.QuoteMeta(path), `[^/]+`) + `(\?.*)?$`)
			if address, _, _ := strings.Cut(request, " "); !fits.MatchString("/api/v1" + address) {
				t.Errorf("%s: the request is for %s, not for %s", op.OperationID, address, path)
			}
			needs := slices.ContainsFunc(op.Security, func(s map[string][]string) bool { return len(s) > 0 }) && !slices.ContainsFunc(op.Security, func(s map[string][]string) bool { return len(s) == 0 })
			// Some operations write in a transaction, read the result back and roll it back.
			kept := slices.Contains([]string{"createGame", "importGame", "createTournament"}, op.OperationID)
			rehearsal.Forget(!kept)
			for i, c := range callers {
				fill["{count}"] = fmt.Sprint(i)
				if op.OperationID == "importGame" {
					fill["{export}"] = abroad(t)
				}
				before := rehearsal.Wrote()
				rehearsal.Look(nil)
				if i > 0 && found[op.OperationID][0] >= 400 { // a stranger with a password or a link needs no key
					rehearsal.Look(keeps(t, base, op, &c))
				}
				status, body := ask(server, method, spell(request, fill, c.nowhere), c.secret)
				// callers without a valid secret get the same answers from all operations
				if !slices.Contains(without, c.name) && !c.nowhere {
					found[op.OperationID] = append(found[op.OperationID], status)
				}
				if status >= 400 && rehearsal.Wrote() != before && op.OperationID != "signIn" {
					t.Errorf("%s by %s: %d, but something was written", op.OperationID, c.name, status)
				}
				switch {
				case status >= 500:
					t.Errorf("%s by %s: %d %s", op.OperationID, c.name, status, body)
				case slices.Contains(without, c.name) && status != http.StatusUnauthorized:
					t.Errorf("%s by %s: %d although the secret is not valid", op.OperationID, c.name, status)
				case c.secret == "" && needs && status != http.StatusUnauthorized:
					t.Errorf("%s needs a token, but a stranger receives %d", op.OperationID, status)
				case c.nowhere && strings.Contains(path, "{game}") && status != http.StatusNotFound:
					t.Errorf("%s in a game that does not exist: %d %s", op.OperationID, status, body)
				}
			}
			if !slices.ContainsFunc(found[op.OperationID], func(n int) bool { return n < 400 }) && !slices.Contains(never, op.OperationID) {
				t.Errorf("%s: nobody succeeds: %v", op.OperationID, found[op.OperationID])
			}
		}
	}
	var names []string
	for _, c := range callers[:len(callers)-len(without)-1] {
		names = append(names, c.name)
	}
	judgetest.CompareTable(t, accessFile, *updateAccess, names, found, paths)
}

// keeps returns a check that runs at the end of each write of an operation: a program's key
// must not change who can use or read its account, except that it may end itself.
func keeps(t *testing.T, h *judgetest.House, op *huma.Operation, c *caller) func(*game.Tx) {
	if c.account == "" {
		return nil
	}
	state := func(tx *game.Tx) string {
		a, err := tx.Accounts.Account(c.account)
		h.Must(err)
		all, err := h.Base.Accounts.AccessIn(tx, c.account)
		h.Must(err)
		out := fmt.Sprintln(a.Email, a.Hash, a.Blocked)
		for _, x := range all {
			// an invitation gives access to a game, not to the account
			if x.Kind != account.AccessInvite && !(op.OperationID == "signOff" && x.ID == account.HashSecret(c.secret)) {
				out += fmt.Sprintln(x.Kind, x.ID, x.Name, x.Ends)
			}
		}
		return out
	}
	var before string
	h.Must(h.Store.Read(ctx, func(tx *game.Tx) error { before = state(tx); return nil }))
	return func(tx *game.Tx) {
		if after := state(tx); after != before {
			t.Errorf("%s by a program of %s changes who can use the account:\n%s\nbefore:\n%s", op.OperationID, c.name, after, before)
		}
	}
}

// never lists operations that cannot succeed with the cast alone. Other tests cover them.
var never = []string{"approve", "rematch", "replaceInRound", "extendRound", "setOpenLetters", "answerProposal", "appeal"}

// prepare creates what requests refer to, and returns the values for the placeholders.
func prepare(t *testing.T, h *judgetest.House, c *judgetest.Cast, mail *judgetest.Letters) map[string]string {
	t.Helper()
	h.Must(h.Safety.MutePerson(ctx, c.Player.ID, c.Rival.Name, false))
	master := h.RoleFor(c.Forming, c.Master)
	h.Must(h.Lobby.Invite(ctx, c.Forming.ID, master, c.Outsider.Name))
	link, err := h.Lobby.AddInviteLink(ctx, c.Forming.ID, master, 0, 0)
	h.Must(err)
	_, err = h.Users.Befriend(ctx, c.Player.ID, c.Rival.Name)
	h.Must(err)
	h.Must(h.Users.FollowGame(ctx, c.Played.ID, c.Player.ID, false))
	fill := map[string]string{"{seat}": fmt.Sprint(c.Seat), "{rival}": fmt.Sprint(c.RivalSeat), "{observer}": c.Observer.ID, "{vacant}": fmt.Sprint(h.VacantSeats(c.Played)[0])}
	player := h.RoleFor(c.Played, c.Player)
	start := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	over := h.Finished(c)
	bots := h.HostGame(c.Master, lobby.NewGame{Name: "Bots", Scenario: "A", Variant: "A-4"}, func(s *hosting.Hosting) { s.Bots = true })
	h.Must(h.Lobby.Join(ctx, bots.ID, c.Player.ID, ""))
	h.Must(h.Lobby.StartWithBots(ctx, bots.ID, h.RoleFor(bots, c.Master), "easy"))
	fill["{bots}"], fill["{bots.revision}"] = bots.ID, fmt.Sprint(bots.Revision)
	fill["{over}"], fill["{over.revision}"] = over.ID, fmt.Sprint(over.Revision)
	_, err = h.Press.AddComment(ctx, over.ID, h.RoleFor(over, c.Player), 1, "Well played")
	h.Must(err)
	_, err = h.Judge.Clock.SetVacation(ctx, c.Player.ID, start.AddDate(0, 1, 0), start.AddDate(0, 1, 7))
	h.Must(err)
	h.Must(h.Judge.Clock.SetAbsence(ctx, c.Played.ID, player, c.Seat, schedule.Absence{Start: start, End: start.Add(72 * time.Hour)}))
	h.Must(h.Admin.AddDiary(ctx, c.Played.ID, player, c.Seat, "Beware"))
	fill["{link}"], fill["{invitation}"] = link.ID, link.Key
	hook, err := h.Judge.Hooks.AddHook(ctx, game.Hook{Account: c.Player.ID, URL: "https://example.org/own"})
	h.Must(err)
	fill["{hook}"] = hook.ID
	other := c.Fresh
	h.Must(h.Judge.Clock.Pause(ctx, other.ID, h.RoleFor(other, c.Master)))
	fill["{paused}"] = other.ID
	for name, g := range c.Games() {
		fill["{"+name+"}"], fill["{"+name+".revision}"] = g.ID, fmt.Sprint(h.At(g.ID).Revision)
	}
	fill["{mustered}"], fill["{mustered.revision}"] = h.Mustered(c).ID, "1"
	_, err = h.Queue.Enqueue(ctx, c.Player.ID, game.Wants{})
	h.Must(err)
	_, secret, err := h.Users.Register(ctx, "Nuova", "nuova@example.org", "")
	h.Must(err)
	fill["{verify}"] = secret.Secret()
	secret, err = h.Users.AddAddress(ctx, c.Player.ID, "milano2@example.org")
	h.Must(err)
	if _, err := h.Users.Verify(ctx, secret.Secret()); err != nil {
		t.Fatal(err)
	}
	fill["{address}"] = "milano2@example.org"
	all, err := h.Users.Tokens(ctx, c.Player.ID)
	h.Must(err)
	fill["{token}"] = all[slices.IndexFunc(all, func(t game.Token) bool { return t.Kind == game.APIToken })].Hash
	for _, name := range []string{"cup", "called"} {
		id, err := h.Tournaments.NewTournament(ctx, c.Master.ID, tournament.Settings{
			Name: name, Scoring: "places", Games: lobby.NewGame{Scenario: "A", Variant: "A-4"}, Hosting: hosting.Default(),
		})
		h.Must(err)
		h.Must(h.Tournaments.AnnounceTournament(ctx, id, c.Master.ID))
		fill["{"+name+"}"] = id
	}
	soon := h.Clock.Now().Add(time.Hour)
	fill["{soon}"] = soon.Format(time.RFC3339)
	for _, a := range []*game.Account{c.Player, c.Rival} {
		h.Must(h.Tournaments.EnterTournament(ctx, fill["{called}"], a.ID, false))
	}
	_, err = h.Tournaments.CallRound(ctx, fill["{called}"], c.Master.ID, tournament.RoundPlan{Starts: soon})
	h.Must(err)
	return fill
}

// abroad returns the exported file of a game on another judge.
func abroad(t *testing.T) string {
	t.Helper()
	h := judgetest.New(t)
	keeper := h.Person("Cosimo")
	g := h.HostGame(keeper, lobby.NewGame{Name: "Abroad", Scenario: "A", Variant: "A-4"}, nil)
	file, err := h.Archive.Export(ctx, g.ID, h.RoleFor(g, keeper))
	h.Must(err)
	return string(file)
}

// spell fills in a request's placeholders. If nowhere is set, all games are replaced by one
// that does not exist.
func spell(request string, fill map[string]string, nowhere bool) string {
	return regexp.MustCompile(`\{[a-z.]+\}`).ReplaceAllStringFunc(request, func(name string) string {
		text, ok := fill[name]
		if !ok {
			return name
		}
		if _, isGame := fill[strings.TrimSuffix(name, "}")+".revision}"]; nowhere && (isGame || name == "{paused}") {
			return "nosuchgame1234567890"
		}
		return text
	})
}

// asked counts the requests of ask.
var asked int

// ask sends a request to the handler and returns the status of the answer.
func ask(h http.Handler, method, request, secret string) (status int, body string) {
	address, content, _ := strings.Cut(request, " ")
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	r := httptest.NewRequestWithContext(limited, method, "/api/v1"+address, bytes.NewReader([]byte(content)))
	asked++
	// wrong secrets are counted by network address
	r.RemoteAddr = fmt.Sprintf("10.%d.%d.%d:1234", asked>>16&255, asked>>8&255, asked&255)
	if content != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if secret != "" {
		r.Header.Set("Authorization", "Bearer "+secret)
	}
	w := &leaving{httptest.NewRecorder(), cancel}
	h.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// leaving is a client that closes the connection after receiving the beginning of a stream.
type leaving struct {
	*httptest.ResponseRecorder
	leave func()
}

// Flush sends the part of the answer that has been written so far.
func (l *leaving) Flush() {
	l.ResponseRecorder.Flush()
	l.leave()
}

// TestContentTypes checks that only a JSON content type is parsed as JSON.
func TestContentTypes(t *testing.T) {
	t.Parallel()
	h := open(t)
	p := h.public()
	for kind, want := range map[string]int{"": http.StatusUnauthorized, "application/json": http.StatusUnauthorized, "application/problem+json": http.StatusUnauthorized, "text/plain": http.StatusUnsupportedMediaType, "application/xml": http.StatusUnsupportedMediaType, "application/x-www-form-urlencoded": http.StatusUnsupportedMediaType} {
		r := httptest.NewRequest(http.MethodPost, "/api/v1/sessions", strings.NewReader(`{"email":"nobody@example.org","password":"x"}`))
		if kind != "" {
			r.Header.Set("Content-Type", kind)
		}
		w := httptest.NewRecorder()
		p.api.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("%q: %d, want %d", kind, w.Code, want)
		}
	}
}

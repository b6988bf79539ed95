package env

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"podesta/machiavelli"
	"podesta/machiavelli/bot"
	"podesta/machiavelli/event"
	"podesta/machiavelli/interchange"
	"podesta/machiavelli/legal"
	"podesta/machiavelli/rules"
	"podesta/machiavelli/scenario"
	"podesta/machiavelli/suggest"
	"podesta/machiavelli/turn"
)

// The limits of a Service.
const (
	maxGames  = 20_000 // open at the same time
	maxBatch  = 4_096  // requests in one line
	maxSetups = 64     // kept for the next game
	maxID     = 200    // bytes of the id of a request
)

// Service answers requests about games, one line of JSON for each line. It is
// not safe for concurrent use.
type Service struct {
	version string
	games   map[uint64]*Game
	next    uint64
	setups  map[string]*Setup
	players map[string]bot.Player
	choices legal.Choices
	finder  legal.Finder
	lines   []turn.Line
}

// NewService returns a service without games. version is that of the program,
// for hello.
func NewService(version string) *Service {
	return &Service{version: version, games: map[uint64]*Game{}, next: 1, setups: map[string]*Setup{}, players: map[string]bot.Player{}}
}

// Problem is an error of a request. Code is for programs: "request", "game",
// "power", "orders", "scenario", "state", "limit" or "over".
type Problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Error returns the message.
func (p *Problem) Error() string { return p.Message }

// wrong returns a problem.
func wrong(code, format string, args ...any) *Problem {
	return &Problem{code, fmt.Sprintf(format, args...)}
}

// TooLong appends to dst the answer to a line of more than MaxLine bytes.
func TooLong(dst []byte) []byte {
	return append(appendProblem(dst, []byte("null"), errTooLong), '\n')
}

// Answer appends the answer to a line of input to dst: one line. The line is a
// request, or an array of requests, which are answered in order by an array. A
// wrong request is answered by a problem and changes nothing. An empty line has
// no answer.
func (s *Service) Answer(dst, line []byte) []byte {
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return dst
	}
	if err := acceptable(line); err != nil {
		return append(appendProblem(dst, []byte("null"), err), '\n')
	}
	if line[0] != '[' {
		return append(s.one(dst, line), '\n')
	}
	var batch []json.RawMessage
	err := json.Unmarshal(line, &batch)
	if err != nil {
		err = explain(err, &batch, "a batch")
	} else if len(batch) > maxBatch {
		err = wrong("limit", "%d requests in one line, more than %d: send them in several lines", len(batch), maxBatch)
	}
	if err != nil {
		return append(appendProblem(dst, []byte("null"), err), '\n')
	}
	dst = append(dst, '[')
	for i, request := range batch {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = s.one(dst, request)
	}
	return append(dst, ']', '\n')
}

// one answers one request.
func (s *Service) one(dst, request []byte) []byte {
	begin := len(dst)
	var h struct {
		ID json.RawMessage `json:"id"`
		Op string          `json:"op"`
	}
	if err := json.Unmarshal(request, &h); err != nil {
		return appendProblem(dst, []byte("null"), explain(err, &h, "a request"))
	}
	id, err := identifier(h.ID)
	if err != nil {
		return appendProblem(dst, []byte("null"), err)
	}
	answer, ok := operations[h.Op]
	if !ok {
		return appendProblem(dst, id, unknownOp(h.Op))
	}
	dst = append(append(dst, `{"id":`...), id...)
	dst, err = answer(s, dst, request)
	if err != nil {
		return appendProblem(dst[:begin], id, err)
	}
	return append(dst, '}')
}

// identifier returns the id of a request as it is echoed.
func identifier(id json.RawMessage) ([]byte, error) {
	switch {
	case len(id) == 0:
		return []byte("null"), nil
	case len(id) > maxID:
		return nil, wrong("request", "the id has %d bytes, more than %d", len(id), maxID)
	case id[0] == '{' || id[0] == '[' || id[0] == 't' || id[0] == 'f':
		return nil, wrong("request", "the id is a text or a number")
	}
	return id, nil
}

// unknownOp returns the problem of an op that does not exist.
func unknownOp(op string) *Problem {
	names := slices.Sorted(maps.Keys(operations))
	if op == "" {
		return wrong("request", "the request has no op; it is one of %s", strings.Join(names, ", "))
	}
	hint := ""
	if near := suggest.Closest(op, names); near != "" {
		hint = "; did you mean " + near + "?"
	}
	return wrong("request", "there is no op %q; there are %s%s", op, strings.Join(names, ", "), hint)
}

// appendProblem appends an answer with an error.
func appendProblem(dst, id []byte, err error) []byte {
	var p *Problem
	if !errors.As(err, &p) {
		p = wrong("request", "%s", err.Error())
	}
	text, _ := json.Marshal(p) // two strings
	dst = append(append(dst, `{"id":`...), id...)
	dst = append(append(dst, `,"error":`...), text...)
	return append(dst, '}')
}

// operation carries out a request and appends the members of its answer.
type operation func(s *Service, dst, request []byte) ([]byte, error)

// operations holds what a Service can do.
var operations = map[string]operation{}

func init() {
	operations["hello"] = with((*Service).hello)
	operations["reset"] = with((*Service).reset)
	operations["observe"] = with((*Service).observe)
	operations["legal"] = with((*Service).legal)
	operations["board"] = with((*Service).board)
	operations["vocabulary"] = with((*Service).vocabulary)
	operations["step"] = with((*Service).step)
	operations["clone"] = with((*Service).clone)
	operations["save"] = with((*Service).save)
	operations["restore"] = with((*Service).restore)
	operations["outcome"] = with((*Service).outcome)
	operations["close"] = with((*Service).close)
}

// with makes an operation of a method that takes a request of its own type.
func with[T any](f func(*Service, []byte, *T) ([]byte, error)) operation {
	return func(s *Service, dst, request []byte) ([]byte, error) {
		var r T
		if err := decode(request, &r, "this request"); err != nil {
			return dst, wrong("request", "%s", err.Error())
		}
		return f(s, dst, &r)
	}
}

// head holds the members of every request.
type head struct {
	ID json.RawMessage `json:"id"`
	Op string          `json:"op"`
}

// inGame holds the members of a request about a game.
type inGame struct {
	head
	Game uint64 `json:"game"`
}

// find returns the game of a request.
func (s *Service) find(handle uint64) (*Game, error) {
	if g := s.games[handle]; g != nil {
		return g, nil
	}
	if handle == 0 {
		return nil, wrong("game", "the request names no game: reset, clone and restore return one")
	}
	return nil, wrong("game", "there is no game %d: it was closed, or never opened with reset, clone or restore", handle)
}

// power returns the power with that id.
func (g *Game) power(id string) (machiavelli.Power, error) {
	set := g.Setup.Setting()
	power, ok := set.Powers.Find(id)
	if !ok || power == machiavelli.Nobody || set.Absent.Has(power) {
		var ids []string
		for p := range each(g.Setup.Powers()) {
			ids = append(ids, set.Powers[p].ID)
		}
		return 0, wrong("power", "nobody plays %q in this game; the powers are %s", id, strings.Join(ids, ", "))
	}
	return power, nil
}

// selection is a choice of powers: a list of ids, or true for all.
type selection struct {
	all bool
	ids []string
}

// UnmarshalJSON reads true, false, or a list of ids.
func (x *selection) UnmarshalJSON(data []byte) error {
	if json.Unmarshal(data, &x.all) == nil {
		return nil
	}
	if json.Unmarshal(data, &x.ids) != nil {
		return fmt.Errorf("observe and legal are true for all powers, or a list of their ids")
	}
	return nil
}

// of returns the chosen powers of a game.
func (x *selection) of(g *Game) (machiavelli.PowerSet, error) {
	if x.all {
		return g.Setup.Powers(), nil
	}
	var set machiavelli.PowerSet
	for _, id := range x.ids {
		power, err := g.power(id)
		if err != nil {
			return 0, err
		}
		set = set.With(power)
	}
	return set, nil
}

// The forms in which legal orders are written.
const (
	formBoth    = "both"
	formLines   = "lines"
	formActions = "actions"
)

// lister returns how legal orders of a game are written.
func (g *Game) lister(form string) (interchange.LegalForm, error) {
	var f interchange.LegalForm
	switch form {
	case "", formBoth, formLines, formActions:
	default:
		return f, wrong("request", "form is lines, actions or both, not %q", form)
	}
	f.Lines = form != formActions
	if form != formLines {
		f.Number = g.Setup.Vocabulary().Number
	}
	return f, nil
}

// looks holds what an answer should contain besides its own members.
type looks struct {
	Observe selection `json:"observe"`
	Legal   selection `json:"legal"`
	Form    string    `json:"form"`
}

// check returns an error if the powers or the form do not exist.
func (l *looks) check(g *Game) error {
	if _, err := l.Observe.of(g); err != nil {
		return err
	}
	if _, err := l.Legal.of(g); err != nil {
		return err
	}
	_, err := g.lister(l.Form)
	return err
}

// look appends the observations and legal orders that a request asks for.
func (s *Service) look(dst []byte, g *Game, l *looks) ([]byte, error) {
	observers, err := l.Observe.of(g)
	if err != nil {
		return dst, err
	}
	movers, err := l.Legal.of(g)
	if err != nil {
		return dst, err
	}
	set := g.Setup.Setting()
	if observers != 0 {
		dst = append(dst, `,"observations":{`...)
		for i, x := range members(observers) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(appendText(dst, set.Powers[x].ID), ':')
			dst = g.appendObservation(dst, x)
		}
		dst = append(dst, '}')
	}
	if movers == 0 {
		return dst, nil
	}
	form, err := g.lister(l.Form)
	if err != nil {
		return dst, err
	}
	s.list(g, movers)
	dst = append(dst, `,"legal":{`...)
	for i, x := range members(movers) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendText(dst, set.Powers[x].ID), ':')
		dst = interchange.AppendLegal(dst, g.Position, &s.choices, x, form)
	}
	return append(dst, '}'), nil
}

// list finds the legal orders of powers. After the end there are none.
func (s *Service) list(g *Game, powers machiavelli.PowerSet) {
	if g.End() != Playing {
		powers = 0
	}
	s.choices.List(g.Position, g.Setup.Rules, powers)
}

// appendObservation appends what the seat of a power may know, or for Nobody
// everything.
func (g *Game) appendObservation(dst []byte, power machiavelli.Power) []byte {
	scene := g.Scene()
	return scene.observation(append(dst, g.Setup.head...), power)
}

// hello returns what the service knows.
func (s *Service) hello(dst []byte, _ *head) ([]byte, error) {
	type variant struct {
		ID      string `json:"id"`
		Players int    `json:"players"`
	}
	type about struct {
		ID       string    `json:"id"`
		Slug     string    `json:"slug"`
		Title    string    `json:"title"`
		Variants []variant `json:"variants"`
	}
	var scenarios []about
	for _, x := range scenario.List() {
		a := about{x.ID, x.Slug, x.Title, []variant{}}
		for _, v := range x.Variants {
			a.Variants = append(a.Variants, variant{v.ID, v.Players})
		}
		scenarios = append(scenarios, a)
	}
	var presets []string
	for _, p := range rules.Presets() {
		presets = append(presets, p.ID)
	}
	return appendMembers(dst, struct {
		Protocol   int      `json:"protocol"`
		Version    string   `json:"version"`
		Engine     string   `json:"engine"`
		Vocabulary int      `json:"vocabulary"`
		Ops        []string `json:"ops"`
		Players    []string `json:"players"`
		Presets    []string `json:"presets"`
		Scenarios  []about  `json:"scenarios"`
	}{
		Protocol, s.version, turn.EngineVersion, VocabularyVersion, slices.Sorted(maps.Keys(operations)), bot.Names(), presets, scenarios,
	})
}

// appendMembers appends the members of a value, each after a comma.
func appendMembers(dst []byte, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return dst, err
	}
	return append(append(dst, ','), text[1:len(text)-1]...), nil
}

// setup returns the setup of a scenario, from the cache if possible.
func (s *Service) setup(x Scenario) (*Setup, error) {
	text, err := json.Marshal(x) // maps are written in order
	if err != nil {
		return nil, err
	}
	key := string(text)
	if u := s.setups[key]; u != nil {
		return u, nil
	}
	if x.Scenario == "" {
		return nil, wrong("scenario", "the request names no scenario; there are %s", strings.Join(scenarioIDs(), ", "))
	}
	u, err := NewSetup(x)
	if err != nil {
		return nil, wrong("scenario", "%s", err.Error())
	}
	if len(s.setups) >= maxSetups {
		clear(s.setups)
	}
	s.setups[key] = u
	return u, nil
}

// open keeps a game and returns its handle.
func (s *Service) open(g *Game) (uint64, error) {
	if len(s.games) >= maxGames {
		return 0, wrong("limit", "%d games are open, as many as possible: close some", len(s.games))
	}
	handle := s.next
	s.next++
	s.games[handle] = g
	return handle, nil
}

// seed is the seed of a game: a text or a number.
type seed string

// UnmarshalJSON reads a text, or a whole number as its digits.
func (x *seed) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	if data[0] == '"' {
		return json.Unmarshal(data, (*string)(x))
	}
	n, err := strconv.ParseInt(string(data), 10, 64)
	if err != nil {
		return fmt.Errorf("the seed is a text, or a whole number of at most 64 bits, not %.40s", data)
	}
	*x = seed(strconv.FormatInt(n, 10))
	return nil
}

type resetRequest struct {
	head
	Scenario
	Seed  seed `json:"seed"`
	Years int  `json:"years"`
	looks
}

// reset opens a game.
func (s *Service) reset(dst []byte, r *resetRequest) ([]byte, error) {
	u, err := s.setup(r.Scenario)
	if err != nil {
		return dst, err
	}
	if r.Seed == "" {
		r.Seed = seed(strconv.FormatUint(s.next, 10))
	}
	g, err := NewGame(u, string(r.Seed), r.Years)
	if err != nil {
		return dst, wrong("request", "%s", err.Error())
	}
	return s.opened(dst, g, &r.looks)
}

// opened keeps a new game and appends its handle, its phase and its powers.
func (s *Service) opened(dst []byte, g *Game, l *looks) ([]byte, error) {
	if err := l.check(g); err != nil {
		return dst, err
	}
	handle, err := s.open(g)
	if err != nil {
		return dst, err
	}
	dst = strconv.AppendUint(append(dst, `,"game":`...), handle, 10)
	dst = appendText(append(dst, `,"phase":`...), g.Position.Phase.String())
	dst = append(dst, `,"powers":[`...)
	for i, x := range members(g.Setup.Powers()) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendText(dst, g.Setup.Setting().Powers[x].ID)
	}
	dst = append(dst, ']')
	return s.look(g.appendEnd(dst), g, l)
}

// appendEnd appends whether the game is over, and how it ended.
func (g *Game) appendEnd(dst []byte) []byte {
	end := g.End()
	dst = strconv.AppendBool(append(dst, `,"over":`...), end != Playing)
	if end != Playing {
		dst = appendText(append(dst, `,"end":`...), string(end))
	}
	return dst
}

type powerRequest struct {
	inGame
	Power string `json:"power"`
}

// observe returns what a seat may know, or without a power everything.
func (s *Service) observe(dst []byte, r *powerRequest) ([]byte, error) {
	g, err := s.find(r.Game)
	if err != nil {
		return dst, err
	}
	power := machiavelli.Nobody
	if r.Power != "" {
		if power, err = g.power(r.Power); err != nil {
			return dst, err
		}
	}
	dst = g.appendEnd(dst)
	return g.appendObservation(append(dst, `,"observation":`...), power), nil
}

type legalRequest struct {
	powerRequest
	Form string `json:"form"`

	// Buying holds expenses that buy units, or orders for them. The answer then
	// has the orders that these units could be given.
	Buying []Choice `json:"buying"`
}

// legal lists the legal orders of a power.
func (s *Service) legal(dst []byte, r *legalRequest) ([]byte, error) {
	g, err := s.find(r.Game)
	if err != nil {
		return dst, err
	}
	power, err := g.power(r.Power)
	if err != nil {
		return dst, err
	}
	form, err := g.lister(r.Form)
	if err != nil {
		return dst, err
	}
	s.list(g, machiavelli.PowerSet(0).With(power))
	dst = appendText(append(dst, `,"phase":`...), g.Position.Phase.String())
	dst = interchange.AppendLegal(append(dst, `,"legal":`...), g.Position, &s.choices, power, form)
	if len(r.Buying) == 0 {
		return dst, nil
	}
	return s.bought(dst, g, power, r.Buying, form)
}

// bought appends the orders that a power could give to units that it buys.
func (s *Service) bought(dst []byte, g *Game, power machiavelli.Power, buying []Choice, form interchange.LegalForm) ([]byte, error) {
	scene := g.Scene()
	lines, err := scene.Lines(power, buying, g.vocabularyFor(buying))
	if err != nil {
		return dst, wrong("orders", "buying: %s", err.Error())
	}
	found := legal.Choices{}
	for i := range lines {
		l := &lines[i]
		if !l.Err.IsZero() {
			return dst, wrong("orders", "buying: %s: %s", l.Text, l.Err.String())
		}
		found.Buy(g.Position, g.Setup.Rules, power, &l.Order)
	}
	return interchange.AppendLegal(append(dst, `,"bought":`...), g.Position, &found, power, form), nil
}

type setupRequest struct {
	inGame
	Scenario
}

// of returns the setup of the game that the request names, or of its scenario.
func (r *setupRequest) of(s *Service) (*Setup, error) {
	if r.Game == 0 {
		return s.setup(r.Scenario)
	}
	g, err := s.find(r.Game)
	if err != nil {
		return nil, err
	}
	return g.Setup, nil
}

// board describes the board and the powers of a game or a scenario.
func (s *Service) board(dst []byte, r *setupRequest) ([]byte, error) {
	u, err := r.of(s)
	if err != nil {
		return dst, err
	}
	return appendMembers(dst, struct {
		Areas  []Area   `json:"areas"`
		Powers []Player `json:"powers"`
	}{u.Areas(), u.Players()})
}

type vocabularyRequest struct {
	setupRequest
	Parts bool `json:"parts"`
}

// vocabulary lists the actions of a game, or of a scenario with its rules.
func (s *Service) vocabulary(dst []byte, r *vocabularyRequest) ([]byte, error) {
	u, err := r.of(s)
	if err != nil {
		return dst, err
	}
	v := u.Vocabulary()
	answer := struct {
		Version int      `json:"version"`
		Digest  string   `json:"digest"`
		Size    int      `json:"size"`
		Actions []string `json:"actions"`
		Kinds   []string `json:"kinds,omitempty"`
		Parts   []Part   `json:"parts,omitempty"`
	}{Version: VocabularyVersion, Digest: v.Digest(), Size: v.Len(), Actions: v.Texts()}
	if r.Parts {
		answer.Kinds, answer.Parts = v.Parts()
	}
	return appendMembers(dst, answer)
}

type stepRequest struct {
	inGame
	Orders  map[string][]Choice `json:"orders"`
	Players map[string]string   `json:"players"`
	Events  bool                `json:"events"`
	looks
}

// step resolves a phase.
func (s *Service) step(dst []byte, r *stepRequest) ([]byte, error) {
	g, err := s.find(r.Game)
	if err != nil {
		return dst, err
	}
	if end := g.End(); end != Playing {
		return dst, wrong("over", "game %d is over (%s): ask for its outcome, and open another with reset", r.Game, end)
	}
	if err := r.check(g); err != nil {
		return dst, err
	}
	if err := s.write(g, r); err != nil {
		return dst, err
	}
	if err := g.Step(s.lines); err != nil {
		return dst, wrong("request", "%s", err.Error())
	}
	dst = appendText(append(dst, `,"phase":`...), g.Position.Phase.String())
	dst = g.appendEnd(dst)
	dst = g.appendRewards(dst)
	dst = g.appendRefused(dst)
	if r.Events {
		dst = interchange.AppendOrders(append(dst, `,"orders":`...), g.before, g.events, false)
		dst = interchange.AppendEvents(append(dst, `,"events":`...), g.before, g.events, false)
	}
	return s.look(dst, g, &r.looks)
}

// write collects the lines of all powers: those of the request, and those of
// the computer players.
func (s *Service) write(g *Game, r *stepRequest) error {
	s.lines = s.lines[:0]
	scene := g.Scene()
	for _, id := range slices.Sorted(maps.Keys(r.Orders)) {
		power, err := g.power(id)
		if err != nil {
			return err
		}
		if s.lines, err = scene.appendLines(s.lines, power, r.Orders[id], g.vocabularyFor(r.Orders[id]), &s.finder); err != nil {
			return wrong("orders", "orders of %s: %s", id, err.Error())
		}
	}
	for _, id := range slices.Sorted(maps.Keys(r.Players)) {
		power, err := g.power(id)
		if err != nil {
			return err
		}
		if _, both := r.Orders[id]; both {
			return wrong("orders", "%s has orders and a player; leave one of them out", id)
		}
		player, err := s.player(r.Players[id])
		if err != nil {
			return err
		}
		s.lines = append(s.lines, g.Decide(player, power)...)
	}
	return nil
}

// vocabularyFor returns the vocabulary if some of the choices are actions, so
// that games played by lines need not make one.
func (g *Game) vocabularyFor(choices []Choice) *Vocabulary {
	if slices.ContainsFunc(choices, func(c Choice) bool { return c.Line == "" }) {
		return g.Setup.Vocabulary()
	}
	return nil
}

// player returns the computer player with that name.
func (s *Service) player(name string) (bot.Player, error) {
	name = bot.Canonical(name)
	if p := s.players[name]; p != nil {
		return p, nil
	}
	p, err := bot.New(name)
	if err != nil {
		return nil, wrong("request", "players: %s", err.Error())
	}
	s.players[name] = p
	return p, nil
}

// appendRewards appends the rewards, who is done, and the cities. The reward of
// a power is its share at the end of the game, and 0 before. A power is done
// when it is eliminated or the game is over.
func (g *Game) appendRewards(dst []byte) []byte {
	over := g.End() != Playing
	var shares [machiavelli.MaxPowers]float64
	if over {
		shares = g.shares()
	}
	set, powers := g.Setup.Setting(), members(g.Setup.Powers())
	object := func(name string, value func(machiavelli.Power)) {
		dst = append(append(append(dst, ',', '"'), name...), `":{`...)
		for i, x := range powers {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(append(append(dst, '"'), set.Powers[x].ID...), '"', ':')
			value(x)
		}
		dst = append(dst, '}')
	}
	object("rewards", func(x machiavelli.Power) { dst = strconv.AppendFloat(dst, shares[x], 'g', -1, 64) })
	object("done", func(x machiavelli.Power) { dst = strconv.AppendBool(dst, over || g.Position.Eliminated.Has(x)) })
	object("cities", func(x machiavelli.Power) {
		dst = strconv.AppendInt(dst, int64(turn.Cities(g.Position, g.Setup.Rules, x)), 10)
	})
	return dst
}

// appendRefused appends the lines that were refused, if there are any.
func (g *Game) appendRefused(dst []byte) []byte {
	first := true
	for _, e := range g.events {
		if e, ok := e.(event.Refused); ok {
			if first {
				dst, first = append(dst, `,"refused":[`...), false
			} else {
				dst = append(dst, ',')
			}
			dst = appendText(append(dst, `{"power":`...), g.Setup.Setting().Powers[e.Power].ID)
			dst = appendText(append(dst, `,"given":`...), e.Given)
			dst = append(appendText(append(dst, `,"error":`...), e.Error.String()), '}')
		}
	}
	if !first {
		dst = append(dst, ']')
	}
	return dst
}

type cloneRequest struct {
	inGame
	Seed seed `json:"seed"`
	looks
}

// clone copies a game.
func (s *Service) clone(dst []byte, r *cloneRequest) ([]byte, error) {
	g, err := s.find(r.Game)
	if err != nil {
		return dst, err
	}
	return s.opened(dst, g.Clone(string(r.Seed)), &r.looks)
}

// save returns the state of a game as a text.
func (s *Service) save(dst []byte, r *inGame) ([]byte, error) {
	g, err := s.find(r.Game)
	if err != nil {
		return dst, err
	}
	state, err := g.Save()
	if err != nil {
		return dst, err
	}
	return appendText(append(dst, `,"state":`...), state), nil
}

type restoreRequest struct {
	head
	State string `json:"state"`
	looks
}

// restore opens a game from its saved state.
func (s *Service) restore(dst []byte, r *restoreRequest) ([]byte, error) {
	g, err := restore(r.State, s.setup)
	if err != nil {
		return dst, wrong("state", "%s", err.Error())
	}
	return s.opened(dst, g, &r.looks)
}

// outcome returns how a game stands.
func (s *Service) outcome(dst []byte, r *inGame) ([]byte, error) {
	g, err := s.find(r.Game)
	if err != nil {
		return dst, err
	}
	return appendMembers(dst, g.Outcome())
}

// close forgets a game.
func (s *Service) close(dst []byte, r *inGame) ([]byte, error) {
	if _, err := s.find(r.Game); err != nil {
		return dst, err
	}
	delete(s.games, r.Game)
	return append(dst, `,"closed":true`...), nil
}

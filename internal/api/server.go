package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"podesta/internal/account"
	"podesta/internal/act"
	"podesta/internal/admin"
	"podesta/internal/apijson"
	"podesta/internal/archive"
	"podesta/internal/botgames"
	"podesta/internal/clock"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/httpserver"
	"podesta/internal/lobby"
	"podesta/internal/notify"
	"podesta/internal/notify/channel"
	"podesta/internal/press"
	"podesta/internal/pubsub"
	"podesta/internal/ratings"
	"podesta/internal/readtx"
	"podesta/internal/safety"
	"podesta/internal/slow"
	"podesta/internal/tournament"
	"podesta/internal/users"
	"podesta/machiavelli/message"
)

// Rooms are the parts of the judge that the API uses, and its commands.
type Rooms struct {
	Admin       *admin.Admin
	Archive     *archive.Archive
	Base        *gamestate.Base
	BotGames    *botgames.BotGames
	Clock       *clock.Clockwork
	Commands    []act.Command
	Hooks       *notify.Queue
	Lobby       *lobby.Lobby
	Press       *press.Press
	Ratings     *ratings.Ratings
	Safety      *safety.Safety
	Slow        *slow.Queue
	Tournaments *tournament.Tournaments
	Users       *users.Users
}

// Deps holds the dependencies of the API. Only Judge is required.
type Deps struct {
	Judge   Rooms
	Log     *slog.Logger    // receives internal errors; nil for the default logger
	Clock   gamestate.Clock // nil for the machine's clock
	Version string          // version of the program
	Limits  Limits          // zero for the default limits
	// the address at which callers reach the judge; if empty, the address from which they fetched
	// the description
	BaseURL string
	// sends e-mail with secrets; if nil, the judge does not send e-mail and cannot create
	// accounts
	Letters Letters
	Poll    time.Duration // interval of polling games without a log for live events; 0 means 2 s
	// Channels deliver to hooks, by the format that a subscriber chooses.
	Channels map[game.HookFormat]channel.Channel
	// Remote returns the network address of a request's sender. If it is nil, the address at the
	// other end of the connection is used. Behind a proxy it must know which header to trust.
	Remote func(*http.Request) string
}

// Letters sends the e-mail that contains secrets. Only its recipient sees the
// content.
type Letters interface {
	// Confirm writes to an address that a caller has entered as their own: the secret verifies
	// it. A missing secret means that the address already belongs to an account, whose owner is
	// notified of the request.
	Confirm(ctx context.Context, m account.SecretMail, name, language string) error
	// SignOn sends a link that signs in once. A missing secret means that the address is
	// unknown, and that nothing is sent.
	SignOn(ctx context.Context, m account.SecretMail) error
}

// Server answers requests under /api/.
type Server struct {
	judge   Rooms
	log     *slog.Logger
	clock   gamestate.Clock
	version string
	base    string // the address at which callers reach the judge, or ""
	limit   *limiter
	letters Letters
	remote  func(*http.Request) string
	ways    map[game.HookFormat]channel.Channel
	poll    time.Duration
	beat    time.Duration // time between heartbeats in live streams
	news    *pubsub.Hub
	api     huma.API
	handler http.Handler
}

// Description returns the description of all operations.
func (s *Server) Description() *huma.OpenAPI { return s.api.OpenAPI() }

// SetBeat sets the time between heartbeats of a server that has no streams yet.
func (s *Server) SetBeat(every time.Duration) { s.beat = every }

// The limits of requests and computations.
const (
	maxBody   = 128 << 10 // bytes in a request
	maxImport = 16 << 20  // bytes in an imported game
)

// New returns the handler of everything under /api/. Close ends its live
// streams.
func New(d Deps) *Server {
	s := &Server{
		judge: d.Judge, log: d.Log, clock: d.Clock, version: d.Version, base: strings.TrimSuffix(d.BaseURL, "/"), letters: d.Letters, remote: d.Remote, poll: d.Poll, ways: d.Channels,
		beat: heartbeat,
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	if s.clock == nil {
		s.clock = machineClock{}
	}
	if s.remote == nil {
		s.remote = peer
	}
	if s.poll <= 0 {
		s.poll = 2 * time.Second
	}
	s.limit = newLimiter(d.Limits, s.clock)
	s.news = pubsub.New(s.judge.Press.Follow, s.log)
	mux := http.NewServeMux()
	s.api = humago.New(mux, s.config(d.BaseURL))
	s.routes()
	finish(s.api.OpenAPI())
	mux.HandleFunc("/", nowhere(mux))
	s.handler = s.guard(s.once(s.judge.Slow.Handler(readtx.Together(s.judge.Base.Together, readtx.Handler(s.judge.Base.Snapshot, apart, mux)))))
	return s
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Close ends all live streams, so that the server can shut down. Register it
// with http.Server.RegisterOnShutdown.
func (s *Server) Close() { s.news.Close() }

type machineClock struct{}

func (machineClock) Now() time.Time { return time.Now() }

const introduction = `The judge for programs: everything that players and game masters can do by letter or on the pages.

Sign requests with ` + "`Authorization: Bearer TOKEN`" + `. A token belongs to an account, or to one seat of one game; accounts make them at
/api/v1/me/tokens. At games that are played by links alone the key of a link does the same: ` + "`Authorization: Bearer key:GAME:KEY`" + `.
Without either you see what the public sees.

The key of a program plays, but it never changes who can use or read the account: such operations need a session, from signIn.

A POST can carry the header Idempotency-Key, with a text of your own: if you send it again within a day, because the answer did not
reach you, you get the first answer, and nothing is done twice.

Errors are problems after RFC 9457 with a member ` + "`code`" + ` to act on. Positions, orders and events have the form of the
adjudication interchange (docs/interchange.md). Times are UTC. Lists and objects in answers are never null: without anything in them
they are [] and {}, or left out where they are not required.`

// config describes the API as a whole.
func (s *Server) config(base string) huma.Config {
	c := huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info:    &huma.Info{Title: "podesta", Version: "1", Description: introduction},
			Servers: []*huma.Server{{URL: cmp.Or(strings.TrimSuffix(base, "/"), "/"), Description: "This judge"}},
			Components: &huma.Components{
				Schemas: huma.NewMapRegistry("#/components/schemas/", schemaName),
				SecuritySchemes: map[string]*huma.SecurityScheme{
					"session": {Type: "http", Scheme: "bearer", Description: "The token of signIn, or of a browser's session: not the key of a program"},
					"bearer":  {Type: "http", Scheme: "bearer", Description: "A token of an account or seat, or key:GAME:KEY"},
				},
			},
			Tags: tags,
		},
		OpenAPIPath: "/api/openapi",
		// the second one is for problem+json
		Formats:       map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat},
		DefaultFormat: "application/json",

		RejectUnknownQueryParameters: true,
		Transformers:                 []huma.Transformer{translate},
	}
	return c
}

var jsonFormat = huma.Format{Marshal: WriteJSON, Unmarshal: readJSON}

// readJSON reads a body that is text.
func readJSON(data []byte, v any) error {
	if err := httpserver.CheckJSON(data); err != nil {
		return err
	}
	return json.Unmarshal(data, v)
}

// WriteJSON writes a value in the form that answers have: lists are never null.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(apijson.Complete(v))
}

// The groups of operations.
const (
	tagRules   = "Scenarios and rules"
	tagAccount = "Accounts"
	tagGames   = "Games"
	tagTables  = "Joining"
	tagPlay    = "Playing"
	tagTalk    = "Press and log"
	tagMaster  = "Masters"
	tagLive    = "Live"
	tagSafety  = "Protection from others"

	tagTournaments = "Tournaments"
	tagPeople      = "Coming together"
)

var tags = []*huma.Tag{
	{Name: tagRules, Description: "Scenarios, boards and rules."},
	{Name: tagGames, Description: "Games, positions and history, as the caller may see them."},
	{Name: tagPlay, Description: "Orders, legal orders, predictions and absences."},
	{Name: string(act.Ending), Description: "Votes about the end of a game."},
	{Name: tagTables, Description: "Making, joining and leaving games."},
	{Name: tagTalk, Description: "Press, diaries, and the log."},
	{Name: string(act.Comments), Description: "What players say about the phases of a game that is over."},
	{Name: tagMaster, Description: "What only a game's master can do."},
	{Name: tagLive, Description: "Live events: a stream, or calls to your own address."},
	{Name: tagTournaments, Description: "Rounds of games at several tables, and standings."},
	{Name: tagPeople, Description: "Your invitations, your friends, and the games that you follow."},
	{Name: tagSafety, Description: "Muting, blocking and reporting people, and your own data as a file."},
	{Name: tagAccount, Description: "People, their addresses and tokens."},
}

// routes adds every operation.
func (s *Server) routes() {
	s.ruleRoutes()
	s.accountRoutes()
	s.tokenRoutes()
	s.safetyRoutes()
	s.commandRoutes(s.judge.Commands)
	s.inviteRoutes()
	s.gameRoutes()
	s.historyRoutes()
	s.pictureRoutes()
	s.tableRoutes()
	s.settingRoutes()
	s.orderRoutes()
	s.legalRoutes()
	s.whatifRoutes()
	s.opinionRoutes()
	s.talkRoutes()
	s.moveRoutes()
	s.tournamentRoutes()
	s.streamRoutes()
}

// add adds an operation. Its errors are sent as problems. Errors without a code are internal, and
// are also logged.
func add[I, O any](s *Server, op huma.Operation, f func(context.Context, *I) (*O, error)) {
	op.Path = "/api/v1" + op.Path
	if op.MaxBodyBytes == 0 {
		op.MaxBodyBytes = maxBody
	}
	if op.Security == nil {
		op.Security = signed
	}
	// The default of the library is 5 seconds. That deadline stays on the connection while the
	// operation runs. When it passes, net/http cancels this request and all later ones on the same
	// connection, which may belong to a reverse proxy.
	op.BodyReadTimeout = httpserver.ReadTimeout
	// needed to suggest known words for unknown ones
	op.Metadata = map[string]any{"schemas": s.api.OpenAPI().Components.Schemas}
	owners := op.Security[0]["session"] != nil
	s.documentErrors(&op)
	huma.Register(s.api, op, func(ctx context.Context, in *I) (*O, error) {
		if b, ok := any(in).(interface{ check() error }); ok {
			if err := b.check(); err != nil {
				return nil, s.refuse(ctx, op.OperationID, err)
			}
		}
		if owners {
			if _, err := person(ctx); err != nil {
				return nil, s.refuse(ctx, op.OperationID, err)
			}
			if err := s.session(ctx); err != nil {
				return nil, s.refuse(ctx, op.OperationID, err)
			}
		}
		out, err := f(ctx, in)
		if err != nil {
			return nil, s.refuse(ctx, op.OperationID, err)
		}
		return out, nil
	})
}

// These variables say who may call an operation: only callers with a token; callers with or without
// one, where the token determines what they see; or only people who have signed in. The key of a
// program never changes who can use or read the account, never ends sessions, and never reads
// everything that is stored about its owner: such operations need a session.
var (
	signed = []map[string][]string{{"bearer": {}}}
	anyone = []map[string][]string{{}, {"bearer": {}}}
	owners = []map[string][]string{{"session": {}}}
)

// refuse converts an error to a problem.
func (s *Server) refuse(ctx context.Context, operation string, err error) error {
	var p *Problem
	var known *game.Error
	var plain huma.StatusError
	switch {
	case errors.As(err, &p):
		if p.Code == game.TooMany {
			return p.later()
		}
		return err
	case errors.As(err, &known):
		p = problem(known.Code, known.Message)
		if p.Status == 0 {
			p = problem(game.Invalid, known.Message)
		}
	case errors.As(err, &plain):
		return err
	case ctx.Err() != nil:
		return problem(game.Unavailable, message.New("The request was broken off."))
	default:
		s.log.Error("api", "operation", operation, "error", err)
		return problem(game.Internal, broken)
	}
	if p.Code == game.Forbidden && callerOf(ctx).anonymous() {
		detail := known.Message
		if operation != "signIn" && operation != "verify" { // these operations return tokens
			detail = message.New("{why} Sign the request with a token.", detail)
		}
		p = problem(unauthorized, detail)
		return huma.ErrorWithHeaders(p, http.Header{"Www-Authenticate": {challenge}})
	}
	if p.Code == game.Unavailable || p.Code == game.TooMany {
		return p.later()
	}
	return p
}

// usualWait is the default time, in seconds, after which clients should try
// again.
const usualWait = 60

// later returns the problem with a Retry-After header.
func (p *Problem) later() error {
	if p.wait == 0 {
		p.wait = usualWait
	}
	return huma.ErrorWithHeaders(p, http.Header{"Retry-After": {number(p.wait)}})
}

// challenge asks an HTTP client for a token.
const challenge = `Bearer realm="podesta"`

// write sends a problem for a request that does not belong to an operation.
func (p *Problem) write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Add("Vary", "Accept-Language")
	h.Set("Content-Type", "application/problem+json")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(p.Status)
	_ = WriteJSON(w, p.in(speech(r.Header.Get("Accept-Language"), callerOf(r.Context()))))
}

// nowhere answers unknown addresses, and methods that an address does not
// support.
func nowhere(mux *http.ServeMux) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var allowed []string
		for _, m := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
			other := *r
			other.Method = m
			if _, pattern := mux.Handler(&other); pattern != "/" {
				allowed = append(allowed, m)
			}
		}
		if len(allowed) == 0 {
			problem(game.NotFound, message.New("The API has no such address. Its description is at {place}.", message.Order(httpserver.Prefix(r.Context())+"/api/openapi.json"))).write(w, r)
			return
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		problemAt(http.StatusMethodNotAllowed, game.Invalid, message.New("This address takes {methods}.", message.Order(strings.Join(allowed, ", ")))).write(w, r)
	}
}

// apart reports whether a request is not answered in a single transaction. This holds for live
// events, which do not end.
func apart(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/events") }

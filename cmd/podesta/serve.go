package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"podesta/internal/account"
	"podesta/internal/api"
	"podesta/internal/bots"
	"podesta/internal/chat"
	"podesta/internal/clock"
	"podesta/internal/config"
	"podesta/internal/game"
	"podesta/internal/gamestate"
	"podesta/internal/httpserver"
	"podesta/internal/judge"
	"podesta/internal/mail"
	"podesta/internal/mcp"
	"podesta/internal/metrics"
	"podesta/internal/notify"
	"podesta/internal/notify/channel"
	"podesta/internal/notify/discord"
	"podesta/internal/notify/telegram"
	"podesta/internal/notify/webhook"
	"podesta/internal/notify/webpush"
	"podesta/internal/oidc"
	"podesta/internal/pubsub"
	"podesta/internal/store"
	"podesta/internal/trace"
	"podesta/internal/web"
	"podesta/internal/web/games"
	"podesta/internal/wiring"
	"podesta/machiavelli/turn"
)

// serve runs the judge until it is interrupted. The exit status is 0 after an orderly shutdown, 1
// if the judge cannot start or work was cancelled, and 2 if the arguments are wrong.
func serve(e env, args []string) int {
	s := newSettings(e, "serve", "",
		"Runs the judge, with its web pages, API and e-mail, until it is interrupted. Without a configuration file, it keeps",
		"its data in ./data and can be reached from this machine only: open http://127.0.0.1:8080/ in a browser to try it.",
		"To set up a judge for others, run podesta setup.")
	trust := s.flags.Bool("trust_clock", false, "trust this machine's clock although the judge was stopped for more than 60 days")
	anew := s.flags.Bool("start_anew", false, "begin with an empty database although the data folder holds the secret of a judge that had games")
	other := s.flags.Bool("new_secret", false, "continue with a different secret than before; all links to games that were sent, and all passwords, stop working")
	restored := s.flags.Bool("restored", false, "the database was restored from a copy: end all access to all accounts, which may have been revoked since, and draw other dice (the judge usually notices this itself)")
	if status, done := s.parse(args); done {
		return status
	}
	if !s.noArguments(e) {
		return 2
	}
	c, warnings, ok := s.load(e)
	if !ok {
		return 1
	}
	if !*anew {
		if err := notEmptied(c); err != nil {
			fmt.Fprintf(e.err, "podesta serve: %v\n", err)
			return 1
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the program immediately
	log := httpserver.NewLog(e.err, c.Log.Level, c.Log.Format)
	for _, w := range warnings {
		log.Warn("configuration", "problem", w.String())
	}
	if err := runServer(ctx, e, c, log, starting{*trust, *other, *restored}); err != nil {
		fmt.Fprintf(e.err, "podesta serve: %s\n", httpserver.Clean(err.Error()))
		return 1
	}
	return 0
}

// starting holds the flags that apply to a single start of the judge.
type starting struct {
	trustClock bool
	newSecret  bool
	restored   bool
}

// runServer serves until ctx ends, and then shuts down.
func runServer(ctx context.Context, e env, c *config.Config, log *slog.Logger, how starting) error {
	network, address := config.Endpoint(c.Listen)
	front, err := httpserver.Listen(ctx, network, address)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	defer front.Close()
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	https, err := openHTTPS(ctx, c, log)
	if err != nil {
		return err
	}
	defer https.close()
	secret, err := judgeSecret(c)
	if err != nil {
		return err
	}
	count := metrics.New(metrics.Build{Version: programVersion(), Engine: turn.EngineVersion})
	st, err := openStore(c, store.Options{Connections: c.Storage.Connections})
	if err != nil {
		return err
	}
	defer st.Close()
	if n := st.Returned(); n > 0 {
		log.Info("games of an earlier version's archive are back in the database; archive.url is no longer needed", "games", n)
	}
	if err := st.Claim(ctx, secret, how.newSecret); errors.Is(err, store.ErrSecret) {
		return fmt.Errorf("%w. Give every process of this judge the same secret (secret_file); or, to continue with this one, start once with -new_secret. All links to games that were sent, and all passwords, then stop working (people can sign in by e-mail and set a new password)", err)
	} else if err != nil {
		return err
	}
	count.Count(census(st), log)
	watched := count.Watch(st)
	clock, err := st.NewClock(ctx, machineTime)
	if err != nil {
		return err
	}
	tracer := newTracer(c, log)
	defer stopTracer(tracer, log)
	j, err := configuredJudge(c, watched, clock, secret, log)
	if err != nil {
		return err
	}
	if how.trustClock {
		if err := j.Clock.TrustClock(ctx); err != nil {
			return err
		}
	}
	if err := j.BotGames.Showcase(ctx); err != nil {
		return err
	}

	office, letters, err := mailRoom(c, https, j, watched, clock, count, log)
	if err != nil {
		return err
	}
	if err := afterRestore(ctx, c, j, letters != nil, how.restored, log); err != nil {
		return err
	}
	outside := webhook.Client(hooksNear)
	channels := map[game.HookFormat]channel.Channel{
		game.HookJSON: webhook.JSON{Client: outside, Near: hooksNear}, game.HookDiscord: webhook.Discord{Client: outside, Near: hooksNear},
	}
	pushKeys, err := webpush.NewKeys(secret)
	if err != nil {
		return err
	}
	channels[game.HookPush] = webpush.Push{Client: outside, Near: hooksNear, Keys: pushKeys, Subject: pushSubject(c)}
	var telegramBot *telegram.Bot
	if t := c.Telegram; t.Token != "" {
		if telegramBot, err = telegram.New(t.API, t.Token); err != nil {
			return err
		}
		channels[telegram.Format] = telegramBot
	}
	chats, err := chatRoom(c, j, watched, clock, office, telegramBot, log)
	if err != nil {
		return err
	}
	calls := api.New(api.Deps{
		Judge: wiring.API(j), Clock: clock, Log: log, Version: programVersion(), BaseURL: c.BaseURL, Letters: letters, Remote: httpserver.Remote,
		Channels: channels,
		Limits:   api.Limits{Games: float64(c.Limits.Games), Programs: float64(c.Limits.ProgramRequests)},
	})

	streams := pubsub.New(j.Press.Follow, log)
	lists := games.NewLists(2 * time.Second)
	defer lists.Close()
	health := httpserver.NewHealth(log, nil)
	crew := httpserver.NewCrew(log, count)
	health.Add("database", databaseCheck(st.Check, st.CheckWrite, time.Now))
	health.Add("layout", layoutCheck(st))
	health.Add("clock", clockCheck(clock))
	health.Add("workers", crew.Check)
	s := &httpserver.Service{Log: log, Health: health, Crew: crew, Drain: c.HTTP.Drain.Span(), Shutdown: c.Shutdown.Span(), Closing: []func(){calls.Close, streams.Close}}
	door := httpserver.Door{Log: log, Count: count, Proxies: c.HTTP.Prefixes(), Quiet: quiet(c.Prefix()), Context: account.WithRemote, Trace: tracer}
	limitMemory()
	shown := append(accountsBy(c, letters), web.WithWays(channels, pushKeys.Public()), web.WithStreams(streams), web.WithLists(lists), web.WithClock(clock), web.WithVersion(programVersion()))
	providers, err := c.ReadProviders()
	if err != nil {
		return err
	}
	var from []*oidc.Provider
	for _, p := range providers {
		from = append(from, oidc.New(p, http.DefaultTransport, clock.Now))
	}
	shown = append(shown, web.WithProviders(from))
	if chats != nil {
		shown = append(shown, web.WithChats(chats.Services(), chats.Invite))
	}
	terms, err := readTerms(c)
	if err != nil {
		return err
	}
	shown = append(shown, web.WithTerms(terms))
	pages := httpserver.Limit(web.New(wiring.Pages(j), log, shown...), httpserver.Limits{
		Requests: c.Limits.Requests, Changes: c.Limits.Changes, Games: c.Limits.Games,
		Creates: func(r *http.Request) bool {
			return r.URL.Path == "/new" || r.URL.Path == "/host" || r.URL.Path == "/play"
		},
	}, count)
	mux := http.NewServeMux()
	mux.Handle("/api/", calls) // the API has its own limits
	agents, err := mcp.Inside(mcp.Options{Judge: cmp.Or(strings.TrimSuffix(c.BaseURL, "/"), "http://localhost"), Version: programVersion(), Log: log, Remote: httpserver.Remote}, httpserver.Below(c.Prefix(), calls))
	if err != nil {
		return err
	}
	mux.Handle("/mcp", agents)
	if chats != nil && c.Discord.Application != "" {
		mux.Handle("POST "+discord.Path, chats)
	}
	mux.Handle("/", pages)
	crowd := httpserver.Crowd(mux, max(64, 32*runtime.GOMAXPROCS(0)), count)
	all := httpserver.Watch(httpserver.OnlyHTTPS(httpserver.Below(c.Prefix(), health.Handler(crowd)), c.BaseURL), door)
	s.Fronts = append(https.fronts(all, c.BaseURL, health), httpserver.Front{Listener: front, Handler: all})
	if l, err := listenMetrics(ctx, c, log); err != nil {
		return err
	} else if l != nil {
		mux := http.NewServeMux()
		mux.Handle("GET /metrics", count.Handler())
		s.Fronts = append(s.Fronts, httpserver.Front{Listener: l, Handler: health.Handler(mux)})
	}
	if office != nil {
		if s.Doors, err = mailDoors(ctx, c, office); err != nil {
			return err
		}
		for i, door := range s.Doors {
			s.Doors[i] = func(ctx context.Context) error { return door(tracer.In(ctx)) }
		}
	}
	sender := &notify.Sender{Queue: j.Hooks, Channels: channels, Log: log, Base: c.BaseURL, Count: count.HookCalled}
	crew.Go(httpserver.Worker{Name: "database-clock", Every: store.MeasureEvery, Round: func(ctx context.Context) (int, error) {
		return 0, clock.Measure(ctx)
	}})
	crew.Go(httpserver.Worker{Name: "mark", Every: markEvery, Round: func(ctx context.Context) (int, error) { return 0, mark(ctx, c, j) }})
	crew.Go(httpserver.Worker{Name: "lists", Every: time.Second, Round: lister(st)})
	crew.Go(httpserver.Worker{Name: "ratings", Every: time.Minute, Round: func(ctx context.Context) (int, error) { return 0, lists.Prepare(ctx) }})
	crew.Go(httpserver.Worker{Name: "storage", Every: time.Second, Round: packer(st, c.Storage, log)})
	if err := https.start(ctx, c, crew, count, log); err != nil {
		return err
	}
	crew.Go(httpserver.Worker{Name: "rest", Every: 5 * time.Second, Round: new(rest).round})
	go web.Warm()
	for _, w := range append(workers(j, c, office, sender, log), chatWorkers(c, chats)...) {
		crew.Go(byClock(clock, traced(tracer, w)))
	}
	log.Info("ready", "version", programVersion(), "engine", turn.EngineVersion, "database", st.String(), "listen", front.Addr().String())
	switch {
	case c.Log.Format == "json": // the log is for programs, which cannot read sentences
	case network == "unix":
		fmt.Fprintf(e.out, "podesta is ready at %s\n", c.Listen)
	default:
		fmt.Fprintf(e.out, "podesta is ready: open %s/\n", c.PublicURL(front.Addr().String()))
	}
	return s.Run(ctx)
}

// pushSubject returns an address, as a URL, at which push services can reach the operator.
func pushSubject(c *config.Config) string {
	switch {
	case strings.HasPrefix(c.BaseURL, "https://"):
		return c.BaseURL
	case c.Keeper != "":
		return "mailto:" + c.Keeper
	}
	return ""
}

// mailRoom returns the mail office, and the sender of e-mail for other
// packages; both are nil if the judge has no e-mail address.
func mailRoom(c *config.Config, https *encrypted, j *judge.Judge, st game.Store, clock gamestate.Clock,
	count mail.Metrics, log *slog.Logger,
) (*mail.Office, api.Letters, error) {
	if c.Mail.Domain == "" {
		return nil, nil, nil
	}
	how, err := postConfig(c)
	if err != nil {
		return nil, nil, err
	}
	if https != nil && how.Listen.CertFile == "" {
		how.Listen.TLS = https.Mail()
	}
	o, err := mail.New(mail.Deps{Judge: wiring.Mail(j), Store: st, Clock: clock, Log: log, Config: how, Count: count})
	if err != nil {
		return nil, nil, err
	}
	return o, o, nil
}

// chatRoom returns the handler of chats, or nil if the judge has no chats.
func chatRoom(c *config.Config, j *judge.Judge, st game.Store, clock gamestate.Clock, office *mail.Office, bot *telegram.Bot, log *slog.Logger) (*chat.Chats, error) {
	o := chat.Options{Judge: wiring.Chat(j), Store: st, Clock: clock, Log: log}
	if bot != nil && c.Telegram.Commands {
		o.Telegram = bot
	}
	if d := c.Discord; d.Application != "" {
		var err error
		if o.Discord, err = discord.New(d.API, d.Application, d.PublicKey, d.Token, clock.Now); err != nil {
			return nil, err
		}
	}
	if o.Telegram == nil && o.Discord == nil {
		return nil, nil
	}
	if office == nil {
		office = mail.NewForChats(mail.Deps{Judge: wiring.Mail(j), Store: st, Clock: clock, Log: log, Config: mail.Config{Name: c.Name, BaseURL: c.BaseURL, PerHour: c.Limits.Letters}})
	}
	o.Office = office
	return chat.New(o), nil
}

// chatWorkers returns the workers of chats.
func chatWorkers(c *config.Config, chats *chat.Chats) []httpserver.Worker {
	if chats == nil {
		return nil
	}
	out := []httpserver.Worker{{Name: "chats", Every: time.Second, Round: chats.Work}}
	if c.Telegram.Token != "" && c.Telegram.Commands {
		out = append(out, httpserver.Worker{Name: "telegram", Every: 2 * time.Second, Round: chats.Poll})
	}
	if c.Discord.Application != "" {
		out = append(out, httpserver.Worker{Name: "discord", Every: time.Minute, Round: chats.Register})
	}
	return out
}

// mailDoors opens the listeners for incoming e-mail.
func mailDoors(ctx context.Context, c *config.Config, o *mail.Office) ([]func(context.Context) error, error) {
	if err := mailPair(c); err != nil {
		return nil, err
	}
	var out []func(context.Context) error
	for _, door := range []struct {
		key, address string
		lmtp         bool
	}{{"mail.smtp", c.Mail.SMTP, false}, {"mail.lmtp", c.Mail.LMTP, true}} {
		if door.address == "" {
			continue
		}
		network, address := config.Endpoint(door.address)
		l, err := httpserver.Listen(ctx, network, address)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", door.key, err)
		}
		out = append(out, func(ctx context.Context) error { return o.Serve(ctx, l, door.lmtp) })
	}
	return out, nil
}

// workers returns the judge's background workers. office is nil if it has no
// e-mail address.
func workers(j *judge.Judge, c *config.Config, office *mail.Office, sender *notify.Sender,
	log *slog.Logger,
) []httpserver.Worker {
	room := &bots.Room{Judge: j.BotGames, Log: log}
	out := []httpserver.Worker{
		{Name: "clock", Every: time.Second, Round: func(ctx context.Context) (int, error) {
			did, err := j.Clock.Work(ctx)
			if errors.Is(err, clock.ErrClock) {
				err = fmt.Errorf("%w Check this machine's clock; if it is right, start once with podesta serve -trust_clock", err)
			}
			return did, err
		}},
		{Name: "queue", Every: time.Second, Round: j.Queue.WorkQueue},
		{Name: "bots", Every: time.Second, Wake: j.Base.BotsAsked(), Round: room.Round},
		{Name: "tournaments", Every: time.Second, Round: j.Tournaments.TournamentWork},
		{Name: "hooks", Every: time.Second, Round: sender.Work},
	}
	if c.Exhibition {
		out = append(out, httpserver.Worker{Name: "exhibition", Every: 5 * time.Second, Round: j.BotGames.ExhibitWork})
	}
	if office != nil {
		out = append(out,
			httpserver.Worker{Name: "mail", Every: time.Second, Round: office.Work},
			httpserver.Worker{Name: "mail-cleaning", Every: 6 * time.Hour, Round: func(ctx context.Context) (int, error) {
				return 0, office.Clean(ctx)
			}})
	}
	if c.Keeper != "" {
		out = append(out, httpserver.Worker{Name: "keeper", Every: time.Minute, Round: func(ctx context.Context) (int, error) {
			return appoint(ctx, j, c.Keeper)
		}})
	}
	return out
}

// traced wraps a worker so that its jobs can be recorded.
func traced(t *trace.Tracer, w httpserver.Worker) httpserver.Worker {
	round := w.Round
	w.Round = func(ctx context.Context) (int, error) { return round(t.In(ctx)) }
	return w
}

// newTracer returns the configured tracer, or nil if nothing is recorded.
func newTracer(c *config.Config, log *slog.Logger) *trace.Tracer {
	if c.Trace.Endpoint == "" {
		return nil
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	log.Info("traces are recorded", "endpoint", c.Trace.Endpoint, "percent", c.Trace.Percent)
	return trace.New(trace.Options{
		Endpoint: c.Trace.Endpoint, Percent: c.Trace.Percent, Version: programVersion(), Instance: fmt.Sprintf("%s/%d", host, os.Getpid()),
		Failed: func(err error) { log.Warn("traces are lost", "error", err) },
	})
}

// stopTracer sends the remaining spans and stops the tracer.
func stopTracer(t *trace.Tracer, log *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := t.Stop(ctx); err != nil {
		log.Warn("traces are lost", "error", err)
	}
}

// byClock wraps a worker so that it does nothing while the clock of this machine is wrong.
// Other processes with the same database do the work.
func byClock(clock *store.Clock, w httpserver.Worker) httpserver.Worker {
	round := w.Round
	w.Round = func(ctx context.Context) (int, error) {
		if err := clock.Check(ctx); err != nil {
			return 0, err
		}
		return round(ctx)
	}
	return w
}

// clockCheck returns a check that fails while the clock of this machine is
// wrong.
func clockCheck(clock *store.Clock) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := clock.Check(ctx); err != nil {
			return &httpserver.Told{Why: "it is not that of the database", Err: err}
		}
		return nil
	}
}

// appoint makes the account with the given address an operator of the judge, if that address is
// verified.
func appoint(ctx context.Context, j *judge.Judge, email string) (int, error) {
	a, err := j.Users.AccountByEmail(ctx, email)
	if game.ErrorCode(err) == game.NotFound || err == nil && a.Operator {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return 1, j.Users.SetOperator(ctx, a.ID, true)
}

// quiet returns a function that reports whether a request to a judge below a prefix is logged at
// debug level only: health checks, static files, and requests that open pages repeat.
func quiet(prefix string) func(*http.Request) bool {
	return func(r *http.Request) bool {
		p := strings.TrimPrefix(r.URL.Path, prefix)
		return p == "/healthz" || p == "/readyz" || strings.HasPrefix(p, "/static/") || strings.HasPrefix(p, "/g/") && (strings.HasSuffix(p, "/state") || strings.HasSuffix(p, "/check"))
	}
}

// writeEvery is the minimum interval between attempts to write to the database.
const writeEvery = 5 * time.Second

// databaseCheck returns a check that fails unless the database answers and stores what is
// written. A write that waits too long is not an error, because stuck workers are noticed
// separately.
func databaseCheck(read, write func(context.Context) error, now func() time.Time) func(context.Context) error {
	var at time.Time
	var last error
	return func(ctx context.Context) error {
		if err := read(ctx); err != nil {
			return err
		}
		if t := now(); at.IsZero() || t.Sub(at) >= writeEvery || t.Before(at) {
			at, last = t, unwritten(write(ctx))
		}
		return last
	}
}

// unwritten explains why the database cannot be written.
func unwritten(err error) error {
	switch {
	case err == nil, errors.Is(err, context.DeadlineExceeded):
		return nil
	case errors.Is(err, game.ErrFull):
		return &httpserver.Told{Why: "the disk is full", Err: err}
	}
	return &httpserver.Told{Why: "it cannot be written to", Err: err}
}

// layoutCheck returns a check that fails as soon as the database contains something that only
// newer programs can read.
func layoutCheck(st *store.Store) func(context.Context) error {
	return func(ctx context.Context) error {
		l, err := st.Layout(ctx)
		if err == nil && l.Have > l.Known && l.From > l.Known {
			err = &httpserver.Told{
				Why: fmt.Sprintf("start a newer podesta here: the database needs %d and this one knows %d", l.From, l.Known),
				Err: fmt.Errorf("the database has layout %d, for programs that know %d, and this program knows %d: run the newer podesta here, too", l.Have, l.From, l.Known),
			}
		}
		return err
	}
}

// census counts the content of the database for the metrics.
func census(st *store.Store) func(context.Context) (metrics.Census, error) {
	return func(ctx context.Context) (metrics.Census, error) {
		c, err := st.Census(ctx, time.Now())
		out := metrics.Census{Games: map[string]int{}, Accounts: c.Accounts}
		for status, n := range c.Games {
			out.Games[string(status)] = n
		}
		for _, k := range c.Jobs {
			out.Jobs = append(out.Jobs, metrics.JobCount(k))
		}
		return out, err
	}
}

// listenMetrics opens the address for monitoring, or returns nil if there is none. If the
// address is the default and already in use, the judge runs without it.
func listenMetrics(ctx context.Context, c *config.Config, log *slog.Logger) (net.Listener, error) {
	if c.Metrics.Listen == "" {
		return nil, nil
	}
	network, address := config.Endpoint(c.Metrics.Listen)
	l, err := httpserver.Listen(ctx, network, address)
	switch {
	case err == nil:
		return l, nil
	case !c.IsSet("metrics.listen") && errors.Is(err, syscall.EADDRINUSE):
		log.Warn("metrics are not served: the address is in use; set metrics.listen", "address", address)
		return nil, nil
	}
	return nil, fmt.Errorf("metrics.listen: %w", err)
}

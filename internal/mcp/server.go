package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"podesta/internal/client"
	"podesta/internal/ratelimit"
	"podesta/machiavelli/suggest"
)

// Options configure a server.
type Options struct {
	Judge   string // the judge's address, such as https://judge.example.org
	Version string // version of the program
	Plain   bool   // whether tokens may be sent to the judge unencrypted
	Log     *slog.Logger
	// Remote returns the network address of a request's sender; nil for the other end of its
	// connection.
	Remote func(*http.Request) string

	transport http.RoundTripper // transport to the judge; nil for the network
}

// Server is an MCP server for the games of one judge. It is safe for concurrent
// use.
type Server struct {
	o     Options
	mcp   *sdk.Server
	http  *http.Client // shared by all players
	tools []string     // names of the tools
	takes map[string]*jsonschema.Schema
	own   *player // the player of Run; nil if each request has a token of its own

	wrong *ratelimit.Keyed // limits wrong tokens; keyed by address
	mu    sync.Mutex
	seen  map[[32]byte]*player // players, keyed by the digest of their token
	rest  func(context.Context, time.Duration) error
}

// How long the judge may take to begin an answer, and to identify the owner of the token at the
// start of the server, for which hosts do not wait long.
const (
	answerTime = 90 * time.Second
	startTime  = 10 * time.Second
)

// New returns a server for the judge at an address. It returns an error for an
// address that cannot be used.
func New(o Options) (*Server, error) {
	if o.transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.ResponseHeaderTimeout = answerTime
		t.MaxIdleConnsPerHost = 16
		o.transport = t
	}
	if o.Remote == nil {
		o.Remote = origin
	}
	s := &Server{o: o, http: &http.Client{Transport: o.transport}, wrong: ratelimit.New(wrongRate, wrongBurst), seen: map[[32]byte]*player{}, takes: map[string]*jsonschema.Schema{}, rest: rest}
	if s.o.Log == nil {
		s.o.Log = slog.New(slog.DiscardHandler)
	}
	if _, err := s.player(""); err != nil {
		return nil, err
	}
	s.mcp = sdk.NewServer(&sdk.Implementation{Name: "podesta", Title: "podesta: the board game Machiavelli", Version: o.Version}, &sdk.ServerOptions{
		Instructions: instructions,
		Capabilities: &sdk.ServerCapabilities{}, // the server offers tools and resources, and nothing else
		// Other accounts must not receive cached results, because they may see less of a game.
		SetCacheable: func(_ context.Context, _ sdk.Request, c *sdk.Cacheable) { c.CacheScope = "private" },
	})
	s.gameTools()
	s.lookTools()
	s.orderTools()
	s.talkTools()
	s.commandTools()
	s.ruleTools()
	s.resources()
	s.mcp.AddReceivingMiddleware(s.helped)
	return s, nil
}

// player returns the owner of a token.
func (s *Server) player(token string) (*player, error) {
	// Answers are in English, whatever the language of the account, because the tools are.
	api, err := client.New(s.o.Judge, token, client.Options{HTTP: s.http, Version: s.o.Version, Language: "en", Plain: s.o.Plain})
	if err != nil {
		return nil, err
	}
	return &player{api: api, rest: s.rest}, nil
}

// SignIn sets the token with which Run plays. It returns an error if the token does not belong to a
// program's account, or if the judge did not answer. In the second case down is true, and the tools
// will ask again.
func (s *Server) SignIn(ctx context.Context, token string) (name string, down bool, err error) {
	if token == "" {
		return "", false, &errNotAdmitted{"There is no token. " + newKey}
	}
	p, err := s.player(token)
	if err != nil {
		return "", false, err
	}
	s.own = p
	soon, stop := context.WithTimeout(ctx, startTime)
	defer stop()
	me, err := p.person(soon)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("%s did not answer within %s", p.api.Address(), startTime)
	}
	if err != nil {
		var no *errNotAdmitted
		return "", !errors.As(err, &no), err
	}
	return me.Name, false, nil
}

// Run serves one host over a pair of streams, usually standard input and output, until the
// input or ctx ends. A line that is not a message is answered with an error, and the session
// continues. SignIn must have been called.
func (s *Server) Run(ctx context.Context, in io.ReadCloser, out io.WriteCloser) error {
	w := &shared{WriteCloser: out}
	err := s.mcp.Run(ctx, &sdk.IOTransport{Reader: newLines(in, w), Writer: w, MaxLineLength: -1})
	if err != nil && ctx.Err() != nil {
		return nil
	}
	return err
}

// caller returns the player on whose behalf a request is made.
func (s *Server) caller(extra *sdk.RequestExtra) (*player, error) {
	if extra != nil && extra.TokenInfo != nil {
		if p, ok := extra.TokenInfo.Extra[playerKey].(*player); ok {
			return p, nil
		}
	}
	if s.own == nil {
		return nil, &errNotAdmitted{"There is no token. " + newKey}
	}
	return s.own, nil
}

// kind is the effect of a tool on the games.
type kind int

const (
	reads  kind = iota // it changes nothing
	sets               // it may replace something; calling it twice has the same effect as once
	writes             // it adds something each time
)

// tool describes a tool.
type tool struct {
	name, title, about string
	kind               kind
	values             map[string][]any   // possible values of arguments that have only a few
	schema             *jsonschema.Schema // argument schema; nil to derive it from the type
}

// addTool adds a tool. f receives arguments that match the schema of In.
func addTool[In any](s *Server, t tool, f func(context.Context, *player, In) (*sdk.CallToolResult, error)) {
	schema, err := t.schema, error(nil)
	if schema == nil {
		if schema, err = jsonschema.For[In](nil); err != nil {
			panic(fmt.Sprintf("the tool %s: %v", t.name, err)) // the type is wrong
		}
	}
	for name, values := range t.values {
		schema.Properties[name].Enum = values
	}
	s.tools, s.takes[t.name] = append(s.tools, t.name), schema
	open, destroys := false, t.kind == sets
	sdk.AddTool(s.mcp, &sdk.Tool{
		Name: t.name, Description: t.about, InputSchema: schema,
		Annotations: &sdk.ToolAnnotations{Title: t.title, ReadOnlyHint: t.kind == reads, IdempotentHint: t.kind != writes, DestructiveHint: &destroys, OpenWorldHint: &open},
	}, func(ctx context.Context, r *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
		p, err := s.caller(r.Extra)
		if err != nil {
			return nil, nil, err
		}
		out, err := f(ctx, p, in)
		if err != nil {
			return nil, nil, explain(err)
		}
		return out, nil, nil
	})
}

// text returns a result that consists of text.
func text(format string, args ...any) *sdk.CallToolResult {
	return said(fmt.Sprintf(format, args...))
}

// said returns a result with the given text, without formatting.
func said(text string) *sdk.CallToolResult {
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: strings.TrimRight(text, "\n")}}}
}

// helped adds the names of existing tools and arguments to errors about unknown ones.
func (s *Server) helped(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		call, ok := r.(*sdk.CallToolRequest)
		if !ok {
			return next(ctx, method, r)
		}
		if !slices.Contains(s.tools, call.Params.Name) {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf("unknown tool %.60q; the tools are %s", call.Params.Name, strings.Join(s.tools, ", "))}
		}
		out, err := next(ctx, method, r)
		if res, ok := out.(*sdk.CallToolResult); ok && err == nil && res.IsError && len(res.Content) == 1 {
			if t, ok := res.Content[0].(*sdk.TextContent); ok && strings.HasPrefix(t.Text, `validating "arguments"`) {
				t.Text = brief(t.Text) + "." + meant(s.takes[call.Params.Name], call.Params.Arguments) + " Look at the input schema of " + call.Params.Name + " in the list of tools for the names and types of its arguments."
			}
		}
		return out, err
	}
}

// meant suggests known names and values that are similar to unknown ones.
func meant(schema *jsonschema.Schema, arguments json.RawMessage) string {
	var given map[string]any
	if json.Unmarshal(arguments, &given) != nil {
		return ""
	}
	out := ""
	for _, name := range slices.Sorted(maps.Keys(given)) {
		word, words := name, slices.Sorted(maps.Keys(schema.Properties))
		if of := schema.Properties[name]; of != nil {
			word, _ = given[name].(string)
			words = nil
			for _, x := range of.Enum {
				words = append(words, fmt.Sprint(x))
			}
		}
		if near := suggest.Closest(word, words); near != "" && near != word {
			out += fmt.Sprintf(" Did you mean %s instead of %s?", near, brief(word))
		}
	}
	return out
}

// brief shortens an error that may quote an argument.
func brief(text string) string {
	const most = 400
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + " …"
}

// object is a JSON answer of the judge that is passed on unchanged.
type object = json.RawMessage

// asJSON returns a result that combines answers of the judge, keyed by name.
func asJSON(parts map[string]object) (*sdk.CallToolResult, error) {
	data, err := json.Marshal(parts)
	if err != nil {
		return nil, err
	}
	return said(string(data)), nil
}

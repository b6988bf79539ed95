package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"podesta/atlas/raster"
	"podesta/internal/apijson"
	"podesta/internal/client"
)

// gameArgument is the argument that names a game.
type gameArgument struct {
	Game string `json:"game" jsonschema:"the game's ID or its name"`
}

func (g *gameArgument) path(parts ...string) string {
	return client.Path(append([]string{"games", strings.TrimSpace(g.Game)}, parts...)...)
}

func (g *gameArgument) check() error {
	if strings.TrimSpace(g.Game) == "" {
		return say("Name a game by its ID or its name. list_games lists them.")
	}
	return nil
}

// The forms of answers.
const (
	asText    = "text"
	inJSON    = "json"
	asPicture = "picture"
)

// forms maps the argument "format" to its possible values.
var forms = map[string][]any{"format": {asText, inJSON}}

type lookIn struct {
	gameArgument
	Format string `json:"format,omitempty" jsonschema:"text (the default), json (the position as the judge's API has it), or picture (the map as PNG)"`
	Phase  int    `json:"phase,omitempty" jsonschema:"the number of an earlier phase; left out: the current one"`
	Orders bool   `json:"orders,omitempty" jsonschema:"with picture: draw orders as well, your own, or those of a past phase with their results"`
	Width  int    `json:"width,omitempty" jsonschema:"with picture: its width in pixels, from 320 to 2400; left out: 1200"`
}

type resultsIn struct {
	gameArgument
	Phase  int    `json:"phase,omitempty" jsonschema:"the number of a phase that was resolved; left out: the last one"`
	Format string `json:"format,omitempty" jsonschema:"text (the default), or json: all orders with their outcomes, events, dice, positions before and after"`
}

func (s *Server) lookTools() {
	addTool(s, tool{
		name: "look", title: "Look at a game",
		about: "Shows a game as your seat may see it: the phase, its number and revision, when orders are due, what you still owe, and for each power its units, provinces, cities and ducats " +
			"(treasuries can be hidden). Begin every phase with it. Use format picture for a map, and phase for an earlier phase.",
		values: map[string][]any{"format": {asText, inJSON, asPicture}},
	}, s.look)
	addTool(s, tool{
		name: "results", title: "What happened in a phase",
		about:  "Tells what happened in a phase that was resolved: by default in the last one. What others ordered, what succeeded and what failed and why, money, dice, and who lost what.",
		values: forms,
	}, s.results)
	addTool(s, tool{
		name: "wait_for_news", title: "Wait for the next phase or a message",
		about: "Waits until the game moves on from the revision that you know, or a message arrives for you, and says so; at most for the given seconds. Use it after set_ready instead of asking again and again. " +
			"If it says that there is no news, call it again, or do something else.",
	}, s.await)
}

// clamp returns a number within limits; 0 becomes the default.
func clamp(n, least, most, usual int) int {
	if n == 0 {
		return usual
	}
	return min(max(n, least), most)
}

func (s *Server) look(ctx context.Context, p *player, in lookIn) (*sdk.CallToolResult, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	if in.Phase < 0 {
		return nil, say("Phases are numbered from 1.")
	}
	q := url.Values{}
	if in.Phase > 0 {
		q.Set("phase", strconv.Itoa(in.Phase))
	}
	if in.Format == asPicture {
		out, err := s.picture(ctx, p, &in, q)
		return out, noPhase(ctx, p, &in.gameArgument, in.Phase, err)
	}
	var data []byte
	if err := p.get(ctx, in.path(), nil, &data); err != nil {
		return nil, err
	}
	var g apijson.Game
	if err := json.Unmarshal(data, &g); err != nil {
		return nil, err
	}
	var board []byte
	if g.Phase != "" {
		if err := p.get(ctx, in.path("position"), q, &board); err != nil {
			return nil, noPhase(ctx, p, &in.gameArgument, in.Phase, err)
		}
	}
	if in.Format == inJSON {
		parts := map[string]object{"game": data}
		if board != nil {
			parts["position"] = board
		}
		return asJSON(parts)
	}
	var b strings.Builder
	describe(&b, &g)
	if board == nil {
		fmt.Fprintln(&b, "The game has not begun: it waits for players. Nothing is due.")
		if err := muster(ctx, p, &in.gameArgument, &b); err != nil {
			return nil, err
		}
		return said(b.String()), nil
	}
	var at client.PositionAt
	if err := json.Unmarshal(board, &at); err != nil {
		return nil, err
	}
	if in.Phase > 0 && at.Number != g.Number {
		fmt.Fprintf(&b, "\nPosition before phase %d, %s (not the current one):\n", at.Number, at.Phase)
	} else {
		if err := owed(ctx, p, &in.gameArgument, &g, &b); err != nil {
			return nil, err
		}
		fmt.Fprintln(&b, "\nPosition:")
	}
	position(&b, &g, &at)
	return said(b.String()), nil
}

// describe writes the state of a game.
func describe(b *strings.Builder, g *apijson.Game) {
	fmt.Fprintf(b, "%s (id %s): %s", g.Name, g.ID, g.Status)
	if g.Phase != "" {
		fmt.Fprintf(b, ", %s, phase %d, revision %d", g.Phase, g.Number, g.Revision)
	}
	fmt.Fprintf(b, "\n%s (%s), %d players, rules %s\n", g.Title, g.Variant, g.Players, g.Preset)
	if g.Comment != "" {
		fmt.Fprintf(b, "Comment: %s\n", g.Comment)
	}
	if g.Missing != nil {
		fmt.Fprintf(b, "Players missing: %d\n", *g.Missing)
	}
	if len(g.Vacant) > 0 {
		fmt.Fprintf(b, "Seats that can be taken over: %s\n", strings.Trim(fmt.Sprint(g.Vacant), "[]"))
	}
	if g.Status == "active" && g.Phase != "" {
		switch d := g.Times.Deadline; {
		case d != nil:
			fmt.Fprintf(b, "Orders are due: %s (it is %s now)\n", moment(*d), moment(time.Now()))
		default:
			fmt.Fprintln(b, "There is no deadline: the phase is resolved when all who owe orders are ready.")
		}
	}
	if start := g.Times.Start; start != nil && time.Until(*start) > time.Minute {
		fmt.Fprintf(b, "Not resolved before %s, even if all are ready\n", moment(*start))
	}
	if len(g.Victors) > 0 {
		fmt.Fprintf(b, "The game is over. %s %s\n", results[g.Result], strings.Join(g.Victors, ", "))
	}
	fmt.Fprintf(b, "You: %s\n", role(g))
	if seat := ownSeat(g); seat != nil && g.Status == "active" {
		fmt.Fprintf(b, "Your orders: %s\n", progress(seat))
	}
	var awaited []string
	for i := range g.Seats {
		if x := &g.Seats[i]; x.Awaited && x.Number != g.You.Seat {
			awaited = append(awaited, strings.Join(x.Powers, "+"))
		}
	}
	if len(awaited) > 0 {
		fmt.Fprintf(b, "The phase waits for: %s\n", strings.Join(awaited, ", "))
	}
}

// results maps a result to a description of the victors.
var results = map[string]string{"victory": "Won by", "shared": "A victory shared by", "draw": "A draw, shared by", "": "Won or shared by"}

// moment formats a time in UTC.
func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// money formats a sum of ducats.
func money(ducats int) string {
	if ducats == 1 {
		return "1 ducat"
	}
	return fmt.Sprintf("%d ducats", ducats)
}

// role describes the caller's role in a game.
func role(g *apijson.Game) string {
	switch {
	case g.You.Seat > 0:
		return fmt.Sprintf("seat %d, %s", g.You.Seat, strings.Join(g.You.Powers, " and "))
	case g.You.Player:
		return "a player; powers are dealt when the game begins"
	case g.You.Master:
		return "the master"
	case g.You.Observer:
		return "an observer"
	}
	return "not in this game"
}

// ownSeat returns the caller's seat, or nil.
func ownSeat(g *apijson.Game) *apijson.Seat {
	i := slices.IndexFunc(g.Seats, func(x apijson.Seat) bool { return g.You.Seat > 0 && x.Number == g.You.Seat })
	if i < 0 {
		return nil
	}
	return &g.Seats[i]
}

// progress describes how complete a seat's orders are.
func progress(x *apijson.Seat) string {
	switch {
	case x.Ready:
		return "ready"
	case !x.Owes:
		return "you owe nothing in this phase"
	case x.Late:
		return "LATE: the deadline has passed; send them now"
	case x.Given && x.Complete:
		return "sent and complete, but you have not said that you are ready (set_ready)"
	case x.Given:
		return "sent, but something is missing; see below"
	}
	return "you owe orders and have sent none"
}

// owed writes the orders that the caller's seat has sent, what it still owes, and the judge's
// warnings. It writes nothing for a caller without a seat, or if the game is not in progress.
func owed(ctx context.Context, p *player, in *gameArgument, g *apijson.Game, b *strings.Builder) error {
	if g.You.Seat == 0 || g.Status != "active" {
		return nil
	}
	var o apijson.Orders
	if err := p.get(ctx, in.path("orders"), nil, &o); err != nil {
		return err
	}
	if text := strings.TrimSpace(o.Text); text != "" {
		fmt.Fprintf(b, "\nThe orders that you have sent:\n%s\n", indented(text))
	}
	missing(b, &o)
	return nil
}

func indented(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ")
}

// missing writes what is missing from orders, and warnings.
func missing(b *strings.Builder, o *apijson.Orders) {
	for _, m := range o.Missing {
		var parts []string
		if len(m.Units) > 0 {
			parts = append(parts, "no orders for "+strings.Join(m.Units, ", "))
		}
		if len(m.Retreats) > 0 {
			parts = append(parts, "no retreat for "+strings.Join(m.Retreats, ", ")+" (disbanded without one)")
		}
		if m.Builds > 0 {
			parts = append(parts, fmt.Sprintf("builds neither ordered nor waived: %d", m.Builds))
		}
		if m.Removals > 0 {
			parts = append(parts, fmt.Sprintf("removals not named: %d", m.Removals))
		}
		fmt.Fprintf(b, "Missing for %s: %s\n", m.Power, strings.Join(parts, "; "))
	}
	for _, w := range o.Warnings {
		fmt.Fprintf(b, "Warning: %s\n", w.Text)
	}
}

// position writes the holdings of every power.
func position(b *strings.Builder, g *apijson.Game, at *client.PositionAt) {
	p := &at.Position
	rich := false // in a game without money nobody has any
	for _, ducats := range p.Treasuries {
		rich = rich || ducats > 0
	}
	list := func(title string, items []string) {
		if len(items) > 0 {
			fmt.Fprintf(b, "  %s (%d): %s\n", title, len(items), strings.Join(items, ", "))
		}
	}
	for i := range g.Powers {
		id := g.Powers[i].ID
		mine := ""
		if slices.Contains(g.You.Powers, id) {
			mine = " (you)"
		}
		switch ducats, ok := p.Treasuries[id]; {
		case slices.Contains(p.Eliminated, id):
			fmt.Fprintf(b, "%s%s: out of the game\n", id, mine)
			continue
		case ok && rich:
			fmt.Fprintf(b, "%s%s: %s\n", id, mine, money(ducats))
		case slices.Contains(at.Hidden, id):
			fmt.Fprintf(b, "%s%s: treasury hidden\n", id, mine)
		default:
			fmt.Fprintf(b, "%s%s\n", id, mine)
		}
		list("units", p.Units[id])
		list("provinces", p.Provinces[id])
		list("cities", p.Cities[id])
		list("home countries", p.Countries[id])
		list("assassination chits against", p.Chits[id])
		for _, l := range p.Loans {
			if l.Power == id {
				fmt.Fprintf(b, "  owes the bank %d + %d ducats, due %s\n", l.Principal, l.Interest, l.Due)
			}
		}
	}
	if len(p.Units["autonomous"]) > 0 {
		fmt.Fprintln(b, "autonomous (nobody's)")
		list("units", p.Units["autonomous"])
	}
	for _, d := range p.Dislodged {
		fmt.Fprintf(b, "Dislodged, must retreat: %s of %s, to %s\n", d.Unit, d.Power, strings.Join(append(slices.Clone(d.Retreats), "nowhere (disband)"), ", "))
	}
	for _, r := range p.Rebellions {
		fmt.Fprintf(b, "Rebellion: %s (%s) against %s\n", r.Province, strings.Join(r.In, " and "), r.Against)
	}
	for _, x := range []struct {
		title string
		items []string
	}{{"Sieges", p.Sieges}, {"Famine", p.Famine}, {"Plague", p.Plague}} {
		if len(x.items) > 0 {
			fmt.Fprintf(b, "%s: %s\n", x.title, strings.Join(x.items, ", "))
		}
	}
}

// picture returns the map of a phase as a PNG, because few agents can read the SVG drawn by the
// judge.
func (s *Server) picture(ctx context.Context, p *player, in *lookIn, q url.Values) (*sdk.CallToolResult, error) {
	if in.Orders {
		q.Set("orders", "true")
	}
	var svg []byte
	if err := p.get(ctx, in.path("map"), q, &svg); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err := raster.Reduced(svg, clamp(in.Width, 320, 2400, 1200), colours, func(img *image.Paletted) error { return png.Encode(&b, img) })
	if err != nil {
		return nil, say("The judge's map cannot be drawn here (%v). Use format text, and tell the person who runs you that judge and agent should be of the same version.", err)
	}
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.ImageContent{Data: b.Bytes(), MIMEType: "image/png"}}}, nil
}

// colours is the number of colours in a picture.
const colours = 64

func (s *Server) results(ctx context.Context, p *player, in resultsIn) (*sdk.CallToolResult, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	if in.Phase < 0 {
		return nil, say("Phases are numbered from 1.")
	}
	if in.Phase == 0 {
		done, err := lastDone(ctx, p, &in.gameArgument)
		if err != nil {
			return nil, err
		}
		in.Phase = done
	}
	number := strconv.Itoa(in.Phase)
	if in.Format == inJSON {
		var data []byte
		if err := p.get(ctx, in.path("phases", number), nil, &data); err != nil {
			return nil, noPhase(ctx, p, &in.gameArgument, in.Phase, err)
		}
		return said(string(data)), nil
	}
	story, err := report(ctx, p, &in.gameArgument, number)
	if err != nil {
		return nil, noPhase(ctx, p, &in.gameArgument, in.Phase, err)
	}
	return said(story), nil
}

// noPhase returns the error of a call about a phase. If the game has no phase with that number,
// the error says which phases exist.
func noPhase(ctx context.Context, p *player, in *gameArgument, number int, err error) error {
	if number == 0 || client.Code(err) != "not_found" {
		return err
	}
	var list apijson.Page[apijson.PhaseSummary]
	if p.get(ctx, in.path("phases"), nil, &list) != nil {
		return err // the game does not exist
	}
	var there []string
	for _, x := range list.Items {
		if x.Number == number {
			return err
		}
		there = append(there, strconv.Itoa(x.Number))
	}
	switch n := len(there); n {
	case 0:
		return say("The game has no phases yet.")
	case 1:
		return say("The game has no phase %d. It has only phase %s, %s.", number, there[0], list.Items[0].Phase)
	default:
		return say("The game has no phase %d. It has the phases %s to %s; the last is %s.", number, there[0], there[n-1], list.Items[n-1].Phase)
	}
}

// lastDone returns the number of the last phase that was resolved.
func lastDone(ctx context.Context, p *player, in *gameArgument) (int, error) {
	var list apijson.Page[apijson.PhaseSummary]
	if err := p.get(ctx, in.path("phases"), nil, &list); err != nil {
		return 0, err
	}
	for _, x := range slices.Backward(list.Items) {
		if x.Done {
			return x.Number, nil
		}
	}
	return 0, say("No phase of this game has been resolved yet.")
}

// report returns the results of a phase as text.
func report(ctx context.Context, p *player, in *gameArgument, number string) (string, error) {
	var r apijson.Report
	if err := p.get(ctx, in.path("phases", number, "report"), nil, &r); err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s (phase %s)\n%s\n", r.Title, number, r.Headline)
	for _, c := range r.Story {
		fmt.Fprintf(&b, "\n%s\n", c.Title)
		for _, l := range c.Lines {
			fmt.Fprintf(&b, "  %s\n", l)
		}
	}
	return b.String(), nil
}

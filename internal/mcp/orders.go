package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"podesta/internal/apijson"
	"podesta/internal/client"
)

type legalIn struct {
	gameArgument
	Power  string `json:"power,omitempty" jsonschema:"the id of a power, such as milan; left out: your own. Of others you learn only what their units could do"`
	Unit   string `json:"unit,omitempty" jsonschema:"only this unit, as positions have it, such as A Pavia"`
	Kind   string `json:"kind,omitempty" jsonschema:"only one kind: units, builds, loans, payments, expenses or others; left out: units, builds and loans in full, and how many there are of the rest"`
	Format string `json:"format,omitempty" jsonschema:"text (the default) or json; json has all kinds"`
}

// kinds lists the kinds of orders that an agent can ask for.
var kinds = []any{"units", "builds", "loans", "payments", "expenses", "others"}

type ordersIn struct {
	gameArgument
	Orders []string `json:"orders" jsonschema:"one order in each line, such as A Pavia - Milan, A Milan H, E1: 9d, Buy G Ferrara. If your seat has several powers, a line with a power's id and a colon stands above its orders"`
	Format string   `json:"format,omitempty" jsonschema:"text (the default) or json"`
}

type submitIn struct {
	ordersIn
	Revision int  `json:"revision" jsonschema:"the revision of the game for which the orders are, from look or legal_orders: if the game has moved on, nothing is saved"`
	Ready    bool `json:"ready,omitempty" jsonschema:"also say that your orders are final, if no line was refused and nothing is missing"`
}

type whatIfIn struct {
	gameArgument
	question
	Format string `json:"format,omitempty" jsonschema:"text (the default) or json"`
}

// question is a question as the API expects it.
type question struct {
	Orders   map[string][]string `json:"orders,omitempty" jsonschema:"supposed orders: the id of a power, and its lines. For your own powers that are left out, the orders that you have sent are taken"`
	Unknowns []unknown           `json:"unknowns,omitempty" jsonschema:"what may turn out in one way or another, at most 8"`
	Phase    int                 `json:"phase,omitempty" jsonschema:"the number of an earlier phase; left out: the current one"`
}

type unknown struct {
	Name    string   `json:"name" jsonschema:"such as Venice"`
	Choices []choice `json:"choices" jsonschema:"the ways it may go"`
}

type choice struct {
	Label  string              `json:"label" jsonschema:"such as attacks"`
	Orders map[string][]string `json:"orders,omitempty" jsonschema:"orders that are given in that case: the id of a power, and its lines"`
}

func (s *Server) orderTools() {
	addTool(s, tool{
		name: "legal_orders", title: "List legal orders",
		about: "Lists the legal orders of the current phase: for each unit, and for the power as a whole builds (winter), loans, payments, expenses and others (gifts of chits and provinces, taxes, exchanges ...). You can send every line as it is. " +
			"Payments are listed with 1 ducat and expenses as E1 with their least price: change the sum, and number expenses E1 to E4. A line is legal alone; check_orders says whether lines fit together and whether the money is enough.",
		values: map[string][]any{"format": {asText, inJSON}, "kind": kinds},
	}, s.legal)
	addTool(s, tool{
		name: "check_orders", title: "Check orders without sending them",
		about:  "Checks each line of a draft. Nothing is saved, and nobody sees it. Each line is accepted, with the order as it was understood and remarks, or refused, with the reason and what may have been meant. Also says what is missing, and warns of dangers.",
		values: forms,
	}, s.check)
	addTool(s, tool{
		name: "submit_orders", title: "Send orders", kind: sets,
		about: "Sends your orders for the current phase. They replace those that you sent before, so send all of them each time: for every unit, and all expenses, payments and loans. " +
			"Lines that are refused do not count; the others do. Nobody else sees your orders before the phase is resolved. With ready true you need not call set_ready.",
		values: forms,
	}, s.submit)
	addTool(s, tool{
		name: "what_if", title: "Try orders out",
		about: "Plays the current phase with orders that you suppose for any powers, and tells what happens in every case, and with what chance where it depends on dice or on what you do not know. " +
			"It is a sandbox: nothing is saved, nobody learns of it, and it does not know the orders of others or the game's own dice. A call costs as much as ten others.",
		values: forms,
	}, s.whatIf)
}

func (s *Server) legal(ctx context.Context, p *player, in legalIn) (*sdk.CallToolResult, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	q := url.Values{}
	if in.Power != "" {
		q.Set("power", in.Power)
	}
	if in.Unit != "" {
		q.Set("unit", in.Unit)
	}
	var data []byte
	if err := p.get(ctx, in.path("legal"), q, &data); err != nil {
		return nil, err
	}
	if in.Format == inJSON {
		return said(string(data)), nil
	}
	var l apijson.Legal
	if err := json.Unmarshal(data, &l); err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, revision %d\n", l.Phase, l.Revision)
	for i := range l.Powers {
		legalOf(&b, &l.Powers[i], in.Kind)
	}
	return said(b.String()), nil
}

// legalOf writes the legal orders of a power, of one kind or of all kinds.
func legalOf(b *strings.Builder, p *apijson.LegalPower, kind string) {
	fmt.Fprintf(b, "\n%s\n", p.Power)
	if m := p.Money; m != nil {
		fmt.Fprintf(b, "  %s in the treasury, %d owed to the bank; the units cost %d in winter\n", money(m.Treasury), m.Debts, m.Upkeep)
	}
	if kind == "" || kind == "units" {
		for _, u := range p.Units {
			fmt.Fprintf(b, "  %s\n", u.Unit)
			for _, o := range u.Orders {
				fmt.Fprintf(b, "    %s\n", o)
			}
		}
	}
	for _, x := range []struct {
		kind  string
		lines []string
		long  bool
	}{
		{"builds", p.Builds, false}, {"loans", p.Loans, false}, {"payments", p.Payments, true}, {"expenses", p.Expenses, true}, {"others", p.Others, true},
	} {
		switch {
		case kind != "" && kind != x.kind:
		case len(x.lines) == 0 && kind == x.kind:
			fmt.Fprintf(b, "  no %s\n", x.kind)
		case len(x.lines) == 0:
		case kind == "" && x.long:
			fmt.Fprintf(b, "  %s: %d, listed with kind %s\n", x.kind, len(x.lines), x.kind)
		default:
			fmt.Fprintf(b, "  %s\n    %s\n", x.kind, strings.Join(x.lines, "\n    "))
		}
	}
}

// maxText is the maximum length of orders or of a message, in bytes, as in the API.
const maxText = 40_000

// draft returns the orders as one text.
func (in *ordersIn) draft() (string, error) {
	if err := in.check(); err != nil {
		return "", err
	}
	text := strings.Join(in.Orders, "\n")
	if len(text) > maxText {
		return "", say("These orders have %d bytes. A seat can send %d at most, and needs no more than a line for each unit, expense and payment.", len(text), maxText)
	}
	return text, nil
}

func (s *Server) check(ctx context.Context, p *player, in ordersIn) (*sdk.CallToolResult, error) {
	text, err := in.draft()
	if err != nil {
		return nil, err
	}
	var data []byte
	if err := p.call(ctx, http.MethodPost, in.path("orders", "check"), nil, client.Draft{Text: text}, &data); err != nil {
		return nil, err
	}
	if in.Format == inJSON {
		return said(string(data)), nil
	}
	var o apijson.Orders
	if err := json.Unmarshal(data, &o); err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Checked for %s, revision %d. Nothing was sent.\n", o.Phase, o.Revision)
	verdicts(&b, &o)
	return said(b.String()), nil
}

func (s *Server) submit(ctx context.Context, p *player, in submitIn) (*sdk.CallToolResult, error) {
	text, err := in.draft()
	if err != nil {
		return nil, err
	}
	if in.Revision < 1 {
		return nil, say("Name the revision of the game for which the orders are. look and legal_orders have it.")
	}
	var data []byte
	if err := p.call(ctx, http.MethodPut, in.path("orders"), nil, client.Draft{Text: text, Revision: in.Revision}, &data); err != nil {
		return nil, err
	}
	var o apijson.Orders
	if err := json.Unmarshal(data, &o); err != nil {
		return nil, err
	}
	state := ""
	switch complete := o.Refused == 0 && len(o.Missing) == 0; {
	case in.Ready && complete:
		err := setReady(ctx, p, &in.gameArgument, true, in.Revision)
		switch code := client.Code(err); {
		case code == "stale", code == "conflict": // the orders have resolved the phase
			state = "The game has moved on since then. Call look.\n"
		case err != nil:
			return nil, fmt.Errorf("the orders were saved, but you are not ready: %w", explain(err))
		default:
			state = "You are ready.\n"
		}
	case in.Ready:
		state = "You are NOT ready yet: correct the orders and send all of them again. set_ready says whether they can stay as they are.\n"
	}
	if in.Format == inJSON {
		return said(string(data)), nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Sent for %s, revision %d.\n", o.Phase, o.Revision)
	verdicts(&b, &o)
	b.WriteString(state)
	return said(b.String()), nil
}

// verdicts writes the verdict on each line, a summary, and what is missing.
func verdicts(b *strings.Builder, o *apijson.Orders) {
	for i := range o.Verdicts {
		verdict(b, &o.Verdicts[i])
	}
	for _, x := range o.Passed {
		fmt.Fprintf(b, "not read as an order, line %d: %s\n", x.Line, brief(x.Text))
	}
	switch {
	case o.Refused > 0:
		fmt.Fprintf(b, "%d refused; the others are accepted.\n", o.Refused)
	case len(o.Verdicts) == 0:
		b.WriteString("There are no orders.\n")
	default:
		b.WriteString("All lines are accepted.\n")
	}
	missing(b, o)
}

// verdict writes the verdict on one line, with suggestions and notes.
func verdict(b *strings.Builder, v *apijson.Verdict) {
	switch {
	case !v.OK:
		fmt.Fprintf(b, "REFUSED line %d: %s\n    %s [%s]\n", v.Line, brief(strings.TrimSpace(v.Text)), v.Error, v.Code)
		if len(v.Suggest) > 0 {
			fmt.Fprintf(b, "    Perhaps: %s\n", strings.Join(v.Suggest, "; "))
		}
	case v.Replaced:
		fmt.Fprintf(b, "replaced by a later line: %s\n", v.Canonical)
	default:
		fmt.Fprintf(b, "ok: %s\n", v.Canonical)
	}
	for _, n := range v.Notes {
		fmt.Fprintf(b, "    note: %s\n", n)
	}
}

func setReady(ctx context.Context, p *player, in *gameArgument, ready bool, revision int) error {
	return p.call(ctx, http.MethodPut, in.path("ready"), nil, map[string]any{"ready": ready, "revision": revision}, nil)
}

// movedOn is the beginning of the judge's answer to an outdated revision. If a master has
// changed the game, the answer says what the master did instead.
const movedOn = "The game has moved on: "

// present rewords the error of a call for an outdated revision, and adds the current revision.
// Other errors are returned unchanged.
func present(ctx context.Context, p *player, in *gameArgument, revision int, err error) error {
	if client.Code(err) != "stale" || !strings.HasPrefix(err.Error(), movedOn) {
		return err
	}
	now := "another one"
	var g apijson.Game
	if p.get(ctx, in.path(), nil, &g) == nil && g.Revision != revision {
		now = fmt.Sprintf("%d (%s, phase %d)", g.Revision, g.Phase, g.Number)
	}
	return say("%d is not the present revision of the game; that is %s. Nothing was changed. Call look, and decide anew.", revision, now)
}

func (s *Server) whatIf(ctx context.Context, p *player, in whatIfIn) (*sdk.CallToolResult, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	var data []byte
	if err := p.call(ctx, http.MethodPost, in.path("whatif"), nil, in.question, &data); err != nil {
		return nil, err
	}
	if in.Format == inJSON {
		return said(string(data)), nil
	}
	var a client.Answer
	if err := json.Unmarshal(data, &a); err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, if it went like that:\n", a.Phase)
	for i := range a.Refused {
		verdict(&b, &a.Refused[i])
	}
	for _, line := range a.Always {
		fmt.Fprintf(&b, "always: %s\n", line)
	}
	for _, c := range a.Cases {
		if len(c.Facts) == 0 {
			continue
		}
		var when []string
		for _, w := range c.When {
			if len(w) > 0 {
				when = append(when, strings.Join(w, " and "))
			}
		}
		if len(when) > 0 {
			fmt.Fprintf(&b, "if %s:\n", strings.Join(slices.Compact(when), ", or "))
		} else {
			b.WriteString("depending on the dice:\n")
		}
		for _, f := range c.Facts {
			fmt.Fprintf(&b, "  %3.0f%%  %s\n", f.Chance*100, f.Text)
		}
	}
	if len(a.Always) == 0 && len(a.Cases) == 0 {
		b.WriteString("Nothing happens.\n")
	}
	return said(b.String()), nil
}

package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"podesta/internal/client"
)

type proposalsIn struct {
	gameArgument
	Format string `json:"format,omitempty" jsonschema:"text (the default) or json"`
}

type proposeIn struct {
	gameArgument
	Line   string `json:"line" jsonschema:"what you propose, such as PROPOSE PEACE TO Venice UNTIL fall 1455"`
	Note   string `json:"note,omitempty" jsonschema:"what you write besides"`
	Format string `json:"format,omitempty" jsonschema:"text (the default) or json"`
}

type answerProposalIn struct {
	gameArgument
	Proposal int    `json:"proposal" jsonschema:"the number of the proposal, from list_proposals or read_press"`
	Act      string `json:"act" jsonschema:"accept or refuse a proposal to you, or withdraw one of yours"`
	Note     string `json:"note,omitempty" jsonschema:"what you write besides"`
	Format   string `json:"format,omitempty" jsonschema:"text (the default) or json"`
}

// proposed says how proposals are written.
const proposed = "PEACE, ALLIANCE [AGAINST power], DEMILITARISATION OF province, ATTACK ON power [IN province] or SUPPORT OF MY|YOUR unit [- goal], " +
	"each with TO power [UNTIL campaign]; or PAYMENT OF n DUCATS TO power [FOR PEACE, FOR ATTACK ON power or FOR SUPPORT OF MY unit]"

func (s *Server) proposalTools() {
	addTool(s, tool{
		name: "list_proposals", title: "List proposals",
		about:  "Lists the proposals from and to your power, with their numbers: what each says, whether it was accepted and kept, and what you can do with it.",
		values: forms,
	}, s.proposals)
	addTool(s, tool{
		name: "propose", title: "Propose an agreement", kind: writes,
		about: "Sends a formal proposal to one power. Computer players answer at once, if the game allows that. The judge shows both of you whether an agreement is kept, but the rules do not enforce it. " +
			"The line is PROPOSE and then " + proposed + ".",
		values: forms,
	}, s.propose)
	addTool(s, tool{
		name: "answer_proposal", title: "Answer a proposal", kind: writes,
		about:  "Accepts or refuses a proposal to you, or withdraws one of yours that nobody has answered. The other power is told.",
		values: map[string][]any{"format": {asText, inJSON}, "act": {"accept", "refuse", "withdraw"}},
	}, s.answerProposal)
}

func (s *Server) proposals(ctx context.Context, p *player, in proposalsIn) (*sdk.CallToolResult, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	var data []byte
	if err := p.get(ctx, in.path("proposals"), nil, &data); err != nil {
		return nil, err
	}
	if in.Format == inJSON {
		return said(string(data)), nil
	}
	var l client.ProposalList
	if err := json.Unmarshal(data, &l); err != nil {
		return nil, err
	}
	var b strings.Builder
	for i := range l.Items {
		offer(&b, &l.Items[i])
	}
	if len(l.Items) == 0 {
		b.WriteString("There are no proposals from or to your power.\n")
	}
	return said(b.String()), nil
}

func (s *Server) propose(ctx context.Context, p *player, in proposeIn) (*sdk.CallToolResult, error) {
	switch err := in.check(); {
	case err != nil:
		return nil, err
	case strings.TrimSpace(in.Line) == "":
		return nil, say("Say what you propose: PROPOSE and then %s.", proposed)
	case len(in.Note) > maxText:
		return nil, longNote(in.Note)
	}
	return proposal(ctx, p, http.MethodPost, in.path("proposals"), client.NewProposal{Line: in.Line, Note: in.Note}, "Sent.", in.Format)
}

func (s *Server) answerProposal(ctx context.Context, p *player, in answerProposalIn) (*sdk.CallToolResult, error) {
	switch err := in.check(); {
	case err != nil:
		return nil, err
	case in.Proposal < 1:
		return nil, say("Name the number of the proposal. list_proposals has it.")
	case len(in.Note) > maxText:
		return nil, longNote(in.Note)
	}
	out, err := proposal(ctx, p, http.MethodPut, in.path("proposals", strconv.Itoa(in.Proposal)), client.ProposalAnswer{Act: in.Act, Note: in.Note}, "Done.", in.Format)
	var g client.Game
	if client.Code(err) == "not_found" && p.get(ctx, in.path(), nil, &g) == nil {
		return nil, say("There is no proposal %d from or to your power. list_proposals lists those that there are.", in.Proposal)
	}
	return out, err
}

// longNote returns the error about a note that is too long.
func longNote(note string) error {
	return say("This note has %d bytes; a note can have %d.", len(note), maxText)
}

// proposal makes a call about one proposal, and shows it as it is then.
func proposal(ctx context.Context, p *player, method, path string, in any, done, format string) (*sdk.CallToolResult, error) {
	var data []byte
	if err := p.call(ctx, method, path, nil, in, &data); err != nil {
		return nil, err
	}
	if format == inJSON {
		return said(string(data)), nil
	}
	var x client.Proposal
	if err := json.Unmarshal(data, &x); err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintln(&b, done)
	offer(&b, &x)
	return said(b.String()), nil
}

// offer writes a proposal.
func offer(b *strings.Builder, x *client.Proposal) {
	fmt.Fprintf(b, "Proposal %d of %s to %s, %s (%s): %s\n%s\n", x.Number, x.Terms.From, x.Terms.To, x.Phase, x.State, x.Line, indented(x.Text))
	if x.Reason != "" {
		fmt.Fprintf(b, "  The reason: %s\n", strings.TrimSpace(indented(x.Reason)))
	}
	if len(x.May) > 0 {
		fmt.Fprintf(b, "  With answer_proposal you can: %s\n", strings.Join(x.May, ", "))
	}
}

package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/account"
	"podesta/internal/apijson"
)

func (s *Server) accessRoutes() {
	add(s, huma.Operation{
		OperationID: "listAccess", Method: http.MethodGet, Path: "/me/access", Tags: []string{tagAccount}, Security: owners,
		Summary: "Everything that can read or use your account", Description: "Sessions, keys of programs, passkeys, accounts elsewhere, e-mail addresses, chats, webhooks, browsers that are notified, the calendar, addresses for replies, unused links, and addresses by which people join your games.",
	}, s.listAccess)
	add(s, huma.Operation{
		OperationID: "endAccess", Method: http.MethodDelete, Path: "/me/access/{kind}/{id}", Tags: []string{tagAccount}, Security: owners, DefaultStatus: http.StatusNoContent,
		Summary: "End access to your account", Description: "A passkey, an account elsewhere and an e-mail address only within 15 minutes after signIn. The sessions that they have opened end, too.",
	}, s.endAccess)
	add(s, huma.Operation{
		OperationID: "endAllAccess", Method: http.MethodPost, Path: "/me/access/end", Tags: []string{tagAccount}, Security: owners, DefaultStatus: http.StatusNoContent,
		Summary: "End all access to your account but this session", Description: "Your password, your second factor and the address to which your mail goes stay. The owner is notified by mail.",
	}, s.endAllAccess)
}

// Access is something that can read or use an account.
type Access struct {
	Kind    string     `json:"kind" enum:"session,key,passkey,provider,address,chat,hook,push,calendar,reply,link,invite"`
	ID      string     `json:"id" doc:"Among those of the kind"`
	Name    string     `json:"name,omitempty" doc:"By which you recognize it"`
	Game    string     `json:"game,omitempty" doc:"It is for this game only"`
	Seat    int        `json:"seat,omitempty" doc:"It is for this seat only"`
	Made    *time.Time `json:"made,omitempty" doc:"Absent if it is not known"`
	Used    *time.Time `json:"used,omitempty" doc:"About when it was last used, if that is known"`
	Expires *time.Time `json:"expires,omitempty"`
	Current bool       `json:"current,omitempty" doc:"It signs this request"`
	Stays   bool       `json:"stays,omitempty" doc:"It cannot be ended: your mail goes there"`
}

func (s *Server) listAccess(ctx context.Context, _ *struct{}) (*listOutput[Access], error) {
	a, err := person(ctx)
	if err != nil {
		return nil, err
	}
	all, err := s.judge.Users.Access(ctx, a.ID)
	out := &listOutput[Access]{}
	for _, x := range all {
		out.Body.Items = append(out.Body.Items, Access{
			Kind: string(x.Kind), ID: x.ID, Name: x.Name, Game: x.Game, Seat: x.Seat, Made: apijson.Instant(x.Made), Used: apijson.Instant(x.Used), Expires: apijson.Instant(x.Ends),
			Current: x.Kind == account.AccessSession && x.ID == callerOf(ctx).token.Hash, Stays: x.Stays,
		})
	}
	return out, err
}

type endAccessInput struct {
	Kind string `path:"kind" maxLength:"20"`
	ID   string `path:"id" maxLength:"254"`
}

func (s *Server) endAccess(ctx context.Context, in *endAccessInput) (*struct{}, error) {
	a, err := person(ctx)
	kind := account.AccessKind(in.Kind)
	if err == nil && kind.Signs() {
		_, err = s.confirmed(ctx, "")
	}
	if err != nil {
		return nil, err
	}
	return nil, s.judge.Users.EndAccess(ctx, a.ID, kind, in.ID, s.letters != nil)
}

type endAllInput struct {
	Body struct {
		Current string `json:"current,omitempty" maxLength:"1000" doc:"Your password; needed 15 minutes after signIn"`
	}
}

func (s *Server) endAllAccess(ctx context.Context, in *endAllInput) (*struct{}, error) {
	a, err := s.confirmed(ctx, in.Body.Current)
	if err != nil {
		return nil, err
	}
	return nil, s.judge.Users.EndAllAccess(ctx, a.ID, callerOf(ctx).token.Hash, s.letters != nil)
}

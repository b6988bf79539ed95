package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
)

func (s *Server) commentRoutes() {
	add(s, huma.Operation{
		OperationID: "listComments", Method: http.MethodGet, Path: "/games/{game}/comments", Tags: []string{tagTalk}, Security: anyone,
		Summary: "The comments on the phases of a finished game", Description: "Without those that a master has hidden, except for masters and the writer. Empty before the end.",
	}, s.listComments)
	add(s, huma.Operation{
		OperationID: "addComment", Method: http.MethodPost, Path: "/games/{game}/comments", Tags: []string{tagTalk}, DefaultStatus: http.StatusCreated,
		Summary: "Comment on a phase of a finished game", Description: "For those who have played it to its end. Everyone can read it. The members of the game are notified of new comments once a day at most.",
	}, s.addComment)
	add(s, huma.Operation{
		OperationID: "editComment", Method: http.MethodPut, Path: "/games/{game}/comments/{comment}", Tags: []string{tagTalk}, DefaultStatus: http.StatusNoContent,
		Summary: "Change the text of your comment",
	}, s.editComment)
	add(s, huma.Operation{
		OperationID: "dropComment", Method: http.MethodDelete, Path: "/games/{game}/comments/{comment}", Tags: []string{tagTalk}, DefaultStatus: http.StatusNoContent,
		Summary: "Delete your comment",
	}, s.dropComment)
	add(s, huma.Operation{
		OperationID: "hideComment", Method: http.MethodPut, Path: "/games/{game}/comments/{comment}/hidden", Tags: []string{tagTalk}, DefaultStatus: http.StatusNoContent,
		Summary: "Hide a comment, or show it again", Description: "For masters. Its writer still sees it.",
	}, s.hideComment)
}

// Comment is a comment of a player on a phase of a finished game.
type Comment struct {
	ID     int64      `json:"id"`
	Phase  int        `json:"phase" doc:"The number of the phase"`
	Seat   int        `json:"seat" doc:"Of the player who has written it"`
	At     time.Time  `json:"at"`
	Edited *time.Time `json:"edited,omitempty" doc:"When it was changed last"`
	Text   string     `json:"text"`
	Hidden bool       `json:"hidden,omitempty" doc:"A master has hidden it: only masters and its writer see it"`
	Own    bool       `json:"own,omitempty" doc:"You have written it"`
}

type listCommentsInput struct {
	GameInput
	Phase int `query:"phase" minimum:"0" doc:"Only of the phase with this number; 0: of all"`
}

func (s *Server) listComments(ctx context.Context, in *listCommentsInput) (*listOutput[Comment], error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	list, err := s.judge.Press.Comments(ctx, t.ID, t.role, in.Phase)
	out := &listOutput[Comment]{}
	for _, c := range list {
		x := Comment{ID: c.ID, Phase: c.Phase, Seat: c.Seat, At: c.At.UTC(), Text: c.Text, Hidden: c.Hidden, Own: c.Own}
		if !c.Edited.IsZero() {
			edited := c.Edited.UTC()
			x.Edited = &edited
		}
		out.Body.Items = append(out.Body.Items, x)
	}
	return out, err
}

type addCommentInput struct {
	GameInput
	Body struct {
		Phase int    `json:"phase" minimum:"1" doc:"The number of the phase"`
		Text  string `json:"text" minLength:"1" maxLength:"8000"`
	}
}

type commentMade struct {
	Body struct {
		ID int64 `json:"id"`
	}
}

func (s *Server) addComment(ctx context.Context, in *addCommentInput) (*commentMade, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	out := &commentMade{}
	out.Body.ID, err = s.judge.Press.AddComment(ctx, t.ID, t.role, in.Body.Phase, in.Body.Text)
	if err != nil {
		return nil, err
	}
	return out, nil
}

// CommentInput names a comment.
type CommentInput struct {
	GameInput
	Comment int64 `path:"comment" minimum:"1" doc:"Its ID"`
}

type editCommentInput struct {
	CommentInput
	Body struct {
		Text string `json:"text" minLength:"1" maxLength:"8000"`
	}
}

func (s *Server) editComment(ctx context.Context, in *editCommentInput) (*struct{}, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	return nil, s.judge.Press.EditComment(ctx, t.ID, t.role, in.Comment, in.Body.Text)
}

func (s *Server) dropComment(ctx context.Context, in *CommentInput) (*struct{}, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	return nil, s.judge.Press.DropComment(ctx, t.ID, t.role, in.Comment)
}

type hideCommentInput struct {
	CommentInput
	Body struct {
		Hidden bool `json:"hidden"`
	}
}

func (s *Server) hideComment(ctx context.Context, in *hideCommentInput) (*struct{}, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	return nil, s.judge.Press.HideComment(ctx, t.ID, t.role, in.Comment, in.Body.Hidden)
}

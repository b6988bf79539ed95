package press

import (
	"context"
	"time"

	"podesta/internal/act"
	"podesta/machiavelli/message"
)

type commentsArgs struct {
	Phase int `arg:"phase,optional" doc:"Only of the phase with this number; 0: of all"`
}

type commentArgs struct {
	Phase int    `arg:"phase" least:"1" doc:"The number of the phase"`
	Text  string `arg:"text" least:"1" most:"8000" doc:"What you write"`
}

type commentIDArgs struct {
	Comment int64 `arg:"comment" least:"1" doc:"Its ID"`
}

type editCommentArgs struct {
	commentIDArgs
	Text string `arg:"text" least:"1" most:"8000" doc:"What you write"`
}

type hideCommentArgs struct {
	commentIDArgs
	Hidden bool `arg:"hidden" doc:"Hide it; otherwise show it again"`
}

// ShownComment is a comment of a player on a phase of a finished game.
type ShownComment struct {
	ID     int64     `json:"id"`
	Phase  int       `json:"phase" doc:"The number of the phase"`
	Seat   int       `json:"seat" doc:"Of the player who has written it"`
	At     time.Time `json:"at"`
	Edited time.Time `json:"edited,omitzero" doc:"When it was changed last"`
	Text   string    `json:"text"`
	Hidden bool      `json:"hidden,omitempty" doc:"A master has hidden it: only masters and its writer see it"`
	Own    bool      `json:"own,omitempty" doc:"You have written it"`
}

// AddedComment is a new comment.
type AddedComment struct {
	act.Done
	ID int64 `json:"id"`
}

// commentCommands returns the commands about comments on finished games.
func (p *Press) commentCommands() []act.Command {
	of := func(name, api string, who act.Who, summary, does string, short ...act.Form) act.Command {
		return act.Command{Name: name, Scope: act.Game, Who: who, Group: act.Comments, API: api, Summary: summary, Does: does, Short: short}
	}
	const at = " /games/{game}/comments"
	list := of("list comments", "GET"+at, act.Anyone, "The comments on the phases of a finished game", "Without those that a master has hidden, except for masters and the writer. Empty before the end.", act.Form{Syntax: "COMMENTS [phase]"})
	list.Reads = true
	return []act.Command{
		act.Of(list, p.commentList),
		act.Of(of("add comment", "POST"+at, act.Player, "Comment on a phase of a finished game", "For those who have played it to its end. Everyone can read it. The members of the game are notified of new comments once a day at most.", act.Form{Syntax: "COMMENT phase text"}), func(ctx context.Context, by act.Caller, a commentArgs) (*AddedComment, error) {
			id, err := p.AddComment(ctx, by.Game.ID, by.Role, a.Phase, a.Text)
			return &AddedComment{*act.Saying(message.New("Everyone can read your comment.")), id}, err
		}),
		act.Of(of("edit comment", "PUT"+at+"/{comment}", act.Player, "Change the text of your comment", "", act.Form{Syntax: "COMMENT EDIT comment text"}), func(ctx context.Context, by act.Caller, a editCommentArgs) (*act.Done, error) {
			said := message.New("Your comment is changed.")
			return act.Saying(said), p.EditComment(ctx, by.Game.ID, by.Role, a.Comment, a.Text)
		}),
		act.Of(of("drop comment", "DELETE"+at+"/{comment}", act.Player, "Delete your comment", "", act.Form{Syntax: "COMMENT DROP comment"}), func(ctx context.Context, by act.Caller, a commentIDArgs) (*act.Done, error) {
			said := message.New("Your comment is deleted.")
			return act.Saying(said), p.DropComment(ctx, by.Game.ID, by.Role, a.Comment)
		}),
		act.Of(of("hide comment", "PUT"+at+"/{comment}/hidden", act.Master, "Hide a comment, or show it again", "For masters. Its writer still sees it.", act.Form{Syntax: "COMMENT HIDE comment", With: act.Values{"hidden": true}}, act.Form{Syntax: "COMMENT SHOW comment", With: act.Values{"hidden": false}}), func(ctx context.Context, by act.Caller, a hideCommentArgs) (*act.Done, error) {
			said := message.New("The comment is hidden.")
			if !a.Hidden {
				said = message.New("The comment is shown again.")
			}
			return act.Saying(said), p.HideComment(ctx, by.Game.ID, by.Role, a.Comment, a.Hidden)
		}),
	}
}

// commentList lists the comments that the caller may read.
func (p *Press) commentList(ctx context.Context, by act.Caller, a commentsArgs) (*act.Page[ShownComment], error) {
	list, err := p.Comments(ctx, by.Game.ID, by.Role, a.Phase)
	if err != nil {
		return nil, err
	}
	return act.Whole(list, message.New("There are no comments."), func(c *Comment) (ShownComment, message.Message) {
		x := ShownComment{c.ID, c.Phase, c.Seat, c.At.UTC(), c.Edited, c.Text, c.Hidden, c.Own}
		if !x.Edited.IsZero() {
			x.Edited = x.Edited.UTC()
		}
		return x, message.New("{id}. Phase {number}, seat {seat}: {text}", message.Number(c.ID), message.Number(c.Phase), message.Number(c.Seat), message.Name(c.Text))
	}), nil
}

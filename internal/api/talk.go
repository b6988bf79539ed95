package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/apijson"
	"podesta/internal/game"
	"podesta/internal/press"
	"podesta/machiavelli/message"
)

func (s *Server) talkRoutes() {
	add(s, huma.Operation{
		OperationID: "getLog", Method: http.MethodGet, Path: "/games/{game}/log", Tags: []string{tagTalk}, Security: anyone,
		Summary:     "The log of a hosted game: notifications, results, press, masters' changes",
		Description: "Oldest first. To continue, ask for the entries after the number `last`. Numbers do not count: they do not rise, and are the same for all readers. Texts are in the language of Accept-Language, else in that of the account.",
	}, s.getLog)
	add(s, huma.Operation{
		OperationID: "sendPress", Method: http.MethodPost, Path: "/games/{game}/press", Tags: []string{tagTalk}, DefaultStatus: http.StatusNoContent,
		Summary: "Send a message", Description: "A message that the game's press settings do not allow is not sent.",
	}, s.sendPress)
}

type logInput struct {
	GameInput
	After int64  `query:"after" minimum:"0" doc:"Only entries after the one with this number; 0, and numbers of older versions: from the beginning"`
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"100"`
	Kind  string `query:"kind" enum:"notice,result,press,act" doc:"Only entries of this kind"`
}

type logOutput struct{ Body apijson.Log }

func (s *Server) getLog(ctx context.Context, in *logInput) (*logOutput, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	out, err := s.readLog(ctx, t, in.After, in.Limit, in.Kind)
	return &logOutput{out}, err
}

// readLog reads a part of a log.
func (s *Server) readLog(ctx context.Context, t *table, after int64, limit int, kind string) (apijson.Log, error) {
	entries, err := s.judge.Press.Log(ctx, t.ID, t.role, s.judge.Press.EntrySeq(t.ID, after), limit)
	out := apijson.Log{Last: after}
	if err != nil {
		return out, err
	}
	for i := range entries {
		out.Last = s.judge.Press.EntryNumber(t.ID, entries[i].Seq)
		if kind != "" && string(entries[i].Kind) != kind {
			continue
		}
		e, err := apijson.EntryOf(t.Game, &entries[i], out.Last, t.to)
		if err != nil {
			return out, err
		}
		out.Items = append(out.Items, e)
	}
	if len(entries) == limit {
		out.Next = listAt(ctx, "games/"+t.ID+"/log", "after", out.Last, "limit", limit, "kind", kind)
	}
	return out, nil
}

type pressInput struct {
	SeatInput
	Body apijson.Letter
}

func (s *Server) sendPress(ctx context.Context, in *pressInput) (*struct{}, error) {
	t, err := s.at(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	b := &in.Body
	m := press.NewMessage{Grey: b.Grey, NoFake: b.NoFake, Postal: b.Postal, Text: b.Text}
	if len(b.To) == 1 && strings.EqualFold(b.To[0], "master") {
		m.ToMaster = true
	} else if m.To, err = t.addressees(b.To); err != nil {
		return nil, err
	}
	if len(b.FakeTo) > 0 {
		fake, err := t.addressees(b.FakeTo)
		if err != nil {
			return nil, err
		}
		m.FakeTo = t.letters(fake)
	}
	return nil, s.judge.Press.Say(ctx, t.ID, t.role, t.seatOrNone(in.Seat), m)
}

// addressees returns the audience that a list of names describes.
func (t *table) addressees(names []string) (game.Audience, error) {
	var a game.Audience
	for _, name := range names {
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "all":
			a.All = true
			continue
		case "observers":
			a.Observers = true
			continue
		case "master", "masters": // masters see everything anyway
			continue
		}
		p, err := t.power(name)
		if err != nil {
			return a, err
		}
		seat := t.seatOf(p)
		if seat == 0 {
			return a, problemOf(game.Conflict, message.New("Nobody plays that power yet."))
		}
		a.Seats = append(a.Seats, seat)
	}
	return a, nil
}

// letters formats an audience as press headers do: as the letters of its powers.
func (t *table) letters(a game.Audience) string {
	if a.All {
		return "all"
	}
	word := ""
	for _, seat := range a.Seats {
		if powers := t.PlayedAt(seat); len(powers) > 0 {
			word += string(t.Setting.Powers[powers[0]].Letter)
		}
	}
	if a.Observers {
		word += "O"
	}
	return word
}

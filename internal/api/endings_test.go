package api_test

import (
	"context"
	"encoding/json"
	"math/bits"
	"net/http"
	"slices"
	"strings"
	"testing"

	"podesta/internal/apijson"
	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
	"podesta/internal/notify/channel"
	"podesta/machiavelli/message"
	"podesta/machiavelli/report"
)

// basket collects the notices that a channel is to deliver.
type basket struct{ notices []*channel.Notice }

func (b *basket) Check(context.Context, string) message.Message { return message.Message{} }

func (b *basket) Deliver(_ context.Context, n *channel.Notice) error {
	b.notices = append(b.notices, n)
	return nil
}

// TestEndInEveryChannel ends games in every way, and checks that chats, browsers, webhooks and
// the API report each end in the same words.
func TestEndInEveryChannel(t *testing.T) {
	t.Parallel()
	h := open(t)
	b := &basket{}
	c := h.caller(true)
	c.Channels = map[game.HookFormat]channel.Channel{game.HookPush: b}
	h.EachEnding(func(e *judgetest.Ending) {
		_, err := h.Judge.Hooks.AddHook(ctx, game.Hook{Account: e.Players[1].ID, Game: e.Game.ID, Format: game.HookPush, URL: "4711"})
		h.Must(err)
		_, err = c.Work(ctx)
		h.Must(err)
		b.notices = nil
	}, func(e *judgetest.Ending) {
		_, err := c.Work(ctx)
		h.Must(err)
		ph, err := h.Base.Current(ctx, e.Game.ID)
		h.Must(err)
		end := report.New(e.Game.Setting).EndOf(ph.After, ph.Events)
		sentence := end.Sentence().String()
		var titles, texts []string
		topic := map[report.Result][]string{
			report.Victory: {"victory", "concession"}, report.SharedVictory: {"victory"}, report.Draw: {"draw"}, report.NoResult: {"terminated"},
		}[e.Result]
		told, headed := false, false
		for _, n := range b.notices {
			titles, texts = append(titles, n.Title), append(texts, n.Text)
			var d apijson.Delivery
			h.Must(json.Unmarshal(n.Data, &d))
			switch {
			case d.Entry.Result != nil && d.Entry.Result.Over:
				headed = strings.Contains(d.Headline, sentence)
				if n.Title != e.Name+": the game is over" {
					t.Errorf("%s: the last result has the title %q", e.Name, n.Title)
				}
			case d.Entry.Notice != nil && slices.Contains(topic, d.Entry.Notice.Topic):
				told = e.Result == report.NoResult || n.Text == sentence
			}
		}
		if !told || headed != (e.Result != report.NoResult) {
			t.Errorf("%s: it is not said that %q:\n%s\n%s", e.Name, sentence, strings.Join(titles, "\n"), strings.Join(texts, "\n"))
		}
		all := strings.ToLower(strings.Join(append(titles, texts...), "\n"))
		for result, words := range map[report.Result][]string{
			report.Victory: {"victory for", "concede"}, report.SharedVictory: {"share the victory"}, report.Draw: {"in a draw"},
		} {
			for _, w := range words {
				if result != e.Result && strings.Contains(all, w) {
					t.Errorf("%s: %q is said of it:\n%s", e.Name, w, all)
				}
			}
		}
		var of struct {
			Status, Result string
			Victors        []string
		}
		seen := (&guest{house: h, account: e.Players[1].ID}).session().get("/games/" + e.Game.ID).want(http.StatusOK)
		h.Must(json.Unmarshal(seen.body, &of))
		if of.Result != string(e.Result) || len(of.Victors) != bits.OnesCount64(uint64(e.Who)) || (of.Status == "terminated") != (e.Result == report.NoResult) {
			t.Errorf("%s: the API says %+v", e.Name, of)
		}
	})
}

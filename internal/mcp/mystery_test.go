package mcp_test

import (
	"fmt"
	"maps"
	"regexp"
	"testing"

	"podesta/internal/game"
	"podesta/internal/judge/judgetest"
)

// questions holds, for each tool, the arguments with which a program could try to find out who
// plays. Arguments that are the same for all are added.
var questions = map[string][]args{
	"list_games":        {{}, {"which": "open"}, {"which": "all", "format": "json"}, {"which": "all", "name": "Bea"}},
	"join_game":         {{}, {"preferences": "VLN"}},
	"take_over":         {{}, {"seat": 1}, {"seat": 2}, {"seat": 3}, {"seat": 4}},
	"watch_game":        {{}},
	"decline_seat":      {{}},
	"set_preferences":   {{"preferences": "VLN"}},
	"set_wait":          {{"wait": true}, {"wait": false}},
	"set_pass":          {{"pass": true}, {"pass": false}},
	"list_absences":     {{}},
	"add_absence":       {{"start": "2026-02-01T00:00:00Z", "end": "2026-02-03T00:00:00Z"}},
	"drop_absence":      {{"date": "2026-02-02T00:00:00Z"}},
	"list_motions":      {{}},
	"list_members":      {{}},
	"list_my_comments":  {{}},
	"list_votes":        {{}},
	"agree":             {{"motion": "pause", "agree": true}, {"motion": "time", "agree": true}, {"motion": "pause", "agree": false}},
	"get_open_letters":  {{}},
	"set_open_letters":  {{"agree": true}},
	"get_diary":         {{}},
	"get_geography":     {{}, {"area": "Bea"}},
	"add_diary":         {{"text": "Bea?"}},
	"drop_diary":        {{"note": 1}},
	"get_vote":          {{}},
	"confirm_seat":      {{}},
	"answer_invitation": {{"accept": true}, {"accept": false}},
	"look":              {{}, {"format": "json"}, {"phase": 1}},
	"results":           {{}, {"phase": 1}, {"format": "json"}},
	"legal_orders":      {{}, {"power": "venice"}, {"power": "florence", "format": "json"}, {"power": "Bea"}},
	"check_orders":      {{"orders": []string{"A Milan H", "venice:", "F Venice H", "E1: 3d to Bea"}}},
	"submit_orders":     {{"orders": []string{"A Milan H", "florence:", "A Florence H"}, "ready": true}},
	"set_ready":         {{"ready": true}, {"ready": false}},
	"what_if":           {{"orders": args{"venice": []string{}, "florence": []string{}}}},
	"get_muster":        {{}, {"format": "json"}},
	"nominate":          {{}, {"name": "Ada"}},
	"list_proposals":    {{}, {"format": "json"}},
	"propose":           {{"line": "PEACE TO venice"}, {"line": "PEACE TO florence"}, {"line": "PEACE TO Bea"}},
	"answer_proposal":   {{"proposal": 1, "act": "accept"}, {"proposal": 1, "act": "withdraw"}},
	"ask_rules":         {{"question": "Bea"}},
	"read_press":        {{}, {"all": true}},
	"write_press":       {{"to": []string{"venice"}, "text": "hello"}, {"to": []string{"florence"}, "text": "hello"}, {"to": []string{"Bea"}, "text": "hello"}, {"to": []string{"all"}, "text": "hello", "grey": true}, {"to": []string{"master"}, "text": "hello"}},
	"vote":              {{"draw": true}, {"draw": true, "among": []string{"venice"}}, {"concede": "venice"}, {"concede": "florence"}, {"concede": "Bea"}},
	"wait_for_news":     {{}},
}

// TestToolsKeepMysteries calls every tool, and reads every resource of the game, in both worlds
// of each mystery: as a program that plays, as one that watches, and as one that does not take
// part. No answer may differ between the worlds.
func TestToolsKeepMysteries(t *testing.T) {
	t.Parallel()
	for number, x := range judgetest.Mysteries {
		t.Run(x.Name, func(t *testing.T) {
			t.Parallel()
			worlds := x.Worlds(t, func(w *judgetest.World) {
				for _, a := range []*game.Account{w.Asks, w.Watches, w.Outside} {
					w.Must(w.Users.SetProgram(t.Context(), a.ID, true, ""))
				}
			})
			var agents [2]map[string]*agent
			for i, w := range worlds {
				h := around(t, w.House)
				agents[i] = map[string]*agent{}
				for name, a := range map[string]*game.Account{"player": w.Asks, "observer": w.Watches, "outsider": w.Outside} {
					agents[i][name] = h.agent(w.Token(a.ID))
				}
			}
			for _, between := range judgetest.Between(number) {
				if between.Name == "friendship" {
					continue // programs cannot have friends
				}
				var said [2]map[string]string
				for i, w := range worlds {
					askers := []*game.Account{w.Asks, w.Watches, w.Outside}
					for _, a := range askers {
						w.Must(between.Do(w, a))
					}
					w.Rehearsal.Forget(true)
					said[i] = map[string]string{}
					for name, a := range agents[i] {
						a.everything(w, name, said[i])
					}
					w.Rehearsal.Forget(false)
					for _, a := range askers {
						w.Must(between.Undo(w, a))
					}
				}
				for what, one := range said[0] {
					if other := said[1][what]; one != other {
						t.Errorf("with %s, %s says in one world\n%.2000s\nand in the other\n%.2000s", between.Name, what, one, other)
					}
				}
			}
		})
	}
}

// outside matches texts that differ between two runs: the judge's address, and the current time.
var outside = regexp.MustCompile(`http://127\.0\.0\.1:\d+|it is [^)]* now`)

// everything asks all questions, and records the answers.
func (a *agent) everything(w *judgetest.World, name string, said map[string]string) {
	a.t.Helper()
	tools, err := a.session.ListTools(a.t.Context(), nil)
	if err != nil {
		a.t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		if len(questions[tool.Name]) == 0 {
			a.t.Errorf("nothing is asked with the tool %s: add a question to calls", tool.Name)
		}
		takes, _ := tool.InputSchema.(map[string]any)["properties"].(map[string]any)
		for n, in := range questions[tool.Name] {
			all := args{}
			for k, v := range map[string]any{"game": w.Game.ID, "revision": w.Game.Revision, "seconds": 1} {
				if takes[k] != nil {
					all[k] = v
				}
			}
			if tool.Name == "wait_for_news" {
				all["revision"], all["seconds"] = w.Game.Revision+1, 55 // makes it answer immediately
			}
			maps.Copy(all, in)
			text, failed := a.call(tool.Name, all)
			said[fmt.Sprint(name, " ", tool.Name, " ", n)] = fmt.Sprint(failed, ", ", outside.ReplaceAllString(w.Blind(text), "(left out)"))
		}
	}
	for _, path := range []string{"rules", "history", "phases/1"} {
		got, err := a.session.ReadResource(a.t.Context(), resource("games/"+w.Game.ID+"/"+path))
		if err != nil {
			said[name+" "+path] = err.Error()
			continue
		}
		said[name+" "+path] = w.Blind(got.Contents[0].Text)
	}
}

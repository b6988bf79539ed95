package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/internal/safety"
)

// script sends requests line by line. A line holds the sender, method, address, body, and after
// an arrow the expected status with the code of a problem. A star stands for the game.
func (x *hosted) script(t *testing.T, who map[string]*guest, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		request, want, ok := strings.Cut(line, " -> ")
		words := strings.SplitN(request, " ", 4)
		if !ok || len(words) < 3 || who[words[0]] == nil {
			t.Fatalf("bad line: %s", line)
		}
		var body any
		if len(words) == 4 {
			body = strings.ReplaceAll(strings.TrimSpace(words[3]), "REV", fmt.Sprint(x.revision()))
		}
		path := strings.Replace(words[2], "*", "/games/"+x.id, 1)
		a := who[words[0]].do(words[1], path, body)
		status, code, _ := strings.Cut(strings.TrimSpace(want), " ")
		if fmt.Sprint(a.status) != status || code != "" && a.str("code") != code {
			t.Errorf("%s\n  got %d: %s", line, a.status, a.body)
		}
	}
}

// TestOperations calls every operation of the API, with permission and without.
func TestOperations(t *testing.T) {
	t.Parallel()
	h := open(t)
	x := h.host(nil, map[string]any{"manualProcess": true})
	who := map[string]*guest{
		"public": x.public(), "master": x.master, "watcher": x.watcher, "stranger": x.stranger,
		"milan": x.players["milan"], "venice": x.players["venice"], "florence": x.players["florence"], "naples": x.players["naples"],
		"session": x.stranger.session(), "ada": x.players["milan"].session(),
	}
	seat := func(power string) int { return x.at(x.players[power]).get("").num("you.seat") }
	robot := h.person("Motore")
	cup := x.master.post("/tournaments", map[string]any{"name": "Cup", "scoring": "squares", "scenario": "A", "variant": "A-4", "hosting": map[string]any{"press": map[string]any{"none": true}}}).want(http.StatusCreated).str("id")
	milan, venice := fmt.Sprint(seat("milan")), fmt.Sprint(seat("venice"))
	fill := strings.NewReplacer("MILAN", milan, "VENICE", venice, "WATCHER", x.watcher.account, "MASTER", x.master.account, "KEY", robot.token, "ROBOT", robot.account, "THEGAME", x.id, "SOMEBODY", x.players["naples"].name,
		"CUP", cup, "OBSERVING", x.watcher.name, "OUTSIDE", x.stranger.name, "STARTS", h.Clock.Now().Add(time.Hour).Format(time.RFC3339))

	x.script(t, who, fill.Replace(`
		# what can be played
		public GET /about -> 200
		public GET /about?more=1 -> 422 invalid
		public GET /scenarios -> 200
		public GET /scenarios?x=1 -> 422 invalid
		public GET /presets -> 200
		public GET /presets?x=1 -> 422 invalid
		public GET /options -> 200
		public GET /options?x=1 -> 422 invalid
		public GET /boards/italy-1978 -> 200
		public GET /boards/atlantis -> 404 not_found

		# games
		public GET /games -> 200
		public GET /games?status=forming&limit=1&name=siena -> 200
		public GET /games?edition=njudge-classic&scenario=A&pace=day&money=yes&press=no&programs=no&free=true -> 200
		public GET /games?edition=nothing -> 422 invalid
		public GET /games?scenario=nothing -> 422 invalid
		public GET /games?pace=slow -> 422 invalid
		public GET /games?money=perhaps -> 422 invalid
		public GET /games?mine=true -> 401 unauthorized
		public GET /games?limit=0 -> 422 invalid
		milan GET /games?mine=true -> 200
		milan GET /me/games -> 200
		public GET /me/games -> 401 unauthorized
		public GET * -> 200
		public GET /games/nothing -> 404 not_found
		public GET *x -> 404 not_found
		public GET */rules?text=plain -> 200
		public GET */rules?text=loud -> 422 invalid
		public GET */dice -> 200
		public GET /games/nothing/dice -> 404 not_found
		public GET */position -> 200
		public GET */position?phase=1 -> 200
		public GET */position?phase=99 -> 404 not_found
		public GET */phases -> 200
		public GET */phases?limit=0 -> 422 invalid
		public GET */phases/0 -> 200
		public GET */phases/1?explain=true -> 200
		public GET */phases/2 -> 404 not_found
		public GET */phases/one -> 422 invalid
		public GET */phases/1/report -> 409 conflict
		public GET */map -> 200
		milan GET */map?orders=true&theme=dark&labels=codes&width=900 -> 200
		public GET */map?theme=loud -> 422 invalid
		public GET */map?phase=99 -> 404 not_found
		public GET */hosting -> 200
		public GET /games/nothing/hosting -> 404 not_found
		public GET */members -> 200
		public GET /games/nothing/members -> 404 not_found
		public GET */acts -> 200
		public GET /games/nothing/acts -> 404 not_found
		public GET */votes -> 200
		public GET /games/nothing/votes -> 404 not_found
		public GET */undone -> 200
		public GET /games/nothing/undone -> 404 not_found

		# orders
		milan GET */orders -> 200
		public GET */orders -> 401 unauthorized
		stranger GET */orders -> 403 forbidden
		milan GET */orders?seat=VENICE -> 403 forbidden
		milan GET */orders?seat=77 -> 404 not_found
		master GET */orders -> 422 invalid
		milan PUT */orders {"text":"A Milan h","revision":REV} -> 200
		milan PUT */orders {"lines":["A Milan h","what?"],"revision":REV} -> 200
		milan PUT */orders {"lines":["A Milan h\nA Pavia h"],"revision":REV} -> 422 invalid
		milan PUT */orders {"lines":["A Milan h"],"text":"A Milan h","revision":REV} -> 422 invalid
		milan PUT */orders {"text":"A Milan h","revision":9999} -> 409 stale
		milan PUT */orders {"text":"A Milan h"} -> 422 invalid
		milan PUT */orders {"text":7,"revision":REV} -> 422 invalid
		milan PUT */orders {"text":"A Milan h","revision":REV,"reVision":1,"other":true} -> 422 invalid
		milan PUT */orders?seat=VENICE {"text":"","revision":REV} -> 403 forbidden
		master GET */orders?seat=VENICE -> 200
		master PUT */orders?seat=VENICE {"text":"F Ragusa h","revision":REV} -> 200
		master POST */orders/check?seat=VENICE {"text":"F Ragusa h"} -> 200
		master PUT */orders?seat=77 {"text":"","revision":REV} -> 404 not_found
		milan PUT */orders {not json -> 400 invalid
		watcher PUT */orders {"text":"","revision":REV} -> 403 forbidden
		milan POST */orders/check {"text":"A Milan - Cremona"} -> 200
		public POST */orders/check {"text":"A Milan h"} -> 401 unauthorized
		venice POST */orders/check?seat=MILAN {"text":"A Milan h"} -> 403 forbidden
		milan GET */legal -> 200
		milan GET */legal?unit=Milan -> 200
		public GET */legal?power=venice -> 200
		public GET */geography -> 200
		public GET */geography?area=venice -> 200
		public GET */geography?area=atlantis -> 404 not_found
		public GET */legal -> 422 invalid
		public GET */legal?power=atlantis -> 422 invalid
		milan GET */legal?unit=Atlantis -> 422 invalid
		public POST */whatif {"orders":{"milan":["A Milan h"]}} -> 200
		milan POST */whatif {"unknowns":[{"name":"Venice","choices":[{"label":"goes","orders":{"venice":["F Venice - UA"]}},{"label":"stays"}]}]} -> 200
		milan POST */whatif {"orders":{"atlantis":["A Milan h"]}} -> 422 invalid
		milan POST */whatif {"limit":100000} -> 422 invalid
		public GET */hint -> 401 unauthorized
		stranger GET */hint -> 403 forbidden
		master GET */hint -> 403 forbidden
		milan GET */hint -> 403 forbidden
		milan GET */analysis -> 409 conflict
		public GET */analysis -> 409 conflict
		milan GET */predict -> 200
		milan GET */predict?seat=VENICE -> 403 forbidden
		public GET */predict -> 401 unauthorized
		master GET */predict -> 200

		# time and votes
		milan PUT */ready {"ready":false,"revision":REV} -> 200
		milan PUT */ready {"ready":true,"revision":9999} -> 409 stale
		public PUT */ready {"ready":true,"revision":REV} -> 401 unauthorized
		milan PUT */wait {"wait":true} -> 200
		milan PUT */wait {"wait":false} -> 200
		milan PUT */wait {} -> 422 invalid
		milan PUT */wait?seat=VENICE {"wait":true} -> 403 forbidden
		milan PUT */pass {"pass":true} -> 200
		public PUT */pass {"pass":true} -> 401 unauthorized
		milan PUT */vote {"draw":true} -> 200
		milan GET */vote -> 200
		milan PUT */vote {"draw":true,"concede":"venice"} -> 422 invalid
		milan PUT */vote {"concede":"atlantis"} -> 422 invalid
		milan PUT */vote {} -> 200
		venice GET */vote?seat=MILAN -> 403 forbidden
		milan POST */absences {"start":"2026-02-01T00:00:00Z","end":"2026-02-04T00:00:00Z"} -> 200
		milan GET */absences -> 200
		venice GET */absences?seat=MILAN -> 403 forbidden
		milan POST */absences {"start":"2026-02-09T00:00:00Z","end":"2026-02-04T00:00:00Z"} -> 422 invalid
		milan DELETE */absences/2026-02-02T00:00:00Z -> 200
		milan DELETE */absences/2026-02-02T00:00:00Z -> 404 not_found

		# letters
		public GET */log -> 200
		milan GET */log?kind=press&after=1 -> 200
		public GET */log?kind=gossip -> 422 invalid
		milan POST */press {"to":["venice","L"],"text":"Hello"} -> 204
		milan POST */press {"to":["all"],"text":"Hello all"} -> 204
		milan POST */press {"to":["master"],"text":"Hello judge"} -> 204
		milan POST */press {"to":["venice"],"text":"Boo","grey":true} -> 403 forbidden
		milan POST */press {"text":"Hello"} -> 422 invalid
		milan POST */press {"to":["venice"],"text":""} -> 422 invalid
		public POST */press {"to":["venice"],"text":"Hello"} -> 401 unauthorized
		watcher PUT */copies {"copies":true} -> 403 forbidden
		milan POST */diary {"text":"Beware of Venice"} -> 200
		milan GET */diary -> 200
		venice GET */diary?seat=MILAN -> 403 forbidden
		venice POST */diary?seat=MILAN {"text":"x"} -> 403 forbidden
		milan DELETE */diary/1 -> 200
		milan DELETE */diary/1 -> 404 not_found

		# masters
		milan POST */process {"revision":REV} -> 403 forbidden
		public POST */process {"revision":REV} -> 401 unauthorized
		master POST */process {"revision":9999} -> 409 stale
		master POST */process {"revision":REV} -> 200
		public GET */phases/1/report -> 200
		public GET */phases/9/report -> 404 not_found
		master POST */edit {"revision":REV,"changes":["treasury venice 44"],"check":true} -> 200
		master POST */edit {"revision":REV,"changes":["treasury venice 44"],"why":"A slip"} -> 200
		master POST */edit {"revision":REV,"changes":["make venice rich"],"why":"A slip"} -> 422 invalid
		milan POST */edit {"revision":REV,"changes":["treasury milan 99"],"why":"Mine"} -> 403 forbidden
		master PUT */rolls/assassination%20milan%202 {"revision":REV,"value":5,"why":"Seen"} -> 200
		master PUT */rolls/assassination%20milan%202 {"revision":REV,"value":7} -> 422 invalid
		master PUT */rolls/nonsense {"revision":REV,"value":5} -> 422 invalid
		milan PUT */rolls/assassination%20milan%202 {"revision":REV,"value":5} -> 403 forbidden
		master POST */rollback {"number":1,"why":"A slip"} -> 200
		master POST */rollback {"number":77} -> 404 not_found
		milan POST */rollback {"number":1} -> 403 forbidden
		master PUT */times {"deadline":"2026-03-01T12:00:00Z"} -> 200
		milan PUT */times {"deadline":"2026-03-01T12:00:00Z"} -> 403 forbidden
		master DELETE */times -> 422 invalid
		master POST */times/usual -> 200
		milan POST */times/usual -> 403 forbidden
		master PATCH */hosting {"comment":"Slow and steady","press":{"grey":true}} -> 200
		master PATCH */hosting {"zone":"Atlantis/Capital"} -> 422 invalid
		milan PATCH */hosting {"comment":"Mine"} -> 403 forbidden
		master PATCH */rules {"options":{"famine":"off"}} -> 200
		master PATCH */rules {"options":{"famine":"perhaps"}} -> 422 invalid
		milan PATCH */rules {"options":{"famine":"off"}} -> 403 forbidden
		milan POST */pause -> 403 forbidden
		master POST */pause -> 200
		master POST */resume -> 200
		stranger POST */resume -> 403 forbidden
		milan GET */export -> 403 forbidden
		master GET */export -> 200
		milan POST */approve {"seat":VENICE,"approve":true} -> 403 forbidden
		master POST */approve {"seat":VENICE,"approve":true} -> 409 conflict
		master POST */promote {"account":"WATCHER"} -> 200
		milan POST */promote {"account":"WATCHER"} -> 403 forbidden
		milan POST */eject {"seat":VENICE} -> 403 forbidden
		master POST */eject {} -> 422 invalid
		master POST */eject {"seat":VENICE} -> 200
		master POST */bot {"seat":VENICE,"bot":"condottiere"} -> 403 forbidden
		master PATCH */hosting {"bots":true} -> 200
		milan POST */bot {"seat":VENICE,"bot":"condottiere"} -> 403 forbidden
		master POST */bot {"seat":MILAN,"bot":"condottiere"} -> 409 conflict
		master POST */bot {"seat":VENICE,"bot":"genius"} -> 422 invalid
		master POST */bot {"seat":VENICE,"bot":"condottiere"} -> 200
		master POST */bot {"seat":VENICE,"bot":"none"} -> 200
		master POST */bot {"seat":VENICE,"bot":"random"} -> 200
		master POST */start {"bots":"random"} -> 409 conflict

		# coming and going
		stranger POST */join -> 409 conflict
		public POST */join -> 401 unauthorized
		milan PUT */successor {} -> 200
		milan PUT */successor {"name":"Nobody at all"} -> 422 invalid
		stranger PUT */successor {} -> 403 forbidden
		stranger POST */takeover {"seat":MILAN} -> 409 conflict
		stranger POST */takeover {"seat":VENICE} -> 200
		public POST */takeover -> 401 unauthorized
		stranger POST */preferences {"preferences":"IV"} -> 409 conflict
		naples POST */leave -> 200
		naples POST */leave -> 403 forbidden
		naples POST */watch -> 200
		naples POST */watch -> 409 conflict
		stranger POST */start -> 403 forbidden
		master POST */start -> 409 conflict
		public PUT */name {"name":"Ada"} -> 409 conflict
		milan POST */unstart -> 403 forbidden
		master POST */unstart -> 409 conflict
		milan POST */terminate -> 403 forbidden
		master POST */terminate -> 200
		master POST /games {"name":"Second","scenario":"A","hosting":{}} -> 201
		master POST /games {"name":"Second","scenario":"A","hosting":{}} -> 409 conflict
		milan POST /games {"name":"Ours","scenario":"A","variant":"A-4","hosting":{},"plays":true,"wishes":"VI"} -> 201
		milan POST /games/Ours/join -> 409 conflict
		milan POST /games/Ours/terminate -> 403 forbidden
		milan POST /games/Ours/start {"force":true} -> 200
		milan POST /games {"name":"Ours too","scenario":"A","hosting":{"manualStart":true},"plays":true} -> 422 invalid
		public POST /games {"name":"Third","scenario":"A","hosting":{}} -> 401 unauthorized
		public POST /games {"name":"Third","scenario":"Atlantis"} -> 422 invalid
		public POST /games {"name":"Third","scenario":"A","solitaire":true} -> 201
		public POST /games {"name":"From elsewhere","scenario":"A","phase":"fall 1386 orders","position":{"units":{"milan":["A Milan"],"venice":["F Venice"]},"treasuries":{"milan":7}}} -> 201
		master POST /games {"name":"From elsewhere","scenario":"A","phase":"fall 1386 orders","position":{"units":{"milan":["A Milan"]}},"hosting":{}} -> 201
		public POST /games {"name":"From elsewhere","scenario":"A","position":{"units":{"milan":["F Milan"]}}} -> 422 invalid
		public POST /games {"name":"From elsewhere","scenario":"A","phase":"yesterday","position":{}} -> 422 invalid
		milan POST /games/Second/join {"preferences":"IV"} -> 200
		milan POST /games/Second/preferences {"preferences":"VI"} -> 200
		milan POST /games/Second/preferences {"preferences":"QQ"} -> 422 invalid
		public GET /games/Second/position -> 409 conflict
		public GET /games/Second/phases -> 200
		public GET /games/Second/dice -> 409 conflict
		public GET /games/Second/map -> 409 conflict
		master POST /games/Second/start {"force":true} -> 200
		public POST /import {} -> 401 unauthorized
		master POST /import {} -> 422 invalid

		# people
		milan GET /me -> 200
		public GET /me -> 401 unauthorized
		milan PATCH /me {"zone":"Europe/Rome"} -> 200
		milan PATCH /me {"zone":"Atlantis/Capital"} -> 422 invalid
		milan PATCH /me {"letters":{"reminders":false,"waiting":true,"broadcasts":true,"plain":true}} -> 200
		milan PATCH /me {"letters":{"reminders":"no"}} -> 422 invalid
		milan PATCH /me {"openData":true} -> 200
		milan PATCH /me {"openData":"yes"} -> 422 invalid
		public PATCH /me {"openData":true} -> 401 unauthorized
		milan PATCH /me {"email":"dante@example.org"} -> 403 forbidden
		public POST /accounts {"name":"Elena","email":"elena@example.org"} -> 202
		public POST /accounts {"name":"Elena","email":"nowhere"} -> 422 invalid
		public POST /accounts/verify {"secret":"guess"} -> 401 unauthorized
		public POST /sessions/link {"email":"dante@example.org"} -> 202
		public POST /sessions/link {"email":"nowhere"} -> 422 invalid
		public POST /sessions {"email":"dante@example.org","password":"guess"} -> 401 unauthorized
		milan PUT /me/password {"password":"a long and winding road"} -> 403 forbidden
		session POST /me/addresses {"email":"dante2@example.org"} -> 202
		milan POST /me/addresses {"email":"ada2@example.org"} -> 403 forbidden
		session DELETE /me/addresses/dante2@example.org -> 200
		milan DELETE /me/addresses/ada2@example.org -> 403 forbidden
		# tournaments
		public GET /tournaments -> 200
		public GET /tournaments?before=tomorrow -> 422 invalid
		public GET /tournaments/none -> 404 not_found
		public POST /tournaments {"name":"Cup","scoring":"places","scenario":"A"} -> 401 unauthorized
		master POST /tournaments {"name":"Cup","scoring":"chess","scenario":"A"} -> 422 invalid
		master POST /tournaments {"name":"Cup","scoring":"points","scenario":"A"} -> 422 invalid
		milan PUT /tournaments/CUP/entry {} -> 404 not_found
		milan PATCH /tournaments/CUP {"about":"Mine."} -> 404 not_found
		master POST /tournaments/CUP/actions {"do":"announce"} -> 200
		milan POST /tournaments/CUP/actions {"do":"close"} -> 403 forbidden
		public PATCH /tournaments/CUP {"about":"Mine."} -> 401 unauthorized
		milan PATCH /tournaments/CUP {"about":"Mine."} -> 403 forbidden
		master PATCH /tournaments/CUP {"scoring":"points"} -> 422 invalid
		master PATCH /tournaments/CUP {"best":30} -> 422 invalid
		master PATCH /tournaments/CUP {"about":"Bring a dagger.","best":2,"hosting":{"press":{"none":false}}} -> 200
		milan PUT /tournaments/CUP/entry {"reserve":true} -> 200
		milan PUT /tournaments/CUP/entry {} -> 200
		public PUT /tournaments/CUP/entry {} -> 401 unauthorized
		venice PUT /tournaments/CUP/entry {} -> 200
		florence PUT /tournaments/CUP/entry {} -> 200
		naples PUT /tournaments/CUP/entry {} -> 200
		watcher PUT /tournaments/CUP/entry {"reserve":true} -> 200
		milan PUT /tournaments/CUP/confirmation {"plays":true} -> 409 conflict
		public PUT /tournaments/CUP/confirmation {"plays":true} -> 401 unauthorized
		milan POST /tournaments/CUP/rounds {"all":true} -> 403 forbidden
		master POST /tournaments/CUP/rounds {} -> 422 invalid
		master POST /tournaments/CUP/rounds {"all":true,"starts":"STARTS"} -> 200
		watcher PUT /tournaments/CUP/confirmation {"plays":true} -> 200
		master POST /tournaments/CUP/actions {"do":"seed"} -> 200
		master PATCH /tournaments/CUP {"best":1} -> 409 conflict
		master PATCH /tournaments/CUP {"about":"Bring two."} -> 200
		milan POST /tournaments/CUP/replacements {"name":"SOMEBODY","by":"OBSERVING"} -> 403 forbidden
		master POST /tournaments/CUP/replacements {"name":"SOMEBODY","by":"Nobody"} -> 404 not_found
		master POST /tournaments/CUP/replacements {"name":"SOMEBODY","by":"OBSERVING"} -> 200
		master POST /tournaments/CUP/actions {"do":"start"} -> 200
		master POST /tournaments/CUP/actions {"do":"cancelRound"} -> 409 conflict
		master POST /tournaments/CUP/extensions {"minutes":0} -> 422
		master POST /tournaments/CUP/extensions {"minutes":5} -> 200
		master POST /tournaments/CUP/actions {"do":"endRound"} -> 200
		milan DELETE /tournaments/CUP/entrants/OBSERVING -> 403 forbidden
		master DELETE /tournaments/CUP/entrants/Nobody -> 404 not_found
		master DELETE /tournaments/CUP/entrants/OBSERVING -> 200
		milan PUT /tournaments/CUP/entrants/OUTSIDE {} -> 403 forbidden
		master PUT /tournaments/CUP/entrants/OUTSIDE {} -> 200
		master DELETE /tournaments/CUP/entrants/OUTSIDE -> 200
		milan PUT /tournaments/CUP/organisers/SOMEBODY -> 403 forbidden
		master PUT /tournaments/CUP/organisers/SOMEBODY -> 200
		milan DELETE /tournaments/CUP/entry -> 200
		milan DELETE /tournaments/CUP/entry -> 409 conflict
		public DELETE /tournaments/CUP/entry -> 401 unauthorized
		master POST /tournaments/CUP/actions {"do":"end"} -> 200
		public GET /tournaments/CUP -> 200

		milan GET /me/invitations -> 200
		public GET /me/invitations -> 401 unauthorized
		milan POST /me/invitations/THEGAME {"accept":true} -> 409 conflict
		milan POST /me/invitations/THEGAME {"accept":false} -> 404 not_found
		master GET */invitations -> 200
		milan GET */invitations -> 403 forbidden
		master PUT */invitations/Nobody -> 409 conflict
		milan PUT */invitations/Nobody -> 403 forbidden
		master DELETE */invitations/Nobody -> 404 not_found
		milan DELETE */invitations/Nobody -> 403 forbidden
		master POST */links {"uses":1} -> 409 conflict
		master POST */links {"uses":-1} -> 422 invalid
		milan POST */links -> 403 forbidden
		master DELETE */links/nothing -> 404 not_found
		public GET /invitations/nothing -> 404 not_found
		milan POST /invitations/nothing -> 404 not_found
		public POST /invitations/nothing -> 401 unauthorized
		milan POST */rematch -> 409 conflict
		public POST */rematch -> 401 unauthorized
		milan GET /me/friends -> 200
		public GET /me/friends -> 401 unauthorized
		milan PUT /me/friends/SOMEBODY -> 200
		milan PUT /me/friends/SOMEBODY -> 409 conflict
		milan DELETE /me/friends/SOMEBODY -> 200
		milan DELETE /me/friends/SOMEBODY -> 404 not_found
		milan PUT /me/followed/THEGAME {"notices":true} -> 200
		milan GET /me/followed -> 200
		public GET /me/followed -> 401 unauthorized
		milan DELETE /me/followed/THEGAME -> 200
		milan DELETE /me/followed/THEGAME -> 404 not_found
		milan PUT /me/followed/nothing -> 404 not_found
		milan GET /me/mutes -> 200
		public GET /me/mutes -> 401 unauthorized
		milan PUT /me/mutes/Nobody {"block":true} -> 404 not_found
		milan DELETE /me/mutes/Nobody -> 404 not_found
		milan PUT /me/mutes/SOMEBODY {} -> 200
		milan DELETE /me/mutes/SOMEBODY -> 200
		milan PUT */mutes/0 {"mute":true} -> 200
		public PUT */mutes/0 {"mute":true} -> 401 unauthorized
		milan POST /reports {"kind":"game","game":"THEGAME","reason":"spam"} -> 200
		milan POST /reports {"kind":"name","name":"Nobody","reason":"spam"} -> 404 not_found
		milan GET /me/queue -> 200
		public GET /me/queue -> 401 unauthorized
		milan POST /me/queue/renew -> 409 conflict
		milan PUT /me/queue {"paces":["evening"],"least":5} -> 200
		milan PUT /me/queue {"editions":["monopoly"]} -> 422 invalid
		public PUT /me/queue {} -> 401 unauthorized
		milan POST /me/queue/renew -> 200
		public POST /me/queue/renew -> 401 unauthorized
		milan DELETE /me/queue -> 200
		milan DELETE /me/queue -> 409 conflict
		public DELETE /me/queue -> 401 unauthorized
		milan GET */muster -> 404 not_found
		milan POST */confirm -> 409 conflict
		public POST */confirm -> 401 unauthorized
		milan POST */decline -> 409 conflict
		public POST */decline -> 401 unauthorized
		milan POST */muster/extend {"minutes":60} -> 403 forbidden
		master POST */muster/extend {"minutes":60} -> 409 conflict
		milan GET /me/reports -> 200
		public GET /me/reports -> 401 unauthorized
		milan GET /me/sanctions -> 200
		public GET /me/sanctions -> 401 unauthorized
		milan POST /me/sanctions/acknowledge -> 200
		public POST /me/sanctions/acknowledge -> 401 unauthorized
		milan POST /me/sanctions/none/appeal {"text":"No."} -> 409 conflict
		public POST /me/sanctions/none/appeal {"text":"No."} -> 401 unauthorized
		milan GET */comments -> 200
		milan POST */comments {"phase":1,"text":"Too soon"} -> 409 conflict
		public GET */comments?phase=-1 -> 422 invalid
		milan PUT */comments/1 {"text":"Nothing"} -> 409 conflict
		milan DELETE */comments/1 -> 404 not_found
		master PUT */comments/1/hidden {"hidden":true} -> 409 conflict
		milan GET /me/vacation -> 404 not_found
		milan PUT /me/vacation {"start":"2000-01-01T00:00:00Z","end":"2000-01-02T00:00:00Z"} -> 422 invalid
		milan PUT /me/vacation {"start":"2026-02-01T00:00:00Z","end":"2026-02-04T00:00:00Z"} -> 200
		milan GET /me/vacation -> 200
		milan DELETE /me/vacation -> 200
		milan DELETE /me/vacation -> 404 not_found
		public PUT /me/vacation {"start":"2026-02-01T00:00:00Z","end":"2026-02-04T00:00:00Z"} -> 401 unauthorized
		ada GET /me/data -> 200
		milan GET /me/data -> 403 forbidden
		public GET /me/data -> 401 unauthorized
		session GET /me/tokens -> 200
		public GET /me/tokens -> 401 unauthorized
		session POST /me/tokens {"label":"my bot"} -> 200
		milan POST /me/tokens {"label":"my bot"} -> 403 forbidden
		ada DELETE /me/tokens/77 -> 404 not_found
		milan DELETE /me/tokens/77 -> 403 forbidden
		ada GET /me/access -> 200
		milan GET /me/access -> 403 forbidden
		ada DELETE /me/access/key/77 -> 404 not_found
		milan POST /me/access/end {} -> 403 forbidden
		milan POST /me/programs {"key":"KEY"} -> 403 forbidden
		session POST /me/programs {"key":"nonsense"} -> 403 forbidden
		session POST /me/programs {"key":"KEY"} -> 200
		session GET /me/programs -> 200
		public GET /me/programs -> 401 unauthorized
		milan DELETE /me/programs/ROBOT -> 403 forbidden
		session DELETE /me/programs/ROBOT -> 200
		public GET /ratings -> 200
		public GET /ratings?edition=nonsense -> 404 not_found
		public GET /players/Dante -> 200
		public GET /players/Nobody -> 404 not_found
		milan GET /me/hooks -> 200
		public GET /me/hooks -> 401 unauthorized
		milan GET /me/comments?skip=1&limit=5 -> 200
		milan GET /me/comments?limit=0 -> 422 invalid
		public GET /me/comments -> 401 unauthorized
		ada POST /me/hooks {"url":"https://example.org/hook","kinds":["result"]} -> 200
		ada POST /me/hooks {"url":"ftp://example.org/hook"} -> 422 invalid
		ada PATCH /me/hooks/77 {"events":["late"]} -> 404 not_found
		ada DELETE /me/hooks/77 -> 404 not_found
		milan DELETE /me/hooks/77 -> 403 forbidden
		public DELETE /sessions/current -> 401 unauthorized
		public GET /events -> 401 unauthorized
	`))
	x.listen(x.public(), "?game="+x.id).want("state")
	x.rest(t, who)
	x.afterwards(t, who)
	x.alone(t, who)
	eve := h.person("Eve")
	op := h.Person("Podestaria")
	h.Must(h.Users.SetOperator(ctx, op.ID, true))
	h.Must(h.Safety.Report(ctx, h.Person("Ugo").ID, safety.NewReport{Kind: game.NameReport, Name: "Eve", Reason: game.Spam}))
	open, _, err := h.Safety.Reports(ctx, op.ID)
	h.Must(err)
	for _, f := range open {
		if f.AboutName == "Eve" {
			h.Must(h.Safety.Decide(ctx, op.ID, f.ID, safety.Decision{Verdict: game.Warned}))
		}
	}
	imposed := eve.get("/me/sanctions").want(http.StatusOK).str("items.0.id")
	eve.post("/me/sanctions/"+imposed+"/appeal", map[string]any{"text": "It is my name."}).want(http.StatusOK)
	if a := eve.get("/me/sanctions").want(http.StatusOK); a.str("items.0.appealed") == "" || a.str("items.0.about") != "the name Eve" {
		t.Errorf("the sanction is %s", a.body)
	}
	browser := eve.session()
	browser.delete("/me/access/key/" + account.HashSecret(eve.token)).want(http.StatusOK)
	eve.get("/me").want(http.StatusUnauthorized)
	browser.post("/me/access/end", map[string]any{}).want(http.StatusOK)
	if all := browser.get("/me/access").want(http.StatusOK); all.str("items.0.kind") != "session" || all.str("items.1.kind") != "address" || all.at("items.2") != nil {
		t.Errorf("what is left: %s", all.body)
	}
	for _, item := range described.doc.Paths.Map() {
		for _, op := range item.Operations() {
			if !h.done[op.OperationID] {
				t.Errorf("%s never succeeded: add a request here that does", op.OperationID)
			}
			if !h.refused[op.OperationID] {
				t.Errorf("%s was never refused: add a request here that is", op.OperationID)
			}
		}
	}
	if *updateExamples {
		h.writeExamples(t)
	}
}

// afterwards calls the operations for a game that is over.
func (x *hosted) afterwards(t *testing.T, who map[string]*guest) {
	t.Helper()
	y := *x
	y.id = x.master.post("/games", map[string]any{"name": "Over", "scenario": "A", "variant": "A-4", "hosting": map[string]any{"listed": true}}).want(http.StatusCreated).str("id")
	for _, p := range x.players {
		y.at(p).post("/join", nil).want(http.StatusOK)
	}
	for _, p := range x.players {
		y.at(p).put("/vote", map[string]any{"draw": true}).want(http.StatusOK)
	}
	y.script(t, who, `
		public POST */comments {"phase":1,"text":"I watched"} -> 401 unauthorized
		milan POST */comments {"phase":9,"text":"Too far"} -> 404 not_found
		milan POST */comments {"phase":1,"text":"Well played"} -> 200
		venice PUT */comments/1 {"text":"Badly played"} -> 403 forbidden
		milan PUT */comments/1 {"text":"Very well played"} -> 200
		public GET */comments -> 200
		venice PUT */comments/1/hidden {"hidden":true} -> 403 forbidden
		master PUT */comments/1/hidden {"hidden":true} -> 200
		venice DELETE */comments/1 -> 404 not_found
		milan DELETE */comments/1 -> 200
		milan GET */analysis -> 200
		milan GET */hint -> 409 conflict
	`)
}

// alone calls the operations for a game against computer players.
func (x *hosted) alone(t *testing.T, who map[string]*guest) {
	t.Helper()
	y := *x
	y.id = x.master.post("/games", map[string]any{"name": "Alone", "scenario": "A", "variant": "A-4", "hosting": map[string]any{"bots": true}}).want(http.StatusCreated).str("id")
	y.script(t, who, `
		milan POST */join {} -> 200
		master POST */start {"bots":"easy"} -> 200
		venice GET */hint -> 403 forbidden
		milan GET */hint -> 200
	`)
}

// together invites people to a game, by name and by link.
func (x *hosted) together(t *testing.T, who map[string]*guest) {
	t.Helper()
	id := x.master.post("/games", map[string]any{"name": "Palle", "scenario": "A", "variant": "A-4", "hosting": map[string]any{"invitedOnly": true}}).want(http.StatusCreated).str("id")
	y := &hosted{house: x.house, id: id, master: x.master}
	milan, venice, naples := who["milan"], who["venice"], who["naples"]
	y.at(milan).post("/join", nil).want(http.StatusForbidden)
	for _, g := range []*guest{milan, naples} {
		y.at(x.master).put("/invitations/"+g.name, nil).want(http.StatusOK)
	}
	x.master.delete("/games/" + id + "/invitations/" + naples.name).want(http.StatusOK)
	naples.post("/me/invitations/"+id, map[string]any{"accept": true}).want(http.StatusNotFound)
	if a := milan.get("/me/invitations").want(http.StatusOK); a.str("items.0.game") != id || a.str("items.0.host") != x.master.name {
		t.Errorf("invitations: %s", a.body)
	}
	milan.post("/me/invitations/"+id, map[string]any{"accept": false}).want(http.StatusOK)
	milan.post("/me/invitations/"+id, map[string]any{"accept": true, "preferences": "V"}).want(http.StatusOK)
	link := y.at(x.master).post("/links", map[string]any{"uses": 1, "hours": 2}).want(http.StatusOK)
	if a := x.public().get("/invitations/" + link.str("key")).want(http.StatusOK); a.str("game") != id || a.str("why") != "" {
		t.Errorf("the link is for %s", a.body)
	}
	if a := venice.post("/invitations/"+link.str("key"),
		map[string]any{"preferences": "V"}).want(http.StatusOK); a.str("id") != id {
		t.Errorf("joined %s", a.body)
	}
	naples.post("/invitations/"+link.str("key"), nil).want(http.StatusConflict)
	x.master.delete("/games/" + id + "/links/" + link.str("id")).want(http.StatusOK)
	if a := x.public().get("/invitations/" + link.str("key")).want(http.StatusOK); !strings.Contains(a.str("why"), "withdrawn") {
		t.Errorf("a link that was withdrawn: %s", a.body)
	}
	if a := y.at(x.master).get("/invitations").want(http.StatusOK); a.num("links.0.used") != 1 || a.at("links.0.works") != false {
		t.Errorf("invitations: %s", a.body)
	}
}

// rest calls the operations that need secrets from e-mails, or answers to earlier requests.
func (x *hosted) rest(t *testing.T, who map[string]*guest) {
	t.Helper()
	p := who["public"]
	p.post("/accounts/verify", map[string]any{"secret": x.mail.Secret("elena@example.org")}).want(http.StatusOK)
	link := p.post("/sessions", map[string]any{"secret": x.mail.Secret("dante@example.org")}).want(http.StatusCreated)
	dante := &guest{house: x.house, name: "dante", token: link.str("token")}
	dante.put("/me/password", map[string]any{"password": "a long and winding road"}).want(http.StatusNoContent)
	dante.get("/me").want(http.StatusUnauthorized) // a new password ends all sessions
	in := p.post("/sessions", map[string]any{"email": "dante@example.org", "password": "a long and winding road"}).want(http.StatusCreated)
	dante.token = in.str("token")
	dante.put("/me/password", map[string]any{"password": "another winding road"}).want(http.StatusForbidden)
	made := dante.post("/me/tokens", map[string]any{"label": "bot", "days": 1}).want(http.StatusOK)
	tokens := dante.get("/me/tokens").want(http.StatusOK)
	for i := range tokens.at("items").([]any) {
		if tokens.str(fmt.Sprintf("items.%d.label", i)) == "bot" {
			dante.delete("/me/tokens/" + tokens.str(fmt.Sprintf("items.%d.id", i))).want(http.StatusOK)
		}
	}
	(&guest{house: x.house, name: "bot", token: made.str("token")}).get("/me").want(http.StatusUnauthorized, "unauthorized")
	dante.delete("/sessions/current").want(http.StatusNoContent)
	dante.get("/me").want(http.StatusUnauthorized)
	first, second := who["session"].account, who["session"].session()
	who["stranger"].delete("/sessions").want(http.StatusForbidden) // a program cannot end sessions
	second.delete("/sessions").want(http.StatusOK)
	second.get("/me").want(http.StatusUnauthorized)
	if all, err := x.judge.Users.Tokens(ctx, first); err != nil || slices.ContainsFunc(all, func(t game.Token) bool { return t.Kind == game.SessionToken || t.Kind == game.LoginToken }) {
		t.Errorf("sessions are left: %v, %v", all, err)
	}
	who["stranger"].get("/me").want(http.StatusOK)

	hooks := who["milan"].get("/me/hooks")
	if hooks.str("items.0.secret") != "" {
		t.Error("the list of hooks contains their secrets")
	}
	who["milan"].session().do(http.MethodPatch, "/me/hooks/"+hooks.str("items.0.id"), map[string]any{"events": []string{"resolved"}}).want(http.StatusOK)
	who["milan"].session().delete("/me/hooks/" + hooks.str("items.0.id")).want(http.StatusOK)

	links := p.post("/games", map[string]any{"name": "By links", "scenario": "A", "variant": "A-4", "pace": 3600}).want(http.StatusCreated)
	id := links.str("id")
	master, player := x.keyed(id, links.str("keys.master")), x.keyed(id, links.str("keys.seats.0"))
	player.put("/games/"+id+"/name", map[string]any{"name": "Ada"}).want(http.StatusOK)
	player.get("/games/nosuchgame/proposals").want(http.StatusNotFound)
	offered := 0
	for seat := range 4 {
		from := x.keyed(id, links.str(fmt.Sprint("keys.seats.", seat)))
		for _, power := range []string{"Venice", "Naples"} { // a power cannot propose to itself
			offer := from.post("/games/"+id+"/proposals", map[string]any{"line": "peace to " + power, "note": "Gladly."})
			if offer.str("state") != "waiting" {
				continue
			}
			offered++
			path := fmt.Sprint("/games/", id, "/proposals/", offer.num("number"))
			answers := 0
			for other := range 4 {
				if other == seat {
					continue
				}
				to := x.keyed(id, links.str(fmt.Sprint("keys.seats.", other)))
				if got := to.get("/games/" + id + "/proposals").want(http.StatusOK); strings.Contains(string(got.body), `"accept"`) {
					answers++
					if a := to.put(path, map[string]any{"act": "accept"}).want(http.StatusOK); a.str("state") != "in force" || a.str("terms.kind") != "peace" {
						t.Errorf("accepted: %s", a.body)
					}
				} else {
					to.put(path, map[string]any{"act": "accept"}).want(http.StatusNotFound)
				}
			}
			if answers != 1 {
				t.Errorf("%d seats can accept a proposal to %s", answers, power)
			}
		}
	}
	if offered == 0 {
		t.Error("nobody can propose anything")
	}
	master.delete("/games/" + id + "/times").want(http.StatusOK)
	master.put("/games/"+id+"/times", map[string]any{"deadline": x.clock.Now().Add(time.Hour)}).want(http.StatusOK)
	master.put("/games/"+id+"/times", map[string]any{"grace": x.clock.Now().Add(2 * time.Hour)}).want(http.StatusOK)
	master.post("/games/"+id+"/start", nil).want(http.StatusConflict)

	approval := x.master.post("/games", map[string]any{"name": "With approval", "scenario": "A", "variant": "A-2", "hosting": map[string]any{
		"approval": true, "press": map[string]any{"watchAll": true, "observers": "any"},
	}}).want(http.StatusCreated).str("id")
	x.together(t, who)
	y := &hosted{house: x.house, id: approval, master: x.master}
	for _, name := range []string{"milan", "florence"} {
		y.at(who[name]).post("/join", map[string]any{"preferences": "LI"}).want(http.StatusOK)
	}
	if a := y.at(x.master).post("/unstart", nil).want(http.StatusOK); a.str("status") != "forming" {
		t.Errorf("after its start was taken back the game is %s", a.str("status"))
	}
	y.at(x.master).post("/start", nil).want(http.StatusOK)
	y.at(who["watcher"]).post("/watch", nil).want(http.StatusOK)
	y.at(who["watcher"]).put("/copies", map[string]any{"copies": true}).want(http.StatusOK)
	seat := y.at(who["milan"]).get("").num("you.seat")
	y.at(who["milan"]).post("/leave", nil).want(http.StatusOK)
	y.at(who["venice"]).post("/takeover", map[string]any{"seat": seat}).want(http.StatusOK)
	y.at(x.master).post("/approve", map[string]any{"seat": seat, "approve": true}).want(http.StatusOK)

	mustered := x.master.post("/games", map[string]any{"name": "With a muster", "scenario": "A", "variant": "A-2", "hosting": map[string]any{"muster": true}}).want(http.StatusCreated).str("id")
	z := &hosted{house: x.house, id: mustered, master: x.master}
	for _, name := range []string{"milan", "florence"} {
		z.at(who[name]).post("/join", nil).want(http.StatusOK)
	}
	z.at(x.master).post("/muster/extend", map[string]any{"minutes": 60}).want(http.StatusOK)
	if a := z.at(who["milan"]).get("/muster").want(http.StatusOK); a.num("asked") != 2 || a.num("confirmed") != 0 {
		t.Errorf("the muster is %s", a.body)
	}
	z.at(who["milan"]).post("/confirm", nil).want(http.StatusOK)
	z.at(who["milan"]).post("/confirm", nil).want(http.StatusConflict, "conflict")
	z.at(who["florence"]).post("/decline", nil).want(http.StatusOK)

	y.at(who["florence"]).put("/open-letters", map[string]any{"agree": true}).want(http.StatusConflict) // the game is not over
	for _, name := range []string{"venice", "florence"} {
		y.at(who[name]).put("/vote", map[string]any{"draw": true}).want(http.StatusOK)
		if name == "venice" { // a stranger sees that there is a vote, but not whose it is
			a := x.public().get("/games/" + approval + "/votes").want(http.StatusOK)
			if got := string(a.body); !strings.Contains(got, `"items":[{"draw":true,"for":1,"of":2}]`) {
				t.Errorf("votes are reported as %s", got)
			}
		}
	}
	y.at(who["watcher"]).put("/open-letters", map[string]any{"agree": true}).want(http.StatusForbidden)
	y.at(who["venice"]).put("/open-letters", map[string]any{"agree": true}).want(http.StatusOK)
	if a := y.at(who["florence"]).get("/open-letters").want(http.StatusOK); a.num("agreed") != 1 || a.num("of") != 2 {
		t.Errorf("one of two agrees to open the letters: %s", a.body)
	}
	y.at(who["milan"]).get("/open-letters").want(http.StatusOK)
	(&hosted{house: x.house, id: "nosuchgame", master: x.master}).at(who["milan"]).get("/open-letters").want(http.StatusNotFound)
	y.at(who["florence"]).post("/rematch", nil).want(http.StatusOK)
	y.at(who["venice"]).post("/rematch", nil).want(http.StatusConflict)

	own := who["milan"].post("/games", map[string]any{"name": "Ours alone", "scenario": "A", "variant": "A-4", "hosting": map[string]any{}, "plays": true}).want(http.StatusCreated)
	ours := &hosted{house: x.house, id: own.str("id"), master: x.master}
	ours.at(who["milan"]).get("/motions").want(http.StatusOK)
	ours.at(who["milan"]).post("/start", map[string]any{"force": true}).want(http.StatusOK)
	ours.at(who["venice"]).put("/motions/pause", map[string]any{"agree": true}).want(http.StatusForbidden)
	// the caller is the only human player
	ours.at(who["milan"]).put("/motions/pause", map[string]any{"agree": true}).want(http.StatusOK)
	if now := ours.at(who["milan"]).get("").want(http.StatusOK); now.str("status") != "paused" {
		t.Errorf("all have agreed to pause: %s", now.body)
	}
	(&hosted{house: x.house, id: "nosuchgame", master: x.master}).at(who["milan"]).get("/motions").want(http.StatusNotFound)

	moved := y.at(x.master).get("/export").want(http.StatusOK)
	x.master.post("/import", moved.body).want(http.StatusConflict) // the game already exists here
	other := open(t)
	keeper := other.person("Bianca")
	keeper.post("/import", moved.body).want(http.StatusCreated)
	x.done["importGame"], x.examples["importGame"] = true, other.examples["importGame"]
}

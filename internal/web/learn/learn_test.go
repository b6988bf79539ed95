package learn

import (
	"cmp"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"podesta/internal/learn"
	"podesta/internal/tableview"
	"podesta/internal/web/page/pagetest"
	"podesta/internal/words"
)

// TestLessons goes through every exercise without a script: the page, a wrong
// order, the answer, the map, the next step.
func TestLessons(t *testing.T) {
	t.Parallel()
	b := pagetest.Open(t, New)
	b.Get("/learn").Has(t, http.StatusOK, "You win", "You lose", "Begin the course", "Two against one", "A sortie", "Florence", "Play now", "Play a first game")
	all := learn.First()
	for _, topic := range learn.Practice() {
		all = append(all, topic.Exercises...)
	}
	for _, x := range all {
		t.Run(x.ID, func(t *testing.T) {
			at := "/learn/" + x.ID
			p := b.Get(at)
			p.Has(t, http.StatusOK, x.Title, x.Goal)
			if len(p.Find("outcome")) > 0 {
				t.Error("there is an outcome before anything is ordered")
			}
			if strings.Contains(p.Body, "placeholder=") {
				t.Error("the empty box contains an order, which may be the answer or a fatal one")
			}
			field := "orders-" + x.Position.Setting.Powers[x.You].ID
			wrong := b.Post(at, url.Values{field: {x.Wrong[0]}})
			wrong.Has(t, http.StatusOK, "Not yet", "Step by step")
			if group, n, _, next := x.Place(); next != nil && !strings.Contains(wrong.Body, "data-skip") {
				t.Errorf("number %d of %s cannot be skipped after a wrong answer", n, group.ID)
			}
			if wrong.Value(field) != x.Wrong[0] {
				t.Errorf("what was written is lost: %q", wrong.Value(field))
			}
			done := b.Post(at, url.Values{field: {strings.ReplaceAll(x.Answers[0].Orders, "\n", "\r\n")}})
			done.Has(t, http.StatusOK, "Done", "Step by step")
			if !strings.Contains(done.Body, "data-solved") {
				t.Error("the page does not mark the exercise as done for the script")
			}
			if len(x.Answers) > 1 && !strings.Contains(done.Body, "Another way") {
				t.Error("the other answer is not shown")
			}
			if shown := b.Get(at + "?show=1"); shown.Value(field) != x.Answers[0].Orders {
				t.Errorf("shown: %q", shown.Value(field))
			}
			for _, of := range []*pagetest.Page{wrong, done} {
				film := pagetest.Attr(of.Find("outcome")[0], "data-playback")
				if f := b.Get(film); f.Status != http.StatusOK || !strings.Contains(f.Body, `"frames":[{`) {
					t.Errorf("%s: %d", film, f.Status)
				}
			}
			for _, img := range done.Find("map") {
				m := b.Get(pagetest.Attr(img, "src"))
				if m.Status != http.StatusOK || !strings.Contains(m.Body, "<svg") {
					t.Errorf("%s: %d", pagetest.Attr(img, "src"), m.Status)
				}
			}
		})
	}
}

// TestLessonsInEveryLanguage opens every lesson and every phase of the
// introductory game in every language, before and after its orders, and finds
// no English prose.
func TestLessonsInEveryLanguage(t *testing.T) {
	t.Parallel()
	b := pagetest.Open(t, New)
	for _, c := range words.All()[1:] {
		b.Language = c.Tag
		look := func(at string, wanted string, prose []string) {
			body := html.UnescapeString(b.Get(at).Body)
			if !strings.Contains(body, c.T(wanted)) {
				t.Errorf("%s, %s: %q is missing", c.Tag, at, c.T(wanted))
			}
			for _, text := range prose {
				if c.T(text) == text || strings.Contains(body, text) {
					t.Errorf("%s, %s: English: %q", c.Tag, at, text)
				}
			}
		}
		for _, topic := range slices.Concat(learn.Course(), learn.Practice()) {
			for _, x := range topic.Exercises {
				prose := x.Prose()
				look("/learn/"+x.ID, x.Hint, prose)
				look("/learn/"+x.ID+"?o="+url.QueryEscape(x.Wrong[0]), x.Goal, prose)
				look("/learn/"+x.ID+"?o="+url.QueryEscape(x.Answers[0].Orders), cmp.Or(x.After, x.Hint), prose)
			}
		}
		g := learn.Introduction()
		for i := range g.Phases {
			ph := &g.Phases[i]
			for _, p := range g.Powers {
				at := "/learn/game/" + ph.Position.Setting.Powers[p].ID + "/" + strconv.Itoa(i+1)
				look(at, ph.About, ph.Prose())
				look(at+"?printed=1", ph.Decided, ph.Prose())
			}
		}
	}
}

// TestLessonsByClicks checks that every line which a lesson of the course teaches
// is among the clicks that its page offers, and that each lesson leads to the next.
func TestLessonsByClicks(t *testing.T) {
	t.Parallel()
	b := pagetest.Open(t, New)
	all := learn.First()
	if len(all) < 20 {
		t.Errorf("the course has %d lessons", len(all))
	}
	table := regexp.MustCompile(`data-table="([^"]+)"`)
	expense := regexp.MustCompile(`^e[1-4]: (?:\d+ )?(.*)$`)
	for i, x := range all {
		at := "/learn/" + x.ID
		found := table.FindStringSubmatch(b.Get(at).Body)
		if found == nil {
			t.Errorf("%s: the page has no table", x.ID)
			continue
		}
		var data tableview.Table
		if err := json.Unmarshal([]byte(b.Get(html.UnescapeString(found[1])).Body), &data); err != nil || len(data.Hands) != 1 {
			t.Errorf("%s: %d hands, %v", x.ID, len(data.Hands), err)
			continue
		}
		hand, clicks := data.Hands[0], map[string]bool{}
		for _, u := range hand.Units {
			for _, c := range u.Orders {
				clicks[strings.ToLower(c.Text)] = true
			}
		}
		if hand.Money != nil {
			for _, e := range hand.Money.Expenses {
				clicks[strings.ToLower(e.Text)] = true
			}
		}
		if hand.Winter != nil {
			for _, u := range hand.Winter.Units {
				clicks[strings.ToLower(u.Keep)] = true
			}
			for _, c := range hand.Winter.Builds {
				clicks[strings.ToLower(c.Text)] = true
			}
		}
		answer := x.Answers[0].Orders
		for line := range strings.Lines(answer) {
			line = strings.ToLower(strings.TrimSpace(line))
			if m := expense.FindStringSubmatch(line); m != nil {
				line = m[1]
			}
			if !clicks[line] {
				t.Errorf("%s: no click writes %q", x.ID, line)
			}
		}
		done := b.Post(at, url.Values{hand.Field: {answer}})
		if next := strings.Contains(done.Body, "data-next"); next != (i < len(all)-1) {
			t.Errorf("%s: the page leads to a next lesson: %t", x.ID, next)
		}
	}
}

// TestLessonCheck sends a text to the check, as the script does while a reader types, and
// expects the answer of a game's check.
func TestLessonCheck(t *testing.T) {
	t.Parallel()
	b := pagetest.Open(t, New)
	for at, want := range map[string]string{
		"/learn/first-support":    "milan",
		"/learn/game/florence/1":  "florence",
		"/learn/empty-slot":       "milan",
		"/learn/change-of-mind":   "milan",
		"/learn/game/florence/10": "",
	} {
		p := b.Post(at+"/check", url.Values{"orders-" + want: {"A Milan - Cremona\nA Nowhere - Milan"}})
		if want == "" {
			p.Has(t, http.StatusNotFound)
			continue
		}
		var answer struct {
			Boxes map[string]struct {
				Lines []struct {
					Line int
					OK   bool
				}
				Report, Units string
			}
		}
		if err := json.Unmarshal([]byte(p.Body), &answer); err != nil {
			t.Fatalf("%s: %v: %s", at, err, p.Body)
		}
		box := answer.Boxes[want]
		if len(box.Lines) != 2 || box.Lines[0].Line != 1 || box.Lines[1].OK || box.Report == "" || box.Units == "" {
			t.Errorf("%s: %+v", at, answer)
		}
	}
}

// TestIntroductoryLesson plays Florence in the introductory game: with its own
// orders, with the printed ones, and through phases without orders.
func TestIntroductoryLesson(t *testing.T) {
	t.Parallel()
	b := pagetest.Open(t, New)
	at := "/learn/game/florence/1"
	b.Get(at).Has(t, http.StatusOK, "You are", "Florence", "Show what they did")
	b.Get(at+"?printed=1").Has(t, http.StatusOK, "The printed game", "Army Florence advances to Bologna", "drives the Milanese army out")
	own := b.Post(at, url.Values{"orders-florence": {"A Florence - Bologna"}})
	own.Has(t, http.StatusOK, "Your orders", "The printed game", "Bounced, 1 against 1")
	b.Get("/learn/game/florence/2").Has(t, http.StatusOK, "Florence had nothing to order", "The army goes to Modena")
	for n := 1; n <= 9; n++ {
		for _, who := range []string{"milan", "venice", "naples", "florence"} {
			page := "/learn/game/" + who + "/" + string(rune('0'+n))
			b.Get(page).Has(t, http.StatusOK)
			p := b.Get(page + "?printed=1")
			p.Has(t, http.StatusOK, "The printed game")
			if n == 9 {
				p.Has(t, http.StatusOK, "The game is over")
			}
			if m := b.Get(page + "/map.svg?printed=1"); m.Status != http.StatusOK {
				t.Errorf("%s: the map: %d", page, m.Status)
			}
		}
	}
	for _, bad := range []string{"/learn/game/florence/0", "/learn/game/florence/x", "/learn/game/france/1", "/learn/game/turks/1"} {
		b.Get(bad).Has(t, http.StatusNotFound)
	}
}

// TestLessonsRefuse requests lessons that do not exist, and sends texts that
// are too long.
func TestLessonsRefuse(t *testing.T) {
	t.Parallel()
	b := pagetest.Open(t, New)
	b.Get("/learn/nothing").Has(t, http.StatusNotFound, "There is no such lesson")
	b.Post("/learn/nothing", url.Values{}).Has(t, http.StatusNotFound)
	long := strings.Repeat("A Pavia - Milan\n", 400)
	b.Post("/learn/first-step", url.Values{"orders-milan": {long}}).Has(t, http.StatusRequestEntityTooLarge, "text is too long")
	b.Get("/learn/first-step?o="+url.QueryEscape(long)).Has(t, http.StatusRequestEntityTooLarge)
	b.Get("/learn/first-step/map.svg?o="+url.QueryEscape(long)).Has(t, http.StatusRequestEntityTooLarge)
	script := b.Post("/learn/first-step", url.Values{"orders-milan": {`<script>alert(1)</script>`}})
	script.Has(t, http.StatusOK, "Not yet")
	if strings.Contains(script.Body, "<script>alert") {
		t.Error("a script was written into the page")
	}
	b.Post("/learn/first-step", url.Values{}).Has(t, http.StatusOK, "Not yet", "Without an order")
}

// TestLessonMapShowsResults checks that after orders the map shows all results, including the
// results of the other powers, and a broken arrow for a failed move.
func TestLessonMapShowsResults(t *testing.T) {
	t.Parallel()
	b := pagetest.Open(t, New)
	for _, x := range []struct{ lesson, orders, has string }{
		{"first-bounce", "A Modena - Mantua", "m-q8"}, // the Venetians move
		{"first-support", "A Milan - Cremona", "r-bounced"},
		{"first-retreat", "A Bologna - Ferrara", "m-out2"}, // both armies are lost
	} {
		p := b.Post("/learn/"+x.lesson, url.Values{"orders-milan": {x.orders}})
		p.Has(t, http.StatusOK, "Not yet", "What happened: solid arrows succeeded, broken ones failed.")
		src := pagetest.Attr(p.Find("map")[0], "src")
		_, orders, _ := strings.Cut(b.Get(src).Body, `<g id="orders"`)
		if !strings.Contains(orders, x.has) {
			t.Errorf("%s: the orders on the map have no %s: %.800s", src, x.has, orders)
		}
	}
}

// TestSentOrdersAreListed checks that orders sent earlier are in the box, and therefore in the
// list and on the map.
func TestSentOrdersAreListed(t *testing.T) {
	t.Parallel()
	b := pagetest.Open(t, New)
	p := b.Get("/learn/change-of-mind")
	p.Has(t, http.StatusOK, "advances to Cremona")
	if got := p.Value("orders-milan"); got != "A Milan - Cremona" {
		t.Errorf("the box has %q", got)
	}
	b.Get("/learn/empty-slot").Has(t, http.StatusOK, "12 ducats , spends 12")
}

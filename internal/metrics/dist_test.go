package metrics

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/prometheus/client_golang/prometheus"
)

// labels returns the names of the labels of each metric of a process.
func labels(t *testing.T) map[string][]string {
	t.Helper()
	m := New(Build{Version: "test", Engine: "1"})
	m.Count(nil, nil)
	found := make(chan *prometheus.Desc)
	go func() {
		m.registry.Describe(found)
		close(found)
	}()
	names := regexp.MustCompile(`fqName: "([^"]*)".*constLabels: \{([^}]*)\}.*variableLabels: \{([^}]*)\}`)
	out := map[string][]string{}
	for d := range found {
		x := names.FindStringSubmatch(d.String())
		if x == nil {
			t.Fatalf("%s", d)
		}
		out[x[1]] = nil
		for l := range strings.SplitSeq(x[3], ",") {
			out[x[1]] = append(out[x[1]], l)
		}
		for _, l := range regexp.MustCompile(`(\w+)=`).FindAllStringSubmatch(x[2], -1) {
			out[x[1]] = append(out[x[1]], l[1])
		}
	}
	return out
}

var (
	metric   = regexp.MustCompile(`\b((?:podesta|process|go)_\w+)(?:\{([^}]*)\})?`)
	matcher  = regexp.MustCompile(`(\w+)(=~|!~|!=|=)"`)
	grouping = regexp.MustCompile(`by \(([^)]*)\)`)
)

// wrong returns the faults in an expression: metrics that do not exist, and labels that its
// metrics lack.
func wrong(expression string, known map[string][]string) []string {
	var out []string
	all := []string{"instance", "job", "le"}
	if strings.Count(expression, "(") != strings.Count(expression, ")") {
		out = append(out, "parentheses")
	}
	for _, m := range metric.FindAllStringSubmatch(expression, -1) {
		name := m[1]
		for _, part := range []string{"_bucket", "_count", "_sum"} {
			// All histograms measure durations.
			if whole := strings.TrimSuffix(name, part); strings.HasSuffix(whole, "_seconds") {
				name = whole
			}
		}
		has, ok := known[name]
		if !ok {
			out = append(out, "the metric "+m[1])
		}
		all = append(all, has...)
		for _, l := range matcher.FindAllStringSubmatch(m[2], -1) {
			if !slices.Contains(append([]string{"instance", "job", "le"}, has...), l[1]) {
				out = append(out, "the label "+l[1]+" of "+name)
			}
		}
	}
	for _, g := range grouping.FindAllStringSubmatch(expression, -1) {
		for l := range strings.SplitSeq(g[1], ",") {
			if !slices.Contains(all, strings.TrimSpace(l)) {
				out = append(out, "the label "+l)
			}
		}
	}
	return out
}

// TestWrongExpressions checks that faults in expressions are found.
func TestWrongExpressions(t *testing.T) {
	known := labels(t)
	for expression, want := range map[string]int{
		`sum by (kind) (podesta_jobs_failed{kind="mail"}) > 1`:                          0,
		`rate(podesta_http_request_seconds_bucket{route!~"x"}[5m])`:                     0,
		`podesta_no_such_metric`:                                                        1,
		`podesta_jobs{colour="red"}`:                                                    1,
		`sum by (colour) (podesta_jobs)`:                                                1,
		`sum(podesta_jobs`:                                                              1,
		`podesta_jobs_bucket`:                                                           1,
		`process_open_fds{job="podesta"} > 0.8 * process_max_fds{job="podesta"}`:        0,
		`time() - podesta_worker_last_success_timestamp_seconds{worker!="mail", le=""}`: 0,
	} {
		if got := wrong(expression, known); len(got) != want {
			t.Errorf("%s: %q", expression, got)
		}
	}
}

// TestAlerts checks the alert rules for Prometheus.
func TestAlerts(t *testing.T) {
	text, err := os.ReadFile("../../dist/prometheus/podesta.rules.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Groups []struct {
			Name  string
			Rules []struct {
				Alert, Expr, For    string
				Labels, Annotations map[string]string
			}
		}
	}
	if err := yaml.UnmarshalWithOptions(text, &file, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	known, seen := labels(t), map[string]bool{}
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			if seen[r.Alert] || r.Alert == "" || r.Labels["severity"] != "critical" && r.Labels["severity"] != "warning" || r.Annotations["summary"] == "" || r.Annotations["description"] == "" {
				t.Errorf("the alert %q: %+v", r.Alert, r)
			}
			seen[r.Alert] = true
			for _, w := range wrong(r.Expr, known) {
				t.Errorf("%s: %s does not exist", r.Alert, w)
			}
		}
	}
	if len(seen) < 10 {
		t.Errorf("%d alerts", len(seen))
	}
}

// TestDashboard checks the dashboard for Grafana, which shows every metric of
// the judge.
func TestDashboard(t *testing.T) {
	text, err := os.ReadFile("../../dist/grafana/podesta.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			ID          int
			Type, Title string
			GridPos     struct{ H, W, X, Y int }
			Targets     []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	known, ids, all := labels(t), map[int]bool{}, ""
	for _, p := range board.Panels {
		if ids[p.ID] || p.Title == "" || (p.Type != "row") != (len(p.Targets) > 0) || p.GridPos.X+p.GridPos.W > 24 {
			t.Errorf("the panel %+v", p)
		}
		ids[p.ID] = true
		for _, x := range p.Targets {
			for _, w := range wrong(x.Expr, known) {
				t.Errorf("%s: %s does not exist", p.Title, w)
			}
			all += x.Expr + "\n"
		}
	}
	for name := range known {
		if strings.HasPrefix(name, "podesta_") && !regexp.MustCompile(`\b`+name+`(_bucket|_count|_sum)?\b`).MatchString(all) {
			t.Errorf("%s is on no panel", name)
		}
	}
}

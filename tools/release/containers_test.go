package main

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

// keyOfConfiguration reports whether podesta reads a variable of the environment.
func keyOfConfiguration(t *testing.T, variable string) bool {
	t.Helper()
	text := string(mustRead(t, tree+"/docs/configuration.md"))
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z0-9_.]+)` \\|").FindAllStringSubmatch(text, -1) {
		if "PODESTA_"+strings.ToUpper(strings.ReplaceAll(m[1], ".", "_")) == variable {
			return true
		}
	}
	return variable == "PODESTA_SECRET"
}

// TestCompose loads the examples for Compose as its programs do: by the schema, with all
// variables, and with references between services checked.
func TestCompose(t *testing.T) {
	for _, name := range []string{"compose.yaml", "compose-postgres.yaml"} {
		load := func(variables ...string) error {
			options, err := cli.NewProjectOptions([]string{tree + "/dist/" + name}, cli.WithName("podesta"), cli.WithEnv(variables))
			if err != nil {
				return err
			}
			p, err := options.LoadProject(context.Background())
			if err != nil {
				return err
			}
			judge := p.Services["podesta"]
			for key := range judge.Environment {
				if !keyOfConfiguration(t, key) {
					t.Errorf("%s: podesta does not read %s", name, key)
				}
			}
			if base := judge.Environment["PODESTA_BASE_URL"]; base == nil || *base != "https://judge.example.org" {
				t.Errorf("%s: the address is %v", name, base)
			}
			if check := judge.HealthCheck; check == nil || strings.Join(check.Test, " ") != "CMD /podesta health" {
				t.Errorf("%s: the health check is %v", name, check)
			}
			return nil
		}
		all := []string{"PODESTA_HOST=judge.example.org", "PODESTA_KEEPER=you@example.net", "POSTGRES_PASSWORD=x", "PODESTA_SECRET=" + strings.Repeat("0a", 32)}
		if err := load(all...); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := load(all[1:]...); err == nil || !strings.Contains(err.Error(), "the name of the judge in the DNS") {
			t.Errorf("%s without a name: %v", name, err)
		}
	}
}

// TestKubernetes reads the example for Kubernetes with the types of its API, which refuse unknown
// fields, and checks that its parts refer to each other.
func TestKubernetes(t *testing.T) {
	text, err := os.ReadFile(tree + "/dist/kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var (
		secret     corev1.Secret
		settings   corev1.ConfigMap
		deployment appsv1.Deployment
		budget     policyv1.PodDisruptionBudget
		service    corev1.Service
		ingress    networkingv1.Ingress
	)
	kinds := map[string]any{
		"Secret": &secret, "ConfigMap": &settings, "Deployment": &deployment, "PodDisruptionBudget": &budget, "Service": &service, "Ingress": &ingress,
	}
	for _, part := range bytes.Split(text, []byte("\n---\n")) {
		var head struct{ Kind string }
		if err := yaml.Unmarshal(part, &head); err != nil {
			t.Fatal(err)
		}
		to := kinds[head.Kind]
		if to == nil {
			t.Fatalf("the kind %q is there twice or unknown", head.Kind)
		}
		delete(kinds, head.Kind)
		if err := yaml.UnmarshalStrict(part, to); err != nil {
			t.Errorf("%s: %v", head.Kind, err)
		}
	}
	if len(kinds) > 0 {
		t.Fatalf("there is no %v", kinds)
	}
	for key := range settings.Data {
		if !keyOfConfiguration(t, key) {
			t.Errorf("podesta does not read %s", key)
		}
	}
	for key := range secret.StringData {
		if !keyOfConfiguration(t, key) {
			t.Errorf("podesta does not read %s", key)
		}
	}
	pod := deployment.Spec.Template
	for _, selector := range []map[string]string{deployment.Spec.Selector.MatchLabels, budget.Spec.Selector.MatchLabels, service.Spec.Selector} {
		for k, v := range selector {
			if pod.Labels[k] != v {
				t.Errorf("no process has the label %s=%s", k, v)
			}
		}
	}
	c := pod.Spec.Containers[0]
	if c.ReadinessProbe.HTTPGet.Path != "/readyz" || *pod.Spec.SecurityContext.RunAsUser != imageUser || len(c.VolumeMounts) != len(pod.Spec.Volumes) {
		t.Errorf("the container is %+v", c)
	}
	if got := ingress.Spec.Rules[0].HTTP.Paths[0].Backend.Service; got.Name != service.Name || got.Port.Name != service.Spec.Ports[0].Name {
		t.Errorf("the ingress leads to %+v", got)
	}
	if "https://"+ingress.Spec.Rules[0].Host != settings.Data["PODESTA_BASE_URL"] {
		t.Errorf("the host of the ingress is %s", ingress.Spec.Rules[0].Host)
	}
}

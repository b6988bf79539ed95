package api_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"podesta/internal/api"
	"podesta/internal/hosting"
)

// TestEverySwitch sets each switch of a game separately, and checks that it is in the encoded
// settings and in the schema.
func TestEverySwitch(t *testing.T) {
	t.Parallel()
	r := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	all := r.SchemaFromRef(api.Hosting{}.Schema(r).Ref)
	press := r.SchemaFromRef(all.Properties["press"].Ref)
	usual := hosting.Default()
	for i := range hosting.Switches {
		x := &hosting.Switches[i]
		of, body := all, `{%q: %t}`
		if api.InPress(x) {
			of, body = press, `{"press": {%q: %t}}`
		}
		p := of.Properties[x.Name]
		if p == nil || p.Type != huma.TypeBoolean || p.Description == "" {
			t.Errorf("the schema of %s: %+v", x.Name, p)
		}
		for _, on := range []bool{true, false} {
			want := usual
			x.Set(&want, on)
			got := api.Hosting{Hosting: usual}
			if err := json.Unmarshal(fmt.Appendf(nil, body, x.Name, on), &got); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.Hosting, want) {
				t.Errorf("%s %t: %+v", x.Name, on, got)
			}
			text, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			back := api.Hosting{Hosting: hosting.Default()}
			if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, got) {
				t.Errorf("%s %t is written as %s and read as %+v, %v", x.Name, on, text, back, err)
			}
		}
	}
}

// TestEveryNumber sets each number of a game separately, and checks that it is in the encoded
// settings and in the schema.
func TestEveryNumber(t *testing.T) {
	t.Parallel()
	r := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	all := r.SchemaFromRef(api.Hosting{}.Schema(r).Ref)
	for i := range hosting.Numbers {
		x := &hosting.Numbers[i]
		p := all.Properties[x.Name]
		if p == nil || p.Type != huma.TypeInteger || *p.Minimum != float64(x.Least) || *p.Maximum != float64(x.Most) || p.Description == "" {
			t.Errorf("the schema of %s: %+v", x.Name, p)
		}
		want := hosting.Default()
		x.Set(&want, x.Most)
		got := api.Hosting{Hosting: hosting.Default()}
		if err := json.Unmarshal(fmt.Appendf(nil, `{%q: %d}`, x.Name, x.Most), &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Hosting, want) {
			t.Errorf("%s: %+v", x.Name, got)
		}
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		back := api.Hosting{Hosting: hosting.Default()}
		if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, got) {
			t.Errorf("%s is written as %s and read as %+v, %v", x.Name, text, back, err)
		}
	}
}

// TestSettingsLeftOut checks that missing settings stay unchanged, and that
// decoding does not change the original settings.
func TestSettingsLeftOut(t *testing.T) {
	t.Parallel()
	base := hosting.Default()
	base.Allow, base.Comment, base.Press.Fakes = []string{"ada"}, "A game", "may"
	got, err := api.HostingOf(base, []byte(`{"allow": ["bruno"], "timing": {"moves": {"next": 1.5}}}`), false)
	if err != nil {
		t.Fatal(err)
	}
	want := base
	want.Allow = []string{"bruno"}
	want.Timing[0].Next = 90 * time.Minute
	if !reflect.DeepEqual(got, want) || base.Allow[0] != "ada" {
		t.Errorf("got %+v\nwant %+v\nbase %+v", got, want, base)
	}
	if _, err := api.HostingOf(base, []byte(`{"nmr": "yes"}`), false); err == nil {
		t.Error("a switch that is no boolean is read")
	}
}

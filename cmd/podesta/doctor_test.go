package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestDoctor(t *testing.T) {
	data := t.TempDir()
	status, out, bad := podesta("", "doctor", "-data", data, "-listen", "127.0.0.1:0", "-metrics.listen", "")
	// it warns if this machine's disk is nearly full
	if status != 0 || bad != "" || !strings.Contains(out, data+" is writable") {
		t.Errorf("status %d: %s%s", status, out, bad)
	}
	status, out, _ = podesta("", "doctor", "-data", "/dev/null", "-listen", "127.0.0.1:0", "-metrics.listen", "", "-json")
	var got struct {
		Status string
		Checks []struct{ Check, Status, Found, Do string }
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || status != 1 || got.Status != "fail" || len(got.Checks) < 6 {
		t.Errorf("status %d, %v: %s", status, err, out)
	}
	status, out, _ = podesta("", "doctor", "-zone", "Rome", "-keeper", "me")
	if status != 1 || strings.Count(out, "FAIL  configuration") != 2 || !strings.Contains(out, "Europe/Rome") {
		t.Errorf("status %d: %s", status, out)
	}
	for _, args := range []string{"doctor extra", "doctor -zzz"} {
		if status, _, _ := podesta("", strings.Fields(args)...); status != 2 {
			t.Errorf("%s: status %d", args, status)
		}
	}
}

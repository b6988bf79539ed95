package main

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	environment "podesta/machiavelli/env"
)

// TestEnvSession replays the session in the documentation, and checks that the answers contain
// what is shown.
func TestEnvSession(t *testing.T) {
	sessions := fenced(t, "../../docs/environment.md", "session")
	if len(sessions) != 1 {
		t.Fatalf("%d sessions", len(sessions))
	}
	var sent, shown []string
	for _, line := range strings.Split(sessions[0], "\n") {
		if text, ok := strings.CutPrefix(line, "> "); ok {
			sent = append(sent, text)
		} else {
			shown = append(shown, strings.TrimPrefix(line, "< "))
		}
	}
	status, out, bad := podesta(strings.Join(sent, "\n")+"\n", "env")
	if status != 0 || bad != "" {
		t.Fatalf("status %d, %s", status, bad)
	}
	answers := strings.Split(strings.TrimSpace(out), "\n")
	if len(answers) != len(shown) || len(sent) < 8 {
		t.Fatalf("%d requests, %d answers, %d shown", len(sent), len(answers), len(shown))
	}
	for i := range shown {
		var want, got any
		if err := json.Unmarshal([]byte(shown[i]), &want); err != nil {
			t.Fatalf("%s: %v", shown[i], err)
		}
		if err := json.Unmarshal([]byte(answers[i]), &got); err != nil {
			t.Fatalf("%s: %v", answers[i], err)
		}
		if !within(want, got) {
			t.Errorf("%s\nthe page shows\n%s\nthe program says\n%.2000s", sent[i], shown[i], answers[i])
		}
	}
}

// TestEnvLines sends lines that are too long, empty, not UTF-8, or cut off by the end of the
// input.
func TestEnvLines(t *testing.T) {
	hello := `{"op":"hello","id":1}`
	in := hello + "\n\n" + strings.Repeat("x", environment.MaxLine+1) + "\n" + "{\"op\":\"\xff\"}\n" + hello + "\r\n" + `{"op":"hello","id":`
	status, out, bad := podesta(in, "env")
	if status != 0 || bad != "" {
		t.Fatalf("status %d, %s", status, bad)
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	for i, want := range []string{`{"id":1,"protocol":`, "more than 10000000 bytes", "is not UTF-8", `{"id":1,"protocol":`, "the line ends within a value"} {
		if i >= len(lines) || !strings.Contains(lines[i], want) {
			t.Fatalf("answer %d of %d: %.200s, want %s", i+1, len(lines), lines[min(i, len(lines)-1)], want)
		}
	}
	if status, out, _ := podesta(hello, "env"); status != 0 || !strings.HasSuffix(out, "}\n") {
		t.Errorf("a last line without its end: status %d, %.100s", status, out)
	}
	if status, _, bad := podesta("", "env", "B"); status != 2 || !strings.Contains(bad, `unexpected argument "B"`) {
		t.Errorf("with an argument: status %d, %s", status, bad)
	}
}

// TestEnvProcess runs the command as another program would: it waits for each answer before it
// sends more, and closes the input at the end.
func TestEnvProcess(t *testing.T) {
	cmd := exec.Command(os.Args[0], "env")
	cmd.Env = append(outside(), asProgram+"=yes")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	abandon := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	defer abandon.Stop()
	answers := bufio.NewReader(out)
	ask := func(request string) (answer map[string]any) {
		t.Helper()
		if _, err := io.WriteString(in, request+"\n"); err != nil {
			t.Fatal(err)
		}
		line, err := answers.ReadBytes('\n')
		if err != nil {
			t.Fatalf("%s: %v", request, err)
		}
		if err := json.Unmarshal(line, &answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	ask(`{"op":"reset","scenario":"A","preset":"battleline-1978-basic","seed":1,"years":2}`)
	for phases := 0; ; phases++ {
		got := ask(`{"op":"step","game":1,"players":{"milan":"random","venice":"random"}}`)
		if got["error"] != nil || phases > 30 {
			t.Fatalf("after %d phases: %v", phases, got)
		}
		if got["over"] == true {
			break
		}
	}
	if got := ask(`{"op":"outcome","game":1}`); got["end"] != "years" {
		t.Errorf("the outcome is %v", got)
	}
	if _, err := io.WriteString(in, `{"op":"hel`); err != nil {
		t.Fatal(err)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(answers); err != nil || !strings.Contains(string(rest), "ends within a value") {
		t.Errorf("after the end of the input it wrote %s, %v", rest, err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

package browsertest

import (
	"strings"
	"testing"
)

// TestPolicy tries, in a real browser, things that the header Content-Security-Policy forbids.
// The browser must refuse each and report it, so that a page of the judge that did it would
// fail the check by quiet.
func TestPolicy(t *testing.T) {
	p := newPerson(t, visitors(t), "intruder", wide)
	p.visit("/")
	p.quiet()
	for what, script := range map[string]string{
		"markup":       `document.body.innerHTML = '<b>x</b>'`,
		"a policy":     `trustedTypes.createPolicy('other', { createHTML: s => s })`,
		"a second one": `trustedTypes.createPolicy('podesta', { createHTML: s => s })`,
		"a parser":     `new DOMParser().parseFromString('<b>x</b>', 'text/html')`,
		"a script":     `document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = true' }))`,
		"a far script": `document.head.append(Object.assign(document.createElement('script'), { src: 'https://example.org/x.js' }))`,
	} {
		if got := ask[string](p, `(() => { try { `+script+`; return 'done'; } catch (e) { return e.constructor.name; } })()`); got != "TypeError" && got != "EvalError" {
			t.Errorf("%s: %s", what, got)
		}
	}
	for what, script := range map[string]string{
		"a style attribute": `document.body.setAttribute('style', 'margin-left: 77px')`,
		"a style element":   `document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { margin-left: 77px }' }))`,
		"a handler":         `(() => { const b = document.createElement('button'); b.setAttribute('onclick', 'window.ran = true'); document.body.append(b); b.click(); })()`,
		"a frame":           `document.body.append(Object.assign(document.createElement('iframe'), { src: '/learn' }))`,
		"a picture":         `document.body.append(Object.assign(document.createElement('img'), { src: 'https://example.org/x.png' }))`,
	} {
		ask[string](p, `(() => { try { `+script+`; } catch { } return ''; })()`)
		if ask[bool](p, `Boolean(window.ran) || getComputedStyle(document.body).marginLeft === '77px'`) {
			t.Errorf("%s was let in", what)
		}
	}
	// Scripts that the test itself evaluates may use eval, but scripts in timers may not.
	ask[string](p, `(() => { setTimeout(() => { try { new Function('return 1')(); window.made = 'done'; } catch (e) { window.made = e.constructor.name; } }); return ''; })()`)
	p.sees("window.made === 'TypeError' || window.made === 'EvalError'")
	p.mu.Lock()
	complaints := strings.Join(p.troubles, "\n")
	p.troubles = nil
	p.mu.Unlock()
	for _, directive := range []string{"TrustedHTML", "TrustedScript'", "TrustedScriptURL", "trusted-types podesta", "style-src", "img-src", "default-src"} {
		if !strings.Contains(complaints, directive) {
			t.Errorf("the browser does not complain about %s:\n%s", directive, complaints)
		}
	}
	// A drawing opened by itself has its own styles.
	p.visit("/scenarios/B/B-8.svg")
	if n := ask[float64](p, `[...document.styleSheets].reduce((n, s) => n + s.cssRules.length, 0)`); n < 5 {
		t.Errorf("the drawing has %v rules of style", n)
	}
	p.quiet()
}

package browsertest

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // RFC 6238 wants it
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestPasswordFields sets a password, and checks that a meter shows its strength and that a
// button reveals it. It also checks that signing out removes the drafts that are stored in the
// browser, and that with a second factor, signing in asks for a code.
func TestPasswordFields(t *testing.T) {
	h := visitors(t)
	p := newPerson(t, h, "Adalgisa", wide)
	p.signsUp(h)
	p.visit("/me#passwords")
	const password = "four lions guard a bridge"
	says := func(what string) {
		t.Helper()
		p.sees("document.querySelector('.strength:not([hidden])')?.innerText.includes(" + quote(what) + ")")
	}
	p.writes("#password", "doge")
	says("8 characters are missing")
	p.writes("#password", "qwertyuiop1234567890")
	says("Easy to guess")
	p.shot("password-weak")
	p.fair("a weak password")
	p.writes("#password", password)
	says("Very strong")
	p.push("deep('#password ~ button')")
	p.sees("document.querySelector('#password').type === 'text' && labelled('Hide', '#password ~ button')")
	p.shot("password-shown")
	p.fair("a shown password")
	p.push("deep('#password ~ button')")
	p.sees("document.querySelector('#password').type === 'password'")
	p.turns(func() { p.push("labelled('Set the password')") })
	p.look(candle)
	p.writes("#password", password)
	p.shot("password-phone")
	p.fair("a password on the phone")
	p.look(wide)

	p.lookAt("privacy", "/privacy", "factor", "/me/factor")
	p.turns(func() { p.push("labelled('Set it up')") })
	p.fair("setting up a second factor")
	p.shot("factor-begun")
	secret := ask[string](p, "document.querySelector('.copy input').value")
	p.writes("#code", codeOf(t, secret, time.Now()))
	p.turns(func() { p.push("labelled('Turn it on')") })
	p.reads("recovery codes")
	p.fair("recovery codes")
	p.shot("factor-codes")
	spare := ask[string](p, "document.querySelector('.codes code').innerText")

	ask[bool](p, "(() => { localStorage.setItem('podesta-orders x', 'A Milan H'); sessionStorage.setItem('podesta-letter x', 'Dear'); return true; })()")
	p.turns(func() { p.push("labelled('Sign out')") })
	if left := ask[[]string](p, "[...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(k => /^podesta-(orders|letter)/.test(k))"); len(left) > 0 {
		t.Errorf("after signing out the browser stores %q", left)
	}
	p.visit("/signin")
	p.writes("#email", address(p.name))
	p.writes("#password", password)
	p.fair("signing in")
	p.turns(func() { p.push("labelled('Sign in', 'main button')") })
	p.reads("Enter the code")
	p.fair("the code of the second factor")
	p.shot("signin-code")
	p.writes("#code", spare)
	p.turns(func() { p.push("labelled('Sign in', 'main button')") })
	p.reads("Sign out")
	p.quiet()
}

// codeOf returns the code of an authenticator app according to RFC 6238.
func codeOf(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	key, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.ReplaceAll(secret, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	m := hmac.New(sha1.New, key)
	_ = binary.Write(m, binary.BigEndian, at.Unix()/30)
	sum := m.Sum(nil)
	from := sum[len(sum)-1] & 15
	return fmt.Sprintf("%06d", binary.BigEndian.Uint32(sum[from:from+4])&0x7fffffff%1000000)
}

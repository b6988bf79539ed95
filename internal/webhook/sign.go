package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"
)

// SignatureHeader holds the signature of a call: "t=SECONDS,v1=HEX". HEX is the
// HMAC-SHA256 with the hook's secret of SECONDS, a dot and the body; SECONDS are
// those of Unix time when it was sent.
const SignatureHeader = "Podesta-Signature"

// Sign makes the signature of a body.
func Sign(secret string, at time.Time, body []byte) string {
	seconds := strconv.FormatInt(at.Unix(), 10)
	return "t=" + seconds + ",v1=" + hex.EncodeToString(digest(secret, seconds, body))
}

func digest(secret, seconds string, body []byte) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(seconds + "."))
	mac.Write(body)
	return mac.Sum(nil)
}

// ErrSignature is what Verify finds wrong.
var ErrSignature = errors.New("the signature does not belong to this body, or is too old")

// Verify checks the signature of a body that has come in, as those do who are
// called. One that was made longer than tolerance before or after now is
// refused, so that nobody can send the same call again later.
func Verify(secret, signature string, now time.Time, tolerance time.Duration, body []byte) error {
	var seconds, sum string
	for part := range strings.SplitSeq(signature, ",") {
		switch name, value, _ := strings.Cut(part, "="); name {
		case "t":
			seconds = value
		case "v1":
			sum = value
		}
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	got, bad := hex.DecodeString(sum)
	if err != nil || bad != nil || !hmac.Equal(got, digest(secret, seconds, body)) {
		return ErrSignature
	}
	if age := now.Sub(time.Unix(n, 0)); age > tolerance || age < -tolerance {
		return ErrSignature
	}
	return nil
}

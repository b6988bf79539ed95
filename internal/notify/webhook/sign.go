package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// SignatureHeader is the header with the signature of a call: "t=SECONDS,v1=HEX". HEX is the
// HMAC-SHA256, keyed with the hook's secret, of SECONDS, a dot and the body. SECONDS is the
// Unix time of sending.
const SignatureHeader = "Podesta-Signature"

// signStandard adds the headers of standardwebhooks.com, for receivers that use one of its
// libraries. Their key is "whsec_" followed by the hook's secret in base64.
func signStandard(h http.Header, secret, id string, at time.Time, body []byte) {
	seconds := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(id + "." + seconds + "."))
	mac.Write(body)
	h.Set("webhook-id", id)
	h.Set("webhook-timestamp", seconds)
	h.Set("webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
}

// Sign returns the signature of a body.
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

// ErrSignature is the error that Verify returns for an invalid signature.
var ErrSignature = errors.New("the signature does not belong to this body, or is too old")

// Verify checks the signature of an incoming body, as receivers do. It refuses signatures made
// more than tolerance before or after now, so that nobody can replay the call later.
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

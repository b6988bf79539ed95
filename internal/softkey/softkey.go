// Package softkey implements an authenticator for passkeys in software, for tests: it answers the
// requests that a browser receives through navigator.credentials.create and get.
package softkey

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
)

var b64 = base64.RawURLEncoding

// Device is an authenticator that stores passkeys. Its fields can be set to make it misbehave.
type Device struct {
	Origin  string // the origin of the page, according to the browser
	Count   uint32 // signature counter of the next answer, which increases automatically
	Careful bool   // whether it verifies its user, as it should

	keys []*Key
}

// Key is a passkey on a device.
type Key struct {
	ID    []byte
	Owner []byte // user handle, which is the ID of the account
	Site  string

	private *ecdsa.PrivateKey
}

// New returns a device that is used on a page with the given origin.
func New(origin string) *Device { return &Device{Origin: origin, Careful: true} }

// Keys returns the passkeys of the device.
func (d *Device) Keys() []*Key { return d.keys }

// options holds the members of a request that the device uses.
type options struct {
	Challenge string `json:"challenge"`
	RPID      string `json:"rpId"`
	RP        struct {
		ID string `json:"id"`
	} `json:"rp"`
	User struct {
		ID string `json:"id"`
	} `json:"user"`
	Exclude []struct {
		ID string `json:"id"`
	} `json:"excludeCredentials"`
}

// The flags of the authenticator data.
const (
	present  = 1 << 0
	verified = 1 << 2
	attested = 1 << 6
)

// Make creates a passkey as requested, and returns the answer that the browser sends. It returns
// an error if the request cannot be read, or if the device already has a passkey for the account.
func (d *Device) Make(question []byte) ([]byte, error) {
	var o options
	if err := json.Unmarshal(question, &o); err != nil {
		return nil, err
	}
	for _, x := range o.Exclude {
		for _, k := range d.keys {
			if x.ID == b64.EncodeToString(k.ID) {
				return nil, errors.New("the device has a passkey for this account")
			}
		}
	}
	owner, err := b64.DecodeString(o.User.ID)
	if err != nil {
		return nil, err
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	k := &Key{ID: []byte(rand.Text()), Owner: owner, Site: o.RP.ID, private: private}
	d.keys = append(d.keys, k)
	public, err := private.PublicKey.Bytes() // an uncompressed point: the byte 4, then x and y
	if err != nil {
		return nil, err
	}
	data := d.data(k.Site, attested)
	data = append(data, make([]byte, 16)...) // the AAGUID of an unknown model
	data = binary.BigEndian.AppendUint16(data, uint16(len(k.ID)))
	data = append(data, k.ID...)
	data = append(data, 0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20) // an EC2 key for ES256 on P-256
	data = append(data, public[1:33]...)
	data = append(data, 0x22, 0x58, 0x20)
	data = append(data, public[33:65]...)

	object := []byte{0xa3}
	object = append(append(object, 0x63), "fmt"...)
	object = append(append(object, 0x64), "none"...)
	object = append(append(object, 0x67), "attStmt"...)
	object = append(object, 0xa0)
	object = append(append(object, 0x68), "authData"...)
	object = binary.BigEndian.AppendUint16(append(object, 0x59), uint16(len(data)))
	object = append(object, data...)
	return answer(k, map[string]string{
		"clientDataJSON":    b64.EncodeToString(d.client("webauthn.create", o.Challenge)),
		"attestationObject": b64.EncodeToString(object),
	})
}

// Use signs with the latest passkey that the device has for the site, and
// returns the answer that the browser sends.
func (d *Device) Use(question []byte) ([]byte, error) {
	var o options
	if err := json.Unmarshal(question, &o); err != nil {
		return nil, err
	}
	for i := len(d.keys) - 1; i >= 0; i-- {
		if k := d.keys[i]; k.Site == o.RPID {
			client := d.client("webauthn.get", o.Challenge)
			data := d.data(k.Site, 0)
			hash := sha256.Sum256(client)
			digest := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
			signature, err := ecdsa.SignASN1(rand.Reader, k.private, digest[:])
			if err != nil {
				return nil, err
			}
			return answer(k, map[string]string{
				"clientDataJSON": b64.EncodeToString(client), "authenticatorData": b64.EncodeToString(data),
				"signature": b64.EncodeToString(signature), "userHandle": b64.EncodeToString(k.Owner),
			})
		}
	}
	return nil, errors.New("the device has no passkey for the site")
}

// data returns the authenticator data.
func (d *Device) data(site string, flags byte) []byte {
	hash := sha256.Sum256([]byte(site))
	flags |= present
	if d.Careful {
		flags |= verified
	}
	out := append(hash[:], flags)
	out = binary.BigEndian.AppendUint32(out, d.Count)
	if d.Count > 0 {
		d.Count++
	}
	return out
}

// client returns the client data, which describe the page.
func (d *Device) client(kind, challenge string) []byte {
	data, err := json.Marshal(struct {
		Type      string `json:"type"`
		Challenge string `json:"challenge"`
		Origin    string `json:"origin"`
		Cross     bool   `json:"crossOrigin"`
	}{kind, challenge, d.Origin, false})
	if err != nil {
		panic(err) // strings can always be encoded
	}
	return data
}

func answer(k *Key, response map[string]string) ([]byte, error) {
	id := b64.EncodeToString(k.ID)
	return json.Marshal(map[string]any{
		"id": id, "rawId": id, "type": "public-key", "authenticatorAttachment": "platform",
		"response": response, "clientExtensionResults": map[string]any{},
	})
}

package webpush

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
)

// maxPlain is the maximum size of a message before it is encrypted, in bytes: services accept
// 4096 bytes, of which the header takes 86, the authentication tag 16 and the end marker one.
const maxPlain = 4096 - 86 - 16 - 1

// recordSize is the size of the only record, in bytes.
const recordSize = 4096

// encrypt encrypts a message for a browser with a new key.
func encrypt(to *Subscription, plain []byte) ([]byte, error) {
	own, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	salt := make([]byte, 16)
	rand.Read(salt)
	return encryptWith(to, plain, own, salt)
}

// encryptWith encrypts a message for a browser with a key and salt that are used only once. It
// returns a header as in RFC 8188, followed by one record.
func encryptWith(to *Subscription, plain []byte, own *ecdh.PrivateKey, salt []byte) ([]byte, error) {
	theirs, err := ecdh.P256().NewPublicKey(to.Key)
	if err != nil {
		return nil, err
	}
	shared, err := own.ECDH(theirs)
	if err != nil {
		return nil, err
	}
	point := own.PublicKey().Bytes()
	info := "WebPush: info\x00" + string(to.Key) + string(point)
	material, err := hkdf.Key(sha256.New, shared, to.Auth, info, 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	seal, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	out := append([]byte(nil), salt...)
	out = binary.BigEndian.AppendUint32(out, recordSize)
	out = append(out, byte(len(point)))
	out = append(out, point...)
	return seal.Seal(out, nonce, append(append([]byte(nil), plain...), 2), nil), nil // 2 marks the last record
}

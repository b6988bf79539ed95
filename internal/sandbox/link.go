package sandbox

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"podesta/machiavelli/message"
)

// dictionary contains text that occurs in most sandboxes, so that links are short. A link can
// only be read with the dictionary with which it was written, so the dictionary must never
// change.
//
//go:embed dictionary1.txt
var dictionary []byte

// form is the first character of a link: the version of its format.
const form = "1"

// Link returns the book as text for a URL. It returns an error if the text would be longer than
// MaxLink.
func (b *Book) Link() (string, error) {
	body, err := json.Marshal(b)
	if err != nil {
		return "", err
	}
	link, err := packed(body)
	if err != nil {
		return "", err
	}
	if len(link) > MaxLink {
		return "", wrong(message.New("All of this sandbox must fit into its link, and it has grown too long for that. Begin again from here (under Steps), or remove a branch."))
	}
	return link, nil
}

// packed compresses a text for a link.
func packed(body []byte) (string, error) {
	var out bytes.Buffer
	z, err := flate.NewWriterDict(&out, flate.BestCompression, dictionary)
	if err != nil {
		return "", err
	}
	if _, err := z.Write(body); err != nil {
		return "", err
	}
	if err := z.Close(); err != nil {
		return "", err
	}
	return form + base64.RawURLEncoding.EncodeToString(out.Bytes()), nil
}

// errLink means that a text is not a link.
var errLink = wrong(message.New("This link to a sandbox cannot be read. It may have been cut off when it was copied: take the whole link."))

// Open parses a text returned by Link. Any error is an *Error.
func Open(link string) (*Book, error) {
	rest, ok := strings.CutPrefix(link, form)
	if len(link) > MaxLink || !ok {
		return nil, errLink
	}
	packed, err := base64.RawURLEncoding.DecodeString(rest)
	if err != nil {
		return nil, errLink
	}
	z := flate.NewReaderDict(bytes.NewReader(packed), dictionary)
	defer z.Close()
	body, err := io.ReadAll(io.LimitReader(z, maxJSON+1))
	if err != nil || len(body) > maxJSON {
		return nil, errLink
	}
	b := new(Book)
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(b); err != nil {
		return nil, errLink
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errLink
	}
	return b, b.check()
}

package letter

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"path"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"
)

// entity is a part of a message: a multipart or a leaf. Only leaves that may contain the text keep
// their body.
type entity struct {
	head     message.Header
	media    string // media type, lower case
	params   map[string]string
	boundary string // boundary between its parts; "" for a leaf
	parts    []*entity
	keep     bool
	body     []byte // the body as received, still encoded
}

// walker reads a message once from top to bottom, however deeply it is nested. open holds the
// multiparts that enclose the current line.
type walker struct {
	in      *lines
	letter  *Letter
	open    []*entity
	count   int
	raw     int // total size of the stored bodies, in bytes
	top     bool
	wrapped []string // parts into which a mail program may have put the whole text
}

// walk reads the body of a message and returns the outermost part, which contains the others.
func (w *walker) walk(head textproto.Header) (*entity, error) {
	w.top = true
	root := w.entity(head)
	w.top = false
	leaf := w.enter(root)
	for {
		err := w.in.next()
		if errors.Is(err, io.EOF) {
			return root, nil
		}
		if err != nil {
			return nil, err
		}
		if w.in.begins {
			if level, last := w.delimiter(w.in.line); level >= 0 {
				leaf = nil
				if last {
					w.open = w.open[:level]
					continue
				}
				w.open = w.open[:level+1]
				if leaf, err = w.part(w.open[level]); err != nil {
					return nil, err
				}
				continue
			}
		}
		if leaf != nil && leaf.keep {
			w.add(leaf)
		}
	}
}

// part reads the header of a part of m and, if the part is a leaf, returns it, because the
// following lines belong to it.
func (w *walker) part(m *entity) (*entity, error) {
	head, err := w.in.header(maxPart, func(line []byte) bool {
		level, _ := w.delimiter(line)
		return level >= 0
	})
	if err != nil {
		return nil, err
	}
	if w.count++; w.count > maxParts {
		w.letter.Truncated = true
		return nil, nil
	}
	e := w.entity(head)
	m.parts = append(m.parts, e)
	return w.enter(e), nil
}

// enter returns e if it is a leaf. If e is a multipart, enter opens it, unless it is nested too
// deeply.
func (w *walker) enter(e *entity) *entity {
	if e.boundary == "" {
		return e
	}
	if len(w.open) == maxDepth {
		w.letter.Truncated = true
		return nil
	}
	w.open = append(w.open, e)
	return nil
}

// delimiter returns the index of the open multipart whose delimiter a line is, or -1 if it is not a
// delimiter, and whether it is the last delimiter.
func (w *walker) delimiter(line []byte) (level int, last bool) {
	if len(line) < 3 || line[0] != '-' || line[1] != '-' || len(w.open) == 0 {
		return -1, false
	}
	s := string(bytes.TrimRight(line[2:], " \t"))
	for i := len(w.open) - 1; i >= 0; i-- {
		b := w.open[i].boundary
		if s == b {
			return i, false
		}
		if strings.HasPrefix(s, b) && s[len(b):] == "--" {
			return i, true
		}
	}
	return -1, false
}

// add stores the current line of a leaf.
func (w *walker) add(leaf *entity) {
	if w.raw+len(w.in.line)+1 > maxRaw {
		w.letter.Truncated = true
		leaf.keep = false
		return
	}
	before := len(leaf.body)
	leaf.body = append(leaf.body, w.in.line...)
	if w.in.ends {
		leaf.body = append(leaf.body, '\n')
	}
	w.raw += len(leaf.body) - before
}

// entity classifies a part by its header: as a multipart, as text to keep, or as a part to skip.
func (w *walker) entity(head textproto.Header) *entity {
	e := &entity{head: message.Header{Header: head}}
	e.media, e.params = mediaType(head.Get("Content-Type"))
	switch {
	case strings.HasPrefix(e.media, "multipart/"):
		e.boundary = strings.TrimRight(e.params["boundary"], " \t")
		switch {
		case e.media == "multipart/encrypted":
			w.letter.Problem = Encrypted
		case e.boundary == "": // not a multipart, because the boundary is missing
			e.media = "text/plain"
			e.keep = true
		}
		return e
	case e.media == "application/pkcs7-mime" || e.media == "application/x-pkcs7-mime":
		w.letter.Problem = Encrypted
		return e
	}
	name, attached := fileName(e)
	if e.media == "application/pgp-encrypted" || strings.EqualFold(path.Ext(name), ".p7m") {
		w.letter.Problem = Encrypted
		return e
	}
	switch e.media {
	case "text/plain", "text/html", "text/enriched", "text/richtext":
		e.keep = !attached && (name == "" || w.top)
	}
	switch {
	case e.keep || isSignature(e.media):
	case name != "":
		w.letter.attach(name)
		w.unread(e, name)
	default:
		w.letter.attach(plainHeader(e.media))
		w.unread(e, plainHeader(e.media))
	}
	return e
}

// unread records a skipped part in which people may have written something, but not parts that mail
// programs add automatically.
func (w *walker) unread(e *entity, name string) {
	within := ""
	if n := len(w.open); n > 0 {
		within = w.open[n-1].media
	}
	picture := strings.HasPrefix(e.media, "image/")
	if e.media == "application/ms-tnef" || e.media == "text/calendar" || strings.EqualFold(name, "winmail.dat") {
		w.wrapped = append(w.wrapped, name)
	}
	switch ext := strings.ToLower(path.Ext(name)); {
	case isAccessory(e.media), ext == ".vcf", ext == ".ics", ext == ".asc", ext == ".sig", ext == ".p7s", strings.EqualFold(name, "winmail.dat"):
	case within == "multipart/alternative" && !picture:
	case picture && (within == "multipart/related" || e.head.Get("Content-Id") != ""):
		w.letter.Pictures++
	case len(w.letter.Unread) < maxNames:
		w.letter.Unread = append(w.letter.Unread, name)
	}
}

// isAccessory reports whether mail programs automatically add parts of a media type.
func isAccessory(media string) bool {
	switch media {
	case "text/vcard", "text/x-vcard", "text/directory", "text/calendar", "application/ics", "application/ms-tnef", "text/rfc822-headers",
		"message/delivery-status", "message/disposition-notification":
		return true
	}
	return isSignature(media)
}

// isSignature reports whether a media type is used for the signature of another part, which need
// not be reported as skipped.
func isSignature(media string) bool {
	switch media {
	case "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature", "application/pgp-keys":
		return true
	}
	return false
}

// mediaType parses a Content-Type field or a similar one, as far as it is valid. A missing type
// means plain text.
func mediaType(field string) (string, map[string]string) {
	media, params, err := mime.ParseMediaType(field)
	if err != nil {
		// Some parameters are invalid, so only the valid ones are used.
		parts := strings.Split(field, ";")
		media = strings.ToLower(strings.TrimSpace(parts[0]))
		params = make(map[string]string)
		for _, p := range parts[1:] {
			if k, v, ok := strings.Cut(p, "="); ok {
				k = strings.ToLower(strings.TrimSpace(k))
				if _, twice := params[k]; !twice {
					params[k] = strings.Trim(strings.TrimSpace(v), `"`)
				}
			}
		}
	}
	switch media {
	case "", "text": // RFC 822 allowed "text"
		media = "text/plain"
	}
	if params == nil {
		params = make(map[string]string)
	}
	return media, params
}

// fileName returns the file name of a part, or "", and whether the part is declared as an
// attachment.
func fileName(e *entity) (name string, attached bool) {
	disposition, params := mediaType(e.head.Get("Content-Disposition"))
	name = params["filename"]
	if name == "" {
		name = e.params["name"]
	}
	return plainHeader(name), disposition == "attachment"
}

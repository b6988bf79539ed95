package outbox

import (
	"bytes"
	"encoding/base64"
	"io"
	"slices"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-message/textproto"
)

// pictureID is the Content-ID of the map in an e-mail.
const pictureID = "map@podesta"

// write writes the header and the parts: either only text, or text, HTML and calendar as
// alternatives, with the map for the HTML.
func (m *Letter) write(w io.Writer, h mail.Header) error {
	if len(m.attached) > 0 {
		return m.writeAttached(w, h)
	}
	if m.HTML == "" && m.Calendar == "" {
		h.Set("Content-Type", "text/plain; charset=utf-8")
		h.Set("Content-Transfer-Encoding", "quoted-printable")
		body, err := mail.CreateSingleInlineWriter(w, h)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(body, crlf(m.Text)); err != nil {
			return err
		}
		return body.Close()
	}
	if len(m.Picture) == 0 {
		h.SetContentType("multipart/alternative", nil)
		out, err := message.CreateWriter(w, h.Header)
		if err != nil {
			return err
		}
		return m.choices(out)
	}
	boundary := Nonce()
	h.SetContentType("multipart/related", map[string]string{"type": "multipart/alternative", "boundary": boundary})
	out, err := message.CreateWriter(w, h.Header)
	if err != nil {
		return err
	}
	var head message.Header
	head.SetContentType("multipart/alternative", nil)
	inner, err := out.CreatePart(head)
	if err != nil {
		return err
	}
	if err := m.choices(inner); err != nil {
		return err
	}
	// The map is written directly, because the writer would encode it again.
	for _, part := range [][]byte{[]byte("\r\n--" + boundary + "\r\n"), m.Picture, []byte("\r\n--" + boundary + "--\r\n")} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// picturePart returns the part of an e-mail that holds a map: header and encoded text. All e-mails
// with this map share it.
func picturePart(png []byte) ([]byte, error) {
	var head message.Header
	head.SetContentType("image/png", map[string]string{"name": "map.png"})
	head.Set("Content-Transfer-Encoding", "base64")
	head.Set("Content-ID", "<"+pictureID+">")
	head.SetContentDisposition("inline", map[string]string{"filename": "map.png"})
	var b bytes.Buffer
	b.Grow(len(png)*3/2 + 500)
	if err := textproto.WriteHeader(&b, head.Header); err != nil {
		return nil, err
	}
	const line = 57 // number of bytes that base64 encodes in a line of 76 characters
	var text [76]byte
	for some := range slices.Chunk(png, line) {
		n := base64.StdEncoding.EncodedLen(len(some))
		base64.StdEncoding.Encode(text[:n], some)
		b.Write(text[:n])
		b.WriteString("\r\n")
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\r\n")), nil
}

// choices writes the alternative parts of the e-mail, the plainest first, and closes the writer.
func (m *Letter) choices(out *message.Writer) error {
	method := "PUBLISH"
	if m.Cancel {
		method = "CANCEL"
	}
	for _, p := range []struct{ media, text string }{
		{"text/plain; charset=utf-8", m.Text}, {"text/html; charset=utf-8", m.HTML}, {"text/calendar; charset=utf-8; method=" + method, m.Calendar},
	} {
		if p.text == "" {
			continue
		}
		var h message.Header
		h.Set("Content-Type", p.media)
		h.Set("Content-Transfer-Encoding", "quoted-printable")
		part, err := out.CreatePart(h)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(part, crlf(p.text)); err != nil {
			return err
		}
		if err := part.Close(); err != nil {
			return err
		}
	}
	return out.Close()
}

// writeAttached writes an e-mail that consists of text and attached files.
func (m *Letter) writeAttached(w io.Writer, h mail.Header) error {
	h.SetContentType("multipart/mixed", nil)
	out, err := message.CreateWriter(w, h.Header)
	if err != nil {
		return err
	}
	put := func(head message.Header, data []byte) error {
		part, err := out.CreatePart(head)
		if err != nil {
			return err
		}
		if _, err := part.Write(data); err != nil {
			return err
		}
		return part.Close()
	}
	var head message.Header
	head.SetContentType("text/plain", map[string]string{"charset": "utf-8"})
	head.Set("Content-Transfer-Encoding", "quoted-printable")
	if err := put(head, []byte(crlf(m.Text))); err != nil {
		return err
	}
	for _, a := range m.attached {
		var head message.Header
		head.SetContentType("image/png", map[string]string{"name": a.name})
		head.Set("Content-Transfer-Encoding", "base64")
		head.SetContentDisposition("attachment", map[string]string{"filename": a.name})
		if err := put(head, a.data); err != nil {
			return err
		}
	}
	return out.Close()
}

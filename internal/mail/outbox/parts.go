package outbox

import (
	"bytes"
	"encoding/base64"
	"io"
	"slices"
	"strings"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/mail"
	"github.com/emersion/go-message/textproto"
)

// pictureID is the Content-ID of the map in an e-mail.
const pictureID = "map@podesta"

// write writes the header and the parts. It writes only text, or alternatives (text, HTML,
// calendar) with the map for the HTML if there is one. If files are attached, it writes the
// alternatives without the map, and then the files.
func (m *Letter) write(w io.Writer, h mail.Header) error {
	if len(m.attached) > 0 {
		return m.writeAttached(w, h)
	}
	if m.HTML == "" && m.Calendar == "" {
		h.Set("Content-Type", plainText)
		h.Set("Content-Transfer-Encoding", "quoted-printable")
		body, err := mail.CreateSingleInlineWriter(w, h)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(body, flowed(m.Text)); err != nil {
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
		{plainText, flowed(m.Text)}, {"text/html; charset=utf-8", crlf(m.HTML)}, {"text/calendar; charset=utf-8; method=" + method, crlf(m.Calendar)},
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
		if _, err := io.WriteString(part, p.text); err != nil {
			return err
		}
		if err := part.Close(); err != nil {
			return err
		}
	}
	return out.Close()
}

// writeAttached writes an e-mail with attached files after its alternative parts.
func (m *Letter) writeAttached(w io.Writer, h mail.Header) error {
	h.SetContentType("multipart/mixed", nil)
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
	for _, a := range m.attached {
		var head message.Header
		head.SetContentType("image/png", map[string]string{"name": a.name})
		head.Set("Content-Transfer-Encoding", "base64")
		head.SetContentDisposition("attachment", map[string]string{"filename": a.name})
		part, err := out.CreatePart(head)
		if err != nil {
			return err
		}
		if _, err := part.Write(a.data); err != nil {
			return err
		}
		if err := part.Close(); err != nil {
			return err
		}
	}
	return out.Close()
}

// plainText is the type of text whose lines end with a space where it was wrapped (RFC 3676), so
// that programs can wrap it again for their screens.
const plainText = "text/plain; charset=utf-8; format=flowed"

// flowWidth is the width to which lines of plain text are wrapped.
const flowWidth = 72

// flowed wraps a text for format=flowed, with line ends in CRLF. Lines that are indented by four
// spaces are to be typed or have columns, and stay whole.
func flowed(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/16)
	for line := range strings.SplitSeq(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), "\n") {
		line = strings.TrimRight(line, " ")
		for {
			if strings.HasPrefix(line, " ") || strings.HasPrefix(line, ">") || strings.HasPrefix(line, "From ") {
				b.WriteByte(' ') // programs remove this space
			}
			end := wrapAt(line)
			b.WriteString(line[:end] + "\r\n")
			if end == len(line) {
				break
			}
			line = line[end:]
		}
	}
	return b.String()
}

// wrapAt returns where a line is wrapped: after the last space within the width, or else after the
// first space beyond it. Spaces at the beginning do not count.
func wrapAt(line string) int {
	if len(line) <= flowWidth || strings.HasPrefix(line, "    ") {
		return len(line)
	}
	column, last, begun := 0, 0, false
	for i, r := range line {
		switch {
		case r != ' ':
			begun = true
		case begun && i+1 < len(line) && line[i+1] != ' ':
			last = i + 1
		}
		if column++; column > flowWidth && last > 0 {
			return last
		}
	}
	return len(line)
}

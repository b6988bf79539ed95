package page

import (
	"bytes"
	"encoding/json"
	"image/png"
	"net/http"
	"path"
	"regexp"
	"strconv"

	"podesta/atlas/raster"
	"podesta/internal/account"
	"podesta/internal/game"
	"podesta/machiavelli/message"
)

// iconSizes holds the widths of the icons of the installed app, in pixels.
var iconSizes = []int{192, 512}

// maskIcon is the name of the icon whose edge the system may cut off, and maskSize is its size.
const (
	maskSize = 512
	maskIcon = "iconmask.png"
)

func iconName(size int) string { return "icon" + strconv.Itoa(size) + ".png" }

// box matches the viewBox attribute of the crest.
var box = regexp.MustCompile(`viewBox="[^"]*"`)

// icons returns PNGs of the crest, keyed by file name.
func icons(crest []byte) map[string][]byte {
	out := map[string][]byte{}
	square := func(name string, size, half int, under string) {
		frame := strconv.Itoa(-half) + " " + strconv.Itoa(1-half) + " " + strconv.Itoa(2*half) + " " + strconv.Itoa(2*half)
		svg := box.ReplaceAll(crest, []byte(`viewBox="`+frame+`"`))
		if i := bytes.IndexByte(svg, '>') + 1; under != "" {
			svg = append(append(append([]byte(nil), svg[:i]...), under...), svg[i:]...)
		}
		img, err := raster.Draw(svg, size)
		if err != nil {
			panic(err) // the crest is part of this program, so it can be read
		}
		var b bytes.Buffer
		if err := png.Encode(&b, img); err != nil {
			panic(err)
		}
		out[name] = b.Bytes()
	}
	for _, size := range iconSizes {
		square(iconName(size), size, 24, "")
	}
	// Everything important is within the middle four fifths.
	square(maskIcon, maskSize, 32, `<path d="M-32-31H32V33H-32Z" fill="#f7efd9"/>`)
	badge, err := raster.Draw([]byte(badgeDrawing), badgeSize)
	if err != nil {
		panic(err) // it is part of this program, so it can be read
	}
	var b bytes.Buffer
	if err := png.Encode(&b, badge); err != nil {
		panic(err)
	}
	out[badgeIcon] = b.Bytes()
	return out
}

// The badge of notifications. Systems draw its shape in one colour: a shield with a
// band.
const (
	badgeSize    = 96
	badgeIcon    = "badge.png"
	badgeDrawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-24 -24 48 48"><path d="M-17-21H17V-8H-17Z" fill="#ffffff"/><path d="M-17-2H17V2C17 12 9 18 0 22C-9 18-17 12-17 2Z" fill="#ffffff"/></svg>`
)

// manifest describes the app that browsers can install.
type manifest struct {
	Name       string         `json:"name"`
	ShortName  string         `json:"short_name"`
	Text       string         `json:"description"`
	Lang       string         `json:"lang"`
	ID         string         `json:"id"`
	Start      string         `json:"start_url"`
	Scope      string         `json:"scope"`
	Display    string         `json:"display"`
	Background string         `json:"background_color"`
	Theme      string         `json:"theme_color"`
	Icons      []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

// ServeManifest answers with the manifest of the app.
func (s *Responder) ServeManifest(w http.ResponseWriter, r *http.Request) {
	l := s.Catalogue(r)
	m := manifest{
		Name: "podesta", ShortName: "podesta", Text: message.New("Play Machiavelli against people and computers.").In(l), Lang: l.Tag,
		ID: Outer(r, "/"), Start: Outer(r, "/"), Scope: Outer(r, "/"), Display: "standalone", Background: "#faf7f0", Theme: "#8c2f1f",
	}
	icon := func(name string, size int, purpose string) {
		n := strconv.Itoa(size)
		m.Icons = append(m.Icons, manifestIcon{Outer(r, staticAddress(name)), n + "x" + n, "image/png", purpose})
	}
	for _, size := range iconSizes {
		icon(iconName(size), size, "")
	}
	icon(maskIcon, maskSize, "maskable")
	w.Header().Set("Content-Type", "application/manifest+json")
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Add("Vary", "Accept-Language, Cookie")
	_ = json.NewEncoder(w).Encode(m)
}

// workerScript is the script of the service worker.
const workerScript = "sw.js"

// ServeWorker answers with the script of the service worker. Its address has no
// version, because the address is the worker's identity.
func ServeWorker(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", kinds[path.Ext(workerScript)])
	w.Header().Set("Cache-Control", "no-cache")
	assets()[workerScript].Send(w, r)
}

// ServeOffline answers with the page that the service worker shows without a
// network.
func (s *Responder) ServeOffline(w http.ResponseWriter, r *http.Request) {
	s.Page(w, r, http.StatusOK, "offline", Frame{Title: "No connection"})
}

// ReaderHeader names the reader of a page for the service worker, which keeps
// pages for one reader only.
const ReaderHeader = "Podesta-Reader"

// nobody is the reader of a page for someone who is not signed in.
const nobody = "none"

// readerMark returns a mark of an account that reveals nothing about it.
func readerMark(a *game.Account) string { return account.HashSecret("reader " + a.ID)[:16] }

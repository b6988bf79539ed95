package social

import (
	"bytes"
	"html"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"podesta/atlas"
	"podesta/atlas/raster"
	"podesta/internal/game"
	"podesta/internal/web/boardpage"
	"podesta/internal/web/gamepage"
	"podesta/internal/web/page"
	"podesta/internal/words"
	"podesta/machiavelli/message"
	"podesta/machiavelli/position"
)

// errPrivate is returned for requests from other sites for games that are not public.
var errPrivate = game.Refuse(game.NotFound, message.New("Only public games can be shown on other sites."))

// public returns the game that an address names, if other sites may show it.
func (s *Pages) public(r *http.Request, id string) (*game.Game, error) {
	g, err := s.Judge.Base.Game(r.Context(), id)
	if err == nil && !gamepage.Public(g) {
		err = errPrivate
	}
	return g, err
}

// sharePage explains how to show a game to others.
type sharePage struct {
	Head             *gamepage.Head
	Address, Snippet string
	QR               page.QR
	Picture          string
	Follows, Notices bool
}

// The size of the embedded board, unless another width is chosen.
const (
	embedWidth  = 640
	embedFoot   = 90 // height of the lines below the map
	leastEmbed  = 200
	mostEmbed   = 2000
	previewWide = gamepage.PreviewWidth
	previewHigh = gamepage.PreviewHeight
)

// share explains how to follow a public game, and how to show it to others.
func (s *Pages) share(w http.ResponseWriter, r *http.Request) {
	g, role, ok := s.At(w, r)
	if !ok {
		return
	}
	if !gamepage.Public(g) {
		s.Refuse(w, r, errPrivate, nil)
		return
	}
	pg := &sharePage{Address: s.Origin(r) + "/g/" + g.ID}
	var err error
	if pg.Head, err = s.NewHead(r, g, role, "/share"); err == nil {
		pg.QR, err = page.NewQR(pg.Address)
	}
	if a := s.Visit(r).Account; err == nil && a != nil {
		pg.Follows, pg.Notices, err = s.Judge.Users.Follows(r.Context(), g.ID, a.ID)
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	if g.Number > 0 {
		pg.Snippet = frame(pg.Address, g.Name, embedWidth)
		pg.Picture = gamepage.PreviewPicture(g)
	}
	s.Page(w, r, http.StatusOK, "share", page.Frame{Title: "Share · " + g.Name, Game: g.ID, Body: pg})
}

// frame returns the HTML that shows the board of a game on another site.
func frame(address, name string, width int) string {
	return `<iframe src="` + html.EscapeString(address) + `/embed" width="` + strconv.Itoa(width) + `" height="` + strconv.Itoa(width+embedFoot) +
		`" title="` + html.EscapeString(name) + `" style="border:0;max-width:100%" loading="lazy"></iframe>`
}

// follow follows the game in a form, or changes whether its follower is notified.
func (s *Pages) follow(f *gamepage.Form) (string, error) {
	a, err := f.Player()
	if err != nil {
		return "", err
	}
	return "/share?done=follows", s.Judge.Users.FollowGame(f.Request.Context(), f.Game.ID, a, f.Get("notices") != "")
}

// unfollow stops following the game in a form.
func (s *Pages) unfollow(f *gamepage.Form) (string, error) {
	a, err := f.Player()
	if err != nil {
		return "", err
	}
	return "/share?done=unfollows", s.Judge.Users.UnfollowGame(f.Request.Context(), f.Game.ID, a)
}

// embedPage is the board of a game on another site.
type embedPage struct {
	Tongue        *words.Catalogue
	Name, Address string
	Map, Dark     string // the addresses of the drawing in light and in dark colours
	Text          message.Message
}

// embedPolicy is the policy of the embedded board: any site may show it, and it has no scripts
// and sends no forms.
const embedPolicy = "default-src 'none'; img-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"

// embed shows the public map of a game, for a frame on another site. It is the
// same for all visitors, and neither reads nor sets cookies.
func (s *Pages) embed(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Del("Set-Cookie")
	in := r.Clone(r.Context())
	in.Header.Del("Cookie")
	in = s.WithVisit(in)
	g, err := s.public(in, r.PathValue("id"))
	if err == nil && g.Number == 0 {
		err = game.ErrForming
	}
	if err != nil {
		s.Refuse(w, in, err, nil)
		return
	}
	c := s.Catalogue(in)
	pg := embedPage{
		Tongue: c, Name: g.Name, Address: s.Origin(in) + "/g/" + g.ID, Text: gamepage.PreviewText(g, -1),
		Map: boardpage.MapAddress(c, g, gamepage.Newest(g), "theme=light"), Dark: boardpage.MapAddress(c, g, gamepage.Newest(g), "theme=dark"),
	}
	h.Set("Content-Security-Policy", embedPolicy)
	h.Set("Vary", "Accept-Language")
	h.Set("Cache-Control", "public, max-age=60")
	h.Set("Content-Language", c.Tag)
	h.Set("Content-Type", "text/html; charset=utf-8")
	body, err := s.Render(in, "embed", "embed", pg)
	if err != nil {
		s.Refuse(w, in, err, nil)
		return
	}
	page.Compress(w, r, http.StatusOK, body)
}

// preview sends the picture of a game for previews of its address. The address contains the
// revision of the game, so that nobody caches an old picture as the newest; requests for other
// revisions are redirected.
func (s *Pages) preview(w http.ResponseWriter, r *http.Request) {
	g, err := s.public(r, r.PathValue("id"))
	if err == nil && g.Number == 0 {
		err = game.ErrForming
	}
	if err != nil {
		s.Refuse(w, r, err, nil)
		return
	}
	at := gamepage.PreviewPicture(g)
	if r.URL.Path != at {
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, at, http.StatusFound)
		return
	}
	found, ok := s.pictures.Get(at)
	if !ok {
		done, ok := s.Slow(w, r)
		if !ok {
			return
		}
		defer done()
		body, err := s.drawPreview(r, g)
		if err != nil {
			s.Refuse(w, r, err, nil)
			return
		}
		found = s.pictures.Put(at, body)
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	found.Send(w, r)
}

// drawPreview draws the newest position of a game as the public may see it.
func (s *Pages) drawPreview(r *http.Request, g *game.Game) ([]byte, error) {
	ph, err := s.Judge.Base.Phase(r.Context(), g.ID, 0)
	if err != nil {
		return nil, err
	}
	now := ph.Before
	if ph.After != nil {
		now = ph.After
	}
	return previewOf(now)
}

// paper is the colour next to the map of a preview.
var paper = color.NRGBA{0xf3, 0xea, 0xd7, 0xff}

// previewOf returns a picture of a position in the format that other sites expect, with the
// whole map in the middle.
func previewOf(p *position.Position) ([]byte, error) {
	var svg bytes.Buffer
	if err := atlas.SVG(&svg, p, atlas.Options{Theme: "light", Labels: atlas.Codes}); err != nil {
		return nil, err
	}
	board, err := raster.Draw(svg.Bytes(), previewHigh)
	if err != nil {
		return nil, err
	}
	out := image.NewRGBA(image.Rect(0, 0, previewWide, previewHigh))
	draw.Draw(out, out.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	size := board.Bounds().Size()
	at := image.Pt((previewWide-size.X)/2, (previewHigh-size.Y)/2)
	draw.Draw(out, image.Rectangle{at, at.Add(size)}, board, board.Bounds().Min, draw.Over)
	var b bytes.Buffer
	err = png.Encode(&b, out)
	return b.Bytes(), err
}

// oembed is the answer of the oEmbed endpoint.
type oembed struct {
	Version   string `json:"version"`
	Type      string `json:"type"`
	Title     string `json:"title"`
	Provider  string `json:"provider_name"`
	Site      string `json:"provider_url"`
	HTML      string `json:"html"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Thumbnail string `json:"thumbnail_url"`
	ThumbWide int    `json:"thumbnail_width"`
	ThumbHigh int    `json:"thumbnail_height"`
}

// oembedOf describes the board of a public game for other sites (oEmbed 1.0).
func (s *Pages) oembedOf(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if f := q.Get("format"); f != "" && f != "json" {
		http.Error(w, "The only format is json.", http.StatusNotImplemented)
		return
	}
	u, err := url.Parse(q.Get("url"))
	id, ok := "", false
	if err == nil {
		id, ok = strings.CutPrefix(u.Path, page.Outer(r, "/g/"))
		id, _, _ = strings.Cut(id, "/")
	}
	if !ok {
		http.Error(w, "The parameter url must be the address of a game of this judge.", http.StatusNotFound)
		return
	}
	g, err := s.public(r, id)
	if err == nil && g.Number == 0 {
		err = game.ErrForming
	}
	if err != nil {
		if game.ErrorCode(err) == game.Internal {
			s.Log.Error("request failed", "path", r.URL.Path, "error", err)
			http.Error(w, "This is an error in the judge. It has been logged.", http.StatusInternalServerError)
			return
		}
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	wide := embedWidth
	for name, limit := range map[string]int{"maxwidth": 0, "maxheight": embedFoot} {
		if n, err := strconv.Atoi(q.Get(name)); err == nil {
			wide = min(wide, n-limit)
		}
	}
	wide = min(max(wide, leastEmbed), mostEmbed)
	site := s.Origin(r)
	page.SendJSON(w, http.StatusOK, oembed{
		Version: "1.0", Type: "rich", Title: g.Name, Provider: "podesta", Site: site,
		HTML: frame(site+"/g/"+g.ID, g.Name, wide), Width: wide, Height: wide + embedFoot,
		Thumbnail: site + gamepage.PreviewPicture(g), ThumbWide: previewWide, ThumbHigh: previewHigh,
	})
}

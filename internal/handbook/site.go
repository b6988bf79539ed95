package handbook

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed site.html
var siteText string

var siteTemplate = template.Must(template.New("site").Parse(siteText))

// searchPage is the name of the page of the site on which people search.
const searchPage = "search"

// assets lists the judge's page files that the site also uses.
var assets = []string{"style.css", "docs.css", "docsearch.js", "icon.svg"}

// indexed is a section in the search index of the site, as docsearch.ts reads it.
type indexed struct {
	Page    string `json:"page"` // title of the page
	Title   string `json:"title"`
	Address string `json:"address"`
	Text    string `json:"text"`
}

// Site returns the files of a static site with the documents in source, keyed by path. The site
// needs no server, because all links are relative. style holds the files of the judge's pages,
// some of which the site uses, too. version is shown on every page.
func Site(source, style fs.FS, version string) (map[string][]byte, error) {
	b, err := New(source, Addresses{
		Page: func(name string) string { return name + ".html" },
		File: func(path string) string { return "files/" + path },
	})
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	write := func(name, title string, p *Page) error {
		var out bytes.Buffer
		err := siteTemplate.Execute(&out, struct {
			Title, Version string
			Page           *Page
			Chapters       []Chapter
		}{title, version, p, b.Chapters})
		files[name+".html"] = out.Bytes()
		return err
	}
	if err := write(searchPage, "Search", nil); err != nil {
		return nil, err
	}
	var index []indexed
	for _, c := range b.Chapters {
		for _, p := range c.Pages {
			if err := write(p.Name, p.Title, p); err != nil {
				return nil, err
			}
			for _, s := range p.Sections {
				index = append(index, indexed{p.Title, s.Title, address(p, s), s.Text})
			}
		}
	}
	text, err := json.Marshal(index)
	if err != nil {
		return nil, err
	}
	// The index is a script, because a page that was opened as a file cannot fetch other files.
	files["search-index.js"] = append(append([]byte("self.podestaDocs="), text...), ";\n"...)
	for _, name := range b.Files {
		if files["files/"+name], err = fs.ReadFile(source, name); err != nil {
			return nil, err
		}
	}
	for _, name := range assets {
		if files[name], err = fs.ReadFile(style, name); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// WriteSite writes the files of a site into a folder, which it creates.
func WriteSite(folder string, files map[string][]byte) error {
	for name, text := range files {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

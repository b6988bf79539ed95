package raster

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
)

// node is an element of the document.
type node struct {
	name     string
	attr     map[string]string
	text     string
	children []*node
}

// document is a parsed picture.
type document struct {
	root  *node
	ids   map[string]*node
	rules map[string][]declaration // by class

	sums   map[*node]partKey
	styled *partKey // the hash of the rules; nil until it is needed
}

// The limits of a document, so that one from another source cannot use up the
// memory.
const (
	mostNodes = 200_000
	mostDepth = 60
)

// read reads a document.
func read(svg []byte) (*document, error) {
	d := &document{ids: map[string]*node{}, rules: map[string][]declaration{}, sums: map[*node]partKey{}}
	dec := xml.NewDecoder(bytes.NewReader(svg))
	var open []*node
	for count := 0; ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("the picture is no SVG: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if count++; count > mostNodes || len(open) >= mostDepth {
				return nil, errors.New("the picture is too large")
			}
			n := &node{name: t.Name.Local, attr: map[string]string{}}
			for _, a := range t.Attr {
				n.attr[a.Name.Local] = a.Value
			}
			if id := n.attr["id"]; id != "" {
				d.ids[id] = n
			}
			if len(open) > 0 {
				parent := open[len(open)-1]
				parent.children = append(parent.children, n)
			} else if d.root == nil {
				d.root = n
			}
			open = append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) == 0 {
				continue
			}
			switch n := open[len(open)-1]; n.name {
			case "style":
				d.style(string(t))
			case "text", "textPath":
				n.text += string(t)
			}
		}
	}
	if d.root == nil || d.root.name != "svg" {
		return nil, errors.New("the picture is no SVG")
	}
	return d, nil
}

package chart

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Text returns the chart as a JSON file. Each arc and each area has a line of
// its own.
func (c *Chart) Text() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\"plan\":%q,\"width\":%d,\"height\":%d,\"rose\":[%d,%d],\"key\":[%d,%d,%d,%d],\n\"arcs\":", c.Plan, c.Width, c.Height, c.Rose[0], c.Rose[1], c.Key[0], c.Key[1], c.Key[2], c.Key[3])
	if err := list(&b, c.Arcs); err != nil {
		return nil, err
	}
	b.WriteString(",\n\"areas\":{")
	for i, code := range slices.Sorted(maps.Keys(c.Areas)) {
		text, err := json.Marshal(c.Areas[code])
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "\n%q:%s", code, text)
	}
	b.WriteString("},\n")
	text, err := json.Marshal(struct {
		Extra   map[string][]Ring `json:"extra"`
		Shoals  []string          `json:"shoals,omitempty"`
		Links   []Link            `json:"links,omitempty"`
		Straits []Line            `json:"straits,omitempty"`
		Coasts  []Coast           `json:"coasts,omitempty"`
		Regions []Region          `json:"regions,omitempty"`
		Rivers  []River           `json:"rivers,omitempty"`
		Lakes   []Line            `json:"lakes,omitempty"`
		Hills   []Hill            `json:"hills,omitempty"`

		Ornaments []Ornament `json:"ornaments,omitempty"`
	}{c.Extra, c.Shoals, c.Links, c.Straits, c.Coasts, c.Regions, c.Rivers, c.Lakes, c.Hills, c.Ornaments})
	if err != nil {
		return nil, err
	}
	b.Write(text[1:])
	b.WriteString("\n")
	return b.Bytes(), nil
}

// list writes a JSON list with each entry on a line of its own.
func list[T any](b *bytes.Buffer, all []T) error {
	b.WriteString("[")
	for i, one := range all {
		text, err := json.Marshal(one)
		if err != nil {
			return err
		}
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n")
		b.Write(text)
	}
	b.WriteString("]")
	return nil
}

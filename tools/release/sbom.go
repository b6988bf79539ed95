package main

import (
	"cmp"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// bom is a list of components in the format CycloneDX 1.6.
type bom struct {
	Format       string      `json:"bomFormat"`
	SpecVersion  string      `json:"specVersion"`
	SerialNumber string      `json:"serialNumber"`
	Version      int         `json:"version"`
	Metadata     metadata    `json:"metadata"`
	Components   []component `json:"components"`
	Dependencies []depends   `json:"dependencies"`
}

type metadata struct {
	Timestamp time.Time `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	PURL       string     `json:"purl"`
	Licenses   []licence  `json:"licenses,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type licence struct {
	License struct {
		ID string `json:"id"`
	} `json:"license"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type depends struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn"`
}

// components writes the list of everything that the programs contain: the
// modules that the compiler recorded in them, and the standard library.
func (r *release) components(binaries map[target]string) error {
	found := map[string]component{}
	for _, t := range r.targets {
		info, err := buildinfo.ReadFile(binaries[t])
		if err != nil {
			return fmt.Errorf("the program for %s %s: %w", t.os, t.arch, err)
		}
		std := module("std", strings.TrimPrefix(info.GoVersion, "go"), "")
		found[std.Ref] = std
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			c := module(m.Path, m.Version, m.Sum)
			found[c.Ref] = c
		}
	}
	list := bom{
		Format: "CycloneDX", SpecVersion: "1.6", Version: 1, Components: slices.Collect(maps.Values(found)),
		Metadata: metadata{Timestamp: r.time, Component: component{
			Type: "application", Name: "podesta", Version: r.version, Ref: "pkg:golang/podesta@" + r.version, PURL: "pkg:golang/podesta@" + r.version,
			Properties: []property{{"vcs.revision", r.commit}},
		}},
	}
	list.Metadata.Component.Licenses = make([]licence, 1)
	list.Metadata.Component.Licenses[0].License.ID = "Apache-2.0"
	slices.SortFunc(list.Components, func(a, b component) int { return cmp.Compare(a.Ref, b.Ref) })
	all := depends{Ref: list.Metadata.Component.Ref}
	h := sha256.New()
	fmt.Fprintln(h, r.version, r.commit)
	for _, c := range list.Components {
		all.On = append(all.On, c.Ref)
		fmt.Fprintln(h, c.Ref)
	}
	list.Dependencies = []depends{all}
	sum := h.Sum(nil)
	// A UUID of version 8, which allows custom bits.
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	list.SerialNumber = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	return write(filepath.Join(r.out, "podesta-"+r.version+".cdx.json"), append(text, '\n'), 0o644)
}

// module returns the component of a module. sum is its checksum in go.sum.
func module(name, version, sum string) component {
	c := component{Type: "library", Name: name, Version: version, PURL: "pkg:golang/" + name + "@" + version}
	c.Ref = c.PURL
	if sum != "" {
		c.Properties = []property{{"go:sum", sum}}
	}
	return c
}

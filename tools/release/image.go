package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"time"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// The kinds of documents in an image of the Open Container Initiative.
const (
	indexKind    = "application/vnd.oci.image.index.v1+json"
	manifestKind = "application/vnd.oci.image.manifest.v1+json"
	configKind   = "application/vnd.oci.image.config.v1+json"
	layerKind    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

// imageUser is the user and group of the judge in the image.
const imageUser = 65532

// descriptor refers to a blob.
type descriptor struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Platform    *platform         `json:"platform,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

type platform struct {
	Architecture string `json:"architecture"`
	OS           string `json:"os"`
}

// manifest describes an image for one platform, or with Manifests for all platforms.
type manifest struct {
	SchemaVersion int               `json:"schemaVersion"`
	MediaType     string            `json:"mediaType"`
	Config        *descriptor       `json:"config,omitempty"`
	Layers        []descriptor      `json:"layers,omitempty"`
	Manifests     []descriptor      `json:"manifests,omitempty"`
	Annotations   map[string]string `json:"annotations,omitempty"`
}

// imageConfig says how an image is run.
type imageConfig struct {
	Created      time.Time `json:"created"`
	Architecture string    `json:"architecture"`
	OS           string    `json:"os"`
	Config       struct {
		User         string
		ExposedPorts map[string]struct{}
		Env          []string
		Entrypoint   []string
		Cmd          []string
		Volumes      map[string]struct{}
		Labels       map[string]string
		StopSignal   string
	} `json:"config"`
	RootFS struct {
		Type    string   `json:"type"`
		DiffIDs []string `json:"diff_ids"`
	} `json:"rootfs"`
	History []history `json:"history"`
}

type history struct {
	Created   time.Time `json:"created"`
	CreatedBy string    `json:"created_by"`
}

// blobs collects the blobs of an image as files of its archive.
type blobs struct{ files []file }

// add adds a blob and returns its descriptor.
func (b *blobs) add(kind string, text []byte) descriptor {
	sum := fmt.Sprintf("%x", sha256.Sum256(text))
	b.files = append(b.files, file{name: "blobs/sha256/" + sum, mode: 0o644, text: text})
	return descriptor{MediaType: kind, Digest: "sha256:" + sum, Size: len(text)}
}

// addJSON adds a document.
func (b *blobs) addJSON(kind string, v any) (descriptor, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return descriptor{}, err
	}
	return b.add(kind, text), nil
}

// image writes the container image for the targets with Linux as an archive, which podman load
// and skopeo read. Its contents match those built by dist/Containerfile.
func (r *release) image(binaries map[target]string) error {
	var b blobs
	labels := map[string]string{
		"org.opencontainers.image.title":       "podesta",
		"org.opencontainers.image.description": "A judge for the board game Machiavelli",
		"org.opencontainers.image.version":     r.version,
		"org.opencontainers.image.revision":    r.commit,
		"org.opencontainers.image.created":     r.time.Format(time.RFC3339),
		"org.opencontainers.image.licenses":    "Apache-2.0",
	}
	all := manifest{SchemaVersion: 2, MediaType: indexKind, Annotations: labels}
	for _, t := range r.targets {
		if t.os != "linux" {
			continue
		}
		files, err := r.root(binaries[t])
		if err != nil {
			return err
		}
		layer, err := tarred(files, r.time)
		if err != nil {
			return err
		}
		var c imageConfig
		c.Created, c.Architecture, c.OS = r.time, t.arch, t.os
		c.Config.User = fmt.Sprintf("%d:%d", imageUser, imageUser)
		c.Config.ExposedPorts = map[string]struct{}{"8080/tcp": {}, "9464/tcp": {}}
		c.Config.Env = []string{"PODESTA_DATA=/data", "PODESTA_LISTEN=:8080", "PODESTA_METRICS_LISTEN=:9464", "PODESTA_LOG_FORMAT=json"}
		c.Config.Entrypoint, c.Config.Cmd = []string{"/podesta"}, []string{"serve"}
		c.Config.Volumes = map[string]struct{}{"/data": {}}
		c.Config.Labels, c.Config.StopSignal = labels, "SIGTERM"
		c.RootFS.Type, c.RootFS.DiffIDs = "layers", []string{fmt.Sprintf("sha256:%x", sha256.Sum256(layer))}
		c.History = []history{{r.time, "podesta " + r.version}}
		config, err := b.addJSON(configKind, c)
		if err != nil {
			return err
		}
		one, err := b.addJSON(manifestKind, manifest{
			SchemaVersion: 2, MediaType: manifestKind, Config: &config, Layers: []descriptor{b.add(layerKind, compressed(layer))}, Annotations: labels,
		})
		if err != nil {
			return err
		}
		one.Platform = &platform{t.arch, t.os}
		all.Manifests = append(all.Manifests, one)
	}
	top, err := b.addJSON(indexKind, all)
	if err != nil {
		return err
	}
	top.Annotations = map[string]string{
		"org.opencontainers.image.ref.name": r.version,
		"io.containerd.image.name":          "localhost/podesta:" + r.version,
	}
	index, err := json.Marshal(manifest{SchemaVersion: 2, MediaType: indexKind, Manifests: []descriptor{top}})
	if err != nil {
		return err
	}
	text, err := tarred(append(b.files,
		file{name: "index.json", mode: 0o644, text: index},
		file{name: "oci-layout", mode: 0o644, text: []byte(`{"imageLayoutVersion":"1.0.0"}`)}), r.time)
	if err != nil {
		return err
	}
	return write(filepath.Join(r.out, "podesta-"+r.version+"-oci.tar"), text, 0o644)
}

// root returns the files of an image: the program, certificates, licences, the data folder, and a
// place for temporary files. Time zones are in the program.
func (r *release) root(binary string) ([]file, error) {
	program, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	all := []file{
		{name: "podesta", mode: 0o755, text: program},
		{name: "data", mode: os.ModeDir | 0o700, uid: imageUser, gid: imageUser},
		{name: "tmp", mode: os.ModeDir | os.ModeSticky | 0o777},
		{name: "etc/ssl/certs/ca-certificates.crt", mode: 0o644, text: certificates()},
	}
	for _, dir := range []string{"etc", "etc/ssl", "etc/ssl/certs", "licences"} {
		all = append(all, file{name: dir, mode: os.ModeDir | 0o755})
	}
	texts, err := r.common(false)
	for _, f := range texts {
		f.name = path.Join("licences", f.name)
		all = append(all, f)
	}
	return all, err
}

// certificates returns the certificates of Mozilla's list that are trusted
// without further conditions, as a PEM file.
func certificates() []byte {
	var b bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil {
			_ = pem.Encode(&b, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate}) // a buffer accepts everything
		}
	}
	return b.Bytes()
}

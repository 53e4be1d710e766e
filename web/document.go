package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
)

// contractBase is the base of the paths in openapi.yaml. A deployment with another SKEETER_API_V1_STR replaces it.
const contractBase = "/api/v1"

// document is the API document of this deployment, as JSON and YAML.
type document struct {
	version            string
	json, yaml         []byte
	jsonETag, yamlETag string
}

// renderContract puts the name, version and base path of a deployment into openapi.yaml. An empty version keeps the one of the file.
func renderContract(source []byte, title, version, base string) (document, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(source, &root); err != nil {
		return document{}, fmt.Errorf("read: %w", err)
	}
	if base != contractBase {
		replaceBase(&root, base)
	}
	info := member(&root, "info")
	titleNode, versionNode := member(info, "title"), member(info, "version")
	if titleNode == nil || versionNode == nil {
		return document{}, errors.New("info has no title or no version")
	}
	titleNode.SetString(title)
	if version != "" {
		versionNode.SetString(version)
	}

	d := document{version: versionNode.Value}
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := errors.Join(enc.Encode(&root), enc.Close()); err != nil {
		return document{}, fmt.Errorf("write as YAML: %w", err)
	}
	d.yaml = b.Bytes()
	var tree map[string]any
	if err := root.Decode(&tree); err != nil {
		return document{}, fmt.Errorf("decode: %w", err)
	}
	var err error
	if d.json, err = json.Marshal(tree); err != nil {
		return document{}, fmt.Errorf("write as JSON: %w", err)
	}
	d.jsonETag, d.yamlETag = quoted(hash(d.json)), quoted(hash(d.yaml))
	return d, nil
}

// replaceBase replaces the base path in keys, texts and examples.
func replaceBase(n *yaml.Node, base string) {
	if n.Kind == yaml.ScalarNode {
		n.Value = strings.ReplaceAll(n.Value, contractBase, base)
	}
	for _, child := range n.Content {
		replaceBase(child, base)
	}
}

// member returns the value of a key of a mapping, nil when there is none.
func member(n *yaml.Node, key string) *yaml.Node {
	if n == nil {
		return nil
	}
	if n.Kind == yaml.DocumentNode {
		return member(n.Content[0], key)
	}
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// version is that of the deployment, or of openapi.yaml.
func (w *Web) version() string {
	if w.options.Version != "" {
		return w.options.Version
	}
	return w.spec().version
}

func (w *Web) specJSON(rw http.ResponseWriter, r *http.Request) error {
	d := w.spec()
	serve(rw, r, "application/json", d.jsonETag, d.json)
	return nil
}

func (w *Web) specYAML(rw http.ResponseWriter, r *http.Request) error {
	d := w.spec()
	serve(rw, r, "application/yaml", d.yamlETag, d.yaml)
	return nil
}

func serve(w http.ResponseWriter, r *http.Request, contentType, etag string, body []byte) {
	w.Header().Set("Cache-Control", "no-cache")
	if representation.NotModified(w, r, etag) {
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(body)
}

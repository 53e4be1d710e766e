package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

func TestContractOfADeployment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		options       Options
		base          string
		title, number string
	}{
		{Options{Prefix: "/api"}, "/api/v1", "Skeeter", "1.0.0"},
		{Options{Prefix: "", Version: "2.0.0-rc1"}, "/v1", "Skeeter", "2.0.0-rc1"},
		{Options{Prefix: "/a/b", AppName: "Field station", Version: "3"}, "/a/b/v1", "Field station", "3"},
		// What YAML would read as something else than a text.
		{Options{Prefix: "/null", AppName: "yes: [#&*", Version: "1.10"}, "/null/v1", "yes: [#&*", "1.10"},
	} {
		spec := New(c.options).spec()
		doc := load(t, spec.json)
		load(t, spec.yaml)
		if doc.Info.Title != c.title || doc.Info.Version != c.number {
			t.Errorf("%+v: title %q, version %q", c.options, doc.Info.Title, doc.Info.Version)
		}
		if doc.Paths.Value(c.base+"/species") == nil || doc.Paths.Value("/health") == nil {
			t.Errorf("%+v: paths are %v", c.options, doc.Paths.InMatchingOrder())
		}
		if c.base != contractBase && bytes.Contains(spec.json, []byte(contractBase)) {
			t.Errorf("%+v: %s is still in the document", c.options, contractBase)
		}
		var fromJSON, fromYAML any
		if err := json.Unmarshal(spec.json, &fromJSON); err != nil {
			t.Fatal(err)
		}
		if err := yaml.Unmarshal(spec.yaml, &fromYAML); err != nil {
			t.Fatal(err)
		}
		if again, err := json.Marshal(fromYAML); err != nil || !sameJSON(t, again, fromJSON) {
			t.Errorf("%+v: the YAML says something else than the JSON (%v)", c.options, err)
		}
	}
}

func sameJSON(t *testing.T, body []byte, want any) bool {
	t.Helper()
	var got any
	if err := json.Unmarshal(body, &got); err != nil {
		t.Fatal(err)
	}
	return reflect.DeepEqual(got, want)
}

func TestBrokenContractIsAnError(t *testing.T) {
	t.Parallel()
	for name, source := range map[string]string{
		"no YAML":    "openapi: [",
		"empty":      "",
		"no info":    "openapi: 3.1.0\n",
		"no version": "info: { title: x }\n",
		"a list":     "- info\n",
	} {
		if _, err := renderContract([]byte(source), "x", "", contractBase); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestContractIsServed(t *testing.T) {
	t.Parallel()
	h := serving(t, newSite(t, Options{Prefix: "/geo/api"}))
	for path, contentType := range map[string]string{
		"/openapi.json": "application/json", "/openapi.yaml": "application/yaml", "/geo/api/v1/openapi.json": "application/json",
	} {
		res := get(t, h, path)
		body := text(t, res)
		if res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != contentType || !strings.Contains(body, "/geo/api/v1/species") {
			t.Errorf("%s: status %d, headers %v", path, res.StatusCode, res.Header)
		}
		checkConditional(t, h, path)
	}
}

// checkConditional asks again with the ETag of the plain and of the compressed answer.
func checkConditional(t *testing.T, h http.Handler, path string) {
	t.Helper()
	for _, encoding := range []string{"identity", "gzip"} {
		etag := get(t, h, path, "Accept-Encoding", encoding).Header.Get("ETag")
		if etag == "" {
			t.Fatalf("%s as %s has no ETag", path, encoding)
		}
		again := get(t, h, path, "If-None-Match", etag, "Accept-Encoding", encoding)
		if body := text(t, again); again.StatusCode != http.StatusNotModified || body != "" {
			t.Errorf("%s as %s: If-None-Match %s gives status %d and %d bytes", path, encoding, etag, again.StatusCode, len(body))
		}
		if other := get(t, h, path, "If-None-Match", `"0"`); other.StatusCode != http.StatusOK {
			t.Errorf("%s: another ETag gives status %d", path, other.StatusCode)
		}
	}
}

func FuzzRenderContract(f *testing.F) {
	f.Add("Skeeter", "1.0.0", "/api/v1")
	f.Add("a\n- b: &c", "0x10", "/v1")
	small := []byte("openapi: 3.1.0\ninfo: { title: x, version: y }\npaths:\n  /api/v1/: {}\n")
	f.Fuzz(func(t *testing.T, title, version, base string) {
		spec, err := renderContract(small, title, version, base)
		if err != nil {
			return // yaml.v3 refuses texts that YAML cannot carry
		}
		type document struct {
			Info struct{ Title, Version string }
		}
		var fromJSON, fromYAML document
		if err := json.Unmarshal(spec.json, &fromJSON); err != nil {
			t.Fatalf("JSON of title %q, version %q, base %q: %v", title, version, base, err)
		}
		if err := yaml.Unmarshal(spec.yaml, &fromYAML); err != nil {
			t.Fatalf("YAML of title %q, version %q, base %q: %v", title, version, base, err)
		}
		if utf8.ValidString(title) && (fromJSON.Info.Title != title || fromYAML.Info.Title != title) {
			t.Errorf("title %q became %q in JSON and %q in YAML", title, fromJSON.Info.Title, fromYAML.Info.Title)
		}
	})
}

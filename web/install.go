package web

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
)

// Colours of the window of the installed application, those of the light theme in src/app/app.css.
const (
	themeColour      = "#0b6b61"
	backgroundColour = "#f6f9f8"
)

// appManifest is a Web Application Manifest.
type appManifest struct {
	ID         string    `json:"id"`
	Name       string    `json:"name"`
	ShortName  string    `json:"short_name"`
	StartURL   string    `json:"start_url"`
	Scope      string    `json:"scope"`
	Display    string    `json:"display"`
	Theme      string    `json:"theme_color"`
	Background string    `json:"background_color"`
	Icons      []appIcon `json:"icons"`
}

type appIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose"`
}

// rootOf returns the path of the service as the client reaches it, without a slash at its end.
func (w *Web) rootOf(r *http.Request) (string, error) {
	address, err := url.Parse(w.options.PublicURL(r))
	if err != nil {
		return "", fmt.Errorf("read the public address: %w", err)
	}
	return address.EscapedPath(), nil
}

func (w *Web) manifest(rw http.ResponseWriter, r *http.Request) error {
	root, err := w.rootOf(r)
	if err != nil {
		return err
	}
	icon := func(name, sizes, kind, purpose string) appIcon {
		return appIcon{w.assets.versioned(root, name), sizes, kind, purpose}
	}
	body, err := json.Marshal(appManifest{
		ID: root + "/", Name: w.options.AppName, ShortName: w.options.AppName, StartURL: root + "/", Scope: root + "/", Display: "standalone",
		Theme: themeColour, Background: backgroundColour,
		Icons: []appIcon{
			icon("icon-192.png", "192x192", "image/png", "any"), icon("icon-512.png", "512x512", "image/png", "any"),
			icon("icon-maskable.png", "512x512", "image/png", "maskable"), icon("favicon.svg", "any", "image/svg+xml", "any"),
		},
	})
	if err != nil {
		return fmt.Errorf("write the manifest: %w", err)
	}
	serve(rw, r, "application/manifest+json", quoted(hash(body)), body)
	return nil
}

// shell is what the service worker needs to know of a build.
type shell struct {
	Root  string   `json:"root"`
	Base  string   `json:"base"`  // path of the API
	Build string   `json:"build"` // another one for other files
	Files []string `json:"files"` // that the first page loads
}

// serviceWorker answers with the worker of the pages: the file of the same name, with the build in front of it, so that browsers take a new one
// for each build.
func (w *Web) serviceWorker(rw http.ResponseWriter, r *http.Request) error {
	first, ok := w.bundle.entry(appSource, mapSource)
	if !ok {
		return errNotBuilt
	}
	root, err := w.rootOf(r)
	if err != nil {
		return err
	}
	s := shell{Root: root, Base: root + w.base, Files: []string{w.assets.versioned(root, "favicon.svg")}}
	for _, file := range append(append([]string{first.Script}, first.Styles...), first.Preloads...) {
		s.Files = append(s.Files, root+"/static/"+file)
	}
	s.Build = hash([]byte(strings.Join(s.Files, " ")))
	head, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("write the service worker: %w", err)
	}
	code, err := fs.ReadFile(w.assets.files, w.assets.byPath["sw.js"].file)
	if err != nil {
		return fmt.Errorf("read the service worker: %w", err)
	}
	body := append([]byte("const shell = "+string(head)+"\n"), code...)
	rw.Header().Set("Content-Security-Policy", cspApp(w.options.BasemapStyle)) // a worker has the policy of its own file
	serve(rw, r, "text/javascript; charset=utf-8", quoted(hash(body)), body)
	return nil
}

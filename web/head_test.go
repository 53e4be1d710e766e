package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"log/slog"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/access/accesstest"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// knownSubjects knows one species and one record.
func knownSubjects(_ context.Context, kind, id string, code lang.Code) (Subject, bool, error) {
	switch kind + "/" + id {
	case "species/aedes-aegypti":
		return Subject{Name: "Aedes aegypti (" + string(code) + ")", Text: strings.Repeat("A day-biting mosquito of towns. ", 20)}, true, nil
	case "records/1":
		return Subject{Name: "Culex <b>", Text: "Italy, 2024-06-01"}, true, nil
	case "sources/traps":
		return Subject{Name: "Traps of the coast", Text: "CC0 1.0"}, true, nil
	case "species/busy":
		return Subject{}, false, errors.New("the database is away")
	}
	return Subject{}, false, nil
}

// servingUnknown is serving with the answer to unknown paths, as the program has it.
func servingUnknown(t *testing.T, w *Web) http.Handler {
	t.Helper()
	return httpapi.New(httpapi.Options{
		Routes: accesstest.Routes(t, w.Routes()), Unknown: w.Unknown, Log: slog.New(slog.DiscardHandler), Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
	})
}

func TestHeadSaysWhatThePageIsAbout(t *testing.T) {
	t.Parallel()
	h := serving(t, newSite(t, Options{Prefix: "/api", Subjects: knownSubjects, PublicURL: func(*http.Request) string { return "https://example.org/maps" }}, built...))
	for _, c := range []struct {
		path, accept string
		status       int
		want         []string
	}{
		{"/", "", 200, []string{`<html lang="en"`, "<title>Map · Skeeter</title>", `og:url" content="https://example.org/maps/?lang=en"`, `og:image" content="https://example.org/maps/static/preview.jpg?v=`}},
		{"/?species=aedes-aegypti&lang=es", "fr", 200, []string{`<html lang="es"`, "<title>Mapa · Skeeter</title>", `maps/?lang=es&amp;species=aedes-aegypti"`}},
		{"/about?lang=tlh", "de, pt-BR;q=0.8, fr;q=0.3", 200, []string{`<html lang="pt"`}},
		{"/species/aedes-aegypti", "ru", 200, []string{"<title>Aedes aegypti (ru) · Skeeter</title>", `assets/cyrillic-9.woff2" as="font"`, `towns. A…"`}},
		{"/species/busy", "", 200, []string{"<title>Species · Skeeter</title>"}},
		{"/species/none", "fr", 404, []string{"<title>Espèces · Skeeter</title>", "<noscript><h1>Cette page n’existe pas.</h1>"}},
		{"/diseases/none", "", 404, nil},
		{"/records/1", "", 200, []string{"<title>Culex &lt;b&gt; · Skeeter</title>", `content="Italy, 2024-06-01"`}},
		{"/sources", "es", 200, []string{"<title>Fuentes de datos · Skeeter</title>"}},
		{"/sources/traps", "", 200, []string{"<title>Traps of the coast · Skeeter</title>", `content="CC0 1.0"`}},
		{"/sources/none", "", 404, []string{"<title>Data sources · Skeeter</title>"}},
		{"/records/2", "", 200, []string{"<title>Record · Skeeter</title>"}},
	} {
		res := get(t, h, c.path, "Accept", "text/html", "Accept-Language", c.accept)
		body := text(t, res)
		if res.StatusCode != c.status || !strings.Contains(strings.Join(res.Header.Values("Vary"), ","), "Accept-Language") {
			t.Errorf("%s: status %d, want %d, headers %v", c.path, res.StatusCode, c.status, res.Header)
		}
		for _, want := range c.want {
			if !strings.Contains(body, want) {
				t.Errorf("%s in %q lacks %s:\n%s", c.path, c.accept, want, body)
			}
		}
	}
}

// TestEveryPageHasATitle holds that the head knows each path of a page that is no subject's.
func TestEveryPageHasATitle(t *testing.T) {
	t.Parallel()
	w := newSite(t, Options{Prefix: "/api"}, built...)
	for _, route := range w.Routes() {
		if access.Policy[route.Name] != access.Personal || strings.Contains(route.Path, "{") {
			continue
		}
		for _, code := range lang.All {
			if w.texts[code][titleKeys[route.Path]] == "" {
				t.Errorf("%s has no title in %s", route.Path, code)
			}
		}
	}
}

func TestUnknownPaths(t *testing.T) {
	t.Parallel()
	h := servingUnknown(t, newSite(t, Options{Prefix: "/api", NoPages: []string{"/ogc"}}, built...))
	for path, page := range map[string]bool{
		"/nowhere": true, "/species/a/b": true, "/apis": true, "/ogcx": true, "/api/v1/nowhere": false, "/api/nowhere": false, "/ogc/nowhere": false, "/static/none.js": false,
	} {
		res := get(t, h, path, "Accept", "text/html", "Accept-Language", "ru")
		body := text(t, res)
		if res.StatusCode != http.StatusNotFound || page != strings.Contains(body, "<h1>Такой страницы нет.</h1>") || page == strings.Contains(body, `"type":"not_found"`) {
			t.Errorf("%s: status %d, page %t wanted:\n%s", path, res.StatusCode, page, body)
		}
	}
	if body := text(t, get(t, h, "/nowhere")); !strings.Contains(body, `"type":"not_found"`) {
		t.Errorf("a program gets %s", body)
	}
}

func TestLinkPreviewsGetThePage(t *testing.T) {
	t.Parallel()
	h := serving(t, newSite(t, Options{Prefix: "/api"}, built...))
	for agent, page := range map[string]bool{
		"facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)": true, "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)": true,
		"Twitterbot/1.0": true, "WhatsApp/2.23.20.0": true, "LinkedInBot/1.0 (compatible; Mozilla/5.0)": true, "TelegramBot (like TwitterBot)": true,
		"curl/8.5.0": false, "python-requests/2.32": false, "QGIS/3.34": false, "": false,
	} {
		res := get(t, h, "/", "Accept", "*/*", "User-Agent", agent)
		if got := strings.HasPrefix(res.Header.Get("Content-Type"), "text/html"); got != page || !strings.Contains(strings.Join(res.Header.Values("Vary"), ","), "User-Agent") {
			t.Errorf("%q: page %t, want %t, %v", agent, got, page, res.Header)
		}
	}
}

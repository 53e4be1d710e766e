package hostile_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

const writeToken = "correct horse battery staple"

// typicalOf is a path of a route that is answered with a success.
func typicalOf(route httpapi.Route) string {
	template := regexp.MustCompile(`\{([a-z_]+):[^}]*\}`).ReplaceAllString(route.Path, "{$1}")
	if template == "" {
		template = "/"
	}
	return smallTile(skeetertest.TypicalPath(template)) + skeetertest.TypicalQuery(template)
}

// smallTile is a path with a tile of a town in the place of that of the world, whose shapes take seconds to draw, in the short form.
func smallTile(path string) string {
	if testenv.Long() {
		return path
	}
	return strings.Replace(path, "/WebMercatorQuad/0/0/0", "/WebMercatorQuad/9/187/266", 1) // Nice: rows before columns
}

// TestHeadersOfEveryRoute checks the headers for browsers, on every route and kind of answer.
func TestHeadersOfEveryRoute(t *testing.T) {
	t.Parallel()
	s := oneGuarded(t)
	routes := s.routes
	if len(routes) < 60 {
		t.Errorf("only %d routes", len(routes))
	}
	for i, route := range routes {
		path := typicalOf(route)
		for _, accept := range []string{"*/*", "text/html,application/xhtml+xml;q=0.9"} {
			a := s.Send(route.Method, path, "", "Accept", accept)
			holdsHeaders(t, route.Method+" "+path, a)
			if needsRight(route) && a.Status != http.StatusUnauthorized {
				t.Errorf("%s %s without the token: %d %.200s", route.Method, path, a.Status, a.Body)
			}
			if strings.Contains(route.Path, "/sign-in/") && a.Status == http.StatusNotFound {
				continue // there is no provider of OpenID Connect
			}
			if route.Method == http.MethodGet && !needsRight(route) && (a.Status < 200 || a.Status > 299) {
				t.Errorf("GET %s: %d %.200s", path, a.Status, a.Body)
			}
			if etag := a.Header.Get("ETag"); etag != "" && a.Status == 200 && (testenv.Long() || accept != "*/*") {
				again := s.Send(route.Method, path, "", "Accept", accept, "If-None-Match", etag)
				holdsHeaders(t, "If-None-Match "+path, again)
				// A browser puts the headers of a 304 in place of those that it has.
				if again.Status == 304 && again.Header.Get("Content-Security-Policy") != a.Header.Get("Content-Security-Policy") {
					t.Errorf("304 of %s changes the policy to %q", path, again.Header.Get("Content-Security-Policy"))
				}
			}
		}
		if testenv.Long() || i%2 == 0 { // by turns
			holdsHeaders(t, "TRACE "+path, s.Send("TRACE", path, ""))
		}
		if testenv.Long() || i%2 == 1 {
			holdsHeaders(t, "OPTIONS "+path, s.Send("OPTIONS", path, "", "Origin", "null", "Access-Control-Request-Method", "POST"))
		}
	}
	for _, path := range []string{"/nowhere", skeetertest.API + "/observations/x", "/ogc/collections/x", "/static/x"} {
		holdsHeaders(t, path, s.Send("GET", path, "", "Accept", "text/html"))
	}
	holdsHeaders(t, "a malformed Host", s.Send("GET", "/", "", "Host", "a%zz"))
}

func holdsHeaders(t *testing.T, what string, a skeetertest.Answer) {
	t.Helper()
	h := a.Header
	if a.Status >= 500 || a.Status == 0 {
		t.Errorf("%s: %d %.200s", what, a.Status, a.Body)
	}
	for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"} {
		if h.Get(name) != want {
			t.Errorf("%s: %s is %q, want %q", what, name, h.Get(name), want)
		}
	}
	for _, name := range []string{"Server", "X-Powered-By", "Strict-Transport-Security"} { // there is no https here
		if h.Get(name) != "" {
			t.Errorf("%s: %s is %q", what, name, h.Get(name))
		}
	}
	mediaType := h.Get("Content-Type")
	policy := h.Get("Content-Security-Policy")
	if !strings.HasPrefix(policy, "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors '") || strings.Contains(policy, "unsafe") ||
		strings.Contains(policy, "*") {
		t.Errorf("%s: policy %q", what, policy)
	}
	isPage := strings.HasPrefix(mediaType, "text/html")
	if a.Status != http.StatusNotModified && (h.Get("Permissions-Policy") != "") != isPage {
		t.Errorf("%s as %q: Permissions-Policy %q", what, mediaType, h.Get("Permissions-Policy"))
	}
	if !isPage && !strings.HasPrefix(mediaType, "text/javascript") && mediaType != "" && policy != "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'" {
		t.Errorf("%s as %q lets something load: %q", what, mediaType, policy)
	}
	embedded := "same-origin"
	isPhotograph := strings.Contains(what, "/api/v1/species/aedes-aegypti/images/") // of species: articles show them
	if path := what[strings.LastIndexByte(what, ' ')+1:]; (strings.HasPrefix(path, "/static/") || path == "/embed.js" || isPhotograph) && a.Status < 400 && !strings.HasPrefix(what, "OPTIONS") {
		embedded = "cross-origin"
	}
	if h.Get("Cross-Origin-Resource-Policy") != embedded {
		t.Errorf("%s: Cross-Origin-Resource-Policy is %q, want %q", what, h.Get("Cross-Origin-Resource-Policy"), embedded)
	}
}

// needsRight reports whether an operation is not for everybody.
func needsRight(route httpapi.Route) bool {
	right := access.Policy[route.Name]
	return right != access.Public && right != access.Personal && right != access.Report
}

// notWrites are operations whose method is that of a write and that change no record: everybody may search, draw an area, and sign in.
var notWrites = []string{"predictSpecies", "predictSpeciesBatch", "createArea", "createSession", "deleteSession", "readInvitation", "acceptInvitation", "beginPasskeySignIn", "createPasskeySession", "searchItems"}

// TestEveryWriteNeedsTheToken asks every operation that could change something, without the token and with wrong ones.
func TestEveryWriteNeedsTheToken(t *testing.T) {
	t.Parallel()
	s := oneGuarded(t)
	before, records := s.Send("GET", skeetertest.Observations+"/"+skeetertest.OwnID, ""), s.Count(skeetertest.Observations)
	mediaTypes := []string{"application/json", "application/geo+json", "application/merge-patch+json", ""}
	wrong := []string{"", "Bearer", "Bearer ", "Bearer  ", "Bearer wrong", "Bearer " + writeToken[:27], "Bearer " + writeToken + "x",
		"Bearer " + strings.ToUpper(writeToken), "Basic " + writeToken, writeToken, "Bearer\t" + writeToken, "Bearer null", "Bearer Bearer " + writeToken}
	var writes int
	for _, route := range s.routes {
		if route.Method == http.MethodGet && !needsRight(route) || slices.Contains(notWrites, route.Name) {
			continue
		}
		writes++
		path := typicalOf(route)
		for i, mediaType := range mediaTypes {
			if !testenv.Long() && i != writes%len(mediaTypes) { // by turns
				continue
			}
			for j, authorization := range wrong {
				if !testenv.Long() && j > 0 && j%3 != writes%3 {
					continue
				}
				a := s.Send(route.Method, path, skeetertest.Observation, "Authorization", authorization, "Content-Type", mediaType)
				challenge := `Bearer realm="skeeter"`
				if scheme, _, _ := strings.Cut(authorization, " "); scheme == "Bearer" {
					challenge += `, error="invalid_token"`
				}
				if a.Status != http.StatusUnauthorized || a.Header.Get("WWW-Authenticate") != challenge {
					t.Errorf("%s %s with %q: %d %q %s", route.Method, path, authorization, a.Status, a.Header.Get("WWW-Authenticate"), a.Body)
				}
			}
			// The token is a header, not a parameter that proxies log.
			if a := s.Send(route.Method, path+"?access_token="+strings.ReplaceAll(writeToken, " ", "+"), skeetertest.Observation, "Content-Type", mediaType); a.Status != http.StatusUnauthorized {
				t.Errorf("%s %s with the token in the address: %d", route.Method, path, a.Status)
			}
		}
	}
	if writes < 6 {
		t.Errorf("only %d operations write", writes)
	}
	after := s.Send("GET", skeetertest.Observations+"/"+skeetertest.OwnID, "")
	if before.Header.Get("ETag") != after.Header.Get("ETag") || s.Count(skeetertest.Observations) != records {
		t.Errorf("the records changed: %s", after.Body)
	}
}

// TestNothingLeavesTheFoldersOfFiles asks for files outside, in every spelling.
func TestNothingLeavesTheFoldersOfFiles(t *testing.T) {
	t.Parallel()
	s := oneGuarded(t)
	d := s.deployment
	images := filepath.Join(d.Dir, "data", "images")
	secret := d.File("secret.jpg", "root:secret")
	links := map[string]string{"11111111-1111-4111-8111-111111111111.jpg": secret, "22222222-2222-4222-8222-222222222222.jpg": "../../secret.jpg",
		"33333333-3333-4333-8333-333333333333.jpg": d.Dir, "44444444-4444-4444-8444-444444444444.jpg": "/dev/zero"}
	targets := []string{"/static/predictions/folder/secret.jpg"}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(images, name)); err != nil {
			t.Fatal(err)
		}
		targets = append(targets, "/static/predictions/"+name)
	}
	if err := os.Symlink(d.Dir, filepath.Join(images, "folder")); err != nil {
		t.Fatal(err)
	}
	ups := []string{"..", "%2e%2e", "%2E.", ".%2e", "%252e%252e", "..%00", "%c0%ae%c0%ae", "%uff0e%uff0e", "....", "..;", "%2e%2e%00"}
	slashes := []string{"/", "%2f", "%252f", `\`, "%5c", "%255c", "%c0%af", "//", "/./"}
	for i, root := range []string{"/static", "/static/app", "/static/predictions", "/basemap", "/ogc", skeetertest.API + "/tiles"} {
		for j, up := range ups {
			for k, slash := range slashes {
				if !testenv.Long() && (i+j+k)%6 != 0 { // each spelling below one of the six
					continue
				}
				climb := strings.Repeat(slash+up, 8)
				targets = append(targets, root+climb+slash+"etc"+slash+"passwd", root+climb+secret, root+slash+up+slash+"go.mod", root+slash+up+slash+up+slash+"secret.jpg")
			}
		}
	}
	targets = append(targets, "/static/predictions/"+skeetertest.OwnID+".jpg%00.html", "/static/predictions/"+skeetertest.OwnID, "/static/predictions/",
		"/static/predictions/"+strings.ToUpper(skeetertest.OwnID)+".jpg", "/static//predictions/"+skeetertest.OwnID+".jpg", "/static/./predictions/"+skeetertest.OwnID+".jpg",
		"/static/docs.css%00", "/static/predictions/"+skeetertest.OwnID+".jpg/x", "/static/docs.css::$DATA", "/static/docs.css.", "/static/DOCS.CSS", "/static/con", "/static/.gitkeep", "/static/app/manifest.json/..")
	for _, target := range targets {
		a := rawGet(t, s.Server, target)
		if a.Status != 404 && a.Status != 400 || bytes.Contains(a.Body, []byte("root:")) || bytes.Contains(a.Body, []byte("module ")) {
			t.Errorf("%s: %d %.200s", target, a.Status, a.Body)
		}
	}
	t.Logf("%d targets", len(targets))
	if a := rawGet(t, s.Server, "/static/predictions/"+skeetertest.OwnID+".jpg"); a.Status != 200 || a.Header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("the picture that is there: %d %v", a.Status, a.Header)
	}
}

// TestNothingRedirects: the service has no redirect, so that no address can be turned into one to another host.
func TestNothingRedirects(t *testing.T) {
	t.Parallel()
	s := oneGuarded(t)
	hosts := []string{"//evil.example", `/\evil.example`, "/%5cevil.example", "/%2f%2fevil.example", "///evil.example/%2e%2e", "/%09/evil.example", "/.//evil.example",
		"/%2e%2e//evil.example", "//evil.example/..;/", "/https:evil.example", "/@evil.example", "/%0d%0aLocation:%20https://evil.example", "http://evil.example/", "http://evil.example//x/"}
	for i, route := range s.routes {
		if route.Method == http.MethodGet {
			path := typicalOf(route)
			moved := []string{path + "//evil.example", "//evil.example" + path, path + "/?next=https://evil.example&url=//evil.example", path + "//"}
			if !testenv.Long() { // by turns
				moved = moved[i%len(moved):][:1]
			}
			hosts = append(hosts, moved...)
		}
	}
	spoofed := []string{"X-Forwarded-Host: evil.example", "X-Forwarded-Proto: https", "X-Forwarded-Prefix: //evil.example", "X-Forwarded-For: 127.0.0.1",
		"Forwarded: host=evil.example;proto=https", "X-Original-URL: //evil.example", "X-Rewrite-URL: //evil.example", "X-Host: evil.example", "Accept: text/html"}
	names := regexp.MustCompile(`(?:src|href|action|content)="[^"]*//evil\.example`)
	for _, target := range hosts {
		for _, headers := range [][]string{nil, spoofed} {
			a := rawGet(t, s.Server, target, headers...)
			if a.Status >= 300 && a.Status < 400 || a.Status >= 500 || a.Status == 0 || a.Header.Get("Location") != "" || a.Header.Get("Refresh") != "" {
				t.Errorf("%s: %d, Location %q", target, a.Status, a.Header.Get("Location"))
			}
			if found := names.Find(a.Body); found != nil && headers != nil && !strings.Contains(target, "evil") {
				t.Errorf("%s is led elsewhere by headers that nobody trusts: %s", target, found)
			}
		}
	}
	t.Logf("%d targets", len(hosts))
}

// TestUploadsAreNeverPages: what is kept of an upload is a picture of our own making, served as one.
func TestUploadsAreNeverPages(t *testing.T) {
	t.Parallel()
	s := oneGuarded(t)
	const script = "<html><script>alert(document.domain)</script></html>"
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, image.NewGray(image.Rect(0, 0, 300, 300)), nil); err != nil {
		t.Fatal(err)
	}
	comment := append([]byte{0xff, 0xd8, 0xff, 0xfe, 0, byte(len(script) + 2)}, script...)
	polyglot := append(append(comment, picture.Bytes()[2:]...), script...)
	upload := func(name, mediaType string, content []byte) skeetertest.Answer {
		var form bytes.Buffer
		w := multipart.NewWriter(&form)
		part, err := w.CreatePart(map[string][]string{"Content-Disposition": {fmt.Sprintf(`form-data; name="file"; filename=%q`, name)}, "Content-Type": {mediaType}})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write(content)
		_ = w.Close()
		return s.Send("POST", skeetertest.API+"/predict", form.String(), "Content-Type", w.FormDataContentType())
	}
	for name, mediaType := range map[string]string{"x.html": "text/html", "../../x.html": "image/jpeg", "x.jpg\x00.svg": "image/svg+xml"} {
		kept := skeetertest.Decode[struct {
			Address string `json:"image_url_species"`
		}](t, upload(name, mediaType, polyglot), 200)
		_, path, found := strings.Cut(kept.Address, s.Address())
		if !found || !regexp.MustCompile(`^/static/predictions/[0-9a-f-]{36}\.jpg$`).MatchString(path) {
			t.Fatalf("%q is kept at %q", name, kept.Address)
		}
		a := s.Send("GET", path, "", "Accept", "text/html")
		if a.Status != 200 || a.Header.Get("Content-Type") != "image/jpeg" || a.Header.Get("X-Content-Type-Options") != "nosniff" || bytes.Contains(a.Body, []byte("script")) {
			t.Errorf("%q comes back as %q, with its script: %v", name, a.Header.Get("Content-Type"), bytes.Contains(a.Body, []byte("script")))
		}
	}
	for name, content := range map[string]string{"svg": `<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`, "html": script, "gif": "GIF89a" + script, "pdf": "%PDF-1.7"} {
		if a := upload("x.jpg", "image/jpeg", []byte(content)); a.Status != 400 || a.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
	}
	entries, err := os.ReadDir(filepath.Join(s.deployment.Dir, "data", "images"))
	entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool { return e.Type() == os.ModeSymlink }) // TestNothingLeavesTheFoldersOfFiles makes some
	if err != nil || len(entries) != 4 {
		t.Errorf("%d files are kept, want 4: %v", len(entries), err)
	}
}

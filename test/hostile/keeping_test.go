package hostile_test

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// agencyRows are what a private data source has.
const agencyRows = "occurrenceID,scientificName,decimalLatitude,decimalLongitude,eventDate,individualCount\n" +
	"agency-1,Culex pipiens,43.7712345,11.2512345,2024-06-01,21\n"

// changing is what two answers of the same content differ in.
var changing = regexp.MustCompile(`"(timeStamp|timestamp|updated|latency_ms|uptime_seconds)":("[^"]*"|[\d.]+)|<updated>[^<]*|20\d\d-\d\d-\d\dT[\d:.]+Z`)

// saidOf is what an answer says, without the time.
func saidOf(a skeetertest.Answer) string {
	return fmt.Sprint(a.Status, " ", changing.ReplaceAllString(string(a.Body), "now"))
}

// isShared says that caches between the server and its clients may keep an answer for others: its headers do not forbid it.
func isShared(a skeetertest.Answer) bool {
	kept := a.Header.Get("Cache-Control")
	return !strings.Contains(kept, "private") && !strings.Contains(kept, "no-store")
}

// keptWithoutSaying are the statuses whose answers caches keep though nothing is said of it (RFC 9110, section 15.1).
var keptWithoutSaying = []int{200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501}

// isKept says that caches do keep an answer.
func isKept(a skeetertest.Answer) bool {
	return isShared(a) && (a.Header.Get("Cache-Control") != "" || slices.Contains(keptWithoutSaying, a.Status))
}

// variesByVisitor says that a cache keeps an answer for who sends the same credentials alone.
func variesByVisitor(a skeetertest.Answer) bool {
	of := strings.Join(a.Header.Values("Vary"), ", ")
	return strings.Contains(of, "Authorization") && strings.Contains(of, "Cookie") && strings.Contains(of, access.ReceiptHeader)
}

// TestNoCacheKeepsWhatDependsOnWhoAsks asks every operation as nobody, as somebody who is signed in and with tokens, also about a private data source. What
// somebody known gets is kept by no cache, unless everybody gets the same; and what nobody gets is kept for nobody who would get something else.
func TestNoCacheKeepsWhatDependsOnWhoAsks(t *testing.T) {
	t.Parallel()
	s := newGuarded(t)
	d := s.deployment
	s.WaitIndexed()
	if a := s.Send(http.MethodPost, skeetertest.API+"/data_sources", `{"title":"Agency","private":true}`, "Content-Type", "application/json", "Authorization", "Bearer "+writeToken); a.Status != http.StatusCreated {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	d.MustRun("import", "--dataset", "Agency", d.File("agency.csv", agencyRows))
	visitors := map[string][]string{
		"somebody who is signed in": {"Cookie", signUp(t, s, "administrator"), "Origin", s.Base},
		"the token":                 {"Authorization", "Bearer " + writeToken},
		"a token of the source":     {"Authorization", "Bearer " + strings.TrimSpace(d.MustRun("token", "create", "--name", "agency", "--scope", "observations:write,events:write", "--source", "agency"))},
	}
	testenv.Eventually(t, "the private data source is served", func() bool {
		return s.Send(http.MethodGet, skeetertest.API+"/stats?data_source=agency", "", visitors["the token"]...).Status == http.StatusOK
	})
	version := versionOf(t, s.Server)
	differ, least, asked := 0, 100, 0
	if !testenv.Long() { // visitors come by turns
		least /= len(visitors)
	}
	for _, route := range s.routes {
		if route.Name == "metrics" || strings.HasPrefix(route.Path, "/health") || strings.HasSuffix(route.Path, "/health") || route.Name == "readyz" {
			continue // these are of the moment
		}
		typical := typicalOf(route)
		sign := map[bool]string{true: "&", false: "?"}[strings.Contains(typical, "?")]
		targets := []string{typical, typical + sign + "data_source=agency"}
		if strings.Contains(route.Name, "Tile") {
			targets = append(targets, typical+sign+"v="+version, typical+sign+"data_source=agency&v="+version)
		}
		for _, target := range targets {
			k := keeping{t: t, s: s.Server, route: route, target: target}
			k.nobody = k.ask()
			k.holdsNobody()
			asked++
			for i, who := range slices.Sorted(maps.Keys(visitors)) {
				if !testenv.Long() && asked%len(visitors) != i {
					continue
				}
				credentials := visitors[who]
				if k.holds(who, k.ask(credentials...), credentials) {
					differ++
				}
			}
		}
	}
	if differ < least {
		t.Errorf("only %d answers depend on who asks", differ)
	}
}

// versionOf returns the present version of tiles.
func versionOf(t *testing.T, s *skeetertest.Server) string {
	t.Helper()
	described := skeetertest.Decode[struct{ Tiles []string }](t, s.Get(skeetertest.API+"/tiles/observations.json?versioned=true"), http.StatusOK)
	_, version, found := strings.Cut(described.Tiles[0], "?v=")
	if !found {
		t.Fatalf("no version in %v", described.Tiles)
	}
	return version
}

// keeping is a request that several visitors send.
type keeping struct {
	t      *testing.T
	s      *skeetertest.Server
	route  httpapi.Route
	target string
	nobody skeetertest.Answer
}

func (k *keeping) ask(headers ...string) skeetertest.Answer {
	k.t.Helper()
	target, body := k.target, "{" // no operation gets far with it
	if k.route.Method == http.MethodGet || k.route.Method == http.MethodDelete {
		body = ""
	}
	if k.route.Method == http.MethodDelete {
		target = anyID.ReplaceAllString(target, noID) // what there is stays for the others
	}
	if k.route.Name == "deleteSession" {
		headers = nil // it would end the session of the others
	}
	return k.s.Send(k.route.Method, target, body, append([]string{"Content-Type", "application/json"}, headers...)...)
}

func (k *keeping) fail(who string, a skeetertest.Answer, what string) {
	k.t.Helper()
	k.t.Errorf("%s %s (%s) as %s: %s: %d, Cache-Control %q, Vary %q, ETag %q, Surrogate-Key %q, %.100q", k.route.Method, k.target, access.Policy[k.route.Name], who, what, a.Status,
		a.Header.Get("Cache-Control"), a.Header.Values("Vary"), a.Header.Get("ETag"), a.Header.Get("Surrogate-Key"), a.Body)
}

// holdsNobody: what nobody gets where others may get more is not kept for these.
func (k *keeping) holdsNobody() {
	k.t.Helper()
	right := access.Policy[k.route.Name]
	if k.route.Method != http.MethodGet && isShared(k.nobody) && k.nobody.Header.Get("Cache-Control") != "" {
		k.fail("nobody", k.nobody, "a change may be kept")
	}
	if right == access.Public || k.route.Name == "getPredictionImage" && k.nobody.Status == http.StatusOK { // the picture of a public record is public
		return
	}
	if isKept(k.nobody) || right == access.Personal && !variesByVisitor(k.nobody) {
		k.fail("nobody", k.nobody, "it may be kept for others")
	}
}

// holds checks what a visitor gets, and says whether it is something else than what nobody gets.
func (k *keeping) holds(who string, a skeetertest.Answer, credentials []string) (differs bool) {
	k.t.Helper()
	right, cached := access.Policy[k.route.Name], a.Header.Get("Cache-Control")
	differs = saidOf(a) != saidOf(k.nobody)
	if differs && isKept(k.nobody) && !variesByVisitor(k.nobody) {
		k.fail("nobody", k.nobody, who+" gets something else, and may get this from a cache")
	}
	if (differs || right != access.Public && cached != k.nobody.Header.Get("Cache-Control")) && isKept(a) {
		k.fail(who, a, "it may be kept for others")
	}
	if !differs && right == access.Public {
		for _, name := range []string{"Cache-Control", "Vary", "ETag", "Surrogate-Key", "Cache-Tag"} {
			if !strings.Contains(k.target, "data_source=agency") && !slices.Equal(a.Header.Values(name), k.nobody.Header.Values(name)) {
				k.fail(who, a, name+" tells who asks the same as nobody, who has "+fmt.Sprint(k.nobody.Header.Values(name)))
			}
		}
	}
	if !isShared(a) && cached != "no-store" && (a.Header.Get("Surrogate-Key") != "" || a.Header.Get("Cache-Tag") != "") {
		k.fail(who, a, "it has keys of caches")
	}
	if etag := a.Header.Get("ETag"); etag != "" && a.Status == http.StatusOK && k.route.Method == http.MethodGet {
		again := k.ask(append([]string{"If-None-Match", etag}, credentials...)...)
		if again.Status == http.StatusNotModified && (again.Header.Get("Cache-Control") != cached || again.Header.Get("Surrogate-Key") != a.Header.Get("Surrogate-Key")) {
			k.fail(who, again, "the 304 changes what caches heard: "+cached)
		}
	}
	return differs
}

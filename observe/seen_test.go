package observe_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi/representation"
)

// TestWhoSeesWhoObserved asks for a record in every way as every visitor.
func TestWhoSeesWhoObserved(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.exec("insert into data_sources (id, name) values ('mine', 'Mine'), ('yours', 'Yours')")
	s.refresh(t.Context())
	const user, name = "user-4711", "Ada Observer"
	said := object{"user_id": user, "observer_name": name, "metadata": object{"recordedBy": name, "recordedByID": "https://orcid.org/0", "trap": 7}}
	ours := object{"data_source": "mine"}
	for member, value := range said {
		ours[member] = value
	}
	account := "account " + uuid.NewString()
	of := map[string]string{
		"nobody": s.do(http.MethodPost, "/observations", catch(said)).want(http.StatusCreated).text("id"),
		"mine":   s.do(http.MethodPost, "/observations", catch(ours)).want(http.StatusCreated).text("id"),
		"hers":   s.report(account, said).text("id"),
	}
	pseudonyms := map[string]bool{}
	for _, c := range []struct{ who, sees string }{
		{"nobody", ""}, {"anonymous", ""}, {"scopes", ""}, {"scopes events:write alerts:write", ""}, {account, "hers"}, {"account " + uuid.NewString(), ""},
		{"scopes review", "nobody mine hers"}, {"scopes observations:write", "nobody mine hers"}, {"scopes admin", "nobody mine hers"},
		{"source mine", "mine"}, {"source yours", ""}, {"reviews country fr", "nobody mine hers"}, {"reviews country br", ""},
		{"reviews taxon Aedes", "nobody mine hers"}, {"reviews taxon Culex", ""}, {"reviews source yours", "nobody mine hers"},
	} {
		for record, id := range of {
			sees := strings.Contains(c.sees, record)
			item := s.do(http.MethodGet, "/observations/"+id, nil, "Authorization", c.who).want(http.StatusOK)
			list := s.do(http.MethodGet, "/observations", nil, "Authorization", c.who).want(http.StatusOK)
			for _, a := range []answer{item, list} {
				kept := a.header.Get("Cache-Control") != "private, no-store"
				if known := c.who != "nobody" && c.who != "anonymous"; kept == known {
					t.Errorf("caches may keep what %s sees: %v", c.who, kept)
				}
			}
			if got := strings.Contains(item.raw, name) && item.text("user_id") == user && strings.Contains(item.raw, "orcid.org"); got != sees {
				t.Errorf("%s of %s sees who observed: %v: %s", c.who, record, got, item.raw)
			}
			if !sees && (strings.Contains(item.raw, name) || strings.Contains(item.raw, user) || strings.Contains(item.raw, "orcid.org")) {
				t.Errorf("%s of %s: %s", c.who, record, item.raw)
			}
			if !sees {
				pseudonyms[item.text("user_id")] = true
			}
			if !strings.Contains(item.raw, `"trap":7`) {
				t.Errorf("%s of %s: the other metadata are gone: %s", c.who, record, item.raw)
			}
			if want := len(strings.Fields(c.sees)); strings.Count(list.raw, `"`+user+`"`) != want || strings.Count(list.raw, `"observer_name":"`+name) != want {
				t.Errorf("%s sees of the list: %s", c.who, list.raw)
			}
		}
	}
	if len(pseudonyms) != 1 {
		t.Errorf("one user has the pseudonyms %v", pseudonyms)
	}

	// Who asks with an id gets its records with it, and no names. A pseudonym finds nothing.
	known := s.do(http.MethodGet, "/observations?user_id="+url.QueryEscape(user), nil, "Authorization", "nobody").want(http.StatusOK)
	if known.text("count") != "3" || strings.Count(known.raw, `"`+user+`"`) != 3 || strings.Contains(known.raw, name) {
		t.Errorf("by the id: %s", known.raw)
	}
	for pseudonym := range pseudonyms {
		if a := s.do(http.MethodGet, "/observations?user_id="+pseudonym, nil, "Authorization", "nobody").want(http.StatusOK); a.text("count") != "0" {
			t.Errorf("by the pseudonym: %s", a.raw)
		}
	}

	// A reporter's receipt shows what was said.
	a := s.report("anonymous", said)
	own := s.do(http.MethodGet, "/observations/"+a.text("id"), nil, "Authorization", "anonymous", "Skeeter-Receipt", a.text("receipt")).want(http.StatusOK)
	if own.text("user_id") != user || !strings.Contains(own.raw, name) {
		t.Errorf("with the receipt: %s", own.raw)
	}
	wrong := s.do(http.MethodGet, "/observations/"+a.text("id"), nil, "Authorization", "anonymous", "Skeeter-Receipt", "skeeter_receipt_x").want(http.StatusOK)
	if strings.Contains(wrong.raw, name) {
		t.Errorf("with another receipt: %s", wrong.raw)
	}
}

// TestReviewersSeeThePlacesThatTheyReview: a limit is one of where the record is, not of where the public sees it.
func TestReviewersSeeThePlacesThatTheyReview(t *testing.T) {
	t.Parallel()
	s := setup(t)
	// Ventimiglia, Italy: cells of 0.2 degrees reach into France.
	exact := object{"lat": 43.7912345, "lng": 7.5812345}
	id := s.report(writer, object{"location": exact, "obscured_degrees": 0.2, "observer_name": "Ada Observer"}).text("id")
	s.exec("update observations set country_id = 'fr' where id = $1", id)
	for who, sees := range map[string]bool{
		"reviews country it": true, "reviews country fr": false, "reviews taxon Aedes": true, "reviews taxon Culex": false, "scopes review": true,
	} {
		for _, path := range []string{"/observations/" + id, "/observations"} {
			a := s.do(http.MethodGet, path, nil, "Authorization", who).want(http.StatusOK)
			if got := strings.Contains(a.raw, "43.7912345"); got != sees || strings.Contains(a.raw, "Ada Observer") != sees {
				t.Errorf("%s sees the place in %s: %v, want %v", who, path, got, sees)
			}
		}
		// A change that changes nothing shows the record, too.
		if a := s.patch(id, `{}`, "Authorization", who); strings.Contains(a.raw, "43.7912345") != sees {
			t.Errorf("%s patches nothing: %s", who, a.raw)
		}
	}
}

// TestNobodyGuessesAnETag: the OGC API shows the ETag of all that is stored, so without a key a stranger would try names until it agrees.
func TestNobodyGuessesAnETag(t *testing.T) {
	t.Parallel()
	s := setup(t)
	all := s.create(object{"observer_name": "Ada Example", "user_id": "ada@example.org"})
	guessed, err := representation.ETagOf(json.RawMessage(strings.TrimSpace(all.raw)))
	if err != nil {
		t.Fatal(err)
	}
	if shown := all.header.Get("ETag"); shown == guessed {
		t.Errorf("who guesses the whole record has its ETag %s", shown)
	}
}

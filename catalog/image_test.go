package catalog_test

import (
	"bytes"
	"fmt"
	"image/jpeg"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog"
	"github.com/skeeter-surveillance/skeeter/catalog/images"
	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

func TestPhotographsOfSpecies(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	lookups := postgres.NewLookups(db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err := lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, data := range map[string][]byte{
		"first.jpg": picturetest.JPEG(t, picturetest.Plain(picturetest.Red, 1600, 800)), "second.jpg": picturetest.JPEG(t, picturetest.Plain(picturetest.Green, 100, 100)),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := images.Store(t.Context(), db, lookups.Current(), dir, []images.Credit{
		{Line: 3, File: "second.jpg", Species: "aedes-aegypti", Author: "B", Licence: "All rights reserved"},
		{Line: 2, File: "first.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC BY 4.0", Source: "https://example.org", Caption: "C", LifeStage: "adult", Sex: "female"},
	}, false); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, db)

	d := read[catalog.SpeciesDetail](t, s, "/species/Stegomyia%20aegypti")
	if len(d.Images) != 2 || d.Images[0].Author != "A" || *d.Images[0].Sex != "female" || d.Images[0].Width != 1280 || d.Images[0].Height != 640 || d.Images[1].Source != nil {
		t.Fatalf("the photographs are %+v", d.Images)
	}
	first := d.Images[0]
	if *d.Image != first && d.Image.ID != first.ID || *d.ImageURL != first.URL {
		t.Errorf("the first is %+v at %s", d.Image, *d.ImageURL)
	}
	for _, path := range []string{"/vector-species", "/diseases/dengue-fever/vectors"} {
		for _, listed := range read[[]catalog.Species](t, s, path) {
			if (listed.Image != nil) != (listed.ID == "aedes-aegypti") || listed.Image != nil && listed.Image.URL != first.URL {
				t.Errorf("%s: %s has %+v", path, listed.ID, listed.Image)
			}
		}
	}
	if other := read[catalog.SpeciesDetail](t, s, "/species/culex-pipiens"); other.Images == nil || len(other.Images) != 0 || other.Image != nil || other.ImageURL != nil {
		t.Errorf("a species without photographs has %+v, %+v", other.Images, other.Image)
	}

	for address, side := range map[string]int{first.URL: 1280, first.ThumbnailURL: 320} {
		a := s.request(t, address)
		size, err := jpeg.DecodeConfig(bytes.NewReader(a.body))
		if a.status != 200 || err != nil || size.Width != side || a.header.Get("Content-Type") != "image/jpeg" || a.header.Get("ETag") == "" ||
			a.header.Get("Cache-Control") != "public, max-age=86400, immutable" || a.header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Errorf("%s: %d, %v, %d pixels, %v", address, a.status, err, size.Width, a.header)
		}
		again := httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		again.Header.Set("If-None-Match", a.header.Get("ETag"))
		w := httptest.NewRecorder()
		if s.handler.ServeHTTP(w, again); w.Code != http.StatusNotModified || w.Body.Len() != 0 {
			t.Errorf("%s with its ETag: %d", address, w.Code)
		}
	}
	for address, status := range map[string]int{
		"/species/culex-pipiens/images/" + first.ID.String(): 404, "/species/nobody/images/" + first.ID.String(): 404,
		"/species/aedes-aegypti/images/7": 404, "/species/aedes-aegypti/images/00000000-0000-0000-0000-000000000000": 404,
		"/species/aedes-aegypti/images/" + first.ID.String() + "?size=huge": 422,
	} {
		if a := s.get(t, address); a.status != status {
			t.Errorf("%s: %d, want %d", address, a.status, status)
		}
	}
}

// TestPhotographsFollowTheirSpecies: the photographs of a name that became a synonym are those of the accepted name.
func TestPhotographsFollowTheirSpecies(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `
		insert into taxa (id, scientific_name, genus) values ('stegomyia-aegypti', 'Stegomyia aegypti', 'Stegomyia');
		insert into species_images (id, taxon_key, file, place, author, licence, width, height, large, small)
		select gen_random_uuid(), key, 'a.jpg', 1, 'A', 'CC0', 1, 1, '', '' from taxa where id = 'stegomyia-aegypti'`)
	run(t, db, otherTexts)
	load(t, db)
	if now := pgtest.Column[string](t, db, "select t.id from species_images i join taxa t on t.key = i.taxon_key"); len(now) != 1 || now[0] != "aedes-aegypti" {
		t.Errorf("the photograph is of %v", now)
	}
}

// TestReportedPhotographs: those of verified records of the species and of what it includes, whose prediction is ours, the newest first.
func TestReportedPhotographs(t *testing.T) {
	t.Parallel()
	db := pgtest.Pool(t)
	pgtest.Run(t, db, `
		insert into predictions (id, image_url, model_id, confidence)
		select md5(n::text)::uuid, '/static/predictions/' || n || '.jpg', 'm', 0.9 from generate_series(1, 20) n;
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision, country_id, status, prediction_id, image_url)
		select md5('record ' || n)::uuid, t.key, 1, ST_SetSRID(ST_MakePoint(12, 44), 4326), timestamptz '2024-06-01Z' + n * interval '1 day', 'day', 'it',
			case n when 19 then 'unverified' when 18 then 'rejected' else 'verified' end, md5(n::text)::uuid,
			case n when 17 then 'https://example.org/17.jpg' else '/static/predictions/' || n || '.jpg' end
		from generate_series(1, 20) n, taxa t where t.id = case n when 16 then 'aedes-vexans' else 'aedes-aegypti' end;
		insert into observations (id, taxon_key, count, geom, observed_at, date_precision, status, image_url)
		select md5('imported')::uuid, key, 1, ST_SetSRID(ST_MakePoint(12, 44), 4326), '2025-01-01Z', 'day', 'verified', 'https://example.org/1.jpg' from taxa where id = 'aedes-aegypti'`)
	s := newServer(t, db)

	reported := read[catalog.SpeciesDetail](t, s, "/species/aedes-aegypti").ReportedImages
	var shown []string
	for _, one := range reported {
		shown = append(shown, one.ImageURL)
	}
	var want []string
	for _, n := range []int{20, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5} {
		want = append(want, fmt.Sprintf("/static/predictions/%d.jpg", n))
	}
	if !slices.Equal(shown, want) {
		t.Errorf("shown are %v", shown)
	}
	if first := reported[0]; !first.ObservedAt.Equal(time.Date(2024, 6, 21, 0, 0, 0, 0, time.UTC)) || first.DatePrecision != "day" || first.ObservedUntil != nil || *first.CountryID != "it" {
		t.Errorf("the first is %+v", first)
	}
	if other := read[catalog.SpeciesDetail](t, s, "/species/culex-pipiens").ReportedImages; other == nil || len(other) != 0 {
		t.Errorf("a species without reports has %+v", other)
	}
}

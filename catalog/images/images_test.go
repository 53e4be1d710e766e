package images_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog/catalogtest"
	"github.com/skeeter-surveillance/skeeter/catalog/images"
	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, catalogtest.Loaded, nil)) }

// deployment is a database with its names, and a folder.
type deployment struct {
	t     *testing.T
	db    *pgxpool.Pool
	names *surveillance.Names
	dir   string
}

func newDeployment(t *testing.T) deployment {
	t.Helper()
	db := pgtest.Pool(t)
	lookups := postgres.NewLookups(db, slog.New(slog.DiscardHandler), prometheus.NewRegistry())
	if err := lookups.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	return deployment{t, db, lookups.Current(), t.TempDir()}
}

func (d deployment) write(name string, data []byte) {
	d.t.Helper()
	path := filepath.Join(d.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, data, 0o600)); err != nil {
		d.t.Fatal(err)
	}
}

func (d deployment) store(dry bool, credits ...images.Credit) images.Report {
	d.t.Helper()
	report, err := images.Store(d.t.Context(), d.db, d.names, d.dir, credits, dry)
	if err != nil {
		d.t.Fatal(err)
	}
	return report
}

// stored lists the photographs in the database.
func (d deployment) stored() []string {
	d.t.Helper()
	return pgtest.Column[string](d.t, d.db, `select concat_ws(' | ', i.file, t.id, i.author, i.licence, i.source, i.caption, i.life_stage, i.sex, i.width || 'x' || i.height)
		from species_images i join taxa t on t.key = i.taxon_key order by i.place`)
}

func want(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func jpegOf(t *testing.T, c color.Color, width, height int) []byte {
	t.Helper()
	return picturetest.JPEG(t, picturetest.Plain(c, width, height))
}

func TestGoodRowsAreStoredAndBadOnesNamed(t *testing.T) {
	t.Parallel()
	d := newDeployment(t)
	d.write("aegypti.jpg", picturetest.Oriented(jpegOf(t, picturetest.Red, 2000, 1000), 6))
	d.write("larvae/culex.PNG", picturetest.PNG(t, picturetest.Plain(picturetest.Green, 30, 20)))
	d.write("one.webp", []byte(picturetest.WebPLossy))
	d.write("named.txt", jpegOf(t, picturetest.Blue, 9, 9)) // the bytes say what it is
	d.write("forgotten.jpeg", jpegOf(t, picturetest.Black, 9, 9))
	d.write("sub/forgotten.webp", []byte(picturetest.WebPLossless))
	d.write("notes.md", []byte("nothing to show"))
	report := d.store(false,
		images.Credit{Line: 2, File: "aegypti.jpg", Species: "Ae. aegypti (Linnaeus, 1762)", Author: " A.\n Person ", Licence: "https://creativecommons.org/licenses/by-nc/4.0/", Source: "https://example.org/1", Caption: "On a wall", LifeStage: "Adult", Sex: "F"},
		images.Credit{Line: 3, File: "larvae/culex.PNG", Species: "culex-pipiens", Author: "B", Licence: "CC0", LifeStage: "L4"},
		images.Credit{Line: 4, File: "./one.webp", Species: "Stegomyia albopicta", Author: "C", Licence: "All rights reserved, see CC BY 4.0 elsewhere"},
		images.Credit{Line: 5, File: "named.txt", Species: "AEDES AEGYPTI", Author: "D", Licence: "cc-by-sa-4.0"},
		images.Credit{Line: 6, File: "aegypti.jpg", Species: "aedes-aegypti", Author: "E", Licence: "CC0"},
	)
	want(t, d.stored(), []string{
		"aegypti.jpg | aedes-aegypti | A. Person | CC BY-NC 4.0 | https://example.org/1 | On a wall | adult | female | 640x1280",
		"larvae/culex.PNG | culex-pipiens | B | CC0 | larva | 30x20",
		"one.webp | aedes-albopictus | C | All rights reserved, see CC BY 4.0 elsewhere | 1x1",
		"named.txt | aedes-aegypti | D | CC BY-SA 4.0 | 9x9",
	})
	if report.Stored != 4 || report.Species != 3 || report.Replaced != 0 {
		t.Errorf("%+v", report)
	}
	want(t, report.Uncredited, []string{"forgotten.jpeg", "sub/forgotten.webp"})
	if fmt.Sprint(report.Refused) != "[{6 aegypti.jpg line 2 names the file already}]" {
		t.Errorf("%v", report.Refused)
	}
	for _, column := range []string{"large", "small"} {
		for _, data := range pgtest.Column[[]byte](t, d.db, "select "+column+" from species_images") {
			size, err := jpeg.DecodeConfig(bytes.NewReader(data))
			limit := map[string]int{"large": images.LargeSide, "small": images.SmallSide}[column]
			if err != nil || max(size.Width, size.Height) > limit || bytes.Contains(data, []byte("Exif")) {
				t.Errorf("%s: %v, %d x %d", column, err, size.Width, size.Height)
			}
		}
	}
}

func TestRowsThatAreRefused(t *testing.T) {
	t.Parallel()
	d := newDeployment(t)
	good := jpegOf(t, picturetest.Red, 8, 8)
	d.write("good.jpg", good)
	d.write("same.jpg", good)
	d.write("empty.jpg", nil)
	d.write("text.jpg", []byte("no picture at all"))
	d.write("gif.jpg", []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"))
	d.write("cut.jpg", good[:len(good)/2])
	d.write("bomb.png", bombPNG())
	d.write("large.jpg", append(slices.Clone(good), make([]byte, picture.MaxFile)...))
	outside := filepath.Join(t.TempDir(), "outside.jpg")
	if err := errors.Join(os.WriteFile(outside, good, 0o600), os.Symlink(outside, filepath.Join(d.dir, "link.jpg")),
		os.Symlink("good.jpg", filepath.Join(d.dir, "inner.jpg")), os.Symlink(filepath.Dir(outside), filepath.Join(d.dir, "elsewhere"))); err != nil {
		t.Fatal(err)
	}
	d.write("folder.jpg/x", nil)
	for reason, c := range map[string]images.Credit{
		"no author":                      {File: "good.jpg", Species: "aedes-aegypti", Licence: "CC0", Author: " \t"},
		"no licence":                     {File: "good.jpg", Species: "aedes-aegypti", Author: "A"},
		"no species":                     {File: "good.jpg", Author: "A", Licence: "CC0"},
		"no file":                        {Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
		"text that is not valid UTF-8":   {Fault: errors.New("text that is not valid UTF-8")},
		"perhaps Aedes aegypti":          {File: "good.jpg", Species: "Aedes egypti", Author: "A", Licence: "CC0"},
		`has no species "Homo sapiens"`:  {File: "good.jpg", Species: "Homo sapiens", Author: "A", Licence: "CC0"},
		`has no species "Aedes"`:         {File: "good.jpg", Species: "Aedes", Author: "A", Licence: "CC0"},
		"is in doubt":                    {File: "good.jpg", Species: "Aedes cf. aegypti", Author: "A", Licence: "CC0"},
		"is no web address":              {File: "good.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0", Source: "javascript:alert(1)"},
		"none of adult, larva":           {File: "good.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0", LifeStage: "old"},
		"neither female nor male":        {File: "good.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0", Sex: "yes"},
		"longer than 300 characters":     {File: "good.jpg", Species: "aedes-aegypti", Author: strings.Repeat("é", 301), Licence: "CC0"},
		"control characters":             {File: "good.jpg", Species: "aedes-aegypti", Author: "A\x1b[31m", Licence: "CC0"},
		"there is no such file":          {File: "missing.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
		"leads out of the folder":        {File: "../" + filepath.Base(d.dir) + "/good.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
		"leads out of the folder ":       {File: outside, Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
		"it is a link":                   {File: "link.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
		"it is a link: put":              {File: "inner.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
		"path escapes":                   {File: "elsewhere/outside.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
		"it is no file":                  {File: "folder.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
		"it is empty":                    {File: "empty.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
		"the file is neither a JPEG nor": {File: "text.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
		"neither a JPEG nor a PNG nor ":  {File: "gif.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
		"is damaged":                     {File: "cut.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
		"more than 50 megapixels":        {File: "bomb.png", Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
		"MB; more than 10 are not":       {File: "large.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
	} {
		c.Line = 7
		report := d.store(false, c)
		if len(report.Refused) != 1 || report.Refused[0].Line != 7 || !strings.Contains(report.Refused[0].Reason, strings.TrimSpace(reason)) {
			t.Errorf("%s: %+v", reason, report.Refused)
		}
	}
	if list := d.stored(); len(list) != 0 {
		t.Errorf("refused and stored: %v", list)
	}
	twice := d.store(false, images.Credit{Line: 2, File: "good.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0"},
		images.Credit{Line: 3, File: "same.jpg", Species: "culex-pipiens", Author: "A", Licence: "CC0"})
	if fmt.Sprint(twice.Refused) != "[{3 same.jpg it is the photograph of line 2}]" {
		t.Errorf("one photograph under two names: %v", twice.Refused)
	}
}

// bombPNG is a PNG whose header states more pixels than are accepted.
func bombPNG() []byte {
	chunk := binary.BigEndian.AppendUint32([]byte("IHDR"), 60_000)
	chunk = append(binary.BigEndian.AppendUint32(chunk, 60_000), 8, 2, 0, 0, 0)
	b := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), chunk...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(chunk))
}

func TestRunsReplaceByNameAndRemoveAll(t *testing.T) {
	t.Parallel()
	d := newDeployment(t)
	d.write("a.jpg", jpegOf(t, picturetest.Red, 8, 8))
	d.write("b.jpg", jpegOf(t, picturetest.Green, 8, 8))
	a := images.Credit{Line: 2, File: "a.jpg", Species: "aedes-aegypti", Author: "A", Licence: "CC0"}
	b := images.Credit{Line: 3, File: "b.jpg", Species: "aedes-aegypti", Author: "B", Licence: "CC0"}
	if report := d.store(true, a, b); report.Stored != 2 || len(d.stored()) != 0 {
		t.Errorf("a dry run: %+v, stored %v", report, d.stored())
	}
	d.store(false, a, b)
	d.write("a.jpg", jpegOf(t, picturetest.Blue, 16, 8))
	a.Author, a.Species = "Another", "culex-pipiens"
	if report := d.store(false, a); report.Replaced != 1 {
		t.Errorf("the second run: %+v", report)
	}
	want(t, d.stored(), []string{"a.jpg | culex-pipiens | Another | CC0 | 16x8", "b.jpg | aedes-aegypti | B | CC0 | 8x8"})
	if err := os.Rename(filepath.Join(d.dir, "b.jpg"), filepath.Join(d.dir, "c.jpg")); err != nil {
		t.Fatal(err)
	}
	b.File = "c.jpg"
	d.store(false, b)
	want(t, d.stored(), []string{"a.jpg | culex-pipiens | Another | CC0 | 16x8", "c.jpg | aedes-aegypti | B | CC0 | 8x8"})

	if _, err := images.Store(t.Context(), d.db, d.names, d.dir, make([]images.Credit, images.MaxCredits+1), false); !errors.Is(err, images.ErrTooMany) {
		t.Errorf("too many rows: %v", err)
	}
	if _, err := images.Store(t.Context(), d.db, d.names, filepath.Join(d.dir, "nowhere"), nil, false); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := images.Store(ended, d.db, d.names, d.dir, []images.Credit{a, b}, false); !errors.Is(err, context.Canceled) {
		t.Errorf("a run that was stopped: %v", err)
	}
	want(t, d.stored(), []string{"a.jpg | culex-pipiens | Another | CC0 | 16x8", "c.jpg | aedes-aegypti | B | CC0 | 8x8"})
	if removed, err := images.Remove(t.Context(), d.db); removed != 2 || err != nil || len(d.stored()) != 0 {
		t.Errorf("removed %d, %v; left %v", removed, err, d.stored())
	}
}

// TestTransparentPixelsAreWhite: a JPEG has no transparency.
func TestTransparentPixelsAreWhite(t *testing.T) {
	t.Parallel()
	d := newDeployment(t)
	d.write("clear.png", picturetest.PNG(t, image.NewNRGBA(image.Rect(0, 0, 8, 8))))
	d.store(false, images.Credit{Line: 2, File: "clear.png", Species: "aedes-aegypti", Author: "A", Licence: "CC0"})
	shown, err := jpeg.Decode(bytes.NewReader(pgtest.Value[[]byte](t, d.db, "select large from species_images")))
	if err != nil {
		t.Fatal(err)
	}
	if r, g, b, _ := shown.At(4, 4).RGBA(); min(r, g, b) < 0xf000 {
		t.Errorf("a transparent pixel is %x %x %x", r, g, b)
	}
}

// Package shapes holds the shapes of the world's countries and the UN M49
// sub-regions that they belong to: one multipolygon for each country of ISO 3166-1,
// so that a coordinate finds its country. scripts/countries makes them from the Natural
// Earth 1:10m countries of the npm package world-atlas.
//
// A shape shows who administers a place, as Natural Earth does, and expresses no
// opinion about any claim. The tables in web/scripts/countries/territories.mjs list
// the exceptions. Positions are quantized to 0.0036 degrees of longitude and 0.0017
// degrees of latitude (about 400 m by 190 m at the equator), so a point nearer to a
// border or a coast than that may fall on its other side.
//
// It imports golang.org/x/text and a decoder of Zstandard, and nothing of this module.
package shapes

import (
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/language"
)

// countriesFile has one JSON object a line, sorted by its id, which is the alpha-2 code of
// ISO 3166-1.
const countriesFile = "data/countries.jsonl.zst"

//go:embed data/countries.jsonl.zst
var data embed.FS

// Country is a country of ISO 3166-1, or Kosovo, with its shape. Geometries are EWKB in
// hexadecimal digits, as PostGIS reads them, in WGS 84 (EPSG:4326).
type Country struct {
	// A2 and A3 are the ISO 3166-1 codes: "FR" and "FRA". Kosovo, which has none,
	// goes by CLDR's "XK" and "XKK".
	A2, A3 string

	// Shape is a valid MultiPolygon. Longitudes lie in [-180, 180], and no edge crosses
	// the antimeridian.
	Shape string

	// Point lies on the land of the shape.
	Point string

	// Pieces are Polygons of at most 256 vertices that make up the shape, so that point in
	// polygon reads a few hundred vertices.
	Pieces []string
}

// line is one of the file.
type line struct {
	ID     string   `json:"id"`
	Point  string   `json:"point"`
	Shape  string   `json:"shape"`
	Pieces []string `json:"pieces"`
}

// Load reads every country with its shape, sorted by A2. It allocates about 100 MB and
// keeps nothing.
func Load() ([]Country, error) {
	return load(data)
}

// Hash returns a digest of the embedded shapes.
func Hash() (string, error) {
	file, err := data.ReadFile(countriesFile)
	return fmt.Sprintf("%x", sha256.Sum256(file)), err
}

func load(files fs.FS) ([]Country, error) {
	file, err := files.Open(countriesFile)
	if err != nil {
		return nil, fmt.Errorf("open the country shapes: %w", err)
	}
	defer file.Close() //nolint:errcheck // it is only read
	plain, err := zstd.NewReader(file, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("decompress %s: %w", countriesFile, err)
	}
	defer plain.Close()
	var countries []Country
	for lines := json.NewDecoder(plain); ; {
		var l line
		if err := lines.Decode(&l); errors.Is(err, io.EOF) {
			return countries, nil
		} else if err != nil {
			return nil, fmt.Errorf("read %s: %w", countriesFile, err)
		}
		region, err := language.ParseRegion(l.ID)
		if err != nil || !region.IsCountry() {
			return nil, fmt.Errorf("read %s: %q is no country of ISO 3166-1", countriesFile, l.ID)
		}
		countries = append(countries, Country{A2: l.ID, A3: region.ISO3(), Shape: l.Shape, Point: l.Point, Pieces: l.Pieces})
	}
}

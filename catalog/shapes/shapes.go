// Package shapes holds the shapes of the world's countries and the UN M49
// sub-regions that they belong to: one multipolygon for each country of ISO 3166-1,
// so that a coordinate finds its country. The build makes them from the Natural Earth
// 1:10m countries of the npm package world-atlas (web/scripts/countries.mjs).
//
// A shape shows who administers a place, as Natural Earth does, and expresses no
// opinion about any claim. The tables in web/scripts/countries/territories.mjs list
// the exceptions. Positions are quantized to 0.0036 degrees of longitude and 0.0017
// degrees of latitude (about 400 m by 190 m at the equator), so a point nearer to a
// border or a coast than that may fall on its other side.
//
// It imports golang.org/x/text, and nothing of this module.
package shapes

import (
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"golang.org/x/text/language"
)

// countriesFile is written by the build: one GeoJSON feature a line, sorted by its
// id, which is the alpha-2 code of ISO 3166-1.
const countriesFile = "dist/countries.geojsonl.gz"

// ErrNotBuilt means that the binary was built without the country shapes.
var ErrNotBuilt = errors.New("the country shapes are not built in: run make build")

//go:embed all:dist
var dist embed.FS

// Country is a country of ISO 3166-1, or Kosovo, with its shape.
type Country struct {
	// A2 and A3 are the ISO 3166-1 codes: "FR" and "FRA". Kosovo, which has none,
	// goes by CLDR's "XK" and "XKK".
	A2, A3 string

	// Shape is a GeoJSON MultiPolygon (RFC 7946): WGS 84, longitude before latitude, in
	// degrees. Rings are closed, exteriors run counter-clockwise and holes clockwise,
	// longitudes lie in [-180, 180] and no edge crosses the antimeridian. Quantization
	// closes narrow straits and spits, where the ring then touches itself: about one
	// shape in five needs ST_MakeValid before PostGIS computes with it.
	Shape string
}

// feature is a line of the file.
type feature struct {
	ID       string          `json:"id"`
	Geometry json.RawMessage `json:"geometry"`
}

// Load reads every country with its shape, sorted by A2. It allocates about 50 MB and
// keeps nothing. The error is ErrNotBuilt when the file is absent.
func Load() ([]Country, error) {
	return load(dist)
}

// Hash returns a digest of the embedded shapes. The error is ErrNotBuilt when they are
// absent.
func Hash() (string, error) {
	data, err := dist.ReadFile(countriesFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", ErrNotBuilt
	}
	return fmt.Sprintf("%x", sha256.Sum256(data)), err
}

func load(files fs.FS) ([]Country, error) {
	file, err := files.Open(countriesFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	}
	if err != nil {
		return nil, fmt.Errorf("open the country shapes: %w", err)
	}
	defer file.Close() //nolint:errcheck // it is only read
	plain, err := gzip.NewReader(file)
	if err != nil {
		return nil, fmt.Errorf("decompress %s: %w", countriesFile, err)
	}
	var countries []Country
	for lines := json.NewDecoder(plain); ; {
		var f feature
		if err := lines.Decode(&f); errors.Is(err, io.EOF) {
			return countries, nil
		} else if err != nil {
			return nil, fmt.Errorf("read %s: %w", countriesFile, err)
		}
		region, err := language.ParseRegion(f.ID)
		if err != nil || !region.IsCountry() {
			return nil, fmt.Errorf("read %s: %q is no country of ISO 3166-1", countriesFile, f.ID)
		}
		countries = append(countries, Country{A2: f.ID, A3: region.ISO3(), Shape: string(f.Geometry)})
	}
}

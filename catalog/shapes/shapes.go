// Package shapes holds the shapes of the world's countries and the UN M49
// sub-regions that they belong to. It turns the Natural Earth 1:10m countries of
// the npm package world-atlas into one multipolygon a country of ISO 3166-1, so
// that a coordinate finds its country.
//
// A shape follows who administers a place, as Natural Earth does, and expresses no
// opinion about any claim; the tables in territories.go say what was settled
// beyond that. Positions are quantized to 0.0036 degrees of longitude and 0.0017
// degrees of latitude (about 400 m by 190 m at the equator), so a point nearer to a
// border or a coast than that may fall on its other side.
//
// The package may import golang.org/x/text and paulmach/orb, and nothing of this
// module.
package shapes

import (
	"crypto/sha256"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"

	"github.com/paulmach/orb"
	"golang.org/x/text/language"
)

// countriesFile is where the build puts the countries of world-atlas.
const countriesFile = "dist/countries-10m.json"

// countriesObject is the object of that file that holds them.
const countriesObject = "countries"

// ErrNotBuilt says that the binary was built without the country shapes.
var ErrNotBuilt = errors.New("the country shapes are not built in: run make build")

//go:embed all:dist
var dist embed.FS

// Country is a country of ISO 3166-1, or Kosovo, with its shape.
type Country struct {
	// A2 and A3 are the ISO 3166-1 codes: "FR" and "FRA". Kosovo, which has none,
	// goes by CLDR's "XK" and "XKK".
	A2, A3 string

	// Shape is in WGS 84, longitude before latitude, in degrees. Rings are closed,
	// exteriors run counter-clockwise and holes clockwise, longitudes lie in
	// [-180, 180] and no edge crosses the antimeridian. Where quantization narrowed a
	// strait or a spit to nothing a ring touches itself, so that about one shape in
	// five takes ST_MakeValid before PostGIS computes with it.
	Shape orb.MultiPolygon
}

// Load reads every country with its shape, sorted by A2. It allocates about 50 MB,
// keeps nothing, and the result is the caller's own. The error is ErrNotBuilt when the file is absent,
// and says what is wrong in it when it cannot be read.
func Load() ([]Country, error) {
	return load(dist)
}

// Hash names the embedded shapes, so that a loader sees when they changed. The error is ErrNotBuilt when they are absent.
func Hash() (string, error) {
	data, err := dist.ReadFile(countriesFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", ErrNotBuilt
	}
	return fmt.Sprintf("%x", sha256.Sum256(data)), err
}

func load(files fs.FS) ([]Country, error) {
	data, err := fs.ReadFile(files, countriesFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotBuilt
	}
	if err != nil {
		return nil, fmt.Errorf("read country shapes: %w", err)
	}
	mesh, features, err := decodeTopology(data, countriesObject)
	if err != nil {
		return nil, fmt.Errorf("decode %s: %w", countriesFile, err)
	}
	// Collected before they are unfolded: polygons are merged by their arcs.
	polygons := make(map[string][]arcPolygon, len(features))
	for _, f := range features {
		a2, err := featureCountry(f)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", countriesFile, err)
		}
		polygons[a2] = append(polygons[a2], f.polygons...)
	}
	shapes := make(map[string]orb.MultiPolygon, len(features))
	for _, a2 := range slices.Sorted(maps.Keys(polygons)) {
		merged, err := mesh.merge(polygons[a2])
		if err != nil {
			return nil, fmt.Errorf("read %s: country %s: %w", countriesFile, a2, err)
		}
		for _, polygon := range merged {
			parts, err := splitAntimeridian(polygon)
			if err != nil {
				return nil, fmt.Errorf("split country %s at the antimeridian: %w", a2, err)
			}
			owner := ownCountry(a2, parts)
			shapes[owner] = append(shapes[owner], parts...)
		}
	}
	return sortedCountries(shapes)
}

// featureCountry names the country that Natural Earth counts a feature to: by its
// ISO 3166-1 numeric code, or for a feature without one by the table of the
// unnumbered.
func featureCountry(f feature) (string, error) {
	if f.id == "" {
		a2, ok := unnumbered[f.name]
		if !ok {
			return "", fmt.Errorf("feature %q has no id and is in no table of territories", f.name)
		}
		return a2, nil
	}
	numeric, err := strconv.Atoi(f.id)
	if err != nil {
		return "", fmt.Errorf("feature %q: id %q is no ISO 3166-1 numeric code", f.name, f.id)
	}
	region, err := language.EncodeM49(numeric)
	if err != nil || !region.IsCountry() {
		return "", fmt.Errorf("feature %q: id %q is no country of ISO 3166-1", f.name, f.id)
	}
	return region.String(), nil
}

func sortedCountries(shapes map[string]orb.MultiPolygon) ([]Country, error) {
	countries := make([]Country, 0, len(shapes))
	for _, a2 := range slices.Sorted(maps.Keys(shapes)) {
		region, err := language.ParseRegion(a2)
		if err != nil {
			return nil, fmt.Errorf("look up country %q: %w", a2, err)
		}
		countries = append(countries, Country{A2: a2, A3: region.ISO3(), Shape: shapes[a2]})
	}
	return countries, nil
}

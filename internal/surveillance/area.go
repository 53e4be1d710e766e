package surveillance

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/polygon"
)

// MaxAreaVertices bounds the vertices of the areas of one Filter.
const MaxAreaVertices = 200_000

// Area is a drawn or named area. It never changes.
type Area struct {
	ID    string
	Shape *polygon.Polygon
	WKB   []byte // of Shape, a little-endian MultiPolygon in degrees
	hash  string
}

// NewArea returns the area of a little-endian MultiPolygon in WKB, in degrees.
func NewArea(id string, wkb []byte) (Area, error) {
	shape, err := polygon.Parse(wkb)
	if err != nil {
		return Area{}, fmt.Errorf("area %s: %w", id, err)
	}
	sum := sha256.Sum256(wkb)
	return Area{ID: id, Shape: shape, WKB: wkb, hash: hex.EncodeToString(sum[:16])}, nil
}

// Areas are what any of some areas covers, borders included; nil sets no condition.
type Areas []Area

// Union returns the shapes.
func (a Areas) Union() polygon.Union {
	union := make(polygon.Union, len(a))
	for i := range a {
		union[i] = a[i].Shape
	}
	return union
}

// Vertices returns how many vertices the areas have together.
func (a Areas) Vertices() (n int) {
	for i := range a {
		n += a[i].Shape.Vertices()
	}
	return n
}

// Key returns a text that areas share exactly when their geometries are the same.
func (a Areas) Key() string {
	keys := make([]string, len(a))
	for i := range a {
		keys[i] = a[i].hash
	}
	return strings.Join(sorted(keys), ",")
}

// WithAreas returns the names with areas by id.
func (n *Names) WithAreas(areas map[string]Area) *Names {
	out := *n
	out.areas = areas
	return &out
}

// Areas returns the ids of the areas that the criteria name, in order, each once.
func (c *Criteria) Areas() []string { return c.areas }

// Package places holds the states and provinces of the world and its towns, of Natural Earth 1:10m (public domain). data/README.md says
// where each file is from, and scripts/places makes them.
//
// A state shows who administers a place, as Natural Earth does, and expresses no opinion about any claim. Its shape is simplified: a place
// nearer to a border than about a kilometre may fall on its other side.
//
// It imports the standard library alone.
package places

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// The files have one GeoJSON feature a line.
const (
	statesFile = "data/states.geojsonl.gz"
	townsFile  = "data/towns.geojsonl.gz"
)

//go:embed data/states.geojsonl.gz data/towns.geojsonl.gz
var data embed.FS

// StatesDigest returns a digest of the embedded states.
func StatesDigest() (string, error) {
	file, err := data.ReadFile(statesFile)
	return fmt.Sprintf("%x", sha256.Sum256(file)), err
}

// StatesCollection returns the states as one GeoJSON FeatureCollection, as a file of areas is: the id and the name of a state are
// properties.
func StatesCollection() (io.Reader, error) {
	var out bytes.Buffer
	out.WriteString(`{"type":"FeatureCollection","features":[`)
	first := true
	err := eachLine(data, statesFile, func(line []byte) error {
		if !first {
			out.WriteByte(',')
		}
		first = false
		out.Write(line)
		return nil
	})
	out.WriteString("]}")
	return &out, err
}

// Town is a town or a village.
type Town struct {
	Name       string   `json:"name"`
	Also       []string `json:"also"`    // other names
	Country    string   `json:"country"` // alpha-2 code of ISO 3166-1; "" where Natural Earth has none
	State      string   `json:"state"`   // name of the state or province; "" where it is not known
	Rank       int      `json:"rank"`    // 0 for the most important towns, to 10
	Population int      `json:"population"`
	Capital    bool     `json:"capital"` // of the country
	Lon        float64  `json:"-"`
	Lat        float64  `json:"-"`
}

// Towns returns the towns, the most important first.
func Towns() ([]Town, error) { return readTowns(data) }

func readTowns(files fs.FS) (towns []Town, err error) {
	err = eachLine(files, townsFile, func(line []byte) error {
		var f struct {
			Properties Town `json:"properties"`
			Geometry   struct {
				Coordinates [2]float64 `json:"coordinates"`
			} `json:"geometry"`
		}
		if err := json.Unmarshal(line, &f); err != nil {
			return fmt.Errorf("read %s, line %d: %w", townsFile, len(towns)+1, err)
		}
		f.Properties.Lon, f.Properties.Lat = f.Geometry.Coordinates[0], f.Geometry.Coordinates[1]
		towns = append(towns, f.Properties)
		return nil
	})
	return towns, err
}

// eachLine visits the lines of a compressed file, without their ends.
func eachLine(files fs.FS, name string, visit func(line []byte) error) error {
	file, err := files.Open(name)
	if err != nil {
		return fmt.Errorf("open %s: %w", name, err)
	}
	defer file.Close() //nolint:errcheck // it is only read
	plain, err := gzip.NewReader(file)
	if err != nil {
		return fmt.Errorf("decompress %s: %w", name, err)
	}
	for lines := bufio.NewReader(plain); ; {
		line, err := lines.ReadBytes('\n')
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if err := visit(line); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", name, err)
		}
	}
}

package tiles

import (
	"math"
	"net/http"
	"strconv"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/mvt"
)

// address is where a tile of WebMercatorQuad is: column and row count from the north-west, from 0 to 2^z-1.
type address struct{ z, column, row int }

// addressOf reads the address in a path. The error is a 404.
func addressOf(r *http.Request) (address, error) {
	if err := checkMatrixSet(httpapi.Var(r, "tileMatrixSet")); err != nil {
		return address{}, err
	}
	var n [3]int
	for i, name := range []string{"z", "x", "y"} {
		text := httpapi.Var(r, name)
		v, err := strconv.Atoi(text)
		if err != nil || strconv.Itoa(v) != text || v < 0 {
			return address{}, tileNotFound()
		}
		n[i] = v
	}
	at := address{n[0], n[1], n[2]}
	if at.z >= Levels || at.column >= at.side() || at.row >= at.side() {
		return address{}, tileNotFound()
	}
	return at, nil
}

func tileNotFound() error {
	return httpapi.NotFound("Tile not found: a tile matrix is 0 to " + strconv.Itoa(Levels-1) + ", row and column are 0 to 2^z-1")
}

// side is how many tiles there are from west to east, and from north to south.
func (a address) side() int { return 1 << a.z }

func (a address) String() string {
	return strconv.Itoa(a.z) + "/" + strconv.Itoa(a.row) + "/" + strconv.Itoa(a.column)
}

// buffer is the width of the border around a tile in which it repeats its neighbours' features, in its units: as the tiles of observations have.
const buffer = mvt.Extent / 64

// latitudeLimit is the latitude at which the square of Web Mercator ends, in degrees.
const latitudeLimit = 85.05112877980659

// place returns where a position in degrees lies, in the units of the tile. Latitudes are within the limits of the projection.
func (a address) place(lon, lat float64) (x, y float64) {
	world := float64(a.side())
	down := 0.5 - math.Log(math.Tan(math.Pi/4+lat*math.Pi/360))/(2*math.Pi)
	return ((lon+180)/360*world - float64(a.column)) * mvt.Extent, (down*world - float64(a.row)) * mvt.Extent
}

// box is where a tile with its buffer lies, in degrees. It goes to the poles where the tile ends with the square. Its sides may lie beyond
// the antimeridian.
func (a address) box() (west, south, east, north float64) {
	const wide = float64(buffer) / mvt.Extent
	world := float64(a.side())
	longitude := func(column float64) float64 { return column/world*360 - 180 }
	latitude := func(row float64) float64 { return math.Atan(math.Sinh(math.Pi*(1-2*row/world))) * 180 / math.Pi }
	north, south = 90, -90
	if a.row > 0 {
		north = latitude(float64(a.row) - wide)
	}
	if a.row < a.side()-1 {
		south = latitude(float64(a.row+1) + wide)
	}
	return longitude(float64(a.column) - wide), south, longitude(float64(a.column+1) + wide), north
}

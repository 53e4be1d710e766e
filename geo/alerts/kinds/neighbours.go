package kinds

import "math"

// earthKM is the mean radius of the Earth (IUGG).
const earthKM = 6371.0088

// vector is a place on the sphere, in km from its centre. Distances have neither poles nor an antimeridian to heed.
type vector [3]float64

// vectorOf returns the vector of a place in degrees.
func vectorOf(lon, lat float64) vector {
	lambda, phi := lon*math.Pi/180, lat*math.Pi/180
	return vector{earthKM * math.Cos(phi) * math.Cos(lambda), earthKM * math.Cos(phi) * math.Sin(lambda), earthKM * math.Sin(phi)}
}

// chord2 returns the square of the straight distance in km.
func (v vector) chord2(o vector) float64 {
	x, y, z := v[0]-o[0], v[1]-o[1], v[2]-o[2]
	return x*x + y*y + z*z
}

// arcKM returns the distance on the sphere of a squared chord.
func arcKM(chord2 float64) float64 {
	return 2 * earthKM * math.Asin(min(1, math.Sqrt(chord2)/(2*earthKM)))
}

// neighbours finds whether a place lies near one of those before it. Places lie in cubes whose diagonal is the distance, so that all of one
// cube are near each other and only the first of each cube has to be compared with others.
type neighbours struct {
	limit2 float64 // of chords
	side   float64 // of a cube
	cubes  map[[3]int32][]vector
}

func newNeighbours(km float64) *neighbours {
	chord := 2 * earthKM * math.Sin(km/(2*earthKM))
	return &neighbours{limit2: chord * chord, side: chord / math.Sqrt(3), cubes: map[[3]int32][]vector{}}
}

func (n *neighbours) cube(v vector) (at [3]int32) {
	for i := range v {
		at[i] = int32(math.Floor(v[i] / n.side))
	}
	return at
}

func (n *neighbours) add(v vector) {
	at := n.cube(v)
	n.cubes[at] = append(n.cubes[at], v)
}

// reach is how many cubes away a place may lie that is near: the square root of 3, rounded up.
const reach = 2

func (n *neighbours) near(v vector) bool {
	at := n.cube(v)
	if n.cubes[at] != nil {
		return true
	}
	for x := at[0] - reach; x <= at[0]+reach; x++ {
		for y := at[1] - reach; y <= at[1]+reach; y++ {
			for z := at[2] - reach; z <= at[2]+reach; z++ {
				for _, other := range n.cubes[[3]int32{x, y, z}] {
					if v.chord2(other) <= n.limit2 {
						return true
					}
				}
			}
		}
	}
	return false
}

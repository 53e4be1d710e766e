package analytics

// areaParts are the areas that part results.
type areaParts struct {
	ids []string
}

// id returns the id of an area by its number, from 1.
func (p *areaParts) id(number int32) string { return p.ids[number-1] }

// of returns the numbers of the areas that a place lies in.
func (p *areaParts) of(lon, lat int32) []int32 { return nil }

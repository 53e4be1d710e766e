package estimate

// Vector is a species that carries a pathogen.
type Vector struct {
	Abundance float64 // specimens per unit of effort, 0 or more
	Infection float64 // rate, from 0 to 1
}

// VectorIndex returns the infected specimens per unit of effort: the sum over species of abundance by infection rate (Nasci and Mitchell
// 1996; CDC 2013, West Nile Virus in the United States: Guidelines). The order of the species does not show.
func VectorIndex(vectors []Vector) float64 {
	var sum Sum
	for _, v := range vectors {
		sum.Add(v.Abundance * v.Infection)
	}
	return sum.Value()
}

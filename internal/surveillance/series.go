package surveillance

// Series is observations by bins of time.
type Series struct {
	Bins     []SeriesBin
	Unplaced int64 // records that lie in no bin
}

// SeriesBin is the observations of one bin.
type SeriesBin struct {
	Records, Specimens int64
	Species            int // distinct names
}

package surveillance

// Series is observations by bins of time.
type Series struct {
	Bins     []SeriesBin
	Unplaced int64           // records that lie in no bin
	Unsexed  int64           // specimens in the bins of records that state no sex
	ByTaxon  map[int32]int64 // specimens in the bins by the key of their taxon
}

// SeriesBin is the observations of one bin.
type SeriesBin struct {
	Records, Specimens int64
	Species            int // distinct names
}

package tally

// Rejected is the status of records that are shown only to who asks for them.
const Rejected = "rejected"

// Census is what there is of observations, rejected ones too.
type Census struct {
	Records map[Standing]int64
	Taxa    int // different taxa of records that are not rejected
}

// Standing is what records are told apart by.
type Standing struct {
	DataSourceKey int32 // 0 for records made through the API
	Status        string
}

// NewCensus returns an empty one.
func NewCensus() Census { return Census{Records: map[Standing]int64{}} }

// Add counts records; none leave no trace.
func (c Census) Add(dataSourceKey int32, status string, records int64) {
	if records > 0 {
		c.Records[Standing{dataSourceKey, status}] += records
	}
}

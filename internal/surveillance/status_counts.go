package surveillance

// Statuses of a record.
const (
	Unverified = "unverified"
	Verified   = "verified"
	Rejected   = "rejected"
)

// Statuses are all statuses of a record.
var Statuses = []string{Unverified, Verified, Rejected}

// StatusCounts count all observations by data source and status, rejected ones too.
type StatusCounts struct {
	Records map[SourceStatus]int64
	Taxa    int // distinct taxa of records that are not rejected
}

// SourceStatus is a data source and a status.
type SourceStatus struct {
	DataSourceKey int32 // 0 for records made through the API
	Status        string
}

func NewStatusCounts() StatusCounts { return StatusCounts{Records: map[SourceStatus]int64{}} }

// Add adds records to their count. Zero records leave no entry.
func (c StatusCounts) Add(dataSourceKey int32, status string, records int64) {
	if records > 0 {
		c.Records[SourceStatus{dataSourceKey, status}] += records
	}
}

package surveillance

// DataSource is a dataset or program that records come from.
type DataSource struct {
	Key       int32  `db:"key"`
	ID        string `db:"id"` // lowercase with hyphens
	Name      string `db:"name"`
	Licence   string `db:"licence"`
	Citation  string `db:"citation"`
	URL       string `db:"url"`
	Synthetic bool   `db:"synthetic"`
}

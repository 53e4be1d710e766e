package surveillance

// Place is where and when one or several records were made.
type Place struct {
	Lon, Lat    float64 // degrees
	AccuracyM   float64 // NaN: not stated
	Country     string  // "" at sea
	First, Last int32   // days since 1970-01-01
	Records     int64
}

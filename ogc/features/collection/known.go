package collection

// What is known of a time that is coarser than a day: a unit that its first and its last day share. The month of a record that is known to a year
// is none.

// knownOfRecords is of observations, whose last day is observed_until where they have no day.
func knownOfRecords(unit string) string {
	return "(o.observed_until is null or date_trunc('" + unit + "', o.observed_until::timestamp) = date_trunc('" + unit + "', o.first_day::timestamp))"
}

// knownOfCollections is of sampling events and pools. A collection of several days has its own first and last day, unless it lay somewhere in them.
func knownOfCollections(unit string) string {
	return "(o.date_precision in ('time', 'day') or date_trunc('" + unit + "', o.first_day::timestamp) = date_trunc('" + unit + "', o.last_day::timestamp))"
}

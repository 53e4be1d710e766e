package headers

import "slices"

// startKeys are plain headers of a first day.
var startKeys = keys(`start date, date start, collection start date, begin date, fecha inicial, fecha inicio, fecha de inicio, date de debut, date debut,
	data inicial, data de inicio, дата начала`)

// partInterval leaves a last day that was taken in plain words to its own first day, where that is not the date.
func (l *Layout) partInterval() {
	date, until := l.Columns[EventDate], l.Columns[Until]
	isStart := func(name string) bool { return slices.Contains(startKeys, plainKey(name)) }
	if date < 0 || until < 0 || l.reasons[until] != inPlainWords || isStart(l.names[date]) || !slices.ContainsFunc(l.names, isStart) {
		return
	}
	l.terms[until], l.reasons[until] = "", ""
	l.Columns[Until] = -1
}

package tileindex

import "testing"

// TestMonthOfDay compares the months of all days that the index can hold with the calendar.
func TestMonthOfDay(t *testing.T) {
	t.Parallel()
	day := dayZero
	for i, month := range monthOfDay {
		if want := (day.Year()-dayZero.Year())*12 + int(day.Month()) - 1; int(month) != want {
			t.Fatalf("%s, day %d, is in month %d, want %d", Date(int32(i)), i, month, want)
		}
		day = day.AddDate(0, 0, 1)
	}
}

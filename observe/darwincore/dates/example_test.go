package dates_test

import (
	"fmt"
	"time"

	"github.com/skeeter-surveillance/skeeter/observe/darwincore/dates"
)

func ExampleParse() {
	for _, written := range []string{"2007-05-06", "2007-05-06/13", "2006-2008", "2007-05-01/2007-05-31", "2007-05-06T01:00+02:00", "06.05.2007"} {
		d, err := dates.Parse(written)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(d, d.Precision, d.Last().Format(time.DateOnly))
	}
	// Output:
	// 2007-05-06 day 2007-05-06
	// 2007-05-06/2007-05-13 interval 2007-05-13
	// 2006-01-01/2008-12-31 interval 2008-12-31
	// 2007-05 month 2007-05-31
	// 2007-05-06T01:00:00+02:00 time 2007-05-06
	// date is not understood (ISO 8601, such as 2007-05-06, always is)
}

func ExampleColumns_Date() {
	d, err := dates.Columns{Year: "2007", StartDayOfYear: "126", EndDayOfYear: "133"}.Date()
	fmt.Println(d, err)
	// Output: 2007-05-06/2007-05-13 <nil>
}

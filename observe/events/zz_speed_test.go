package events_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer"
)

func TestSpeed(t *testing.T) {
	s := setup(t)
	begin := time.Now()
	if err := transfer.Demo(context.Background(), s.db, 1_500_000, nil); err != nil {
		t.Fatal(err)
	}
	fmt.Println("demo", time.Since(begin), pgtest.Value[int](t, s.db, "select count(*) from sampling_events"))
	s.exec("vacuum analyze sampling_events")
	s.exec("vacuum analyze observations")
	s.refresh()
	for _, q := range []string{"", "zero=true", "zero=false", "species=aedes-aegypti", "zero=true&species=aedes-aegypti", "zero=false&species=aedes-aegypti", "country=br&zero=true",
		"bbox=0,40,10,50&zero=true", "start_date=2010-01-01&end_date=2010-12-31&zero=true", "zero=true&problem=true", "genus=culex", "sampling_protocol=gravid+trap&zero=true", "limit=1000", "limit=1000&zero=true"} {
		for range 2 {
			at := time.Now()
			a := s.do("GET", "/events?"+q, nil).want(200)
			first := time.Since(at)
			next := a.link("next")
			at = time.Now()
			if next != "" {
				s.do("GET", next, nil).want(200)
			}
			fmt.Println(q, a.text("count"), first, "next", time.Since(at))
		}
	}
}

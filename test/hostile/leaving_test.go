package hostile_test

import (
	"flag"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

var cuts = flag.Int("cuts", amounts().cuts, "how many clients leave in the middle of a layer")

// TestClientsThatLeaveHarmNobody: a client that hangs up in the middle of a layer has its query cancelled, which PostgreSQL must survive:
// PostGIS's handler of cancelled queries once corrupted its memory, one time in four hundred.
func TestClientsThatLeaveHarmNobody(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t)
	d.MustRun("demo", "--count", amounts().records)
	s := d.Serve()
	var left, refused atomic.Int64
	var clients sync.WaitGroup
	for range 6 {
		clients.Go(func() {
			head := make([]byte, 2300)
			for left.Add(1) <= int64(*cuts) {
				conn, err := net.Dial("tcp", s.Address())
				if err != nil {
					t.Error(err)
					return
				}
				_ = conn.SetDeadline(time.Now().Add(time.Minute))
				_, _ = io.WriteString(conn, "GET /api/v1/geo/observations HTTP/1.1\r\nHost: skeeter\r\nConnection: close\r\n\r\n")
				n, _ := conn.Read(head)
				if !strings.HasPrefix(string(head[:n]), "HTTP/1.1 200") {
					refused.Add(1)
				}
				_ = conn.Close()
			}
		})
	}
	clients.Wait()
	log, err := os.ReadFile(filepath.Join(d.Dir, "db", "postgres.log"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(log), "was terminated by signal") || refused.Load() > 0 {
		t.Errorf("%d clients were refused, and PostgreSQL says:\n%.2000s", refused.Load(), log)
	}
}

package importing_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
)

// TestServersAreTold: those who listen are told of an import that begins, and how it ended, also when its file was none.
func TestServersAreTold(t *testing.T) {
	t.Parallel()
	i := newFixture(t)
	conn, err := pgx.Connect(t.Context(), i.db.Config().ConnString())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	pgtest.Run(t, conn, "listen "+importing.Channel)
	i.must(i.file("good.csv", rows("a", 2)), importing.Options{Dataset: "Traps"})
	if _, err := i.try(i.file("broken.csv", "no,such,columns\n1,2,3\n"), importing.Options{}); err == nil {
		t.Fatal("a broken file is imported")
	}
	for _, want := range []string{"began 0", "stored 2", "failed 0"} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		told, err := conn.WaitForNotification(ctx)
		cancel()
		if err != nil {
			t.Fatalf("told nothing instead of %s: %v", want, err)
		}
		var n struct {
			Kind     string
			Inserted int
		}
		if err := json.Unmarshal([]byte(told.Payload), &n); err != nil || fmt.Sprint(n.Kind, " ", n.Inserted) != want {
			t.Errorf("told %s, want %s (%v)", told.Payload, want, err)
		}
	}
}

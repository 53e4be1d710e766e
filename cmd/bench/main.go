// Bench measures skeeter and prints a table. Each run measures one of these:
//
//	            layers, lists, imports, creates, starts and memory, each against what does the same; ends with a table of all
//	-maps       map tiles against their bare rows and ST_AsMVT
//	-layers     GeoJSON layers and lists against the query of another server, and against that server where PG_FEATURESERV names its program
//	-analytics  questions about sampling events against queries that answer the same
//	-features   pages of OGC API - Features against their bare rows
//	-crawl      how GDAL copies all features, against files; needs ogr2ogr and curl
//	-creates    creates against bare INSERTs, when other servers see them, reads beside them
//	-people     reads beside a thousand accounts and a private data source against reads without them
//	-predict    predictions against the model in ONNX Runtime alone
//	-scale      the copy in memory of more records than a database is filled with in an hour: its files are made without one
//	-load       load and overload; exits with status 1 when the server breaks a promise
//
// It runs bin/skeeter on a database in a temporary folder and needs psql.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"time"
)

func main() {
	records := flag.Int("records", 2_000_000, "synthetic records in the database")
	maps := flag.Bool("maps", false, "measure the map tiles")
	layers := flag.Bool("layers", false, "measure GeoJSON layers and lists")
	analytics := flag.Bool("analytics", false, "measure the analytics")
	features := flag.Bool("features", false, "measure pages of OGC API - Features")
	crawl := flag.Bool("crawl", false, "measure how GDAL copies all features")
	creates := flag.Bool("creates", false, "measure creates")
	people := flag.Bool("people", false, "measure reads beside accounts and a private data source")
	scale := flag.Bool("scale", false, "measure the copy in memory")
	predictions := flag.Bool("predict", false, "measure predictions")
	load := flag.Bool("load", false, "check what the server promises under load")
	loadFor := flag.Duration("time", loadTime, "with -load: how long each number of clients sends requests, after a warm-up of a fifth of it")
	overload := flag.Duration("overload", overloadTime, "with -load: how long three times the requests that the server can answer are sent")
	images := flag.String("images", "", "with -predict: a folder of photographs")
	withImport := flag.Bool("import", true, "with -maps: measure beside an import of a million rows too")
	database := flag.String("database", "", "a database of an earlier run to use again, or to make; its folder is kept")
	rows := flag.Int("rows", 84_000, "rows of the imports")
	binary := flag.String("skeeter", "bin/skeeter", "program to measure")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(*binary, func(b *bench) {
		if *database != "" {
			b.database = *database
		}
		switch {
		case *predictions:
			b.runPredict(ctx, *images)
		case *load:
			b.runLoad(ctx, loadPlan{records: *records, time: *loadFor, clients: loadClients, overload: *overload})
		case *maps:
			b.runMaps(ctx, *records, *withImport)
		case *layers:
			b.runLayers(ctx, *records)
		case *analytics:
			b.runAnalytics(ctx, *records)
		case *features:
			b.runFeatures(ctx, *records)
		case *crawl:
			b.runCrawl(ctx, *records)
		case *people:
			b.runPeople(ctx, *records)
		case *scale:
			b.runScale(ctx, *records)
		case *creates:
			b.runCreates(ctx, *records)
		default:
			b.runAll(ctx, *records, *rows)
		}
	})
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// failure is the error that ends a run. check panics with it, and run returns it.
type failure struct{ error }

// check ends the run with an error. It is for the goroutine of the run only.
func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// must is the value of a call, whose error ends the run.
func must[T any](value T, err error) T {
	check(err)
	return value
}

func run(binary string, measure func(*bench)) (err error) {
	binary, err = filepath.Abs(binary)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "skeeter-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)                      //nolint:errcheck // a temporary folder
	if err := os.Chmod(dir, 0o755); err != nil { //nolint:gosec // PostgreSQL's user needs to enter its folder below
		return err
	}
	b := &bench{dir: dir, binary: binary, database: filepath.Join(dir, "db")}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r.error
		default:
			panic(r)
		}
		err = errors.Join(err, b.stop())
	}()
	measure(b)
	return nil
}

// median returns the median of durations or ratios. It sorts them.
func median[T cmp.Ordered](d []T) T {
	slices.Sort(d)
	return d[len(d)/2]
}

func quantile(d []time.Duration, q float64) time.Duration {
	slices.Sort(d)
	return d[min(int(float64(len(d))*q), len(d)-1)]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

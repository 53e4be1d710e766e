package imports_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/catalog/catalogtest"
	"github.com/skeeter-surveillance/skeeter/internal/access/accesstest"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/imports"
)

// Every test's database has the catalog and the countries.
func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, catalogtest.Loaded, nil)) }

const (
	base    = "/api/v1"
	unknown = "00000000-0000-4000-8000-000000000000"
)

// service is the routes of imports.
type service struct {
	t       testing.TB
	imports *imports.Imports
	handler http.Handler
}

// setup starts a server's imports in a folder, until the test ends or stop is called.
func setup(t testing.TB, o imports.Options) (s service, stop func()) {
	t.Helper()
	if o.Folder == "" {
		o.Folder = t.TempDir()
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = 32 << 20
	}
	o.Base, o.Log = base, slog.New(slog.DiscardHandler)
	s = service{t: t, imports: imports.New(o)}
	s.handler = httpapi.New(httpapi.Options{
		Routes: httpapi.Under(base, accesstest.Routes(t, s.imports.Routes())), Log: o.Log, Metrics: httpapi.NewMetrics(prometheus.NewRegistry()),
		Unavailable: postgres.Unavailable,
	})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		s.imports.Run(ctx)
		close(ended)
	}()
	stop = func() {
		cancel()
		<-ended
	}
	t.Cleanup(stop)
	return s, stop
}

// answer is a response.
type answer struct {
	t      testing.TB
	status int
	header http.Header
	body   string
}

func (s service) send(method, path, contentType string, body io.Reader) answer {
	s.t.Helper()
	r := httptest.NewRequestWithContext(context.Background(), method, base+path, body)
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return answer{t: s.t, status: w.Code, header: w.Header(), body: w.Body.String()}
}

func (s service) post(path, body string) answer {
	s.t.Helper()
	return s.send(http.MethodPost, path, "application/json", strings.NewReader(body))
}

func (s service) put(id string, offset int, part string) answer {
	s.t.Helper()
	return s.send(http.MethodPut, "/imports/"+id+"/file?offset="+strconv.Itoa(offset), "application/octet-stream", strings.NewReader(part))
}

func (s service) get(path string) answer {
	s.t.Helper()
	return s.send(http.MethodGet, path, "", nil)
}

func (a answer) want(status int) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("status %d, want %d: %s", a.status, status, a.body)
	}
	return a
}

// object decodes the body.
func (a answer) object() imports.Import {
	a.t.Helper()
	var i imports.Import
	d := json.NewDecoder(bytes.NewReader([]byte(a.body)))
	d.DisallowUnknownFields()
	if err := d.Decode(&i); err != nil {
		a.t.Fatalf("%v in %s", err, a.body)
	}
	return i
}

// begin makes an import and returns its id.
func (s service) begin(filename string, size int) string {
	s.t.Helper()
	body, _ := json.Marshal(map[string]any{"filename": filename, "size": size})
	return s.post("/imports", string(body)).want(http.StatusCreated).object().ID.String()
}

// await waits until an import is in one of the states.
func (s service) await(id string, states ...imports.State) imports.Import {
	s.t.Helper()
	var i imports.Import
	testenv.Eventually(s.t, fmt.Sprintf("the import is %v", states), func() bool {
		i = s.get("/imports/" + id).want(http.StatusOK).object()
		if is := slices.Contains(states, i.State); is || i.State != imports.Failed {
			return is
		}
		s.t.Fatalf("the import failed with %+v, want %v", i.Problem, states)
		return false
	})
	return i
}

// upload sends a whole file, and waits until its columns are read.
func (s service) upload(filename, content string) string {
	s.t.Helper()
	id := s.begin(filename, len(content))
	s.put(id, 0, content).want(http.StatusOK)
	s.await(id, imports.Received)
	return id
}

// traps is a file whose headers say little, with two rows that are rejected.
const traps = "Trap,Mosquito,Northing,Easting,Collected,Number\n" +
	"A,Aedes aegypti,-3.1,-60.02,2021-03-04,3\n" +
	"B,Culex pipiens,48.2,16.37,2021-03-05,1\n" +
	"C,Culex pipiens,95,16.37,2021-03-05,1\n" +
	"D,,48.2,16.37,2021-03-05,1\n"

// trapsMap is what a person says of the columns of traps.
const trapsMap = `"map":{"species":"Mosquito","lat":"Northing","lon":"Easting","date":"Collected","count":"Number"}`

package program_test

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// receiver takes spans by OTLP over HTTP, as a collector does.
type receiver struct {
	t    *testing.T
	url  string
	lock sync.Mutex
	raw  []byte // all bodies
	got  []*tracepb.Span
	from []*tracepb.ResourceSpans
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{t: t}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	r.url = server.URL
	return r
}

// ServeHTTP takes an export.
func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	var export collector.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(body, &export)
	}
	if err != nil || req.URL.Path != "/v1/traces" || req.Header.Get("Authorization") != "Bearer the-key-of-the-receiver" {
		r.t.Errorf("%s %s %v: %v", req.Method, req.URL, req.Header, err)
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	r.raw = append(r.raw, body...)
	r.from = append(r.from, export.GetResourceSpans()...)
	for _, resource := range export.GetResourceSpans() {
		for _, scope := range resource.GetScopeSpans() {
			r.got = append(r.got, scope.GetSpans()...)
		}
	}
}

// tree writes the spans of a trace below a parent, in the order that they began in, each with what it says of itself.
func (r *receiver) tree(trace, parent string) string {
	r.lock.Lock()
	defer r.lock.Unlock()
	var out strings.Builder
	var write func(parent, indent string)
	write = func(parent, indent string) {
		var spans []*tracepb.Span
		for _, s := range r.got {
			if hex.EncodeToString(s.GetTraceId()) == trace && hex.EncodeToString(s.GetParentSpanId()) == parent {
				spans = append(spans, s)
			}
		}
		slices.SortFunc(spans, func(a, b *tracepb.Span) int { return cmp.Compare(a.GetStartTimeUnixNano(), b.GetStartTimeUnixNano()) })
		for _, s := range spans {
			if chance := s.GetName() == "wait for a database connection" || s.GetName() == "commit" && indent == "      "; chance {
				continue // these depend on how busy the machine is
			}
			out.WriteString(indent + s.GetName())
			for _, key := range []string{"http.response.status_code", "skeeter.cache.result", "skeeter.model.id", "db.response.status_code"} {
				for _, a := range s.GetAttributes() {
					if a.GetKey() == key {
						out.WriteString(" " + cmp.Or(a.GetValue().GetStringValue(), fmt.Sprint(a.GetValue().GetIntValue())))
					}
				}
			}
			if s.GetStatus().GetCode() == tracepb.Status_STATUS_CODE_ERROR {
				out.WriteString(" failed")
			}
			out.WriteString("\n")
			write(hex.EncodeToString(s.GetSpanId()), indent+"  ")
		}
	}
	write(parent, "")
	return out.String()
}

const callerSpan = "00f067aa0ba902b7"

// traced sends a request as part of a trace of a number.
func (c client) traced(n, status int, method, path, body string, headers ...string) skeetertest.Answer {
	c.T.Helper()
	return c.Want(status, method, path, body, append(headers, "Traceparent", "00-"+traceOf(n)+"-"+callerSpan+"-01", "X-Request-Id", fmt.Sprintf("request-%d", n))...)
}

func traceOf(n int) string { return fmt.Sprintf("%032x", n+0xabc) }

// TestTraces checks that a receiver of OTLP gets spans of requests, queries, the tile cache and predictions, those included that
// wait when the server ends, and nothing of the content of a request.
func TestTraces(t *testing.T) {
	t.Parallel()
	r := newReceiver(t)
	d := skeetertest.New(t, skeetertest.ModelSettings(t, "SKEETER_TILE_INDEX=false", "SKEETER_LOG_FORMAT=json", "OTEL_EXPORTER_OTLP_ENDPOINT="+r.url,
		"OTEL_EXPORTER_OTLP_HEADERS=Authorization=Bearer%20the-key-of-the-receiver", "OTEL_RESOURCE_ATTRIBUTES=deployment.environment.name=test")...)
	c := client{skeetertest.NewClient(t, d.Serve())}
	record := `{"species_scientific_name":"Culex pipiens","count":7,"location":{"lat":48.2,"lng":16.4},"observed_at":"2024-05-06","notes":"a private note","user_id":"a-private-user"}`
	c.Want(201, "POST", "/api/v1/observations", record, "Content-Type", "application/json") // the first may begin the change log
	c.traced(1, 201, "POST", "/api/v1/observations", record, "Content-Type", "application/json")
	c.traced(2, 200, "GET", "/api/v1/observations?limit=1&user_id=a-private-user", "")
	c.traced(3, 200, "GET", "/api/v1/tiles/observations/9/279/177.mvt", "")
	c.traced(4, 200, "GET", "/api/v1/tiles/observations/9/279/177.mvt", "")
	c.traced(5, 404, "GET", "/api/v1/observations/00000000-0000-4000-8000-000000000000", "")
	c.Send("GET", "/api/nothing/like/that", "", "Traceparent", "00-"+traceOf(6)+"-"+callerSpan+"-01")
	form, contentType := skeetertest.PictureForm(t, "file", picturetest.JPEG(t, picturetest.Plain(picturetest.Red, 60, 40)))
	c.traced(7, 200, "POST", "/api/v1/predict", form, "Content-Type", contentType)
	a := c.Want(200, "GET", "/livez", "", "Traceparent", "00-"+traceOf(8)+"-"+callerSpan+"-00") // a caller that does not record
	if a.Header.Get("X-Request-Id") == "" {
		t.Error("no request id")
	}
	c.Stop(syscall.SIGTERM) // the spans wait for five seconds; what is left goes out now

	for n, want := range map[int]string{
		1: `POST /api/v1/observations 201
  people/any_known
  observe/find_taxon
  session/write
  observe/insert
`,
		2: `GET /api/v1/observations 200
  observe/count_user
  observe/list
`,
		3: `GET /api/v1/tiles/observations/{z}/{x}/{y}.mvt 200
  tile cache miss
    make tile
      begin
      session/name
      tileindex/changed
      geo/tile_counts
      geo/tile_points
`,
		4: `GET /api/v1/tiles/observations/{z}/{x}/{y}.mvt 200
  tile cache hit
`,
		5: `GET /api/v1/observations/{observation_id} 404
  session/keep_plan
  observe/list_known
  observe/get_held
  observe/there
`,
		6: "GET 404\n",
		7: `POST /api/v1/predict 200
  decode
  find
  preprocess
  infer mean-colour-1
`,
		8: "",
	} {
		// After a write the request reads the change log, unless the server's own reading, which the write woke, came first.
		got := strings.TrimSuffix(r.tree(traceOf(n), callerSpan), "  begin\n  session/keep_index_plan\n  tileindex/advance\n  commit\n")
		if got != want {
			t.Errorf("trace %d:\n%swant\n%s", n, got, want)
		}
	}
	for _, secret := range []string{"private", "48.2", "the-key-of-the-receiver", "limit"} {
		if bytes.Contains(r.raw, []byte(secret)) {
			t.Errorf("the spans hold %q", secret)
		}
	}
	attributes := map[string]string{}
	for _, from := range r.from {
		for _, a := range from.GetResource().GetAttributes() {
			attributes[a.GetKey()] = a.GetValue().GetStringValue()
		}
	}
	if attributes["service.name"] != "skeeter" || attributes["service.version"] == "" || attributes["deployment.environment.name"] != "test" {
		t.Errorf("the resource: %v", attributes)
	}
	if log := c.Log.String(); !strings.Contains(log, `"trace_id":"`+traceOf(3)+`"`) || !strings.Contains(log, `"request_id":"request-3"`) {
		t.Errorf("the log does not name the trace:\n%s", log)
	}
}

// TestReceiversThatFail checks that failing receivers disturb neither requests nor the end of the server, and are logged once and not
// per request. The short form has no receiver whose port is closed: the one that hangs is tried again, too.
func TestReceiversThatFail(t *testing.T) {
	t.Parallel()
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	stuck := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-stuck }))
	t.Cleanup(func() { close(stuck); hanging.Close() })
	var refusals atomic.Int32
	refusing := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		refusals.Add(1)
		http.Error(w, strings.Repeat("no ", 5000), http.StatusForbidden)
	}))
	t.Cleanup(refusing.Close)
	receivers := map[string]string{"hanging": hanging.URL, "refusing": refusing.URL}
	if testenv.Long() {
		receivers["closed"] = closed.URL
	}
	d := skeetertest.New(t)
	d.Serve()
	for name, to := range receivers {
		t.Run(name, func(t *testing.T) {
			s := d.In(t).Beside("OTEL_EXPORTER_OTLP_ENDPOINT="+to, "OTEL_BSP_SCHEDULE_DELAY=20", "OTEL_EXPORTER_OTLP_TIMEOUT=200")
			for range 40 {
				s.Answers(200, "/api/v1/observations")
			}
			if name == "refusing" { // the others are tried again with the same spans
				testenv.Eventually(t, "several exports were refused", func() bool { s.Answers(200, "/api/v1/observations"); return refusals.Load() > 3 })
			}
			if code := s.Stop(syscall.SIGTERM); code != 0 {
				t.Errorf("exit status %d", code)
			}
			log := s.Log.String()
			// An export that hangs is tried again for a minute, so that the failure may be logged only when the server ends.
			if n := strings.Count(log, "traces could not be sent") + strings.Count(log, "the last traces were not sent"); n < 1 || n > 2 {
				t.Errorf("the log tells %d times:\n%s", n, log)
			}
			if strings.Contains(log, strings.Repeat("no ", 500)) {
				t.Error("the log holds all that the receiver said")
			}
		})
	}
}

// TestTracingIsRefusedWhenItIsWrong checks that wrong settings end the server, without showing their values.
func TestTracingIsRefusedWhenItIsWrong(t *testing.T) {
	t.Parallel()
	wrong := [][]string{
		{"OTEL_EXPORTER_OTLP_ENDPOINT=http://someone:hidden@localhost:4318"},
		{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=http://localhost:9411", "OTEL_TRACES_EXPORTER=zipkin"},
	}
	if testenv.Long() {
		wrong = append(wrong, []string{"OTEL_EXPORTER_OTLP_ENDPOINT=localhost:4318"}, []string{"OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4317", "OTEL_EXPORTER_OTLP_PROTOCOL=grpc"})
	}
	for _, settings := range wrong {
		r := skeetertest.Empty(t, settings...).Run("serve")
		if r.Code != 2 || !strings.Contains(r.Stderr, "OTEL_") || strings.Contains(r.Stderr, "hidden") {
			t.Errorf("%v: exit status %d: %s", settings, r.Code, r.Stderr)
		}
	}
}

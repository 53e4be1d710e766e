package imports_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/importing"
	"github.com/skeeter-surveillance/skeeter/observe/transfer/imports"
)

func itoa(n int) string { return strconv.Itoa(n) }

// fake is an Importer that does what a test wants.
type fake func(ctx context.Context, path string, o importing.Options) (importing.Report, error)

func (f fake) Import(ctx context.Context, path string, o importing.Options) (importing.Report, error) {
	return f(ctx, path, o)
}

// fine is an Importer that accepts everything.
var fine = fake(func(context.Context, string, importing.Options) (importing.Report, error) {
	return importing.Report{Rows: 1, Inserted: 1}, nil
})

func TestRefusals(t *testing.T) {
	t.Parallel()
	s, _ := setup(t, imports.Options{Importer: fine})
	for body, status := range map[string]int{
		`{`: 422, `{}`: 422, `{"filename":"a.csv"}`: 422, `{"filename":" ","size":1}`: 422, `{"filename":"a.csv","size":0}`: 422, `{"filename":"a.csv","size":-1}`: 422,
		`{"filename":"a.csv","size":1.5}`: 422, `{"filename":"a.csv","size":"1"}`: 422, `{"filename":"a.csv","size":1e30}`: 422, `{"filename":"a.csv","size":33554433}`: 413,
		`{"filename":"` + strings.Repeat("x", 301) + `","size":1}`: 422, `{"filename":"a\u0000","size":1}`: 422, `{"filename":"a.csv","size":1,"url":"http://10.0.0.1/"}`: 422,
	} {
		s.post("/imports", body).want(status)
	}
	s.post("/imports?replace=true", `{"filename":"a.csv","size":1}`).want(422)
	s.send(http.MethodPost, "/imports", "text/csv", strings.NewReader("a,b")).want(415)
	for _, id := range []string{unknown, "..", "7", strings.ToUpper(unknown), "{" + unknown + "}"} {
		s.get("/imports/" + id).want(404)
		s.put(id, 0, "x").want(404)
		s.post("/imports/"+id+"/check", "{}").want(404)
		s.post("/imports/"+id+"/store", "{}").want(404)
		s.get("/imports/" + id + "/rejected").want(404)
		s.send(http.MethodDelete, "/imports/"+id, "", nil).want(404)
	}

	id := s.begin("a.csv", 10)
	s.post("/imports/"+id+"/check", "{}").want(409)
	s.post("/imports/"+id+"/store", "{}").want(409)
	s.get("/imports/" + id + "/rejected").want(409)
	s.put(id, 0, "12345678901").want(413)
	s.send(http.MethodPut, "/imports/"+id+"/file?offset=0", "application/octet-stream", io.MultiReader(strings.NewReader("12345678901"))).want(413) // of unknown length
	s.send(http.MethodPut, "/imports/"+id+"/file?offset=0", "text/csv", strings.NewReader("1")).want(415)
	for _, offset := range []string{"", "?offset=", "?offset=-1", "?offset=x", "?offset=1&offset=0", "?offset=0&size=3", "?offset=99999999999999999999"} {
		s.send(http.MethodPut, "/imports/"+id+"/file"+offset, "application/octet-stream", strings.NewReader("1")).want(422)
	}
	for _, offset := range []int{1, 10, 1 << 40} {
		if a := s.put(id, offset, "1").want(409); a.header.Get("Upload-Offset") != "0" {
			t.Errorf("a wrong offset says that %q were received", a.header.Get("Upload-Offset"))
		}
	}
	if i := s.get("/imports/" + id).want(200).object(); i.Received != 0 || i.State != imports.Receiving {
		t.Errorf("refused parts left %+v", i)
	}

	id = s.upload("a.csv", "scientificName\nx\n")
	s.put(id, 17, "more").want(409)
	for body, loc := range map[string]string{
		`{"map":{"specie":"A"}}`: "map", `{"map":["A"]}`: "map", `{"map":{"species":3}}`: "map", `{"dates":"backwards"}`: "dates", `{"crs":"EPSG:x"}`: "crs", `{"weeks":"long"}`: "weeks",
		`{"swap":"yes"}`: "swap", `{"profile":"../../etc/passwd"}`: "profile", `{"profile":"nobody"}`: "profile", `{"values":{"species":"A"}}`: "values", `{"check":false}`: "check",
		`{"profile_text":"- a"}`: "profile_text", `{"profile_text":"weeks: long"}`: "profile_text", `{"profile_text":"colour: red"}`: "profile_text", `{"profile_text":"values:\n  specie: {a: b}"}`: "profile_text",
		`{"profile_text":"title: a","profile":"neon"}`: "profile_text", `{"profile_text":"` + strings.Repeat("#", 20_001) + `"}`: "profile_text", `{"profile_text":7}`: "profile_text",
		`{"dataset":"` + strings.Repeat("x", 301) + `"}`: "dataset",
	} {
		if a := s.post("/imports/"+id+"/check", body).want(422); !strings.Contains(a.body, `"loc":["body","`+loc+`"]`) {
			t.Errorf("%s: %s", body, a.body)
		}
	}
	s.post("/imports/"+id+"/store", `{"replace":1}`).want(422)
}

func TestANameIsNeverAPath(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s, _ := setup(t, imports.Options{Folder: filepath.Join(folder, "imports"), Importer: fine})
	for _, name := range []string{
		"../../outside.csv", `..\..\outside.csv`, "/etc/passwd", "..", ".", "/", "import.json", "rejected.csv", ".hidden", "a\nb.csv", "nul:.csv",
		strings.Repeat("ж", 300), strings.Repeat("x", 290) + ".csv", "." + strings.Repeat("x", 299), "$(reboot).csv",
	} {
		id := s.upload(name, "scientificName\nx\n")
		files, err := filepath.Glob(filepath.Join(folder, "imports", id, "file", "*"))
		if err != nil || len(files) != 1 || len(filepath.Base(files[0])) > 100 {
			t.Errorf("%q became %q", name, files)
		}
		s.send(http.MethodDelete, "/imports/"+id, "", nil).want(204)
	}
	outside, _ := filepath.Glob(filepath.Join(folder, "*"))
	if len(outside) != 1 {
		t.Errorf("outside of the folder lie %q", outside)
	}
}

func TestALostConnectionLosesNothing(t *testing.T) {
	t.Parallel()
	s, _ := setup(t, imports.Options{Importer: fine})
	content := "scientificName\n" + strings.Repeat("Aedes aegypti\n", 1000)
	id := s.begin("a.csv", len(content))
	broken := io.MultiReader(strings.NewReader(content[:5000]), iotest.ErrReader(errors.New("the line is cut")))
	a := s.send(http.MethodPut, "/imports/"+id+"/file?offset=0", "application/octet-stream", broken).want(400)
	if a.header.Get("Upload-Offset") != "5000" {
		t.Errorf("of a part that broke off %s bytes count", a.header.Get("Upload-Offset"))
	}
	s.put(id, 0, content[:100]).want(409)
	s.put(id, 5000, content[5000:]).want(200)
	if i := s.await(id, imports.Received); i.Tables[0].Columns[0].Examples[0] != "Aedes aegypti" {
		t.Errorf("what came in two parts reads %+v", i.Tables)
	}
}

func TestOneRequestWritesAtATime(t *testing.T) {
	t.Parallel()
	s, _ := setup(t, imports.Options{Importer: fine})
	id := s.begin("a.csv", 10)
	slow, end := io.Pipe()
	done := make(chan answer)
	go func() {
		done <- s.send(http.MethodPut, "/imports/"+id+"/file?offset=0", "application/octet-stream", slow)
	}()
	_, _ = end.Write([]byte("12345"))
	s.put(id, 0, "abcde").want(409)
	_ = end.Close()
	(<-done).want(200)
	if i := s.get("/imports/" + id).object(); i.Received != 5 {
		t.Errorf("received %d", i.Received)
	}
}

func TestPlacesForPartsEnd(t *testing.T) {
	t.Parallel()
	s, _ := setup(t, imports.Options{Importer: fine})
	var ends []io.Closer
	done := make(chan answer)
	const places = 4
	for range places {
		id := s.begin("a.csv", 10)
		slow, end := io.Pipe()
		ends = append(ends, end)
		go func() {
			done <- s.send(http.MethodPut, "/imports/"+id+"/file?offset=0", "application/octet-stream", slow)
		}()
		_, _ = end.Write([]byte("1")) // it has begun
	}
	if a := s.put(s.begin("a.csv", 10), 0, "1").want(503); a.header.Get("Retry-After") == "" {
		t.Error("503 does not say when to come back")
	}
	for _, end := range ends {
		_ = end.Close()
		<-done
	}
}

func TestARestartKeepsWhatItCan(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	running := make(chan struct{})
	s, stop := setup(t, imports.Options{Folder: folder, Importer: fake(func(ctx context.Context, _ string, o importing.Options) (r importing.Report, err error) {
		if o.Check {
			return importing.Report{Rows: 7}, nil
		}
		close(running)
		<-ctx.Done()
		return r, ctx.Err()
	})})
	half := s.begin("half.csv", 10)
	s.put(half, 0, "12345").want(200)
	checked, storing := s.upload("checked.csv", "a\n1\n"), s.upload("storing.csv", "a\n1\n")
	for _, id := range []string{checked, storing} {
		s.post("/imports/"+id+"/check", "{}").want(202)
		s.await(id, imports.Checked)
	}
	s.post("/imports/"+storing+"/store", "{}").want(202)
	<-running
	queued := s.upload("queued.csv", "a\n1\n")
	if i := s.post("/imports/"+queued+"/check", "{}").want(202).object(); i.Progress == nil || i.Progress.Stage != "queued" || i.Progress.Ahead != 1 {
		t.Errorf("behind another job: %+v", i.Progress)
	}
	if err := os.MkdirAll(filepath.Join(folder, "not-ours"), 0o755); err != nil {
		t.Fatal(err)
	}
	stop()

	again, _ := setup(t, imports.Options{Folder: folder, Importer: fine})
	if i := again.get("/imports/" + half).want(200).object(); i.State != imports.Receiving || i.Received != 5 {
		t.Errorf("half a file: %+v", i)
	}
	again.put(half, 5, "67890").want(200)
	if i := again.get("/imports/" + checked).want(200).object(); i.State != imports.Checked || i.Report.Rows != 7 {
		t.Errorf("a checked file: %+v", i)
	}
	for _, id := range []string{storing, queued} {
		if i := again.get("/imports/" + id).want(200).object(); i.State != imports.Failed || i.Problem.Type != "interrupted" {
			t.Errorf("an import that ran: %+v %+v", i, i.Problem)
		}
		again.post("/imports/"+id+"/check", "{}").want(202)
		again.await(id, imports.Checked)
	}
	if _, err := os.Stat(filepath.Join(folder, "not-ours")); err != nil {
		t.Errorf("a folder of somebody else: %v", err)
	}
}

func TestAPanicIsTheImportsOwn(t *testing.T) {
	t.Parallel()
	s, _ := setup(t, imports.Options{Importer: fake(func(context.Context, string, importing.Options) (importing.Report, error) {
		panic("a secret")
	})})
	for range 2 {
		id := s.upload("a.csv", "a\n1\n")
		s.post("/imports/"+id+"/check", "{}").want(202)
		if i := s.await(id, imports.Failed); i.Problem.Type != "internal_error" || strings.Contains(i.Problem.Detail, "secret") {
			t.Errorf("%+v", i.Problem)
		}
	}
}

func TestAJobEndsWithItsImport(t *testing.T) {
	t.Parallel()
	ended := make(chan error, 1)
	running := make(chan struct{})
	s, _ := setup(t, imports.Options{Importer: fake(func(ctx context.Context, _ string, o importing.Options) (r importing.Report, err error) {
		o.Progress(importing.Progress{Stage: importing.StageReading, Rows: 2000, Done: 1, Total: 4})
		close(running)
		<-ctx.Done()
		ended <- ctx.Err()
		return r, ctx.Err()
	})})
	id := s.upload("a.csv", "a\n1\n")
	s.post("/imports/"+id+"/check", "{}").want(202)
	<-running
	if p := s.get("/imports/" + id).object().Progress; p == nil || p.Rows != 2000 {
		t.Errorf("a job that runs: %+v", p)
	}
	s.send(http.MethodDelete, "/imports/"+id, "", nil).want(204)
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	s.get("/imports/" + id).want(404)
}

func TestNoMoreThanTheServerKeeps(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 7, 15, 12, 0, 0, 0, time.UTC)
	clock := make(chan time.Time, 1)
	clock <- now
	block := make(chan struct{})
	s, _ := setup(t, imports.Options{
		Importer: fake(func(context.Context, string, importing.Options) (r importing.Report, err error) {
			<-block
			return r, nil
		}),
		Now: func() time.Time {
			at := <-clock
			clock <- at
			return at
		},
	})
	var ids []string
	for range imports.MaxImports {
		ids = append(ids, s.upload("a.csv", "a\n1\n"))
	}
	s.post("/imports", `{"filename":"a.csv","size":1}`).want(503)
	for n, id := range ids[:imports.MaxWaiting+1] { // the first one runs
		s.post("/imports/"+id+"/check", "{}").want(202)
		testenv.Eventually(t, "the first check runs", func() bool { return n > 0 || s.get("/imports/"+id).object().Progress == nil })
	}
	s.post("/imports/"+ids[imports.MaxWaiting+1]+"/check", "{}").want(503)
	<-clock
	clock <- now.Add(2 * time.Hour)
	fresh := s.begin("a.csv", 1) // in the place of one that nobody uses
	left := slices.DeleteFunc(ids, func(id string) bool { return s.get("/imports/"+id).status == 404 })
	if len(left) != imports.MaxImports-1 || s.get("/imports/"+fresh).status != 200 {
		t.Errorf("%d of %d are left", len(left), imports.MaxImports)
	}
	close(block)
}

// TestImportsThatNobodyNeedsMakeRoom: those without a byte soon, stored ones a little later, others after an hour.
func TestImportsThatNobodyNeedsMakeRoom(t *testing.T) {
	t.Parallel()
	clock := make(chan time.Time, 1)
	clock <- time.Date(2026, 7, 15, 12, 0, 0, 0, time.UTC)
	s, _ := setup(t, imports.Options{Importer: fine, Now: func() time.Time {
		at := <-clock
		clock <- at
		return at
	}})
	wait := func(d time.Duration) { clock <- (<-clock).Add(d) }
	half := s.upload("half.csv", "a\n1\n")
	stored := s.upload("stored.csv", "a\n1\n")
	s.post("/imports/"+stored+"/check", "{}").want(202)
	s.await(stored, imports.Checked)
	s.post("/imports/"+stored+"/store", "{}").want(202)
	s.await(stored, imports.Stored)
	for range imports.MaxImports - 2 {
		s.begin("empty.csv", 10)
	}
	const begin = `{"filename":"a.csv","size":1}`
	s.post("/imports", begin).want(503)
	wait(2 * time.Minute)
	s.post("/imports", begin).want(201) // in the place of an empty one
	if s.get("/imports/"+stored).status != 200 {
		t.Error("a stored import is gone after two minutes")
	}
	wait(6 * time.Minute)
	for range imports.MaxImports - 1 {
		s.post("/imports", begin).want(201)
	}
	if s.get("/imports/"+stored).status != 404 || s.get("/imports/"+half).status != 200 {
		t.Error("a stored import stays longer than one that is not")
	}
}

func TestNobodySeesImportsWithoutTheToken(t *testing.T) {
	t.Parallel()
	s, _ := setup(t, imports.Options{Importer: fine})
	for _, route := range s.imports.Routes() {
		r := httptest.NewRequestWithContext(t.Context(), route.Method, base+strings.Replace(route.Path, "{import_id}", unknown, 1), strings.NewReader("{}"))
		r.Header.Set("Authorization", "nobody")
		w := httptest.NewRecorder()
		if s.handler.ServeHTTP(w, r); w.Code != 401 {
			t.Errorf("%s %s is %d for nobody", route.Method, route.Path, w.Code)
		}
	}
}

package uploads

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
	"github.com/skeeter-surveillance/skeeter/internal/tmpfs"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/folder"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/objects"
	"github.com/skeeter-surveillance/skeeter/predict/uploads/objects/objectstest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m, nil)) }

// room is a store with a folder, or a bucket that lies in one, and a database of its own.
type room struct {
	*Store
	Folder string
	t      testing.TB
}

// setup is what newRoom opens.
type setup struct {
	Options
	Folder string
}

// newRoom opens a store that nothing limits, but for what change says.
func newRoom(t testing.TB, change ...func(*setup)) room {
	t.Helper()
	o := setup{Options: Options{MaxBytes: 1 << 40, Registry: prometheus.NewRegistry(), Log: slog.New(slog.DiscardHandler)}}
	for _, c := range change {
		c(&o)
	}
	if o.DB == nil {
		o.DB = pgtest.Pool(t)
	}
	if o.Folder == "" {
		o.Folder = filepath.Join(t.TempDir(), "made", "by", "the store")
	}
	if o.Files == nil {
		var err error
		if o.Files, err = folder.Open(o.Folder); err != nil {
			t.Fatal(err)
		}
	}
	g, err := New(t.Context(), o.Options)
	if err != nil {
		t.Fatal(err)
	}
	return room{g, o.Folder, t}
}

// inBucket is a bucket of a store that runs as long as the test.
func inBucket(t testing.TB) func(*setup) { return in(t, objectstest.Start(t, "")) }

func in(t testing.TB, server *objectstest.Server) func(*setup) {
	t.Helper()
	files, err := objects.Open(server.Options())
	if err != nil {
		t.Fatal(err)
	}
	return func(o *setup) { o.Files, o.Folder = files, server.Folder() }
}

// onEach runs a test on a folder and on a bucket.
func onEach(t *testing.T, test func(t *testing.T, where func(*setup))) {
	t.Helper()
	t.Parallel()
	t.Run("folder", func(t *testing.T) { t.Parallel(); test(t, func(*setup) {}) })
	t.Run("bucket", func(t *testing.T) { t.Parallel(); test(t, inBucket(t)) })
}

// files are the names in the folder, sorted.
func (r room) files() (names []string) {
	r.t.Helper()
	entries, err := os.ReadDir(r.Folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != ".sgwtmp" { // versitygw's own
			names = append(names, e.Name())
		}
	}
	return names
}

// rows is how many predictions the database has.
func (r room) rows() int {
	r.t.Helper()
	return pgtest.Value[int](r.t, r.DB, "select count(*) from predictions")
}

// counted is skeeter_predict_images_total of a result, or with "" the bytes.
func (r room) counted(result string) float64 {
	r.t.Helper()
	families, err := r.Registry.(*prometheus.Registry).Gather()
	if err != nil {
		r.t.Fatal(err)
	}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if result == "" && family.GetName() == "skeeter_predict_images_bytes" {
				return m.GetGauge().GetValue()
			}
			if labels := m.GetLabel(); len(labels) == 1 && labels[0].GetValue() == result {
				return m.GetCounter().GetValue()
			}
		}
	}
	r.t.Fatalf("there is no metric for %q", result)
	return 0
}

// keep saves some bytes as a picture of an age.
func (r room) keep(bytes int, age time.Duration) Saved {
	r.t.Helper()
	s, err := r.Save(r.t.Context(), make([]byte, bytes), Prediction{ModelID: "m", Confidence: 0.5})
	if err != nil {
		r.t.Fatal(err)
	}
	r.grow(s.ID.String()+".jpg", age)
	return s
}

// grow makes a file as old as that.
func (r room) grow(name string, age time.Duration) {
	r.t.Helper()
	since := time.Now().Add(-age)
	if err := os.Chtimes(filepath.Join(r.Folder, name), since, since); err != nil {
		r.t.Fatal(err)
	}
}

func decoded(t testing.TB, data []byte) picture.Picture {
	t.Helper()
	p, release, err := picture.NewDecoder().Decode(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	release()
	return p
}

func TestSave(t *testing.T) {
	onEach(t, func(t *testing.T, where func(*setup)) {
		r, species := newRoom(t, where), "Aedes aegypti"
		for name, p := range map[string]Prediction{"a species": {"m-1", &species, 0.75}, "none of these": {"m-1", nil, 1}} {
			s, err := r.Save(t.Context(), []byte("picture"), p)
			if err != nil {
				t.Fatal(err)
			}
			if s.URL != "/static/predictions/"+s.ID.String()+".jpg" || s.ID == uuid.Nil {
				t.Errorf("%s: %+v", name, s)
			}
			if data, err := os.ReadFile(filepath.Join(r.Folder, s.ID.String()+".jpg")); err != nil || string(data) != "picture" {
				t.Errorf("%s: the file holds %q: %v", name, data, err)
			}
			var url string
			var got Prediction
			if err := r.DB.QueryRow(t.Context(), "select image_url, model_id, scientific_name, confidence from predictions where id = $1", s.ID).
				Scan(&url, &got.ModelID, &got.ScientificName, &got.Confidence); err != nil {
				t.Fatal(err)
			}
			same := (got.ScientificName == nil) == (p.ScientificName == nil) && (got.ScientificName == nil || *got.ScientificName == species)
			if url != s.URL || got.ModelID != p.ModelID || got.Confidence != p.Confidence || !same {
				t.Errorf("%s: the row is %s %+v", name, url, got)
			}
		}
		if files := r.files(); len(files) != 2 {
			t.Errorf("the folder has %q", files)
		}
		if saved, bytes := r.counted("saved"), r.counted(""); saved != 2 || bytes != 14 {
			t.Errorf("%v saved, %v bytes", saved, bytes)
		}
		again := newRoom(t, where, func(o *setup) { o.DB = r.DB; o.Folder = r.Folder })
		again.sweep()
		if bytes := again.counted(""); bytes != 14 {
			t.Errorf("%v bytes after the first sweep of another server", bytes)
		}
	})
}

// withMetadata puts what must not be published into a JPEG: a comment, and an EXIF block with a place and an orientation.
func withMetadata(jpegData []byte) []byte {
	exif := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08" +
		"\x00\x02" + "\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00" + "\x88\x25\x00\x04\x00\x00\x00\x01\x00\x00\x00\x26" + "\x00\x00\x00\x00" +
		"\x00\x01" + "\x00\x01\x00\x02\x00\x00\x00\x02N\x00\x00\x00" + "\x00\x00\x00\x00" + "SECRET"
	segment := func(marker byte, payload string) string {
		return string([]byte{0xff, marker, byte((len(payload) + 2) >> 8), byte(len(payload) + 2)}) + payload
	}
	out := string(jpegData[:2]) + segment(0xe1, exif) + segment(0xed, "Photoshop SECRET") + segment(0xfe, "SECRET") + string(jpegData[2:]) + "SECRET"
	return []byte(out)
}

// segments are the markers of a JPEG up to its scan.
func segments(t *testing.T, data []byte) (markers []byte) {
	t.Helper()
	for at := 2; at+4 <= len(data) && data[at] == 0xff; at += 2 + int(data[at+2])<<8 + int(data[at+3]) {
		if markers = append(markers, data[at+1]); data[at+1] == 0xda {
			return markers
		}
	}
	t.Fatalf("% x is no JPEG", data[:min(len(data), 20)])
	return nil
}

func TestEncodedIsNothingButPixels(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	source := picturetest.Plain(picturetest.Red, 64, 32)
	for y := range 32 {
		for x := 32; x < 64; x++ {
			source.Set(x, y, picturetest.Blue)
		}
	}
	p := decoded(t, withMetadata(picturetest.JPEG(t, source)))
	if p.Orientation != 6 {
		t.Fatalf("the source has the orientation %d", p.Orientation)
	}
	data, err := r.Encode(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, marker := range segments(t, data) {
		if !bytes.Contains([]byte{0xdb, 0xc0, 0xc4, 0xda}, []byte{marker}) { // tables, frame and scan
			t.Errorf("there is a segment %#x", marker)
		}
	}
	if bytes.Contains(data, []byte("SECRET")) || !bytes.HasSuffix(data, []byte{0xff, 0xd9}) {
		t.Error("more than the picture was kept")
	}
	got, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil || got.Bounds() != image.Rect(0, 0, 32, 64) {
		t.Fatalf("%v: %v", got.Bounds(), err)
	}
	for y, want := range map[int]color.RGBA{16: picturetest.Red, 48: picturetest.Blue} { // turned clockwise: left is above
		red, _, blue, _ := got.At(16, y).RGBA()
		if (red > blue) != (want.R > want.B) {
			t.Errorf("line %d is %v, want %v", y, got.At(16, y), want)
		}
	}
}

func TestEncodedSize(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	for _, tc := range []struct {
		width, height int
		orientation   uint16
		want          image.Point
	}{
		{2048, 1024, 1, image.Pt(1024, 512)}, {1024, 2048, 1, image.Pt(512, 1024)}, {2048, 1024, 6, image.Pt(512, 1024)},
		{1025, 1025, 1, image.Pt(1024, 1024)}, {1024, 700, 1, image.Pt(1024, 700)}, {5000, 2, 1, image.Pt(1024, 1)},
		{2, 5000, 1, image.Pt(1, 1024)}, {40, 20, 1, image.Pt(40, 20)}, {40, 20, 8, image.Pt(20, 40)}, {1, 1, 1, image.Pt(1, 1)},
	} {
		img := image.NewGray(image.Rect(0, 0, tc.width, tc.height))
		data, err := r.Encode(decoded(t, picturetest.Oriented(picturetest.JPEG(t, img), tc.orientation)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := jpeg.DecodeConfig(bytes.NewReader(data)); err != nil || image.Pt(got.Width, got.Height) != tc.want {
			t.Errorf("%+v became %d x %d: %v", tc, got.Width, got.Height, err)
		}
	}
}

// TestFolderPutBack: saving goes on when a folder that was away is there again.
func TestFolderPutBack(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	away := r.Folder + " away"
	if err := os.Rename(r.Folder, away); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Save(t.Context(), []byte("lost"), Prediction{ModelID: "m"}); err == nil {
		t.Error("a picture was saved in no folder")
	}
	if err := os.Rename(away, r.Folder); err != nil {
		t.Fatal(err)
	}
	r.want("kept", true, r.keep(1, 0))
}

func TestWhatCannotBeSaved(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		folder  func(t *testing.T) string // nil for an ordinary one
		spoil   func(r room)
		confide float64
		want    error // nil for any
	}{
		"the disk is full": {folder: func(t *testing.T) string { return tmpfs.Mount(t, "64k") }, want: syscall.ENOSPC},
		"the folder is read-only": {
			folder: func(t *testing.T) string { return tmpfs.Mount(t, "1m") }, // root may write where a mode forbids it
			spoil: func(r room) {
				if out, err := exec.Command("mount", "-o", "remount,ro", r.Folder).CombinedOutput(); err != nil {
					r.t.Fatalf("%v: %s", err, out)
				}
			}, want: syscall.EROFS,
		},
		"the folder was removed":         {spoil: func(r room) { _ = os.RemoveAll(r.Folder) }, want: fs.ErrNotExist},
		"the database refuses the row":   {confide: 2},
		"the database cannot be reached": {spoil: func(r room) { r.DB.Close() }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRoom(t, func(o *setup) {
				if tc.folder != nil {
					o.Folder = tc.folder(t)
				}
			})
			if tc.spoil != nil {
				tc.spoil(r)
			}
			s, err := r.Save(t.Context(), make([]byte, 100_000), Prediction{ModelID: "m", Confidence: tc.confide})
			if err == nil || tc.want != nil && !errors.Is(err, tc.want) || s != (Saved{}) {
				t.Errorf("%+v, %v", s, err)
			}
			if files := r.files(); len(files) != 0 {
				t.Errorf("the folder has %q", files)
			}
			if failed, saved, bytes := r.counted("failed"), r.counted("saved"), r.counted(""); failed != 1 || saved != 0 || bytes != 0 {
				t.Errorf("%v failed, %v saved, %v bytes", failed, saved, bytes)
			}
			if name == "the database cannot be reached" {
				return
			}
			if n := r.rows(); n != 0 {
				t.Errorf("%d rows", n)
			}
		})
	}
}

// A disk that was full takes the next picture that fits.
func TestFullDiskRecovers(t *testing.T) {
	t.Parallel()
	small := tmpfs.Mount(t, "64k")
	r := newRoom(t, func(o *setup) { o.Folder = small })
	for range 20 {
		if _, err := r.Save(t.Context(), make([]byte, 100_000), Prediction{ModelID: "m"}); !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	r.keep(50_000, 0)
	if files, n := r.files(), r.rows(); len(files) != 1 || n != 1 {
		t.Errorf("%q, %d rows", files, n)
	}
}

func TestFolderThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(file, "below"), "/proc/none", "bad\x00name"} {
		_, err := folder.Open(path)
		if err == nil || !strings.Contains(err.Error(), "the folder of saved pictures: ") {
			t.Errorf("%q: %v", path, err)
		}
	}
	t.Run("read-only", func(t *testing.T) {
		t.Parallel()
		path := tmpfs.Mount(t, "64k")
		if out, err := exec.Command("mount", "-o", "remount,ro", path).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		files, err := folder.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := New(t.Context(), Options{Files: files, Registry: prometheus.NewRegistry()}); !errors.Is(err, syscall.EROFS) {
			t.Errorf("it was opened: %v", err)
		}
	})
}

package predict

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/internal/picture"
	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
	"github.com/skeeter-surveillance/skeeter/predict/classify"
)

// Limits of a form.
const (
	maxBatch     = 32       // pictures of one request
	maxParts     = 64       // parts of one form
	maxText      = 64       // bytes of confidence_threshold
	maxFileName  = 255      // characters
	maxShownName = 100      // characters of an unknown field's name in an error
	formOverhead = 64 << 10 // bytes of a form beside its files
)

const (
	formType       = "multipart/form-data"
	thresholdField = "confidence_threshold"
)

// formKind describes the files of a form.
type formKind struct {
	fields   []string // accepted names of a file's field; the first is the one in openapi.yaml
	maxFiles int
	box      bool // whether the form may say where the insect is
}

var (
	oneFile   = formKind{[]string{"file", "image"}, 1, true}
	manyFiles = formKind{[]string{"files", "file"}, maxBatch, false}
)

func (k formKind) maxBody() int64 { return int64(k.maxFiles)*picture.MaxFile + formOverhead }

type file struct {
	name string // given by the client, or ""
	data []byte // nil with an error
	err  error
}

// form reads an upload as a stream and collects its errors.
type form struct {
	kind       formKind
	threshold  *float64      // nil when the client set none
	box        *classify.Box // nil when the client set none
	fields     []httpapi.FieldError
	files      int
	thresholds int
	boxes      int
}

// newForm returns a form with the threshold of the query string. Its error is a 400; field errors of the query are reported
// together with those of the form.
func newForm(kind formKind, q *httpapi.Params) (*form, error) {
	f := &form{kind: kind, threshold: q.Float(thresholdField, 0, 1)}
	if known := new(httpapi.Error); errors.As(q.Err(), &known) {
		if len(known.Fields) == 0 {
			return nil, known
		}
		f.fields = known.Fields
	}
	return f, nil
}

func (f *form) fail(code, msg string, loc ...string) {
	f.fields = append(f.fields, httpapi.FieldError{Loc: loc, Msg: msg, Type: code})
}

// read calls each with every file, in order of upload and one in memory at a time, until the form has a field error. It returns
// 415 for another media type, 413 for a body that is too large, 422 with all field errors, or the error of each.
func (f *form) read(w http.ResponseWriter, r *http.Request, each func(file) error) error {
	boundary, err := formBoundary(r)
	if err != nil {
		return f.with(err)
	}
	if r.ContentLength > f.kind.maxBody() {
		return f.tooLarge()
	}
	parts := multipart.NewReader(completeForm(http.MaxBytesReader(w, r.Body, f.kind.maxBody())), boundary)
	cut := false // the rest of the form is not read
	for n := 0; !cut; n++ {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return f.broken(r, err)
		}
		if n == maxParts {
			f.fail("too_many", fmt.Sprintf("The form has more than %d fields", maxParts), "form")
			cut = true
			continue
		}
		if err := f.readPart(r, part, each); err != nil {
			return err
		}
		cut = f.files > f.kind.maxFiles
	}
	if f.files == 0 && !cut {
		name := f.kind.fields[0]
		f.fail("missing", name+" is required", "form", name)
	}
	return httpapi.Invalid(f.fields...)
}

func (f *form) readPart(r *http.Request, part *multipart.Part, each func(file) error) error {
	name := part.FormName()
	switch {
	case slices.Contains(f.kind.fields, name):
		return f.readFile(r, name, part, each)
	case name == thresholdField:
		return f.readThreshold(r, part)
	case name == boxField && f.kind.box:
		return f.readBox(r, part)
	case name == "":
		f.fail("unknown_field", "A part of the form has no name", "form")
	default:
		name = shown(name)
		f.fail("unknown_field", "Unknown field "+name, "form", name)
	}
	return nil
}

func (f *form) readFile(r *http.Request, field string, part *multipart.Part, each func(file) error) error {
	f.files++
	name := strings.ToValidUTF8(part.FileName(), "\uFFFD")
	switch {
	case f.files > f.kind.maxFiles:
		f.fail("too_many", fmt.Sprintf("More files than the %d that are accepted", f.kind.maxFiles), "form", field)
		return nil
	case utf8.RuneCountInString(name) > maxFileName:
		f.fail("too_long", fmt.Sprintf("A file name is longer than %d characters", maxFileName), "form", field)
	}
	data, err := io.ReadAll(io.LimitReader(part, picture.MaxFile+1))
	if err != nil {
		return f.broken(r, err)
	}
	if len(f.fields) > 0 {
		return nil // the form is refused: no file of it needs decoding
	}
	if len(data) > picture.MaxFile {
		return each(file{name: name, err: httpapi.PayloadTooLarge(fmt.Sprintf("The file is larger than %d bytes", picture.MaxFile))})
	}
	return each(file{name: name, data: data})
}

func (f *form) readThreshold(r *http.Request, part io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(part, maxText+1))
	if err != nil {
		return f.broken(r, err)
	}
	f.thresholds++
	n, ok := surveillance.ParseNumber(string(text))
	fail := func(code, msg string) { f.fail(code, thresholdField+" "+msg, "form", thresholdField) }
	switch {
	case f.thresholds > 1:
		fail("repeated", "is given more than once")
	case len(text) > maxText:
		fail("too_long", fmt.Sprintf("is longer than %d bytes", maxText))
	case !ok:
		fail("not_a_number", "must be a number")
	case n < 0:
		fail("too_small", "must be at least 0")
	case n > 1:
		fail("too_large", "must be at most 1")
	case f.threshold != nil && *f.threshold != n:
		fail("disagrees", "of the form and of the query disagree")
	default:
		f.threshold = &n
	}
	return nil
}

func (f *form) readBox(r *http.Request, part io.Reader) error {
	text, err := io.ReadAll(io.LimitReader(part, maxBoxText+1))
	if err != nil {
		return f.broken(r, err)
	}
	f.boxes++
	box, code, msg := parseBox(string(text))
	switch {
	case f.boxes > 1:
		code, msg = "repeated", "is given more than once"
	case len(text) > maxBoxText:
		code, msg = "too_long", fmt.Sprintf("is longer than %d bytes", maxBoxText)
	}
	if code != "" {
		f.fail(code, boxField+" "+msg, "form", boxField)
		return nil
	}
	f.box = &box
	return nil
}

// broken returns the error for a form that could not be read to its end.
func (f *form) broken(r *http.Request, err error) error {
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return f.tooLarge()
	}
	body, ok := r.Body.(*limits.TimedBody)
	switch {
	case ok && body.Err() != nil:
		e := httpapi.BadRequest("The body could not be read")
		e.Cause = body.Err()
		return e
	case ok && body.Bytes() == 0:
		return missingBody()
	default:
		return malformed("The body is not a complete " + formType + " with the boundary that Content-Type names")
	}
}

// with adds the errors of the query to the field errors of a form that could not be read.
func (f *form) with(err error) error {
	if wrong := new(httpapi.Error); errors.As(err, &wrong) && len(wrong.Fields) > 0 {
		return httpapi.Invalid(append(f.fields, wrong.Fields...)...)
	}
	return err
}

func (f *form) tooLarge() error {
	return httpapi.PayloadTooLarge(fmt.Sprintf("The body is larger than %d bytes", f.kind.maxBody()))
}

// completeForm turns the end of a body into an error. A complete form ends at its last boundary, before that; mime/multipart takes
// a form that breaks off in the header of a part for complete. The added line end lets the last boundary stand without one.
func completeForm(body io.Reader) io.Reader {
	return io.MultiReader(body, strings.NewReader("\r\n"), brokenOff{})
}

type brokenOff struct{}

func (brokenOff) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// formBoundary returns the boundary between the parts of a form.
func formBoundary(r *http.Request) (string, error) {
	header := r.Header.Get("Content-Type")
	if header == "" && r.ContentLength == 0 {
		return "", missingBody()
	}
	mediaType, params, err := mime.ParseMediaType(header)
	switch {
	case mediaType != formType:
		return "", httpapi.UnsupportedMediaType("Content-Type must be " + formType)
	case err != nil || params["boundary"] == "":
		return "", malformed("Content-Type " + formType + " must name a boundary")
	}
	return params["boundary"], nil
}

func missingBody() error {
	return httpapi.Invalid(httpapi.FieldError{Loc: []string{"body"}, Msg: "A " + formType + " body is required", Type: "missing"})
}

func malformed(msg string) error {
	return httpapi.Invalid(httpapi.FieldError{Loc: []string{"body"}, Msg: msg, Type: "multipart_invalid"})
}

// shown returns the name of a field for an error: valid UTF-8 of a bounded length.
func shown(name string) string {
	runes := []rune(strings.ToValidUTF8(name, "\uFFFD"))
	if len(runes) > maxShownName {
		return string(runes[:maxShownName]) + "…"
	}
	return string(runes)
}

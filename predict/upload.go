package predict

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Limits of an upload.
const (
	MaxPictureBytes = 10 << 20 // of one picture: 10,485,760
	MaxBatch        = 32       // pictures of one batch
	maxFieldBytes   = 64       // of confidence_threshold
	maxFormBytes    = MaxBatch*MaxPictureBytes + 1<<20
	maxDrainBytes   = 64 << 20 // of a refused upload that are read, so that the client sees the answer
	drainTime       = 5 * time.Second
)

// picture is one uploaded file as it came. data is cut one byte after MaxPictureBytes.
type picture struct {
	name string
	data []byte
}

// upload reads a multipart form picture by picture, so that one is in memory at a time.
type upload struct {
	fields []string // that hold pictures
	limit  int      // of pictures
	count  int
	last   picture
	errs   []httpapi.FieldError
}

// read calls each with every picture, in order. Fields that are no pictures are checked; all that is wrong with the form is
// one 422. A refused upload is read on for a while.
func (u *upload) read(w http.ResponseWriter, r *http.Request, each func(picture) error) error {
	r.Body = http.MaxBytesReader(w, r.Body, maxFormBytes)
	err := u.readForm(r, each)
	if err != nil {
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(drainTime))
		_, _ = io.CopyN(io.Discard, r.Body, maxDrainBytes)
	}
	return err
}

func (u *upload) readForm(r *http.Request, each func(picture) error) error {
	if mediaType, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || mediaType != "multipart/form-data" {
		return httpapi.UnsupportedMediaType("Content-Type must be multipart/form-data")
	}
	u.threshold("query", r.URL.Query()["confidence_threshold"]...)
	form, err := r.MultipartReader()
	if err != nil {
		return invalidForm("The form has no boundary")
	}
	for {
		part, err := form.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return brokenForm(err)
		}
		if err := u.readPart(part, each); err != nil {
			return err
		}
	}
	if u.count == 0 {
		u.fail(u.fields[0], "missing", "The form field "+u.fields[0]+" with an image is required")
	}
	return httpapi.Invalid(u.errs...)
}

func (u *upload) readPart(part *multipart.Part, each func(picture) error) error {
	name := part.FormName()
	switch {
	case slices.Contains(u.fields, name):
		if u.count++; u.count > u.limit {
			u.fail(name, "too_many", fmt.Sprintf("At most %d images are taken", u.limit))
			return httpapi.Invalid(u.errs...)
		}
		data, err := io.ReadAll(io.LimitReader(part, MaxPictureBytes+1))
		if err != nil {
			return brokenForm(err)
		}
		u.last = picture{part.FileName(), data}
		return each(u.last)
	case name == "confidence_threshold":
		value, err := io.ReadAll(io.LimitReader(part, maxFieldBytes))
		if err != nil {
			return brokenForm(err)
		}
		u.threshold("form", string(value))
	default:
		u.fail(name, "unknown_field", "Unknown form field "+name)
	}
	return nil
}

// threshold checks the values of confidence_threshold.
func (u *upload) threshold(where string, values ...string) {
	for _, v := range values {
		if n, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err != nil || !(n >= 0 && n <= 1) {
			u.errs = append(u.errs, httpapi.FieldError{
				Loc: []string{where, "confidence_threshold"}, Msg: "confidence_threshold must be a number from 0 to 1", Type: "out_of_range",
			})
		}
	}
}

func (u *upload) fail(field, code, msg string) {
	u.errs = append(u.errs, httpapi.FieldError{Loc: []string{"form", field}, Msg: msg, Type: code})
}

func invalidForm(msg string) error {
	return httpapi.Invalid(httpapi.FieldError{Loc: []string{"body"}, Msg: msg, Type: "form_invalid"})
}

// brokenForm tells a form that is too large from one that breaks off.
func brokenForm(err error) error {
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return httpapi.PayloadTooLarge(fmt.Sprintf("The upload is larger than %d bytes", tooLarge.Limit))
	}
	return invalidForm("The form is malformed or breaks off")
}

package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
)

// MaxJSONBody is the size limit of a JSON body in bytes.
const MaxJSONBody = 1 << 20

// jsonTimeout is how long a JSON body may take as a whole.
const jsonTimeout = time.Minute

// maxJSONDepth bounds nesting, so that a body cannot exhaust the stack.
const maxJSONDepth = 32

// ReadBody reads a body of one of the media types, at most limit bytes. Another type is 415, a larger body 413, a body that
// takes longer than jsonTimeout 400.
func ReadBody(w http.ResponseWriter, r *http.Request, limit int64, mediaTypes ...string) ([]byte, error) {
	got, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(mediaTypes, got) {
		return nil, UnsupportedMediaType("Content-Type must be " + strings.Join(mediaTypes, " or "))
	}
	tooLong := PayloadTooLarge(fmt.Sprintf("The body is larger than %d bytes", limit))
	if r.ContentLength > limit {
		return nil, tooLong
	}
	sent := limits.NewTimedBody(w, r.Body, limits.Pace{Stall: limits.BodyStall, Total: jsonTimeout})
	body, err := io.ReadAll(io.LimitReader(sent, limit+1))
	if int64(len(body)) > limit {
		return nil, tooLong
	}
	if sent.TimedOut() {
		return nil, &Error{Status: http.StatusBadRequest, Type: TypeBadRequest, Detail: "The body came too slowly", Cause: err, slow: true}
	}
	if err != nil {
		return nil, &Error{Status: http.StatusBadRequest, Type: TypeBadRequest, Detail: "The body could not be read", Cause: err}
	}
	return body, nil
}

// ParseObject reads a JSON object. Anything else is a 422 with loc ["body"].
func ParseObject(body []byte) (*Object, error) { return ParseDeepObject(body, maxJSONDepth) }

// ParseDeepObject is ParseObject of an object whose values may be nested so many levels deep.
func ParseDeepObject(body []byte, depth int) (*Object, error) {
	invalid := func(code, msg string) error {
		return Invalid(FieldError{Loc: []string{"body"}, Msg: msg, Type: code})
	}
	if len(bytes.TrimSpace(body)) == 0 {
		return nil, invalid("missing", "A JSON body is required")
	}
	if !utf8.Valid(body) {
		return nil, invalid("json_invalid", "The body is not valid UTF-8")
	}
	if err := checkJSON(body, depth); err != nil {
		return nil, invalid("json_invalid", "The body is not valid JSON: "+err.Error())
	}
	o := &Object{asked: map[string]bool{}, loc: []string{"body"}, fields: new([]FieldError)}
	if err := json.Unmarshal(body, &o.members); err != nil || o.members == nil {
		return nil, invalid("not_an_object", "The body must be a JSON object")
	}
	return o, nil
}

// ReadObject reads a body that is a JSON object of one of the media types. Operations that take one have no parameters: those of the
// query are errors beside the members'. Its errors are those of ReadBody and ParseObject, and a 400 for a malformed query.
func ReadObject(w http.ResponseWriter, r *http.Request, mediaTypes ...string) (*Object, error) {
	body, err := ReadBody(w, r, MaxJSONBody, mediaTypes...)
	if err != nil {
		return nil, err
	}
	p := Query(r)
	if p.bad != nil {
		return nil, p.bad
	}
	o, err := ParseObject(body)
	if wrong := new(Error); errors.As(err, &wrong) {
		return nil, Invalid(append(p.unknown(), wrong.Fields...)...)
	}
	*o.fields = p.unknown()
	return o, nil
}

// checkJSON finds syntax errors, members given twice, and nesting of more than so many levels.
func checkJSON(body []byte, levels int) error {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	if err := checkValue(dec, 0, levels); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the value")
	}
	return nil
}

func checkValue(dec *json.Decoder, depth, levels int) error {
	token, err := dec.Token()
	if errors.Is(err, io.EOF) {
		return errors.New("it ends too early")
	}
	if err != nil {
		return err
	}
	delim, nested := token.(json.Delim)
	if !nested {
		return nil
	}
	if depth >= levels {
		return fmt.Errorf("it is nested deeper than %d levels", levels)
	}
	seen := map[string]bool{}
	for dec.More() {
		if delim == '{' {
			key, err := dec.Token()
			if err != nil {
				return err
			}
			name, _ := key.(string)
			if seen[name] {
				return fmt.Errorf("member %q is given twice", name)
			}
			seen[name] = true
		}
		if err := checkValue(dec, depth+1, levels); err != nil {
			return err
		}
	}
	if _, err = dec.Token(); errors.Is(err, io.EOF) {
		return errors.New("it ends too early")
	}
	return err
}

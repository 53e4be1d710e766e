package httpapi

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/surveillance"
)

// Error codes: the values of `type` in an error body. They never change; openapi.yaml lists them.
const (
	TypeBadRequest           = "bad_request"
	TypeValidation           = "validation_error"
	TypeUnauthorized         = "unauthorized"
	TypeForbidden            = "forbidden"
	TypeNotFound             = "not_found"
	TypeMethodNotAllowed     = "method_not_allowed"
	TypeConflict             = "conflict"
	TypePreconditionFailed   = "precondition_failed"
	TypePayloadTooLarge      = "payload_too_large"
	TypeRangeNotSatisfiable  = "range_not_satisfiable"
	TypeUnsupportedMediaType = "unsupported_media_type"
	TypeTooManyRequests      = "too_many_requests"
	TypePredictionFailed     = "prediction_failed"
	TypeModelNotConfigured   = "model_not_configured"
	TypeUnavailable          = "unavailable"
	TypeInternal             = "internal_error"
)

// FieldError is the error of one field of a request. Loc begins with query, path, body or form.
type FieldError struct {
	Loc  []string `json:"loc"`
	Msg  string   `json:"msg"`
	Type string   `json:"type"`
}

// Error is the answer to a request that failed. The client gets Detail and Fields; only the log gets Cause.
type Error struct {
	Status     int
	Type       string
	Detail     string
	Fields     []FieldError
	RetryAfter time.Duration
	Cause      error
	Busy       string // why load refused the request, one of the Busy constants of package limits; "" when it did not
	badToken   bool   // a 401 for a token that the request presents
	slow       bool   // the body took too long: net/http cancels the request, but the client still waits for the answer
}

// Error returns the detail, the field errors and the cause, for the log.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Detail)
	for _, f := range e.Fields {
		fmt.Fprintf(&b, "; %s: %s", strings.Join(f.Loc, "."), f.Msg)
	}
	if e.Cause != nil {
		fmt.Fprintf(&b, ": %v", e.Cause)
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Cause }

// BadRequest is 400.
func BadRequest(detail string) *Error {
	return &Error{Status: http.StatusBadRequest, Type: TypeBadRequest, Detail: detail}
}

// Unauthorized is 401: the request needs other credentials, or some.
func Unauthorized(detail string) *Error {
	return &Error{Status: http.StatusUnauthorized, Type: TypeUnauthorized, Detail: detail}
}

// InvalidToken is 401 for a request whose token is not valid.
func InvalidToken(detail string) *Error {
	e := Unauthorized(detail)
	e.badToken = true
	return e
}

// Forbidden is 403: whoever sent the request may not do this.
func Forbidden(detail string) *Error {
	return &Error{Status: http.StatusForbidden, Type: TypeForbidden, Detail: detail}
}

// NotFound is 404.
func NotFound(detail string) *Error {
	return &Error{Status: http.StatusNotFound, Type: TypeNotFound, Detail: detail}
}

// MethodNotAllowed is 405. The router sets Allow.
func MethodNotAllowed(method, allow string) *Error {
	return &Error{Status: http.StatusMethodNotAllowed, Type: TypeMethodNotAllowed,
		Detail: fmt.Sprintf("Method %s is not allowed here; allowed: %s", method, allow)}
}

// Conflict is 409.
func Conflict(detail string) *Error {
	return &Error{Status: http.StatusConflict, Type: TypeConflict, Detail: detail}
}

// PreconditionFailed is 412.
func PreconditionFailed(detail string) *Error {
	return &Error{Status: http.StatusPreconditionFailed, Type: TypePreconditionFailed, Detail: detail}
}

// PayloadTooLarge is 413.
func PayloadTooLarge(detail string) *Error {
	return &Error{Status: http.StatusRequestEntityTooLarge, Type: TypePayloadTooLarge, Detail: detail}
}

// UnsupportedMediaType is 415.
func UnsupportedMediaType(detail string) *Error {
	return &Error{Status: http.StatusUnsupportedMediaType, Type: TypeUnsupportedMediaType, Detail: detail}
}

// TooManyRequests is 429: the client has to wait before its next request.
func TooManyRequests(detail string, wait time.Duration) *Error {
	return &Error{Status: http.StatusTooManyRequests, Type: TypeTooManyRequests, Detail: detail, RetryAfter: wait}
}

// Invalid is 422 with the errors of fields, nil without any.
func Invalid(fields ...FieldError) error {
	if len(fields) == 0 {
		return nil
	}
	detail := fields[0].Msg
	if len(fields) > 1 {
		detail = fmt.Sprintf("%d fields are invalid; the first: %s", len(fields), detail)
	}
	return &Error{Status: http.StatusUnprocessableEntity, Type: TypeValidation, Detail: detail, Fields: fields}
}

// Unavailable is 503 with Retry-After: overload, a timeout, or the database being away.
func Unavailable(detail string, cause error) *Error {
	return &Error{Status: http.StatusServiceUnavailable, Type: TypeUnavailable, Detail: detail, RetryAfter: retryAfter, Cause: cause}
}

// Busy is 503 with Retry-After for a request that the server refuses because of load. The reason is one of the Busy constants of
// package limits.
func Busy(reason, detail string) *Error {
	e := Unavailable(detail, nil)
	e.Busy = reason
	return e
}

const retryAfter = 2 * time.Second

// asError returns the answer to an error. An error of the database for which unavailable returns true is 503, because a later
// try may succeed; an unknown error is a 500 that shows no internals.
func asError(err error, unavailable func(error) bool) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	if errors.Is(err, surveillance.ErrNamesNotLoaded) {
		return Unavailable("Species names are not loaded; try again", err)
	}
	if errors.Is(err, syscall.ENOSPC) {
		return Unavailable("The server's disk is full; try again later", err)
	}
	if unavailable != nil && unavailable(err) {
		return Unavailable("The service is busy or its database is away; try again", err)
	}
	return &Error{Status: http.StatusInternalServerError, Type: TypeInternal, Detail: "Internal server error", Cause: err}
}

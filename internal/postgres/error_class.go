package postgres

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"
)

// Unavailable reports whether an error means that the database is away or overloaded: a later try may succeed.
func Unavailable(err error) bool {
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, puddle.ErrClosedPool) ||
		errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) {
		return true
	}
	var connect *pgconn.ConnectError
	var network *net.OpError
	if errors.As(err, &connect) || errors.As(err, &network) || pgconn.SafeToRetry(err) {
		return true
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || len(pg.Code) != sqlState {
		return false
	}
	switch pg.Code[:sqlClass] {
	case "08", "53", "57", "40": // connection, resources, operator intervention (timeout, shutdown), serialization
		return true
	}
	switch pg.Code {
	case "55P03", "25P03": // lock not available; session idle in a transaction for too long
		return true
	case "XX000": // what PostGIS makes of a statement that is cancelled while GEOS looks at a large polygon
		return strings.HasPrefix(pg.Message, "GEOS isvalid() threw an error")
	}
	return false
}

// Refused says whether the server answered with an error.
func Refused(err error) bool {
	pg := (*pgconn.PgError)(nil)
	return errors.As(err, &pg)
}

// readOnlyTransaction is the SQLSTATE with which a replica refuses to write.
const readOnlyTransaction = "25006"

// ReadOnly says whether a statement failed because the database is a replica.
func ReadOnly(err error) bool {
	pg := (*pgconn.PgError)(nil)
	return errors.As(err, &pg) && pg.Code == readOnlyTransaction
}

// insufficientPrivilege is the SQLSTATE of what a role may not do.
const insufficientPrivilege = "42501"

// Forbidden says whether a statement failed because the role lacks a right.
func Forbidden(err error) bool {
	pg := (*pgconn.PgError)(nil)
	return errors.As(err, &pg) && pg.Code == insufficientPrivilege
}

// Classes of errors that have no SQLSTATE.
const (
	classCanceled   = "canceled"   // the context was cancelled: the client left, or the work was given up
	classTimeout    = "timeout"    // a deadline passed
	classConnection = "connection" // the server does not answer, or the connection broke
	classOther      = "other"      // such as a value that pgx cannot encode
)

// Lengths of a SQLSTATE and of the class that it begins with (PostgreSQL manual, appendix A).
const (
	sqlState = 5
	sqlClass = 2
)

// errorClass returns the class of an error's SQLSTATE, about forty in all, or one of the four above.
func errorClass(err error) string {
	var pg *pgconn.PgError
	switch {
	case errors.As(err, &pg) && len(pg.Code) == sqlState:
		return pg.Code[:sqlClass]
	case errors.Is(err, context.Canceled):
		return classCanceled
	case errors.Is(err, context.DeadlineExceeded):
		return classTimeout
	case Unavailable(err):
		return classConnection
	default:
		return classOther
	}
}

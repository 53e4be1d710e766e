package gis

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// Defaults of a reader's sessions.
const (
	readerConnections = 20     // one QGIS takes about four
	readerTimeout     = "2min" // of a statement: the extent of ten million observations takes seconds
)

// madeByGrant is the comment of the roles that Grant made. Revoke removes those.
const madeByGrant = "made by skeeter grant-readonly"

var (
	roleQuery         = sql.Get("gis/role.sql")
	roleCreateQuery   = sql.Get("gis/role_create.sql")
	rolePasswordQuery = sql.Get("gis/role_password.sql")
	roleSettingsQuery = sql.Get("gis/role_settings.sql")
	roleResetQuery    = sql.Get("gis/role_reset.sql")
	roleDropQuery     = sql.Get("gis/role_drop.sql")
	grantQuery        = sql.Get("gis/grant.sql")
	joinReadersQuery  = sql.Get("gis/join_readers.sql")
	portQuery         = sql.Get("gis/port.sql")
	excessQuery       = sql.Get("gis/excess.sql")
	revokeQuery       = sql.Get("gis/revoke.sql")
)

// SQLSTATEs that Grant and Revoke handle.
const (
	insufficientPrivilege = "42501"
	dependentObjects      = "2BP01"
)

// roleName matches names that need no quotes in QGIS, psql and pg_hba.conf.
var roleName = regexp.MustCompile(`^[a-z_][a-z0-9_]{0,62}$`)

// ErrNoPassword means that Grant has no password for a new role.
var ErrNoPassword = errors.New("a new role needs a password")

// CheckRole fails for a role's name that needs quotes, or that PostgreSQL or skeeter reserves.
func CheckRole(name string) error {
	if !roleName.MatchString(name) || strings.HasPrefix(name, "pg_") || name == "public" || name == "none" || name == cluster.ReadersRole {
		return fmt.Errorf("%q is no name for a role: want up to 63 of a-z, 0-9 and _, no digit first, and no name that PostgreSQL or skeeter reserves", name)
	}
	return nil
}

// Reader is a role that Grant lets read the schema.
type Reader struct {
	Role     string
	Password string // "" keeps the password of a role that exists
	Verifier string // the password as PostgreSQL stores it, in place of Password
	Auditor  bool   // reads the history, too
	Embedded bool   // the database is the embedded one, whose port is for members of cluster.ReadersRole
}

// Granted is the result of Grant.
type Granted struct {
	Created     bool
	NotSettable bool // this user may not alter the role: its settings and password are unchanged
	Port        int  // of the embedded database, for readers; 0 is none
}

// role is what PostgreSQL knows of a role.
type role struct {
	CanLogin bool   `db:"can_login"`
	Powerful bool   `db:"powerful"` // may administer the server
	Comment  string `db:"comment"`
}

// Exists reports whether there is a role of this name.
func Exists(ctx context.Context, db *pgxpool.Pool, name string) (bool, error) {
	_, found, err := findRole(ctx, db, name)
	return found, err
}

func findRole(ctx context.Context, db postgres.Reader, name string) (r role, found bool, err error) {
	r, err = postgres.One[role](ctx, db, roleQuery, pgx.StrictNamedArgs{"role": name})
	if errors.Is(err, pgx.ErrNoRows) {
		return r, false, nil
	}
	if err != nil {
		return r, false, fmt.Errorf("look for the role: %w", err)
	}
	return r, true, nil
}

// Grant creates a role that may log in and read schema gis and no other table, or gives these rights to one that exists, in one
// transaction. It refuses a role that may do more.
func Grant(ctx context.Context, db *pgxpool.Pool, r Reader) (out Granted, err error) {
	if err := CheckRole(r.Role); err != nil {
		return out, err
	}
	err = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		was, found, err := findRole(ctx, tx, r.Role)
		switch {
		case err != nil:
			return err
		case found && was.Powerful:
			return fmt.Errorf("role %s may do more than read: choose another name", r.Role)
		case !found && r.Password == "" && r.Verifier == "":
			return ErrNoPassword
		}
		if err := r.shape(ctx, tx, found, &out); err != nil {
			return err
		}
		if err := postgres.ExecuteEach(ctx, tx, grantQuery, pgx.StrictNamedArgs{"role": r.Role, "auditor": r.Auditor}); err != nil {
			return fmt.Errorf("let role %s read schema gis: %w", r.Role, err)
		}
		if r.Embedded {
			if err := postgres.ExecuteEach(ctx, tx, joinReadersQuery, pgx.StrictNamedArgs{"role": r.Role, "group": cluster.ReadersRole}); err != nil {
				return fmt.Errorf("let role %s connect to the port: %w", r.Role, err)
			}
			if err := tx.QueryRow(ctx, portQuery.String()).Scan(&out.Port); err != nil {
				return fmt.Errorf("read the port of the database: %w", err)
			}
		}
		return checkExcess(ctx, tx, r.Role)
	})
	return out, err
}

// shape creates the role, or sets the password and the settings of one that exists.
func (r Reader) shape(ctx context.Context, tx pgx.Tx, found bool, out *Granted) error {
	args := pgx.StrictNamedArgs{"role": r.Role}
	if r.Verifier != "" {
		args["verifier"] = r.Verifier
	}
	if r.Password != "" {
		if err := CheckPassword(r.Password); err != nil {
			return err
		}
		secret, err := verifier(r.Password)
		if err != nil {
			return err
		}
		args["verifier"] = secret
	}
	if !found {
		args["comment"] = madeByGrant
		if err := postgres.ExecuteEach(ctx, tx, roleCreateQuery, args); err != nil {
			return fmt.Errorf("create role %s: %w", r.Role, hint(err))
		}
		out.Created = true
	}
	// This user may not alter a role that somebody else made; such a role reads the schema without these settings.
	err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
		if found && r.Password != "" {
			if err := postgres.ExecuteEach(ctx, tx, rolePasswordQuery, args); err != nil {
				return err
			}
		}
		return postgres.ExecuteEach(ctx, tx, roleSettingsQuery, pgx.StrictNamedArgs{
			"role": r.Role, "connections": readerConnections, "timeout": readerTimeout,
		})
	})
	if found && r.Password == "" && hasCode(err, insufficientPrivilege) {
		out.NotSettable = true
		return nil
	}
	if err != nil {
		return fmt.Errorf("set up role %s: %w", r.Role, err)
	}
	return nil
}

// hint adds what to do when the database's owner may not create roles.
func hint(err error) error {
	if hasCode(err, insufficientPrivilege) {
		return fmt.Errorf("%w: let an administrator create it, then run this again", err)
	}
	return err
}

// checkExcess refuses a role that may read more than the schema, by a membership or an earlier grant.
func checkExcess(ctx context.Context, tx pgx.Tx, name string) error {
	var owner bool
	var excess string
	if err := tx.QueryRow(ctx, excessQuery.String(), pgx.StrictNamedArgs{"role": name}).Scan(&owner, &excess); err != nil {
		return fmt.Errorf("check what else role %s may do: %w", name, err)
	}
	if owner {
		return fmt.Errorf("role %s owns the database's tables or is a member of their owner: choose another name", name)
	}
	if excess != "" {
		return fmt.Errorf("role %s may already read or change %s, which is not public: choose another name", name, excess)
	}
	return nil
}

// Revoked is the result of Revoke.
type Revoked struct {
	Found   bool // there was such a role
	Removed bool // Grant made it, nothing depends on it, and it was dropped
}

// Revoke revokes what Grant gave in this database. It drops the role if Grant made it and nothing else depends on it.
func Revoke(ctx context.Context, db *pgxpool.Pool, name string) (out Revoked, err error) {
	if err := CheckRole(name); err != nil {
		return out, err
	}
	err = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		was, found, err := findRole(ctx, tx, name)
		if err != nil || !found {
			return err
		}
		out.Found = true
		if was.Powerful {
			return fmt.Errorf("role %s has no rights from skeeter grant-readonly", name)
		}
		if err := postgres.ExecuteEach(ctx, tx, revokeQuery, pgx.StrictNamedArgs{"role": name, "group": cluster.ReadersRole}); err != nil {
			return fmt.Errorf("revoke the rights of role %s: %w", name, err)
		}
		statements, tolerated := roleResetQuery, insufficientPrivilege // as in Grant
		if was.Comment == madeByGrant {
			statements, tolerated = roleDropQuery, dependentObjects
		}
		err = pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
			return postgres.ExecuteEach(ctx, tx, statements, pgx.StrictNamedArgs{"role": name})
		})
		if err != nil && !hasCode(err, tolerated) {
			return fmt.Errorf("drop or reset role %s: %w", name, err)
		}
		out.Removed = err == nil && was.Comment == madeByGrant
		return nil
	})
	return out, err
}

func hasCode(err error, code string) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == code
}

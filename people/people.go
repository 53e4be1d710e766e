// Package people finds who sends a request: by a token, or as the person at the machine itself; and keeps the tokens. What the visitor may do
// then is the policy of package access. It imports internal packages and sql.
package people

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// lookTime is how long pages wait for a database that does not answer.
const lookTime = 2 * time.Second

// operatorToken is the name of the token in the setting.
const operatorToken = "SKEETER_WRITE_TOKEN"

// Values of Options.Publish beside all.
const (
	publishAuto     = "auto"
	publishReviewed = "reviewed"
)

// Options of New. DB and Log are needed.
type Options struct {
	DB  *pgxpool.Pool
	Log *slog.Logger
	// WriteToken is the operator's own token, which has all scopes but admin; "" is none.
	WriteToken string
	// AtHome says that the server is for whoever sits at this machine: it listens on loopback, and stands behind no other address.
	AtHome bool
	// AnonymousReports lets visitors without a token report; nil: until there is a token.
	AnonymousReports *bool
	// Publish says whose reports are shown at once: all, reviewed (those of visitors without a token wait for a review), or auto, which is
	// reviewed from the first token on.
	Publish string
}

// People finds who sends requests.
type People struct {
	Options
	store    store
	operator [sha256.Size]byte
	tokens   atomic.Bool // one was made; that stays so
}

// New returns People.
func New(o Options) *People {
	return &People{Options: o, store: store{o.DB}, operator: sha256.Sum256([]byte(o.WriteToken))}
}

// errInvalidToken is the answer to a token that is unknown, expired or revoked. It does not say which.
var errInvalidToken = httpapi.Unauthorized("The token is unknown, expired or revoked")

// Identify returns who sends a request. The error is 401 for a token that is not valid.
func (p *People) Identify(r *http.Request) (access.Visitor, error) {
	if secret, ok := bearer(r); ok {
		return p.ofToken(r, secret)
	}
	made, err := p.anyToken(r)
	if err != nil {
		return access.Visitor{}, err
	}
	v := access.Visitor{}
	switch {
	case !made && p.AtHome && isLocal(r):
		v.Rights = slices.Clone(access.Scopes)
	case p.AnonymousReports != nil && *p.AnonymousReports, p.AnonymousReports == nil && !made:
		v.Rights = []access.Right{access.Report}
		v.Waits = p.Publish == publishReviewed || p.Publish == publishAuto && made
	}
	return v, nil
}

// bearer returns the secret of the header Authorization. Another scheme than Bearer is none of ours.
func bearer(r *http.Request) (string, bool) {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.TrimSpace(secret), strings.EqualFold(scheme, "Bearer")
}

func (p *People) ofToken(r *http.Request, secret string) (access.Visitor, error) {
	// The digests have the same length, so the time of the comparison does not depend on the token.
	given := sha256.Sum256([]byte(secret))
	if p.WriteToken != "" && subtle.ConstantTimeCompare(given[:], p.operator[:]) == 1 {
		rights := slices.DeleteFunc(slices.Clone(access.Scopes), func(s access.Right) bool { return s == access.Admin })
		return access.Visitor{Name: operatorToken, Rights: rights}, nil
	}
	t, err := p.store.token(r.Context(), secret)
	if errors.Is(err, ErrNoToken) || err == nil && (t.Expired || t.RevokedAt != nil) {
		return access.Visitor{}, errInvalidToken
	}
	if err != nil {
		return access.Visitor{}, err
	}
	if t.Stale {
		if err := p.store.use(r.Context(), t.ID); err != nil { // a database that cannot be written says so to the request itself
			p.Log.WarnContext(r.Context(), "the use of a token could not be noted", "error", err)
		}
	}
	v := access.Visitor{Name: t.Name, Rights: t.Scopes}
	if t.Source != nil {
		v.Source = *t.Source
	}
	return v, nil
}

// anyToken says whether there is, or was, a token.
func (p *People) anyToken(r *http.Request) (bool, error) {
	if p.WriteToken != "" || p.tokens.Load() {
		return true, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), lookTime)
	defer cancel()
	made, err := p.store.anyToken(ctx)
	if made {
		p.tokens.Store(true)
	}
	return made, err
}

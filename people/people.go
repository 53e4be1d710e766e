// Package people finds who sends a request: by a token, by the session of a browser, or as the person at the machine itself. It answers the
// routes by which people sign in, and administrators keep accounts, invitations and tokens; the rooms below it keep them. What a visitor may
// do is the policy of package access. It imports internal packages, its rooms and sql.
package people

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/people/openid"
	"github.com/skeeter-surveillance/skeeter/people/passwords"
	"github.com/skeeter-surveillance/skeeter/people/sessions"
)

// lookTime is how long pages wait for a database that does not answer.
const lookTime = 2 * time.Second

// unknownFor is how long reads go on as if there were no token and no account after the server found none: not each of them has to look. While
// the database does not answer, they go on longer.
const unknownFor = 5 * time.Second

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
	// AnonymousReports lets visitors whom nobody knows report; nil: until there is a token or an account.
	AnonymousReports *bool
	TrustedProxies   []netip.Prefix // whose X-Forwarded-For names the client that signs in
	// Publish says whose reports are shown at once: all, reviewed (those of visitors without a token wait for a review), or auto, which is
	// reviewed from the first token on.
	Publish  string
	Settings []config.Shown // for administrators
	Base     string         // of the API, such as "/api/v1"
	// Provider is a provider of OpenID Connect; nil is none. SignUp makes an account for everybody whom it knows.
	Provider *openid.Provider
	SignUp   bool
	// Records visits the observations of an account in the set that a transaction sees, for the export of what the server has of a person.
	Records func(ctx context.Context, db postgres.Querier, account uuid.UUID, visit func(any) error) error
}

// People finds who sends requests.
type People struct {
	Options
	store     store
	operator  [sha256.Size]byte
	known     atomic.Bool  // a token or an account was made; that stays so
	unknownAt atomic.Int64 // when there was none yet, in nanoseconds
	hasher    *passwords.Hasher
	byClient  *limits.Rates[netip.Prefix]
	byLogin   *limits.Rates[try]
	now       func() time.Time // by which tries are counted
}

// New returns People.
func New(o Options) *People {
	return &People{Options: o, store: store{o.DB}, operator: sha256.Sum256([]byte(o.WriteToken)), hasher: passwords.NewHasher(),
		byClient: limits.NewRates[netip.Prefix](ratePerClient), byLogin: limits.NewRates[try](ratePerLogin), now: time.Now}
}

// errInvalidToken is the answer to a token that is unknown, expired or revoked. It does not say which.
var errInvalidToken = httpapi.InvalidToken("The token is unknown, expired or revoked")

// Identify returns who sends a request. The error is 401 for a token that is not valid, 400 for several headers Authorization, of which a proxy and
// this server might read different ones, and 403 for a request with a session that a page of another origin may have sent. A session that is
// over is nobody's.
func (p *People) Identify(r *http.Request) (access.Visitor, error) {
	if len(r.Header.Values("Authorization")) > 1 {
		return access.Visitor{}, httpapi.BadRequest("The request has several headers Authorization; send one")
	}
	if secret, ok := bearer(r); ok {
		v, err := p.ofToken(r, secret)
		if err == nil {
			p.known.Store(true)
			if p.AnonymousReports != nil && *p.AnonymousReports {
				v.Rights = append(slices.Clone(v.Rights), access.Report) // no token may less than somebody unknown
			}
		}
		return v, err
	}
	if v, err := p.ofSession(r); err != nil || v.SignedIn() {
		if v.SignedIn() {
			p.known.Store(true) // somebody who signs out is no longer whoever sits at the machine
		}
		return v, err
	}
	known, err := p.anyKnown(r)
	if err != nil {
		return access.Visitor{}, err
	}
	v := access.Visitor{}
	switch {
	case !known && p.AtHome && isLocal(r):
		v.Rights, v.Local = slices.Clone(access.Scopes), true
	case p.AnonymousReports != nil && *p.AnonymousReports, p.AnonymousReports == nil && !known:
		v.Rights = []access.Right{access.Report}
		v.Waits = p.Publish == publishReviewed || p.Publish == publishAuto && known
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
		if err := p.store.use(r.Context(), t.ID); err != nil && !postgres.ReadOnly(err) { // a database that cannot be written says so to the request itself
			p.Log.WarnContext(r.Context(), "the use of a token could not be noted", "error", err)
		}
	}
	v := access.Visitor{Name: t.Name, Rights: t.Scopes}
	if t.MadeBy != nil {
		v.Maker = *t.MadeBy
	}
	if t.Source != nil {
		v.Sources = []string{*t.Source}
	}
	return v, nil
}

// ofSession returns who is signed in; the zero Visitor for nobody.
func (p *People) ofSession(r *http.Request) (access.Visitor, error) {
	found, err := p.session(r)
	if errors.Is(err, sessions.ErrNone) {
		return access.Visitor{}, nil
	}
	if err != nil {
		return access.Visitor{}, err
	}
	if found.Stale {
		if err := sessions.Use(r.Context(), p.DB, found.Session); err != nil && !postgres.ReadOnly(err) {
			p.Log.WarnContext(r.Context(), "the use of a session could not be noted", "error", err)
		}
	}
	return found.Visitor(), nil
}

// session returns the session of a request. The errors are sessions.ErrNone, and 403 where a page of another origin would change something.
func (p *People) session(r *http.Request) (sessions.Found, error) {
	text := sessions.Of(r)
	if text == "" {
		return sessions.Found{}, sessions.ErrNone
	}
	if err := sessions.FromOwnPage(r); err != nil {
		if r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions {
			err = sessions.ErrNone
		}
		return sessions.Found{}, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), lookTime)
	defer cancel()
	return sessions.Find(ctx, p.DB, text)
}

// anyKnown says whether there is, or was, a token or an account.
func (p *People) anyKnown(r *http.Request) (bool, error) {
	if p.WriteToken != "" || p.known.Load() {
		return true, nil
	}
	if access.IsReading(r.Context()) && time.Since(time.Unix(0, p.unknownAt.Load())) < unknownFor {
		return false, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), lookTime)
	defer cancel()
	known, err := p.store.anyKnown(ctx)
	if access.IsReading(r.Context()) && postgres.Unavailable(err) && p.unknownAt.Load() != 0 {
		err = nil
	}
	switch {
	case known:
		p.known.Store(true)
	case err == nil:
		p.unknownAt.Store(time.Now().UnixNano())
	}
	return known, err
}

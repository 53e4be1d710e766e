// Package passkeys signs people in with keys of their devices (WebAuthn). The rules are those of go-webauthn. It imports internal packages,
// people/accounts and sql.
package passkeys

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/history"
	"github.com/skeeter-surveillance/skeeter/internal/postgres"
	"github.com/skeeter-surveillance/skeeter/people/accounts"
	"github.com/skeeter-surveillance/skeeter/sql"
)

// maxOfAccount is how many passkeys one person may have.
const maxOfAccount = 20

// MaxName is the longest name of a passkey in characters.
const MaxName = 100

// Passkey is a public key of a device.
type Passkey struct {
	ID         uuid.UUID  `json:"id" db:"id"`
	Name       string     `json:"name" db:"name"`
	CreatedAt  time.Time  `json:"created_at" db:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at" db:"last_used_at"`
}

// Errors of what a device says.
var (
	ErrRefused = errors.New("the passkey is not valid here")
	ErrMany    = fmt.Errorf("an account has at most %d passkeys", maxOfAccount)
	ErrNone    = errors.New("no such passkey")
	ErrAddress = errors.New("passkeys need the name of a host, and no address of a network")
)

var (
	addQuery    = sql.Get("people/add_passkey.sql")
	listQuery   = sql.Get("people/list_passkeys.sql")
	keysQuery   = sql.Get("people/keys_of_account.sql")
	useQuery    = sql.Get("people/use_passkey.sql")
	removeQuery = sql.Get("people/remove_passkey.sql")
)

// Database is a pool or a connection.
type Database interface {
	postgres.Querier
	postgres.Beginner
}

// user is an account as go-webauthn knows it.
type user struct {
	accounts.Account
	keys []webauthn.Credential
}

func (u user) WebAuthnID() []byte                         { return u.ID[:] }
func (u user) WebAuthnDisplayName() string                { return u.Name }
func (u user) WebAuthnCredentials() []webauthn.Credential { return u.keys }
func (u user) WebAuthnName() string {
	if u.Login == nil {
		return u.Name
	}
	return *u.Login
}

// party is the server as a browser knows it, by the address under which it reached the server.
func party(address string) (*webauthn.WebAuthn, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("read the server's address: %w", err)
	}
	if _, err := netip.ParseAddr(u.Hostname()); err == nil {
		return nil, ErrAddress
	}
	w, err := webauthn.New(&webauthn.Config{RPID: u.Hostname(), RPDisplayName: u.Hostname(), RPOrigins: []string{u.Scheme + "://" + u.Host}})
	if err != nil {
		return nil, fmt.Errorf("name the server: %w", err)
	}
	return w, nil
}

// BeginAdding returns what a browser is to ask a device for, and what the answer is compared with. Devices know the person, and check that it
// is them: a passkey is enough to sign in.
func BeginAdding(ctx context.Context, db postgres.Querier, address string, a accounts.Account) (*protocol.CredentialCreation, *webauthn.SessionData, error) {
	w, err := party(address)
	if err != nil {
		return nil, nil, err
	}
	u, err := userOf(ctx, db, a)
	if err != nil {
		return nil, nil, err
	}
	if len(u.keys) >= maxOfAccount {
		return nil, nil, ErrMany
	}
	options, session, err := w.BeginRegistration(u, webauthn.WithExclusions(webauthn.Credentials(u.keys).CredentialDescriptors()),
		webauthn.WithAuthenticatorSelection(protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(), UserVerification: protocol.VerificationRequired,
		}))
	if err != nil {
		return nil, nil, fmt.Errorf("begin to add a passkey: %w", err)
	}
	return options, session, nil
}

// Add stores the passkey that a device made. The error wraps ErrRefused when the answer is not to the challenge.
func Add(ctx context.Context, db Database, address string, a accounts.Account, session webauthn.SessionData, name string, answer []byte) (p Passkey, err error) {
	w, err := party(address)
	if err != nil {
		return p, err
	}
	u, err := userOf(ctx, db, a)
	if err != nil {
		return p, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return p, refused(err)
	}
	key, err := w.CreateCredential(u, session, parsed)
	if err != nil {
		return p, refused(err)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return p, fmt.Errorf("make an id: %w", err)
	}
	err = postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		p, err = postgres.One[Passkey](ctx, tx, addQuery, pgx.StrictNamedArgs{"id": id, "account_id": a.ID, "name": name, "credential_id": key.ID, "credential": key})
		if err != nil {
			return err
		}
		return accounts.Note(ctx, tx, a.ID, history.PasskeyAdded, map[string]any{"passkey": id})
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return p, fmt.Errorf("%w: it is known already", ErrRefused)
	}
	if err != nil {
		return p, fmt.Errorf("store the passkey: %w", err)
	}
	return p, nil
}

// BeginSignIn returns what a browser is to ask devices for, and what the answer is compared with. It names no account.
func BeginSignIn(address string) (*protocol.CredentialAssertion, *webauthn.SessionData, error) {
	w, err := party(address)
	if err != nil {
		return nil, nil, err
	}
	options, session, err := w.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return nil, nil, fmt.Errorf("begin to sign in with a passkey: %w", err)
	}
	return options, session, nil
}

// SignIn returns the account whose passkey answers. The error wraps ErrRefused for any other answer, and for an account that is disabled.
func SignIn(ctx context.Context, db postgres.Querier, address string, session webauthn.SessionData, answer []byte) (a accounts.Account, err error) {
	w, err := party(address)
	if err != nil {
		return a, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return a, refused(err)
	}
	var failed error // of the database, which go-webauthn would hide
	_, key, err := w.ValidatePasskeyLogin(func(_, handle []byte) (webauthn.User, error) {
		id, err := uuid.FromBytes(handle)
		if err != nil {
			return nil, err
		}
		if a, err = accounts.Get(ctx, db, id); err != nil {
			if !errors.Is(err, accounts.ErrNone) {
				failed = err
			}
			return nil, err
		}
		u, err := userOf(ctx, db, a)
		failed = err
		return u, err
	}, session, parsed)
	switch {
	case failed != nil:
		return a, failed
	case err != nil:
		return a, refused(err)
	case key.Authenticator.CloneWarning:
		return a, fmt.Errorf("%w: its counter went back, so there are two of it", ErrRefused)
	case a.DisabledAt != nil:
		return a, fmt.Errorf("%w: the account is disabled", ErrRefused)
	}
	if _, err := postgres.Exec(ctx, db, useQuery, pgx.StrictNamedArgs{"credential_id": key.ID, "credential": key}); err != nil {
		return a, fmt.Errorf("note the use of a passkey: %w", err)
	}
	return a, nil
}

// refused wraps ErrRefused with what go-webauthn says for developers.
func refused(err error) error {
	if detailed := new(protocol.Error); errors.As(err, &detailed) {
		return fmt.Errorf("%w: %s %s", ErrRefused, detailed.Details, detailed.DevInfo)
	}
	return fmt.Errorf("%w: %w", ErrRefused, err)
}

func userOf(ctx context.Context, db postgres.Querier, a accounts.Account) (user, error) {
	found, err := postgres.All[struct {
		Credential json.RawMessage `db:"credential"`
	}](ctx, db, keysQuery, pgx.StrictNamedArgs{"account_id": a.ID})
	if err != nil {
		return user{}, fmt.Errorf("look for the passkeys: %w", err)
	}
	u := user{Account: a}
	for _, one := range found {
		var key webauthn.Credential
		if err := json.Unmarshal(one.Credential, &key); err != nil {
			return user{}, fmt.Errorf("read a passkey: %w", err)
		}
		u.keys = append(u.keys, key)
	}
	return u, nil
}

// List returns the passkeys of an account, the oldest first.
func List(ctx context.Context, db postgres.Querier, account uuid.UUID) ([]Passkey, error) {
	found, err := postgres.All[Passkey](ctx, db, listQuery, pgx.StrictNamedArgs{"account_id": account})
	if err != nil {
		return nil, fmt.Errorf("list the passkeys: %w", err)
	}
	return found, nil
}

// Remove removes a passkey of an account. The error is ErrNone when the account has none with the id.
func Remove(ctx context.Context, db postgres.Beginner, account, id uuid.UUID) error {
	return postgres.Transaction(ctx, db, pgx.TxOptions{}, func(tx pgx.Tx) error {
		n, err := postgres.Exec(ctx, tx, removeQuery, pgx.StrictNamedArgs{"account_id": account, "id": id})
		if err != nil {
			return fmt.Errorf("remove the passkey: %w", err)
		}
		if n == 0 {
			return ErrNone
		}
		return accounts.Note(ctx, tx, account, history.PasskeyRemoved, map[string]any{"passkey": id})
	})
}

package people_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"strings"
	"testing"

	"github.com/descope/virtualwebauthn"

	"github.com/skeeter-surveillance/skeeter/internal/access"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// device is a virtual authenticator of a person, at this server.
type device struct {
	party         virtualwebauthn.RelyingParty
	authenticator virtualwebauthn.Authenticator
	key           virtualwebauthn.Credential
}

func newDevice() *device {
	return &device{
		party:         virtualwebauthn.RelyingParty{Name: "skeeter.example", ID: "skeeter.example", Origin: origin},
		authenticator: virtualwebauthn.NewAuthenticator(), key: newKey(),
	}
}

// newKey draws a key whose coordinates have no leading zero byte: virtualwebauthn leaves such a byte out, real devices do not, and servers
// refuse the shorter coordinate (RFC 9053, 7.1.1). One key in 128 has one.
func newKey() virtualwebauthn.Credential {
	for {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			panic(err)
		}
		point, err := key.PublicKey.Bytes() // 4, x, y
		if err != nil {
			panic(err)
		}
		if point[1] == 0 || point[33] == 0 {
			continue
		}
		encoded, err := x509.MarshalPKCS8PrivateKey(key)
		if err != nil {
			panic(err)
		}
		return virtualwebauthn.NewCredentialWithImportedKey(virtualwebauthn.KeyTypeEC2, encoded)
	}
}

// add answers the options of adding a passkey.
func (d *device) add(t *testing.T, options answer) json.RawMessage {
	t.Helper()
	parsed, err := virtualwebauthn.ParseAttestationOptions(options.Body.String())
	if err != nil {
		t.Fatal(err)
	}
	return json.RawMessage(virtualwebauthn.CreateAttestationResponse(d.party, d.authenticator, d.key, *parsed))
}

// give answers the options of signing in.
func (d *device) give(t *testing.T, options answer) json.RawMessage {
	t.Helper()
	parsed, err := virtualwebauthn.ParseAssertionOptions(options.Body.String())
	if err != nil {
		t.Fatal(err)
	}
	d.key.Counter++
	return json.RawMessage(virtualwebauthn.CreateAssertionResponse(d.party, d.authenticator, d.key, *parsed))
}

func (s *service) owner(login string) []byte {
	return pgtest.Value[[]byte](s.t, s.db, "select uuid_send(id) from accounts where login = $1", login)
}

func TestPasskeys(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.account("ada", access.Reviewer)
	b, d := s.signedIn("ada"), newDevice()
	d.authenticator.Options.UserHandle = s.owner("ada")

	b.do("PATCH", "/me", object{"name": "Ada King"}).want(200)
	options := b.do("POST", "/me/passkeys/options", object{}).want(200)
	if !strings.Contains(options.Body.String(), `"userVerification":"required"`) || !strings.Contains(options.Body.String(), `"residentKey":"required"`) {
		t.Errorf("options: %s", options.Body)
	}
	if name := options.get("publicKey.user.name"); name != "ada" {
		t.Errorf("the device knows the account as %v, not by its login", name)
	}
	answered := d.add(t, options)
	stranger := s.browser()
	stranger.do("POST", "/me/passkeys", object{"name": "x", "credential": answered}).want(401)
	made := b.do("POST", "/me/passkeys", object{"name": "My phone", "credential": answered}).want(201)
	b.do("POST", "/me/passkeys", object{"name": "again", "credential": answered}).want(409)
	if listed := b.do("GET", "/me/passkeys", nil).want(200).get("passkeys").([]any); len(listed) != 1 || listed[0].(object)["name"] != "My phone" || listed[0].(object)["last_used_at"] != nil {
		t.Errorf("passkeys: %v", listed)
	}

	sign := func(b *browser, d *device) answer {
		return b.do("POST", "/session/passkey", object{"credential": d.give(t, b.do("POST", "/session/passkey/options", nil).want(200))})
	}
	in := sign(stranger, d).want(200)
	if in.get("account.login") != "ada" {
		t.Errorf("signed in: %s", in.Body)
	}
	if a := stranger.do("GET", "/me/sessions", nil).want(200); !strings.Contains(a.Body.String(), `"method":"passkey"`) {
		t.Errorf("sessions: %s", a.Body)
	}
	if listed := b.do("GET", "/me/passkeys", nil).want(200).get("passkeys").([]any); listed[0].(object)["last_used_at"] == nil {
		t.Error("the use is not noted")
	}

	// An answer counts once, in the browser that was asked, for what was asked.
	other := s.browser()
	given := d.give(t, other.do("POST", "/session/passkey/options", nil).want(200))
	s.browser().do("POST", "/session/passkey", object{"credential": given}).want(409)
	other.do("POST", "/session/passkey", object{"credential": given}).want(200)
	other.do("POST", "/session/passkey", object{"credential": given}).want(409)
	late := d.give(t, other.do("POST", "/session/passkey/options", nil).want(200))
	pgtest.Run(t, s.db, "update challenges set expires_at = now()")
	other.do("POST", "/session/passkey", object{"credential": late}).want(409)
	b.do("POST", "/me/passkeys/options", object{}).want(200)
	b.do("POST", "/session/passkey", object{"credential": given}).want(409)

	for name, wrong := range map[string]func(*device){
		"a page of another site": func(d *device) { d.party.Origin = "https://evil.example" },
		"another server":         func(d *device) { d.party.ID = "evil.example" },
		"another key": func(d *device) {
			k := virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
			k.ID = d.key.ID
			d.key = k
		},
		"another person":     func(d *device) { d.authenticator.Options.UserHandle = make([]byte, 16) },
		"no person":          func(d *device) { d.authenticator.Options.UserHandle = nil },
		"nobody was checked": func(d *device) { d.authenticator.Options.UserNotVerified = true },
		"a copy of the key":  func(d *device) { d.key.Counter = 0 },
	} {
		copied := *d
		wrong(&copied)
		if a := sign(s.browser(), &copied); a.Code != 401 {
			t.Errorf("%s: %d %s", name, a.Code, a.Body)
		}
	}
	for _, wrong := range []any{"x", 7, object{}, object{"id": "x", "type": "public-key"}} {
		o := s.browser()
		o.do("POST", "/session/passkey/options", nil).want(200)
		o.do("POST", "/session/passkey", object{"credential": wrong}).want(401)
	}

	id := made.get("id").(string)
	s.account("eve", access.Administrator)
	s.signedIn("eve").do("DELETE", "/me/passkeys/"+id, nil).want(404)
	pgtest.Run(t, s.db, "update accounts set disabled_at = now() where login = 'ada'")
	sign(s.browser(), d).want(401)
	pgtest.Run(t, s.db, "update accounts set disabled_at = null where login = 'ada'")
	b = s.signedIn("ada")
	b.do("DELETE", "/me/passkeys/"+id, nil).want(204)
	sign(s.browser(), d).want(401)
}

// TestAnOpenBrowserGivesNoPasskey: who adds a passkey has just signed in, or knows the password.
func TestAnOpenBrowserGivesNoPasskey(t *testing.T) {
	t.Parallel()
	s := newService(t)
	s.account("ada", access.Reporter)
	b := s.signedIn("ada")
	pgtest.Run(t, s.db, "update sessions set created_at = now() - interval '16 minutes'")
	b.do("POST", "/me/passkeys/options", object{}).want(422)
	b.do("POST", "/me/passkeys/options", object{"password": "wrong"}).want(422)
	b.do("POST", "/me/passkeys/options", object{"password": password}).want(200)
}

func TestChallengesAreBounded(t *testing.T) {
	t.Parallel()
	s := newService(t)
	pgtest.Run(t, s.db, "insert into challenges select sha256(n::text::bytea), '{}', now() + interval '1 minute' from generate_series(1, 10000) n")
	s.browser().do("POST", "/session/passkey/options", nil).want(503)
	pgtest.Run(t, s.db, "update challenges set expires_at = now() - interval '1 second'")
	s.browser().do("POST", "/session/passkey/options", nil).want(200)
	if n := pgtest.Value[int](t, s.db, "select count(*) from challenges"); n != 1 {
		t.Errorf("%d challenges wait", n)
	}
}

package openid_test

import (
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/skeeter-surveillance/skeeter/people/openid"
)

const (
	client   = "skeeter"
	secret   = "the secret of the client"
	callback = "http://localhost/callback"
)

type claims = map[string]any

// liar is a provider whose tokens say what a test wants, which no real provider does.
type liar struct {
	*httptest.Server
	key   *rsa.PrivateKey
	token func() any // the id_token of the next answer; nil for none
	user  claims     // what it says when it is asked who signed in
}

func newLiar(t *testing.T) *liar {
	t.Helper()
	l := &liar{key: newKey(t)}
	answer := func(body func() any) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if err := json.NewEncoder(w).Encode(body()); err != nil {
				t.Error(err)
			}
		}
	}
	mux := http.NewServeMux()
	l.Server = httptest.NewServer(mux)
	t.Cleanup(l.Close)
	mux.Handle("/.well-known/openid-configuration", answer(func() any {
		return claims{
			"issuer": l.URL, "authorization_endpoint": l.URL + "/auth", "token_endpoint": l.URL + "/token", "jwks_uri": l.URL + "/keys",
			"userinfo_endpoint": l.URL + "/user", "id_token_signing_alg_values_supported": []string{"RS256"},
		}
	}))
	mux.Handle("/keys", answer(func() any {
		public := l.key.PublicKey
		return claims{"keys": []claims{{
			"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "1", "n": base64.RawURLEncoding.EncodeToString(public.N.Bytes()),
			"e": base64.RawURLEncoding.EncodeToString(big.NewInt(int64(public.E)).Bytes()),
		}}}
	}))
	mux.Handle("/token", answer(func() any {
		said := claims{"access_token": "access", "token_type": "Bearer", "expires_in": 60}
		if token := l.token(); token != nil {
			said["id_token"] = token
		}
		return said
	}))
	mux.Handle("/user", answer(func() any { return l.user }))
	return l
}

func newKey(t *testing.T) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// signed is a JSON Web Token (RFC 7515).
func signed(t *testing.T, algorithm string, said claims, sign func(hash []byte, text string) []byte) string {
	t.Helper()
	part := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return base64.RawURLEncoding.EncodeToString(text)
	}
	text := part(claims{"alg": algorithm, "kid": "1", "typ": "JWT"}) + "." + part(said)
	hash := sha256.Sum256([]byte(text))
	return text + "." + base64.RawURLEncoding.EncodeToString(sign(hash[:], text))
}

func byKey(t *testing.T, key *rsa.PrivateKey) func([]byte, string) []byte {
	return func(hash []byte, _ string) []byte {
		signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, hash)
		if err != nil {
			t.Error(err)
		}
		return signature
	}
}

// TestTokensThatLie: a token counts where the provider signed it, for this client, for this sign-in, and it is not over.
func TestTokensThatLie(t *testing.T) {
	t.Parallel()
	l, other := newLiar(t), newKey(t)
	p, err := openid.New(l.URL, client, secret)
	if err != nil {
		t.Fatal(err)
	}
	finish := func(token func(nonce string) any) (openid.Identity, error) {
		_, challenge, err := p.Begin(t.Context(), callback)
		if err != nil {
			t.Fatal(err)
		}
		l.token = func() any { return token(challenge.Nonce) }
		return p.Finish(t.Context(), callback, challenge, url.Values{"state": {challenge.State}, "code": {"code"}})
	}
	truth := func(nonce string) claims {
		return claims{"iss": l.URL, "sub": "ada", "aud": client, "nonce": nonce, "name": "Ada", "iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix()}
	}
	with := func(edit func(claims)) func(string) any {
		return func(nonce string) any {
			said := truth(nonce)
			edit(said)
			return signed(t, "RS256", said, byKey(t, l.key))
		}
	}
	if who, err := finish(with(func(claims) {})); err != nil || who != (openid.Identity{Issuer: l.URL, Subject: "ada", Name: "Ada"}) {
		t.Fatalf("the truth is %+v: %v", who, err)
	}
	for name, token := range map[string]func(string) any{
		"another nonce":  with(func(c claims) { c["nonce"] = "x" }),
		"no nonce":       with(func(c claims) { delete(c, "nonce") }),
		"another client": with(func(c claims) { c["aud"] = "another" }),
		"no client":      with(func(c claims) { delete(c, "aud") }),
		"over":           with(func(c claims) { c["exp"] = time.Now().Add(-time.Minute).Unix() }),
		"without an end": with(func(c claims) { delete(c, "exp") }),
		"another issuer": with(func(c claims) { c["iss"] = "https://accounts.example.org" }),
		"not valid yet":  with(func(c claims) { c["nbf"] = time.Now().Add(time.Hour).Unix() }),
		"another key":    func(nonce string) any { return signed(t, "RS256", truth(nonce), byKey(t, other)) },
		"no signature": func(nonce string) any {
			return signed(t, "none", truth(nonce), func([]byte, string) []byte { return nil })
		},
		"the secret's MAC": func(nonce string) any { return signed(t, "HS256", truth(nonce), mac) },
		"no token":         func(string) any { return nil },
		"no text":          func(string) any { return 7 },
		"no JWT":           func(string) any { return "a.b.c" },
	} {
		if who, err := finish(token); !errors.Is(err, openid.ErrRefused) {
			t.Errorf("%s lets in %+v: %v", name, who, err)
		}
	}

	nameless := with(func(c claims) { delete(c, "name") })
	for subject, want := range map[string]string{"ada": "Ada of the user info", "grace": ""} {
		l.user = claims{"sub": subject, "name": "Ada of the user info"}
		if who, err := finish(nameless); err != nil || who.Subject != "ada" || who.Name != want {
			t.Errorf("with the user info of %s: %+v: %v", subject, who, err)
		}
	}
}

func mac(_ []byte, text string) []byte {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(text))
	return h.Sum(nil)
}

// TestProviderHasACertificate: a provider whose certificate nobody vouches for is not asked.
func TestProviderHasACertificate(t *testing.T) {
	t.Parallel()
	asked := false
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // it says that the client went away
	server.StartTLS()
	defer server.Close()
	p, err := openid.New(server.URL, client, secret)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Begin(t.Context(), callback); err == nil || !strings.Contains(err.Error(), "certificate") || asked {
		t.Errorf("%v, asked: %v", err, asked)
	}
}

package sessions

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// cookieName is the name of the cookie over http. Over https the prefix makes browsers refuse it from another host and without Secure
// (RFC 6265bis, section 4.1.3.2).
const (
	cookieName   = "skeeter_session"
	securePrefix = "__Host-"
)

// Cookie returns a cookie of this server for the browser of a request. Scripts cannot read it; a link from elsewhere sends it, another page's
// request does not.
func Cookie(r *http.Request, name, value string, seconds int) *http.Cookie {
	c := &http.Cookie{Name: name, Value: value, Path: "/", MaxAge: seconds, HttpOnly: true, SameSite: http.SameSiteLaxMode} // #nosec G124 -- Secure follows
	if isSecure(r) {
		c.Name, c.Secure = securePrefix+name, true
	}
	return c
}

// ValueOf returns the value of a cookie that Cookie made; "" for none.
func ValueOf(r *http.Request, name string) string {
	c, err := r.Cookie(Cookie(r, name, "", 0).Name)
	if err != nil {
		return ""
	}
	return c.Value
}

func isSecure(r *http.Request) bool { return strings.HasPrefix(httpapi.BaseURL(r), "https://") }

// Set makes a browser send the secret of a session from now on.
func Set(w http.ResponseWriter, r *http.Request, text string) {
	http.SetCookie(w, Cookie(r, cookieName, text, int(Life.Seconds())))
}

// Clear makes a browser forget its session.
func Clear(w http.ResponseWriter, r *http.Request) { http.SetCookie(w, Cookie(r, cookieName, "", -1)) }

// Of returns the secret of the session of a request; "" for none.
func Of(r *http.Request) string { return ValueOf(r, cookieName) }

// FromOwnPage returns an error for a request that a page of another origin may have made a browser send. Every browser says where a request
// that may change something comes from, in Sec-Fetch-Site or Origin; one with a session that says nothing is refused.
func FromOwnPage(r *http.Request) error {
	refused := httpapi.Forbidden("A request with a session comes from a page of this server alone")
	origin := r.Header.Get("Origin")
	if r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions {
		if origin != "" && origin != ownOrigin(r) {
			return refused
		}
		return nil
	}
	if origin == "" && r.Header.Get("Sec-Fetch-Site") == "" && Of(r) != "" {
		return refused
	}
	// Behind a proxy the address in the browser is another one than Host.
	protection := http.NewCrossOriginProtection()
	if err := protection.AddTrustedOrigin(ownOrigin(r)); err != nil {
		return refused
	}
	if protection.Check(r) != nil {
		return refused
	}
	return nil
}

// ownOrigin returns the origin under which the browser reached the server.
func ownOrigin(r *http.Request) string {
	u, err := url.Parse(httpapi.BaseURL(r))
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

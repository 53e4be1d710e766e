package access

import (
	"context"
	"fmt"
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Guard returns routes that let those through who have the right that Policy names. identify finds who sends a request; it is not called
// for what is public. Pages of foreign origins do not write, and read as somebody unknown, whoever their visitor is. The error names an operation that Policy lacks.
func Guard(routes []httpapi.Route, identify func(*http.Request) (Visitor, error)) ([]httpapi.Route, error) {
	guarded := make([]httpapi.Route, len(routes))
	for i, route := range routes {
		right, ok := Policy[route.Name]
		if !ok {
			return nil, fmt.Errorf("access.Policy has no row for the operation %s", route.Name)
		}
		if right != Public {
			route.Handler = guard(route.Handler, right, identify)
			route.Offered = func(r *http.Request) bool {
				v, err := visitorOf(r, identify)
				return err == nil && v.May(right)
			}
		}
		guarded[i] = route
	}
	return guarded, nil
}

// What answers that depend on who asks say to caches. Nobody keeps what was answered to somebody known. What somebody unknown gets is no secret, but not
// what the next visitor gets: their browser may keep it, and asks each time.
const (
	keepNothing = "private, no-store"
	askAgain    = "private, no-cache"
)

func guard(next httpapi.HandlerFunc, right Right, identify func(*http.Request) (Visitor, error)) httpapi.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Cache-Control", keepNothing)
		if right == Personal {
			w.Header().Set("Cache-Control", askAgain)
			r = r.WithContext(context.WithValue(r.Context(), readingKey{}, true))
		}
		ctx := With(r.Context(), func() (Visitor, error) {
			v, err := visitorOf(r, identify)
			if v.Name != "" || v.Local || v.Receipt != "" {
				w.Header().Set("Cache-Control", keepNothing) // the answer may say more than everybody may know
			}
			return v, err
		})
		if right == Personal {
			w.Header().Add("Vary", "Authorization, Cookie, "+ReceiptHeader)
		} else {
			if err := httpapi.CheckOrigin(r); err != nil {
				return err
			}
			v, err := Of(ctx)
			if err != nil {
				return err
			}
			if !v.May(right) {
				return Refusal(v, right)
			}
		}
		return next(w, r.WithContext(ctx))
	}
}

// visitorOf returns who sends a request, with the receipt that it carries.
func visitorOf(r *http.Request, identify func(*http.Request) (Visitor, error)) (Visitor, error) {
	if httpapi.IsForeign(r) {
		return Visitor{}, nil
	}
	v, err := identify(r)
	v.Receipt = r.Header.Get(ReceiptHeader)
	return v, err
}

// Refusal is the answer to a visitor without a right: 401 for somebody unknown, who may sign in or have a token, and 403 for others.
func Refusal(v Visitor, right Right) error {
	if right == Own {
		if v.Name == "" {
			return httpapi.Unauthorized("Sign in first")
		}
		return httpapi.Forbidden("This is for people who are signed in, not for tokens")
	}
	if right == Report || right == OwnRecord {
		right = WriteObservations
	}
	if right == Import {
		right = WriteSources
	}
	switch {
	case v.Name == "":
		return httpapi.Unauthorized(fmt.Sprintf("Sign in, or send a token with the scope %s in the header Authorization: Bearer", right))
	case v.SignedIn():
		return httpapi.Forbidden(fmt.Sprintf("This needs the right %s, which your roles lack", right))
	}
	return httpapi.Forbidden(fmt.Sprintf("This needs the scope %s, which the token %q lacks", right, v.Name))
}

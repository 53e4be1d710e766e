package people

import (
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/config"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
)

// Routes returns the operations, with paths relative to the API's base.
func (p *People) Routes() []httpapi.Route {
	plain := httpapi.NoParameters
	return []httpapi.Route{
		{Method: http.MethodPost, Path: "/session", Name: "createSession", Handler: p.createSession},
		{Method: http.MethodDelete, Path: "/session", Name: "deleteSession", Handler: plain(p.deleteSession)},
		{Method: http.MethodGet, Path: "/me", Name: "getMe", Handler: plain(p.getMe)},
		{Method: http.MethodPatch, Path: "/me", Name: "updateMe", Handler: p.updateMe},
		{Method: http.MethodDelete, Path: "/me", Name: "eraseMe", Handler: p.eraseMe},
		{Method: http.MethodGet, Path: "/me/export", Name: "exportMe", Handler: plain(p.exportMe)},
		{Method: http.MethodGet, Path: "/me/sessions", Name: "listMySessions", Handler: plain(p.listMySessions)},
		{Method: http.MethodDelete, Path: "/me/sessions", Name: "endMySessions", Handler: plain(p.endMySessions)},
		{Method: http.MethodGet, Path: "/me/passkeys", Name: "listPasskeys", Handler: plain(p.listPasskeys)},
		{Method: http.MethodPost, Path: "/me/passkeys", Name: "createPasskey", Handler: p.createPasskey},
		{Method: http.MethodPost, Path: "/me/passkeys/options", Name: "beginPasskey", Handler: p.beginPasskey},
		{Method: http.MethodDelete, Path: "/me/passkeys/{passkey_id}", Name: "deletePasskey", Handler: plain(p.deletePasskey)},
		{Method: http.MethodPost, Path: "/session/passkey/options", Name: "beginPasskeySignIn", Handler: plain(p.beginPasskeySignIn)},
		{Method: http.MethodPost, Path: "/session/passkey", Name: "createPasskeySession", Handler: p.createPasskeySession},
		{Method: http.MethodPost, Path: "/me/identities", Name: "beginIdentity", Handler: p.beginIdentity},
		{Method: http.MethodGet, Path: "/sign-in/oidc", Name: "beginProvider", Handler: plain(p.beginProvider)},
		{Method: http.MethodGet, Path: callbackPath, Name: "endProvider", Handler: p.endProvider},

		{Method: http.MethodGet, Path: "/accounts", Name: "listAccounts", Handler: plain(p.listAccounts)},
		{Method: http.MethodPatch, Path: "/accounts/{account_id}", Name: "updateAccount", Handler: p.updateAccount},
		{Method: http.MethodDelete, Path: "/accounts/{account_id}", Name: "eraseAccount", Handler: plain(p.eraseAccount)},
		{Method: http.MethodDelete, Path: "/accounts/{account_id}/sessions", Name: "endAccountSessions", Handler: plain(p.endAccountSessions)},
		{Method: http.MethodGet, Path: "/invitations", Name: "listInvitations", Handler: plain(p.listInvitations)},
		{Method: http.MethodPost, Path: "/invitations", Name: "createInvitation", Handler: p.createInvitation},
		{Method: http.MethodPost, Path: "/invitations/read", Name: "readInvitation", Handler: p.readInvitation},
		{Method: http.MethodPost, Path: "/invitations/accept", Name: "acceptInvitation", Handler: p.acceptInvitation},
		{Method: http.MethodDelete, Path: "/invitations/{invitation_id}", Name: "deleteInvitation", Handler: plain(p.deleteInvitation)},
		{Method: http.MethodGet, Path: "/tokens", Name: "listTokens", Handler: plain(p.listTokens)},
		{Method: http.MethodPost, Path: "/tokens", Name: "createToken", Handler: p.createToken},
		{Method: http.MethodDelete, Path: "/tokens/{token_id}", Name: "revokeToken", Handler: plain(p.revokeToken)},
		{Method: http.MethodGet, Path: "/settings", Name: "listSettings", Handler: plain(p.listSettings)},
	}
}

// respond answers with what no cache keeps.
func respond(w http.ResponseWriter, status int, body any) error {
	w.Header().Set("Cache-Control", "no-store")
	return httpapi.JSON(w, status, body)
}

// done answers without a body.
func done(w http.ResponseWriter) error {
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// listSettings shows the settings of the server, without secrets.
func (p *People) listSettings(w http.ResponseWriter, _ *http.Request) error {
	return respond(w, http.StatusOK, struct {
		Settings []config.Shown `json:"settings"`
	}{append([]config.Shown{}, p.Settings...)})
}

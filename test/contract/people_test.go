package contract_test

import (
	"strings"

	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// people signs in, and asks as an administrator and as nobody.
func (c client) people() {
	const base, jsonType, secretWord = skeetertest.API, "application/json", "correct horse battery staple"
	send := func(status int, method, path, body string, headers ...string) {
		if body != "" {
			headers = append(headers, "Content-Type", jsonType)
		}
		c.Want(status, method, base+path, body, headers...)
	}
	made := c.Ask("POST", base+"/invitations", `{"name":"Ada","roles":["administrator"]}`, "Content-Type", jsonType)
	_, secret, _ := strings.Cut(skeetertest.Decode[struct{ Link string }](c.T, made, 201).Link, "#")
	accept := `{"secret":"` + secret + `","login":"ada","password":"` + secretWord + `"}`
	send(200, "POST", "/invitations/read", `{"secret":"`+secret+`"}`)
	send(404, "POST", "/invitations/read", `{"secret":"nobody"}`)
	send(422, "POST", "/invitations/read", `{}`)
	send(422, "POST", "/invitations/accept", `{"secret":"`+secret+`","login":"a","password":"short"}`)
	send(200, "GET", "/me", "")

	cookieOf := func(a skeetertest.Answer) string {
		cookie, _, _ := strings.Cut(a.Header.Get("Set-Cookie"), ";")
		return cookie
	}
	c.Want(404, "POST", base+"/invitations/accept", strings.Replace(accept, secret, "nobody", 1), "Content-Type", jsonType)
	in := c.Ask("POST", base+"/invitations/accept", accept, "Content-Type", jsonType)
	id := skeetertest.Decode[struct{ Account struct{ ID string } }](c.T, in, 200).Account.ID
	send(401, "POST", "/session", `{"login":"ada","password":"wrong"}`)
	send(422, "POST", "/session", `{"login":"ada"}`)
	cookie := cookieOf(c.Ask("POST", base+"/session", `{"login":"ada","password":"`+secretWord+`"}`, "Content-Type", jsonType))
	own := []string{"Cookie", cookie, "Sec-Fetch-Site", "same-origin"}

	token := c.Ask("POST", base+"/tokens", `{"name":"x","scopes":["review"],"expires_at":"2099-01-01T00:00:00Z"}`, append(own, "Content-Type", jsonType)...)
	tokenID := skeetertest.Decode[struct{ ID string }](c.T, token, 201).ID
	waiting := c.Ask("POST", base+"/invitations", `{"account_id":"`+id+`","days":1}`, append(own, "Content-Type", jsonType)...)
	waitingID := skeetertest.Decode[struct{ ID string }](c.T, waiting, 201).ID
	for _, tc := range []struct {
		method, path, body string
		status             int
	}{
		{"GET", "/me", "", 200}, {"PATCH", "/me", `{"name":"Ada Lovelace"}`, 200}, {"PATCH", "/me", `{"password":"short"}`, 422}, {"PATCH", "/me", `{"mood":1}`, 422},
		{"GET", "/me/sessions", "", 200}, {"DELETE", "/me/sessions", "", 204}, {"GET", "/me?x=1", "", 422}, {"GET", "/me/export", "", 200},
		{"GET", "/me/observations", "", 200}, {"GET", "/me/observations?limit=1&offset=1", "", 200}, {"GET", "/me/observations?cursor=x", "", 422},
		{"DELETE", "/me", `{"password":"wrong"}`, 422}, {"DELETE", "/me", "{}", 409}, {"DELETE", "/accounts/" + id, "", 409}, {"DELETE", "/accounts/" + skeetertest.OwnID, "", 404},
		{"GET", "/accounts", "", 200}, {"PATCH", "/accounts/" + id, `{"countries":["br"]}`, 200}, {"PATCH", "/accounts/" + id, `{"roles":[]}`, 422},
		{"PATCH", "/accounts/" + id, `{"disabled":true}`, 409}, {"PATCH", "/accounts/" + skeetertest.OwnID, `{}`, 404}, {"DELETE", "/accounts/7/sessions", "", 404},
		{"GET", "/invitations", "", 200}, {"POST", "/invitations", `{"name":"x"}`, 422}, {"POST", "/invitations", `{"account_id":"` + skeetertest.OwnID + `"}`, 404},
		{"DELETE", "/invitations/" + waitingID, "", 204}, {"DELETE", "/invitations/" + waitingID, "", 404},
		{"GET", "/me/passkeys", "", 200}, {"POST", "/me/passkeys/options", "{}", 409}, {"POST", "/me/passkeys/options", `{"password":"wrong"}`, 422},
		{"POST", "/me/passkeys", `{"name":"x","credential":{}}`, 409}, {"POST", "/me/passkeys", `{"name":"x"}`, 422}, {"DELETE", "/me/passkeys/7", "", 404},
		{"POST", "/me/identities", "{}", 404}, {"POST", "/me/identities", "[", 422}, {"GET", "/settings", "", 200}, {"GET", "/tokens", "", 200}, {"POST", "/tokens", `{"name":"x","scopes":["all"]}`, 422}, {"DELETE", "/tokens/" + tokenID, "", 204}, {"DELETE", "/tokens/7", "", 404},
		{"GET", "/removals", "", 200}, {"POST", "/removals/7/restore", "", 404}, {"POST", "/removals/" + skeetertest.OwnID + "/restore", "", 404},
	} {
		send(tc.status, tc.method, tc.path, tc.body, own...)
	}
	for template, item := range c.Document.Paths.Map() {
		for method, o := range item.Operations() {
			if !needsPerson(o.OperationID) {
				continue
			}
			a := c.Send(method, skeetertest.TypicalPath(template)+"?specie=x", "{}", append(own, "Content-Type", jsonType)...)
			if a.Status != 422 || !strings.Contains(string(a.Body), "unknown parameter specie") {
				c.T.Errorf("%s %s with an unknown parameter: %d %s", method, template, a.Status, a.Body)
			}
			for _, p := range o.Parameters {
				if p.Value.In != "query" {
					continue
				}
				a := c.Send(method, skeetertest.TypicalPath(template)+"?specie=x&"+p.Value.Name+"=", "{}", append(own, "Content-Type", jsonType)...)
				if strings.Contains(string(a.Body), "unknown parameter "+p.Value.Name) {
					c.T.Errorf("%s %s does not know its parameter %s: %s", method, template, p.Value.Name, a.Body)
				}
			}
		}
	}
	send(403, "PATCH", "/me", `{"name":"x"}`, "Cookie", cookie, "Origin", "https://evil.example")
	for _, nobody := range []string{"/accounts", "/invitations", "/tokens", "/settings", "/removals", "/me/sessions", "/me/observations"} {
		send(401, "GET", nobody, "")
	}
	send(204, "DELETE", "/accounts/"+id+"/sessions", "", own...)
	send(401, "GET", "/accounts", "", own...)
	send(204, "DELETE", "/session", "")
	send(404, "GET", "/sign-in/oidc", "")
	send(404, "GET", "/sign-in/oidc/callback?code=x&state=y", "")
	send(409, "POST", "/session/passkey/options", "")
	send(200, "POST", "/session/passkey/options", "", "Host", "localhost")
	send(409, "POST", "/session/passkey", `{"credential":{}}`)
	send(422, "POST", "/session/passkey", `{}`)
}

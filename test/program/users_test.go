package program_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

const userPassword = "correct horse battery staple"

// TestUsersOnTheCommandLine: the first administrator comes from an invitation of the command line, which then says and changes who may what.
func TestUsersOnTheCommandLine(t *testing.T) {
	t.Parallel()
	d := skeetertest.New(t, "SKEETER_LOG_LEVEL=debug")
	s := d.Serve()
	if out := d.MustRun("user", "list"); !strings.Contains(out, "there is no account") {
		t.Errorf("list: %s", out)
	}
	in := func(login, secret string) skeetertest.Answer {
		body, err := json.Marshal(map[string]string{"login": login, "password": secret})
		if err != nil {
			t.Fatal(err)
		}
		return s.Send(http.MethodPost, skeetertest.API+"/session", string(body), "Content-Type", "application/json")
	}
	accept := func(link, login, password string) skeetertest.Answer {
		_, secret, _ := strings.Cut(strings.TrimSpace(link), "/invitation#")
		body, err := json.Marshal(map[string]string{"secret": secret, "login": login, "password": password})
		if err != nil {
			t.Fatal(err)
		}
		return s.Send(http.MethodPost, skeetertest.API+"/invitations/accept", string(body), "Content-Type", "application/json")
	}
	asAdmin := func(a skeetertest.Answer) int {
		cookie, _, _ := strings.Cut(a.Header.Get("Set-Cookie"), ";")
		return s.Send(http.MethodGet, skeetertest.API+"/accounts", "", "Cookie", cookie).Status
	}

	if status := s.Get(skeetertest.API + "/accounts").Status; status != 200 {
		t.Errorf("whoever sits at the machine asks for accounts: %d", status)
	}
	link := d.With("SKEETER_PUBLIC_URL=https://skeeter.example").MustRun("user", "invite", "--name", "Ada", "--role", "administrator")
	if !strings.HasPrefix(link, "https://skeeter.example/invitation#") {
		t.Errorf("the link is %s", link)
	}
	ada := accept(link, "ada", userPassword)
	if ada.Status != 200 || asAdmin(ada) != 200 {
		t.Fatalf("accepted: %d %s", ada.Status, ada.Body)
	}
	if status := s.Get(skeetertest.API + "/accounts").Status; status != 401 {
		t.Errorf("once there is an account, whoever sits at the machine asks for accounts: %d", status)
	}

	d.Refuses(1, "last administrator", "user", "disable", "ada")
	d.Refuses(1, "no such data source", "user", "role", "ada", "--role", "administrator", "--source", "nowhere")
	d.Refuses(2, "unknown role", "user", "invite", "--name", "x", "--role", "king")
	if testenv.Long() {
		d.Refuses(1, "last administrator", "user", "role", "ada", "--role", "reporter")
		d.Refuses(1, "skeeter user list", "user", "disable", "nobody") // as user erase in the short form
		d.Refuses(2, "a name has", "user", "invite", "--role", "reporter")
		d.Refuses(2, "--days", "user", "invite", "--name", "x", "--role", "reporter", "--days", "31")
	}

	if a := accept(d.MustRun("user", "invite", "--name", "Grace", "--role", "reviewer,curator", "--country", "br"), "grace", userPassword); a.Status != 200 {
		t.Errorf("accepted: %d %s", a.Status, a.Body)
	}
	if out := d.MustRun("user", "list"); !strings.Contains(out, "reviewer, curator") || !strings.Contains(out, "grace") || strings.Contains(out, "argon2") {
		t.Errorf("list: %s", out)
	}
	d.MustRun("user", "role", "grace", "--role", "administrator")
	grace := in("grace", userPassword)
	if asAdmin(grace) != 200 {
		t.Error("a new role needs a new session")
	}
	d.MustRun("user", "sign-out", "grace")
	if asAdmin(grace) != 401 {
		t.Error("signed out, and in")
	}
	d.MustRun("user", "disable", "ADA")
	if asAdmin(ada) != 401 || in("ada", userPassword).Status != 401 {
		t.Error("disabled, and in")
	}
	d.MustRun("user", "enable", "ada")
	if a := accept(d.MustRun("user", "reset", "ada"), "", "another horse battery"); a.Status != 200 || in("ada", userPassword).Status != 401 || in("ada", "another horse battery").Status != 200 {
		t.Errorf("a new password: %d %s", a.Status, a.Body)
	}
	cookie, _, _ := strings.Cut(in("ada", "another horse battery").Header.Get("Set-Cookie"), ";")
	for _, hidden := range []string{userPassword, "another horse battery", strings.TrimPrefix(cookie, "skeeter_session=")} {
		if strings.Contains(s.Log.String(), hidden) {
			t.Errorf("%q is in the log", hidden)
		}
	}
}

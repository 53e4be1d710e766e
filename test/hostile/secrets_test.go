package hostile_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
	"github.com/skeeter-surveillance/skeeter/test/skeetertest"
)

// TestSecretsStayOutOfTheLog: a server writes neither its write token, nor a wrong one that a client sent, nor the passwords of its
// database and of its receiver of traces, at any level and format, whether the database answers or not.
func TestSecretsStayOutOfTheLog(t *testing.T) {
	t.Parallel()
	const token, wrong, password, key = "token-4711-of-writers", "token-4712-mistyped", "password-0815-of-the-database", "key-1337-of-the-receiver"
	owner := skeetertest.New(t) // its cluster plays the external server
	owner.Serve()
	there := "postgres://skeeter:" + password + "@/skeeter?host=" + filepath.Join(owner.Dir, "db", "socket")
	away := "postgres://skeeter:" + password + "@127.0.0.1:1/skeeter?connect_timeout=1"
	formats := []string{"text"}
	if testenv.Long() { // the same lines in another form
		formats = append(formats, "json")
	}
	for _, format := range formats {
		settings := []string{"SKEETER_LOG_FORMAT=" + format, "SKEETER_LOG_LEVEL=debug", "SKEETER_WRITE_TOKEN=" + token,
			"OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1", "OTEL_EXPORTER_OTLP_HEADERS=Authorization=" + key, "OTEL_BSP_SCHEDULE_DELAY=50"}
		s := skeetertest.On(t, there, settings...).Serve()
		for _, sent := range []struct {
			token  string
			status int
		}{{token, 201}, {wrong, 401}, {"", 401}} {
			a := s.Send("POST", "/api/v1/observations", skeetertest.Observation, "Content-Type", "application/json", "Authorization", "Bearer "+sent.token)
			if a.Status != sent.status {
				t.Errorf("with the token %q: %d %s", sent.token, a.Status, a.Body)
			}
		}
		s.Send("GET", "/api/v1/observations?token="+token, "")
		s.Send("POST", "/api/v1/observations", `{"token":"`+token+`"}`, "Content-Type", "application/json", "Authorization", "Bearer "+token)
		testenv.Eventually(t, "the export of traces fails", func() bool {
			return s.Get("/livez").Status == 200 && strings.Contains(s.Log.String(), "traces could not be sent")
		})
		s.Stop(syscall.SIGTERM)

		lost := skeetertest.On(t, away, settings...).Start()
		first := lost.Line()
		testenv.Eventually(t, "the log tells that the database is away", func() bool { return strings.Contains(lost.Log.String(), "the database does not answer") })
		lost.Stop(syscall.SIGTERM)

		malformed := skeetertest.On(t, "postgres://skeeter:"+password+"@127.0.0.1:port/skeeter", settings...).Run("serve")
		if malformed.Code == 0 {
			t.Error("a malformed address of the database was taken")
		}
		all := s.Log.String() + lost.Log.String() + first + malformed.Stdout + malformed.Stderr
		for _, secret := range []string{token, wrong, password, key} {
			if i := strings.Index(all, secret); i >= 0 {
				t.Errorf("%s: %q is in what was written: %s", format, secret, all[max(i-200, 0):i+len(secret)])
			}
		}
		if !strings.Contains(all, "request_id") {
			t.Errorf("%s: no line of a request:\n%s", format, all)
		}
	}
}

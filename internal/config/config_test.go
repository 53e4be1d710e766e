package config

import (
	"slices"
	"strings"
	"testing"
)

func load(env map[string]string) (Config, error) {
	return Load(func(name string) (string, bool) { v, ok := env[name]; return v, ok })
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	c, err := load(nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.AppName != "Skeeter" || c.APIPrefix != "/api" || c.DatabasePath != "./data/postgres" || c.ListenAddr != "127.0.0.1:8080" {
		t.Errorf("defaults: %+v", c)
	}
	if c.SavePredictedImages || !c.TileIndex || !c.TilePoints || c.TilePointsPath != "./data/tiles" || len(c.CORSOrigins) != 2 {
		t.Errorf("defaults: %+v", c)
	}
}

func TestBooleanSpellings(t *testing.T) {
	t.Parallel()
	for spelling, want := range map[string]bool{"false": false, "0": false, "No": false, "OFF": false, "true": true, "1": true, "Yes": true, "on": true} {
		c, err := load(map[string]string{"SKEETER_SAVE_PREDICTED_IMAGES": spelling})
		if err != nil || c.SavePredictedImages != want {
			t.Errorf("%q: %v, %v", spelling, c.SavePredictedImages, err)
		}
	}
}

func TestOrigins(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][]string{
		"https://a.example, https://b.example/":                                            {"https://a.example", "https://b.example"},
		`["https://a.example","http://localhost:1"]`:                                       {"https://a.example", "http://localhost:1"},
		"https://A.Example:443,HTTP://b.example:80,https://c.example:80,http://[::1]:3000": {"https://a.example", "http://b.example", "https://c.example:80", "http://[::1]:3000"},
		"*": {"*"},
	} {
		c, err := load(map[string]string{"SKEETER_BACKEND_CORS_ORIGINS": in})
		if err != nil || !slices.Equal(c.CORSOrigins, want) {
			t.Errorf("%q: %q, %v", in, c.CORSOrigins, err)
		}
	}
}

func TestDirectDatabase(t *testing.T) {
	t.Parallel()
	pooler := "postgres://pooler:6432/skeeter"
	c, err := load(map[string]string{"SKEETER_DATABASE_URL": pooler, "SKEETER_DATABASE_DIRECT_URL": "postgres://db/skeeter"})
	if err != nil || c.DatabaseURL != pooler || c.DatabaseDirectURL != "postgres://db/skeeter" {
		t.Errorf("%q, %q, %v", c.DatabaseURL, c.DatabaseDirectURL, err)
	}
	for _, env := range []map[string]string{
		{"SKEETER_DATABASE_DIRECT_URL": "postgres://db/skeeter"}, // without a pooler it says nothing
		{"SKEETER_DATABASE_DIRECT_URL": "db:secret", "SKEETER_DATABASE_URL": pooler},
	} {
		if _, err := load(env); err == nil || !strings.Contains(err.Error(), "SKEETER_DATABASE_DIRECT_URL") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%v: %v", env, err)
		}
	}
}

func TestOriginsThatBrowsersNeverSendAreRefused(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"null", "a.example", "https://", "https://a.example/map", "https://a.example?x", "https://a.example#x", "https://user@a.example", "https://*.a.example/x", "//a.example", "https://*.a.example", "https://*",
		"*,https://a.example", `["https://a.example","*"]`} {
		if c, err := load(map[string]string{"SKEETER_BACKEND_CORS_ORIGINS": in}); err == nil || !strings.Contains(err.Error(), "SKEETER_BACKEND_CORS_ORIGINS") {
			t.Errorf("%q: %q, %v", in, c.CORSOrigins, err)
		}
	}
}

func TestTrustedProxies(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"10.1.2.3/8": "10.0.0.0/8", "10.1.2.3": "10.1.2.3/32", "::1": "::1/128", "2001:db8::5/32": "2001:db8::/32",
		"::ffff:10.0.0.0/104": "10.0.0.0/8", "::ffff:10.1.2.3": "10.1.2.3/32", "fe80::1%eth0": "fe80::1/128"} {
		c, err := load(map[string]string{"SKEETER_TRUSTED_PROXIES": in})
		if err != nil || len(c.TrustedProxies) != 1 || c.TrustedProxies[0].String() != want {
			t.Errorf("%q: %v, %v", in, c.TrustedProxies, err)
		}
	}
	for _, in := range []string{"*", "10.0.0.0/33", "10.0.0", "proxy.example", "10.0.0.1:80", "0x0a.1.1.1"} {
		if _, err := load(map[string]string{"SKEETER_TRUSTED_PROXIES": in}); err == nil || !strings.Contains(err.Error(), "SKEETER_TRUSTED_PROXIES") {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func TestPublicURLWithAPasswordIsRefusedAndNotRepeated(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"https://user:secret@skeeter.example", "https://secret@skeeter.example/x", "https://user:secret%@skeeter.example", "ftp://user:secret@x"} {
		_, err := load(map[string]string{"SKEETER_PUBLIC_URL": address})
		if err == nil || !strings.Contains(err.Error(), "SKEETER_PUBLIC_URL") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"https://skeeter.example", "https://skeeter.example/@maps/"} {
		if c, err := load(map[string]string{"SKEETER_PUBLIC_URL": address}); err != nil || c.PublicURL != strings.TrimRight(address, "/") {
			t.Errorf("%s: %q, %v", address, c.PublicURL, err)
		}
	}
}

func TestBasemapStyleURL(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"https://tiles.example/style.json?key=a%2Fb&lang=en", "http://localhost:8081/styles/basic/", "https://tiles.example/?@x"} {
		if c, err := load(map[string]string{"SKEETER_BASEMAP_STYLE_URL": address}); err != nil || c.BasemapStyleURL != address {
			t.Errorf("%s: %q, %v", address, c.BasemapStyleURL, err)
		}
	}
	for _, address := range []string{"mapbox://styles/x", "javascript:alert(1)", "/style.json", "https:///style.json", "https://x.example/s#top", "https://a:secret@x.example/s"} {
		_, err := load(map[string]string{"SKEETER_BASEMAP_STYLE_URL": address})
		if err == nil || !strings.Contains(err.Error(), "SKEETER_BASEMAP_STYLE_URL") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestDatabasePort(t *testing.T) {
	t.Parallel()
	if c, err := load(nil); err != nil || c.DatabasePort != 0 {
		t.Errorf("unset: %d, %v", c.DatabasePort, err)
	}
	if c, err := load(map[string]string{"SKEETER_DATABASE_PORT": "5433"}); err != nil || c.DatabasePort != 5433 {
		t.Errorf("5433: %d, %v", c.DatabasePort, err)
	}
	for _, env := range []map[string]string{
		{"SKEETER_DATABASE_PORT": "65536"}, {"SKEETER_DATABASE_PORT": "-1"}, {"SKEETER_DATABASE_PORT": "ssh"},
		{"SKEETER_DATABASE_PORT": "5433", "SKEETER_DATABASE_URL": "postgres://db/skeeter"},
	} {
		if _, err := load(env); err == nil || !strings.Contains(err.Error(), "SKEETER_DATABASE_PORT") {
			t.Errorf("%v: %v", env, err)
		}
	}
}

func TestUnknown(t *testing.T) {
	t.Parallel()
	got := Unknown([]string{"PATH=/bin", "SKEETER_WRITE_TOKE=x", "SKEETER_WRITE_TOKEN=x", "SKEETER_READONLY_PASSWORD=x", "SKEETER_=", "SKEETER_DEM"})
	if want := []string{"SKEETER_", "SKEETER_DEM", "SKEETER_WRITE_TOKE"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A token of blanks was meant to lock something.
func TestBlankTokenIsRefused(t *testing.T) {
	t.Parallel()
	for value, refused := range map[string]bool{"": false, "  ": true, "\t": true, "secret": false} {
		_, err := Load(func(name string) (string, bool) { return value, name == "SKEETER_WRITE_TOKEN" })
		if (err != nil) != refused {
			t.Errorf("%q: %v", value, err)
		}
	}
}

func TestEveryBadSettingIsReportedAtOnce(t *testing.T) {
	t.Parallel()
	_, err := load(map[string]string{
		"SKEETER_API_V1_STR": "api", "SKEETER_DATABASE_URL": "mysql://user:secret@h/db", "SKEETER_LISTEN_ADDR": "nowhere",
		"SKEETER_PUBLIC_URL": "ftp://x", "SKEETER_TRUSTED_PROXIES": "10.0.0.0/8,banana", "SKEETER_SAVE_PREDICTED_IMAGES": "maybe",
		"SKEETER_BACKEND_CORS_ORIGINS": "[1", "SKEETER_STATEMENT_TIMEOUT": "-1s", "SKEETER_DATABASE_POOL_SIZE": "1",
		"SKEETER_MAX_REQUESTS": "0", "SKEETER_RATE_LIMIT": "many", "SKEETER_SHUTDOWN_DELAY": "-1s",
		"SKEETER_LOG_FORMAT": "xml", "SKEETER_TILE_INDEX": "2",
	})
	if err == nil {
		t.Fatal("no error")
	}
	for _, name := range []string{"API_V1_STR", "DATABASE_URL", "LISTEN_ADDR", "PUBLIC_URL", "TRUSTED_PROXIES", "SAVE_PREDICTED_IMAGES",
		"BACKEND_CORS_ORIGINS", "STATEMENT_TIMEOUT", "DATABASE_POOL_SIZE", "MAX_REQUESTS", "RATE_LIMIT", "SHUTDOWN_DELAY", "LOG_FORMAT", "TILE_INDEX"} {
		if !strings.Contains(err.Error(), Prefix+name) {
			t.Errorf("%s is not named in: %v", name, err)
		}
	}
	if strings.Contains(err.Error(), "secret") {
		t.Errorf("the password is in the message: %v", err)
	}
}

// TestReplicaURLs: a list, whose errors show no password.
func TestReplicaURLs(t *testing.T) {
	t.Parallel()
	const database = "SKEETER_DATABASE_URL"
	c, err := load(map[string]string{database: "postgres://primary/c", "SKEETER_DATABASE_REPLICA_URLS": "postgres://a@b/c, postgres://d/e"})
	if err != nil || !slices.Equal(c.DatabaseReplicaURLs, []string{"postgres://a@b/c", "postgres://d/e"}) {
		t.Errorf("%q, %v", c.DatabaseReplicaURLs, err)
	}
	for wrong, primary := range map[string]string{"postgres://a:secret@b/c,db:secret": "postgres://primary/c", "https://a:secret@b": "postgres://primary/c", "postgres://a:secret@b/c": ""} {
		if _, err := load(map[string]string{database: primary, "SKEETER_DATABASE_REPLICA_URLS": wrong}); err == nil || !strings.Contains(err.Error(), "SKEETER_DATABASE_REPLICA_URLS") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// TestShownSettingsHideSecrets: every setting that may hold a password, a key or a token says whether it is set alone.
func TestShownSettingsHideSecrets(t *testing.T) {
	t.Parallel()
	values := map[string]string{"SKEETER_DATABASE_URL": "postgres://a:hidden-1@b/c", "SKEETER_DATABASE_DIRECT_URL": "postgres://a:hidden-5@b/c", "SKEETER_WRITE_TOKEN": "hidden-2-hidden-2-hidden-2", "SKEETER_ALERT_WEBHOOK_SECRET": "hidden-3",
		"SKEETER_SMTP_URL": "smtps://a:hidden-4@b:465", "SKEETER_DATABASE_REPLICA_URLS": "postgres://a:hidden-6@b/c", "SKEETER_IMAGES_S3_SECRET_ACCESS_KEY": "hidden-7",
		"SKEETER_APP_NAME": "Shown"}
	c, err := load(values)
	if err != nil {
		t.Fatal(err)
	}
	all := c.Shown()
	if len(all) != len(Settings()) {
		t.Errorf("%d of %d settings", len(all), len(Settings()))
	}
	for _, one := range all {
		_, given := values[one.Name]
		if one.Set != given {
			t.Errorf("%s is set: %v", one.Name, one.Set)
		}
		secret := strings.Contains(values[one.Name], "hidden") || one.Name == "SKEETER_OIDC_CLIENT_SECRET"
		if (one.Value == nil) != secret {
			t.Errorf("%s shows %v", one.Name, one.Value)
		}
		if want := map[string]string{"SKEETER_APP_NAME": "Shown", "SKEETER_IMAGES_MAX_MB": "1024", "SKEETER_IMAGES_MAX_DAYS": "90"}[one.Name]; want != "" && *one.Value != want {
			t.Errorf("%s is shown as %q, want %q", one.Name, *one.Value, want)
		}
	}
}

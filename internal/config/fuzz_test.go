package config

import (
	"net/url"
	"strings"
	"testing"
)

// FuzzLoad holds that settings are inside what they promise, or refused with their names.
func FuzzLoad(f *testing.F) {
	f.Add("PUBLIC_URL=https://maps.example/a/\nTRUSTED_PROXIES=10.0.0.0/8,::1\nLISTEN_ADDR=:80")
	f.Add("BACKEND_CORS_ORIGINS=[\"https://a.example\"]\nAPI_V1_STR=api/\nTILE_CACHE_MB=-1\nSTATEMENT_TIMEOUT=1h")
	f.Add("DATABASE_URL=postgres://u:p@h/d\nDATABASE_PORT=5433\nDEMO=auto\nSAVE_PREDICTED_IMAGES=off\nBASEMAP_STYLE_URL=//x")
	f.Fuzz(func(t *testing.T, text string) {
		env := map[string]string{}
		for line := range strings.SplitSeq(text, "\n") {
			name, value, _ := strings.Cut(line, "=")
			env[Prefix+name] = value
		}
		c, err := load(env)
		if err != nil {
			if !strings.Contains(err.Error(), Prefix) {
				t.Errorf("%q: %v", text, err)
			}
			return
		}
		switch {
		case c.PublicURL != "" && !isWeb(c.PublicURL), strings.HasSuffix(c.PublicURL, "/"),
			c.APIPrefix != "" && (!strings.HasPrefix(c.APIPrefix, "/") || strings.HasSuffix(c.APIPrefix, "/")),
			c.DatabasePoolSize < 2 || c.DatabasePoolSize > 200, c.TileCacheBytes < 0, c.ImagesMaxBytes < 1<<20, c.ImagesMaxAge < 0, c.StatementTimeout <= 0,
			c.DatabasePort < 0 || c.DatabasePort > 65535, c.LogFormat != "text" && c.LogFormat != "json":
			t.Errorf("%q: %+v", text, c)
		}
		for _, origin := range c.CORSOrigins {
			if u, err := url.Parse(origin); origin != "*" && (err != nil || u.Scheme == "" || u.Host == "" || u.Scheme+"://"+u.Host != origin) {
				t.Errorf("%q: origin %q", text, origin)
			}
		}
	})
}

func isWeb(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

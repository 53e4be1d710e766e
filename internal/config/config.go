// Package config reads the settings of the service: environment variables with the prefix SKEETER_, once, at start.
// It imports nothing of the project.
package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Prefix stands before the name of every setting.
const Prefix = "SKEETER_"

// Config holds every setting, parsed and checked.
type Config struct {
	AppName             string         // APP_NAME: shown in the documentation and the welcome
	APIPrefix           string         // API_V1_STR: "/api"; routes are mounted at /v1 under it; "" mounts them at /v1
	DatabasePath        string         // DATABASE_PATH: directory of the embedded database
	DatabaseURL         string         // DATABASE_URL: an external PostGIS; "" means the embedded one
	DatabasePort        int            // DATABASE_PORT: where the embedded database listens on loopback for readers; 0 means nowhere
	PostgresBin         string         // POSTGRES_BIN: directory of initdb and postgres; "" looks in the usual places
	ListenAddr          string         // LISTEN_ADDR: host:port
	PublicURL           string         // PUBLIC_URL: external address without a trailing slash; "" means the request's
	TrustedProxies      []netip.Prefix // TRUSTED_PROXIES: whose X-Forwarded-* headers count
	SavePredictedImages bool           // SAVE_PREDICTED_IMAGES
	ImagesPath          string         // IMAGES_PATH: where saved prediction images are kept
	CORSOrigins         []string       // BACKEND_CORS_ORIGINS
	ImagesMaxBytes      int64          // IMAGES_MAX_MB, in bytes: what saved images may take
	ImagesMaxAge        time.Duration  // IMAGES_MAX_DAYS: how old saved images get; 0 means any age
	ModelPath           string         // MODEL_PATH: an ONNX file or a directory; "" means the bundled model
	ONNXRuntimePath     string         // ONNXRUNTIME_PATH: its shared library; "" looks beside the program and in the system
	WriteToken          string         // WRITE_TOKEN: bearer token that writes need; "" means none
	TileIndex           bool           // TILE_INDEX: whether counts are kept in memory
	TilePoints          bool           // TILE_POINTS: whether what tiles show of single records is kept in a file
	TilePointsPath      string         // TILE_POINTS_PATH: the folder of that file
	TileCacheBytes      int64          // TILE_CACHE_MB, in bytes: what encoded tiles may take; 0 keeps none
	StatementTimeout    time.Duration  // STATEMENT_TIMEOUT: how long one query of a request may run
	DatabasePoolSize    int            // DATABASE_POOL_SIZE: connections of the server, 2 to 200
	MaxRequests         int            // MAX_REQUESTS: how many requests work at once
	RateLimit           Rate           // RATE_LIMIT: what one client may ask; the zero value means no limit
	ShutdownDelay       time.Duration  // SHUTDOWN_DELAY: how long a server that was told to stop still takes requests
	BasemapStyleURL     string         // BASEMAP_STYLE_URL: a MapLibre style below the observations; "" means the bundled one
	LogFormat           string         // LOG_FORMAT: text or json
	LogLevel            slog.Level     // LOG_LEVEL: debug, info, warn or error
	Demo                bool           // DEMO: whether serve fills an empty database with the demonstration set; auto: the embedded one
}

// MinWriteToken is how many characters a write token should have: fewer can be tried out.
const MinWriteToken = 20

// Setting describes one variable for the documentation and `skeeter help`.
type Setting struct {
	Name, Default, Meaning string
}

// Settings lists every variable in the order of the documentation, without the prefix.
var Settings = []Setting{
	{"APP_NAME", "Skeeter", "shown in the documentation and the welcome"},
	{"API_V1_STR", "/api", "path prefix; routes are mounted at /v1 under it"},
	{"DATABASE_PATH", "./data/postgres", "directory of the embedded database"},
	{"DATABASE_URL", "", "an external PostgreSQL with PostGIS instead of the embedded one"},
	{"DATABASE_PORT", "0", "a port of 127.0.0.1 and ::1 where the embedded database takes readers made by skeeter grant-readonly; 0 opens none"},
	{"POSTGRES_BIN", "", "directory of initdb and postgres, when they are in none of the usual places"},
	{"LISTEN_ADDR", "127.0.0.1:8080", "host:port to listen on"},
	{"PUBLIC_URL", "", "external address for links; else the request's"},
	{"TRUSTED_PROXIES", "", "addresses or networks whose X-Forwarded-* headers count, comma-separated"},
	{"SAVE_PREDICTED_IMAGES", "false", "whether predicted images are saved"},
	{"IMAGES_PATH", "./data/images", "where they are saved"},
	{"IMAGES_MAX_MB", "1024", "what saved images may take in MB, 1 to 1048576; the oldest that no observation cites go first"},
	{"IMAGES_MAX_DAYS", "90", "how old they get, cited ones excepted, 0 to 36500; 0 means any age"},
	{"BACKEND_CORS_ORIGINS", "http://localhost:5173,http://localhost:8765", "allowed origins: comma-separated or a JSON array; * allows all, without credentials"},
	{"MODEL_PATH", "", "an ONNX file, or a directory with one and its labels; without it the bundled model"},
	{"ONNXRUNTIME_PATH", "", "ONNX Runtime's shared library, when it is neither beside the program nor in the system"},
	{"WRITE_TOKEN", "", "when set, POST and PATCH of observations need Authorization: Bearer"},
	{"TILE_INDEX", "true", "keep counts in memory; false answers them from SQL"},
	{"TILE_POINTS", "true", "keep what map tiles show of single records in a file, 24 bytes each, beside the counts; false reads them from the database"},
	{"TILE_POINTS_PATH", "./data/tiles", "where that file is; it has no name and is gone when the server ends"},
	{"TILE_CACHE_MB", "128", "memory for encoded map tiles in MB, 0 to 65536; 0 keeps none"},
	{"STATEMENT_TIMEOUT", "60s", "how long one query of a request may run"},
	{"DATABASE_POOL_SIZE", "16", "database connections of the server, 2 to 200"},
	{"MAX_REQUESTS", "256", "requests that work at once, 1 to 10000; as many more wait up to 5 seconds, the others get 503"},
	{"RATE_LIMIT", "", "requests a second that one client may send, and how many at once: 20,200; without it there is no limit"},
	{"SHUTDOWN_DELAY", "3s", "how long a server that was told to stop still takes requests while /readyz says 503"},
	{"BASEMAP_STYLE_URL", "", "a MapLibre style to draw below the observations; without it the bundled Natural Earth"},
	{"LOG_FORMAT", "text", "text or json"},
	{"LOG_LEVEL", "info", "the least that the log tells: debug, info (each request), warn, error"},
	{"DEMO", "auto", "fill an empty database with a small synthetic set on serve: true, false, or auto (the embedded one)"},
}

// Load reads the settings through getenv (os.LookupEnv in the program). The error joins everything that is wrong.
func Load(lookup func(string) (string, bool)) (Config, error) {
	r := reader{lookup: lookup}
	c := Config{
		AppName:             r.text("APP_NAME"),
		APIPrefix:           r.pathPrefix("API_V1_STR"),
		DatabasePath:        r.text("DATABASE_PATH"),
		DatabaseURL:         r.databaseURL("DATABASE_URL"),
		DatabasePort:        r.embeddedPort("DATABASE_PORT", "DATABASE_URL"),
		PostgresBin:         r.value("POSTGRES_BIN"),
		ListenAddr:          r.address("LISTEN_ADDR"),
		PublicURL:           r.webURL("PUBLIC_URL"),
		TrustedProxies:      r.networks("TRUSTED_PROXIES"),
		SavePredictedImages: r.boolean("SAVE_PREDICTED_IMAGES"),
		ImagesPath:          r.text("IMAGES_PATH"),
		CORSOrigins:         r.origins("BACKEND_CORS_ORIGINS"),
		ImagesMaxBytes:      int64(r.integer("IMAGES_MAX_MB", 1, 1<<20)) << 20,
		ImagesMaxAge:        time.Duration(r.integer("IMAGES_MAX_DAYS", 0, 36500)) * 24 * time.Hour,
		ModelPath:           r.value("MODEL_PATH"),
		ONNXRuntimePath:     r.value("ONNXRUNTIME_PATH"),
		WriteToken:          r.secret("WRITE_TOKEN"),
		TileIndex:           r.boolean("TILE_INDEX"),
		TilePoints:          r.boolean("TILE_POINTS"),
		TilePointsPath:      r.text("TILE_POINTS_PATH"),
		TileCacheBytes:      int64(r.integer("TILE_CACHE_MB", 0, 65536)) << 20,
		StatementTimeout:    r.duration("STATEMENT_TIMEOUT"),
		DatabasePoolSize:    r.integer("DATABASE_POOL_SIZE", 2, 200),
		MaxRequests:         r.integer("MAX_REQUESTS", 1, 10_000),
		RateLimit:           r.rate("RATE_LIMIT"),
		ShutdownDelay:       r.pause("SHUTDOWN_DELAY"),
		BasemapStyleURL:     r.styleURL("BASEMAP_STYLE_URL"),
		LogFormat:           r.oneOf("LOG_FORMAT", "text", "json"),
		LogLevel:            r.logLevel("LOG_LEVEL"),
		Demo:                r.demo("DEMO", "DATABASE_URL"),
	}
	return c, errors.Join(r.errs...)
}

// elsewhere are variables with the prefix that are read by commands, and are no settings.
var elsewhere = []string{"READONLY_PASSWORD"}

// Unknown returns the variables of an environment (os.Environ) that have the prefix and mean nothing, by name: a setting that is
// misspelt has no effect.
func Unknown(environment []string) (names []string) {
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		short, ours := strings.CutPrefix(name, Prefix)
		known := slices.ContainsFunc(Settings, func(s Setting) bool { return s.Name == short }) || slices.Contains(elsewhere, short)
		if ours && !known {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

type reader struct {
	lookup func(string) (string, bool)
	errs   []error
}

func (r *reader) fail(name, value, want string) {
	r.errs = append(r.errs, fmt.Errorf("%s%s is %q: %s", Prefix, name, value, want))
}

// value is the variable, or its default when it is not set. An empty variable counts as not set.
func (r *reader) value(name string) string {
	if v, ok := r.lookup(Prefix + name); ok && strings.TrimSpace(v) != "" {
		return strings.TrimSpace(v)
	}
	for _, s := range Settings {
		if s.Name == name {
			return s.Default
		}
	}
	panic("config: setting " + name + " is not in Settings")
}

// secret is a value of which blanks alone are no way to say that there is none: who sets it means to lock something.
func (r *reader) secret(name string) string {
	if v, ok := r.lookup(Prefix + name); ok && v != "" && strings.TrimSpace(v) == "" {
		r.errs = append(r.errs, fmt.Errorf("%s%s is blank: want a token, or nothing", Prefix, name))
	}
	return r.value(name)
}

func (r *reader) text(name string) string {
	v := r.value(name)
	if strings.ContainsFunc(v, func(c rune) bool { return c < ' ' }) {
		r.fail(name, v, "it must not contain control characters")
	}
	return v
}

func (r *reader) pathPrefix(name string) string {
	v := strings.TrimRight(r.value(name), "/")
	if v != "" && (!strings.HasPrefix(v, "/") || strings.ContainsAny(v, "?#{} \\") || strings.Contains(v, "//") || strings.Contains(v, "..")) {
		r.fail(name, v, "want a path such as /api")
	}
	return v
}

func (r *reader) databaseURL(name string) string {
	v := r.value(name)
	if v == "" {
		return ""
	}
	u, err := url.Parse(v)
	if err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql") {
		// The value may hold a password, so it is not repeated.
		r.errs = append(r.errs, fmt.Errorf("%s%s: want postgres://user:password@host:port/database", Prefix, name))
	}
	return v
}

func (r *reader) address(name string) string {
	v := r.value(name)
	_, port, err := net.SplitHostPort(v)
	if n, convErr := strconv.Atoi(port); err != nil || convErr != nil || n < 0 || n > 65535 {
		r.fail(name, v, "want host:port such as 127.0.0.1:8080, a port of 0 to 65535")
	}
	return v
}

func (r *reader) webURL(name string) string {
	v := strings.TrimRight(r.value(name), "/")
	if u := r.webAddress(name, v); u != nil && (u.RawQuery != "" || u.Fragment != "") {
		r.fail(name, v, "want an address without a query, such as https://skeeter.example.org")
	}
	return v
}

// styleURL is an address that may carry a key in its query.
func (r *reader) styleURL(name string) string {
	v := r.value(name)
	if u := r.webAddress(name, v); u != nil && u.Fragment != "" {
		r.fail(name, v, "want an address without a fragment, such as https://tiles.example.org/style.json?key=...")
	}
	return v
}

// webAddress is nil for no address, and for one that is wrong, which it records.
func (r *reader) webAddress(name, v string) *url.URL {
	if v == "" {
		return nil
	}
	u, err := url.Parse(v)
	if strings.Contains(v, "@") && (err != nil || u.User != nil) {
		// Links would show the password to everybody; it is not repeated here either.
		r.errs = append(r.errs, fmt.Errorf("%s%s: want an address without user and password, such as https://skeeter.example.org", Prefix, name))
		return nil
	}
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		r.fail(name, v, "want an address such as https://skeeter.example.org")
		return nil
	}
	return u
}

func (r *reader) networks(name string) []netip.Prefix {
	var out []netip.Prefix
	for _, item := range splitList(r.value(name)) {
		prefix, err := netip.ParsePrefix(item)
		if err != nil {
			addr, addrErr := netip.ParseAddr(item)
			if addrErr != nil {
				r.fail(name, item, "want an address or a network such as 10.0.0.0/8")
				continue
			}
			prefix = netip.PrefixFrom(addr, addr.BitLen())
		}
		// The address of a client is compared as IPv4 where it is one.
		if addr := prefix.Addr(); addr.Is4In6() && prefix.Bits() >= 96 {
			prefix = netip.PrefixFrom(addr.Unmap(), prefix.Bits()-96)
		}
		out = append(out, prefix.Masked())
	}
	return out
}

func (r *reader) origins(name string) []string {
	v := r.value(name)
	items := splitList(v)
	if strings.HasPrefix(v, "[") {
		items = nil
		if err := json.Unmarshal([]byte(v), &items); err != nil {
			r.fail(name, v, "want origins, comma-separated or as a JSON array of strings")
			return nil
		}
	}
	for i, item := range items {
		items[i] = strings.ToLower(strings.TrimRight(strings.TrimSpace(item), "/")) // as browsers send it
		if items[i] == "*" {
			continue
		}
		u, err := url.Parse(items[i])
		if err != nil || u.Scheme == "" || u.Host == "" || strings.Contains(u.Host, "*") || items[i] != u.Scheme+"://"+u.Host {
			r.fail(name, item, "want an origin such as https://map.example.org, or * for all")
			continue
		}
		if port := u.Port(); u.Scheme == "https" && port == "443" || u.Scheme == "http" && port == "80" {
			items[i] = strings.TrimSuffix(items[i], ":"+port)
		}
	}
	if len(items) > 1 && slices.Contains(items, "*") {
		r.fail(name, v, "* allows every origin; name others without it")
		return nil
	}
	return items
}

func (r *reader) boolean(name string) bool { return r.oneOfBooleans(name, "want true or false") }

func (r *reader) oneOfBooleans(name, want string) bool {
	switch v := r.value(name); strings.ToLower(v) {
	case "true", "1", "yes", "on", "y", "t":
		return true
	case "false", "0", "no", "off", "n", "f", "none":
		return false
	default:
		r.fail(name, v, want)
		return false
	}
}

func (r *reader) demo(name, databaseURL string) bool {
	if strings.EqualFold(r.value(name), "auto") {
		return r.value(databaseURL) == ""
	}
	return r.oneOfBooleans(name, "want true, false or auto")
}

func (r *reader) integer(name string, low, high int) int {
	v := r.value(name)
	n, err := strconv.Atoi(v)
	if err != nil || n < low || n > high {
		r.fail(name, v, fmt.Sprintf("want a whole number from %d to %d", low, high))
	}
	return n
}

// embeddedPort is a port of the embedded database, so that beside the address of another it would open nothing.
func (r *reader) embeddedPort(name, databaseURL string) int {
	port := r.integer(name, 0, 65535)
	if port != 0 && r.value(databaseURL) != "" {
		r.fail(name, r.value(name), Prefix+databaseURL+" is set, and the port is the embedded database's")
	}
	return port
}

func (r *reader) duration(name string) time.Duration {
	v := r.value(name)
	d, err := time.ParseDuration(v)
	if err != nil || d <= 0 {
		r.fail(name, v, "want a duration such as 30s")
	}
	return d
}

// maxPause is the longest time to wait by a setting.
const maxPause = 10 * time.Minute

// pause is a duration that may be 0.
func (r *reader) pause(name string) time.Duration {
	v := r.value(name)
	d, err := time.ParseDuration(v)
	if err != nil || d < 0 || d > maxPause {
		r.fail(name, v, "want a duration from 0s to 10m, such as 5s")
	}
	return d
}

func (r *reader) oneOf(name string, allowed ...string) string {
	v := r.value(name)
	for _, a := range allowed {
		if strings.EqualFold(v, a) {
			return a
		}
	}
	r.fail(name, v, "want "+strings.Join(allowed[:len(allowed)-1], ", ")+" or "+allowed[len(allowed)-1])
	return v
}

func (r *reader) logLevel(name string) (level slog.Level) {
	if err := level.UnmarshalText([]byte(r.oneOf(name, "debug", "info", "warn", "error"))); err != nil {
		return slog.LevelInfo // oneOf said what is wrong
	}
	return level
}

func splitList(s string) []string {
	var out []string
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, item)
		}
	}
	return out
}

// Package config reads the settings of the service: environment variables with the prefix SKEETER_, once, at start.
// It imports nothing of the project.
//
// A setting is a field of Config. Its tags are the only description: env names the variable, default is what an unset
// variable means, kind says how the text is read, and doc says what it is for. Load, `skeeter settings` and
// docs/settings.md all come from them.
//
// The reader is our own: caarlos0/env chooses a parser by the Go type of a field, but most settings are texts with different rules,
// and its errors name the Go field instead of the variable.
package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Prefix stands before the name of every setting.
const Prefix = "SKEETER_"

// Config holds every setting, parsed and checked. Numbers in a kind are the least and the greatest value.
type Config struct {
	AppName                 string         `env:"APP_NAME" default:"Skeeter" doc:"name in the documentation and the welcome"`
	APIPrefix               string         `env:"API_V1_STR" default:"/api" kind:"prefix" doc:"path prefix; routes are mounted at /v1 under it; / mounts them at /v1"`
	DatabasePath            string         `env:"DATABASE_PATH" default:"./data/postgres" doc:"directory of the embedded database"`
	DatabaseURL             string         `env:"DATABASE_URL" secret:"true" kind:"database" doc:"an external PostgreSQL 15 or newer with PostGIS 3.1 or newer instead of the embedded one"`
	DatabaseDirectURL       string         `env:"DATABASE_DIRECT_URL" secret:"true" kind:"direct" doc:"the same database without PgBouncer, where DATABASE_URL goes through it in transaction mode: for migrations, imports, notifications and private data sources"`
	DatabaseReplicaURLs     []string       `env:"DATABASE_REPLICA_URLS" secret:"true" kind:"replicas" doc:"streaming replicas of the database, comma-separated, over which reads are spread"`
	ReplicaMaxLag           time.Duration  `env:"REPLICA_MAX_LAG" default:"5s" kind:"delay" doc:"how far a replica may be behind and still get reads, up to 10m"`
	DatabasePort            int            `env:"DATABASE_PORT" default:"0" kind:"port" doc:"a loopback port of the embedded database, for roles of skeeter grant-readonly; 0 opens none"`
	PostgresBin             string         `env:"POSTGRES_BIN" doc:"directory of initdb and postgres, when they are in none of the usual places"`
	ListenAddr              string         `env:"LISTEN_ADDR" default:"127.0.0.1:8080" kind:"address" doc:"host:port to listen on"`
	PublicURL               string         `env:"PUBLIC_URL" kind:"url" doc:"external address for links; else the request's"`
	TrustedProxies          []netip.Prefix `env:"TRUSTED_PROXIES" kind:"networks" doc:"addresses or networks whose X-Forwarded-* headers count, comma-separated"`
	SavePredictedImages     bool           `env:"SAVE_PREDICTED_IMAGES" default:"false" kind:"boolean" doc:"whether pictures sent for prediction are saved"`
	ImagesPath              string         `env:"IMAGES_PATH" default:"./data/images" kind:"images" doc:"where pictures sent for prediction are saved: a folder, or s3://bucket/prefix of an object store; several servers may share it"`
	ImagesS3Endpoint        string         `env:"IMAGES_S3_ENDPOINT" kind:"endpoint" doc:"address of the object store, such as https://s3.example.org:9000; without it Amazon's of the region"`
	ImagesS3Region          string         `env:"IMAGES_S3_REGION" default:"us-east-1" kind:"region" doc:"region of the bucket"`
	ImagesS3AccessKeyID     string         `env:"IMAGES_S3_ACCESS_KEY_ID" kind:"bucketkey" doc:"key that may list, read, write and delete objects of the bucket; needed with one"`
	ImagesS3SecretAccessKey string         `env:"IMAGES_S3_SECRET_ACCESS_KEY" secret:"true" kind:"bucketkey" doc:"the secret that goes with it"`
	ImagesMaxBytes          int64          `env:"IMAGES_MAX_MB" default:"1024" kind:"megabytes 1 1048576" doc:"what saved pictures may take in MB, 1 to 1048576; the oldest without an observation go first"`
	ImagesMaxAge            time.Duration  `env:"IMAGES_MAX_DAYS" default:"90" kind:"days 0 36500" doc:"days until a saved picture without an observation is deleted, 0 to 36500; 0 means never"`
	ImportsPath             string         `env:"IMPORTS_PATH" default:"./data/imports" doc:"where files that are imported by HTTP lie, for a day at most"`
	ImportMaxBytes          int64          `env:"IMPORT_MAX_MB" default:"500" kind:"megabytes 1 1048576" doc:"largest file that is imported by HTTP in MB, 1 to 1048576"`
	CORSOrigins             []string       `env:"BACKEND_CORS_ORIGINS" default:"http://localhost:5173,http://localhost:8765" kind:"origins" doc:"allowed origins: comma-separated or a JSON array; * allows all, without credentials"`
	EmbedOrigins            []string       `env:"EMBED_ORIGINS" kind:"origins" doc:"origins whose pages may show the map in a frame: comma-separated or a JSON array; * lets all, without it none may"`
	ModelPath               string         `env:"MODEL_PATH" doc:"an ONNX file, or a directory with one and its labels; without it the bundled model; none for no model"`
	ONNXRuntimePath         string         `env:"ONNXRUNTIME_PATH" doc:"ONNX Runtime's shared library, when it is neither beside the program nor in the system"`
	WriteToken              string         `env:"WRITE_TOKEN" secret:"true" kind:"token" doc:"a token that may write everything but people, in Authorization: Bearer; skeeter token makes others, with fewer rights"`
	AnonymousReports        string         `env:"ANONYMOUS_REPORTS" default:"auto" kind:"oneof auto true false" doc:"whether visitors whom nobody knows may report observations: true, false, or auto (until there is a token or an account)"`
	Publish                 string         `env:"PUBLISH" default:"auto" kind:"oneof auto all reviewed" doc:"whose reports the public sees at once: all, or reviewed (those without a token or an account wait for a review), or auto (all until there is a token or an account)"`
	ReviewRule              string         `env:"REVIEW_RULE" default:"alerts" kind:"oneof one alerts two" doc:"when a record counts as reviewed: one (a reviewer decides), two (when two people say the same), or alerts (two where a record that becomes public raises an alert of an introduction, else one)"`
	TileIndex               bool           `env:"TILE_INDEX" default:"true" kind:"boolean" doc:"keep counts in memory, 9 to 24 bytes a record; false answers them from SQL"`
	TileIndexMaxRecords     int64          `env:"TILE_INDEX_MAX_RECORDS" default:"0" kind:"count 0 1000000000000" doc:"with more observations than this none are kept in memory: rollups in the database answer low zooms and counts, and SQL the rest; 0 to 1000000000000, and 0 sets no limit"`
	TilePoints              bool           `env:"TILE_POINTS" default:"true" kind:"boolean" doc:"keep single records of tiles, layers and lists in files, about 45 bytes a record, with a snapshot of the index from which the next start goes on; false reads them from the database"`
	TilePointsPath          string         `env:"TILE_POINTS_PATH" default:"./data/tiles" doc:"folder of these files, one for each server"`
	TilePointsFrom          string         `env:"TILE_POINTS_FROM" doc:"folder of these files of another server on the same database, on this host or shared: a server whose own do not fit takes them at its start, which is quicker than reading the table"`
	TileCacheBytes          int64          `env:"TILE_CACHE_MB" default:"128" kind:"megabytes 0 65536" doc:"memory for encoded map tiles in MB, 0 to 65536; 0 keeps none"`
	StatementTimeout        time.Duration  `env:"STATEMENT_TIMEOUT" default:"60s" kind:"timeout" doc:"how long one query of a request may run, 100ms or more"`
	DatabasePoolSize        int            `env:"DATABASE_POOL_SIZE" default:"16" kind:"number 2 200" doc:"database connections of the server, 2 to 200"`
	MaxRequests             int            `env:"MAX_REQUESTS" default:"256" kind:"number 1 10000" doc:"requests that work at once, 1 to 10000; as many more wait up to 5 seconds, the others get 503"`
	RateLimit               Rate           `env:"RATE_LIMIT" kind:"rate" doc:"requests a second that one client may send, and how many at once: 20,200; without it there is no limit"`
	ShutdownDelay           time.Duration  `env:"SHUTDOWN_DELAY" default:"3s" kind:"delay" doc:"how long a server that was told to stop still takes requests while /readyz says 503, up to 10m"`
	BasemapStyleURL         string         `env:"BASEMAP_STYLE_URL" kind:"style" doc:"a MapLibre style to draw below the observations; without it the bundled Natural Earth"`
	BasemapPMTiles          string         `env:"BASEMAP_PMTILES" doc:"a PMTiles archive of Protomaps, a street map that visitors may choose"`
	AlertWebhookHosts       []string       `env:"ALERT_WEBHOOK_HOSTS" kind:"list" doc:"hosts, with :port where it is not the usual one, to which rules of alerts may send webhooks, comma-separated; a private address has to be listed itself; without any none are sent"`
	AlertWebhookSecret      string         `env:"ALERT_WEBHOOK_SECRET" secret:"true" kind:"token" doc:"signs webhooks: whsec_ and base64, or a text"`
	SMTPURL                 string         `env:"SMTP_URL" secret:"true" doc:"smtp:// (STARTTLS) or smtps://user:password@host:port for mail of alerts; without it none is sent"`
	SMTPFrom                string         `env:"SMTP_FROM" doc:"sender of mail, such as Skeeter <skeeter@example.org>; needed with SMTP_URL"`
	AlertMailTo             []string       `env:"ALERT_MAIL_TO" kind:"list" doc:"addresses, and domains as @example.org, to which rules of alerts may send mail, comma-separated"`
	OIDCIssuer              string         `env:"OIDC_ISSUER" doc:"issuer of OpenID Connect by which people sign in, such as https://accounts.google.com; without one they do with passwords and passkeys alone"`
	OIDCClientID            string         `env:"OIDC_CLIENT_ID" doc:"what the issuer knows this server as"`
	OIDCClientSecret        string         `env:"OIDC_CLIENT_SECRET" secret:"true" kind:"token" doc:"the secret that goes with it; without one the server is a public client"`
	OIDCSignUp              bool           `env:"OIDC_SIGN_UP" default:"false" kind:"boolean" doc:"whether everybody whom the issuer knows gets an account, as a reporter; else people add the issuer to the account that they have"`
	LogFormat               string         `env:"LOG_FORMAT" default:"text" kind:"oneof text json" doc:"text or json"`
	LogLevel                slog.Level     `env:"LOG_LEVEL" default:"info" kind:"level" doc:"the least severe lines that are logged: debug, info (each request), warn, error"`
	Demo                    bool           `env:"DEMO" default:"auto" kind:"demo" doc:"fill an empty database with a small synthetic set on serve: true, false, or auto (only the embedded one)"`

	said map[string]string // the settings as they are written, by variable
}

// MinWriteToken is how many characters a write token should have: shorter ones can be guessed by trying.
const MinWriteToken = 20

// Load reads the settings through lookup (os.LookupEnv in the program). A blank variable counts as not set. The error
// joins everything that is wrong.
func Load(lookup func(string) (string, bool)) (Config, error) {
	c := Config{said: map[string]string{}}
	var errs []error
	for _, f := range fields() {
		name, kind := Prefix+f.Tag.Get("env"), f.Tag.Get("kind")
		raw, set := lookup(name)
		if !set {
			raw = ""
		}
		text := strings.TrimSpace(raw)
		if kind == "token" && raw != "" && text == "" {
			// Whoever sets a token means to protect something, so blanks are no way to say that there is none.
			errs = append(errs, fmt.Errorf("%s is blank: want a token, or nothing", name))
		}
		if text == "" {
			text = f.Tag.Get("default")
		}
		c.said[name] = text
		value, err := c.parse(strings.Fields(kind), text)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s%w", name, err))
		}
		reflect.ValueOf(&c).Elem().FieldByIndex(f.Index).Set(reflect.ValueOf(value))
	}
	return c, errors.Join(errs...)
}

// Shown is a setting that administrators may see.
type Shown struct {
	Name    string  `json:"name"`
	Value   *string `json:"value"` // null for a secret
	Set     bool    `json:"set"`   // it is not what an unset variable means
	Meaning string  `json:"meaning"`
}

// Shown lists every setting as it is written. Those that hold passwords, keys or tokens say whether they are set alone.
func (c Config) Shown() (all []Shown) {
	for _, f := range fields() {
		one := Shown{Name: Prefix + f.Tag.Get("env"), Meaning: f.Tag.Get("doc")}
		said := c.said[one.Name]
		one.Set = said != f.Tag.Get("default")
		if f.Tag.Get("secret") == "" {
			one.Value = &said
		}
		all = append(all, one)
	}
	return all
}

// Setting describes one variable to readers. Default is "" for a variable that is unset by default.
type Setting struct {
	Name, Default, Meaning string
}

// Settings lists every variable in the order of Config.
func Settings() (settings []Setting) {
	for _, f := range fields() {
		settings = append(settings, Setting{Prefix + f.Tag.Get("env"), f.Tag.Get("default"), f.Tag.Get("doc")})
	}
	return settings
}

func fields() []reflect.StructField {
	return slices.DeleteFunc(reflect.VisibleFields(reflect.TypeFor[Config]()), func(f reflect.StructField) bool { return !f.IsExported() })
}

// Unknown returns the variables of an environment (os.Environ) that have the prefix and mean nothing, sorted: a
// misspelt setting has no effect.
func Unknown(environment []string) (names []string) {
	known := []string{Prefix + "READONLY_PASSWORD"} // skeeter grant-readonly reads it
	for _, s := range Settings() {
		known = append(known, s.Name)
	}
	for _, variable := range environment {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, Prefix) && !slices.Contains(known, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

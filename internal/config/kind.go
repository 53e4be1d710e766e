package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// parse reads the text of one setting by its kind, a name and its arguments. It may look at the fields that stand before
// the setting's own. The value has the type of the field, also beside an error; the error continues the variable's name.
func (c *Config) parse(kind []string, text string) (any, error) {
	if len(kind) == 0 {
		return plain(text)
	}
	switch name, args := kind[0], kind[1:]; name {
	case "prefix":
		return pathPrefix(text)
	case "database":
		return postgresURL(text)
	case "direct":
		return directURL(text, c.DatabaseURL)
	case "replicas":
		return replicaURLs(text, c.DatabaseURL)
	case "port":
		return embeddedPort(text, c.DatabaseURL)
	case "address":
		return address(text)
	case "url":
		return publicURL(text)
	case "images":
		return imagesPath(text)
	case "endpoint":
		return endpoint(text)
	case "region":
		return region(text)
	case "bucketkey":
		return c.bucketKey(text)
	case "style":
		return styleURL(text)
	case "networks":
		return networks(text)
	case "list":
		return splitList(text), nil
	case "origins":
		return origins(text)
	case "token":
		return text, nil
	case "boolean":
		return boolean(text, "want true or false")
	case "demo":
		if strings.EqualFold(text, "auto") {
			return c.DatabaseURL == "", nil
		}
		return boolean(text, "want true, false or auto")
	case "number":
		return number(text, args)
	case "megabytes":
		n, err := number(text, args)
		return int64(n) << 20, err
	case "days":
		n, err := number(text, args)
		return time.Duration(n) * 24 * time.Hour, err
	case "count":
		n, err := number(text, args)
		return int64(n), err
	case "timeout":
		return duration(text, minTimeout, math.MaxInt64, "want a duration of 100ms or more, such as 30s")
	case "delay":
		return duration(text, 0, maxDelay, "want a duration from 0s to 10m, such as 5s")
	case "rate":
		return rate(text)
	case "oneof":
		return oneOf(text, args)
	case "level":
		return logLevel(text)
	default:
		panic("config: there is no kind of setting " + name)
	}
}

// wrong describes a value that is not taken. A text with an @ may hold a password and is not repeated.
func wrong(value, want string) error {
	if strings.Contains(value, "@") {
		return errors.New(": " + want)
	}
	return fmt.Errorf(" is %q: %s", value, want)
}

func plain(text string) (string, error) {
	if strings.ContainsFunc(text, func(c rune) bool { return c < ' ' }) {
		return text, wrong(text, "it must not contain control characters")
	}
	return text, nil
}

func pathPrefix(text string) (string, error) {
	text = strings.TrimRight(text, "/")
	if text != "" && (!strings.HasPrefix(text, "/") || strings.ContainsAny(text, "?#{} \\") || strings.Contains(text, "//") || strings.Contains(text, "..")) {
		return text, wrong(text, "want a path such as /api")
	}
	return text, nil
}

// postgresURL never repeats the value: a query may hold a password as well.
func postgresURL(text string) (string, error) {
	if u, err := url.Parse(text); text != "" && (err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql") {
		return text, errors.New(": want postgres://user:password@host:port/database")
	}
	return text, nil
}

// directURL is refused without the address that goes through the pooler.
func directURL(text, databaseURL string) (string, error) {
	if text != "" && databaseURL == "" {
		return text, errors.New(": " + Prefix + "DATABASE_URL has to be set, too: the address of PgBouncer")
	}
	return postgresURL(text)
}

func replicaURLs(text, databaseURL string) ([]string, error) {
	list := splitList(text)
	if len(list) > 0 && databaseURL == "" {
		return nil, errors.New(": " + Prefix + "DATABASE_URL has to be set, too: the address of the primary")
	}
	for _, one := range list {
		if _, err := postgresURL(one); err != nil {
			return nil, errors.New(": want addresses like postgres://user:password@host:5432/skeeter, comma-separated")
		}
	}
	return list, nil
}

// embeddedPort is refused beside the address of an external database: it would open nothing.
func embeddedPort(text, databaseURL string) (int, error) {
	port, err := number(text, []string{"0", "65535"})
	if err == nil && port != 0 && databaseURL != "" {
		err = wrong(text, Prefix+"DATABASE_URL is set, and the port is the embedded database's")
	}
	return port, err
}

func address(text string) (string, error) {
	_, port, err := net.SplitHostPort(text)
	if n, convErr := strconv.Atoi(port); err != nil || convErr != nil || n < 0 || n > 65535 {
		return text, wrong(text, "want host:port such as 127.0.0.1:8080, a port of 0 to 65535")
	}
	return text, nil
}

func publicURL(text string) (string, error) {
	text = strings.TrimRight(text, "/")
	u, err := webURL(text)
	if err == nil && (u.RawQuery != "" || u.Fragment != "") {
		err = wrong(text, "want an address without a query, such as https://skeeter.example.org")
	}
	return text, err
}

// styleURL may carry a key in its query.
func styleURL(text string) (string, error) {
	u, err := webURL(text)
	if err == nil && u.Fragment != "" {
		err = wrong(text, "want an address without a fragment, such as https://tiles.example.org/style.json?key=...")
	}
	return text, err
}

// webURL takes "" as well, which means no address.
func webURL(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	switch {
	case text == "":
		return u, nil
	case strings.Contains(text, "@") && (err != nil || u.User != nil): // links would show the password to everybody
		return u, wrong(text, "want an address without user and password, such as https://skeeter.example.org")
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return u, wrong(text, "want an address such as https://skeeter.example.org")
	}
	return u, nil
}

func networks(text string) (out []netip.Prefix, err error) {
	var bad []string
	for _, item := range splitList(text) {
		prefix, err := netip.ParsePrefix(item)
		if err != nil {
			addr, err := netip.ParseAddr(item)
			if err != nil {
				bad = append(bad, item)
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
	if bad != nil {
		return nil, wrong(strings.Join(bad, ", "), "want addresses or networks such as 10.0.0.0/8")
	}
	return out, nil
}

func origins(text string) (out []string, err error) {
	items := splitList(text)
	if strings.HasPrefix(text, "[") {
		items = nil
		if err := json.Unmarshal([]byte(text), &items); err != nil {
			return nil, wrong(text, "want origins, comma-separated or as a JSON array of strings")
		}
	}
	var bad []string
	for _, item := range items {
		if normal, ok := origin(item); ok {
			out = append(out, normal)
		} else {
			bad = append(bad, item)
		}
	}
	switch {
	case bad != nil:
		return nil, wrong(strings.Join(bad, ", "), "want origins such as https://map.example.org, or * for all")
	case len(out) > 1 && slices.Contains(out, "*"):
		return nil, wrong(text, "* allows every origin; name others without it")
	}
	return out, nil
}

// origin returns an origin as browsers send it: in lower case, without the scheme's usual port. It is false for what
// browsers never send.
func origin(text string) (string, bool) {
	out := strings.ToLower(strings.TrimRight(strings.TrimSpace(text), "/"))
	if out == "*" {
		return out, true
	}
	u, err := url.Parse(out)
	if err != nil || u.Scheme == "" || u.Host == "" || strings.Contains(u.Host, "*") || out != u.Scheme+"://"+u.Host {
		return "", false
	}
	if port := u.Port(); u.Scheme == "https" && port == "443" || u.Scheme == "http" && port == "80" {
		out = strings.TrimSuffix(out, ":"+port)
	}
	return out, true
}

func boolean(text, want string) (bool, error) {
	switch strings.ToLower(text) {
	case "true", "1", "yes", "on", "y", "t":
		return true, nil
	case "false", "0", "no", "off", "n", "f", "none":
		return false, nil
	}
	return false, wrong(text, want)
}

func number(text string, limits []string) (int, error) {
	low, lowErr := strconv.Atoi(limits[0])
	high, highErr := strconv.Atoi(limits[1])
	if err := errors.Join(lowErr, highErr); err != nil {
		panic(fmt.Sprintf("config: limits of a number: %v", err))
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return n, wrong(text, fmt.Sprintf("want a whole number from %d to %d", low, high))
	}
	return n, nil
}

// minTimeout is the shortest limit of a query: with less the server could not begin its sessions.
const minTimeout = 100 * time.Millisecond

// maxDelay is the longest wait that a setting can ask for.
const maxDelay = 10 * time.Minute

func duration(text string, low, high time.Duration, want string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < low || d > high {
		return d, wrong(text, want)
	}
	return d, nil
}

func oneOf(text string, allowed []string) (string, error) {
	for _, a := range allowed {
		if strings.EqualFold(text, a) {
			return a, nil
		}
	}
	last := len(allowed) - 1
	return text, wrong(text, "want "+strings.Join(allowed[:last], ", ")+" or "+allowed[last])
}

func logLevel(text string) (level slog.Level, err error) {
	if text, err = oneOf(text, []string{"debug", "info", "warn", "error"}); err == nil {
		err = level.UnmarshalText([]byte(text))
	}
	return level, err
}

func splitList(s string) (out []string) {
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, item)
		}
	}
	return out
}

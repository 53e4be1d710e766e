package config

import (
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// bucketScheme begins a path that is a bucket of an object store.
const bucketScheme = "s3://"

// ImagesBucket returns the bucket that ImagesPath names and the prefix of what lies there; in is false for a folder.
func (c Config) ImagesBucket() (bucket, prefix string, in bool) { return bucketOf(c.ImagesPath) }

func bucketOf(path string) (bucket, prefix string, in bool) {
	rest, in := strings.CutPrefix(path, bucketScheme)
	if !in {
		return "", "", false
	}
	bucket, prefix, _ = strings.Cut(strings.TrimRight(rest, "/"), "/")
	return bucket, prefix, true
}

// bucketName is what Amazon's rules have in common with those of other stores, and bucketPrefix what needs no escaping anywhere.
var (
	bucketName   = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)
	bucketPrefix = regexp.MustCompile(`^[A-Za-z0-9._-]+(/[A-Za-z0-9._-]+)*$`)
)

// maxBucketPrefix leaves room for the name of a picture in the 1024 bytes of a key.
const maxBucketPrefix = 512

// imagesPath takes a folder or s3://bucket/prefix.
func imagesPath(text string) (string, error) {
	bucket, prefix, in := bucketOf(text)
	if !in && strings.HasPrefix(strings.ToLower(text), bucketScheme) {
		return text, wrong(text, "want "+bucketScheme+" in lower case")
	}
	if !in {
		return plain(text)
	}
	segments := strings.Split(prefix, "/")
	if !bucketName.MatchString(bucket) || prefix != "" && (!bucketPrefix.MatchString(prefix) || len(prefix) > maxBucketPrefix || slices.Contains(segments, ".") || slices.Contains(segments, "..")) {
		return text, wrong(text, "want a folder, or s3://bucket/prefix with the bucket's name of 3 to 63 lower-case letters, digits, dots and hyphens, and a prefix of letters, digits, dots, hyphens and underscores")
	}
	return text, nil
}

// endpoint is the address of an object store.
func endpoint(text string) (string, error) {
	text = strings.TrimRight(text, "/")
	u, err := webURL(text)
	if err == nil && (u.Path != "" || u.RawQuery != "" || u.Fragment != "") {
		err = wrong(text, "want an address without a path, such as https://s3.example.org:9000; the bucket is in "+Prefix+"IMAGES_PATH")
	}
	return text, err
}

// bucketKey is needed where pictures are saved in a bucket. It is never repeated.
func (c *Config) bucketKey(text string) (string, error) {
	if _, _, in := c.ImagesBucket(); in && c.SavePredictedImages && text == "" {
		return text, errors.New(": it is needed, because " + Prefix + "IMAGES_PATH is a bucket")
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return text, errors.New(": want letters, digits and signs without blanks")
	}
	return text, nil
}

// region of a bucket.
func region(text string) (string, error) {
	if u := url.PathEscape(text); u != text || strings.ContainsAny(text, "@:=&+$") {
		return text, wrong(text, "want a region such as eu-central-1")
	}
	return text, nil
}

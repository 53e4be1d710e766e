package config

import (
	"strings"
	"testing"
)

func TestImagesBucket(t *testing.T) {
	t.Parallel()
	keys := map[string]string{"SKEETER_SAVE_PREDICTED_IMAGES": "true", "SKEETER_IMAGES_S3_ACCESS_KEY_ID": "id", "SKEETER_IMAGES_S3_SECRET_ACCESS_KEY": "hidden"}
	with := func(more map[string]string) map[string]string {
		all := map[string]string{}
		for _, m := range []map[string]string{keys, more} {
			for name, value := range m {
				all[name] = value
			}
		}
		return all
	}
	type place struct {
		bucket, prefix string
		in             bool
	}
	for path, want := range map[string]place{
		"": {}, "./pictures": {}, "/var/s3:/x": {}, "s3/bucket": {},
		"s3://pictures": {"pictures", "", true}, "s3://pictures/": {"pictures", "", true}, "s3://my.pictures-2/of/Skeeter_1/": {"my.pictures-2", "of/Skeeter_1", true},
	} {
		c, err := load(with(map[string]string{"SKEETER_IMAGES_PATH": path}))
		bucket, prefix, in := c.ImagesBucket()
		if got := (place{bucket, prefix, in}); err != nil || got != want {
			t.Errorf("%q: %+v, %v", path, got, err)
		}
	}
	for _, path := range []string{"s3://", "s3:///x", "S3://pictures", "s3://Pictures", "s3://pi", "s3://-pictures", "s3://pictures_2", "s3://id:hidden@pictures/x", "s3://pictures//x",
		"s3://pictures/../x", "s3://pictures/./x", "s3://pictures/a b", "s3://pictures/x?y", "s3://pictures/x#y", "s3://pictures/%2e", "s3://pictures/" + strings.Repeat("x", 513), "s3://" + strings.Repeat("x", 64), "./pic\x00tures"} {
		if _, err := load(with(map[string]string{"SKEETER_IMAGES_PATH": path})); err == nil || !strings.Contains(err.Error(), "SKEETER_IMAGES_PATH") || strings.Contains(err.Error(), "hidden") {
			t.Errorf("%q: %v", path, err)
		}
	}
	for name, bad := range map[string][]string{
		"SKEETER_IMAGES_S3_ENDPOINT": {"s3.example.org", "ftp://s3.example.org", "https://id:hidden@s3.example.org", "https://s3.example.org/bucket", "https://s3.example.org?x", "https://"},
		"SKEETER_IMAGES_S3_REGION":   {"eu central 1", "eu/central", "eu@central"}, "SKEETER_IMAGES_S3_ACCESS_KEY_ID": {"hidden id", "hidden\nid", "hidden\u00e9"}, "SKEETER_IMAGES_S3_SECRET_ACCESS_KEY": {"hidden secret"},
	} {
		for _, text := range bad {
			if _, err := load(with(map[string]string{name: text})); err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "hidden") {
				t.Errorf("%s=%q: %v", name, text, err)
			}
		}
	}
	for _, address := range []string{"https://s3.example.org", "http://127.0.0.1:9000/", "http://[::1]:9000"} {
		if c, err := load(with(map[string]string{"SKEETER_IMAGES_S3_ENDPOINT": address})); err != nil || c.ImagesS3Endpoint != strings.TrimRight(address, "/") {
			t.Errorf("%s: %q, %v", address, c.ImagesS3Endpoint, err)
		}
	}
}

// Keys are missed where pictures are saved in a bucket, and nowhere else.
func TestBucketNeedsKeys(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		env    map[string]string
		missed bool
	}{
		"a bucket":         {map[string]string{"SKEETER_SAVE_PREDICTED_IMAGES": "true", "SKEETER_IMAGES_PATH": "s3://pictures"}, true},
		"a folder":         {map[string]string{"SKEETER_SAVE_PREDICTED_IMAGES": "true", "SKEETER_IMAGES_PATH": "pictures"}, false},
		"nothing is saved": {map[string]string{"SKEETER_IMAGES_PATH": "s3://pictures"}, false},
	} {
		_, err := load(tc.env)
		if missed := err != nil && strings.Contains(err.Error(), "SKEETER_IMAGES_S3_ACCESS_KEY_ID: it is needed") && strings.Contains(err.Error(), "SKEETER_IMAGES_S3_SECRET_ACCESS_KEY: it is needed"); missed != tc.missed || !missed && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

package skeetertest

import (
	"encoding/json"
	"testing"
)

// TestValidateFollowsNames: what a schema asks of a schema that it names is asked, too.
func TestValidateFollowsNames(t *testing.T) {
	t.Parallel()
	doc := LoadDocument(t)
	health := doc.Paths.Value("/health").Get.Responses.Value("200").Value.Content.Get("application/json").Schema.Value
	for body, fits := range map[string]bool{
		`{"status":"ok","service":"skeeter","version":"1","timestamp":"2026-07-29T08:15:00Z","checks":{"database":{"status":"ok"},"model":{"status":"not configured"}}}`:  true,
		`{"status":"ok","service":"skeeter","version":"1","timestamp":"yesterday","checks":{"database":{"status":"ok"},"model":{"status":"not configured"}}}`:             false,
		`{"status":"ok","service":"skeeter","version":"1","timestamp":"2026-07-29T08:15:00Z","checks":{"database":{"status":"odd"},"model":{"status":"not configured"}}}`: false,
	} {
		var value any
		if err := json.Unmarshal([]byte(body), &value); err != nil {
			t.Fatal(err)
		}
		if err := Validate(doc, health, value); (err == nil) != fits {
			t.Errorf("%s: %v", body, err)
		}
	}
}

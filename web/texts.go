package web

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// The texts of the pages, of which the server says a few: what a page is called and about, before its scripts run.
//
//go:embed src/i18n/*.json
var textFiles embed.FS

// texts are the texts of the pages by language and key.
type texts map[lang.Code]map[string]string

func readTexts() (texts, error) {
	all := texts{}
	for _, code := range lang.All {
		raw, err := textFiles.ReadFile("src/i18n/" + string(code) + ".json")
		if err != nil {
			return nil, fmt.Errorf("read the texts: %w", err)
		}
		var of map[string]string
		if err := json.Unmarshal(raw, &of); err != nil {
			return nil, fmt.Errorf("read the texts of %s: %w", code, err)
		}
		all[code] = of
	}
	return all, nil
}

// languageOf returns the language of a page, as the pages choose it: the one in the address, else the browser's, else English.
func languageOf(r *http.Request) lang.Code {
	if code, ok := lang.Known(r.URL.Query().Get("lang")); ok {
		return code
	}
	return lang.Accepted(r.Header.Get("Accept-Language"))
}

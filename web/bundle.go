package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/skeeter-surveillance/skeeter/internal/lang"
)

// bundle is the manifest that Vite writes: the files that each entry needs.
type bundle map[string]struct {
	File    string   `json:"file"`
	CSS     []string `json:"css"`
	Imports []string `json:"imports"`
}

// readBundle reads dist/manifest.json. It returns nil when the pages were not built.
func readBundle(files fs.FS) (bundle, error) {
	text, err := fs.ReadFile(files, "dist/manifest.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the manifest of the scripts: %w", err)
	}
	var b bundle
	if err := json.Unmarshal(text, &b); err != nil {
		return nil, fmt.Errorf("read the manifest of the scripts: %w", err)
	}
	return b, nil
}

// entry holds the files that a page loads, as paths below /static/.
type entry struct {
	Script   string
	Styles   []string
	Preloads []string // imports of the script
	Fonts    []string // that the language of the page needs at once
}

// entry returns the files of the entry source, and those of the sources that its page imports at once.
func (b bundle) entry(source string, more ...string) (e entry, ok bool) {
	first, ok := b[source]
	if !ok {
		return entry{}, false
	}
	e.Script = "app/" + first.File
	seen := map[string]bool{}
	var add func(name string)
	add = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		chunk := b[name]
		if file := "app/" + chunk.File; chunk.File != "" && file != e.Script {
			e.Preloads = append(e.Preloads, file)
		}
		for _, css := range chunk.CSS {
			if css = "app/" + css; !slices.Contains(e.Styles, css) {
				e.Styles = append(e.Styles, css)
			}
		}
		for _, next := range chunk.Imports {
			add(next)
		}
	}
	add(source)
	for _, name := range more {
		add(name)
	}
	return e, true
}

// fontFiles are the keys of the fonts by script, as src/app/fonts.css names them.
const fontFiles = "node_modules/@fontsource-variable/manrope/files/manrope-%s-wght-normal.woff2"

// fonts returns the fonts of the scripts that a language is written in: its own, and Latin, in which species are named.
func (b bundle) fonts(code lang.Code) (files []string) {
	scripts := []string{"latin"}
	if code == lang.Russian {
		scripts = append(scripts, "cyrillic")
	}
	for _, script := range scripts {
		if font, ok := b[fmt.Sprintf(fontFiles, script)]; ok {
			files = append(files, "app/"+font.File)
		}
	}
	return files
}

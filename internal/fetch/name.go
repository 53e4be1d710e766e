package fetch

import (
	"mime"
	"net/http"
	"path"
	"strings"
	"unicode"
)

// fileName is the name that the server gives the file, else the end of its address.
func fileName(answer *http.Response) string {
	if _, parameters, err := mime.ParseMediaType(answer.Header.Get("Content-Disposition")); err == nil {
		if name := safeName(parameters["filename"]); name != "" {
			return name
		}
	}
	if name := safeName(answer.Request.URL.Path); name != "" {
		return name
	}
	if name := safeName(answer.Request.URL.Hostname()); name != "" {
		return name
	}
	return "download"
}

// safeName returns the last part of a path without what cannot stand in the name of a file.
func safeName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || strings.ContainsRune(`/:*?"<>|`, r) || !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, name)
	name = strings.TrimLeft(strings.TrimSpace(name), ".")
	if len(name) > maxNameBytes {
		ending := path.Ext(name)
		if len(ending) > maxNameBytes/2 {
			ending = ""
		}
		name = strings.ToValidUTF8(name[:maxNameBytes-len(ending)], "") + ending
	}
	if name == "part" {
		return "part_"
	}
	return name
}

package fetch

import (
	"mime"
	"net/http"
	"strings"
	"unicode"

	"github.com/skeeter-surveillance/skeeter/internal/filename"
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
	name = filename.Safe(name, maxNameBytes, func(r rune) rune {
		if strings.ContainsRune(`/:*?"<>|`, r) || !unicode.IsPrint(r) {
			return -1
		}
		return r
	})
	if name == "part" {
		return "part_"
	}
	return name
}

// Package filename makes names of files out of names that somebody else gave. It imports the standard library alone.
package filename

import (
	"path"
	"strings"
)

// Safe returns the last part of a path as the name of a file: with its characters as replace maps them, which drops a negative one,
// without dots and blanks before it, and of at most so many bytes. A name that is cut keeps its ending. It is empty for a path that has
// nothing else.
func Safe(name string, most int, replace func(rune) rune) string {
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, "_"), `\`, "/"))
	if name == "/" {
		return ""
	}
	name = strings.TrimLeft(strings.TrimSpace(strings.Map(replace, name)), ".")
	if len(name) <= most {
		return name
	}
	ending := path.Ext(name)
	if len(ending) > most/2 {
		ending = ""
	}
	return strings.ToValidUTF8(name[:most-len(ending)], "") + ending
}

// Package vectortile is what a domain that draws vector tiles says of one, so that another domain can answer with it, and the versions by
// which caches between the server and its clients keep tiles. It imports nothing of the project.
package vectortile

import "context"

// Drawing is a tile as it is now.
type Drawing struct {
	Name string                                // of the content: one name has one content
	Make func(context.Context) ([]byte, error) // nil bytes: there is nothing in the tile
	Span Span                                  // the versions in which the tile has this content; zero: no version names it
	Keys []string                              // by which caches forget the tile: letters, digits and hyphens
}

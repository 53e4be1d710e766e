// Arrows draws which packages of the program import which: docs/arrows.svg shows the rooms, docs/arrows.txt lists every
// package. Run it in the repository's root. With -check it writes nothing and exits with status 1 if the files are stale.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
)

func main() {
	check := flag.Bool("check", false, "fail if the files are not what would be written")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "arrows:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	packages, err := programPackages()
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name string
		want []byte
	}{
		{"docs/arrows.txt", list(packages)},
		{"docs/arrows.svg", draw(arrange(rooms(packages)))},
	} {
		if !check {
			if err := os.WriteFile(f.name, f.want, 0o644); err != nil { //nolint:gosec // a document that everybody may read
				return err
			}
			continue
		}
		if got, err := os.ReadFile(f.name); err != nil || !bytes.Equal(got, f.want) {
			return fmt.Errorf("%s does not show the imports of today: make arrows draws it anew", f.name)
		}
	}
	return nil
}

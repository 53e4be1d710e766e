// Command catalog-age lists the figures of the catalog that are older than three years, and the statements that nobody has compared with
// their source. It is for those who keep the catalog: `make catalog-age`.
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/skeeter-surveillance/skeeter/catalog"
)

func main() {
	stale, err := catalog.FindStale(time.Now())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	list := func(title string, lines []string) {
		fmt.Printf("%s: %d\n", title, len(lines))
		for _, line := range lines {
			fmt.Println("  " + line)
		}
	}
	list("Figures older than three years", stale.Figures)
	list("Roles that nobody has compared with their source", stale.Roles)
	list("Texts that nobody has compared with their source", stale.Statements)
}

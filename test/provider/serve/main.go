// Serve runs the provider of package provider for tests in a browser: serve CALLBACK. It runs until it is killed.
package main

import (
	"fmt"
	"os"

	"github.com/skeeter-surveillance/skeeter/test/provider"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "want a callback")
		os.Exit(2)
	}
	p, err := provider.Start(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(p.Issuer)
	select {}
}

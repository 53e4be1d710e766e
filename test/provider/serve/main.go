// Serve runs the provider of package provider for tests in a browser: serve PORT CALLBACK. It runs until it is killed.
package main

import (
	"fmt"
	"os"

	"github.com/skeeter-surveillance/skeeter/test/provider"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "want a port and a callback")
		os.Exit(2)
	}
	p, err := provider.Start(os.Args[1], os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(p.Issuer)
	select {}
}

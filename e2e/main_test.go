package e2e_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// skeeter is a server with synthetic records; it is not there when no test has the program that it needs.
var skeeter *program

// Records of the server.
const (
	records      = 200000
	recordsShort = 20000
)

func TestMain(m *testing.M) { os.Exit(runTests(m)) }

func runTests(m *testing.M) int {
	flag.Parse()
	if _, err := exec.LookPath("ogrinfo"); err != nil {
		return m.Run()
	}
	p, err := newProgram()
	if p != nil {
		defer os.RemoveAll(p.dir)
		defer p.stop()
	}
	if err == nil {
		err = errors.Join(p.run("demo", "--count", fmt.Sprint(recordCount())), p.serve())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	skeeter = p
	return m.Run()
}

func recordCount() int {
	if testing.Short() {
		return recordsShort
	}
	return records
}

package e2e_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strings"
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
	status := m.Run()
	p.stop()
	if _, race, found := strings.Cut(p.log.String(), "DATA RACE"); found { // the program is built as the tests are
		fmt.Fprintf(os.Stderr, "the server's log has a data race:%.4000s", race)
		return 1
	}
	return status
}

func recordCount() int {
	if testing.Short() {
		return recordsShort
	}
	return records
}

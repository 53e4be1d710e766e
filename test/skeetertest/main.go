// Package skeetertest builds skeeter and runs it as its users do: commands, servers, requests over HTTP. The packages of test/ share
// it, and only tests import it. It finds the project two folders above the test that runs.
package skeetertest

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"testing"
)

// T is what this package needs of a test. *testing.T is one; Main makes another for what lives longer than a test.
type T interface {
	Helper()
	Cleanup(func())
	Errorf(format string, args ...any)
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// parallelTests is how many tests of a package run at once, unless -parallel says another number. Most of them wait for timeouts,
// for each other's processes or for the disk, so that more of them than there are processors keep these busy.
const parallelTests = 4

// Main builds the program, runs a package's tests and removes what they shared. before, when it is not nil, starts what all of
// them share; it ends after the last test.
//
//	func TestMain(m *testing.M) { os.Exit(skeetertest.Main(m, nil)) }
func Main(m *testing.M, before func(T)) int {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		_ = flag.Set("test.parallel", fmt.Sprint(max(parallelTests, runtime.GOMAXPROCS(0)))) // the testing package has this flag
	}
	p := new(process)
	defer p.end()
	p.run(func() {
		shared.build(p)
		if before != nil {
			before(p)
		}
	})
	if p.failed {
		return 1
	}
	code := m.Run()
	if p.end(); p.failed {
		return 1
	}
	return code
}

// process is the T of what lives as long as the test program.
type process struct {
	failed   bool
	cleanups []func()
}

// run calls a function that may end early by Fatal.
func (p *process) run(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// end cleans up, what was made last first.
func (p *process) end() {
	for len(p.cleanups) > 0 {
		last := p.cleanups[len(p.cleanups)-1]
		p.cleanups = p.cleanups[:len(p.cleanups)-1]
		p.run(last)
	}
}

func (p *process) Helper() {}

func (p *process) Cleanup(f func()) { p.cleanups = append(p.cleanups, f) }

func (p *process) Errorf(format string, args ...any) {
	p.failed = true
	fmt.Fprintf(os.Stderr, format+"\n", args...)
}

func (p *process) Fatalf(format string, args ...any) {
	p.Errorf(format, args...)
	runtime.Goexit()
}

func (p *process) Fatal(args ...any) { p.Fatalf("%s", fmt.Sprint(args...)) }

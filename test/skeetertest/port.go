package skeetertest

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// Ports that tests name are the last before those that the kernel gives to whoever asks for any, so that no connection takes one by chance.
const (
	namedPorts    = 10_000
	ephemeralFrom = 32_768 // where the kernel does not say
)

var errNoPort = errors.New("every port that tests may name is taken")

// Port returns a port of the loopback address, for a program that cannot say which one the kernel gave it, or has to come back at the same one. It is the
// test's until that ends: no other test of the machine is given it, whether somebody listens there or not.
func Port(t T) string {
	t.Helper()
	port, lock, err := takePort()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lock.Close() })
	return strconv.Itoa(port)
}

// takePort returns a port on which nobody listens, and the file whose lock says that it is taken. The lock goes with the file, or with the process.
func takePort() (port int, lock *os.File, err error) {
	dir := filepath.Join(os.TempDir(), "skeeter-ports")
	if err := os.MkdirAll(dir, 0o777); err != nil { //nolint:gosec // users of the machine share it
		return 0, nil, err
	}
	_ = os.Chmod(dir, 0o777) //nolint:gosec // see above; who made it has done so
	first, start := firstPort(), os.Getpid()%namedPorts
	for i := range namedPorts {
		port = first + (start+i)%namedPorts
		lock, err := os.OpenFile(filepath.Join(dir, strconv.Itoa(port)), os.O_CREATE|os.O_RDONLY, 0o666) //nolint:gosec // see above
		if err != nil {
			return 0, nil, err
		}
		if syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil && silent(port) {
			return port, lock, nil
		}
		_ = lock.Close()
	}
	return 0, nil, errNoPort
}

// firstPort is the lowest port that tests name.
func firstPort() int {
	from := ephemeralFrom
	if raw, err := os.ReadFile("/proc/sys/net/ipv4/ip_local_port_range"); err == nil {
		_, _ = fmt.Fscan(bytes.NewReader(raw), &from)
	}
	if from < 2*namedPorts { // a machine that gives away almost all of them leaves too few below
		from = ephemeralFrom
	}
	return from - namedPorts
}

// silent is whether nobody listens at a port, nor at that of every address.
func silent(port int) bool {
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		return false
	}
	return l.Close() == nil
}

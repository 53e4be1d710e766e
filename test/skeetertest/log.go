package skeetertest

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
)

// LoadedAgain is what the server says when what it follows does not fit what it has.
const LoadedAgain = "the change log does not continue"

// Log is what a process writes, read while it runs.
type Log struct {
	mu   sync.Mutex
	text []byte
	read int // bytes that line has returned
}

// Write implements io.Writer.
func (l *Log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, b...)
	return len(b), nil
}

// String returns what was written so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}

// line returns the next whole line, without its end.
func (l *Log) line() (string, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	line, _, found := bytes.Cut(l.text[l.read:], []byte("\n"))
	if !found {
		return "", false
	}
	l.read += len(line) + 1
	return string(line), true
}

// Tail returns the last lines.
func (l *Log) Tail() string { return LastLines(l.String()) }

// LastLines returns the last lines of a text.
func LastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(len(lines)-15, 0):], "\n")
}

// Defect returns what the Go runtime writes of a defect of the program, "" when there is nothing. The race detector is in a program
// that was built with GOFLAGS=-race.
func (l *Log) Defect() string {
	text := l.String()
	for _, sign := range []string{"panic:", "DATA RACE", "fatal error:", "goroutine "} {
		if at := strings.Index(text, sign); at >= 0 {
			return fmt.Sprintf("%q:\n%.4000s", sign, text[at:])
		}
	}
	return ""
}

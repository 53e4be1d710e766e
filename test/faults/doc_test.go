// Package faults_test breaks what the service stands on while records are written and read: the program, PostgreSQL, the way
// between them, the disk and the clock are the real ones. After each fault the same oracle holds: deployment.verify. The tests may
// import anything; nothing imports them.
//
// Without SKEETER_FAULT_ROUNDS the short form runs: the cheapest faults, once. SKEETER_FAULT_SEED repeats a run's choices, though
// not its timing. GOFLAGS=-race gives the program the race detector, too.
package faults_test

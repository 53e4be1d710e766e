// Package faults_test breaks what the service stands on while records are written and read: the program, PostgreSQL, the
// network between them, the disk and the clock are the real ones. After each fault deployment.verify is the oracle.
//
// The short form is the cheapest faults, once, on a database that has its schema. SKEETER_TEST_LONG runs all of them, SKEETER_FAULT_ROUNDS times;
// SKEETER_FAULT_SEED repeats a run's choices, though not its timing. GOFLAGS=-race gives the program the race detector, too.
package faults_test

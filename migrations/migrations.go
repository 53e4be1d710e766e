// Package migrations embeds the schema's steps for golang-migrate: NNNNNN_name.up.sql and its .down.sql. It imports nothing of
// the project.
//
// Steps 9 to 13 are the schema as thirteen steps built it before release 0.1.0, in chapters: places, names, records, the change
// log, the views of schema gis. They end at version 13 as those did, so a database that those brought to 13 goes on from there.
// Step 14 writes the comments of every table and column, which those did not have; from it on both are the same, and a test
// compares them. A database of an older version than 13 is refused (schema.Migrator): its steps are no longer here.
//
// Since 0.1.0 steps are only added. testdata holds a database of every release, with rows in every table, and a test brings each to
// the newest version.
package migrations

import (
	"embed"
	"strconv"
)

// FS holds the .sql files of every step.
//
//go:embed *.sql
var FS embed.FS

// Newest is the version that the last step leads to.
func Newest() (version uint) {
	files, _ := FS.ReadDir(".") // of an embedded folder
	for _, file := range files {
		if number, err := strconv.ParseUint(file.Name()[:len("000019")], 10, 32); err == nil {
			version = max(version, uint(number))
		}
	}
	return version
}

// Versions of the schema that steps lead from.
const (
	First  = 9  // the first step; it starts from an empty database
	Oldest = 13 // of a database that a program before 0.1.0 made
)

// LastBefore is the commit of the last program before 0.1.0: it brings older databases to Oldest.
const LastBefore = "46ad799"

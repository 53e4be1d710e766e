// Package migrations embeds the schema's steps for golang-migrate: NNNNNN_name.up.sql and its .down.sql.
// It imports nothing of the project.
package migrations

import "embed"

// FS holds the .sql files of every step.
//
//go:embed *.sql
var FS embed.FS

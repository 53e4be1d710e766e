package cluster

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/postgres"
)

// binaryDirs are the directories of PostgreSQL's programs in the packages of Debian, Fedora, Homebrew and Postgres.app; the star
// is the major version.
var binaryDirs = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/pgsql-*/bin",
	"/opt/homebrew/opt/postgresql@*/bin",
	"/usr/local/opt/postgresql@*/bin",
	"/Applications/Postgres.app/Contents/Versions/*/bin",
}

// findBinaries returns the directory of a PostgreSQL 15 or newer with PostGIS: of the major version that made the cluster, else the
// newest. made is that version, 0 without a cluster. given, unless it is "", is the only directory searched.
func findBinaries(given string, made int) (string, error) {
	if given != "" {
		if !hasPrograms(given, "initdb", "postgres") {
			return "", fmt.Errorf("SKEETER_POSTGRES_BIN: %s has no initdb and postgres", given)
		}
		return given, nil
	}
	best := bestOf(candidates(), made, func(dir string, major int) bool {
		return hasPrograms(dir, "initdb", "postgres") && major >= postgres.MinVersion/10000 && hasPostGIS(dir)
	})
	if best == "" {
		return "", errors.New("no PostgreSQL 15 or newer with PostGIS 3 found: install it (Debian: apt-get install postgresql postgis; Homebrew: brew install postgis), name its directory in SKEETER_POSTGRES_BIN, or use SKEETER_DATABASE_URL")
	}
	return best, nil
}

// FindPrograms returns the directory of one of PostgreSQL's programs: bin, the directory of the server's programs, else one of the
// same major version, else one of the newest. bin may be "".
func FindPrograms(bin, name string) (string, error) {
	var major int
	if bin != "" {
		if hasPrograms(bin, name) {
			return bin, nil
		}
		major = majorOf(bin)
	}
	dirs := candidates()
	if path, err := exec.LookPath(name); err == nil {
		dirs = append(dirs, filepath.Dir(path))
	}
	best := bestOf(dirs, major, func(dir string, _ int) bool { return hasPrograms(dir, name) })
	if best == "" {
		return "", fmt.Errorf("no %s found: install PostgreSQL's client programs, or name their directory in SKEETER_POSTGRES_BIN", name)
	}
	return best, nil
}

// bestOf returns the first usable directory of the wanted major version, 0 for any, else the first of the newest, else "".
func bestOf(dirs []string, wanted int, usable func(dir string, major int) bool) string {
	best, newest := "", -1
	for _, dir := range dirs {
		major := majorOf(dir)
		if !usable(dir, major) {
			continue
		}
		if wanted != 0 && major == wanted {
			return dir
		}
		if major > newest {
			best, newest = dir, major
		}
	}
	return best
}

func candidates() []string {
	var dirs []string
	if path, err := exec.LookPath("postgres"); err == nil {
		dirs = append(dirs, filepath.Dir(path))
	}
	for _, pattern := range binaryDirs {
		found, _ := filepath.Glob(pattern)
		dirs = append(dirs, found...)
	}
	return dirs
}

func hasPrograms(dir string, names ...string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		info, err := os.Stat(filepath.Join(dir, name))
		return err != nil || info.IsDir()
	})
}

func majorOf(dir string) int {
	out, err := exec.Command(filepath.Join(dir, "postgres"), "--version").Output()
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(out))
	if len(fields) < 3 {
		return 0
	}
	major, _, _ := strings.Cut(fields[2], ".")
	n, _ := strconv.Atoi(major)
	return n
}

// hasPostGIS looks for the control file of the extension.
func hasPostGIS(dir string) bool {
	share := filepath.Join(dir, "..", "share")
	if out, err := exec.Command(filepath.Join(dir, "pg_config"), "--sharedir").Output(); err == nil {
		share = strings.TrimSpace(string(out))
	}
	for _, control := range []string{
		filepath.Join(share, "extension", "postgis.control"),
		filepath.Join(share, "postgresql", "extension", "postgis.control"),
		filepath.Join("/usr/share/postgresql", strconv.Itoa(majorOf(dir)), "extension", "postgis.control"),
	} {
		if _, err := os.Stat(control); err == nil {
			return true
		}
	}
	return false
}

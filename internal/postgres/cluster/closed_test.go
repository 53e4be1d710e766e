package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	osexec "os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/skeeter-surveillance/skeeter/internal/postgres/cluster"
	"github.com/skeeter-surveillance/skeeter/internal/postgres/pgtest"
)

// otherUserURL passes the address of the database to TestAsOtherUser, in a process of another user.
const otherUserURL = "SKEETER_TEST_OTHER_USER_URL"

// otherUser is the id of a user that no machine has.
const otherUser = 54321

// TestClusterIsItsOwnersAlone checks the modes of every file that leads to the database, and the names that the socket takes. As root, it also tries
// to connect as another user of the system.
func TestClusterIsItsOwnersAlone(t *testing.T) {
	t.Parallel()
	dir := openTempDir(t)
	if err := errors.Join(os.MkdirAll(dir, 0o777), os.Chmod(dir, 0o777)); err != nil { // Start closes a folder that was open
		t.Fatal(err)
	}
	started, err := cluster.Start(t.Context(), cluster.Options{Dir: dir, Volatile: true})
	if err != nil {
		t.Fatal(err)
	}
	defer started.Stop()
	for name, want := range map[string]fs.FileMode{"": 0o700, "socket": 0o700, "cluster": 0o700, "pg_hba.conf": 0o600, "postgres.log": 0o600, "skeeter.lock": 0o600,
		"socket/.s.PGSQL.5432": 0o700} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%q has mode %v, want %v: %v", name, info.Mode().Perm(), want, err)
		}
	}
	takesOneName(t, started.URL())
	if os.Geteuid() != 0 {
		t.Log("not root: no other user tried")
		return
	}
	if out := asOtherUser(t, started.URL()); !strings.Contains(out, "permission denied") {
		t.Errorf("another user: %s", out)
	}
	// The socket is closed to other users even when the folders are open.
	for _, folder := range []string{dir, filepath.Join(dir, "socket")} {
		if err := os.Chmod(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if out := asOtherUser(t, started.URL()); !strings.Contains(out, "permission denied") {
		t.Errorf("another user, with the folders open: %s", out)
	}
}

// takesOneName holds that the socket takes no name but the owner's.
func takesOneName(t *testing.T, url string) {
	t.Helper()
	pgtest.RunOn(t, url, "create role other login")
	pgtest.RunOn(t, url, "create role skeeter_readers nologin")
	pgtest.RunOn(t, url, "create role reader login in role skeeter_readers")
	for _, name := range []string{"other", "reader", "postgres", "skeeter_readers"} {
		conn, err := pgx.Connect(t.Context(), strings.Replace(url, "user=skeeter", "user="+name, 1))
		if err == nil {
			_ = conn.Close(t.Context())
		}
		if err == nil || !strings.Contains(err.Error(), "no pg_hba.conf entry") {
			t.Errorf("%s at the socket: %v", name, err)
		}
	}
}

// TestAsOtherUser runs in the process that asOtherUser starts. On its own it is skipped.
func TestAsOtherUser(t *testing.T) {
	url := os.Getenv(otherUserURL)
	if url == "" {
		t.Skip("runs within TestClusterIsItsOwnersAlone")
	}
	cfg, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	_, err = os.ReadDir(filepath.Join(filepath.Dir(cfg.Host), "cluster"))
	conn, dialErr := net.Dial("unix", filepath.Join(cfg.Host, ".s.PGSQL.5432"))
	if dialErr == nil {
		_ = conn.Close()
	}
	if err == nil || dialErr == nil {
		fmt.Printf("uid %d read the folder (%v) or reached the socket (%v)\n", os.Geteuid(), err, dialErr)
		return
	}
	db, err := pgx.Connect(t.Context(), url)
	if err == nil {
		_ = db.Close(t.Context())
		fmt.Println("connected")
		return
	}
	fmt.Printf("uid %d: %v\n", os.Geteuid(), err)
}

// asOtherUser runs TestAsOtherUser as another user, from a copy of the test's program that this user can read.
func asOtherUser(t *testing.T, url string) string {
	t.Helper()
	dir := openTempDir(t)
	if err := errors.Join(os.MkdirAll(dir, 0o755), os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "other-user")
	if err := copyProgram(program); err != nil {
		t.Fatal(err)
	}
	cmd := osexec.CommandContext(t.Context(), program, "-test.run=^TestAsOtherUser$", "-test.v")
	cmd.Dir = "/"
	cmd.Env = []string{otherUserURL + "=" + url, "TMPDIR=" + os.TempDir()}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: otherUser, Gid: otherUser}}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("as another user: %v\n%s", err, out)
	}
	if !strings.Contains(string(out), fmt.Sprintf("uid %d", otherUser)) && !strings.Contains(string(out), "connected") {
		t.Fatalf("it did not try: %s", out)
	}
	return string(out)
}

func copyProgram(to string) (err error) {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	from, err := os.Open(self)
	if err != nil {
		return err
	}
	defer from.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, from)
	return errors.Join(err, out.Close())
}

// TestSocketFolderInTheTemporaryFolderIsOurs: the folder's name is predictable, so another user may have made it before.
func TestSocketFolderInTheTemporaryFolderIsOurs(t *testing.T) {
	long := filepath.Join(openTempDir(t), strings.Repeat("d", 90))
	start := func() (*cluster.Cluster, error) {
		return cluster.Start(context.Background(), cluster.Options{Dir: long, Volatile: true})
	}
	started, err := start()
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := pgx.ParseConfig(started.URL())
	if err != nil {
		t.Fatal(err)
	}
	if err := started.Stop(); err != nil || !strings.HasPrefix(cfg.Host, os.TempDir()) || strings.HasPrefix(cfg.Host, long) {
		t.Fatalf("the socket was in %s: %v", cfg.Host, err)
	}
	victim := openTempDir(t)
	if err := errors.Join(os.MkdirAll(victim, 0o755), os.Symlink(victim, cfg.Host)); err != nil {
		t.Fatal(err)
	}
	defer os.Remove(cfg.Host)
	before, err := os.Stat(victim)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := start(); err == nil || !strings.Contains(err.Error(), cfg.Host) {
		t.Errorf("a link in its place: %v", err)
	}
	if after, err := os.Stat(victim); err != nil || after.Mode() != before.Mode() {
		t.Errorf("the folder that the link leads to has mode %v now, it had %v: %v", after.Mode(), before.Mode(), err)
	}
	if os.Geteuid() != 0 {
		return
	}
	if err := errors.Join(os.Remove(cfg.Host), os.Mkdir(cfg.Host, 0o777), os.Chown(cfg.Host, otherUser, otherUser)); err != nil {
		t.Fatal(err)
	}
	if _, err := start(); err == nil || !strings.Contains(err.Error(), cfg.Host) {
		t.Errorf("another user's folder in its place: %v", err)
	}
}

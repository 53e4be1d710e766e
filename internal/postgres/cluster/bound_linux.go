package cluster

import (
	"os/exec"
	"runtime"
	"syscall"
)

// startBound starts a child that gets SIGINT, PostgreSQL's fast shutdown, when this process dies, even by SIGKILL. The kernel sends
// it when the thread that started the child ends, so that thread is kept until the child ends.
func startBound(cmd *exec.Cmd, ended func(error)) error {
	cmd.SysProcAttr.Pdeathsig = syscall.SIGINT
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			ended(cmd.Wait())
		}
	}()
	return <-started
}

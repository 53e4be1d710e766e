//go:build !linux

package cluster

import "os/exec"

// startBound starts a child. Without Linux's death signal a killed skeeter leaves its postgres running; the next start
// stops it.
func startBound(cmd *exec.Cmd, ended func(error)) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { ended(cmd.Wait()) }()
	return nil
}

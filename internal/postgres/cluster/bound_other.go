//go:build !linux

package cluster

import "os/exec"

// startBound starts a child. Only Linux has a signal for the death of the parent: elsewhere a killed skeeter leaves postgres
// running, and the next start stops it.
func startBound(cmd *exec.Cmd, ended func(error)) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { ended(cmd.Wait()) }()
	return nil
}

package memory

import (
	"testing"
	"testing/fstest"
)

func TestGroupLimit(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  int64 // 0: no limit
	}{
		"no control groups":       {nil, 0},
		"version 2 without limit": {map[string]string{groupsFile: "0::/system.slice/skeeter.service\n", "sys/fs/cgroup/system.slice/skeeter.service/memory.max": "max\n"}, 0},
		"version 2": {map[string]string{groupsFile: "0::/system.slice/skeeter.service\n",
			"sys/fs/cgroup/system.slice/skeeter.service/memory.max": "1073741824\n", "sys/fs/cgroup/system.slice/memory.max": "max\n"}, 1 << 30},
		"a group around it has less": {map[string]string{groupsFile: "0::/a/b\n",
			"sys/fs/cgroup/a/b/memory.max": "1073741824\n", "sys/fs/cgroup/a/memory.max": "536870912\n"}, 1 << 29},
		"version 2 in a container": {map[string]string{groupsFile: "0::/../../other\n", "sys/fs/cgroup/memory.max": "536870912\n"}, 1 << 29},
		"version 1": {map[string]string{groupsFile: "5:cpu,cpuacct:/docker/x\n4:memory:/docker/x\n",
			"sys/fs/cgroup/memory/memory.limit_in_bytes": "268435456\n"}, 1 << 28},
		"version 1 without limit": {map[string]string{groupsFile: "4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 0},
		"what is no number":       {map[string]string{groupsFile: "0::/\nnonsense\n", "sys/fs/cgroup/memory.max": "plenty\n"}, 0},
	} {
		system := fstest.MapFS{}
		for path, text := range c.files {
			system[path] = &fstest.MapFile{Data: []byte(text)}
		}
		got, ok := groupLimit(system)
		if ok != (c.want != 0) || ok && got != c.want {
			t.Errorf("%s: %d, %v", name, got, ok)
		}
	}
}

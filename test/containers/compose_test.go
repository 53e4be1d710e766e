// Package containers_test reads what of the image and of docker-compose.yml no engine is needed for. scripts/test-containers runs
// both, and makes images that cannot be pulled by the files of this folder.
package containers_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const root = "../.."

// citusImage is what deploy/citus/Dockerfile makes.
const citusImage = "localhost/skeeter-citus"

// servers are the services that serve.
var servers = []string{"skeeter", "skeeter-2", "skeeter-3"}

// service of docker-compose.yml.
type service struct {
	Image       string
	Build       map[string]any
	ReadOnly    bool     `yaml:"read_only"`
	CapDrop     []string `yaml:"cap_drop"`
	SecurityOpt []string `yaml:"security_opt"`
	Ports       []string
	Volumes     []string
	Environment map[string]string
	Profiles    []string
	Command     []string
	DependsOn   any `yaml:"depends_on"` // names, or conditions by name
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func services(t *testing.T) map[string]service {
	t.Helper()
	var file struct{ Services map[string]service }
	if err := yaml.Unmarshal([]byte(read(t, "docker-compose.yml")), &file); err != nil {
		t.Fatal(err)
	}
	return file.Services
}

// TestImageIsBuiltOnce: the services of the server's image have few rights, and one of them builds it. One worker builds the image of Citus.
func TestImageIsBuiltOnce(t *testing.T) {
	t.Parallel()
	var ours, builders []string
	all := services(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		s := all[name]
		if s.Build != nil {
			want := map[string]any{"context": ".", "dockerfile": "deploy/Dockerfile"}
			if s.Image == citusImage {
				want = map[string]any{"context": "deploy/citus"}
			}
			for key, value := range want {
				if s.Build[key] != value {
					t.Errorf("%s is built otherwise than scripts/test-containers does: %v", name, s.Build)
				}
			}
			builders = append(builders, name)
		}
		for _, port := range s.Ports {
			if !strings.HasPrefix(port, "127.0.0.1:") {
				t.Errorf("%s is open at %s", name, port)
			}
		}
		if s.Image != all["skeeter"].Image {
			continue
		}
		ours = append(ours, name)
		if !s.ReadOnly || !slices.Contains(s.CapDrop, "ALL") || !slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
			t.Errorf("%s may do more than it must: %+v", name, s)
		}
	}
	if !slices.Equal(ours, []string{"reader", "skeeter", "skeeter-2", "skeeter-3"}) || !slices.Equal(builders, []string{"skeeter", "worker-1"}) {
		t.Errorf("%v are of the image, %v build it", ours, builders)
	}
}

// TestFoldersOfTheImageAreVolumes: the root file system cannot be written. Servers share their pictures and nothing else.
func TestFoldersOfTheImageAreVolumes(t *testing.T) {
	t.Parallel()
	all := services(t)
	folders := regexp.MustCompile(`SKEETER_\w+_PATH=(\S+)`).FindAllStringSubmatch(read(t, "deploy/Dockerfile"), -1)
	of := map[string]string{} // the server whose volume it is
	for _, name := range servers {
		for _, f := range append(folders, []string{"", "/tmp"}) {
			i := slices.IndexFunc(all[name].Volumes, func(v string) bool { return strings.HasSuffix(v, ":"+f[1]) })
			if i < 0 {
				t.Errorf("%s of %s is no volume: %v", f[1], name, all[name].Volumes)
				continue
			}
			volume, _, _ := strings.Cut(all[name].Volumes[i], ":")
			if other := of[volume]; other != "" && volume != "images" {
				t.Errorf("%s and %s share the volume %s", other, name, volume)
			}
			of[volume] = name
		}
	}
	if len(folders) == 0 {
		t.Error("the image names no folders")
	}
}

// TestServerIsNoSuperuser: the role of the server is one that init.sh makes, and no other script does.
func TestServerIsNoSuperuser(t *testing.T) {
	t.Parallel()
	all := services(t)
	if !slices.Contains(all["database"].Volumes, "./deploy/postgres/init.sh:/docker-entrypoint-initdb.d/50-skeeter.sh:ro") {
		t.Errorf("init.sh does not run: %v", all["database"].Volumes)
	}
	script := read(t, "deploy/postgres/init.sh")
	for _, name := range append(servers, "reader") {
		if !strings.HasPrefix(all[name].Environment["SKEETER_DATABASE_URL"], "postgres://skeeter:") {
			t.Errorf("%s: %s", name, all[name].Environment["SKEETER_DATABASE_URL"])
		}
	}
	for _, variable := range regexp.MustCompile(`\$(SKEETER_\w+)`).FindAllStringSubmatch(script, -1) {
		if all["database"].Environment[variable[1]] == "" {
			t.Errorf("the database has no %s", variable[1])
		}
	}
	statements := regexp.MustCompile(`(?m)^(#|--).*$`).ReplaceAllString(script, "")
	if !strings.Contains(statements, "create role skeeter login password") || regexp.MustCompile(`(?i)\b(superuser|createrole|createdb|bypassrls)\b`).MatchString(statements) {
		t.Errorf("init.sh gives more than it must:\n%s", script)
	}
}

// TestImageHasWhatPagesBuild: what npm builds and Go embeds comes from the stage web, not from the folder of who builds.
func TestImageHasWhatPagesBuild(t *testing.T) {
	t.Parallel()
	dockerfile, ignored := read(t, "deploy/Dockerfile"), strings.Fields(read(t, ".dockerignore"))
	found := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && slices.Contains([]string{"node_modules", ".git", "bin"}, entry.Name()) {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !regexp.MustCompile(`(?m)^//go:embed all:dist`).Match(text) {
			return nil
		}
		found++
		relative, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(relative) + "/dist"
		if !strings.Contains(dockerfile, "COPY --from=web /src/"+folder+" "+folder+"\n") || !slices.Contains(ignored, folder) {
			t.Errorf("%s is not copied from the stage web, or is in the build's context", folder)
		}
		return nil
	})
	if err != nil || found == 0 {
		t.Errorf("%d packages embed a folder dist: %v", found, err)
	}
}

// TestImageRunsAsAUser: the process has a user of its own, by number, and asks the server for its health.
func TestImageRunsAsAUser(t *testing.T) {
	t.Parallel()
	dockerfile := read(t, "deploy/Dockerfile")
	last := dockerfile[strings.LastIndex(dockerfile, "\nFROM "):]
	for _, want := range []string{"--uid 10001", "\nUSER skeeter\n", `CMD ["skeeter", "health"]`} {
		if !strings.Contains(last, want) {
			t.Errorf("the image has no %q", want)
		}
	}
}

// profiled are the services of a profile. The others, of none, are what was there before the profiles.
func profiled(all map[string]service, profile string) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if slices.Equal(all[name].Profiles, []string{profile}) {
			names = append(names, name)
		}
	}
	return names
}

// settings are what a file of environment variables sets. docker-compose.yml reads each, or docker compose itself does.
func settings(t *testing.T, name string) map[string]string {
	t.Helper()
	of := map[string]string{}
	for line := range strings.Lines(read(t, name)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok && !strings.HasPrefix(line, "#") {
			of[name] = value
		}
	}
	compose := read(t, "docker-compose.yml")
	for variable := range of {
		if !strings.HasPrefix(variable, "COMPOSE_") && !strings.Contains(compose, "${"+variable+":-") {
			t.Errorf("docker-compose.yml does not read %s of %s", variable, name)
		}
	}
	return of
}

// TestProfiles: without a profile there is what was there before it.
func TestProfiles(t *testing.T) {
	t.Parallel()
	all := services(t)
	for profile, want := range map[string][]string{
		"replicas": {"balancer", "replica-1", "replica-2", "skeeter-2", "skeeter-3"},
		"citus":    {"register", "worker-1", "worker-2"},
	} {
		if got := profiled(all, profile); !slices.Equal(got, want) {
			t.Errorf("the profile %s has %v, not %v", profile, got, want)
		}
		for _, name := range want {
			delete(all, name)
		}
	}
	for name, s := range all {
		if s.Profiles != nil {
			t.Errorf("%s is of %v", name, s.Profiles)
		}
	}
}

// TestReplicasAreRead: with the file of the profile every server reads from both replicas, and nginx knows the servers.
func TestReplicasAreRead(t *testing.T) {
	t.Parallel()
	all := services(t)
	addresses := settings(t, "deploy/replicas.env")["SKEETER_DATABASE_REPLICA_URLS"]
	for _, replica := range []string{"replica-1", "replica-2"} {
		if !strings.Contains(addresses, "@"+replica+":5432/skeeter") {
			t.Errorf("%s is not read: %s", replica, addresses)
		}
	}
	for _, name := range servers {
		if !strings.Contains(strings.Join(all["balancer"].Command, " "), "server "+name+":8080;") {
			t.Errorf("the balancer does not know %s", name)
		}
	}
	if !strings.Contains(strings.Join(all["balancer"].Command, " "), "'s/server 127.0.0.1:8080;/") || !strings.Contains(read(t, "deploy/nginx.conf"), "server 127.0.0.1:8080;") {
		t.Error("the balancer's command does not fit deploy/nginx.conf")
	}
}

// TestWorkersAreOfTheCluster: a worker starts as the coordinator does, with the image that the file of the profile gives that, and is registered when all
// are there. The superuser of the nodes has a password that servers do not have.
func TestWorkersAreOfTheCluster(t *testing.T) {
	t.Parallel()
	all, of := services(t), settings(t, "deploy/citus.env")
	if of["SKEETER_POSTGRES_IMAGE"] != citusImage || all["database"].Image != "${SKEETER_POSTGRES_IMAGE:-postgis/postgis:16-3.4}" {
		t.Errorf("the coordinator is %s, of %v", all["database"].Image, of)
	}
	if of["COMPOSE_PROJECT_NAME"] == "" {
		t.Error("the volumes of the project without the profile would be those of the cluster")
	}
	nodes := profiled(all, "citus")[1:]
	for _, name := range nodes {
		s, coordinator := all[name], all["database"]
		if s.Image != citusImage || !maps.Equal(s.Environment, coordinator.Environment) || !slices.Equal(s.Command, coordinator.Command) || s.Volumes[0] != coordinator.Volumes[0] {
			t.Errorf("%s starts otherwise than the coordinator: %+v", name, s)
		}
	}
	nodes = append([]string{"database"}, nodes...)
	register := all["register"]
	waits, _ := register.DependsOn.(map[string]any)
	if register.Image != citusImage || !slices.Equal(register.Command, nodes) || !slices.Equal(slices.Sorted(maps.Keys(waits)), nodes) {
		t.Errorf("not all of %v are registered: %+v", nodes, register)
	}
	if of["SKEETER_CITUS_PASSWORD"] == "" || of["SKEETER_CITUS_PASSWORD"] == "skeeter" {
		t.Error("the superuser has the password of the servers, or none")
	}
	for _, name := range servers {
		if _, ok := all[name].Environment["SKEETER_CITUS_PASSWORD"]; ok {
			t.Errorf("%s has the password of the superuser", name)
		}
	}
	for _, variable := range regexp.MustCompile(`\$(SKEETER_\w+)`).FindAllStringSubmatch(read(t, "deploy/postgres/register.sh"), -1) {
		if register.Environment[variable[1]] == "" {
			t.Errorf("register has no %s", variable[1])
		}
	}
}

package contract_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentsNameTestsThatExist: a defence whose test went is no defence that somebody can check.
func TestDocumentsNameTestsThatExist(t *testing.T) {
	t.Parallel()
	const root = "../.."
	declared := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	exist := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "node_modules":
			return filepath.SkipDir
		case !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		for _, found := range declared.FindAllSubmatch(text, -1) {
			exist[string(found[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`(Test\\w+)`")
	for _, document := range []string{"SECURITY.md", "docs/asvs.md"} {
		text, err := os.ReadFile(filepath.Join(root, document))
		if err != nil {
			t.Fatal(err)
		}
		names := named.FindAllSubmatch(text, -1)
		if len(names) == 0 {
			t.Errorf("%s names no test", document)
		}
		for _, name := range names {
			if !exist[string(name[1])] {
				t.Errorf("%s names %s, which is no test", document, name[1])
			}
		}
	}
}

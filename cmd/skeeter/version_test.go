package main

import (
	"os"
	"regexp"
	"testing"
)

func TestVersion(t *testing.T) {
	t.Parallel()
	for commit, want := range map[string]string{"": "0.1.0", "46ad799": "0.1.0+46ad799", "46ad799-dirty": "0.1.0+46ad799-dirty"} {
		if got := versionOf("0.1.0", commit); got != want {
			t.Errorf("of commit %q: %s, want %s", commit, got, want)
		}
	}
	changes, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	newest := regexp.MustCompile(`(?m)^## (\d\S*) - \d{4}-\d{2}-\d{2}$`).FindSubmatch(changes)
	if newest == nil || string(newest[1]) != release {
		t.Errorf("the newest release in CHANGELOG.md is %q, and the program is %s", newest, release)
	}
}

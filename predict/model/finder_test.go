package model

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOwnFinder: a model of one's own finds the insect only if its description names a finder in its folder.
func TestOwnFinder(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		description string
		want        string // of the finder's file, "" for none
		err         string
	}{
		"none named":    {`{"classes":["a"]}`, "", ""},
		"named":         {`{"file":"own.onnx","finder":"parts/find.onnx"}`, "parts/find.onnx", ""},
		"outside":       {`{"finder":"../find.onnx"}`, "", "leads out of the folder"},
		"absolute":      {`{"finder":"/find.onnx"}`, "", "leads out of the folder"},
		"no text":       {`{"finder":3}`, "", "a string is needed"},
		"no file there": {"", "", ""},
	} {
		folder := t.TempDir()
		own := filepath.Join(folder, "own.onnx")
		if err := os.WriteFile(own, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if tc.description != "" {
			if err := os.WriteFile(filepath.Join(folder, "model.json"), []byte(tc.description), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, err := Find(own)
		if err != nil {
			t.Fatal(err)
		}
		finder, found, err := s.Finder()
		if tc.err != "" {
			if err == nil || !strings.Contains(err.Error(), tc.err) {
				t.Errorf("%s: %v, want %q", name, err, tc.err)
			}
			continue
		}
		if err != nil || found != (tc.want != "") || found && finder.Path != filepath.Join(folder, tc.want) {
			t.Errorf("%s: %+v %v %v", name, finder, found, err)
		}
	}
}

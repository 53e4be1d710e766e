package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// None is the path of no model at all, also where one is bundled.
const None = "none"

// ErrNone means that there is to be no model: the path is None, or it is empty and none is bundled.
var ErrNone = errors.New("there is no model")

// maxDescription is the size limit of model.json and labels.json in bytes.
const maxDescription = 4 << 20

// Source is an ONNX file with the files beside it.
type Source struct {
	Path string // of the ONNX file; "" is the bundled one
	Data []byte // the ONNX file, when it is not read from Path

	description []byte // model.json, nil for none
	labels      []byte // labels.json, nil for none
	beside      string // name of the description's file, for messages
}

// Name returns the name of the model in messages.
func (s Source) Name() string {
	if s.Path == "" {
		return "the bundled model"
	}
	return s.Path
}

// Find returns the model at a path: an ONNX file, or a folder with one. Its description is the file of the same name with the
// ending json, or model.json. Its labels are labels.json. The empty path is the bundled model. None is ErrNone, and so is the empty
// path in a program without the bundled model.
func Find(path string) (Source, error) {
	switch {
	case path == None:
		return Source{}, fmt.Errorf("%w: its path is %s", ErrNone, None)
	case path == "" && bundledNetwork == nil:
		return Source{}, fmt.Errorf("%w: this program was built without one, and no path names another", ErrNone)
	case path == "":
		return Source{Data: bundledNetwork, description: bundledDescription, beside: "model.json"}, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return Source{}, fmt.Errorf("look for the model: %w", err)
	}
	s := Source{Path: path}
	if info.IsDir() {
		if s.Path, err = onlyNetwork(path); err != nil {
			return Source{}, err
		}
	}
	folder, name := filepath.Split(s.Path)
	for _, description := range []string{strings.TrimSuffix(name, filepath.Ext(name)) + ".json", "model.json"} {
		data, err := readSmall(folder + description)
		if err != nil {
			return Source{}, err
		}
		if file := namedFile(data); data != nil && (file == "" || filepath.Base(file) == name) {
			s.description, s.beside = data, description
			break
		}
	}
	if s.labels, err = readSmall(folder + "labels.json"); err != nil {
		return Source{}, err
	}
	return s, nil
}

// onlyNetwork returns the ONNX file of a folder: the one that model.json names, else the only one.
func onlyNetwork(folder string) (string, error) {
	data, err := readSmall(filepath.Join(folder, "model.json"))
	if err != nil {
		return "", err
	}
	if file := namedFile(data); file != "" {
		if !filepath.IsLocal(file) {
			return "", fmt.Errorf("%s: file is %q, which leads out of the folder", filepath.Join(folder, "model.json"), file)
		}
		return filepath.Join(folder, file), nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", fmt.Errorf("look for the model: %w", err)
	}
	var found []string
	for _, entry := range entries {
		if !entry.IsDir() && strings.EqualFold(filepath.Ext(entry.Name()), ".onnx") {
			found = append(found, entry.Name())
		}
	}
	if len(found) != 1 {
		return "", fmt.Errorf("%s holds %d files named *.onnx: give the path of the file, or name it in model.json as file", folder, len(found))
	}
	return filepath.Join(folder, found[0]), nil
}

// namedFile returns the ONNX file that a description names, "" for none.
func namedFile(description []byte) string {
	var named struct {
		File string `json:"file"`
	}
	if json.Unmarshal(description, &named) != nil {
		return ""
	}
	return named.File
}

// byteOrderMark is U+FEFF in UTF-8, which some editors write at the start of a file.
var byteOrderMark = []byte("\xef\xbb\xbf")

// readSmall reads a file of at most maxDescription bytes, without a byte order mark. It returns nil when there is no such file.
func readSmall(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for the model's description: %w", err)
	}
	if info.Size() > maxDescription {
		return nil, fmt.Errorf("%s has %d bytes: at most %d", path, info.Size(), maxDescription)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the model's description: %w", err)
	}
	return bytes.TrimPrefix(data, byteOrderMark), nil
}

package imports

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/filename"
)

// Names in the folder of an import. The file lies in a folder of its own, because it has the name that its sender gave it.
const (
	stateName    = "import.json"
	partialState = ".import.json.new"
	rejectedName = "rejected.csv"
	fileFolder   = "file"
)

// Permissions: rows may hold observers' names, so that nobody but the server reads them.
const (
	folderMode = 0o700
	fileMode   = 0o600
)

// maxFilename is the most bytes of the name of a file on disk.
const maxFilename = 100

// safeName turns the name that a client gave into one of a file: without folders, and of harmless characters. It keeps the ending, and as
// much of the rest as the name of the data source needs.
func safeName(name string) string {
	name = filename.Safe(name, maxFilename, func(r rune) rune {
		if r == '.' || r == '-' || r == '_' || r == ' ' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	})
	if strings.Trim(name, ". ") == "" {
		return fileFolder
	}
	return name
}

func (s *Imports) folder(id uuid.UUID) string { return filepath.Join(s.Folder, id.String()) }

func (s *Imports) filePath(i Import) string {
	return filepath.Join(s.folder(i.ID), fileFolder, safeName(i.Filename))
}

func (s *Imports) rejectedPath(id uuid.UUID) string { return filepath.Join(s.folder(id), rejectedName) }

// make makes the folder of an import with an empty file.
func (s *Imports) make(i Import) error {
	path := s.filePath(i)
	err := os.MkdirAll(filepath.Dir(path), folderMode)
	if err == nil {
		var file *os.File
		if file, err = os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode); err == nil {
			err = file.Close()
		}
	}
	if err == nil {
		err = s.save(i)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("make the folder of an import: %w", err), s.remove(i.ID))
	}
	return nil
}

// save writes what is known of an import. Its file says how much was received.
func (s *Imports) save(i Import) error {
	i.Progress = nil
	data, err := json.Marshal(i)
	if err == nil {
		partial := filepath.Join(s.folder(i.ID), partialState)
		if err = os.WriteFile(partial, data, fileMode); err == nil {
			err = os.Rename(partial, filepath.Join(s.folder(i.ID), stateName))
		}
	}
	if err != nil {
		return fmt.Errorf("keep the state of an import: %w", err)
	}
	return nil
}

// remove removes the folder of an import.
func (s *Imports) remove(id uuid.UUID) error {
	if err := os.RemoveAll(s.folder(id)); err != nil {
		return fmt.Errorf("remove an import: %w", err)
	}
	return nil
}

// removeFile removes the file of an import that needs it no more.
func (s *Imports) removeFile(id uuid.UUID) error {
	if err := os.RemoveAll(filepath.Join(s.folder(id), fileFolder)); err != nil {
		return fmt.Errorf("remove the file of an import: %w", err)
	}
	return nil
}

// load takes up the imports in the folder. A folder that is no import's stays as it is.
func (s *Imports) load() error {
	entries, err := os.ReadDir(s.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("list the imports: %w", err)
	}
	for _, entry := range entries {
		id, err := uuid.Parse(entry.Name())
		if err != nil || id.String() != entry.Name() || !entry.IsDir() {
			continue
		}
		i, err := s.read(id)
		if err != nil {
			s.Log.Warn("an import that cannot be read is removed", "import", id, "error", err)
			if err := s.remove(id); err != nil {
				return err
			}
			continue
		}
		s.takeUp(i)
	}
	return nil
}

func (s *Imports) read(id uuid.UUID) (i Import, err error) {
	data, err := os.ReadFile(filepath.Join(s.folder(id), stateName))
	if err != nil {
		return i, err
	}
	if err := json.Unmarshal(data, &i); err != nil {
		return i, err
	}
	if i.ID != id {
		return i, fmt.Errorf("it says that it is %s", i.ID)
	}
	if i.State == Receiving {
		info, err := os.Stat(s.filePath(i))
		if err != nil {
			return i, err
		}
		i.Received = min(info.Size(), i.Size)
		if i.Received == i.Size {
			i.State = Reading
		}
	}
	return i, nil
}

// takeUp continues with an import as the server left it.
func (s *Imports) takeUp(i Import) {
	switch i.State {
	case Reading:
		s.unread = append(s.unread, i.ID)
	case Checking, Storing:
		what := "nothing of it was stored; check it again"
		if i.State == Storing {
			what = "check it again to see whether its rows were stored"
		}
		i.State, i.Problem = Failed, &Problem{Type: problemInterrupted, Detail: "the server restarted: " + what}
		if err := s.save(i); err != nil {
			s.Log.Warn("an import's state is not kept", "import", i.ID, "error", err)
		}
	}
	s.items[i.ID] = &item{Import: i}
}

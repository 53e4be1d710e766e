package darwincore

import "github.com/skeeter-surveillance/skeeter/observe/darwincore/archive"

// Parts lists the archives in a zip or folder that holds several, as an export of several data sources does; each is for Options.Part.
// It is empty for what Open reads as a whole. An error is a *FileError.
func Parts(path string) ([]string, error) {
	files, err := archive.OpenFiles(path)
	if err != nil {
		return nil, err
	}
	return files.Parts(), files.Close()
}

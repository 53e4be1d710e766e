package coldfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// cold returns a file whose pages are on the disk alone, and its content. It skips where the file system keeps them or does not say.
func cold(t *testing.T) (*File, []byte) {
	t.Helper()
	content := make([]byte, 4*window+321)
	for i := range content {
		content[i] = byte(rand.Uint32())
	}
	f, err := Open(filepath.Join(t.TempDir(), "file"), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	if _, err := f.WriteAt(content, 0); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Sync(), unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)); err != nil {
		t.Fatal(err)
	}
	if f.readNow(make([]byte, 1), 2*window) || f.blind.Load() {
		t.Skip("the file system keeps its files in memory, or does not say which it keeps")
	}
	return f, content
}

func TestColdFilesAreReadAhead(t *testing.T) {
	t.Parallel()
	f, content := cold(t)
	b := make([]byte, 32)
	if _, err := f.ReadAt(b, window+5000); err != nil || !bytes.Equal(b, content[window+5000:][:32]) {
		t.Fatal("other bytes, or", err)
	}
	for _, near := range []int64{window, window + window/2, 2*window - 32} {
		testenv.Eventually(t, fmt.Sprintf("byte %d of the window is read ahead", near-window), func() bool { return f.readNow(b, near) })
	}
	if f.readNow(b, 3*window+window/2) {
		t.Error("bytes far away are read, too")
	}
}

func TestReadAtReadsWhatIsThere(t *testing.T) {
	t.Parallel()
	f, content := cold(t)
	for range 2000 {
		length := rand.IntN(5000)
		if rand.IntN(100) == 0 {
			length += window
		}
		offset := rand.IntN(len(content) + 5000)
		b := make([]byte, length)
		n, err := f.ReadAt(b, int64(offset))
		want := content[min(offset, len(content)):min(offset+length, len(content))]
		if !bytes.Equal(b[:n], want) || len(want) < length != errors.Is(err, io.EOF) {
			t.Fatalf("%d bytes from %d on: %d bytes, %v; want %d", length, offset, n, err, len(want))
		}
	}
}

func TestAClosedFileIsNotRead(t *testing.T) {
	t.Parallel()
	f, _ := cold(t)
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if n, err := f.ReadAt(make([]byte, 32), 0); n != 0 || !errors.Is(err, os.ErrClosed) {
		t.Errorf("%d bytes, %v", n, err)
	}
}

package files

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"testing"
)

// holding returns what makes a file with a text.
func holding(t *testing.T, text string) func() (Made, error) {
	return func() (Made, error) {
		file, err := os.CreateTemp(t.TempDir(), "")
		if err == nil {
			_, err = file.WriteString(text)
		}
		return Made{File: file}, err
	}
}

func never() (Made, error) { return Made{}, errors.New("a file is made that is there") }

func get(t *testing.T, c *Cache, content, version string, produce func() (Made, error)) *File {
	t.Helper()
	f, err := c.Get(t.Context(), content, version, produce)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func text(t *testing.T, f *File) string {
	t.Helper()
	b, err := io.ReadAll(f.Content())
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestOneMakesAndAllRead(t *testing.T) {
	t.Parallel()
	c, made := New(), atomic.Int64{}
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			f, err := c.Get(t.Context(), "a", "1", func() (Made, error) { made.Add(1); return holding(t, "bytes")() })
			if err != nil {
				t.Error(err)
				return
			}
			defer f.Release()
			if b, err := io.ReadAll(f.Content()); string(b) != "bytes" || err != nil {
				t.Errorf("%q, %v", b, err)
			}
		})
	}
	all.Wait()
	if made.Load() != 1 {
		t.Errorf("the file was made %d times", made.Load())
	}
}

// A file of another version goes, but who reads it reads on.
func TestVersions(t *testing.T) {
	t.Parallel()
	c := New()
	old := get(t, c, "a", "1", holding(t, "old"))
	now := get(t, c, "a", "2", holding(t, "new"))
	if text(t, old) != "old" || text(t, now) != "new" || c.bytes != 6 {
		t.Errorf("%q, %q, %d bytes", text(t, old), text(t, now), c.bytes)
	}
	old.Release()
	if c.bytes != 3 || len(c.entries) != 1 {
		t.Errorf("%d bytes in %d entries", c.bytes, len(c.entries))
	}
	now.Release()
	get(t, c, "a", "2", never).Release()
}

func TestLimits(t *testing.T) {
	t.Parallel()
	c := New()
	c.maxFiles, c.maxBytes = 3, 25
	for i := range 5 {
		get(t, c, fmt.Sprint(i), "", holding(t, "12345678")).Release()
	}
	if c.bytes != 24 || len(c.entries) != 3 {
		t.Errorf("%d bytes in %d files", c.bytes, len(c.entries))
	}
	get(t, c, "2", "", never).Release()
	held := get(t, c, "large", "", holding(t, "123456789012345678901234567890"))
	if c.bytes != 30 || text(t, held) == "" {
		t.Errorf("%d bytes", c.bytes)
	}
	held.Release()
	if c.bytes != 0 || len(c.entries) != 0 {
		t.Errorf("%d bytes in %d files: one larger than all may have is kept", c.bytes, len(c.entries))
	}
}

// A maker that fails leaves its place to the next, and a refusal stays.
func TestFailures(t *testing.T) {
	t.Parallel()
	c := New()
	broken := errors.New("broken")
	if _, err := c.Get(t.Context(), "a", "1", func() (Made, error) { return Made{}, broken }); !errors.Is(err, broken) || len(c.entries) != 0 {
		t.Errorf("%v, %d entries", err, len(c.entries))
	}
	get(t, c, "a", "1", holding(t, "x")).Release()

	for range 2 {
		tries := 0
		if _, err := c.Get(t.Context(), "b", "1", func() (Made, error) { tries++; return Made{}, RefusedError{broken} }); !errors.Is(err, broken) {
			t.Error(err)
		}
		if _, err := c.Get(t.Context(), "b", "1", never); !errors.Is(err, broken) {
			t.Error(err)
		}
		if tries > 1 {
			t.Errorf("%d tries", tries)
		}
	}
	get(t, c, "b", "2", holding(t, "smaller")).Release()
}

// Who leaves while another makes the file does not wait for it.
func TestLeaving(t *testing.T) {
	t.Parallel()
	c := New()
	gone, cancel := context.WithCancel(t.Context())
	f := get(t, c, "a", "1", func() (Made, error) {
		cancel()
		if _, err := c.Get(gone, "a", "1", never); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		return holding(t, "x")()
	})
	f.Release()
	if len(c.entries) != 1 || c.entries[0].users != 0 {
		t.Errorf("%+v", c.entries)
	}
}

// TestDropKeepsWhatIsRead: a full disk takes the files that nobody reads.
func TestDropKeepsWhatIsRead(t *testing.T) {
	t.Parallel()
	c := New()
	get(t, c, "a", "1", holding(t, "aa")).Release()
	reading := get(t, c, "b", "1", holding(t, "bb"))
	if !c.Drop() || c.bytes != 2 || c.Drop() {
		t.Errorf("%d bytes are kept", c.bytes)
	}
	if got := text(t, reading); got != "bb" {
		t.Errorf("what is read holds %q", got)
	}
	reading.Release()
	get(t, c, "b", "1", never).Release()
	get(t, c, "a", "1", holding(t, "new")).Release()
}

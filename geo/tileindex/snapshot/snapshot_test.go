package snapshot

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"syscall"
	"testing"

	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

type pair struct {
	A uint32
	B uint16
}

type directory struct {
	Name  string
	Small Column[byte]
	Pairs Column[pair]
	None  Column[float64]
	More  []Column[uint64]
}

type content struct {
	name  string
	small []byte
	pairs []pair
	more  [][]uint64
}

func random(rng *rand.Rand, size int) (c content) {
	c.name = "some"
	for range size {
		c.small = append(c.small, byte(rng.Uint32()))
		c.pairs = append(c.pairs, pair{rng.Uint32(), uint16(rng.Uint32())})
	}
	for range 3 {
		c.more = append(c.more, []uint64{rng.Uint64(), rng.Uint64()})
	}
	return c
}

func (c content) write(path string) error {
	return Write(path, func(w *Writer) (any, error) {
		d := &directory{Name: c.name, Small: Put(w, c.small), Pairs: Put(w, c.pairs), None: Put[float64](w, nil)}
		for _, values := range c.more {
			d.More = append(d.More, Put(w, values))
		}
		return d, nil
	})
}

// read returns copies, because the file's memory goes.
func read(path string) (c content, err error) {
	var d directory
	f, err := Open(path, &d)
	if err != nil {
		return c, err
	}
	c.name = d.Name
	small, err1 := d.Small.In(f)
	pairs, err2 := d.Pairs.In(f)
	_, err3 := d.None.In(f)
	err = errors.Join(err1, err2, err3)
	c.small, c.pairs = slices.Clone(small), slices.Clone(pairs)
	for _, column := range d.More {
		values, err4 := column.In(f)
		c.more, err = append(c.more, slices.Clone(values)), errors.Join(err, err4)
	}
	return c, err
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 1))
	path := filepath.Join(t.TempDir(), "file")
	for _, size := range []int{0, 1, 13, 300_000} {
		want := random(rng, size)
		if err := want.write(path); err != nil {
			t.Fatal(err)
		}
		if got, err := read(path); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d values came back as others: %v", size, err)
		}
	}
}

// TestEveryByteCounts changes each byte of a file, and cuts it off at each: it is read as it was written, or not at all.
func TestEveryByteCounts(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	want := random(rand.New(rand.NewPCG(2, 2)), 4)
	if err := want.write(path); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	unnoticed := 0
	holds := func(b []byte) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := read(path)
		switch {
		case err == nil && !reflect.DeepEqual(got, want):
			t.Errorf("a file of %d bytes is read as another", len(b))
		case err == nil:
			unnoticed++
		case !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrVersion):
			t.Errorf("a damaged file: %v", err)
		}
	}
	for i := range whole {
		b := slices.Clone(whole)
		b[i] ^= 0x41
		holds(b)
		holds(whole[:i])
	}
	if unnoticed > 4*(alignment-1) {
		t.Errorf("%d changes were not noticed, more than there are bytes between columns", unnoticed)
	}
}

func TestOtherTypesAreAnotherVersion(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	if err := random(rand.New(rand.NewPCG(3, 3)), 5).write(path); err != nil {
		t.Fatal(err)
	}
	type column struct { // as directory, with a column of other values
		Name  string
		Small Column[int8]
		Pairs Column[pair]
		None  Column[float64]
		More  []Column[uint64]
	}
	for _, into := range []any{&column{}, &struct{ Name string }{}} {
		if _, err := Open(path, into); !errors.Is(err, ErrVersion) {
			t.Errorf("a file of another type: %v", err)
		}
	}
	if _, err := Open(path+"2", &directory{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

// TestAPipeIsNoFile: a pipe that nobody writes to is refused, and not waited for.
func TestAPipeIsNoFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "file")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		_, err := Open(path, &directory{})
		opened <- err
	}()
	if err := testenv.Receive(t, "it does not wait for a writer", opened); !errors.Is(err, ErrDamaged) {
		t.Errorf("a pipe: %v", err)
	}
}

// TestAFailureKeepsTheFormerFile fails while a file is filled, and where no more can be written.
func TestAFailureKeepsTheFormerFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "file")
	want := random(rand.New(rand.NewPCG(4, 4)), 50)
	if err := want.write(path); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("failed")
	err := Write(path, func(w *Writer) (any, error) {
		Put(w, make([]uint64, 1<<16))
		return nil, failed
	})
	if !errors.Is(err, failed) {
		t.Errorf("writing ended with %v", err)
	}
	err = Write(path, func(w *Writer) (any, error) {
		if err := w.file.Close(); err != nil {
			return nil, err
		}
		return &directory{Small: Put(w, make([]byte, 1<<20))}, nil
	})
	if !errors.Is(err, os.ErrClosed) {
		t.Errorf("writing ended with %v", err)
	}
	if got, err := read(path); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the former file is another: %v", err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
}

// TestAnotherNameOfAFileStaysWhatItIs: what was left under the name of a new file may be a file that another server maps.
func TestAnotherNameOfAFileStaysWhatItIs(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	theirs, path := filepath.Join(folder, "theirs"), filepath.Join(folder, "file")
	want := random(rand.New(rand.NewPCG(5, 5)), 50)
	if err := want.write(theirs); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(theirs, path+".new"); err != nil {
		t.Fatal(err)
	}
	if err := random(rand.New(rand.NewPCG(6, 6)), 50).write(path); err != nil {
		t.Fatal(err)
	}
	if got, err := read(theirs); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("the other file changed: %v", err)
	}
}

// FuzzOpen reads what passes for a file, with any places of the directory and of a column. encoding/gob is spared what no checksum
// belongs to.
func FuzzOpen(f *testing.F) {
	path := filepath.Join(f.TempDir(), "file")
	if err := random(rand.New(rand.NewPCG(5, 5)), 9).write(path); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole, int64(headerBytes), int64(8))
	f.Add(whole[:headerBytes], int64(1<<62), int64(1<<62))
	f.Add(whole, int64(headerBytes), int64(-8))
	f.Fuzz(func(t *testing.T, b []byte, begin, length int64) {
		if len(b) >= headerBytes {
			copy(b, magic)
			binary.LittleEndian.PutUint64(b[8:], fingerprint(reflect.TypeFor[*directory]()))
			binary.LittleEndian.PutUint32(b[headerBytes-4:], Sum(0, b[:headerBytes-4]))
		}
		path := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := read(path); err != nil && !errors.Is(err, ErrDamaged) && !errors.Is(err, ErrVersion) {
			t.Errorf("%v", err)
		}
		column := Column[pair]{Begin: begin, Length: length}
		if begin >= 0 && begin <= int64(len(b)) && length >= 0 && length <= int64(len(b))-begin {
			column.Sum = Sum(0, b[begin:begin+length])
		}
		if values, err := column.In(&File{b}); err == nil && int64(len(values))*8 != length || err != nil && !errors.Is(err, ErrDamaged) {
			t.Errorf("%d values of %d bytes: %v", len(values), length, err)
		}
	})
}

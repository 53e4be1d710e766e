package imports

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"github.com/google/uuid"

	"github.com/skeeter-surveillance/skeeter/internal/httpapi"
	"github.com/skeeter-surveillance/skeeter/internal/httpapi/limits"
)

var errUnknown = httpapi.NotFound("Import not found")

// wrongState is 409 for what cannot be done in the state that an import has.
func wrongState(i Import, want string) error {
	return httpapi.Conflict(fmt.Sprintf("The import is %s; %s", i.State, want))
}

// begin makes an import of a file that will be sent.
func (s *Imports) begin(filename string, size int64) (Import, error) {
	s.makeRoom()
	now := s.Now().UTC()
	i := Import{ID: uuid.New(), Filename: filename, Size: size, State: Receiving, CreatedAt: now, UsedAt: now, ExpiresAt: now.Add(Keep)}
	s.mu.Lock()
	if len(s.items) >= MaxImports {
		s.mu.Unlock()
		return i, httpapi.Busy(limits.BusyUploads, "The server keeps as many imports as it can; delete one, or try again later")
	}
	it := &item{Import: i}
	s.items[i.ID] = it
	it.writing.Lock() // nobody knows the id yet
	s.mu.Unlock()
	defer it.writing.Unlock()
	if err := s.make(i); err != nil {
		s.mu.Lock()
		delete(s.items, i.ID)
		s.mu.Unlock()
		return i, noRoom(err)
	}
	return i, nil
}

// noRoom makes an error of a full disk one that says so.
func noRoom(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return httpapi.Unavailable("The server has no room for the file; try again later", err)
	}
	return err
}

// get returns an import as it is now.
func (s *Imports) get(id uuid.UUID) (Import, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it := s.items[id]
	if it == nil {
		return Import{}, errUnknown
	}
	it.UsedAt = s.Now().UTC()
	it.ExpiresAt = it.UsedAt.Add(Keep)
	return s.shown(it), nil
}

// shown is an import with the place of its job in the queue.
func (s *Imports) shown(it *item) Import {
	i := it.Import
	for n, j := range s.jobs {
		if j.id == i.ID {
			ahead := n
			if s.working {
				ahead++
			}
			i.Progress = &Progress{Stage: queued, Ahead: ahead}
		}
	}
	return i
}

// receive appends a part to the file of an import. What came before a connection broke stays, so that the next part goes on behind it.
func (s *Imports) receive(id uuid.UUID, offset int64, body io.Reader, length int64) (Import, error) {
	i, err := s.get(id)
	if err != nil {
		return i, err
	}
	s.mu.Lock()
	it := s.items[id]
	s.mu.Unlock()
	if it == nil {
		return i, errUnknown
	}
	if !it.writing.TryLock() {
		return i, httpapi.Conflict("Another request sends a part of this file; ask how much was received")
	}
	defer it.writing.Unlock()
	if i, err = s.get(id); err != nil {
		return i, err
	}
	left := i.Size - i.Received
	switch {
	case i.State != Receiving:
		return i, wrongState(i, "its file is complete")
	case offset != i.Received:
		return i, httpapi.Conflict(fmt.Sprintf("The next part begins at %d", i.Received))
	case length > min(left, MaxPart):
		return i, tooLarge(left)
	}
	n, err := s.append(i, body, min(left, MaxPart))
	return s.received(it, n, err, left)
}

func tooLarge(left int64) error {
	if left < MaxPart {
		return httpapi.PayloadTooLarge(fmt.Sprintf("The part goes beyond the end of the file, which lacks %d bytes", left))
	}
	return httpapi.PayloadTooLarge(fmt.Sprintf("A part may have %d bytes", int64(MaxPart)))
}

// errBeyond is the error of a part that has more bytes than it may.
var errBeyond = errors.New("the part goes on")

// append writes a part behind what is there, and returns how many of its bytes are on the disk.
func (s *Imports) append(i Import, body io.Reader, limit int64) (n int64, err error) {
	file, err := os.OpenFile(s.filePath(i), os.O_WRONLY, fileMode)
	if err != nil {
		return 0, fmt.Errorf("open the file of an import: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if _, err = file.Seek(i.Received, io.SeekStart); err != nil {
		return 0, fmt.Errorf("write the file of an import: %w", err)
	}
	n, err = io.Copy(file, io.LimitReader(body, limit))
	if err == nil && n == limit {
		if more, _ := io.ReadFull(body, make([]byte, 1)); more > 0 {
			n, err = 0, errBeyond
		}
	}
	if syncErr := file.Sync(); syncErr != nil { // a disk may be full only now
		n, err = 0, errors.Join(err, syncErr)
	}
	if cutErr := file.Truncate(i.Received + n); cutErr != nil {
		err = errors.Join(err, cutErr)
	}
	return n, err
}

// received notes what came of a part, and lets the columns be read when the file is complete.
func (s *Imports) received(it *item, n int64, failed error, left int64) (Import, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.items[it.ID] != it { // deleted meanwhile
		return it.Import, errUnknown
	}
	it.Received += n
	if it.Received == it.Size {
		it.State = Reading
		s.unread = append(s.unread, it.ID)
		wake(s.arrived)
		failed = errors.Join(failed, s.save(it.Import))
	}
	switch {
	case errors.Is(failed, errBeyond):
		return it.Import, tooLarge(left)
	case failed != nil:
		return it.Import, noRoom(failed)
	}
	return it.Import, nil
}

// idleTime is how long an import goes unused before it may make room for another.
func (i Import) idleTime() time.Duration {
	switch {
	case i.State == Stored:
		return doneTime
	case i.State == Receiving && i.Received == 0:
		return emptyTime
	}
	return idleTime
}

// makeRoom removes imports that were not used for a while, the oldest first, until there is room for another.
func (s *Imports) makeRoom() {
	s.mu.Lock()
	var oldest *item
	if len(s.items) >= MaxImports {
		for _, it := range s.items {
			if !it.State.runs() && s.Now().Sub(it.UsedAt) > it.idleTime() && (oldest == nil || it.UsedAt.Before(oldest.UsedAt)) {
				oldest = it
			}
		}
	}
	s.mu.Unlock()
	if oldest != nil {
		if err := s.delete(oldest.ID); err != nil && !errors.Is(err, errUnknown) {
			s.Log.Warn("an old import is not removed", "import", oldest.ID, "error", err)
		}
	}
}

package limits

import (
	"errors"
	"io"
	"net"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// pair returns the two ends of a connection, the server's with limits.
func pair(t *testing.T, check, stall time.Duration) (server, client net.Conn) {
	t.Helper()
	var config net.ListenConfig
	l, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var dialer net.Dialer
	if client, err = dialer.DialContext(t.Context(), "tcp", l.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if server, err = (listener{l, check, stall}).Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Close(); _ = client.Close() })
	return server, client
}

const answerBytes = 16 << 20 // more than the system keeps for a connection

func TestAStalledReaderIsCut(t *testing.T) {
	t.Parallel()
	server, _ := pair(t, 50*time.Millisecond, 300*time.Millisecond)
	began := time.Now()
	n, err := server.Write(make([]byte, answerBytes))
	if !errors.Is(err, os.ErrDeadlineExceeded) || n == 0 || n >= answerBytes || time.Since(began) < 300*time.Millisecond {
		t.Errorf("%d bytes, %v after %s", n, err, time.Since(began))
	}
}

// TestASlowReaderIsWaitedFor reads for much longer than the stall, with pauses longer than the check and shorter than the stall.
func TestASlowReaderIsWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		served, client := net.Pipe()
		server := &connection{Conn: served, check: writeCheck, stall: writeStall}
		got := make(chan int, 1)
		go func() {
			n, err, part := 0, error(nil), make([]byte, 1000)
			for err == nil {
				time.Sleep(writeStall - time.Second)
				var read int
				read, err = client.Read(part)
				n += read
			}
			got <- n
		}()
		began, answer := time.Now(), make([]byte, 20_000)
		n, err := server.Write(answer)
		if err != nil || n != len(answer) || time.Since(began) < 10*writeStall {
			t.Errorf("%d bytes, %v after %s", n, err, time.Since(began))
		}
		_ = server.Close()
		if n := <-got; n != len(answer) {
			t.Errorf("the reader got %d bytes", n)
		}
	})
}

// TestAllOfAnAnswerArrives checks the progress so often that each part of the answer is written in many steps.
func TestAllOfAnAnswerArrives(t *testing.T) {
	t.Parallel()
	server, client := pair(t, time.Millisecond, time.Hour)
	got := make(chan int64, 1)
	go func() {
		n, _ := io.Copy(io.Discard, client)
		got <- n
	}()
	if n, err := server.Write(make([]byte, answerBytes)); err != nil || n != answerBytes {
		t.Errorf("%d bytes, %v", n, err)
	}
	if err := server.(*connection).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if n := <-got; n != answerBytes {
		t.Errorf("the reader got %d bytes", n)
	}
}

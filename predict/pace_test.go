package predict

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skeeter-surveillance/skeeter/internal/picture/picturetest"
	"github.com/skeeter-surveillance/skeeter/internal/testenv"
)

// inBubble serves prediction to connections in memory, in a bubble of synctest, until the test ends.
func inBubble(t *testing.T, o Options) (p *Predict, dial func() net.Conn) {
	t.Helper()
	handler, p := newHandler(o)
	listener := testenv.NewPipes()
	server := &http.Server{Handler: handler}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	return p, func() net.Conn {
		c, err := listener.Dial()
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
}

// places is how many uploads more may begin.
func (p *Predict) places() (n int) {
	for p.uploadSlots.TryAcquire(1) {
		n++
	}
	p.uploadSlots.Release(int64(n))
	return n
}

// TestStalledUpload: a client that stops sending loses its place, and one that goes on slowly does not.
func TestStalledUpload(t *testing.T) {
	t.Parallel()
	body, contentType := formOf(part{"file", "a.png", picturetest.PNG(t, picturetest.Plain(picturetest.Red, 40, 30))})
	head := fmt.Sprintf("POST /predict HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n", contentType, len(body))
	synctest.Test(t, func(t *testing.T) {
		p, dial := inBubble(t, Options{Classifier: meanColour{"Aedes a", "Aedes b", "Aedes c"}})
		slow := dial()
		defer slow.Close()
		_, _ = io.WriteString(slow, head)
		const parts = 2
		for i := range parts {
			time.Sleep(stallTime - time.Second)
			if _, err := slow.Write(body[i*len(body)/parts : (i+1)*len(body)/parts]); err != nil {
				t.Fatal(err)
			}
		}
		if a := answered(t, slow); a.status != http.StatusOK {
			t.Errorf("a slow client: %d %s", a.status, a.body)
		}

		stalled := dial()
		defer stalled.Close()
		_, _ = io.WriteString(stalled, head+"--")
		go func() { _, _ = io.Copy(io.Discard, stalled) }()
		time.Sleep(stallTime - time.Second)
		if n := p.places(); n != maxUploads-1 {
			t.Errorf("before its time is over %d places are free", n)
		}
		time.Sleep(2 * time.Second)
		if n := p.places(); n != maxUploads {
			t.Errorf("a client that sends nothing any more holds its place: %d are free", n)
		}
	})
}

// TestDrippedUpload: a client that sends a byte now and then never stalls, and loses its place all the same.
func TestDrippedUpload(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, dial := inBubble(t, Options{})
		c := dial()
		_, _ = io.WriteString(c, "POST /predict HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n"+fileHeader)
		go func() { _, _ = io.Copy(io.Discard, c) }()
		go func() {
			for {
				if _, err := io.WriteString(c, "x"); err != nil {
					return
				}
				time.Sleep(time.Second)
			}
		}()
		time.Sleep(graceTime - time.Second)
		if n := p.places(); n != maxUploads-1 {
			t.Errorf("before its time is over %d places are free", n)
		}
		time.Sleep(2 * time.Second)
		if n := p.places(); n != maxUploads {
			t.Errorf("a client that drips holds its place: %d are free", n)
		}
		_ = c.Close()
	})
}

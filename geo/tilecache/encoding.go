package tilecache

import (
	"bytes"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// Encoding is a content coding (RFC 9110, section 8.4.1).
type Encoding string

// Encodings of tiles. Identity is no encoding.
const (
	Identity Encoding = ""
	Gzip     Encoding = "gzip"
	Zstd     Encoding = "zstd"
)

// Encodings are the encodings that compress, the better one first.
var Encodings = []Encoding{Zstd, Gzip}

// MinCompressed is the size from which content is compressed, in bytes.
const MinCompressed = 1024

// Encoded is content as it is sent to a client.
type Encoded struct {
	Content  []byte // nil for an empty tile
	Encoding Encoding
}

// The first byte of a stored content says whether it is encoded.
const (
	plain   = 0
	encoded = 1
)

func encodedAs(content []byte, e Encoding) Encoded {
	if len(content) < 2 {
		return Encoded{}
	}
	if content[0] == plain {
		e = Identity
	}
	return Encoded{content[1:], e}
}

// zstdEncoder is safe for concurrent use. Its level is the fastest one, which makes tiles smaller than gzip does in less time.
var zstdEncoder = sync.OnceValue(func() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic("tilecache: zstd options: " + err.Error())
	}
	return e
})

var gzipWriters = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic("tilecache: gzip level: " + err.Error())
	}
	return w
}}

// encode returns raw content as it is stored.
func (e Encoding) encode(raw []byte) []byte {
	if e == Identity || len(raw) < MinCompressed {
		return append([]byte{plain}, raw...)
	}
	if e == Zstd {
		return zstdEncoder().EncodeAll(raw, append(make([]byte, 0, len(raw)/2), encoded))
	}
	var b bytes.Buffer
	b.Grow(len(raw) / 2)
	b.WriteByte(encoded)
	w := gzipWriters.Get().(*gzip.Writer)
	defer gzipWriters.Put(w)
	w.Reset(&b)
	_, _ = w.Write(raw) // writing to a buffer does not fail
	_ = w.Close()
	return b.Bytes()
}

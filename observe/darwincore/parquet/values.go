package parquet

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
	"github.com/x448/float16"
)

// Times as ISO 8601. A timestamp that is not adjusted to UTC is a local one: it has no zone, and at midnight it is how pandas writes a day.
const (
	localTime = "2006-01-02T15:04:05.999999999"
	clockTime = "15:04:05.999999999"
)

const (
	secondsOfDay = 24 * 60 * 60
	julianEpoch  = 2440588 // the Julian day of 1 January 1970, which INT96 counts from
)

// texts returns how the values of a type are written; nil for those that are no text. Values without a logical type are
// those of their physical one.
func texts(of pq.Type) func(pq.Value) string {
	if logical := of.LogicalType(); logical != nil {
		if write := ofLogical(logical, of.Kind()); write != nil {
			return write
		}
	}
	switch of.Kind() {
	case pq.Boolean:
		return func(v pq.Value) string { return strconv.FormatBool(v.Boolean()) }
	case pq.Int32:
		return func(v pq.Value) string { return strconv.Itoa(int(v.Int32())) }
	case pq.Int64:
		return func(v pq.Value) string { return strconv.FormatInt(v.Int64(), 10) }
	case pq.Int96:
		return int96
	case pq.Float:
		return func(v pq.Value) string { return number(float64(v.Float()), 32) }
	case pq.Double:
		return func(v pq.Value) string { return number(v.Double(), 64) }
	case pq.ByteArray:
		return characters
	}
	return nil
}

func ofLogical(logical *format.LogicalType, kind pq.Kind) func(pq.Value) string {
	switch t := logical.Value.(type) {
	case *format.StringType, *format.EnumType, *format.JsonType:
		return characters
	case *format.DateType:
		return func(v pq.Value) string {
			return time.Unix(secondsOfDay*int64(v.Int32()), 0).UTC().Format(time.DateOnly)
		}
	case *format.TimestampType:
		return timestamp(t)
	case *format.TimeType:
		return func(v pq.Value) string {
			return time.Unix(0, whole(v, kind)*unit(&t.Unit)).UTC().Format(clockTime)
		}
	case *format.DecimalType:
		return func(v pq.Value) string { return decimal(v, kind, int(t.Scale)) }
	case *format.IntType:
		if t.IsSigned {
			return nil
		}
		return func(v pq.Value) string {
			if kind == pq.Int32 {
				return strconv.FormatUint(uint64(v.Uint32()), 10)
			}
			return strconv.FormatUint(v.Uint64(), 10)
		}
	case *format.UUIDType:
		return func(v pq.Value) string {
			id, err := uuid.FromBytes(v.ByteArray())
			if err != nil {
				return ""
			}
			return id.String()
		}
	case *format.Float16Type:
		return func(v pq.Value) string {
			if b := v.ByteArray(); len(b) == 2 {
				return number(float64(float16.Frombits(binary.LittleEndian.Uint16(b)).Float32()), 32)
			}
			return ""
		}
	}
	return nil
}

// characters returns the bytes of a text. Others, which no type tells from texts in old files, are left out.
func characters(v pq.Value) string {
	b := v.ByteArray()
	if !utf8.Valid(b) {
		return ""
	}
	return string(b)
}

// number writes a number; NaN, which some programs write for a missing one, is empty.
func number(f float64, bits int) string {
	if math.IsNaN(f) {
		return ""
	}
	return strconv.FormatFloat(f, 'f', -1, bits)
}

func whole(v pq.Value, kind pq.Kind) int64 {
	if kind == pq.Int32 {
		return int64(v.Int32())
	}
	return v.Int64()
}

// unit is the number of nanoseconds that a time counts in.
func unit(u *format.TimeUnit) int64 {
	switch u.Value.(type) {
	case *format.MilliSeconds:
		return int64(time.Millisecond)
	case *format.MicroSeconds:
		return int64(time.Microsecond)
	}
	return 1
}

func timestamp(t *format.TimestampType) func(pq.Value) string {
	nanoseconds := unit(&t.Unit)
	return func(v pq.Value) string {
		perSecond := int64(time.Second) / nanoseconds
		seconds := v.Int64() / perSecond
		at := time.Unix(seconds, v.Int64()%perSecond*nanoseconds).UTC()
		switch {
		case t.IsAdjustedToUTC:
			return at.Format(localTime + "Z")
		case at.Equal(at.Truncate(secondsOfDay * time.Second)):
			return at.Format(time.DateOnly)
		}
		return at.Format(localTime)
	}
}

// int96 writes a timestamp as old programs store it: nanoseconds of the day, then the Julian day.
func int96(v pq.Value) string {
	parts := v.Int96()
	nanoseconds, day := int64(parts[1])<<32|int64(parts[0]), int64(parts[2])
	return time.Unix((day-julianEpoch)*secondsOfDay, nanoseconds).UTC().Format(localTime)
}

// decimal writes a whole number of 10 to the power of -scale.
func decimal(v pq.Value, kind pq.Kind, scale int) string {
	const most = 76 // digits, of the widest decimals that programs write
	unscaled := new(big.Int)
	switch kind {
	case pq.Int32, pq.Int64:
		unscaled.SetInt64(whole(v, kind))
	default:
		b := v.ByteArray()
		if len(b) > most {
			return ""
		}
		unscaled.SetBytes(b)
		if len(b) > 0 && b[0] >= 0x80 { // two's complement
			unscaled.Sub(unscaled, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
		}
	}
	if scale < 0 || scale > most {
		return ""
	}
	digits := new(big.Int).Abs(unscaled).String()
	if scale > 0 {
		digits = strings.Repeat("0", max(0, scale+1-len(digits))) + digits
		digits = strings.TrimRight(digits[:len(digits)-scale]+"."+digits[len(digits)-scale:], "0")
		digits = strings.TrimSuffix(digits, ".")
	}
	if unscaled.Sign() < 0 {
		return "-" + digits
	}
	return digits
}

package form

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/skeeter-surveillance/skeeter/internal/jsontext"
)

// MaxMetadata is the largest size of metadata, in bytes.
const MaxMetadata = 64 << 10

// Limits of numbers in metadata. PostgreSQL stores every digit of a number, so 1e100000 would take 100,000 of them.
const (
	maxExponent     = 400  // of ten, positive and negative
	maxNumberLength = 1000 // characters
)

// SetMetadata reads the member metadata into a field, which holds the stored metadata in a patch.
func (f Form) SetMetadata(field *json.RawMessage) {
	if !f.Given("metadata") {
		return
	}
	if !f.Has("metadata") {
		*field = json.RawMessage(`{}`)
		return
	}
	members, err := parseMetadata(f.Raw("metadata"))
	if err == nil && f.Patch {
		var stored map[string]any
		if stored, err = DecodeObject(*field); err == nil {
			members, _ = mergePatch(stored, members).(map[string]any)
		}
	}
	if err == nil {
		*field, err = EncodeObject(members)
	}
	if err == nil && len(*field) > MaxMetadata {
		err = fmt.Errorf("metadata must be at most %d bytes, its numbers written in full", MaxMetadata)
	}
	if err != nil {
		f.Fail("metadata", "invalid_metadata", err.Error())
	}
}

// parseMetadata reads a JSON object and writes its numbers as PostgreSQL does: without exponent and with the digits that were sent, so
// 1.50 stays 1.50 and 1e2 becomes 100. The error says what PostgreSQL cannot store.
func parseMetadata(raw []byte) (map[string]any, error) {
	if err := checkEscapes(raw); err != nil {
		return nil, fmt.Errorf("metadata %w", err)
	}
	members, err := DecodeObject(raw)
	if err != nil || members == nil {
		return nil, errors.New("metadata must be an object")
	}
	if _, err := spellNumbers(members); err != nil {
		return nil, err
	}
	return members, nil
}

// DecodeObject reads a JSON object without rounding its numbers.
func DecodeObject(raw []byte) (members map[string]any, err error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	err = dec.Decode(&members)
	return members, err
}

// EncodeObject returns the canonical JSON of an object: members sorted, no blanks.
func EncodeObject(members map[string]any) (json.RawMessage, error) {
	b, err := jsontext.Marshal(members)
	if err != nil {
		return nil, fmt.Errorf("encode metadata: %w", err)
	}
	return b, nil
}

// spellNumbers writes every number within v without exponent and returns v.
func spellNumbers(v any) (any, error) {
	var err error
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			if v[name], err = spellNumbers(member); err != nil {
				return nil, err
			}
		}
	case []any:
		for i, item := range v {
			if v[i], err = spellNumbers(item); err != nil {
				return nil, err
			}
		}
	case json.Number:
		return spellNumber(v)
	}
	return v, nil
}

func spellNumber(n json.Number) (json.Number, error) {
	if len(n) > maxNumberLength {
		return "", fmt.Errorf("metadata must not hold numbers of more than %d characters", maxNumberLength)
	}
	mantissa, exponent, scientific := strings.Cut(strings.ToLower(n.String()), "e")
	power := 0
	if scientific {
		var err error
		if power, err = strconv.Atoi(exponent); err != nil || power < -maxExponent || power > maxExponent {
			return "", fmt.Errorf("metadata must not hold numbers beyond 1e%d or below 1e-%d", maxExponent, maxExponent)
		}
	}
	negativeZero := strings.HasPrefix(mantissa, "-") && !strings.ContainsAny(mantissa, "123456789")
	if !scientific && !negativeZero {
		return n, nil
	}
	value, ok := new(big.Rat).SetString(n.String())
	if !ok {
		return "", fmt.Errorf("metadata holds %q, which is no number", n)
	}
	_, fraction, _ := strings.Cut(mantissa, ".")
	return json.Number(value.FloatString(max(len(fraction)-power, 0))), nil
}

// mergePatch applies a merge patch (RFC 7396) to a JSON value: null removes a member, objects are merged, other values replace. It may
// change the target.
func mergePatch(target, patch any) any {
	members, ok := patch.(map[string]any)
	if !ok {
		return patch
	}
	merged, ok := target.(map[string]any)
	if !ok {
		merged = map[string]any{}
	}
	for name, v := range members {
		if v == nil {
			delete(merged, name)
			continue
		}
		merged[name] = mergePatch(merged[name], v)
	}
	return merged
}

// checkEscapes finds characters that JSON can escape and PostgreSQL cannot store in text: NUL, and halves of surrogate pairs.
func checkEscapes(raw []byte) error {
	unit := func(i int) (rune, bool) {
		if i+6 > len(raw) || raw[i] != '\\' || raw[i+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseUint(string(raw[i+2:i+6]), 16, 16)
		return rune(n), err == nil
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		r, ok := unit(i)
		if !ok {
			i++ // the character after the backslash belongs to it
			continue
		}
		i += 5
		switch {
		case r == 0:
			return errors.New(`must not contain the character NUL (\u0000)`)
		case r >= 0xdc00 && r <= 0xdfff:
			return errHalfPair
		case r >= 0xd800 && r <= 0xdbff:
			if low, ok := unit(i + 1); !ok || low < 0xdc00 || low > 0xdfff {
				return errHalfPair
			}
			i += 6
		}
	}
	return nil
}

var errHalfPair = errors.New("must not contain half of a surrogate pair")

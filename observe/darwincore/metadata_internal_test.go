package darwincore

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestMaxEncoded(t *testing.T) {
	t.Parallel()
	for _, value := range []any{
		"", "Culex", strings.Repeat("\x01", 100), strings.Repeat("\xff", 100), strings.Repeat("\u2028", 100), "\U0001F99F",
		json.Number("-1.5e300"), true, false, nil, []any{}, []any{nil, "a", []any{json.Number("1")}},
		map[string]any{}, map[string]any{"\x01": nil, "b": map[string]any{"c": []any{"\n", true}}}, 1.5,
	} {
		encoded, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		if n := maxEncoded(value); n < len(encoded) {
			t.Errorf("maxEncoded(%#v) = %d, and it takes %d bytes", value, n, len(encoded))
		}
	}
}

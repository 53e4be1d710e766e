package cql2

import (
	"errors"
	"strings"
	"testing"
)

// TestParseText reads each rule of the grammar; the tree is written with all its parentheses.
func TestParseText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a=1 OR b=2 AND NOT c=3":                              `(("a" = 1) OR (("b" = 2) AND (NOT ("c" = 3))))`,
		"(a=1 or b=2) and c=3":                                `((("a" = 1) OR ("b" = 2)) AND ("c" = 3))`,
		"a<>-1 and a<=+2 and a>=.5 and a<5.":                  `(("a" <> -1) AND ("a" <= 2) AND ("a" >= .5) AND ("a" < 5.))`,
		"a > 1E-3":                                            `("a" > 1E-3)`,
		"true AND FALSE":                                      `(TRUE AND FALSE)`,
		"flag = true":                                         `("flag" = TRUE)`,
		"FALSE <> flag":                                       `(FALSE <> "flag")`,
		"a + 1 > 2":                                           `(("a" + 1) > 2)`,
		"a -1 > -2":                                           `(("a" - 1) > -2)`,
		"a - b - c * d / e % f > 2":                           `((("a" - "b") - ((("c" * "d") / "e") % "f")) > 2)`,
		"2 < a * (b + c) ^ 2 ^ d":                             `(2 < ("a" * (("b" + "c") ^ (2 ^ "d"))))`,
		"(a + b) DIV 2 = 1 and (a) = 1":                       `(((("a" + "b") div 2) = 1) AND ("a" = 1))`,
		"((a + 1) * 2 > 3 or (a > 1)) IS NULL":                `((((("a" + 1) * 2) > 3) OR ("a" > 1)) IS NULL)`,
		"MONTH(t) in (6, 5+2) and week(t) <> 1":               `((month("t") IN (6, (5 + 2))) AND (week("t") <> 1))`,
		"a between b-1 and (b+1)":                             `("a" BETWEEN ("b" - 1) AND ("b" + 1))`,
		"a NOT LIKE 'x%'":                                     `(NOT ("a" LIKE 'x%'))`,
		"NOT a LIKE 'x%'":                                     `(NOT ("a" LIKE 'x%'))`,
		"a between 1 and 2 and b not in (1,2)":                `(("a" BETWEEN 1 AND 2) AND (NOT ("b" IN (1, 2))))`,
		"a IS NOT NULL or b is null":                          `((NOT ("a" IS NULL)) OR ("b" IS NULL))`,
		"(a = 1) IS NULL":                                     `(("a" = 1) IS NULL)`,
		`"in" = 'it''s'`:                                      `("in" = 'it''s')`,
		`a = 'it\'s\t\n\\ \%\_'`:                              "(\"a\" = 'it''s\t\n\\\\ \\\\%\\\\_')",
		"casei(a) in (casei('x'),CASEI('Y'))":                 `(CASEI("a") IN (CASEI('x'), CASEI('Y')))`,
		"accenti(casei(a)) = accenti('é')":                    `(ACCENTI(CASEI("a")) = ACCENTI('é'))`,
		"a ILIKE 'X%' and b not ilike 'y'":                    `((CASEI("a") LIKE CASEI('X%')) AND (NOT (CASEI("b") LIKE CASEI('y'))))`,
		"eo:cloud_cover < 0.1":                                `("eo:cloud_cover" < 0.1)`,
		"größe.max = 'Ω'":                                     `("größe.max" = 'Ω')`,
		"date = DATE('2024-02-29')":                           `("date" = DATE('2024-02-29'))`,
		"a=timestamp('2024-02-29T23:59:59.5Z')":               `("a" = TIMESTAMP('2024-02-29T23:59:59.5Z'))`,
		"T_DURING(interval(a,b),INTERVAL('2020-01-01','..'))": `T_DURING(INTERVAL("a", "b"), INTERVAL(DATE('2020-01-01'), '..'))`,
		"t_after(a, DATE('2020-01-01'))":                      `T_AFTER("a", DATE('2020-01-01'))`,
		"s_intersects(g,POINT(1 -2))":                         `S_INTERSECTS("g", POINT(1 -2))`,
		"S_INTERSECTS(g,point z (1 2 3))":                     `S_INTERSECTS("g", POINT(1 2))`,
		"S_CROSSES(g,LINESTRING(0 0,1 1 7))":                  `S_CROSSES("g", LINESTRING(0 0,1 1))`,
		"S_WITHIN(g,POLYGON((0 0,1 0,1 1,0 0),(0 0,.1 0,.1 .1,0 0)))":             `S_WITHIN("g", POLYGON((0 0,1 0,1 1,0 0),(0 0,0.1 0,0.1 0.1,0 0)))`,
		"S_EQUALS(MULTIPOINT((1 2),(3 4)),MULTIPOINT(1 2,3 4))":                   `S_EQUALS(MULTIPOINT((1 2),(3 4)), MULTIPOINT((1 2),(3 4)))`,
		"S_TOUCHES(g,MULTILINESTRING((0 0,1 1),(2 2,3 3)))":                       `S_TOUCHES("g", MULTILINESTRING((0 0,1 1),(2 2,3 3)))`,
		"S_OVERLAPS(g,MULTIPOLYGON(((0 0,1 0,1 1,0 0))))":                         `S_OVERLAPS("g", MULTIPOLYGON(((0 0,1 0,1 1,0 0))))`,
		"S_DISJOINT(g,GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(0 0,1 1)))":        `S_DISJOINT("g", GEOMETRYCOLLECTION(POINT(1 2),LINESTRING(0 0,1 1)))`,
		"S_CONTAINS(g,BBOX(170,-10,-170,10))":                                     `S_CONTAINS("g", BBOX(170, -10, -170, 10))`,
		"S_INTERSECTS(g,BBOX(1,2,-99,3,4,99))":                                    `S_INTERSECTS("g", BBOX(1, 2, 3, 4))`,
		strings.Repeat("(", MaxDepth-1) + "a=1" + strings.Repeat(")", MaxDepth-1): `("a" = 1)`,
	} {
		e, err := ParseText(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if got := text(e); got != want {
			t.Errorf("%s:\n got %s\nwant %s", in, got, want)
		}
		again, err := ParseText(text(e))
		if err != nil || text(again) != text(e) {
			t.Errorf("%s: written as %s it is read as %v, %v", in, text(e), again, err)
		}
	}
}

// TestTextErrors: each says what is wrong, and where, in characters.
func TestTextErrors(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"":                              "expected a property or a value, found the end at character 1",
		"a":                             "expected =, <>, <, <=, >, >=, LIKE, BETWEEN, IN or IS NULL, found the end at character 2",
		"a =":                           "expected a property or a value, found the end at character 4",
		"ä = 1 und b = 2":               "expected AND, OR or the end, found 'und' at character 7",
		"a != 1":                        "'!=' is written '<>' at character 3",
		"a = 'x":                        "the quote is not closed that opens at character 5",
		`a = 'x\'`:                      "the quote is not closed that opens at character 5",
		`"a = 1`:                        "the quote is not closed that opens at character 1",
		"a = 1;drop table x":            "unexpected ';' at character 6",
		"a = 5b":                        "a name cannot begin with a digit; unexpected '5b' at character 5",
		"a = 'x\x00'":                   "the character NUL in the filter at character 5",
		"a + > 2":                       "expected a property or a value, found '>' at character 5",
		"a + 1":                         "expected =, <>, <, <=, >, >=, LIKE, BETWEEN, IN or IS NULL, found the end at character 6",
		"(a + 1)":                       "expected =, <>, <, <=, >, >=, LIKE, BETWEEN, IN or IS NULL, found the end at character 8",
		"a > 1 2":                       "expected AND, OR or the end, found '2' at character 7",
		"month(a, b) > 2":               "expected ')', found ',' at character 8",
		"avg(a) > 2":                    "unknown function 'avg' at character 1",
		"A_EQUALS(a, b)":                "arrays are not supported: 'A_EQUALS' at character 1",
		"a IN ()":                       "expected a property or a value, found ')' at character 7",
		"a NOT = 1":                     "expected LIKE, BETWEEN or IN, found '=' at character 7",
		"a IS 1":                        "expected 'NULL', found '1' at character 6",
		"(a = 1":                        "expected ')', found the end at character 7",
		"a = DATE('2023-02-29')":        "'2023-02-29' is no date of the form 2024-05-31 at character 10",
		"a = TIMESTAMP('2023-02-28')":   "'2023-02-28' is no time of the form 2024-05-31T13:45:00Z at character 15",
		"T_AFTER(a,INTERVAL('..','x'))": "'x' is no date or time of the form 2024-05-31 or 2024-05-31T13:45:00Z at character 25",
		"T_AFTER(a,INTERVAL('2020-01-02','2020-01-01'))":                         "the interval ends before it begins at character 11",
		"S_WITHIN(g,POINT(1))":                                                   "expected a coordinate, found ')' at character 19",
		"S_WITHIN(g,POINT(1 2 3 4))":                                             "expected ')', found '4' at character 24",
		"S_WITHIN(g,POINT(1e400 2))":                                             "the coordinate '1e400' is out of range at character 18",
		"S_WITHIN(g,POINT EMPTY)":                                                "expected ')', found 'EMPTY' at character 18",
		"S_WITHIN(g,LINESTRING(1 2))":                                            "a line needs two points at character 22",
		"S_WITHIN(g,POLYGON((0 0,1 0,1 1)))":                                     "a ring of a polygon needs four points, the last equal to the first at character 20",
		"S_WITHIN(g,POLYGON((0 0,1 0,1 1,0 1)))":                                 "a ring of a polygon is not closed: its last point is not its first at character 20",
		"S_WITHIN(g,BBOX(1,2,3))":                                                "a BBOX has four numbers, or six with elevations at character 12",
		"S_WITHIN(g,BBOX(1,2,3,4,5,6,7))":                                        "expected ')', found '7' at character 29",
		"S_WITHIN(g)":                                                            "expected ',', found ')' at character 11",
		"a = S_WITHIN(g,h)":                                                      "S_WITHIN is a condition, not a value at character 5",
		"a = '\xff'":                                                             "the filter is not UTF-8",
		strings.Repeat("(", MaxDepth) + "a=1":                                    "the filter is nested more than 32 deep at character 33",
		strings.Repeat("not ", MaxDepth) + "a=1":                                 "the filter is nested more than 32 deep at character 129",
		"a = " + strings.Repeat("casei(", MaxDepth):                              "the filter is nested more than 32 deep at character 191",
		strings.Repeat("(", MaxLength):                                           "the filter is nested more than 32 deep at character 33",
		strings.Repeat("(", MaxLength+1):                                         "the filter is longer than 262144 bytes",
		"a IN (1" + strings.Repeat(",1", MaxItems) + ")":                         "IN has more than 500 items at character 1007",
		"true" + strings.Repeat(" or true", MaxValues):                           "the filter has more than 1000 properties and values at character 8001",
		"a = 1" + strings.Repeat("0", MaxNumber):                                 "a number of more than 100 characters at character 5",
		"S_WITHIN(g,LINESTRING(0 0" + strings.Repeat(",1 1", MaxVertices) + "))": "the geometries of the filter have more than 4000 points at character 16023",
	} {
		_, err := ParseText(in)
		checkError(t, in, err, want)
	}
}

// checkError holds that a filter was refused with the words that are wanted.
func checkError(t *testing.T, in string, err error, want string) {
	t.Helper()
	if failure := new(Error); !errors.As(err, &failure) || err.Error() != want {
		t.Errorf("%.80s:\n got %T %v\nwant %s", in, err, err, want)
	}
}

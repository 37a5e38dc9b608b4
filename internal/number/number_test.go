package number

import (
	"math"
	"testing"
)

func TestParse(t *testing.T) {
	for s, want := range map[string]uint64{
		"0": 0, "1": 1, "007": 7, "00": 0, "0x10": 16, "0XfF": 255, "0x1_0": 16, "0x1e2": 0x1e2,
		"1_000": 1000, "1e6": 1e6, "1E6": 1e6, "12e0": 12, "1_0e1_0": 1e11, "0e99": 0,
		"0e18446744073709551615":   0,
		"1^99999":                  1,
		"1^18446744073709551615":   1,
		"1e19":                     1e19,
		"255^8+255":                255*255*255*255*255*255*255*255 + 255,
		"2^64-1":                   math.MaxUint64,
		"2^40-0x10":                1<<40 - 16,
		"2^1-2":                    0,
		"2^63+0x10":                1<<63 + 16,
		"0^1+1_000":                1000,
		"2^63+9223372036854775807": math.MaxUint64,
		"18446744073709551615":     math.MaxUint64,
		"0xffff_ffff_ffff_ffff":    math.MaxUint64,
	} {
		if got, err := Parse(s); got != want || err != nil {
			t.Errorf("Parse(%q) = %d, %v; want %d", s, got, err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for want, all := range map[string][]string{
		"not a number": {
			"", " 1", "1 ", "+1", "1.5", "1e", "e6", "1e-6", "1e+6", "1e6e6",
			"_1", "1_", "1__0", "0x", "0x_1", "x10", "0b11", "0o7", "0xg", "٣", "1k", "inf",
			"2^", "^2", "2^^2", "2^3^2", "2^-1", "2^+1", "2^1e1",
			"2^40-", "2^40-1-1", "5-3", "1e6-1", "2^40-+1", "2^40+", "2^40+1+1", "2^40+1-1", "2^40-1+1", "2^40++1",
			"5+3", "1e6+1", "2^40+-1", "2^40+1e6", "2^40+2^3", "-", "--1", "-x",
		},
		"too large": {
			"18446744073709551616", "0x1_0000_0000_0000_0000", "2^64-0", "2^64+0", "2^63+9223372036854775808",
			"2^1+18446744073709551615", "2e19", "256^8", "3^99999999999", "2^18446744073709551616",
		},
		"negative": {"2^1-3", "-1", "-0x10", "-2^64"},
	} {
		for _, s := range all {
			if got, err := Parse(s); err == nil || err.Error() != want || got != 0 {
				t.Errorf("Parse(%q) = %d, %v; want 0 and the error %q", s, got, err, want)
			}
		}
	}
}

func TestValue(t *testing.T) {
	for _, c := range []struct {
		min, max   uint64
		text, want string
	}{
		{1, 64, "0", "out of range; give 1 to 64"},
		{1, 64, "256", "out of range; give 1 to 64"},
		{1, 64, "2^64", "too large; give 1 to 64"},
		{1, 64, "2^1-3", "out of range; give 1 to 64"},
		{1, 64, "-3", "out of range; give 1 to 64"},
		{0, 2, "A", "not a number; give 0, 1 or 2"},
		{5, 7, "9", "out of range; give 5, 6 or 7"},
		{0, 1000, "x", "not a number; give 0 to 1000"},
		{0, 1001, "x", "not a number; give 0 to 1001, written like " + Forms},
		{0, math.MaxUint64, "2^64", "too large; give 0 to 18446744073709551615"},
	} {
		v := Value{N: 7, Min: c.min, Max: c.max}
		if err := v.Set(c.text); err == nil || err.Error() != c.want || v.N != 7 || v.Given {
			t.Errorf("Set(%q) = %v, and the value is %d; want %q and 7", c.text, err, v.N, c.want)
		}
	}
	v := Value{N: 7, Min: 1, Max: 64}
	if err := v.Set("2^6"); err != nil || v.String() != "64" || !v.Given {
		t.Errorf("Set(2^6) = %v, and the value is %v", err, &v)
	}
}

func TestSize(t *testing.T) {
	for want, size := range map[string]float64{"1023 B": 1023, "1.0 KiB": 1024, "1.5 GiB": 3 << 29, "8.0 EiB": 1 << 63, "32.0 EiB": 1 << 65} {
		if got := Size(size); got != want {
			t.Errorf("%v is %s; want %s", size, got, want)
		}
	}
	for want, sizes := range map[[2]string][2]float64{
		{"8.0 EiB", "65.4 GiB"}:           {1 << 63, 65.4 * (1 << 30)},
		{"32.000 MiB", "31.996 MiB"}:      {32 << 20, 32<<20 - 4096},
		{"10.000000 GiB", "9.999996 GiB"}: {10 << 30, 10<<30 - 4096},
		{"100 B", "99 B"}:                 {100, 99},
		{"1.0 KiB", "1023 B"}:             {1024, 1023},
	} {
		if a, b := Sizes(sizes[0], sizes[1]); a != want[0] || b != want[1] {
			t.Errorf("%v are %s and %s; want %s", sizes, a, b, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[uint64]string{0: "0 moves", 1: "1 move", 2: "2 moves"} {
		if got := Count(n, "move"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestList(t *testing.T) {
	for set, want := range map[uint64][2]string{
		0:              {"", ""},
		0b111:          {"1 to 3", "3 to 1"},
		0b110:          {"2, 3", "3, 2"},
		0b1011_0111:    {"1 to 3, 5, 6, 8", "8, 6, 5, 3 to 1"},
		1 << 63:        {"64", "64"},
		math.MaxUint64: {"1 to 64", "64 to 1"},
	} {
		if up, down := List(set, false), List(set, true); up != want[0] || down != want[1] {
			t.Errorf("%b: %q and %q; want %q", set, up, down, want)
		}
	}
}

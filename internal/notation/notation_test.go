package notation

import "testing"

func TestPeg(t *testing.T) {
	for text, want := range map[string]uint8{"0": 0, "1": 1, "2": 2, "A": 0, "B": 1, "C": 2} {
		if got, err := Peg(text); got != want || err != nil {
			t.Errorf("Peg(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "3", "D", "a", "01", "AB", "é"} {
		if got, err := Peg(text); err == nil || err.Error() != "give 0, 1, 2 or A, B, C" {
			t.Errorf("Peg(%q) = %d, %v, want an error", text, got, err)
		}
	}
}

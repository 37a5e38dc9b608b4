package answer

import (
	"math/rand/v2"
	"testing"
)

// TestTokens: the tokens of any bytes stand in order, one behind the other.
func TestTokens(t *testing.T) {
	parts := []string{"a", " ", "A", "to", `\`, "{", "}", "text", "boxed", "<", "br", ">", "-", "~", "=", ".", "1", keycap, "①", "–", "[", "]", "x", "(", ")",
		"&", "#", "\t", "_", "p1", "P", "d", "'", "no", "move", "u", "α", "\xe2", "\xff", "…", "🔟", ":", "nd", "AC", "\n"}
	random := rand.New(rand.NewPCG(1, 2))
	for _, names := range []map[string]uint8{nil, {"p1": 0, "p2": 1, "red": 2}, {"a": 0, "b": 1, "c": 2}} {
		for range 50_000 {
			var line []byte
			for range 1 + random.IntN(7) {
				line = append(line, parts[random.IntN(len(parts))]...)
			}
			line = line[:len(line):len(line)]
			l := lexer{pegs: 3, names: names}
			l.lex(line)
			end := 0
			for _, token := range l.tok {
				if token.start < end || token.end < token.start || token.end > len(line) {
					t.Fatalf("%q: %v", line, l.tok)
				}
				end = token.end
			}
		}
	}
}

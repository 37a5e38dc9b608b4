package block

// Of every 2^twoDigitBits moves, the last alone has a disk of two digits: 10 or
// larger.
const twoDigitBits = 9

// MaxRecord is at least the length of any record.
const MaxRecord = 72

// shortRecord returns the length of a record with a disk of one digit, not
// counting the move's number.
func (f Format) shortRecord() int {
	d := &formats[f]
	if d.size > 0 {
		return d.size
	}
	return len(d.plain) + 1 + len(d.parts[1]) + 1 + len(d.parts[2]) + 1 + len(d.parts[3])
}

// upTo returns the length of the records of moves 1 … k, without numbers.
func (f Format) upTo(k uint64) uint128 {
	bytes := product(k, uint64(f.shortRecord()))
	if !f.Binary() {
		bytes = bytes.plus(uint128{lo: k >> twoDigitBits})
	}
	return bytes
}

// numbersUpTo returns how many bytes the numbers 1 … n add to the records: the digits,
// and the text around them.
func (f Format) numbersUpTo(n uint64) uint128 {
	// d(n+1) − 11…1 digits, where n and 11…1 have d digits. With zeros in front,
	// each of the numbers 0 … n has d digits. There are 1 + 10 + … + 10^(d−1) =
	// 11…1 such zeros: at the place of 10^i, the numbers below 10^i have one.
	digits, ones := uint64(1), uint64(1)
	for p := n; p >= 10; p /= 10 {
		digits++
		ones = 10*ones + 1
	}
	d := &formats[f]
	around := len(d.number) + len(d.parts[0]) - len(d.plain)
	bytes := product(digits+uint64(around), n)
	return bytes.plus(uint128{lo: digits}).minus(uint128{lo: ones})
}

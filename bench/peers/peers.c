/* The algorithms of package classic in C, as what hanoigen is measured against:
 *
 *     peers NAME SIZE TIMES
 *
 * fills SIZE bytes, one a move, so many TIMES and prints the time of one in ns.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef unsigned char byte;

/* Rhoads: from<<4 | to by two remainders. */
static void rhoads_mod(byte *dst, u64 n) {
	for (u64 i = 0; i < n; i++) {
		u64 k = i + 1;
		dst[i] = (k & (k - 1)) % 3 << 4 | ((k | (k - 1)) + 1) % 3;
	}
}

/* The same by i + i/3. */
static void rhoads_fold(byte *dst, u64 n) {
	for (u64 i = 0; i < n; i++) {
		u64 k = i + 1, from = k & (k - 1), to = (k | (k - 1)) + 1;
		dst[i] = (from + from / 3 & 3) << 4 | (to + to / 3 & 3);
	}
}

/* With the disk: a packed record. */
static void rhoads_disk(byte *dst, u64 n) {
	for (u64 i = 0; i < n; i++) {
		u64 k = i + 1;
		dst[i] = __builtin_ctzll(k) << 2 | (k & (k - 1)) % 3;
	}
}

/* The recursion, until dst is full. */
static byte *at, *end;

static void recurse(int n, int from, int to) {
	if (n == 0 || at == end)
		return;
	recurse(n - 1, from, 3 - from - to);
	if (at == end)
		return;
	*at++ = (n - 1) << 2 | from;
	recurse(n - 1, 3 - from - to, to);
}

static void recursive(byte *dst, u64 n) {
	at = dst, end = dst + n;
	recurse(62, 0, 1);
}

/* Schoute: the smallest disk goes round, and in between the only other move. */
static void cyclic(byte *dst, u64 n) {
	static byte pegs[3][64];
	int height[3] = {62, 0, 0}, one = 0;
	for (int i = 0; i < 62; i++)
		pegs[0][i] = 62 - i;
	for (u64 i = 0; i < n; i++) {
		int from = one, to = (one + 2) % 3;
		if (i & 1) {
			from = (one + 1) % 3, to = (one + 2) % 3;
			int a = height[from] ? pegs[from][height[from] - 1] : 99;
			int b = height[to] ? pegs[to][height[to] - 1] : 99;
			if (a > b) {
				int t = from;
				from = to, to = t;
			}
		} else {
			one = to;
		}
		int disk = pegs[from][--height[from]];
		pegs[to][height[to]++] = disk;
		dst[i] = (disk - 1) << 2 | from;
	}
}

/* Plan A: the periods of the disks. */
static void plan_a(byte *dst, u64 n) {
	for (u64 i = 0; i < n; i++) {
		u64 k = i + 1;
		int disk = 1;
		while (!(k >> (disk - 1) & 1))
			disk++;
		dst[i] = (disk - 1) << 2 | (k >> (disk - 1) >> 1) * (1 + (disk & 1)) % 3;
	}
}

/* Plan B: the tops of three bit sets. */
static void plan_b(byte *dst, u64 n) {
	u64 peg[3] = {(1ull << 62) - 1, 0, 0};
	int one = 0;
	for (u64 i = 0; i < n; i++) {
		int from = one, to = (one + 2) % 3;
		if (i & 1) {
			from = (one + 1) % 3, to = (one + 2) % 3;
			if ((peg[from] & -peg[from]) - 1 > (peg[to] & -peg[to]) - 1) {
				int t = from;
				from = to, to = t;
			}
		} else {
			one = to;
		}
		u64 bit = peg[from] & -peg[from];
		peg[from] ^= bit, peg[to] ^= bit;
		dst[i] = __builtin_ctzll(bit) << 2 | from;
	}
}

/* 1993: from any state to any, the largest disk that differs moving once. */
static byte where[64];

static void transfer(int n, int to) {
	for (; n > 0 && at != end; n--) {
		int from = where[n];
		if (from == to)
			continue;
		transfer(n - 1, 3 - from - to);
		if (at == end)
			return;
		where[n] = to;
		*at++ = (n - 1) << 2 | from;
	}
}

static void any_to_any(byte *dst, u64 n) {
	at = dst, end = dst + n;
	for (int d = 1; d <= 62; d++)
		where[d] = d * 7 % 3;
	transfer(62, 0);
}

static const struct {
	const char *name;
	void (*fill)(byte *, u64);
} peers[] = {
	{"recursive", recursive}, {"cyclic", cyclic}, {"rhoads-mod", rhoads_mod}, {"rhoads-fold", rhoads_fold},
	{"rhoads-disk", rhoads_disk}, {"plan-a", plan_a}, {"plan-b", plan_b}, {"any-to-any", any_to_any},
};

int main(int argc, char **argv) {
	if (argc != 4)
		return 2;
	u64 size = strtoull(argv[2], 0, 10), times = strtoull(argv[3], 0, 10);
	byte *dst = malloc(size);
	memset(dst, 1, size);
	for (unsigned i = 0; i < sizeof peers / sizeof *peers; i++) {
		if (strcmp(argv[1], peers[i].name))
			continue;
		peers[i].fill(dst, size);
		struct timespec a, b;
		clock_gettime(CLOCK_MONOTONIC, &a);
		for (u64 t = 0; t < times; t++) {
			peers[i].fill(dst, size);
			__asm__ volatile("" ::"r"(dst) : "memory");
		}
		clock_gettime(CLOCK_MONOTONIC, &b);
		printf("%.3f\n", ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)) / times);
		return 0;
	}
	return 2;
}

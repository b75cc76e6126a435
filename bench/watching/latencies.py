"""What operations took while somebody looked, from the interval log of the run."""

import base64
import struct
import zlib
from collections import Counter

RESPONSES = "-rt"
HEADER = struct.Struct(">iiiiqqd")
COMPRESSED = struct.Struct(">ii")
ROUNDING = 1e-6
"""Less than one operation, and more than what a product of two numbers is off by."""


class Log:
    """The response times of an interval log that is complete."""

    def __init__(self, file):
        self.intervals = []
        base = 0.0
        with open(file, encoding="ascii") as lines:
            for line in lines:
                if line.startswith("#[BaseTime: "):
                    base = float(line.split()[1])
                elif line.startswith("Tag="):
                    tag, start, length, _, histogram = line[4:].split(",")
                    if tag.endswith(RESPONSES) and ":" not in tag:
                        begin = base + float(start)
                        self.intervals.append((begin, begin + float(length), histogram))

    def between(self, begin, end):
        """How many operations took how long, in nanoseconds, in the intervals that lie within.

        :param begin: in seconds since 1970, as the end is
        """
        counts = Counter()
        for first, last, histogram in self.intervals:
            if begin <= first and last <= end:
                counts.update(decoded(histogram))
        return counts


def decoded(histogram):
    """The counts of a HdrHistogram (V2, compressed, base64) by the middle of what each stands for."""
    packed = base64.b64decode(histogram)
    plain = zlib.decompress(packed[COMPRESSED.size:])
    _, length, _, digits, lowest, _, _ = HEADER.unpack_from(plain)
    unit = lowest.bit_length() - 1
    half = (2 * 10 ** digits - 1).bit_length() - 1
    counts, index = {}, 0
    for number in zigzag(plain[HEADER.size:HEADER.size + length]):
        if number < 0:
            index -= number
            continue
        if number > 0:
            counts[middle(index, half, unit)] = number
        index += 1
    return counts


def zigzag(payload):
    """Numbers in ZigZag LEB128, of nine bytes at most as HdrHistogram has it."""
    at = 0
    while at < len(payload):
        number, shift = 0, 0
        while True:
            byte = payload[at]
            at += 1
            if shift == 56:
                number |= byte << shift
                break
            number |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        yield (number >> 1) ^ -(number & 1)


def middle(index, half, unit):
    """Of the values that a histogram counts at an index.

    :param half: the logarithm of half the number of its sub-buckets
    :param unit: that of the lowest value that it tells from zero
    """
    bucket, sub = (index >> half) - 1, (index & ((1 << half) - 1)) + (1 << half)
    if bucket < 0:
        bucket, sub = 0, sub - (1 << half)
    return (sub << (bucket + unit)) + (1 << (bucket + unit) >> 1)


def percentile(counts, percent):
    """The least that so many of a hundred operations did not exceed."""
    wanted, seen = sum(counts.values()) * percent / 100 - ROUNDING, 0
    for took in sorted(counts):
        seen += counts[took]
        if seen >= wanted:
            return took
    return 0

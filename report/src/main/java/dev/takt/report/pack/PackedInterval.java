package dev.takt.report.pack;

import dev.takt.record.histogram.Layout;

/// An interval of one tag and one layout, with its counts encoded as in a pack.
///
/// @param tag empty if the line has none
/// @param layout defines which values share a slot
/// @param begin in nanoseconds since the source's origin; may be negative
/// @param end not before the begin
/// @param slots its counts, encoded by [SlotCodec]
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared or changed
public record PackedInterval(String tag, Layout layout, long begin, long end, byte[] slots) {}

package dev.takt.report.pack;

import dev.takt.record.histogram.Layout;

/// An interval of one tag and one layout, as small as a pack has it.
///
/// @param tag empty if the line has none
/// @param layout which values share a slot
/// @param begin in nanoseconds since the source's origin; may be negative
/// @param end not before the begin
/// @param slots its counts, as [Slots] writes them
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared or changed
public record PackedInterval(String tag, Layout layout, long begin, long end, byte[] slots) {}

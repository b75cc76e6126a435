/// Hiccups: moments when a thread that should have run did not, measured by a thread that sleeps
/// and looks how late it wakes (after Gil Tene's jHiccup).
///
/// [dev.takt.record.hiccup.HiccupMeter] measures, and [dev.takt.record.hiccup.HiccupLog] writes
/// what it measured to an interval log. [dev.takt.record.hiccup.HiccupJournal] tells other
/// processes of single hiccups, and [dev.takt.record.hiccup.JournalReader] listens to it.
@NullMarked
package dev.takt.record.hiccup;

import org.jspecify.annotations.NullMarked;

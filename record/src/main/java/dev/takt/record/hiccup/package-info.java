/// Hiccups: moments when a thread that should have run did not, measured by a thread that sleeps
/// and checks how late it wakes (after Gil Tene's jHiccup).
///
/// [dev.takt.record.hiccup.HiccupMeter] measures, and [dev.takt.record.hiccup.HiccupLog] writes the
/// results to an interval log. [dev.takt.record.hiccup.HiccupJournal] passes single hiccups to
/// other processes, and [dev.takt.record.hiccup.JournalReader] reads them there.
@NullMarked
package dev.takt.record.hiccup;

import org.jspecify.annotations.NullMarked;

/// The explorer: a local HTTP server that shows runs and logs, also while they are being written.
@NullMarked
package dev.takt.report.explore;

import org.jspecify.annotations.NullMarked;

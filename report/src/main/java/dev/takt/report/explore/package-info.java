/// The explorer: a server on this machine that shows runs and logs, also while they are written.
@NullMarked
package dev.takt.report.explore;

import org.jspecify.annotations.NullMarked;

/// `takt probe truth` and `takt probe explain`: faults made on purpose, and how well Takt reports
/// them.
@NullMarked
package dev.takt.faults.command;

import org.jspecify.annotations.NullMarked;

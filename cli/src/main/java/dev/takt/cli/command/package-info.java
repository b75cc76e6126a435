/// The commands that run, watch, compare and explain: `takt run`, `find`, `watch`, `explain`,
/// `compare`, `explore`, `report` and `profile`.
@NullMarked
package dev.takt.cli.command;

import org.jspecify.annotations.NullMarked;

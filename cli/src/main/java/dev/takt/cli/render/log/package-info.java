/// The output formats of `takt log`.
@NullMarked
package dev.takt.cli.render.log;

import org.jspecify.annotations.NullMarked;

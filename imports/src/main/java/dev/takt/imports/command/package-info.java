/// `takt import`: the commands, and what they say.
@NullMarked
package dev.takt.imports.command;

import org.jspecify.annotations.NullMarked;
